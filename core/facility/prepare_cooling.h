// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facility/preparation.h"

namespace roofrack {

/// Air and liquid temperatures, limits on heat and the junction's distance from the coolant, from the drawn
/// cooling. Where none is drawn: `air_supply`, `liquid_supply` and no limit.
void prepare_cooling(Preparation& preparation);

} // namespace roofrack
