// SPDX-License-Identifier: MIT
// What is sent: fixed parts (system prompt, tools, memory), then the history from the
// epoch's first exchange. A cut goes well below the limit, so that many requests can grow
// from it before the next one.
#include <algorithm>
#include <utility>

#include "pintle/context.hpp"

#include "core/require.hpp"

namespace pintle {

namespace {

std::int64_t text_tokens(std::string_view text) noexcept {
  return static_cast<std::int64_t>((text.size() + 3) / 4);
}

std::int64_t message_tokens(const std::vector<Message>& messages) noexcept {
  std::int64_t sum = 0;
  for (const Message& message : messages) sum += estimate_tokens(message);
  return sum;
}

std::int64_t note_tokens(const std::vector<std::string>& notes) {
  std::int64_t sum = 0;
  for (const std::string& note : notes) sum += estimate_tokens(user_message(note));
  return sum;
}

std::int64_t share(double part, std::int64_t whole) noexcept {
  return static_cast<std::int64_t>(part * static_cast<double>(whole));
}

// Tokens that a request may have; empty when nothing is known. The answer's share is at
// most half of the window, or a small model would have no room for a question.
std::optional<std::int64_t> room_of(const ContextRequest& request) {
  std::optional<std::int64_t> room;
  if (request.window && *request.window > 0) {
    const std::int64_t answer = request.config->model_params.max_tokens;
    room = *request.window - std::min(answer, *request.window / 2);
  }
  if (request.budget_remaining) {
    room = std::min(room.value_or(*request.budget_remaining), *request.budget_remaining);
  }
  if (room && *room <= 0) return std::nullopt;  // the ledger ends the turn, not we
  return room;
}

/// Finds where a smaller request begins.
class Cut {
 public:
  Cut(const History& history, std::int64_t fixed, std::size_t recent)
      : history_(history), fixed_(fixed), recent_(recent) {}

  [[nodiscard]] std::int64_t tokens(std::size_t from) const {
    return fixed_ + history_.tokens_from(from);
  }
  /// The earliest exchange from `first` on with which all fits into `target`; an earlier
  /// one if that fits into `limit` and fewer than `recent` messages would be kept. The
  /// last exchange is kept whatever its size.
  [[nodiscard]] std::size_t start(std::size_t first,
                                  std::int64_t target,
                                  std::int64_t limit) const {
    if (history_.empty()) return 0;
    std::size_t from = std::max(history_.exchange_start(history_.size() - 1), first);
    while (from > first) {
      const std::size_t earlier = history_.exchange_start(from - 1);
      const bool too_few = history_.size() - from < recent_;
      if (tokens(earlier) > (too_few ? limit : target)) break;
      from = std::max(earlier, first);
    }
    return from;
  }

 private:
  const History& history_;
  std::int64_t fixed_;
  std::size_t recent_;
};

std::size_t epoch_start(const ContextRequest& request) {
  const History& history = *request.history;
  if (request.epoch == 0 || history.empty()) return 0;
  return history.exchange_start(std::min(request.epoch_from, history.size() - 1));
}

// What became known since the epoch began stands at the end, so that the beginning stays.
std::vector<std::string> newer_tiers(const MemoryHierarchy& memory,
                                     const std::vector<Message>& shown) {
  std::vector<std::string> notes;
  for (const Message& tier : memory.render()) {
    if (std::find(shown.begin(), shown.end(), tier) == shown.end()) {
      notes.push_back(text_of(tier));
    }
  }
  return notes;
}

std::string pressure_note(std::int64_t tokens, std::int64_t room) {
  const std::int64_t percent = std::min<std::int64_t>(tokens * 100 / room, 100);
  return "[Context is at " + std::to_string(percent) +
         "% capacity — prefer concise responses and avoid requesting large tool "
         "outputs.]";
}

GenerationError nothing_smaller(std::int64_t tokens) {
  GenerationError error;
  error.kind = GenerationKind::context_overflow;
  error.message = "the last exchange alone is about " + std::to_string(tokens) +
                  " tokens with prompt, tools and memory, and cannot be cut";
  return error;
}

class RecentExchanges final : public ContextProvider {
 public:
  explicit RecentExchanges(ContextConfig config) : config_(config) {}

