// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/facility/load_swing_study.h"

#include "core/base/figures/builder.h"
#include "core/base/units/common_units.h"
#include "core/base/units/energy_text.h"
#include "core/facility/facility_inputs.h"
#include "core/step/engine/prepared_impl.h"
#include "core/study/losses/run_losses.h"
#include "core/study/money/run_cost.h"

#include <algorithm>
#include <fmt/format.h>
#include <limits>

namespace roofrack {

namespace {

constexpr double rounding = 1e-6; // rounding of what is allowed

std::string power_text(Watts value) { return format_quantity(value.si(), Dimension::power, 3); }
std::string dollar_text(double value) { return format_quantity(value, Dimension::money, 3) + "/h"; }

/// Power of the GPUs at a utilisation, full clock and rated temperature, as a share of their TDP.
double share_of_tdp(const FacilityInputs& inputs, double utilisation) {
    double power = 0, rated = 0;
    for (const RackModel& rack : inputs.racks)
        for (const ServerModel& server : rack.servers) {
            if (server.group < 0) continue;
            const double gpus = rack.count * server.per_rack * server.gpus;
            const double idle =
                idle_at(server.law, Celsius(server.idle_temperature), inputs.defaults->power.rated_junction);
            power += gpus * (idle + server.law.dynamic * utilisation);
            rated += gpus * (idle + server.law.dynamic);
        }
    return rated > 0 ? power / rated : 0;
}

class MitigationSearch {
public:
    MitigationSearch(const Prepared& prepared, const Evaluation& evaluation, const FacilityStudy& study,
                     const PowerCaps& caps)
        : m_prepared(prepared)
        , m_impl(prepared.impl())
        , m_constants(m_impl.defaults->power)
        , m_now(evaluation)
        , m_study(study)
        , m_caps(caps)
        , m_cost(run_cost(prepared, evaluation)) {}

    LoadSwingTarget target(Watts allowed, bool is_limit) const {
        return {allowed, is_limit, {filler(allowed), storage(allowed), power_cap(allowed)}};
    }

    RampControl ramp(Watts a_minute, bool is_limit) const {
        constexpr double minute = 60;
        RampControl out;
        out.a_minute = a_minute;
        out.is_limit = is_limit;
        out.time = Seconds(minute * (m_study.start / a_minute));
        out.gpu_hours = 2 * m_now.gpus * out.time.si() / seconds_an_hour;
        const double gpus[] = {m_now.gpus};
        const FailureCost failures = run_losses(m_prepared, gpus).front().cost;
        const double running = (failures.mttf > 0 ? 1 / failures.mttf : 0) + failures.planned_rate;
        out.stops = running * m_now.goodput;
        if (m_cost.has_price()) out.dollars_per_hour = m_cost.per_hour.si() * 2 * out.time.si() * out.stops;
        return out;
    }

private:
    struct Filled {
        Prepared prepared;
        Evaluation evaluation;
        PowerWave wave;
    };
    Filled filled(double utilisation) const {
        EvaluateOptions options;
        options.findings = false;
        options.gpus = m_now.gpus;
        Prepared prepared = m_prepared.with_filler_work(utilisation);
        Evaluation then = evaluate(prepared, options);
        PowerWave wave = power_wave(then, m_constants, utilisation);
        return {std::move(prepared), std::move(then), std::move(wave)};
    }

