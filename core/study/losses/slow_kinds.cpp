// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/losses/slow_kinds.h"

#include "core/base/catalog/catalog.h"
#include "core/drawing/element_index.h"
#include "core/step/engine/prepared_impl.h"
#include "core/step/engine/step_solver.h"
#include "core/study/fixed_profile_work.h"
#include "core/study/losses/slow_groups.h"
#include "core/study/losses/slow_racks.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <set>

namespace roofrack {

namespace {

constexpr double worth_saying = 0.01, least_difference = 0.0005;

/// GPUs of one accelerator that work.
struct GpuKind {
    size_t group = 0; ///< the first of them
    double seconds = 0, gpus = 0;
    std::vector<size_t> groups;
};

class KindSearch {
public:
    KindSearch(const Prepared& prepared, const Evaluation& evaluation, const Catalog& catalog)
        : m_prepared(prepared)
        , m_impl(prepared.impl())
        , m_now(evaluation)
        , m_catalog(catalog)
        , m_batch(batch_of(m_impl)) {
        StepConditions conditions;
        step_conditions(m_impl, evaluation.plan, evaluation.gpus, m_batch, {}, conditions);
        for (size_t g = 0; g < conditions.active.size(); ++g) {
            if (conditions.active[g] <= 0) continue;
            const size_t first = m_impl.first_alike[g];
            auto kind = std::ranges::find(
                m_kinds, first, [&](const GpuKind& each) { return m_impl.first_alike[each.group]; });
            if (kind == m_kinds.end()) {
                m_kinds.push_back({g, computation_seconds(m_impl, evaluation.plan, g, m_batch), 0, {}});
                kind = std::prev(m_kinds.end());
            }
            kind->gpus += conditions.active[g];
            kind->groups.push_back(g);
        }
        std::ranges::stable_sort(m_kinds, {}, &GpuKind::seconds);
    }

    std::optional<SlowKinds> best(const std::stop_token& stop) const {
        std::optional<SlowKinds> out;
        for (size_t kept = 1; kept < m_kinds.size(); ++kept) {
            if (stop.stop_requested()) return std::nullopt;
            if (m_kinds[kept].seconds <= m_kinds[kept - 1].seconds * (1 + least_difference)) continue;
            SlowKinds each = with_the_first(kept);
            const bool runs = each.is_possible();
            if (!out || (runs && (!out->is_possible() || each.gain > out->gain))) out = std::move(each);
        }
        return out;
    }

private:
    std::string name_of(size_t from, size_t to) const {
        std::string out;
        for (size_t k = from; k < to; ++k)
            out +=
                fmt::format("{}{}", out.empty() ? "" : " and ", m_impl.accelerators[m_kinds[k].group].name);
        return out;
    }

    SlowKinds with_the_first(size_t kept) const {
        SlowKinds out;
        out.fast = name_of(0, kept);
        out.slow = name_of(kept, m_kinds.size());
        out.waits = m_now.waits;
        if (!m_now.gains.empty())
            if (const Resource& first = m_now.gains.front().resource;
                first.kind == ResourceKind::flops || first.kind == ResourceKind::hbm)
                out.binds = first;
        std::set<std::string> fast, slow;
        for (size_t k = 0; k < m_kinds.size(); ++k) {
            (k < kept ? out.fast_gpus : out.slow_gpus) += m_kinds[k].gpus;
            for (const size_t g : m_kinds[k].groups)
                (k < kept ? fast : slow).insert(m_impl.fabric.groups[g].element);
        }
        out.elements.assign(slow.begin(), slow.end());
        out.without = without(slow);
        const Alone kept_ones = alone(out.without);
        out.gpus = kept_ones.then.gpus;
        static_cast<WhatIf&>(out) = kept_ones.reason.empty()
                                        ? what_if(m_now.step_time, kept_ones.then.step_time)
                                        : not_possible(kept_ones.reason);
        if (out.is_possible())
            if (const Alone others = alone(without(fast)); others.reason.empty())
                out.apart =
                    (kept_ones.then.samples_per_s + others.then.samples_per_s) / m_now.samples_per_s - 1;
        out.uneven = uneven(kept, out.slow_gpus);
        return out;
    }

    /// As drawn without some servers, the plan with its degrees but dp.
    Scenario without(const std::set<std::string>& gone) const {
        Scenario out = with_fixed_profile_work(m_prepared);
        std::erase_if(out.cluster.elements, [&](const Element& each) { return gone.contains(each.id); });
        std::erase_if(out.cluster.links,
                      [&](const Link& link) { return gone.contains(link.from) || gone.contains(link.to); });
        out.plan.dp = 0;
        return out;
    }

