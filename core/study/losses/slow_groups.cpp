// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/losses/slow_groups.h"

#include "core/base/units/common_units.h"
#include "core/drawing/drawn_parts.h"
#include "core/drawing/element_index.h"
#include "core/drawing/multiplicity/split.h"
#include "core/drawing/project/named_element.h"
#include "core/step/cost/stragglers.h"
#include "core/step/engine/conditions.h"
#include "core/step/engine/evaluate.h"
#include "core/step/engine/plan_at_size.h"
#include "core/step/engine/prepared_impl.h"
#include "core/study/fixed_profile_work.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <set>

namespace roofrack {

namespace {

constexpr double steps_without_budget = 100000;
constexpr double least_slower = 0.0005; ///< 0.1 % as it is printed

/// The element, what stands in it, and the cables there.
void take_out(Cluster& cluster, const std::string& id) {
    std::set<std::string> gone{id};
    for (size_t before = 0; before != gone.size();) {
        before = gone.size();
        for (const Element& element : cluster.elements)
            if (gone.contains(element.parent)) gone.insert(element.id);
    }
    std::erase_if(cluster.elements, [&](const Element& element) { return gone.contains(element.id); });
    std::erase_if(cluster.links,
                  [&](const Link& link) { return gone.contains(link.from) || gone.contains(link.to); });
}

class SlowSearch {
public:
    SlowSearch(const Prepared& prepared, const Evaluation& evaluation, const Catalog& catalog)
        : m_prepared(prepared)
        , m_impl(prepared.impl())
        , m_cluster(m_impl.scenario.cluster)
        , m_now(evaluation)
        , m_catalog(catalog)
        , m_batch(batch_of(m_impl))
        , m_index(m_cluster) {
        for (const RackState& rack : evaluation.power.racks) m_racks.emplace(rack.id, &rack);
        StepConditions conditions;
        step_conditions(m_impl, evaluation.plan, evaluation.gpus, m_batch, {}, conditions);
        m_reference = conditions.reference_group;
        // The work of a batch of the plan, on each kind of GPU at its own speed.
        m_work.assign(m_impl.fabric.groups.size(), 1);
        for (const size_t kind : conditions.accelerator_groups)
            m_work[m_impl.first_alike[kind]] = computation_seconds(m_impl, evaluation.plan, kind, m_batch);
        const double step = evaluation.step_time.si();
        m_out.whole_run = evaluation.time_to_budget.si() > 0;
        m_out.steps = m_out.whole_run ? evaluation.time_to_budget.si() / step : steps_without_budget;
        m_out.days = m_out.steps * step / seconds_a_day;
    }

    std::vector<std::string> slower() const {
        struct Candidate {
            std::string id;
            double speed = 1;
        };
        std::vector<Candidate> found;
        std::set<std::string> seen;
        for (size_t g = 0; g < m_impl.fabric.groups.size(); ++g) {
            const std::string& rack = m_impl.fabric.groups[g].rack;
            if (is_slower(g) && seen.insert(rack).second) found.push_back({rack, relative_speed(g)});
        }
        std::ranges::stable_sort(found, {}, &Candidate::speed);
        std::vector<std::string> out;
        for (Candidate& candidate : found) out.push_back(std::move(candidate.id));
        return out;
    }

    Scenario like_most(const std::vector<std::string>& ids) const {
        Scenario scenario = m_impl.scenario;
        for (const std::string& id : ids) make_like_most(id, scenario);
        return scenario;
    }

    SlowGroups slow(const std::stop_token& stop) {
        const std::vector<std::string> found = slower();
        for (const std::string& id : found) {
            if (m_out.groups.size() == most_slow_groups || stop.stop_requested()) break;
            m_out.groups.push_back(cost_of(id));
        }
        m_out.left_out = static_cast<double>(found.size() - m_out.groups.size());
        std::ranges::stable_sort(m_out.groups, std::greater{}, &SlowGroup::gpu_hours);
        return std::move(m_out);
    }

