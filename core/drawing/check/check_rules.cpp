// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/check/check_rules.h"

namespace roofrack {

std::string CheckContext::title(const Element& element) {
    if (!names) names.emplace(cluster);
    return names->of(element.id);
}

} // namespace roofrack
