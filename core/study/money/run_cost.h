// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/figures/describe.h"
#include "core/facility/economics/capital.h"
#include "core/facility/economics/running_cost.h"
#include "core/step/engine/evaluate.h"

#include <stop_token>

namespace roofrack {

/// What a cloud asks for these GPUs, beside what they cost here.
struct RentOffer {
    PriceRow row;
    bool is_reserved = false;
    /// Share of hours above which having the cluster as the site has it wins; above 1: it never does. NaN:
    /// the site itself rents.
    double break_even = 0;
};

/// What the next racks cost and bring, evaluated with them: never extrapolated.
struct NextRacks {
    double racks = 0;               ///< 0: nothing was found that brings more
    std::string reason;             ///< why; empty: something was
    double gpus = 0;                ///< GPUs that they add
    double gain = 0;                ///< useful rate, × what it was
    Dollars per_hour{};             ///< cost per hour that they add
    double dollars_per_million = 0; ///< dollars per million of what they add; where racks are 0, none
    /// Why so many more cannot be cabled, though they would bring that if they could: "Leaf needs 152 ports
    /// and has 144"; empty: they can.
    std::string uncabled;
};

/// Money and energy of the run that the scenario describes. $ are those of the likely prices; not a number
/// where none is known.
struct RunCost {
    double gpus = 0;
    bool counts_samples = false; ///< it counts samples of a measured profile; else tokens
    OwnershipCost hour;          ///< $ per hour
    Dollars per_hour{};
    double useful_rate = 0;         ///< tokens (samples) a second by the wall step
    double dollars_per_million = 0; ///< dollars per million of them
    /// $ per hour and per million if all that stays were bought today; NaN where nothing is owned or sold:
    /// the same then.
    double replacement_per_hour = 0, replacement_per_million = 0;
    double petaflop_day = 0;       ///< $ of a PFLOP/s for a day, by the model's FLOPs; NaN where unknown
    Seconds time{};                ///< to the token budget; 0: no budget
    Dollars dollars{};             ///< what that time costs
    Joules energy{};               ///< at the meter
    double carbon = 0;             ///< kg CO2e
    double water = 0;              ///< m³
    std::vector<RentOffer> offers; ///< the cheapest first
    /// "space is rented at 184 $/kW a month: no other deployment and no price of space is given"; empty: the
    /// site gives one, or space costs nothing.
    std::string space_terms;
    std::string gaps; ///< Capital::incomplete_text()

    bool has_price() const;
    bool has_budget() const { return time > Seconds(0); }
};

void describe(figures::Builder<RentOffer>& figures);
void describe(figures::Builder<NextRacks>& figures);
void describe(figures::Builder<RunCost>& figures);

/// The cost of an evaluation of the drawn GPUs. One that does not run has nothing.
RunCost run_cost(const Prepared& prepared, const Evaluation& evaluation);

/// The fewest whole racks (servers where none is drawn in a rack), up to as many as are drawn, that make the
/// run faster with the plan as given, of those that can be cabled as a comparison would draw them
/// (RackDrawings); where none of these can, the fewest all the same, with the reason. The batch is the
/// scenario's.
NextRacks next_racks(const Prepared& prepared, const Evaluation& evaluation, const Catalog& catalog,
                     const std::stop_token& stop = {});

/// "they cannot be cabled as the network is drawn: Leaf needs 152 ports and has 144"; empty: they can.
std::string uncabled_text(const NextRacks& next);

/// "the next 64 GPUs with this plan: $1.16 for each million tokens more", and behind it uncabled_text();
/// empty: there are none. `counts_samples`: RunCost::counts_samples.
std::string next_racks_text(const NextRacks& next, bool counts_samples);

} // namespace roofrack
