// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/explain/tree/inputs.h"

namespace roofrack {

/// W of one instance of a drawn rack, mean over the step, and of its heat that goes to air or to liquid
/// (core/facility/rack_model.cpp).
ExplanationPtr rack_power_node(const Inputs& inputs, const RackState& rack);
ExplanationPtr rack_heat_node(const Inputs& inputs, const RackState& rack, bool air);
/// W of one instance of a drawn rack in the compute phase.
ExplanationPtr rack_peak_node(const Inputs& inputs, const RackState& rack);

} // namespace roofrack
