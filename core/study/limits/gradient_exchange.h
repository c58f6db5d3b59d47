// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/figures/describe.h"
#include "core/step/collectives/exchange_pattern.h"
#include "core/step/engine/evaluation.h"
#include "core/step/engine/prepared.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace roofrack {

/// A GPU count at which the gradients of all replicas are added up.
struct ExchangePoint {
    double gpus = 0, ranks = 1; ///< ranks: replicas that take part
    std::string block; ///< block of the fabric that they do not fit into: "NVLink domain"; empty: into one
    /// That leave it, the farthest that are crossed: "Leaf uplinks, 8:1" as drawn, or those that repeat
    /// beyond the drawing; empty: none is.
    std::string links;
    std::array<ExchangeCost, exchange_pattern_count> costs{};
    const ExchangeCost& of(ExchangePattern pattern) const { return costs[static_cast<size_t>(pattern)]; }
};

/// One exchange of a rank's gradients by pattern, over the fabric as drawn and beyond it as the study takes
/// it.
struct GradientExchange {
    Bytes bytes{};       ///< bytes that each rank holds of gradients
    bool of_plan = true; ///< false: as asked
    double drawn_gpus = 0;
    std::string innermost; ///< block of the fabric: "NVLink domain"
    Seconds computing{};   ///< arithmetic and memory of the drawn productive step, which may hide it
    std::vector<ExchangePoint> points; ///< ascending; empty where the plan has no step
};

/// What may be asked for: a byte to a petabyte at each rank, 1,000 times what any accelerator holds.
inline constexpr double least_exchanged = 1, most_exchanged = 1e15; // B

/// Points before which the exchange goes over farther links than at the point before: there its time jumps.
std::vector<size_t> exchange_jumps(const GradientExchange& exchange);

/// At each size of sweep_counts() with two replicas or more, degrees as planned. All in one call; nothing is
/// overlapped. `bytes`: instead of the plan's gradients.
GradientExchange gradient_exchange(const Prepared& prepared, const Evaluation& evaluation,
                                   const std::optional<Bytes>& bytes = {});

void describe(figures::Builder<ExchangePoint>& figures);
/// All but its innermost block.
void describe(figures::Builder<GradientExchange>& figures);

} // namespace roofrack
