// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/compare/row_texts.h"

#include "core/answers/compare/order_weeks.h"
#include "widgets/charts/chart_text.h"
#include "widgets/charts/compare/compare_chart.h"
#include "widgets/charts/plot/chart_canvas.h"

#include <QRegularExpression>

#include <algorithm>
#include <cmath>

namespace roofrack {

namespace {

constexpr double usual_value_share =
    0.52; ///< how much of a cell a value has, where its texts need no other division

enum class ValueSays {
    all,     ///< "38 (18 to 69) weeks, 2027-08-25"
    no_band, ///< "38 weeks, 2027-08-25": the ends stand in the hint
    date,    ///< "2027-08-25"
};
enum class DifferenceSays {
    all,   ///< "−1.78 s, −32.5 %"
    share, ///< "−32.5 %"
    nothing,
};

bool has_date(const ComparedRow& row, const ComparedValue& value) {
    return value.absent.empty() && is_weeks_from_order(row.name) && std::isfinite(value.number);
}

QString compared_text(const ComparedRow& row, const ComparedValue& value, std::chrono::sys_days order,
                      ValueSays says) {
    if (!value.absent.empty()) return CompareChart::tr("none: %1").arg(qt(value.absent));
    static const QRegularExpression band(QStringLiteral(" \\([^)]*\\)"));
    QString text = qt(dated_text(row, value, order));
    if (says != ValueSays::all && value.band) text.remove(band);
    if (says == ValueSays::date && has_date(row, value)) text = text.section(QStringLiteral(", "), -1);
    return text;
}

QString beside_text(const ComparedValue& value, DifferenceSays says) {
    if (value.difference.empty() || value.difference == "the same" || says == DifferenceSays::nothing)
        return {};
    const QString text = qt(value.difference);
    return says == DifferenceSays::all ? text : text.section(QStringLiteral(", "), -1);
}

/// The cells of one row as they are said, and whether they have room.
struct RowCells {
    const ChartCanvas& canvas;
    const ComparedRow& row;
    std::chrono::sys_days order;
    double width, height;
    std::vector<CellText> cells;

    /// A text that is higher than its row would touch the next one, and be left out.
    Theme::Role role_of(const ComparedValue& value) const {
        const bool has_room =
            height >= canvas.text_size(QStringLiteral("Mg"), Theme::Role::strong).height() + canvas.px(1);
        return value.is_best && has_room ? Theme::Role::strong : Theme::Role::secondary;
    }

    /// What is absent is shortened, and keeps nobody from saying more.
    bool say(ValueSays says, DifferenceSays beside) {
        cells.clear();
        double values = 0, differences = 0; // px of the widest that stand beside each other
        bool fits = true;
        for (const ComparedValue& value : row.values) {
            CellText& cell = cells.emplace_back();
            cell.value = compared_text(row, value, order, says);
            cell.difference = beside_text(value, beside);
            cell.role = role_of(value);
            cell.room = width;
            if (!value.absent.empty()) continue;
            const double needed = canvas.text_size(cell.value, cell.role).width() + canvas.px(1);
            fits &= needed <= width + canvas.px(1);
            if (cell.difference.isEmpty()) continue;
            values = std::max(values, needed);
            differences = std::max(differences, canvas.text_size(cell.difference).width() +
                                                    canvas.px(difference_gap_px + 1));
        }
        const double room = std::max(values, std::min(width * usual_value_share, width - differences));
        for (CellText& cell : cells)
            if (!cell.difference.isEmpty()) cell.room = room;
        return fits && values + differences <= width;
    }
};

} // namespace

std::vector<CellText> row_texts(const ChartCanvas& canvas, const ComparedRow& row,
                                std::chrono::sys_days order, double width, double height) {
    RowCells out{canvas, row, order, width, height, {}};
    const bool has_dates =
        std::ranges::any_of(row.values, [&](const ComparedValue& value) { return has_date(row, value); });
    for (const ValueSays says : {ValueSays::all, ValueSays::no_band, ValueSays::date}) {
        if (says == ValueSays::date && !has_dates) continue;
        for (const DifferenceSays beside : {DifferenceSays::all, DifferenceSays::share})
            if (out.say(says, beside)) return out.cells;
    }
    for (const ValueSays says : {ValueSays::all, ValueSays::no_band})
        if (out.say(says, DifferenceSays::nothing)) return out.cells;
    out.say(has_dates ? ValueSays::date : ValueSays::no_band, DifferenceSays::nothing);
    return out.cells;
}

} // namespace roofrack
