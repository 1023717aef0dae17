// SPDX-License-Identifier: MIT
#include "wire/transcript_checker.hpp"

#include <set>
#include <utility>

#include <nlohmann/json.hpp>

namespace pintle::testing {

namespace {

using Json = nlohmann::json;
using Ids = std::vector<std::string>;

bool is_blank(const std::string& text) {
  return text.find_first_not_of(" \t\r\n\v\f") == std::string::npos;
}

class Checker {
 public:
  void fail(const std::string& what) { faults_.push_back(what); }
  void require(bool good, const std::string& what) {
    if (!good) fail(what);
  }
  void new_id(const std::string& id) {
    require(!id.empty() && id.size() <= 64, "an id of bad length: " + id);
    require(ids_.insert(id).second, "an id twice: " + id);
  }
  std::vector<std::string> take() { return std::move(faults_); }

 private:
  std::vector<std::string> faults_;
  std::set<std::string> ids_;
};

void check_chat_content(Checker& check, const Json& message) {
  const Json& content = message.at("content");
  const auto role = message.at("role").get<std::string>();
  if (content.is_null()) {
    check.require(role == "assistant" && message.contains("tool_calls"),
                  "null content of " + role);
    return;
  }
  if (content.is_string()) {
    check.require(role == "tool" || !is_blank(content.get<std::string>()),
                  "blank content of " + role);
    return;
  }
  check.require(role == "user" && !content.empty(), "content parts of " + role);
  for (const Json& part : content) {
    const bool blank = part.at("type") == "text" && is_blank(part.at("text"));
    check.require(!blank, "a blank text part");
  }
}

Ids chat_calls(Checker& check, const Json& message) {
  Ids ids;
  if (!message.contains("tool_calls")) return ids;
  check.require(!message["tool_calls"].empty(), "an empty list of calls");
  for (const Json& call : message["tool_calls"]) {
    ids.push_back(call.at("id").get<std::string>());
    check.new_id(ids.back());
    const auto arguments = call.at("function").at("arguments").get<std::string>();
    check.require(Json::accept(arguments), "arguments are no JSON: " + arguments);
  }
  return ids;
}

// The ids of all blocks of one type.
Ids ids_of_blocks(const Json& content, const char* type, const char* key) {
  Ids ids;
  for (const Json& block : content) {
    if (block.at("type") == type) ids.push_back(block.at(key).get<std::string>());
  }
  return ids;
}

void check_block(Checker& check, const Json& block, bool assistant) {
  const auto type = block.at("type").get<std::string>();
  if (type == "text") check.require(!is_blank(block.at("text")), "a blank text block");
  if (type == "thinking" || type == "redacted_thinking") {
    const char* proof = type == "thinking" ? "signature" : "data";
    check.require(assistant, type + " of the user");
    check.require(!block.at(proof).get<std::string>().empty(), "unsigned " + type);
  }
  if (type == "tool_use") {
    check.require(assistant && block.at("input").is_object(), "a bad tool_use");
    check.new_id(block.at("id").get<std::string>());
  }
  if (type != "tool_result") return;
  check.require(!assistant, "a tool_result of the assistant");
  if (!block.contains("content")) return;
  check.require(!block["content"].empty(), "an empty tool_result content");
  for (const Json& part : block["content"]) check_block(check, part, false);
}

// Results stand at the front of the user's message, one for each call before it.
void check_results(Checker& check, const Json& content, const Ids& open) {
  const Ids answered = ids_of_blocks(content, "tool_result", "tool_use_id");
  check.require(answered == open, "results do not match the calls before them");
  for (std::size_t i = 0; i < answered.size() && i < content.size(); ++i) {
    check.require(content[i].at("type") == "tool_result", "a result behind other blocks");
  }
}

void check_final_text(Checker& check, const Json& message) {
  if (message.at("role") != "assistant") return;
  const Json& last = message.at("content").back();
  if (last.at("type") != "text") return;
  const auto text = last.at("text").get<std::string>();
  const bool blank_end =
      std::string(" \t\r\n\v\f").find(text.back()) != std::string::npos;
  check.require(!blank_end, "blanks at the end of a final answer");
}

std::size_t count_cache_points(const Json& value) {
  std::size_t count = value.is_object() && value.contains("cache_control") ? 1 : 0;
  if (!value.is_structured()) return count;
  for (const Json& inner : value) count += count_cache_points(inner);
  return count;
}

}  // namespace

std::vector<std::string> check_chat_transcript(const std::string& body) {
  Checker check;
  const Json request = Json::parse(body);
  Ids open;  // calls that wait for their results
  bool conversation = false;
  for (const Json& message : request.at("messages")) {
    const auto role = message.at("role").get<std::string>();
    check_chat_content(check, message);
    if (role == "tool") {
      const auto id = message.at("tool_call_id").get<std::string>();
      check.require(!open.empty() && open.front() == id, "a result out of place: " + id);
      if (!open.empty()) open.erase(open.begin());
      continue;
    }
    check.require(open.empty(), "a call without a result");
    check.require(role != "system" || !conversation, "a late system message");
    conversation = conversation || role != "system";
    open = chat_calls(check, message);
  }
  check.require(open.empty(), "a call without a result at the end");
  return check.take();
}

std::vector<std::string> check_anthropic_transcript(const std::string& body) {
  Checker check;
  const Json request = Json::parse(body);
  const Json& messages = request.at("messages");
  check.require(!messages.empty(), "no message");
  check.require(count_cache_points(request) <= 4, "too many cache points");
  for (const Json& block : request.value("system", Json::array())) {
    check_block(check, block, false);
  }
  std::string expected_role = "user";
  Ids open;
  for (const Json& message : messages) {
    const auto role = message.at("role").get<std::string>();
    const Json& content = message.at("content");
    check.require(role == expected_role, "roles do not alternate");
    expected_role = role == "user" ? "assistant" : "user";
    check.require(!content.empty(), "an empty message");
    for (const Json& block : content) check_block(check, block, role == "assistant");
    check_results(check, content, open);
    open = ids_of_blocks(content, "tool_use", "id");
  }
  check.require(open.empty(), "a call without a result at the end");
  if (!messages.empty() && !messages.back().at("content").empty()) {
    check_final_text(check, messages.back());
  }
  return check.take();
}

}  // namespace pintle::testing
