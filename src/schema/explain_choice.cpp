// SPDX-License-Identifier: MIT
// Why none of several forms fits, told as one fault that can be acted on: what all forms
// wanted at one place, or the faults of the form that was meant.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "core/json_kind.hpp"
#include "schema/evaluation.hpp"

namespace pintle::schema {

namespace {

using Findings = std::vector<Finding>;

// Does the form differ in kind? A form of the right kind is the one that was meant.
bool is_of_kind(const Finding& finding) {
  const std::string& keyword = finding.fault.keyword;
  return keyword == "type" || keyword == "const" || keyword == "enum";
}

std::size_t faults_of_kind(const Findings& form) {
  return static_cast<std::size_t>(std::count_if(form.begin(), form.end(), is_of_kind));
}

// Did each form ask for another type, and nothing else, of the value at `path`?
TypeSet wanted_types(const std::vector<Findings>& forms, const std::string& path) {
  TypeSet types = 0;
  for (const Findings& form : forms) {
    const bool only = form.size() == 1 && form[0].expected != 0;
    if (!only || form[0].fault.instance != path) return 0;
    types = static_cast<TypeSet>(types | form[0].expected);
  }
  return types;
}

const Finding* value_fault(const Findings& form, const std::string& path) {
  const auto found = std::find_if(form.begin(), form.end(), [&path](const Finding& one) {
    const bool names_values = one.fault.keyword == "const" || one.fault.keyword == "enum";
    return names_values && one.fault.instance == path;
  });
  return found == form.end() ? nullptr : &*found;
}

// A place at which every form wants other values than the one that is there.
std::string shared_value_path(const std::vector<Findings>& forms) {
  for (const Finding& first : forms.front()) {
    const std::string& path = first.fault.instance;
    const auto wants = [&path](const Findings& form) {
      return value_fault(form, path) != nullptr;
    };
    if (std::all_of(forms.begin(), forms.end(), wants)) return path;
  }
  return "-";  // no pointer: those begin with a slash or are empty
}

std::string wanted_values(const std::vector<Findings>& forms, const std::string& path) {
  std::string out;
  for (const Findings& form : forms) {
    const std::string& message = value_fault(form, path)->fault.message;
    const std::size_t end = message.rfind(", got ");
    std::string values = message.substr(0, end);
    for (const std::string_view words : {"expected one of ", "expected "}) {
      if (values.starts_with(words)) values.erase(0, words.size());
    }
    out += (out.empty() ? "" : ", ") + values;
  }
  return out;
}

}  // namespace

void Evaluation::explain_choice(const std::vector<NodeId>& forms, const At& at) {
  if (done() || forms.empty()) {
    fail(at, "no form fits");
    return;
  }
  std::vector<Findings> tried;
  std::vector<Finding>* const kept = findings_;
  for (const NodeId id : forms) {
    findings_ = &tried.emplace_back();
    node(id, at.value, nullptr);
  }
  findings_ = kept;
  if (stopped_) return;
  if (const TypeSet types = wanted_types(tried, path_); types != 0) {
    fail(at, "expected " + type_list(types) + ", got " + shown(at.value), types);
    return;
  }
  if (const std::string path = shared_value_path(tried); path != "-") {
    Finding whole = *value_fault(tried.front(), path);
    const std::string& message = whole.fault.message;
    whole.fault.message = "expected one of " + wanted_values(tried, path) +
                          message.substr(message.rfind(", got "));
    findings_->push_back(std::move(whole));
    return;
  }
  const auto nearest = std::min_element(
      tried.begin(), tried.end(), [](const Findings& a, const Findings& b) {
        return std::pair(faults_of_kind(a), a.size()) <
               std::pair(faults_of_kind(b), b.size());
      });
  if (faults_of_kind(*nearest) > 0) {
    fail(at,
         "fits none of the " + std::to_string(tried.size()) +
             " forms allowed; what form " + std::to_string(nearest - tried.begin() + 1) +
             ", the nearest, lacks follows");
  }
  for (Finding& finding : *nearest) {
    if (!done()) findings_->push_back(std::move(finding));
  }
}

}  // namespace pintle::schema
