// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/network/fabric_network.h"

#include <vector>

namespace roofrack {

/// The main ones of the server nodes (`types`, indices into Network::nodes, not empty): the first of those of
/// one part that have the most GPUs, however many elements they are drawn as.
int main_servers(const Network& network, const std::vector<int>& types);

} // namespace roofrack
