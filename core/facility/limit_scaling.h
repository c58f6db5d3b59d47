// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facility/facility_inputs.h"

namespace roofrack {

/// True where scaling it changes anything: chips and their caps hold every rack, the others where they are
/// drawn.
bool is_limited(const ClockInputs& inputs, ThrottleCause limit);

/// Widens, or narrows, one kind of limit, wherever it is drawn. Loads stay as they are: more capacity weighs
/// and draws nothing here.
void scale_limit(FacilityInputs& inputs, ThrottleCause limit, ResourceScale scale);

} // namespace roofrack
