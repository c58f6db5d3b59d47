// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/memory_chart.h"

#include "core/step/engine/evaluation.h"
#include "widgets/charts/chart.h"
#include "widgets/charts/chart_text.h"
#include "widgets/charts/plot/chart_canvas.h"
#include "widgets/charts/plot/chart_spec.h"
#include "widgets/fields/text.h"
#include "widgets/theme/theme.h"

#include <QFontMetricsF>

#include <algorithm>
#include <functional>

namespace roofrack {

namespace {

/// The colour of a part of the memory, the same in both panels; not the colours of the step's parts, which
/// are other things.
QColor memory_colour(size_t index, size_t count) {
    return load_ramp(count > 1 ? 0.2 + 0.65 * static_cast<double>(index) / static_cast<double>(count - 1)
                               : 0.4);
}

/// The colour of what says how much is needed.
QColor fit_colour(const Theme& theme, MemoryVerdict verdict) {
    if (verdict == MemoryVerdict::fits) return theme.text;
    return verdict == MemoryVerdict::may_not_fit ? theme.warning : theme.critical;
}

QString in_flight_text(const StageFit& stage) {
    const QString layers = counted(stage.layers, Chart::tr("1 layer"), Chart::tr("%1 layers"));
    return stage.in_flight == 1 ? Chart::tr("%1, 1 micro-batch in flight").arg(layers)
                                : Chart::tr("%1, %2 micro-batches in flight")
                                      .arg(layers, QString::number(stage.in_flight, 'g', 3));
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

/// One stacked bar a pipeline stage, parts from the bottom up, under the line of the capacity.
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

/// Narrower and taller than this the panels stand one below the other: one row per part needs its height.
constexpr int side_by_side = 900, stacked_height = 480;
/// px of a chart without its panels, and of a panel without its axes.
constexpr int frame_height = 82, axis_height = 46;

/// A row of the chart: a part, or the smallest of them together.
struct Row {
    QString name, parts; ///< parts: a line each of those that it stands for; empty: itself
    Bytes bytes{};
    size_t colour = 0; ///< index of the part
};

/// At most so many, in the parts' order; what has no row of its own comes last.
std::vector<Row> rows_of(const std::vector<MemoryPart>& parts, size_t most) {
    std::vector<size_t> by_size(parts.size());
    for (size_t i = 0; i < parts.size(); ++i) by_size[i] = i;
    std::ranges::stable_sort(by_size, std::ranges::greater{}, [&](size_t i) { return parts[i].bytes.si(); });
    const size_t own = parts.size() <= most ? parts.size() : std::max<size_t>(1, most) - 1;
    std::vector<Row> rows;
    Row rest;
    for (size_t i = 0; i < parts.size(); ++i) {
        if (std::find(by_size.begin(), by_size.begin() + static_cast<std::ptrdiff_t>(own), i) <
            by_size.begin() + static_cast<std::ptrdiff_t>(own)) {
            rows.push_back({qt(parts[i].name), {}, parts[i].bytes, i});
            continue;
        }
        rest.bytes += parts[i].bytes;
        rest.parts += QStringLiteral("\n%1 %2").arg(qt(parts[i].name), shown(parts[i].bytes));
        rest.colour = i;
    }
    if (own < parts.size()) {
        rest.name = MemoryChart::tr("%1 more").arg(parts.size() - own);
        rows.push_back(rest);
    }
    return rows;
}

QString band_text(const MemoryFit& memory) {
    return MemoryChart::tr("needs %1 to %2").arg(shown(memory.low), shown(memory.high));
}

/// The band of the sum as a whisker through its bar.
void draw_band(ChartCanvas& canvas, const MemoryFit& memory, const QRectF& sum) {
    const QPen pen(canvas.theme().text, canvas.px(1));
    const double low = canvas.x(memory.low.si()), high = canvas.x(memory.high.si()), y = sum.center().y();
    const double cap = sum.height() / 4;
    canvas.rule({low, y}, {high, y}, pen, ChartCanvas::Avoid::no);
    for (const double end : {low, high})
        canvas.rule({end, y - cap}, {end, y + cap}, pen, ChartCanvas::Avoid::no);
}

/// One row a part, each starting where the one above ended, and their sum below against the capacity.
void draw_memory(ChartCanvas& canvas, const MemoryFit& memory, const std::vector<Row>& parts) {
    const Theme& theme = canvas.theme();
    const double row = canvas.y(1) - canvas.y(0), half = std::min(row * 0.32, canvas.px(22));
    const double needed = memory.needed.si(), capacity = memory.capacity.si();
    const auto bar = [&](double y, double from, double to) {
        return QRectF(QPointF(canvas.x(from), canvas.y(y) - half), QPointF(canvas.x(to), canvas.y(y) + half));
    };
    const auto total_row = static_cast<double>(parts.size());
    const double limit = canvas.x(capacity);
    if (capacity > 0)
        canvas.keep_free(
            QRectF(limit - canvas.px(2), canvas.plot().top(), canvas.px(4), canvas.plot().height()));
    double from = 0;
    for (size_t i = 0; i < parts.size(); ++i) {
        const double bytes = parts[i].bytes.si();
        const QRectF rect = bar(static_cast<double>(i), from, from + bytes),
                     in_sum = bar(total_row, from, from + bytes);
        const QColor fill = memory_colour(parts[i].colour, memory.parts.size());
        const QString readout =
            MemoryChart::tr("%1\n%2 · %3 of what is needed")
                .arg(parts[i].name, shown(parts[i].bytes), percent_text(needed > 0 ? bytes / needed : 0)) +
            parts[i].parts;
        canvas.rule({rect.right(), rect.bottom()},
                    {rect.right(), canvas.y(static_cast<double>(i) + 1) - half}, QPen(theme.line, 1),
                    ChartCanvas::Avoid::no);
        canvas.box(rect, fill);
        canvas.box(in_sum, fill);
        canvas.hit(rect, readout, QStringLiteral("memory"));
        canvas.hit(in_sum, readout, QStringLiteral("memory"));
        const QString text = joined({shown(parts[i].bytes), percent_text(needed > 0 ? bytes / needed : 0)});
        const double y = rect.center().y();
        if (!canvas.label(text, {{{rect.right() + canvas.px(6), y}},
                                 {{rect.left() - canvas.px(6), y}, Qt::AlignRight | Qt::AlignVCenter},
                                 {{std::max(limit, rect.right()) + canvas.px(6), y}}})) {
            const bool inside = canvas.text_size(text).width() + canvas.px(12) < rect.width();
            canvas.label(text,
                         {{{(inside ? rect.right() : rect.left()) - canvas.px(6), y},
                           Qt::AlignRight | Qt::AlignVCenter},
                          {{rect.right() + canvas.px(6), y}}},
                         {.colour = inside ? theme.text_on(fill) : theme.text});
        }
        from += bytes;
    }
    const QRectF sum = bar(total_row, 0, needed);
    if (capacity > 0 && needed < capacity)
        canvas.box_outline(bar(total_row, needed, capacity).adjusted(0.5, 0.5, -0.5, -0.5), theme.line);
    if (capacity > 0) {
        canvas.rule({limit, canvas.plot().top()}, {limit, canvas.plot().bottom()},
                    QPen(theme.critical, canvas.px(1.5)));
        canvas.label(MemoryChart::tr("capacity %1").arg(shown(memory.capacity)),
                     {{{limit + canvas.px(6), canvas.plot().top()}, Qt::AlignLeft | Qt::AlignTop},
                      {{limit - canvas.px(6), canvas.plot().top()}, Qt::AlignRight | Qt::AlignTop}},
                     {.colour = theme.critical});
    }
    const QString text =
        memory.needed <= memory.capacity
            ? MemoryChart::tr("needs %1 of %2").arg(shown(memory.needed), shown(memory.capacity))
            : MemoryChart::tr("needs %1, %2 too much")
                  .arg(shown(memory.needed), shown(memory.needed - memory.capacity));
    draw_band(canvas, memory, sum);
    const double end = std::max(canvas.x(memory.high.si()), canvas.x(capacity));
    canvas.label(text,
                 {{{end + canvas.px(8), sum.center().y()}},
                  {{end, sum.top() - canvas.px(3)}, Qt::AlignRight | Qt::AlignBottom}},
                 {.role = Theme::Role::strong, .colour = fit_colour(theme, memory.verdict), .halo = true});
}

} // namespace

MemoryChart::MemoryChart(QWidget* parent)
    : Chart(QLatin1String(id_text), Chart::tr(title_text), parent) {}

ChartSpec MemoryChart::describe(const Theme& theme, QSize size) const {
    ChartSpec spec;
    spec.title = MemoryChart::tr("Memory of the fullest GPU");
    if (!data().subject.empty()) spec.title += QStringLiteral(", ") + qt(data().subject);
    spec.source = source_line(data());
    const auto evaluation = data().evaluation();
    if (!evaluation || evaluation->memory.parts.empty()) {
        spec.empty = empty_chart_text(
            data(), MemoryChart::tr("Choose a model and draw GPUs: what fills their memory appears here."));
        return spec;
    }
    const MemoryFit& memory = evaluation->memory;
    const Plan& plan = evaluation->plan;
    const QString how = MemoryChart::tr("TP %1 · PP %2 · CP %3 · DP %4 · ZeRO-%5 · micro-batch %6")
                            .arg(plan.tp)
                            .arg(plan.pp)
                            .arg(plan.cp)
                            .arg(plan.dp)
                            .arg(plan.zero)
                            .arg(plan.micro_batch);
    spec.subtitle =
        memory.refused() ? joined({in_words(name_of(memory.verdict)), qt(memory.would_fit), how})
        : memory.verdict == MemoryVerdict::may_not_fit
            ? joined({in_words(name_of(memory.verdict)), band_text(memory), how})
            : joined({MemoryChart::tr("%1 free").arg(shown(memory.capacity - memory.needed)), how});
    PanelSpec panel;
    panel.x = {.unit = QStringLiteral("B"), .high = std::max(memory.high.si(), memory.capacity.si())};
    // Room at the right for the last label, in the share of the width that it takes.
    const bool pipeline = memory.stages.size() > 1;
    spec.stacked = pipeline && size.width() < theme.spacing(side_by_side) &&
                   size.height() >= theme.spacing(stacked_height);
    const double width = size.width() / (pipeline && !spec.stacked ? 2.0 : 1.0) - theme.spacing(110);
    const double room = std::min(0.45, theme.spacing(196) / std::max(1.0, width));
    panel.x.high /= 1 - room;
    panel.y = {.scale = AxisSpec::Scale::category, .reversed = true, .zoom = false};
    // Every row has its name: in a low chart the smallest parts share one.
    const double axes = (size.height() - theme.spacing(frame_height)) / (spec.stacked ? 2.0 : 1.0) -
                        theme.spacing(axis_height);
    const double pitch = QFontMetricsF(theme.font(Theme::Role::secondary)).height() + theme.spacing(2);
    const double most = axes / pitch - 1.35 - 1;
    const std::vector<Row> rows = rows_of(memory.parts, static_cast<size_t>(std::max(2.0, most)));
    for (const Row& row : rows) panel.y.categories << row.name;
    panel.y.categories << MemoryChart::tr("together");
    panel.y.emphasised = static_cast<int>(rows.size());
    panel.y.low = -0.75;
    panel.y.high = static_cast<double>(rows.size()) + 0.6;
    panel.draw = [memory, rows](ChartCanvas& canvas) { draw_memory(canvas, memory, rows); };
    if (pipeline)
        panel.heading = MemoryChart::tr("Stage %1 of %2").arg(memory.fullest + 1).arg(memory.stages.size());
    spec.panels.push_back(panel);
    if (pipeline) spec.panels.push_back(memory_stages(memory));
    return spec;
}

ChartTable MemoryChart::table() const {
    ChartTable out;
    out.columns = {{"part", ""}, {"bytes", "B"}};
    if (!data().evaluation() || data().evaluation()->memory.parts.empty()) return out;
    const MemoryFit& memory = data().evaluation()->memory;
    if (memory.stages.size() > 1) {
        out.columns = {{"stage", ""}, {"part", ""}, {"bytes", "B"}};
        for (const StageFit& stage : memory.stages) {
            for (const MemoryPart& part : stage.parts)
                out.rows.push_back({stage.stage + 1.0, part.name, part.bytes.si()});
            out.rows.push_back({stage.stage + 1.0, std::string("needed"), stage.total.si()});
        }
        out.rows.push_back({{}, std::string("capacity"), memory.capacity.si()});
        return out;
    }
    for (const MemoryPart& part : memory.parts) out.rows.push_back({part.name, part.bytes.si()});
    out.rows.push_back({std::string("needed"), memory.needed.si()});
    out.rows.push_back({std::string("capacity"), memory.capacity.si()});
    return out;
}

} // namespace roofrack
