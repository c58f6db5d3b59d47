// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/scaling.h"

#include "core/base/units/parallel_workers.h"
#include "core/base/units/quantity_text.h"
#include "core/drawing/network/level_share.h"
#include "core/step/engine/band_basis.h"
#include "core/step/engine/batch_choice.h"
#include "core/step/engine/plan_at_size.h"
#include "core/step/search/fastest.h"
#include "core/step/workload/micro_batches.h"
#include "core/study/ideal_gap.h"
#include "core/study/regime_curve.h"
#include "core/study/regimes.h"
#include "core/study/sizes.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <fmt/format.h>

namespace roofrack {

namespace {

/// Evaluates one size after the other; each thread has one of its own.
class Study {
public:
    Study(const Prepared& prepared, const ScaleOptions& options)
        : m_prepared(prepared)
        , m_options(options)
        , m_solver(prepared) {}

    ScalePoint at(double gpus, const std::stop_token& stop) {
        const Prepared::Impl& impl = m_prepared.impl();
        const double batch = batch_at(impl, gpus, m_options.metric);
        ScalePoint out;
        out.gpus = gpus;
        out.batch = batch * sequence_of(impl);
        PlanAtSize here;
        out.reason = m_options.replan && impl.model.transformer
                         ? best_plan(gpus, batch, here, stop)
                         : try_plan(m_prepared, m_solver, impl.scenario.plan, gpus, batch, here);
        out.feasible = out.reason.empty();
        out.plan = out.feasible ? here.plan : impl.scenario.plan;
        if (out.feasible) fill(here, batch, out);
        return out;
    }

private:
    std::string best_plan(double gpus, double batch, PlanAtSize& out, const std::stop_token& stop) {
        const Plan& given = m_prepared.impl().scenario.plan;
        SearchOptions options;
        options.gpus = gpus;
        options.global_batch = batch;
        const Plan hints[] = {given, m_last.value_or(given)};
        const FastestPlan found = fastest_plan(m_prepared, options, hints, stop);
        std::string reason = try_plan(m_prepared, m_solver, given, gpus, batch, out);
        PlanAtSize best;
        if (!found.plan) return reason.empty() ? reason : found.reason;
        m_last = found.plan;
        if (try_plan(m_prepared, m_solver, *found.plan, gpus, batch, best).empty() &&
            (!reason.empty() || best.state.step < out.state.step)) {
            out = std::move(best);
            return {};
        }
        return reason;
    }

    void fill(const PlanAtSize& here, double batch, ScalePoint& out) {
        const Prepared::Impl& impl = m_prepared.impl();
        const StepState& state = here.state;
        out.parts = state.parts;
        out.is_uneven =
            micro_batches(here.plan, batch) * here.plan.dp * here.plan.micro_batch > batch * (1 + 1e-9);
        out.wall_step = Seconds(state.step);
        out.productive_step = Seconds(state.productive());
        out.step_time = counts_failures(m_options.metric) ? out.wall_step : out.productive_step;
        const Band band =
            Uncertainty::built_in().band(out.step_time.si(), band_basis(impl, here.plan, batch));
        out.step_time_low = Seconds(band.low);
        out.step_time_high = Seconds(band.high);
        out.rate = out.batch / out.step_time.si();
        const double extra = extra_tokens_of(impl, here.plan, batch, m_options.metric);
        out.progress = out.rate / extra;
        out.useful = out.batch / out.wall_step.si() / extra;
        const double tokens = impl.scenario.workload.token_budget *
                              exchange_price_of(impl, here.plan).tokens *
                              (extra / extra_tokens_of(impl, here.plan, batch_of(impl), m_options.metric));
        out.run_time = batch == batch_of(impl)
                           ? run_length(m_prepared, m_solver, here.plan, out.gpus, out.wall_step).time
                           : run_time(tokens, out.batch, out.wall_step);
        out.running = running_cost(*impl.facility, state.duty, out.gpus, impl.fabric.gpus, impl.scenario.site,
                                   *impl.capital, *impl.defaults);
        out.throttle_cause = impl.facility->load_of(state.duty, out.gpus / impl.fabric.gpus).throttle_cause;
    }

