// SPDX-License-Identifier: MIT
#include <cmath>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "pintle/json_io.hpp"

#include "core/json_kind.hpp"

namespace pintle {

using nlohmann::json;

namespace {

// Doubles hold every integer up to here; beyond, one that looks whole may be rounded.
constexpr double exact_integer_max = 9007199254740992.0;

bool is_exact_whole(const json& value) {
  return is_whole(value) && std::fabs(value.get<double>()) <= exact_integer_max;
}

}  // namespace

struct JsonReader::State {
  struct Step {
    const json* value;
    std::size_t path_length;  // of the path before this step
  };
  json root;
  std::vector<Step> steps;  // from the root to the cursor
  std::string path;
  std::string fault;

  [[nodiscard]] const json& here() const { return *steps.back().value; }
  void enter(const json& value, std::string_view segment) {
    steps.push_back(Step{&value, path.size()});
    path += pointer_step(segment);
  }
};

JsonReader::JsonReader(std::string_view text) : state_(std::make_unique<State>()) {
  if (is_json(text)) state_->root = json::parse(text, nullptr, false);
  if (!is_json(text) || state_->root.is_discarded()) {
    state_->root = json();
    state_->fault = "the text is not valid JSON";
  }
  state_->steps.push_back(State::Step{&state_->root, 0});
}

JsonReader::~JsonReader() = default;

const std::string& JsonReader::fault() const noexcept {
  return state_->fault;
}

bool JsonReader::expected(std::string_view what) {
  if (state_->fault.empty()) {
    state_->fault = at_pointer(state_->path) + "expected " + std::string(what) +
                    ", got " + shown(state_->here());
  }
  return false;
}

bool JsonReader::missing(const char* field) {
  if (state_->fault.empty()) {
    state_->fault =
        at_pointer(state_->path) + "missing required field " + json_quote(field);
  }
  return false;
}

std::string JsonReader::take_fault() {
  return std::exchange(state_->fault, {});
}

bool JsonReader::fits_none(const std::vector<std::string>& faults) {
  std::string text;
  for (const std::string& fault : faults) {
    text += text.empty() ? "" : "; or ";
    text += fault;
  }
  if (state_->fault.empty()) {
    state_->fault = at_pointer(state_->path) + "none of " +
                    std::to_string(faults.size()) + " forms fits: " + text;
  }
  return false;
}

bool JsonReader::is_null() const {
  return state_->here().is_null();
}

bool JsonReader::object() {
  return state_->here().is_object() || expected("object");
}

bool JsonReader::object(std::vector<std::string>& keys) {
  if (!object()) return false;
  for (const auto& [key, value] : state_->here().items()) keys.push_back(key);
  return true;
}

bool JsonReader::array(std::size_t& size) {
  if (!state_->here().is_array()) return expected("array");
  size = state_->here().size();
  return true;
}

bool JsonReader::string(std::string& out) {
  if (!state_->here().is_string()) return expected("string");
  out = state_->here().get_ref<const std::string&>();
  return true;
}

bool JsonReader::boolean(bool& out) {
  if (!state_->here().is_boolean()) return expected("boolean");
  out = state_->here().get<bool>();
  return true;
}

bool JsonReader::number(double& out) {
  if (!state_->here().is_number()) return expected("number");
  out = state_->here().get<double>();
  return true;
}

bool JsonReader::integer(long long& out, long long least, long long most) {
  const json& value = state_->here();
  if (!is_whole(value)) return expected("integer");
  bool fits = false;
  if (value.is_number_unsigned()) {
    fits = value.get<unsigned long long>() <= static_cast<unsigned long long>(most);
    if (fits) out = value.get<long long>();
  } else if (value.is_number_integer()) {
    out = value.get<long long>();
    fits = out >= least && out <= most;
  } else if (is_exact_whole(value)) {
    out = static_cast<long long>(value.get<double>());
    fits = out >= least && out <= most;
  }
  if (fits) return true;
  return expected("integer from " + std::to_string(least) + " to " +
                  std::to_string(most));
}

bool JsonReader::natural(unsigned long long& out, unsigned long long most) {
  const json& value = state_->here();
  if (!is_whole(value)) return expected("integer");
  const std::string range = "integer from 0 to " + std::to_string(most);
  if (value.is_number_unsigned()) {
    out = value.get<unsigned long long>();
  } else if (value.get<double>() >= 0 && is_exact_whole(value)) {
    out = static_cast<unsigned long long>(value.get<double>());
  } else {
    return expected(range);
  }
  return out <= most || expected(range);
}

bool JsonReader::enter(const char* field) {
  const json& value = state_->here();
  const auto member = value.find(field);
  if (member == value.end()) return false;
  state_->enter(*member, field);
  return true;
}

void JsonReader::enter_item(std::size_t index) {
  state_->enter(state_->here()[index], std::to_string(index));
}

void JsonReader::leave() {
  state_->path.resize(state_->steps.back().path_length);
  state_->steps.pop_back();
}

}  // namespace pintle
