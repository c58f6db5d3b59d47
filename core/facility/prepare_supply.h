// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facility/preparation.h"

namespace roofrack {

/// The drawn way of power: limits of the racks, Σ of the continuous capacity of the feeds that they are fed
/// by, shared by what the racks draw at full clock (a rack's own power_limit overrides it; a feed of unknown
/// capacity leaves it unknown), and the chain of units above them. A link between two feeds goes from the
/// upper to the lower one. Fails where they feed each other in a circle, and names each circle.
Result<void> prepare_supply(Preparation& preparation);

} // namespace roofrack
