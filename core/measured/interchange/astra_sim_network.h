// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units/diagnostic.h"
#include "core/drawing/network/fabric.h"

#include <string>
#include <vector>

namespace roofrack {

/// One dimension of ASTRA-sim's analytical network: so many NPUs (of the dimension inside) on one such
/// building block. Bandwidth and latency of one NPU's link, one direction.
struct AstraSimDimension {
    const char* topology = "Switch"; ///< "Switch" or "Ring"
    int npus = 1;
    double bandwidth = 0; ///< B/s
    double latency = 0;   ///< s
};

/// The first `gpus` GPUs of the fabric as nested dimensions, innermost first; their NPUs multiply to `gpus`.
/// Levels that do not nest in whole blocks are joined to the next outer one, with a warning.
std::vector<AstraSimDimension> astra_sim_dimensions(const Fabric& fabric, int gpus,
                                                    std::vector<Diagnostic>& warnings);

/// Flow-style YAML that is JSON as well, since ASTRA-sim's parser has read either over time. Bandwidths in
/// 2^30 B/s, which is what its "GB/s" are (bw_GBps_to_Bpns); latencies in ns.
std::string astra_sim_network(const std::vector<AstraSimDimension>& dimensions);

/// The system file: `hbm_rate` in B/s, `peak` in FLOP/s.
std::string astra_sim_system(const std::vector<AstraSimDimension>& dimensions, double hbm_rate, double peak);

} // namespace roofrack
