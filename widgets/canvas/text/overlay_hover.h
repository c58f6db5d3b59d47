// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/step/engine/drawing_loads.h"
#include "widgets/canvas/overlays/overlay.h"

namespace roofrack {

struct SpareMargin;

/// The overlay's figure of one drawn thing and where it comes from, as HTML for a tooltip; empty when the
/// overlay says nothing of it. What stands in a rack has the rack's. `evaluation`, `loads` and `spares` may
/// be null.
QString overlay_hover(const std::string& id, Overlay overlay, const Cluster& cluster,
                      const Evaluation* evaluation, const DrawingLoads* loads,
                      const std::vector<SpareMargin>* spares = nullptr);

} // namespace roofrack
