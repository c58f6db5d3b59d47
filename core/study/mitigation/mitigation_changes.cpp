// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/mitigation/mitigation_changes.h"

#include "core/drawing/bill/owned_changes.h"
#include "core/drawing/bill/procurement.h"
#include "core/drawing/element_index.h"
#include "core/step/engine/plan_at_size.h"
#include "core/step/engine/plan_memory.h"
#include "core/step/engine/prepared_impl.h"
#include "core/step/search/fastest.h"
#include "core/step/workload/plan_check.h"
#include "core/study/losses/slow_groups.h"
#include "core/study/losses/slow_kinds.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <set>

namespace roofrack {

namespace {

class Changes {
public:
    Changes(const Prepared& prepared, const Evaluation& evaluation, const Catalog& catalog)
        : m_prepared(prepared)
        , m_catalog(catalog)
        , m_impl(prepared.impl())
        , m_evaluation(evaluation) {}

    std::vector<MitigationChange> all(const std::stop_token& stop) {
        m_stop = stop;
        best_plan(stop);
        precision();
        launches();
        checkpoints();
        sites();
        site();
        cables();
        storage();
        slow_servers();
        return std::move(m_out);
    }

private:
    double seconds(StepPart part) const { return m_evaluation.parts[static_cast<size_t>(part)]; }
    bool helps(ResourceKind kind) const {
        return std::ranges::any_of(m_evaluation.gains, [&](const Gain& gain) {
            return gain.resource.kind == kind && gain.twice > 0;
        });
    }

    template<class Change>
    void add(std::string id, std::string action, std::string caution, Change change) {
        MitigationChange out{std::move(id), std::move(action), std::move(caution), m_impl.scenario};
        change(out.scenario);
        m_out.push_back(std::move(out));
    }
    template<class Change>
    void add_plan(std::string id, std::string action, std::string caution, Change change) {
        add(std::move(id), std::move(action), std::move(caution), [&](Scenario& then) { change(then.plan); });
    }

    void best_plan(const std::stop_token& stop) {
        const Plan hint = m_evaluation.plan;
        const FastestPlan found = prudent_plan(m_prepared, {&hint, 1}, stop);
        if (!found.plan || stop.stop_requested()) return;
        const Plan& p = *found.plan;
        const MemoryNeed need = memory_need(m_impl, p, memory_of(m_impl, p, batch_of(m_impl)).total());
        const bool is_tight =
            need.against(memory_capacity(m_impl, m_impl.fabric.gpus)) == MemoryVerdict::may_not_fit;
        add_plan("best-plan", "The best plan: " + plan_text(p),
                 is_tight ? "it may not fit in memory: try it on one replica first" : "",
                 [&](Plan& plan) { plan = p; });
    }

    void precision() {
        const Plan& plan = m_impl.scenario.plan;
        bool computes_8 = true;
        for (size_t i = 0; i < m_impl.fabric.groups.size(); ++i)
            computes_8 = computes_8 && m_impl.machines[i].peak_8 > m_impl.machines[i].peak_16;
        if (plan.precision < Precision::fp8 && computes_8)
            add_plan("fp8", "FP8 in the linear layers",
                     "the loss has to be watched against the old precision",
                     [](Plan& then) { then.precision = Precision::fp8; });
        if (seconds(StepPart::data_comm) > 0 && plan.gradient_bits != 16)
            add_plan("gradients-16", "Gradients reduced in 16 bits",
                     "sums of many GPUs lose digits: watch the loss",
                     [](Plan& then) { then.gradient_bits = 16; });
    }

    void launches() {
        if (helps(ResourceKind::host) && m_impl.scenario.plan.graphs != LaunchGraphs::layers)
            add_plan("graphs", "Whole layers in CUDA graphs",
                     "fixed shapes, and room for the worst case of routed experts",
                     [](Plan& then) { then.graphs = LaunchGraphs::layers; });
    }

    /// Sums that stay inside a site as long as they can.
    void sites() {
        const Plan& plan = m_impl.scenario.plan;
        const bool crosses = std::ranges::any_of(m_impl.fabric.levels, [](const FabricLevel& level) {
            return level.link_class == LinkClass::wan;
        });
        if (!crosses || seconds(StepPart::data_comm) <= 0) return;
        if (!plan.hierarchical && (plan.zero == 0 || m_impl.model.generic))
            add_plan("hierarchical", "Gradients added up inside each site first", {},
                     [](Plan& then) { then.hierarchical = true; });
        if (plan.sync_every == 1 && plan.zero < 3) local_steps();
    }

