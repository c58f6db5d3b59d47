// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/trace/logs/measured_file.h"

#include <compare>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace roofrack {

/// The timers that Megatron-LM prints behind the line of an iteration, as means of the iterations since the
/// line before: "time (ms) | forward-compute: 12.5 | …" of one rank, or a heading ("(min, max) time across
/// ranks (ms):", "max time across ranks (ms):", "times across ranks (ms):") and a line each, with
/// --timing-log-option all one for each rank. Those of initialisation, evaluation and checkpoints become
/// phases of the run. Means are over the steps that the median is of (step_roles()), as far as they have
/// timers. DeepSpeed's, as DeepspeedTimers has brought them into such a line, are read as well.
class MegatronTimers {
public:
    /// True where the line was one of timers.
    bool line(std::string_view line, MeasuredFile& out);
    /// A line of an iteration was read: timers from here on are of that one.
    void begin_step(MeasuredFile& out);
    void end(MeasuredFile& out);
    /// There were lines for timers, and nothing in them.
    bool has_empty_lines() const { return m_empty > 0; }

private:
    struct Value {
        int rank = -1; ///< -1: not told
        double least_ms = 0, most_ms = 0;
    };
    using StepTimes = std::map<int, std::map<int, Value>>; ///< by timer and rank
    struct Sums {
        double least_ms = 0, most_ms = 0, mean_ms = 0;
    };
    struct Load {
        double compute_ms = 0, wait_ms = 0;
        int slowest_in = 0;
    };
    /// What steps with timers add up to.
    struct Totals {
        std::vector<Sums> timers;  ///< by timer
        std::map<int, Load> loads; ///< by rank
        int steps = 0;
        double step_s = 0; ///< sum of those steps
    };
    /// Steps of one batch and number of GPUs, as step_roles() tells them apart.
    struct Job {
        double batch = 0;
        int devices = 0;
        auto operator<=>(const Job&) const = default;
    };

    bool entry(std::string_view line, MeasuredFile& out);
    void one_line(std::string_view rest, MeasuredFile& out);
    void add(std::string_view name, const Value& value, MeasuredFile& out);
    void finish_step(MeasuredFile& out);
    static void add_rank_loads(const StepTimes& step, const MeasuredFile& out, Totals& to);
    int place_of(std::string_view name, MeasuredFile& out);
    const Totals* compared() const;

    bool m_in_block = false; ///< a heading was read
    bool m_has_step = false;
    TimedRanks m_ranks = TimedRanks::one; ///< whose the lines are that are read
    std::string m_name;                   ///< the timer whose ranks follow
    StepTimes m_step;                     ///< timers of the step that is read
    std::map<Job, Totals> m_totals;       ///< totals of the steps that do not warm up
    std::map<Job, Totals> m_warm_up;      ///< the last step that does
    Job m_last, m_last_timed;             ///< jobs of the last step, and of the last with timers
    bool m_warms_up = true;               ///< the next step does
    int m_empty = 0;
};

} // namespace roofrack
