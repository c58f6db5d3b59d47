// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/room/room_study.h"

#include "core/base/units/quantity_text.h"
#include "core/drawing/bill/procurement.h"
#include "core/drawing/element_index.h"
#include "core/drawing/unique_names.h"
#include "core/step/engine/prepared_impl.h"
#include "core/study/racks/cabled_racks.h"
#include "core/study/room/room_purchase.h"
#include "core/study/standstill.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace roofrack {

namespace {

RoomOutcome outcome_of(const Prepared& prepared, const Evaluation& run, double racks) {
    RoomOutcome out;
    out.racks = racks;
    out.gpus = prepared.fabric().gpus;
    if (const Standstill standstill = standstill_of(run); !standstill.runs())
        out.reason =
            standstill.reasons.empty() ? std::string(standstill.heading) : standstill.reasons.front();
    out.step = run.step_time;
    out.rate = prepared.impl().model.transformer ? run.tokens_per_s : run.samples_per_s;
    out.metered = run.power.metered;
    out.pue = run.power.pue;
    for (const RackState& rack : run.power.racks)
        if (rack.gpus > 0) out.clock = std::min(out.clock, rack.speed);
    return out;
}

/// So many racks fit, but no network of theirs could carry a step.
RoomOutcome uncabled_outcome(const Prepared& prepared, const RoomStudy& study) {
    RoomOutcome out;
    out.racks = *study.fits;
    out.gpus = prepared.fabric().gpus;
    out.reason = "so many cannot be cabled as the network is drawn: " + study.uncabled;
    return out;
}

Evaluation run_of(const Prepared& prepared) {
    EvaluateOptions options;
    options.findings = false;
    return evaluate(prepared, options);
}

/// Looks for the most racks that each limit bears.
class RoomSearch {
public:
    RoomSearch(const RoomSolver& probe, double tried, const std::stop_token& stop)
        : m_probe(probe)
        , m_tried(tried)
        , m_stop(stop) {}

    /// In steps; every limit asks for more with each rack.
    Result<std::optional<double>> most(const RoomKey& key) const {
        const double step = m_probe.step();
        const auto bears = [&](double racks) -> Result<bool> {
            if (racks <= 0) return true;
            const auto fill = m_probe.fill(racks);
            if (!fill) return tl::unexpected(fill.error());
            const RoomNeed* need = fill->find(key);
            return !need || need->carries();
        };
        auto all = bears(m_tried);
        if (!all) return tl::unexpected(all.error());
        if (*all) return std::optional<double>{};
        double low = 0, high = m_tried;
        if (const auto now = bears(m_probe.drawn()); !now)
            return tl::unexpected(now.error());
        else
            (*now ? low : high) = m_probe.drawn();
        while (high - low > step * (1 + 1e-9) && !m_stop.stop_requested()) {
            const double middle = low + step * std::max(1.0, std::floor((high - low) / 2 / step));
            const auto ok = bears(middle);
            if (!ok) return tl::unexpected(ok.error());
            (*ok ? low : high) = middle;
        }
        return std::optional(low);
    }

