// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/finding.h"
#include "core/base/model/level_conditions.h"
#include "core/drawing/network/fabric_network.h"

#include <span>

namespace roofrack {

/// Puts what a site says about its levels on a fabric as drawn. What is said about a level holds for all
/// links of that name: two lines that mean the same links add up. Beyond the drawing the outermost links
/// repeat. `adaptive`: packets spread over all ways where there are several.
void apply_level_conditions(Fabric& fabric, std::span<const LevelConditions> given, bool adaptive);

/// What a site may call the links of a phase: leaf, spine, core or group.
std::string_view role_of(const NetworkPhase& phase);

/// True when a line means links of this level: by a role, or by its name as drawn.
bool means(const LevelConditions& given, const FabricLevel& level);

/// The links that leave a block of levels[level], as drawn: "Leaf uplinks, 8:1". Where two levels are held by
/// links of one name, with the block that they leave.
std::string border_name(std::span<const FabricLevel> levels, size_t level);

/// A warning for each line that no level of the fabric answers to, with the names that would be understood.
std::vector<Finding> level_findings(const Fabric& fabric, std::span<const LevelConditions> given);

} // namespace roofrack
