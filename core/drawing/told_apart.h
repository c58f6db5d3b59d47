// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/cluster.h"

namespace roofrack {

/// The name of what is drawn, with what it stands in where another drawn thing is called the same: "Fan walls
/// of Pod of 1,024", else with its id. Empty for an id that is not drawn.
std::string told_apart(const Cluster& cluster, std::string_view id);

} // namespace roofrack