    /// All limits at once, by trying: down from what each bears alone.
    Result<double> together(double racks) const {
        for (; racks > 0 && !m_stop.stop_requested(); racks -= m_probe.step()) {
            const auto fill = m_probe.fill(racks);
            if (!fill) return tl::unexpected(fill.error());
            if (fill->fits()) break;
        }
        return std::max(0.0, racks);
    }

private:
    const RoomSolver& m_probe;
    double m_tried;
    const std::stop_token& m_stop;
};

void sum_up(RoomStudy& out) {
    for (const RoomRow& row : out.rows) {
        if (!row.buy) continue;
        if (row.buy->price)
            out.price += *row.buy->price;
        else
            out.is_priced = false;
    }
}

/// Weeks until all that is drawn runs: the scenario's lead times, and what must be bought beside what is
/// drawn.
PriceBand weeks_of(const RoomStudy& study, LeadTimes lead) {
    if (std::ranges::none_of(study.rows, [](const RoomRow& row) { return row.buy.has_value(); })) return {};
    for (const RoomRow& row : study.rows)
        if (row.is_short() && row.buy && row.buy->lead) lead.items.push_back(*row.buy->lead);
    return lead.weeks();
}

/// With so many racks, a failure leaves less than it does now.
bool spare_shrinks(const RoomSolver& probe, const RoomNeed& now, double racks) {
    if (!now.after_failure) return false;
    constexpr double less = 0.99;
    const auto fill = probe.fill(racks);
    const RoomNeed* const need = fill ? fill->find(now.key) : nullptr;
    return need && (need->loses_spare || (need->have && now.have && *need->have < less * *now.have));
}

/// With so many racks more of it is taken than now, or less of it is there.
bool grows(const RoomSolver& probe, const RoomNeed& now, double racks) {
    constexpr double more =
        1e-4; // share of what is needed now: parts of a plant and of losses are more than that
    const auto fill = probe.fill(racks);
    const RoomNeed* const need = fill ? fill->find(now.key) : nullptr;
    return !need || need->need > (1 + more) * now.need || need->loses_spare ||
           (need->have && now.have && *need->have < (1 - more) * *now.have);
}

} // namespace

bool RoomStudy::has_limits() const {
    return std::ranges::any_of(rows, [](const RoomRow& row) { return row.need.have.has_value(); });
}

bool RoomStudy::buys_units() const { return std::ranges::any_of(rows, &RoomRow::is_new); }

std::optional<double> RoomStudy::gpus_that_fit() const {
    if (!fits) return std::nullopt;
    return *fits == drawn ? as_drawn.gpus : today ? today->gpus : 0;
}

std::string rack_name(const RoomStudy& study) { return study.name.empty() ? study.kind : study.name; }

std::string bears_text(const RoomRow& row, const RoomStudy& study) {
    if (!row.need.have || study.assumed) return {};
    if (!row.grows) return fmt::format("takes none of “{}”", rack_name(study));
    const double racks = row.fits.value_or(study.tried), others = study.others;
    const bool has_others = others > 0 && racks > others;
    std::string out =
        fmt::format("by itself bears {}{}{} {}", format_count(racks), row.fits ? "" : " or more",
                    has_others ? "" : " such", racks == 1 && row.fits ? "rack" : "racks");
    if (has_others) out += fmt::format(", {} of them “{}”", format_count(racks - others), rack_name(study));
    if (row.spare_shrinks) out += " after the worst failure";
    return out;
}

std::string cabled_text(const RoomStudy& study) {
    if (study.uncabled.empty() || !study.has_limits()) return {};
    const double racks = study.cabled.value_or(0);
    return fmt::format("{} can be cabled as the network is drawn: {}",
                       racks > study.drawn ? fmt::format("{} of them", format_count(racks))
                                           : "no more than those drawn",
                       study.uncabled);
}

std::string title_of(const RoomRow& row) {
    const RoomKey& key = row.need.key;
    std::string out(key.limit == RoomLimit::supply ? name_of(key.supply) : label_of(key.limit));
    if (!key.id.empty()) out += " " + (row.name.empty() ? key.id : row.name);
    return out;
}

std::string ends_first_text(const RoomStudy& study) {
    if (study.binding < 0) return {};
    const RoomRow& row = study.rows[static_cast<size_t>(study.binding)];
    return fmt::format("{} {} first", title_of(row), is_plural(row.need.key.limit) ? "end" : "ends");
}

Result<RoomStudy> standing_room(const Scenario& scenario, const Catalog& catalog, StandingLoad load) {
    if (has_sold(scenario.cluster)) {
        Scenario kept = scenario;
        set_sold_aside(kept.cluster);
        return standing_room(kept, catalog, load);
    }
    const auto facility = standing_facility(scenario.cluster, scenario.site, catalog, load);
    if (!facility) return tl::unexpected(facility.error());
    const PowerState state = facility->state_of(DutyCycle(), 1);
    RoomStudy out;
    out.assumed = load;
    const UniqueNames names(scenario.cluster);
    for (RoomNeed& need : room_needs(scenario, catalog, *facility, state)) {
        RoomRow& row = out.rows.emplace_back();
        row.name = names.of(need.key.id);
        row.need = std::move(need);
    }
    std::ranges::stable_sort(out.rows, {}, [](const RoomRow& row) { return row.need.key.limit; });
    for (const RackState& rack : state.racks) {
        out.drawn += rack.count;
        out.as_drawn.gpus += rack.count * rack.gpus;
    }
    out.as_drawn.racks = out.tried = out.drawn;
    out.as_drawn.metered = state.metered;
    out.as_drawn.pue = state.pue;
    out.as_drawn.reason = "no step runs";
    return out;
}

