// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/check/check_rules.h"

#include <fmt/format.h>

namespace roofrack {

std::string CheckContext::title(const Element& element) {
    if (element.name.empty() || element.name == element.id) return element.id;
    return fmt::format("{} ({})", element.name, element.id);
}

} // namespace roofrack
