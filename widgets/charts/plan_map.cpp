// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/plan_map.h"

#include "core/base/units/energy_text.h"
#include "core/step/engine/figures/gpu_rates.h"
#include "widgets/charts/chart.h"
#include "widgets/charts/chart_text.h"
#include "widgets/charts/plan_text.h"
#include "widgets/charts/plot/chart_canvas.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace roofrack {

namespace {

/// Colours go by speed against the best: 1 is the best, ½ takes twice the time.
struct Scale {
    double best = 0;                            ///< s of the fastest step
    double low = 0.5;                           ///< the speed at the lower end of the colours
    std::optional<std::pair<int, int>> fastest; ///< TP × PP; the first of equals

    explicit Scale(const SearchResult& result) {
        best = std::numeric_limits<double>::infinity();
        double slowest = 0;
        for (const SearchCell& cell : result.map) {
            if (!cell.best) continue;
            if (cell.best->step_time.si() < best) {
                best = cell.best->step_time.si();
                fastest = std::pair{cell.tp, cell.pp};
            }
            slowest = std::max(slowest, cell.best->step_time.si());
        }
        if (!std::isfinite(best)) best = 0;
        for (const double end : {0.9, 0.8, 2.0 / 3, 0.5, 1.0 / 3, 0.2, 0.1, 0.05, 0.0}) {
            low = end;
            if (best >= end * slowest) break;
        }
    }
    double speed(double seconds) const { return seconds > 0 ? best / seconds : 0; }
    QColor colour(double speed) const { return load_ramp((speed - low) / (1 - low)); }
};

/// "1.25×" with at most so many decimals.
QString times_text(double ratio, int decimals = 2) {
    return QString::number(ratio, 'f', ratio < 9.995 ? decimals : 0) + u'×';
}

QString three_digits(double value) {
    return value >= 9999.5 ? count_text(value)
                           : QString::number(value, 'f',
                                             value >= 99.95   ? 0
                                             : value >= 9.995 ? 1
                                                              : 2);
}

bool does_not_divide(const std::string& reason) { return reason.find("divide") != std::string::npos; }

void paint_empty_cell(ChartCanvas& canvas, const QRectF& rect, bool hatched) {
    const Theme& theme = canvas.theme();
    canvas.box(rect, theme.grid);
    if (hatched) canvas.hatch(rect, theme.disabled);
}

/// A frame along the inside of `rect`, beside it a line in the colour of the background where there is room,
/// so that it is seen on every colour.
void frame(ChartCanvas& canvas, const QRectF& rect, const QColor& colour, double width, bool dashed) {
    QPainter& painter = canvas.painter();
    const double inset = canvas.px(width) / 2;
    const QRectF ring = rect.adjusted(inset, inset, -inset, -inset);
    const double more = 2 * inset;
    if (dashed)
        canvas.box_outline(ring, canvas.theme().panel, canvas.px(width));
    else if (rect.height() >= canvas.px(24))
        canvas.box_outline(rect.adjusted(more, more, -more, -more), canvas.theme().panel, canvas.px(1.5));
    painter.save();
    const double beyond = canvas.px(3);
    painter.setClipRect(canvas.plot().adjusted(-beyond, -beyond, beyond, beyond), Qt::IntersectClip);
    QPen pen(colour, canvas.px(width), Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin);
    if (dashed) pen.setDashPattern({2, 1.5});
    painter.setPen(pen);
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(ring);
    painter.restore();
}

QString readout(const SearchCell& cell, double best, const PlanMapMarks& marks) {
    QString place = Chart::tr("TP %1 × PP %2").arg(cell.tp).arg(cell.pp);
    if (marks.present == std::pair{cell.tp, cell.pp}) place = Chart::tr("%1: the plan now").arg(place);
    if (!cell.best) return place + QStringLiteral("\n") + qt(cell.reason);
    const RankedPlan& plan = *cell.best;
    QStringList lines;
    lines << joined({place, shown(plan.step_time),
                     best > 0 && plan.step_time.si() > best
                         ? Chart::tr("%1 the best").arg(times_text(plan.step_time.si() / best))
                         : Chart::tr("the best")});
    lines << degrees_text(plan.plan) << choices_text(plan.plan);
    lines << joined({qt(mfu_text(plan.mfu, plan.plan)), Chart::tr("%1 per GPU").arg(shown(plan.memory)),
                     Chart::tr("%1 per step").arg(qt(step_energy_text(plan.energy, 3)))});
    if (const QString why = why_text(plan); !why.isEmpty()) lines << why;
    if (marks.is_stale) lines << Chart::tr("the drawing has changed since");
    return lines.join(u'\n');
}

std::vector<int> axis(const SearchResult& result, int SearchCell::*degree) {
    std::vector<int> out;
    for (const SearchCell& cell : result.map) out.push_back(cell.*degree);
    std::ranges::sort(out);
    const auto rest = std::ranges::unique(out);
    out.erase(rest.begin(), rest.end());
    return out;
}

double index_in(const std::vector<int>& values, int value) {
    return static_cast<double>(std::ranges::lower_bound(values, value) - values.begin());
}

struct Map {
    std::vector<SearchCell> cells;
    PlanMapMarks marks;
    Scale scale;
    std::vector<int> tp, pp;

