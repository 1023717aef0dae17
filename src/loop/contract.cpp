// SPDX-License-Identifier: MIT
#include "loop/contract.hpp"

#include <array>
#include <initializer_list>
#include <utility>

namespace pintle {

namespace {

using S = StateKind;
using I = InputKind;
using Table = std::array<std::array<ContractRow, input_count>, state_count>;

// The alternatives of LoopEffect, in order.
enum class E : std::uint8_t {
  append,
  resolve_model,
  assemble_context,
  reserve_spend,
  start_generation,
  judge_answer,
  classify_error,
  plan_tools,
  authorize_tools,
  ask_approval,
  start_tool,
  check_memory,
  set_timer,
  emit,
  report,
  record_usage,
  stop_generation,
  stop_tool,
  cancel_timer,
  finish
};
constexpr std::array<std::string_view, effect_count> effect_names{
    "Append",          "ResolveModel", "AssembleContext", "ReserveSpend",
    "StartGeneration", "JudgeAnswer",  "ClassifyError",   "PlanTools",
    "AuthorizeTools",  "AskApproval",  "StartTool",       "CheckMemory",
    "SetTimer",        "Emit",         "Report",          "RecordUsage",
    "StopGeneration",  "StopTool",     "CancelTimer",     "Finish"};
constexpr std::array<std::string_view, input_count> input_names{
    "TurnStarted",     "TurnContinued",    "SessionEnded",  "UserMessage",
    "AbortRequested",  "ApprovalAnswered", "ModelResolved", "ContextReady",
    "SpendAnswered",   "CallStarted",      "Delta",         "Opaque",
    "GenerationEnded", "GenerationFailed", "AnswerJudged",  "ErrorClassified",
    "ToolsPlanned",    "ToolsAuthorized",  "ToolFinished",  "MemoryChecked",
    "Stored",          "StoreFailed",      "TimerFired",    "Reopened"};

template <class T>
constexpr std::uint32_t bits(std::initializer_list<T> list) {
  std::uint32_t mask = 0;
  for (const T each : list) mask |= 1U << static_cast<std::uint32_t>(each);
  return mask;
}

// Effects of common ways on.
constexpr std::uint32_t records = bits({E::append, E::emit, E::report});
constexpr std::uint32_t assembling = records | bits({E::resolve_model});
constexpr std::uint32_t ending = records | bits({E::cancel_timer});
constexpr std::uint32_t closing = bits({E::record_usage, E::stop_generation});
constexpr std::uint32_t releasing =
    records | bits({E::start_tool, E::set_timer, E::cancel_timer, E::judge_answer});
constexpr std::uint32_t stopping_calls =
    bits({E::stop_tool, E::cancel_timer, E::set_timer});

constexpr auto h = Handling::handled;

constexpr std::size_t at(S state) {
  return static_cast<std::size_t>(state);
}
constexpr std::size_t at(I input) {
  return static_cast<std::size_t>(input);
}

constexpr void put(Table& table,
                   std::initializer_list<S> states,
                   I input,
                   Handling handling,
                   std::uint32_t next,
                   std::uint32_t effects,
                   const char* reason = "") {
  for (const S state : states) {
    const std::uint32_t stay = handling == h ? 0 : bits({state});
    table[at(state)][at(input)] = {handling, next | stay, effects, reason};
  }
}

constexpr void stays(Table& table,
                     std::initializer_list<S> states,
                     I input,
                     Handling handling,
                     std::uint32_t effects,
                     const char* reason = "") {
  for (const S state : states) {
    table[at(state)][at(input)] = {handling, bits({state}), effects, reason};
  }
}

constexpr void fill_defaults(Table& table) {
  for (std::size_t state = 0; state < state_count; ++state) {
    for (std::size_t input = 0; input < input_count; ++input) {
      table[state][input] = {
          Handling::ignored, 1U << state, 0, "late: what it answers is over"};
    }
    for (const I input :
         {I::turn_started, I::turn_continued, I::session_ended, I::reopened}) {
      table[state][at(input)] = {Handling::impossible,
                                 1U << state,
                                 0,
                                 "the driver refuses it while a turn is open or is not"};
    }
  }
}

constexpr void fill_callers(Table& t) {
  const auto noted = bits({E::append});
  put(t,
      {S::initializing, S::done},
      I::turn_started,
      h,
      bits({S::outer_boundary}),
      bits({E::append, E::report, E::set_timer}));
  put(t,
      {S::suspended},
      I::turn_continued,
      h,
      bits({S::inner_tool_calls, S::inner_assemble, S::ending, S::outer_boundary}),
      assembling | bits({E::plan_tools, E::set_timer, E::cancel_timer}));
  stays(t, {S::initializing, S::done}, I::session_ended, h, noted | bits({E::emit}));
  stays(t,
        {S::initializing,
         S::outer_boundary,
         S::inner_emit_results,
         S::output_processing,
         S::ending,
         S::suspended,
         S::done},
        I::user_message,
        Handling::deferred,
        noted,
        "queued for the next boundary");
  stays(t, {S::inner_assemble}, I::user_message, h, assembling | bits({E::cancel_timer}));
  put(t,
      {S::inner_generate},
      I::user_message,
      h,
      bits({S::inner_generate, S::inner_assemble}),
      assembling | closing);
  put(t,
      {S::inner_tool_calls},
      I::user_message,
      h,
      bits({S::inner_tool_calls, S::inner_emit_results}),
      records | bits({E::judge_answer}));
  put(t,
      {S::inner_executing},
      I::user_message,
      h,
      bits({S::inner_executing, S::inner_emit_results}),
      records | stopping_calls | bits({E::judge_answer}));
  put(t,
      {S::outer_boundary,
       S::inner_tool_calls,
       S::inner_emit_results,
       S::output_processing,
       S::inner_assemble},
      I::abort_requested,
      h,
      bits({S::ending}),
      ending);
  put(t, {S::inner_generate}, I::abort_requested, h, bits({S::ending}), ending | closing);
  put(t,
      {S::inner_executing},
      I::abort_requested,
      h,
      bits({S::ending, S::inner_executing}),
      ending | stopping_calls);
  stays(t,
        {S::suspended},
        I::abort_requested,
        Handling::deferred,
        0,
        "acted on when the turn continues");
  stays(t,
        {S::initializing, S::ending, S::done},
        I::abort_requested,
        Handling::ignored,
        0,
        "no turn is left to abort");
  stays(t,
        {S::suspended, S::inner_tool_calls},
        I::approval_answered,
        Handling::deferred,
        records,
        "acted on when the calls are planned");
  put(t,
      {S::inner_executing},
      I::approval_answered,
      h,
      bits({S::inner_executing}),
      releasing);
}

constexpr void fill_generation(Table& t) {
  put(t,
      {S::inner_assemble},
      I::model_resolved,
      h,
      bits({S::inner_assemble, S::ending}),
      ending | bits({E::resolve_model, E::assemble_context}));
  put(t,
      {S::inner_assemble},
      I::context_ready,
      h,
      bits({S::inner_assemble, S::ending}),
      ending | bits({E::reserve_spend}));
  put(t,
      {S::inner_assemble},
      I::spend_answered,
      h,
      bits({S::inner_assemble, S::inner_generate, S::ending}),
      ending | bits({E::start_generation}));
  stays(t, {S::inner_generate}, I::call_started, h, bits({E::report}));
  stays(t,
        {S::inner_generate},
        I::delta,
        h,
        bits({E::emit, E::stop_generation, E::judge_answer}));
  stays(t, {S::inner_generate}, I::opaque, h, 0);
  stays(t,
        {S::inner_generate},
        I::generation_ended,
        h,
        bits({E::judge_answer, E::classify_error}));
  stays(t, {S::inner_generate}, I::generation_failed, h, bits({E::classify_error}));
  put(t,
      {S::inner_generate},
      I::answer_judged,
      h,
      bits({S::inner_generate,
            S::inner_assemble,
            S::inner_tool_calls,
            S::output_processing,
            S::ending}),
      assembling | closing | ending | bits({E::plan_tools, E::check_memory}));
  put(t,
      {S::inner_generate},
      I::error_classified,
      h,
      bits({S::inner_generate, S::inner_assemble, S::ending}),
      assembling | closing | ending | bits({E::set_timer}));
}

constexpr void fill_tools(Table& t) {
  put(t,
      {S::inner_tool_calls},
      I::tools_planned,
      h,
      bits(
          {S::inner_tool_calls, S::inner_executing, S::inner_emit_results, S::suspended}),
      releasing | bits({E::authorize_tools}));
  put(t,
      {S::inner_tool_calls},
      I::tools_authorized,
      h,
      bits(
          {S::inner_tool_calls, S::inner_executing, S::inner_emit_results, S::suspended}),
      releasing | bits({E::ask_approval}));
  put(t,
      {S::inner_executing},
      I::tool_finished,
      h,
      bits({S::inner_executing, S::inner_emit_results, S::suspended}),
      releasing);
  put(t,
      {S::inner_emit_results},
      I::answer_judged,
      h,
      bits({S::inner_emit_results, S::inner_assemble, S::ending}),
      assembling | ending);
  put(t,
      {S::output_processing},
      I::memory_checked,
      h,
      bits({S::output_processing, S::outer_boundary, S::inner_assemble, S::ending}),
      assembling | ending);
}

constexpr void fill_world(Table& t) {
  const auto shown = bits({E::emit});
  for (std::size_t state = 0; state < state_count; ++state) {
    t[state][at(I::stored)] = {h, 1U << state, shown, ""};
    t[state][at(I::store_failed)] = {h, bits({S::done}), bits({E::emit, E::finish}), ""};
  }
  t[at(S::outer_boundary)][at(I::stored)] = {
      h,
      bits({S::outer_boundary, S::inner_assemble, S::ending}),
      assembling | ending,
      ""};
  t[at(S::inner_executing)][at(I::stored)].effects |= bits({E::start_tool, E::set_timer});
  t[at(S::ending)][at(I::stored)] = {
      h, bits({S::ending, S::done}), bits({E::emit, E::finish}), ""};
  t[at(S::suspended)][at(I::stored)].effects |= bits({E::finish});
  t[at(S::inner_generate)][at(I::store_failed)].effects |= bits({E::stop_generation});
  t[at(S::inner_executing)][at(I::store_failed)].effects |= bits({E::stop_tool});
  put(t,
      {S::outer_boundary,
       S::inner_tool_calls,
       S::inner_emit_results,
       S::output_processing},
      I::timer_fired,
      h,
      bits({S::ending}),
      ending);
  for (const S state : {S::outer_boundary,
                        S::inner_tool_calls,
                        S::inner_emit_results,
                        S::output_processing}) {
    t[at(state)][at(I::timer_fired)].next |= bits({state});  // not the turn's timer
  }
  put(t,
      {S::inner_assemble},
      I::timer_fired,
      h,
      bits({S::inner_assemble, S::ending}),
      ending | bits({E::resolve_model}));
  put(t,
      {S::inner_generate},
      I::timer_fired,
      h,
      bits({S::inner_generate, S::ending}),
      ending | closing);
  put(t,
      {S::inner_executing},
      I::timer_fired,
      h,
      bits({S::inner_executing, S::inner_emit_results, S::suspended, S::ending}),
      releasing | stopping_calls);
  stays(t,
        {S::suspended},
        I::timer_fired,
        Handling::deferred,
        0,
        "the turn's time is up; acted on when it continues");
  put(t,
      {S::initializing},
      I::reopened,
      h,
      bits({S::initializing, S::suspended}),
      bits({E::append, E::emit}));
}

constexpr Table make_table() {
  Table table{};
  fill_defaults(table);
  fill_callers(table);
  fill_generation(table);
  fill_tools(table);
  fill_world(table);
  return table;
}

constexpr Table table = make_table();

}  // namespace

std::string_view to_string(StateKind state) noexcept {
  switch (state) {
    case S::initializing: return "Initializing";
    case S::outer_boundary: return "OuterBoundary";
    case S::inner_assemble: return "InnerAssemble";
    case S::inner_generate: return "InnerGenerate";
    case S::inner_tool_calls: return "InnerToolCalls";
    case S::inner_executing: return "InnerExecuting";
    case S::inner_emit_results: return "InnerEmitResults";
    case S::output_processing: return "OutputProcessing";
    case S::ending: return "Ending";
    case S::suspended: return "Suspended";
    case S::done: return "Done";
  }
  return "?";
}

std::string_view to_string(Handling handling) noexcept {
  switch (handling) {
    case Handling::handled: return "handled";
    case Handling::deferred: return "deferred";
    case Handling::ignored: return "ignored";
    case Handling::impossible: return "impossible";
  }
  return "?";
}

std::string_view to_string(InputKind kind) noexcept {
  return input_names[at(kind)];
}
std::string_view effect_name(std::size_t index) noexcept {
  return effect_names[index];
}

const ContractRow& contract(StateKind state, InputKind input) noexcept {
  return table[at(state)][at(input)];
}

std::string check_step(StateKind before,
                       const LoopInput& input,
                       StateKind after,
                       std::span<const LoopEffect> effects) {
  const auto kind = static_cast<InputKind>(input.index());
  const ContractRow& row = contract(before, kind);
  const std::string where =
      std::string(to_string(before)) + " + " + std::string(to_string(kind));
  if ((row.next & bits({after})) == 0) {
    return where + " went to " + std::string(to_string(after)) + ", which is not allowed";
  }
  for (const LoopEffect& effect : effects) {
    if ((row.effects >> effect.index() & 1U) == 0) {
      return where + " asked for " + std::string(effect_name(effect.index())) +
             ", which is not allowed";
    }
  }
  return {};
}

}  // namespace pintle
