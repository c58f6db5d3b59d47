// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/diagram/diagram_builder.h"

#include "core/base/catalog/catalog.h"
#include "core/base/units/quantity_text.h"
#include "core/drawing/cooling_kind.h"
#include "core/drawing/drawn_parts.h"
#include "widgets/canvas/items/canvas_grid.h"
#include "widgets/canvas/items/diagram_measure.h"
#include "widgets/editor/item_text.h"
#include "widgets/fields/text.h"
#include "widgets/theme/text_width.h"
#include "widgets/theme/theme.h"

#include <QFontMetricsF>

#include <algorithm>

namespace roofrack {
namespace {

using namespace diagram_measure;

/// After a count: "9 × 8 × H100" would read as a product of three.
QString set_off(const QString& name) {
    const QString first = name.section(QLatin1Char(' '), 0, 0), second = name.section(QLatin1Char(' '), 1, 1);
    bool is_number = false;
    first.toInt(&is_number);
    return is_number && second == QStringLiteral("×") ? QLatin1Char('(') + name + QLatin1Char(')') : name;
}

} // namespace

QRectF frame_around(const QRectF& contents) {
    return contents.adjusted(-container_side + outline_mark, -container_top + outline_mark,
                             container_side - outline_mark, container_bottom - outline_mark);
}

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
    const auto title_width = [&] { return up_to_grid(text_width(title(element), Theme::Role::strong) + 32); };
    switch (element.kind) {
    case ElementKind::rack:
        return {rack_measure::width,
                rack_units(element, m_catalog) * rack_measure::unit + 2 * rack_measure::edge};
    case ElementKind::server: {
        const double units = std::max(4.0, height_u_of(element, m_catalog));
        return {rack_measure::width, units * rack_measure::unit + 2 * rack_measure::edge};
    }
    case ElementKind::switch_: return {std::max(least_width, title_width()), switch_height};
    case ElementKind::note: {
        // A width given by hand wraps the text; the height grows with it.
        const double wrap = element.size ? std::max(40.0, element.size->x - 20) : 240;
        const QRectF text = QFontMetricsF(Theme::light().font(Theme::Role::body))
                                .boundingRect(QRectF(0, 0, wrap, 4000), Qt::TextWordWrap, title(element));
        const double height = up_to_grid(text.height() + 16);
        if (element.size) return {element.size->x, std::max(element.size->y, height)};
        return {up_to_grid(std::max(72.0, text.width() + 24)), height};
    }
    default: {
        const double beside = element.kind == ElementKind::feed ? 40 : 56; // its picture and a margin
        const double sub_width = up_to_grid(text_width(subtitle(element), Theme::Role::secondary) + beside);
        return {std::clamp(std::max(title_width() + 8, sub_width), 128.0, 320.0), box_height};
    }
    }
}

QString DiagramBuilder::title(const Element& element) const {
    if (element.kind == ElementKind::note)
        return element.text.empty() ? title_of(element) : to_qt(element.text);
    const QString name = to_qt(element.name.empty() ? element.id : element.name);
    return element.count > 1 ? name + QStringLiteral(" × ") + to_qt(format_count(element.count)) : name;
}

QString DiagramBuilder::subtitle(const Element& element) const {
    const Part* part = drawn_part(element, m_catalog);
    const QString part_name = part ? to_qt(part->name) : QString();
    if (element.kind != ElementKind::rack) return part_name == title(element) ? QString() : part_name;
    const auto contents = m_children.find(element.id);
    if (contents == m_children.end()) return part_name;
    QStringList names;
    for (const Element* inside : contents->second) {
        if (inside->kind != ElementKind::server) continue;
        const Part* server = drawn_part(*inside, m_catalog);
        QString name = server ? to_qt(server->name) : title_of(*inside);
        if (inside->count > 1) name = set_off(name);
        names << (inside->count > 1 ? QStringLiteral("%1 × %2").arg(inside->count).arg(name) : name);
    }
    return names.join(QStringLiteral(", "));
}

DrawnElement DiagramBuilder::drawn(const Element& element, const Diagram::Positions& positions, int depth) {
    DrawnElement drawn;
    drawn.id = element.id;
    drawn.kind = element.kind;
    if (element.kind == ElementKind::cooling) drawn.cooling = cooling_kind(drawn_part(element, m_catalog));
    drawn.count = std::max(1, element.count);
    drawn.depth = depth;
    drawn.title = title(element);
    drawn.title_width = text_width(drawn.title, Theme::Role::strong);
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
            return held_area(others.back());
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
            one.rect = frame_around(contents);
        one.fitted = !element.size && !contents.isEmpty();
        containers[place] = one;
        return held_area(one);
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

} // namespace roofrack
