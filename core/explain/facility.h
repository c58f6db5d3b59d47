// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/inputs.h"

namespace roofrack {

/// Power and money as explained numbers (core/facility, core/economics).
ExplanationPtr power_node(const Inputs& inputs);            ///< W of the facility
ExplanationPtr pue_node(const Inputs& inputs);              ///< facility ÷ IT
ExplanationPtr it_power_node(const Inputs& inputs);         ///< W, mean over the step
ExplanationPtr mean_utilisation_node(const Inputs& inputs); ///< of the dynamic power of a GPU
ExplanationPtr cost_per_hour_node(const Inputs& inputs);    ///< $/h

} // namespace roofrack
