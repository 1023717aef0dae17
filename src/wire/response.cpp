// SPDX-License-Identifier: MIT
#include "wire/response.hpp"

#include <algorithm>
#include <array>

#include "wire/error_text.hpp"

namespace pintle::wire {

namespace {

// Content types in which no model answers.
constexpr std::array<std::string_view, 6> foreign_types = {"text/html",
                                                           "application/xhtml",
                                                           "text/xml",
                                                           "application/xml",
                                                           "image/",
                                                           "application/x-ndjson"};

}  // namespace

std::string_view header_value(const Headers& headers, std::string_view name) {
  const auto hit =
      std::find_if(headers.begin(), headers.end(), [name](const auto& header) {
        return header.first.size() == name.size() && lower_case(header.first) == name;
      });
  if (hit == headers.end()) return {};
  std::string_view value = hit->second;
  value.remove_prefix(std::min(value.find_first_not_of(" \t"), value.size()));
  return value.substr(0, value.find_last_not_of(" \t\r\n") + 1);
}

Headers retry_headers(const Headers& headers) {
  Headers kept;
  for (const char* name : {"retry-after-ms", "retry-after"}) {
    const std::string_view value = header_value(headers, name);
    if (!value.empty()) kept.emplace_back(name, value);
  }
  return kept;
}

BodyPlan plan_body(int status, const Headers& headers, bool decoded) {
  if (status < 200 || status >= 300) return BodyPlan::error;
  const std::string encoding = lower_case(header_value(headers, "content-encoding"));
  if (!decoded && !encoding.empty() && encoding != "identity") return BodyPlan::error;
  const std::string type = lower_case(header_value(headers, "content-type"));
  const bool foreign = std::any_of(
      foreign_types.begin(), foreign_types.end(), [&type](std::string_view prefix) {
        return std::string_view(type).substr(0, prefix.size()) == prefix;
      });
  if (foreign) return BodyPlan::error;
  const bool json = type.find("json") != std::string::npos;
  return json ? BodyPlan::whole : BodyPlan::stream;
}

}  // namespace pintle::wire
