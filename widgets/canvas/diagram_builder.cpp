// SPDX-License-Identifier: GPL-3.0-or-later
#include "canvas/diagram_builder.h"

#include "canvas/diagram_measure.h"
#include "canvas/link_route.h"
#include "catalog/catalog.h"
#include "editor/item_text.h"
#include "theme/theme.h"
#include "units/quantity_text.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>

namespace roofrack {
namespace {

using namespace diagram_measure;

double grid_up(double value) { return std::ceil(value / 8) * 8; }

double text_width(const QString& text, Theme::Role role) {
    return QFontMetricsF(Theme::light().font(role)).horizontalAdvance(text);
}

bool outlines_contents(ElementKind kind) { return is_container(kind) && kind != ElementKind::rack; }

/// "400G": the way network people write a rate.
QString gigabits(ByteRate rate) { return QString::number(rate.si() * 8 / 1e9, 'g', 4) + QLatin1Char('G'); }

} // namespace

DiagramBuilder::DiagramBuilder(const Cluster& cluster, const Catalog& catalog)
    : m_cluster(cluster)
    , m_catalog(catalog) {
    for (const Element& element : cluster.elements) {
        m_by_id.emplace(element.id, &element);
        m_children[element.parent].push_back(&element);
    }
}

bool DiagramBuilder::is_slot(const Element& element) const {
    if (element.kind != ElementKind::server && element.kind != ElementKind::switch_ &&
        element.kind != ElementKind::storage)
        return false;
    const auto parent = m_by_id.find(element.parent);
    return parent != m_by_id.end() && parent->second->kind == ElementKind::rack;
}

QSizeF DiagramBuilder::size_of(const Element& element) const {
    const double title_width = grid_up(text_width(title(element), Theme::Role::strong) + 32);
    switch (element.kind) {
    case ElementKind::rack:
        return {rack_measure::width,
                rack_units(element, m_catalog) * rack_measure::unit + 2 * rack_measure::edge};
    case ElementKind::server: {
        const double units = std::max(4.0, height_u_of(element, m_catalog));
        return {rack_measure::width, units * rack_measure::unit + 2 * rack_measure::edge};
    }
    case ElementKind::switch_: return {std::max(least_width, title_width), switch_height};
    case ElementKind::note: {
        const QRectF text = QFontMetricsF(Theme::light().font(Theme::Role::body))
                                .boundingRect(QRectF(0, 0, 240, 4000), Qt::TextWordWrap, title(element));
        return {grid_up(std::max(72.0, text.width() + 24)), grid_up(text.height() + 16)};
    }
    default: {
        const double sub_width = grid_up(text_width(subtitle(element), Theme::Role::secondary) + 40);
        return {std::clamp(std::max(title_width + 8, sub_width), 128.0, 224.0), box_height};
    }
    }
}

QString DiagramBuilder::title(const Element& element) const {
    if (element.kind == ElementKind::note)
        return element.text.empty() ? title_of(element) : QString::fromStdString(element.text);
    const QString name = QString::fromStdString(element.name.empty() ? element.id : element.name);
    return element.count > 1
               ? name + QStringLiteral(" × ") + QString::fromStdString(format_count(element.count))
               : name;
}

QString DiagramBuilder::subtitle(const Element& element) const {
    const Part* part = drawn_part(element, m_catalog);
    const QString part_name = part ? QString::fromStdString(part->name) : QString();
    if (element.kind != ElementKind::rack) return part_name == title(element) ? QString() : part_name;
    const auto contents = m_children.find(element.id);
    if (contents == m_children.end()) return part_name;
    QStringList names;
    for (const Element* inside : contents->second) {
        if (inside->kind != ElementKind::server) continue;
        const Part* server = drawn_part(*inside, m_catalog);
        const QString name = server ? QString::fromStdString(server->name) : title_of(*inside);
        names << (inside->count > 1 ? QStringLiteral("%1 × %2").arg(inside->count).arg(name) : name);
    }
    return names.join(QStringLiteral(", "));
}

DrawnElement DiagramBuilder::drawn(const Element& element, const Diagram::Positions& positions, int depth) {
    DrawnElement drawn;
    drawn.id = element.id;
    drawn.kind = element.kind;
    drawn.count = std::max(1, element.count);
    drawn.depth = depth;
    drawn.title = title(element);
    drawn.subtitle = subtitle(element);
    const auto placed = positions.find(element.id);
    const Position position = placed == positions.end() ? element.position : placed->second;
    drawn.rect = QRectF(QPointF(position.x, position.y), size_of(element));
    if (element.kind == ElementKind::rack) {
        drawn.rack_u = rack_units(element, m_catalog);
        std::vector<const Element*> inside;
        for (const Element* child : m_children[element.id])
            if (is_slot(*child)) inside.push_back(child);
        drawn.slots = rack_slots(inside, drawn.rack_u, m_catalog);
    } else if (element.kind == ElementKind::server) {
        using namespace rack_measure;
        drawn.slots = {{element.id, element.kind,
                        QRectF(slot_left, edge, slot_width, drawn.rect.height() - 2 * edge),
                        gpus_of(element, m_catalog)}};
    }
    return drawn;
}

std::vector<DrawnElement> DiagramBuilder::elements(const Diagram::Positions& positions) {
    std::vector<DrawnElement> containers, others;
    std::unordered_set<std::string> seen;
    // Depth first; a container's area is known after its contents'.
    auto visit = [&](auto&& self, const Element& element, int depth) -> QRectF {
        if (!seen.insert(element.id).second || is_slot(element)) return {};
        DrawnElement one = drawn(element, positions, depth);
        if (!outlines_contents(element.kind)) {
            for (const Element* child : m_children[element.id])
                self(self, *child, depth + 1); // a feed in a rack
            others.push_back(std::move(one));
            return painted_area(others.back());
        }
        const size_t place = containers.size();
        containers.push_back(one);
        QRectF contents;
        for (const Element* child : m_children[element.id]) contents |= self(self, *child, depth + 1);
        const QPointF corner = one.rect.topLeft();
        if (element.size)
            one.rect = QRectF(corner, QSizeF(element.size->x, element.size->y));
        else if (contents.isEmpty())
            one.rect = QRectF(corner, QSizeF(160, 96));
        else
            one.rect = contents.adjusted(-container_side + 5, -container_top + 5, container_side - 5,
                                         container_bottom - 5);
        containers[place] = one;
        return painted_area(one);
    };
    for (const Element& element : m_cluster.elements)
        if (element.parent.empty() || !m_by_id.count(element.parent)) visit(visit, element, 0);
    for (const Element& element : m_cluster.elements)
        visit(visit, element, 0); // cyclic containment is drawn flat
    std::stable_sort(containers.begin(), containers.end(),
                     [](const DrawnElement& a, const DrawnElement& b) { return a.depth < b.depth; });
    containers.insert(containers.end(), std::make_move_iterator(others.begin()),
                      std::make_move_iterator(others.end()));
    return containers;
}

std::optional<ByteRate> DiagramBuilder::cable_rate(const Link& link) const {
    if (link.bandwidth) return link.bandwidth;
    std::optional<ByteRate> slower;
    for (const std::string& id : {link.from, link.to}) {
        const auto found = m_by_id.find(id);
        if (found == m_by_id.end()) continue;
        const Part* part = drawn_part(*found->second, m_catalog);
        if (!part) continue;
        const auto rate = part->value(found->second->kind == ElementKind::server ? "nic_rate" : "port_rate");
        if (rate && (!slower || ByteRate(*rate) < *slower)) slower = ByteRate(*rate);
    }
    return slower;
}

QString DiagramBuilder::link_label(const Link& link) const {
    const auto rate = cable_rate(link);
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

/// The middle of the curve, or beside it where a container's name stands.
void DiagramBuilder::place_label(DrawnLink& link, const std::vector<DrawnElement>& elements) {
    if (link.path.elementCount() != 4) return;
    const auto point = [&](int at) { return QPointF(link.path.elementAt(at)); };
    const double width = text_width(link.label, Theme::Role::secondary) + 16;
    for (const double t : {0.5, 0.36, 0.64, 0.25, 0.75}) {
        const double s = 1 - t;
        const QPointF at =
            s * s * s * point(0) + 3 * s * s * t * point(1) + 3 * s * t * t * point(2) + t * t * t * point(3);
        if (t == 0.5) link.label_at = at;
        QRectF area(0, 0, width, 20);
        area.moveCenter(at);
        const bool covers = std::any_of(elements.begin(), elements.end(), [&](const DrawnElement& element) {
            if (!outlines_contents(element.kind)) return false; // containers come first, and there are few
            QRectF name = label_area(element);
            name.setWidth(std::min(name.width(), text_width(element.title, Theme::Role::strong)));
            return name.intersects(area);
        });
        if (covers) continue;
        link.label_at = at;
        return;
    }
}

std::vector<DrawnLink> DiagramBuilder::links(const std::vector<DrawnElement>& elements,
                                             const std::unordered_map<std::string, int>& index) const {
    struct End {
        size_t link;
        double other_x;
    };
    std::vector<DrawnLink> drawn;
    std::unordered_map<int, std::vector<End>> ends_above, ends_below;
    std::unordered_set<std::string> labelled;
    std::unordered_map<std::string, int> lanes, lanes_of; ///< of each unit; used so far, by container
    for (const Link& link : m_cluster.links) {
        const auto from = index.find(link.from), to = index.find(link.to);
        if (from == index.end() || to == index.end()) continue;
        DrawnLink one;
        one.id = link.id;
        one.from = from->second;
        one.to = to->second;
        const DrawnElement& a = elements[static_cast<size_t>(one.from)];
        const DrawnElement& b = elements[static_cast<size_t>(one.to)];
        one.facility = a.kind == ElementKind::feed || a.kind == ElementKind::cooling;
        if (one.from == one.to && link.pattern != LinkPattern::torus) continue; // inside one rack
        if (one.facility && outlines_contents(b.kind) && b.rect.contains(a.rect))
            continue; // stands in what it serves
        if (!one.facility) {
            const auto rate = cable_rate(link);
            one.width = link_width(rate ? std::optional(*rate * link.count) : rate);
            const bool a_above = a.rect.center().y() < b.rect.center().y();
            one.label = link_label(link);
            const std::string key = (a_above ? a.id : b.id) + '\n' + one.label.toStdString();
            if (!labelled.insert(key).second) one.label.clear(); // said once at each upper box
            (a_above ? ends_below : ends_above)[one.from].push_back({drawn.size(), b.rect.center().x()});
            (a_above ? ends_above : ends_below)[one.to].push_back({drawn.size(), a.rect.center().x()});
        } else {
            const Element* unit = m_by_id.at(a.id);
            if (!lanes.count(a.id)) lanes[a.id] = lanes_of[unit->parent]++ % 3;
        }
        drawn.push_back(std::move(one));
    }
    std::vector<std::pair<double, double>> lane(drawn.size());
    for (auto* side : {&ends_above, &ends_below})
        for (auto& [element, ends] : *side) {
            std::stable_sort(ends.begin(), ends.end(),
                             [](const End& a, const End& b) { return a.other_x < b.other_x; });
            const double reach = std::min(1.0, static_cast<double>(ends.size() - 1) / 5);
            for (size_t i = 0; i < ends.size() && ends.size() > 1; ++i) {
                const double at =
                    reach * (2.0 * static_cast<double>(i) / static_cast<double>(ends.size() - 1) - 1);
                (drawn[ends[i].link].from == element ? lane[ends[i].link].first : lane[ends[i].link].second) =
                    at;
            }
        }
    for (size_t i = 0; i < drawn.size(); ++i) {
        DrawnLink& link = drawn[i];
        const DrawnElement& a = elements[static_cast<size_t>(link.from)];
        const DrawnElement& b = elements[static_cast<size_t>(link.to)];
        if (link.facility) {
            link.path = facility_route(a.rect, b.rect, lanes[a.id]);
        } else if (link.from == link.to) { // a torus runs around its own box
            const double x = a.rect.left(), top = a.rect.top() + a.rect.height() * 0.3,
                         bottom = a.rect.bottom() - a.rect.height() * 0.3;
            link.path.moveTo(x, top);
            link.path.cubicTo(x - 36, top - 12, x - 36, bottom + 12, x, bottom);
        } else {
            link.path = network_route(a.rect, b.rect, lane[i].first, lane[i].second);
        }
        if (!link.label.isEmpty()) place_label(link, elements);
    }
    return drawn;
}

} // namespace roofrack
