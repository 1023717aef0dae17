// SPDX-License-Identifier: MIT
#include "core/nearest.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace pintle {

namespace {
constexpr std::size_t listed_max = 40;
}  // namespace

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row.back();
}

std::vector<std::string_view> nearest_first(std::string_view wrong,
                                            std::vector<std::string_view> names) {
  if (wrong.size() > compared_name_bytes) return names;
  std::vector<std::pair<std::size_t, std::string_view>> ranked;
  for (const std::string_view name : names) {
    ranked.emplace_back(edit_distance(wrong, name.substr(0, compared_name_bytes)), name);
  }
  std::stable_sort(ranked.begin(), ranked.end(), [](const auto& a, const auto& b) {
    return a.first < b.first;
  });
  std::transform(ranked.begin(), ranked.end(), names.begin(), [](const auto& entry) {
    return entry.second;
  });
  return names;
}

bool probably_meant(std::string_view wrong, std::string_view name) {
  if (wrong.size() > compared_name_bytes || name.size() > compared_name_bytes) {
    return false;
  }
  const std::size_t longer = std::max(wrong.size(), name.size());
  return edit_distance(wrong, name) <= std::max<std::size_t>(1, longer / 3);
}

std::string listed(const std::vector<std::string_view>& names) {
  std::string out;
  for (std::size_t i = 0; i < names.size() && i < listed_max; ++i) {
    if (i > 0) out += ", ";
    out += names[i];
  }
  if (names.size() > listed_max) {
    out += " and " + std::to_string(names.size() - listed_max) + " more";
  }
  return out;
}

}  // namespace pintle
