// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/network/path_search.h"

#include <algorithm>
#include <cmath>

namespace roofrack {

PathSearch::PathSearch(const Cluster& cluster, const PortTable& table, std::vector<bool> allowed)
    : m_cluster(cluster)
    , m_table(table)
    , m_at(cluster.elements.size()) {
    for (size_t i = 0; i < table.links().size(); ++i) {
        const LinkEnds& ends = table.links()[i];
        if (!allowed[i] || ends.at_from <= 0) continue;
        m_at[static_cast<size_t>(ends.from)].push_back(static_cast<int>(i));
        if (ends.to != ends.from) m_at[static_cast<size_t>(ends.to)].push_back(static_cast<int>(i));
    }
}

bool PathSearch::is_switch(int element) const {
    return m_cluster.elements[static_cast<size_t>(element)].kind == ElementKind::switch_;
}

namespace {

/// The routers across a mesh between groups: to each other group one router further along, as cabling() lays
/// it.
InstanceSet routers_across(const LinkSpan& span, InstanceRange instances) {
    std::vector<double> reached;
    const double groups = std::floor(span.a / span.group + 1e-9);
    for (int64_t at = 0; instances.first + static_cast<double>(at) < instances.last; ++at) {
        const double i = instances.first + static_cast<double>(at);
        const double container = std::floor(i / span.a) * span.a, inside = i - container;
        const double group = std::floor(inside / span.group), router = inside - group * span.group;
        for (int64_t turn = 0; router + static_cast<double>(turn) * span.group < groups; ++turn)
            if (const double other = router + static_cast<double>(turn) * span.group; other != group)
                reached.push_back(container + other * span.group + std::fmod(group, span.group));
    }
    std::ranges::sort(reached);
    InstanceSet out;
    for (const double each : reached) {
        if (out.empty() || each > out.back().last)
            out.push_back({each, each + 1});
        else
            out.back().last = std::max(out.back().last, each + 1);
    }
    return out;
}

} // namespace

InstanceSet PathSearch::across(const LinkEnds& ends, int element, InstanceRange instances) {
    if (ends.span.self && ends.span.group > 0) return routers_across(ends.span, instances);
    const LinkBlocks blocks(ends.span);
    return {(element == ends.from) != ends.swapped ? blocks.tos(instances) : blocks.froms(instances)};
}

std::optional<PathLayers> PathSearch::find(const PathPoint& from, const PathPoint& to) const {
    using Layer = std::map<int, InstanceSet>;
    std::vector<InstanceSet> seen(m_cluster.elements.size());
    std::vector<Layer> reached(1);
    const InstanceRange start{from.instance, from.instance + 1}, goal{to.instance, to.instance + 1};
    reached[0][from.element] = seen[static_cast<size_t>(from.element)] = {start};
    for (bool found = false; !found;) {
        Layer next;
        for (const auto& [element, set] : reached.back()) {
            if (reached.size() > 1 && !is_switch(element)) continue;
            for (const int link : links_at(element)) {
                const LinkEnds& ends = m_table.links()[static_cast<size_t>(link)];
                const int far = ends.other(element);
                if (!is_switch(far) && far != to.element) continue;
                for (const InstanceRange& range : set)
                    for (const InstanceRange& there : across(ends, element, range))
                        for (const InstanceRange& fresh : without(there, seen[static_cast<size_t>(far)]))
                            join(next[far], fresh);
            }
        }
        std::erase_if(next, [](const auto& entry) { return entry.second.empty(); });
        if (next.empty()) return std::nullopt;
        for (const auto& [element, set] : next)
            for (const InstanceRange& range : set) {
                join(seen[static_cast<size_t>(element)], range);
                found = found || (element == to.element && range.holds(to.instance));
            }
        reached.push_back(std::move(next));
    }
    // Back from the end: of what was reached, only what leads there.
    PathLayers out;
    out.layers.resize(reached.size());
    out.layers.back()[to.element] = {goal};
    for (size_t k = reached.size() - 1; k > 0; --k)
        for (const auto& [element, set] : out.layers[k])
            for (const int link : links_at(element)) {
                const LinkEnds& ends = m_table.links()[static_cast<size_t>(link)];
                const int far = ends.other(element);
                const auto before = reached[k - 1].find(far);
                if (before == reached[k - 1].end() || (k > 1 && !is_switch(far))) continue;
                for (const InstanceRange& range : set)
                    for (const InstanceRange& on : common(across(ends, element, range), before->second))
                        join(out.layers[k - 1][far], on);
            }
    return out;
}

} // namespace roofrack
