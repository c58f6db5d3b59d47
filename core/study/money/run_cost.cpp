// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/money/run_cost.h"

#include "core/base/figures/builder.h"
#include "core/base/units/common_units.h"
#include "core/base/units/quantity_text.h"
#include "core/facility/economics/cost_figures.h"
#include "core/facility/economics/economics.h"
#include "core/step/engine/prepared_impl.h"
#include "core/study/racks/rack_drawings.h"
#include "core/study/scaling.h"
#include "core/study/year/run_totals.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <optional>

namespace roofrack {

namespace {

std::vector<RentOffer> offers_of(const Capital& capital, const OwnershipCost& hour, double gpus) {
    std::vector<RentOffer> out;
    const double own = hour.rent > 0 || gpus <= 0 ? std::nan("") : hour.total() / gpus;
    for (const bool is_reserved : {true, false})
        for (const PriceRow& row : is_reserved ? capital.reserved : capital.on_demand)
            out.push_back({row, is_reserved, break_even_utilisation(own, row.band.likely)});
    std::ranges::stable_sort(out, {}, [](const RentOffer& offer) { return offer.row.band.likely; });
    return out;
}

/// GPUs of one more rack as drawn, else of one more server.
double unit_of(const Prepared& prepared, const Evaluation& evaluation) {
    for (const RackState& rack : evaluation.power.racks)
        if (rack.gpus > 0) return rack.gpus;
    return prepared.fabric().gpus_per_server;
}

/// Why none of the larger sizes is faster.
std::string why_no_racks(const ScaleResult& study, double drawn, const Prepared::Impl& impl) {
    const ThrottleCause now = study.at(drawn)->throttle_cause;
    for (const ScalePoint& point : study.points)
        if (point.gpus > drawn && point.feasible && point.throttle_cause != ThrottleCause::none &&
            point.throttle_cause != now)
            return fmt::format("{} lowers the clocks of {} GPUs", label_of(point.throttle_cause),
                               format_count(point.gpus));
    for (const ScalePoint& point : study.points)
        if (point.gpus > drawn && !point.feasible) return point.reason;
    const double batch = batch_of(impl);
    return fmt::format("the batch stays {} {}, of which each GPU then has less to do", format_count(batch),
                       impl.model.transformer ? "sequences" : "samples");
}

/// RunCost::space_terms.
std::string space_terms_text(const Site& site, const OwnershipCost& hour, const Defaults& defaults) {
    const bool is_said = site.money.space_price || site.money.deployment != Deployment::colocation;
    return is_said || !(hour.space > 0)
               ? std::string()
               : fmt::format("space is rented at {:.3g} $/kW a month: no other deployment and no price of "
                             "space is given",
                             OwnershipTerms(site, defaults).colocation);
}

} // namespace

bool RunCost::has_price() const { return std::isfinite(per_hour.si()) && per_hour > Dollars(0); }

RunCost run_cost(const Prepared& prepared, const Evaluation& evaluation) {
    RunCost out;
    const Prepared::Impl& impl = prepared.impl();
    if (!(evaluation.step_time > Seconds(0)) || !evaluation.capital) return out;
    out.gpus = evaluation.gpus;
    out.counts_samples = !impl.model.transformer;
    out.hour = evaluation.cost;
    out.per_hour = evaluation.cost_per_hour;
    out.useful_rate = out.counts_samples ? evaluation.samples_per_s : evaluation.tokens_per_s;
    out.dollars_per_million = dollars_per_million(out.per_hour, out.useful_rate);
    out.replacement_per_hour = out.replacement_per_million = std::nan("");
    if (evaluation.capital->says_procurement) {
        out.replacement_per_hour = cost_parts_per_hour(out.gpus, impl.scenario.site, evaluation.power,
                                                       evaluation.capital->as_bought(), *impl.defaults)
                                       .total();
        out.replacement_per_million = dollars_per_million(Dollars(out.replacement_per_hour), out.useful_rate);
    }
    const FlopRate peak = evaluation.peak / out.gpus;
    out.petaflop_day = peak.si() > 0 ? dollars_per_petaflop_day(out.per_hour.si() / out.gpus, peak,
                                                                evaluation.mfu * evaluation.goodput)
                                     : std::nan("");
    out.time = evaluation.time_to_budget;
    const RunTotals totals = totals_over(out.time, evaluation, impl.scenario.site, *impl.defaults);
    out.dollars = totals.cost;
    out.energy = totals.energy;
    out.carbon = totals.carbon;
    out.water = totals.site_water / litres_a_cubic_metre;
    out.offers = offers_of(*evaluation.capital, out.hour, out.gpus);
    out.space_terms = space_terms_text(impl.scenario.site, out.hour, *impl.defaults);
    out.gaps = evaluation.capital->incomplete_text();
    if (out.hour.rent > 0) out.gaps.clear();
    return out;
}

NextRacks next_racks(const Prepared& prepared, const Evaluation& evaluation, const Catalog& catalog,
                     const std::stop_token& stop) {
    NextRacks out;
    const double drawn = prepared.fabric().gpus, unit = unit_of(prepared, evaluation);
    if (!(evaluation.step_time > Seconds(0)) || !(unit > 0)) return out;
    // One, two, four … : a batch divides unevenly among few more replicas.
    std::vector<double> sizes{drawn};
    for (double racks = 1; racks * unit < drawn; racks *= 2) sizes.push_back(drawn + racks * unit);
    sizes.push_back(2 * drawn);
    const ScaleResult study = scale(prepared, sizes, {.metric = ScaleMetric::goodput}, nullptr, stop);
    const ScalePoint* now = study.at(drawn);
    if (!now || !now->feasible || !now->running.has_price()) {
        out.reason = now && !now->feasible ? now->reason : "no price is known";
        return out;
    }
    out.reason = why_no_racks(study, drawn, prepared.impl());
    constexpr double least_gain = 1e-6;
    const ScalePoint* chosen = nullptr;
    // Servers that stand in no rack have no such drawing, and nothing is said of their cables.
    const auto room = RoomSolver::make(prepared, catalog);
    std::optional<RackDrawings> drawings;
    if (room) drawings.emplace(prepared.scenario().cluster, prepared, catalog, *room);
    for (const ScalePoint& point : study.points) {
        if (!point.feasible || point.gpus <= drawn || point.useful <= now->useful * (1 + least_gain))
            continue;
        if (stop.stop_requested()) break;
        std::string uncabled =
            drawings ? drawings->why_not_cabled((point.gpus - drawn) / unit) : std::string();
        if (chosen && !uncabled.empty()) continue;
        chosen = &point;
        out.uncabled = std::move(uncabled);
        if (out.uncabled.empty()) break;
    }
    if (!chosen) return out;
    out.gpus = chosen->gpus - drawn;
    out.racks = out.gpus / unit;
    out.gain = chosen->useful / now->useful;
    out.per_hour = chosen->running.per_hour - now->running.per_hour;
    out.dollars_per_million = dollars_per_million(out.per_hour, chosen->useful - now->useful);
    out.reason.clear();
    return out;
}

std::string uncabled_text(const NextRacks& next) {
    return next.uncabled.empty() ? std::string()
                                 : "they cannot be cabled as the network is drawn: " + next.uncabled;
}

std::string next_racks_text(const NextRacks& next, bool counts_samples) {
    if (!(next.racks > 0)) return {};
    const double dollars = next.dollars_per_million;
    std::string out = fmt::format(
        "the next {} GPUs with this plan: {} for each million {} more", format_count(next.gpus),
        std::isfinite(dollars) ? format_quantity(dollars, Dimension::money, 3) : "a price not known",
        counts_samples ? "samples" : "tokens");
    if (const std::string uncabled = uncabled_text(next); !uncabled.empty()) out += "; " + uncabled;
    return out;
}

void describe(figures::Builder<RentOffer>& f) {
    using namespace figures;
    using O = RentOffer;
    f.text(
        "name", [](const O& o) { return o.row.name; }, "offer", "whose it is", names_item);
    f.text(
        "kind", [](const O& o) { return o.is_reserved ? "reserved" : "on-demand"; }, "kind",
        "for years, or by the hour");
    f.band(
        "usd_per_gpu_hour", [](const O& o) { return o.row.band; }, usd_per_gpu_hour, "$ per GPU-hour",
        "what is asked", less);
    f.number("break_even", &O::break_even, share, "break-even",
             "share of hours above which having the cluster as the site has it is cheaper; above 1: never",
             Absent{"the site itself rents"});
    f.choice(
        "status", [](const O& o) { return o.row.status; }, "status", "how sure it is");
    f.text(
        "source", [](const O& o) { return o.row.source; }, "source", "of the offer");
    f.text(
        "date", [](const O& o) { return o.row.date; }, "date", "of the source");
}

void describe(figures::Builder<NextRacks>& f) {
    using namespace figures;
    using N = NextRacks;
    f.number("racks", &N::racks, number, "next racks", "whole ones, with the plan as given", always);
    f.number("gpus", &N::gpus, count, "GPUs more", "in them", always);
    f.number("gain", &N::gain, ratio, "useful rate, times", "what it is without them", more);
    f.number("usd_per_hour", &N::per_hour, usd_per_hour, "$ per hour more", "that they cost", less);
    f.number("usd_per_million", &N::dollars_per_million, usd_per_million, "$ per further million",
             "of the tokens (samples) that they add", less);
    f.text("uncabled", &N::uncabled, "not cabled", "why so many more cannot be cabled; empty: they can");
}

void describe(figures::Builder<RunCost>& f) {
    using namespace figures;
    using R = RunCost;
    const When budget =
        f.gate([](const R& r) { return r.has_budget(); }, "the workload has no token budget", "no budget");
    f.number("gpus", &R::gpus, count, "GPUs", "at work", always);
    f.text(
        "counts", [](const R& r) { return r.counts_samples ? "samples" : "tokens"; }, "counts",
        "what a million is of");
    f.object("usd_per_hour", &R::hour, "$ per hour", "by what it is paid for");
    f.number("useful_rate", &R::useful_rate, per_second, "useful rate of tokens (samples)",
             "by the wall step", more);
    f.number("usd_per_million", &R::dollars_per_million, usd_per_million, "$ per million",
             "useful tokens (samples)", less, Explain{"cost_per_million"});
    const Absent all_bought{"all that is drawn is bought: it is the same", "as above"};
    f.number("replacement_usd_per_hour", &R::replacement_per_hour, usd_per_hour, "per hour at replacement",
             "if all that stays were bought today", less, all_bought);
    f.number("replacement_usd_per_million", &R::replacement_per_million, usd_per_million,
             "$ per million at replacement", "if all that stays were bought today", less, all_bought);
    f.number("usd_per_petaflop_day", &R::petaflop_day, usd, "$ per PFLOP/s-day", "by the model's FLOPs",
             less);
    f.number("time_s", &R::time, days, "days to the budget", "by the wall clock", less, budget,
             Explain{"time_of_run"});
    f.number("usd", &R::dollars, usd, "$ of the run",
             "what all hours to the token budget cost: capital spread over its book life, energy, space, "
             "operation; or rent",
             less, budget, Explain{"cost_of_run"});
    f.number("energy_j", &R::energy, joules, "energy of the run", "at the meter, to the token budget", less,
             budget, Explain{"energy_of_run"});
    f.number("co2_kg", &R::carbon, tonnes, "CO2e", "of the run's energy", less, budget,
             Explain{"carbon_of_run"});
    f.number("water_m3", &R::water, cubic_metres, "water", "used on site to the token budget", less, budget);
    f.text("space_terms", &R::space_terms, "terms of space",
           "what it rests on that space is rented, where the project gives no other deployment and no price "
           "of it; empty: it does, or space costs nothing");
    f.text("gaps", &R::gaps, "gaps", "what has no price; empty: all has one");
    f.list("rents", &R::offers, "rents", "what clouds ask for these GPUs, the cheapest first");
}

} // namespace roofrack
