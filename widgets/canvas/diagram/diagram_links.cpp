// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/diagram/diagram_links.h"

#include "core/base/catalog/catalog.h"
#include "core/drawing/drawn_parts.h"
#include "core/drawing/link_ends.h"
#include "widgets/canvas/route/link_route.h"
#include "widgets/canvas/route/link_router.h"
#include "widgets/theme/text_width.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <tuple>
#include <unordered_set>

namespace roofrack {
namespace {

struct LinkLabelWords {
    Q_DECLARE_TR_FUNCTIONS(LinkLabel)
};

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
        m_by_id.reserve(cluster.elements.size());
        for (const Element& element : cluster.elements) m_by_id.emplace(element.id, &element);
    }

    std::vector<DrawnLink> run() {
        m_drawn.reserve(m_cluster.links.size());
        m_rates.reserve(m_cluster.links.size());
        m_stroke_of.reserve(m_cluster.links.size());
        for (const Link& link : m_cluster.links) add(link);
        for (DrawnLink& link : m_drawn)
            if (link.bundled.size() > 0 && !link.facility)
                link.label = LinkLabelWords::tr("%1 links").arg(link.bundled.size() + 1);
        say_once();
        order_ports();
        route();
        return std::move(m_drawn);
    }

private:
    const DrawnElement& at(int element) const { return m_elements[static_cast<size_t>(element)]; }

    /// Large drawings name few parts many times.
    LinkEnd end_of(const Element& element) {
        const auto [known, is_new] = m_parts.try_emplace(&element);
        if (is_new) known->second = drawn_part(element, m_catalog);
        return {element, known->second};
    }

    std::optional<ByteRate> rate_of(const Link& link) {
        const auto from = m_by_id.find(link.from), to = m_by_id.find(link.to);
        if (from == m_by_id.end() || to == m_by_id.end()) return link.bandwidth;
        return cable_rate(link, end_of(*from->second), end_of(*to->second), m_catalog);
    }

    QString known_label(const Link& link, std::optional<ByteRate> rate) {
        if (link.pattern == LinkPattern::torus) return label_of(link, rate);
        QString& label = m_labels[{link.pattern, link.count, rate ? rate->si() : -1}];
        if (label.isNull()) label = label_of(link, rate);
        return label;
    }

