// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/figures/describe.h"
#include "core/facility/budget/budget.h"

namespace roofrack {

/// One level on the way of power or of heat: a kind of rack, a feed, a UPS, the site; air, loops, the plant.
struct Level {
    enum class Kind { rack, rack_heat, inlet, supply, air, loop, plant, site };
    Kind kind = Kind::rack;
    SupplyKind supply = SupplyKind::feed; ///< supply of supplies
    std::string id;                       ///< element; "site", "plant"
    std::string name;                     ///< as drawn; empty: none given
    double count = 1;                     ///< instances
    Watts load{}; ///< highest mean over `window`; of racks of one instance, else of all
    Watts mean{}, peak{};
    Seconds window{};
    std::optional<Watts> limit;   ///< with all at work; no value: not known
    std::optional<Watts> secured; ///< after the worst single failure; no value: `limit` counts
    bool has_spare = true;        ///< false: a single failure takes it, or what is fed by it, down
    Celsius inlet{},
        inlet_limit{}; ///< inlet of inlets, which have no watts: the air, and what servers allow there

    /// What the load is held against: `secured` where there is such.
    std::optional<Watts> bound() const { return secured ? secured : limit; }
    /// Load ÷ bound; no value: no bound is known, or it is an inlet: a temperature is no share of another.
    std::optional<double> share() const;
    /// K that an inlet lies below what servers allow; no value: it is none.
    std::optional<Kelvins> below_limit() const;
    /// Beyond what it may carry, or warmer than servers allow.
    bool is_over() const;
    /// Share of the bound that is left; negative: over; no value: no bound is known.
    std::optional<double> margin() const {
        const auto used = share();
        return used ? std::optional(1 - *used) : std::nullopt;
    }
};
void describe(figures::Builder<Level>& figures);
std::string_view name_of(Level::Kind kind); ///< "rack", "rack_heat", "inlet", "supply", "air" …
/// True of levels that carry heat.
bool is_cooling(Level::Kind kind);
/// What it is, in a word: "rack", "ups", "air".
std::string_view word_of(const Level& level);

/// All levels: those that are over first, then by the margin that is left, inlets by theirs behind them,
/// those without a known bound last.
std::vector<Level> levels_of(const PowerState& state, std::span<const Budget> budgets,
                             std::span<const SingleFailure> failures, const Defaults::Power& constants);
/// The fullest level with a known bound on the way of power, or on that of heat (`of_heat`), inlets aside;
/// null: there is none.
const Level* fullest_level(std::span<const Level> levels, bool of_heat);
/// "89.2 kW of 2 MW left", "14.9 kW more than 16.2 kW after a failure", of a level with a known bound.
std::string margin_text(const Level& level);
/// "14.7 MW of 31.5 MW after one failure", "… of 2 MW, no spare", of a level with a known bound.
std::string carried_text(const Level& level);

} // namespace roofrack
