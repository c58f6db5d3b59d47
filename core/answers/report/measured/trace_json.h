// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/analysis/compare/run_comparison.h"
#include "core/measured/analysis/replay/straggler_study.h"
#include "core/measured/analysis/verdict/verdict.h"
#include "core/measured/trace/hta.h"
#include "core/measured/trace/trace.h"

#include <nlohmann/json.hpp>
#include <nlohmann/json_fwd.hpp>

namespace roofrack {

/// What `trace --json` prints: integer nanoseconds, unknown is null.
nlohmann::ordered_json trace_json(const TraceResult& result, const std::vector<StragglerStudy>& studies = {});

/// The "hta" of a rank with `trace --hta --json`: HTA's own names, microseconds and per cent; null without a
/// kernel.
nlohmann::ordered_json hta_json(const std::optional<HtaBreakdown>& hta);

/// The "slowdown" of the only replayed run, and with `with_paths` the studies themselves as "critical_path".
void add_studies(nlohmann::ordered_json& trace, const std::vector<StragglerStudy>& studies, bool with_paths);

/// The "comparison" of `trace --against`: the run that is given there is the first.
void add_comparison(nlohmann::ordered_json& trace, const RunComparison& comparison);

/// The schema of all.
nlohmann::ordered_json trace_schema();

/// `trace --analysis`: the verdict, and what it stands on.
nlohmann::ordered_json trace_analysis_json(const TraceAnalysis& analysis, const TraceVerdict& verdict);
nlohmann::ordered_json trace_analysis_schema();

} // namespace roofrack
