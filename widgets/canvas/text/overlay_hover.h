// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/drawing_loads.h"
#include "widgets/canvas/looks/overlay.h"

namespace roofrack {

/// The overlay's figure of one drawn thing and where it comes from, as HTML for a tooltip; empty when the
/// overlay says nothing of it. Of what stands in a rack, the rack's. `evaluation` and `loads` may be null.
QString overlay_hover(const std::string& id, Overlay overlay, const Cluster& cluster,
                      const Evaluation* evaluation, const DrawingLoads* loads);

} // namespace roofrack
