// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/explain/tree/inputs.h"

namespace roofrack {

/// Money, what a whole run takes, and the load that the demand charge counts, as explained numbers
/// (core/facility/economics, core/study/money).
ExplanationPtr cost_per_hour_node(const Inputs& inputs);    ///< $/h
ExplanationPtr capital_node(const Inputs& inputs);          ///< $ of all that is drawn
ExplanationPtr cost_per_million_node(const Inputs& inputs); ///< $ per million useful tokens, or samples
ExplanationPtr run_cost_node(const Inputs& inputs);         ///< $ to the token budget
ExplanationPtr run_carbon_node(const Inputs& inputs);       ///< kg CO2e to the token budget
ExplanationPtr run_time_node(const Inputs& inputs);         ///< s to the token budget
ExplanationPtr run_energy_node(const Inputs& inputs);       ///< J at the meter to the token budget
ExplanationPtr lead_time_node(const Inputs& inputs);        ///< weeks from the order until it runs
ExplanationPtr metered_node(const Inputs& inputs);          ///< W, highest mean over the meter's window

} // namespace roofrack