    QRectF rect(ChartCanvas& canvas, const SearchCell& cell) const {
        const double x = index_in(pp, cell.pp), y = index_in(tp, cell.tp), gap = canvas.px(1) / 2;
        return QRectF(canvas.at(x - 0.5, y + 0.5), canvas.at(x + 0.5, y - 0.5))
            .adjusted(gap, gap, -gap, -gap);
    }

    QColor colour(const SearchCell& cell, const Theme& theme) const {
        const QColor full = scale.colour(scale.speed(cell.best->step_time.si()));
        if (!marks.is_stale) return full;
        const auto faded = [](int from, int to) { return (from + 2 * to) / 3; };
        return {faded(full.red(), theme.panel.red()), faded(full.green(), theme.panel.green()),
                faded(full.blue(), theme.panel.blue())};
    }

    void draw(ChartCanvas& canvas) const {
        const TimeUnit unit = TimeUnit::of(Seconds(scale.best));
        for (const SearchCell& cell : cells) {
            const QRectF place = rect(canvas, cell);
            if (cell.best)
                canvas.box(place, colour(cell, canvas.theme()));
            else
                paint_empty_cell(canvas, place, !does_not_divide(cell.reason));
            QPainterPath area;
            area.addRect(place & canvas.plot());
            canvas.choose(area, readout(cell, scale.best, marks),
                          QStringLiteral("%1x%2").arg(cell.tp).arg(cell.pp));
        }
        // Numbers in every cell or in none: gaps would read as missing values.
        const auto time = [&](const SearchCell& cell) {
            return three_digits(cell.best->step_time.si() * unit.factor);
        };
        const auto ratio = [&](const SearchCell& cell) {
            return times_text(1 / scale.speed(cell.best->step_time.si()));
        };
        QSizeF widest;
        bool has_plan = false;
        for (const SearchCell& cell : cells)
            if (cell.best) {
                has_plan = true;
                widest =
                    widest.expandedTo(canvas.text_size(time(cell))).expandedTo(canvas.text_size(ratio(cell)));
            }
        if (has_plan) {
            const QSizeF room = rect(canvas, cells.front()).size();
            const bool one_line_fits = room.width() >= widest.width() + canvas.px(6) &&
                                       room.height() >= widest.height() + canvas.px(1);
            const bool two_lines_fit = one_line_fits && room.height() >= 2 * widest.height() + canvas.px(8);
            for (const SearchCell& cell : cells) {
                if (!one_line_fits || !cell.best) continue;
                const QString text = two_lines_fit ? time(cell) + u'\n' + ratio(cell) : time(cell);
                canvas.label(text, {{rect(canvas, cell).center(), Qt::AlignHCenter | Qt::AlignVCenter}},
                             {.colour = canvas.theme().text_on(colour(cell, canvas.theme()))});
            }
        }
        // Marks last, over their neighbours' edges.
        const Theme& theme = canvas.theme();
        for (const SearchCell& cell : cells) {
            const std::pair here{cell.tp, cell.pp};
            const QRectF place = rect(canvas, cell);
            const double out = canvas.px(2), in = scale.fastest == here ? canvas.px(3) : 0;
            if (scale.fastest == here) frame(canvas, place, theme.text, 2, false);
            if (marks.present == here) frame(canvas, place.adjusted(in, in, -in, -in), theme.text, 2, true);
            if (marks.selected == here)
                frame(canvas, place.adjusted(-out, -out, out, out), theme.accent, 2.5, false);
        }
    }
};

} // namespace

