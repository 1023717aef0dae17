// SPDX-License-Identifier: MIT
// ReadyRing: the jobs that are to be stepped, first in first out, in a buffer that grows
// to the most that were ever ready at once and allocates no more after that.
#pragma once

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

namespace pintle {

template <class T>
class ReadyRing {
 public:
  [[nodiscard]] bool empty() const noexcept { return size_ == 0; }
  [[nodiscard]] std::size_t size() const noexcept { return size_; }

  void push(T item) {
    if (size_ == buffer_.size()) grow();
    buffer_[index(size_)] = std::move(item);
    ++size_;
  }

  /// Requires: not empty.
  T pop() {
    T item = std::move(buffer_[first_]);
    buffer_[first_] = T{};
    first_ = index(1);
    --size_;
    return item;
  }

  /// Exchanges the first with the one `distance` behind it. Requires: there is one.
  void swap_first(std::size_t distance) noexcept {
    std::swap(buffer_[first_], buffer_[index(distance)]);
  }

 private:
  [[nodiscard]] std::size_t index(std::size_t distance) const noexcept {
    return (first_ + distance) % buffer_.size();
  }

  void grow() {
    std::vector<T> larger(buffer_.empty() ? 16 : 2 * buffer_.size());
    for (std::size_t i = 0; i < size_; ++i) larger[i] = std::move(buffer_[index(i)]);
    buffer_ = std::move(larger);
    first_ = 0;
  }

  std::vector<T> buffer_;
  std::size_t first_ = 0;
  std::size_t size_ = 0;
};

}  // namespace pintle
