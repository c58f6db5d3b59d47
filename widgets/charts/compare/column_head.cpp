// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/compare/column_head.h"

#include "core/base/units/joined_units.h"
#include "widgets/charts/chart_text.h"
#include "widgets/charts/compare/compare_chart.h"
#include "widgets/charts/compare/sizes_text.h"
#include "widgets/charts/plot/chart_frame.h"
#include "widgets/fields/text.h"

#include <QFontMetricsF>

#include <algorithm>

namespace roofrack {

namespace {

constexpr int most_size_lines = 2; ///< that say how many racks a scenario has
constexpr int most_caution_lines = 3;

} // namespace

int ColumnHead::least_lines() const { return 1 + (size.isEmpty() ? 0 : 1) + (caution.isEmpty() ? 0 : 1); }

std::vector<ColumnHead::Line> ColumnHead::lines(const QFontMetricsF& metrics, double width, int most) const {
    std::vector<Line> out;
    const auto add = [&](const QString& text, int lines) {
        const QString joined = as_written(with_joined_units(text.toStdString()));
        for (QString& line : wrapped(joined, metrics, width, std::max(1, lines)))
            out.push_back({std::move(line), &text == &caution, &text == &size});
    };
    if (!size.isEmpty()) add(size, std::min(most - least_lines() + 1, most_size_lines));
    const int for_rest = metrics.horizontalAdvance(rest) > width ? 2 : 1;
    if (!caution.isEmpty()) add(caution, std::min(most - int(out.size()) - for_rest, most_caution_lines));
    add(rest, most - int(out.size()));
    return out;
}

const EqualSize* size_of(const ComparisonStudy& study, size_t column) {
    for (const EqualSize& each : study.sizes)
        if (each.scenario.name == study.table.scenarios[column].name) return &each;
    return nullptr;
}

ColumnHead column_head(const ComparisonStudy& study, size_t column) {
    const ComparedScenario& scenario = study.table.scenarios[column];
    const QString caution = listed_names(caution_texts(scenario.cautions));
    const EqualSize* const size = size_of(study, column);
    if (!size) return {{}, column_text(study, column), caution};
    if (!size->meets && scenario.misses() && !size->nearest.empty()) return {{}, qt(size->nearest), caution};
    constexpr bool is_brief = true; // its hint says all
    return {size->meets ? resized_racks_text(*size, is_brief) : qt(size->nearest), column_text(study, column),
            caution};
}

QString column_text(const ComparisonStudy& study, size_t column) {
    const ComparedScenario& each = study.table.scenarios[column];
    if (!each.reason.empty())
        return each.reason.find("not run") != std::string::npos
                   ? qt(each.reason)
                   : CompareChart::tr("does not run: %1").arg(qt(each.reason));
    if (!each.work.empty()) return CompareChart::tr("other work: %1").arg(listed_names(each.work));
    if (column == study.table.reference)
        return each.vanished.empty() ? CompareChart::tr("the reference")
                                     : CompareChart::tr("the reference; %1").arg(qt(each.vanished));
    return qt(each.sentence);
}

QString listed_names(const std::vector<std::string>& names) {
    QStringList out;
    for (const std::string& each : names) out << qt(each);
    return out.join(QStringLiteral(", "));
}

} // namespace roofrack
