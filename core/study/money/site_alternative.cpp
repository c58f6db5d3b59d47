// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/money/site_alternative.h"

#include "core/base/catalog/catalog.h"
#include "core/base/catalog/part_name.h"
#include "core/base/units/parallel_workers.h"
#include "core/base/units/quantity_text.h"
#include "core/drawing/drawn_parts.h"
#include "core/drawing/templates/server_template.h"
#include "core/step/engine/plan_at_size.h"
#include "core/step/engine/prepared_impl.h"
#include "core/study/money/offered_server.h"
#include "core/study/money/run_cost.h"
#include "core/study/racks/joined_racks.h"
#include "core/study/scenario_like.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <fmt/format.h>
#include <numeric>

namespace roofrack {

namespace {

/// What an accelerator is bought in.
struct Offer {
    const Part* accelerator = nullptr;
    const Part* server = nullptr;
};

/// A drawing with its plan.
struct BuiltFill {
    Prepared prepared;
    Evaluation evaluation;
    int servers = 0;
    std::string built;
    RoomLimit held_by = RoomLimit::grid;
    std::string undrawn{}; ///< why not more, where more were asked for
};

/// Why a drawing does not train.
struct Refusal {
    std::string why;
    bool at_any_count = false; ///< as many servers as there may be
};

class SiteFiller {
public:
    SiteFiller(const Prepared& prepared, const Evaluation& evaluation, const Catalog& catalog,
               FillPlace place = FillPlace::instead, const FillSizer& sized = {})
        : m_prepared(prepared)
        , m_evaluation(evaluation)
        , m_catalog(catalog)
        , m_sized(sized)
        , m_is_beside(place == FillPlace::beside)
        , m_there(m_is_beside ? evaluation.power.metered.si() : 0)
        , m_site(site_without_machines(prepared.scenario().site))
        , m_room(m_is_beside ? RoomCapacity::left_by(prepared, catalog) : RoomCapacity(prepared, catalog)) {
        for (const Element& element : prepared.scenario().cluster.elements) {
            const Part* part = drawn_part(element, catalog);
            if (element.kind != ElementKind::server || !part) continue;
            if (m_network.empty()) m_network = part->text_or("network", "");
            if (!m_drawn_server && part->value_or("gpus", 0) >= 1) m_drawn_server = catalog.part(part->id);
        }
    }

    Watts power() const {
        return m_prepared.scenario().site.power_limit.value_or(m_evaluation.power.metered);
    }

    SiteAlternative drawn(const std::stop_token& stop, bool best_plan) const {
        SiteAlternative out;
        const Part& accelerator = m_prepared.impl().accelerators.front();
        out.accelerator = accelerator.id;
        out.kinds = drawn_kinds(m_prepared);
        out.name = kinds_text(out.kinds, short_name(accelerator.name));
        out.is_drawn = true;
        fill(m_prepared, m_evaluation, out,
             meanwhile_of(m_prepared, m_evaluation, m_catalog, stop, best_plan));
        return out;
    }

    /// The servers that accelerators are sold in. More of the drawn one where the site has power for it: else
    /// all others would fill the site, and be ranked before one that does not.
    std::vector<Offer> offers() const {
        const bool leaves_power = m_evaluation.power.metered < full * power();
        const Part& drawn = m_prepared.impl().accelerators.front();
        std::vector<Offer> out;
        for (const Part& part : m_catalog.parts()) {
            if (part.kind != PartKind::accelerator || (part.id == drawn.id && !leaves_power)) continue;
            const Part* server = part.id == drawn.id && m_drawn_server
                                     ? m_drawn_server
                                     : best_server_of(part, m_network, m_site, m_catalog);
            if (server) out.push_back({&part, server});
        }
        return out;
    }

    SiteAlternative filled(const Offer& offer, const std::stop_token& stop) const {
        if (is_offered(*offer.accelerator, *offer.server, m_site, m_catalog))
            return filled_at_any_price(offer, stop);
        SiteAlternative out = named(offer);
        out.reason = "neither a price nor a cloud's offer of it is known";
        return out;
    }

