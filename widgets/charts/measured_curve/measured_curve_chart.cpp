// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/measured_curve/measured_curve_chart.h"

#include "core/answers/measured_answers.h"
#include "core/measured/measure/curves/scaling_checks.h"
#include "widgets/charts/chart_text.h"
#include "widgets/charts/measured_curve/checks_panel.h"
#include "widgets/charts/measured_curve/rate_panel.h"
#include "widgets/charts/plot/chart_canvas.h"
#include "widgets/fields/text.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace roofrack {

namespace {

constexpr int beside_width = 340;

QString losses_text(const ScalingFit& fit) {
    const ScalingLoss largest = largest_loss(fit);
    const double share = fit.losses[static_cast<size_t>(largest)];
    if (!fit.waits || share <= 0) return {};
    return MeasuredCurveChart::tr("largest loss by estimate: %1, %2 of it")
        .arg(in_words(name_of(largest)), percent_text(share));
}

QString bends_text(const ScalingFit& fit) {
    if (!fit.has_line()) return MeasuredCurveChart::tr("no mechanism fits the points: no forecast");
    if (!fit.no_forecast.empty())
        return MeasuredCurveChart::tr("the rate has just fallen: no forecast beyond %1 GPUs")
            .arg(count_text(fit.farthest));
    if (fit.is_held_down) return MeasuredCurveChart::tr("the last points fall: no growth is forecast");
    if (fit.bends <= 0)
        return MeasuredCurveChart::tr("linear as far as the forecast goes, to %1 GPUs")
            .arg(count_text(fit.farthest));
    if (fit.bends <= fit.curve.points.front().gpus) return MeasuredCurveChart::tr("bent from the start");
    const auto place = [](double gpus) { return count_text(std::round(gpus)); };
    if (fit.bends_high <= 0)
        return MeasuredCurveChart::tr("bends at %1 GPUs (90 %: from %2)")
            .arg(place(fit.bends), place(fit.bends_low));
    return MeasuredCurveChart::tr("bends at %1 GPUs (90 %: %2 to %3)")
        .arg(place(fit.bends), place(fit.bends_low), place(fit.bends_high));
}

QString next_text(const ScalingFit& fit) {
    QString at;
    for (const double count : fit.measure_next)
        at =
            at.isEmpty() ? count_text(count) : MeasuredCurveChart::tr("%1 and %2").arg(at, count_text(count));
    return fit.within_server
               ? MeasuredCurveChart::tr("all points within one server of %1 GPUs: measure at %2")
                     .arg(count_text(fit.node_gpus), at)
               : MeasuredCurveChart::tr("measure next at %1").arg(at);
}

ChartTable::Cell cell(double value) {
    return std::isfinite(value) ? ChartTable::Cell(value) : ChartTable::Cell();
}

ChartTable::Cell cell(const std::optional<RateBand>& band, double RateBand::*which) {
    return band ? cell((*band).*which) : ChartTable::Cell();
}

} // namespace

MeasuredCurveChart::MeasuredCurveChart(QWidget* parent)
    : Chart(QLatin1String(id_text), Chart::tr(title_text), parent) {}

void MeasuredCurveChart::show_value(StudyValue value) {
    m_value = value;
    refresh();
}

void MeasuredCurveChart::show_curve(const QString& name) {
    m_curve = name;
    refresh();
}

const MeasuredStudy* MeasuredCurveChart::study() const {
    const auto& all = data().have_or_empty<MeasuredStudies>().curves;
    for (const MeasuredStudy& each : all)
        if (qt(each.fit.curve.name) == m_curve) return &each;
    return all.empty() ? nullptr : &all.back();
}

QString MeasuredCurveChart::shown_curve() const {
    const MeasuredStudy* shown = study();
    return shown ? qt(shown->fit.curve.name) : QString();
}

