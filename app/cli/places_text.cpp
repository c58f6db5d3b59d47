// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/places_text.h"

#include "core/base/units/quantity_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <span>

namespace roofrack::cli {

std::string places_text(const std::vector<std::string>& ids) {
    constexpr size_t most = 50;
    if (ids.size() <= most) return fmt::format("{}", fmt::join(ids, ", "));
    return fmt::format("{} and {} more", fmt::join(std::span(ids).first(most), ", "),
                       format_count(static_cast<double>(ids.size() - most)));
}

} // namespace roofrack::cli
