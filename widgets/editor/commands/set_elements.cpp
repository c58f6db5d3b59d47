// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editor/commands/set_elements.h"

namespace roofrack {
namespace {

Changes changes_of(Element before, const Element& after) {
    before.position = after.position;
    before.size = after.size;
    return before == after ? Changes(Change::layout) : Changes(Change::cluster) | Change::layout;
}

} // namespace

SetElements::SetElements(Document& document, const std::vector<Element>& updated, const QString& field)
    : SetItems(document, CommandKind::set_elements, &Cluster::elements, updated, field, changes_of) {}

} // namespace roofrack
