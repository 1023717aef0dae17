// SPDX-License-Identifier: MIT
// The machine's own clocks and entropy.
#include <chrono>
#include <random>

#include "pintle/reactor.hpp"

namespace pintle {

namespace {

class SystemClock final : public Clock {
 public:
  [[nodiscard]] Now now() const noexcept override {
    const auto mono = std::chrono::steady_clock::now().time_since_epoch();
    const auto wall = std::chrono::system_clock::now().time_since_epoch();
    return Now{std::chrono::duration_cast<MonoTime>(mono),
               std::chrono::duration_cast<std::chrono::milliseconds>(wall).count()};
  }
};

// Seeded once from the machine's entropy: no system call a number.
class SystemRandom final : public Random {
 public:
  SystemRandom() {
    std::random_device entropy;
    std::seed_seq seed{entropy(),
                       entropy(),
                       entropy(),
                       entropy(),
                       entropy(),
                       entropy(),
                       entropy(),
                       entropy()};
    engine_.seed(seed);
  }
  [[nodiscard]] std::uint64_t next() noexcept override { return engine_(); }

 private:
  std::mt19937_64 engine_;
};

}  // namespace

std::shared_ptr<Clock> system_clock() {
  return std::make_shared<SystemClock>();
}

std::shared_ptr<Random> system_random() {
  return std::make_shared<SystemRandom>();
}

}  // namespace pintle
