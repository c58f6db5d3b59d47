// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/constants/defaults.h"
#include "core/base/model/part.h"

namespace roofrack {

/// W of one storage system: what its part says, else by its capacity (Defaults::Power::storage_per_byte),
/// else Defaults::Power::storage. `part` may be null.
double storage_power(const Part* part, const Defaults::Power& constants);

/// W that one switch draws at most: what its part says, else its typical power and optics in every port.
double most_switch_power(const Part& part, const Defaults::Power& constants);

} // namespace roofrack
