// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/explain/groups/collective_time.h"

#include "core/answers/explain/groups/link_rates.h"
#include "core/answers/explain/groups/measured_time.h"
#include "core/drawing/network/block_kinds.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace roofrack {

namespace {

constexpr const char* nccl_source =
    "NCCL 2.30.7 src/graph/tuning.cc; bus bandwidth: nccl-tests doc/PERFORMANCE.md";

enum Protocol { ll, ll128, simple };
constexpr std::string_view protocol_names[] = {"LL", "LL128", "Simple"};

/// The algorithms of one group as candidates for the time of a buffer
/// (core/step/collectives/collectives.cpp).
class Candidates {
public:
    Candidates(const Inputs& in, const ExplanationPtr& bytes, const GroupNodes& group)
        : m_in(in)
        , m_bytes(bytes)
        , m_group(group)
        , m_path(group.path)
        , m_n(group.members)
        , m_several(group.path.nodes > 1)
        , m_bus(m_several ? calculated("bus bandwidth", "B/s", group.ring_bus(in)) : group.intra_bus) {}

    void ring(double passes) {
        const ExplanationPtr steps = calculated("steps", "", passes * (Term(m_n) - 1.0));
        const Term across = m_several ? passes * (Term(m_group.nodes) - 1.0) : Term(0.0);
        const ExplanationPtr transfer = calculated("transfer", "s", Term(m_bytes) * steps / m_n / m_bus);
        for (const Protocol p : {ll, ll128, simple}) {
            if (p == ll128 && !m_path.ll128) continue;
            Term latency = Term(steps) * inner("ring", p);
            if (m_several)
                latency = (Term(steps) - across) * inner("ring", p) +
                          across * (net("ring", p) + m_group.hop(m_in, true));
            if (p == simple) {
                if (m_several && passes == 2)
                    latency =
                        std::move(latency) * constant("ring_simple_multinode_plateau", "plateau of the ring");
                latency =
                    std::move(latency) +
                    Term(steps) *
                        smallest(
                            {constant("first_slice", "first part of a chunk") * m_bytes / m_n / m_bus,
                             constant("slice", "slice") / constant("channel_rate", "rate of a channel")});
            }
            if (m_several && m_group.ring_far_latency)
                latency = std::move(latency) + passes * Term(m_group.ring_far_latency);
            const ExplanationPtr waiting = calculated("latency", "s", latency);
            Term moving = transfer;
            if (p == ll128)
                moving = std::move(moving) / constant("protocol_factor.ring_ll128", "LL128 share");
            if (p == ll)
                moving = std::move(moving) /
                         smallest({constant("protocol_factor.ring_ll", "LL share"), ll_rate() / m_bus});
            if (m_several && m_path.message_time > 0) {
                Term wait =
                    across * m_in.collective(&CollectiveConstants::slingshot_message_time) *
                    smallest({1.0, Term(m_bytes) / constant("rendezvous_size", "size of a rendezvous")});
                if (p == ll) wait = constant("rendezvous_ll", "share that LL waits") * std::move(wait);
                const ExplanationPtr rendezvous = calculated("rendezvous", "s", wait);
                moving = function(Operation::square_root, moving * moving + Term(rendezvous) * rendezvous);
            }
            add("ring", p, base("ring", p) + waiting + moving, true);
        }
    }

