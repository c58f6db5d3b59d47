// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/multiplicity/split.h"
#include "core/drawing/templates/templates.h"
#include "core/study/calibration/step_shares.h"
#include "core/study/diagnosis/diagnosis.h"
#include "tests/support/sample.h"

#include <cmath>
#include <random>

namespace roofrack::test {

/// How much of a run is known.
enum class Seen { step, one_rank, all_ranks };

/// A project, what is wrong with its run, and what was measured of it.
struct PlantedFault {
    Scenario drawn;
    std::string fault; ///< FaultCause::id
    Seen seen = Seen::step;
    MeasuredRun measured;
};

/// Runs of projects that nobody drew by hand, each with one fault: template, server, size, oversubscription,
/// model, plan and batch are drawn at random, and so are the fault and how much of the run was seen. The
/// measured times are the model's with the fault, each off by 3 % (normal, of its logarithm).
class FaultPlanter {
public:
    explicit FaultPlanter(unsigned seed)
        : m_random(seed) {}

    /// None where what was drawn does not run, with the fault or without it.
    std::optional<PlantedFault> next() {
        PlantedFault out;
        auto drawn = project();
        if (!drawn) return std::nullopt;
        out.drawn = std::move(*drawn);
        Scenario run = out.drawn;
        out.fault = plant(run);
        if (out.fault.empty()) return std::nullopt;
        const auto with = shares_of(run), without = shares_of(out.drawn);
        if (!with || !without) return std::nullopt;
        const double roll = between(0, 1);
        out.seen = roll < 0.1 ? Seen::step : roll < 0.3 ? Seen::one_rank : Seen::all_ranks;
        out.measured = measured(*with, out.seen);
        return out;
    }

private:
    template<class T>
    T pick(std::initializer_list<T> list) {
        std::uniform_int_distribution<size_t> index(0, list.size() - 1);
        return *(list.begin() + static_cast<std::ptrdiff_t>(index(m_random)));
    }
    double between(double low, double high) {
        return std::uniform_real_distribution<double>(low, high)(m_random);
    }
    bool chance(double p) { return between(0, 1) < p; }
    double noise() { return std::exp(std::normal_distribution<double>(0, 0.03)(m_random)); }

    std::optional<Scenario> project() {
        const Catalog& catalog = Catalog::built_in();
        TemplateSettings settings;
        const int servers = pick({2, 4, 8, 16, 32, 64});
        settings["servers"] = std::to_string(servers);
        settings["server"] = pick({"dgx-a100", "dgx-h100", "hgx-h100", "dgx-b200"});
        settings["oversubscription"] = pick({"1", "1", "2", "4"});
        const bool rails = chance(0.4);
        if (rails) settings["unit"] = std::to_string(std::min(32, servers));
        const auto made = make_template(rails ? "rail-optimised" : "fat-tree", settings, catalog);
        if (!made) return std::nullopt;
        Scenario out = made->scenarios.front();
        out.workload.inline_model.reset();
        out.workload.model = pick({"llama3-8b", "llama2-7b", "llama2-13b", "llama3-70b", "llama2-70b"});
        out.workload.sequence = pick({2048.0, 4096.0, 8192.0});
        Plan& plan = out.plan;
        plan = Plan();
        const bool large = out.workload.model.ends_with("70b");
        plan.tp = large ? 8 : pick({1, 2, 4});
        plan.pp = large ? pick({1, 2, 4}) : 1;
        plan.zero = plan.pp == 1 && chance(0.3) ? 3 : 1;
        plan.micro_batch = pick({1, 2, 4});
        plan.recompute = chance(0.2) ? Recompute::selective : Recompute::none;
        const int replicas = 8 * servers / (plan.tp * plan.pp);
        if (replicas < 1) return std::nullopt;
        out.workload.global_batch = static_cast<double>(replicas) * plan.micro_batch * pick({1, 2, 4, 8});
        if (settings["server"] != "dgx-a100" && chance(0.25)) plan.precision = Precision::fp8;
        return out;
    }

