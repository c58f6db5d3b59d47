// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/templates/template_sketch.h"

namespace roofrack {

/// Groups of routers, all joined inside a group, and every group to every other (Kim, Dally, Scott, Abts:
/// Technology-driven, highly-scalable dragonfly topology, ISCA 2008). Balanced: a router of k ports has p =
/// (k + 1)/4 to servers and as many global ones, a group 2p routers; of 64 ports 16 and 32, as HPE's
/// Slingshot is deployed. Faults name the key.
void sketch_dragonfly(TemplateReader& reader, TemplateSketch& sketch, const Part& server, int servers);

} // namespace roofrack