    static QString label_of(const Link& link, std::optional<ByteRate> rate) {
        const QString speed = rate ? gigabits(*rate) : QString();
        QString laid;
        switch (link.pattern) {
        case LinkPattern::each:
            laid = link.count > 1 ? QString::number(link.count) + QStringLiteral(" ×") : QString();
            break;
        case LinkPattern::rail: laid = LinkLabelWords::tr("rail × %1").arg(link.count); break;
        case LinkPattern::mesh:
            laid = LinkLabelWords::tr("%1 to each").arg(link.count); // cables from one to every other
            break;
        case LinkPattern::torus: {
            QStringList dims;
            for (int dim : link.dims) dims << QString::number(dim);
            laid = LinkLabelWords::tr("torus %1").arg(dims.join(QStringLiteral("×")));
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
            const auto cable = rate_of(link);
            one.label = known_label(link, cable);
            rate = cable ? cable->si() * link.count : 0;
            one.width = link_width(ByteRate(rate));
        } else {
            const auto bus = m_bus.find(one.from);
            one.bus_index = bus != m_bus.end() ? bus->second : m_buses[m_by_id.at(a.id)->parent]++ % 3;
            m_bus[one.from] = one.bus_index;
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

    /// Words that several links of an upper box have in common stand there once.
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
            if (holds(link.from, link.to) || holds(link.to, link.from)) continue; // they go around all others
            const bool from_above = is_upper(link.from, link.to);
            (from_above ? below : above)[link.from].push_back({i, at(link.to).rect.center().x()});
            (from_above ? above : below)[link.to].push_back({i, at(link.from).rect.center().x()});
        }
        for (auto* side : {&above, &below})
            for (auto& [element, ports] : *side) {
                if (ports.size() < 2) continue;
                std::stable_sort(ports.begin(), ports.end(),
                                 [](const Port& a, const Port& b) { return a.other < b.other; });
                const double reach = std::min(1.0, static_cast<double>(ports.size() - 1) / 5);
                for (size_t i = 0; i < ports.size(); ++i) {
                    const double side_position =
                        reach * (2.0 * static_cast<double>(i) / static_cast<double>(ports.size() - 1) - 1);
                    DrawnLink& link = m_drawn[ports[i].link];
                    (link.from == element ? link.from_side_position : link.to_side_position) = side_position;
                }
            }
        for (const auto& [element, ports] : below)
            for (const Port& port : ports) {
                DrawnLink& link = m_drawn[port.link];
                const int lower = link.from == element ? link.to : link.from;
                straighten(link, element, ports.size() == 1, lower, above[lower].size() == 1);
            }
    }

    /// Boxes above each other are joined by an upright line: an end that is alone on its side moves along it.
    void straighten(DrawnLink& link, int upper, bool alone_above, int lower, bool alone_below) {
        const QRectF &above = at(upper).rect, &below = at(lower).rect;
        if (above.bottom() >= below.top()) return;
        double& upper_position = link.from == upper ? link.from_side_position : link.to_side_position;
        double& lower_position = link.from == upper ? link.to_side_position : link.from_side_position;
        const double a = LinkRouter::port(above, upper_position), b = LinkRouter::port(below, lower_position);
        constexpr double hardly = 10; // canvas units: between others an end moves only so far
        if (!alone_above && !alone_below && std::abs(a - b) > hardly) return;
        const double x = alone_above == alone_below ? (a + b) / 2 : alone_above ? b : a;
        const double from_above = LinkRouter::side_position(above, x),
                     from_below = LinkRouter::side_position(below, x);
        constexpr double corner = 0.75; // nearer to it a line looks lost
        if (std::max(std::abs(from_above), std::abs(from_below)) >
            std::max({corner, std::abs(upper_position), std::abs(lower_position)}))
            return;
        upper_position = from_above;
        lower_position = from_below;
    }

    bool holds(int container, int element) const {
        for (int one = at(element).parent; one >= 0; one = at(one).parent)
            if (one == container) return true;
        return false;
    }

    /// Links that leave a crowded side of a box along channels do so in one trunk on either hand.
    void join_trunks(const LinkRouter& router) {
        constexpr size_t crowd = 10; // ports on one side
        std::unordered_map<int, std::vector<size_t>> below;
        for (size_t i = 0; i < m_drawn.size(); ++i) {
            const DrawnLink& link = m_drawn[i];
            if (link.facility || !is_stroke(i) || link.from == link.to) continue;
            below[is_upper(link.from, link.to) ? link.from : link.to].push_back(i);
        }
        for (const auto& [element, links] : below) {
            if (links.size() < crowd) continue;
            std::array<std::vector<size_t>, 2> hands;
            std::array<double, 2> sums{};
            for (const size_t i : links) {
                DrawnLink& link = m_drawn[i];
                if (link.line.size() < 4 || link.line.size() > 6) continue; // straight, or a curve
                const bool from_here = link.from == element;
                const auto corner = [&](qsizetype k) {
                    return link.line[from_here ? k : link.line.size() - 1 - k];
                };
                const QPointF start = corner(0), turn = corner(1), next = corner(2);
                constexpr double longest = 100; // a longer one is a way of its own
                if (std::abs(start.y() - at(element).rect.bottom()) > 0.5 || start.x() != turn.x() ||
                    turn.y() - start.y() > longest)
                    continue;
                const bool right = next.x() > turn.x();
                hands[right].push_back(i);
                sums[right] += from_here ? link.from_side_position : link.to_side_position;
            }
            for (const int hand : {0, 1}) {
                const auto& trunk = hands[static_cast<size_t>(hand)];
                if (trunk.size() < 2) continue;
                const double side_position =
                    sums[static_cast<size_t>(hand)] / static_cast<double>(trunk.size());
                const double x = LinkRouter::port(at(element).rect, side_position);
                for (const size_t i : trunk) {
                    DrawnLink& link = m_drawn[i];
                    const bool from_here = link.from == element;
                    QPolygonF moved = link.line;
                    const auto corner = [&](qsizetype k) -> QPointF& {
                        return moved[from_here ? k : moved.size() - 1 - k];
                    };
                    corner(0).setX(x);
                    corner(1).setX(x);
                    if (!router.is_clear({{corner(0), corner(1), corner(2)}}, link.from, link.to)) continue;
                    (from_here ? link.from_side_position : link.to_side_position) = side_position;
                    link.line = std::move(moved);
                    link.path = path_of({link.line, false});
                }
            }
        }
    }

    void route() {
        const LinkRouter router(m_elements);
        for (size_t i = 0; i < m_drawn.size(); ++i)
            if (is_stroke(i)) lay_link(m_drawn[i], router);
        join_trunks(router);
        for (DrawnLink& link : m_drawn) {
            const DrawnLink& stroke = m_drawn[static_cast<size_t>(link.stroke)];
            if (&stroke == &link) continue;
            link.path = stroke.path;
            link.line = stroke.line;
        }
    }

    const Cluster& m_cluster;
    const Catalog& m_catalog;
    const std::vector<DrawnElement>& m_elements;
    const std::unordered_map<std::string, int>& m_index;
    std::unordered_map<std::string_view, const Element*> m_by_id;
    std::vector<DrawnLink> m_drawn;
    std::vector<double> m_rates;                    ///< B/s, of each stroke with all it is painted for
    std::unordered_map<long long, int> m_stroke_of; ///< by the two ends
    std::unordered_map<int, int> m_bus;             ///< bus of each unit
    std::unordered_map<std::string, int> m_buses;   ///< used so far, by container
    std::unordered_map<const Element*, const Part*> m_parts;
    std::map<std::tuple<LinkPattern, int, double>, QString> m_labels; ///< thousands of links say the same
};

} // namespace

