// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/analysis/replay/straggler_study.h"

#include "core/base/figures/builder.h"
#include "core/base/figures/measure.h"
#include "core/base/units/quantity_text.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <map>
#include <numeric>

namespace roofrack {

std::string_view name_of(BlameKind kind) {
    switch (kind) {
    case BlameKind::worker: return "worker";
    case BlameKind::stage: return "stage";
    case BlameKind::data_rank: return "data_rank";
    case BlameKind::link: return "link";
    case BlameKind::operation: return "operation";
    }
    return {};
}

std::string_view label_of(BlameKind kind) {
    switch (kind) {
    case BlameKind::worker: return "worker";
    case BlameKind::stage: return "stage";
    case BlameKind::data_rank: return "data-parallel rank";
    case BlameKind::link: return "link";
    case BlameKind::operation: return "operation";
    }
    return {};
}

namespace {

double seconds_of(int64_t ns) { return static_cast<double>(ns) * 1e-9; }

double mean_step_s(const Replay& replay) {
    if (replay.step_ns.empty()) return 0;
    double sum = 0;
    for (const int64_t ns : replay.step_ns) sum += seconds_of(ns);
    return sum / static_cast<double>(replay.step_ns.size());
}

int64_t replay_median(std::vector<int64_t>& values) {
    const auto middle = values.begin() + static_cast<ptrdiff_t>(values.size() / 2);
    std::ranges::nth_element(values, middle);
    if (values.size() % 2 == 1) return *middle;
    return std::midpoint(*std::max_element(values.begin(), middle), *middle);
}

/// The work of every operation, were it as that of all that are alike.
std::vector<int64_t> ideal_work(const ReplayGraph& graph) {
    const std::vector<ReplayOperation>& operations = graph.operations();
    std::map<int32_t, std::vector<int64_t>> alike;
    std::map<int32_t, bool> by_mean;
    for (const ReplayOperation& operation : operations) {
        alike[operation.like].push_back(operation.work_ns);
        by_mean[operation.like] = operation.work == ReplayWork::compute;
    }
    std::map<int32_t, int64_t> ideal;
    for (auto& [like, work] : alike) {
        if (!by_mean[like]) {
            ideal[like] = replay_median(work);
            continue;
        }
        double sum = 0;
        for (const int64_t ns : work) sum += static_cast<double>(ns);
        ideal[like] = std::llround(sum / static_cast<double>(work.size()));
    }
    std::vector<int64_t> out;
    out.reserve(operations.size());
    for (const ReplayOperation& operation : operations) out.push_back(ideal[operation.like]);
    return out;
}

/// How long each step took by the record.
std::vector<int64_t> recorded_steps(const ReplayedRun& run) {
    const size_t steps = run.graph.steps();
    std::vector<int64_t> first(steps, std::numeric_limits<int64_t>::max()),
        last(steps, std::numeric_limits<int64_t>::min());
    for (const ReplayOperation& operation : run.graph.operations()) {
        const auto step = static_cast<size_t>(operation.step);
        first[step] = std::min(first[step], operation.recorded_start_ns);
        last[step] = std::max(last[step], operation.recorded_start_ns + operation.work_ns);
    }
    std::vector<int64_t> out(steps, 0);
    for (size_t step = 0; step < steps; ++step)
        if (last[step] > first[step]) out[step] = last[step] - first[step];
    return out;
}

class StragglerQuestions {
public:
    StragglerQuestions(const ReplayedRun& run, const std::stop_token& stop)
        : m_run(run)
        , m_stop(stop)
        , m_graph(run.graph)
        , m_recorded(run.graph.recorded_work())
        , m_ideal(ideal_work(run.graph)) {}

    Result<StragglerStudy> answer() {
        const Replay as_recorded = m_graph.replay(m_recorded, true);
        const Replay actual = m_graph.replay(m_recorded, false);
        const Replay ideal = m_graph.replay(m_ideal, false);
        m_study.workers = static_cast<int>(m_run.workers.size());
        m_study.replayed_s = mean_step_s(actual);
        m_study.ideal_s = mean_step_s(ideal);
        if (m_study.ideal_s > 0) m_study.slowdown = m_study.replayed_s / m_study.ideal_s;
        m_study.wasted = 1 - 1 / m_study.slowdown;
        add_steps(as_recorded, actual);
        add_questions();
        if (m_stop.stop_requested()) return fail({}, "cancelled");
        return std::move(m_study);
    }

private:
    void add_steps(const Replay& as_recorded, const Replay& actual) {
        const std::vector<int64_t> recorded = recorded_steps(m_run);
        std::map<std::tuple<int32_t, int32_t, bool>, int64_t> held;
        std::vector<std::vector<PathPiece>> paths;
        double error = 0, sum = 0;
        for (size_t step = 0; step < m_graph.steps() && !m_stop.stop_requested(); ++step) {
            paths.push_back(m_graph.critical_path(as_recorded, step));
            ReplayedStep entry;
            entry.name = m_run.steps[step];
            entry.recorded_s = seconds_of(recorded[step]);
            entry.replayed_s = seconds_of(actual.step_ns[step]);
            if (m_study.ideal_s > 0) entry.slowdown = entry.replayed_s / m_study.ideal_s;
            add_path(entry, paths.back(), held);
            if (recorded[step] > 0)
                error += std::abs(seconds_of(as_recorded.step_ns[step]) / entry.recorded_s - 1);
            sum += entry.recorded_s;
            m_study.steps.push_back(std::move(entry));
        }
        const auto steps = static_cast<double>(std::max<size_t>(1, m_graph.steps()));
        m_study.recorded_s = sum / steps;
        m_study.replay_error = error / steps;
        add_held(held);
        list_path(paths);
    }

