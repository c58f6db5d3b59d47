// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/catalog/catalog.h"
#include "core/base/units/bit_rate_text.h"
#include "core/drawing/check/check_rules.h"
#include "core/drawing/ports.h"
#include "core/drawing/switch_networks.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <set>

namespace roofrack {

namespace {

constexpr double few_ports = 0.1; ///< share of a switch's ports: fewer used is worth a word

class NetworkRules {
public:
    NetworkRules(CheckContext& context, const PortTable& table)
        : m_context(context)
        , m_table(table)
        , m_networks(context.cluster, context.parts, table.links())
        , m_links(context.cluster.elements.size()) {
        for (const LinkEnds& ends : table.links()) {
            if (ends.kind != LinkKind::network) continue;
            m_links[static_cast<size_t>(ends.from)].push_back(&ends);
            if (ends.to != ends.from) m_links[static_cast<size_t>(ends.to)].push_back(&ends);
        }
    }

    void run() {
        read_servers();
        read_tiers();
        const int size = static_cast<int>(m_links.size());
        for (int i = 0; i < size; ++i) {
            if (kind(i) == ElementKind::switch_) check_switch(i);
            if (kind(i) == ElementKind::storage && links(i).empty() && !m_networks.all().empty())
                say_unlinked(i);
        }
        for (const int server : m_servers) {
            check_nics(server);
            check_rails(server);
        }
        for (const SwitchNetwork& network : m_networks.all()) check_use(network);
        check_joined();
    }

private:
    ElementKind kind(int element) const { return m_context.at(element).kind; }
    const std::string& id(int element) const { return m_context.at(element).id; }
    std::string title(int element) const { return m_context.title(m_context.at(element)); }
    const std::vector<const LinkEnds*>& links(int element) const {
        return m_links[static_cast<size_t>(element)];
    }
    const Link& drawn(const LinkEnds& ends) const {
        return m_context.cluster.links[static_cast<size_t>(ends.link)];
    }

    void add(Severity severity, const char* rule, std::string message, std::string why,
             std::string mitigation, std::vector<std::string> where) {
        m_context.findings.push_back(
            {severity, rule, std::move(message), std::move(why), std::move(mitigation), std::move(where)});
    }

    /// Cables of a server that training may use.
    bool carries(const LinkEnds& ends) const {
        return ends.from != ends.to && !m_networks.is_left_out(ends) &&
               kind(ends.from) != ElementKind::storage && kind(ends.to) != ElementKind::storage;
    }

    double compute_cables(int server) const {
        double out = 0;
        for (const LinkEnds* ends : links(server))
            if (carries(*ends)) out += ends->at(server);
        return out;
    }

    void read_servers() {
        for (size_t i = 0; i < m_links.size(); ++i) {
            const int index = static_cast<int>(i);
            const Part* part = m_context.parts.at(index);
            if (kind(index) != ElementKind::server || !part || part->value_or("gpus", 0) <= 0) continue;
            m_servers.push_back(index);
            m_in_all += m_context.containment.instances(index);
            double& most = m_most_cables[part->id];
            most = std::max(most, compute_cables(index));
        }
    }

    void check_switch(int index) {
        if (links(index).empty()) {
            add(Severity::warning, "switch-unlinked", fmt::format("{} has no link", title(index)),
                "It draws power and carries nothing.", "Link it, or delete it.", {id(index)});
            return;
        }
        const SwitchPorts& ports = *m_table.switch_ports(index);
        const bool sideways = std::ranges::any_of(links(index), [&](const LinkEnds* ends) {
            const int far = ends->other(index);
            return kind(far) == ElementKind::switch_ && m_table.switch_ports(far)->tier == ports.tier;
        });
        if (ports.up_cables > 0 && ports.down_cables <= 0 && !sideways)
            add(Severity::warning, "switch-no-downlink",
                fmt::format("{} has uplinks and nothing below", title(index)),
                "Its uplinks take ports of the tier above and carry nothing.",
                "Link servers or switches below it, or delete it.", with_far_ends(index));
        if (ports.down_cables > 0 && ports.up_cables <= 0 && !sideways && others_go_up(index, ports.tier))
            add(Severity::warning, "switch-no-uplink",
                fmt::format("{} has no uplink, as others of tier {} have", title(index), ports.tier),
                "What is connected to it reaches nothing beyond it.", "Link it to the tier above.",
                with_far_ends(index));
        check_unused(index);
    }

