// SPDX-License-Identifier: MIT
#include "pintle/testing/sample_log.hpp"

#include <utility>

namespace pintle::testing {

namespace {

using Log = std::vector<SessionRecord>;

Message user_says(std::uint64_t id, std::string text) {
  Message message = user_message(std::move(text));
  message.id = MessageId{id};
  return message;
}

Message answer(std::uint64_t id, std::uint64_t generation, std::string text) {
  Message message;
  message.id = MessageId{id};
  message.role = Role::assistant;
  message.generation = GenerationId{generation};
  message.model = "first";
  message.parts.emplace_back(ThinkingPart{"Let me see.", "sig", false});
  message.parts.emplace_back(TextPart{std::move(text)});
  return message;
}

CallPart sample_call() {
  CallPart call;
  call.call = CallId{1};
  call.provider_id = "call_0";
  call.name = "read";
  call.arguments = R"({"path":"a.txt"})";
  call.signature = "call-sig";
  return call;
}

record::GenerationEnded ended(std::uint64_t generation, GenerationOutcome outcome) {
  record::GenerationEnded end;
  end.generation = GenerationId{generation};
  end.outcome = outcome;
  end.stop = StopReason{StopKind::end_turn, "stop"};
  end.model = "first";
  if (outcome == GenerationOutcome::accepted) {
    Usage usage;
    usage.input = 1'000;
    usage.output = 50;
    usage.cache_read = 200;
    usage.cache_write = 30;
    usage.reasoning = 10;
    end.usage = usage;
    end.cost = Cost{1'234, CostStatus::estimated};
  } else {
    end.discarded = RetractReason::error;
    end.failed = GenerationKind::overloaded;
  }
  return end;
}

void add_start(Log& log) {
  log.push_back(record::SessionCreated{1, 2, 3});
  log.push_back(record::TurnStarted{TurnId{1}, 1'700'000'000'000});
  log.push_back(record::InputAccepted{
      MessageId{1}, user_says(1, "What is in a.txt?"), SteerMode::when_idle, "key-1"});
  log.push_back(record::InputDelivered{MessageId{1}});
  log.push_back(record::EpochStarted{1, 0, "first_request", 0x70015, 0x5e5});
}

void add_generation(Log& log, std::uint64_t id, std::uint64_t upto) {
  record::GenerationStarted start;
  start.generation = GenerationId{id};
  start.model = "first";
  start.max_tokens = 512;
  start.temperature = 0.5;
  start.epoch = 1;
  start.upto = upto;
  start.reserved = 1'600;
  log.push_back(record::BudgetReserved{GenerationId{id}, 1'600});
  log.push_back(start);
}

void add_tool_round(Log& log) {
  add_generation(log, 1, 1);
  log.push_back(ended(1, GenerationOutcome::accepted));
  log.push_back(record::BudgetSettled{GenerationId{1}, 1'280});
  Message calling = answer(2, 1, "I read it.");
  calling.parts.emplace_back(sample_call());
  log.push_back(record::Conversation{calling});
  log.push_back(record::ApprovalAsked{CallId{1}, "read", R"({"path":"a.txt"})", 77});
  log.push_back(record::TurnSuspended{TurnId{1}});
  log.push_back(
      record::ApprovalAnswered{CallId{1}, 77, with_arguments(R"({"path":"b.txt"})")});
  log.push_back(record::ToolStarted{CallId{1},
                                    1,
                                    "read",
                                    ToolEffect::read_only,
                                    "session/1",
                                    5'000,
                                    {"at /lines: read string \"5\" as integer"}});
  ToolOutcome outcome = text_outcome("hello\nwörld");
  outcome.images.push_back({"image/png", "aGk=", ""});
  outcome.detail = "12 bytes";
  log.push_back(record::ToolResult{CallId{1}, "read", outcome});
}

void add_failover(Log& log) {
  add_generation(log, 2, 3);
  log.push_back(ended(2, GenerationOutcome::failed));
  log.push_back(record::Retracted{GenerationId{2}, RetractReason::error});
  log.push_back(
      record::BreakerChanged{"first", BreakerState::open, 3, 1, 1'700'000'030'000});
  log.push_back(record::ModelSwitched{"first", "second", "overloaded"});
  log.push_back(record::EpochStarted{2, 0, "model_changed", 0x70015, 0x5e5});
  add_generation(log, 3, 3);
  log.push_back(ended(3, GenerationOutcome::accepted));
  log.push_back(record::Conversation{answer(3, 3, "It says hello.")});
}

void add_memory(Log& log) {
  log.push_back(record::WorkingMemory{1, {"the user reads files"}});
  log.push_back(record::Observation{1, {"a.txt says hello"}, 40, {MessageId{1}}});
  log.push_back(record::Reflection{1, {"files were read"}, 40, 8});
  log.push_back(record::Observation{2, {"b.txt is empty"}, 30, {MessageId{3}}});
  log.push_back(record::ContextCompacted{0, 2, "They read a file.", {"a.txt exists"}});
  log.push_back(record::ToolsActivated{{"read", "search"}});
}

void add_end(Log& log) {
  record::Summary summary;
  summary.turn = TurnId{1};
  summary.finish = finish::Completed{};
  summary.message_count = 4;
  summary.usage.total = 2'560;
  log.push_back(summary);
  log.push_back(record::TurnStarted{TurnId{2}, 1'700'000'060'000});
  log.push_back(record::InputAccepted{
      MessageId{4}, user_says(4, "Stop."), SteerMode::interrupt_generation, ""});
  log.push_back(record::InputReturned{MessageId{4}});
  summary.turn = TurnId{2};
  summary.finish = finish::BudgetSpent{BudgetKind::cost, 2'000, 2'468};
  summary.error = BudgetExhausted{BudgetKind::cost, 2'000, 2'468};
  summary.weak = true;
  log.push_back(summary);
}

}  // namespace

Log sample_log() {
  Log log;
  add_start(log);
  add_tool_round(log);
  add_failover(log);
  add_memory(log);
  add_end(log);
  return log;
}

}  // namespace pintle::testing
