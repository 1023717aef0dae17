// SPDX-License-Identifier: MIT
#include "recorded/expected.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <utility>

namespace pintle::testing {

namespace {

using Count = std::optional<std::int64_t>;

Count count_of(const Json& object, const char* key) {
  if (!object.is_object() || !object.contains(key)) return {};
  const Json& value = object.at(key);
  return value.is_number_integer() ? Count(value.get<std::int64_t>()) : Count();
}

void keep_last(Count& field, Count value) {
  if (value) field = value;
}

std::string string_of(const Json& object, const char* key) {
  const bool has =
      object.is_object() && object.contains(key) && object.at(key).is_string();
  return has ? object.at(key).get<std::string>() : std::string();
}

const Json& member(const Json& object, const char* key) {
  static const Json none;
  return object.is_object() && object.contains(key) ? object.at(key) : none;
}

void add_anthropic_usage(Expected& out, const Json& usage) {
  keep_last(out.prompt, count_of(usage, "input_tokens"));
  keep_last(out.completion, count_of(usage, "output_tokens"));
  keep_last(out.cache_read, count_of(usage, "cache_read_input_tokens"));
  keep_last(out.cache_write, count_of(usage, "cache_creation_input_tokens"));
}

void add_chat_usage(Expected& out, const Json& usage) {
  keep_last(out.prompt, count_of(usage, "prompt_tokens"));
  keep_last(out.completion, count_of(usage, "completion_tokens"));
}

// The JSON objects of the data lines; one line is one event in all recordings.
void each_event(const std::string& body, const std::function<void(const Json&)>& visit) {
  std::size_t begin = 0;
  while (begin < body.size()) {
    const std::size_t end = std::min(body.find('\n', begin), body.size());
    std::string line = body.substr(begin, end - begin);
    begin = end + 1;
    if (!line.empty() && line.back() == '\r') line.pop_back();
    if (line.rfind("data:", 0) != 0) continue;
    const Json event = Json::parse(line.substr(5), nullptr, false);
    if (event.is_object()) visit(event);
  }
}

struct ReadCall {
  Json index;
  std::string id;
  ExpectedCall call;
};

void read_tool_delta(std::vector<ReadCall>& calls, const Json& delta) {
  const Json& index = member(delta, "index");
  const std::string id = string_of(delta, "id");
  const std::string name = string_of(member(delta, "function"), "name");
  const auto same = [&](const ReadCall& call) {
    return index.is_null() ? call.id == id : call.index == index;
  };
  auto found = std::find_if(calls.rbegin(), calls.rend(), same);
  const bool other = found != calls.rend() && !id.empty() && !name.empty() &&
                     !found->id.empty() && found->id != id;
  if (found == calls.rend() || other) {
    calls.push_back({index, id, {name, ""}});
    found = calls.rbegin();
  }
  const Json& arguments = member(member(delta, "function"), "arguments");
  if (arguments.is_string()) found->call.arguments += arguments.get<std::string>();
  if (arguments.is_object()) found->call.arguments += arguments.dump();
}

void read_chat_delta(Expected& out, std::vector<ReadCall>& calls, const Json& delta) {
  const Json& content = member(delta, "content");
  if (content.is_string()) out.text += content.get<std::string>();
  out.text += string_of(delta, "refusal");
  if (content.is_array()) {
    for (const Json& part : content) {
      out.text += string_of(part, "text");
      out.reasoned = out.reasoned || part.contains("thinking");
    }
  }
  out.reasoned = out.reasoned || !string_of(delta, "reasoning").empty() ||
                 !string_of(delta, "reasoning_content").empty();
  const Json& tools = member(delta, "tool_calls");
  for (const Json& tool : tools) read_tool_delta(calls, tool);
}

// Blocks of all messages in one body, in order; a message that begins again is one.
struct BlockReader {
  Expected out;
  std::map<int, ExpectedCall> open;
  std::string message;

