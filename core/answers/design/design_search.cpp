// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/design/design_search.h"

#include "core/answers/compare/cautions.h"
#include "core/answers/figure_index.h"
#include "core/answers/step_answers.h"
#include "core/base/units/parallel_workers.h"
#include "core/step/engine/prepared_impl.h"
#include "core/step/engine/step_solver.h"
#include "core/step/search/fastest.h"
#include "core/step/workload/plan_check.h"
#include "core/study/money/missing_price.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <map>
#include <mutex>

namespace roofrack {

namespace {

/// Designs next to each other that one worker takes: their plans are hints for each other.
constexpr size_t designs_at_a_time = 16;

/// Goal and limits of answers that run, of a design that stands in the place of `there`.
void read_figures(const Answers& answers, const Cluster& there, const DesignQuestion& question,
                  DesignRow& out) {
    if (const Evaluation* const evaluation = answers.value<Evaluation>()) {
        out.gpus = evaluation->gpus;
        out.plan = plan_text(evaluation->plan);
    }
    // What trains meanwhile is found for each design only where it bears on the goal.
    out.cautions = is_of_run_on_all(question.goal.figure) ? cautions_of_run(answers, &there)
                                                          : cautions_of(answers, &there);
    for (size_t i = 0; i < question.figures(); ++i) {
        const auto reading = ask_figure(answers, question.figure(i).figure);
        out.absent[i] = !reading                          ? reading.error().what
                        : !reading->absent.empty()        ? reading->absent
                        : !std::isfinite(reading->number) ? "not known"
                                                          : std::string();
        // What is only the least that it may come to wins over nothing, and keeps no limit for sure.
        if (out.absent[i].empty())
            out.absent[i] =
                missing_price(question.figure(i).figure, *reading->row, answers.value<Evaluation>());
        if (out.absent[i].empty()) out.values[i] = reading->number;
    }
}

/// A row of which nothing is known.
DesignRow empty_row(const DesignQuestion& question) {
    DesignRow out;
    out.values.assign(question.figures(), std::numeric_limits<double>::quiet_NaN());
    out.absent.assign(question.figures(), "it does not run");
    return out;
}

using KeptAnswers = std::shared_ptr<const Answers>;

struct TriedDesign {
    KeptAnswers answers; ///< null: it does not run
    std::string reason;
    std::optional<UnevenSize> uneven{}; ///< the reason, where it is its size
};

/// Finds designs one after the other. What a design is does not depend on what was tried before: only what is
/// the same by definition is kept. One a thread.
class DesignFinder {
public:
    DesignFinder(const Answers& base, const DesignBuilder& builder, const std::stop_token& stop)
        : m_base(base)
        , m_builder(builder)
        , m_stop(stop) {}

    /// The first of its drawings that runs.
    TriedDesign tried(size_t design) {
        TriedDesign out;
        auto drawn = m_builder.drawings(design);
        if (!drawn) {
            out.reason = drawn.error().what;
            out.uneven = m_builder.uneven_size(design);
            return out;
        }
        for (size_t i = 0; i < drawn->size(); ++i) {
            if (m_stop.stop_requested()) return {nullptr, "stopped"};
            TriedDesign found = tried(design, i, std::move((*drawn)[i]));
            if (found.answers) return found;
            if (out.reason.empty()) out.reason = std::move(found.reason);
        }
        return out;
    }

