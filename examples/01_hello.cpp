// SPDX-License-Identifier: MIT
// The smallest agent: a scripted model, so it needs no network and no key.
#include <cstdio>

#include <pintle/pintle.hpp>
#include <pintle/testing/scripted_model.hpp>

int main() {
  auto model = pintle::testing::scripted_model().says("Hello from a scripted model.\n");
  auto agent = pintle::AgentSession::builder(pintle::single_model(model)).build().value();
  for (const pintle::TurnEvent& event : agent.run_turn_stream("Hi").value().events()) {
    if (auto text = event.text()) std::fwrite(text->data(), 1, text->size(), stdout);
  }
}
