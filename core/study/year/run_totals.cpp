// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/year/run_totals.h"

#include "core/base/figures/builder.h"
#include "core/base/units/common_units.h"
#include "core/facility/economics/economics.h"

#include <cmath>

namespace roofrack {

namespace {

/// A mean hour of the run.
struct MeanHour {
    Watts it{}, facility{};
    double wue = 0;             ///< L per kWh of IT
    double carbon = 0;          ///< kg
    double price_of_energy = 0; ///< $
};

MeanHour design_hour(const Evaluation& evaluation, const Site& site) {
    const PowerState& power = evaluation.power;
    return {power.run_it, power.run_facility, power.wue, carbon_per_hour(site, power),
            power.run_facility.si() / 1e3 * mean_electricity_price(site)};
}

MeanHour mean_hour(const YearSum& all) {
    const Seconds hours(all.hours * seconds_an_hour);
    return {all.it / hours, all.energy / hours, all.wue(), all.carbon / all.hours, all.cost.si() / all.hours};
}

/// Fills the totals where GPUs and times are known.
void fill(RunTotals& out, const MeanHour& mean, const Evaluation& evaluation, const Defaults& defaults) {
    const double hours = in_hours(out.wall);
    out.it = mean.it;
    out.facility = mean.facility;
    out.pue = out.it > Watts(0) ? out.facility / out.it : 1;
    out.energy = out.facility * out.wall;
    out.network = evaluation.power.network * out.pue * out.wall;
    out.storage = evaluation.power.storage * out.pue * out.wall;
    out.servers = out.energy - out.network - out.storage;
    out.site_water = mean.wue * in_kilowatt_hours(out.it * out.wall);
    const Constant* const source_water = defaults.figure("site.source_water");
    out.source_water = source_water ? source_water->value * in_kilowatt_hours(out.energy) : 0;
    out.carbon = mean.carbon * hours;
    out.cost = evaluation.cost_per_hour * hours;
    out.energy_cost = Dollars(mean.price_of_energy * hours);
}

} // namespace

double RunTotals::site_water_per_kwh() const {
    const double used = in_kilowatt_hours(it * wall);
    return used > 0 ? site_water / used : 0;
}

RunTotals totals_over(Seconds wall, const Evaluation& evaluation, const Site& site,
                      const Defaults& defaults) {
    RunTotals out;
    out.gpus = evaluation.gpus;
    out.wall = wall;
    out.gpu_hours = out.gpus * wall.si() / seconds_an_hour;
    fill(out, design_hour(evaluation, site), evaluation, defaults);
    return out;
}

RunTotals standing_totals(Seconds wall, const PowerState& power, StandingLoad load, const Site& site,
                          const Defaults& defaults) {
    Evaluation standing;
    standing.power = power;
    standing.power.run_it = power.it;
    standing.power.run_facility = power.facility;
    standing.cost_per_hour = Dollars(std::nan(""));
    for (const RackState& rack : power.racks) standing.gpus += rack.count * rack.gpus;
    RunTotals out = totals_over(wall, standing, site, defaults);
    out.assumed = load;
    return out;
}

std::optional<RunTotals> run_totals(const Evaluation& evaluation, const Site& site, const Defaults& defaults,
                                    double gpu_hours, const Year* year) {
    if (!evaluation.feasible || evaluation.gpus <= 0) return std::nullopt;
    const Seconds wall =
        gpu_hours > 0 ? Seconds(gpu_hours / evaluation.gpus * seconds_an_hour) : evaluation.time_to_budget;
    if (wall <= Seconds(0)) return std::nullopt;
    RunTotals out = totals_over(wall, evaluation, site, defaults);
    if (!year) return out;
    out.climate = year->weather();
    // The weather's hours that hold the job back make the run longer.
    if (gpu_hours <= 0 && year->total.rate > 0) {
        out.wall = out.wall / year->total.rate;
        out.gpu_hours /= year->total.rate;
    }
    fill(out, mean_hour(year->total), evaluation, defaults);
    return out;
}

void describe(figures::Builder<RunTotals>& f) {
    using namespace figures;
    using R = RunTotals;
    f.text(
        "load", [](const R& r) { return r.assumed ? name_of(*r.assumed) : std::string("step"); }, "load",
        "what it is of: the step, or the load that was assumed: nameplate, idle, a share between them");
    f.object("climate", &R::climate, "climate", "in whose mean it is",
             Absent{"it is at the site's design weather"});
    f.number("gpus", &R::gpus, count, "GPUs", "at work", always);
    f.number("gpu_hours", &R::gpu_hours, count, "GPU-hours", "of the wall clock", less);
    f.number("wall_s", &R::wall, days, "days", "of the wall clock", less);
    f.number("it_w", &R::it, watts, "power of the IT", "mean", less);
    f.number("facility_w", &R::facility, watts, "power at the meter", "mean", less);
    f.number("pue", &R::pue, ratio, "PUE", "power at the meter for that of the IT", less);
    f.number("energy_j", &R::energy, joules, "energy at the meter", "of the run", less);
    f.number("servers_j", &R::servers, joules, "energy of servers", "with its share of the plant", less);
    f.number("network_j", &R::network, joules, "energy of the network", "with its share of the plant", less);
    f.number("storage_j", &R::storage, joules, "energy of storage", "with its share of the plant", less);
    f.number("site_water_l", &R::site_water, litres, "water at the site", "evaporated", less);
    f.number("source_water_l", &R::source_water, litres, "water of the grid",
             "evaporated by its power plants", less);
    f.number("carbon_kg", &R::carbon, tonnes, "CO2e", "of the energy, at the grid's intensity", less);
    f.number("cost", &R::cost, usd, "cost", "of the GPUs, energy among it", less,
             Absent{"no step runs, so no GPU is paid for", "not known"});
    f.number("energy_cost", &R::energy_cost, usd, "cost of energy", "by the site's prices", less);
}

} // namespace roofrack
