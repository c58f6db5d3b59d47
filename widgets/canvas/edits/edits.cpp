// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/edits/edits.h"

#include "core/base/catalog/catalog.h"
#include "core/drawing/drawn_parts.h"
#include "widgets/canvas/edits/free_place.h"
#include "widgets/editor/commands/add_items.h"
#include "widgets/editor/commands/move_elements.h"
#include "widgets/editor/commands/remove_items.h"
#include "widgets/editor/document.h"
#include "widgets/editor/fragment.h"
#include "widgets/editor/free_names.h"
#include "widgets/editor/item_index.h"
#include "widgets/editor/item_text.h"
#include "widgets/editor/step.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace roofrack {
namespace {

std::vector<const DrawnElement*> selected_elements(const Document& document, const Diagram& drawing) {
    std::vector<const DrawnElement*> elements;
    for (const std::string& id : document.selection().ids())
        if (const DrawnElement* element = drawing.find(id); element && element->id == id)
            elements.push_back(element);
    return elements;
}

void move_each(Document& document, const Diagram& drawing, const std::map<std::string, Position>& deltas,
               const QString& text) {
    Diagram::Positions positions;
    for (const auto& [id, delta] : deltas)
        for (const auto& [moved, position] : moved_by(document, drawing, {id}, delta))
            if (drawing.find(moved) && !(deltas.count(moved) && moved != id)) positions[moved] = position;
    document.end_gesture();
    document.perform<MoveElements>(positions, text);
    document.end_gesture();
}

} // namespace

std::string holder_at(const Document& document, const Diagram& drawing, ElementKind kind,
                      const QPointF& point, const std::unordered_set<std::string>& without) {
    const auto& elements = drawing.elements();
    for (auto drawn = elements.rbegin(); drawn != elements.rend(); ++drawn)
        if (may_hold(drawn->kind, kind) && !without.count(drawn->id) && drawn->rect.contains(point) &&
            document.cluster().find(drawn->id))
            return drawn->id;
    return {};
}

std::vector<std::string> outermost(const Cluster& cluster, const std::vector<std::string>& ids) {
    const ItemIndex index(cluster.elements, ids.size() * 4);
    const std::unordered_set<std::string> chosen(ids.begin(), ids.end());
    std::vector<std::string> outer;
    for (const std::string& id : ids) {
        const Element* element = index.find(id);
        if (!element) continue;
        bool is_inside = false;
        size_t steps = 0; // containment in a circle ends somewhere
        for (const Element* up = index.find(element->parent); up && steps < cluster.elements.size();
             up = index.find(up->parent), ++steps)
            is_inside |= up->id != id && chosen.count(up->id) > 0;
        if (!is_inside) outer.push_back(id);
    }
    return outer;
}

void keep_layout(Document& document, const Diagram& drawing) {
    if (drawing.is_automatic() && !drawing.elements().empty())
        document.perform<MoveElements>(drawing.positions());
}

Position free_move(const Document& document, const Diagram& drawing, const QRectF& area, ElementKind kind,
                   Position wanted, const std::string& container) {
    const QRectF there = FreePlace(document.cluster(), drawing, area)
                             .near(area.translated(wanted.x, wanted.y), kind, 1, container);
    return {there.x() - area.x(), there.y() - area.y()};
}

bool add_fragment(Document& document, const Diagram& drawing, Fragment fragment, const QString& text) {
    std::unordered_set<std::string> added;
    for (const Element& element : fragment.elements) added.insert(element.id);
    // A copy beside its original is distinguished from it; in another container it keeps its name.
    std::map<std::pair<std::string, ElementKind>, FreeNames> names;
    for (const Element& element : document.cluster().elements)
        names[{element.parent, element.kind}].add(element.name);
    std::vector<std::string> tops;
    for (Element& element : fragment.elements) {
        if (added.count(element.parent)) continue;
        tops.push_back(element.id);
        if (element.name.empty()) continue;
        FreeNames& there = names[{element.parent, element.kind}];
        // The number at the end of a part's name is the part's.
        const Part* part = drawn_part(element, document.catalog());
        element.name = part && part->name.starts_with(element.name) ? there.take(element.name)
                                                                    : there.take_copy(element.name);
    }
    {
        const Step step(document, text);
        if (!fragment.elements.empty()) keep_layout(document, drawing);
        if (!document.perform<AddItems>(fragment.elements, fragment.links, text)) return false;
    }
    document.selection().set(tops);
    return true;
}

std::vector<std::string> movable(const Document& document, const Diagram& drawing,
                                 const std::vector<std::string>& ids) {
    std::vector<std::string> moving;
    for (const std::string& id : with_contents(document.cluster(), ids))
        if (const DrawnElement* element = drawing.find(id); element && element->id == id)
            moving.push_back(id);
    return moving;
}