Result<RoomStudy> room_study(const Prepared& prepared, const Catalog& catalog, const PriceList& prices,
                             const std::stop_token& stop) {
    const auto probe = RoomSolver::make(prepared, catalog);
    if (!probe) return tl::unexpected(probe.error());
    const Scenario& scenario = prepared.scenario();
    RoomStudy out;
    out.kind = probe->kind().id;
    out.drawn = probe->drawn();
    out.step = probe->step();
    for (const Element* each : probe->racks())
        if (each != &probe->kind()) out.others += scenario.cluster.instances(*each);
    // Twice what is drawn, and some more of a small drawing.
    constexpr double least_steps = 16;
    out.tried = out.drawn + out.step * std::max(least_steps, std::ceil(out.drawn / out.step));
    const auto drawn = probe->fill(out.drawn);
    if (!drawn) return tl::unexpected(drawn.error());
    const RoomSearch search(*probe, out.tried, stop);
    const UniqueNames names(scenario.cluster);
    out.name = names.of(out.kind);
    out.says_procurement = says_procurement(scenario.cluster);
    const std::vector<Procurement> procurements = procurements_of(scenario.cluster);
    const ElementIndex index(scenario.cluster);
    const Evaluation run = run_of(prepared);
    LeadTimes lead = lead_times(prepared.impl(), run, deployment_of(scenario.site), prices);
    for (const RoomNeed& need : drawn->needs) {
        RoomRow row;
        row.need = need;
        row.name = names.of(need.key.id);
        if (const int at = index.position(need.key.id); out.says_procurement && at >= 0)
            row.procurement = procurements[static_cast<size_t>(at)];
        if (need.have) {
            auto most = search.most(need.key);
            if (!most) return tl::unexpected(most.error());
            row.fits = *most;
            if (*most) row.spare_shrinks = spare_shrinks(*probe, need, **most + out.step);
            row.grows = need.key.id.empty() || grows(*probe, need, out.drawn + out.step);
        }
        if (row.is_short() && !stop.stop_requested()) {
            auto buy = room_purchase(*probe, scenario, catalog, row, lead, prices);
            if (!buy) return tl::unexpected(buy.error());
            row.buy = std::move(*buy);
        }
        if (row.is_new())
            row.buy = with_drawn_units(std::move(row.buy), scenario, catalog, row, lead, prices);
        if (row.fits && (!out.fits || *row.fits < *out.fits)) {
            out.fits = row.fits;
            out.binding = static_cast<int>(out.rows.size());
        }
        out.rows.push_back(std::move(row));
    }
    if (out.fits) {
        const auto all = search.together(*out.fits);
        if (!all) return tl::unexpected(all.error());
        out.fits = *all;
    }
    CabledRacks cabled = cabled_racks(prepared, catalog, *probe, out.fits.value_or(out.tried), stop);
    out.cabled = cabled.racks;
    out.uncabled = std::move(cabled.lacks);
    out.as_drawn = outcome_of(prepared, run, out.drawn);
    if (out.fits && *out.fits > 0 && *out.fits != out.drawn) {
        const auto with = Prepared::make(probe->with_racks(*out.fits), catalog);
        if (!with) return tl::unexpected(with.error());
        out.today = *out.cabled < *out.fits ? uncabled_outcome(*with, out)
                                            : outcome_of(*with, run_of(*with), *out.fits);
    }
    sum_up(out);
    out.weeks = weeks_of(out, std::move(lead));
    return out;
}

} // namespace roofrack
