// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/project.h"
#include "core/base/units/diagnostic.h"

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace roofrack {

class Catalog;

/// A value of a scenario that can be set: `--set ADDRESS=VALUE`.
struct Input {
    std::string address; ///< "/plan/tp"; in lists "/cluster/links/*/bandwidth", where * is an id or a number
    std::string_view help;
    std::string unit;                  ///< unit of a bare number; empty: none
    std::optional<double> least, most; ///< in that unit; none: it is no number
    std::vector<std::string> choices;  ///< all that it may be; empty: anything
};

/// Every input of a scenario, in the order of the file. Made once.
const std::vector<Input>& scenario_inputs();

/// What a scenario has at an address, as its file writes it; null: it says nothing there, and the default
/// holds. Fails on an address that does not exist, with the nearest.
Result<nlohmann::ordered_json> input_value(const Scenario& scenario, std::string_view address,
                                           const Catalog& catalog);

} // namespace roofrack
