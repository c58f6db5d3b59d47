// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/units/trimmed.h"
#include "core/measured/trace/logs/deepspeed_timers.h"
#include "core/measured/trace/logs/log_format.h"
#include "core/measured/trace/logs/megatron_timers.h"
#include "core/measured/trace/logs/nan_losses.h"
#include "core/measured/trace/logs/step_roles.h"
#include "core/measured/trace/logs/step_tellers.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace roofrack {

namespace {

constexpr double most_devices = 1e8; ///< a log that tells more is broken

/// "  world_size ...................................... 64": a line of the arguments that Megatron lists.
std::optional<double> argument(std::string_view line, std::string_view name) {
    const size_t at = line.find(name);
    if (at == std::string_view::npos || line.find_first_not_of(" \t") != at) return std::nullopt;
    std::string_view rest = line.substr(at + name.size());
    if (!rest.starts_with(" .")) return std::nullopt;
    return leading_number(rest.substr(std::min(rest.size(), rest.find_first_not_of(" ."))));
}

/// Megatron-LM and what grew from it (Megatron-DeepSpeed, Megatron Bridge): arguments, then lines of
/// iterations. The time of each line is the mean over all iterations since the line before.
class MegatronParser final : public LogParser {
public:
    void line(std::string_view raw, MeasuredFile& out) override {
        const std::string_view line = without_tag(raw);
        if (const auto elapsed = number_behind(line, "elapsed time per iteration (ms)")) {
            iteration(raw.substr(0, raw.size() - line.size()), line, *elapsed, out);
            return;
        }
        if (m_timers.line(line, out) || m_deepspeed.line(line)) return;
        if (const auto seconds = number_behind(line, "time to initialize megatron (seconds)"))
            initialised(*seconds, out);
        if (line.find("[before the start of training step]") != std::string_view::npos)
            training_begins(line, out);
        if (const auto devices = number_behind(line, "using world size");
            devices && *devices >= 1 && *devices < most_devices) {
            out.devices = static_cast<int>(*devices);
            m_tellers.begin_again();
        }
        if (const auto devices = argument(line, "world_size");
            devices && *devices >= 1 && *devices < most_devices)
            out.devices = static_cast<int>(*devices);
        if (const auto batch = argument(line, "global_batch_size")) out.global_batch = batch;
        if (const auto tokens = argument(line, "seq_length")) out.sequence = tokens;
        if (const auto level = argument(line, "timing_log_level")) m_level = level;
        if (const auto lines = argument(line, "log_interval"); lines && *lines >= 1 && *lines < 1e9)
            m_interval = static_cast<int64_t>(*lines);
    }

    void end(MeasuredFile& out) override {
        m_timers.end(out);
        add_phases(out);
        out.hint = hint(out);
    }
    std::string warning() const override {
        const std::string losses = m_losses.text();
        return losses.empty() || m_jump.empty() ? losses + m_jump : losses + "; " + m_jump;
    }

private:
    /// What comes before the timers of its setup; several ranks may print it, and some clocks run backwards.
    void initialised(double seconds, MeasuredFile& out) {
        if (m_is_initialised || !(seconds > 0) || !is_run_time(seconds)) return;
        m_is_initialised = true;
        auto found = std::ranges::find(out.phases, LoggedWork::setup, &RunPhase::work);
        if (found == out.phases.end()) found = out.phases.insert(found, RunPhase{LoggedWork::setup});
        found->seconds += seconds;
    }

    /// What is told between iterations from here on is of this attempt.
    void training_begins(std::string_view line, const MeasuredFile& out) {
        const auto at = time_stamp(line);
        if (!at || (m_begun_s && m_begun_with == out.steps.size())) return; // several ranks may print it
        m_begun_s = at;
        m_begun_with = out.steps.size();
        m_told_begun = told_s(out);
    }

