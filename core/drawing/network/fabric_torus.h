// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/network/fabric_network.h"

#include <string>
#include <vector>

namespace roofrack {

/// The torus that a server element is wired to.
struct Torus {
    std::vector<int> dims;
    double unit_gpus = 1; ///< GPUs at one crossing of the lines
    double cable = 0;     ///< bytes/s to one neighbour, one direction
    double background = 0;
    std::string link;
    int twisted = 0; ///< long axes of a twisted torus; 0: it is not

    /// Cables of one crossing along one axis, both neighbours; two crossings in a line have one neighbour
    /// each.
    static double neighbours(int dim) { return dim <= 1 ? 0 : dim == 2 ? 1 : 2; }
    double egress(size_t from_axis) const {
        double cables = 0;
        for (size_t axis = from_axis; axis < dims.size(); ++axis) cables += neighbours(dims[axis]);
        return cables * cable / unit_gpus;
    }
    /// Bytes/s a GPU between it and its like, where it goes on along its shortest axis: the links that close
    /// that axis lead on to the next one, which is all that a larger torus has at such a border.
    double outward() const;
};

/// Reads a drawn torus link between servers. Fails when its dims do not multiply to the servers or GPUs it
/// joins.
Result<Torus> read_torus(const Cluster& cluster, const Containment& containment, const Network& network,
                         const NetworkLink& drawn);

} // namespace roofrack
