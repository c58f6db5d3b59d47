// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/money/lead_times.h"
#include "core/study/money/run_cost.h"
#include "core/study/money/todays_cluster.h"

namespace roofrack {

/// One way to have the drawn cluster.
struct DeploymentPath {
    Deployment deployment = Deployment::colocation;
    bool is_sites_own = false; ///< the one that the site names
    std::string missing;       ///< why there are no $; empty: there are
    PriceBand capital;         ///< $ before it runs: machines, and the building where it is one's own
    Dollars building{};        ///< likely, part of it
    OwnershipCost hour;        ///< $ per hour
    Dollars per_hour{};
    double dollars_per_million = 0; ///< useful tokens (samples)
    Dollars run{};                  ///< $ to the token budget; 0: no budget
    LeadTimes lead;
    PriceBand lead_weeks; ///< until it runs: those of `lead`
    PriceBand done_weeks; ///< and the token budget is reached, done_weeks_after(); 0: no budget
    Meanwhile meanwhile;  ///< what trains until it runs; nothing where another place's cloud has all of it
    /// Share of hours above which it wins over the on-demand market; above 1: never. NaN: rented, or no
    /// offer is known.
    double break_even = 0;
    std::string exit; ///< how it ends

    bool has_price() const { return missing.empty(); }
    /// Meanwhile::does_all_text(): $ and days of the run are then those of one that begins with all GPUs.
    std::string done_meanwhile() const { return meanwhile.does_all_text(lead_weeks); }
    /// Meanwhile::trains_none_text(), of one that has a day on which it is done.
    std::string trains_none() const {
        return done_weeks.likely > 0 ? meanwhile.trains_none_text(lead_weeks) : std::string();
    }
    /// Why it runs on no day that could be named: a cloud whose offer is not known, more GPUs than are to be
    /// had so (unless the site says that it has them so); empty: it does.
    std::string_view no_days() const;
};
void describe(figures::Builder<DeploymentPath>& figures);
std::string_view label_of(Deployment deployment); ///< "own hall", "on-demand cloud" …

/// A part of the drawing that an export rule names where the site stands.
struct ExportFlag {
    std::string accelerator; ///< its name
    double tpp = 0;          ///< as the rule counts: dense TOP/s × bits, in 1e12, the most of its precisions
    ExportRule rule;
    bool applies = false; ///< to Site::money.region
};

void describe(figures::Builder<ExportFlag>& figures);

/// All five ways for the drawing, the site's own prices where it gives them: each is the scenario with that
/// deployment. A price of a GPU-hour that the site gives is that of the cloud that it names; where it names
/// none, of reserved cloud, and that is then the site's own way. Other clouds stand in halls of their own:
/// the site's power limit does not reach them. `meanwhile`: what trains until it runs, where it runs
/// on machines of one's own or as the site says.
std::vector<DeploymentPath> deployment_paths(const Prepared& prepared, const Evaluation& evaluation,
                                             const Meanwhile& meanwhile,
                                             const PriceList& prices = PriceList::built_in());

/// Export rules whose thresholds the drawn accelerators reach.
std::vector<ExportFlag> export_flags(const Prepared& prepared,
                                     const PriceList& prices = PriceList::built_in());

} // namespace roofrack
