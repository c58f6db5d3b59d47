// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facility/facility.h"

namespace roofrack {

/// Widens, or narrows, one kind of limit, wherever it is drawn. Loads stay as they are: more capacity weighs
/// and draws nothing here.
void relieve(FacilityInputs& inputs, Clip limit, Turn turn);

} // namespace roofrack
