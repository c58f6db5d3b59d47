// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/bill/power_figure.h"

namespace roofrack {

const char* power_figure(const Part& part) {
    switch (part.kind) {
    case PartKind::server: return "max_power";
    case PartKind::switch_: return part.value("typical_power") ? "typical_power" : "max_power";
    case PartKind::storage: return "power";
    case PartKind::cooling: return "own_power";
    default: return "";
    }
}

} // namespace roofrack
