// SPDX-License-Identifier: GPL-3.0-or-later
#include "canvas/diagram_links.h"

#include "canvas/link_route.h"
#include "canvas/link_router.h"
#include "catalog/catalog.h"

#include <QStringList>

#include <algorithm>
#include <cmath>
#include <unordered_set>

namespace roofrack {
namespace {

bool outlines_contents(ElementKind kind) { return is_container(kind) && kind != ElementKind::rack; }

/// "400G": the way network people write a rate.
QString gigabits(ByteRate rate) { return QString::number(rate.si() * 8 / 1e9, 'g', 4) + QLatin1Char('G'); }

/// An end of a link on one side of a box, to be put in order along it.
struct Port {
    size_t link;
    double other; ///< where the other end lies along this side
};

class LinkDrawer {
public:
    LinkDrawer(const Cluster& cluster, const Catalog& catalog, const std::vector<DrawnElement>& elements,
               const std::unordered_map<std::string, int>& index)
        : m_cluster(cluster)
        , m_catalog(catalog)
        , m_elements(elements)
        , m_index(index) {
        for (const Element& element : cluster.elements) m_by_id.emplace(element.id, &element);
    }

    std::vector<DrawnLink> run() {
        for (const Link& link : m_cluster.links) add(link);
        for (DrawnLink& link : m_drawn)
            if (link.bundled.size() > 0 && !link.facility)
                link.label = QStringLiteral("%1 links").arg(link.bundled.size() + 1);
        say_once();
        order_ports();
        route();
        return std::move(m_drawn);
    }

private:
    const DrawnElement& at(int element) const { return m_elements[static_cast<size_t>(element)]; }

    std::optional<ByteRate> cable_rate(const Link& link) const {
        if (link.bandwidth) return link.bandwidth;
        std::optional<ByteRate> slower;
        for (const std::string& id : {link.from, link.to}) {
            const auto found = m_by_id.find(id);
            if (found == m_by_id.end()) continue;
            const Part* part = drawn_part(*found->second, m_catalog);
            if (!part) continue;
            const auto rate =
                part->value(found->second->kind == ElementKind::server ? "nic_rate" : "port_rate");
            if (rate && (!slower || ByteRate(*rate) < *slower)) slower = ByteRate(*rate);
        }
        return slower;
    }

    static QString label_of(const Link& link, std::optional<ByteRate> rate) {
        const QString speed = rate ? gigabits(*rate) : QString();
        QString laid;
        switch (link.pattern) {
        case LinkPattern::each:
            laid = link.count > 1 ? QString::number(link.count) + QStringLiteral(" ×") : QString();
            break;
        case LinkPattern::rail: laid = QStringLiteral("rail × %1").arg(link.count); break;
        case LinkPattern::mesh:
            laid = link.count > 1 ? QStringLiteral("mesh × %1").arg(link.count) : QStringLiteral("mesh");
            break;
        case LinkPattern::torus: {
            QStringList dims;
            for (int dim : link.dims) dims << QString::number(dim);
            laid = QStringLiteral("torus ") + dims.join(QStringLiteral("×"));
            break;
        }
        }
        if (laid.isEmpty() || speed.isEmpty()) return laid + speed;
        return link.pattern == LinkPattern::each ? laid + QLatin1Char(' ') + speed
                                                 : laid + QStringLiteral(" · ") + speed;
    }

    void add(const Link& link) {
        const auto from = m_index.find(link.from), to = m_index.find(link.to);
        if (from == m_index.end() || to == m_index.end()) return;
        DrawnLink one;
        one.from = from->second;
        one.to = to->second;
        const DrawnElement &a = at(one.from), &b = at(one.to);
        one.facility = a.kind == ElementKind::feed || a.kind == ElementKind::cooling;
        const bool joins_itself =
            link.from == link.to && (link.pattern == LinkPattern::torus || link.pattern == LinkPattern::mesh);
        if (one.from == one.to && !joins_itself) return; // inside one rack
        if (one.facility && outlines_contents(b.kind) && b.rect.contains(a.rect))
            return; // stands in what it serves
        one.id = link.id;
        const auto self = static_cast<int>(m_drawn.size());
        one.stroke = self;
        double rate = 0;
        if (!one.facility) {
            const auto cable = cable_rate(link);
            one.label = label_of(link, cable);
            rate = cable ? cable->si() * link.count : 0;
            one.width = link_width(ByteRate(rate));
        } else if (!m_facility_lane.count(a.id)) {
            const Element* unit = m_by_id.at(a.id);
            m_facility_lane[a.id] = m_facility_lanes[unit->parent]++ % 3;
        }
        const auto ends = std::minmax(one.from, one.to);
        const long long key = (static_cast<long long>(ends.first) << 32 | ends.second) * 2 + one.facility;
        if (const auto first = m_stroke_of.emplace(key, self); !first.second) {
            DrawnLink& leader = m_drawn[static_cast<size_t>(first.first->second)];
            leader.bundled.push_back(self);
            one.stroke = first.first->second;
            m_rates[static_cast<size_t>(one.stroke)] += rate;
            leader.width =
                std::max(leader.width, link_width(ByteRate(m_rates[static_cast<size_t>(one.stroke)])));
            one.label.clear();
        }
        m_rates.push_back(rate);
        m_drawn.push_back(std::move(one));
    }

