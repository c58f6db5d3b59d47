// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/limits/wall_chart.h"

#include "core/study/limits/memory_wall.h"
#include "widgets/charts/chart_text.h"
#include "widgets/charts/plot/chart_canvas.h"
#include "widgets/fields/text.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace roofrack {

namespace {

/// Narrower than this the panels stand one below the other, where they are high enough.
constexpr int wide_enough = 620, high_enough = 420;

QColor colour_of_rate(const Theme& theme, WallRate rate) {
    switch (rate) {
    case WallRate::compute_16: return theme.part(StepPart::compute);
    case WallRate::compute_low: return theme.part(StepPart::straggler);
    case WallRate::hbm: return theme.part(StepPart::optimizer);
    case WallRate::scale_up: return theme.part(StepPart::tensor_comm);
    case WallRate::nic: break;
    }
    return theme.part(StepPart::data_comm);
}

QString rate_key(WallRate rate) { return qt(name_of(rate)); }
QString year_text(double year) { return QString::number(std::lround(year)); }
QString factor_text(double factor) { return QString::number(factor, 'f', 2); }

/// What moves bytes, and the ridge points of it.
struct Mover {
    WallRate rate;
    double WallRidges::*ridge;
    double ResourceTimes::*time;
    std::optional<double> WallPosition::*years;
};
constexpr Mover movers[] = {
    {WallRate::hbm, &WallRidges::hbm, &ResourceTimes::hbm, &WallPosition::hbm_years},
    {WallRate::scale_up, &WallRidges::scale_up, &ResourceTimes::scale_up, &WallPosition::scale_up_years},
    {WallRate::nic, &WallRidges::nic, &ResourceTimes::nic, &WallPosition::nic_years},
};

/// The drawn step's 16-bit FLOP per byte that `mover` carries, scaled so that the line meets the ridge in the
/// year when bytes and arithmetic take equally long.
double step_intensity(const WallPosition& drawn, const Mover& mover) {
    const double traffic = drawn.now.*mover.time;
    return traffic > 0 ? drawn.ridges.*mover.ridge * drawn.now.arithmetic / traffic : 0;
}

double first_year(const WallStudy& study) { return study.wall.parts.front().year; }
double last_year(const WallStudy& study) {
    const double drawn = study.drawn.year > 0 ? study.drawn.year + study.wall.projected.years : 0;
    return std::max(study.wall.parts.back().year, drawn);
}

/// Places on an axis of years.
class Years {
public:
    Years(const ChartCanvas& canvas, const WallStudy& study)
        : m_canvas(canvas)
        , m_first(first_year(study)) {}
    QPointF at(double year, double value) const { return m_canvas.at(year - m_first, value); }
    QPointF point(double year, double value) const { return {year - m_first, value}; }

private:
    const ChartCanvas& m_canvas;
    double m_first;
};

QString part_text(const WallPart& part) {
    QString out = WallChart::tr("%1, %2").arg(qt(part.name), year_text(part.year));
    for (size_t i = 0; i < wall_rate_count; ++i) {
        const auto rate = static_cast<WallRate>(i);
        if (!(part.rates[i] > 0) || (rate == WallRate::compute_low && part.low == "BF16")) continue;
        out += WallChart::tr("\n%1 %2").arg(to_qt(label_of(rate)), shown(part.rates[i], dimension_of(rate)));
        if (rate == WallRate::compute_low) out += QStringLiteral(" (%1)").arg(in_words(part.low));
    }
    for (const Mover& mover : movers)
        if (part.ridges.*mover.ridge > 0)
            out += WallChart::tr("\nridge, %1: %2 FLOP/B")
                       .arg(to_qt(label_of(mover.rate)), count_text(part.ridges.*mover.ridge));
    return out;
}

void draw_part(ChartCanvas& canvas, QPointF at, const QColor& colour, const WallPart& part) {
    if (!canvas.plot().contains(at)) return; // a point of a workstation
    QColor pale = colour;
    pale.setAlphaF(0.35f);
    canvas.dot(at, canvas.px(part.leads ? 3.5 : 2.5), part.leads ? colour : pale, canvas.theme().panel, 1);
    const QRectF around(at.x() - 6, at.y() - 6, 12, 12);
    canvas.keep_free(around.adjusted(2, 2, -2, -2));
    canvas.hit(around, part_text(part));
}

QPen projected_pen(const ChartCanvas& canvas, const QColor& colour) {
    return {colour, canvas.px(1.5), Qt::DashLine, Qt::FlatCap};
}

void mark_drawn_year(ChartCanvas& canvas, const WallStudy& study) {
    if (!(study.drawn.year > 0)) return;
    const Years years(canvas, study);
    const double x = years.at(study.drawn.year, 1).x();
    const QRectF plot = canvas.plot();
    canvas.rule({x, plot.top()}, {x, plot.bottom()}, QPen(canvas.theme().secondary, 1, Qt::DotLine),
                ChartCanvas::Avoid::no);
    const std::vector<LabelPlace> places{
        {{x + canvas.px(6), plot.top() + canvas.px(4)}, Qt::AlignLeft | Qt::AlignTop},
        {{x - canvas.px(6), plot.top() + canvas.px(4)}, Qt::AlignRight | Qt::AlignTop}};
    const LabelStyle style{.role = Theme::Role::strong, .colour = canvas.theme().accent, .ground = true};
    if (!canvas.label(WallChart::tr("drawn: %1").arg(qt(study.drawn.accelerator)), places, style))
        canvas.label(WallChart::tr("drawn"), places, style);
}

/// All rates against those of the oldest.
void draw_growth(ChartCanvas& canvas, const WallStudy& study, const std::vector<WallRate>& rates) {
    const Theme& theme = canvas.theme();
    const Years years(canvas, study);
    const WallPart& base = *study.wall.part(study.wall.base);
    const double last = study.wall.parts.back().year;
    for (const WallRate rate : rates) {
        const GrowthFit& fit = study.wall.growth[static_cast<size_t>(rate)];
        const double unit = rate_of(base.rates, rate);
        if (!(fit.per_year > 0 && unit > 0)) continue;
        QColor colour = colour_of_rate(theme, rate);
        canvas.line(
            {years.point(base.year, fit.value(base.year) / unit), years.point(last, fit.value(last) / unit)},
            QPen(colour, canvas.px(1.5)));
        if (const double now = rate_of(study.drawn.rates, rate); now > 0 && study.drawn.year > 0) {
            std::vector<QPointF> line;
            for (const WallPosition::Future& each : study.drawn.future)
                line.push_back(years.point(study.drawn.year + each.year, rate_of(each.rates, rate) / unit));
            canvas.line(line, projected_pen(canvas, colour));
        }
    }
    for (const WallRate rate : rates)
        for (const WallPart& part : study.wall.parts)
            if (rate_of(part.rates, rate) > 0 && rate_of(base.rates, rate) > 0)
                draw_part(canvas, years.at(part.year, rate_of(part.rates, rate) / rate_of(base.rates, rate)),
                          colour_of_rate(theme, rate), part);
    mark_drawn_year(canvas, study);
}

void draw_meeting(ChartCanvas& canvas, const WallStudy& study, const Mover& mover) {
    const Theme& theme = canvas.theme();
    const Years years(canvas, study);
    const WallPosition& drawn = study.drawn;
    const double intensity = step_intensity(drawn, mover);
    if (!(intensity > 0 && drawn.year > 0)) return;
    const QColor colour = colour_of_rate(theme, mover.rate);
    const QPointF from = years.at(drawn.year, intensity), to = years.at(last_year(study), intensity);
    canvas.rule(from, to, QPen(colour, canvas.px(1)));
    const QString name = to_qt(label_of(mover.rate));
    const auto& when = drawn.*mover.years;
    const bool meets = when && *when > 0;
    const QPointF at = meets ? years.at(drawn.year + *when, intensity) : QPointF();
    if (meets && at.x() < to.x()) {
        canvas.dot(at, canvas.px(4), theme.panel, colour, canvas.px(2));
        canvas.hit(QRectF(at.x() - 7, at.y() - 7, 14, 14),
                   WallChart::tr("from %1 on a step's bytes take longer than its arithmetic: %2")
                       .arg(year_text(std::floor(drawn.year + *when)), to_qt(label_of(mover.rate))));
    }
    // Not over the projected line: where both leave room.
    std::vector<LabelPlace> places;
    const double across = to.x() - from.x();
    for (const double share : {1.0, 0.9, 0.8, 0.7, 0.6, 0.5})
        for (const auto& [away, side] : {std::pair{-3.0, Qt::AlignBottom}, {3.0, Qt::AlignTop}})
            places.push_back({{from.x() + share * across, to.y() + canvas.px(away)}, Qt::AlignRight | side});
    for (const auto& [away, side] : {std::pair{-3.0, Qt::AlignBottom}, {3.0, Qt::AlignTop}})
        places.push_back({{from.x() + canvas.px(16), from.y() + canvas.px(away)}, Qt::AlignLeft | side});
    places.push_back({{from.x() - canvas.px(4), from.y()}, Qt::AlignRight | Qt::AlignVCenter});
    canvas.label(meets ? WallChart::tr("%1: %2").arg(name, year_text(std::floor(drawn.year + *when))) : name,
                 places, {.colour = colour, .halo = true, .ground = true});
}

void draw_operators(ChartCanvas& canvas, const WallStudy& study) {
    const Years years(canvas, study);
    if (!(study.drawn.year > 0)) return;
    QColor fill = colour_of_rate(canvas.theme(), WallRate::hbm);
    fill.setAlphaF(0.3f);
    for (const WallPosition::Op& op : study.drawn.operators) {
        const QPointF at = years.at(study.drawn.year, op.intensity);
        const double radius = canvas.px(3 + 9 * std::sqrt(op.share));
        canvas.dot(at, radius, fill, colour_of_rate(canvas.theme(), WallRate::hbm), 1);
        QPainterPath area;
        area.addEllipse(at, radius, radius);
        canvas.hit(area, WallChart::tr("%1\n%2 FLOP/B of HBM, its ridge at %3\n%4 of the step's arithmetic")
                             .arg(qt(op.name), count_text(op.intensity), count_text(op.ridge),
                                  percent_text(op.share)));
    }
}

void draw_ridges(ChartCanvas& canvas, const WallStudy& study, const std::vector<WallRate>& rates) {
    const Theme& theme = canvas.theme();
    const Years years(canvas, study);
    const auto is_in = [&](WallRate rate) { return std::ranges::find(rates, rate) != rates.end(); };
    if (is_in(WallRate::hbm)) draw_operators(canvas, study);
    for (const Mover& mover : movers) {
        if (!is_in(mover.rate)) continue;
        const QColor colour = colour_of_rate(theme, mover.rate);
        for (const WallPart& part : study.wall.parts)
            if (part.ridges.*mover.ridge > 0)
                draw_part(canvas, years.at(part.year, part.ridges.*mover.ridge), colour, part);
        if (study.drawn.ridges.*mover.ridge > 0 && study.drawn.year > 0) {
            std::vector<QPointF> line;
            for (const WallPosition::Future& each : study.drawn.future)
                line.push_back(years.point(study.drawn.year + each.year, each.ridges.*mover.ridge));
            canvas.line(line, projected_pen(canvas, colour));
        }
    }
    mark_drawn_year(canvas, study);
    for (const Mover& mover : movers)
        if (is_in(mover.rate)) draw_meeting(canvas, study, mover);
}

AxisSpec year_axis(const WallStudy& study) {
    AxisSpec axis{
        .scale = AxisSpec::Scale::category, .title = WallChart::tr("Year of release"), .zoom = false};
    for (double year = first_year(study); year < last_year(study) + 0.5; ++year)
        axis.categories << year_text(year);
    axis.low = -0.5;
    axis.high = static_cast<double>(axis.categories.size()) - 0.5;
    return axis;
}

/// Room for all that is drawn.
struct Range {
    double low = std::numeric_limits<double>::infinity(), high = 0;
    void take(double value) {
        if (!(value > 0)) return;
        low = std::min(low, value);
        high = std::max(high, value);
    }
};

Range growth_range(const WallStudy& study, const std::vector<WallRate>& rates) {
    Range out;
    const WallPart& base = *study.wall.part(study.wall.base);
    for (const WallRate rate : rates) {
        const double unit = rate_of(base.rates, rate);
        if (!(unit > 0)) continue;
        for (const WallPart& part : study.wall.parts)
            if (part.leads) out.take(rate_of(part.rates, rate) / unit);
        if (study.drawn.year > 0)
            for (const auto& each : study.drawn.future) out.take(rate_of(each.rates, rate) / unit);
    }
    return out;
}

Range ridge_range(const WallStudy& study, const std::vector<WallRate>& rates) {
    Range out;
    for (const Mover& mover : movers) {
        if (std::ranges::find(rates, mover.rate) == rates.end()) continue;
        for (const WallPart& part : study.wall.parts)
            if (part.leads) out.take(part.ridges.*mover.ridge);
        if (!(study.drawn.year > 0)) continue;
        for (const auto& each : study.drawn.future) out.take(each.ridges.*mover.ridge);
        out.take(step_intensity(study.drawn, mover));
        if (mover.rate == WallRate::hbm)
            for (const WallPosition::Op& op : study.drawn.operators) out.take(op.intensity);
    }
    return out;
}

PanelSpec wall_panel(const WallStudy& study, const QString& heading, Range range, const QString& unit) {
    PanelSpec panel;
    panel.heading = heading;
    panel.x = year_axis(study);
    if (!(range.high > 0)) range = {1, 10};
    panel.y = {.scale = AxisSpec::Scale::logarithmic,
               .unit = unit,
               .low = range.low / 1.6,
               .high = range.high * 4}; // the drawn machine's name stands above
    return panel;
}

QString when_text(const WallPosition& drawn, const std::optional<double>& years) {
    if (!years) return WallChart::tr("never");
    if (*years <= 0) return WallChart::tr("already");
    return drawn.year > 0 ? year_text(std::floor(drawn.year + *years))
                          : WallChart::tr("in %1 years").arg(QString::number(*years, 'f', 1));
}

QString wall_subtitle(const WallStudy& study) {
    const WallPosition& drawn = study.drawn;
    if (!(drawn.now.arithmetic > 0)) return WallChart::tr("the catalogue's accelerators; no step is drawn");
    QStringList meets;
    for (const Mover& mover : movers)
        if (drawn.now.*mover.time > 0)
            meets << WallChart::tr("%1 %2").arg(to_qt(label_of(mover.rate)),
                                                when_text(drawn, drawn.*mover.years));
    const WallGrowth& growth = study.wall.projected;
    return WallChart::tr("bytes take longer than the step's arithmetic: %1 · at %2, %3 and %4 times per year")
        .arg(meets.join(QStringLiteral(", ")), factor_text(growth.compute), factor_text(growth.bandwidth),
             factor_text(growth.link));
}

} // namespace

