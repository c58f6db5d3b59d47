// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/measure/run_config.h"

namespace roofrack {

/// What a GPU of the run holds by the memory model, bytes.
double bytes_of_run(const RunConfig& run);

/// The best of the ways in which a run can have run: the fastest of those that fit, or where none does the
/// smallest.
class BestRun {
public:
    /// `time`: s, of a step or of a sequence, the same of all trials.
    void consider(RunConfig trial, double time);
    /// None was considered yet.
    bool is_empty() const { return !m_best; }
    /// The best one, which it gives away.
    RunConfig take() { return std::move(*m_best); }

private:
    std::optional<RunConfig> m_best;
    double m_time = 0, m_bytes = 0;
    bool m_fits = false;
};

} // namespace roofrack