    void tree() {
        const Term levels = m_several
                                ? function(Operation::floor, function(Operation::logarithm_2, m_group.nodes))
                                : Term(0.0);
        const bool eager = m_path.message_time <= 0;
        const ExplanationPtr border = m_several ? tree_border(eager) : nullptr;
        for (const Protocol p : {ll, ll128, simple}) {
            if (p == ll128 && !m_path.ll128) continue;
            const ExplanationPtr share =
                calculated("share of the bandwidth", "", tree_factor(p) * correction(p));
            Term rate = Term(m_group.intra_bus) / 2.0 * share;
            if (m_several && m_path.border_share != 1)
                rate = std::move(rate) * m_in.collective(&CollectiveConstants::border_share);
            if (m_several)
                rate =
                    smallest({std::move(rate), p == simple && eager ? Term(border) : Term(border) * share});
            if (p == ll) rate = smallest({std::move(rate), ll_rate() / 2.0});
            const ExplanationPtr reached = calculated("bandwidth", "B/s", rate);
            Term way = (Term(m_group.domain) - 1.0) * inner("tree", p) +
                       levels * (net("tree", p) + m_group.hop(m_in, false));
            if (m_group.tree_far_latency) way = std::move(way) + m_group.tree_far_latency;
            Term latency = base("tree", p) + 2.0 * std::move(way);
            if (p == simple)
                latency = std::move(latency) +
                          2.0 * (function(Operation::logarithm_2, m_group.nodes) + m_group.domain - 1.0) *
                              smallest({Term(m_bytes) / constant("tree_least_chunks", "least chunks"),
                                        constant("tree_chunk", "chunk of a tree")}) *
                              constant("tree_channels", "channels of a tree") / (2.0 * Term(reached));
            const ExplanationPtr waiting = calculated("latency", "s", latency);
            add("tree", p, Term(waiting) + Term(m_bytes) / reached, true);
        }
    }

    void nvls() {
        if (m_path.link_class != LinkClass::nvlink || (!m_several && m_path.members < 4) ||
            m_path.domain <= 1)
            return;
        const Term inside = constant("hop_latency.nvlink.nvls", "NVLS latency inside");
        const ExplanationPtr rate =
            recorded("bandwidth that the switches reduce", m_path.nvls_rate, "B/s",
                     m_group.left_within ? switch_rate() * m_group.left_within : switch_rate());
        const ExplanationPtr held = calculated("bytes in flight a GPU", "B", in_flight());
        if (!m_several)
            return add("NVLS",
                       launch() + inside + (Term(m_bytes) + smallest({m_bytes, Term(held) * m_n})) / rate);
        const bool sharp = m_path.in_network_reduction;
        const Term log = function(Operation::logarithm_2, m_group.nodes);
        const Term levels = sharp ? Term(0.5) : function(Operation::floor, log);
        const Term border =
            sharp || m_path.nodes <= 2
                ? Term(m_group.inter_bus) * 1.0
                : Term(m_group.inter_bus) * (0.5 * constant("protocol_factor.tree_simple", "Simple share"));
        const ExplanationPtr reached =
            calculated("bandwidth", "B/s",
                       smallest({Term(m_in.collective(&CollectiveConstants::border_share)) * rate, border}));
        const Term flight =
            smallest({m_bytes, Term(held) * m_group.domain * (1.0 + (sharp ? Term(1.0) : log))});
        const Term net = constant("hop_latency.net.nvls_tree", "NVLS-tree hop");
        const Term hop = sharp ? m_group.far_hop(m_in, false) : m_group.hop(m_in, false);
        Term latency = launch() + inside + 2.0 * levels * (net + hop);
        if (!sharp && m_group.tree_far_latency)
            latency = std::move(latency) + 2.0 * Term(m_group.tree_far_latency);
        add("NVLS tree", std::move(latency) + Term(m_bytes) / reached + flight / rate);
    }

    void collnet() {
        if (!m_path.in_network_reduction || !m_several) return;
        const Term d = m_group.domain;
        Term rate = m_group.inter_bus;
        if (m_path.domain > 1)
            rate = smallest({Term(m_group.intra_bus) * d / (2.0 * (d - 1.0)), m_group.inter_bus});
        const Term latency = launch() +
                             2.0 * (smallest({1.0, d - 1.0}) * inner("collnet_direct") +
                                    (d - 1.0) * constant("collnet_peer", "a peer of CollNet")) +
                             net("collnet_direct") + m_group.far_hop(m_in, false);
        add("CollNet", latency + Term(m_bytes) / (constant("collnet_share", "CollNet share") * rate));
    }

