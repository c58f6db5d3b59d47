// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/canvas/overlays/overlay_style_draft.h"

namespace roofrack {

// The overlays that colour racks.

void colour_rack_power(OverlayStyleDraft& draft);
void colour_inlet(OverlayStyleDraft& draft);
void colour_chip(OverlayStyleDraft& draft);
void colour_clock(OverlayStyleDraft& draft);

} // namespace roofrack
