// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/explain/tree/inputs.h"
#include "core/step/collectives/torus_span.h"

#include <functional>

namespace roofrack {

inline constexpr const char* torus_source =
    "rings along the axes of a torus, all axes at a time: Jouppi 2023, arXiv 2304.01433";

/// What a group's way over a torus of chips rests on (TorusAxes), as explained numbers; null: on none.
struct TorusNodes {
    ExplanationPtr rate;  ///< B/s that a member sends over all axes
    ExplanationPtr hops;  ///< links from one end to the other
    ExplanationPtr cross; ///< s a byte of an all-to-all's buffer
    ExplanationPtr cable; ///< B/s to a neighbour
};

/// `held`: members in a block of a level; `left`: share of its links that is left to the job, of those inside
/// it or beyond; null: all.
TorusNodes torus_nodes(const Inputs& inputs, const TorusAxes& axes, const Term& stride, const Term& share,
                       const GroupPath& path, const std::function<Term(const FabricLevel&)>& held,
                       const std::function<ExplanationPtr(const FabricLevel&, bool within)>& left);

} // namespace roofrack
