// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/analysis/verdict/verdict.h"

namespace roofrack::cli {

/// What a verdict stands on, and what to try.
void print_causes(const TraceVerdict& verdict);

/// Tables of idle time by cause, of collectives, kernels and multiplications of what was read: the first of
/// each.
void print_analysis(const TraceAnalysis& analysis, const TraceResult& trace);

} // namespace roofrack::cli
