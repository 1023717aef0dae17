// SPDX-License-Identifier: MIT
#include "http/socket_hold.hpp"

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

namespace pintle::http {

IdleSocket::IdleSocket() {
  const int kind = SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC;
  if (::socketpair(AF_UNIX, kind, 0, ends_) != 0) ends_[0] = ends_[1] = -1;
}

IdleSocket::~IdleSocket() {
  for (const int end : ends_) {
    if (end >= 0) ::close(end);
  }
}

bool SocketHold::begin(int fd, const IdleSocket& idle) {
  if (holds() || idle.fd() < 0) return false;
  const int real = ::fcntl(fd, F_DUPFD_CLOEXEC, 0);
  if (real < 0) return false;
  if (::dup3(idle.fd(), fd, O_CLOEXEC) < 0) {
    ::close(real);
    return false;
  }
  fd_ = fd;
  real_ = real;
  return true;
}

void SocketHold::end() noexcept {
  if (!holds()) return;
  ::dup3(real_, fd_, O_CLOEXEC);
  ::close(real_);
  real_ = -1;
  fd_ = -1;
}

}  // namespace pintle::http
