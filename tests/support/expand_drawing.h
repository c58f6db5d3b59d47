// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/containment.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace roofrack::test {

/// The drawing with each instance an element of its own and every cable run a link: what a count stands for.
/// Nothing when that cannot be drawn (a torus) or when the instances of two linked elements do not divide, so
/// that some get more than others.
class Expansion {
public:
    static std::optional<Cluster> of(const Cluster& cluster) {
        const auto containment = Containment::make(cluster);
        if (!containment) return std::nullopt;
        Expansion out(cluster, *containment);
        for (size_t i = 0; i < cluster.elements.size(); ++i) out.copy(static_cast<int>(i));
        for (const Link& link : cluster.links)
            if (!out.join(link)) return std::nullopt;
        return std::move(out.m_out);
    }

private:
    Expansion(const Cluster& cluster, const Containment& containment)
        : m_cluster(cluster)
        , m_containment(containment) {}

    const Element& at(int element) const { return m_cluster.elements[static_cast<size_t>(element)]; }
    int instances(int element, int container = -1) const {
        return static_cast<int>(m_containment.within(element, container));
    }
    std::string name(int element, int instance) const {
        const std::string& id = at(element).id;
        return instances(element) == 1 ? id : fmt::format("{}~{}", id, instance);
    }

    void copy(int element) {
        for (int i = 0; i < instances(element); ++i) {
            Element one = at(element);
            if (one.name.empty()) one.name = one.id;
            one.id = name(element, i);
            if (const int parent = m_containment.parent(element); parent >= 0)
                one.parent = name(parent, i / one.count);
            one.count = 1;
            m_out.elements.push_back(std::move(one));
        }
    }

    void add(const Link& drawn, int from, int i, int to, int j, int cables) {
        Link link = drawn;
        link.id = fmt::format("{}~{}", drawn.id, m_out.links.size());
        link.from = name(from, i);
        link.to = name(to, j);
        link.pattern = LinkPattern::each;
        link.count = cables;
        m_out.links.push_back(std::move(link));
    }

    bool join(const Link& link) {
        const int from = m_containment.index(link.from), to = m_containment.index(link.to);
        if (from < 0 || to < 0 || from == to || link.pattern == LinkPattern::torus) return false;
        const int container = m_containment.common(from, to);
        const int a = instances(from, container), b = instances(to, container);
        const int groups = std::max(1, b / std::max(1, link.count));
        const bool rail = link.pattern == LinkPattern::rail;
        if (rail && (b % link.count != 0 || a % groups != 0 || at(to).kind == ElementKind::server))
            return false;
        if (link.pattern == LinkPattern::each && std::max(a, b) % std::min(a, b) != 0) return false;
        const int copies = container < 0 ? 1 : instances(container);
        for (int c = 0; c < copies; ++c)
            for (int i = 0; i < a; ++i)
                for (int j = 0; j < b; ++j) {
                    if (link.pattern == LinkPattern::each && (a >= b ? i / (a / b) != j : j / (b / a) != i))
                        continue;
                    if (rail && j / link.count != i / (a / groups)) continue;
                    add(link, from, c * a + i, to, c * b + j, rail ? 1 : link.count);
                }
        return true;
    }

    const Cluster& m_cluster;
    const Containment& m_containment;
    Cluster m_out;
};

} // namespace roofrack::test
