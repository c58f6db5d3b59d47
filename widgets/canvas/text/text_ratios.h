// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/canvas/text/named_elements.h"
#include "widgets/canvas/text/text_board.h"

namespace roofrack {

/// Writes the oversubscription of switches: right beside the switch or not at all, on a ground of its own:
/// more down than up in the colour of a warning, the rest quiet.
void write_ratios(TextBoard& board, const NamedElements& names);

} // namespace roofrack