    void pat() {
        if (!m_several || m_path.domain > 1 || m_path.message_time > 0) return;
        const Term latency = launch() + constant("base_latency.pat", "base latency") +
                             function(Operation::logarithm_2, m_n) * (net("pat") + m_group.hop(m_in, false)) /
                                 constant("pat_overlap", "rounds at a time") +
                             Term(m_n) * constant("pat_rank", "a rank of PAT");
        const Term detour = m_group.tree_far_latency ? Term(m_group.tree_far_latency) : Term(0.0);
        add("PAT", latency + detour +
                       Term(m_bytes) * (Term(m_n) - 1.0) / m_n /
                           (constant("protocol_factor.pat", "PAT share") * m_bus));
    }

    /// Inside each torus over its axes, then the shares over the network.
    ExplanationPtr torus(double passes, double value) const {
        const Term d = m_group.domain, k = m_group.nodes;
        Term time = 0.0;
        if (m_path.domain > 1)
            time = Term(m_bytes) * (d - 1.0) / d / m_group.intra_bus +
                   Term(m_group.torus.hops) * m_in.constant("topology.torus_hop_latency", "hop");
        if (m_several) {
            Term step = net("ring", simple) + m_group.hop(m_in, true);
            Term across = (k - 1.0) * std::move(step) + Term(m_bytes) * (k - 1.0) / k / m_group.inter_bus;
            if (m_group.ring_far_latency) across = std::move(across) + m_group.ring_far_latency;
            time = std::move(time) + std::move(across);
        }
        return recorded("time", value, "s", passes * std::move(time), torus_source);
    }

    void all_to_all() {
        const Term start = base("ring", simple) + launch() +
                           (Term(m_n) - 1.0) * m_in.collective(&CollectiveConstants::peer_time);
        Term rate = m_group.intra_bus;
        if (m_path.pair_share != 1)
            rate = m_in.collective(&CollectiveConstants::pair_share) * std::move(rate);
        const ExplanationPtr inside = calculated(
            "inside the domain", "s",
            m_path.torus_axes > 0 ? Term(m_bytes) * m_group.domain / m_n * m_group.torus.cross
                                  : Term(m_bytes) * (Term(m_group.domain) - 1.0) / m_n / std::move(rate));
        if (!m_several) return add("all-to-all", start + inside);
        const ExplanationPtr across = calculated("across the network", "s",
                                                 Term(m_bytes) * (Term(m_n) - m_group.domain) / m_n /
                                                     (all_to_all_share() * m_group.inter_rank));
        add("all-to-all", start + m_group.far_hop(m_in, true) + net("ring", ll) + largest({inside, across}));
    }

    void send() {
        if (!m_several)
            return add("send",
                       constant("hop_latency.nvlink.ring.2", "NVLink hop") +
                           Term(m_bytes) / (m_path.torus_axes > 0 ? m_group.torus.cable : m_group.intra_bus));
        Term hop = m_group.latency;
        if (m_path.match_time > 0) hop = std::move(hop) + m_in.collective(&CollectiveConstants::match_time);
        add("send", net("ring", simple) + hop + Term(m_bytes) / m_group.inter_rank);
    }

    ExplanationPtr fastest(double value) const {
        std::vector<Term> times(m_times.begin(), m_times.end());
        const Term best = times.size() == 1 ? times.front() : smallest(std::move(times));
        return recorded("time", value, "s", best, nccl_source);
    }

private:
    void add(std::string name, const Term& time) {
        m_times.push_back(calculated(std::move(name), "s", time));
    }
    void add(std::string_view algorithm, Protocol protocol, const Term& time, bool launched) {
        add(fmt::format("{} {}", algorithm, protocol_names[protocol]), launched ? time + launch() : time);
    }

