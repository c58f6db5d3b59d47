// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/batch/batch_map.h"

#include "core/base/units/common_units.h"
#include "core/base/units/energy_text.h"
#include "widgets/charts/batch/batch_chart.h"
#include "widgets/charts/chart_text.h"
#include "widgets/charts/plot/chart_canvas.h"
#include "widgets/charts/plot/contour.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace roofrack {

namespace {

constexpr double shortest_named = 50; ///< px of a line of equal days

double days(const BatchPoint& point) { return in_days(point.time); }

/// What is seen of the plane: beyond it nothing runs.
struct Window {
    size_t first = 0, last = 0;  ///< first and last of the counts
    double low = 0, high = 0;    ///< tokens a step
    double fewest = 0, most = 0; ///< days
    bool any = false;

    explicit Window(const BatchPlane& plane) {
        low = fewest = std::numeric_limits<double>::infinity();
        for (size_t i = 0; i < plane.gpus.size(); ++i)
            for (const BatchPoint& point : plane.row(i)) {
                if (!point.runs()) continue;
                if (!any) first = i;
                last = i;
                any = true;
                low = std::min(low, point.batch);
                high = std::max(high, point.batch);
                fewest = std::min(fewest, days(point));
                most = std::max(most, days(point));
            }
        first -= first > 0 ? 1 : 0; // the one before shows what it lacks
        last += last + 1 < plane.gpus.size() ? 1 : 0;
        // Beyond the batches that were tried nothing is known.
        low = std::max(low / 1.5, plane.batches.front() * plane.tokens_each);
        high = std::max({1.5 * high, 1.6 * plane.critical.high, 1.5 * plane.drawn_batch * plane.tokens_each});
        high = std::min(high, plane.batches.back() * plane.tokens_each);
    }
};

/// Logarithms, in which the lines are straight where the axes are logarithmic.
ContourGrid grid_of(const BatchPlane& plane) {
    ContourGrid out;
    for (const double gpus : plane.gpus) out.x.push_back(std::log(gpus));
    for (const double batch : plane.batches) out.y.push_back(std::log(batch * plane.tokens_each));
    for (const BatchPoint& point : plane.points)
        out.values.push_back(point.runs() ? std::log(days(point)) : std::numeric_limits<double>::quiet_NaN());
    return out;
}

std::vector<QPointF> in_data(const QPolygonF& line) {
    std::vector<QPointF> out;
    for (const QPointF& point : line) out.emplace_back(std::exp(point.x()), std::exp(point.y()));
    return out;
}

QPolygonF in_pixels(const ChartCanvas& canvas, const QPolygonF& area) {
    QPolygonF out;
    for (const QPointF& point : area) out << canvas.at(std::exp(point.x()), std::exp(point.y()));
    return out;
}

/// Days of the lines: round, and as many as can be distinguished.
std::vector<double> levels(const Window& window) {
    constexpr size_t enough = 5, most = 9;
    std::vector<double> out;
    for (const std::vector<double>& digits : {std::vector<double>{1},
                                              {1, 3},
                                              {1, 2, 5},
                                              {1, 1.5, 2, 3, 5, 7},
                                              {1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8}}) {
        std::vector<double> finer;
        for (int power = -6; power <= 9; ++power)
            for (const double digit : digits)
                if (const double level = digit * std::pow(10.0, power);
                    level > window.fewest && level < window.most)
                    finer.push_back(level);
        if (finer.size() > most && !out.empty()) break;
        out = std::move(finer);
        if (out.size() >= enough) break;
    }
    return out;
}

QString level_text(double level) {
    return BatchChart::tr("%1 d").arg(level >= 1000 ? count_text(level) : QString::number(level, 'g', 3));
}

struct BatchMap {
    std::shared_ptr<const BatchPlane> plane;
    Window window;
    bool coloured = false;

    void draw(ChartCanvas& canvas) const {
        ground(canvas);
        critical_band(canvas);
        lines(canvas);
        best(canvas);
        critical_line(canvas);
        ramp(canvas);
        drawn(canvas);
        name_lines(canvas);
        name_gap(canvas);
        readouts(canvas);
    }

