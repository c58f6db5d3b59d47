// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/units/quantity.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace roofrack {

enum class BudgetKind { feed, air, loop, plant, site };
std::string_view name_of(BudgetKind kind); ///< "feed", "air", "loop", "plant", "site"

/// Load ÷ limit; no value when the limit is unknown.
inline std::optional<double> share_of(Watts load, const std::optional<Watts>& limit) {
    return limit && *limit > Watts(0) ? std::optional(load / *limit) : std::nullopt;
}

/// What one drawn feed, cooler or plant (all its instances), or the site carries against what it may. Feeds
/// carry the compute phase, all else the mean over the step; the site's load is the facility's, with cooling
/// and losses.
struct Budget {
    std::string id; ///< element id; "site" for the site and "plant" for a plant that is not drawn
    BudgetKind kind = BudgetKind::feed;
    Watts load{};
    std::optional<Watts> limit;
    /// Load ÷ limit; no value when the limit is unknown.
    std::optional<double> share() const { return share_of(load, limit); }
    /// Share that is left; negative when over; no value when the limit is unknown.
    std::optional<double> margin() const {
        const auto used = share();
        return used ? std::optional(1 - *used) : std::nullopt;
    }
};

/// One instance of a drawn feed or cooler fails. `worst`: the highest load ÷ surviving capacity it leaves, at
/// the power state's clocks; infinite when nothing is left.
struct SingleFailure {
    std::string id;
    BudgetKind kind = BudgetKind::feed;
    double worst = 0;
    bool survives() const { return worst <= 1; }
};

} // namespace roofrack
