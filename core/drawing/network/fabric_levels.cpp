// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/network/fabric_levels.h"

#include "core/drawing/counted_name.h"
#include "core/drawing/network/block_kinds.h"
#include "core/drawing/network/border_ways.h"
#include "core/drawing/network/fabric_block.h"
#include "core/drawing/network/fabric_torus.h"
#include "core/drawing/network/level_share.h"
#include "core/drawing/network/main_servers.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <unordered_map>
#include <utility>

namespace roofrack {

namespace {

constexpr std::array<std::string_view, 3> torus_names{"line", "plane", "cube"};

/// Where one level's blocks stop growing: over what the next one does.
struct Stage {
    enum class Kind { scale_up, server, torus, phase, whole } kind = Kind::scale_up;
    int index = 0; ///< axis of a torus, or phase of growth
};

/// The block around the first server of one drawn server element, at one stage.
struct StageBlock {
    double gpus = 0;
    double egress = 0; ///< bytes/s a GPU
    double background = 0;
    double cables = 0; ///< a GPU, that leave it
    LinkClass link_class = LinkClass::infiniband;
    int link = -1;       ///< into Network::links, where a max-flow was measured and a link binds it
    std::string_view id; ///< what binds where none was measured
    std::string_view label;
};

class LevelReader {
public:
    LevelReader(const Cluster& cluster, const Containment& containment, const Network& network,
                const Defaults::Topology& constants, double routing)
        : m_cluster(cluster)
        , m_containment(containment)
        , m_network(network)
        , m_constants(constants)
        , m_routing(routing)
        , m_grower(network) {}

    Result<FabricLevels> read() {
        for (size_t i = 0; i < m_network.nodes.size(); ++i)
            if (m_network.nodes[i].gpus > 0) m_types.push_back(static_cast<int>(i));
        m_main = main_servers(m_network, m_types);
        m_tori.resize(m_network.nodes.size());
        for (const NetworkLink& link : m_network.torus) {
            auto wired = read_torus(m_cluster, m_containment, m_network, link);
            if (!wired) return tl::unexpected(wired.error());
            m_tori[static_cast<size_t>(link.from)] = std::move(*wired);
        }

        add({Stage::Kind::scale_up, 0});
        add({Stage::Kind::server, 0});
        size_t axes = 0;
        for (const auto& torus : m_tori) axes = std::max(axes, torus.dims.size());
        for (size_t axis = 0; axis < axes; ++axis) add({Stage::Kind::torus, static_cast<int>(axis)});
        if (by_chip(m_main)) m_out.torus_level = static_cast<int>(m_out.levels.size()) - 1;
        for (size_t phase = 0; phase < m_network.phases.size(); ++phase)
            add({Stage::Kind::phase, static_cast<int>(phase)});
        if (!m_complete) add_disconnected();
        finish();
        m_out.torus_axes = static_cast<double>(axes);
        if (const int twisted = torus(m_main).twisted)
            m_out.torus_twist = twisted == 1 ? m_constants.twist_one_long : m_constants.twist_two_long;
        return std::move(m_out);
    }

private:
    const NetworkNode& node(int i) const { return m_network.nodes[static_cast<size_t>(i)]; }
    const Element& element(int i) const { return m_cluster.elements[static_cast<size_t>(node(i).element)]; }
    const Torus& torus(int i) const { return m_tori[static_cast<size_t>(i)]; }
    /// A level is that of all switches of a kind, also where they were split: "Leaf" for "Leaf (1 of 8)".
    static std::string series(const Element& element) { return counted_name(title(element)).base; }

