// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/design/owned_servers.h"

#include "core/base/units/quantity_text.h"
#include "core/base/units/saturated.h"
#include "core/drawing/bill/procurement.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <limits>
#include <map>
#include <set>

namespace roofrack {

namespace {

/// What is sold with servers: they, their switches, and what they stand in but for rooms and sites.
bool goes_with_servers(ElementKind kind) {
    switch (kind) {
    case ElementKind::row:
    case ElementKind::pod:
    case ElementKind::rack:
    case ElementKind::server:
    case ElementKind::switch_: return true;
    default: return false;
    }
}

/// How many of it are there already in each instance of what it stands in.
int owned_count_of(const Element& element) {
    return element.owned_count ? std::clamp(*element.owned_count, 0, element.count) : element.count;
}

/// Makes copies of what is sold, with ids that nothing of `made` has.
class SoldCopies {
public:
    SoldCopies(const Cluster& from, const Cluster& made)
        : m_from(from)
        , m_procurements(procurements_of(from)) {
        for (const Element& each : made.elements) m_taken.insert(each.id);
        for (const Link& each : made.links) m_taken.insert(each.id);
        for (size_t i = 0; i < from.elements.size(); ++i)
            if (is_sold(i)) m_ids[from.elements[i].id] = free_id(from.elements[i].id);
    }

    std::vector<Element> elements() const {
        std::vector<Element> out;
        for (size_t i = 0; i < m_from.elements.size(); ++i) {
            if (!is_sold(i)) continue;
            Element& copy = out.emplace_back(m_from.elements[i]);
            copy.count = owned_count_of(copy);
            copy.owned_count.reset();
            stand_in_copy(copy);
            copy.id = m_ids.at(copy.id);
            // What stands in something that is sold is sold with it.
            copy.procurement = copy.parent.empty() ? Procurement::sell : Procurement::inherited;
        }
        return out;
    }

    std::vector<Link> links() {
        std::vector<Link> out;
        for (const Link& each : m_from.links) {
            const auto from = m_ids.find(each.from), to = m_ids.find(each.to);
            if (from == m_ids.end() || to == m_ids.end()) continue;
            Link& copy = out.emplace_back(each);
            copy.id = free_id(each.id);
            copy.from = from->second;
            copy.to = to->second;
        }
        return out;
    }

private:
    bool is_sold(size_t i) const {
        const Element& element = m_from.elements[i];
        return goes_with_servers(element.kind) && m_procurements[i] == Procurement::owned &&
               owned_count_of(element) > 0;
    }

    /// The nearest container that is sold, too; as many more stand there as those between hold.
    void stand_in_copy(Element& copy) const {
        double count = copy.count;
        for (size_t steps = 0; !copy.parent.empty() && steps <= m_from.elements.size(); ++steps) {
            if (const auto parent = m_ids.find(copy.parent); parent != m_ids.end()) {
                copy.parent = parent->second;
                copy.count = saturated<int>(count);
                return;
            }
            const auto around = std::ranges::find(m_from.elements, copy.parent, &Element::id);
            if (around == m_from.elements.end()) break;
            count *= around->count;
            copy.parent = around->parent;
        }
        copy.parent.clear();
        copy.count = saturated<int>(count);
    }

    std::string free_id(const std::string& id) {
        std::string out = id;
        for (int i = 0; !m_taken.insert(out).second; ++i)
            out = i == 0 ? "sold-" + id : fmt::format("sold-{}-{}", id, i + 1);
        return out;
    }

    const Cluster& m_from;
    std::vector<Procurement> m_procurements;
    std::set<std::string> m_taken;            ///< ids of elements and links
    std::map<std::string, std::string> m_ids; ///< by that of the element it is a copy of
};

} // namespace

std::string owned_servers_text(const Cluster& cluster) {
    const std::vector<Procurement> procurements = procurements_of(cluster);
    const std::vector<double> shares = owned_shares_of(cluster);
    std::vector<std::pair<std::string, double>> kinds;
    for (size_t i = 0; i < cluster.elements.size(); ++i) {
        const Element& element = cluster.elements[i];
        if (element.kind != ElementKind::server || procurements[i] != Procurement::owned) continue;
        const double count = std::round(cluster.instances(element) * shares[i]);
        if (!(count > 0)) continue;
        const auto known = std::ranges::find(kinds, title(element), &std::pair<std::string, double>::first);
        if (known == kinds.end())
            kinds.emplace_back(title(element), count);
        else
            known->second += count;
    }
    std::vector<std::string> out;
    for (const auto& [name, count] : kinds) out.push_back(fmt::format("{} × {}", format_count(count), name));
    return fmt::format("{}", fmt::join(out, ", "));
}

Cluster with_owned_sold(const Cluster& from, Cluster made) {
    constexpr double gap = 200; // px between the two drawings
    SoldCopies copies(from, made);
    std::vector<Element> sold = copies.elements();
    if (sold.empty()) return made;
    double top = std::numeric_limits<double>::infinity(), bottom = -top;
    for (const Element& each : sold)
        if (each.parent.empty()) top = std::min(top, each.position.y);
    for (const Element& each : made.elements) bottom = std::max(bottom, each.position.y);
    const double down = std::isfinite(bottom) && std::isfinite(top) ? bottom + gap - top : 0;
    for (Element& each : sold) {
        // What stands in a rack has no place of its own.
        if (each.parent.empty() || each.position != Position{}) each.position.y += down;
        made.elements.push_back(std::move(each));
    }
    for (Link& each : copies.links()) made.links.push_back(std::move(each));
    return made;
}

} // namespace roofrack