    Term constant(std::string_view key, std::string name) const {
        return m_in.constant(fmt::format("collectives.{}", key), std::move(name));
    }
    Term base(std::string_view algorithm, Protocol p) const {
        return constant(fmt::format("base_latency.{}", of_protocol(algorithm, p)), "base latency");
    }
    Term inner(std::string_view algorithm) const {
        const char* link = m_path.link_class == LinkClass::pcie ? "pci" : "nvlink";
        return constant(fmt::format("hop_latency.{}.{}", link, algorithm), "hop inside");
    }
    Term inner(std::string_view algorithm, Protocol p) const { return inner(of_protocol(algorithm, p)); }
    Term net(std::string_view algorithm) const {
        return constant(fmt::format("hop_latency.net.{}", algorithm), "network hop");
    }
    Term net(std::string_view algorithm, Protocol p) const { return net(of_protocol(algorithm, p)); }
    static std::string of_protocol(std::string_view algorithm, Protocol p) {
        return fmt::format("{}.{}", algorithm, static_cast<int>(p));
    }
    Term launch() const {
        return m_path.launch > 0 ? Term(m_in.collective(m_several ? &CollectiveConstants::network_launch
                                                                  : &CollectiveConstants::launch))
                                 : Term(0.0);
    }
    /// Bus bandwidth that LL reaches at most.
    Term ll_rate() const {
        return constant(m_path.nodes <= 1   ? "ll_rate.one_node"
                        : m_path.nodes <= 2 ? "ll_rate.two_nodes"
                                            : "ll_rate.more_nodes",
                        "LL at most");
    }
    Term all_to_all_share() const {
        const NetworkVariant variant = m_in.impl().scenario.calibration.network_variant;
        if (variant == NetworkVariant::tcp) return 1.0;
        return constant(m_path.border_class == LinkClass::slingshot ? "all_to_all_efficiency.dragonfly"
                                                                    : "all_to_all_efficiency.eight_rails",
                        "all-to-all efficiency");
    }

    ExplanationPtr tree_border(bool eager) const {
        Term border = m_group.inter_bus;
        if (m_path.nodes > 2 || !eager)
            border = std::move(border) * (0.5 * constant("protocol_factor.tree_simple", "Simple share"));
        return calculated("bandwidth of a tree across", "B/s", border);
    }
    Term tree_factor(Protocol p) const {
        if (p == ll) return constant("protocol_factor.tree_ll", "LL share");
        if (p == simple) return constant("protocol_factor.tree_simple", "Simple share");
        return constant(m_several ? "protocol_factor.tree_ll128_multi_node"
                                  : "protocol_factor.tree_ll128_one_node",
                        "LL128 share");
    }
    /// NCCL's correction of the tree's bandwidth at a size, between its powers of two.
    Term correction(Protocol p) const {
        constexpr const char* names[] = {"ll", "ll128", "simple"};
        const double at = std::clamp(std::log2(m_bytes->value / 64), 0.0, 23.0);
        const int below = std::min(static_cast<int>(at), 22);
        const auto entry = [&](int i) {
            return constant(fmt::format("tree_size_correction.{}.{}", names[p], i),
                            fmt::format("tree correction {}", i));
        };
        const Term place = clamped(function(Operation::logarithm_2, Term(m_bytes) / 64.0), 0.0, 23.0) -
                           static_cast<double>(below);
        return interpolated(entry(below), entry(below + 1), place);
    }

    /// Bytes a second of a buffer that Hopper's switches reduce.
    Term hopper_switch_rate() const {
        return calculated("what Hopper's switches reduce", "B/s",
                          constant("nvls_rate_share", "share that the switches reduce") *
                              nvlink_rate_node(m_in, "hopper"));
    }
    Term switch_rate() const {
        const Term nominal = m_group.nominal;
        const Term share = constant("nvls_rate_share", "share that the switches reduce");
        const Term hopper = nvlink_rate_node(m_in, "hopper"), blackwell = nvlink_rate_node(m_in, "blackwell");
        if (nominal.value() <= hopper.value()) return nominal * share;
        const Term later = share * constant("nvls_efficiency.blackwell", "NVLS efficiency, Blackwell") /
                           constant("nvls_efficiency.hopper", "NVLS efficiency, Hopper");
        const Term slope = (later * blackwell - share * hopper) / (blackwell - hopper);
        return share * hopper + slope * (nominal - hopper);
    }
    Term in_flight() const {
        return constant("nvls_channels", "NVLS channels") * constant("nvls_chunk", "NVLS chunk") *
               largest({1.0, switch_rate() / hopper_switch_rate()});
    }

