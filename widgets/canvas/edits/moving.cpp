// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/edits/moving.h"

#include "core/base/catalog/catalog.h"
#include "core/drawing/bill/procurement.h"
#include "core/drawing/drawn_parts.h"
#include "widgets/canvas/edits/edits.h"
#include "widgets/canvas/edits/free_place.h"
#include "widgets/canvas/edits/placing.h"
#include "widgets/editor/commands/move_elements.h"
#include "widgets/editor/commands/set_elements.h"
#include "widgets/editor/document.h"
#include "widgets/editor/item_index.h"
#include "widgets/editor/item_text.h"
#include "widgets/editor/step.h"
#include "widgets/fields/text.h"

#include <algorithm>

namespace roofrack {
namespace {

QString move_name(const Document& document, const std::vector<std::string>& ids, const std::string& into) {
    const Cluster& cluster = document.cluster();
    const QString what = held_text(cluster, document.catalog(), ids);
    if (const Element* container = cluster.find(into))
        return Document::tr("Move %1 into %2").arg(what, title_of(*container));
    const Element* first = ids.empty() ? nullptr : cluster.find(ids[0]);
    const Element* from = first ? cluster.find(first->parent) : nullptr;
    return from ? Document::tr("Move %1 out of %2").arg(what, title_of(*from))
                : Document::tr("Move %1").arg(what);
}

bool is_slotted(const Diagram& drawing, const std::string& id) {
    const DrawnElement* drawn = drawing.find(id);
    return drawn && drawn->id != id;
}

} // namespace

QString held_text(const Cluster& cluster, const Catalog& catalog, const std::vector<std::string>& ids) {
    const Element* only = ids.size() == 1 ? cluster.find(ids[0]) : nullptr;
    if (!only || only->count < 2 || is_container(only->kind)) return title_of(ids, cluster);
    const Part* part = drawn_part(*only, catalog);
    return QStringLiteral("%1 × %2").arg(only->count).arg(part ? to_qt(part->name) : title_of(*only));
}

QString why_not_move(const Cluster& cluster, const std::vector<std::string>& ids, const std::string& into) {
    if (into.empty()) return {};
    const Element* container = cluster.find(into);
    if (!container) return Document::tr("What it should go into is not drawn");
    const auto held = with_contents(cluster, ids);
    for (const std::string& id : outermost(cluster, ids)) {
        const Element* element = cluster.find(id);
        if (id == into || (held.count(into) && with_contents(cluster, {id}).count(into)))
            return Document::tr("%1 does not go into itself").arg(title_of(*element));
        if (QString problem = why_not_into(container->kind, element->kind); !problem.isEmpty())
            return problem;
    }
    return {};
}

void perform_move(Document& document, const Diagram::Positions& positions,
                  const std::vector<std::string>& reparented, const std::string& into) {
    if (reparented.empty()) {
        document.end_gesture();
        document.perform<MoveElements>(positions);
        document.end_gesture();
        return;
    }
    const Step step(document, move_name(document, reparented, into));
    document.perform<MoveElements>(positions);
    std::vector<Element> updated;
    const ItemIndex index(document.cluster().elements, reparented.size());
    for (const std::string& id : reparented)
        if (const Element* element = index.find(id)) {
            updated.push_back(*element);
            updated.back().parent = into;
        }
    keep_procurement(document.cluster(), updated);
    document.perform<SetElements>(updated, Document::tr("container"));
}

QString move_into(Document& document, const Diagram& drawing, const std::vector<std::string>& ids,
                  const std::string& into) {
    const Cluster& cluster = document.cluster();
    if (document.is_read_only()) return Document::tr("The project is open read-only");
    if (QString problem = why_not_move(cluster, ids, into); !problem.isEmpty()) return problem;
    const Element* container = cluster.find(into);
    const DrawnElement* there = drawing.find(into);
    Diagram::Positions positions;
    if (drawing.is_automatic()) positions = drawing.positions();
    std::vector<std::string> moved;
    FreePlace places(cluster, drawing, {});
    for (const std::string& id : outermost(cluster, ids)) {
        const Element* element = cluster.find(id);
        if (element->parent == into) continue;
        moved.push_back(id);
        if (container && container->kind == ElementKind::rack) continue; // its slots are its own affair
        const DrawnElement* drawn = drawing.find(id);
        const bool slotted = is_slotted(drawing, id);
        if (!slotted && drawn && (!there || there->rect.contains(drawn->rect))) continue;
        DrawnElement placed;
        placed.id = id;
        placed.kind = element->kind;
        placed.count = element->count;
        const QSizeF size =
            drawn && !slotted ? drawn->rect.size() : size_of_new(*element, cluster, document.catalog());
        placed.rect = places.beside_others(element->kind, element->count, size, into);
        places.add(placed, into);
        if (drawn && !slotted) {
            const QPointF by = placed.rect.topLeft() - drawn->rect.topLeft();
            for (const std::string& inside : movable(document, drawing, {id})) {
                const QPointF corner = drawing.find(inside)->rect.topLeft() + by;
                positions[inside] = {corner.x(), corner.y()};
            }
        }
        positions[id] = {placed.rect.x(), placed.rect.y()};
    }
    if (!moved.empty()) perform_move(document, positions, moved, into);
    return {};
}

} // namespace roofrack
