// SPDX-License-Identifier: MIT
// The contract of Reactor, for every implementation.
#include "pintle/reactor.hpp"

#include <array>
#include <chrono>
#include <string_view>
#include <thread>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include "pintle/testing/virtual_time.hpp"

namespace pintle {
namespace {

using namespace std::chrono_literals;

class Counter final : public WakeTarget {
 public:
  void wake() noexcept override { ++count; }
  int count = 0;
};

// Two connected ends.
struct Pair {
  Pair() {
    EXPECT_EQ(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends.data()), 0);
  }
  ~Pair() {
    close_end(0);
    close_end(1);
  }
  Pair(const Pair&) = delete;
  Pair& operator=(const Pair&) = delete;
  void close_end(std::size_t end) {
    if (ends[end] >= 0) close(ends[end]);
    ends[end] = -1;
  }
  void send(std::string_view text) const {
    EXPECT_EQ(write(ends[1], text.data(), text.size()),
              static_cast<ssize_t>(text.size()));
  }
  std::array<int, 2> ends{-1, -1};
};

struct Epoll {
  std::shared_ptr<Clock> clock = system_clock();
  std::shared_ptr<Reactor> reactor = epoll_reactor(clock);
};
struct Virtual {
  std::shared_ptr<testing::VirtualClock> clock =
      std::make_shared<testing::VirtualClock>();
  std::shared_ptr<Reactor> reactor = std::make_shared<testing::VirtualReactor>(clock);
};

template <class Kind>
class ReactorContract : public ::testing::Test {
 protected:
  Waker waker() const { return Waker(counter); }
  Kind kind;
  Reactor& reactor = *kind.reactor;
  std::shared_ptr<Counter> counter = std::make_shared<Counter>();
  Pair pair;
};
using Kinds = ::testing::Types<Epoll, Virtual>;
TYPED_TEST_SUITE(ReactorContract, Kinds);

TYPED_TEST(ReactorContract, FiresAWatchOnceWhenItsDescriptorIsReadable) {
  this->reactor.watch(this->pair.ends[0], true, false, this->waker());
  this->reactor.poll();
  EXPECT_EQ(this->counter->count, 0);
  this->pair.send("x");
  this->reactor.wait(std::nullopt);
  EXPECT_EQ(this->counter->count, 1);
  this->reactor.poll();
  EXPECT_EQ(this->counter->count, 1);
  this->reactor.watch(this->pair.ends[0], true, false, this->waker());
  this->reactor.poll();
  EXPECT_EQ(this->counter->count, 2);
}

TYPED_TEST(ReactorContract, FiresAWatchForWritingAtOnceWhenThereIsRoom) {
  this->reactor.watch(this->pair.ends[0], false, true, this->waker());
  this->reactor.wait(std::nullopt);
  EXPECT_EQ(this->counter->count, 1);
}

TYPED_TEST(ReactorContract, FiresWhenTheOtherEndIsClosed) {
  this->reactor.watch(this->pair.ends[0], true, false, this->waker());
  this->pair.close_end(1);
  this->reactor.wait(std::nullopt);
  EXPECT_EQ(this->counter->count, 1);
}

TYPED_TEST(ReactorContract, ReplacesAnEarlierWatchOfADescriptor) {
  const auto other = std::make_shared<Counter>();
  this->reactor.watch(this->pair.ends[0], false, true, Waker(other));
  this->reactor.watch(this->pair.ends[0], true, false, this->waker());
  this->reactor.poll();
  EXPECT_EQ(other->count + this->counter->count, 0);
  this->pair.send("x");
  this->reactor.poll();
  EXPECT_EQ(other->count, 0);
  EXPECT_EQ(this->counter->count, 1);
}

TYPED_TEST(ReactorContract, ForgetsAWatchThatWasEnded) {
  this->reactor.watch(this->pair.ends[0], true, false, this->waker());
  this->pair.send("x");
  this->reactor.unwatch(this->pair.ends[0]);
  this->reactor.unwatch(this->pair.ends[0]);
  this->reactor.unwatch(-1);
  this->reactor.poll();
  EXPECT_EQ(this->counter->count, 0);
  EXPECT_EQ(this->counter.use_count(), 1);
}

TYPED_TEST(ReactorContract, WatchesANewDescriptorOfAnOldNumber) {
  const int number = this->pair.ends[0];
  this->reactor.watch(number, true, false, this->waker());
  this->pair.send("x");
  this->reactor.poll();
  EXPECT_EQ(this->counter->count, 1);
  this->pair.close_end(0);
  const Pair fresh;
  ASSERT_EQ(fresh.ends[0], number);
  this->reactor.watch(number, true, false, this->waker());
  this->reactor.poll();
  EXPECT_EQ(this->counter->count, 1);
  fresh.send("y");
  this->reactor.poll();
  EXPECT_EQ(this->counter->count, 2);
  this->reactor.unwatch(number);
}

TYPED_TEST(ReactorContract, TakesWhatCannotBeWatchedForReady) {
  const int file = open("/proc/self/status", O_RDONLY | O_CLOEXEC);
  ASSERT_GE(file, 0);
  this->reactor.watch(file, true, false, this->waker());
  this->reactor.poll();
  EXPECT_EQ(this->counter->count, 1);
  close(file);
  this->reactor.watch(file, true, false, this->waker());
  this->reactor.watch(-1, true, false, this->waker());
  this->reactor.poll();
  EXPECT_EQ(this->counter->count, 3);
}

TYPED_TEST(ReactorContract, ServesManyDescriptors) {
  std::array<Pair, 150> pairs;
  for (const Pair& each : pairs) {
    this->reactor.watch(each.ends[0], true, false, this->waker());
    each.send("x");
  }
  for (int i = 0; i < 4; ++i) this->reactor.poll();
  EXPECT_EQ(this->counter->count, 150);
}

TYPED_TEST(ReactorContract, EndsAWaitAtItsTime) {
  const MonoTime until = this->kind.clock->now().mono + 2ms;
  this->reactor.wait(until);
  EXPECT_GE(this->kind.clock->now().mono, until);
  this->reactor.wait(until);
}

TYPED_TEST(ReactorContract, AWakeBeforeAWaitEndsIt) {
  this->reactor.wake();
  this->reactor.wake();
  this->reactor.wait(std::nullopt);
}

TEST(EpollReactor, IsWokenFromAnotherThread) {
  const std::shared_ptr<Reactor> reactor = epoll_reactor(system_clock());
  for (int i = 0; i < 100; ++i) {
    std::thread waker([&] { reactor->wake(); });
    reactor->wait(std::nullopt);
    waker.join();
  }
}

TEST(SystemClock, MovesForward) {
  const std::shared_ptr<Clock> clock = system_clock();
  const Now first = clock->now();
  const Now second = clock->now();
  EXPECT_GE(second.mono, first.mono);
  EXPECT_GT(first.wall_ms, 1'700'000'000'000);
}

TEST(SystemRandom, DiffersBetweenTwoGenerators) {
  EXPECT_NE(system_random()->next(), system_random()->next());
}

}  // namespace
}  // namespace pintle
