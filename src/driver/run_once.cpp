// SPDX-License-Identifier: MIT
#include "pintle/run_once.hpp"

#include <utility>

#include "pintle/session.hpp"
#include "pintle/store.hpp"

#include "driver/block_on.hpp"

namespace pintle {

namespace {

// A conversation from outside as a log: answers open slots, tool messages fill them.
void record_message(const Message& message, std::vector<SessionRecord>& records) {
  if (message.role != Role::tool) {
    records.emplace_back(record::Conversation{message});
    return;
  }
  for (const Part& part : message.parts) {
    const auto* result = std::get_if<ResultPart>(&part);
    if (result == nullptr) continue;
    ToolOutcome outcome;
    outcome.status = result->status;
    outcome.content = result->content;
    outcome.images = result->images;
    records.emplace_back(
        record::ToolResult{result->call, result->name, std::move(outcome)});
  }
}

Result<Unit> seed_store(Executor& executor,
                        SessionStore& store,
                        const SessionId& id,
                        const std::vector<SessionRecord>& records) {
  auto log =
      block_on<std::unique_ptr<SessionLog>>(executor, store.open(id, OpenMode::create));
  if (!log) return Err{log.error()};
  (*log)->append(records, Barrier::none, Ticket{1});
  return Unit{};
}

TurnOutcome outcome_of(const AgentSession& session,
                       const Turn& turn,
                       std::size_t before) {
  TurnOutcome outcome;
  const auto messages = session.history().messages();
  outcome.new_messages.assign(messages.begin() + static_cast<std::ptrdiff_t>(before),
                              messages.end());
  for (const Message& message : outcome.new_messages) {
    if (message.role != Role::assistant) continue;
    outcome.final_text = text_of(message);
    ++outcome.steps;
  }
  outcome.finish = turn.finish();
  if (turn.failure() != nullptr) outcome.error = *turn.failure();
  outcome.usage = turn.usage();
  return outcome;
}

}  // namespace

Result<TurnOutcome> run_once(TurnContext context) {
  if (context.messages.empty() || context.messages.back().role != Role::user) {
    return Err{
        SessionError{SessionFault::invalid, "messages: the last one must be the user's"}};
  }
  if (const std::string fault = find_fault(context.messages); !fault.empty()) {
    return Err{SessionError{SessionFault::invalid, "messages: " + fault}};
  }
  Message prompt = std::move(context.messages.back());
  context.messages.pop_back();
  std::unique_ptr<Executor> own;
  if (context.executor == nullptr) own = std::make_unique<Executor>();
  Executor& executor = own ? *own : *context.executor;
  const std::shared_ptr<SessionStore> store = memory_store();
  std::vector<SessionRecord> records;
  for (const Message& message : context.messages) record_message(message, records);
  const SessionId id = "once";
  if (!records.empty()) {
    if (Result<Unit> seeded = seed_store(executor, *store, id, records); !seeded) {
      return Err{seeded.error()};
    }
  }
  Result<AgentSession> session = AgentSession::builder(std::move(context.router))
                                     .with_model(std::move(context.model))
                                     .with_system_prompt(std::move(context.system_prompt))
                                     .with_tools(std::move(context.tools))
                                     .with_config(std::move(context.config))
                                     .with_executor(executor)
                                     .with_store(store)
                                     .with_session_id(id)
                                     .build();
  if (!session) return Err{session.error()};
  const std::size_t before = context.messages.size() + 1;
  Result<Turn> turn = session->run_turn(text_of(prompt));
  if (!turn) return Err{turn.error()};
  return outcome_of(*session, *turn, before);
}

}  // namespace pintle