    StageBlock block_of(int type, const Stage& stage) {
        const NetworkNode& server = node(type);
        const Torus& wired = torus(type);
        const bool scale_up_inside = server.domain > 1 && server.domain < server.gpus;
        if (stage.kind == Stage::Kind::scale_up && scale_up_inside && !by_chip(type)) {
            StageBlock out;
            out.gpus = server.domain;
            out.egress = server.host_link.si();
            out.cables = 1 / server.domain;
            out.link_class = LinkClass::pcie;
            out.id = element(type).id;
            out.label = "PCIe host links";
            return out;
        }
        const int last_axis = static_cast<int>(wired.dims.size()) - 1;
        int axis = stage.kind == Stage::Kind::torus   ? std::min(stage.index, last_axis)
                   : stage.kind == Stage::Kind::phase ? last_axis
                                                      : -1;
        // Chips on a torus have no block smaller than a line of them.
        if (by_chip(type)) axis = std::max(axis, 0);
        if (!wired.dims.empty() && axis < last_axis) {
            StageBlock out;
            out.gpus = wired.unit_gpus;
            for (int i = 0; i <= axis; ++i) out.gpus *= std::max(1, wired.dims[static_cast<size_t>(i)]);
            out.egress = wired.egress(static_cast<size_t>(axis + 1));
            out.background = wired.background;
            out.cables = wired.cable > 0 ? out.egress / wired.cable : 0;
            out.link_class = LinkClass::ici;
            out.id = wired.link;
            out.label = "torus links";
            return out;
        }
        double servers = std::max(1.0, server.domain / server.gpus);
        if (!wired.dims.empty()) {
            servers = wired.unit_gpus / server.gpus;
            for (const int dim : wired.dims) servers *= std::max(1, dim);
        }
        const Block start = first_servers(m_network, type, servers);
        if (stage.kind != Stage::Kind::phase) return measure(start);
        // Many server elements share a block: its flow is measured once.
        const std::shared_ptr<const Block> block = m_grower.grow(start, type, stage.index);
        const auto [measured, first] = m_measured.try_emplace(block);
        if (first) measured->second = measure(*block);
        return measured->second;
    }

    bool by_chip(int type) const { return !torus(type).dims.empty() && torus(type).unit_gpus == 1; }

    StageBlock measure(const Block& block) const {
        StageBlock out;
        out.gpus = gpus_in(block, m_network);
        const BlockFlow flow = flow_out(block, m_network);
        out.egress = flow.bytes_per_s / out.gpus;
        out.background = flow.background;
        out.cables = flow.cables / out.gpus;
        out.link_class = flow.link_class.value_or(LinkClass::infiniband);
        out.link = flow.link;
        return out;
    }

    std::string binding_of(const StageBlock& block) const {
        if (block.link < 0) return std::string(block.id);
        return m_cluster.links[static_cast<size_t>(m_network.links[static_cast<size_t>(block.link)].link)].id;
    }

    std::string label_of(const StageBlock& block) const {
        if (block.link < 0) return std::string(block.label.empty() ? "no link leaves it" : block.label);
        const NetworkLink& link = m_network.links[static_cast<size_t>(block.link)];
        const int low = node(link.from).tier <= node(link.to).tier ? link.from : link.to;
        std::string out = node(low).server       ? "NICs"
                          : link.span.group > 0  ? title(element(low)) + " global links"
                          : link.from == link.to ? title(element(low)) + " group links"
                                                 : title(element(low)) + " uplinks";
        const double up = m_cluster.links[static_cast<size_t>(link.link)].health * node(link.from).health *
                          node(link.to).health;
        if (up < 1) out += fmt::format(", {:.3g} % of them up", up * 100);
        return out;
    }

    /// The size that most GPUs stand in.
    double size_of(const std::vector<StageBlock>& blocks) const {
        std::map<double, double> gpus;
        for (size_t i = 0; i < blocks.size(); ++i)
            gpus[blocks[i].gpus] += node(m_types[i]).gpus * node(m_types[i]).instances;
        return std::ranges::max_element(gpus, {}, &std::pair<const double, double>::second)->first;
    }

    void add(const Stage& stage) {
        if (m_complete) return;
        m_measured.clear();
        std::vector<StageBlock> blocks;
        for (const int type : m_types) blocks.push_back(block_of(type, stage));
        FabricLevel level;
        level.block_gpus = size_of(blocks);
        m_complete = level.block_gpus >= m_network.gpus * (1 - 1e-12);

        // Those that already hold everything have nowhere to send; unless they are all there is, and send
        // beyond the drawing.
        size_t slowest = blocks.size();
        double fastest = 0;
        for (size_t i = 0; i < blocks.size(); ++i) {
            level.background_load = std::max(level.background_load, blocks[i].background);
            if (!m_complete && blocks[i].gpus >= m_network.gpus * (1 - 1e-12)) continue;
            fastest = std::max(fastest, blocks[i].egress);
            if (slowest == blocks.size() || blocks[i].egress < blocks[slowest].egress) slowest = i;
        }
        const StageBlock& binds = blocks[slowest];
        level.egress = ByteRate(binds.egress);
        level.cables = binds.cables;
        level.link_class = binds.link_class;
        level.binding = binding_of(binds);
        level.binding_label = label_of(binds);
        if (fastest > binds.egress * 1.005)
            level.binding_label = place_of(m_types[slowest]) + ": " + level.binding_label;
        level.name = name_of_stage(stage);
        std::vector<FabricLevel>& levels = m_out.levels;
        if (!levels.empty() && level.block_gpus <= levels.back().block_gpus * (1 + 1e-12)) {
            // The block has the same GPUs as the one inside it, behind one more border: the outer one is what
            // they must cross.
            level.block_gpus = levels.back().block_gpus;
            level.name = levels.back().name;
            level.roles = levels.back().roles;
            levels.back() = std::move(level);
            m_blocks.back() = closed_further_out(std::move(m_blocks.back()), types_of(blocks));
            if (stage.kind == Stage::Kind::phase) m_passed.push_back(stage);
            return;
        }
        if (m_complete && level.egress.si() <= 0) repeat_inner(level);
        m_passed.push_back(stage);
        for (const Stage& passed : std::exchange(m_passed, {}))
            if (const std::string_view role = role_of(passed); !role.empty()) level.roles.push_back(role);
        levels.push_back(std::move(level));
        m_stages.push_back(stage);
        m_blocks.push_back(types_of(blocks));
    }

