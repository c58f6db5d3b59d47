// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/trace/logs/logged_times.h"

#include "core/base/figures/builder.h"
#include "core/base/figures/measure.h"
#include "core/base/units/common_units.h"
#include "core/base/units/median.h"
#include "core/base/units/quantity_text.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace roofrack {

std::string_view name_of(LoggedWork work) {
    switch (work) {
    case LoggedWork::setup: return "setup";
    case LoggedWork::training: return "training";
    case LoggedWork::evaluation: return "evaluation";
    case LoggedWork::checkpoint: return "checkpoint";
    case LoggedWork::forward: return "forward";
    case LoggedWork::backward: return "backward";
    case LoggedWork::forward_backward: return "forward_backward";
    case LoggedWork::pipeline: return "pipeline";
    case LoggedWork::gradients: return "gradients";
    case LoggedWork::parameters: return "parameters";
    case LoggedWork::optimizer: return "optimizer";
    case LoggedWork::input: return "input";
    case LoggedWork::lost: return "lost";
    case LoggedWork::rest: return "rest";
    }
    return {};
}

std::string_view label_of(LoggedWork work) {
    switch (work) {
    case LoggedWork::setup: return "initialisation (before training)";
    case LoggedWork::training: return "training";
    case LoggedWork::evaluation: return "evaluation";
    case LoggedWork::checkpoint: return "checkpoints";
    case LoggedWork::forward: return "forward";
    case LoggedWork::backward: return "backward";
    case LoggedWork::forward_backward: return "forward and backward";
    case LoggedWork::pipeline: return "waiting for other stages";
    case LoggedWork::gradients: return "gradients between ranks";
    case LoggedWork::parameters: return "parameters between ranks";
    case LoggedWork::optimizer: return "optimizer";
    case LoggedWork::input: return "reading the batch";
    case LoggedWork::lost: return "lost after the last step";
    case LoggedWork::rest: return "the rest";
    }
    return {};
}

std::string_view name_of(TimedRanks ranks) {
    switch (ranks) {
    case TimedRanks::one: return "one";
    case TimedRanks::slowest: return "slowest";
    case TimedRanks::extremes: return "extremes";
    case TimedRanks::all: return "all";
    }
    return {};
}

std::string_view label_of(TimedRanks ranks) {
    switch (ranks) {
    case TimedRanks::one: return "of one rank";
    case TimedRanks::slowest:
    case TimedRanks::extremes: return "of the slowest rank of each";
    case TimedRanks::all: return "of every rank, their mean";
    }
    return {};
}

bool tells_slowest(TimedRanks ranks) { return ranks == TimedRanks::slowest || ranks == TimedRanks::extremes; }

void describe(figures::Builder<LoggedTimer>& v) {
    using T = LoggedTimer;
    using namespace figures;
    v.number("timer", &T::timer, count, "timer", "its place in the file's timers", names_item);
    v.number("least_s", &T::least_s, seconds, "least", "of the rank where it was shortest", less);
    v.number("most_s", &T::most_s, seconds, "most", "of the rank where it was longest", less);
    v.number("most_rank", &T::most_rank, count, "longest on rank", "where every rank's time is told",
             Absent{"the log does not tell each rank's times"});
}

void describe(figures::Builder<TimedPart>& v) {
    using T = TimedPart;
    using namespace figures;
    v.text("name", &T::name, "timer", "as the program calls it", names_item);
    v.choice("work", &T::work, "work", "what it was spent on", all_up_to(LoggedWork::rest));
    v.text("within", &T::within, "within", "the timer that it is a part of",
           Absent{"it is a part of the step"});
    v.number("seconds", &T::seconds, seconds, "time",
             "mean over steps and ranks; where only extremes are told, of the slowest rank", less);
    v.number("own_s", &T::own_s, seconds, "own time", "without the timers within it", less);
    v.number("share", &T::share, figures::share, "share", "of the step", less);
    v.number("least_s", &T::least_s, seconds, "least", "of the fastest rank, mean over steps", less);
    v.number("most_s", &T::most_s, seconds, "most", "of the slowest rank, mean over steps", less);
}

void describe(figures::Builder<TimedRank>& v) {
    using R = TimedRank;
    using namespace figures;
    v.number("rank", &R::rank, count, "rank", "as the program counts", names_item);
    v.number("compute_s", &R::compute_s, seconds, "computes", "forward and backward of a step, mean", less);
    v.number("wait_s", &R::wait_s, seconds, "communicates", "and waits for other ranks, mean of a step",
             less);
    v.number("slowest_in", &R::slowest_in, count, "slowest in", "steps in which no rank computed longer",
             less);
}

