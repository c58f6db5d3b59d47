// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/trace/hta.h"
#include "core/measured/trace/trace.h"

#include <nlohmann/json_fwd.hpp>

namespace roofrack {

/// What `trace --json` prints: integer nanoseconds, unknown is null.
nlohmann::ordered_json trace_json(const TraceResult& result);

/// The "hta" of a rank with `trace --hta --json`: HTA's own names, microseconds and per cent; null without a
/// kernel.
nlohmann::ordered_json hta_json(const std::optional<HtaBreakdown>& hta);

/// The schema of both.
nlohmann::ordered_json trace_schema();

} // namespace roofrack
