// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/editor/commands/set_items.h"

namespace roofrack {

/// New settings of elements: the power limit of a rack, the part of four servers, the container of a switch.
class SetElements : public SetItems<Element> {
public:
    SetElements(Document& document, const std::vector<Element>& updated, const QString& field);
    SetElements(Document& document, const Element& updated, const QString& field)
        : SetElements(document, std::vector<Element>{updated}, field) {}
};

} // namespace roofrack