    bool is_stroke(size_t link) const { return m_drawn[link].stroke == static_cast<int>(link); }
    bool is_upper(int one, int other) const {
        return at(one).rect.center().y() < at(other).rect.center().y();
    }

    /// The same words stand once at each upper box.
    void say_once() {
        std::unordered_map<int, QStringList> said;
        for (DrawnLink& link : m_drawn) {
            if (link.label.isEmpty() || link.facility) continue;
            QStringList& words = said[is_upper(link.from, link.to) ? link.from : link.to];
            if (words.contains(link.label))
                link.label.clear();
            else
                words << link.label;
        }
    }

    /// Ends on one side of a box in the order of where they lead, so that they do not cross at it.
    void order_ports() {
        std::unordered_map<int, std::vector<Port>> above, below;
        for (size_t i = 0; i < m_drawn.size(); ++i) {
            const DrawnLink& link = m_drawn[i];
            if (link.facility || !is_stroke(i) || link.from == link.to) continue;
            const bool from_above = is_upper(link.from, link.to);
            (from_above ? below : above)[link.from].push_back({i, at(link.to).rect.center().x()});
            (from_above ? above : below)[link.to].push_back({i, at(link.from).rect.center().x()});
        }
        m_lane.assign(m_drawn.size(), {});
        for (auto* side : {&above, &below})
            for (auto& [element, ports] : *side) {
                if (ports.size() < 2) continue;
                std::stable_sort(ports.begin(), ports.end(),
                                 [](const Port& a, const Port& b) { return a.other < b.other; });
                const double reach = std::min(1.0, static_cast<double>(ports.size() - 1) / 5);
                for (size_t i = 0; i < ports.size(); ++i) {
                    const double place =
                        reach * (2.0 * static_cast<double>(i) / static_cast<double>(ports.size() - 1) - 1);
                    auto& lane = m_lane[ports[i].link];
                    (m_drawn[ports[i].link].from == element ? lane.first : lane.second) = place;
                }
            }
    }

    void route() {
        const LinkRouter router(m_elements);
        for (size_t i = 0; i < m_drawn.size(); ++i) {
            DrawnLink& link = m_drawn[i];
            const DrawnElement& a = at(link.from);
            LinkRoute route;
            if (!is_stroke(i)) {
                const DrawnLink& stroke = m_drawn[static_cast<size_t>(link.stroke)];
                link.path = stroke.path; // laid before: it comes first
                link.line = stroke.line;
                continue;
            }
            if (link.facility) {
                route = router.facility(link.from, link.to, m_facility_lane[a.id]);
            } else if (link.from == link.to) { // a torus or mesh runs around its own box
                const double x = a.rect.left(), top = a.rect.top() + a.rect.height() * 0.3,
                             bottom = a.rect.bottom() - a.rect.height() * 0.3;
                route = {QPolygonF{{{x, top}, {x - 36, top - 12}, {x - 36, bottom + 12}, {x, bottom}}}, true};
            } else {
                route = router.network(link.from, link.to, m_lane[i].first, m_lane[i].second);
            }
            link.path = path_of(route);
            link.line = flattened(route);
        }
    }

    const Cluster& m_cluster;
    const Catalog& m_catalog;
    const std::vector<DrawnElement>& m_elements;
    const std::unordered_map<std::string, int>& m_index;
    std::unordered_map<std::string_view, const Element*> m_by_id;
    std::vector<DrawnLink> m_drawn;
    std::vector<double> m_rates; ///< B/s, of each stroke with all it is painted for
    std::vector<std::pair<double, double>> m_lane;
    std::unordered_map<long long, int> m_stroke_of; ///< by the two ends
    std::unordered_map<std::string, int> m_facility_lane,
        m_facility_lanes; ///< of a unit; used so far, by container
};

} // namespace

std::vector<DrawnLink> draw_links(const Cluster& cluster, const Catalog& catalog,
                                  const std::vector<DrawnElement>& elements,
                                  const std::unordered_map<std::string, int>& index) {
    return LinkDrawer(cluster, catalog, elements, index).run();
}

} // namespace roofrack
