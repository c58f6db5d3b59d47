// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/decide/tried_panels.h"

#include "widgets/charts/chart_text.h"
#include "widgets/charts/decide/tried_chart.h"
#include "widgets/charts/plot/chart_canvas.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace roofrack {

namespace {

constexpr int choice_row_px = 40, least_reason_px = 60;

/// How a figure stands on its axis.
struct FigureAxis {
    QString heading, unit;
    double factor = 1; ///< what is shown = what is stored × it
};

FigureAxis figure_axis(const figures::Row& row) {
    const figures::Measure& measure = row.measure;
    const QString label = qt(row.label);
    if (measure.style == figures::Style::money) return {label, QStringLiteral("$"), 1};
    if (measure.shown == "%") return {label, QStringLiteral("%"), 1};
    if (measure.shown.empty()) return {label, to_qt(measure.stored), 1};
    return {qt(figures::heading(row.label, measure)), QString(), measure.factor};
}

/// The reason alone, without the words that it does not run: "256 GPUs are not a multiple of …".
QString bare_reason(const std::string& absent) {
    const QString text = qt(absent), before = QStringLiteral("does not run: ");
    const qsizetype at = text.indexOf(before);
    return at < 0 ? text : text.mid(at + before.size());
}

bool is_there(const ProbedValue& value) { return value.absent.empty() && std::isfinite(value.number); }

/// One figure over the values, in the units of both axes.
struct FigureLine {
    const TriedFamily& family;
    size_t figure;
    FigureAxis axis = figure_axis(*family.figures[figure].row);
    std::vector<size_t> order{};                ///< the points as they stand from left to right
    std::vector<std::optional<size_t>> bests{}; ///< the best point of each figure

    FigureLine(const TriedFamily& of, size_t which)
        : family(of)
        , figure(which)
        , order(of.points.size()) {
        std::iota(order.begin(), order.end(), size_t(0));
        for (size_t i = 0; i < family.figures.size(); ++i) bests.push_back(family.best(i));
        if (!family.is_choice)
            std::ranges::sort(order, {}, [&](size_t each) { return family.points[each].value; });
    }

    const TriedPoint& point(size_t place) const { return family.points[order[place]]; }
    const ProbedValue& value(size_t place) const { return point(place).figures[figure]; }
    double y(const ProbedValue& of) const { return of.number * axis.factor; }
    double x(double of_input) const { return of_input * family.unit.factor; }
    bool is_best(size_t place) const { return bests[figure] == order[place]; }
    QString text(const ProbedValue& of) const {
        return qt(figures::figure_text(of.number, family.figures[figure].row->measure));
    }
    /// The scenario's own value stands on the axis, too.
    bool shows_own() const {
        if (!family.own || !is_there(family.as_it_is[figure]) || order.empty()) return false;
        const double low = point(0).value, high = point(order.size() - 1).value;
        return *family.own >= low - (high - low) && *family.own <= high + (high - low);
    }

    /// The least and the most of the figure; nothing: no value has it.
    std::optional<std::pair<double, double>> range() const {
        std::vector<double> all;
        for (size_t i = 0; i < order.size(); ++i)
            if (is_there(value(i))) all.push_back(y(value(i)));
        if (shows_own()) all.push_back(y(family.as_it_is[figure]));
        if (all.empty()) return std::nullopt;
        const auto [low, high] = std::ranges::minmax(all);
        return std::pair(low, high);
    }

