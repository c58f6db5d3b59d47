// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/element_index.h"

#include <string>
#include <unordered_map>
#include <vector>

namespace roofrack {

/// "DGX 3 – Leaf": two elements by their names, by their ids where they have none.
std::string ends_name(const Cluster& cluster, std::string_view from, std::string_view to);

/// A link in the drawing's words: "DGX 3 – Leaf, 8 rails", "DGX 3 – Leaf 2, rail 8" where other links carry
/// the other rails of the same servers, "Leaf – Spine (2 of 3)" where others join the same two. Rails are
/// numbered in drawn order.
std::string link_name(const Cluster& cluster, const Link& link);

/// Names links as link_name() does, for those who name many. `cluster` must outlive this and keep its
/// elements and links.
class LinkNames {
public:
    explicit LinkNames(const Cluster& cluster);
    std::string of(const Link& link) const;

private:
    using Links = std::vector<const Link*>;
    const Links& at(std::string_view element) const;

    ElementIndex m_index;
    std::unordered_map<std::string_view, Links> m_links; ///< by either end, in drawn order
};

} // namespace roofrack
