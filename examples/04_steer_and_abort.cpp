// SPDX-License-Identifier: MIT
// Steering and aborting a running turn from another thread. A handle may be used from any
// thread; everything else belongs to the executor's.
#include <atomic>
#include <iostream>
#include <thread>

#include <pintle/pintle.hpp>
#include <pintle/testing/scripted_model.hpp>

namespace {

/// A person at a keyboard: redirects the agent, then stops it.
void person(const pintle::SessionHandle& session, const std::atomic<int>& tools_run) {
  while (tools_run.load() < 1) std::this_thread::yield();
  const auto id = session.steer("Only Rome, please", pintle::SteerMode::next_boundary);
  if (!id) std::cerr << id.error() << '\n';
  while (tools_run.load() < 2) std::this_thread::yield();
  session.abort();  // no steering takes it back
}

/// Waits until the call is stopped, without holding any thread.
pintle::Task<std::string> wait_for_stop(pintle::ToolContext& context) {
  const bool in_time = co_await context.sleep_until(context.deadline());
  co_return in_time ? "waited" : "stopped";
}

}  // namespace

int main() {
  std::atomic<int> tools_run{0};
  auto pause =
      pintle::tool("look_around",
                   "Looks around until somebody says what to look at",
                   [&tools_run](pintle::ToolContext& context) {
                     ++tools_run;
                     return wait_for_stop(context);
                   },
                   {.effect = pintle::ToolEffect::read_only, .deadline_ms = 300});
  auto model = pintle::testing::scripted_model()
                   .calls("look_around", "{}")
                   .calls("look_around", "{}")
                   .says("You will not read this.");
  auto agent = pintle::AgentSession::builder(pintle::single_model(model))
                   .with_tools({pause})
                   .build()
                   .value();
  std::thread keyboard(person, agent.handle(), std::cref(tools_run));
  auto turn = agent.run_turn_stream("Compare Paris and Rome").value();
  for (const pintle::TurnEvent& event : turn.events()) {
    if (const auto* input = std::get_if<pintle::Input>(&event))
      if (input->what == pintle::Input::What::delivered)
        std::cout << "a message arrived\n";
    if (const auto* done = std::get_if<pintle::Done>(&event))
      std::cout << "ended: " << to_string(done->finish) << '\n';
  }
  keyboard.join();
}
