// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/link_ends.h"

#include <string>

namespace roofrack {

/// How the networks of a data link's two ends match. The parts tell them (text "network"); RoCE, Ethernet
/// and Slingshot (its first generation ran to Ethernet NICs) take each other's cables and frames. A server
/// with InfiniBand takes the network of an Ethernet switch: the adapters of all such servers of the catalogue
/// (ConnectX) are set to either. Switches, and NICs that are made for another network, do not change. Nothing
/// is said about servers at a provider (EFA): what they are connected to is drawn with whatever switches.
enum class NetworkMatch {
    unknown, ///< an end whose part tells none (storage), or one that is not known here
    mates,
    differs
};
NetworkMatch network_match(const LinkEnd& a, const LinkEnd& b);

/// "DGX H100 is InfiniBand, Leaf is Ethernet: their ports do not mate". For ends that differ.
std::string networks_differ_text(const LinkEnd& a, const LinkEnd& b);

} // namespace roofrack
