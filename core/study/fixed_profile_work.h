// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/step/engine/prepared.h"

namespace roofrack {

/// The scenario for another drawing. The time of a measured profile is that of a GPU's share of the batch on
/// the drawing that it was given for: elsewhere it stays the time of so many samples, not of another share.
Scenario with_fixed_profile_work(const Prepared& prepared);

} // namespace roofrack
