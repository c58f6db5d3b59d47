// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/figures/describe.h"
#include "core/facility/facility.h"
#include "core/facility/weather/climate.h"
#include "core/step/engine/prepared.h"

#include <array>

namespace roofrack {

class Catalog;

/// The cluster at its job in one hour of the weather.
struct YearHour {
    Celsius dry_bulb, wet_bulb;
    Watts it{}, facility{}; ///< means over the wall clock; facility: at the meter
    double pue = 1;
    double wue = 0;     ///< L per kWh of IT
    double chiller = 0; ///< share of the heat that chillers take, 0 to 1
    double clock = 1;   ///< clock of the slowest rack, relative to unthrottled
    double rate = 1;    ///< rate of training, relative to the fastest hour of the year
    ThrottleCause throttle_cause =
        ThrottleCause::none; ///< what holds the slowest rack, where it is slower than in the fastest hour
    bool stops = false;      ///< supply or cooling refuses in this weather: the rate is 0, the GPUs idle
    double price = 0;        ///< $/kWh
    double carbon = 0;       ///< kg CO2e/kWh

    bool throttled() const { return throttle_cause != ThrottleCause::none; }
    /// Nothing but fans and pumps carries the heat out.
    bool is_free_cooled() const { return chiller <= 0; }
};

/// Sums over hours.
struct YearSum {
    double hours = 0, free_hours = 0, throttled_hours = 0, stopped_hours = 0;
    Joules it{}, energy{}; ///< energy of the IT equipment; energy at the meter
    double water = 0;      ///< L, evaporated at the site
    Dollars cost{};        ///< cost of the energy
    double carbon = 0;     ///< kg CO2e of the energy
    double rate = 0;       ///< mean of YearHour::rate
    double chiller = 0;    ///< share of all heat that chillers take
    Watts peak{};          ///< power at the meter in the highest hour

    Joules beside_it() const { return energy - it; } ///< plant and losses
    double cubic_metres() const { return water / 1000; }
    double pue() const { return it > Joules(0) ? energy / it : 1; }
    double wue() const; ///< L per kWh of IT
};

void describe(figures::Builder<YearSum>& figures);

/// Which weather a year or a run is of.
struct YearClimate {
    std::string name, label, source;
    size_t hours = 0;
    bool own_carbon = false; ///< as Year::own_carbon
};
void describe(figures::Builder<YearClimate>& figures);

/// A year at work without a pause.
struct Year {
    std::string climate, label, source;
    bool own_carbon = false; ///< the climate tells the grid's carbon by the hour; else the site's mean counts
    std::vector<YearHour> hours; ///< one for each hour of the climate
    std::array<YearSum, 12> months;
    YearSum total;
    double least_pue = 1, most_pue = 1;

    YearClimate weather() const { return {climate, label, source, hours.size(), own_carbon}; }
};
void describe(figures::Builder<Year>& figures);

/// Every hour of the climate in place of the site's own air: plant, PUE, clocks and, where these change, the
/// step, all by the functions of evaluate(). Temperatures count to 0.1 K. Where the plant is the same for two
/// temperatures, the hours are solved once: a site on towers asks the wet bulb alone, one on dry coolers the
/// dry bulb. Fails where the scenario cannot be understood or its plan has no step.
Result<Year> year_of(const Prepared& prepared, const Catalog& catalog, const Climate& climate);

} // namespace roofrack
