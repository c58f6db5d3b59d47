// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/scale/exchange_chart.h"

#include "core/study/limits/gradient_exchange.h"
#include "widgets/charts/chart_text.h"
#include "widgets/charts/plot/chart_canvas.h"
#include "widgets/charts/plot/chart_frame.h"
#include "widgets/fields/text.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>

namespace roofrack {

namespace {

QColor pattern_colour(const Theme& theme, ExchangePattern pattern) {
    switch (pattern) {
    case ExchangePattern::library: return theme.text;
    case ExchangePattern::ring: return theme.part(StepPart::compute);
    case ExchangePattern::tree: return theme.part(StepPart::optimizer);
    case ExchangePattern::sharded: return theme.part(StepPart::tensor_comm);
    case ExchangePattern::server: return theme.part(StepPart::data_comm);
    case ExchangePattern::everyone: break;
    }
    return theme.part(StepPart::failure);
}

QString pattern_text(ExchangePattern pattern) { return to_qt(label_of(pattern)); }

QString pattern_key(ExchangePattern pattern) { return qt(name_of(pattern)); }

std::vector<QPointF> line_of(const GradientExchange& exchange, ExchangePattern pattern) {
    std::vector<QPointF> out;
    for (const ExchangePoint& point : exchange.points)
        if (std::isfinite(point.of(pattern).seconds)) out.emplace_back(point.gpus, point.of(pattern).seconds);
    return out;
}

QString links_text(const GradientExchange& exchange, const ExchangePoint& point) {
    return point.links.empty() ? ExchangeChart::tr("inside the %1").arg(qt(exchange.innermost))
                               : qt(point.links);
}

constexpr int most_name_lines = 4;

/// The links crossed farthest, over the sizes that go over them; a mark where the next ones begin.
void draw_links(ChartCanvas& canvas, const GradientExchange& exchange) {
    const Theme& theme = canvas.theme();
    const QRectF plot = canvas.plot();
    const QFontMetricsF metrics(theme.font(Theme::Role::secondary));
    const std::vector<size_t> jumps = exchange_jumps(exchange);
    double left = plot.left();
    for (size_t i = 0; i <= jumps.size(); ++i) {
        const size_t first = i > 0 ? jumps[i - 1] : 0;
        double right = plot.right();
        if (i < jumps.size()) {
            right =
                (canvas.x(exchange.points[jumps[i] - 1].gpus) + canvas.x(exchange.points[jumps[i]].gpus)) / 2;
            if (right > plot.left() && right < plot.right())
                canvas.rule({right, plot.top()}, {right, plot.bottom()},
                            QPen(theme.secondary, canvas.px(1), Qt::DashDotLine));
        }
        const double from = std::max(left, plot.left()), to = std::min(right, plot.right());
        const double room = to - from - canvas.px(4);
        left = right;
        const QString name = links_text(exchange, exchange.points[first]);
        // Words that do not fit say nothing: the pointer has them.
        if (std::ranges::any_of(name.split(u' '),
                                [&](const QString& word) { return metrics.horizontalAdvance(word) > room; }))
            continue;
        double y = plot.top() + canvas.px(3);
        for (const QString& line : wrapped(name, metrics, room, most_name_lines)) {
            canvas.label(canvas.elided(line, room), {{{(from + to) / 2, y}, Qt::AlignHCenter | Qt::AlignTop}},
                         {.colour = theme.secondary, .ground = true});
            y += metrics.height();
        }
    }
}

QString readout_of(const GradientExchange& exchange, const ExchangePoint& point) {
    QString out = ExchangeChart::tr("%1 GPUs, %2 ranks").arg(count_text(point.gpus), count_text(point.ranks));
    out += point.links.empty()
               ? u'\n' + links_text(exchange, point)
               : ExchangeChart::tr("\nout of the %1, over %2").arg(qt(point.block), qt(point.links));
    for (size_t i = 0; i < exchange_pattern_count; ++i) {
        const auto pattern = static_cast<ExchangePattern>(i);
        const ExchangeCost& cost = point.of(pattern);
        out += ExchangeChart::tr("\n%1: %2, %3 through the busiest link, %4 messages")
                   .arg(pattern_text(pattern), shown(Seconds(cost.seconds)), shown(Bytes(cost.busiest)),
                        count_text(cost.messages));
    }
    if (exchange.computing.si() > 0)
        out += ExchangeChart::tr("\nthe drawn step computes for %1").arg(shown(exchange.computing));
    return out;
}

void draw_patterns(ChartCanvas& canvas, const GradientExchange& exchange,
                   const std::vector<ExchangePattern>& patterns) {
    const Theme& theme = canvas.theme();
    const QRectF plot = canvas.plot();
    const double drawn = canvas.x(exchange.drawn_gpus);
    canvas.rule({drawn, plot.top()}, {drawn, plot.bottom()}, QPen(theme.accent, canvas.px(1.5), Qt::DotLine));
    draw_links(canvas, exchange);
    canvas.label(ExchangeChart::tr("drawn"),
                 {{{drawn - canvas.px(4), plot.bottom() - canvas.px(2)}, Qt::AlignRight | Qt::AlignBottom},
                  {{drawn + canvas.px(4), plot.bottom() - canvas.px(2)}, Qt::AlignLeft | Qt::AlignBottom}},
                 {.colour = theme.accent, .ground = true});
    if (exchange.computing.si() > 0) {
        const double y = canvas.y(exchange.computing.si());
        canvas.rule({plot.left(), y}, {plot.right(), y}, QPen(theme.secondary, canvas.px(1), Qt::DashLine));
    }
    for (const ExchangePattern pattern : patterns)
        canvas.line(line_of(exchange, pattern),
                    QPen(pattern_colour(theme, pattern), canvas.px(2),
                         pattern == ExchangePattern::library ? Qt::DashLine : Qt::SolidLine, Qt::FlatCap,
                         Qt::RoundJoin));
    if (exchange.computing.si() > 0) {
        std::vector<LabelPlace> places;
        const double y = canvas.y(exchange.computing.si());
        for (const double share : {0.01, 0.62, 0.3, 0.8})
            for (const double side : {-1.0, 1.0})
                places.push_back({{plot.left() + share * plot.width(), y + side * canvas.px(3)},
                                  Qt::AlignLeft | (side < 0 ? Qt::AlignBottom : Qt::AlignTop)});
        canvas.label(ExchangeChart::tr("the drawn step computes for %1").arg(shown(exchange.computing)),
                     places, {.colour = theme.secondary, .halo = true});
    }
    for (const ExchangePattern pattern : patterns) {
        const std::vector<QPointF> line = line_of(exchange, pattern);
        if (line.empty()) continue;
        const QPointF end = canvas.at(line.back().x(), line.back().y());
        if (plot.adjusted(-1, -1, 1, 1).contains(end))
            canvas.label(pattern_text(pattern), {{end + QPointF(canvas.px(6), 0)}},
                         {.colour = theme.text, .may_leave_plot = true});
    }
    for (size_t i = 0; i < exchange.points.size(); ++i) {
        const double x = canvas.x(exchange.points[i].gpus);
        const double left = i > 0 ? (canvas.x(exchange.points[i - 1].gpus) + x) / 2 : plot.left();
        const double right =
            i + 1 < exchange.points.size() ? (x + canvas.x(exchange.points[i + 1].gpus)) / 2 : plot.right();
        canvas.hit(QRectF(left, plot.top(), right - left, plot.height()),
                   readout_of(exchange, exchange.points[i]));
    }
}

} // namespace

ExchangeChart::ExchangeChart(QWidget* parent)
    : Chart(QLatin1String(id_text), Chart::tr(title_text), parent) {}

ChartSpec ExchangeChart::describe(const Theme& theme, QSize size) const {
    ChartSpec spec;
    spec.source = source_line(data());
    spec.title = ExchangeChart::tr("Gradient exchange by pattern");
    if (!data().subject.empty()) spec.title += QStringLiteral(", ") + qt(data().subject);
    if (!data().have<GradientExchange>() || data().have<GradientExchange>()->points.size() < 2) {
        spec.empty = ExchangeChart::tr("Draw a cluster with GPUs and choose a model that has replicas on it: "
                                       "what their gradients take to be exchanged appears here.");
        return spec;
    }
    const GradientExchange& exchange = *data().have<GradientExchange>();
    spec.subtitle = joined({ExchangeChart::tr("%1 of gradients a rank, in one call, nothing overlapped")
                                .arg(shown(exchange.bytes)),
                            ExchangeChart::tr("degrees as planned"),
                            ExchangeChart::tr("above: the farthest links it crosses")});
    std::vector<ExchangePattern> patterns;
    double low = 0, high = 0;
    for (size_t i = 0; i < exchange_pattern_count; ++i) {
        const auto pattern = static_cast<ExchangePattern>(i);
        const bool is_on = is_shown(pattern_key(pattern));
        spec.legend.push_back(
            {pattern_key(pattern), pattern_text(pattern), pattern_colour(theme, pattern), is_on, true});
        if (!is_on) continue;
        patterns.push_back(pattern);
        for (const QPointF& each : line_of(exchange, pattern)) {
            low = low > 0 ? std::min(low, each.y()) : each.y();
            high = std::max(high, each.y());
        }
    }
    if (exchange.computing.si() > 0) {
        low = low > 0 ? std::min(low, exchange.computing.si()) : exchange.computing.si();
        high = std::max(high, exchange.computing.si());
    }
    PanelSpec panel;
    panel.heading = ExchangeChart::tr("Time of one exchange");
    panel.x = {.scale = AxisSpec::Scale::logarithmic,
               .title = ExchangeChart::tr("GPUs"),
               .low = exchange.points.front().gpus,
               .high = exchange.points.back().gpus};
    for (const ExchangePoint& point : exchange.points) panel.x.ticks.push_back(point.gpus);
    // Room above for the links' names, of what axes, title and legend leave of the height.
    const double around = theme.spacing(210), names = theme.spacing(56);
    const double names_share = std::min(0.5, names / std::max(names, size.height() - around));
    panel.y = {.scale = AxisSpec::Scale::logarithmic,
               .unit = QStringLiteral("s"),
               .low = low / 1.5,
               .high = high * std::pow(high / low, names_share)};
    panel.draw = [shared = data().have<GradientExchange>(), patterns](ChartCanvas& canvas) {
        draw_patterns(canvas, *shared, patterns);
    };
    panel.right_margin = theme.spacing(148);
    spec.panels.push_back(std::move(panel));
    return spec;
}

ChartTable ExchangeChart::table() const {
    ChartTable out;
    out.columns = {{"gpus", ""},  {"ranks", ""},         {"over", ""},    {"pattern", ""},
                   {"time", "s"}, {"busiest_link", "B"}, {"messages", ""}};
    if (!data().have<GradientExchange>()) return out;
    for (const ExchangePoint& point : data().have<GradientExchange>()->points)
        for (size_t i = 0; i < exchange_pattern_count; ++i)
            out.rows.push_back({point.gpus, point.ranks, point.links,
                                std::string(name_of(static_cast<ExchangePattern>(i))), point.costs[i].seconds,
                                point.costs[i].busiest, point.costs[i].messages});
    return out;
}

} // namespace roofrack
