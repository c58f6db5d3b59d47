// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/limits/memory_wall.h"

#include <nlohmann/json_fwd.hpp>

namespace roofrack {

/// What `wall --json` prints: accelerators by year with their rates and ridge points, growth fitted to them
/// and published, and, with a project, where its machine and workload stand and where they come to. FLOP/s,
/// B/s, FLOP/B, s; growth is the factor of a year; 0 and what is not known is null.
nlohmann::ordered_json wall_json(const MemoryWall& wall, const WallPosition* standing);
nlohmann::ordered_json wall_schema();

} // namespace roofrack
