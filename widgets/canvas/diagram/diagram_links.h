// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/canvas/diagram/diagram.h"

namespace roofrack {

/// The links of a drawing, routed and bundled. `index`: of each element's id, also of those in slots.
std::vector<DrawnLink> draw_links(const Cluster& cluster, const Catalog& catalog,
                                  const std::vector<DrawnElement>& elements,
                                  const std::unordered_map<std::string, int>& index);

/// Bundles of two links and more; tells each link its bundle.
std::vector<LinkBundle> bundle_links(std::vector<DrawnLink>& links,
                                     const std::vector<DrawnElement>& elements);

class LinkRouter;
/// Lays the line of one link, where its ends stand now.
void lay_link(DrawnLink& link, const LinkRouter& router);

} // namespace roofrack
