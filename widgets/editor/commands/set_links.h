// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/editor/commands/set_items.h"

namespace roofrack {

/// New settings of links: pattern, count, bandwidth, cable, health.
class SetLinks : public SetItems<Link> {
public:
    SetLinks(Document& document, const std::vector<Link>& updated, const QString& field);
    SetLinks(Document& document, const Link& updated, const QString& field)
        : SetLinks(document, std::vector<Link>{updated}, field) {}
};

} // namespace roofrack
