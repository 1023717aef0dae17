// SPDX-License-Identifier: MIT
#include "rule_model.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <sstream>
#include <utility>

#include <nlohmann/json.hpp>

namespace agent_example {
namespace {

using Json = nlohmann::json;

/// A call that was made and what its tool said.
struct Finding {
  std::string id;
  std::string tool;
  Json input;
  std::string result;
  bool failed = false;
};

/// The last turn of the conversation, as far as the rules look at it.
struct Situation {
  std::string question;
  std::vector<Finding> findings;
};

struct Call {
  std::string tool;
  Json input;
};
/// What the model says, and the calls that it makes; without calls it is done.
struct Reply {
  std::string text;
  std::vector<Call> calls;
};

std::string text_of_content(const Json& content) {
  if (content.is_string()) return content.get<std::string>();
  std::string text;
  for (const Json& block : content)
    if (block.value("type", "") == "text") text += block.value("text", "");
  return text;
}

void take_result(const Json& block, std::vector<Finding>& findings) {
  const std::string id = block.value("tool_use_id", "");
  for (Finding& finding : findings) {
    if (finding.id != id) continue;
    finding.result = text_of_content(block.value("content", Json::array()));
    finding.failed = block.value("is_error", false);
  }
}

void take_message(const Json& message, Situation& situation) {
  const Json content = message.value("content", Json::array());
  const std::string text = text_of_content(content);
  if (message.value("role", "") == "user" && !text.empty())
    situation = Situation{text, {}};  // a new question: what was found before is old
  if (!content.is_array()) return;
  for (const Json& block : content) {
    const std::string type = block.value("type", "");
    if (type == "tool_use") {
      situation.findings.push_back({block.value("id", ""),
                                    block.value("name", ""),
                                    block.value("input", Json::object()),
                                    {},
                                    false});
    }
    if (type == "tool_result") take_result(block, situation.findings);
  }
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);)
    if (!line.empty()) lines.push_back(line);
  return lines;
}

std::string lowered(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

/// The longest word of the question that says what it is about; empty: there is none.
std::string topic_of(const std::string& question) {
  constexpr std::array<std::string_view, 24> common = {
      "about",  "answer",    "contain", "contains", "content", "contents",
      "could",  "describe",  "does",    "file",     "files",   "find",
      "folder", "directory", "please",  "project",  "should",  "tell",
      "there",  "these",     "this",    "what",     "where",   "which"};
  std::string topic;
  std::string word;
  for (const char c : question + " ") {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_') {
      word += c;
      continue;
    }
    const bool known =
        std::find(common.begin(), common.end(), lowered(word)) != common.end();
    if (word.size() >= 4 && !known && word.size() > topic.size()) topic = word;
    word.clear();
  }
  return topic;
}

/// The name in a line of a listing: without the size.
std::string name_in(const std::string& line) {
  return line.substr(0, line.rfind(" ("));
}

int promise_of(const std::string& name, const std::string& question) {
  if (name.ends_with("/")) return 0;
  if (lowered(question).find(lowered(name)) != std::string::npos) return 4;
  if (lowered(name).starts_with("readme")) return 3;
  if (name.ends_with(".md") || name.ends_with(".txt")) return 2;
  constexpr std::array<std::string_view, 5> builds = {
      "CMakeLists.txt", "Makefile", "package.json", "pyproject.toml", "Cargo.toml"};
  return std::find(builds.begin(), builds.end(), name) != builds.end() ? 1 : 0;
}

std::vector<std::string> promising(const std::vector<std::string>& names,
                                   const std::string& question) {
  std::vector<std::pair<int, std::string>> ranked;
  for (const std::string& name : names) {
    const int promise = promise_of(name, question);
    if (promise > 0) ranked.emplace_back(-promise, name);
  }
  std::sort(ranked.begin(), ranked.end());
  std::vector<std::string> best;
  for (std::size_t i = 0; i < std::min<std::size_t>(ranked.size(), 2); ++i)
    best.push_back(ranked[i].second);
  return best;
}

std::vector<std::string> names_in(const std::string& listing) {
  std::vector<std::string> names;
  for (const std::string& line : lines_of(listing))
    if (line != "(empty)") names.push_back(name_in(line));
  return names;
}

Reply look_closer(const Situation& situation) {
  Reply reply{"Now the parts that look promising. ", {}};
  for (const std::string& name :
       promising(names_in(situation.findings[0].result), situation.question))
    reply.calls.push_back({"read_file", {{"path", name}}});
  const std::string topic = topic_of(situation.question);
  if (!topic.empty()) reply.calls.push_back({"search", {{"text", topic}}});
  return reply;
}

