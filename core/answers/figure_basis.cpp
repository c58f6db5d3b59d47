// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/figure_basis.h"

#include "core/answers/step_answers.h"
#include "core/step/engine/figures/gpu_rates.h"

namespace roofrack {

std::string_view figure_basis(std::string_view figure, const Answers& answers) {
    if (figure != "step.mfu" && figure != "step.mfu_causal" && figure != "step.hfu") return {};
    const Evaluation* const evaluation = answers.value<Evaluation>();
    return evaluation ? mfu_basis(evaluation->plan) : std::string_view();
}

} // namespace roofrack