    struct Alone {
        std::string reason; ///< why it does not run; empty: it does
        Evaluation then;
    };
    /// The step of such a scenario, on all whole replicas of its GPUs.
    Alone alone(const Scenario& scenario) const {
        Alone out;
        const auto prepared = Prepared::make(scenario, m_catalog);
        if (!prepared) {
            out.reason = prepared.error().what;
            return out;
        }
        const Plan& plan = m_now.plan;
        const double replica = static_cast<double>(plan.tp) * plan.cp * plan.pp;
        EvaluateOptions options;
        options.findings = false;
        options.gpus = std::floor(prepared->fabric().gpus / replica) * replica;
        if (options.gpus < replica) {
            out.reason = "too few GPUs are left for one replica";
            return out;
        }
        out.then = evaluate(*prepared, options);
        if (!out.then.feasible) out.reason = out.then.binds;
        return out;
    }

    UnevenWork uneven(size_t kept, double slow_gpus) const {
        const auto as = [&](size_t kind) {
            Scenario scenario = m_impl.scenario;
            const ElementIndex index(scenario.cluster);
            const auto server = [&](size_t group) -> Element& {
                const int at = index.position(m_impl.fabric.groups[group].element);
                return scenario.cluster.elements[static_cast<size_t>(at)];
            };
            const PartRef part = server(m_kinds[kind].group).part;
            for (size_t k = kept; k < m_kinds.size(); ++k)
                for (const size_t g : m_kinds[k].groups) server(g).part = part;
            return Prepared::make(scenario, m_catalog);
        };
        const auto fast = as(0);
        if (!fast) return {not_possible(fast.error().what)};
        return uneven_work(m_now, slow_gpus, m_batch, [&](bool like_fast, double micro_batches) {
            EvaluateOptions options;
            options.findings = false;
            options.gpus = m_now.gpus;
            options.plan = m_now.plan;
            options.global_batch = micro_batches * m_now.plan.dp * m_now.plan.micro_batch;
            return evaluate(like_fast ? *fast : m_prepared, options);
        });
    }

    const Prepared& m_prepared;
    const Prepared::Impl& m_impl;
    const Evaluation& m_now;
    const Catalog& m_catalog;
    double m_batch;
    std::vector<GpuKind> m_kinds; ///< the fastest first
};

} // namespace

std::optional<SlowKinds> slow_kinds(const Prepared& prepared, const Evaluation& evaluation,
                                    const Catalog& catalog, const std::stop_token& stop) {
    if (!evaluation.feasible) return std::nullopt;
    return KindSearch(prepared, evaluation, catalog).best(stop);
}

std::vector<Finding> slow_kind_findings(const std::optional<SlowKinds>& kinds) {
    if (!kinds) return {};
    const bool alone = kinds->is_possible() && kinds->gain >= worth_saying;
    std::vector<std::string> mitigations;
    if (alone)
        mitigations.push_back(fmt::format("leave them out: {:.1f} % faster on {} GPUs", 100 * kinds->gain,
                                          format_count(kinds->gpus)));
    if (kinds->uneven.is_possible() && kinds->uneven.gain >= worth_saying)
        mitigations.push_back(fmt::format("less work for {}, {}: {:.1f} % faster ({})", kinds->slow,
                                          kinds->uneven.text(), 100 * kinds->uneven.gain, work_is_set_in));
    if (kinds->apart >= worth_saying)
        mitigations.push_back(fmt::format("a job on {} and another on {}: {:.1f} % more done a second, for "
                                          "two models",
                                          kinds->fast, kinds->slow, 100 * kinds->apart));
    if (mitigations.empty() && kinds->waits.empty()) return {};
    const bool helps = !mitigations.empty();
    if (!helps)
        mitigations.push_back("none that was evaluated helps: less work for the slower GPUs, or jobs apart");
    Finding out{helps ? Severity::warning : Severity::info,
                "mixed-generations",
                alone ? fmt::format("{} {} alone are {:.1f} % faster than with {} {}",
                                    format_count(kinds->gpus), kinds->fast, 100 * kinds->gain,
                                    format_count(kinds->slow_gpus), kinds->slow)
                : kinds->waits.empty()
                    ? fmt::format("All wait for {} {}", format_count(kinds->slow_gpus), kinds->slow)
                    : kinds->waits,
                "every step waits for the slowest kind of GPU, which computes as much as the others",
                fmt::format("{}", fmt::join(mitigations, "; or ")),
                kinds->elements};
    if (alone && !kinds->waits.empty()) out.why = fmt::format("{}: {}", kinds->waits, out.why);
    out.part = StepPart::compute;
    out.binds = kinds->binds;
    return {std::move(out)};
}

std::vector<Finding> slow_gpu_findings(const std::vector<SlowRack>& racks,
                                       const std::optional<SlowKinds>& kinds) {
    std::vector<Finding> out = slow_rack_findings(racks);
    const bool in_one_rack = kinds && std::ranges::any_of(racks, [&](const SlowRack& rack) {
                                 return rack.worthwhile() && rack.gpus == kinds->slow_gpus;
                             });
    if (in_one_rack) return out;
    std::vector<Finding> of_kinds = slow_kind_findings(kinds);
    out.insert(out.begin(), std::make_move_iterator(of_kinds.begin()),
               std::make_move_iterator(of_kinds.end()));
    return out;
}

} // namespace roofrack
