// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace roofrack {

/// The timers that DeepSpeed prints of rank 0 where wall_clock_breakdown is on: "[Rank 0] time (ms) | fwd:
/// 6567.66 | bwd: 17950.35 | bwd_inner: 17711.19 | bwd_allreduce: 239.11 | step: 1139.29", until 2023 as
/// "rank=0 time (ms) | forward: …". Its engine prints a line of each step, those of micro-steps
/// ("fwd_microstep") before it; that of pipelines prints sums of the steps since its line "steps: 10 loss: …
/// iter time (s): …" before.
class DeepspeedTimers {
public:
    /// True where the line was one of these timers.
    bool line(std::string_view line);
    /// Some line was one of a whole step.
    bool tells_steps() const { return m_tells_steps; }
    /// Means of a step since the last call, "time (ms) | fwd: 6567.66 | …"; empty: nothing was timed.
    /// `steps`: how many steps these were.
    std::string take(double steps);
    /// Their sum, ms: what is within another timer counts once.
    static double sum_ms(std::string_view means);

private:
    struct Sum {
        double ms = 0;
        int lines = 0;
    };
    std::map<std::string, Sum, std::less<>> m_sums, m_micro_sums; ///< by the name that newer ones print
    double m_pipeline_steps = 0; ///< that the line of a pipeline's timers is of; 0: the engine has none
    double m_last_pipeline_step = 0;
    bool m_tells_steps = false;
};

} // namespace roofrack
