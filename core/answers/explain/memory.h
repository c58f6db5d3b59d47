// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/explain/tree/inputs.h"

namespace roofrack {

/// Bytes on the fullest GPU as explained numbers (core/step/cost/memory_model.cpp).
ExplanationPtr memory_node(const Inputs& inputs);

} // namespace roofrack
