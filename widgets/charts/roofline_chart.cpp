// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/roofline_chart.h"

#include "core/step/cost/ridge_point.h"
#include "core/study/limits/roofs.h"
#include "widgets/charts/chart_text.h"
#include "widgets/charts/plot/chart_canvas.h"

#include <algorithm>
#include <cmath>

namespace roofrack {

namespace {

/// The colour of the discs: the parts' own blue is too dark for a dark ground.
QColor disc_colour(const Theme& theme, bool compute_bound) {
    const QColor colour = theme.part(compute_bound ? StepPart::compute : StepPart::memory);
    return theme.is_dark ? colour.lighter(135) : colour;
}

/// An operator with its backward pass, as a point.
struct Bubble {
    QString name;
    bool compute_bound = true;
    double flops = 0, bytes = 0, seconds = 0; ///< FLOPs, bytes and seconds of a step
    double peak = 0;                          ///< FLOP/s of its precision
    double share = 0;                         ///< share of all operators' time
    QStringList passes;                       ///< "backward 336 TFLOP/s"

    double intensity() const { return flops / bytes; }
    double rate() const { return flops / seconds; }
    /// It has a place on axes of FLOPs.
    bool has_place() const { return flops > 0 && bytes > 0 && seconds > 0; }
};

QString flop_rate(double rate) { return shown(rate, Dimension::flop_rate); }

std::vector<Bubble> bubbles(const std::vector<OperatorCost>& operators) {
    static const QString backward = QStringLiteral(", backward");
    std::vector<Bubble> out;
    double total = 0;
    for (const OperatorCost& op : operators) {
        QString name = qt(op.name);
        const bool is_backward = name.endsWith(backward);
        if (is_backward) name.chop(backward.size());
        auto it = std::ranges::find_if(out, [&](const Bubble& bubble) {
            return bubble.name == name && bubble.compute_bound == op.compute_bound &&
                   bubble.peak == op.peak.si();
        });
        if (it == out.end())
            it = out.insert(
                out.end(),
                Bubble{.name = name, .compute_bound = op.compute_bound, .peak = op.peak.si(), .passes = {}});
        it->flops += op.calls * op.flops.si();
        it->bytes += op.calls * op.bytes.si();
        it->seconds += op.calls * op.time.si();
        total += op.calls * op.time.si();
        if (op.flops.si() > 0 && op.time.si() > 0)
            it->passes << RooflineChart::tr("%1 %2, %3 a call")
                              .arg(is_backward ? RooflineChart::tr("backward") : RooflineChart::tr("forward"),
                                   flop_rate((op.flops / op.time).si()), shown(op.time));
    }
    for (Bubble& bubble : out) bubble.share = total > 0 ? bubble.seconds / total : 0;
    // Large ones first: small ones are painted over them, and large ones get their names first.
    std::ranges::stable_sort(out, std::ranges::greater{}, &Bubble::share);
    return out;
}

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
    const QPointF ridge = canvas.at(ridge_point(FlopRate(used_peak), roofs.memory), used_peak);
    canvas.rule(ridge, {ridge.x(), canvas.plot().bottom()}, QPen(theme.secondary, 1, Qt::DashLine));
}

void draw_roof_names(ChartCanvas& canvas, const Roofs& roofs, double used_peak) {
    const Theme& theme = canvas.theme();
    const double memory = roofs.memory.si();
    for (const bool used : {true, false}) // the roof of the precision in use gets its place first
        for (const Roofs::Peak& peak : roofs.peaks) {
            if (is_used(peak, used_peak) != used) continue;
            const QPointF end(canvas.plot().right() - canvas.px(4), canvas.y(peak.rate.si()));
            std::vector<LabelPlace> places; // from the right end to where the roof begins
            for (double back = 0; memory <= 0 || end.x() - back > canvas.x(peak.rate.si() / memory);
                 back += canvas.px(40)) {
                if (back > canvas.plot().width()) break;
                for (const auto& [away, side] : {std::pair{-3.0, Qt::AlignBottom}, {3.0, Qt::AlignTop}})
                    places.push_back({end + QPointF(-back, canvas.px(away)), Qt::AlignRight | side});
            }
            canvas.label(QStringLiteral("%1 %2").arg(qt(peak.precision), flop_rate(peak.rate.si())), places,
                         {.colour = used ? theme.text : theme.secondary});
        }
    if (!(memory > 0 && used_peak > 0)) return;
    const double ridge = ridge_point(FlopRate(used_peak), roofs.memory);
    const QPointF foot(canvas.x(ridge), canvas.plot().bottom() - canvas.px(4));
    std::vector<LabelPlace> beside;
    for (const double up : {0.0, 20.0, 40.0, 60.0, 80.0}) // a roof may lie at its foot
        for (const auto& [away, side] : {std::pair{6.0, Qt::AlignLeft}, {-6.0, Qt::AlignRight}})
            beside.push_back({foot + QPointF(canvas.px(away), -canvas.px(up)), side | Qt::AlignBottom});
    canvas.label(RooflineChart::tr("ridge %1 FLOP/B").arg(QString::number(ridge, 'f', 0)), beside,
                 {.colour = theme.secondary});
    // The name of the memory roof stands left of its line, where no operator can lie.
    const QPointF top = canvas.at(ridge, used_peak), below = canvas.at(ridge / 10, used_peak / 10);
    std::vector<LabelPlace> places;
    for (const double share : {0.5, 0.6, 0.7, 0.4, 0.8, 0.3, 0.9}) {
        const double x = canvas.plot().left() + share * (top.x() - canvas.plot().left());
        const double y = top.y() + (below.y() - top.y()) / (below.x() - top.x()) * (x - top.x());
        places.push_back({{x - canvas.px(10), y}, Qt::AlignRight | Qt::AlignBottom});
    }
    canvas.label(RooflineChart::tr("HBM %1").arg(shown(memory, Dimension::byte_rate)), places);
}

void draw_roofline(ChartCanvas& canvas, const Roofs& roofs, const std::vector<Bubble>& all,
                   double used_peak) {
    const Theme& theme = canvas.theme();
    const double memory = roofs.memory.si();
    draw_roofs(canvas, roofs, used_peak);
    const double largest = canvas.px(22);
    const auto radius_of = [&](const Bubble& bubble) {
        return std::max(canvas.px(3), largest * std::sqrt(bubble.share));
    };
    QStringList without_place;
    for (const Bubble& bubble : all) {
        if (!bubble.has_place()) {
            if (bubble.share >= 0.001)
                without_place << QStringLiteral("%1 %2").arg(bubble.name, percent_text(bubble.share));
            continue;
        }
        const QPointF at = canvas.at(bubble.intensity(), bubble.rate());
        const double radius = radius_of(bubble);
        const QString bound = bubble.compute_bound ? QStringLiteral("compute") : QStringLiteral("memory");
        const double roof = memory > 0 ? std::min(bubble.peak, memory * bubble.intensity()) : bubble.peak;
        QColor fill = disc_colour(theme, bubble.compute_bound);
        fill.setAlphaF(0.75f);
        canvas.dot(at, radius, fill, theme.panel, 1);
        QPainterPath area;
        area.addEllipse(at, std::max(radius, 6.0), std::max(radius, 6.0));
        canvas.hit(area,
                   RooflineChart::tr(
                       "%1\n%2 at %3 FLOP/B, %4 of its roof\n%5 of the operators' time, bound by %6\n%7")
                       .arg(bubble.name, flop_rate(bubble.rate()),
                            QString::number(bubble.intensity(), 'g', 3), percent_text(bubble.rate() / roof),
                            percent_text(bubble.share),
                            bubble.compute_bound ? RooflineChart::tr("compute") : RooflineChart::tr("memory"),
                            bubble.passes.join(u'\n')),
                   bound);
        canvas.keep_free(QRectF(at.x() - radius, at.y() - radius, 2 * radius, 2 * radius));
    }
    for (const Bubble& bubble : all)
        if (bubble.has_place() && bubble.share >= 0.01)
            canvas.label_around(QStringLiteral("%1 %2").arg(bubble.name, percent_text(bubble.share)),
                                canvas.at(bubble.intensity(), bubble.rate()), radius_of(bubble),
                                {.halo = true});
    if (!without_place.isEmpty()) {
        const QString text = RooflineChart::tr("bound by memory, without arithmetic that counts:\n") +
                             without_place.join(QStringLiteral(", "));
        const double room = canvas.plot().width() - canvas.px(24);
        QStringList lines = text.split(u'\n');
        for (QString& line : lines) line = canvas.elided(line, room);
        const double top = canvas.plot().top() + canvas.px(6), bottom = canvas.plot().bottom() - canvas.px(4);
        canvas.label(lines.join(u'\n'),
                     {{{canvas.plot().left() + canvas.px(8), top}, Qt::AlignLeft | Qt::AlignTop},
                      {{canvas.plot().right() - canvas.px(8), bottom}, Qt::AlignRight | Qt::AlignBottom}},
                     {.colour = theme.secondary});
    }
    draw_roof_names(canvas, roofs, used_peak);
}

} // namespace

