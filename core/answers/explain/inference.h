// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/explain/tree/inputs.h"

namespace roofrack {

/// What a step of post-training generates and scores, as an explained number (inference_times in
/// core/step/cost/generation.cpp).
ExplanationPtr inference_node(const Inputs& inputs);

} // namespace roofrack
