// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/compare/compare_hints.h"

#include "core/answers/compare/compared_bands.h"
#include "core/study/money/missing_price.h"
#include "core/study/money/side_by_side.h"
#include "widgets/charts/chart_text.h"
#include "widgets/charts/compare/column_head.h"
#include "widgets/charts/compare/compare_chart.h"
#include "widgets/charts/compare/sizes_text.h"
#include "widgets/fields/text.h"

namespace roofrack {

QString column_hint(const ComparisonStudy& study, size_t column) {
    const ComparedScenario& each = study.table.scenarios[column];
    QStringList out{qt(each.name), column_text(study, column)};
    if (const EqualSize* const size = size_of(study, column)) out << qt(size_sentence(*size));
    std::vector<std::string> cautions;
    for (const Caution& caution : each.cautions) cautions.push_back(caution.detailed_text());
    if (!cautions.empty()) out << listed_names(cautions);
    if (!each.later.empty())
        out << CompareChart::tr("done %1").arg(qt(each.later));
    else if (!each.trains_none.empty())
        out << qt(each.trains_none);
    if (!each.terms.empty())
        out << CompareChart::tr("stands on other terms: %1").arg(qt(differ_text(each.terms)));
    return out.join(u'\n');
}

QString name_of_row(const ComparedRow& row) { return qt(row.label.empty() ? row.name : row.label); }

QString value_hint(const ComparedScenario& scenario, const ComparedRow& row, const ComparedValue& value,
                   std::chrono::sys_days order) {
    QString out = CompareChart::tr("%1, %2: %3")
                      .arg(qt(scenario.name), name_of_row(row),
                           value.absent.empty() ? qt(dated_text(row, value, order))
                                                : CompareChart::tr("none: %1").arg(qt(value.absent)));
    if (value.band) out += u'\n' + qt(ends_text(row));
    if (!value.difference.empty())
        out += CompareChart::tr("\nto the reference: %1").arg(qt(value.difference));
    if (row.name == "step.memory.fits")
        for (const Caution& caution : scenario.cautions)
            if (caution.kind == CautionKind::memory && !caution.detail.empty())
                out += u'\n' + qt(caution.detail);
    if (value.is_best) out += CompareChart::tr("\nthe best of those that do the same work");
    if (value.overlaps) out += CompareChart::tr(", not certain: its range overlaps another one's");
    for (const std::string& why : {value.missing, value.barred, value.no_wait, scenario.vanished})
        if (!why.empty()) out += u'\n' + qt(never_best_text(why));
    if (!value.above.empty()) out += u'\n' + qt(value.above);
    if (row.name != row.label) out += u'\n' + qt(row.name);
    return out;
}

} // namespace roofrack
