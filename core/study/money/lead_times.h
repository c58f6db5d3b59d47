// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/figures/describe.h"
#include "core/drawing/supply_kind.h"
#include "core/facility/economics/price_list.h"
#include "core/step/engine/evaluate.h"

namespace roofrack {

/// Something that must come before the cluster runs.
struct LeadItem {
    std::string what; ///< row of the price list: "gpus.blackwell", "transformers"
    PriceBand weeks;
    Status status = Status::unknown;
    std::string source; ///< with its date
};
void describe(figures::Builder<LeadItem>& figures);
/// "GPUs", "transformers", "space with power" …
std::string_view label_of_lead(std::string_view what);
/// The row of the price list that a unit of the supply waits by: "ups", "switchgear"; empty: none. Circuits,
/// PDUs, busways and shelves are no switchgear: the list says of none of them that it takes long.
std::string_view lead_of_supply(SupplyKind kind);

/// What stands between the order and the first step. All items begin with the order; commissioning follows
/// the longest of them.
struct LeadTimes {
    std::vector<LeadItem> items;           ///< the longest first
    std::optional<LeadItem> commissioning; ///< commissioning of machines of one's own
    /// What the site's own connection to the grid spares it, or why not; empty: it has none, or needs none.
    std::string connection;
    /// Why so many GPUs are not available this way, with the source; empty: they are, as far as is known.
    std::string too_many;

    PriceBand weeks() const;
};
/// The lead times of the drawn cluster in this deployment, by the list's rows for it (weeks with source and
/// date).
LeadTimes lead_times(const Prepared::Impl& impl, const Evaluation& evaluation, Deployment deployment,
                     const PriceList& prices = PriceList::built_in());
/// Whether so many weeks until it runs are no wait, since nothing that is drawn is bought. `evaluation` null:
/// nothing is known, so they are one.
bool is_no_wait(double weeks, const Evaluation* evaluation);
/// What the site says: a price of a GPU-hour makes it a cloud.
Deployment deployment_of(const Site& site);

} // namespace roofrack
