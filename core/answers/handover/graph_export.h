// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/handover/cable_list.h"

#include <string>

namespace roofrack {

/// The network in Graphviz' DOT: a node for each device with its role, an edge for each cable between ports,
/// as NVIDIA's Cable Validation Tool also reads it for Ethernet.
std::string network_dot(const CableList& list);
/// The network as GraphML: kind, part, rack and unit of nodes; ports, rate, length and kind of edges.
std::string network_graphml(const CableList& list);

} // namespace roofrack
