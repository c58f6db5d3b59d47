// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/units/limit_share_text.h"

#include <fmt/format.h>

namespace roofrack {

std::string limit_share_text(double share) {
    if (share > most_in_folds) return fmt::format("over {:.0f}-fold", most_in_folds);
    if (share > most_in_percent) return fmt::format("{:.0f}-fold", share);
    return fmt::format("{:.0f} %", 100 * share);
}

std::string gain_text(double gain) {
    return 1 + gain > most_in_percent ? limit_share_text(1 + gain) : fmt::format("{:.1f} %", 100 * gain);
}

std::string limit_margin_text(double margin) {
    const double share = 1 - margin;
    return share > most_in_percent ? limit_share_text(share) + " load"
                                   : fmt::format("{:.0f} %", 100 * margin);
}

} // namespace roofrack
