// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/catalog/announced.h"

#include <algorithm>

namespace roofrack {

bool has_announced_figures(const Part& part) {
    return std::ranges::any_of(part.figures,
                               [](const auto& entry) { return entry.second.status == Status::announced; });
}

} // namespace roofrack
