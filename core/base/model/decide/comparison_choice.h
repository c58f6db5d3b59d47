// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units/unknown_keys.h"
#include "core/base/units/value_type.h"

#include <string>
#include <vector>

namespace roofrack {

/// How the scenarios of a project are compared, kept with it.
struct ComparisonChoice {
    ComparisonChoice();
    ROOFRACK_DECLARE_VALUE(ComparisonChoice)

    std::string reference;  ///< the scenario that the others are held against; empty: the first
    bool same_work = false; ///< all take the model, the batch and the token budget of the reference
    /// "power", "capital", "days", "floor" or "gpus": all are resized until they meet in it; empty: as drawn.
    std::string at_equal;
    std::string at; ///< the amount that all meet, with its unit: "20 MW"; empty: what the reference has
    std::vector<std::string> figures; ///< figures and inputs that are compared beside the first set
    std::string rows;                 ///< "different" or "equal"; empty: all
    std::string way; ///< the figure whose way from the reference to the others is shown; empty: the step
    bool averaged = false; ///< on the way each change averaged over all orders, else one after another
    bool by_parts = false; ///< on the way of the step time its parts in place of the changes
    std::vector<std::string> odds;    ///< figures whose odds are shown; empty: first_drawn_figures()
    std::string by;                   ///< a date, or so long after the order, until which tokens count
    std::vector<std::string> tornado; ///< figures over all inputs; empty: first_tornado_figures()
    std::vector<std::string> map;     ///< one input or two with their values: "/plan/tp=1,2,4"
    std::string map_by;               ///< the figure of the map; empty: $ per million
    std::string tried; ///< one input with the values that are tried: "/plan/tp=1,2,4"; empty: none
    std::vector<std::string> tried_figures; ///< figures over them; empty: first_tried_figures()
    std::string goal;                       ///< a figure that designs are sought for: "max:step.mfu"
    std::vector<std::string> limits;        ///< limits of designs: "power.metered_w<=20 MW"
    std::vector<std::string> vary;          ///< what varies among designs: "gpus=64:512"
    UnknownKeys unknown;
    bool operator==(const ComparisonChoice&) const;
};

} // namespace roofrack