    /// What of each server element's block `block_kinds` compares.
    std::vector<TypeBlock> types_of(const std::vector<StageBlock>& blocks) const {
        std::vector<TypeBlock> out;
        for (size_t i = 0; i < blocks.size(); ++i) {
            const NetworkNode& server = node(m_types[i]);
            const double inside = m_blocks.empty() ? scale_up_of(m_types[i]).si() : 0;
            out.push_back({blocks[i].gpus, inside, blocks[i].egress, server.gpus * server.instances});
        }
        return out;
    }

    /// A GPU's links inside the innermost block.
    ByteRate scale_up_of(int type) const {
        const Torus& wired = torus(type);
        if (by_chip(type)) return ByteRate(wired.egress(0) - wired.egress(1));
        return node(type).domain > 1 ? node(type).scale_up : node(type).host_link;
    }

    /// What a site may call the links that a stage adds (level_roles); empty: nothing.
    std::string_view role_of(const Stage& stage) const {
        if (stage.kind == Stage::Kind::phase)
            return roofrack::role_of(m_network.phases[static_cast<size_t>(stage.index)]);
        if (stage.kind == Stage::Kind::torus || by_chip(m_main)) return "torus";
        return stage.kind == Stage::Kind::scale_up ? "scale-up" : "";
    }

    /// Beyond the drawing the outermost block repeats: a torus as a larger one, others as fast as the level
    /// inside, or the NICs of a lone server.
    void repeat_inner(FabricLevel& level) {
        if (const Torus& wired = torus(m_main); wired.outward() > 0) {
            level.egress = ByteRate(wired.outward());
            level.link_class = LinkClass::ici;
            level.background_load = wired.background;
            level.cables = level.egress.si() / wired.cable;
            level.binding = wired.link;
            level.binding_label = "torus links";
            m_out.torus_grows = by_chip(m_main);
            m_torus_goes_on = true;
            return;
        }
        if (!m_out.levels.empty()) {
            const FabricLevel& inner = m_out.levels.back();
            level.egress = inner.egress;
            level.link_class = inner.link_class;
            level.background_load = inner.background_load;
            level.cables = inner.cables;
            level.binding = inner.binding;
            level.binding_label = inner.binding_label;
            return;
        }
        const NetworkNode& server = node(m_main);
        const double rate = server.part->value_or("nic_rate", 0) * server.part->value_or("nics", 0);
        level.egress = ByteRate(rate / server.gpus);
        level.cables = server.part->value_or("nics", 0) / server.gpus;
        level.link_class = link_class(server.part->text_or("network", "")).value_or(LinkClass::infiniband);
        level.binding = rate > 0 ? element(m_main).id : "";
        level.binding_label = rate > 0 ? "NICs" : "no link leaves it";
    }

    void add_disconnected() {
        FabricLevel whole = m_out.levels.back();
        whole.block_gpus = m_network.gpus;
        whole.name = "whole drawing";
        m_out.levels.push_back(whole);
        m_stages.push_back({Stage::Kind::whole, 0});
    }

    /// What holds a server element: its pod, else its rack, else its own name.
    std::string place_of(int type) const {
        for (const ElementKind kind : {ElementKind::pod, ElementKind::rack})
            if (const int at = m_containment.enclosing(node(type).element, kind); at >= 0)
                return title(m_cluster.elements[static_cast<size_t>(at)]);
        return title(element(type));
    }

