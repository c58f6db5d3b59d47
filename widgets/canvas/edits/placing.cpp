// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/edits/placing.h"

#include "core/base/catalog/catalog.h"
#include "core/drawing/drawn_parts.h"
#include "widgets/canvas/diagram/diagram_builder.h"
#include "widgets/canvas/edits/edits.h"
#include "widgets/canvas/edits/free_place.h"
#include "widgets/canvas/items/rack_slots.h"
#include "widgets/editor/commands/add_items.h"
#include "widgets/editor/commands/move_elements.h"
#include "widgets/editor/document.h"
#include "widgets/editor/free_ids.h"
#include "widgets/editor/free_names.h"
#include "widgets/editor/item_text.h"
#include "widgets/editor/step.h"

#include <algorithm>

namespace roofrack {
namespace {

QString with_article(ElementKind kind) {
    switch (kind) {
    case ElementKind::site: return Document::tr("a site");
    case ElementKind::room: return Document::tr("a room");
    case ElementKind::row: return Document::tr("a row");
    case ElementKind::pod: return Document::tr("a pod");
    case ElementKind::rack: return Document::tr("a rack");
    case ElementKind::server: return Document::tr("a server");
    case ElementKind::switch_: return Document::tr("a switch");
    case ElementKind::storage: return Document::tr("storage");
    case ElementKind::feed: return Document::tr("a feed");
    case ElementKind::cooling: return Document::tr("cooling");
    case ElementKind::note: break;
    }
    return Document::tr("a note");
}

/// What stands there as a whole, else the innermost container around the point.
const DrawnElement* under(const Diagram& drawing, const QPointF& point) {
    for (auto element = drawing.elements().rbegin(); element != drawing.elements().rend(); ++element)
        if (element->rect.contains(point) && element->kind != ElementKind::note) return &*element;
    return nullptr;
}

/// "QM9700 (NDR InfiniBand)" → "QM9700", "CRAH, 120 kW" → "CRAH": the figures are shown beside it.
std::string short_part_name(const std::string& name) {
    return name.substr(0, std::min({name.find(" ("), name.find(", "), name.size()}));
}

/// Racks, containers and feeds are distinguished by a number, the others by what they are; a UPS by both.
bool is_numbered(ElementKind kind) { return is_container(kind) || kind == ElementKind::feed; }

Element new_element(FreeNames& names, const Catalog& catalog, const DraggedPart& part) {
    Element element;
    element.kind = part.kind;
    element.part = part.part;
    if (part.kind == ElementKind::note) {
        element.text = Document::tr("Note").toStdString();
        return element;
    }
    const Part* made_of = drawn_part(element, catalog);
    const bool is_named = made_of && (!is_numbered(part.kind) || !made_of->text_or("supply", "").empty());
    const std::string base = is_named ? short_part_name(made_of->name) : kind_title(part.kind).toStdString();
    element.name = is_numbered(part.kind) ? names.take_numbered(base) : names.take(base);
    return element;
}

QString step_name(const std::vector<Element>& added) {
    if (added.size() == 1) {
        const int count = added[0].count;
        const QString title = title_of(added[0]);
        return count > 1 ? Document::tr("Add %1 × %2").arg(title).arg(count)
                         : Document::tr("Add %1").arg(title);
    }
    return Document::tr("Add %1 × %2").arg(kind_title(added[0].kind).toLower()).arg(added.size());
}

} // namespace

QString why_not_into(ElementKind there, ElementKind inside) {
    if (may_hold(there, inside)) return {};
    if (there == ElementKind::rack && (inside == ElementKind::feed || inside == ElementKind::cooling))
        return Document::tr("%1 does not go into a rack: place it beside and link it to the rack")
            .arg(with_article(inside));
    return Document::tr("%1 does not go into %2").arg(with_article(inside), with_article(there));
}

Landing landing_at(const Cluster& cluster, const Diagram& drawing, ElementKind kind, const QPointF& point) {
    const DrawnElement* there = under(drawing, point);
    if (kind == ElementKind::note) // lies on anything, and belongs to the room around it
        for (size_t steps = 0; there && !may_hold(there->kind, kind); ++steps) {
            if (steps > cluster.elements.size()) return {}; // containers in a circle
            const Element* element = cluster.find(there->id);
            there = element ? drawing.find(element->parent) : nullptr;
        }
    if (!there) return {};
    if (const QString problem = why_not_into(there->kind, kind); !problem.isEmpty())
        return {.container = there->id, .problem = problem};
    return {.container = there->id, .problem = {}};
}

std::string selected_container(const Document& document, ElementKind kind) {
    const Cluster& cluster = document.cluster();
    std::string at = document.selection().primary();
    for (size_t steps = 0; !at.empty() && steps <= cluster.elements.size(); ++steps) {
        const Element* element = cluster.find(at);
        if (!element) break;
        if (may_hold(element->kind, kind)) return at;
        at = element->parent;
    }
    return {};
}

Element new_element(const Cluster& cluster, const Catalog& catalog, const DraggedPart& part) {
    FreeNames names;
    for (const Element& element : cluster.elements) names.add(element.name);
    return new_element(names, catalog, part);
}

QSizeF size_of_new(const Element& element, const Cluster& cluster, const Catalog& catalog) {
    if (outlines_contents(element.kind)) return {160, 96}; // as the drawing shows an empty one
    return DiagramBuilder(cluster, catalog).size_of(element);
}

QString RackFill::text() const { return Document::tr("%1 of %2 U").arg(taken, 0, 'g', 4).arg(units); }

RackFill rack_fill(const Cluster& cluster, const Catalog& catalog, const Element& rack) {
    RackFill fill;
    fill.units = rack_units(rack, catalog);
    for (const Element& element : cluster.elements)
        if (element.parent == rack.id && may_hold(ElementKind::rack, element.kind))
            fill.taken += std::max(1, element.count) * height_u_of(element, catalog);
    return fill;
}

std::vector<std::string> place_part(Document& document, const Diagram& drawing, const QRectF& visible,
                                    const DraggedPart& part, const Placement& placement) {
    const Element* holder = document.cluster().find(placement.container);
    const bool in_rack = holder && holder->kind == ElementKind::rack;
    const bool separate = placement.separate || part.kind == ElementKind::note;
    const int count = std::max(1, placement.count);
    const Cluster& cluster = document.cluster();
    if (!placement.container.empty() && !holder) return {};
    FreeNames names;
    for (const Element& element : cluster.elements) names.add(element.name);
    FreeIds free(cluster);
    const std::string kind_id =
        part.kind == ElementKind::switch_ ? "switch" : std::string(name_of(part.kind));
    std::vector<Element> added;
    std::vector<std::string> ids;
    for (int i = 0; i < (separate ? count : 1); ++i) {
        Element element = new_element(names, document.catalog(), part);
        element.id = free.take(part.part.id.empty() ? kind_id : part.part.id);
        element.parent = placement.container;
        element.count = separate ? 1 : count;
        ids.push_back(element.id);
        added.push_back(std::move(element));
    }
    if (!in_rack) {
        const QSizeF size = size_of_new(added.front(), cluster, document.catalog());
        std::optional<QPointF> corner;
        if (placement.point)
            corner = QPointF(placement.point->x - size.width() / 2, placement.point->y - size.height() / 2);
        FreePlace places(cluster, drawing, visible);
        const auto corners = places.for_all(added, size, corner);
        for (size_t i = 0; i < added.size(); ++i) added[i].position = {corners[i].x(), corners[i].y()};
    }
    const QString step = step_name(added);
    document.end_gesture();
    bool done = false;
    {
        const Step one(document, step);
        // The layout that is seen becomes the drawing's own, or everything would jump.
        if (drawing.is_automatic() && !drawing.elements().empty())
            document.perform<MoveElements>(drawing.positions());
        done = document.perform<AddItems>(added, std::vector<Link>{}, step);
    }
    if (!done) return {};
    document.selection().set(ids);
    return ids;
}

std::string place(Document& document, const Diagram& drawing, ElementKind kind, const std::string& part_id,
                  Position point, int count) {
    DraggedPart part;
    part.kind = kind;
    part.part.id = part_id;
    Placement placement;
    const Landing landing = landing_at(document.cluster(), drawing, kind, {point.x, point.y});
    if (!landing.is_legal()) return {};
    placement.container = landing.container;
    placement.point = point;
    placement.count = count;
    const auto ids = place_part(document, drawing, {}, part, placement);
    return ids.empty() ? std::string() : ids.front();
}

} // namespace roofrack
