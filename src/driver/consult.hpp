// SPDX-License-Identifier: MIT
// Consultations: how each ask of the machine is put to its plug-in. None throws; each
// task gives the input that answers the ask.
#pragma once

#include <cstdint>

#include "pintle/loop.hpp"
#include "pintle/task.hpp"

namespace pintle {

// Lifetime: `plugins` and `machine` outlive the task.
Task<LoopInput> resolve_model(const Plugins& plugins, effect::ResolveModel ask);
Task<LoopInput> assemble_context(const Plugins& plugins,
                                 const LoopMachine& machine,
                                 effect::AssembleContext ask);
Task<LoopInput> reserve_spend(const Plugins& plugins, effect::ReserveSpend ask);
Task<LoopInput> authorize_tools(const Plugins& plugins, effect::AuthorizeTools ask);
Task<LoopInput> check_memory(const Plugins& plugins, effect::CheckMemory ask);

// Of the tools that a request made now would declare, in their order.
[[nodiscard]] std::uint64_t tools_digest(const Plugins& plugins);

// Answered at once.
LoopInput judge_answer(const Plugins& plugins, const effect::JudgeAnswer& ask);
LoopInput classify_error(const Plugins& plugins, const effect::ClassifyError& ask);
LoopInput plan_tools(const Plugins& plugins, const effect::PlanTools& ask);

}  // namespace pintle
