// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/measured_step.h"

#include "core/measured/trace/logs/measured_file.h"
#include "widgets/charts/chart.h"
#include "widgets/charts/chart_text.h"
#include "widgets/charts/plot/chart_canvas.h"

#include <algorithm>

namespace roofrack {

namespace {

constexpr double second_per_ns = 1e-9;

void add(MeasuredStep& sum, const TraceTimes& times) {
    sum.compute += static_cast<double>(times.compute_ns) * second_per_ns;
    sum.exposed_comm += static_cast<double>(times.exposed_comm_ns) * second_per_ns;
    sum.exposed_memory += static_cast<double>(times.exposed_mem_ns) * second_per_ns;
    sum.idle += static_cast<double>(times.idle_ns) * second_per_ns;
}

/// By the first log that tells how long a step took.
std::optional<MeasuredStep> logged_step(const TraceResult& trace) {
    for (const MeasuredFile& file : trace.files)
        if (file.median_step_s && *file.median_step_s > 0)
            return MeasuredStep{.whole = *file.median_step_s, .origin = qt(summary_of(file))};
    return std::nullopt;
}

} // namespace

std::vector<MeasuredStep::Piece> MeasuredStep::pieces() const {
    if (whole > 0) return {{"whole step", Chart::tr("whole step"), std::nullopt, whole}};
    return {{"compute", Chart::tr("compute"), StepPart::compute, compute},
            {"exposed copies", Chart::tr("exposed copies"), StepPart::memory, exposed_memory},
            {"exposed comm", Chart::tr("exposed comm"), StepPart::data_comm, exposed_comm},
            {"idle", Chart::tr("idle"), StepPart::pipeline_bubble, idle}};
}

std::optional<MeasuredStep> measured_step(const TraceResult& trace) {
    MeasuredStep sum;
    double windows = 0, steps = 0, ranks = 0;
    for (const TraceRank& rank : trace.ranks) {
        double of_rank = 0;
        for (const TraceStep& step : rank.steps)
            if (step.times) add(sum, *step.times), ++of_rank;
        steps += of_rank;
        if (of_rank == 0 && rank.times)
            add(sum, *rank.times), ++of_rank; // no step marks: the whole trace is one window
        windows += of_rank;
        ranks += of_rank > 0;
    }
    if (windows == 0 || !(sum.total() > 0)) return logged_step(trace);
    for (double* part : {&sum.compute, &sum.exposed_comm, &sum.exposed_memory, &sum.idle}) *part /= windows;
    sum.origin = steps > 0 ? Chart::tr("mean of %1 ranks, %2 steps").arg(ranks).arg(steps)
                           : Chart::tr("mean of %1 ranks, %2 windows").arg(ranks).arg(windows);
    return sum;
}

void draw_measured(ChartCanvas& canvas, const MeasuredStep& measured, double place, double half) {
    double from = 0;
    for (const auto& [key, name, part, seconds] : measured.pieces()) {
        const QRectF rect(QPointF(canvas.x(place) - half, canvas.y(from + seconds)),
                          QPointF(canvas.x(place) + half, canvas.y(from)));
        const QColor fill = part ? canvas.theme().part(*part) : canvas.theme().disabled;
        canvas.box(rect, fill);
        canvas.hit(rect, Chart::tr("measured %1\n%2 · %3 of the step\n%4")
                             .arg(name, shown(Seconds(seconds)), percent_text(seconds / measured.total()),
                                  measured.origin));
        if (rect.height() > canvas.px(16) && canvas.text_size(name).width() < rect.width())
            canvas.label(name, {{rect.center(), Qt::AlignHCenter | Qt::AlignVCenter}},
                         {.colour = canvas.theme().text_on(fill)});
        from += seconds;
    }
    canvas.label(shown(Seconds(from)),
                 {{{canvas.x(place), canvas.y(from) - canvas.px(2)}, Qt::AlignHCenter | Qt::AlignBottom}},
                 {.role = Theme::Role::strong});
}

PanelSpec measured_panel(const MeasuredStep& measured, const QString& apart, double headroom) {
    PanelSpec panel;
    panel.heading = apart.isEmpty() ? Chart::tr("Measured step") : Chart::tr("Another job: not compared");
    panel.x = {.scale = AxisSpec::Scale::category, .zoom = false};
    panel.x.categories << Chart::tr("measured");
    panel.x.low = -0.5;
    panel.x.high = 0.5;
    panel.y = {.unit = QStringLiteral("s"), .high = measured.total() * (1 + headroom)};
    panel.draw = [measured](ChartCanvas& canvas) {
        const double slot = canvas.x(1) - canvas.x(0);
        draw_measured(canvas, measured, 0, std::min(slot * 0.36, canvas.px(44)));
    };
    return panel;
}

} // namespace roofrack
