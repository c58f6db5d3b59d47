// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/step/collectives/collectives.h"

namespace roofrack {

/// How NCCL, or what stands for it, runs a collective.
enum class CollectiveAlgorithm {
    none, ///< one member, or no way between them
    ring,
    tree,      ///< double binary tree over the domains, a chain inside each
    nvls,      ///< reduced inside the switches of a domain; over several by trees
    collnet,   ///< reduced by the switches of the network (SHARP)
    pat,       ///< parallel aggregated trees
    torus,     ///< a ring along each axis in turn
    all_pairs, ///< every rank with every other
};
constexpr int collective_algorithm_count = 8;
std::string_view name_of(CollectiveAlgorithm algorithm); ///< "ring", "NVLS" …
/// By its name, whatever the case.
std::optional<CollectiveAlgorithm> collective_algorithm(std::string_view name);

/// The one that formula_time() takes for this call: the fastest.
CollectiveAlgorithm collective_algorithm(Collective collective, double bytes, const GroupPath& path);

/// formula_time() if it is done by that algorithm; infinite where the library has none such for the call.
double formula_time_by(CollectiveAlgorithm algorithm, Collective collective, double bytes,
                       const GroupPath& path);

/// formula_time() of an all-reduce if it is done by trees, or else by a ring (a torus: along its axes).
double all_reduce_time_by(CollectiveAlgorithm algorithm, double bytes, const GroupPath& path);

} // namespace roofrack
