// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/scaling.h"

namespace roofrack {

/// The count by which a place on the curve is called in words. Between computed sizes it is no more exact
/// than they are: the nearest size that runs within 2 %, else two digits.
double shown_gpus(const ScaleResult& study, double gpus);

} // namespace roofrack
