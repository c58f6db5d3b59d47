// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/figures/describe.h"
#include "core/study/money/run_cost.h"

namespace roofrack {

/// What a $ per million tokens rests on.
enum class CostAssumption {
    servers,     ///< their price
    network,     ///< price of switches, optics and cables
    other_parts, ///< other parts of storage, racks, feeds and cooling
    extras,      ///< installation, spares, contingency
    interest,
    book_life,
    residual,
    electricity,
    space, ///< rent of it, or price of the building
    operation,
    pue,       ///< evaluated again
    failures,  ///< rate; evaluated again
    step_time, ///< the band of the prediction
    rent,
};
std::string_view name_of(CostAssumption assumption);  ///< "servers", "book_life" …
std::string_view label_of(CostAssumption assumption); ///< "price of servers", "book life" …

/// One assumption at both ends of where it may lie.
struct TornadoBar {
    CostAssumption what = CostAssumption::servers;
    /// The unit of the three below: "$", "a", "$/kWh", "s"; "x": × what it is; empty: a share, or PUE.
    std::string unit;
    double now = 0, low = 0, high = 0; ///< the assumption itself
    double at_low = 0, at_high = 0;    ///< $ per million useful tokens (samples) with it
    Status status = Status::unknown;   ///< status of the ends
    std::string source;

    double width() const;
};

void describe(figures::Builder<TornadoBar>& figures);

struct CostTornado {
    double dollars_per_million = 0; ///< as it is
    std::vector<TornadoBar> bars;   ///< the widest first; none where no price is known
};

/// How the price of what is there already, which is not paid off, moves a cost. Empty: the assumption is no
/// price of parts, or nothing is there already.
std::string owned_price_note(CostAssumption assumption, const Capital& capital);

/// Every assumption by itself, low and high, all else as it is. Prices of parts go to the ends of their own
/// bands, the others by the list's factors (prices.json). PUE and failures run the model again.
CostTornado cost_tornado(const Prepared& prepared, const Evaluation& evaluation, const Catalog& catalog,
                         const PriceList& prices = PriceList::built_in(), const std::stop_token& stop = {});

} // namespace roofrack
