// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/step/engine/evaluation.h"

#include <string>

namespace roofrack {

/// Model FLOP/s of a GPU, the mean over all at work: what MFU is the share of the peak of. Of the productive
/// step, without what is recomputed (PaLM, Chowdhery 2022). NaN where the FLOPs are not known, 0 where there
/// is no step.
FlopRate model_flops_per_gpu(const Evaluation& evaluation);

/// Tokens (samples of a profile) a second and GPU, by the wall clock: the useful rate over the GPUs. 0 where
/// there is no step.
double useful_rate_per_gpu(const Evaluation& evaluation);

/// "256 GPUs paid, 211 at work (82.3 %)": Evaluation::effective_gpus in words.
std::string gpus_at_work_text(const Evaluation& evaluation);

/// "493 TFLOP/s and 1.02k tokens/s a GPU"; the first is left out where it is not known.
std::string gpu_rates_text(const Evaluation& evaluation);

} // namespace roofrack