  void start(int index, const Json& block) {
    const std::string type = string_of(block, "type");
    if (type == "text") out.text += string_of(block, "text");
    out.reasoned = out.reasoned || type == "thinking" || type == "redacted_thinking";
    if (type != "tool_use") return;
    const Json& input = member(block, "input");
    const bool given = input.is_object() && !input.empty();
    open[index] = {string_of(block, "name"), given ? input.dump() : ""};
  }
  void close() {
    for (auto& [index, call] : open) out.calls.push_back(std::move(call));
    open.clear();
  }
  void start_message(const Json& begun) {
    const std::string id = string_of(begun, "id");
    if (!message.empty() && id == message) return;
    close();
    message = id;
    int index = 0;
    for (const Json& block : member(begun, "content")) start(index++, block);
    read_stop(begun);
    add_anthropic_usage(out, member(begun, "usage"));
  }
  void read_stop(const Json& object) {
    const std::string stop = string_of(object, "stop_reason");
    if (!stop.empty()) out.stop = stop;
  }
  void read(const Json& event) {
    const std::string type = string_of(event, "type");
    const int index = static_cast<int>(count_of(event, "index").value_or(0));
    const Json& delta = member(event, "delta");
    if (type == "message_start") start_message(member(event, "message"));
    if (type == "content_block_start") start(index, member(event, "content_block"));
    if (type == "content_block_delta") {
      if (string_of(delta, "type") == "text_delta") out.text += string_of(delta, "text");
      const auto call = open.find(index);
      if (call != open.end()) call->second.arguments += string_of(delta, "partial_json");
    }
    if (type != "message_delta") return;
    read_stop(delta);
    add_anthropic_usage(out, member(event, "usage"));
  }
};

// Equal as JSON values, blank as {}; where either is no JSON, equal as bytes.
bool same_arguments(const std::string& a, const std::string& b) {
  const auto parse = [](const std::string& text) {
    const bool blank = text.find_first_not_of(" \t\r\n") == std::string::npos;
    return blank ? Json::object() : Json::parse(text, nullptr, false);
  };
  const Json left = parse(a);
  const Json right = parse(b);
  if (left.is_discarded() || right.is_discarded()) return a == b;
  return left == right;
}

std::string calls_difference(const Answer& answer, const Expected& right) {
  if (answer.calls.size() != right.calls.size()) {
    return std::to_string(answer.calls.size()) + " calls, expected " +
           std::to_string(right.calls.size());
  }
  for (std::size_t i = 0; i < right.calls.size(); ++i) {
    const AnswerCall& ours = answer.calls[i];
    const ExpectedCall& theirs = right.calls[i];
    if (ours.name != theirs.name || !same_arguments(ours.arguments, theirs.arguments)) {
      return ours.name + ' ' + ours.arguments + ", expected " + theirs.name + ' ' +
             theirs.arguments;
    }
  }
  return "";
}

std::string usage_difference(const Answer& answer, const Expected& right) {
  const auto differs = [](const char* name, Count ours, Count theirs) {
    const auto show = [](Count count) { return count ? std::to_string(*count) : "none"; };
    return ours == theirs ? std::string()
                          : std::string(name) + ' ' + show(ours) + ", expected " +
                                show(theirs) + ' ';
  };
  return differs("prompt", answer.raw_usage.prompt, right.prompt) +
         differs("completion", answer.raw_usage.completion, right.completion) +
         (right.cache_read
              ? differs("cache_read", answer.raw_usage.cache_read, right.cache_read)
              : "") +
         (right.cache_write
              ? differs("cache_write", answer.raw_usage.cache_write, right.cache_write)
              : "");
}

}  // namespace

Expected from_chat_sdk(const Json& result) {
  Expected out;
  for (const Json& choice : result.at("choices")) {
    if (choice.value("index", 0) != 0) continue;
    // A refusal is shown in the text's place; of an answer only one of the two is set.
    out.text = string_of(member(choice, "message"), "content") +
               string_of(member(choice, "message"), "refusal");
    out.stop = string_of(choice, "finish_reason");
    for (const Json& call : member(member(choice, "message"), "tool_calls")) {
      const Json& function = member(call, "function");
      out.calls.push_back(
          {string_of(function, "name"), string_of(function, "arguments")});
    }
  }
  add_chat_usage(out, member(result, "usage"));
  return out;
}

Expected from_anthropic_sdk(const Json& result) {
  Expected out;
  for (const Json& block : result.at("content")) {
    const std::string type = string_of(block, "type");
    if (type == "text") out.text += string_of(block, "text");
    if (type != "tool_use") continue;
    out.calls.push_back({string_of(block, "name"), member(block, "input").dump()});
  }
  out.stop = string_of(result, "stop_reason");
  add_anthropic_usage(out, member(result, "usage"));
  return out;
}

Expected read_chat(const std::string& body) {
  Expected out;
  std::vector<ReadCall> calls;
  each_event(body, [&](const Json& event) {
    add_chat_usage(out, member(event, "usage"));
    for (const Json& choice : member(event, "choices")) {
      if (choice.value("index", 0) != 0) continue;
      read_chat_delta(out, calls, member(choice, "delta"));
      const std::string stop = string_of(choice, "finish_reason");
      if (!stop.empty()) out.stop = stop;
    }
  });
  for (ReadCall& call : calls) out.calls.push_back(std::move(call.call));
  return out;
}

Expected read_anthropic(const std::string& body) {
  BlockReader reader;
  each_event(body, [&](const Json& event) { reader.read(event); });
  reader.close();
  return std::move(reader.out);
}

std::vector<std::pair<std::string, std::string>> differences(const Answer& answer,
                                                             const Expected& right) {
  std::vector<std::pair<std::string, std::string>> out;
  const auto add = [&](const char* field, std::string what) {
    if (!what.empty()) out.emplace_back(field, std::move(what));
  };
  add("text",
      answer.text == right.text ? ""
                                : "<" + answer.text + ">, expected <" + right.text + ">");
  add("tool_calls", calls_difference(answer, right));
  const std::string stop = answer.stop ? answer.stop->raw : "";
  add("stop", stop == right.stop ? "" : stop + ", expected " + right.stop);
  add("usage", usage_difference(answer, right));
  return out;
}

}  // namespace pintle::testing
