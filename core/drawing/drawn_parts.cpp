// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/drawn_parts.h"

#include "core/base/catalog/catalog.h"

namespace roofrack {

const Part* drawn_part(const Element& element, const Catalog& catalog) {
    if (element.part.inline_part) return &*element.part.inline_part;
    return element.part.id.empty() ? nullptr : catalog.part(element.part.id);
}

void set_part(Element& element, const PartRef& part, const Catalog& catalog) {
    const Part* const before = drawn_part(element, catalog);
    const bool is_named_after_it = before && element.name == before->name;
    element.part = part;
    const Part* const now = drawn_part(element, catalog);
    if (is_named_after_it && now) element.name = now->name;
}

const Part* cable_of(const Link& link, const Catalog& catalog) {
    if (link.cable.empty()) return nullptr;
    if (link.own_cable && link.own_cable->id == link.cable) return link.own_cable.get();
    return catalog.part(PartKind::cable, link.cable);
}

void set_cable(Link& link, const std::string& id, std::span<const PartRef> own) {
    link.cable = id;
    link.own_cable = {};
    for (const PartRef& part : own)
        if (part.id == id && part.inline_part && part.inline_part->kind == PartKind::cable)
            link.own_cable = SharedValue<Part>(*part.inline_part);
}

const Part* base_of(const PartRef& part, const Catalog& catalog) {
    if (part.base.empty() || !part.inline_part) return nullptr;
    if (part.own_base && part.own_base->inline_part) return &*part.own_base->inline_part;
    return catalog.part(part.inline_part->kind, part.base);
}

DrawnParts::DrawnParts(const Cluster& cluster, const Catalog& catalog)
    : m_catalog(catalog) {
    m_parts.reserve(cluster.elements.size());
    for (const Element& element : cluster.elements)
        m_parts.push_back(element.part.inline_part ? &*element.part.inline_part : named(element.part.id));
}

const Part* DrawnParts::named(std::string_view id) const {
    if (id.empty()) return nullptr;
    if (const auto known = m_named.find(id); known != m_named.end()) return known->second;
    const Part* part = m_catalog.part(id);
    // Keyed by the part's own id where that is the same text: the caller's may not live as long.
    if (part && part->id == id) m_named.emplace(part->id, part);
    return part;
}

} // namespace roofrack
