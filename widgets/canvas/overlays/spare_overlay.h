// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/canvas/overlays/overlay_style_draft.h"

namespace roofrack {

struct SpareMargin;

/// Racks, feeds, the supply and coolers by what the worst single failure leaves them. Null: not known yet.
void colour_spares(OverlayStyleDraft& draft, const std::vector<SpareMargin>* spares);

} // namespace roofrack
