// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/part.h"

namespace roofrack {

class Catalog;

/// A figure that cannot be right beside the others of its part, or lies far from what such parts have.
struct UnlikelyFigure {
    std::string key;   ///< "nic_rate"
    std::string what;  ///< "800 GB/s of NICs a GPU are more than its PCIe link carries, 64 GB/s"
    std::string usual; ///< "parts of the catalogue have 1.25 GB/s to 100 GB/s"; empty: not known
};

/// Contradictions first, then figures more than ten times above the most or below the least of the
/// catalogue's parts of the kind: mostly a unit mistaken by 1,000. `accelerator` is a server's, or null. In
/// the order of value_specs().
std::vector<UnlikelyFigure> unlikely_figures(const Part& part, const Part* accelerator,
                                             const Catalog& catalog);

} // namespace roofrack
