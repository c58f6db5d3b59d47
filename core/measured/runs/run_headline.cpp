// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/runs/run_headline.h"

#include "core/base/units/quantity_text.h"
#include "core/base/units/word_list.h"
#include "core/measured/runs/headline_words.h"
#include "core/measured/runs/mean_step.h"
#include "core/measured/runs/run_summary.h"
#include "core/measured/runs/separate_runs.h"
#include "core/measured/trace/logs/step_roles.h"
#include "core/measured/trace/matched_collectives.h"
#include "core/measured/trace/trace_text.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <optional>
#include <set>

namespace roofrack {

namespace {

using NamedTimes = std::vector<std::pair<std::string_view, double>>;

/// "gradients between ranks", and the timer that is nearly all of them where others sum gradients, too.
std::string work_text(const StepTimers& timers, const TimedShare& part) {
    std::string out(label_of(part.work));
    if (part.work != LoggedWork::gradients) return out;
    const TimedPart* most = nullptr;
    size_t timed = 0;
    for (const TimedPart& timer : timers.parts)
        if (timer.work == part.work && timer.own_s > 0) {
            ++timed;
            if (!most || timer.own_s > most->own_s) most = &timer;
        }
    constexpr double nearly_all = 0.8;
    if (timed > 1 && most->own_s > nearly_all * part.seconds) out += fmt::format(" ({})", most->name);
    return out;
}

/// "in a step of 123 s (mean of 4): backward 64 %, forward 23 % and waiting for other stages 9.5 %"
std::string timers_text(const MeasuredFile& file) {
    if (!file.timers) return {};
    const auto shares = timed_shares(*file.timers);
    if (!shares) return {};
    std::vector<std::string> names;
    for (const TimedShare& part : shares->parts) names.push_back(work_text(*file.timers, part));
    NamedTimes parts;
    for (size_t i = 0; i < names.size(); ++i) parts.emplace_back(names[i], shares->parts[i].seconds);
    const std::string text = headline_shares(std::move(parts), shares->step_s);
    return text.empty()
               ? text
               : fmt::format("in a step of {}{}{}: {}", headline_time(shares->step_s),
                             headline_mean(static_cast<size_t>(std::max(0, file.timers->steps))),
                             tells_slowest(file.timers->ranks) ? ", by the slowest rank of each" : "", text);
}

/// "the run took 18.8 min: training 98 % and evaluation 1.7 %, after 7.25 min of initialisation"
std::string phases_text(const std::vector<RunPhase>& phases) {
    NamedTimes parts;
    double run = 0, before = 0;
    for (const RunPhase& phase : phases) {
        if (phase.work == LoggedWork::setup) {
            before += phase.seconds;
            continue;
        }
        run += phase.seconds;
        parts.emplace_back(label_of(phase.work), phase.seconds);
    }
    const std::string after =
        before > 0 ? fmt::format(", after {} of initialisation", phase_time_text(before, phases))
                   : std::string();
    if (run > 0 && parts.size() > 1)
        return fmt::format("the run took {}: {}{}", phase_time_text(run, phases),
                           headline_shares(std::move(parts), run), after);
    return run > 0 && before > 0 ? fmt::format("the run took {}{}", phase_time_text(run, phases), after)
                                 : std::string();
}

/// "a step takes 2 s (median of 5), none takes 5 % more"
std::string steps_text(const MeasuredFile& file, bool is_said_how_long) {
    if (!file.median_step_s) return {};
    const double median = *file.median_step_s;
    const std::vector<StepRole> roles = step_roles(file);
    const LoggedStep *first = nullptr, *slowest = nullptr; // slowest of those that are compared
    for (size_t i = 0; i < roles.size(); ++i) {
        const LoggedStep& step = file.steps[i];
        if (roles[i] == StepRole::warms_up && (!first || *step.step_s > *first->step_s)) first = &step;
        if (roles[i] == StepRole::compared && (!slowest || *step.step_s > *slowest->step_s)) slowest = &step;
    }
    const size_t in_median = steps_in_median(file);
    const bool is_uneven = slowest && *slowest->step_s > slow_factor * median;
    const double factor = slowest ? *slowest->step_s / median : 0;
    const std::string warms_up = first && *first->step_s > slow_factor * median
                                     ? fmt::format(" but the first, {},", headline_time(*first->step_s))
                                     : std::string();
    if (is_said_how_long) {
        if (in_median == 1) return {};
        return is_uneven
                   ? fmt::format("the slowest after the first, {}, takes {} ({:.2f} times the median)",
                                 iteration_text(file, *slowest), headline_time(*slowest->step_s), factor)
                   : fmt::format("no step{} takes 5 % more than the median", warms_up);
    }
    std::string out = fmt::format("a step takes {}", headline_time(median));
    const size_t others = count_of(roles, StepRole::other_job);
    if (in_median == 1 && others == 0) return out;
    out += others == 0 ? fmt::format(" (median of {})", in_median)
                       : fmt::format(" (median of {}, without {} of another batch or number of GPUs)",
                                     in_median, others);
    if (is_uneven)
        out += fmt::format("; the slowest after the first, {}, {} ({:.2f} times as long)",
                           iteration_text(file, *slowest), headline_time(*slowest->step_s), factor);
    else if (slowest && in_median > 1)
        out += fmt::format(", none{} takes 5 % more", warms_up);
    return out;
}

/// "Slurm cancelled job 7: its time limit was reached, after 4 of 1,000 iterations"
std::string end_text(const MeasuredFile& file) {
    if (file.ended.empty() || file.steps.empty() || !file.planned_iterations) return file.ended;
    const int64_t done = file.steps.back().iteration;
    if (done >= *file.planned_iterations) return file.ended;
    return fmt::format("{}, after {} of {} iterations", file.ended, format_count(static_cast<double>(done)),
                       format_count(static_cast<double>(*file.planned_iterations)));
}

/// "all 4 iterations were skipped (loss scale): the optimizer did not step". Where few are skipped, the loss
/// scale is being found, which is usual.
std::string skipped_text(const MeasuredFile& file) {
    constexpr double few = 0.01;
    const int64_t skipped = file.skipped_iterations.value_or(0), all = file.iterations.value_or(0);
    if (all < 1 || static_cast<double>(skipped) <= few * static_cast<double>(all)) return {};
    if (skipped >= all)
        return all == 1
                   ? "the only iteration was skipped (loss scale): the optimizer did not step"
                   : fmt::format("all {} iterations were skipped (loss scale): the optimizer never stepped",
                                 format_count(static_cast<double>(all)));
    return fmt::format("{} of {} iterations were skipped (loss scale): the optimizer did not step in them",
                       format_count(static_cast<double>(skipped)), format_count(static_cast<double>(all)));
}

std::string ranks_by_timers_text(const StepTimers& timers) {
    if (timers.ranks == TimedRanks::extremes)
        if (const TimedPart* widest = widest_part(timers))
            return fmt::format("ranks differ most in {}: {} to {} a step", widest->name,
                               headline_time(widest->least_s), headline_time(widest->most_s));
    if (const auto late = late_rank(timers))
        return fmt::format(
            "rank {} was late: it computes {} of a step, the median rank {}; slowest in {} of {} steps",
            late->rank, headline_time(late->compute_s), headline_time(late->median_s), late->slowest_in,
            late->steps);
    if (const size_t longer = longer_ranks(timers); longer > 1)
        return fmt::format(
            "{} of {} ranks compute at least 5 % longer than the median rank, none much longer "
            "than all others: they may have other work, or wait for each other",
            longer, timers.by_rank.size());
    if (timers.by_rank.size() > 1)
        return fmt::format("none of {} ranks computes 5 % longer than the median rank in most steps",
                           timers.by_rank.size());
    return {};
}

std::string who_text(const MeasuredFile& file) {
    std::string out = file.timers ? ranks_by_timers_text(*file.timers) : std::string();
    if (file.hint.empty())
        return out.empty() ? "a log does not tell what the GPUs waited for, nor who was late: a profile does"
                           : out;
    return out.empty() ? "who was late is not told: " + file.hint : out + "; " + file.hint;
}

/// What the first log with step times tells: where a step's time went by the program's own timers, else how
/// long steps are and how even, and what the run was spent on; who was late, or why it does not tell and
/// which option would. Nothing where no log tells a time.
std::optional<RunHeadline> log_headline(const TraceResult& trace) {
    const auto tells = [](const MeasuredFile& file) {
        return file.median_step_s.has_value() || !file.phases.empty();
    };
    const auto file = std::ranges::find_if(trace.files, tells);
    if (file == trace.files.end()) return std::nullopt;
    RunHeadline out;
    const std::string timers = timers_text(*file);
    for (const std::string& part : {end_text(*file), skipped_text(*file), timers, phases_text(file->phases),
                                    steps_text(*file, !timers.empty()), file->began_again, file->outcome}) {
        if (part.empty()) continue;
        std::string& line = out.where.empty() ? out.where : out.more;
        line += (line.empty() ? "" : "; ") + part;
    }
    out.who = who_text(*file);
    // One log is told: which, and that it does not stand for the others. Files of a pipeline are of one run.
    const auto is_log = [&](const MeasuredFile& each) {
        return tells(each) &&
               (each.kind == MeasuredKind::training_log || each.kind == MeasuredKind::mlperf_log);
    };
    if (const auto logs = std::ranges::count_if(trace.files, is_log); is_log(*file) && logs > 1) {
        out.where = fmt::format("{}: {}", std::filesystem::path(file->file).filename().string(), out.where);
        out.more += fmt::format("{}{} other log{} told here", out.more.empty() ? "" : "; ", logs - 1,
                                logs == 2 ? " is not" : "s are not");
    }
    return out;
}

std::string parts_text(const WindowParts& parts) {
    return headline_shares({{"compute", parts.compute_s},
                            {"wait for communication", parts.exposed_comm_s},
                            {"wait for copies", parts.exposed_mem_s},
                            {"idle", parts.idle_s}},
                           parts.window_s());
}

std::string ranks_text(size_t ranks) { return fmt::format("{} rank{}", ranks, ranks == 1 ? "" : "s"); }

/// "no file tells of rank 3 of 8: who came last to the 12 collectives with it is not known" of one job.
/// `of_several`: others are read beside it.
std::string untold_text(const UntoldCollectives& untold, bool of_several) {
    const auto collectives = [&](const char* with) {
        return untold.collectives == 1 ? fmt::format("the one collective {}", with)
                                       : fmt::format("the {} collectives {}", untold.collectives, with);
    };
    std::string out;
    if (untold.missing_count > 0) {
        constexpr size_t told_by_number = 4;
        std::string which = fmt::format("{} of {} ranks", untold.missing_count, untold.world_size);
        if (untold.missing_count <= told_by_number) {
            std::vector<std::string> names;
            for (const auto& rank : untold.missing) names.push_back(fmt::format("{}", rank));
            which = fmt::format("{} {} of {}", untold.missing_count == 1 ? "rank" : "ranks", word_list(names),
                                untold.world_size);
        }
        out = "no file tells of " + which;
        if (untold.collectives > 0)
            out += fmt::format(": who came last to {} is not known",
                               collectives(untold.missing_count == 1 ? "with it" : "with them"));
    } else if (untold.collectives > 0) {
        out = fmt::format("who came last to {} is not known",
                          collectives("that not all of their ranks recorded"));
        if (of_several && untold.world_size > 0)
            out += fmt::format(", of the job of {}", ranks_text(static_cast<size_t>(untold.world_size)));
    }
    if (untold.repeated > 0)
        out += fmt::format(
            "{}several files tell of {}{}: which of them ran together is not known, and nobody is "
            "blamed by them",
            out.empty() ? "" : "; ",
            untold.repeated == 1 ? std::string("one rank") : ranks_text(untold.repeated),
            untold.world_size > 0 ? fmt::format(" of {}", untold.world_size) : std::string());
    return out;
}

/// The same of all jobs whose ranks were read; empty where all is told.
std::string untold_text(const std::vector<TraceRank>& ranks) {
    const std::vector<UntoldCollectives> jobs = untold_collectives(ranks);
    std::set<std::optional<int>> sizes;
    for (const TraceRank& rank : ranks) sizes.insert(rank.world_size);
    std::string out;
    for (const UntoldCollectives& job : jobs)
        out += (out.empty() ? "" : "; ") + untold_text(job, sizes.size() > 1);
    return out;
}

std::string where_text(const MeanStep& mean) {
    return mean.has_steps ? fmt::format("in a step of {}{} the GPUs {}", headline_time(mean.parts.window_s()),
                                        headline_mean(mean.windows, mean.parts.window_s(), mean.median_s),
                                        parts_text(mean.parts))
                          : fmt::format("in {} the GPUs {} (no step is marked)",
                                        headline_time(mean.parts.window_s()), parts_text(mean.parts));
}

/// Ranks that are of different runs have no common mean; each run by itself, by its GPU and its first file.
/// Empty where all may be of one.
std::string told_apart(const std::vector<std::vector<const TraceRank*>>& runs) {
    constexpr size_t most = 4;
    std::string out = several_runs_text(runs);
    if (out.empty()) return out;
    for (size_t i = 0; i < std::min(most, runs.size()); ++i) {
        const TraceRank& first = *runs[i].front();
        const auto mean = mean_step(runs[i]);
        if (!mean) continue;
        out += fmt::format("; {}{}, {}: {}", first.gpu.empty() ? "" : first.gpu + ", ",
                           std::filesystem::path(first.file).filename().string(), ranks_text(mean->ranks),
                           where_text(*mean));
    }
    return runs.size() > most ? out + fmt::format("; and {} more", runs.size() - most) : out;
}

/// `runs`: as many as ranks where each is of one alone.
std::string late_text(const TraceResult& trace, size_t ranks, size_t runs) {
    if (ranks == runs) return "one rank alone does not tell who was late";
    const std::string untold = untold_text(trace.ranks), gain = late_gain_text(trace);
    std::string late = straggler_text(trace);
    if (!gain.empty()) late += "; " + gain;
    if (!untold.empty()) return late.empty() ? untold : untold + "; " + late;
    if (!late.empty()) return late;
    return trace.stragglers.empty() ? "no collective that the GPUs share tells who was late"
                                    : fmt::format("none of {} made the others wait", ranks_text(ranks));
}

} // namespace

std::string RunHeadline::told() const {
    std::string out = where;
    for (const std::string* each : {&communication, &more})
        if (!each->empty()) out += "; " + *each;
    return out;
}

RunHeadline run_headline(const TraceResult& trace) {
    RunHeadline out;
    if (const auto mean = mean_step(trace)) {
        const auto runs = separate_runs(trace);
        out.where = told_apart(runs);
        if (out.where.empty()) out.where = where_text(*mean);
        out.who = late_text(trace, mean->ranks, runs.size());
    } else if (const auto log = log_headline(trace)) {
        out = *log;
    } else {
        out.where = nothing_measured_text(trace);
        if (out.where.empty())
            out.where = "its files tell neither how long a step took nor what the GPUs did";
    }
    out.what = run_summary(trace);
    return out;
}

RunHeadline run_headline(const TraceResult& trace, const std::vector<StragglerStudy>& replays) {
    RunHeadline out = run_headline(trace);
    add_replays(out, replays, mean_step(trace).has_value());
    return out;
}

void add_replays(RunHeadline& headline, const std::vector<StragglerStudy>& replays, bool tells_devices) {
    if (replays.empty()) return;
    (tells_devices ? headline.who : headline.where) = summary_of(replays.front());
    if (!tells_devices) headline.who.clear();
}

void add_communication(RunHeadline& headline, const TraceResult& trace, const TraceAnalysis& analysis) {
    if (separate_runs(trace).size() <= 1) headline.communication = waiting_text(analysis.collectives);
}

} // namespace roofrack
