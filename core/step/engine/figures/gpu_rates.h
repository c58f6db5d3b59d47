// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/step/engine/evaluation.h"

#include <string>
#include <string_view>
#include <vector>

namespace roofrack {

/// Model FLOP/s of a GPU, the mean over all at work: what MFU is the share of the peak of, in the productive
/// step, without what is recomputed (PaLM, Chowdhery 2022). NaN where the FLOPs are not known, 0 where there
/// is no step.
FlopRate model_flops_per_gpu(const Evaluation& evaluation);

/// "against the BF16 peak": what MFU and HFU of a plan in FP8 or FP4 are shares of, so that they may be above
/// 100 %. Empty: of the peak of the plan's own precision (Machine::mfu_precision()).
std::string_view mfu_basis(const Plan& plan);
/// "MFU 42.1 %", "MFU 104.8 % against the BF16 peak"; empty: it is not known.
std::string mfu_text(double mfu, const Plan& plan);

/// Tokens (samples of a profile) a second and GPU, by the wall clock: the useful rate over the GPUs. 0 where
/// there is no step.
double useful_rate_per_gpu(const Evaluation& evaluation);

/// "256 GPUs paid, as fast as 211 that never wait (82 %)": Evaluation::effective_gpus in words; of several
/// kinds of GPU also ", at the pace of the slowest kind".
std::string gpus_at_work_text(const Evaluation& evaluation);

/// What fine-tuning and post-training make of the step, in lines: "LoRA of rank 16: 44.56M of 69B parameters
/// are trained (0.06 %)", "generation 41 s (58 %), scoring 5 s, training 25 s".
std::vector<std::string> tuning_lines(const TuningStep& tuning);

/// "493 TFLOP/s a GPU": model_flops_per_gpu() in words; empty where it is not known.
std::string gpu_flops_text(const Evaluation& evaluation);
/// "1.02k tokens/s a GPU": useful_rate_per_gpu() in words.
std::string gpu_rate_text(const Evaluation& evaluation);
/// Both of them: "493 TFLOP/s a GPU · 1.02k tokens/s a GPU".
std::string gpu_rates_text(const Evaluation& evaluation);

} // namespace roofrack
