// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/network/path.h"

#include <nlohmann/json_fwd.hpp>

namespace roofrack {

/// What `path --json` prints: bytes/s of one direction (of feeds and cooling W) and seconds, unknown is null.
nlohmann::ordered_json path_json(const Cluster& cluster, const Path& path);
nlohmann::ordered_json path_schema();

} // namespace roofrack
