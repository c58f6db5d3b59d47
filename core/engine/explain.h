// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/evaluate.h"

namespace roofrack {

/// One number with where it came from. Leaves are inputs (formula empty).
struct Derivation {
    std::string name;
    double value = 0;
    std::string unit;    ///< SI symbol, "" for ratios
    std::string formula; ///< in the names of `inputs`; empty for a leaf
    std::vector<Derivation> inputs;
    std::string source;
    std::string sure; ///< "confirmed", "from_memory", "judgement", "computed", "unknown"
};

/// The derivation of a step part ("data_comm"), or of "step_time", "band", "mfu", "memory_bytes", "power",
/// "goodput", "cost_per_hour". Same code path as evaluate(): the value has the same bits. Fails on an unknown
/// name, listing the known ones.
Result<Derivation> explain(const Prepared& prepared, std::string_view part,
                           const EvaluateOptions& options = {});
std::vector<std::string> explainable();

} // namespace roofrack
