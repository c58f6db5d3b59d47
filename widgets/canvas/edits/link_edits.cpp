// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/edits/link_edits.h"

#include "widgets/editor/commands/add_items.h"
#include "widgets/editor/document.h"
#include "widgets/editor/fragment.h"

namespace roofrack {

std::string draw_link(Document& document, Link link) {
    link.id = unique_id(document.cluster(), link.from + "-to-" + link.to);
    document.end_gesture();
    const bool done = document.perform<AddItems>(std::vector<Element>{}, std::vector{link});
    document.end_gesture();
    if (!done) return {};
    document.selection().set_one(link.id);
    return link.id;
}

QString connect_items(Document& document, const std::string& from, const std::string& to) {
    const auto book = PortBook::make(document.cluster(), document.catalog());
    if (!book) return QString::fromStdString(book.error().what);
    const auto offer = offer_link(document.cluster(), document.catalog(), *book, from, to);
    if (!offer) return QString::fromStdString(offer.error().what);
    draw_link(document, offer->link(0));
    return {};
}

} // namespace roofrack
