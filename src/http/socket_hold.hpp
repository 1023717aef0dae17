// SPDX-License-Identifier: MIT
// SocketHold: lets libcurl see an idle socket in the place of one that it shall not read.
//
// libcurl reads a fast connection a hundred times in a row, and again at its next timer,
// whether we watch the socket or not; its own pause is not to be relied on. While the
// hold lasts, the descriptor stands for a socket on which nothing ever comes; the kernel
// keeps what the peer sends, and stops the peer when its window is full.
#pragma once

namespace pintle::http {

/// The socket on which nothing ever comes.
class IdleSocket {
 public:
  IdleSocket();
  IdleSocket(const IdleSocket&) = delete;
  IdleSocket& operator=(const IdleSocket&) = delete;
  ~IdleSocket();
  [[nodiscard]] int fd() const noexcept { return ends_[0]; }

 private:
  int ends_[2] = {-1, -1};
};

/// Requires: the descriptor is not watched when the hold begins and when it ends.
class SocketHold {
 public:
  SocketHold() = default;
  SocketHold(const SocketHold&) = delete;
  SocketHold& operator=(const SocketHold&) = delete;
  ~SocketHold() { end(); }
  /// False: the process has no descriptor left; nothing was changed.
  bool begin(int fd, const IdleSocket& idle);
  /// Puts the socket back; harmless when nothing is held.
  void end() noexcept;
  [[nodiscard]] bool holds() const noexcept { return real_ >= 0; }
  [[nodiscard]] int fd() const noexcept { return fd_; }

 private:
  int fd_ = -1;
  int real_ = -1;  // the socket itself
};

}  // namespace pintle::http
