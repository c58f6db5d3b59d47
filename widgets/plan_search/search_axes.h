// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/step/search/search.h"

#include <QString>

#include <span>

namespace roofrack {

/// Something that a search may or may not use.
struct SearchAxis {
    const char* name; ///< "sequence parallelism"
    const char* tooltip;
    void (*leave_out)(SearchSpace& space); ///< restricts the space to plans without it
};

std::span<const SearchAxis> search_axes();

} // namespace roofrack
