// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/memory_chart.h"

#include "widgets/charts/chart_text.h"
#include "widgets/charts/memory_stages.h"
#include "widgets/charts/plot/chart_canvas.h"
#include "widgets/fields/text.h"

#include <QFontMetricsF>

#include <algorithm>
#include <functional>

namespace roofrack {

namespace {

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
