// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/decide/odds_bar.h"

#include "core/answers/decide/odds_text.h"
#include "core/base/units/calendar_date.h"
#include "core/base/units/common_units.h"
#include "widgets/charts/chart_text.h"
#include "widgets/charts/plot/chart_canvas.h"

#include <algorithm>
#include <cmath>

namespace roofrack {

namespace {

constexpr int bar_pad_px = 5; ///< between the room of the bars and their scale
constexpr double days_of_week = 7;

double place_on_scale(const OddsScale& scale, double value, const QRectF& room, double pad) {
    const double share = scale.is_known() ? (value - scale.low) / (scale.high - scale.low) : 0.5;
    return room.left() + pad + share * (room.width() - 2 * pad);
}

/// The first days of months, every so many months that there are few.
std::vector<Tick> month_ticks(const OddsScale& scale, std::chrono::sys_days order) {
    using namespace std::chrono;
    constexpr int most_ticks = 3, most_months = 12'000;
    const year_month_day from(weeks_after(order, scale.low)), to(weeks_after(order, scale.high));
    const auto number = [](const year_month_day& day) {
        return int(day.year()) * 12 + int(unsigned(day.month())) - 1;
    };
    const int months = number(to) - number(from);
    std::vector<Tick> out;
    if (months > most_months) return out;
    int stride = 1;
    for (const int each : {1, 2, 3, 6, 12, 24, 60, 120}) {
        stride = each;
        if (months / each <= most_ticks) break;
    }
    constexpr size_t month_length = 7; // "2027-09"
    for (int month = number(from) + 1; month <= number(to); ++month) {
        if (month % stride != 0) continue;
        const sys_days day(year(month / 12) / (month % 12 + 1) / 1);
        out.push_back({static_cast<double>((day - order).count()) / days_of_week,
                       to_qt(date_text(day).substr(0, month_length))});
    }
    if (out.size() > 1) return out;
    return {{scale.low, to_qt(date_text(weeks_after(order, scale.low)))},
            {scale.high, to_qt(date_text(weeks_after(order, scale.high)))}};
}

} // namespace

OddsScale scale_of(const FigureOdds& odds) {
    OddsScale out{INFINITY, -INFINITY};
    for (const FigureSpread& each : odds.scenarios)
        for (const double value : {each.p10, each.p90, each.as_is.number})
            if (std::isfinite(value)) out = {std::min(out.low, value), std::max(out.high, value)};
    return out;
}

std::vector<Tick> scale_ticks(const ProbedFigure& figure, const OddsScale& scale, std::chrono::sys_days order,
                              double pixels, const QFontMetricsF& metrics) {
    if (!scale.is_known()) return {};
    if (is_date(figure)) return month_ticks(scale, order);
    const figures::Measure& measure = figure.row->measure;
    const bool is_scaled = !measure.shown.empty() && measure.shown != "%";
    const bool is_metered = measure.style == figures::Style::meter; // as meters count it, its texts are
    const double factor = is_scaled ? measure.factor : is_metered ? 1 / seconds_an_hour : 1;
    AxisSpec axis;
    axis.unit =
        is_metered ? QStringLiteral("Wh") : to_qt(measure.shown.empty() ? measure.stored : measure.shown);
    if (axis.unit == QStringLiteral("1/s")) axis.unit = QStringLiteral("/s");
    axis.low = scale.low * factor;
    axis.high = scale.high * factor;
    std::vector<Tick> out = choose_ticks(axis, axis.low, axis.high, pixels, true, metrics, [&](double value) {
        return (value - axis.low) / (axis.high - axis.low) * pixels;
    });
    for (Tick& tick : out) tick.at /= factor;
    return out;
}

QColor soft_colour(QColor colour, float share) {
    colour.setAlphaF(share);
    return colour;
}

void draw_odds_bar(ChartCanvas& canvas, const FigureOdds& odds, size_t scenario, bool is_best,
                   const QRectF& room) {
    const Theme& theme = canvas.theme();
    const FigureSpread& spread = odds.scenarios[scenario];
    const OddsScale scale = scale_of(odds);
    if (!(scale.high >= scale.low) || !std::isfinite(spread.p50)) return;
    const auto at = [&](double value) { return place_on_scale(scale, value, room, canvas.px(bar_pad_px)); };
    const double y = room.center().y(), half = std::min(room.height() * 0.28, canvas.px(6));
    const QColor colour = is_best ? theme.accent : theme.secondary;
    const double left = at(spread.p10), right = std::max(at(spread.p90), left + canvas.px(2));
    canvas.box({left, y - half, right - left, 2 * half}, soft_colour(colour, 0.35F));
    canvas.box({at(spread.p50) - canvas.px(1), y - half, canvas.px(2), 2 * half}, colour);
    if (std::isfinite(spread.as_is.number))
        canvas.dot({at(spread.as_is.number), y}, canvas.px(2.5), theme.panel, theme.text);
}

void draw_scale_ticks(ChartCanvas& canvas, const FigureOdds& odds, std::chrono::sys_days order,
                      const QRectF& room) {
    const Theme& theme = canvas.theme();
    const OddsScale scale = scale_of(odds);
    const double pad = canvas.px(bar_pad_px);
    const QPen pen(theme.secondary, canvas.px(1));
    for (const Tick& tick : scale_ticks(odds.figure, scale, order, room.width() - 2 * pad,
                                        QFontMetricsF(theme.font(Theme::Role::secondary)))) {
        const double x = place_on_scale(scale, tick.at, room, pad);
        canvas.rule({x, room.top()}, {x, room.top() + canvas.px(3)}, pen, ChartCanvas::Avoid::no);
        canvas.label(tick.label, {LabelPlace{QPointF(x, room.center().y()), Qt::AlignCenter}},
                     {.colour = theme.secondary, .may_leave_plot = true});
    }
}

} // namespace roofrack
