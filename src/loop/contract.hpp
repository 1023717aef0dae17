// SPDX-License-Identifier: MIT
// The contract table: for each state and input what the machine does with it, which
// states may follow and which effects may be asked for. It is data: `apply` reads from it
// what a state ignores, tests check every step against it, and docs/state_machine.md is
// printed from it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "pintle/export.hpp"
#include "pintle/machine.hpp"

namespace pintle {

/// In the order of LoopInput.
enum class InputKind : std::uint8_t {
  turn_started,
  turn_continued,
  session_ended,
  user_message,
  abort_requested,
  approval_answered,
  model_resolved,
  context_ready,
  spend_answered,
  call_started,
  delta,
  opaque,
  generation_ended,
  generation_failed,
  answer_judged,
  error_classified,
  tools_planned,
  tools_authorized,
  tool_finished,
  memory_checked,
  stored,
  store_failed,
  timer_fired,
  reopened
};
inline constexpr std::size_t input_count = std::variant_size_v<LoopInput>;
inline constexpr std::size_t effect_count = std::variant_size_v<LoopEffect>;

[[nodiscard]] PINTLE_API std::string_view to_string(InputKind kind) noexcept;
/// The name of the effect at this place in LoopEffect.
[[nodiscard]] PINTLE_API std::string_view effect_name(std::size_t index) noexcept;

enum class Handling : std::uint8_t {
  handled,    ///< Acted on now.
  deferred,   ///< Recorded now, acted on in a later state.
  ignored,    ///< Late or without meaning here; nothing changes.
  impossible  ///< The driver never gives it here; nothing changes if it does.
};
[[nodiscard]] PINTLE_API std::string_view to_string(Handling handling) noexcept;

struct ContractRow {
  Handling handling = Handling::impossible;
  std::uint32_t next = 0;     ///< Bit per StateKind.
  std::uint32_t effects = 0;  ///< Bit per alternative of LoopEffect.
  const char* reason = "";
  [[nodiscard]] constexpr bool ignored() const noexcept {
    return handling == Handling::ignored || handling == Handling::impossible;
  }
};

[[nodiscard]] PINTLE_API const ContractRow& contract(StateKind state,
                                                     InputKind input) noexcept;

/// What is wrong with this step under the table; empty: nothing.
[[nodiscard]] PINTLE_API std::string check_step(StateKind before,
                                                const LoopInput& input,
                                                StateKind after,
                                                std::span<const LoopEffect> effects);

}  // namespace pintle
