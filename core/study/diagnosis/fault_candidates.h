// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/step/engine/evaluation.h"
#include "core/step/engine/prepared.h"

#include <functional>
#include <string>
#include <vector>

namespace roofrack {

/// What kind of thing differs from the drawing.
enum class FaultKind {
    links,       ///< links of a level of the fabric are slower, or others use them
    transport,   ///< the library does not use the network's transport
    slow_rank,   ///< one GPU is slower than the others
    clocks,      ///< all GPUs run at a lower clock
    overlap,     ///< communication is not hidden behind computation
    input,       ///< samples come too late
    storage,     ///< the storage is slower
    recompute,   ///< other activations are recomputed
    micro_batch, ///< other micro-batch
    batch,       ///< other global batch
    precision,   ///< other number format
    launches,    ///< kernels are launched one by one
    placement    ///< ranks lie elsewhere
};
std::string_view name_of(FaultKind kind); ///< "links", "slow_rank"

/// One change of the drawing or of the run that somebody may not know of.
struct FaultCandidate {
    std::string id; ///< "links-leaf", "recompute-full"
    FaultKind kind = FaultKind::links;
    /// How often such a thing is what is wrong, against the other candidates. A judgement, not a fit.
    double commonness = 1;
    /// Range of the unknown; both 0 where the change has none. Its words and its scenario are functions of
    /// it.
    double low = 0, high = 0;
    std::function<std::string(double)> words; ///< "GPUs at 70 % of their clock"
    std::function<void(Scenario&, double)> apply;
    std::string test; ///< what would show it: "nvidia-smi …"

    bool has_parameter() const { return high > low; }
};

/// All that apply to the scenario: a level that is drawn, an option that is on.
std::vector<FaultCandidate> fault_candidates(const Prepared& prepared, const Evaluation& evaluation);

} // namespace roofrack