    /// All is hatched but what runs.
    void ground(ChartCanvas& canvas) const {
        const Theme& theme = canvas.theme();
        canvas.hatch(canvas.plot(), theme.line);
        const ContourGrid grid = grid_of(*plane);
        constexpr int bands = 24;
        const double low = std::log(window.fewest), span = std::max(1e-9, std::log(window.most) - low);
        const int count = coloured ? bands : 1;
        for (int band = 0; band < count; ++band) {
            const double from = band == 0 ? low - 1 : low + span * band / count;
            const double to = band == count - 1 ? low + span + 1 : low + span * (band + 1) / count;
            const QColor fill = coloured ? days_colour(theme, (band + 0.5) / count) : theme.panel;
            for (const QPolygonF& area : contour_areas(grid, from, to))
                canvas.area(in_pixels(canvas, area), fill);
        }
    }

    void critical_band(ChartCanvas& canvas) const {
        const CriticalBatch& critical = plane->critical;
        if (!(critical.tokens > 0) || critical.high <= critical.low) return;
        QColor band = critical_batch_colour(canvas.theme());
        band.setAlphaF(0.16F);
        canvas.box({{canvas.plot().left(), canvas.y(critical.high)},
                    QPointF(canvas.plot().right(), canvas.y(critical.low))},
                   band);
    }

    void lines(ChartCanvas& canvas) const {
        const ContourGrid grid = grid_of(*plane);
        QColor ink = canvas.theme().text;
        ink.setAlphaF(0.7F);
        for (const double level : levels(window))
            for (const QPolygonF& line : contour_lines(grid, std::log(level)))
                canvas.line(in_data(line),
                            QPen(ink, canvas.px(1), Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin));
    }

    /// On its line, at the first place of each that is free, the middle before the ends.
    void name_lines(ChartCanvas& canvas) const {
        const ContourGrid grid = grid_of(*plane);
        for (const double level : levels(window)) {
            const std::vector<QPolygonF> pieces = contour_lines(grid, std::log(level));
            const auto extent = [&](const QPolygonF& piece) {
                const QSizeF size = in_pixels(canvas, piece).boundingRect().size();
                return size.width() + size.height();
            };
            const auto longest = std::ranges::max_element(pieces, {}, extent);
            if (longest == pieces.end() || extent(*longest) < canvas.px(shortest_named)) continue;
            const std::vector<QPointF> line = in_data(*longest);
            std::vector<LabelPlace> places;
            for (const double share : {0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8, 0.12, 0.88}) {
                const QPointF at = line[static_cast<size_t>(share * static_cast<double>(line.size() - 1))];
                places.push_back({canvas.at(at.x(), at.y()), Qt::AlignHCenter | Qt::AlignVCenter});
            }
            canvas.label(level_text(level), places, {.halo = true});
        }
    }

    void best(ChartCanvas& canvas) const {
        const QColor colour = best_batch_colour(canvas.theme());
        std::vector<QPointF> line;
        for (const BatchBest& each : plane->best)
            line.emplace_back(each.gpus, plane->batches[each.fastest] * plane->tokens_each);
        canvas.line(line, QPen(colour, canvas.px(2.5), Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin));
        for (const QPointF& point : line)
            canvas.dot(canvas.at(point.x(), point.y()), canvas.px(2.5), colour, colour, 0);
    }

