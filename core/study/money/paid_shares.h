// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facility/economics/economics.h"

namespace roofrack {

/// What an hour is paid for, as shares of its cost; less `sales` they sum to 1, or all are 0 where it costs
/// nothing.
struct PaidShares {
    double machines = 0; ///< capital, or rent instead of all
    double space = 0, energy = 0;
    double operation = 0; ///< and software
    double sales = 0;     ///< what is sold, spread over the book life: taken off the others
};

inline PaidShares paid_shares(const OwnershipCost& hour) {
    const double total = hour.total();
    if (!(total > 0)) return {};
    return {(hour.capital + hour.rent) / total, hour.space / total,
            (hour.power + hour.demand + hour.water) / total, (hour.operation + hour.software) / total,
            hour.sales / total};
}

} // namespace roofrack