    const Prepared& m_prepared;
    const ScaleOptions& m_options;
    StepSolver m_solver;
    std::optional<Plan> m_last; ///< best plan of the size before: a hint for the next one
};

/// What twice the GPUs bring: from the drawn count, from the studied size nearest to the knee, from the peak.
std::vector<ScaleDoubling> doublings_of(const Prepared& prepared, const ScaleOptions& options,
                                        const ScaleResult& study, const std::stop_token& stop) {
    std::vector<ScaleDoubling> out;
    Study more(prepared, options);
    const auto add = [&](ScaleDoubling::From from, double gpus) {
        const auto at = [&](double size) {
            const ScalePoint* known = study.at(size);
            return known ? *known : more.at(size, stop);
        };
        if (gpus <= 0 || stop.stop_requested()) return;
        const ScalePoint now = at(gpus), then = at(2 * gpus);
        const auto cost = [](const ScalePoint& point) {
            return ScaleCost{point.gpus, point.progress, point.useful, point.running};
        };
        if (now.feasible && then.feasible) out.push_back({from, cost(now), cost(then)});
    };
    if (study.at(study.drawn_gpus)) add(ScaleDoubling::From::drawn, study.drawn_gpus);
    if (study.knee_gpus > 0) {
        if (const ScalePoint* next = point_near(study, study.knee_gpus))
            add(ScaleDoubling::From::knee, next->gpus);
    }
    add(ScaleDoubling::From::peak, study.peak_gpus);
    return out;
}

double critical_gpus_of(const Prepared::Impl& impl, ScaleMetric metric) {
    const double critical = critical_batch_of(impl).tokens / sequence_of(impl);
    if (is_weak(metric)) return impl.fabric.gpus * critical / batch_of(impl);
    const Plan& plan = impl.scenario.plan;
    return critical / plan.micro_batch * plan.tp * plan.pp * plan.cp;
}

/// GPU counts beyond which the GPUs reach each other over another level of the fabric.
std::vector<ScaleStep> fabric_borders(const Fabric& fabric) {
    std::vector<ScaleStep> out;
    for (size_t i = 0; i < fabric.levels.size(); ++i)
        out.push_back({fabric.levels[i].block_gpus, border_name(fabric.levels, i), 1});
    return out;
}

/// Adds the sizes between which a limit of power or heat begins to hold the clocks beyond the drawing: what
/// lies between two sizes of the study is halved until they are within a fiftieth, or nothing between them
/// can be drawn, but no more often than `most_sizes`.
void add_limit_onset(const Prepared& prepared, const ScaleOptions& options, std::vector<ScalePoint>& points,
                     const std::stop_token& stop) {
    constexpr int most_sizes = 8;
    constexpr double near = 1.02;
    std::vector<ScalePoint*> run;
    for (ScalePoint& point : points)
        if (point.feasible && point.progress > 0) run.push_back(&point);
    const Fabric& fabric = prepared.fabric();
    const auto onset = limit_onset(run, fabric.gpus);
    if (!onset) return;
    ScalePoint held = *run[*onset], before = *run[*onset - 1];
    const ThrottleCause limit = held.throttle_cause;
    const double block = std::max(1.0, std::round(fabric.scale_up_domain));
    const double unit = options.replan ? block : whole_replicas(prepared.scenario().plan, block);
    Study study(prepared, options);
    for (int i = 0; i < most_sizes && held.gpus > near * before.gpus; ++i) {
        const double gpus = unit * std::round((before.gpus + held.gpus) / 2 / unit);
        if (!(gpus > before.gpus && gpus < held.gpus)) break;
        ScalePoint point = study.at(gpus, stop);
        if (!point.feasible || stop.stop_requested()) break;
        (point.throttle_cause == limit ? held : before) = std::move(point);
    }
    for (ScalePoint* const point : {&before, &held}) {
        const auto next = std::ranges::lower_bound(points, point->gpus, {}, &ScalePoint::gpus);
        if (next == points.end() || next->gpus != point->gpus) points.insert(next, std::move(*point));
    }
}

/// A reason without its numbers: two sizes that do not fit say so of other amounts.
std::string words_of(std::string reason) {
    std::erase_if(reason, [](char c) { return (c >= '0' && c <= '9') || c == '.' || c == ','; });
    return reason;
}

/// Sizes at which no plan runs, neighbours for the same reason as one range.
std::vector<SizesWithoutPlan> gaps_of(const std::vector<ScalePoint>& points) {
    std::vector<SizesWithoutPlan> out;
    const ScalePoint* before = nullptr;
    for (const ScalePoint& point : points) {
        if (!point.feasible) {
            if (before && !before->feasible && words_of(before->reason) == words_of(point.reason))
                out.back().to = point.gpus;
            else
                out.push_back({point.gpus, point.gpus, point.reason});
        }
        before = &point;
    }
    return out;
}

} // namespace

std::string SizesWithoutPlan::sizes_text() const {
    if (from != to) return fmt::format("{} to {} GPUs", format_count(from), format_count(to));
    return from == 1 ? "1 GPU" : format_count(from) + " GPUs";
}

std::string ScaleBorder::cause_label() const {
    for (size_t i = 0; i < step_part_count; ++i)
        if (const auto part = static_cast<StepPart>(i); cause == name_of(part))
            return limit == ThrottleCause::none ? std::string(label_of(part))
                                                : fmt::format("{} ({})", label_of(part), label_of(limit));
    return "extra tokens of a large batch";
}

bool BorderMitigation::stays(const ScaleBorder& border) const {
    constexpr double near = 1.05;
    return gpus < border.gpus * near && gpus * near > border.gpus;
}

std::string ScaleStep::text() const {
    return fmt::format("a drop of {:.0f} % beyond {}, over {}", 100 * (1 - left),
                       gpus == 1 ? "one GPU" : format_count(gpus) + " GPUs", links);
}

const ScalePoint* ScaleResult::at(double gpus) const {
    const auto found = std::ranges::lower_bound(points, gpus, {}, &ScalePoint::gpus);
    return found != points.end() && found->gpus == gpus ? &*found : nullptr;
}

std::string AssumedBlock::text() const {
    const std::string more = fmt::format("more of “{}”, {} GPUs each", name, format_count(gpus));
    if (is_torus) return more + ", as one larger torus";
    if (egress.si() <= 0) return more + ", joined by nothing";
    return fmt::format("{}, joined at {} a GPU, {}", more,
                       format_quantity(egress.si(), Dimension::byte_rate, 3),
                       is_narrower() ? fmt::format("{:.3g}:1", narrower) : "as its servers are");
}

namespace {

/// What the study assumes beyond the drawn GPUs: more blocks like the drawn one.
AssumedBlock beyond(const Fabric& fabric) {
    AssumedBlock out;
    out.gpus = fabric.gpus;
    if (fabric.levels.empty()) return out;
    const FabricLevel &inner = fabric.levels.front(), &outer = fabric.levels.back();
    out.name = outer.name;
    out.egress = outer.egress;
    out.is_torus = fabric.torus_grows;
    if (outer.egress.si() > 0) out.narrower = inner.egress / outer.egress;
    return out;
}

} // namespace

ScaleMetric natural_metric(const Prepared& prepared) {
    const ModelSpec& model = prepared.impl().model;
    const bool measured_step = model.generic && model.generic->compute_per_step.si() > 0;
    return measured_step ? ScaleMetric::throughput : ScaleMetric::goodput;
}

ScaleResult scale(const Prepared& prepared, std::span<const double> gpus, const ScaleOptions& options,
                  SearchProgress* progress, const std::stop_token& stop) {
    std::vector<double> counts(gpus.begin(), gpus.end());
    std::ranges::sort(counts);
    counts.erase(std::ranges::unique(counts).begin(), counts.end());

    ScaleResult out;
    out.metric = options.metric;
    out.replanned = options.replan;
    out.supply_growth = prepared.scenario().site.supply_growth;
    out.drawn_gpus = prepared.fabric().gpus;
    out.beyond = beyond(prepared.fabric());
    out.ideal_gpus = options.ideal;
    out.critical_gpus = critical_gpus_of(prepared.impl(), options.metric);
    out.counts_samples = prepared.impl().model.generic.has_value();
    std::vector<std::optional<ScalePoint>> points(counts.size());
    std::atomic<size_t> next = 0;
    const size_t threads = !options.replan       ? 1
                           : options.threads > 0 ? options.threads
                                                 : std::thread::hardware_concurrency();
    run_parallel_workers(std::clamp(threads, size_t{1}, std::max(size_t{1}, counts.size())), [&] {
        Study study(prepared, options);
        for (size_t i = next++; i < counts.size() && !stop.stop_requested(); i = next++) {
            ScalePoint point = study.at(counts[i], stop);
            if (stop.stop_requested()) return; // its search may have been cut short
            points[i] = std::move(point);
            if (progress) progress->done.fetch_add(1.0 / static_cast<double>(counts.size()));
        }
    });
    for (std::optional<ScalePoint>& point : points)
        if (point) out.points.push_back(std::move(*point));

    if (options.onsets && !stop.stop_requested()) add_limit_onset(prepared, options, out.points, stop);
    out.gaps = gaps_of(out.points);
    const Defaults::Regimes& constants = prepared.impl().defaults->regimes;
    find_regimes(out, constants, fabric_borders(prepared.fabric()));
    find_gap(out, constants);
    out.doublings = doublings_of(prepared, options, out, stop);
    return out;
}

Scenario with_best_plan(const Prepared& prepared, const Scenario& scenario, const std::stop_token& stop) {
    Scenario out = scenario;
    const double drawn[] = {prepared.fabric().gpus};
    const ScaleResult found =
        scale(prepared, drawn, {.metric = natural_metric(prepared), .replan = true}, nullptr, stop);
    if (!found.points.empty() && found.points.front().feasible) out.plan = found.points.front().plan;
    return out;
}

} // namespace roofrack