    /// Each site goes on alone between exchanges where its ranks can sum apart from the others', else each
    /// replica.
    void local_steps() {
        const double cadence = m_impl.defaults->convergence.local_cadence;
        Plan then = m_evaluation.plan; // dp filled in
        then.sync_every = static_cast<int>(cadence);
        then.hierarchical = then.hierarchical || then.zero == 0;
        const double site = ranks_of_a_site(then);
        if (then.zero > 0 && then.shard == 0 && site > 0) then.shard = static_cast<int>(site);
        const ExchangePrice price = exchange_price_of(m_impl, then);
        std::string caution = "an outer optimizer, as DiLoCo has";
        if (price.is_known)
            caution +=
                fmt::format("; {:.2f} times the tokens to the same loss ({:.2f} to {:.2f}), which is counted",
                            price.tokens, price.low, price.high);
        add_plan("local-sgd", fmt::format("Local SGD: sites exchange every {:.0f} steps", cadence),
                 std::move(caution), [&](Plan& plan) {
                     plan.sync_every = then.sync_every;
                     plan.hierarchical = then.hierarchical;
                     plan.shard = then.shard;
                 });
    }

    /// Ranks of dp · cp inside the block that the border between sites encloses; 0: they do not divide.
    double ranks_of_a_site(const Plan& plan) const {
        const double ranks = static_cast<double>(plan.dp) * plan.cp;
        for (const FabricLevel& level : m_impl.fabric.levels) {
            if (level.link_class != LinkClass::wan) continue;
            const double site = ranks * level.block_gpus / m_evaluation.gpus;
            const bool divides =
                site >= 1 && site < ranks && site == std::floor(site) && std::fmod(ranks, site) == 0;
            return divides ? site : 0;
        }
        return 0;
    }

    void checkpoints() {
        if (seconds(StepPart::checkpoint) + seconds(StepPart::failure) <= 0) return;
        add_plan("async-checkpoints", "Asynchronous checkpoints", {},
                 [](Plan& then) { then.async_checkpoint = true; });
        add_plan("memory-checkpoints", "Checkpoints kept in memory as well", {},
                 [](Plan& then) { then.memory_checkpoint = true; });
        add_plan("checkpoints", "Asynchronous checkpoints, kept in memory as well", {},
                 [](Plan& then) { then.async_checkpoint = then.memory_checkpoint = true; });
        if (m_impl.scenario.plan.checkpoint_interval.si() > 0)
            add_plan("checkpoint-interval", "Checkpoints at the best interval", {},
                     [](Plan& then) { then.checkpoint_interval = Seconds(0); });
    }

    void site() {
        const Site& site = m_impl.scenario.site;
        if (site.spare_servers) {
            const double servers = m_evaluation.gpus / std::max(1.0, m_impl.fabric.gpus_per_server);
            const double unit = spare_unit(m_impl.fabric) / std::max(1.0, m_impl.fabric.gpus_per_server);
            const double more = std::max(1.0, std::ceil(servers / 100 / unit)) * unit; // whole units
            add("spares", fmt::format("{:.0f} more servers that stand ready", more),
                "they are bought as well",
                [&](Scenario& then) { then.site.spare_servers = std::floor(*site.spare_servers) + more; });
        }
        if (seconds(StepPart::failure) > 0 && site.restart_time.si() + site.start_up_per_1000_gpus.si() > 0)
            add("restart", "Restarts in half the time",
                "nodes that stand warm, cached images, and a drill that shows it", [](Scenario& then) {
                    then.site.restart_time = then.site.restart_time / 2;
                    then.site.start_up_per_1000_gpus = then.site.start_up_per_1000_gpus / 2;
                });
        if (helps(ResourceKind::input))
            add("loaders", "Twice the servers' data pipelines", "more loader processes, or cores for them",
                [](Scenario& then) {
                    then.site.host_input_rate *= 2;
                    if (then.site.loader_cores) *then.site.loader_cores *= 2;
                });
        levels();
        if (site.power_limit && helps(ResourceKind::site))
            add("site-supply", "A tenth more supply to the site", "the utility has to agree",
                [](Scenario& then) { *then.site.power_limit = *then.site.power_limit * 1.1; });
    }

    /// What the site says about its fabric's levels, taken back one by one.
    void levels() {
        for (size_t i = 0; i < m_impl.scenario.site.fabric.size(); ++i) {
            const LevelConditions& level = m_impl.scenario.site.fabric[i];
            if (level.degraded_links > 0)
                add("degraded-" + level.level, "Degraded links replaced: " + level.level,
                    "find them by their error counters; they come back",
                    [i](Scenario& then) { then.site.fabric[i].degraded_links = 0; });
            if (level.background > 0)
                add("own-share-" + level.level, "No other traffic on the links: " + level.level,
                    "a time, a network or a class of service of its own",
                    [i](Scenario& then) { then.site.fabric[i].background = 0; });
        }
    }