    void critical_line(ChartCanvas& canvas) const {
        const CriticalBatch& critical = plane->critical;
        if (!(critical.tokens > 0)) return;
        const Theme& theme = canvas.theme();
        const QRectF plot = canvas.plot();
        const double y = canvas.y(critical.tokens);
        canvas.rule({plot.left(), y}, {plot.right(), y},
                    QPen(critical_batch_colour(theme), canvas.px(1.5), Qt::DashLine));
        const QString what =
            critical.is_given
                ? BatchChart::tr("critical batch %1").arg(batch_text(*plane, critical.tokens))
                : BatchChart::tr("critical batch %1 (laws: %2 to %3)")
                      .arg(batch_text(*plane, critical.tokens), shown(critical.low, Dimension::number),
                           shown(critical.high, Dimension::number));
        const double above = std::min(y, canvas.y(critical.high)) - canvas.px(3),
                     below = std::max(y, canvas.y(critical.low)) + canvas.px(3);
        std::vector<LabelPlace> places;
        for (const auto& [level, side] : {std::pair{above, Qt::AlignBottom}, {below, Qt::AlignTop}})
            for (const auto& [x, across] : {std::pair{plot.left() + canvas.px(8), Qt::AlignLeft},
                                            {plot.right() - canvas.px(8), Qt::AlignRight},
                                            {plot.center().x(), Qt::AlignHCenter}})
                places.push_back({{x, level}, across | side});
        canvas.label(what, places, {.halo = true}); // the line has the colour
    }

    /// The stages over the drawn count.
    void ramp(ChartCanvas& canvas) const {
        if (!plane->ramp) return;
        const Theme& theme = canvas.theme();
        std::vector<QPointF> stages;
        for (const BatchRamp::Stage& stage : plane->ramp->stages)
            stages.emplace_back(plane->drawn_gpus, stage.at.batch);
        canvas.line(stages, QPen(theme.text, canvas.px(1.5), Qt::DotLine));
        for (const QPointF& stage : stages)
            canvas.dot(canvas.at(stage.x(), stage.y()), canvas.px(3), theme.panel, theme.text);
        const QPointF first = canvas.at(stages.front().x(), stages.front().y());
        canvas.label(BatchChart::tr("ramp"),
                     {{first - QPointF(canvas.px(8), 0), Qt::AlignRight | Qt::AlignVCenter},
                      {first + QPointF(canvas.px(8), 0), Qt::AlignLeft | Qt::AlignVCenter}},
                     {.halo = true});
    }

    void drawn(ChartCanvas& canvas) const {
        const Theme& theme = canvas.theme();
        const double batch = plane->drawn_batch * plane->tokens_each;
        const QPointF at = canvas.at(plane->drawn_gpus, batch);
        canvas.dot(at, canvas.px(5), theme.panel, theme.accent, canvas.px(2.5));
        const BatchPoint* point = plane->find(plane->drawn_gpus, plane->drawn_batch);
        const QString text =
            point && point->runs()
                ? BatchChart::tr("drawn: %1 GPUs,\n%2, %3")
                      .arg(count_text(plane->drawn_gpus), batch_text(*plane, batch), days_text(point->time))
                : BatchChart::tr("drawn: %1 GPUs,\n%2")
                      .arg(count_text(plane->drawn_gpus), batch_text(*plane, batch));
        canvas.label_around(text, at, canvas.px(5),
                            {.role = Theme::Role::strong, .colour = theme.accent, .halo = true});
    }

    void name_gap(ChartCanvas& canvas) const {
        const QRectF plot = canvas.plot();
        const double in = canvas.px(10);
        canvas.label(BatchChart::tr("cannot run"),
                     {{{plot.right() - in, plot.bottom() - in}, Qt::AlignRight | Qt::AlignBottom},
                      {{plot.left() + in, plot.top() + in}, Qt::AlignLeft | Qt::AlignTop},
                      {{plot.right() - in, plot.top() + in}, Qt::AlignRight | Qt::AlignTop},
                      {{plot.left() + in, plot.bottom() - in}, Qt::AlignLeft | Qt::AlignBottom}},
                     {.colour = canvas.theme().secondary, .ground = true});
    }

    QString readout(const BatchPoint& point) const {
        QString out =
            BatchChart::tr("%1 GPUs, %2 a step").arg(count_text(point.gpus), batch_text(*plane, point.batch));
        if (!plane->counts_samples) out += BatchChart::tr(" (%1 sequences)").arg(count_text(point.sequences));
        if (!point.runs()) return out + u'\n' + BatchChart::tr("cannot run: %1").arg(qt(point.reason));
        out += u'\n' +
               BatchChart::tr("%1: %2 steps of %3")
                   .arg(days_text(point.time), shown(point.steps, Dimension::number), shown(point.wall_step));
        out += u'\n' + BatchChart::tr("%1, of which extra %2")
                           .arg(batch_text(*plane, point.tokens), percent_text(point.extra_share));
        out += u'\n' + BatchChart::tr("%1 GPU-hours, %2, %3")
                           .arg(shown(point.gpu_seconds() / seconds_an_hour, Dimension::number),
                                shown(point.cost.si(), Dimension::money),
                                qt(meter_energy_text(point.energy, 3)));
        return out;
    }

