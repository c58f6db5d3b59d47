// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/figure_index.h"
#include "core/drawing/project/address/input_list.h"

#include <nlohmann/json.hpp>
#include <vector>

namespace roofrack {

/// What `figures` prints: what can be asked, and what can be set.
nlohmann::ordered_json figure_list_json(const std::vector<const IndexedFigure*>& figures,
                                        const std::vector<const Input*>& inputs);
nlohmann::ordered_json figure_list_schema();

/// One line of `ask`.
struct AskedFigure {
    std::string name;  ///< in full; of an input its address
    std::string label; ///< empty: an input
    std::string unit;  ///< unit of the value
    nlohmann::ordered_json value;
    std::string text;   ///< for people
    std::string absent; ///< why there is no value; empty: there is
};
nlohmann::ordered_json asked_json(const std::vector<AskedFigure>& asked);
nlohmann::ordered_json asked_schema();

} // namespace roofrack