WallChart::WallChart(QWidget* parent)
    : Chart(QLatin1String(id_text), Chart::tr(title_text), parent) {}

ChartSpec WallChart::describe(const Theme& theme, QSize size) const {
    ChartSpec spec;
    spec.source = source_line(data());
    spec.title = WallChart::tr("Arithmetic against memory and links");
    if (!data().subject.empty()) spec.title += QStringLiteral(", ") + qt(data().subject);
    const auto study = data().have<WallStudy>();
    if (!study) {
        spec.empty =
            WallChart::tr("Draw a cluster with GPUs and choose a model: where its machine stands among "
                          "the accelerators of ten years appears here.");
        return spec;
    }
    spec.subtitle = wall_subtitle(*study);
    std::vector<WallRate> rates;
    for (size_t i = 0; i < wall_rate_count; ++i) {
        const auto rate = static_cast<WallRate>(i);
        const bool is_on = is_shown(rate_key(rate));
        if (is_on) rates.push_back(rate);
        const GrowthFit& fit = study->wall.growth[i];
        spec.legend.push_back(
            {.key = rate_key(rate),
             .text =
                 fit.per_year > 0
                     ? WallChart::tr("%1 × %2 a year").arg(to_qt(label_of(rate)), factor_text(fit.per_year))
                     : to_qt(label_of(rate)),
             .colour = colour_of_rate(theme, rate),
             .shown = is_on});
    }
    if (size.width() >= 480 && size.height() >= 300) { // else it leaves the axes no room
        spec.legend.push_back(
            stroke_entry(WallChart::tr("fit of the leading parts"), theme.secondary, Qt::SolidLine));
        if (study->drawn.year > 0)
            spec.legend.push_back(
                stroke_entry(WallChart::tr("drawn machine, projected"), theme.secondary, Qt::DashLine));
    }
    const WallPart& base = *study->wall.part(study->wall.base);
    PanelSpec growth = wall_panel(
        *study,
        WallChart::tr("One accelerator against the %1 of %2").arg(qt(base.name), year_text(base.year)),
        growth_range(*study, rates), QStringLiteral("×"));
    growth.draw = [study, rates](ChartCanvas& canvas) { draw_growth(canvas, *study, rates); };
    PanelSpec ridges = wall_panel(*study, WallChart::tr("Ridge points, 16-bit FLOP a byte; level: this step"),
                                  ridge_range(*study, rates), QString());
    ridges.draw = [study, rates](ChartCanvas& canvas) { draw_ridges(canvas, *study, rates); };
    spec.panels = {std::move(growth), std::move(ridges)};
    spec.stacked = size.width() < wide_enough * theme.scale && size.height() >= high_enough;
    return spec;
}

