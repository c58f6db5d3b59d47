// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/project/project_difference.h"

#include <nlohmann/json_fwd.hpp>

namespace roofrack {

/// What `diff --json` prints; null for what one of the two does not set.
nlohmann::ordered_json difference_json(const ProjectDifference& found);
nlohmann::ordered_json difference_schema();

} // namespace roofrack
