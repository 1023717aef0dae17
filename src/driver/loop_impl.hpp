// SPDX-License-Identifier: MIT
// The inside of AgentLoop: what is pending, and where each input comes from.
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "pintle/loop.hpp"
#include "pintle/task.hpp"

#include "driver/guarded.hpp"
#include "driver/log_lines.hpp"
#include "driver/mailbox.hpp"
#include "driver/tool_run.hpp"

namespace pintle {

struct AgentLoop::Impl {
  explicit Impl(Plugins parts);

  std::optional<Status> next_status();
  void feed(const LoopInput& input);
  void tell(const SessionRecord& record);
  [[nodiscard]] record::SessionCreated created() const;

  // Inputs, in the order in which they are looked for (loop.cpp)
  bool take_input();
  bool take_mail();
  bool take_store();
  bool take_consultation();
  bool take_tool();
  bool take_timer();
  bool take_generation();
  bool opens();
  Status park();

  // Effects (perform.cpp)
  Status perform(LoopEffect& effect);
  Status perform(effect::Emit& order);
  Status perform(effect::Report& order);
  Status perform(effect::Append& ask);
  Status perform(effect::StartGeneration& ask);
  Status perform(effect::StartTool& ask);
  Status perform(effect::StopTool& order);
  Status perform(effect::RecordUsage& order);
  Status perform(effect::Finish& order);
  template <class E>
  Status perform(E& simple);
  void start_stream(const effect::StartGeneration& ask);
  // For calls whose failure changes nothing: what they throw is logged.
  template <class Call>
  void notify(std::string_view plugin, Call call) {
    guarded(
        [&] {
          call();
          return Unit{};
        },
        [&](const std::string& thrown) {
          log_thrown(plugins.sink.get(), plugin, thrown);
          return Unit{};
        });
  }
  Status consult(Task<LoopInput> task);
  Status answer(LoopInput input);

  struct Timer {
    TimerId id;
    MonoTime at{};
  };
  std::vector<Timer>::iterator earliest_timer();

  Plugins plugins;
  LoopMachine machine;
  Mailbox mailbox;
  Waker waker;

  std::vector<LoopEffect> effects;
  std::size_t next = 0;  // the first effect that was not performed
  std::vector<LoopInput> answers;
  std::vector<Task<LoopInput>> consultations;
  std::vector<std::unique_ptr<ToolRun>> tools;
  std::vector<Timer> timers;
  std::shared_ptr<Model> model;  // outlives its stream
  std::unique_ptr<ModelStream> stream;
  GenerationId generation;
  GenerationId reserved;  // the newest for which spend was asked

  Ticket appended;
  Ticket acknowledged;
  bool open = false;
  bool ending_session = false;
  std::atomic<bool> start_posted{false};
  std::atomic<std::size_t> queued{0};
  std::atomic<bool> failed{false};
};

}  // namespace pintle