    SiteAlternative filled_at_any_price(const Offer& offer, const std::stop_token& stop) const {
        SiteAlternative out = named(offer);
        std::optional<BuiltFill> built = fill_power(*offer.server, out.reason, stop);
        if (!built) return out;
        if (m_sized) built = resized(std::move(*built), *offer.server, stop);
        out.reason.clear();
        out.built = built->built;
        out.servers = built->servers;
        out.held_by = built->held_by;
        out.undrawn = built->undrawn;
        fill(built->prepared, built->evaluation, out);
        return out;
    }

private:
    static constexpr double full = 0.95; ///< share of power or room beyond which hardly anything is left
    static SiteAlternative named(const Offer& offer) {
        SiteAlternative out;
        out.accelerator = offer.accelerator->id;
        out.name = short_name(offer.accelerator->name);
        out.server = offer.server->name;
        return out;
    }

    /// As many servers as the power feeds and the room bears.
    std::optional<BuiltFill> fill_power(const Part& server, std::string& reason,
                                        const std::stop_token& stop) const {
        std::optional<BuiltFill> best = searched(server, 1, reason, stop);
        if (!best) return std::nullopt;
        // Some number in between may stand in half empty racks, which take the places of others.
        const int in_rack = most_servers_in_rack(server);
        const bool lacks_places = best->held_by == RoomLimit::positions || best->held_by == RoomLimit::area;
        const bool is_full = best->servers % in_rack == 0 && fullest_of(*best).share() > full;
        if (lacks_places && in_rack > 1 && !is_full) {
            std::string why_not_more;
            auto in_full_racks = searched(server, in_rack, why_not_more, stop);
            if (in_full_racks && in_full_racks->servers > best->servers) best = std::move(in_full_racks);
        }
        return limited(std::move(*best));
    }

    /// The most that fit of numbers with many factors that `in_rack` divides.
    std::optional<BuiltFill> searched(const Part& server, int in_rack, std::string& reason,
                                      const std::stop_token& stop) const {
        const double limit = power().si() - m_there;
        double wanted = std::floor(limit / std::max(1.0, server.value_or("max_power", 10e3)));
        std::optional<BuiltFill> best;
        SearchMemory memory;
        constexpr int most_rounds = 6;
        int last = 0;
        for (int round = 0; round < most_rounds && wanted >= 1 && !stop.stop_requested(); ++round) {
            std::optional<BuiltFill> here =
                built_up_to(static_cast<int>(wanted), in_rack, server, memory, reason, stop);
            if (!here || here->servers == last) break;
            last = here->servers;
            const RoomUse fullest = fullest_of(*here);
            here->held_by = fullest.limit;
            if (fullest.share() > full) here->undrawn.clear();
            wanted = std::floor(last / fullest.share());
            if (fullest.share() > 1 + 1e-9) {
                wanted = std::min<double>(wanted, fullest.limit == RoomLimit::floor_load ? 0 : last - 1);
                if (wanted < 1) reason = refusal_of(fullest);
                continue;
            }
            if (!best || best->servers < last) best = std::move(here);
            if (wanted <= last) break;
        }
        if (!best && reason.empty()) reason = refusal_of({RoomLimit::grid, 0, 0});
        return best;
    }

    /// With as many racks as those who compare it draw.
    BuiltFill resized(BuiltFill built, const Part& server, const std::stop_token& stop) const {
        const Scenario& drawn = built.prepared.scenario();
        Scenario scenario = m_sized(drawn, power().si(), m_room, stop);
        const auto prepared = Prepared::make(scenario, m_catalog);
        if (!prepared || scenario == drawn) return built;
        Evaluation evaluation = evaluated(*prepared);
        if (!evaluation.feasible) return built;
        const double servers = prepared->fabric().gpus / std::max(1.0, server.value_or("gpus", 1));
        if (servers > built.servers) built.undrawn.clear();
        built.servers = static_cast<int>(std::lround(servers));
        built.prepared = *prepared;
        built.evaluation = std::move(evaluation);
        built.held_by = fullest_of(built).limit;
        return built;
    }

    /// Power or room, whichever is nearest to its limit.
    RoomUse fullest_of(const BuiltFill& built) const {
        const RoomUse grid{RoomLimit::grid, built.evaluation.power.metered.si() - m_there,
                           power().si() - m_there};
        const auto room = m_room.fullest(built.prepared);
        return room && room->share() > grid.share() ? *room : grid;
    }

