// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/figures/describe.h"
#include "core/study/facility/facility_study.h"
#include "core/study/mitigation/mitigations.h"
#include "core/study/money/money_study.h"
#include "core/study/room/room_study.h"

#include <optional>
#include <string>
#include <vector>

namespace roofrack {

/// What may hold a scenario back, in the order in which it is shown.
enum class LimitKind { arithmetic, hbm, network, memory, storage, power, cooling, space, money, time };
inline constexpr LimitKind limit_kinds[] = {
    LimitKind::arithmetic, LimitKind::hbm,     LimitKind::network, LimitKind::memory, LimitKind::storage,
    LimitKind::power,      LimitKind::cooling, LimitKind::space,   LimitKind::money,  LimitKind::time};
std::string_view name_of(LimitKind kind);  ///< "arithmetic", "hbm" …
std::string_view label_of(LimitKind kind); ///< "arithmetic", "HBM" …
/// It is a resource of the step itself: more of it makes the step faster. The others either suffice or do
/// not.
bool is_rate(LimitKind kind);

/// The cheapest change that gives more room there, evaluated again with it.
struct LimitMitigation {
    std::string action;             ///< what is changed
    std::string caution;            ///< its drawback other than money; empty: none
    std::optional<PriceBand> price; ///< $ to buy; no value: not known
    std::string effect;             ///< "step 12 % faster", "all that is drawn is carried"
    std::optional<PriceBand> weeks; ///< until it is there; no value: not known, or nothing is ordered
};

/// One limit of one scenario.
struct LimitCell {
    LimitKind kind = LimitKind::arithmetic;
    std::string margin;               ///< in its own words: "12 GB of 80 GB left", "9.1 % of the step"
    std::string element;              ///< name of the tightest element; empty: the whole cluster
    std::vector<std::string> where;   ///< ids of what is drawn
    std::optional<double> used, have; ///< in `unit`; `have` is empty where no limit is known or given
    std::string_view unit;            ///< "B", "W", "s", "B/s", "$", "weeks", "m²" …
    std::optional<double>
        gain; ///< how much faster the step is with 10 % more of it; none: more does not make it faster
    bool is_over = false; ///< more is asked than there is
    bool binds = false;   ///< what the step waits for most
    std::optional<LimitMitigation> mitigation;
    std::string no_mitigation; ///< why there is none: "there is room"

    std::optional<double> left() const { return used && have ? std::optional(*have - *used) : std::nullopt; }
    /// Share of what there is that is left; negative: over.
    std::optional<double> share_left() const {
        return left() && *have > 0 ? std::optional(*left() / *have) : std::nullopt;
    }
};

/// A scenario's limits.
struct LimitRow {
    std::string scenario; ///< its name
    std::string reason;   ///< why it does not run; empty: it does
    std::vector<LimitCell>
        cells; ///< one a kind, in the order of limit_kinds; none where it cannot be prepared

    const LimitCell* find(LimitKind kind) const;
};
void describe(figures::Builder<LimitMitigation>& figures);
void describe(figures::Builder<LimitCell>& figures);
void describe(figures::Builder<LimitRow>& figures);

/// Budget and deadline that the user gives.
struct LimitTargets {
    std::optional<double> dollars; ///< most capital to pay before it runs, less what sales bring
    std::optional<double> weeks;   ///< most weeks from the order until the token budget is trained
};

/// The studies that the cells repeat figures of; nothing is computed twice.
struct LimitSources {
    const Prepared* prepared = nullptr;
    const Evaluation* evaluation = nullptr;
    const FacilityStudy* facility = nullptr; ///< FacilityDepth::levels; null: there is no power
    const RoomStudy* room = nullptr;         ///< null: it cannot be made; `no_room` says why
    std::string no_room;
    const MoneyStudy* money = nullptr;        ///< null: it does not run
    const Mitigations* mitigations = nullptr; ///< null: it does not run
};

/// Each mitigation is evaluated again; a search for a plan where none runs. Stopped: without mitigations.
LimitRow limit_row(const LimitSources& sources, const Catalog& catalog, const LimitTargets& targets = {},
                   const std::stop_token& stop = {});

} // namespace roofrack
