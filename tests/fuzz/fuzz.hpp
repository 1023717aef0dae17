// SPDX-License-Identifier: MIT
// What the fuzz targets share. A target aborts when a rule is broken.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <vector>

namespace pintle::fuzz {

inline void require(bool holds, const char* rule) {
  if (holds) return;
  std::fprintf(stderr, "fuzz: broken rule: %s\n", rule);
  std::abort();
}

inline std::string_view text_of(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};  // NOLINT: bytes as text
}

/// The reads that the input asks for: its last byte is their size.
inline std::size_t read_size(std::string_view input) {
  return input.empty() ? 1 : 1 + static_cast<unsigned char>(input.back()) % 17U;
}

/// Calls `take` with each read.
template <class Take>
void in_reads(std::string_view bytes, std::size_t size, Take take) {
  for (std::size_t at = 0; at < bytes.size(); at += size) take(bytes.substr(at, size));
}

/// The next choice that the input makes; 0 at its end.
class Choices {
 public:
  explicit Choices(std::string_view bytes) : bytes_(bytes) {}
  [[nodiscard]] bool done() const { return at_ == bytes_.size(); }
  std::uint8_t next() {
    return done() ? std::uint8_t{0} : static_cast<std::uint8_t>(bytes_[at_++]);
  }

 private:
  std::string_view bytes_;
  std::size_t at_ = 0;
};

}  // namespace pintle::fuzz

#define PINTLE_FUZZ_TARGET(input)                                                     \
  static void fuzz_one(std::string_view input);                                       \
  extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) { \
    fuzz_one(pintle::fuzz::text_of(data, size));                                      \
    return 0;                                                                         \
  }                                                                                   \
  static void fuzz_one(std::string_view input)
