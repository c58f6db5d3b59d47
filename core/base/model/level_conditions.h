// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/cluster.h"

#include <array>
#include <string_view>

namespace roofrack {

/// The share that other traffic and degraded links take of one level of the fabric: of the links that join
/// the blocks inside it.
struct LevelConditions {
    /// What the links are for: "scale-up" (inside the domain), "leaf" (servers to the first tier of
    /// switches), "spine" (to the second), "core" (to any above), "group" (between switches of a tier),
    /// "torus"; or the level's name as drawn, whatever its case. The first do not change when the drawing
    /// does.
    std::string level;
    double background = 0;      ///< share of the bandwidth that other traffic takes
    double degraded_links = 0;  ///< share of the links that run slower than they should
    double degraded_rate = 0.5; ///< they run at this share of their rate: half the width after a retraining
    UnknownKeys unknown;
    bool operator==(const LevelConditions&) const = default;
};

/// Names that every drawing understands, where it has such links.
inline constexpr std::array<std::string_view, 6> level_roles{"scale-up", "leaf",  "spine",
                                                             "core",     "group", "torus"};

} // namespace roofrack
