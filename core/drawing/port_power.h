// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/constants/defaults.h"
#include "core/base/model/part.h"

#include <optional>

namespace roofrack {

/// W at one end of an optical cable that nobody describes, on a switch of this part, also at the end that is
/// in a server: what the part says of a port, else its share of what the switch draws at most above what it
/// typically does, else Defaults::Power::optics by the rate of its ports. A cable slower than the port, which
/// shares it with others, takes its part of that; `cable`: its rate, one direction; none: that of the port.
double optical_end_power(const Part& switch_part, std::optional<ByteRate> cable,
                         const Defaults::Power& constants);

} // namespace roofrack
