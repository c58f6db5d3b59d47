// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/port_power.h"

namespace roofrack {

double optical_end_power(const Part& switch_part, const Defaults::Power& constants) {
    if (const auto power = switch_part.value("optical_port_power")) return *power;
    const auto typical = switch_part.value("typical_power"), most = switch_part.value("max_power"),
               ports = switch_part.value("ports");
    if (typical && most && ports && *ports > 0) return (*most - *typical) / *ports;
    return constants.optics / constants.optics_rate *
           switch_part.value_or("port_rate", constants.optics_rate);
}

} // namespace roofrack