  Task<Result<ContextPlan>> assemble(const ContextRequest& request) override {
    require(request.history != nullptr && request.config != nullptr,
            "ContextRequest without history or config");
    return Task<Result<ContextPlan>>::ready(plan(request));
  }

 private:
  Result<ContextPlan> plan(const ContextRequest& request) const {
    if (request.reduction > 0) return reduced(request);
    const std::optional<std::int64_t> room = room_of(request);
    ContextPlan same = begun_at(request, epoch_start(request), unchanged(request));
    const std::int64_t limit = limit_of(request, room);
    if (limit > 0 && same.tokens > limit) {
      const std::size_t from = cut(request, limit / 2, limit);
      if (from > same.from) same = begun_at(request, from, "preflight");
    }
    add_pressure(same, request, room);
    return same;
  }

  // Every reduction is strictly smaller than what overflowed, by a quarter if it can.
  Result<ContextPlan> reduced(const ContextRequest& request) const {
    const std::int64_t last = request.last_tokens > 0
                                  ? request.last_tokens
                                  : begun_at(request, epoch_start(request), "").tokens;
    const std::optional<std::int64_t> room = room_of(request);
    const std::int64_t known = limit_of(request, room);
    std::int64_t limit = last - std::max<std::int64_t>(last / 4, 1);
    if (known > 0) limit = std::min(limit, known);
    ContextPlan smaller =
        begun_at(request, cut(request, limit, limit), "context_overflow");
    add_pressure(smaller, request, room);
    if (smaller.tokens >= last) return Err{nothing_smaller(smaller.tokens)};
    return smaller;
  }

  // Why an epoch begins even if nothing is cut; empty: it goes on.
  static std::string_view unchanged(const ContextRequest& request) {
    if (request.epoch == 0) return "first_request";
    if (request.model != request.epoch_model) return "model_changed";
    if (request.tools_changed) return "tools_changed";
    return request.system_changed ? "system_changed" : "";
  }

  // A plan with the history from `from` on; a new epoch shows memory as it is now.
  static ContextPlan begun_at(const ContextRequest& request,
                              std::size_t from,
                              std::string_view cause) {
    ContextPlan plan;
    plan.from = from;
    plan.new_epoch_cause = std::string(cause);
    if (request.memory != nullptr) {
      plan.memory =
          cause.empty() ? request.memory->render_epoch() : request.memory->render();
      plan.notes = newer_tiers(*request.memory, plan.memory);
    }
    plan.tokens = text_tokens(request.system) + request.tool_tokens +
                  message_tokens(plan.memory) + note_tokens(plan.notes) +
                  request.history->tokens_from(from);
    return plan;
  }

  [[nodiscard]] std::size_t cut(const ContextRequest& request,
                                std::int64_t target,
                                std::int64_t limit) const {
    const ContextPlan bare = begun_at(request, request.history->size(), "cut");
    const Cut cut(*request.history, bare.tokens, config_.recent_message_count);
    return cut.start(epoch_start(request), target, limit);
  }

  static std::int64_t limit_of(const ContextRequest& request,
                               std::optional<std::int64_t> room) {
    const double threshold = request.config->preflight_compression_threshold;
    return room && threshold > 0 ? share(threshold, *room) : 0;
  }

  static void add_pressure(ContextPlan& plan,
                           const ContextRequest& request,
                           std::optional<std::int64_t> room) {
    const double threshold = request.config->context_pressure_threshold;
    if (!room || threshold <= 0 || plan.tokens < share(threshold, *room)) return;
    plan.notes.push_back(pressure_note(plan.tokens, *room));
    plan.tokens += estimate_tokens(user_message(plan.notes.back()));
  }

  ContextConfig config_;
};

}  // namespace

std::shared_ptr<ContextProvider> context_provider(ContextConfig config) {
  return std::make_shared<RecentExchanges>(config);
}

}  // namespace pintle
