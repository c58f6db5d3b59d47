// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/step_part.h"
#include "core/step/engine/evaluation.h"
#include "core/study/scaling.h"

#include <string>
#include <string_view>

namespace roofrack {

// Words of slides for readers who do not know the field: what a thing is, and its term in brackets.

/// "computing", "waiting in the pipeline (bubble)".
std::string_view plain_words(StepPart part);

/// What holds the step back: "GPU arithmetic in 16-bit numbers (BF16)", "the network (leaf uplinks, 4:1)".
/// What is no resource is said as Evaluation::binds says it.
std::string plain_binding(const Evaluation& evaluation);
/// What holds it back next, if that is doubled; empty: nothing is known.
std::string plain_after_that(const Evaluation& evaluation);

/// "twice the GPU arithmetic in 16-bit numbers (BF16)", of one of its gains.
std::string plain_twice(const Gain& gain, const Evaluation& evaluation);

/// "41.7 % of the GPUs' peak arithmetic used (MFU)", of a share as text; of a plan in FP8 "of the GPUs' peak
/// arithmetic in 16-bit numbers used (MFU)" (mfu_basis()).
std::string peak_used_text(std::string_view share, const Plan& plan);
/// peak_used_text() of a share, with three digits at most.
std::string peak_used_text(double mfu, const Plan& plan);

/// What makes it scale worse from there on: "waiting in the pipeline (bubble) grows".
std::string plain_effect(const ScaleBorder& border);

/// A figure in a table: "GPU peak used (MFU)" for "step.mfu"; `label` where its own label is plain.
std::string plain_figure(std::string_view name, std::string_view label);

/// The plan without abbreviations: "tensor parallel 8 · pipeline parallel 4 · data parallel 4 · …".
std::string plain_plan(const Plan& plan);

/// The action of a mitigation: "8-bit numbers (FP8) in the linear layers".
std::string plain_action(std::string_view action);

} // namespace roofrack
