// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/analysis/verdict/verdict.h"

#include <nlohmann/json.hpp>

namespace roofrack {

/// `trace --analysis`: the verdict, and what it stands on.
nlohmann::ordered_json trace_analysis_json(const TraceAnalysis& analysis, const TraceVerdict& verdict);
nlohmann::ordered_json trace_analysis_schema();

} // namespace roofrack