    /// Itself and what it is linked to.
    std::vector<std::string> with_far_ends(int index) const {
        std::vector<std::string> out{id(index)};
        for (const LinkEnds* ends : links(index))
            if (std::ranges::find(out, id(ends->other(index))) == out.end())
                out.push_back(id(ends->other(index)));
        return out;
    }

    bool is_left_out(int switch_element) const {
        return m_networks.all()[static_cast<size_t>(m_networks.of(switch_element))].aside;
    }

    /// Tiers of the compute networks with switches between what is below and what is above.
    void read_tiers() {
        for (size_t i = 0; i < m_links.size(); ++i) {
            const int index = static_cast<int>(i);
            const SwitchPorts* ports = m_table.switch_ports(index);
            if (ports && ports->up_cables > 0 && ports->down_cables > 0 && !is_left_out(index))
                m_tiers_up.insert(ports->tier);
        }
    }

    bool others_go_up(int index, int tier) const { return !is_left_out(index) && m_tiers_up.contains(tier); }

    void check_unused(int index) {
        const Ports* ports = m_table.ports(index, PortRole::network);
        if (!ports || !ports->total || ports->used >= few_ports * *ports->total) return;
        add(Severity::info, "switch-ports-unused",
            fmt::format("{} uses {:.3g} of its {:g} ports", title(index), ports->used, *ports->total),
            "The rest is paid for, and draws power.", "Choose a smaller switch, or draw fewer.", {id(index)});
    }

    void say_unlinked(int storage) {
        add(Severity::info, "storage-unlinked",
            fmt::format("{} is not connected to a drawn network", title(storage)),
            "What it delivers is taken to reach all servers, whatever lies between.",
            "Link it to a switch, or waive this where its network is not drawn.", {id(storage)});
    }

    void check_nics(int server) {
        if (m_in_all <= 1 || links(server).empty()) return; // alone, or said by server-off-network
        const double cables = compute_cables(server);
        const Part* part = m_context.parts.at(server);
        const bool own_links =
            std::ranges::any_of(links(server), [](const LinkEnds* ends) { return ends->from == ends->to; });
        if (cables <= 0) {
            if (!own_links)
                add(Severity::warning, "server-off-compute",
                    fmt::format("{} is connected to a network for storage or management alone",
                                title(server)),
                    "Its GPUs cannot take part in a job with the others.", "Link it to the compute network.",
                    with_far_ends(server));
            return;
        }
        const double nics = part->value_or("nics", 0);
        const double most = m_most_cables[part->id];
        if (cables > nics * (1 - 1e-9)) return;
        const bool fewer = cables < most * (1 - 1e-9);
        add(Severity::warning, "nics-unlinked",
            fmt::format("{} has {:g} NICs and cables at {:g}{}", title(server), nics, cables,
                        fewer ? fmt::format(", others of its kind at {:g}", most) : ""),
            "A NIC without a cable carries nothing: its GPUs share the others.",
            "Cable it to the switch of its rail.", with_far_ends(server));
    }

    /// What makes a rail as fast as another.
    struct Rail {
        const LinkEnds* ends;
        int leaf;
        double rate;  ///< B/s of a cable
        double ratio; ///< down ÷ up of the leaf; 0: no uplinks
    };

    std::vector<Rail> rails_of(int server) const {
        std::vector<Rail> out;
        for (const LinkEnds* ends : links(server)) {
            const int leaf = ends->other(server);
            if (!carries(*ends) || kind(leaf) != ElementKind::switch_) continue;
            const auto end = [&](int at) { return LinkEnd{m_context.at(at), m_context.parts.at(at)}; };
            const auto rate = cable_rate(drawn(*ends), end(ends->from), end(ends->to), m_context.catalog);
            out.push_back({ends, leaf, rate.value_or(ByteRate(0)).si() * drawn(*ends).health,
                           m_table.switch_ports(leaf)->oversubscription().value_or(0)});
        }
        return out;
    }

    std::string difference(const Rail& a, const Rail& b) const {
        const auto differ = [](double x, double y) { return std::abs(x - y) > 0.01 * std::max(x, y); };
        if (differ(a.rate, b.rate))
            return fmt::format("{} to {}, {} to {}", format_bit_rate(ByteRate(a.rate)), title(a.leaf),
                               format_bit_rate(ByteRate(b.rate)), title(b.leaf));
        if (const Part* one = m_context.parts.at(a.leaf), *other = m_context.parts.at(b.leaf);
            one && other && one->id != other->id)
            return fmt::format("{} is a {}, {} a {}", title(a.leaf), one->name, title(b.leaf), other->name);
        if (differ(a.ratio, b.ratio)) {
            const auto uplinks = [](double ratio) {
                return ratio > 0 ? fmt::format("{:.3g}:1", ratio) : std::string("no uplinks");
            };
            return fmt::format("{} has {}, {} {}", title(a.leaf), uplinks(a.ratio), title(b.leaf),
                               uplinks(b.ratio));
        }
        return {};
    }

