// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/design/uneven_size.h"

#include <fmt/format.h>

namespace roofrack {

std::string UnevenSize::text() const {
    return fmt::format("{} {} are no whole number of {}", count, what, steps);
}

std::string UnevenSize::shared_text() const {
    return fmt::format("the {} are no whole number of {}", what, steps);
}

} // namespace roofrack