    const Inputs& m_in;
    ExplanationPtr m_bytes;
    const GroupNodes& m_group;
    const GroupPath& m_path;
    ExplanationPtr m_n;
    bool m_several;
    ExplanationPtr m_bus;
    std::vector<ExplanationPtr> m_times;
};

} // namespace

ExplanationPtr formula_time_node(const Inputs& in, Collective collective, const ExplanationPtr& bytes,
                                 const GroupNodes& group) {
    Candidates candidates(in, bytes, group);
    const double value = formula_time(collective, bytes->value, group.path);
    const bool is_torus = group.path.torus_axes > 0;
    switch (collective) {
    case Collective::all_reduce:
        if (is_torus) return candidates.torus(2, value);
        candidates.ring(2);
        candidates.tree();
        if (group.path.nvls) candidates.nvls();
        if (group.path.in_network_reduction) candidates.collnet();
        break;
    case Collective::all_gather:
    case Collective::reduce_scatter:
        if (is_torus) return candidates.torus(1, value);
        candidates.ring(1);
        candidates.pat();
        break;
    case Collective::all_to_all: candidates.all_to_all(); break;
    case Collective::send_recv: candidates.send(); break;
    case Collective::broadcast:
    case Collective::reduce: // no step has them: they are asked for by the tests of a library alone
        return calculated("time of a chain round the ring", "s", value);
    }
    return candidates.fastest(value);
}

ExplanationPtr collective_time(const Inputs& in, Collective collective, const ExplanationPtr& bytes,
                               const GroupNodes& group) {
    if (group.path.members <= 1 || bytes->value <= 0) return calculated("time", "s", 0.0);
    if (const ExplanationPtr measured = measured_time(in, collective, bytes, group)) return measured;
    return formula_time_node(in, collective, bytes, group);
}

ExplanationPtr hierarchical_node(const Inputs& in, const ExplanationPtr& bytes, const GroupNodes& flat,
                                 const Term& stride, bool quality, const ExplanationPtr& across_every) {
    const ExplanationPtr whole = collective_time(in, Collective::all_reduce, bytes, flat);
    const Fabric& fabric = in.impl().fabric;
    if (flat.path.outermost_level < 0) return whole;
    const FabricLevel& level = fabric.levels[static_cast<size_t>(flat.path.outermost_level)];
    const double members = flat.path.members, apart = stride.value();
    const double job = std::max(in.evaluation().gpus, members * apart);
    const double blocks = block_spread(fabric, level, members, apart, job).blocks;
    const Term across = in.found(level.name, fmt::format("spanned/{:.0f}/{:.0f}/{:.0f}", members, apart, job),
                                 "blocks", blocks);
    const ExplanationPtr inside = calculated(
        "members in a block", "", function(Operation::ceiling, Term(flat.members) / across - 1e-9));
    if (inside->value <= 1 || blocks <= 1) return whole;
    const GroupNodes near = group_nodes(in, inside, stride, quality, false);
    const GroupNodes far = group_nodes(in, across, stride * inside, quality, false);
    const ExplanationPtr shares = renamed(collective_time(in, Collective::all_gather, bytes, near), "inside");
    const ExplanationPtr share = calculated("bytes of a share", "B", Term(bytes) / inside);
    const ExplanationPtr sums = renamed(collective_time(in, Collective::all_reduce, share, far), "across");
    const char* how = "reduce-scatter inside, all-reduce across, all-gather inside";
    if (across_every) return calculated("time", "s", 2.0 * Term(shares) + Term(sums) / across_every, how);
    const ExplanationPtr split = calculated("in three", "s", 2.0 * Term(shares) + sums, how);
    return calculated("time", "s", smallest({whole, split}));
}

} // namespace roofrack