ChartSpec MeasuredCurveChart::describe(const Theme& theme, QSize size) const {
    ChartSpec spec;
    spec.source = source_line(data());
    const MeasuredStudy* shown = study();
    if (!shown) {
        spec.title = Chart::tr(title_text);
        spec.empty = MeasuredCurveChart::tr(
            "Drop a CSV of GPUs against rate or step time here, one row per measurement with a header such "
            "as "
            "gpus,tokens_per_s,val_loss: what it tells of more GPUs appears here, and stays in the project.");
        return spec;
    }
    const ScalingFit& fit = shown->fit;
    spec.title =
        MeasuredCurveChart::tr("%1 against GPUs, measured: %2").arg(value_text(m_value), qt(fit.curve.name));
    // What the drawing knows is more than an estimate by kinds.
    const QString cause = qt(shown->against.cause);
    spec.subtitle = joined({next_text(fit), bends_text(fit), cause.isEmpty() ? losses_text(fit) : cause});
    spec.source = joined({fit.curve.file.empty() ? QString() : qt(fit.curve.file), spec.source});
    spec.legend.push_back({{},
                           MeasuredCurveChart::tr("measured"),
                           {},
                           true,
                           false,
                           [](ChartCanvas& canvas, const QRectF& rect) {
                               canvas.dot(rect.center(), canvas.px(4), canvas.theme().panel,
                                          canvas.theme().text, canvas.px(2));
                           }});
    if (fit.has_line())
        spec.legend.push_back({{},
                               MeasuredCurveChart::tr("forecast, 90 % of measurements, to %1 × the largest")
                                   .arg(fit.farthest / fit.curve.points.back().gpus),
                               theme.accent,
                               true,
                               true});
    const RateLines lines{is_shown(QStringLiteral("amdahl")), is_shown(QStringLiteral("usl")),
                          is_shown(QStringLiteral("model"))};
    spec.legend.push_back({QStringLiteral("amdahl"), MeasuredCurveChart::tr("Amdahl"), amdahl_colour(theme),
                           lines.amdahl, true});
    spec.legend.push_back(
        {QStringLiteral("usl"), MeasuredCurveChart::tr("USL"), usl_colour(theme), lines.usl, true});
    if (!model_line(*shown, data().given()).empty()) {
        const QString name = MeasuredCurveChart::tr("the model's plan as given × %1, %2")
                                 .arg(roofrack::shown(shown->against.factor, Dimension::number),
                                      metric_text(shown->against.metric));
        LegendEntry entry{QStringLiteral("model"), name, theme.secondary, lines.model, true, {}};
        if (lines.model)
            entry.swatch = [](ChartCanvas& canvas, const QRectF& rect) {
                canvas.rule({rect.left() - 1, rect.center().y()}, {rect.right() + 1, rect.center().y()},
                            QPen(canvas.theme().secondary, canvas.px(1.5), Qt::DashLine));
            };
        spec.legend.push_back(std::move(entry));
    }
    spec.panels.push_back(rate_panel(shared_data(), *shown, m_value, lines));
    if (size.width() >= theme.spacing(820)) {
        PanelSpec checks = checks_panel(fit, false);
        checks.fixed_width = theme.spacing(beside_width);
        spec.panels.push_back(std::move(checks));
    } else if (const bool is_wide = size.width() >= theme.spacing(720);
               size.height() >= theme.spacing(is_wide ? 420 : 560)) {
        spec.stacked = true;
        PanelSpec checks = checks_panel(fit, is_wide);
        checks.max_height = theme.spacing(is_wide ? 160 : 250);
        spec.panels.push_back(std::move(checks));
    }
    return spec;
}

ChartTable MeasuredCurveChart::table() const {
    ChartTable out;
    const MeasuredStudy* shown = study();
    if (!shown) return out;
    const ScalingFit& fit = shown->fit;
    const std::string unit(fit.curve.unit == RateUnit::speedup ? ""
                           : fit.curve.unit == RateUnit::any   ? "1/s"
                                                               : rate_text(fit.curve.unit));
    out.columns = {{"curve", ""},           {"gpus", ""},       {"measured", unit},
                   {"efficiency", ""},      {"forecast", unit}, {"forecast_low", unit},
                   {"forecast_high", unit}, {"elasticity", ""}, {"elasticity_low", ""},
                   {"elasticity_high", ""}, {"regime", ""},     {"amdahl", unit},
                   {"usl", unit},           {"model", unit},    {"model_communication", ""},
                   {"metric", ""},          {"note", ""}};
    for (const ScalingFit::Row& row : fit.rows) {
        std::vector<ChartTable::Cell> cells{fit.curve.name,
                                            row.gpus,
                                            row.measured ? cell(*row.measured) : ChartTable::Cell(),
                                            cell(row.efficiency),
                                            cell(row.forecast, &RateBand::rate),
                                            cell(row.forecast, &RateBand::low),
                                            cell(row.forecast, &RateBand::high),
                                            cell(row.elasticity, &RateBand::rate),
                                            cell(row.elasticity, &RateBand::low),
                                            cell(row.elasticity, &RateBand::high),
                                            std::string(row.regime ? name_of(*row.regime) : ""),
                                            cell(row.amdahl),
                                            cell(row.usl)};
        cells.resize(out.columns.size());
        const auto model = std::ranges::find(shown->against.rows, row.gpus, &MeasuredComparison::Row::gpus);
        if (model != shown->against.rows.end()) {
            if (model->reason.empty()) {
                cells[13] = cell(model->predicted);
                cells[14] = cell(model->communication);
            }
            cells[16] = model->reason;
        }
        const auto point = std::ranges::find(fit.curve.points, row.gpus, &MeasuredRate::gpus);
        if (point != fit.curve.points.end() && point->metric) cells[15] = *point->metric;
        out.rows.push_back(std::move(cells));
    }
    std::vector<std::string> notes = fit.notes;
    if (!shown->against.cause.empty()) notes.push_back(shown->against.cause);
    for (const std::string& note : notes) {
        std::vector<ChartTable::Cell> cells(out.columns.size());
        cells[0] = fit.curve.name;
        cells[16] = note;
        out.rows.push_back(std::move(cells));
    }
    for (const ScalingCheck& check : scaling_checks(fit)) {
        std::vector<ChartTable::Cell> cells(out.columns.size());
        cells[0] = fit.curve.name;
        cells[16] = fmt::format("{} {}: {}{}", text_of(check.question), name_of(check.answer), check.said,
                                check.todo.empty() ? std::string() : "; " + check.todo);
        out.rows.push_back(std::move(cells));
    }
    return out;
}

} // namespace roofrack
