// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/batch/batch_chart.h"

#include "core/base/units/common_units.h"
#include "core/study/batch_plane.h"
#include "widgets/charts/batch/batch_map.h"
#include "widgets/charts/chart_text.h"
#include "widgets/charts/plot/chart_canvas.h"

#include <algorithm>

namespace roofrack {

namespace {

/// What the drawn count gains, and where the fewest days are.
QString summary(const BatchPlane& plane) {
    const BatchPoint* fastest = plane.fastest();
    const BatchPoint* drawn = plane.find(plane.drawn_gpus, plane.drawn_batch);
    const auto best = std::ranges::find(plane.best, plane.drawn_gpus, &BatchBest::gpus);
    QString here;
    if (best != plane.best.end()) {
        const BatchPoint& least = *plane.find(best->gpus, plane.batches[best->fastest]);
        const bool is_shorter =
            drawn && drawn->runs() && days_text(least.time) != days_text(drawn->time); // as it is read
        here = is_shorter ? BatchChart::tr("drawn GPUs: %1 at %2 instead of %3 at %4")
                                .arg(days_text(least.time), batch_text(plane, least.batch),
                                     days_text(drawn->time), batch_text(plane, drawn->batch))
                          : BatchChart::tr("drawn GPUs: fewest days, %1, at %2")
                                .arg(days_text(least.time), batch_text(plane, least.batch));
    }
    return joined({here, BatchChart::tr("fewest of all: %1 on %2 GPUs at %3")
                             .arg(days_text(fastest->time), count_text(fastest->gpus),
                                  batch_text(plane, fastest->batch))});
}

QString nothing_text(const BatchPlane& plane) {
    if (plane.points.empty() && plane.drawn_gpus > 0)
        return BatchChart::tr(
            "Set the workload's token budget: the days to its loss over batch and GPUs appear "
            "here.");
    if (plane.points.empty())
        return BatchChart::tr(
            "Draw a cluster with GPUs and choose a model: the days to a loss over batch and "
            "GPUs appear here.");
    return BatchChart::tr("No batch can run at any GPU count: %1").arg(qt(plane.points.back().reason));
}

} // namespace

BatchChart::BatchChart(QWidget* parent)
    : Chart(QLatin1String(id_text), Chart::tr(title_text), parent) {}

QString BatchChart::plan_text() const { return kept_plan_words(data().best_plan); }

ChartSpec BatchChart::describe(const Theme& theme, QSize) const {
    ChartSpec spec;
    spec.source = source_line(data());
    spec.title = BatchChart::tr("Days to the loss over batch and GPUs");
    if (!data().subject.empty()) spec.title += QStringLiteral(", ") + qt(data().subject);
    const BatchPlane& plane = data().have_or_empty<BatchPlane>();
    if (plane.best.size() < 2) {
        spec.empty = nothing_text(plane);
        return spec;
    }
    spec.subtitle = summary(plane);
    const bool coloured = is_shown(QStringLiteral("days"));
    spec.legend.push_back({{}, BatchChart::tr("best batch"), best_batch_colour(theme), true, true});
    if (plane.critical.tokens > 0)
        spec.legend.push_back(
            {{}, BatchChart::tr("critical batch"), critical_batch_colour(theme), true, true});
    LegendEntry colours{.key = QStringLiteral("days"),
                        .text = BatchChart::tr("colours: few to many days"),
                        .colour = days_colour(theme, 0.5),
                        .shown = coloured};
    colours.swatch = [coloured](ChartCanvas& canvas, const QRectF& rect) {
        QPainter& painter = canvas.painter();
        constexpr int steps = 4;
        for (int i = 0; i < steps; ++i)
            painter.fillRect(QRectF(rect.left() + i * rect.width() / steps, rect.top(), rect.width() / steps,
                                    rect.height()),
                             coloured ? days_colour(canvas.theme(), (i + 0.5) / steps) : canvas.theme().grid);
    };
    spec.legend.push_back(std::move(colours));
    spec.panels.push_back(batch_map_panel({shared_data(), &plane}, coloured));
    return spec;
}

ChartTable BatchChart::table() const {
    ChartTable out;
    out.columns = {{"gpus", ""},       {"sequences", ""}, {"batch", ""},  {"feasible", ""},
                   {"wall_step", "s"}, {"steps", ""},     {"tokens", ""}, {"extra_share", ""},
                   {"time", "s"},      {"gpu_hours", ""}, {"cost", "$"},  {"energy", "J"},
                   {"best_there", ""}, {"note", ""}};
    const BatchPlane& plane = data().have_or_empty<BatchPlane>();
    for (const BatchPoint& point : plane.points) {
        const auto value = [&](double number) {
            return point.runs() ? ChartTable::Cell(number) : ChartTable::Cell();
        };
        const auto best = std::ranges::find(plane.best, point.gpus, &BatchBest::gpus);
        const bool is_best = best != plane.best.end() && plane.batches[best->fastest] == point.sequences;
        out.rows.push_back(
            {point.gpus, point.sequences, point.batch, std::string(point.runs() ? "yes" : "no"),
             value(point.wall_step.si()), value(point.steps), value(point.tokens), value(point.extra_share),
             value(point.time.si()), value(point.gpu_seconds() / seconds_an_hour), value(point.cost.si()),
             value(point.energy.si()), std::string(is_best ? "yes" : "no"), point.reason});
    }
    return out;
}

} // namespace roofrack