    void readouts(ChartCanvas& canvas) const {
        const QRectF plot = canvas.plot();
        const auto edge = [](const std::vector<double>& values, size_t i, double factor, auto to_pixel,
                             double first, double last) {
            if (i == 0) return first;
            if (i == values.size()) return last;
            return to_pixel(std::sqrt(values[i - 1] * values[i]) * factor);
        };
        const auto x = [&](double value) { return canvas.x(value); };
        const auto y = [&](double value) { return canvas.y(value); };
        for (size_t i = 0; i < plane->gpus.size(); ++i)
            for (size_t k = 0; k < plane->batches.size(); ++k) {
                const BatchPoint& point = plane->at(i, k);
                const QRectF place(
                    QPointF(edge(plane->gpus, i, 1, x, plot.left(), plot.right()),
                            edge(plane->batches, k + 1, plane->tokens_each, y, plot.bottom(), plot.top())),
                    QPointF(edge(plane->gpus, i + 1, 1, x, plot.left(), plot.right()),
                            edge(plane->batches, k, plane->tokens_each, y, plot.bottom(), plot.top())));
                if (!place.intersects(plot)) continue;
                const bool is_drawn =
                    point.gpus == plane->drawn_gpus && point.sequences == plane->drawn_batch;
                canvas.hit(place, readout(point), is_drawn ? QStringLiteral("step_time") : QString());
            }
    }
};

} // namespace

QString batch_text(const BatchPlane& plane, double batch) {
    return plane.counts_samples ? BatchChart::tr("%1 samples").arg(shown(batch, Dimension::number))
                                : BatchChart::tr("%1 tokens").arg(shown(batch, Dimension::number));
}

QString days_text(Seconds time) {
    return BatchChart::tr("%1 days").arg(time.si() >= 1000 * seconds_a_day
                                             ? count_text(in_days(time))
                                             : QString::number(in_days(time), 'g', 3));
}

QColor best_batch_colour(const Theme& theme) { return theme.accent; }
QColor critical_batch_colour(const Theme& theme) { return theme.part(StepPart::data_comm); }

QColor days_colour(const Theme& theme, double share) {
    const QColor full = load_ramp(1 - share);
    constexpr double strength = 0.5; // lines and labels are read on it
    const auto mixed = [](int ground, int ink) {
        return static_cast<int>(std::lround(ground + strength * (ink - ground)));
    };
    return {mixed(theme.panel.red(), full.red()), mixed(theme.panel.green(), full.green()),
            mixed(theme.panel.blue(), full.blue())};
}

PanelSpec batch_map_panel(const std::shared_ptr<const BatchPlane>& plane, bool coloured) {
    const BatchMap map{plane, Window(*plane), coloured};
    PanelSpec panel;
    panel.heading = plane->counts_samples ? BatchChart::tr("Global batch, samples a step")
                                          : BatchChart::tr("Global batch, tokens a step");
    panel.x = {.scale = AxisSpec::Scale::logarithmic,
               .title = BatchChart::tr("GPUs"),
               .low = plane->gpus[map.window.first],
               .high = plane->gpus[map.window.last]};
    for (const double gpus : plane->gpus)
        if (const double octaves = std::log2(gpus / plane->drawn_gpus);
            std::abs(octaves - std::round(octaves)) < 1e-9)
            panel.x.ticks.push_back(gpus);
    panel.y = {.scale = AxisSpec::Scale::logarithmic, .low = map.window.low, .high = map.window.high};
    panel.draw = [map](ChartCanvas& canvas) { map.draw(canvas); };
    return panel;
}

} // namespace roofrack
