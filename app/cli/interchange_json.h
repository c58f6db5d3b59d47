// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/units/diagnostic.h"

#include <nlohmann/json.hpp>
#include <vector>

namespace roofrack::cli {

/// [{where, what, fix}]
inline nlohmann::ordered_json diagnostics_json(const std::vector<Diagnostic>& diagnostics) {
    nlohmann::ordered_json out = nlohmann::ordered_json::array();
    for (const Diagnostic& each : diagnostics)
        out.push_back({{"where", each.where}, {"what", each.what}, {"fix", each.fix}});
    return out;
}

} // namespace roofrack::cli