    std::string refusal_of(const RoomUse& held) const {
        if (held.limit != RoomLimit::grid) return too_much_text(held);
        if (!m_is_beside) return "one server draws more than the site has";
        return fmt::format("one server draws more than is left of {}, of which what is there draws {}",
                           format_quantity(power().si(), Dimension::power, 3),
                           format_quantity(m_there, Dimension::power, 3));
    }

    /// Under the site's limit again, which it was sized without.
    std::optional<BuiltFill> limited(BuiltFill built) const {
        if (!m_site.power_limit) return built;
        Scenario scenario = built.prepared.scenario();
        scenario.site.power_limit = m_site.power_limit;
        const auto prepared = built.prepared.with(std::move(scenario), m_catalog);
        if (!prepared) return std::nullopt;
        built.evaluation = evaluated(*prepared);
        built.prepared = *prepared;
        return built;
    }

    static Evaluation evaluated(const Prepared& prepared) {
        EvaluateOptions options;
        options.findings = false;
        return evaluate(prepared, options);
    }

    /// The largest round count in whole racks of so many that a template draws and a plan runs on.
    std::optional<BuiltFill> built_up_to(int most, int in_rack, const Part& server, SearchMemory& memory,
                                         std::string& reason, const std::stop_token& stop) const {
        // Counts with many factors: whole racks, leafs and replicas.
        int grain = 1;
        while (grain < 64 && grain * 64 <= most) grain *= 2;
        grain = std::lcm(grain, in_rack);
        constexpr int most_tries = 16;
        int count = most / grain * grain;
        std::string undrawn; // what is undrawn at the largest count that failed
        const auto note = [&](const std::string& why) {
            if (reason.empty()) reason = why;
            if (undrawn.empty()) undrawn = why;
        };
        for (int i = 0; i < most_tries && count >= 1 && !stop.stop_requested(); ++i, count -= grain)
            for (const std::string& built : templates_for(server)) {
                auto cluster = drawing_of(server, count, built);
                if (!cluster) {
                    note(cluster.error().what);
                    continue;
                }
                Refusal refusal;
                if (auto out = trained(std::move(*cluster), count, built, memory, refusal, stop)) {
                    out->undrawn = undrawn;
                    return out;
                }
                note(refusal.why);
                if (refusal.at_any_count) return std::nullopt;
                break; // no plan divides this count
            }
        return std::nullopt;
    }

    std::optional<BuiltFill> trained(Cluster cluster, int servers, const std::string& built,
                                     SearchMemory& memory, Refusal& refusal,
                                     const std::stop_token& stop) const {
        Scenario from = m_prepared.scenario();
        from.plan = m_evaluation.plan;
        from.site.power_limit.reset(); // else its clocks would fall instead
        std::string none;
        const Scenario drawn = scenario_on(from, std::move(cluster), m_catalog);
        auto prepared = Prepared::make(drawn, m_catalog);
        if (prepared)
            prepared = prepared->with(with_prudent_plan(*prepared, drawn, stop, &none, memory), m_catalog);
        if (!none.empty() || !prepared) {
            refusal.why = none.empty() ? prepared.error().what : none;
            refusal.at_any_count = prepared && !precision_refusal(prepared->impl(), prepared->scenario().plan,
                                                                  prepared->fabric().gpus)
                                                    .empty();
            return std::nullopt;
        }
        Evaluation evaluation = evaluated(*prepared);
        if (!evaluation.feasible) {
            refusal.why = evaluation.binds;
            return std::nullopt;
        }
        return BuiltFill{*prepared, std::move(evaluation), servers, built};
    }

    Result<Cluster> drawing_of(const Part& server, int count, std::string_view built) const {
        auto cluster = draw_servers(server, count, built, {}, m_catalog);
        if (m_is_beside) return joined(std::move(cluster), server, count, built);
        if (!cluster) return cluster;
        const Cluster& there = m_prepared.scenario().cluster;
        return in_room_of(there, with_storage_of(there, std::move(*cluster), m_catalog), m_catalog);
    }

    /// Beside what is drawn; where the switches that suit them cannot be cabled to it, with switches like
    /// its.
    Result<Cluster> joined(Result<Cluster> cluster, const Part& server, int count,
                           std::string_view built) const {
        const Cluster& there = m_prepared.scenario().cluster;
        if (cluster) cluster = with_joined_racks(there, std::move(*cluster), m_catalog);
        const std::string leaf = leaf_part_of(there, m_catalog);
        if (cluster || leaf.empty()) return cluster;
        auto alike = draw_servers(server, count, built, {{"switch", leaf}}, m_catalog);
        if (alike) alike = with_joined_racks(there, std::move(*alike), m_catalog);
        return alike ? alike : cluster;
    }

