// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/network/fabric_network.h"

namespace roofrack {

/// Cables that one flow may take across a border: those of `phase` that leave the switches which the leaf of
/// one NIC of node `server` reaches over the phases inside. Links up count together, since each of them leads
/// everywhere; links between switches of one tier by the container that they lead to, of which the one with
/// most counts. 1 stands for one leaf or a single cable; 0: the phase reaches nothing.
double border_ways(const Network& network, const Containment& containment, int server, int phase);

/// Share of a border's rate that hashing of flows leaves over so many cables. Flows fall on cables as balls
/// in bins, so that the busiest of n carries 1 + c·z_n of the mean (expected_maximum); c is what `factor`
/// asks for at `known_ways`, from which on it stays. One cable leaves nothing to collide on: 1.
double hashed_share(double ways, double factor, double known_ways);

} // namespace roofrack