    /// What is wrong; empty: it cannot be so here.
    std::string plant(Scenario& run) {
        const auto links_of = [&](bool to_servers) -> Link* {
            for (Link& link : run.cluster.links) {
                const Element *from = run.cluster.find(link.from), *to = run.cluster.find(link.to);
                if (!from || !to || to->kind != ElementKind::switch_) continue;
                if ((from->kind == ElementKind::server) == to_servers &&
                    (to_servers || from->kind == ElementKind::switch_))
                    return &link;
            }
            return nullptr;
        };
        switch (std::uniform_int_distribution<int>(0, 10)(m_random)) {
        case 0: // half of the cables between servers and leaves are down
            if (Link* link = links_of(true)) {
                link->health = 0.5;
                return "links-leaf";
            }
            return {};
        case 1:
            if (Link* link = links_of(false)) {
                link->health = 0.5;
                return "links-spine";
            }
            return {};
        case 2: run.site.fabric.push_back({"scale-up", 0, 1, 0.5, {}}); return "links-scale-up";
        case 3: run.calibration.network_variant = NetworkVariant::tcp; return "transport-tcp";
        case 4:
            for (Element& element : run.cluster.elements)
                if (element.kind == ElementKind::server) element.speed = 0.7;
            return "clocks";
        case 5: return slow_rank(run);
        case 6:
            if (!run.plan.dp_overlap) return {};
            run.plan.dp_overlap = false;
            return "no-dp-overlap";
        case 7: run.plan.recompute = Recompute::full; return "recompute-full";
        case 8: {
            const Evaluation e = evaluate(prepared(run), quick());
            if (!(e.step_time.si() > 0)) return {};
            run.site.host_input_rate =
                0.6 * e.samples_per_s / (e.gpus / 8); // servers of eight GPUs prepare 60 % of what is needed
            return "input";
        }
        case 9:
            if (run.plan.micro_batch < 2) return {};
            run.plan.micro_batch /= 2;
            return "micro-batch-half";
        default:
            if (run.plan.precision != Precision::fp8) return {};
            run.plan.precision = Precision::bf16;
            return "precision-bf16";
        }
    }

    /// One server of the first group, taken out of it, with one GPU at 70 %.
    std::string slow_rank(Scenario& run) {
        for (const Element& element : run.cluster.elements) {
            if (element.kind != ElementKind::server) continue;
            auto alone = split(run.cluster, Catalog::built_in(), element.id);
            if (!alone) return {};
            run.cluster = std::move(alone->cluster);
            Element* const server = run.cluster.find(alone->id);
            if (!server) return {};
            server->speed = 0.7;
            server->slow_gpus = 1;
            return "slow-rank";
        }
        return {};
    }

    static EvaluateOptions quick() {
        EvaluateOptions out;
        out.findings = false;
        return out;
    }

    static std::optional<StepShares> shares_of(const Scenario& scenario) {
        const auto ready = Prepared::make(scenario, Catalog::built_in());
        if (!ready) return std::nullopt;
        const Evaluation e = evaluate(*ready, quick());
        if (!(e.step_time.si() > 0) || e.memory.refused()) return std::nullopt;
        return step_shares(*ready, e);
    }

    MeasuredRun measured(const StepShares& shares, Seen seen) {
        MeasuredRun out;
        if (seen == Seen::step) {
            out.steps = {shares.step * noise()};
            return out;
        }
        MeasuredBreakdown one;
        one.compute = shares.compute * noise();
        one.exposed_comm = shares.exposed_comm * noise();
        one.comm = std::max(one.exposed_comm, shares.comm * noise());
        one.step = one.compute + one.exposed_comm + shares.idle * noise();
        // Who waits for a slower rank or a stage does so in the largest group's collectives.
        const double waits = std::max(0.0, shares.comm - shares.comm_of_groups.all());
        const auto& groups = shares.comm_of_groups.groups();
        for (const GroupComm& group : groups)
            one.comm_of_groups.add(group.ranks,
                                   (group.seconds + (&group == &groups.back() ? waits : 0)) * noise());
        one.input = shares.input * noise();
        one.slowest = seen == Seen::all_ranks ? std::max(1.0, shares.slowest * noise()) : 1;
        out.ranks = seen == Seen::all_ranks ? 8 : 1;
        out.breakdowns = {one};
        out.steps = {one.step};
        return out;
    }

    std::mt19937 m_random;
};

} // namespace roofrack::test
