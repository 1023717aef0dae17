// SPDX-License-Identifier: MIT
// What the readers of all dialects share: the transcript in the making, the rules that
// hold everywhere.
#pragma once

#include <initializer_list>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "pintle/testing/transcript.hpp"

namespace pintle::testing {

class TranscriptReader {
 public:
  using Json = nlohmann::json;
  using Kind = TranscriptItem::Kind;

  explicit TranscriptReader(Transcript& out) : out_(out) {}

  static bool is_blank(std::string_view text) {
    return text.find_first_not_of(" \t\r\n\v\f") == std::string_view::npos;
  }

  void require(bool good, const std::string& what) {
    if (!good) out_.faults.push_back(what);
  }

  /// Has `object` no key but these?
  void only(const Json& object, std::initializer_list<std::string_view> keys) {
    for (const auto& [key, value] : object.items()) {
      bool known = false;
      for (const std::string_view each : keys) known = known || each == key;
      require(known, "unknown field: " + key);
    }
  }

  static std::string text_at(const Json& object, const char* key) {
    const auto found = object.find(key);
    const bool text = found != object.end() && found->is_string();
    return text ? found->get<std::string>() : std::string();
  }

  void add(Kind kind, bool assistant, std::string text) {
    out_.items.push_back({kind, assistant, std::move(text), {}, {}});
  }

  /// A call, which opens a slot for its result.
  void add_call(std::string id, std::string name, std::string arguments) {
    require(good_id(id), "a call id that is refused: " + id);
    require(ids_.insert(id).second, "a call id twice: " + id);
    require(good_id(name), "a tool name that is refused: " + name);
    open_.push_back(id);
    out_.items.push_back(
        {Kind::call, true, std::move(arguments), std::move(id), std::move(name)});
  }

  void add_result(std::string id, std::string text) {
    const bool expected = !open_.empty() && open_.front() == id;
    require(expected, "a result out of place: " + id);
    if (expected) open_.erase(open_.begin());
    out_.items.push_back({Kind::result, false, std::move(text), std::move(id), {}});
  }

  void all_answered(const char* where) {
    require(open_.empty(), std::string("a call without its result ") + where);
    open_.clear();
  }

  void offer(std::string name, const Json& schema) {
    require(good_id(name), "a tool name that is refused: " + name);
    require(schema.is_object() && text_at(schema, "type") == "object",
            "the schema of " + name + " is no object's");
    for (const OfferedTool& each : out_.offered) {
      require(each.name != name, "a tool twice: " + name);
    }
    out_.offered.push_back({std::move(name), schema.dump()});
  }

  Transcript& out() { return out_; }

 private:
  static bool good_id(std::string_view id) {
    constexpr std::string_view allowed =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
    return !id.empty() && id.size() <= 64 &&
           id.find_first_not_of(allowed) == std::string_view::npos;
  }

  Transcript& out_;
  std::set<std::string> ids_;
  std::vector<std::string> open_;  // calls that wait for their results, in order
};

void read_anthropic(TranscriptReader& reader, const nlohmann::json& request);
void read_openai_chat(TranscriptReader& reader, const nlohmann::json& request);

}  // namespace pintle::testing
