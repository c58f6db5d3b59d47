// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/network_variant.h"
#include "core/base/units/diagnostic.h"

#include <string_view>
#include <vector>

namespace roofrack {

/// The factors of the collectives that are fitted on published nccl-tests sweeps (resources/cost/
/// collectives.json; ranges, meaning and informing rows in collective_priors.json). All others are NCCL's own
/// (resources/catalog/defaults.json). Each belongs to a link class, an NVLink generation or a library
/// variant. Seconds, B/s, shares.
struct CollectiveConstants {
    double slingshot_rail_share = 0.8;    ///< share of the NICs' line rate
    double slingshot_message_time = 4e-5; ///< rendezvous of one message of a ring, hidden by long transfers
    double efa_rail_share = 0.9;          ///< share of the NICs' line rate
    double efa_hop_latency = 4e-5;        ///< efa hop latency of a network hop, first generation
    double omnipath_communicator_rate = 6.25e9; ///< B/s out of a node for one communicator, no GPUDirect
    double tcp_rail_share = 0.1;                ///< share of the NICs' line rate
    double match_time = 2e-5; ///< match time of a hop whose messages the host matches or copies
    double peer_time = 4e-6;  ///< peer time of an all-to-all, a peer
    double launch = 1.5e-5;   ///< launch of a collective inside an NVLink domain, beyond NCCL's base latency
    double network_launch = 8e-6; ///< the same of one over several domains
    double pair_share = 0.95;  ///< share of the NVLink ring rate that an all-to-all inside a domain reaches
    double border_share = 0.9; ///< share of a domain's rate, of rings or switches, that also feeds NICs

    static const CollectiveConstants& built_in();
    static Result<CollectiveConstants> parse(std::string_view json, std::string_view where);
};

/// Constants by name: reading, fitting, listing.
struct CollectiveField {
    std::string_view of, name, key, unit; ///< "link_class", "slingshot", "rail_share", ""
    double CollectiveConstants::*value;
};
const std::vector<CollectiveField>& collective_fields();
/// Null when there is no such constant.
const CollectiveField* collective_field(std::string_view of, std::string_view name, std::string_view key);

} // namespace roofrack