    /// The time from the last iteration to the end of the job, where stamps tell both: what it did of another
    /// one. `since_stamp`: iterations since the stamp of `stamped`.
    double lost_s(const MeasuredFile& out, const std::vector<int64_t>& iterations, const LoggedStep* stamped,
                  double since_stamp, double told_then) const {
        const LoggedStep* const last = out.steps.empty() ? nullptr : &out.steps.back();
        if (!out.ended_at_s || !last || last->iteration >= out.planned_iterations.value_or(last->iteration))
            return 0;
        double from = 0;
        if (stamped) {
            from = *stamped->at_s + since_stamp;
        } else if (m_begun_s) {
            from = *m_begun_s;
            told_then = m_told_begun;
            for (size_t i = m_begun_with; i < out.steps.size(); ++i)
                if (is_step_time(*out.steps[i].step_s))
                    from += *out.steps[i].step_s * static_cast<double>(iterations[i]);
        } else {
            return 0;
        }
        const double lost = *out.ended_at_s - from - (told_s(out) - told_then);
        return is_run_time(lost) ? lost : 0;
    }

    /// Adds the training, and the time between iterations: stamps lie further apart than the iterations and
    /// what was told between them took. The sum is how long the run took.
    void add_phases(MeasuredFile& out) {
        const std::vector<int64_t> iterations = iterations_of(out, 1, m_interval);
        out.iterations = sum_of(iterations);
        double training = 0, gap = 0, since_stamp = 0;
        const LoggedStep* stamped = nullptr;
        double told_then = 0;
        for (size_t i = 0; i < out.steps.size(); ++i) {
            const LoggedStep& step = out.steps[i];
            if (is_step_time(*step.step_s)) {
                const double seconds = *step.step_s * static_cast<double>(iterations[i]);
                training += seconds;
                since_stamp += seconds;
            }
            if (!step.at_s) continue;
            if (stamped) {
                const double between = *step.at_s - *stamped->at_s - since_stamp - (m_told[i] - told_then);
                gap += begins_again(out, i) ? between : without_jump(between, since_stamp, step.iteration);
            }
            stamped = &step;
            told_then = m_told[i];
            since_stamp = 0;
        }
        constexpr double stamp_s = 1;        // stamps are of whole seconds
        constexpr double least_share = 0.01; // less of the training is the rounding of many stamps
        const auto counts = [&](double seconds) {
            return seconds > stamp_s && seconds > least_share * training;
        };
        const double lost = lost_s(out, iterations, stamped, since_stamp, told_then);
        const bool has_lost = counts(lost), has_rest = counts(gap);
        if (has_lost) out.phases.push_back({LoggedWork::lost, lost});
        if (has_rest) out.phases.push_back({LoggedWork::rest, gap});
        if (training > 0) out.duration_s = training + (stamped || has_lost ? told_s(out) : 0);
        if (out.phases.empty() || !(training > 0)) return;
        out.phases.insert(
            std::ranges::find_if(out.phases,
                                 [](const RunPhase& phase) { return phase.work != LoggedWork::setup; }),
            RunPhase{LoggedWork::training, training});
        share_phases(out.phases);
    }

    /// What lies between two stamps without an hour by which the clock was set, as for summer time.
    double without_jump(double between, double iterations_s, int64_t iteration) {
        constexpr double stamp_s = 1, share = 0.05, most_s = seconds_a_minute;
        if (std::abs(std::abs(between) - seconds_an_hour) >
            2 * stamp_s + std::min(most_s, share * iterations_s))
            return between;
        m_jump =
            fmt::format("its clock was set {} by an hour before iteration {}, as for summer time: the hour "
                        "does not count",
                        between > 0 ? "forward" : "back", iteration);
        return between - std::copysign(seconds_an_hour, between);
    }

    /// Seconds of what was told between iterations up to here.
    static double told_s(const MeasuredFile& out) {
        double told = 0;
        for (const RunPhase& phase : out.phases)
            if (phase.work != LoggedWork::setup) told += phase.seconds;
        return told;
    }