    DesignRow row(size_t design, const DesignQuestion& question) {
        DesignRow out = empty_row(question);
        out.design = design;
        out.name = m_builder.name(design);
        out.server = m_builder.server_name(design);
        out.is_announced = m_builder.is_announced(design);
        const TriedDesign found = tried(design);
        out.reason = found.reason;
        out.uneven = found.uneven;
        if (out.is_announced) out.cautions = {{CautionKind::announced, "announced", {}}};
        if (found.answers) read_figures(*found.answers, m_base.scenario().cluster, question, out);
        return out;
    }

private:
    TriedDesign tried(size_t design, size_t drawing, Scenario scenario) {
        KeptAnswers answers = after_last(scenario);
        const auto* given = answers->get<AsGiven>();
        if (!given || !*given) return {nullptr, why_missing(given).what};
        m_last = answers;
        if (m_builder.searches_plan(design)) {
            FastestPlan plan = found_plan((*given)->prepared, design, drawing);
            if (!plan.plan) return {nullptr, std::move(plan.reason)};
            scenario.plan = *plan.plan;
            scenario.plan.dp = 0;
            answers = after_last(scenario);
            m_last = answers;
        }
        const auto* standstill = answers->get<Standstill>();
        if (!standstill || !*standstill) return {nullptr, why_missing(standstill).what};
        if (!(*standstill)->runs()) return {nullptr, (*standstill)->text()};
        m_hint = scenario.plan;
        return {std::move(answers), {}};
    }

    /// What is prepared alike is shared with the design before.
    KeptAnswers after_last(Scenario scenario) const {
        return KeptAnswers(new const Answers((m_last ? *m_last : m_base).with(std::move(scenario))));
    }

    using Key = std::pair<size_t, size_t>; ///< a design and its drawing

    FastestPlan found_plan(const Prepared& prepared, size_t design, size_t drawing) {
        const Key key(m_builder.same_plan(design), drawing);
        if (const auto known = m_plans.find(key); known != m_plans.end()) return known->second;
        std::optional<FastestPlan> found;
        if (m_builder.varies_power_limit() && prepared.scenario().site.power_limit)
            found = unheld(prepared, design, drawing);
        if (!found) found = searched(prepared);
        if (m_builder.has_same_plans() && !m_stop.stop_requested()) m_plans.emplace(key, *found);
        return *found;
    }

    /// Hints make it quicker and change nothing: prudent_plan().
    FastestPlan searched(const Prepared& prepared) const {
        std::vector<Plan> hints{prepared.scenario().plan};
        if (m_hint) {
            hints.push_back(hints.front());
            copy_degrees(*m_hint, hints.back());
        }
        return prudent_plan(prepared, hints, m_stop);
    }

    /// The plan that is taken without the site's power limit is that with it where the limit does not hold
    /// it: a limit makes no plan faster, and none fit. Nothing: it is held.
    std::optional<FastestPlan> unheld(const Prepared& prepared, size_t design, size_t drawing) {
        const Key key(m_builder.same_but_power_limit(design), drawing);
        auto known = m_unlimited.find(key);
        if (known == m_unlimited.end()) {
            Scenario scenario = prepared.scenario();
            scenario.site.power_limit.reset();
            const auto unlimited = prepared.with(std::move(scenario), m_base.catalog());
            if (!unlimited) return std::nullopt;
            UnlimitedPlan found;
            found.taken = searched(*unlimited);
            if (m_stop.stop_requested()) return std::nullopt;
            if (found.taken.plan) found.step = step_of(*unlimited, *found.taken.plan);
            known = m_unlimited.emplace(key, std::move(found)).first;
        }
        const FastestPlan& taken = known->second.taken;
        const bool is_held = taken.plan && step_of(prepared, *taken.plan) != known->second.step;
        return is_held ? std::nullopt : std::optional(taken);
    }

    static double step_of(const Prepared& prepared, const Plan& plan) {
        StepSolver solver(prepared);
        return solver.solve(plan, prepared.fabric().gpus, batch_of(prepared.impl())).step;
    }

    struct UnlimitedPlan {
        FastestPlan taken;
        double step = 0; ///< s; 0: there is no plan
    };

    /// What a search chooses, of another design's plan.
    static void copy_degrees(const Plan& from, Plan& to) {
        to.tp = from.tp;
        to.pp = from.pp;
        to.vpp = from.vpp;
        to.cp = from.cp;
        to.ep = from.ep;
        to.micro_batch = from.micro_batch;
        to.zero = from.zero;
        to.shard = from.shard;
        to.sequence_parallel = from.sequence_parallel;
        to.recompute = from.recompute;
        to.recompute_layers = from.recompute_layers;
        to.schedule = from.schedule;
    }

