// SPDX-License-Identifier: MIT
// How each effect of the machine is performed.
#include <algorithm>
#include <utility>

#include "pintle/executor.hpp"
#include "pintle/hash.hpp"
#include "pintle/ledger.hpp"
#include "pintle/text_protocol.hpp"

#include "core/overloaded.hpp"
#include "driver/consult.hpp"
#include "driver/guarded.hpp"
#include "driver/log_lines.hpp"
#include "driver/loop_impl.hpp"

namespace pintle {

Status AgentLoop::Impl::perform(LoopEffect& effect) {
  return std::visit([&](auto& each) { return perform(each); }, effect);
}

Status AgentLoop::Impl::perform(effect::Emit& order) {
  log_item(plugins.sink.get(), order.item);
  return Ready{std::move(order.item)};
}

Status AgentLoop::Impl::perform(effect::Report& order) {
  log_progress(plugins.sink.get(), order.progress);
  return Progress{std::move(order.progress)};
}

Status AgentLoop::Impl::consult(Task<LoopInput> task) {
  consultations.push_back(std::move(task));
  return Ignore{};
}

Status AgentLoop::Impl::answer(LoopInput input) {
  answers.push_back(std::move(input));
  return Ignore{};
}

// The asks and orders that need a line each.
template <class E>
Status AgentLoop::Impl::perform(E& simple) {
  return Overloaded{
      [&](effect::ResolveModel& ask) {
        return consult(resolve_model(plugins, std::move(ask)));
      },
      [&](effect::AssembleContext& ask) {
        return consult(assemble_context(plugins, machine, std::move(ask)));
      },
      [&](effect::ReserveSpend& ask) {
        reserved = ask.generation;
        return consult(reserve_spend(plugins, ask));
      },
      [&](effect::AuthorizeTools& ask) {
        return consult(authorize_tools(plugins, std::move(ask)));
      },
      [&](effect::CheckMemory& ask) { return consult(check_memory(plugins, ask)); },
      [&](effect::JudgeAnswer& ask) { return answer(judge_answer(plugins, ask)); },
      [&](effect::ClassifyError& ask) { return answer(classify_error(plugins, ask)); },
      [&](effect::PlanTools& ask) { return answer(plan_tools(plugins, ask)); },
      [&](effect::AskApproval&) -> Status { return Ignore{}; },  // answered by the caller
      [&](effect::SetTimer& ask) -> Status {
        timers.push_back({ask.timer, ask.at});
        return Ignore{};
      },
      [&](effect::CancelTimer& order) -> Status {
        timers.erase(
            std::remove_if(timers.begin(),
                           timers.end(),
                           [&](const Timer& each) { return each.id == order.timer; }),
            timers.end());
        return Ignore{};
      },
      [&](effect::StopGeneration&) -> Status {
        stream.reset();
        return Ignore{};
      }}(simple);
}

// Every stateful plug-in sees every record, in log order, live as at resume.
void AgentLoop::Impl::tell(const SessionRecord& record) {
  notify("the ledger", [&] { plugins.ledger->on_record(record); });
  notify("the memory", [&] { plugins.memory->on_record(record); });
  notify("the loop detector", [&] { plugins.detector->on_record(record); });
  notify("the tool manager", [&] { plugins.tools->on_record(record); });
}

record::SessionCreated AgentLoop::Impl::created() const {
  Hasher config_hash;
  config_hash.text(plugins.config.models.primary);
  for (const std::string& name : plugins.config.models.fallbacks) config_hash.text(name);
  return {config_hash.digest(), tools_digest(plugins), hash64(plugins.system_prompt)};
}

Status AgentLoop::Impl::perform(effect::Append& ask) {
  for (const SessionRecord& record : ask.records) tell(record);
  appended = ask.ticket;
  if (!plugins.log) return answer(input::Stored{ask.ticket});
  try {
    plugins.log->append(ask.records, ask.barrier, ask.ticket);
  } catch (...) {
    const StoreError error{StoreFault::unknown,
                           "the store threw: " + current_exception_text()};
    return answer(input::StoreFailed{ask.ticket, error});
  }
  return Ignore{};
}

// Nothing is sent once an abort was posted; the machine learns of it before long.
Status AgentLoop::Impl::perform(effect::StartGeneration& ask) {
  if (mailbox.has_abort()) return Ignore{};
  try {
    start_stream(ask);
  } catch (...) {
    GenerationError error;
    error.kind = GenerationKind::protocol;
    error.message = "the model threw: " + current_exception_text();
    error.retryable = false;
    return answer(input::GenerationFailed{ask.generation, std::move(error), {}});
  }
  return Ignore{};
}

void AgentLoop::Impl::start_stream(const effect::StartGeneration& ask) {
  stream.reset();
  generation = ask.generation;
  model = plugins.router->get_model(ask.model).value();
  std::vector<Message> notes;
  for (const std::string& note : ask.notes) notes.push_back(user_message(note));
  const std::vector<const ToolSpec*> offered = plugins.tools->offered();
  ModelRequest request;
  request.model = ask.model;
  request.system = plugins.system_prompt;
  request.memory = ask.memory;
  request.messages = machine.history().messages().subspan(ask.from);
  request.notes = notes;
  request.tools = offered;
  request.params = plugins.config.agent.model_params;
  request.params.max_tokens = ask.max_tokens;
  request.params.temperature = ask.temperature;
  request.executor = plugins.executor;
  stream = model->stream(request);
  const bool reads_text_calls = model->info().text_tool_calls && !offered.empty();
  if (reads_text_calls) stream = text_protocol_stream(std::move(stream));
}

bool AgentLoop::Impl::take_generation() {
  if (!stream) return false;
  std::optional<ModelEvent> event;
  try {
    event = stream->poll(waker);
  } catch (...) {
    GenerationError error;
    error.kind = GenerationKind::protocol;
    error.message = "the model threw: " + current_exception_text();
    error.retryable = false;
    event = model::Failed{std::move(error), {}};
  }
  if (!event) return false;
  const GenerationId g = generation;
  std::visit(
      Overloaded{[&](const model::Text& e) {
                   feed(input::Delta{g, DeltaKind::text, 0, e.bytes});
                 },
                 [&](const model::Thinking& e) {
                   feed(input::Delta{g, DeltaKind::thinking, 0, e.bytes});
                 },
                 [&](const model::CallStart& e) {
                   feed(input::CallStarted{g, e.index, e.id, e.name});
                 },
                 [&](const model::CallArguments& e) {
                   feed(input::Delta{g, DeltaKind::call_arguments, e.index, e.bytes});
                 },
                 [&](const model::Opaque& e) {
                   feed(input::Opaque{g, e.kind, e.index, e.bytes});
                 },
                 [&](const model::End& e) {
                   stream.reset();
                   feed(input::GenerationEnded{g, e.stop, e.usage});
                 },
                 [&](const model::Failed& e) {
                   stream.reset();
                   feed(input::GenerationFailed{g, e.error, e.usage});
                 }},
      *event);
  return true;
}

Status AgentLoop::Impl::perform(effect::StartTool& ask) {
  if (mailbox.has_abort()) {
    ToolOutcome skipped;
    skipped.status = ResultStatus::cancelled;
    skipped.content = "cancelled: the turn was aborted before this call was started";
    return answer(input::ToolFinished{ask.call.call, ask.run, std::move(skipped)});
  }
  const std::shared_ptr<Tool> tool = plugins.tools->get(ask.call.name);
  const std::size_t limit = plugins.config.agent.limits.tool_result_bytes;
  const std::size_t bytes = tool ? tool->spec().result_bytes.value_or(limit) : limit;
  tools.push_back(
      std::make_unique<ToolRun>(tool, ask, *plugins.executor, plugins.pool, bytes));
  return Ignore{};
}

Status AgentLoop::Impl::perform(effect::StopTool& order) {
  const auto found = std::find_if(tools.begin(), tools.end(), [&](const auto& each) {
    return each->call() == order.call && each->run() == order.run;
  });
  if (found == tools.end()) return Ignore{};
  (*found)->request_stop();
  if (order.abandon) tools.erase(found);
  return Ignore{};
}

Status AgentLoop::Impl::perform(effect::RecordUsage& order) {
  if (!order.usage) return Ignore{};
  notify("the access provider", [&] {
    plugins.access->record_usage(plugins.config.user, order.usage->total());
  });
  return Ignore{};
}

Status AgentLoop::Impl::perform(effect::Finish&) {
  open = false;
  consultations.clear();
  stream.reset();
  // What was reserved for a request that was never sent.
  notify("the ledger", [&] { plugins.ledger->settle(reserved); });
  return Ignore{};
}

}  // namespace pintle
