// SPDX-License-Identifier: GPL-3.0-or-later
#include "canvas/placing.h"

#include "canvas/diagram_builder.h"
#include "canvas/edits.h"
#include "canvas/free_place.h"
#include "canvas/rack_slots.h"
#include "catalog/catalog.h"
#include "editor/commands/add_items.h"
#include "editor/commands/move_elements.h"
#include "editor/document.h"
#include "editor/fragment.h"
#include "editor/item_text.h"
#include "editor/step.h"

#include <algorithm>
#include <unordered_set>

namespace roofrack {
namespace {

bool outlines_contents(ElementKind kind) { return is_container(kind) && kind != ElementKind::rack; }

QString with_article(ElementKind kind) {
    switch (kind) {
    case ElementKind::storage: return Document::tr("storage");
    case ElementKind::cooling: return Document::tr("cooling");
    default: return Document::tr("a %1").arg(kind_title(kind).toLower());
    }
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

std::string free_name(const Cluster& cluster, const std::string& base, bool numbered) {
    std::unordered_set<std::string_view> names;
    for (const Element& element : cluster.elements) names.insert(element.name);
    const auto taken = [&](const std::string& name) { return names.contains(name); };
    if (!numbered && !taken(base)) return base;
    for (int number = numbered ? 1 : 2;; ++number)
        if (std::string name = base + ' ' + std::to_string(number); !taken(name)) return name;
}

/// Racks, containers and feeds are told apart by a number, the others by what they are.
bool is_numbered(ElementKind kind) { return is_container(kind) || kind == ElementKind::feed; }

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
    Element element;
    element.kind = part.kind;
    element.part = part.part;
    if (part.kind == ElementKind::note) {
        element.text = Document::tr("Note").toStdString();
        return element;
    }
    const Part* made_of = drawn_part(element, catalog);
    const std::string base = made_of && !is_numbered(part.kind) ? short_part_name(made_of->name)
                                                                : kind_title(part.kind).toStdString();
    element.name = free_name(cluster, base, is_numbered(part.kind));
    return element;
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
    Cluster known = document.cluster(); // grows with what is added: ids and names
    FreePlace places(known, drawing, visible);
    std::vector<Element> added;
    std::vector<std::string> ids;
    for (int i = 0; i < (separate ? count : 1); ++i) {
        Element element = new_element(known, document.catalog(), part);
        const std::string kind_id =
            part.kind == ElementKind::switch_ ? "switch" : std::string(name_of(part.kind));
        element.id = unique_id(known, part.part.id.empty() ? kind_id : part.part.id);
        element.parent = placement.container;
        element.count = separate ? 1 : count;
        if (!in_rack) {
            DrawnElement drawn;
            drawn.id = element.id;
            drawn.kind = element.kind;
            drawn.count = element.count;
            const QSizeF size = size_of_new(element, document.cluster(), document.catalog());
            if (placement.point && i == 0) {
                drawn.rect = QRectF(QPointF(), size);
                drawn.rect.moveCenter({placement.point->x, placement.point->y});
                drawn.rect = places.near(drawn.rect, drawn.kind, drawn.count, placement.container);
            } else {
                drawn.rect = places.beside_others(drawn.kind, drawn.count, size, placement.container);
            }
            // The origin is where a drawing without places of its own has everything.
            if (drawn.rect.topLeft() == QPointF()) drawn.rect.translate(0, 8);
            element.position = {drawn.rect.x(), drawn.rect.y()};
            places.add(drawn, placement.container);
        }
        ids.push_back(element.id);
        known.elements.push_back(element);
        added.push_back(std::move(element));
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
