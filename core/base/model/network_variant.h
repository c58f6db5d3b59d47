// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace roofrack {

/// How the communication library drives the network. `tuned`: the vendor's transport with its recommended
/// settings. `sharp`: the same with in-network reduction switched on (NCCL_COLLNET_ENABLE, off by default),
/// where the switches reduce. `software_matching`: libfabric matches messages on the host and reads large
/// ones by rendezvous. `tcp`: sockets, no transport plugin.
enum class NetworkVariant { tuned, sharp, software_matching, tcp };
constexpr int network_variant_count = 4;
std::string_view name_of(NetworkVariant variant);

/// From its name, or from a description as benchmark logs carry one ("(1) default: TCP, no NCCL env", "rx
/// match software / rdzv alt_read"). tuned where nothing says otherwise.
NetworkVariant network_variant(std::string_view description);

} // namespace roofrack
