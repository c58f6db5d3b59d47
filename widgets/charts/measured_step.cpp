// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/measured_step.h"

#include "core/measured/runs/mean_step.h"
#include "core/measured/trace/logs/measured_file.h"
#include "core/measured/trace/trace_findings.h"
#include "core/study/limits/roofs.h"
#include "widgets/charts/chart.h"
#include "widgets/charts/chart_text.h"
#include "widgets/charts/plot/chart_canvas.h"

#include <algorithm>

namespace roofrack {

namespace {

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
    const auto mean = mean_step(trace);
    if (!mean) return logged_step(trace);
    MeasuredStep out;
    out.compute = mean->parts.compute_s;
    out.exposed_comm = mean->parts.exposed_comm_s;
    out.exposed_memory = mean->parts.exposed_mem_s;
    out.idle = mean->parts.idle_s;
    out.origin = (mean->has_steps ? Chart::tr("mean of %1 ranks, %2 steps")
                                  : Chart::tr("mean of %1 ranks, %2 windows"))
                     .arg(mean->ranks)
                     .arg(mean->windows);
    return out;
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

QString another_job(const ChartData& data) {
    if (!data.trace) return {};
    std::vector<std::string> drawn;
    const std::string& accelerator = data.have_or_empty<Roofs>().accelerator;
    if (data.evaluation() && data.evaluation()->gpus > 0 && !accelerator.empty())
        drawn.push_back(accelerator);
    return qt(job_mismatch_text(*data.trace, drawn, data.evaluation() ? data.evaluation()->gpus : 0));
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
