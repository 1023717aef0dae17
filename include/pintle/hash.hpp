// SPDX-License-Identifier: MIT
// A stable 64-bit hash: FNV-1a (Fowler, Noll, Vo; IETF draft-eastlake-fnv, whose test
// vectors are in the tests). The same on every compiler and machine; not for adversarial
// input.
#pragma once

#include <cstdint>
#include <string_view>

namespace pintle {

/// Feeds bytes and integers; integers go in little-endian, strings with their length
/// before them, so that two fields never run together.
class Hasher {
 public:
  constexpr void bytes(std::string_view text) noexcept {
    for (const char c : text) {
      state_ = (state_ ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
    }
  }
  constexpr void number(std::uint64_t value) noexcept {
    for (int shift = 0; shift < 64; shift += 8) {
      state_ = (state_ ^ ((value >> shift) & 0xffU)) * 0x100000001b3ULL;
    }
  }
  constexpr void text(std::string_view value) noexcept {
    number(value.size());
    bytes(value);
  }
  [[nodiscard]] constexpr std::uint64_t digest() const noexcept { return state_; }

 private:
  std::uint64_t state_ = 0xcbf29ce484222325ULL;
};

/// The hash of one string of bytes, without a length before it.
[[nodiscard]] constexpr std::uint64_t hash64(std::string_view text) noexcept {
  Hasher hasher;
  hasher.bytes(text);
  return hasher.digest();
}

}  // namespace pintle
