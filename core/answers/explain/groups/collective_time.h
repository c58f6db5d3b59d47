// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/explain/groups/group_nodes.h"

namespace roofrack {

/// s of one call of a collective, as time_of() in core/step/collectives finds it: the fastest of NCCL's
/// algorithms and protocols, or a sweep of the calibration scaled to the group. `bytes`: the full buffer.
ExplanationPtr collective_time(const Inputs& inputs, Collective collective, const ExplanationPtr& bytes,
                               const GroupNodes& group);

/// s of an all-reduce of a group that `flat` describes as a whole, `stride` GPUs apart: flat, or in three
/// over the groups of hierarchy() where that is faster. `quality` as for group_nodes(). `across_every`: steps
/// between two sums across the border, which is then always in three; null: every step.
ExplanationPtr hierarchical_node(const Inputs& inputs, const ExplanationPtr& bytes, const GroupNodes& flat,
                                 const Term& stride, bool quality,
                                 const ExplanationPtr& across_every = nullptr);

} // namespace roofrack
