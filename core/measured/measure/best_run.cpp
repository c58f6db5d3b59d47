// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/measure/best_run.h"

#include "core/step/cost/memory_model.h"

namespace roofrack {

double bytes_of_run(const RunConfig& run) {
    return transformer_memory(run.shape, run.plan, run.sequence, run.global_batch,
                              stored_gradient_bytes(run.plan, *run.software),
                              flash_attention(*run.software, run.software_year),
                              memory_stack(run.software->name))
        .total();
}

void BestRun::consider(RunConfig trial, double time) {
    const double bytes = bytes_of_run(trial);
    const bool fits = bytes <= trial.machine.hbm_capacity;
    const bool is_better =
        !m_best || (fits && !m_fits) || (fits == m_fits && (fits ? time < m_time : bytes < m_bytes));
    if (!is_better) return;
    m_best = std::move(trial);
    m_time = time;
    m_bytes = bytes;
    m_fits = fits;
}

} // namespace roofrack