    LoadSwingMitigation filler(Watts allowed) const {
        const auto meets = [&](const Filled& then) {
            return then.evaluation.has_power() && then.wave.range() <= allowed * (1 + rounding);
        };
        double low = 0, high = m_constants.compute_utilisation;
        Filled best = filled(high);
        LoadSwingMitigation out;
        out.kind = LoadSwingMitigation::Kind::filler;
        constexpr double precise = 0.001;
        while (high - low > precise && best.evaluation.has_power()) {
            const double middle = (low + high) / 2;
            Filled then = filled(middle);
            if (meets(then)) {
                best = std::move(then);
                high = middle;
            } else {
                low = middle;
            }
        }
        out.share = share_of_tdp(m_impl.facility->inputs(), high);
        const Evaluation& then = best.evaluation;
        if (!then.feasible) out.reason = "the cluster cannot run with it: " + then.binds;
        if (out.share > m_constants.smoothing.highest_floor)
            out.note =
                fmt::format("by a workload beside it: GPUs' own power floor ends at {:.0f} % of the TDP",
                            100 * m_constants.smoothing.highest_floor);
        out.leaves = best.wave.range();
        out.energy = best.wave.mean * best.wave.step - m_study.wave.mean * m_study.wave.step;
        out.drawn = then.power.run_facility - m_now.power.run_facility;
        out.heat = then.power.it - m_now.power.it;
        const RunCost cost = run_cost(best.prepared, then);
        if (m_cost.useful_rate > 0) out.speed = cost.useful_rate / m_cost.useful_rate;
        if (cost.has_price()) out.dollars_per_hour = for_same_work(cost.dollars_per_million);
        return out;
    }

    /// $ per hour more, of the work that an hour does now.
    std::optional<double> for_same_work(double dollars_per_million) const {
        if (!m_cost.has_price()) return std::nullopt;
        return (dollars_per_million - m_cost.dollars_per_million) * m_cost.useful_rate * seconds_an_hour /
               1e6;
    }

    LoadSwingMitigation storage(Watts allowed) const {
        LoadSwingMitigation out;
        out.kind = LoadSwingMitigation::Kind::storage;
        const PowerWave::Store store = m_study.wave.storage(allowed);
        out.leaves = allowed;
        out.energy = store.energy;
        out.rating = store.rating;
        const Joules lost = store.energy * (1 / m_constants.smoothing.storage_efficiency - 1);
        out.drawn = lost / m_study.wave.step * m_now.goodput;
        const double each = out.energy.si() / m_now.gpus;
        if (each <= m_constants.smoothing.supply_storage.si())
            out.note = "no more than power supplies with storage hold";
        const Site& site = m_impl.scenario.site;
        const PriceRow* const row = find_price(PriceList::built_in().classes, "supply.ups");
        if (m_cost.has_price() && m_cost.hour.rent <= 0 && row)
            out.dollars_per_hour =
                out.drawn.si() / 1e3 * mean_electricity_price(site) +
                store.rating.si() / 1e3 * row->band.likely * hourly_share_of_capital(site, *m_impl.defaults);
        return out;
    }

    LoadSwingMitigation power_cap(Watts allowed) const {
        LoadSwingMitigation out;
        out.kind = LoadSwingMitigation::Kind::power_cap;
        const PowerCap* met = nullptr;
        const PowerCap* deepest = nullptr;
        for (const PowerCap& cap : m_caps.caps) {
            if (cap.share > m_caps.drawn_share) continue;
            deepest = &cap;
            if (!met && cap.range <= allowed * (1 + rounding)) met = &cap;
        }
        const PowerCap* const taken = met ? met : deepest;
        if (!taken) {
            out.reason = "no lower cap runs";
            return out;
        }
        out.share = taken->share;
        out.leaves = taken->range;
        if (!met)
            out.reason = fmt::format("the lowest cap, {:.0f} % of the TDP, still leaves {}",
                                     100 * taken->share, power_text(out.leaves));
        out.drawn = taken->facility - m_now.power.run_facility;
        out.heat = taken->it - m_now.power.it;
        if (m_cost.useful_rate > 0) out.speed = taken->rate / m_cost.useful_rate;
        if (taken->dollars_per_million > 0) out.dollars_per_hour = for_same_work(taken->dollars_per_million);
        return out;
    }

