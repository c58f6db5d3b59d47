// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/memory_stages.h"

#include "widgets/charts/chart.h"
#include "widgets/charts/chart_text.h"
#include "widgets/charts/plot/chart_canvas.h"

#include <algorithm>

namespace roofrack {

namespace {

QString in_flight_text(const StageFit& stage) {
    return Chart::tr("%1 layers, %2 micro-batches in flight")
        .arg(stage.layers)
        .arg(QString::number(stage.in_flight, 'g', 3));
}

void draw_bar(ChartCanvas& canvas, const MemoryFit& memory, const StageFit& stage, double half) {
    const double middle = canvas.x(stage.stage);
    double from = 0;
    for (size_t i = 0; i < stage.parts.size(); ++i) {
        const double bytes = stage.parts[i].bytes.si();
        if (!(bytes > 0)) continue;
        const QRectF rect(QPointF(middle - half, canvas.y(from + bytes)),
                          QPointF(middle + half, canvas.y(from)));
        canvas.box(rect, memory_colour(i, stage.parts.size()));
        canvas.hit(rect,
                   Chart::tr("stage %1 of %2: %3\n%4 of %5\n%6")
                       .arg(stage.stage + 1)
                       .arg(memory.stages.size())
                       .arg(qt(stage.parts[i].name), shown(stage.parts[i].bytes), shown(stage.total),
                            in_flight_text(stage)),
                   QStringLiteral("memory"));
        from += bytes;
    }
}

void draw_stages(ChartCanvas& canvas, const MemoryFit& memory) {
    const Theme& theme = canvas.theme();
    const double slot = canvas.x(1) - canvas.x(0), half = std::min(slot * 0.38, canvas.px(40));
    QColor ground = theme.accent;
    ground.setAlphaF(0.14f);
    const double fullest = canvas.x(memory.fullest);
    canvas.box(QRectF(QPointF(fullest - slot / 2, canvas.plot().top()),
                      QPointF(fullest + slot / 2, canvas.plot().bottom())),
               ground);
    for (const StageFit& stage : memory.stages) draw_bar(canvas, memory, stage, half);
    const double limit = canvas.y(memory.capacity.si());
    if (memory.capacity.si() > 0) {
        canvas.rule({canvas.plot().left(), limit}, {canvas.plot().right(), limit},
                    QPen(theme.critical, canvas.px(1.5)));
        canvas.label(
            Chart::tr("capacity %1").arg(shown(memory.capacity)),
            {{{canvas.plot().right() - canvas.px(4), limit - canvas.px(3)}, Qt::AlignRight | Qt::AlignBottom},
             {{canvas.plot().left() + canvas.px(4), limit - canvas.px(3)}, Qt::AlignLeft | Qt::AlignBottom}},
            {.colour = theme.critical});
    }
    // The others are read off the axis; a bar under the line has its figure above that.
    const double top = canvas.y(memory.needed.si());
    canvas.label(shown(memory.needed),
                 {{{fullest, top - canvas.px(2)}, Qt::AlignHCenter | Qt::AlignBottom},
                  {{fullest - half, top - canvas.px(2)}, Qt::AlignLeft | Qt::AlignBottom},
                  {{fullest, std::min(limit, top) - canvas.px(3)}, Qt::AlignHCenter | Qt::AlignBottom},
                  {{fullest - half, std::min(limit, top) - canvas.px(3)}, Qt::AlignLeft | Qt::AlignBottom},
                  {{fullest + half, std::min(limit, top) - canvas.px(3)}, Qt::AlignRight | Qt::AlignBottom}},
                 {.role = Theme::Role::strong, .colour = fit_colour(theme, memory.verdict)});
}

} // namespace

QColor memory_colour(size_t index, size_t count) {
    return load_ramp(count > 1 ? 0.2 + 0.65 * static_cast<double>(index) / static_cast<double>(count - 1)
                               : 0.4);
}

QColor fit_colour(const Theme& theme, MemoryVerdict verdict) {
    if (verdict == MemoryVerdict::fits) return theme.text;
    return verdict == MemoryVerdict::may_not_fit ? theme.warning : theme.critical;
}

PanelSpec memory_stages(const MemoryFit& memory) {
    PanelSpec panel;
    const StageFit& fullest = memory.stages[static_cast<size_t>(memory.fullest)];
    panel.heading =
        Chart::tr("By pipeline stage; %1 decides: %2").arg(memory.fullest + 1).arg(in_flight_text(fullest));
    panel.x = {.scale = AxisSpec::Scale::category, .title = Chart::tr("Stage"), .zoom = false};
    for (const StageFit& stage : memory.stages) panel.x.categories << QString::number(stage.stage + 1);
    panel.x.low = -0.5;
    panel.x.high = static_cast<double>(memory.stages.size()) - 0.5;
    panel.x.emphasised = memory.fullest;
    panel.y = {.unit = QStringLiteral("B"),
               .high = 1.15 * std::max(memory.needed.si(), memory.capacity.si())};
    panel.draw = [memory](ChartCanvas& canvas) { draw_stages(canvas, memory); };
    return panel;
}

} // namespace roofrack
