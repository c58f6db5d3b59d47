// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/project.h"
#include "core/base/units/diagnostic.h"

#include <string>
#include <vector>

namespace roofrack {

class Catalog;
struct Fabric;

/// A cluster of equal processors by its figures alone: SI units, of one GPU, one direction; 0 = not given.
struct MachineFigures {
    double dense_bf16 = 0, dense_fp8 = 0, dense_fp32 = 0; ///< FLOP/s
    double hbm_capacity = 0, hbm_rate = 0;                ///< B, B/s
    double host_link_rate = 0;                            ///< B/s
    double scale_up_rate = 0;                             ///< B/s inside the domain
    double domain = 1;                                    ///< GPUs on one scale-up network
    double scale_out_rate = 0;                            ///< B/s of a GPU's share of the NICs
    double outer_rate = 0;                                ///< B/s that the upper switch tiers leave a GPU
};

/// The figures of a drawing's first group of GPUs and of its network. Fails when it has no GPU.
Result<MachineFigures> machine_figures(const Cluster& cluster, const Catalog& catalog);

/// Draws `gpus` GPUs of these figures from the fat-tree template, around the catalogue's nearest server (or
/// `server`, where the catalogue has it): figures that differ become the project's own. What was rounded or
/// could not be drawn is added to `warnings`, placed at `where`.
Result<Project> draw_machine(const MachineFigures& figures, int gpus, const std::string& server,
                             const Catalog& catalog, const std::string& where,
                             std::vector<Diagnostic>& warnings);

} // namespace roofrack
