// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/compare/comparison.h"
#include "widgets/theme/theme.h"

#include <QString>

#include <chrono>
#include <vector>

namespace roofrack {

class ChartCanvas;

/// What a cell of a comparison says.
struct CellText {
    QString value, difference;                 ///< no difference: there is none, or no room for it
    Theme::Role role = Theme::Role::secondary; ///< type of the value
    double room = 0;                           ///< px of the value; the difference begins behind it
};

/// The cells of a row, `width` by `height` px each. All say as much as every one has room for: a value gives
/// up its band ("38 (18 to 69) weeks, 2027-08-25" is "38 weeks, 2027-08-25", then the date alone) before the
/// difference beside it goes, of which the share goes last.
std::vector<CellText> row_texts(const ChartCanvas& canvas, const ComparedRow& row,
                                std::chrono::sys_days order, double width, double height);
/// px between a value and its difference, at the theme's scale.
inline constexpr int difference_gap_px = 4;

} // namespace roofrack
