// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/project.h"

#include <map>
#include <memory>
#include <string>

namespace roofrack {

/// A scenario with other values of what it says, and of what nobody knows for sure beside it. Factors are 1
/// and lists empty where all is as predicted.
struct Variation {
    std::shared_ptr<const Scenario> scenario; ///< with its inputs as they then are
    double step = 1;                          ///< × the predicted step: the error of the model
    double step_meanwhile = 1;                ///< × that of what trains until what is bought runs
    double failures = 1;                      ///< × the rate of failures
    double extras = 1;                        ///< × installation, spares and contingency
    /// × the likely price of rows of the bill, by price_item().
    std::map<std::string, double, std::less<>> prices;
    /// Weeks from the order, by row of the list of lead times: "gpus.hopper".
    std::map<std::string, double, std::less<>> weeks;
};

} // namespace roofrack
