// SPDX-License-Identifier: MIT
// Sessions inside a foreign event loop: asio waits for the executor's descriptor and its
// next timer, and calls poll(). Two agents take turns on the one thread.
#include <chrono>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

#include <asio/io_context.hpp>
#include <asio/posix/stream_descriptor.hpp>
#include <asio/steady_timer.hpp>
#include <pintle/pintle.hpp>
#include <pintle/testing/scripted_model.hpp>

namespace {

/// Keeps an executor going from an io_context, until it has no job left.
class Bridge {
 public:
  Bridge(asio::io_context& io, pintle::Executor& executor)
      : executor_(executor), descriptor_(io, executor.native_handle()), timer_(io) {}
  ~Bridge() { descriptor_.release(); }  // the descriptor is the executor's
  Bridge(const Bridge&) = delete;
  Bridge& operator=(const Bridge&) = delete;

  void pump() {
    while (executor_.poll()) {
    }
    descriptor_.cancel();
    timer_.cancel();
    if (executor_.jobs() == 0) return;
    descriptor_.async_wait(asio::posix::stream_descriptor::wait_read,
                           [this](asio::error_code error) { wake(error); });
    const auto deadline = executor_.next_deadline();
    if (!deadline) return;
    timer_.expires_after(*deadline - executor_.now().mono);
    timer_.async_wait([this](asio::error_code error) { wake(error); });
  }

 private:
  void wake(asio::error_code error) {
    if (!error) pump();
  }

  pintle::Executor& executor_;
  asio::posix::stream_descriptor descriptor_;
  asio::steady_timer timer_;
};

pintle::Task<std::string> nap(pintle::ToolContext& context) {
  co_await context.sleep_until(context.now().mono + std::chrono::milliseconds(20));
  co_return "rested";
}

pintle::AgentSession make_agent(pintle::Executor& executor, std::string answer) {
  auto model =
      pintle::testing::scripted_model().calls("nap", "{}").says(std::move(answer));
  return pintle::AgentSession::builder(pintle::single_model(model))
      .with_tools({pintle::tool("nap", "Rests for 20 ms", nap)})
      .with_executor(executor)
      .build()
      .value();
}

}  // namespace

int main() {
  asio::io_context io;
  pintle::Executor executor;
  std::vector<pintle::AgentSession> agents;
  agents.push_back(make_agent(executor, "First."));
  agents.push_back(make_agent(executor, "Second."));
  std::string text;
  for (pintle::AgentSession& agent : agents) {
    auto job = agent.run_turn_task("Hi", [&text](const pintle::TurnEvent& event) {
      text += event.text().value_or("");
    });
    executor.spawn(std::move(job).value()).detach();
  }
  Bridge bridge(io, executor);
  bridge.pump();
  io.run();
  const bool both = text.find("First.") != std::string::npos &&
                    text.find("Second.") != std::string::npos;
  std::cout << (both ? "both answered" : "an answer is missing") << '\n';
}
