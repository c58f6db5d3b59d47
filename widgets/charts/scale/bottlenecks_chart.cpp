// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/scale/bottlenecks_chart.h"

#include "widgets/charts/chart_text.h"
#include "widgets/charts/plot/chart_canvas.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>

namespace roofrack {

namespace {

constexpr double least_row = 0.005; ///< gain with a tenth more, somewhere: below it a resource has no row
constexpr double full_colour = 0.1; ///< of that gain: the step is nothing else
constexpr int rows_frame_px = 150;

/// A resource over the sizes.
struct BottleneckRow {
    Resource resource;
    QString name;
    double most = 0;
    size_t first = 0;                  ///< size that it binds first; beyond the last: none
    StepPart part = StepPart::compute; ///< that it changes most where it matters most
};

/// From the last that is too small to run on: what lies below it is known from that.
std::vector<Bottleneck> shown_sizes(const std::vector<Bottleneck>& sizes) {
    auto first = std::ranges::find_if(sizes, [](const Bottleneck& size) { return size.reason.empty(); });
    if (first != sizes.begin() && first != sizes.end()) --first;
    return {first, sizes.end()};
}

/// Those that bind in the order in which they do, then the others by what they bring.
std::vector<BottleneckRow> bottleneck_rows(const std::vector<Bottleneck>& sizes) {
    std::vector<BottleneckRow> rows;
    for (size_t i = 0; i < sizes.size(); ++i)
        for (const Gain& gain : sizes[i].gains) {
            auto row = std::ranges::find(rows, gain.resource, &BottleneckRow::resource);
            if (row == rows.end()) {
                rows.push_back({gain.resource, qt(gain.label), 0, sizes.size()});
                row = rows.end() - 1;
            }
            if (gain.tenth > row->most) row->part = gain.part;
            row->most = std::max(row->most, gain.tenth);
            if (&gain == &sizes[i].gains.front()) row->first = std::min(row->first, i);
        }
    std::erase_if(rows, [](const BottleneckRow& row) { return row.most < least_row; });
    std::ranges::stable_sort(rows, {},
                             [](const BottleneckRow& row) { return std::pair(row.first, -row.most); });
    return rows;
}

const Gain* gain_of(const Bottleneck& size, const Resource& resource) {
    const auto found = std::ranges::find(size.gains, resource, &Gain::resource);
    return found == size.gains.end() ? nullptr : &*found;
}

QString cell_readout(const Bottleneck& size, const Gain& gain) {
    return BottlenecksChart::tr("%1 GPUs: %2\na tenth more: %3 faster, twice: %4")
        .arg(count_text(size.gpus), qt(gain.label), percent_text(gain.tenth), percent_text(gain.twice));
}

void draw_bottlenecks(ChartCanvas& canvas, const std::vector<Bottleneck>& sizes,
                      const std::vector<BottleneckRow>& rows, double drawn) {
    const Theme& theme = canvas.theme();
    const QRectF plot = canvas.plot();
    const double half = std::min((canvas.y(1) - canvas.y(0)) * 0.42, canvas.px(28));
    const double here = canvas.x(drawn); // above the cells and below them
    for (const auto& [from, to] :
         {std::pair(plot.top(), canvas.y(0) - half),
          std::pair(canvas.y(static_cast<double>(rows.size()) - 1) + half, plot.bottom())})
        canvas.rule({here, from}, {here, to}, QPen(theme.accent, canvas.px(1.5), Qt::DotLine),
                    ChartCanvas::Avoid::no);
    canvas.label(BottlenecksChart::tr("drawn"), {{{here, plot.top()}, Qt::AlignHCenter | Qt::AlignTop}},
                 {.colour = theme.accent, .ground = true});
    for (size_t i = 0; i < sizes.size(); ++i) {
        const double x = canvas.x(sizes[i].gpus);
        const double left = i > 0 ? (canvas.x(sizes[i - 1].gpus) + x) / 2 : plot.left();
        const double right = i + 1 < sizes.size() ? (x + canvas.x(sizes[i + 1].gpus)) / 2 : plot.right();
        const QRectF column(left, plot.top(), right - left, plot.height());
        if (!sizes[i].reason.empty()) {
            canvas.hatch(column, theme.line);
            canvas.hit(
                column,
                BottlenecksChart::tr("%1 GPUs: %2").arg(count_text(sizes[i].gpus), qt(sizes[i].reason)));
            continue;
        }
        for (size_t r = 0; r < rows.size(); ++r) {
            const Gain* gain = gain_of(sizes[i], rows[r].resource);
            if (!gain) continue;
            const double y = canvas.y(static_cast<double>(r));
            const QRectF cell(left + 1, y - half, right - left - 2, 2 * half);
            const bool binds = gain == &sizes[i].gains.front();
            const QColor colour = theme.part(rows[r].part);
            QColor fill = colour;
            fill.setAlphaF(
                static_cast<float>(std::clamp(0.08 + 0.92 * gain->tenth / full_colour, 0.08, 1.0)));
            canvas.box(cell, fill);
            if (binds) canvas.box_outline(cell.adjusted(1, 1, -1, -1), theme.text, canvas.px(2));
            const QString text = percent_text(gain->tenth);
            if (canvas.text_size(text).width() + canvas.px(6) < cell.width() &&
                canvas.text_size(text).height() < cell.height())
                canvas.label(text, {{cell.center(), Qt::AlignCenter}},
                             {.colour = fill.alphaF() > 0.6f ? theme.text_on(colour) : theme.text});
            canvas.hit(cell, cell_readout(sizes[i], *gain));
        }
    }
}

QString spans_text(const std::vector<Bottleneck>& sizes) {
    QStringList parts;
    for (const BindingSpan& span : binding_spans(sizes))
        parts
            << (span.from == span.to
                    ? BottlenecksChart::tr("%1 at %2 GPUs").arg(qt(span.gain.phrase()), count_text(span.from))
                    : BottlenecksChart::tr("%1 to %2 GPUs").arg(qt(span.gain.phrase()), count_text(span.to)));
    return parts.join(BottlenecksChart::tr(", then "));
}

} // namespace

BottlenecksChart::BottlenecksChart(QWidget* parent)
    : Chart(QLatin1String(id_text), Chart::tr(title_text), parent) {}

ChartSpec BottlenecksChart::describe(const Theme& theme, QSize size) const {
    ChartSpec spec;
    spec.source = source_line(data());
    spec.title = BottlenecksChart::tr("The bottleneck moves");
    if (!data().subject.empty()) spec.title += QStringLiteral(", ") + qt(data().subject);
    const std::vector<Bottleneck> sizes = shown_sizes(data().bottlenecks);
    std::vector<BottleneckRow> rows = bottleneck_rows(sizes);
    if (sizes.size() < 2 || rows.empty()) {
        spec.empty =
            BottlenecksChart::tr("Draw a cluster with GPUs and choose a model: what binds at each GPU "
                                 "count appears here.");
        return spec;
    }
    const double pitch = QFontMetricsF(theme.font(Theme::Role::secondary)).height() + theme.spacing(6);
    const auto most =
        static_cast<size_t>(std::max(2.0, (size.height() - theme.spacing(rows_frame_px)) / pitch));
    if (rows.size() > most) rows.resize(most);
    spec.subtitle = joined({BottlenecksChart::tr("binds: %1").arg(spans_text(sizes)),
                            data().best.points.empty() ? BottlenecksChart::tr("the plan as given")
                                                       : BottlenecksChart::tr("the best plan at each size")});
    PanelSpec panel;
    panel.heading = BottlenecksChart::tr("How much faster with a tenth more of it; framed: it binds");
    panel.x = {.scale = AxisSpec::Scale::logarithmic,
               .title = BottlenecksChart::tr("GPUs"),
               .low = sizes.front().gpus / std::sqrt(2.0),
               .high = sizes.back().gpus * std::sqrt(2.0)};
    for (const Bottleneck& each : sizes) panel.x.ticks.push_back(each.gpus);
    panel.y = {.scale = AxisSpec::Scale::category, .reversed = true, .zoom = false};
    for (const BottleneckRow& row : rows) panel.y.categories << row.name;
    panel.y.low = -0.85; // the word above the first row
    panel.y.high = static_cast<double>(rows.size()) - 0.4;
    panel.draw = [sizes, rows, drawn = data().given.drawn_gpus](ChartCanvas& canvas) {
        draw_bottlenecks(canvas, sizes, rows, drawn);
    };
    spec.panels.push_back(panel);
    return spec;
}

ChartTable BottlenecksChart::table() const {
    ChartTable out;
    out.columns = {{"gpus", ""}, {"resource", ""}, {"binds", ""}, {"tenth_more", ""}, {"twice", ""}};
    for (const Bottleneck& size : data().bottlenecks)
        for (const Gain& gain : size.gains)
            out.rows.push_back(
                {size.gpus, gain.label, &gain == &size.gains.front() ? 1.0 : 0.0, gain.tenth, gain.twice});
    return out;
}

} // namespace roofrack
