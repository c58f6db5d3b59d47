// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/measure/published/validated_row.h"

#include <span>
#include <string>
#include <vector>

namespace roofrack {

/// One curve: rows of a series that differ in GPU count alone and keep their batch (strong) or their batch a
/// GPU (weak).
struct ScalingRatio {
    std::string series, model, software, precision;
    bool strong = true;
    double sequence = 0, batch = 0;                     ///< batch: of the step (strong) or a GPU (weak)
    double smallest = 0, largest = 0;                   ///< GPUs
    double published = 0, predicted = 0, error_pct = 0; ///< step time at largest ÷ at smallest
};

std::vector<FigureGroup> by_use(std::span<const ValidatedRow> rows, std::span<const SkippedRow> skipped);
/// By GPU and software family.
std::vector<FigureGroup> by_stack(std::span<const ValidatedRow> rows);
std::vector<FigureGroup> by_series(std::span<const ValidatedRow> rows);

/// Every curve with two or more GPU counts. Where a count has several configurations, the one with the other
/// end's layout stands for it, else the fastest published.
std::vector<ScalingRatio> scaling_ratios(std::span<const ValidatedRow> rows);

} // namespace roofrack