void describe(figures::Builder<StepTimers>& v) {
    using T = StepTimers;
    using namespace figures;
    v.choice("ranks", &T::ranks, "timed ranks", "whose times they are", all_up_to(TimedRanks::all));
    v.number("steps", &T::steps, count, "timed steps",
             "that the means are of: those of the median step that have timers");
    v.number("step_s", &T::step_s, seconds, "timed step", "mean of those steps", less);
    v.list("parts", &T::parts, "parts", "what was timed");
    v.list("by_rank", &T::by_rank, "ranks", "where every rank's computation is told");
}

void describe(figures::Builder<RunPhase>& v) {
    using P = RunPhase;
    using namespace figures;
    v.choice("work", &P::work, "phase", "what the time was spent on", all_up_to(LoggedWork::rest),
             names_item);
    v.number("seconds", &P::seconds, seconds, "time", "of all together", less);
    v.number("times", &P::times, count, "times", "how often; 0 where that does not matter");
    v.number("share", &P::share, figures::share, "share", "of the run", less,
             Absent{"it lies before the run"});
}

void share_phases(std::vector<RunPhase>& phases) {
    double run = 0;
    for (const RunPhase& phase : phases)
        if (phase.work != LoggedWork::setup) run += phase.seconds;
    if (!(run > 0)) return;
    for (RunPhase& phase : phases)
        if (phase.work != LoggedWork::setup) phase.share = phase.seconds / run;
}

std::optional<double> share_of_job(const RunPhase& phase, const std::vector<RunPhase>& phases) {
    double run = 0, before = 0;
    for (const RunPhase& each : phases) (each.work == LoggedWork::setup ? before : run) += each.seconds;
    if (phase.work != LoggedWork::setup || !(run > 0) || !(phase.seconds > 0)) return std::nullopt;
    return phase.seconds / (run + before);
}

std::string phase_time_text(double seconds, const std::vector<RunPhase>& phases, int digits) {
    double run = 0, before = 0;
    for (const RunPhase& phase : phases) (phase.work == LoggedWork::setup ? before : run) += phase.seconds;
    const auto in_seconds = [](const std::string& text) { return text.ends_with(" s"); };
    std::string out = format_quantity(seconds, Dimension::time, digits);
    const bool in_minutes =
        seconds >= seconds_a_minute && in_seconds(out) &&
        !in_seconds(format_quantity(std::max({seconds, run, before}), Dimension::time, digits));
    return in_minutes ? fmt::format("{:.{}g} min", seconds / seconds_a_minute, digits) : out;
}

const TimedPart* widest_part(const StepTimers& timers, std::optional<LoggedWork> work) {
    const TimedPart* widest = nullptr;
    for (const TimedPart& part : timers.parts)
        if ((!work || part.work == *work) && part.spread_s() > (widest ? widest->spread_s() : 0))
            widest = &part;
    return widest;
}

std::optional<TimedShares> timed_shares(const StepTimers& timers) {
    if (timers.parts.empty() || !(timers.step_s > 0)) return std::nullopt;
    TimedShares out;
    out.step_s = timers.step_s;
    double sum = 0;
    const auto add = [&](LoggedWork work, double seconds) {
        auto found = std::ranges::find(out.parts, work, &TimedShare::work);
        if (found == out.parts.end()) found = out.parts.insert(found, {work, 0});
        found->seconds += seconds;
    };
    for (const TimedPart& timer : timers.parts) {
        if (!(timer.own_s > 0)) continue;
        add(timer.work, timer.own_s);
        sum += timer.own_s;
    }
    if (!tells_slowest(timers.ranks) && sum < out.step_s) add(LoggedWork::rest, out.step_s - sum);
    std::ranges::stable_sort(out.parts, std::ranges::greater{}, &TimedShare::seconds);
    return out;
}

namespace {

/// Seconds that the median rank computes.
double usual_compute_s(const StepTimers& timers) {
    std::vector<double> computes;
    for (const TimedRank& rank : timers.by_rank) computes.push_back(rank.compute_s);
    return computes.empty() ? 0 : lower_median(std::move(computes));
}

} // namespace

size_t longer_ranks(const StepTimers& timers) {
    const double longest_usual_s = slow_factor * usual_compute_s(timers);
    return static_cast<size_t>(std::ranges::count_if(
        timers.by_rank, [&](const TimedRank& rank) { return rank.compute_s > longest_usual_s; }));
}

std::optional<LateRank> late_rank(const StepTimers& timers) {
    if (timers.by_rank.size() < 2) return std::nullopt;
    const double usual_s = usual_compute_s(timers);
    const TimedRank& slowest = *std::ranges::max_element(timers.by_rank, {}, &TimedRank::compute_s);
    if (!(usual_s > 0) || slowest.compute_s <= slow_factor * usual_s) return std::nullopt;
    for (const TimedRank& other : timers.by_rank)
        if (&other != &slowest && slowest.compute_s <= slow_factor * other.compute_s) return std::nullopt;
    if (2 * slowest.slowest_in <= timers.steps) return std::nullopt;
    return LateRank{slowest.rank, slowest.compute_s, usual_s, slowest.slowest_in, timers.steps};
}

} // namespace roofrack