Diagram::Positions moved_by(const Document& document, const Diagram& drawing,
                            const std::vector<std::string>& ids, Position delta) {
    Diagram::Positions positions;
    if (drawing.is_automatic()) positions = drawing.positions();
    for (const std::string& id : movable(document, drawing, ids)) {
        const QPointF corner = drawing.find(id)->rect.topLeft();
        positions[id] = {corner.x() + delta.x, corner.y() + delta.y};
    }
    return positions;
}

void nudge(Document& document, const Diagram& drawing, Position delta) {
    document.perform<MoveElements>(moved_by(document, drawing, document.selection().ids(), delta));
}

void align(Document& document, const Diagram& drawing, Alignment alignment) {
    const auto elements = selected_elements(document, drawing);
    if (elements.size() < 2) return;
    QRectF all;
    for (const DrawnElement* element : elements) all |= element->rect;
    std::map<std::string, Position> deltas;
    for (const DrawnElement* element : elements) {
        const QRectF& rect = element->rect;
        Position delta;
        switch (alignment) {
        case Alignment::left: delta.x = all.left() - rect.left(); break;
        case Alignment::centre: delta.x = std::round(all.center().x() - rect.center().x()); break;
        case Alignment::right: delta.x = all.right() - rect.right(); break;
        case Alignment::top: delta.y = all.top() - rect.top(); break;
        case Alignment::middle: delta.y = std::round(all.center().y() - rect.center().y()); break;
        case Alignment::bottom: delta.y = all.bottom() - rect.bottom(); break;
        }
        deltas[element->id] = delta;
    }
    move_each(document, drawing, deltas, Document::tr("Align %1 items").arg(elements.size()));
}

void distribute(Document& document, const Diagram& drawing, Direction direction) {
    auto elements = selected_elements(document, drawing);
    if (elements.size() < 3) return;
    const bool across = direction == Direction::horizontal;
    auto low = [&](const DrawnElement* element) {
        return across ? element->rect.left() : element->rect.top();
    };
    auto extent = [&](const DrawnElement* element) {
        return across ? element->rect.width() : element->rect.height();
    };
    std::stable_sort(elements.begin(), elements.end(), [&](auto* a, auto* b) { return low(a) < low(b); });
    double free = low(elements.back()) + extent(elements.back()) - low(elements.front());
    for (const DrawnElement* element : elements) free -= extent(element);
    const double gap = free / static_cast<double>(elements.size() - 1);
    double at = low(elements.front());
    std::map<std::string, Position> deltas;
    for (const DrawnElement* element : elements) {
        const double delta = std::round(at - low(element));
        deltas[element->id] = across ? Position{delta, 0} : Position{0, delta};
        at += extent(element) + gap;
    }
    move_each(document, drawing, deltas, Document::tr("Distribute %1 items").arg(elements.size()));
}

bool remove_selection(Document& document) {
    return document.perform<RemoveItems>(document.selection().ids());
}

void select_all(Document& document, const Diagram& drawing) {
    std::vector<std::string> ids;
    for (const DrawnElement& element : drawing.elements()) ids.push_back(element.id);
    for (const DrawnLink& link : drawing.links()) ids.push_back(link.id);
    document.selection().set(std::move(ids));
}

void duplicate_selection(Document& document, const Diagram& drawing) {
    if (document.selection().is_empty()) return;
    Fragment fragment = copy_fragment(document.cluster(), document.selection().ids());
    for (Element& element : fragment.elements)
        if (const DrawnElement* drawn = drawing.find(element.id); drawn && drawn->id == element.id)
            element.position = {drawn->rect.x(), drawn->rect.y()};
    QRectF area;
    const auto tops = outermost(document.cluster(), document.selection().ids());
    for (const std::string& id : tops)
        if (const DrawnElement* drawn = drawing.find(id); drawn && drawn->id == id) area |= drawn->rect;
    Position beside{24, 24}; // position of what is not drawn
    if (const Element* first = tops.empty() ? nullptr : document.cluster().find(tops.front());
        first && !area.isNull())
        beside = free_move(document, drawing, area, first->kind, {}, first->parent);
    const QString step =
        Document::tr("Duplicate %1").arg(title_of(document.selection().ids(), document.cluster()));
    const bool is_bought = buy_copies(document.cluster(), fragment);
    add_fragment(document, drawing, renamed_for(document.cluster(), std::move(fragment), beside),
                 is_bought ? Document::tr("%1, to buy").arg(step) : step);
}

bool may_hold(ElementKind container, ElementKind inside) {
    if (!is_container(container)) return false;
    if (container == ElementKind::rack)
        return inside == ElementKind::server || inside == ElementKind::switch_ ||
               inside == ElementKind::storage;
    if (!is_container(inside)) return true;
    return static_cast<int>(inside) >
           static_cast<int>(container); // site, room, row, pod, rack: outer to inner
}

std::string draw_link(Document& document, Link link) {
    link.id = unique_id(document.cluster(), link.from + "-to-" + link.to);
    document.end_gesture();
    const bool done = document.perform<AddItems>(std::vector<Element>{}, std::vector{link});
    document.end_gesture();
    if (!done) return {};
    document.selection().set_one(link.id);
    return link.id;
}

} // namespace roofrack
