// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/multiplicity/match.h"

#include "core/drawing/multiplicity/pieces.h"

#include <algorithm>
#include <fmt/format.h>

namespace roofrack {

bool same_settings(const Link& a, const Link& b) {
    return a.pattern == b.pattern && a.bandwidth == b.bandwidth && a.cable == b.cable &&
           a.own_cable == b.own_cable && a.health == b.health && a.background_load == b.background_load &&
           a.dims == b.dims && a.twisted == b.twisted && a.distance == b.distance && a.latency == b.latency &&
           a.unknown == b.unknown;
}

bool same_settings(const Element& a, const Element& b) {
    Element left = a;
    left.id = b.id;
    left.name = b.name;
    left.parent = b.parent;
    left.count = b.count;
    left.position = b.position;
    left.size = b.size;
    left.u = b.u;
    return left == b;
}

Matcher::Matcher(const Cluster& cluster, const Containment& containment)
    : m_cluster(cluster)
    , m_containment(containment)
    , m_children(cluster.elements.size())
    , m_links(cluster.elements.size()) {
    for (size_t i = 0; i < cluster.elements.size(); ++i)
        if (const int parent = containment.parent(static_cast<int>(i)); parent >= 0)
            m_children[static_cast<size_t>(parent)].push_back(static_cast<int>(i));
    for (size_t l = 0; l < cluster.links.size(); ++l) {
        const int from = containment.index(cluster.links[l].from),
                  to = containment.index(cluster.links[l].to);
        if (from < 0 || to < 0) continue;
        m_links[static_cast<size_t>(from)].push_back(static_cast<int>(l));
        if (to != from) m_links[static_cast<size_t>(to)].push_back(static_cast<int>(l));
    }
}

bool Matcher::inside(int element, int container) const {
    for (; element >= 0; element = m_containment.parent(element))
        if (element == container) return true;
    return false;
}

std::string Matcher::class_of(int element) const {
    if (at(element).kind == ElementKind::note || at(element).kind == ElementKind::cooling) return {};
    std::string out = at(element).parent + '\n';
    // Contents in drawn order: what differs here cannot correspond, what is alike may.
    std::vector<int> stack{element};
    while (!stack.empty()) {
        const int i = stack.back();
        stack.pop_back();
        const PartRef& part = at(i).part;
        out += fmt::format("{}|{}|{}|{}\n", name_of(at(i).kind), part.id,
                           part.inline_part ? part.inline_part->id : "", i == element ? 0 : at(i).count);
        for (const int child : children(i)) stack.push_back(child);
    }
    return out;
}

std::string Matcher::ends_of(int element) const {
    std::vector<std::string> ends;
    std::vector<int> stack{element};
    while (!stack.empty()) {
        const int i = stack.back();
        stack.pop_back();
        for (const int child : children(i)) stack.push_back(child);
        for (const int l : m_links[static_cast<size_t>(i)]) {
            const Link& link = m_cluster.links[static_cast<size_t>(l)];
            const bool outward = link.from == at(i).id;
            const std::string& far = outward ? link.to : link.from;
            if (!inside(m_containment.index(far), element)) ends.push_back((outward ? ">" : "<") + far);
        }
    }
    std::ranges::sort(ends);
    std::string out;
    for (const std::string& end : ends) out += end + '\n';
    return out;
}

bool Matcher::same_contents(int first, int second, std::map<int, int>& contents) const {
    if (!same_settings(at(first), at(second)) || children(first).size() != children(second).size())
        return false;
    contents[first] = second;
    std::vector<int> left = children(second);
    for (const int child : children(first)) {
        const auto twin = std::ranges::find_if(left, [&](int other) {
            return at(child).count == at(other).count && same_contents(child, other, contents);
        });
        if (twin == left.end()) return false;
        left.erase(twin);
    }
    return true;
}

bool Matcher::pair_up(int first, int second, std::map<int, int>& contents) const {
    return first != second && at(first).parent == at(second).parent && at(first).kind == at(second).kind &&
           !inside(first, second) && same_contents(first, second, contents);
}

std::optional<MergePlan> Matcher::twins(int first, int second) const {
    if (first < 0 || second < 0) return std::nullopt;
    std::map<int, int> contents;
    if (!pair_up(first, second, contents)) return std::nullopt;
    std::vector<std::pair<int, int>> pairs{{first, second}};
    const auto paired = [&](int a, int b) {
        const auto it = contents.find(a);
        return it != contents.end() && it->second == b;
    };
    const auto taken = [&](int end) {
        return std::ranges::any_of(contents, [&](const auto& pair) { return pair.second == end; });
    };
    for (size_t p = 0; p < pairs.size(); ++p) {
        const auto [own, other] = pairs[p];
        const std::map<int, int> held = contents;
        for (const auto& [near, twin] : held) {
            if (!inside(near, own)) continue;
            for (const int l : m_links[static_cast<size_t>(near)]) {
                const Link& link = m_cluster.links[static_cast<size_t>(l)];
                const bool outward = m_containment.index(link.from) == near;
                const int far = m_containment.index(outward ? link.to : link.from);
                if (inside(far, own) || inside(far, other)) continue;
                // The twin's cable of the same kind: to the same end, or to an end of its own.
                int own_end = -1, best = 0;
                bool shared = false;
                for (const int candidate : m_links[static_cast<size_t>(twin)]) {
                    const Link& alike = m_cluster.links[static_cast<size_t>(candidate)];
                    const bool also_outward = m_containment.index(alike.from) == twin;
                    if (also_outward != outward || !same_settings(link, alike)) continue;
                    const int end = m_containment.index(outward ? alike.to : alike.from);
                    if (end == far || paired(far, end)) {
                        shared = true;
                        break;
                    }
                    if (link.count != alike.count || inside(end, other) || inside(end, own) || taken(end))
                        continue;
                    // Where several ends are alike, it is the one that was split from the other.
                    const int fit = id_stem(m_cluster, at(end).id) == id_stem(m_cluster, at(far).id) ? 2 : 1;
                    if (fit > best) {
                        best = fit;
                        own_end = end;
                    }
                }
                if (shared) continue;
                if (own_end < 0) return std::nullopt;
                int a = far, b = own_end;
                while (a >= 0 && b >= 0 && m_containment.parent(a) != m_containment.parent(b)) {
                    a = m_containment.parent(a);
                    b = m_containment.parent(b);
                }
                if (a < 0 || b < 0 || !pair_up(a, b, contents) || !paired(far, own_end)) return std::nullopt;
                pairs.emplace_back(a, b);
            }
        }
    }
    MergePlan out;
    for (const auto& [a, b] : pairs) out.pairs.push_back({at(a).id, at(b).id});
    for (const auto& [a, b] : contents) {
        if (!out.gone.insert(at(b).id).second) return std::nullopt;
        out.contents.emplace(at(a).id, at(b).id);
    }
    for (const auto& [a, b] : out.contents)
        if (out.gone.contains(a)) return std::nullopt;
    return out;
}

} // namespace roofrack
