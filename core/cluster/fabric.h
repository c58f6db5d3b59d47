// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cluster/cluster.h"
#include "units/diagnostic.h"

namespace roofrack {

class Catalog;

/// The technology of a level: selects the latency and protocol constants of the collectives.
enum class LinkClass { nvlink, pcie, infiniband, roce, efa, slingshot, omnipath, ici, wan };
std::string_view name_of(LinkClass link_class);
std::optional<LinkClass> link_class(std::string_view name);

/// One nesting level of the drawn network: blocks of `block_gpus` GPUs, and what leaves one such block.
/// Level i's block is nested in level i+1's. The last level is the whole drawing.
struct FabricLevel {
    std::string name;      ///< "NVLink domain", "server", "leaf", "spine" …
    double block_gpus = 1; ///< GPUs in one block of this level
    ByteRate inside{};     ///< bandwidth per GPU, one direction, between neighbours inside the block and outside the next inner one
    ByteRate egress{};     ///< max-flow out of the block ÷ its GPUs, one direction; 0 for the last level unless it is repeated
    double oversubscription = 1; ///< egress of the level inside ÷ egress of this one
    double background_load = 0;  ///< share of the egress taken by other jobs
    double routing = 1;          ///< share of the egress that hashing of flows leaves usable (ECMP …)
    Seconds latency{};           ///< added by crossing this block's border and back in (all hops, one way)
    LinkClass link_class = LinkClass::infiniband; ///< of the links that leave the block
    LinkClass inside_class = LinkClass::nvlink;   ///< of the links inside it, outside the next inner block
    bool in_network_reduction = false;
    std::string binding; ///< id of the link or element whose capacity the max-flow saturates; empty when none
    std::string binding_label; ///< "leaf uplinks, 4:1"
};

/// GPUs that share a speed: one drawn server element (all its instances).
struct GpuGroup {
    std::string element;     ///< server element id
    std::string accelerator; ///< catalogue id
    std::string rack;        ///< id of the nearest rack container; the server's own id when it stands in none
    double gpus = 0;
    double servers = 0;
    int gpus_per_server = 0;
    double speed = 1; ///< Element::speed
};

/// What the cost model needs of the drawing.
struct Fabric {
    std::vector<FabricLevel> levels; ///< innermost first; levels[0] is the scale-up domain
    std::vector<GpuGroup> groups;    ///< in drawn order
    double gpus = 0;                 ///< all GPUs of the drawing
    double gpus_per_server = 0;
    double scale_up_domain = 1; ///< = levels[0].block_gpus
    ByteRate storage_read{}, storage_write{}; ///< of all storage drawn; 0: none drawn
    double torus_axes = 0; ///< > 0: the scale-out network is a torus of so many axes
};

/// Nested blocks of the drawing, by max-flow on the quotient graph (nothing is expanded to single GPUs).
/// routing factors: data/defaults.json topology.routing_factor. Fails when there is no GPU or the containment is broken.
Result<Fabric> fabric(const Cluster& cluster, const Catalog& catalog, double routing_factor = 0);

/// A fabric without a drawing: `gpus_per_server` GPUs on `scale_up` (domain of `domain` GPUs, which may span servers)
/// and one non-blocking network of `nic` per GPU. For published runs, whose drawing nobody printed.
Fabric flat_fabric(double gpus, double gpus_per_server, double domain, ByteRate scale_up, ByteRate nic, LinkClass net,
                   const std::string& accelerator);

} // namespace roofrack
