// SPDX-License-Identifier: MIT
#include "driver/session_core.hpp"

#include <algorithm>

namespace pintle {

namespace {

Err refuse(SessionFault fault, std::string message) {
  return Err{SessionError{fault, std::move(message)}};
}

}  // namespace

Result<Unit> SessionCore::check(const Message& message) const {
  const Limits& limits = loop.plugins().config.agent.limits;
  if (ended.load()) return refuse(SessionFault::ended, "the session was ended");
  if (loop.failed()) {
    return refuse(SessionFault::ended, "the session's store failed: resume it anew");
  }
  if (!has_content(message)) return refuse(SessionFault::invalid, "the message is empty");
  if (size_bytes(message) > limits.message_bytes) {
    return refuse(
        SessionFault::invalid,
        "the message has more than " + std::to_string(limits.message_bytes) + " bytes");
  }
  return Unit{};
}

Result<MessageId> SessionCore::send(Message message, SteerMode mode, std::string dedup) {
  if (Result<Unit> fine = check(message); !fine) return Err{fine.error()};
  const std::size_t limit = loop.plugins().config.agent.limits.queue_messages;
  if (loop.waiting() >= limit) {
    return refuse(SessionFault::queue_full,
                  std::to_string(limit) + " messages wait already");
  }
  const std::lock_guard lock(mutex);
  const auto known = std::find_if(
      keys.begin(), keys.end(), [&](const auto& each) { return each.first == dedup; });
  if (!dedup.empty() && known != keys.end()) return known->second;
  const MessageId message_id = fresh_id();
  if (!dedup.empty()) keys.emplace_back(dedup, message_id);
  message.id = message_id;
  loop.post(input::UserMessage{message_id, std::move(message), mode, std::move(dedup)});
  return message_id;
}

// A prompt is taken even when the queue is full: its turn is what empties the queue.
Result<LoopInput> SessionCore::start_of(Message prompt) {
  if (Result<Unit> fine = check(prompt); !fine) return Err{fine.error()};
  const MessageId message_id = fresh_id();
  prompt.id = message_id;
  return LoopInput(input::TurnStarted{message_id, std::move(prompt), {}});
}

void SessionCore::abandon() {
  loop.post(input::AbortRequested{});
  while (const std::optional<Status> status = loop.next_status()) {
    if (std::holds_alternative<Pending>(*status)) return;
    if (std::holds_alternative<Delayed>(*status)) return;
  }
}

void SessionCore::abort() {
  aborts.fetch_add(1);
  loop.post(input::AbortRequested{});
}

void SessionCore::drive_to_end() {
  Executor& executor = *loop.plugins().executor;
  const std::shared_ptr<WakeFlag> flag = executor.make_flag();
  loop.set_waker(Waker(flag));
  while (const std::optional<Status> status = loop.next_status()) {
    if (std::holds_alternative<Pending>(*status)) executor.run_until(*flag, std::nullopt);
    if (const auto* wait = std::get_if<Delayed>(&*status)) {
      executor.run_until(*flag, wait->until);
    }
  }
}

}  // namespace pintle