    std::string hint(const MeasuredFile& out) const {
        constexpr std::string_view all = "--timing-log-level 2 --timing-log-option all";
        if (!out.timers) {
            if (m_timers.has_empty_lines())
                return "its lines “time (ms)” are empty, as where DeepSpeed runs the step: "
                       "wall_clock_breakdown in DeepSpeed's configuration prints times";
            return fmt::format("its timers are {}: {} prints every rank's",
                               m_level == 0 ? "off (timing_log_level 0)" : "not printed", all);
        }
        switch (out.timers->ranks) {
        case TimedRanks::one:
            if (m_deepspeed.tells_steps())
                return "DeepSpeed times one rank: a profile of all ranks tells who is late";
            return "its timers are those of one rank: a newer Megatron-LM prints every rank's with "
                   "--timing-log-option all";
        case TimedRanks::slowest:
        case TimedRanks::extremes: return "--timing-log-option all also prints which rank it is";
        case TimedRanks::all:
            if (out.timers->by_rank.empty())
                return "--timing-log-level 2 tells computation from waiting, and so who is late";
            return {};
        }
        return {};
    }

    void iteration(std::string_view tag, std::string_view line, double elapsed_ms, MeasuredFile& out) {
        LoggedStep step;
        const auto number = number_behind(line, "iteration");
        if (!number || elapsed_ms < 0) return;
        step.iteration = static_cast<int64_t>(std::clamp(*number, 0.0, 1e15));
        if (!m_tellers.is_new(tag, step.iteration)) return;
        step.step_s = elapsed_ms / 1000;
        step.samples_per_s = number_behind(line, "samples per second");
        step.tflops_per_gpu =
            number_behind(line, {"throughput per GPU (TFLOP/s/GPU)", "TFLOPs", "tflops", "TFLOP/s/GPU"});
        step.tokens_per_s_per_gpu = number_behind(
            line, {"tokens per gpu per second (tgs)", "tokens/sec/gpu", "token throughput per GPU"});
        step.loss = number_behind(line, {"lm loss", "lm-loss", "loss"});
        if (!step.loss) m_losses.look(line, {"lm loss", "lm-loss", "loss"}, step.iteration);
        if (const size_t of = line.find('/', line.find("iteration")); of < line.find('|'))
            if (const auto planned = leading_number(trimmed(line.substr(of + 1))); planned && *planned >= 1)
                out.planned_iterations = static_cast<int64_t>(std::min(*planned, 1e15));
        if (const auto skipped = number_behind(line, "number of skipped iterations"))
            out.skipped_iterations =
                out.skipped_iterations.value_or(0) + static_cast<int64_t>(std::clamp(*skipped, 0.0, 1e9));
        step.global_batch = number_behind(line, "global batch size");
        if (step.global_batch) out.global_batch = step.global_batch;
        const int64_t before = out.steps.empty() ? step.iteration - 1 : out.steps.back().iteration;
        m_told.push_back(told_s(out));
        m_timers.begin_step(out);
        out.steps.push_back(std::move(step));
        // DeepSpeed prints the timers of a step before the line of its iteration.
        const auto steps = static_cast<double>(out.steps.back().iteration - before);
        if (const std::string means = m_deepspeed.take(steps); !means.empty()) m_timers.line(means, out);
    }

    bool m_is_initialised = false;
    std::vector<double> m_told;      ///< s of phases before each step
    std::optional<double> m_begun_s; ///< when the training began, or the last attempt at it
    size_t m_begun_with = 0;         ///< steps that were told then
    double m_told_begun = 0;         ///< s of phases before it
    std::optional<double> m_level;
    std::optional<int64_t> m_interval;
    std::string m_jump; ///< what is to be said of the clock
    StepTellers m_tellers;
    NanLosses m_losses;
    MegatronTimers m_timers;
    DeepspeedTimers m_deepspeed; ///< timers of the iteration whose line is to come
};

bool is_megatron(std::string_view head) {
    return head.find("elapsed time per iteration (ms)") != std::string_view::npos ||
           (head.find("using world size:") != std::string_view::npos &&
            head.find("------ arguments ------") != std::string_view::npos);
}

} // namespace

LogFormat megatron_log() {
    return {MeasuredKind::training_log, "Megatron-LM", is_megatron,
            new_parser<MegatronParser>, true,          "elapsed time per iteration (ms)"};
}

} // namespace roofrack
