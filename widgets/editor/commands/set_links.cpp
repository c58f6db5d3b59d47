// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editor/commands/set_links.h"

namespace roofrack {

SetLinks::SetLinks(Document& document, const std::vector<Link>& updated, const QString& field)
    : SetItems(document, CommandKind::set_links, &Cluster::links, updated, field,
               [](const Link&, const Link&) { return Change::cluster; }) {}

} // namespace roofrack
