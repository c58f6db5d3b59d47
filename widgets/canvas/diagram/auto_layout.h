// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/cluster.h"

#include <QSizeF>

#include <functional>
#include <map>
#include <string>

namespace roofrack {

/// True when no element has been given a place.
bool needs_layout(const Cluster& cluster);

/// Positions by tier: spines above leafs above racks, storage, feeds and cooling at the right; containers as
/// nested blocks. `size_of` gives the frame of an element that is no container; `is_slot` tells what stands
/// inside a rack's frame and needs no place.
std::map<std::string, Position> auto_layout(const Cluster& cluster,
                                            const std::function<QSizeF(const Element&)>& size_of,
                                            const std::function<bool(const Element&)>& is_slot);

} // namespace roofrack
