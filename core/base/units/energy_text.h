// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units/quantity.h"

#include <string>

namespace roofrack {

/// The energy of one step, in joules: "486 MJ".
std::string step_energy_text(Joules energy, int digits = 4);

/// At the meter, in watt-hours: "31.9 GWh", "0.35 Wh".
std::string meter_energy_text(Joules energy, int digits = 4);

} // namespace roofrack