/// A sentence on what the listing said.
std::string describe_listing(const Finding& listing) {
  const std::vector<std::string> names = names_in(listing.result);
  if (listing.failed) return "The folder could not be listed: " + listing.result + "\n";
  if (names.empty()) return "The folder is empty.\n";
  std::string text = "The folder contains " + std::to_string(names.size()) + " entries: ";
  for (std::size_t i = 0; i < std::min<std::size_t>(names.size(), 12); ++i)
    text += (i == 0 ? "" : ", ") + names[i];
  return text + (names.size() > 12 ? ", and more.\n" : ".\n");
}

std::string describe_finding(const Finding& finding) {
  const std::string what =
      finding.input.value(finding.tool == "search" ? "text" : "path", "");
  if (finding.failed) return what + " could not be read: " + finding.result + "\n";
  const std::vector<std::string> lines = lines_of(finding.result);
  const bool is_search = finding.tool == "search";
  std::string text =
      is_search ? "Looking for \"" + what + "\" gave:\n" : what + " begins:\n";
  for (std::size_t i = 0; i < std::min<std::size_t>(lines.size(), 5); ++i)
    text += "  " + lines[i] + "\n";
  return text;
}

Reply decide(const Situation& situation) {
  const std::vector<Finding>& findings = situation.findings;
  if (findings.empty())
    return {"Let me look at the folder. ", {{"list_files", {{"path", "."}}}}};
  if (findings.size() == 1) {
    Reply closer = look_closer(situation);
    if (!closer.calls.empty()) return closer;
  }
  Reply answer{describe_listing(findings[0]), {}};
  for (std::size_t i = 1; i < findings.size(); ++i)
    answer.text += describe_finding(findings[i]);
  return answer;
}

std::string event(const Json& data) {
  return "event: " + data.value("type", "") +
         "\ndata: " + data.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n\n";
}

/// Where a piece of at most `most` bytes ends: between characters.
std::size_t cut(const std::string& text, std::size_t from, std::size_t most) {
  std::size_t end = std::min(text.size(), from + most);
  while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U)
    ++end;
  return end;
}

/// One content block: start, its text in pieces as deltas, stop.
void add_block(std::vector<std::string>& events,
               int index,
               const Json& start,
               const std::pair<const char*, const char*>& delta,
               const std::string& text) {
  constexpr std::size_t piece_bytes = 12;
  events.push_back(event(
      {{"type", "content_block_start"}, {"index", index}, {"content_block", start}}));
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = cut(text, at, piece_bytes);
    const Json piece = {{"type", delta.first}, {delta.second, text.substr(at, end - at)}};
    events.push_back(
        event({{"type", "content_block_delta"}, {"index", index}, {"delta", piece}}));
    at = end;
  }
  events.push_back(event({{"type", "content_block_stop"}, {"index", index}}));
}

Json start_of_message(const Json& request, std::size_t request_bytes) {
  const Json usage = {{"input_tokens", request_bytes / 4}, {"output_tokens", 1}};
  return {{"type", "message_start"},
          {"message",
           {{"id", "msg_rules"},
            {"type", "message"},
            {"role", "assistant"},
            {"model", request.value("model", "")},
            {"content", Json::array()},
            {"stop_reason", nullptr},
            {"usage", usage}}}};
}

}  // namespace

std::vector<std::string> rule_answer(std::string_view body) {
  const Json request = Json::parse(body, nullptr, false);
  if (!request.is_object()) return {};
  Situation situation;
  for (const Json& message : request.value("messages", Json::array()))
    take_message(message, situation);
  const Reply reply = decide(situation);

  std::vector<std::string> events = {event(start_of_message(request, body.size()))};
  int index = 0;
  std::size_t bytes = reply.text.size();
  add_block(events,
            index,
            {{"type", "text"}, {"text", ""}},
            {"text_delta", "text"},
            reply.text);
  for (const Call& call : reply.calls) {
    ++index;
    const std::string arguments = call.input.dump();
    const std::string id = "toolu_" + std::to_string(situation.findings.size()) + "_" +
                           std::to_string(index);
    bytes += arguments.size();
    add_block(events,
              index,
              {{"type", "tool_use"},
               {"id", id},
               {"name", call.tool},
               {"input", Json::object()}},
              {"input_json_delta", "partial_json"},
              arguments);
  }
  const char* stop = reply.calls.empty() ? "end_turn" : "tool_use";
  events.push_back(event({{"type", "message_delta"},
                          {"delta", {{"stop_reason", stop}, {"stop_sequence", nullptr}}},
                          {"usage", {{"output_tokens", bytes / 4 + 1}}}}));
  events.push_back(event({{"type", "message_stop"}}));
  return events;
}

}  // namespace agent_example
