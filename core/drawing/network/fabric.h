// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/constants/defaults.h"
#include "core/base/model/cluster.h"
#include "core/base/units/diagnostic.h"

namespace roofrack {

class Catalog;
class ResolvedDrawing;

/// The technology of a level: selects the latency and protocol constants of the collectives.
enum class LinkClass { nvlink, pcie, infiniband, roce, efa, slingshot, omnipath, ici, wan };
std::string_view name_of(LinkClass link_class);
std::optional<LinkClass> link_class(std::string_view name);

/// What other traffic and degraded links leave of the links of a level (Site::fabric).
struct LinkShare {
    double background = 0;     ///< share of the bandwidth that others take
    double degraded_links = 0; ///< share of the links that run at `degraded_rate` of their rate
    double degraded_rate = 1;

    bool as_drawn() const { return background == 0 && degraded_links == 0; }
    /// Share of the bandwidth that is left for a job that uses so many links; 1 where all is as drawn. A
    /// collective takes as long as its slowest link, and a step as its slowest collective (NCCL's rings,
    /// arXiv 2606.01680). Each link is degraded by itself with probability f, r its rate then: the mean time
    /// is (1 − f)^n + (1 − (1 − f)^n)/r of the time as drawn. `spread`: over all links of a border, packet by
    /// packet, which then carry 1 − f·(1 − r).
    double left(double links, bool spread) const;
};

/// Blocks of a level that are alike, where not all of them are. Rates are a GPU's, one direction.
struct BlockKind {
    double gpus = 1;   ///< in one block
    ByteRate inside{}; ///< between the next inner blocks inside it; scale-up link, or the host's, innermost
    ByteRate egress{}; ///< out of it
    double first = 0;  ///< GPUs that are drawn before the first of them
    double all = 0;    ///< GPUs in all of them
};

/// One nesting level of the drawn network: blocks of `block_gpus` GPUs, and what leaves one such block.
/// Level i's block is nested in level i+1's. The last level is the whole drawing; its egress repeats the
/// outermost block, so that a sweep may go beyond what is drawn.
struct FabricLevel {
    std::string name;      ///< "NVLink domain", "server", then the name of the switches that close the block
    double block_gpus = 1; ///< GPUs in one block of this level
    ByteRate inside{}; ///< per GPU, one direction: between the next inner blocks inside this block. Level 0:
                       ///< the scale-up link
    ByteRate egress{}; ///< max-flow out of the block ÷ its GPUs, one direction; 0 when nothing leaves it
    double oversubscription = 1; ///< egress of the level inside ÷ egress of this one; 1 for level 0
    double background_load = 0;  ///< share of the egress taken by other jobs
    double ways = 1;             ///< cables that a flow which leaves the block may take (border_ways)
    double routing = 1; ///< share of the egress that hashing of flows over them leaves usable (ECMP …)
    Seconds latency{}; ///< one way from GPU to GPU across this block's border: both NICs and every switch hop
    LinkClass link_class = LinkClass::infiniband; ///< class of the links that leave the block
    LinkClass inside_class =
        LinkClass::nvlink;             ///< class of the links inside it, outside the next inner block
    bool in_network_reduction = false; ///< the switches above this block reduce (SHARP)
    bool spread = false; ///< the site's routing spreads packets over all links that leave the block
    double cables = 0;   ///< a GPU, that leave the block
    /// Kinds of blocks, in drawn order, where they differ in size or rates; empty: all are alike. What stands
    /// above is then of the size that most GPUs stand in, and of the slowest.
    std::vector<BlockKind> unequal;
    LinkShare beyond; ///< share of the links that leave the block
    LinkShare within; ///< share of the links inside the innermost blocks; level 0 alone
    /// What a site may call the links that join the next inner blocks (LevelConditions::level).
    std::vector<std::string_view> roles;
    std::string binding; ///< id of the link or element whose capacity the max-flow saturates; empty when none
    std::string binding_label; ///< "leaf uplinks, 4:1"

    /// Share of the egress that others and degraded links leave to a job of so many GPUs.
    double left(double gpus) const { return beyond.left(cables * gpus, spread); }
    /// Share of the scale-up links, one attachment a GPU, that others and degraded links leave to such a job.
    double left_within(double gpus) const { return within.left(gpus, false); }
};

/// GPUs that share a speed: one drawn server element (all its instances).
struct GpuGroup {
    std::string element;     ///< server element id
    std::string accelerator; ///< catalogue id
    std::string rack;        ///< id of the nearest rack container; the server's own id when it stands in none
    double gpus = 0;
    double servers = 0;
    int gpus_per_server = 0;
    double speed = 1;        ///< Element::speed, of all GPUs but the slow ones
    int slow_per_server = 0; ///< GPUs of a server that alone have another speed
    double slow_speed = 1;   ///< the speed of the slow ones

    double slow_share() const { return gpus_per_server > 0 ? double(slow_per_server) / gpus_per_server : 0; }
};

/// What the cost model needs of the drawing.
struct Fabric {
    std::vector<FabricLevel> levels; ///< innermost first; levels[0] is the scale-up domain
    std::vector<GpuGroup> groups;    ///< in drawn order
    double gpus = 0;                 ///< all GPUs of the drawing
    double gpus_per_server = 0;
    double scale_up_domain = 1;               ///< = levels[0].block_gpus
    ByteRate storage_read{}, storage_write{}; ///< rates of all storage drawn; 0: none drawn
    double torus_axes = 0; ///< > 0: the first levels are the line, plane, cube … of a torus of so many axes
    int torus_level = -1;  ///< index of the level that holds a torus of chips whole; -1: none, or of servers
    /// Nothing but its own links leaves the torus of chips: beyond the drawing it goes on as a larger one.
    bool torus_grows = false;
    double torus_twist = 1; ///< times that an all-to-all over the whole torus is faster for its twist
    bool mesh = false; ///< the accelerators of a scale-up domain are wired to each other without a switch
    bool rail_only = false; ///< no switch joins the rails: all-to-all forwards through the scale-up domain
                            ///< (+8–11 %, arXiv 2307.12169)
    const Defaults* defaults = &Defaults::built_in(); ///< defaults of the catalogue it was read with
};

/// Nested blocks of the drawing, by max-flow on the quotient graph (nothing is expanded to single GPUs).
/// A block grows from one scale-up domain to its server, its torus, then to all that the switches of tier 1,
/// tier 2 … join. With unequal blocks the size is that of the block most GPUs stand in, the egress that of
/// the slowest, which is named, and each kind is listed. A switch network that storage is connected to and
/// that only the servers join to the rest is left out. A cable has Link::bandwidth, or else the slower of the
/// two ports; never more than the cable part carries. each: the side with more instances has `count` cables
/// to one of the other side. rail: `from` is the server side. `routing_factor`: share that hashing of flows
/// leaves; 0: all. Fails when there is no GPU or the containment is broken.
Result<Fabric> fabric(const Cluster& cluster, const Catalog& catalog, double routing_factor = 0);
/// The fabric of a drawing that is resolved already.
Result<Fabric> fabric(const ResolvedDrawing& drawing, double routing_factor = 0);

/// A fabric without a drawing: `gpus_per_server` GPUs on `scale_up` (domain of `domain` GPUs, which may span
/// servers) and one non-blocking network of `nic` per GPU. For measured sweeps of collectives, whose drawing
/// nobody printed.
Fabric flat_fabric(double gpus, double gpus_per_server, double domain, ByteRate scale_up, ByteRate nic,
                   LinkClass net, const std::string& accelerator);

} // namespace roofrack
