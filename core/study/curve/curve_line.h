// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/scale_quantity.h"

#include <functional>
#include <optional>
#include <vector>

namespace roofrack {

/// The points that run, ascending.
std::vector<ScalePoint> points_that_run(const ScaleResult& study);
/// The points that run and that the line goes through: not the dips between them.
std::vector<ScalePoint> line_of(const ScaleResult& study);

/// The line goes on over sizes that cannot run, such as those that a plan does not divide, to a next size
/// with at most so many times the GPUs.
inline constexpr double most_bridged = 2;

/// The plane beside a line where no size runs: GPUs, halfway (in the logarithm) to the sizes that do.
struct SizesWithoutLine {
    double from = 0, to = 0;
};
/// What `study.gaps[gap]` leaves without a line; none: the line goes over it.
std::optional<SizesWithoutLine> sizes_without_line(const ScaleResult& study, size_t gap);

/// The value at a size between `points`, which ascend: straight in the logarithms. None: it is not known
/// there, or the size lies outside of the points.
std::optional<double> value_between(const std::vector<ScalePoint>& points, double gpus,
                                    const std::function<double(const ScalePoint&)>& value);

/// Sizes of one regime.
struct RegimeStretch {
    Regime regime = Regime::linear;
    double from = 0, to = 0;             ///< GPUs
    const ScaleBorder* border = nullptr; ///< the border of the study at which it begins; null for the first
    /// The size below it that does the most, where every size of a stretch that rises does less; 0: none.
    double faster_gpus = 0;
};
/// The regimes of a study, each up to the border where the next begins; empty with fewer than two points that
/// run.
std::vector<RegimeStretch> regime_stretches(const ScaleResult& study);

/// What is marked on the line of a study.
struct CurveMark {
    enum class Kind {
        drawn, ///< the drawn size, as it runs there, be it a dip
        knee,  ///< ScaleResult::knee_gpus
        most,  ///< ScaleResult::peak_gpus
    };
    Kind kind = Kind::drawn;
    double gpus = 0;
    double value = 0; ///< in unit_of() of the quantity
};
/// The marks of the line that shows `quantity`, in the order of their kinds. One that is not on the line is
/// left out. The most is marked only inside the line, and where neither the drawn size nor a border that is
/// called by the same count stands there.
std::vector<CurveMark> curve_marks(const ScaleResult& study, ScaleQuantity quantity);

} // namespace roofrack
