// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/constants/defaults.h"

#include <map>
#include <string>

namespace roofrack {

/// The constants of the program with other values for some, in SI units, by their paths
/// ("failures.restart", "collectives.base_latency.ring.2"). Fails on a path that there is not.
Result<Defaults> defaults_with(const std::map<std::string, double>& values);

} // namespace roofrack
