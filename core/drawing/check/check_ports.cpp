// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/catalog/catalog.h"
#include "core/drawing/cables/cabling.h"
#include "core/drawing/check/check_rules.h"
#include "core/drawing/drawn_parts.h"
#include "core/drawing/link_ends.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <tuple>

namespace roofrack {

namespace {

class PortRules {
public:
    explicit PortRules(CheckContext& context)
        : m_context(context) {
        for (const auto& ends : context.ends)
            if (ends) m_links.push_back(*ends);
    }

    void run() {
        check_kinds();
        check_reach();
        find_duplicates();
        find_loops();
    }

private:
    const Link& drawn(const LinkEnds& ends) const {
        return m_context.cluster.links[static_cast<size_t>(ends.link)];
    }

    void add(Severity severity, const char* id, std::string message, std::string why, std::string mitigation,
             std::vector<std::string> where) {
        m_context.findings.push_back(
            {severity, id, std::move(message), std::move(why), std::move(mitigation), std::move(where)});
    }

    void check_kinds() {
        for (const LinkEnds& ends : m_links) {
            const Link& link = drawn(ends);
            if (ends.kind == LinkKind::network || link.cable.empty()) continue;
            add(Severity::warning, "cable-wrong-kind",
                fmt::format("Link '{}' carries {}, '{}' is a data cable", m_context.name_of_link(link),
                            ends.kind == LinkKind::power ? "power" : "heat", link.cable),
                "It is left out of the bill of materials.", "Take the cable away.", {link.id});
        }
    }

    /// Only links with a cable of their own: the others get one that reaches.
    void check_reach() {
        Cluster chosen;
        for (const LinkEnds& ends : m_links) {
            const Part* cable = cable_of(drawn(ends), m_context.catalog);
            if (ends.kind == LinkKind::network && cable && cable->value("length_max"))
                chosen.links.push_back(drawn(ends));
        }
        if (chosen.links.empty()) return;
        chosen.elements = m_context.cluster.elements;
        const auto containment = Containment::make(chosen);
        if (!containment) return;
        for (const LinkCabling& run : cabling(chosen, *containment, m_context.catalog)) {
            const Link& link = chosen.links[static_cast<size_t>(run.link)];
            const Part& cable = *cable_of(link, m_context.catalog);
            const double reach = *cable.value("length_max");
            if (run.between_sites || run.longest <= reach) continue;
            add(Severity::warning, "cable-too-short",
                fmt::format("Link '{}': {} reaches {:g} m, the ends stand up to {:.3g} m apart",
                            m_context.name_of_link(link), cable.name, reach, run.longest),
                run.shortest > reach ? "No cable of this kind can join them where they are drawn."
                                     : "It joins only those that stand near.",
                "Choose a cable that reaches, or move the ends together.", {link.id});
        }
    }

    /// Finds links that wire the same two ends twice in the same way.
    void find_duplicates() {
        std::map<std::tuple<std::string, std::string, LinkPattern, std::string, double>,
                 std::vector<std::string>>
            same;
        for (const LinkEnds& ends : m_links) {
            const Link& link = drawn(ends);
            same[{std::min(link.from, link.to), std::max(link.from, link.to), link.pattern, link.cable,
                  link.bandwidth.value_or(ByteRate(0)).si()}]
                .push_back(link.id);
        }
        const auto title_of = [&](const std::string& id) {
            return m_context.title(m_context.at(m_context.containment.index(id)));
        };
        for (const auto& [key, ids] : same)
            if (ids.size() > 1)
                add(Severity::info, "duplicate-link",
                    fmt::format("{} links join {} and {} in the same way", ids.size(),
                                title_of(std::get<0>(key)), title_of(std::get<1>(key))),
                    "All of them count: ports, power and cables are taken by each.",
                    "Keep one and raise its count, if they are not meant to be two.", ids);
    }

    /// Feeds and cooling units that serve each other in a circle.
    void find_loops() {
        const auto serves = [&](int element) {
            const ElementKind kind = m_context.at(element).kind;
            return kind == ElementKind::feed || kind == ElementKind::cooling;
        };
        const size_t size = m_context.cluster.elements.size();
        std::vector<std::vector<int>> next(size);
        for (const LinkEnds& ends : m_links)
            if (serves(ends.from) && serves(ends.to) && ends.from != ends.to)
                next[static_cast<size_t>(ends.from)].push_back(ends.to);
        // 0: not seen, 1: on the way here, 2: done. Without recursion: a drawing may chain thousands.
        std::vector<char> state(size);
        for (size_t start = 0; start < size; ++start) {
            std::vector<std::pair<int, size_t>> way;
            if (state[start] == 0 && !next[start].empty()) way.emplace_back(static_cast<int>(start), 0);
            while (!way.empty()) {
                auto& [at, branch] = way.back();
                const auto& branches = next[static_cast<size_t>(at)];
                state[static_cast<size_t>(at)] = 1;
                if (branch == branches.size()) {
                    state[static_cast<size_t>(at)] = 2;
                    way.pop_back();
                    continue;
                }
                const int to = branches[branch++];
                if (state[static_cast<size_t>(to)] == 0)
                    way.emplace_back(to, 0);
                else if (state[static_cast<size_t>(to)] == 1)
                    say_loop(way, to);
            }
        }
    }

    void say_loop(const std::vector<std::pair<int, size_t>>& way, int first) {
        std::vector<std::string> ids;
        for (auto step = std::ranges::find(way, first, &std::pair<int, size_t>::first); step != way.end();
             ++step)
            ids.push_back(m_context.at(step->first).id);
        add(Severity::warning, "link-loop",
            fmt::format("{} serve each other in a circle", fmt::join(ids, ", ")),
            "None of them gets power or takes heat from outside.", "Delete one of the links.", ids);
    }

    CheckContext& m_context;
    std::vector<LinkEnds> m_links;
};

} // namespace

void check_ports(CheckContext& context) { PortRules(context).run(); }

} // namespace roofrack
