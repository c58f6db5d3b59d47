// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/canvas/overlays/overlay_style_draft.h"

namespace roofrack {

/// Links by their load, over quiet racks.
void colour_link_load(OverlayStyleDraft& draft);
/// Elements and links by the level of the fabric that they are in.
void colour_levels(OverlayStyleDraft& draft);

/// Colours of the levels of a fabric, innermost first; distinguished by colour-blind readers (after Paul Tol,
/// Colour Schemes, SRON/EPS/TN/09-002, "bright"; lighter on dark).
QColor level_colour(size_t level, const Theme& theme);

} // namespace roofrack
