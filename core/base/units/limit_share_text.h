// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace roofrack {

/// Up to these a load is told in per cent of its limit, and how many times it that is.
inline constexpr double most_in_percent = 10, most_in_folds = 100;

/// A load ÷ its limit: "132 %"; from tenfold on "34-fold", beyond a hundredfold "over 100-fold".
std::string limit_share_text(double share);
/// What is faster by such a share: "12.3 %"; from tenfold on as a load is told, "34-fold".
std::string gain_text(double gain);
/// 1 − load ÷ limit: "12 %", "-132 %"; of a load of more than ten times its limit "34-fold load".
std::string limit_margin_text(double margin);

} // namespace roofrack