    const Answers& m_base;
    const DesignBuilder& m_builder;
    const std::stop_token& m_stop;
    KeptAnswers m_last;                       ///< answers of the design before; null: this is the first
    std::optional<Plan> m_hint;               ///< plan of the design before that ran
    std::map<Key, FastestPlan> m_plans;       ///< by DesignBuilder::same_plan()
    std::map<Key, UnlimitedPlan> m_unlimited; ///< by DesignBuilder::same_but_power_limit()
};

} // namespace

size_t DesignShare::begin(size_t designs) const { return designs * (k - 1) / n; }
size_t DesignShare::end(size_t designs) const { return designs * k / n; }

Result<DesignShare> parse_design_share(std::string_view text) {
    constexpr size_t most_parts = 100'000;
    const size_t slash = text.find('/');
    const auto whole = [](std::string_view digits) {
        size_t value = 0;
        const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
        return error == std::errc{} && end == digits.data() + digits.size() ? value : 0;
    };
    if (slash != std::string_view::npos) {
        const DesignShare out{whole(text.substr(0, slash)), whole(text.substr(slash + 1))};
        if (out.k >= 1 && out.k <= out.n && out.n <= most_parts) return out;
    }
    return fail("--part " + std::string(text), "it is no part of a whole", "write 1/8 to 8/8");
}

Result<DesignRows> search_designs(const Answers& base, const DesignSpace& space,
                                  const DesignQuestion& question, const DesignSearchOptions& options,
                                  DesignSearchProgress* progress, const std::stop_token& stop) {
    const auto builder = DesignBuilder::make(base, space);
    if (!builder) return tl::unexpected(builder.error());
    const size_t begin = options.share.begin(space.size()), end = options.share.end(space.size());
    std::atomic<size_t> next = begin;
    std::mutex mutex;
    DesignRows out;
    const auto work = [&] {
        DesignFinder finder(base, *builder, stop);
        for (;;) {
            const size_t first = next.fetch_add(designs_at_a_time);
            if (first >= end) return;
            for (size_t design = first; design < std::min(end, first + designs_at_a_time); ++design) {
                if (stop.stop_requested()) return;
                DesignRow row = finder.row(design, question);
                if (stop.stop_requested()) return; // it may be cut short
                if (progress) ++progress->done;
                const std::lock_guard lock(mutex);
                out.rows.push_back(std::move(row));
            }
        }
    };
    const size_t most_threads = (end - begin + designs_at_a_time - 1) / designs_at_a_time;
    const size_t threads =
        options.threads > 0 ? options.threads : std::max(1u, std::thread::hardware_concurrency());
    run_parallel_workers(std::max<size_t>(1, std::min(threads, most_threads)), work);
    std::ranges::sort(out.rows, {}, &DesignRow::design);
    out.is_cancelled = out.rows.size() < end - begin;
    return out;
}

DesignRow scenario_row(const Answers& base, const DesignQuestion& question) {
    DesignRow out = empty_row(question);
    out.name = base.scenario().name;
    const auto* standstill = base.get<Standstill>();
    if (!standstill || !*standstill)
        out.reason = why_missing(standstill).what;
    else if (!(*standstill)->runs())
        out.reason = (*standstill)->text();
    else
        read_figures(base, base.scenario().cluster, question, out);
    return out;
}

Result<Scenario> designed_scenario(const Answers& base, const DesignSpace& space, size_t design) {
    const auto builder = DesignBuilder::make(base, space);
    if (!builder) return tl::unexpected(builder.error());
    const std::stop_token never;
    const TriedDesign found = DesignFinder(base, *builder, never).tried(design);
    if (!found.answers) return fail(builder->name(design), found.reason, "take another design");
    return found.answers->scenario();
}

} // namespace roofrack
