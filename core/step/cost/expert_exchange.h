// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/step/cost/stage.h"

namespace roofrack {

/// Copies of a token that leave its rank when `top_k` experts are drawn evenly: one an expert, or, sent once,
/// one a rank inside its scale-up domain and one a domain outside (DeepEP; group-limited routing:
/// DeepSeek-V3, arXiv 2412.19437, section 2.1.2).
struct TokenCopies {
    double inside = 0;  ///< to other ranks of the domain
    double outside = 0; ///< across the border of the domain
};
TokenCopies token_copies(const MoeSpec& moe, double ranks, double domain, bool once);

/// The plan's value, else that of the stack's release.
bool dispatches_once(const StepContext& context, const Plan& plan);

/// One dispatch (a combine moves the same): all-to-all over the expert ranks and, where tensor parallelism
/// cuts the experts, the gathering of the routed tokens over its ranks. Bytes of one rank's buffer.
Call expert_exchange(const StepContext& context, const Plan& plan, const GroupPaths& paths);

} // namespace roofrack
