// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/explain/tree/inputs.h"

namespace roofrack {

/// Power as explained numbers (core/facility).
ExplanationPtr power_node(const Inputs& inputs);        ///< W of the facility
ExplanationPtr pue_node(const Inputs& inputs);          ///< facility ÷ IT
ExplanationPtr it_power_node(const Inputs& inputs);     ///< W, mean over the step
ExplanationPtr run_power_node(const Inputs& inputs);    ///< W of the facility, over the wall clock
ExplanationPtr run_it_power_node(const Inputs& inputs); ///< W, over the wall clock
ExplanationPtr
mean_utilisation_node(const Inputs& inputs); ///< mean utilisation of the dynamic power of a GPU

} // namespace roofrack
