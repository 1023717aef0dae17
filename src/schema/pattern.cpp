// SPDX-License-Identifier: MIT
#define PCRE2_CODE_UNIT_WIDTH 8
#include "schema/pattern.hpp"

#include <array>

#include <pcre2.h>

namespace pintle::schema {

namespace {

constexpr std::uint32_t depth_limit = 10'000;  // of nested groups in one match
constexpr std::uint32_t heap_limit_kib = 8 * 1024;

std::string message_of(int code) {
  std::array<unsigned char, 200> text{};
  if (pcre2_get_error_message(code, text.data(), text.size()) < 0) return "not valid";
  return reinterpret_cast<const char*>(text.data());
}

const unsigned char* bytes(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

struct FreeContext {
  void operator()(pcre2_match_context* context) const {
    pcre2_match_context_free(context);
  }
};
struct FreeData {
  void operator()(pcre2_match_data* data) const { pcre2_match_data_free(data); }
};

}  // namespace

Pattern Pattern::compile(std::string_view ecma, std::string& error) {
  Pattern out;
  out.text_ = ecma;
  const std::string translated = pcre_pattern(ecma, error);
  if (!error.empty()) return out;
  constexpr std::uint32_t options = PCRE2_UTF | PCRE2_DOLLAR_ENDONLY |
                                    PCRE2_ALLOW_EMPTY_CLASS | PCRE2_MATCH_UNSET_BACKREF |
                                    PCRE2_NEVER_BACKSLASH_C | PCRE2_DUPNAMES;
  int code = 0;
  PCRE2_SIZE at = 0;
  pcre2_code* const compiled =
      pcre2_compile(bytes(translated), translated.size(), options, &code, &at, nullptr);
  if (compiled == nullptr) {
    error = message_of(code);
    return out;
  }
  out.code_ = std::shared_ptr<const void>(compiled, [](const void* p) {
    pcre2_code_free(static_cast<pcre2_code*>(const_cast<void*>(p)));
  });
  return out;
}

Search Pattern::search(std::string_view subject, std::uint32_t steps) const {
  if (!code_) return Search::absent;
  const std::unique_ptr<pcre2_match_context, FreeContext> context(
      pcre2_match_context_create(nullptr));
  const std::unique_ptr<pcre2_match_data, FreeData> data(
      pcre2_match_data_create(1, nullptr));
  if (!context || !data) return Search::over_limit;
  pcre2_set_match_limit(context.get(), steps);
  pcre2_set_depth_limit(context.get(), depth_limit);
  pcre2_set_heap_limit(context.get(), heap_limit_kib);
  const int found = pcre2_match(static_cast<const pcre2_code*>(code_.get()),
                                bytes(subject),
                                subject.size(),
                                0,
                                PCRE2_NO_UTF_CHECK,
                                data.get(),
                                context.get());
  if (found >= 0) return Search::found;
  return found == PCRE2_ERROR_NOMATCH ? Search::absent : Search::over_limit;
}

}  // namespace pintle::schema
