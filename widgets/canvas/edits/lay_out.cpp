// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/edits/lay_out.h"

#include "widgets/canvas/diagram/auto_layout.h"
#include "widgets/canvas/diagram/diagram_builder.h"
#include "widgets/canvas/edits/edits.h"
#include "widgets/canvas/edits/free_place.h"
#include "widgets/editor/commands/move_elements.h"
#include "widgets/editor/commands/set_elements.h"
#include "widgets/editor/document.h"
#include "widgets/editor/item_index.h"
#include "widgets/editor/item_text.h"
#include "widgets/editor/step.h"

#include <algorithm>

namespace roofrack {
namespace {

Diagram::Positions places_of(const Cluster& cluster, const Catalog& catalog) {
    const DiagramBuilder builder(cluster, catalog);
    return auto_layout(
        cluster, [&](const Element& element) { return builder.size_of(element); },
        [&](const Element& element) { return builder.is_slot(element); });
}

/// The elements with all they hold, as a drawing of their own without places or sizes.
Cluster piece_of(const Cluster& cluster, const std::vector<std::string>& ids) {
    const auto inside = with_contents(cluster, ids);
    Cluster piece;
    for (const Element& element : cluster.elements) {
        if (!inside.count(element.id)) continue;
        piece.elements.push_back(element);
        Element& copy = piece.elements.back();
        if (!inside.count(copy.parent)) copy.parent.clear();
        copy.position = {};
        copy.size.reset();
    }
    for (const Link& link : cluster.links)
        if (inside.count(link.from) && inside.count(link.to)) piece.links.push_back(link);
    return piece;
}

Cluster without(const Cluster& cluster, const std::unordered_set<std::string>& gone) {
    Cluster left = cluster;
    std::erase_if(left.elements, [&](const Element& element) { return gone.count(element.id) > 0; });
    std::erase_if(left.links,
                  [&](const Link& link) { return gone.count(link.from) > 0 || gone.count(link.to) > 0; });
    return left;
}

/// What is laid out as one: the frame of all, and the places in it.
struct LaidBlock {
    Diagram::Positions places;
    QRectF frame;
};

LaidBlock block_of(const Cluster& piece, const Catalog& catalog) {
    LaidBlock block;
    block.places = places_of(piece, catalog);
    const Diagram drawing = Diagram::make(piece, catalog); // outlives the loop
    for (const DrawnElement& drawn : drawing.elements()) block.frame |= drawn.rect;
    return block;
}

void put(Diagram::Positions& positions, const LaidBlock& block, const QPointF& corner) {
    const QPointF by = corner - block.frame.topLeft();
    for (const auto& [id, place] : block.places) positions[id] = {place.x + by.x(), place.y + by.y()};
}

/// Every element above another, itself included.
std::unordered_set<std::string> chain_of(const ItemIndex<const std::vector<Element>>& index, std::string id) {
    std::unordered_set<std::string> chain;
    while (!id.empty() && chain.insert(id).second) {
        const Element* element = index.find(id);
        id = element ? element->parent : std::string();
    }
    return chain;
}

} // namespace

std::vector<std::string> loose_items(const Cluster& cluster, const Catalog& catalog, const Diagram& drawing) {
    const ItemIndex<const std::vector<Element>> index(cluster.elements, cluster.elements.size());
    // What has a place, and what holds something that has.
    std::unordered_set<std::string> placed;
    for (const DrawnElement& drawn : drawing.elements()) {
        const Element* element = index.find(drawn.id);
        if (!element || element->position == Position{}) continue;
        for (const std::string& up : chain_of(index, drawn.id)) placed.insert(up);
    }
    std::vector<std::string> loose;
    for (const DrawnElement& drawn : drawing.elements())
        if (!placed.count(drawn.id)) loose.push_back(drawn.id);
    // Without them: at the origin they would stretch their containers over others.
    const Diagram rest = Diagram::make(without(cluster, with_contents(cluster, loose)), catalog);
    const auto& standing = rest.elements();
    for (size_t i = 0; i < standing.size(); ++i) {
        const DrawnElement& one = standing[i];
        if (one.kind == ElementKind::note) continue; // a note may lie on anything
        const auto own = chain_of(index, one.id);
        for (const int other : rest.elements_in(one.rect)) {
            const DrawnElement& there = standing[static_cast<size_t>(other)];
            // The later one of two gives way.
            if (static_cast<size_t>(other) >= i || there.kind == ElementKind::note ||
                !there.rect.intersects(one.rect) || own.count(there.id) ||
                chain_of(index, there.id).count(one.id))
                continue;
            loose.push_back(one.id);
            break;
        }
    }
    return outermost(cluster, loose);
}

int lay_out_loose(Document& document, const Diagram& drawing) {
    if (document.is_read_only() || drawing.elements().empty()) return 0;
    if (drawing.is_automatic()) {
        lay_out(document);
        return static_cast<int>(drawing.elements().size());
    }
    const Cluster& cluster = document.cluster();
    const Catalog& catalog = document.catalog();
    const auto loose = loose_items(cluster, catalog, drawing);
    if (loose.empty()) return 0;
    const Cluster rest = without(cluster, with_contents(cluster, loose));
    const Diagram standing = Diagram::make(rest, catalog);
    FreePlace places(cluster, standing, {});
    Diagram::Positions positions;
    for (const std::string& id : loose) {
        const Element* element = cluster.find(id);
        const LaidBlock block = block_of(piece_of(cluster, {id}), catalog);
        DrawnElement placed;
        placed.id = id;
        placed.kind = element->kind;
        placed.count = element->count;
        placed.rect =
            places.beside_others(element->kind, element->count, block.frame.size(), element->parent);
        places.add(placed, element->parent);
        put(positions, block, placed.rect.topLeft());
    }
    document.end_gesture();
    document.perform<MoveElements>(positions, Document::tr("Lay out %1").arg(title_of(loose, cluster)));
    document.end_gesture();
    return static_cast<int>(loose.size());
}

void lay_out_items(Document& document, const Diagram& drawing, const std::vector<std::string>& ids) {
    const Cluster& cluster = document.cluster();
    const Catalog& catalog = document.catalog();
    if (document.is_read_only()) return;
    std::vector<std::string> chosen;
    for (const std::string& id : outermost(cluster, ids))
        if (const DrawnElement* drawn = drawing.find(id); drawn && drawn->id == id) chosen.push_back(id);
    const QString name = Document::tr("Lay out %1").arg(title_of(chosen, cluster));
    const Element* only = chosen.size() == 1 ? cluster.find(chosen[0]) : nullptr;
    if (only && outlines_contents(only->kind)) {
        chosen.clear();
        for (const Element& element : cluster.elements)
            if (const DrawnElement* drawn = drawing.find(element.id);
                element.parent == only->id && drawn && drawn->id == element.id)
                chosen.push_back(element.id);
    }
    std::map<std::string, std::vector<std::string>> groups; // by container
    for (const std::string& id : chosen) groups[cluster.find(id)->parent].push_back(id);
    Diagram::Positions positions;
    for (const auto& [container, group] : groups) {
        QRectF before;
        for (const std::string& id : group) before |= drawing.find(id)->rect;
        const LaidBlock block = block_of(piece_of(cluster, group), catalog);
        const Diagram standing = Diagram::make(without(cluster, with_contents(cluster, group)), catalog);
        FreePlace places(cluster, standing, {});
        QRectF wanted(before.topLeft(), block.frame.size());
        wanted = places.near(wanted, ElementKind::row, 1, container);
        put(positions, block, wanted.topLeft());
    }
    const Step step(document, name);
    keep_layout(document, drawing);
    document.perform<MoveElements>(positions, name);
}

void lay_out(Document& document) {
    const Cluster& cluster = document.cluster();
    const auto positions = places_of(cluster, document.catalog());
    const Step step(document, Document::tr("Lay out everything anew"));
    // A size given by hand would not fit what now stands elsewhere.
    std::vector<Element> resized;
    for (const Element& element : cluster.elements)
        if (element.size && outlines_contents(element.kind)) {
            resized.push_back(element);
            resized.back().size.reset();
        }
    if (!resized.empty()) document.perform<SetElements>(resized, Document::tr("size"));
    document.perform<MoveElements>(positions, Document::tr("Lay out everything anew"));
}

void fit_to_contents(Document& document, const std::vector<std::string>& ids) {
    std::vector<Element> resized;
    for (const std::string& id : ids)
        if (const Element* element = document.cluster().find(id); element && element->size) {
            resized.push_back(*element);
            resized.back().size.reset();
        }
    if (resized.empty()) return;
    std::vector<std::string> changed;
    for (const Element& element : resized) changed.push_back(element.id);
    const Step step(document, Document::tr("Fit %1 to contents").arg(title_of(changed, document.cluster())));
    document.perform<SetElements>(resized, Document::tr("size"));
}

} // namespace roofrack
