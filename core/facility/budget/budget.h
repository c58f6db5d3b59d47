// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/supply_kind.h"
#include "core/facility/facility.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace roofrack {

enum class BudgetKind { feed, air, loop, plant, site };
std::string_view name_of(BudgetKind kind); ///< "feed", "air", "loop", "plant", "site"

/// What one drawn feed, cooler or plant (all its instances), or the site carries against what it may. The
/// site's load is the facility's, with cooling and losses.
struct Budget {
    std::string id; ///< element id; "site" for the site and "plant" for a plant that is not drawn
    BudgetKind kind = BudgetKind::feed;
    SupplyKind supply = SupplyKind::feed; ///< supply of feeds
    Watts load{};                         ///< highest mean over `window`
    std::optional<Watts> limit;           ///< limit of all instances together
    Watts mean{}, peak{};                 ///< over the step, in the compute phase
    Seconds window{};                     ///< over which the limit holds
    double instances = 1;
    /// The load that still lets the rest carry all after the worst single failure of its own kind here; of
    /// coolers that share no rack with others what those left can take. No value: no limit is known, or
    /// nothing is left to carry on with.
    std::optional<Watts> secured;
    /// Load ÷ limit; no value when the limit is unknown.
    std::optional<double> share() const { return share_of(load, limit); }
    /// Share that is left; negative when over; no value when the limit is unknown.
    std::optional<double> margin() const { return rest_of(share()); }
    /// Share of `secured` that is left; negative when over; no value when it is unknown.
    std::optional<double> secured_margin() const { return rest_of(share_of(load, secured)); }

private:
    static std::optional<double> rest_of(const std::optional<double>& used) {
        return used ? std::optional(1 - *used) : std::nullopt;
    }
};

/// One instance of a drawn feed or cooler fails. `worst`: the highest load ÷ surviving capacity it leaves, at
/// the power state's clocks; infinite when nothing is left.
struct SingleFailure {
    std::string id;
    BudgetKind kind = BudgetKind::feed;
    double worst = 0;
    double own = 0;      ///< Losses::own_share_without_one() of coolers, where it is known; else 0 or `worst`
    std::string fullest; ///< what is so full then: a rack or a unit of the supply; empty: nothing is touched
    SupplyKind supply = SupplyKind::feed; ///< supply of feeds
    /// What it leaves over its limit: a feed above, a rack, the cooler itself.
    struct Over {
        std::string id;
        double ratio = 0; ///< load ÷ what is left; infinite: dark, or without cooling
        Watts excess{};   ///< power that must be shed there, all instances; of a dark rack all that it draws
    };
    std::vector<Over> over; ///< the worst first
    double dark_gpus = 0;   ///< without power
    Watts dark_equipment{}; ///< switches, storage and cooling in no rack without power
    Watts shed{}; ///< load that the racks must shed to bring all under their limits; dark ones shed all
    std::vector<HeldRack> held; ///< what racks may draw then; those that nothing happens to are not in it
    bool survives() const { return worst <= 1; }
};

} // namespace roofrack