    /// `wanted`: as it was asked for.
    Result<SlowGroups> chosen(const Element& element, const std::string& wanted) {
        const double gpus = gpus_in(element.id);
        if (gpus <= 0)
            return fail(wanted, "no GPU stands in it", "name a rack, a server, or what holds them");
        if (gpus >= m_impl.fabric.gpus)
            return fail(wanted, "all GPUs stand in it", "name a part of the cluster");
        m_out.groups.push_back(cost_of(element.id));
        return std::move(m_out);
    }

private:
    bool stands_in(const std::string& element, const std::string& container) const {
        for (const Element* at = find(element); at; at = find(at->parent))
            if (at->id == container) return true;
        return false;
    }
    const Element* find(const std::string& id) const {
        const int at = id.empty() ? -1 : m_index.position(id);
        return at < 0 ? nullptr : &m_cluster.at(at);
    }
    double gpus_in(const std::string& id) const {
        double gpus = 0;
        for (const GpuGroup& group : m_impl.fabric.groups)
            if (stands_in(group.element, id)) gpus += group.gpus;
        return gpus;
    }
    const RackState* rack_of(size_t group) const {
        const auto it = m_racks.find(m_impl.fabric.groups[group].rack);
        return it == m_racks.end() ? nullptr : it->second;
    }
    double clock_of(size_t group) const {
        const RackState* state = rack_of(group);
        return state ? state->speed : 1;
    }
    /// As drawn and at the clock that its rack is held to, against most GPUs.
    double relative_speed(size_t group) const {
        const auto& groups = m_impl.fabric.groups;
        const double drawn = slowest_drawn(groups[group]) / groups[m_reference].speed;
        return drawn * m_work[m_impl.first_alike[m_reference]] / m_work[m_impl.first_alike[group]] *
               clock_of(group) / clock_of(m_reference);
    }
    static double slowest_drawn(const GpuGroup& group) {
        return group.slow_per_server > 0 ? std::min(group.speed, group.slow_speed) : group.speed;
    }
    bool is_slower(size_t group) const { return relative_speed(group) < 1 - least_slower; }

    std::string why_of(const std::string& id) const {
        const auto& groups = m_impl.fabric.groups;
        for (size_t g = 0; g < groups.size(); ++g) {
            if (!is_slower(g) || !stands_in(groups[g].element, id)) continue;
            if (m_impl.first_alike[g] != m_impl.first_alike[m_reference])
                return fmt::format("{} among {}", m_impl.accelerators[g].name,
                                   m_impl.accelerators[m_reference].name);
            if (groups[g].slow_per_server > 0 && groups[g].slow_speed < groups[m_reference].speed)
                return fmt::format("{} of its {} GPUs a server at {:.0f} % of the others' speed",
                                   groups[g].slow_per_server, groups[g].gpus_per_server,
                                   100 * groups[g].slow_speed / groups[m_reference].speed);
            if (groups[g].speed < groups[m_reference].speed)
                return fmt::format("drawn at {:.0f} % of the others' speed",
                                   100 * groups[g].speed / groups[m_reference].speed);
            return fmt::format("at {:.1f} % of their clock, held by its {}", 100 * clock_of(g),
                               label_of(rack_of(g)->throttle_cause));
        }
        return {};
    }

    SlowGroup cost_of(const std::string& id) const {
        SlowGroup out;
        const Element& element = *find(id);
        out.element = id;
        out.name = title(element);
        out.drawn = out.counted = m_cluster.instances(element);
        out.gpus = gpus_in(id);
        out.why = why_of(id);
        Evaluation then;
        out.replaced = replaced(id, then);
        if (out.replaced.reason.empty()) {
            out.wait = std::max(0.0, waited(m_now) - waited(then));
            out.gpu_hours = gpu_hours_lost(out.wait, m_now.gpus, out.gpus, m_out.steps);
            out.dollars = out.gpu_hours / m_now.gpus * m_now.cost_per_hour.si();
            out.days = std::max(0.0, m_out.days - out.replaced.days);
        }
        out.without = without(id);
        return out;
    }

    /// s of a step that are waited for the slowest, by its draw or its clock.
    static double waited(const Evaluation& evaluation) {
        return evaluation.parts[static_cast<size_t>(StepPart::straggler)] +
               evaluation.parts[static_cast<size_t>(StepPart::throttle)];
    }

    SlowGroup::Then replaced(const std::string& id, Evaluation& then) const {
        const auto prepared = Prepared::make(like_most({id}), m_catalog);
        if (prepared) return run(*prepared, {}, then);
        SlowGroup::Then out;
        out.reason = prepared.error().what;
        return out;
    }

    void make_like_most(const std::string& id, Scenario& scenario) const {
        const GpuGroup& most = m_impl.fabric.groups[m_reference];
        const Element* server = find(most.element);
        const Element* rack = find(most.rack);
        for (Element& element : scenario.cluster.elements) {
            if (!stands_in(element.id, id)) continue;
            if (element.kind == ElementKind::server && server && holds_gpus(element.id)) {
                set_part(element, server->part, m_catalog);
                element.speed = server->slow_gpus ? std::nullopt : server->speed;
                element.slow_gpus.reset();
                element.gpu_power_cap = server->gpu_power_cap;
            } else if (element.kind == ElementKind::rack && rack && rack->kind == ElementKind::rack) {
                element.power_limit = rack->power_limit;
                element.cooling_limit = rack->cooling_limit;
                element.supply = rack->supply;
                element.air_supply_ratio = rack->air_supply_ratio;
            }
        }
    }

    bool holds_gpus(const std::string& server) const {
        return std::ranges::any_of(m_impl.fabric.groups,
                                   [&](const GpuGroup& group) { return group.element == server; });
    }

