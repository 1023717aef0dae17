// SPDX-License-Identifier: MIT
// What a stranger's program does with an installed pintle: a task in virtual time.
#include <chrono>
#include <cstdio>

#include <pintle/pintle.hpp>
#include <pintle/testing/virtual_time.hpp>

namespace {

pintle::Task<pintle::Unit> nap(pintle::Executor& executor, pintle::MonoTime until) {
  co_await executor.sleep_until(until);
  co_return pintle::Unit{};
}

}  // namespace

int main() {
  const pintle::testing::VirtualTime time;
  pintle::Executor executor(time.seams());
  pintle::JobHandle job = executor.spawn(nap(executor, std::chrono::hours(1)));
  const bool slept = executor.join(job).ok();
  const bool hour_passed = time.clock->now().mono == std::chrono::hours(1);
  std::printf("pintle %s: %s\n",
              std::string(pintle::version()).c_str(),
              slept && hour_passed ? "slept an hour" : "did not sleep");
  return slept && hour_passed && pintle::version() == PINTLE_VERSION ? 0 : 1;
}