std::vector<LinkBundle> bundle_links(std::vector<DrawnLink>& links,
                                     const std::vector<DrawnElement>& elements) {
    const auto parent = [&](int element) { return elements[static_cast<size_t>(element)].parent; };
    std::map<std::pair<int, int>, LinkBundle> found;
    for (size_t i = 0; i < links.size(); ++i) {
        DrawnLink& link = links[i];
        if (link.facility || link.from == link.to || link.stroke != static_cast<int>(i)) continue;
        // Each end by what holds it just below the container that holds both.
        const auto holds = [&](int container, int element) {
            for (int one = element; one >= 0; one = parent(one))
                if (one == container) return true;
            return false;
        };
        const auto shown = [&](int end, int other) {
            while (parent(end) >= 0 && !holds(parent(end), other)) end = parent(end);
            return end;
        };
        const int from = shown(link.from, link.to), to = shown(link.to, link.from);
        if (from == link.from && to == link.to) continue; // they stand beside each other
        const auto ends = std::minmax(from, to);
        LinkBundle& bundle = found[ends];
        bundle.from = ends.first;
        bundle.to = ends.second;
        bundle.links.push_back(static_cast<int>(i));
    }
    std::vector<LinkBundle> bundles;
    for (auto& [ends, bundle] : found) {
        if (bundle.links.size() < 2) continue;
        for (const int link : bundle.links)
            links[static_cast<size_t>(link)].bundle = static_cast<int>(bundles.size());
        bundles.push_back(std::move(bundle));
    }
    return bundles;
}

void lay_link(DrawnLink& link, const LinkRouter& router) {
    LinkRoute route;
    if (link.facility) {
        route = router.facility_route(link.from, link.to, link.bus_index);
    } else if (link.from == link.to) { // a torus or mesh runs around its own box
        constexpr double widest = 76;  // half of the words on it
        route = router.loop_route(link.from,
                                  std::min(widest, 0.6 * text_width(link.label, Theme::Role::secondary) + 8));
    } else {
        route = router.network_route(link.from, link.to, link.from_side_position, link.to_side_position);
    }
    link.path = path_of(route);
    link.line = flattened(route);
}

std::vector<DrawnLink> draw_links(const Cluster& cluster, const Catalog& catalog,
                                  const std::vector<DrawnElement>& elements,
                                  const std::unordered_map<std::string, int>& index) {
    return LinkDrawer(cluster, catalog, elements, index).run();
}

} // namespace roofrack
