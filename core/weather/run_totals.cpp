// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/weather/run_totals.h"

#include "core/economics/economics.h"
#include "core/figures/builder.h"

namespace roofrack {

namespace {

constexpr double seconds_an_hour = 3600, joules_of_kwh = 3.6e6;

double kwh(Joules energy) { return energy.si() / joules_of_kwh; }

} // namespace

double RunTotals::site_water_per_kwh() const {
    const double used = kwh(it * wall);
    return used > 0 ? site_water / used : 0;
}

std::optional<RunTotals> run_totals(const Evaluation& evaluation, const Site& site, const Defaults& defaults,
                                    double gpu_hours, const Year* year) {
    if (!evaluation.feasible || evaluation.gpus <= 0) return std::nullopt;
    RunTotals out;
    out.gpus = evaluation.gpus;
    out.wall = gpu_hours > 0 ? Seconds(gpu_hours / out.gpus * seconds_an_hour) : evaluation.time_to_budget;
    if (out.wall <= Seconds(0)) return std::nullopt;
    out.gpu_hours = out.gpus * out.wall.si() / seconds_an_hour;
    const PowerState& power = evaluation.power;
    double wue = power.wue, carbon = carbon_per_hour(site, power),
           price = power.run_facility.si() / 1e3 * site.electricity_price; // an hour
    out.it = power.run_it;
    out.facility = power.run_facility;
    if (year) {
        out.climate = year->weather();
        const YearSum& all = year->total;
        // The weather's hours that hold the job back make the run longer.
        if (gpu_hours <= 0 && all.rate > 0) {
            out.wall = out.wall / all.rate;
            out.gpu_hours /= all.rate;
        }
        const Seconds hours(all.hours * seconds_an_hour);
        out.it = all.it / hours;
        out.facility = all.energy / hours;
        wue = all.wue();
        carbon = all.carbon / all.hours;
        price = all.cost.si() / all.hours;
    }
    const double hours = out.wall.si() / seconds_an_hour;
    out.pue = out.it > Watts(0) ? out.facility / out.it : 1;
    out.energy = out.facility * out.wall;
    out.network = power.network * out.pue * out.wall;
    out.storage = power.storage * out.pue * out.wall;
    out.servers = out.energy - out.network - out.storage;
    out.site_water = wue * kwh(out.it * out.wall);
    const Constant* const source_water = defaults.figure("site.source_water");
    out.source_water = source_water ? source_water->value * kwh(out.energy) : 0;
    out.carbon = carbon * hours;
    out.cost = evaluation.cost_per_hour * hours;
    out.energy_cost = Dollars(price * hours);
    return out;
}

void describe(figures::Builder<RunTotals>& f) {
    using namespace figures;
    using R = RunTotals;
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
    f.number("cost", &R::cost, usd, "cost", "of the GPUs, energy among it", less);
    f.number("energy_cost", &R::energy_cost, usd, "cost of energy", "by the site's prices", less);
}

} // namespace roofrack
