// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/units/energy_text.h"

#include "core/base/units/common_units.h"
#include "core/base/units/quantity_text.h"

#include <cmath>

namespace roofrack {

std::string step_energy_text(Joules energy, int digits) {
    std::string out = format_quantity(energy.si(), Dimension::power, digits); // with the same prefixes
    if (out.ends_with('W')) out.back() = 'J';
    return out;
}

std::string meter_energy_text(Joules energy, int digits) {
    std::string out = format_quantity(in_watt_hours(energy), Dimension::power, digits);
    return out.ends_with('W') ? out + 'h' : out;
}

} // namespace roofrack
