// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/editor/commands/set_elements.h"
#include "widgets/editor/document.h"

#include <string>

namespace roofrack::test {

/// Another count of one element, as the inspector sets it; false when nothing changes.
inline bool set_count(Document& document, const std::string& id, int count) {
    const Element* present = document.cluster().find(id);
    if (!present) return false;
    Element next = *present;
    next.count = count;
    return document.perform<SetElements>(next, QStringLiteral("count"));
}

} // namespace roofrack::test
