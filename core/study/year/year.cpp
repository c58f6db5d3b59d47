// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/year/year.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_map>

#include "core/base/catalog/catalog.h"
#include "core/base/figures/builder.h"
#include "core/base/units/common_units.h"
#include "core/facility/budget/hard_limit_violations.h"
#include "core/facility/economics/economics.h"
#include "core/facility/facility_inputs.h"
#include "core/facility/prepare.h"
#include "core/step/engine/plan_at_size.h"
#include "core/step/engine/step_solver.h"
#include "core/study/standstill.h"

namespace roofrack {

namespace {

constexpr Seconds one_hour(seconds_an_hour);
/// A clock that is lower by so much holds the job back.
constexpr double slower = 5e-4;

/// What the cluster does in one weather.
struct YearOfWeather {
    Watts it{}, facility{};
    double pue = 1, wue = 0, chiller = 0, clock = 1, step = 0;
    ThrottleCause throttle_cause = ThrottleCause::none; ///< throttle cause of the slowest rack
    bool stops = false;                                 ///< something refuses
};

/// The chillers' share of the heat of all racks.
double chiller_share(const FacilityInputs& in, const PowerState& state) {
    Watts air = state.unracked_power, liquid{};
    for (const RackState& rack : state.racks) {
        air += rack.count * rack.heat_to_air;
        liquid += rack.count * rack.heat_to_liquid;
    }
    return in.chiller_share(air.si(), liquid.si());
}

/// Solves the scenario in one weather after another.
class WeatherSolver {
public:
    WeatherSolver(const Prepared& prepared, const Catalog& catalog)
        : m_prepared(prepared)
        , m_catalog(catalog)
        , m_facility(*prepared.impl().facility)
        , m_gpus(prepared.fabric().gpus) {}

    /// The step at the site's own air; false: there is none.
    bool begin() {
        const Prepared::Impl& impl = m_prepared.impl();
        m_plan = impl.scenario.plan;
        for (const Finding& finding : plan_findings(impl, m_plan, m_gpus, batch_of(impl)))
            if (finding.severity == Severity::critical) return false;
        const StepState state = step(m_prepared);
        if (!std::isfinite(state.step)) return false;
        remember(*m_prepared.impl().facility, state);
        return true;
    }

    Result<YearOfWeather> at(Celsius dry, Celsius wet) {
        if (auto moved = move_to(dry, wet); !moved) return tl::unexpected(std::move(moved.error()));
        // The step is as before where the clocks are; else it is solved with the clocks of this weather.
        m_facility.speeds(m_duty, m_speeds);
        if (!same_clocks()) {
            const Prepared here = m_prepared.with_facility(m_facility);
            remember(m_facility, step(here));
        }
        PowerState power = m_facility.state(m_duty, m_gpus);
        const bool stops = !hard_limit_violations(m_facility, power).empty();
        if (stops) power = m_facility.state({}, m_gpus);
        YearOfWeather out{power.run_it,
                          power.run_facility,
                          power.run_it > Watts(0) ? power.run_facility / power.run_it : 1,
                          power.wue,
                          chiller_share(m_facility.inputs(), power),
                          1,
                          m_step,
                          ThrottleCause::none,
                          stops};
        for (const RackState& rack : power.racks)
            if (rack.gpus > 0 && rack.speed < out.clock) {
                out.clock = rack.speed;
                out.throttle_cause = rack.throttle_cause;
            }
        return out;
    }

private:
    Result<void> move_to(Celsius dry, Celsius wet) {
        if (m_facility.move_to_weather(dry, wet)) return {};
        if (!m_draft) {
            const Scenario& scenario = m_prepared.scenario();
            auto draft = FacilityDraft::make(scenario.cluster, scenario.site, m_prepared.fabric(), m_catalog,
                                             scenario.calibration.power());
            if (!draft) return tl::unexpected(std::move(draft.error()));
            m_draft.emplace(std::move(*draft));
        }
        auto inputs = m_draft->in_weather(dry, wet);
        if (!inputs) return tl::unexpected(std::move(inputs.error()));
        m_facility = Facility::of(std::move(*inputs));
        return {};
    }
    StepState step(const Prepared& prepared) const {
        const Prepared::Impl& impl = prepared.impl();
        StepSolver solver(prepared);
        return solver.solve(m_plan, m_gpus, batch_of(impl));
    }
    void remember(const Facility& facility, const StepState& state) {
        m_duty = state.duty;
        m_step = state.step;
        facility.speeds(m_duty, m_known);
    }
    bool same_clocks() const {
        for (size_t i = 0; i < m_known.size(); ++i)
            if (std::abs(m_known[i] - m_speeds[i]) > 1e-7) return false;
        return true;
    }

