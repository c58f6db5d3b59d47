// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/hta.h"
#include "core/trace/trace.h"

#include <nlohmann/json_fwd.hpp>

namespace roofrack {

/// The JSON of `trace --json` (formats.md); unknown values are null.
nlohmann::ordered_json trace_json(const TraceResult& result);

/// The "hta" of a rank with `trace --hta --json`: HTA's own names, microseconds and per cent; null without a
/// kernel.
nlohmann::ordered_json hta_json(const std::optional<HtaBreakdown>& hta);

} // namespace roofrack
