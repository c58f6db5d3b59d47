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

} // namespace roofrack
