// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/compare/comparison_study.h"

#include <QString>

class QFontMetricsF;

namespace roofrack {

/// What stands below the name of a scenario in a comparison.
struct ColumnHead {
    QString size;    ///< how many racks it is resized to; empty: it is as drawn, or does not meet the amount
    QString rest;    ///< how fast it is; why it does not meet the amount takes the place of that
    QString caution; ///< cautions_of_run() it, listed

    struct Line {
        QString text;
        bool is_caution = false;
        bool is_size = false; ///< a line of ColumnHead::size
    };
    /// The fewest lines, with which each part has one.
    int least_lines() const;
    /// At most `most` lines, or least_lines() where that is more. The size comes first, then the caution,
    /// then the rest. No line begins with the unit of a number in the line before.
    std::vector<Line> lines(const QFontMetricsF& metrics, double width, int most) const;
};

/// How a scenario was resized; null: it was not.
const EqualSize* size_of(const ComparisonStudy& study, size_t column);
ColumnHead column_head(const ComparisonStudy& study, size_t column);
/// How fast a scenario is beside the reference, or why that cannot be said.
QString column_text(const ComparisonStudy& study, size_t column);
/// "announced, may not fit in memory".
QString listed_names(const std::vector<std::string>& names);

} // namespace roofrack
