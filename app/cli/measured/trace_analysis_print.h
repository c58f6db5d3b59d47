// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/analysis/compare/run_comparison.h"
#include "core/measured/analysis/replay/straggler_study.h"
#include "core/measured/analysis/verdict/verdict.h"

namespace roofrack::cli {

/// What a verdict stands on, and what to try.
void print_causes(const TraceVerdict& verdict);

/// Tables of idle time by cause, of collectives, kernels and multiplications of what was read: the first of
/// each.
void print_analysis(const TraceAnalysis& analysis, const TraceResult& trace);

/// What stragglers cost, who is waited for, and a step's critical path, as tables.
void print_study(const StragglerStudy& study);

/// The line, the steps, and what their difference is made of, the largest first.
void print_comparison(const RunComparison& comparison);

} // namespace roofrack::cli
