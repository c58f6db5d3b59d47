// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/roofline_chart.h"

#include "charts/chart_canvas.h"
#include "charts/chart_text.h"

#include <algorithm>
#include <cmath>

namespace roofrack {

namespace {

/// An operator as a point: arithmetic intensity, achieved rate, share of the operators' time.
struct Bubble {
    OperatorCost cost;
    double intensity = 0, rate = 0, share = 0;
};

std::vector<Bubble> bubbles(const std::vector<OperatorCost>& operators) {
    double total = 0;
    for (const OperatorCost& op : operators) total += op.calls * op.time.si();
    std::vector<Bubble> out;
    for (const OperatorCost& op : operators) {
        if (!(op.flops.si() > 0 && op.bytes.si() > 0 && op.time.si() > 0)) continue;
        out.push_back({op, op.flops.si() / op.bytes.si(), op.flops.si() / op.time.si(),
                       total > 0 ? op.calls * op.time.si() / total : 0});
    }
    // Large ones first: small ones are painted over them, and large ones get their names first.
    std::ranges::stable_sort(out, std::ranges::greater{}, &Bubble::share);
    return out;
}

QString flop_rate(double rate) { return shown(rate, Dimension::flop_rate); }

bool is_used(const Roofs::Peak& peak, double used_peak) {
    return std::abs(peak.rate.si() / used_peak - 1) < 0.02;
}

void draw_roofs(ChartCanvas& canvas, const Roofs& roofs, double used_peak) {
    const Theme& theme = canvas.theme();
    const double memory = roofs.memory.si(), low = 1e-6, high = 1e9; // beyond any view
    const double top = roofs.peaks.empty() ? used_peak : roofs.peaks.front().rate.si();
    for (const Roofs::Peak& peak : roofs.peaks) {
        const double rate = peak.rate.si(), from = memory > 0 ? rate / memory : low;
        const bool used = is_used(peak, used_peak);
        canvas.line({{from, rate}, {high, rate}},
                    QPen(used ? theme.text : theme.disabled, canvas.px(used ? 1.5 : 1)));
    }
    if (!(memory > 0 && top > 0)) return;
    canvas.line({{low, memory * low}, {top / memory, top}}, QPen(theme.text, canvas.px(1.5)));
    const QPointF ridge = canvas.at(used_peak / memory, used_peak);
    canvas.rule(ridge, {ridge.x(), canvas.plot().bottom()}, QPen(theme.secondary, 1, Qt::DashLine));
}

void draw_roof_names(ChartCanvas& canvas, const Roofs& roofs, double used_peak) {
    const Theme& theme = canvas.theme();
    const double memory = roofs.memory.si();
    for (const bool used : {true, false}) // the one that counts gets its place first
        for (const Roofs::Peak& peak : roofs.peaks) {
            if (is_used(peak, used_peak) != used) continue;
            const QPointF end(canvas.plot().right() - canvas.px(4), canvas.y(peak.rate.si()));
            canvas.label(QStringLiteral("%1 %2").arg(qt(peak.precision), flop_rate(peak.rate.si())),
                         {{end - QPointF(0, canvas.px(3)), Qt::AlignRight | Qt::AlignBottom},
                          {end + QPointF(0, canvas.px(3)), Qt::AlignRight | Qt::AlignTop}},
                         {.colour = used ? theme.text : theme.secondary});
        }
    if (!(memory > 0 && used_peak > 0)) return;
    const double ridge = used_peak / memory;
    const QPointF foot(canvas.x(ridge), canvas.plot().bottom() - canvas.px(4));
    canvas.label(QStringLiteral("ridge %1 FLOP/B").arg(QString::number(ridge, 'f', 0)),
                 {{foot + QPointF(canvas.px(6), 0), Qt::AlignLeft | Qt::AlignBottom},
                  {foot - QPointF(canvas.px(6), 0), Qt::AlignRight | Qt::AlignBottom}},
                 {.colour = theme.secondary});
    // The memory roof is named left of its line: there nothing can be measured.
    const QPointF top = canvas.at(ridge, used_peak), below = canvas.at(ridge / 10, used_peak / 10);
    std::vector<LabelPlace> places;
    for (const double share : {0.5, 0.6, 0.7, 0.4, 0.8, 0.3, 0.9}) {
        const double x = canvas.plot().left() + share * (top.x() - canvas.plot().left());
        const double y = top.y() + (below.y() - top.y()) / (below.x() - top.x()) * (x - top.x());
        places.push_back({{x - canvas.px(10), y}, Qt::AlignRight | Qt::AlignBottom});
    }
    canvas.label(QStringLiteral("HBM %1").arg(shown(memory, Dimension::byte_rate)), places);
}

void draw_roofline(ChartCanvas& canvas, const Roofs& roofs, const std::vector<Bubble>& all,
                   double used_peak) {
    const Theme& theme = canvas.theme();
    const double memory = roofs.memory.si();
    draw_roofs(canvas, roofs, used_peak);
    const double largest = canvas.px(22);
    std::vector<std::pair<const Bubble*, double>> placed;
    for (const Bubble& bubble : all) {
        const QPointF at = canvas.at(bubble.intensity, bubble.rate);
        const double radius = std::max(canvas.px(3), largest * std::sqrt(bubble.share));
        QColor fill = theme.part(bubble.cost.compute_bound ? StepPart::compute : StepPart::memory);
        fill.setAlphaF(0.75f);
        canvas.dot(at, radius, fill, theme.panel, 1);
        QPainterPath area;
        area.addEllipse(at, std::max(radius, 6.0), std::max(radius, 6.0));
        canvas.hit(area,
                   QStringLiteral("%1\n%2 at %3 FLOP/B\n%4 of its roof · %5 of the operators' time\n%6 bound")
                       .arg(qt(bubble.cost.name), flop_rate(bubble.rate),
                            QString::number(bubble.intensity, 'g', 3),
                            percent_text(bubble.rate / std::min(bubble.cost.peak.si(),
                                                                memory > 0 ? memory * bubble.intensity
                                                                           : bubble.cost.peak.si())),
                            percent_text(bubble.share),
                            bubble.cost.compute_bound ? QStringLiteral("compute") : QStringLiteral("memory")),
                   bubble.cost.compute_bound ? QStringLiteral("compute") : QStringLiteral("memory"));
        placed.emplace_back(&bubble, radius);
        canvas.keep_free(QRectF(at.x() - radius, at.y() - radius, 2 * radius, 2 * radius));
    }
    for (const auto& [bubble, radius] : placed)
        if (bubble->share >= 0.01)
            canvas.label_around(
                QStringLiteral("%1 %2").arg(qt(bubble->cost.name), percent_text(bubble->share)),
                canvas.at(bubble->intensity, bubble->rate), radius, {.halo = true});
    draw_roof_names(canvas, roofs, used_peak);
}

} // namespace

RooflineChart::RooflineChart(QWidget* parent)
    : Chart(QLatin1String(id_text), tr(title_text), parent) {}

ChartSpec RooflineChart::describe(const Theme& theme, QSize) const {
    ChartSpec spec;
    const Roofs& roofs = data().roofs;
    spec.title = QStringLiteral("Operators under the roof");
    if (!roofs.accelerator.empty()) spec.title += QStringLiteral(" of one ") + qt(roofs.accelerator);
    if (!data().subject.empty()) spec.title += QStringLiteral(", ") + qt(data().subject);
    spec.source = source_line(data());
    const auto& evaluation = data().evaluation;
    std::vector<Bubble> all = evaluation ? bubbles(evaluation->operators) : std::vector<Bubble>{};
    if (all.empty()) {
        spec.empty = evaluation && !evaluation->feasible
                         ? infeasible_text(*evaluation)
                         : QStringLiteral("Choose a model and draw GPUs: the operators of its step appear "
                                          "here between memory and compute.");
        return spec;
    }
    double compute_share = 0, used_peak = 0;
    for (const Bubble& bubble : all) {
        if (bubble.cost.compute_bound) compute_share += bubble.share;
        used_peak = std::max(used_peak, bubble.cost.peak.si());
    }
    spec.subtitle = QStringLiteral("%1 of the operators' time is bound by arithmetic, %2 by memory · a "
                                   "disc's area is its share of the time")
                        .arg(percent_text(compute_share), percent_text(std::max(0.0, 1 - compute_share)));
    const auto kind = [](const Bubble& bubble) {
        return bubble.cost.compute_bound ? QStringLiteral("compute") : QStringLiteral("memory");
    };
    for (const auto& [key, text, part] : {std::tuple{"compute", "bound by arithmetic", StepPart::compute},
                                          {"memory", "bound by memory", StepPart::memory}})
        if (std::ranges::any_of(all,
                                [&](const Bubble& bubble) { return kind(bubble) == QLatin1String(key); }))
            spec.legend.push_back({QLatin1String(key), QLatin1String(text), theme.part(part)});
    double left = all.front().intensity, right = left, bottom = all.front().rate, top = used_peak;
    for (const Bubble& bubble : all) {
        left = std::min(left, bubble.intensity);
        right = std::max(right, bubble.intensity);
        bottom = std::min(bottom, bubble.rate);
    }
    for (const Roofs::Peak& peak : roofs.peaks) top = std::max(top, peak.rate.si());
    if (roofs.memory.si() > 0) right = std::max(right, 2 * top / roofs.memory.si());
    PanelSpec panel;
    panel.heading = QStringLiteral("Rate of one GPU");
    panel.x = {.scale = AxisSpec::Scale::logarithmic,
               .title = QStringLiteral("FLOP per byte of HBM traffic"),
               .low = left / 2,
               .high = right * 3};
    panel.y = {.scale = AxisSpec::Scale::logarithmic,
               .unit = QStringLiteral("FLOP/s"),
               .low = bottom / 3,
               .high = top * 2.2};
    std::erase_if(all, [&](const Bubble& bubble) { return !is_shown(kind(bubble)); });
    panel.draw = [=](ChartCanvas& canvas) { draw_roofline(canvas, roofs, all, used_peak); };
    spec.panels.push_back(panel);
    return spec;
}

ChartTable RooflineChart::table() const {
    ChartTable out;
    out.columns = {{"operator", ""}, {"flops", "FLOP"},  {"bytes", "B"},  {"calls", ""},
                   {"time", "s"},    {"peak", "FLOP/s"}, {"bound_by", ""}};
    if (!data().evaluation) return out;
    for (const OperatorCost& op : data().evaluation->operators)
        out.rows.push_back({op.name, op.flops.si(), op.bytes.si(), op.calls, op.time.si(), op.peak.si(),
                            std::string(op.compute_bound ? "compute" : "memory")});
    return out;
}

} // namespace roofrack