    SlowGroup::Then without(const std::string& id) const {
        Scenario scenario = with_fixed_profile_work(m_prepared);
        take_out(scenario.cluster, id);
        scenario.plan.dp = 0;
        const Plan& plan = m_now.plan;
        const double replica = m_now.gpus / std::max(1, plan.dp);
        const double left = m_impl.fabric.gpus - gpus_in(id);
        SlowGroup::Then out;
        out.reason = "too few GPUs are left for one replica";
        constexpr int tried = 64;
        const double most = std::floor(left / replica);
        if (most < 1) return out;
        const auto prepared = Prepared::make(scenario, m_catalog);
        if (!prepared) {
            out.reason = prepared.error().what;
            return out;
        }
        for (double dp = most; dp >= 1 && dp > most - tried; --dp) {
            EvaluateOptions options;
            options.gpus = dp * replica;
            Evaluation then;
            SlowGroup::Then tried_here = run(*prepared, options, then);
            if (tried_here.reason.empty()) return tried_here;
            // What is too large on most GPUs says more than that a count does not divide.
            if (dp == most || (tried_here.too_large && !out.too_large)) out = std::move(tried_here);
        }
        return out;
    }

    SlowGroup::Then run(const Prepared& prepared, EvaluateOptions options, Evaluation& then) const {
        SlowGroup::Then out;
        options.findings = false;
        then = evaluate(prepared, options);
        out.gpus = then.gpus;
        if (!then.feasible) {
            out.too_large = then.memory.capacity.si() > 0 && then.memory.refused();
            out.reason =
                out.too_large ? too_large(then.memory.needed.si(), then.memory.capacity.si()) : then.binds;
            return out;
        }
        out.rate = m_batch / then.step_time.si();
        out.gain = m_now.step_time / then.step_time - 1;
        out.days = m_out.days / (1 + out.gain);
        return out;
    }

    const Prepared& m_prepared;
    const Prepared::Impl& m_impl;
    const Cluster& m_cluster;
    const Evaluation& m_now;
    const Catalog& m_catalog;
    const double m_batch;
    const ElementIndex m_index;
    std::map<std::string_view, const RackState*> m_racks;
    size_t m_reference = 0;
    std::vector<double> m_work; ///< s of the computation of a step, at the first group of each kind
    SlowGroups m_out;
};

/// A scenario in which one instance of an element is drawn by itself, and its evaluation.
struct Apart {
    Prepared prepared;
    Evaluation evaluation;
    std::string id;
};
Result<Apart> single_of(const Prepared& prepared, const Evaluation& evaluation, const Catalog& catalog,
                        const std::string& id) {
    auto apart = split(prepared.scenario().cluster, catalog, id);
    if (!apart) return tl::unexpected(apart.error());
    Scenario scenario = prepared.scenario();
    scenario.cluster = std::move(apart->cluster);
    auto again = Prepared::make(std::move(scenario), catalog);
    if (!again) return tl::unexpected(again.error());
    EvaluateOptions options;
    options.findings = false;
    options.gpus = evaluation.gpus;
    Evaluation now = evaluate(*again, options);
    return Apart{std::move(*again), std::move(now), apart->id};
}

} // namespace

std::vector<std::string> slower_racks(const Prepared& prepared, const Evaluation& evaluation,
                                      const Catalog& catalog) {
    return SlowSearch(prepared, evaluation, catalog).slower();
}

Scenario with_racks_like_most(const Prepared& prepared, const Evaluation& evaluation, const Catalog& catalog,
                              const std::vector<std::string>& racks) {
    return SlowSearch(prepared, evaluation, catalog).like_most(racks);
}

Result<SlowGroups> slow_groups(const Prepared& prepared, const Evaluation& evaluation, const Catalog& catalog,
                               const std::string& element, const std::stop_token& stop) {
    SlowSearch search(prepared, evaluation, catalog);
    if (element.empty()) return search.slow(stop);
    const Cluster& cluster = prepared.scenario().cluster;
    const auto named = named_element(cluster, element);
    if (!named) return fail(element, named.error().what, named.error().fix);
    const Element* const it = *named;
    if (cluster.instances(*it) <= 1) return search.chosen(*it, element);
    auto apart = single_of(prepared, evaluation, catalog, it->id);
    if (!apart) {
        auto all = search.chosen(*it, element);
        if (all) all->groups.front().together = apart.error().what;
        return all;
    }
    SlowSearch single(apart->prepared, apart->evaluation, catalog);
    auto out = single.chosen(*apart->prepared.scenario().cluster.find(apart->id), element);
    if (!out) return out;
    SlowGroup& group = out->groups.front();
    group.element = it->id;
    group.name = title(*it);
    group.drawn = cluster.instances(*it);
    return out;
}

} // namespace roofrack
