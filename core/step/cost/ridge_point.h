// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units/quantity.h"

namespace roofrack {

/// FLOP/B at which arithmetic takes as long as what moves the bytes: what needs fewer waits for them
/// (Williams 2009). 0 where nothing moves them.
inline double ridge_point(FlopRate peak, ByteRate rate) { return rate.si() > 0 ? peak.si() / rate.si() : 0; }

} // namespace roofrack
