// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <fmt/format.h>
#include <string>

namespace roofrack {

/// 0.123 → "12 %", with a decimal "12.3 %". Shares of a limit, which may be many times it:
/// limit_share_text().
inline std::string share_in_percent(double share, int decimals = 0) {
    return fmt::format("{:.{}f} %", 100 * share, decimals);
}

} // namespace roofrack
