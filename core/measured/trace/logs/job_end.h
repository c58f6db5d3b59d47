// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace roofrack {

/// How Slurm ended a job, as its lines in the job's output say: "slurmstepd: error: *** JOB 123 ON node7
/// CANCELLED AT 2026-09-21T10:00:00 DUE TO TIME LIMIT ***" (or STEP 123.0), and "Detected 1 oom_kill event in
/// StepId=123.0" where the kernel killed processes for want of memory.
class JobEnd {
public:
    /// Looks at a line of the output, whatever stands before Slurm's words. True where it tells of an end.
    bool line(std::string_view line);
    /// "Slurm cancelled job 123 on 2026-09-21 at 10:00:00: its time limit was reached"; empty: nothing was
    /// said. Where several jobs are in one output, the end of the last one.
    std::string text() const;
    /// When the job of text() was cancelled, s since 1970 by the clock of the log; none: that was not said.
    std::optional<double> cancelled_at_s() const { return m_cancelled_at_s; }

private:
    bool cancelled(std::string_view line);
    bool out_of_memory(std::string_view line);

    std::string m_job; ///< "123", "123.0"
    std::string m_cancelled;
    std::optional<double> m_cancelled_at_s;
    bool m_is_step = false; ///< only a step of it was cancelled
    /// " of step 123.0" and " on 2026-09-21 at 10:00:00" of the first processes that were killed.
    std::string m_killed_step, m_killed_when;
    int64_t m_killed = 0;
};

} // namespace roofrack
