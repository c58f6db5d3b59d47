// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/project.h"
#include "core/base/units/diagnostic.h"

#include <string_view>

namespace roofrack {

class Catalog;

/// How an unknown input is written on the command line, its values with or without units:
/// "ADDRESS=1,2,4" a list, "ADDRESS=LOW..HIGH:5" five values, "ADDRESS=LOW..HIGH" uniform,
/// "ADDRESS=LOW..LIKELY..HIGH" triangular, "ADDRESS=normal LOW..HIGH" and "ADDRESS=log-normal LOW..HIGH",
/// which lie between for 80 %. `scenario` has the input. Fails on an address or a value that cannot be.
Result<UncertainInput> parse_uncertain(std::string_view text, const Scenario& scenario,
                                       const Catalog& catalog);

/// The same for people: "normal, 80 % between 0.06 $/kWh and 0.1 $/kWh", "0.05 $/kWh to 0.12 $/kWh, likely
/// 0.08 $/kWh".
std::string uncertain_text(const UncertainInput& input, const Scenario& scenario, const Catalog& catalog);

} // namespace roofrack