    const Prepared& m_prepared;
    const Prepared::Impl& m_impl;
    const Defaults::Power& m_constants;
    const Evaluation& m_now;
    const FacilityStudy& m_study;
    const PowerCaps& m_caps;
    const RunCost m_cost;
};

} // namespace

std::string_view name_of(LoadSwingMitigation::Kind kind) {
    switch (kind) {
    case LoadSwingMitigation::Kind::filler: return "filler";
    case LoadSwingMitigation::Kind::storage: return "storage";
    case LoadSwingMitigation::Kind::power_cap: break;
    }
    return "power_cap";
}

std::string_view label_of(LoadSwingMitigation::Kind kind) {
    switch (kind) {
    case LoadSwingMitigation::Kind::filler: return "filler work";
    case LoadSwingMitigation::Kind::storage: return "storage";
    case LoadSwingMitigation::Kind::power_cap: break;
    }
    return "power cap";
}

const LoadSwingMitigation* LoadSwingTarget::cheapest() const {
    const LoadSwingMitigation* best = nullptr;
    const auto cost = [](const LoadSwingMitigation& mitigation) {
        return mitigation.dollars_per_hour.value_or(std::numeric_limits<double>::max());
    };
    for (const LoadSwingMitigation& each : mitigations)
        if (each.reason.empty() &&
            (!best || cost(each) < cost(*best) || (cost(each) == cost(*best) && each.drawn < best->drawn)))
            best = &each;
    return best;
}

bool is_over_swing_limit(const FacilityStudy& study) {
    return study.swing_limit && study.wave.range() > *study.swing_limit * (1 + rounding);
}

bool is_over_ramp_limit(const FacilityStudy& study) {
    return study.ramp_limit && study.start > *study.ramp_limit * (1 + rounding);
}

LoadSwingStudy load_swing_study(const Prepared& prepared, const Evaluation& evaluation,
                                const FacilityStudy& study, const PowerCaps& caps) {
    LoadSwingStudy out;
    out.gpus = evaluation.gpus;
    out.range = study.wave.range();
    out.start = study.start;
    out.a_second = std::max(out.range, out.start);
    out.step = study.wave.step;
    out.load = study.swing;
    out.band = study.swing.band(grid_low, grid_high);
    out.storage = study.wave.storage().energy;
    out.filler = study.wave.filler();
    out.supply_storage = prepared.impl().defaults->power.smoothing.supply_storage;
    out.swing_limit = study.swing_limit;
    out.ramp_limit = study.ramp_limit;
    if (study.wave.phases.empty()) return out;
    const MitigationSearch search(prepared, evaluation, study, caps);
    if (out.range > Watts(0)) {
        out.flattened = study.wave.longest_flattened(out.supply_storage * out.gpus);
        if (is_over_swing_limit(study))
            out.targets = {search.target(*study.swing_limit, true)};
        else if (!study.swing_limit)
            out.targets = {search.target(0.5 * out.range, false), search.target({}, false)};
    }
    for (LoadSwingTarget& target : out.targets)
        for (LoadSwingMitigation& mitigation : target.mitigations)
            mitigation.is_cheapest = &mitigation == target.cheapest();
    if (is_over_ramp_limit(study))
        out.ramp = search.ramp(*study.ramp_limit, true);
    else if (!study.ramp_limit && out.start > Watts(0))
        out.ramp = search.ramp(0.5 * out.start, false);
    return out;
}

std::string text_of(const LoadSwingMitigation& mitigation, double gpus) {
    std::string out(label_of(mitigation.kind));
    switch (mitigation.kind) {
    case LoadSwingMitigation::Kind::filler:
        out += fmt::format(" up to {:.0f} % of the TDP: {} more", 100 * mitigation.share,
                           power_text(mitigation.drawn));
        break;
    case LoadSwingMitigation::Kind::storage:
        out += fmt::format(" of {}, {} J a GPU", meter_energy_text(mitigation.energy, 3),
                           format_quantity(mitigation.energy.si() / gpus, Dimension::number, 3));
        break;
    case LoadSwingMitigation::Kind::power_cap:
        out += fmt::format(" at {:.1f} % of the TDP: {:.1f} % slower", 100 * mitigation.share,
                           100 * (1 - mitigation.speed));
        break;
    }
    if (mitigation.dollars_per_hour) out += ", " + dollar_text(*mitigation.dollars_per_hour);
    return out;
}

void describe(figures::Builder<LoadSwingMitigation>& f) {
    using namespace figures;
    using R = LoadSwingMitigation;
    const When capped =
        f.gate([](const R& r) { return r.share > 0; }, "it holds no GPU to a share of its TDP");
    f.choice("kind", &R::kind, "mitigation", "what takes the swing off the grid", names_item);
    f.flag(
        "does", [](const R& r) { return r.reason.empty(); }, "does", "it meets what is allowed");
    f.text("reason", &R::reason, "reason", "why it does not suffice; empty: it does");
    f.text("note", &R::note, "note", "what it takes besides");
    f.flag("cheapest", &R::is_cheapest, "cheapest", "of those that do");
    f.number("leaves_w", &R::leaves, watts, "leaves", "range in a step that the grid still sees", less);
    f.number("share_of_tdp", &R::share, share, "share of the TDP", "the GPUs' floor, or their cap", capped);
    f.number("energy_j", &R::energy, joules, "energy", "that filler burns in a step, or storage holds", less);
    f.number("rating_w", &R::rating, watts, "rating", "of storage", less);
    f.number("drawn_w", &R::drawn, watts, "more at the meter", "mean over the wall clock", less);
    f.number("heat_w", &R::heat, watts, "more heat", "in racks and network, mean over the step", less);
    f.number("speed", &R::speed, ratio, "speed, times", "useful rate against the present one", more);
    f.number("dollars_per_hour", &R::dollars_per_hour, usd_per_hour, "$ per hour more", "for the same work",
             less, Absent{"no price is known"});
}

void describe(figures::Builder<LoadSwingTarget>& f) {
    using namespace figures;
    using T = LoadSwingTarget;
    f.number("allowed_w", &T::allowed, watts, "allowed", "range in a step");
    f.flag("is_limit", &T::is_limit, "limit",
           "the grid's; else none is known, and this is half of the range, or none of it");
    f.list("remedies", &T::mitigations, "mitigations", "every way to meet it");
}

void describe(figures::Builder<RampControl>& f) {
    using namespace figures;
    using R = RampControl;
    f.number("a_minute_w", &R::a_minute, watts, "a minute", "change of power that is kept to");
    f.flag("is_limit", &R::is_limit, "limit",
           "the grid's; else none is known, and this is half of the change");
    f.number("time_s", &R::time, seconds, "drawn out over", "a start, and a stop", less);
    f.number("gpu_hours", &R::gpu_hours, count, "GPU-hours", "that a start and a stop take together", less);
    f.number("stops_per_s", &R::stops, per_second, "stops", "of the job, failures and planned ones", less);
    f.number("dollars_per_hour", &R::dollars_per_hour, usd_per_hour, "$ per hour", "of these", less,
             Absent{"no price is known"});
}

void describe(figures::Builder<LoadSwingStudy>& f) {
    using namespace figures;
    using S = LoadSwingStudy;
    f.number("range_w", &S::range, watts, "range", "of power in a step", less);
    f.number("limit_w", &S::swing_limit, watts, "limit", "that the grid sets to the range",
             Absent{"none is known"});
    f.number(
        "amplitude_w", [](const S& s) { return s.load.amplitude; }, watts, "amplitude",
        "of the square wave that the grid sees", less);
    f.number(
        "step_s", [](const S& s) { return s.load.step; }, seconds, "step", "its period");
    f.number(
        "duty", [](const S& s) { return s.load.duty; }, share, "duty", "share of the step that computes");
    f.number("band_w", &S::band, watts, "in the grid's band", "of its harmonics between 0.1 and 20 Hz", less);
    f.number("storage_j", &S::storage, joules, "storage", "that would level a step", less);
    f.number("filler_j", &S::filler, joules, "filler", "that would level a step, burnt", less);
    f.number("change_in_a_second_w", &S::a_second, watts, "change in a second",
             "in a step, or a start or stop of the job", less);
    f.number("ramp_limit_w", &S::ramp_limit, watts, "ramp limit", "that the grid sets to a minute",
             Absent{"none is known"});
    f.number("supply_storage_j_per_gpu", &S::supply_storage, joules, "stored in supplies",
             "for a GPU, where they hold some");
    f.number("flattened_by_supplies_s", &S::flattened, seconds, "flattened by supplies",
             "the longest such step");
    f.list("targets", &S::targets, "targets",
           "the grid's limit, else half and none; empty: within the limit");
    f.object("ramp", &S::ramp, "ramps", "starts and stops drawn out",
             Absent{"starts and stops are within the limit"});
}

} // namespace roofrack