    void add_path(ReplayedStep& entry, const std::vector<PathPiece>& path,
                  std::map<std::tuple<int32_t, int32_t, bool>, int64_t>& held) const {
        std::map<int32_t, int64_t> by_worker;
        for (const PathPiece& piece : path) {
            const ReplayOperation& operation = m_graph.operations()[piece.operation];
            const int64_t ns = piece.end_ns - piece.start_ns;
            int64_t* const where = piece.waits                             ? &entry.wait_ns
                                   : operation.work == ReplayWork::compute ? &entry.compute_ns
                                                                           : &entry.transfer_ns;
            *where += ns;
            held[{operation.worker, operation.type, piece.waits}] += ns;
            if (piece.waits || operation.work != ReplayWork::transfer) by_worker[operation.worker] += ns;
        }
        const auto most =
            std::ranges::max_element(by_worker, {}, [](const auto& each) { return each.second; });
        if (most != by_worker.end()) entry.held_by = m_run.workers[static_cast<size_t>(most->first)];
    }

    void add_held(const std::map<std::tuple<int32_t, int32_t, bool>, int64_t>& held) {
        int64_t total = 0;
        for (const auto& [key, ns] : held) total += ns;
        for (const auto& [key, ns] : held) {
            const auto& [worker, type, waits] = key;
            PathShare share;
            share.worker = m_run.workers[static_cast<size_t>(worker)];
            share.type = m_run.types[static_cast<size_t>(type)];
            share.waits = waits;
            share.total_ns = ns;
            if (total > 0) share.share = static_cast<double>(ns) / static_cast<double>(total);
            m_study.held.push_back(std::move(share));
        }
        std::ranges::stable_sort(m_study.held, std::ranges::greater(), &PathShare::total_ns);
    }

    /// The path of the step that is nearest to the median.
    void list_path(const std::vector<std::vector<PathPiece>>& paths) {
        if (paths.empty()) return;
        std::vector<size_t> order(paths.size());
        std::iota(order.begin(), order.end(), size_t{0});
        std::ranges::stable_sort(order, {}, [&](size_t i) { return m_study.steps[i].recorded_s; });
        const size_t step = order[(order.size() - 1) / 2];
        m_study.path_step = m_study.steps[step].name;
        for (const PathPiece& piece : paths[step]) {
            const ReplayOperation& operation = m_graph.operations()[piece.operation];
            PathStretch stretch;
            stretch.start_ns = piece.start_ns;
            stretch.duration_ns = piece.end_ns - piece.start_ns;
            stretch.worker = m_run.workers[static_cast<size_t>(operation.worker)];
            stretch.type = m_run.types[static_cast<size_t>(operation.type)];
            stretch.does = piece.waits                             ? "wait"
                           : operation.work == ReplayWork::compute ? "compute"
                                                                   : "transfer";
            m_study.path.push_back(std::move(stretch));
        }
    }

    void add_questions() {
        const double cost = m_study.replayed_s - m_study.ideal_s;
        for (const Blamed& blamed : m_run.blamed) {
            if (m_stop.stop_requested()) return;
            std::vector<int64_t> work = m_recorded;
            for (const uint32_t operation : blamed.operations) work[operation] = m_ideal[operation];
            ReplayQuestion entry;
            entry.kind = blamed.kind;
            entry.name = blamed.name;
            entry.step_s = mean_step_s(m_graph.replay(work, false));
            entry.saved_s = m_study.replayed_s - entry.step_s;
            if (cost > 0) entry.share = entry.saved_s / cost;
            m_study.without.push_back(std::move(entry));
        }
        std::ranges::stable_sort(m_study.without, [](const ReplayQuestion& a, const ReplayQuestion& b) {
            return a.kind != b.kind ? a.kind < b.kind : a.saved_s > b.saved_s;
        });
    }

