// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/compare/compare_legend.h"

#include "core/answers/compare/comparison.h"
#include "widgets/charts/chart_text.h"
#include "widgets/charts/compare/compare_chart.h"
#include "widgets/charts/plot/chart_canvas.h"
#include "widgets/theme/theme.h"

#include <algorithm>

namespace roofrack {

bool has_overlaps(const Comparison& table) {
    return std::ranges::any_of(table.rows, [](const ComparedRow& row) {
        return std::ranges::any_of(row.values, &ComparedValue::overlaps);
    });
}

LegendEntry overlap_entry() {
    LegendEntry out;
    out.text = CompareChart::tr("not certain, ranges overlap: see Odds");
    out.swatch = [](ChartCanvas& canvas, const QRectF& box) {
        canvas.box_outline(box, canvas.theme().accent);
    };
    return out;
}

bool has_above_limit(const Comparison& table) {
    return std::ranges::any_of(table.rows, [](const ComparedRow& row) {
        return std::ranges::any_of(row.values,
                                   [](const ComparedValue& value) { return !value.above.empty(); });
    });
}

QColor above_limit_colour(const Theme& theme) { return theme.readable(theme.warning, theme.panel); }

LegendEntry above_limit_entry(const Theme& theme) {
    LegendEntry out;
    out.text = CompareChart::tr("above the site's limit");
    out.colour = above_limit_colour(theme);
    return out;
}

LegendEntry range_entry(const std::string& ranges) {
    LegendEntry out;
    out.text = CompareChart::tr("(… to …): %1").arg(qt(ranges));
    out.swatch = [](ChartCanvas& canvas, const QRectF& box) {
        const QPen pen(canvas.theme().secondary, canvas.px(1));
        const QPointF left(box.left(), box.center().y()), right(box.right(), box.center().y());
        const QPointF up(0, canvas.px(3));
        canvas.rule(left, right, pen, ChartCanvas::Avoid::no);
        for (const QPointF& end : {left, right}) canvas.rule(end - up, end + up, pen, ChartCanvas::Avoid::no);
    };
    return out;
}

} // namespace roofrack