    static Scenario named(Scenario scenario, const SiteAlternative& fill) {
        scenario.name = fill.gpus_text();
        return scenario;
    }

    /// `meanwhile`: what trains until it runs; another cluster stands in the place of what is there.
    static void fill(const Prepared& prepared, const Evaluation& evaluation, SiteAlternative& out,
                     const Meanwhile& meanwhile = {}) {
        out.gpus = evaluation.gpus;
        if (!out.is_drawn) out.scenario = std::make_shared<const Scenario>(named(prepared.scenario(), out));
        out.plan = evaluation.plan;
        out.exports = export_flags(prepared);
        if (!evaluation.feasible || !(evaluation.step_time > Seconds(0))) {
            out.reason = evaluation.binds.empty() ? "the plan does not run" : evaluation.binds;
            return;
        }
        const RunCost run = run_cost(prepared, evaluation);
        out.step = evaluation.step_time;
        out.step_low = evaluation.step_time_low;
        out.step_high = evaluation.step_time_high;
        out.useful_rate = run.useful_rate;
        out.ramp = evaluation.run.stages;
        out.run_time = run.time;
        out.mean = evaluation.power.run_facility;
        out.metered = evaluation.power.metered;
        out.pue = evaluation.power.pue;
        out.gaps = run.gaps;
        out.paths = deployment_paths(prepared, evaluation, meanwhile);
    }

    const Prepared& m_prepared;
    const Evaluation& m_evaluation;
    const Catalog& m_catalog;
    FillSizer m_sized; ///< empty: none resizes what was found
    bool m_is_beside;
    double m_there; ///< W at the meter of what they stand beside; 0: they stand in its place
    Site m_site;
    RoomCapacity m_room;
    std::string_view m_network;           ///< network of the drawn servers
    const Part* m_drawn_server = nullptr; ///< with GPUs, of the catalogue; null: it is of the project
};

} // namespace

SiteAlternative site_fill(const Prepared& prepared, const Evaluation& evaluation, const Part& server,
                          const Catalog& catalog, const std::stop_token& stop, FillPlace place,
                          const FillSizer& sized) {
    const Part* const accelerator = catalog.part(PartKind::accelerator, server.text_or("accelerator", ""));
    if (!accelerator) {
        SiteAlternative out;
        out.server = server.name;
        out.reason = "it has no accelerator of the catalogue";
        return out;
    }
    const SiteFiller filler(prepared, evaluation, catalog, place, sized);
    return filler.filled_at_any_price({accelerator, &server}, stop);
}

std::string SiteAlternative::gpus_text() const { return roofrack::gpus_text(kinds, gpus, name); }

std::string SiteAlternative::servers_text() const {
    return servers > 0 ? fmt::format("{} × {}", format_count(servers), server) : std::string();
}

bool SiteAlternative::needs_licence() const { return std::ranges::any_of(exports, &ExportFlag::applies); }

SiteAlternatives site_fills(const Prepared& prepared, const Evaluation& evaluation, const Catalog& catalog,
                            const std::stop_token& stop, const FillSizer& sized, bool best_plan) {
    const SiteFiller filler(prepared, evaluation, catalog, FillPlace::instead, sized);
    SiteAlternatives out;
    out.is_limit = prepared.scenario().site.power_limit.has_value();
    out.counts_samples = !prepared.impl().model.transformer;
    out.region = prepared.scenario().site.money.region;
    out.clusters.push_back(filler.drawn(stop, best_plan));
    out.power = filler.power();
    if (!(out.power > Watts(0))) return out; // the drawing tells no power to fill
    const std::vector<Offer> offers = filler.offers();
    std::vector<SiteAlternative> found(offers.size());
    std::atomic<size_t> next = 0;
    run_parallel_workers(std::max(1U, std::thread::hardware_concurrency()), [&] {
        for (size_t i = next++; i < offers.size() && !stop.stop_requested(); i = next++)
            found[i] = filler.filled(offers[i], stop);
    });
    if (!stop.stop_requested())
        for (SiteAlternative& each : found) out.clusters.push_back(std::move(each));
    return out;
}

} // namespace roofrack
