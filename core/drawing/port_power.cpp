// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/port_power.h"

#include <algorithm>

namespace roofrack {

namespace {

/// W of a cable that takes a whole port.
double optical_port_power(const Part& switch_part, const Defaults::Power& constants) {
    if (const auto power = switch_part.value("optical_port_power")) return *power;
    const auto typical = switch_part.value("typical_power"), most = switch_part.value("max_power"),
               ports = switch_part.value("ports");
    if (typical && most && ports && *ports > 0) return (*most - *typical) / *ports;
    return constants.optics / constants.optics_rate *
           switch_part.value_or("port_rate", constants.optics_rate);
}

} // namespace

double optical_end_power(const Part& switch_part, std::optional<ByteRate> cable,
                         const Defaults::Power& constants) {
    const auto port = switch_part.value("port_rate");
    const double share = cable && port && *port > 0 ? std::min(1.0, cable->si() / *port) : 1;
    return share * optical_port_power(switch_part, constants);
}

} // namespace roofrack
