// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/interchange/calculon.h"
#include "core/measured/interchange/machine_drawing.h"

#include <nlohmann/json_fwd.hpp>

namespace roofrack {

struct Machine;
struct Plan;

/// A system's figures for a job of `processors`. Its first network is the scale-up one unless it is the only
/// one and too small for the job.
MachineFigures figures_of(const CalculonSystem& system, int processors);

/// What of a system no figure of Roofrack says: kept for the export, placed at `where`.
std::vector<Diagnostic> calculon_system_losses(const nlohmann::ordered_json& json, const std::string& where);

/// The figures as a Calculon system: `before` (null: none) with the figures that differ replaced.
/// Efficiencies that `before` does not give are those that Roofrack predicts: of large GEMMs, of HBM, of
/// collectives of 1 GiB on the fabric.
nlohmann::ordered_json calculon_system_json(const MachineFigures& figures, const Machine& machine,
                                            const Fabric& fabric, const nlohmann::ordered_json& before,
                                            const std::string& datatype, std::vector<Diagnostic>& warnings);

/// The network tier that groups of each kind use: the innermost one that holds all their members.
void assign_networks(CalculonExecution& execution, const Plan& plan, const MachineFigures& figures,
                     const Fabric& fabric);

} // namespace roofrack
