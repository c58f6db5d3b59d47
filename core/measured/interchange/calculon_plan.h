// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/interchange/calculon.h"

namespace roofrack {

/// Calculon counts parameters with this vocabulary (Llm.Application.num_parameters); its files name none.
inline constexpr double calculon_vocabulary = 51200;

/// Application and execution → model, batch and plan, and what of them Roofrack does not know.
ModelSpec model_of(const CalculonApplication& application, const CalculonExecution& execution);
Workload workload_of(const CalculonApplication& application, const CalculonExecution& execution);
Plan plan_of(const CalculonExecution& execution);
std::vector<Diagnostic> calculon_losses(const CalculonExecution& execution, const std::string& where);

/// The way back: `model` and `plan` (dp filled in) as Calculon would say them, on top of what an execution
/// said before. What cannot be said is added to `warnings`.
CalculonApplication application_of(const ModelSpec& model, double sequence,
                                   std::vector<Diagnostic>& warnings);
CalculonExecution execution_of(const ModelSpec& model, const Plan& plan, double global_batch,
                               const CalculonExecution& before, std::vector<Diagnostic>& warnings);

} // namespace roofrack
