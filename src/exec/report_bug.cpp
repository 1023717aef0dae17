// SPDX-License-Identifier: MIT
#include "exec/report_bug.hpp"

#include <cstdio>

namespace pintle {

std::string text_of(const std::exception_ptr& failure) {
  try {
    std::rethrow_exception(failure);
  } catch (const std::exception& e) {
    return e.what();
  } catch (...) {
    return "something that is no std::exception";
  }
}

void report_bug(std::string_view where) noexcept {
  try {
    const std::string text = text_of(std::current_exception());
    std::fprintf(stderr,
                 "pintle: %.*s threw: %s\n",
                 static_cast<int>(where.size()),
                 where.data(),
                 text.c_str());
  } catch (...) {
    std::fputs("pintle: out of memory while an exception was reported\n", stderr);
  }
}

}  // namespace pintle
