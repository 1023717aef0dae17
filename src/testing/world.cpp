// SPDX-License-Identifier: MIT
#include "pintle/testing/world.hpp"

#include <string>
#include <utility>

#include "pintle/task.hpp"

namespace pintle::testing {

namespace {

Task<Unit> wait_and_do(Executor& executor, MonoTime when, UniqueFunction<void()> deed) {
  co_await executor.sleep_until(when);
  deed();
  co_return Unit{};
}

}  // namespace

World::World(std::uint64_t seed, RecorderOptions recording)
    : recorder_(std::make_shared<Recorder>(std::move(recording))),
      executor_(time_.seams(seed)) {}

AgentSessionBuilder World::agent(const std::vector<std::shared_ptr<Model>>& models) {
  AgentSessionBuilder builder = AgentSession::builder(pintle::models(models));
  builder.with_executor(executor_).with_step_observer(recorder_);
  std::vector<std::string> names;
  for (const std::shared_ptr<Model>& model : models) names.push_back(model->info().name);
  if (names.empty()) return builder;
  builder.with_model(names.front());
  names.erase(names.begin());
  builder.with_fallback_models(std::move(names));
  return builder;
}

void World::at(MonoTime when, UniqueFunction<void()> deed) {
  executor_.spawn(wait_and_do(executor_, when, std::move(deed))).detach();
}

}  // namespace pintle::testing
