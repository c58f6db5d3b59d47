// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/figures/describe.h"
#include "core/study/facility/facility_study.h"
#include "core/study/facility/power_caps.h"

namespace roofrack {

/// One way to bring what the grid sees in every step down to what it allows.
struct LoadSwingMitigation {
    enum class Kind {
        filler,    ///< computation that only heats holds GPUs up while they wait
        storage,   ///< between the GPUs and the grid
        power_cap, ///< on all GPUs
    };
    Kind kind = Kind::filler;
    std::string reason;                     ///< why it does not suffice; empty: it does
    std::string note;                       ///< what it takes besides; empty: nothing
    bool is_cheapest = false;               ///< it is the cheapest of those of its target that suffice
    Watts leaves{};                         ///< range in a step that the grid still sees
    double share = 0;                       ///< share of the TDP: GPUs' floor, or their cap; 0 for storage
    Joules energy{};                        ///< energy that filler burns in a step, or storage holds
    Watts rating{};                         ///< rating of storage
    Watts drawn{};                          ///< power added at the meter, mean over the wall clock
    Watts heat{};                           ///< heat added in racks and network, mean over the step
    double speed = 1;                       ///< useful rate against the present one
    std::optional<double> dollars_per_hour; ///< $ added an hour for the same work; none: no price is known
};
void describe(figures::Builder<LoadSwingMitigation>& figures);
std::string_view name_of(LoadSwingMitigation::Kind kind);  ///< "power_cap"
std::string_view label_of(LoadSwingMitigation::Kind kind); ///< "power cap"

/// A range that is to be met, and every way to meet it.
struct LoadSwingTarget {
    Watts allowed{};
    bool is_limit = false; ///< `allowed` is the grid's; else none is known, and it is half of the range, or 0
    std::vector<LoadSwingMitigation> mitigations; ///< in the order of their kinds

    /// The cheapest of those that suffice; the one of the least power where nothing has a price. nullptr:
    /// none suffices.
    const LoadSwingMitigation* cheapest() const;
};
void describe(figures::Builder<LoadSwingTarget>& figures);

/// A start or a stop that is drawn out: servers start and stop in turn, those that wait burn filler.
struct RampControl {
    Watts a_minute{};      ///< change of power in a minute that is kept to
    bool is_limit = false; ///< it is the grid's limit; else none is known, and it is half of the change
    Seconds time{};        ///< time of a start, and of a stop
    double gpu_hours = 0;  ///< GPU hours that a start and a stop take together
    double stops = 0;      ///< stops of the job, 1/s of the wall clock: failures, and planned ones
    std::optional<double> dollars_per_hour; ///< $ an hour for those of all stops; none: no price is known
};
void describe(figures::Builder<RampControl>& figures);

/// The swing of synchronous steps against what the grid bears.
struct LoadSwingStudy {
    double gpus = 0;
    Watts range{};              ///< range of power in a step
    Watts a_second{};           ///< largest change in a second: the range, or a start or stop of the job
    Watts start{};              ///< largest change in a minute: a start or stop of the job
    LoadSwing load;             ///< the swing as the grid sees it
    Watts band{};               ///< its harmonics between grid_low and grid_high
    Joules storage{}, filler{}; ///< energies that level a step: stored, or burnt
    Seconds step{};
    Seconds flattened{};     ///< the longest such step that power supplies with `supply_storage` flatten
    Joules supply_storage{}; ///< energy that such power supplies hold for a GPU
    std::optional<Watts> swing_limit, ramp_limit;
    std::vector<LoadSwingTarget> targets; ///< the grid's limit, else half and none; empty: within the limit
    std::optional<RampControl> ramp;      ///< none: within the limit
};
void describe(figures::Builder<LoadSwingStudy>& figures);

/// True where the grid's limits are known and not met.
bool is_over_swing_limit(const FacilityStudy& study);
bool is_over_ramp_limit(const FacilityStudy& study);

/// Filler and caps are evaluated again, with clocks, limits, energy and $ as they then are; the filler's
/// floor is the lowest that suffices. Storage: PowerWave::storage(), what it loses at the site's price of
/// energy, and the $/kW of a UPS. Ramps: change/limit minutes, all GPUs, at every start and stop. `caps` of
/// the same scenario. Filler that slows collectives down, and wear of storage, are not counted.
LoadSwingStudy load_swing_study(const Prepared& prepared, const Evaluation& evaluation,
                                const FacilityStudy& study, const PowerCaps& caps);

/// "filler work up to 71 % of the TDP: 1.2 MW more, $105/h", for one that suffices.
std::string text_of(const LoadSwingMitigation& mitigation, double gpus);

} // namespace roofrack
