// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/cluster.h"
#include "core/base/units/diagnostic.h"

#include <string>
#include <vector>

namespace roofrack {

class Catalog;

/// What a publication tells of a cluster whose drawing nobody printed.
struct ClusterOutline {
    std::string accelerator; ///< catalogue id
    double gpus = 0;         ///< at work; all that is drawn
    int gpus_per_server = 8;
    int domain = 0; ///< GPUs of a scale-up domain that spans the servers of a rack (72: NVL72); 0: a server's
    int axes = 0;   ///< axes of the torus that the accelerators are wired to; 0: none
    int slices = 1; ///< such tori, joined by the network
    ByteRate network{};                      ///< scale-out, a GPU, one direction
    std::string network_kind = "infiniband"; ///< as a server part names it
};

struct OutlinedCluster {
    Cluster cluster;
    std::vector<std::string> assumed; ///< what the outline leaves open: "server = hgx-h100"
};

/// The outline drawn by a template: one server by itself, racks of a scale-up domain, a torus, else a
/// non-blocking fat tree; with feeds and cooling that carry all. The server is the part of the catalogue that
/// is nearest, with GPUs and NICs as outlined. Where GPUs do not fill the servers they are of the largest
/// size below that does, and where no template has switches enough, or several tori are joined, one switch
/// stands for the network, as far as three hops. Fails when no server of the catalogue has the accelerator.
Result<OutlinedCluster> outlined_cluster(const ClusterOutline& outline, const Catalog& catalog);

/// Chips along each axis of a torus of so many, as even as their divisors allow: 1,536 are 8 × 12 × 16.
std::vector<int> even_torus(int chips, int axes);

} // namespace roofrack