    const ReplayedRun& m_run;
    const std::stop_token& m_stop;
    const ReplayGraph& m_graph;
    std::vector<int64_t> m_recorded, m_ideal;
    StragglerStudy m_study;
};

} // namespace

Result<StragglerStudy> study_stragglers(const ReplayedRun& run, const std::stop_token& stop) {
    return StragglerQuestions(run, stop).answer();
}

std::string summary_of(const StragglerStudy& study) {
    std::string text =
        fmt::format("a step takes {:.2f} times as long as one without stragglers", study.slowdown);
    // who explains most of it, were there anything to explain
    if (study.slowdown < 1.01) return text;
    // a worker rather than its stage, unless that explains a twentieth more
    const ReplayQuestion* most = nullptr;
    for (const ReplayQuestion& each : study.without)
        if (each.kind != BlameKind::operation && (!most || each.saved_s > 1.05 * most->saved_s)) most = &each;
    if (most && most->share > 0)
        text += fmt::format("; were {} as fast as the others, a step would take {} instead of {}", most->name,
                            format_quantity(most->step_s, Dimension::time, 3),
                            format_quantity(study.replayed_s, Dimension::time, 3));
    return text;
}

namespace {

constexpr figures::Measure replay_ns{"nanoseconds", "ns", "", 1e-9, figures::Style::time, 3};

} // namespace

void describe(figures::Builder<ReplayQuestion>& v) {
    using W = ReplayQuestion;
    using namespace figures;
    v.choice("kind", &W::kind, "kind", "what is put right: a worker, a stage, a link …",
             all_up_to(BlameKind::operation));
    v.text("name", &W::name, "who", "whose operations are as fast as the others of their kind", names_item);
    v.number("step_s", &W::step_s, seconds, "step", "mean step, found by replay", less);
    v.number("saved_s", &W::saved_s, seconds, "saved", "of the mean step; below zero: faster than the others",
             more);
    v.number("share", &W::share, figures::share, "of all",
             "of what stragglers cost; they need not sum to one");
}

void describe(figures::Builder<ReplayedStep>& v) {
    using S = ReplayedStep;
    using namespace figures;
    v.text("name", &S::name, "step", "as the recording counts", names_item);
    v.number("recorded_s", &S::recorded_s, seconds, "recorded", "from first to last operation", less);
    v.number("replayed_s", &S::replayed_s, seconds, "replayed",
             "recorded work, without waits that nothing recorded explains", less);
    v.number("slowdown", &S::slowdown, ratio, "slowdown", "against the step without stragglers", less);
    v.number("compute_ns", &S::compute_ns, replay_ns, "computation", "on the critical path", less);
    v.number("transfer_ns", &S::transfer_ns, replay_ns, "transfer", "on the critical path, all being there",
             less);
    v.number("wait_ns", &S::wait_ns, replay_ns, "waits",
             "on the critical path, for nothing that was recorded", less);
    v.text("held_by", &S::held_by, "held by", "the worker on whose work most of that path lies");
}

void describe(figures::Builder<PathShare>& v) {
    using P = PathShare;
    using namespace figures;
    v.text("worker", &P::worker, "worker", "whose operation it is");
    v.text("type", &P::type, "operation", "what it is", names_item);
    v.flag("waits", &P::waits, "waits", "whether it is the wait before the operation");
    v.number("total_ns", &P::total_ns, replay_ns, "time", "on the critical paths of all steps", less);
    v.number("share", &P::share, figures::share, "of the path", "of the critical paths of all steps", less);
}

void describe(figures::Builder<PathStretch>& v) {
    using P = PathStretch;
    using namespace figures;
    v.number("start_ns", &P::start_ns, replay_ns, "from", "since the step began");
    v.number("duration_ns", &P::duration_ns, replay_ns, "time", "that goes by", less);
    v.text("worker", &P::worker, "worker", "whose operation it is");
    v.text("type", &P::type, "operation", "what it is", names_item);
    v.text("does", &P::does, "does", "compute, transfer or wait");
}

void describe(figures::Builder<StragglerStudy>& v) {
    using S = StragglerStudy;
    using namespace figures;
    v.text("file", &S::file, "file", "what was replayed");
    v.number("workers", &S::workers, count, "workers", "that were recorded");
    v.number("recorded_s", &S::recorded_s, seconds, "recorded step", "mean of the steps", less);
    v.number("replayed_s", &S::replayed_s, seconds, "replayed step",
             "mean, of recorded work without waits that nothing recorded explains", less);
    v.number("ideal_s", &S::ideal_s, seconds, "ideal step",
             "mean, were equal operations equally fast: computation at their mean, transfers at their median",
             less);
    v.number("slowdown", &S::slowdown, ratio, "slowdown", "replayed by ideal step", less);
    v.number("wasted", &S::wasted, figures::share, "wasted", "of all worker-hours, by stragglers", less);
    v.number("replay_error", &S::replay_error, figures::share, "replay error",
             "how far a replay of the recording is off, mean of the steps", less);
    v.list("steps", &S::steps, "steps", "each with what its critical path is made of");
    v.list("without", &S::without, "without", "what-if: each worker, stage, link, operation put right");
    v.list("held", &S::held, "held", "whose operations the critical paths are made of, longest first");
    v.text("path_step", &S::path_step, "step of the path", "the step that is nearest to the median");
    v.list("path", &S::path, "path", "its critical path from beginning to end");
}

} // namespace roofrack