    QString hint(size_t place) const {
        const TriedPoint& at = point(place);
        QStringList out{at.is_own ? TriedChart::tr("%1, as it is").arg(qt(at.text)) : qt(at.text)};
        if (!at.fault().empty()) {
            out << TriedChart::tr("does not run: %1").arg(bare_reason(at.fault()));
            return out.join(u'\n');
        }
        for (size_t i = 0; i < family.figures.size(); ++i) {
            const ProbedValue& of = at.figures[i];
            const figures::Row& row = *family.figures[i].row;
            QString said = is_there(of) ? qt(probed_text(of, row.measure))
                                        : TriedChart::tr("none: %1").arg(qt(of.absent));
            if (bests[i] == order[place]) said += TriedChart::tr(", the best");
            out << TriedChart::tr("%1: %2").arg(qt(row.label), said);
        }
        return out.join(u'\n');
    }
};

void draw_heading(ChartCanvas& canvas, const FigureLine& line) {
    const ProbedFigure& of = line.family.figures[line.figure];
    const QRectF place(canvas.picture().topLeft(), QPointF(canvas.picture().right(), canvas.plot().top()));
    QStringList hint{qt(of.row->label), qt(of.name)};
    if (line.family.figures.size() < 2) return canvas.hit(place, hint.join(u'\n'));
    hint << TriedChart::tr("a click takes it away");
    QPainterPath area;
    area.addRect(place);
    canvas.choose(area, hint.join(u'\n'), QLatin1String(TriedChart::remove_prefix) + qt(of.name));
}

/// The place that belongs to each value: as far as the middle between it and its neighbours.
std::vector<std::pair<double, double>> spans_of(const ChartCanvas& canvas, const FigureLine& line) {
    std::vector<std::pair<double, double>> out;
    const size_t count = line.order.size();
    const auto at = [&](size_t place) { return canvas.x(line.x(line.point(place).value)); };
    for (size_t i = 0; i < count; ++i)
        out.emplace_back(i > 0 ? (at(i - 1) + at(i)) / 2 : canvas.plot().left(),
                         i + 1 < count ? (at(i) + at(i + 1)) / 2 : canvas.plot().right());
    return out;
}

/// Hatches the values that have no figure, and says why where there is room.
void draw_missing(ChartCanvas& canvas, const FigureLine& line,
                  const std::vector<std::pair<double, double>>& spans) {
    const QRectF plot = canvas.plot();
    for (size_t i = 0; i < line.order.size(); ++i) {
        if (is_there(line.value(i))) continue;
        size_t end = i;
        bool is_one_reason = true;
        while (end + 1 < line.order.size() && !is_there(line.value(end + 1)))
            is_one_reason = line.value(++end).absent == line.value(i).absent && is_one_reason;
        const QRectF box(QPointF(spans[i].first, plot.top()), QPointF(spans[end].second, plot.bottom()));
        canvas.hatch(box, canvas.theme().secondary);
        const double room = box.width() - canvas.px(8);
        const QString why =
            is_one_reason ? bare_reason(line.value(i).absent) : TriedChart::tr("does not run");
        if (room > canvas.px(least_reason_px))
            canvas.label(
                canvas.elided(why, room, Theme::Role::secondary),
                {{{box.center().x(), plot.bottom() - canvas.px(4)}, Qt::AlignHCenter | Qt::AlignBottom},
                 {{box.center().x(), plot.top() + canvas.px(4)}, Qt::AlignHCenter | Qt::AlignTop}},
                {.ground = true});
        i = end;
    }
}

void draw_line(ChartCanvas& canvas, const FigureLine& line) {
    const Theme& theme = canvas.theme();
    const auto spans = spans_of(canvas, line);
    draw_missing(canvas, line, spans);
    const auto at = [&](size_t place) {
        return QPointF(line.x(line.point(place).value), line.y(line.value(place)));
    };
    std::vector<QPointF> stretch;
    const auto stroke = [&] {
        if (stretch.size() > 1) canvas.line(stretch, QPen(theme.accent, canvas.px(2)));
        stretch.clear();
    };
    for (size_t i = 0; i < line.order.size(); ++i) {
        if (is_there(line.value(i)))
            stretch.push_back(at(i));
        else
            stroke(); // a gap where there is none
    }
    stroke();
    const double radius = canvas.px(line.order.size() > 60 ? 1.5 : 2.5);
    std::optional<size_t> best;
    for (size_t i = 0; i < line.order.size(); ++i) {
        if (!is_there(line.value(i))) continue;
        canvas.dot(canvas.at(at(i).x(), at(i).y()), radius, theme.accent, theme.panel, 1);
        if (line.is_best(i)) best = i;
    }
    const ProbedValue& now = line.family.as_it_is[line.figure];
    const bool is_best_own = best && line.point(*best).is_own;
    if (best) {
        const QPointF here = canvas.at(at(*best).x(), at(*best).y());
        canvas.dot(here, canvas.px(4.5), theme.good, theme.panel);
        canvas.label_around(line.text(line.value(*best)), here, canvas.px(6),
                            {.role = Theme::Role::strong, .ground = true});
    }
    if (line.shows_own()) {
        const QPointF here = canvas.at(line.x(*line.family.own), line.y(now));
        canvas.rule({here.x(), canvas.plot().top()}, {here.x(), canvas.plot().bottom()},
                    QPen(theme.secondary, 1, Qt::DotLine), ChartCanvas::Avoid::no);
        canvas.dot(here, canvas.px(4), is_best_own ? theme.good : theme.panel, theme.text);
        if (!is_best_own) canvas.label_around(line.text(now), here, canvas.px(6), {.ground = true});
    }
    for (size_t i = 0; i < line.order.size(); ++i)
        canvas.hit(QRectF(QPointF(spans[i].first, canvas.plot().top()),
                          QPointF(spans[i].second, canvas.plot().bottom())),
                   line.hint(i));
    draw_heading(canvas, line);
}

void draw_bars(ChartCanvas& canvas, const FigureLine& line) {
    const Theme& theme = canvas.theme();
    const QRectF plot = canvas.plot();
    const double height = canvas.y(1) - canvas.y(0), half = std::min(height * 0.32, canvas.px(9));
    for (size_t i = 0; i < line.order.size(); ++i) {
        const double y = canvas.y(double(i));
        const ProbedValue& value = line.value(i);
        const bool is_own = line.point(i).is_own;
        if (is_there(value)) {
            const double from = canvas.x(0), to = canvas.x(line.y(value));
            const QRectF box(std::min(from, to), y - half, std::abs(to - from), 2 * half);
            canvas.box(box, line.is_best(i) ? theme.good : theme.accent);
            if (is_own) canvas.box_outline(box, theme.text, canvas.px(1.5));
            canvas.label(line.text(value),
                         {{{std::max(from, to) + canvas.px(5), y}}, {{std::min(from, to) + canvas.px(5), y}}},
                         {.role = line.is_best(i) ? Theme::Role::strong : Theme::Role::secondary,
                          .ground = true,
                          .may_leave_plot = true});
        } else {
            const QRectF box(QPointF(plot.left(), y - half), QPointF(plot.right(), y + half));
            canvas.hatch(box, theme.secondary);
            canvas.label(
                canvas.elided(bare_reason(value.absent), box.width() - canvas.px(12), Theme::Role::secondary),
                {{{plot.left() + canvas.px(6), y}}}, {.ground = true});
        }
        canvas.hit(QRectF(QPointF(canvas.picture().left(), y - height / 2),
                          QPointF(canvas.picture().right(), y + height / 2)),
                   line.hint(i));
    }
    draw_heading(canvas, line);
}

/// Values whose steps grow with them, as doublings do, stand evenly on a logarithmic axis.
bool are_doublings(const std::vector<double>& ascending) {
    if (ascending.size() < 3 || !(ascending.front() > 0)) return false;
    constexpr double least_factor = 4;
    const double low = ascending.front(), high = ascending.back(), middle = ascending[ascending.size() / 2];
    return high / low >= least_factor && middle < (low + high) / 2 * 0.8;
}

AxisSpec input_axis(const FigureLine& line) {
    const TriedFamily& family = line.family;
    AxisSpec out;
    std::vector<double> at;
    for (size_t i = 0; i < line.order.size(); ++i) at.push_back(line.x(line.point(i).value));
    out.scale = are_doublings(at) ? AxisSpec::Scale::logarithmic : AxisSpec::Scale::linear;
    double low = at.front(), high = at.back();
    if (line.shows_own()) {
        low = std::min(low, line.x(*family.own));
        high = std::max(high, line.x(*family.own));
    }
    if (out.scale == AxisSpec::Scale::logarithmic && low > 0) {
        const double pad = std::pow(high / low, 0.05);
        out.low = low / pad;
        out.high = high * pad;
    } else {
        out.scale = AxisSpec::Scale::linear;
        const double pad = high > low ? (high - low) * 0.05 : std::max(std::abs(high) * 0.1, 1e-9);
        out.low = low - pad;
        out.high = high + pad;
    }
    constexpr size_t few = 9;
    if (at.size() <= few) {
        out.ticks = at;
        for (size_t i = 0; i < at.size(); ++i)
            if (line.point(i).is_own) out.emphasised = int(i);
    }
    out.unit = family.unit.is_si ? qt(family.unit.symbol) : QString();
    out.title = qt(family.short_title);
    if (!family.unit.is_si && !family.unit.symbol.empty())
        out.title += QStringLiteral(", ") + qt(family.unit.symbol);
    out.zoom = false;
    return out;
}

} // namespace

