// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/catalog/part_power.h"

namespace roofrack {

double storage_power(const Part* part, const Defaults::Power& constants) {
    if (!part) return constants.storage;
    const auto capacity = part->value("capacity");
    return part->value_or("power", capacity ? *capacity * constants.storage_per_byte : constants.storage);
}

double most_switch_power(const Part& part, const Defaults::Power& constants) {
    if (const auto most = part.value("max_power")) return *most;
    const double optics =
        part.value_or("optical_port_power", constants.optics / constants.optics_rate *
                                                part.value_or("port_rate", constants.optics_rate));
    return part.value_or("typical_power", constants.switch_) + part.value_or("ports", 0) * optics;
}

} // namespace roofrack