ChartTable WallChart::table() const {
    ChartTable out;
    out.columns = {{"accelerator", ""},
                   {"year", "a"},
                   {"leads", ""},
                   {"compute_16", "FLOP/s"},
                   {"compute_low", "FLOP/s"},
                   {"narrowest", ""},
                   {"hbm", "B/s"},
                   {"scale_up", "B/s"},
                   {"nic", "B/s"},
                   {"ridge_hbm", "FLOP/B"},
                   {"ridge_scale_up", "FLOP/B"},
                   {"ridge_nic", "FLOP/B"}};
    if (!data().have<WallStudy>()) return out;
    const WallStudy& study = *data().have<WallStudy>();
    const auto add = [&](const std::string& name, double year, const std::string& kind,
                         const WallRates& rates, const std::string& low, const WallRidges& ridges) {
        out.rows.push_back({name, year, kind, rate_of(rates, WallRate::compute_16),
                            rate_of(rates, WallRate::compute_low), low, rate_of(rates, WallRate::hbm),
                            rate_of(rates, WallRate::scale_up), rate_of(rates, WallRate::nic), ridges.hbm,
                            ridges.scale_up, ridges.nic});
    };
    for (const WallPart& part : study.wall.parts)
        add(part.name, part.year, part.leads ? "yes" : "no", part.rates, part.low, part.ridges);
    for (const WallPosition::Future& each : study.drawn.future)
        add(study.drawn.accelerator, study.drawn.year + each.year, each.year > 0 ? "projected" : "drawn",
            each.rates, "", each.ridges);
    return out;
}

} // namespace roofrack