    std::string name_of_stage(const Stage& stage) const {
        const NetworkNode& server = node(m_main);
        switch (stage.kind) {
        case Stage::Kind::scale_up:
            if (by_chip(m_main)) return std::string(torus_names[0]);
            if (server.domain <= 1) return "server";
            return server.nvlink ? "NVLink domain" : "scale-up domain";
        case Stage::Kind::server: return "server";
        case Stage::Kind::torus:
            return stage.index < 3 ? std::string(torus_names[static_cast<size_t>(stage.index)]) : "torus";
        case Stage::Kind::phase: break;
        case Stage::Kind::whole: return "whole drawing";
        }
        for (const NetworkLink& link : m_network.links) {
            if (link.phase != stage.index) continue;
            if (link.span.group > 0)
                return series(*m_cluster.find(m_cluster.links[static_cast<size_t>(link.link)].to)) + " mesh";
            const int high = node(link.from).tier >= node(link.to).tier ? link.from : link.to;
            const Element& closing = element(high);
            return m_network.phases[static_cast<size_t>(stage.index)].sideways ? series(closing) + " group"
                                                                               : series(closing);
        }
        return "network";
    }

    /// What each level owes to the one that encloses it: the way across, and what neighbours see of it.
    void finish() {
        std::vector<FabricLevel>& levels = m_out.levels;
        levels[0].inside_class = by_chip(m_main) ? LinkClass::ici : node(m_main).scale_up_class;
        levels[0].inside = scale_up_of(m_main);
        for (size_t i = 0; i < levels.size(); ++i) {
            FabricLevel& level = levels[i];
            if (i > 0) {
                level.inside = levels[i - 1].egress;
                level.inside_class = levels[i - 1].link_class;
                // What a torus would have beyond the drawing is not its own.
                const bool is_drawn = i + 1 < levels.size() || !m_torus_goes_on;
                if (is_drawn && level.egress.si() > 0 && level.inside.si() > 0)
                    level.oversubscription = level.inside / level.egress;
            }
            const bool last = i + 1 == levels.size();
            // All of the drawing is one block.
            if (!last) level.unequal = block_kinds(m_blocks[i]);
            const Stage outer = last
                                    ? Stage{Stage::Kind::phase, static_cast<int>(m_network.phases.size()) - 1}
                                    : m_stages[i + 1];
            cross(level, outer, last);
            if (level.oversubscription > 1.005 && i > 0 && !level.binding.empty() &&
                level.link_class != LinkClass::pcie)
                level.binding_label += fmt::format(", {:.3g}:1", level.oversubscription);
        }
    }

    void cross(FabricLevel& level, const Stage& outer, bool last) const {
        if (outer.kind == Stage::Kind::server) {
            level.latency = m_constants.pcie_latency;
            return;
        }
        if (outer.kind == Stage::Kind::torus) {
            level.latency = m_constants.torus_hop;
            return;
        }
        level.latency = m_constants.nic_latency;
        const int across = outer.kind == Stage::Kind::phase ? outer.index : -1;
        level.latency += farthest_distance(m_cluster, m_network, across, level.link_class, m_constants);
        if (outer.kind != Stage::Kind::phase || outer.index < 0) return;
        level.latency += switch_latency(m_network, m_main, outer.index);
        level.in_network_reduction = switches_reduce(m_network, outer.index);
        level.ways = border_ways(m_network, m_containment, m_main, outer.index);
        const NetworkPhase& phase = m_network.phases[static_cast<size_t>(outer.index)];
        // Switches that nobody drew join what lies beyond a drawing of leaves.
        const bool is_assumed = last && phase.tier <= 1 && !phase.sideways;
        if (level.ways <= 0 || is_assumed) level.ways = m_constants.routing_ways;
        level.routing = hashed_share(level.ways, m_routing, m_constants.routing_ways);
    }

    const Cluster& m_cluster;
    const Containment& m_containment;
    const Network& m_network;
    const Defaults::Topology& m_constants;
    double m_routing;
    BlockGrower m_grower;
    std::unordered_map<std::shared_ptr<const Block>, StageBlock> m_measured; ///< blocks of the last stage
    std::vector<int> m_types;                                                ///< nodes with GPUs
    int m_main = 0;                                                          ///< the type of most GPUs
    std::vector<Torus> m_tori;
    std::vector<Stage> m_stages;                  ///< stages that closed each level
    std::vector<std::vector<TypeBlock>> m_blocks; ///< blocks of each level, in the order of m_types
    std::vector<Stage> m_passed;                  ///< since the last level, that added no GPUs
    bool m_complete = false;
    bool m_torus_goes_on = false; ///< the last level is a torus that nothing else leaves
    FabricLevels m_out;
};

} // namespace

Result<FabricLevels> read_levels(const Cluster& cluster, const Containment& containment,
                                 const Network& network, const Defaults::Topology& constants,
                                 double routing_factor) {
    return LevelReader(cluster, containment, network, constants, routing_factor).read();
}

} // namespace roofrack
