// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/scale/bottlenecks_chart.h"

#include "core/answers/limits_answers.h"
#include "core/answers/scale_answers.h"
#include "widgets/charts/chart_text.h"
#include "widgets/charts/plot/chart_canvas.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

namespace roofrack {

namespace {

constexpr double least_row = 0.005; ///< gain with a tenth more, somewhere: below it a resource has no row
constexpr double full_colour = 0.1; ///< gain of full colour: the step is nothing else
constexpr int rows_frame_px = 150;
constexpr double years_apart = 2;
constexpr int years_from_px = 760; ///< a narrower chart has the sizes alone

/// A resource over the sizes; below them what else there may be too little of.
enum class RowKind { resource, batch, money, other_money };
struct BottleneckRow {
    RowKind kind = RowKind::resource;
    Resource resource;
    QString name;
    double most = 0;
    size_t first = 0;                  ///< column that it binds first; beyond the last: none
    StepPart part = StepPart::compute; ///< part that it changes most where it matters most
};

/// A size, or a year.
struct BottleneckColumn {
    double at = 0;
    QString name;   ///< "512 GPUs", "in 4 years"
    QString reason; ///< why nothing runs there
    std::vector<Gain> gains;
    double twice_batch = 0, dollars = 0;
    double other_dollars = 0; ///< by the plan that the switch did not choose
};
using BottleneckColumns = std::vector<BottleneckColumn>;

/// From the last that is too small to run on: what lies below it is known from that.
BottleneckColumns size_columns(const std::vector<Bottleneck>& sizes, const std::vector<Bottleneck>& other) {
    auto first = std::ranges::find_if(sizes, [](const Bottleneck& size) { return size.reason.empty(); });
    if (first != sizes.begin() && first != sizes.end()) --first;
    BottleneckColumns out;
    for (; first != sizes.end(); ++first) {
        out.push_back({first->gpus, BottlenecksChart::tr("%1 GPUs").arg(count_text(first->gpus)),
                       qt(first->reason), first->gains, first->twice_batch, first->dollars_per_million});
        const auto same = std::ranges::find(other, first->gpus, &Bottleneck::gpus);
        if (same != other.end() && same->reason.empty()) out.back().other_dollars = same->dollars_per_million;
    }
    return out;
}

BottleneckColumns year_columns(const std::vector<BottleneckYear>& years) {
    BottleneckColumns out;
    for (const BottleneckYear& year : years)
        if (std::fmod(year.year, years_apart) == 0)
            out.push_back({year.year,
                           year.year == 0 ? BottlenecksChart::tr("now")
                                          : BottlenecksChart::tr("in %1 years").arg(count_text(year.year)),
                           {},
                           year.gains,
                           0,
                           0,
                           0});
    return out;
}

/// Those that bind in the order in which they do, over sizes and then over years, then the others by what
/// they bring.
std::vector<BottleneckRow> bottleneck_rows(const BottleneckColumns& sizes, const BottleneckColumns& years) {
    std::vector<BottleneckRow> rows;
    const size_t all = sizes.size() + years.size();
    for (size_t i = 0; i < all; ++i) {
        const BottleneckColumn& column = i < sizes.size() ? sizes[i] : years[i - sizes.size()];
        for (const Gain& gain : column.gains) {
            auto row = std::ranges::find(rows, gain.resource, &BottleneckRow::resource);
            if (row == rows.end()) {
                rows.push_back({RowKind::resource, gain.resource, qt(gain.label), 0, all});
                row = rows.end() - 1;
            }
            if (gain.tenth > row->most) row->part = gain.part;
            row->most = std::max(row->most, gain.tenth);
            if (&gain == &column.gains.front()) row->first = std::min(row->first, i);
        }
    }
    std::erase_if(rows, [](const BottleneckRow& row) { return row.most < least_row; });
    std::ranges::stable_sort(rows, {},
                             [](const BottleneckRow& row) { return std::pair(row.first, -row.most); });
    return rows;
}

const Gain* gain_of(const BottleneckColumn& column, const Resource& resource) {
    const auto found = std::ranges::find(column.gains, resource, &Gain::resource);
    return found == column.gains.end() ? nullptr : &*found;
}

QString cell_readout(const BottleneckColumn& column, const Gain& gain) {
    return BottlenecksChart::tr("%1: %2\na tenth more: %3 faster, twice: %4")
        .arg(column.name, qt(gain.label), percent_text(gain.tenth), percent_text(gain.twice));
}

/// Below the resources: those of them that the sizes tell.
std::vector<BottleneckRow> foot_rows(const BottleneckColumns& sizes, bool of_samples, bool of_best) {
    std::vector<BottleneckRow> rows;
    const auto add = [&](RowKind kind, const QString& name) {
        rows.emplace_back();
        rows.back().kind = kind;
        rows.back().name = name;
    };
    if (std::ranges::any_of(sizes, [](const auto& size) { return size.twice_batch >= least_row; }))
        add(RowKind::batch, BottlenecksChart::tr("Twice the batch"));
    const QString dollars = of_samples ? BottlenecksChart::tr("$ per million samples")
                                       : BottlenecksChart::tr("$ per million tokens");
    if (std::ranges::any_of(sizes, [](const auto& size) { return size.dollars > 0; }))
        add(RowKind::money, dollars);
    if (std::ranges::any_of(sizes, [](const auto& size) { return size.other_dollars > 0; }))
        add(RowKind::other_money, of_best ? BottlenecksChart::tr("… of the plan as given")
                                          : BottlenecksChart::tr("… of the best plan"));
    return rows;
}

/// Twice the batch as strong as twice of a resource would be, money in words alone.
void draw_foot_cell(ChartCanvas& canvas, const BottleneckColumn& column, RowKind kind, const QRectF& cell) {
    const Theme& theme = canvas.theme();
    const bool is_batch = kind == RowKind::batch;
    const double dollars = kind == RowKind::other_money ? column.other_dollars : column.dollars;
    if (is_batch ? column.twice_batch < Bottleneck::least_gain : dollars <= 0) return;
    const QString text = is_batch ? percent_text(column.twice_batch) : shown(dollars, Dimension::money);
    const QColor colour = theme.part(StepPart::pipeline_bubble);
    if (is_batch) {
        QColor fill = colour;
        fill.setAlphaF(static_cast<float>(std::clamp(0.08 + 0.92 * column.twice_batch, 0.08, 1.0)));
        canvas.box(cell, fill);
    }
    if (canvas.text_size(text).width() + canvas.px(2) < cell.width())
        canvas.label(text, {{cell.center(), Qt::AlignCenter}},
                     {.colour = kind == RowKind::other_money ? theme.secondary : theme.text});
    canvas.hit(cell, is_batch ? BottlenecksChart::tr(
                                    "%1: a token takes so much less time with twice the batch\n%2 faster")
                                    .arg(column.name, text)
                              : BottlenecksChart::tr("%1: a million cost %2").arg(column.name, text));
}

double half_row(const ChartCanvas& canvas) {
    return std::min((canvas.y(1) - canvas.y(0)) * 0.42, canvas.px(28));
}

/// Above the cells and below them.
void draw_drawn_size(ChartCanvas& canvas, const std::vector<BottleneckRow>& rows, double drawn) {
    const Theme& theme = canvas.theme();
    const QRectF plot = canvas.plot();
    const double half = half_row(canvas), here = canvas.x(drawn);
    for (const auto& [from, to] :
         {std::pair(plot.top(), canvas.y(0) - half),
          std::pair(canvas.y(static_cast<double>(rows.size()) - 1) + half, plot.bottom())})
        canvas.rule({here, from}, {here, to}, QPen(theme.accent, canvas.px(1.5), Qt::DotLine),
                    ChartCanvas::Avoid::no);
    canvas.label(BottlenecksChart::tr("drawn"), {{{here, plot.top()}, Qt::AlignHCenter | Qt::AlignTop}},
                 {.colour = theme.accent, .ground = true});
}

void draw_cells(ChartCanvas& canvas, const BottleneckColumns& columns,
                const std::vector<BottleneckRow>& rows) {
    const Theme& theme = canvas.theme();
    const QRectF plot = canvas.plot();
    const double half = half_row(canvas);
    for (size_t i = 0; i < columns.size(); ++i) {
        const double x = canvas.x(columns[i].at);
        const double left = i > 0 ? (canvas.x(columns[i - 1].at) + x) / 2 : plot.left();
        const double right = i + 1 < columns.size() ? (x + canvas.x(columns[i + 1].at)) / 2 : plot.right();
        const QRectF column(left, plot.top(), right - left, plot.height());
        if (!columns[i].reason.isEmpty()) {
            canvas.hatch(column, theme.line);
            canvas.hit(column, QStringLiteral("%1: %2").arg(columns[i].name, columns[i].reason));
            if (columns[i].other_dollars > 0)
                for (size_t r = 0; r < rows.size(); ++r)
                    if (const double y = canvas.y(static_cast<double>(r));
                        rows[r].kind == RowKind::other_money)
                        draw_foot_cell(canvas, columns[i], rows[r].kind,
                                       QRectF(left + 1, y - half, right - left - 2, 2 * half));
            continue;
        }
        for (size_t r = 0; r < rows.size(); ++r) {
            const double y = canvas.y(static_cast<double>(r));
            const QRectF cell(left + 1, y - half, right - left - 2, 2 * half);
            if (rows[r].kind != RowKind::resource) {
                draw_foot_cell(canvas, columns[i], rows[r].kind, cell);
                continue;
            }
            const Gain* gain = gain_of(columns[i], rows[r].resource);
            if (!gain) continue;
            const bool binds = gain == &columns[i].gains.front();
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
            canvas.hit(cell, cell_readout(columns[i], *gain));
        }
    }
}

/// Beside the sizes, on their rows.
PanelSpec years_panel(const PanelSpec& sizes, const BottleneckColumns& years,
                      const std::vector<BottleneckRow>& rows) {
    PanelSpec out = sizes;
    out.heading = BottlenecksChart::tr("As drawn, its hardware newer");
    out.x = {.title = BottlenecksChart::tr("Years from now"),
             .low = years.front().at - years_apart / 2,
             .high = years.back().at + years_apart / 2,
             .zoom = false};
    for (const BottleneckColumn& each : years) out.x.ticks.push_back(each.at);
    for (QString& name : out.y.categories) name.clear();
    out.draw = [years, rows](ChartCanvas& canvas) { draw_cells(canvas, years, rows); };
    out.stretch = static_cast<int>(years.size()) * 10;
    return out;
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

/// "What binds from 64 to 4,096 GPUs, Llama 3 405B: site supply" where one resource does at all sizes that
/// run; empty: the bottleneck moves. `of`: what is trained, after a comma.
QString held_title(const std::vector<Bottleneck>& sizes, const QString& of) {
    const std::vector<BindingSpan> spans = binding_spans(sizes);
    const auto is_first = [&](const BindingSpan& span) {
        return span.gain.resource == spans.front().gain.resource;
    };
    if (spans.empty() || !std::ranges::all_of(spans, is_first)) return {};
    const QString what = qt(spans.front().gain.phrase());
    const double from = spans.front().from, to = spans.back().to;
    return from == to ? BottlenecksChart::tr("What binds at %1 GPUs%2: %3").arg(count_text(from), of, what)
                      : BottlenecksChart::tr("What binds from %1 to %2 GPUs%3: %4")
                            .arg(count_text(from), count_text(to), of, what);
}

const std::vector<Bottleneck>& bottlenecks_of(const ChartData& data, bool best) {
    return best ? data.have_or_empty<BottlenecksOfBest>().sizes
                : data.have_or_empty<BottlenecksOfGiven>().sizes;
}

const std::vector<Bottleneck>& main_sizes(const ChartData& data) {
    return bottlenecks_of(data, data.is_best_main());
}

} // namespace

BottlenecksChart::BottlenecksChart(QWidget* parent)
    : Chart(QLatin1String(id_text), Chart::tr(title_text), parent) {}

/// What stands in until the best plans are found is named as what it is.
QString BottlenecksChart::plan_text() const { return plan_words(data().scale().replanned); }

ChartSpec BottlenecksChart::describe(const Theme& theme, QSize size) const {
    ChartSpec spec;
    spec.source = source_line(data());
    const QString of = data().subject.empty() ? QString() : QStringLiteral(", ") + qt(data().subject);
    const QString held = held_title(main_sizes(data()), of);
    spec.title = held.isEmpty() ? BottlenecksChart::tr("The bottleneck moves") + of : held;
    const BottleneckColumns sizes =
        size_columns(main_sizes(data()), bottlenecks_of(data(), !data().is_best_main()));
    BottleneckColumns years;
    if (size.width() >= theme.spacing(years_from_px))
        years = year_columns(data().have_or_empty<BottlenecksByYear>().years);
    std::vector<BottleneckRow> rows = bottleneck_rows(sizes, years);
    if (sizes.size() < 2 || rows.empty()) {
        spec.empty =
            BottlenecksChart::tr("Draw a cluster with GPUs and choose a model: what binds at each GPU "
                                 "count appears here.");
        return spec;
    }
    const double pitch = QFontMetricsF(theme.font(Theme::Role::secondary)).height() + theme.spacing(6);
    const auto most =
        static_cast<size_t>(std::max(2.0, (size.height() - theme.spacing(rows_frame_px)) / pitch));
    std::vector<BottleneckRow> foot =
        foot_rows(sizes, data().scale().counts_samples, data().scale().replanned);
    constexpr size_t least_resources = 3;
    if (most < least_resources + foot.size()) foot.clear();
    rows.resize(std::min(rows.size(), most - foot.size()));
    std::ranges::move(foot, std::back_inserter(rows));
    spec.subtitle = joined(
        {held.isEmpty() ? BottlenecksChart::tr("binds: %1").arg(spans_text(main_sizes(data()))) : QString(),
         data().is_best_awaited()   ? BottlenecksChart::tr("finding the best plans …")
         : data().scale().replanned ? BottlenecksChart::tr("the best plan at each size")
                                    : QString()});
    PanelSpec panel;
    panel.heading = BottlenecksChart::tr("How much faster with a tenth more of it; framed: it binds");
    panel.x = {.scale = AxisSpec::Scale::logarithmic,
               .title = BottlenecksChart::tr("GPUs"),
               .low = sizes.front().at / std::sqrt(2.0),
               .high = sizes.back().at * std::sqrt(2.0)};
    for (const BottleneckColumn& each : sizes) panel.x.ticks.push_back(each.at);
    panel.y = {.scale = AxisSpec::Scale::category, .reversed = true, .zoom = false};
    for (const BottleneckRow& row : rows) panel.y.categories << row.name;
    // Room for the word above the first row.
    const double row = std::max(pitch, (size.height() - theme.spacing(rows_frame_px)) /
                                           (static_cast<double>(rows.size()) + 1));
    panel.y.low = -0.45 - pitch / row;
    panel.y.high = static_cast<double>(rows.size()) - 0.4;
    panel.draw = [sizes, rows, drawn = data().given().drawn_gpus](ChartCanvas& canvas) {
        draw_drawn_size(canvas, rows, drawn);
        draw_cells(canvas, sizes, rows);
    };
    panel.stretch = static_cast<int>(sizes.size()) * 10;
    spec.panels.push_back(panel);
    if (years.size() >= 2) spec.panels.push_back(years_panel(panel, years, rows));
    return spec;
}

ChartTable BottlenecksChart::table() const {
    ChartTable out;
    out.columns = {{"gpus", ""},       {"years", ""}, {"resource", ""},    {"binds", ""},
                   {"tenth_more", ""}, {"twice", ""}, {"twice_batch", ""}, {"dollars_per_million", "$"}};
    const auto add = [&out](double gpus, double years, const std::vector<Gain>& gains, double batch,
                            double dollars) {
        for (const Gain& gain : gains)
            out.rows.push_back({gpus, years, gain.label, &gain == &gains.front() ? 1.0 : 0.0, gain.tenth,
                                gain.twice, batch, dollars});
    };
    for (const Bottleneck& size : main_sizes(data()))
        add(size.gpus, 0, size.gains, size.twice_batch, size.dollars_per_million);
    const double none = std::numeric_limits<double>::quiet_NaN(); // nobody knows the years
    for (const BottleneckYear& year : data().have_or_empty<BottlenecksByYear>().years)
        if (year.year > 0) add(data().given().drawn_gpus, year.year, year.gains, none, none);
    return out;
}

} // namespace roofrack
