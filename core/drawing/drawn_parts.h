// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/cluster.h"

#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace roofrack {

class Catalog;

/// The part of an element: inline, or from the catalogue; nullptr when it has none or it is unknown.
const Part* drawn_part(const Element& element, const Catalog& catalog);

/// Makes the element's part that one; a name that is the part's follows it.
void set_part(Element& element, const PartRef& part, const Catalog& catalog);

/// The cable part that a link names, of the project's own or of the catalogue; nullptr when it names none, or
/// one that is unknown.
const Part* cable_of(const Link& link, const Catalog& catalog);

/// Makes the link's cable the one of that id: of `own`, the project's own parts, or else of the catalogue.
void set_cable(Link& link, const std::string& id, std::span<const PartRef> own);

/// What an own part is derived from; nullptr when it is given whole.
const Part* base_of(const PartRef& part, const Catalog& catalog);

/// The part of every element of a drawing, looked up once: large drawings name few parts many times.
class DrawnParts {
public:
    /// Both must outlive this.
    DrawnParts(const Cluster& cluster, const Catalog& catalog);

    /// Inline, or from the catalogue; nullptr when the element has none or it is unknown.
    const Part* at(int element) const { return m_parts[static_cast<size_t>(element)]; }
    /// A part of the catalogue by id; nullptr when the id is empty or unknown.
    const Part* named(std::string_view id) const;

private:
    const Catalog& m_catalog;
    std::vector<const Part*> m_parts;
    mutable std::unordered_map<std::string_view, const Part*> m_named;
};

} // namespace roofrack