PanelSpec plan_map_panel(const SearchResult& result, const PlanMapMarks& marks, bool compact) {
    auto map = std::make_shared<Map>(
        Map{result.map, marks, Scale(result), axis(result, &SearchCell::tp), axis(result, &SearchCell::pp)});
    PanelSpec panel;
    const auto category = [](const std::vector<int>& values, const QString& title) {
        AxisSpec spec{.scale = AxisSpec::Scale::category, .title = title, .zoom = false};
        for (const int value : values) spec.categories << QString::number(value);
        spec.low = -0.5;
        spec.high = static_cast<double>(values.size()) - 0.5;
        return spec;
    };
    panel.x = category(map->pp, compact ? QString() : Chart::tr("Pipeline stages (PP)"));
    panel.y = category(map->tp, compact ? QString() : Chart::tr("Tensor parallel (TP)"));
    if (!compact && map->scale.best > 0)
        panel.heading = Chart::tr("Step time, %1").arg(qt(TimeUnit::of(Seconds(map->scale.best)).name));
    panel.right_margin = 12;
    // The height is limited: a few cells should not fill the screen.
    constexpr int cell_height = 96, axis_height = 72;
    panel.max_height = static_cast<int>(map->tp.size()) * cell_height + axis_height;
    panel.draw = [map](ChartCanvas& canvas) { map->draw(canvas); };
    return panel;
}

PanelSpec plan_map_scale(const SearchResult& result, bool compact) {
    const Scale scale(result);
    PanelSpec panel;
    if (!compact) panel.heading = Chart::tr("× the best");
    panel.fixed_width = 64;
    panel.right_margin = 44;
    panel.x = {.visible = false, .zoom = false};
    panel.y = {.low = scale.low, .high = 1, .visible = false, .zoom = false};
    panel.draw = [scale](ChartCanvas& canvas) {
        const QRectF plot = canvas.plot();
        const int steps = std::max(1, static_cast<int>(plot.height()));
        const double bar = std::min(plot.width(), canvas.px(12));
        for (int i = 0; i < steps; ++i) {
            const double at = scale.low + (1 - scale.low) * (i + 0.5) / steps;
            canvas.box(QRectF(plot.left(), plot.bottom() - (i + 1) * plot.height() / steps, bar,
                              plot.height() / steps + 1),
                       scale.colour(at));
        }
        for (const double ratio : {1.0, 1.05, 1.1, 1.25, 1.5, 2.0, 3.0, 5.0, 10.0, 20.0}) {
            if (1 / ratio < scale.low - 1e-9 || (ratio == 1.05 && scale.low < 0.85)) continue;
            canvas.label(
                times_text(ratio, ratio == 1.25 || ratio == 1.05 ? 2
                                  : ratio == 1.1 || ratio == 1.5 ? 1
                                                                 : 0),
                {{{plot.left() + bar + canvas.px(6), canvas.y(1 / ratio)}},
                 {{plot.left() + bar + canvas.px(6), canvas.y(1 / ratio)}, Qt::AlignLeft | Qt::AlignTop},
                 {{plot.left() + bar + canvas.px(6), canvas.y(1 / ratio)}, Qt::AlignLeft | Qt::AlignBottom}},
                {.colour = canvas.theme().secondary, .may_leave_plot = true});
        }
    };
    return panel;
}

std::vector<LegendEntry> plan_map_legend(const SearchResult& result, const PlanMapMarks& marks,
                                         const Theme& theme) {
    std::vector<LegendEntry> out;
    const auto framed = [&](const QString& text, bool dashed) {
        LegendEntry entry{.key = {}, .text = text, .colour = theme.text};
        entry.swatch = [dashed](ChartCanvas& canvas, const QRectF& rect) {
            frame(canvas, rect, canvas.theme().text, 2, dashed);
        };
        out.push_back(entry);
    };
    const auto empty = [&](const QString& text, bool hatched) {
        LegendEntry entry{.key = {}, .text = text, .colour = theme.disabled};
        entry.swatch = [hatched](ChartCanvas& canvas, const QRectF& rect) {
            paint_empty_cell(canvas, rect, hatched);
        };
        out.push_back(entry);
    };
    if (Scale(result).best > 0) framed(Chart::tr("fastest"), false);
    if (marks.present && std::ranges::any_of(result.map, [&](const SearchCell& cell) {
            return marks.present == std::pair{cell.tp, cell.pp};
        }))
        framed(Chart::tr("the plan now"), true);
    bool no_fit = false, no_division = false;
    for (const SearchCell& cell : result.map)
        if (!cell.best) (does_not_divide(cell.reason) ? no_division : no_fit) = true;
    if (no_fit) empty(Chart::tr("does not fit"), true);
    if (no_division) empty(Chart::tr("does not divide"), false);
    return out;
}

} // namespace roofrack