RooflineChart::RooflineChart(QWidget* parent)
    : Chart(QLatin1String(id_text), Chart::tr(title_text), parent) {}

ChartSpec RooflineChart::describe(const Theme& theme, QSize) const {
    ChartSpec spec;
    const auto known = data().have<Roofs>();
    const Roofs roofs = known ? *known : Roofs();
    spec.title = roofs.accelerator.empty()
                     ? tr("Operators under the roof")
                     : tr("Operators under the roof of one %1").arg(qt(roofs.accelerator));
    if (!data().subject.empty()) spec.title += QStringLiteral(", ") + qt(data().subject);
    spec.source = source_line(data());
    const auto evaluation = data().evaluation();
    std::vector<Bubble> all = evaluation ? bubbles(evaluation->operators) : std::vector<Bubble>{};
    if (!known || std::ranges::none_of(all, &Bubble::has_place)) {
        if (!evaluation || (evaluation->feasible && !known))
            spec.empty =
                RooflineChart::tr("Draw GPUs and choose a model: the operators of its step appear here "
                                  "between memory and compute.");
        else if (!evaluation->feasible)
            spec.empty = infeasible_text(*evaluation);
        else
            spec.empty = RooflineChart::tr(
                "This workload is a profile whose step was measured as a whole. The operators "
                "of a transformer would appear here between memory and compute.");
        return spec;
    }
    double compute_share = 0, used_peak = 0;
    for (const Bubble& bubble : all) {
        if (bubble.compute_bound) compute_share += bubble.share;
        used_peak = std::max(used_peak, bubble.peak);
    }
    spec.subtitle =
        RooflineChart::tr(
            "%1 of the operators' time is bound by arithmetic, %2 by memory · discs by share of the time")
            .arg(percent_text(compute_share), percent_text(std::max(0.0, 1 - compute_share)));
    const auto kind = [](const Bubble& bubble) {
        return bubble.compute_bound ? QStringLiteral("compute") : QStringLiteral("memory");
    };
    for (const auto& [key, text, compute_bound] :
         {std::tuple{"compute", tr("bound by arithmetic"), true}, {"memory", tr("bound by memory"), false}})
        if (std::ranges::any_of(all, [&](const Bubble& bubble) {
                return bubble.has_place() && kind(bubble) == QLatin1String(key);
            }))
            spec.legend.push_back({QLatin1String(key), text, disc_colour(theme, compute_bound)});
    const auto first = std::ranges::find_if(all, &Bubble::has_place);
    double left = first->intensity(), right = left, bottom = first->rate(), top = used_peak;
    for (const Bubble& bubble : all) {
        if (!bubble.has_place()) continue;
        left = std::min(left, bubble.intensity());
        right = std::max(right, bubble.intensity());
        bottom = std::min(bottom, bubble.rate());
    }
    for (const Roofs::Peak& peak : roofs.peaks) top = std::max(top, peak.rate.si());
    if (roofs.memory.si() > 0) { // the ridge and some of the slope are always seen
        right = std::max(right, 2 * top / roofs.memory.si());
        left = std::min(left, used_peak / roofs.memory.si() / 5);
        bottom = std::min(bottom, used_peak / 5);
    }
    PanelSpec panel;
    panel.heading = RooflineChart::tr("Rate of one GPU");
    panel.x = {.scale = AxisSpec::Scale::logarithmic,
               .title = RooflineChart::tr("FLOP per byte of HBM traffic"),
               .low = left / 2,
               .high = right * 3};
    panel.y = {.scale = AxisSpec::Scale::logarithmic,
               .unit = QStringLiteral("FLOP/s"),
               .low = bottom / 3,
               .high = top * 2.2};
    std::erase_if(all, [&](const Bubble& bubble) { return bubble.has_place() && !is_shown(kind(bubble)); });
    panel.draw = [=](ChartCanvas& canvas) { draw_roofline(canvas, roofs, all, used_peak); };
    spec.panels.push_back(panel);
    return spec;
}

ChartTable RooflineChart::table() const {
    ChartTable out;
    out.columns = {{"operator", ""}, {"flops", "FLOP"},  {"bytes", "B"},  {"calls", ""},
                   {"time", "s"},    {"peak", "FLOP/s"}, {"bound_by", ""}};
    if (!data().evaluation()) return out;
    for (const OperatorCost& op : data().evaluation()->operators)
        out.rows.push_back({op.name, op.flops.si(), op.bytes.si(), op.calls, op.time.si(), op.peak.si(),
                            std::string(op.compute_bound ? "compute" : "memory")});
    return out;
}

} // namespace roofrack
