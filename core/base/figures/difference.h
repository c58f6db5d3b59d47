// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/figures/figure_table.h"

namespace roofrack::figures {

/// A figure of an object against that of the one it is compared with, the baseline.
struct FigureDifference {
    const Row* row = nullptr;
    double absolute = 0; ///< as it is stored
    double relative = 0; ///< share of the baseline's; NaN where that is 0
    double baseline = 0; ///< the baseline's own, as it is stored
};

/// All numbers and bands (their likely ones) of which less or more is better and which both objects have, in
/// the order of the shape.
std::vector<FigureDifference> differences(const Shape& shape, const void* baseline, const void* object);

/// "+$1.2M, +12.3 %", "−3.1 days, −8.0 %"; of weeks from the order "36 weeks later"; "the same" where there
/// is none. A difference that the figure's own digits would round to nothing has a digit of its own: "+0.4 t,
/// +1.2 %".
std::string difference_text(const FigureDifference& difference);

/// How much more of it the second of two has than the first, in the unit of the measure: "+9.61 s", "−5.35
/// s". All that is said of two scenarios, or of a step of the way between them, has its sign by it.
std::string change_text(double change, const Measure& measure);

/// table_of() with a line "to baseline" below every figure of which less or more is better: how far each
/// object is from the first, the baseline, in the unit that the figure's label names. One object alone has no
/// such lines.
std::vector<TableLine> table_with_differences(const Shape& shape, std::span<const TableRow> rows,
                                              std::span<const void* const> objects);

} // namespace roofrack::figures
