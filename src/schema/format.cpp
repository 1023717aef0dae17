// SPDX-License-Identifier: MIT
// The grammars of the formats, as patterns, and the few rules that no pattern can hold.
#include "schema/format.hpp"

#include <array>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <string>

#include <arpa/inet.h>

#include "schema/pattern.hpp"

namespace pintle::schema {

namespace {

constexpr std::uint32_t steps = 100'000;

bool matches(const Pattern& pattern, std::string_view text) {
  return pattern.search(text, steps) == Search::found;
}

Pattern made(const std::string& ecma) {
  std::string none;
  return Pattern::compile(ecma, none);
}

// Digits that a pattern has found there already.
int number(std::string_view text, std::size_t at, std::size_t length) {
  int out = 0;
  std::from_chars(text.data() + at, text.data() + at + length, out);
  return out;
}

bool is_date(std::string_view text) {
  static const Pattern form = made(R"(^\d{4}-\d\d-\d\d$)");
  if (!matches(form, text)) return false;
  const auto part = [text](std::size_t at) {
    return static_cast<unsigned>(number(text, at, 2));
  };
  return std::chrono::year_month_day(std::chrono::year(number(text, 0, 4)),
                                     std::chrono::month(part(5)),
                                     std::chrono::day(part(8)))
      .ok();
}

// RFC 3339, full-time; a leap second ends a day in UTC.
bool is_time(std::string_view text) {
  static const Pattern form = made(R"(^\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)$)");
  if (!matches(form, text)) return false;
  const int hour = number(text, 0, 2);
  const int minute = number(text, 3, 2);
  const int second = number(text, 6, 2);
  int offset = 0;
  const std::size_t sign = text.find_first_of("+-");
  if (sign != std::string_view::npos) {
    const int hours = number(text, sign + 1, 2);
    const int minutes = number(text, sign + 4, 2);
    if (hours > 23 || minutes > 59) return false;
    offset = (text[sign] == '+' ? 1 : -1) * (hours * 60 + minutes);
  }
  if (hour > 23 || minute > 59 || second > 60) return false;
  constexpr int day = 24 * 60;
  const int utc = ((hour * 60 + minute - offset) % day + day) % day;
  return second < 60 || utc == day - 1;
}

bool is_date_time(std::string_view text) {
  constexpr std::size_t date_bytes = 10;
  if (text.size() <= date_bytes) return false;
  return (text[date_bytes] == 'T' || text[date_bytes] == 't') &&
         is_date(text.substr(0, date_bytes)) && is_time(text.substr(date_bytes + 1));
}

// RFC 3339, appendix A.
bool is_duration(std::string_view text) {
  static const Pattern form = made(
      R"(^P(?:\d+W|(?:\d+D|\d+M(?:\d+D)?|\d+Y(?:\d+M(?:\d+D)?)?)?)"
      R"((?:(?<=[YMD])|(?=T))(?:T(?:\d+S|\d+M(?:\d+S)?|\d+H(?:\d+M(?:\d+S)?)?))?)$)");
  return matches(form, text);
}

bool is_hostname(std::string_view text) {
  static const Pattern form =
      made(R"(^(?!.{254})[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)"
           R"((?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*$)");
  static const Pattern reserved =
      made(R"((?:^|\.)(?![Xx][Nn]).{2}--)");  // RFC 5891, 4.2.3.1
  return matches(form, text) && !matches(reserved, text);
}

bool is_ipv4(std::string_view text) {
  static const Pattern form =
      made(R"(^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$)");
  return matches(form, text);
}

bool is_ipv6(std::string_view text) {
  in6_addr address{};
  return text.find('\0') == std::string_view::npos &&
         ::inet_pton(AF_INET6, std::string(text).c_str(), &address) == 1;
}

// RFC 5321, Mailbox.
bool is_mailbox(std::string_view text, const Pattern& local) {
  const std::size_t at = text.rfind('@');
  if (at == std::string_view::npos || !matches(local, text.substr(0, at))) return false;
  std::string_view domain = text.substr(at + 1);
  if (!domain.starts_with('[')) return is_hostname(domain);
  if (!domain.ends_with(']')) return false;
  domain = domain.substr(1, domain.size() - 2);
  constexpr std::string_view six = "IPv6:";
  return domain.starts_with(six) ? is_ipv6(domain.substr(six.size())) : is_ipv4(domain);
}

bool is_email(std::string_view text) {
  static const Pattern local =
      made(R"(^(?:[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*)"
           R"(|"(?:[ !#-\[\]-~]|\\[ -~])*")$)");
  return is_mailbox(text, local);
}

bool is_idn_email(std::string_view text) {
  static const Pattern form = made(R"(^[^@\s]+@[^@\s]+$)");
  return is_email(text) || matches(form, text);
}

// RFC 3986, appendix A; for RFC 3987, `more` holds the characters beyond ASCII, and
// `in_query` those that a query may have besides.
std::string uri_pattern(bool absolute,
                        const std::string& more,
                        const std::string& in_query) {
  const std::string mark = R"(\w.~!$&'()*+,;=\-)" + more;
  const std::string escaped = "%[0-9A-Fa-f]{2}";
  const std::string character = "(?:[" + mark + ":@]|" + escaped + ")";
  const std::string authority = "(?:(?:[" + mark + ":]|" + escaped + ")*@)?" +
                                R"((?:\[[0-9A-Fa-f:.]+\]|\[[Vv][0-9A-Fa-f]+\.[)" + mark +
                                R"(:]+\]|(?:[)" + mark + "]|" + escaped + ")*)(?::\\d*)?";
  const std::string below = "(?:/" + character + "*)*";
  const std::string rooted = "/(?:" + character + "+" + below + ")?";
  const std::string rootless = character + "+" + below;
  const std::string no_scheme = "(?:[" + mark + "@]|" + escaped + ")+" + below;
  const std::string tail = "(?:\\?(?:" + character + "|[/?" + in_query +
                           "])*)?(?:#(?:" + character + "|[/?])*)?$";
  const std::string whole = "[A-Za-z][A-Za-z0-9+.-]*:(?://" + authority + below + "|" +
                            rooted + "|" + rootless + "|)" + tail;
  if (absolute) return "^" + whole;
  return "^(?:" + whole + "|(?://" + authority + below + "|" + rooted + "|" + no_scheme +
         "|)" + tail + ")";
}

// What the brackets of a host hold must be an address.
bool has_true_host(std::string_view text) {
  const std::size_t open = text.find("//");
  if (open == std::string_view::npos) return true;
  const std::size_t begin = text.find('[', open);
  const std::size_t end = text.find(']', open);
  if (begin == std::string_view::npos || end == std::string_view::npos) return true;
  const std::string_view host = text.substr(begin + 1, end - begin - 1);
  return host.starts_with('v') || host.starts_with('V') || is_ipv6(host);
}

constexpr const char* beyond_ascii =
    R"(\u{a0}-\u{d7ff}\u{f900}-\u{fdcf}\u{fdf0}-\u{ffef}\u{10000}-\u{efffd})";

constexpr const char* for_private_use =
    R"(\u{e000}-\u{f8ff}\u{f0000}-\u{ffffd}\u{100000}-\u{10fffd})";

bool is_uri(std::string_view text) {
  static const Pattern form = made(uri_pattern(true, "", ""));
  return matches(form, text) && has_true_host(text);
}
bool is_uri_reference(std::string_view text) {
  static const Pattern form = made(uri_pattern(false, "", ""));
  return matches(form, text) && has_true_host(text);
}
bool is_iri(std::string_view text) {
  static const Pattern form = made(uri_pattern(true, beyond_ascii, for_private_use));
  return matches(form, text) && has_true_host(text);
}
bool is_iri_reference(std::string_view text) {
  static const Pattern form = made(uri_pattern(false, beyond_ascii, for_private_use));
  return matches(form, text) && has_true_host(text);
}

// RFC 6570, section 2.
bool is_uri_template(std::string_view text) {
  static const Pattern form = made(
      R"(^(?:[^\x00-\x20"<>%\\^`{|}\x7f]|%[0-9A-Fa-f]{2}|\{[+#./;?&=,!@|]?)"
      R"((?:\w|%[0-9A-Fa-f]{2})(?:\.?(?:\w|%[0-9A-Fa-f]{2}))*(?::[1-9]\d{0,3}|\*)?)"
      R"((?:,(?:\w|%[0-9A-Fa-f]{2})(?:\.?(?:\w|%[0-9A-Fa-f]{2}))*(?::[1-9]\d{0,3}|\*)?)*\})*$)");
  return matches(form, text);
}

bool is_json_pointer(std::string_view text) {
  static const Pattern form = made(R"(^(?:/(?:[^~/]|~[01])*)*$)");
  return matches(form, text);
}

bool is_relative_json_pointer(std::string_view text) {
  static const Pattern form = made(R"(^(?:0|[1-9]\d*)(?:#|(?:/(?:[^~/]|~[01])*)*)$)");
  return matches(form, text);
}

bool is_uuid(std::string_view text) {
  static const Pattern form =
      made(R"(^[0-9A-Fa-f]{8}-(?:[0-9A-Fa-f]{4}-){3}[0-9A-Fa-f]{12}$)");
  return matches(form, text);
}

bool is_regex(std::string_view text) {
  std::string fault;
  (void)Pattern::compile(text, fault);
  return fault.empty();
}

constexpr std::array<Format, 18> formats{{
    {"date", is_date},
    {"time", is_time},
    {"date-time", is_date_time},
    {"duration", is_duration},
    {"email", is_email},
    {"idn-email", is_idn_email},
    {"hostname", is_hostname},
    {"ipv4", is_ipv4},
    {"ipv6", is_ipv6},
    {"uri", is_uri},
    {"uri-reference", is_uri_reference},
    {"iri", is_iri},
    {"iri-reference", is_iri_reference},
    {"uri-template", is_uri_template},
    {"json-pointer", is_json_pointer},
    {"relative-json-pointer", is_relative_json_pointer},
    {"uuid", is_uuid},
    {"regex", is_regex},
}};

}  // namespace

const Format* find_format(std::string_view name) {
  for (const Format& format : formats) {
    if (format.name == name) return &format;
  }
  return nullptr;
}

}  // namespace pintle::schema
