// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/offer/link_offer.h"
#include "widgets/canvas/edits/edits.h"
#include "widgets/editor/document.h"

namespace roofrack::test {

/// Draws the link that is offered first between two things; none where none is offered.
inline void connect_items(Document& document, const std::string& from, const std::string& to) {
    const auto table = PortTable::make(document.cluster(), document.catalog());
    if (!table) return;
    if (const auto offer = offer_link(document.cluster(), document.catalog(), *table, from, to))
        draw_link(document, offer->link(0));
}

} // namespace roofrack::test