    void check_rails(int server) {
        const std::vector<Rail> rails = rails_of(server);
        for (size_t i = 1; i < rails.size(); ++i) {
            const std::string text = difference(rails.front(), rails[i]);
            if (text.empty()) continue;
            std::vector<std::string> where{id(server)};
            for (const Rail& rail : {rails.front(), rails[i]}) {
                where.push_back(drawn(*rail.ends).id);
                where.push_back(id(rail.leaf));
            }
            add(Severity::warning, "rails-unequal",
                fmt::format("The rails of {} differ: {}", title(server), text),
                "A collective waits for its slowest rail.",
                "Make them equal; where one is another network, set the use of its switches.",
                std::move(where));
            return;
        }
    }

    std::vector<std::string> ids_of(const SwitchNetwork& network) const {
        std::vector<std::string> out;
        for (const int each : network.switches) out.push_back(id(each));
        return out;
    }

    void check_use(const SwitchNetwork& network) {
        const std::string& first = id(network.switches.front());
        if (network.carries_said && network.aside_said)
            add(Severity::warning, "network-use-mixed",
                fmt::format("The switches of the network of '{}' say different uses", first),
                "The model takes it for a network that training may use.",
                "Set one use, or take the link between them away.", ids_of(network));
        if (!network.stores && says(network, NetworkUse::storage))
            add(Severity::warning, "storage-network-empty",
                fmt::format("No storage is connected to the storage network of '{}'", first),
                "Its switches and the servers' ports to it serve nothing.",
                "Link the storage to it, or change the use of its switches.", ids_of(network));
        if (!network.serves || !network.other_purpose() || network.aside || m_in_all <= 1) return;
        std::vector<std::string> where = ids_of(network);
        for (const int server : m_servers)
            if (std::ranges::any_of(links(server), [&](const LinkEnds* ends) {
                    return std::ranges::find(network.switches, ends->other(server)) != network.switches.end();
                }))
                where.push_back(id(server));
        add(Severity::warning, "gradients-on-storage",
            fmt::format("Gradients run over the network of '{}', {}", first,
                        network.aside_said ? "which is said to be for something else"
                                           : "to which storage is connected"),
            "The servers have no other network: training and what it was drawn for share its cables.",
            "Draw a compute network, or set the use of its switches to any if this is meant.",
            std::move(where));
    }

    bool says(const SwitchNetwork& network, NetworkUse use) const {
        return std::ranges::any_of(network.switches, [&](int each) { return m_context.at(each).use == use; });
    }

    /// Networks that serve the same servers side by side: rails or planes.
    void check_joined() {
        if (std::ranges::any_of(m_context.findings, [](const Finding& f) { return f.id == "network-split"; }))
            return;
        double pieces = 0;
        std::vector<std::string> leafs;
        for (const SwitchNetwork& network : m_networks.all()) {
            if (!network.serves || network.aside) continue;
            pieces += network.switches.size() > 1 || is_meshed(network.switches.front())
                          ? 1
                          : m_context.containment.instances(network.switches.front());
            for (const int each : network.switches)
                if (m_table.switch_ports(each)->tier <= 1) leafs.push_back(id(each));
        }
        if (pieces <= 1 || leafs.empty()) return;
        add(Severity::info, "rails-not-joined",
            fmt::format("{:g} networks of switches serve the servers side by side, and no switch joins them",
                        pieces),
            "Traffic from one to another goes through the servers.",
            "Draw spines above them, or waive this where they shall stay apart.", std::move(leafs));
    }

    bool is_meshed(int index) const {
        return std::ranges::any_of(links(index), [](const LinkEnds* ends) { return ends->from == ends->to; });
    }

    CheckContext& m_context;
    const PortTable& m_table;
    const SwitchNetworks m_networks;
    std::vector<std::vector<const LinkEnds*>> m_links; ///< links of each element, of kind network
    std::vector<int> m_servers;                        ///< with GPUs
    double m_in_all = 0;                               ///< servers with GPUs, all instances
    std::map<std::string_view, double> m_most_cables;  ///< by part: of the server with most
    std::set<int> m_tiers_up;
};

} // namespace

void check_networks(CheckContext& context, const PortTable& table) { NetworkRules(context, table).run(); }

} // namespace roofrack