PanelSpec tried_panel(const std::shared_ptr<const TriedFamily>& family, size_t figure, bool is_first,
                      const Theme& theme) {
    const FigureLine line(*family, figure);
    PanelSpec out;
    out.heading = line.axis.heading;
    if (family->figures.size() > 1) out.heading += QStringLiteral("  ×");
    const auto [low, high] = line.range().value_or(std::pair(0.0, 1.0));
    if (family->is_choice) {
        out.y.show_rows(line.order.size());
        for (size_t i = 0; i < line.order.size(); ++i) out.y.categories << qt(line.point(i).text);
        out.y.visible = is_first;
        const double least = std::min(0.0, low), most = std::max(0.0, high);
        out.x = {.unit = line.axis.unit,
                 .low = least - (most - least) * (least < 0 ? 0.25 : 0),
                 .high = most > least ? most + (most - least) * 0.3 : 1,
                 .zoom = false};
        out.max_height = int(double(line.order.size()) * choice_row_px * theme.scale) + theme.spacing(64);
        out.draw = [family, figure](ChartCanvas& canvas) { draw_bars(canvas, FigureLine(*family, figure)); };
    } else {
        out.x = input_axis(line);
        const double pad = high > low ? (high - low) * 0.15 : std::max(std::abs(high) * 0.1, 1e-9);
        out.y = {.unit = line.axis.unit, .low = low - pad, .high = high + pad, .zoom = false};
        out.draw = [family, figure](ChartCanvas& canvas) { draw_line(canvas, FigureLine(*family, figure)); };
    }
    return out;
}