    const Prepared& m_prepared;
    const Catalog& m_catalog;
    Facility m_facility;                  ///< in the weather that was asked for last
    std::optional<FacilityDraft> m_draft; ///< where supplies follow the weather
    double m_gpus;
    Plan m_plan; ///< with dp filled in
    DutyCycle m_duty;
    double m_step = 0;
    std::vector<double> m_known, m_speeds; ///< clocks of the last step; of this weather
};

/// Tenths of a degree.
long tenths(Celsius at) { return std::lround(at.degrees() * 10); }
Celsius degrees(long tenths) { return Celsius(static_cast<double>(tenths) / 10); }

void add(YearSum& sum, const YearHour& hour) {
    const Joules it = hour.it * one_hour, energy = hour.facility * one_hour;
    const double kwh = in_kilowatt_hours(energy);
    ++sum.hours;
    sum.free_hours += hour.is_free_cooled() ? 1 : 0;
    sum.throttled_hours += hour.throttled() ? 1 : 0;
    sum.stopped_hours += hour.stops ? 1 : 0;
    sum.it += it;
    sum.energy += energy;
    sum.water += hour.wue * it.si() / joules_a_kilowatt_hour;
    sum.cost += Dollars(kwh * hour.price);
    sum.carbon += kwh * hour.carbon;
    sum.rate += hour.rate;
    sum.chiller += hour.chiller * it.si();
    sum.peak = std::max(sum.peak, hour.facility);
}

void finish(YearSum& sum) {
    if (sum.hours <= 0) return;
    sum.rate /= sum.hours;
    if (sum.it > Joules(0)) sum.chiller /= sum.it.si();
}

} // namespace

double YearSum::wue() const { return it > Joules(0) ? water / in_kilowatt_hours(it) : 0; }

Result<Year> year_of(const Prepared& prepared, const Catalog& catalog, const Climate& climate) {
    const Site& site = prepared.scenario().site;
    WeatherSolver solver(prepared, catalog);
    if (!solver.begin()) return tl::unexpected(why_no_step(evaluate(prepared)));
    const Plant& plant = prepared.impl().facility->inputs().plant;
    const bool wet_counts = plant.asks_wet_bulb(), dry_counts = plant.asks_dry_bulb();

    // Warm weather after cold: clocks that are alike stand beside each other.
    std::vector<std::pair<long, long>> keys;
    keys.reserve(climate.hours.size());
    for (const WeatherHour& hour : climate.hours)
        keys.emplace_back(wet_counts ? tenths(hour.wet_bulb) : tenths(site.wet_bulb),
                          dry_counts ? tenths(hour.dry_bulb) : tenths(site.dry_bulb));
    std::vector<std::pair<long, long>> weathers = keys;
    std::ranges::sort(weathers);
    weathers.erase(std::unique(weathers.begin(), weathers.end()), weathers.end());
    std::vector<YearOfWeather> solved;
    solved.reserve(weathers.size());
    double fastest = std::numeric_limits<double>::infinity(), full_clock = 0;
    for (const auto& [wet, dry] : weathers) {
        auto each = solver.at(degrees(dry), degrees(wet));
        if (!each) return tl::unexpected(std::move(each.error()));
        if (!each->stops) fastest = std::min(fastest, each->step);
        full_clock = std::max(full_clock, each->clock);
        solved.push_back(*each);
    }

    Year out;
    out.climate = climate.name;
    out.label = climate.label;
    out.source = climate.source;
    out.own_carbon = climate.has_carbon();
    out.hours.reserve(climate.hours.size());
    for (size_t i = 0; i < climate.hours.size(); ++i) {
        const WeatherHour& air = climate.hours[i];
        const YearOfWeather& at =
            solved[static_cast<size_t>(std::ranges::lower_bound(weathers, keys[i]) - weathers.begin())];
        YearHour hour{air.dry_bulb, air.wet_bulb, at.it,
                      at.facility,  at.pue,       at.wue,
                      at.chiller,   at.clock,     at.stops ? 0 : at.step > 0 ? fastest / at.step : 1};
        hour.stops = at.stops;
        if (at.clock < full_clock - slower) hour.throttle_cause = at.throttle_cause;
        hour.price = energy_price(site, static_cast<double>(i % 24));
        hour.carbon = air.carbon.value_or(site.carbon_intensity);
        out.hours.push_back(hour);
        add(out.months[static_cast<size_t>(climate.month_of(i))], hour);
        add(out.total, hour);
        out.least_pue = i == 0 ? hour.pue : std::min(out.least_pue, hour.pue);
        out.most_pue = std::max(out.most_pue, hour.pue);
    }
    for (YearSum& month : out.months) finish(month);
    finish(out.total);
    return out;
}

void describe(figures::Builder<YearSum>& f) {
    using namespace figures;
    using S = YearSum;
    f.number("hours", &S::hours, hours, "hours", "counted", always);
    f.number("it_j", &S::it, joules, "energy of the IT", "at the machines", less);
    f.number("energy_j", &S::energy, joules, "energy", "at the meter", less);
    f.number(
        "pue", [](const S& s) { return s.pue(); }, ratio, "PUE", "energy at the meter for that of the IT",
        less);
    f.number(
        "wue", [](const S& s) { return s.wue(); }, litres_per_kwh, "WUE",
        "water evaporated at the site for the energy of the IT", less);
    f.number("water_l", &S::water, litres, "water", "evaporated at the site", less);
    f.number("chiller_share", &S::chiller, share, "chillers", "share of the heat that they take", less);
    f.number("free_hours", &S::free_hours, hours, "free hours", "without a chiller", more, always);
    f.number("throttled_hours", &S::throttled_hours, hours, "throttled hours",
             "the weather holds the clocks down", less, always);
    f.number("stopped_hours", &S::stopped_hours, hours, "stopped hours",
             "supply or cooling refuses, and all is idle", less, always);
    f.number("rate", &S::rate, share, "rate", "of training, against the fastest hour", more);
    f.number("peak_w", &S::peak, watts, "peak power", "at the meter, in the highest hour", less);
    f.number("energy_cost", &S::cost, usd, "energy cost", "by the site's prices", less);
    f.number("carbon_kg", &S::carbon, tonnes, "CO2e", "of the energy", less);
}

void describe(figures::Builder<YearClimate>& f) {
    using namespace figures;
    using C = YearClimate;
    f.text("name", &C::name, "name", "as the site gives it");
    f.text("label", &C::label, "climate", "in words");
    f.text("source", &C::source, "source", "of the table of hours", Absent{"none is given"});
    f.number("hours", &C::hours, hours, "hours", "of the table");
    f.flag("own_carbon", &C::own_carbon, "own carbon intensity", "the table has the grid's of every hour");
}

void describe(figures::Builder<Year>& f) {
    using namespace figures;
    f.object(
        "climate", [](const Year& year) { return year.weather(); }, "climate", "the weather it is of");
    f.number("least_pue", &Year::least_pue, ratio, "least PUE", "of its hours", less);
    f.number("most_pue", &Year::most_pue, ratio, "highest PUE", "of its hours", less);
    f.object("total", &Year::total, "year", "sums over all hours");
    f.list("months", &Year::months, "months", "sums over the hours of each");
}

} // namespace roofrack
