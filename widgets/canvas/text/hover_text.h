// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/cluster.h"
#include "core/step/engine/evaluation.h"
#include "core/step/engine/loads/drawing_loads.h"
#include "widgets/canvas/overlays/overlay.h"

#include <QString>

namespace roofrack {

struct SpareMargin;
class Catalog;

/// What is known of an item, as rich text: its figures with status and source, and what the evaluation found.
/// Empty for an unknown id. `evaluation` may be null.
QString hover_text(const std::string& id, const Cluster& cluster, const Catalog& catalog,
                   const Evaluation* evaluation);

/// The overlay's figure of one drawn thing and where it comes from, as HTML for a tooltip; empty when the
/// overlay says nothing of it. What stands in a rack has the rack's. `evaluation`, `loads` and `spares` may
/// be null.
QString overlay_hover(const std::string& id, Overlay overlay, const Cluster& cluster,
                      const Evaluation* evaluation, const DrawingLoads* loads,
                      const std::vector<SpareMargin>* spares = nullptr);

} // namespace roofrack
