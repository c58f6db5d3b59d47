// SPDX-License-Identifier: GPL-3.0-or-later
#include "canvas/edits.h"
#include "canvas/rack_slots.h"
#include "editor/commands/add_items.h"
#include "editor/document.h"
#include "editor/fragment.h"

#include <algorithm>
#include <cmath>

namespace roofrack {
namespace {

bool carries_data(ElementKind kind) {
    return kind == ElementKind::server || kind == ElementKind::storage || kind == ElementKind::switch_;
}

/// A rack stands for its server in a network link: its largest group.
const Element* network_end(const Cluster& cluster, const Element& element) {
    if (element.kind != ElementKind::rack) return &element;
    const Element* largest = nullptr;
    for (const Element& inside : cluster.elements)
        if (inside.parent == element.id && inside.kind == ElementKind::server &&
            (!largest || inside.count > largest->count))
            largest = &inside;
    return largest;
}

/// feed → rack, cooling → rack or container, server → switch, lower switch → upper one.
bool is_natural(const Element& from, const Element& to) {
    if (from.kind == ElementKind::feed) return to.kind == ElementKind::rack;
    if (from.kind == ElementKind::cooling) return is_container(to.kind);
    return carries_data(from.kind) && to.kind == ElementKind::switch_;
}

} // namespace

QString connect_items(Document& document, const std::string& from_id, const std::string& to_id) {
    const Cluster& cluster = document.cluster();
    const Element* from = cluster.find(from_id);
    const Element* to = cluster.find(to_id);
    if (!from || !to) return Document::tr("A link needs two ends");
    if (from == to) return Document::tr("A link needs two different ends");
    if (!is_natural(*from, *to) && is_natural(*to, *from)) std::swap(from, to);
    const bool facility = from->kind == ElementKind::feed || from->kind == ElementKind::cooling;
    if (!facility) {
        const Element* a = network_end(cluster, *from);
        const Element* b = network_end(cluster, *to);
        if (!a || !b) return Document::tr("The rack has no server to connect");
        from = a;
        to = b;
        if (!is_natural(*from, *to) && is_natural(*to, *from)) std::swap(from, to);
    }
    if (!is_natural(*from, *to))
        return facility ? Document::tr("A feed serves racks; cooling serves racks and rooms")
                        : Document::tr("Data links end at a switch");
    Link link;
    link.from = from->id;
    link.to = to->id;
    link.id = unique_id(cluster, from->id + "-to-" + to->id);
    if (from->kind == ElementKind::server) {
        const Part* part = drawn_part(*from, document.catalog());
        const int nics =
            part ? static_cast<int>(std::lround(std::clamp(part->value_or("nics", 1), 1.0, 64.0))) : 1;
        link.count = nics;
        if (nics > 1 && to->count >= nics) link.pattern = LinkPattern::rail;
    } else if (from->kind == ElementKind::switch_) {
        link.pattern = LinkPattern::mesh;
    }
    document.end_gesture();
    if (document.perform<AddItems>(std::vector<Element>{}, std::vector{link}))
        document.selection().set_one(link.id);
    return {};
}

} // namespace roofrack
