// SPDX-License-Identifier: MIT
#include "wire/http_date.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>

namespace pintle::wire {

namespace {

struct Fields {
  int year = 0;
  int month = 0;
  int day = 0;
  int hour = 0;
  int minute = 0;
  int second = 0;
};

std::optional<std::int64_t> to_millis(const Fields& f) {
  namespace chrono = std::chrono;
  const chrono::year_month_day date{chrono::year{f.year},
                                    chrono::month{static_cast<unsigned>(f.month)},
                                    chrono::day{static_cast<unsigned>(f.day)}};
  const bool valid = date.ok() && f.hour >= 0 && f.hour < 24 && f.minute >= 0 &&
                     f.minute < 60 && f.second >= 0 && f.second <= 60;
  if (!valid) return {};
  const auto instant = chrono::sys_days{date} + chrono::hours{f.hour} +
                       chrono::minutes{f.minute} + chrono::seconds{f.second};
  return chrono::duration_cast<chrono::milliseconds>(instant.time_since_epoch()).count();
}

// Cuts a date into its words and numbers: "Mon, 05 Jan 2026 10:00:30 GMT" has 8.
struct Pieces {
  std::array<std::string_view, 9> at{};
  std::size_t count = 0;
};

Pieces split(std::string_view text) {
  constexpr std::string_view separators = " ,-:";
  Pieces pieces;
  while (pieces.count < pieces.at.size()) {
    const std::size_t begin = text.find_first_not_of(separators);
    if (begin == std::string_view::npos) break;
    text.remove_prefix(begin);
    const std::size_t size = std::min(text.find_first_of(separators), text.size());
    pieces.at[pieces.count++] = text.substr(0, size);
    text.remove_prefix(size);
  }
  return pieces;
}

bool read_number(std::string_view text, int& out) {
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), out);
  return fault == std::errc() && end == text.data() + text.size();
}

bool read_month(std::string_view text, int& out) {
  constexpr std::string_view names = "JanFebMarAprMayJunJulAugSepOctNovDec";
  const std::size_t at = text.size() == 3 ? names.find(text) : std::string_view::npos;
  out = static_cast<int>(at / 3) + 1;
  return at != std::string_view::npos && at % 3 == 0;
}

// RFC 850 has two digits of the year; 69 and less are of this century.
int full_year(int year) {
  if (year >= 100) return year;
  return year < 70 ? 2000 + year : 1900 + year;
}

}  // namespace

std::optional<std::int64_t> parse_http_date(std::string_view text) {
  const Pieces pieces = split(text);
  const auto& at = pieces.at;
  Fields f;
  // "Mon Jan  5 10:00:30 2026" has no zone; the other two do.
  const bool asctime = pieces.count == 7;
  if (!asctime && (pieces.count != 8 || at[7] != "GMT")) return {};
  const std::size_t clock = asctime ? 3 : 4;
  const bool read =
      read_number(at[asctime ? 2 : 1], f.day) &&
      read_month(at[asctime ? 1 : 2], f.month) &&
      read_number(at[asctime ? 6 : 3], f.year) && read_number(at[clock], f.hour) &&
      read_number(at[clock + 1], f.minute) && read_number(at[clock + 2], f.second);
  f.year = full_year(f.year);
  return read ? to_millis(f) : std::nullopt;
}

std::optional<std::int64_t> parse_rfc3339(std::string_view text) {
  constexpr std::size_t seconds_end = 19;  // "2026-01-05T10:00:10"
  if (text.size() <= seconds_end) return {};
  Fields f;
  const bool shaped = text[4] == '-' && text[7] == '-' &&
                      (text[10] == 'T' || text[10] == 't' || text[10] == ' ') &&
                      text[13] == ':' && text[16] == ':';
  const bool read = shaped && read_number(text.substr(0, 4), f.year) &&
                    read_number(text.substr(5, 2), f.month) &&
                    read_number(text.substr(8, 2), f.day) &&
                    read_number(text.substr(11, 2), f.hour) &&
                    read_number(text.substr(14, 2), f.minute) &&
                    read_number(text.substr(17, 2), f.second);
  if (!read) return {};
  std::string_view zone = text.substr(seconds_end);
  if (zone.front() == '.') {
    zone.remove_prefix(std::min(zone.find_first_not_of("0123456789", 1), zone.size()));
  }
  const std::optional<std::int64_t> local = to_millis(f);
  if (!local || zone == "Z" || zone == "z") return local;
  int hours = 0;
  int minutes = 0;
  const bool offset = zone.size() == 6 && (zone[0] == '+' || zone[0] == '-') &&
                      read_number(zone.substr(1, 2), hours) &&
                      read_number(zone.substr(4, 2), minutes);
  if (!offset) return {};
  const std::int64_t shift = (hours * 60LL + minutes) * 60'000;
  return zone[0] == '+' ? *local - shift : *local + shift;
}

}  // namespace pintle::wire