    /// More cables where the fabric holds the step back: twice as many, and as many as leave no
    /// oversubscription.
    void cables() {
        for (const Gain& gain : m_evaluation.gains) {
            if (gain.resource.kind != ResourceKind::fabric || gain.twice <= 0) continue;
            const auto level = static_cast<size_t>(gain.resource.level);
            const double ratio = m_impl.fabric.levels[level].oversubscription;
            constexpr double twice = 2, no_more_than_twice = 2.01;
            add_cables(level, twice, "cables-", "Twice the cables: " + gain.label);
            if (ratio > no_more_than_twice)
                add_cables(level, ratio, "nonblocking-", "No oversubscription: " + gain.label);
        }
    }

    /// On every link that holds the level back until it has so much more.
    void add_cables(size_t level, double factor, const char* id, std::string action) {
        const auto links_of = [](Scenario& scenario, const std::string& link) {
            return std::ranges::find(scenario.cluster.links, link, &Link::id);
        };
        constexpr double nearly = 0.999;
        const FabricLevel& now = m_impl.fabric.levels[level];
        MitigationChange out{id + now.binding, std::move(action), "ports and optics at both ends",
                             m_impl.scenario};
        std::set<std::string> done;
        for (FabricLevel then = now; then.egress.si() < now.egress.si() * factor * nearly;) {
            const auto link = links_of(out.scenario, then.binding);
            if (link == out.scenario.cluster.links.end() || !done.insert(link->id).second) break;
            link->count = static_cast<int>(std::ceil(link->count * factor * nearly));
            const auto fabric = fabric_of(out.scenario, m_catalog);
            if (!fabric || fabric->levels.size() <= level || m_stop.stop_requested()) break;
            then = fabric->levels[level];
        }
        if (done.empty()) return;
        const ElementIndex index(m_impl.scenario.cluster);
        const std::vector<double> owned = owned_shares_of(m_impl.scenario.cluster);
        const auto is_all_there = [&](const std::string& element) {
            return index.find(element) && owned[static_cast<size_t>(index.position(element))] >= 1;
        };
        if (std::ranges::all_of(out.scenario.cluster.links, [&](const Link& link) {
                return !done.contains(link.id) || (is_all_there(link.from) && is_all_there(link.to));
            }))
            out.caution += "; the bill leaves them out, as what they join is there already";
        m_out.push_back(std::move(out));
    }

    void storage() {
        if (!helps(ResourceKind::storage)) return;
        const std::vector<Procurement> procurements = procurements_of(m_impl.scenario.cluster);
        add("storage", "Twice the storage", {}, [&](Scenario& then) {
            for (size_t i = 0; i < procurements.size(); ++i) {
                Element& element = then.cluster.elements[i];
                if (element.kind != ElementKind::storage) continue;
                const int before = element.count;
                element.count *= 2;
                keep_owned_count(element, before, procurements[i] == Procurement::owned);
            }
        });
    }

    void slow_servers() {
        const auto is_slow = [](const Element& element) { return element.speed && *element.speed < 1; };
        if (std::ranges::any_of(m_impl.scenario.cluster.elements, is_slow))
            add("slow-servers", "Slow servers repaired", "a visit of the vendor", [&](Scenario& then) {
                for (Element& element : then.cluster.elements)
                    if (is_slow(element)) {
                        element.speed.reset();
                        element.slow_gpus.reset();
                    }
            });
        if (auto kinds = slow_kinds(m_prepared, m_evaluation, m_catalog); kinds && kinds->reason.empty()) {
            m_out.push_back({"fast-alone", fmt::format("{} left out", kinds->slow),
                             "the GPUs left out stand idle, or do other work", std::move(kinds->without)});
            m_out.back().fewer_gpus = true;
        }
        const std::vector<std::string> racks = slower_racks(m_prepared, m_evaluation, m_catalog);
        if (racks.empty()) return;
        const Element* first = m_impl.scenario.cluster.find(racks.front());
        const std::string which =
            racks.size() == 1 && first ? title(*first) : fmt::format("{} slow racks", racks.size());
        add("like-most", which + " replaced by what most are", "new servers, and their air and power",
            [&](Scenario& then) {
                then = with_racks_like_most(m_prepared, m_evaluation, m_catalog, racks);
                buy_replaced(m_impl.scenario.cluster, then.cluster);
            });
    }

    const Prepared& m_prepared;
    const Catalog& m_catalog;
    const Prepared::Impl& m_impl;
    const Evaluation& m_evaluation;
    std::stop_token m_stop;
    std::vector<MitigationChange> m_out;
};

} // namespace

std::vector<MitigationChange> mitigation_changes(const Prepared& prepared, const Evaluation& evaluation,
                                                 const Catalog& catalog, const std::stop_token& stop) {
    return Changes(prepared, evaluation, catalog).all(stop);
}

} // namespace roofrack
