// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/trace/logs/deepspeed_timers.h"
#include "core/measured/trace/logs/megatron_timers.h"
#include "core/measured/trace/logs/timed_steps.h"

#include <algorithm>

namespace roofrack {

namespace {

/// "[2024-…] [INFO] [timer.py:260:stop] epoch=0/micro_step=80/global_step=10, RunningAvgSamplesPerSec=26.1,
/// CurrSamplesPerSec=26.4, …", and of its pipeline engine "steps: 10 loss: 3.21 iter time (s): 1.2
/// samples/sec: 26.6". Timers of its steps stand behind; where they are all that there is, each of their
/// lines is a step.
class DeepspeedParser final : public LogParser {
public:
    void line(std::string_view raw, MeasuredFile& out) override {
        const std::string_view line = without_tag(raw);
        if (const auto devices = device_count(number_behind(line, {"dist_world_size", "world_size"})))
            out.devices = devices;
        if (const auto batch = number_behind(line, "train_batch_size")) out.global_batch = batch;
        // "[Rank 0] step=20, skipped=0, lr=[…], mom=[…]"
        if (line.find("skipped=") != std::string_view::npos) m_step = number_behind(line, "step");
        if (m_deepspeed.line(line)) {
            const auto has = [&](std::string_view part) { return line.find(part) != std::string_view::npos; };
            if (out.steps.empty() && (has("| fwd:") || has("| forward:"))) add_timed(raw);
            return;
        }
        const auto samples = number_behind(line, {"CurrSamplesPerSec", "samples/sec"});
        const auto number = number_behind(line, {"global_step", "steps"});
        if (!samples || !number) return;
        LoggedStep step;
        step.iteration = iteration_of(*number);
        step.samples_per_s = samples;
        step.step_s = number_behind(line, "iter time (s)");
        step.loss = number_behind(line, "loss");
        m_times.add(raw, step);
        take_timers(out);
        m_timers.begin_step(out);
        out.steps.push_back(step);
        m_timed.clear();
    }

    void end(MeasuredFile& out) override {
        if (out.steps.empty()) {
            m_steps_are_sums = !m_timed.empty() && std::ranges::none_of(m_timed, [](const TimedStep& each) {
                return each.step.step_s.has_value();
            });
            for (TimedStep& each : m_timed) {
                each.step.iteration += m_offset;
                if (m_steps_are_sums) each.step.step_s = DeepspeedTimers::sum_ms(each.timers) / 1000;
                m_timers.begin_step(out);
                out.steps.push_back(each.step);
                m_timers.line(each.timers, out);
            }
            m_timed_steps.end(out);
        } else {
            take_timers(out);
            m_times.end(out);
        }
        m_timers.end(out);
        if (out.timers)
            out.hint = "DeepSpeed times one rank: a profile of all ranks tells who is late";
        else if (!out.steps.empty())
            out.hint = "wall_clock_breakdown in DeepSpeed's configuration prints where a step's time goes";
    }

    std::string warning() const override {
        return m_steps_are_sums
                   ? "has neither rates nor time stamps: a step is the sum of its timers, without what lies "
                     "between them"
                   : std::string();
    }

private:
    /// A step that is told by its timers alone.
    struct TimedStep {
        LoggedStep step;
        std::string timers;
    };

    void add_timed(std::string_view raw) {
        TimedStep each;
        // One line is one step, and every steps_per_print-th of them says which.
        each.step.iteration = static_cast<int64_t>(m_timed.size()) + 1;
        if (m_step) m_offset = std::max<int64_t>(0, iteration_of(*m_step) - each.step.iteration);
        m_step.reset();
        each.timers = m_deepspeed.take(1);
        m_timed_steps.add(raw, each.step);
        m_timed.push_back(std::move(each));
    }

    /// Timers since the line of a step are that step's: several where it stands for several.
    void take_timers(MeasuredFile& out) {
        const int64_t last = out.steps.empty() ? 0 : out.steps.back().iteration;
        const double steps = static_cast<double>(last - m_step_before);
        m_step_before = last;
        if (const std::string means = m_deepspeed.take(steps); !means.empty()) m_timers.line(means, out);
    }

    TimedSteps m_times, m_timed_steps;
    DeepspeedTimers m_deepspeed;
    MegatronTimers m_timers;
    std::vector<TimedStep> m_timed; ///< before any line that tells of a step
    std::optional<double> m_step;   ///< number of the step whose timers come next
    int64_t m_offset = 0;           ///< steps before the first that was timed
    int64_t m_step_before = 0;
    bool m_steps_are_sums = false;
};

bool is_deepspeed(std::string_view head) {
    const auto has = [&](std::string_view part) { return head.find(part) != std::string_view::npos; };
    const bool has_timers = has("time (ms) | fwd") || has("time (ms) | forward_microstep:") ||
                            has("rank=0 time (ms) | forward:") || has("time (ms) | optimizer_allgather:");
    return has("CurrSamplesPerSec=") || (has("iter time (s):") && has("samples/sec:")) || has_timers;
}

} // namespace

LogFormat deepspeed_log() {
    return {MeasuredKind::training_log,  "DeepSpeed", is_deepspeed,
            new_parser<DeepspeedParser>, true,        "CurrSamplesPerSec="};
}

} // namespace roofrack