std::vector<LegendEntry> tried_legend(const Theme& theme, const TriedFamily& family) {
    std::vector<LegendEntry> out;
    if (family.own) {
        LegendEntry own{.key = {}, .text = TriedChart::tr("as it is"), .colour = theme.text};
        const bool is_choice = family.is_choice;
        own.swatch = [is_choice](ChartCanvas& canvas, const QRectF& box) {
            QPainter& painter = canvas.painter();
            painter.setPen(QPen(canvas.theme().text, canvas.px(1.5)));
            painter.setBrush(canvas.theme().panel);
            const QRectF mark = box.adjusted(1, 1, -1, -1);
            is_choice ? painter.drawRect(mark) : painter.drawEllipse(mark);
        };
        out.push_back(std::move(own));
    }
    for (size_t i = 0; i < family.figures.size(); ++i)
        if (family.best(i)) {
            out.push_back(
                {.key = {}, .text = TriedChart::tr("the best of the values"), .colour = theme.good});
            break;
        }
    return out;
}

void hatch_swatch(ChartCanvas& canvas, const QRectF& box) {
    QPainter& painter = canvas.painter();
    painter.fillRect(box, canvas.theme().panel);
    painter.fillRect(box, QBrush(canvas.theme().secondary, Qt::BDiagPattern));
}

} // namespace roofrack
