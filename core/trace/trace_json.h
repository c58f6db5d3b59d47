// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trace/trace.h"

#include <nlohmann/json_fwd.hpp>

namespace roofrack {

/// The JSON of `trace --json` (formats.md); unknown values are null.
nlohmann::ordered_json trace_json(const TraceResult& result);

} // namespace roofrack
