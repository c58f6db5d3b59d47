// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/scale/scaling_chart.h"

#include "core/answers/measured_answers.h"
#include "core/study/curve/curve_line.h"
#include "core/study/curve/serial_law.h"
#include "core/study/ideal_gap.h"
#include "core/study/scale_quantity.h"
#include "core/study/scenario_curve.h"
#include "widgets/charts/chart_data.h"
#include "widgets/charts/chart_table.h"
#include "widgets/charts/chart_text.h"
#include "widgets/charts/plot/chart_canvas.h"
#include "widgets/charts/scale/curve_lines.h"
#include "widgets/charts/scale/curve_marks.h"
#include "widgets/charts/scale/curve_panel.h"
#include "widgets/charts/scale/curve_view.h"
#include "widgets/charts/scale/gap_panel.h"
#include "widgets/charts/scale/quantity_text.h"
#include "widgets/charts/scale/study_text.h"
#include "widgets/fields/text.h"

#include <algorithm>
#include <cmath>

namespace roofrack {

namespace {

using Cell = ChartTable::Cell;

Cell number_cell(double number) { return std::isfinite(number) ? Cell(number) : Cell(); }

std::vector<ChartTable::Column> scaling_columns() {
    std::vector<ChartTable::Column> out{{"plan", ""},
                                        {"metric", ""},
                                        {"gpus", ""},
                                        {"feasible", ""},
                                        {"batch", ""},
                                        {"productive_step", "s"},
                                        {"wall_step", "s"},
                                        {"step_time", "s"},
                                        {"rate", "1/s"},
                                        {"progress", "1/s"},
                                        {"speedup", ""},
                                        {"efficiency", ""},
                                        {"elasticity", ""},
                                        {"regime", ""},
                                        {"days", "d"},
                                        {"dollars", "$/1e6"},
                                        {"energy", "MWh"},
                                        {"step_time_low", "s"},
                                        {"step_time_high", "s"},
                                        {"amdahl_speedup", ""},
                                        {"growing_speedup", ""}};
    for (size_t i = 0; i < step_part_count; ++i)
        out.push_back({"lost_to_" + std::string(name_of(static_cast<StepPart>(i))), "1/s"});
    out.push_back({std::string("lost_to_") + extra_tokens, "1/s"});
    out.push_back({"scenario", ""});
    out.push_back({"note", ""});
    return out;
}

std::vector<Cell> row_of(const ScaleResult& study, const ScalePoint& point, const ScaleResult& reference,
                         const SerialLaw* law) {
    const auto value = [&](double number) { return point.feasible ? number_cell(number) : Cell(); };
    const auto shown = [&](ScaleQuantity quantity) {
        return number_cell(quantity_of(quantity, point, reference));
    };
    const bool has_law = law && law->missing.empty() && point.gpus >= law->gpus;
    std::vector<Cell> row{std::string(study.replanned ? "best" : "given"),
                          std::string(name_of(study.metric)),
                          point.gpus,
                          std::string(point.feasible ? "yes" : "no"),
                          value(point.batch),
                          value(point.productive_step.si()),
                          value(point.wall_step.si()),
                          value(point.step_time.si()),
                          value(point.rate),
                          value(point.progress),
                          shown(ScaleQuantity::speedup),
                          shown(ScaleQuantity::efficiency),
                          value(point.elasticity),
                          point.regime ? Cell(std::string(name_of(*point.regime))) : Cell(),
                          shown(ScaleQuantity::days),
                          shown(ScaleQuantity::dollars),
                          shown(ScaleQuantity::energy),
                          value(point.step_time_low.si()),
                          value(point.step_time_high.si()),
                          has_law ? number_cell(law->amdahl(point.gpus)) : Cell(),
                          has_law ? number_cell(law->grown(point.gpus)) : Cell()};
    for (size_t which = 0; which < loss_count; ++which) row.push_back(value(loss(point, which)));
    return row;
}

/// The scaling chart in numbers: the best plans, the plan as given, other scenarios, measured rates. All
/// speed-ups and efficiencies are of the main line's smallest size and ideal. `with_law`: Amdahl's speed-ups,
/// too.
ChartTable scaling_table(const ChartData& data, bool with_law) {
    ChartTable out;
    out.columns = scaling_columns();
    const ScaleResult& main = data.scale();
    std::optional<SerialLaw> law;
    if (with_law) law = serial_law(main);
    const auto add = [&](const ScaleResult& study, const std::string& scenario, const SerialLaw* of) {
        for (const ScalePoint& point : study.points) {
            std::vector<Cell> row = row_of(study, point, main, of);
            row.emplace_back(scenario);
            row.emplace_back(point.reason);
            out.rows.push_back(std::move(row));
        }
    };
    for (const ScaleResult* study : {&main, &data.other()})
        add(*study, data.scenario, study == &main && law ? &*law : nullptr);
    for (const auto& curve : data.beside) add(curve->study, curve->scenario, nullptr);
    for (const MeasuredStudy& measured : data.have_or_empty<MeasuredStudies>().curves) {
        if (measured.against.factor <= 0 || main.ideal_rate <= 0) continue;
        for (const MeasuredRate& point : measured.fit.curve.points) {
            const double progress = point.rate / measured.against.factor; // level with the plan as given
            const auto value = [&](ScaleQuantity quantity) {
                return number_cell(measured_value(quantity, data, point.gpus, progress));
            };
            std::vector<Cell> row(out.columns.size());
            row[0] = std::string("measured");
            row[1] = std::string(name_of(measured.against.metric));
            row[2] = point.gpus;
            row[3] = std::string("yes");
            row[9] = progress;
            row[10] = value(ScaleQuantity::speedup);
            row[11] = value(ScaleQuantity::efficiency);
            row[14] = value(ScaleQuantity::days);
            row[15] = value(ScaleQuantity::dollars);
            row[16] = value(ScaleQuantity::energy);
            row.back() = measured.fit.curve.name;
            out.rows.push_back(std::move(row));
        }
    }
    return out;
}

/// The losses have room below the curve, which keeps 240 px.
bool has_room_below(QSize size) { return size.height() >= 620; }

/// Or beside it.
bool has_room_beside(QSize size) { return size.width() >= 900; }

/// What moves the borders has a line of its own.
bool has_room_to_say(QSize size) { return size.height() >= 340; }

/// "linear to 16,384 GPUs, then tensor comm grows · diminishing to …".
QString borders_text(const ScaleResult& study, ScaleQuantity shown_quantity) {
    QString out;
    for (const ScaleBorder& border : study.borders) {
        const QString until =
            ScalingChart::tr("%1 to %2").arg(in_words(name_of(border.from)), gpus_text(study, border.gpus));
        out = joined({out, border.to > border.from
                               ? ScalingChart::tr("%1, then %2").arg(until, effect_text(border))
                               : until});
    }
    if (out.isEmpty())
        out = ScalingChart::tr("%1 over the whole range")
                  .arg(in_words(name_of(regime_stretches(study).front().regime)));
    for (const ScaleStep& step : study.steps) out = joined({out, step_text(study, step)});
    // The regimes are of the rate whatever is shown.
    return less_is_better(shown_quantity) ? ScalingChart::tr("rate: %1").arg(out) : out;
}

/// Where nothing runs, or only one size does.
QString nothing_text(const ScaleResult& study) {
    if (study.points.empty())
        return ScalingChart::tr(
            "Draw a cluster with GPUs and choose a model: the speed-up over GPU counts appears here.");
    const QString reason = study.gaps.empty() ? QString() : qt(study.gaps.back().reason);
    return ScalingChart::tr("No two GPU counts can run this: %1").arg(reason);
}

/// Some sizes are hatched by draw_gaps().
bool has_hatched(const ScaleResult& study) {
    for (size_t i = 0; i < study.gaps.size(); ++i)
        if (sizes_without_line(study, i)) return true;
    return false;
}

/// Sizes that cannot run, as draw_gaps() hatches them.
void hatched_swatch(ChartCanvas& canvas, const QRectF& rect) {
    canvas.hatch(rect, canvas.theme().secondary);
    canvas.box_outline(rect, canvas.theme().line);
}

} // namespace

ScalingChart::ScalingChart(QWidget* parent)
    : Chart(QLatin1String(id_text), Chart::tr(title_text), parent) {}

void ScalingChart::show_view(const StudyView& view) {
    if (m_shown == view) return;
    m_shown = view;
    refresh();
}

/// What stands in until the best plans are found is named as what it is.
QString ScalingChart::plan_text() const { return plan_words(data().scale().replanned); }

ChartSpec ScalingChart::describe(const Theme& theme, QSize size) const {
    ChartSpec spec;
    spec.source = source_line(data());
    const bool is_of_samples = m_shown.quantity == ScaleQuantity::dollars && data().scale().counts_samples;
    spec.title = ScalingChart::tr("%1 against GPUs")
                     .arg(is_of_samples ? ScalingChart::tr("Cost of a million samples")
                                        : quantity_text(m_shown.quantity));
    if (!data().subject.empty()) spec.title += QStringLiteral(", ") + qt(data().subject);
    const ScaleResult& study = data().scale();
    const std::vector<ScalePoint> points = points_that_run(study);
    if (points.size() < 2) {
        spec.empty = nothing_text(study);
        return spec;
    }
    spec.title += QStringLiteral(", ") + metric_text(study.metric);
    spec.empty = missing_text(m_shown.quantity, study);
    if (!spec.empty.isEmpty()) return spec;
    const bool is_found = data().is_main_found();
    std::shared_ptr<const SerialLaw> law;
    if (is_law_shown(data(), m_shown)) law = std::make_shared<const SerialLaw>(serial_law(study));
    spec.subtitle = joined(
        {is_found ? borders_text(study, m_shown.quantity) : QString(),
         law && !law->missing.empty() ? ScalingChart::tr("Amdahl: %1").arg(qt(law->missing)) : QString(),
         m_shown.law && !law && is_of_rate(m_shown.quantity)
             ? ScalingChart::tr("Amdahl: not of days where failures are not counted")
             : QString(),
         data().is_best_awaited() ? ScalingChart::tr("finding the best plans …")
         : data().is_beside_stale ? ScalingChart::tr("finding the other scenarios …")
                                  : QString()});
    // What moves the borders follows a moment later: the line keeps its place meanwhile.
    if (is_found && std::ranges::any_of(study.borders, &ScaleBorder::worsens) && has_room_to_say(size))
        spec.subtitle += u'\n' + moves_text(study);
    const auto name = [&](const QString& line) {
        return data().beside.empty() ? line : QStringLiteral("%1: %2").arg(qt(data().scenario), line);
    };
    const auto line_name = [](const ScaleResult& line) {
        return line.replanned ? ScalingChart::tr("best plan at each size") : plan_words(false);
    };
    spec.legend.push_back({{}, name(line_name(study)), theme.accent, true, true});
    if (!data().other().points.empty())
        spec.legend.push_back({{}, line_name(data().other()), theme.secondary, true, true});
    if (m_shown.band) {
        QColor band = theme.accent;
        band.setAlphaF(0.25f);
        spec.legend.push_back({{}, ScalingChart::tr("80 % band"), band});
    }
    if (study.drawn_gpus > 0 && points.back().gpus > study.drawn_gpus)
        spec.legend.push_back(
            stroke_entry(ScalingChart::tr("assumed beyond the drawing"), theme.accent, Qt::DashLine));
    if (has_hatched(study)) // the line of the other plan may go on there
        spec.legend.push_back({{},
                               study.replanned ? ScalingChart::tr("no plan can run")
                                               : ScalingChart::tr("plan as given cannot run"),
                               theme.secondary,
                               true,
                               false,
                               hatched_swatch});
    for (LegendEntry& entry : beside_legend(data(), theme)) spec.legend.push_back(std::move(entry));
    if (law)
        for (LegendEntry& entry : law_legend(*law, theme)) spec.legend.push_back(std::move(entry));
    StudyRangeShown range{study.points.front().gpus, study.points.back().gpus, m_shown.log_gpus};
    for (const auto& curve : data().beside)
        for (const ScalePoint& point : points_that_run(curve->study)) {
            range.low = std::min(range.low, point.gpus);
            range.high = std::max(range.high, point.gpus);
        }
    const auto& curves = data().have_or_empty<MeasuredStudies>().curves;
    for (size_t i = 0; i < curves.size(); ++i) {
        const MeasuredStudy& measured = curves[i];
        if (measured.against.factor <= 0) continue;
        range.low = std::min(range.low, measured.fit.curve.points.front().gpus);
        range.high = std::max(range.high, measured.fit.curve.points.back().gpus);
        const QString curve_name =
            ScalingChart::tr("%1, measured ÷ %2: level with the plan as given")
                .arg(qt(measured.fit.curve.name), shown(measured.against.factor, Dimension::number));
        spec.legend.push_back({{}, curve_name, {}, true, false, [i](ChartCanvas& canvas, const QRectF& rect) {
                                   draw_measured_mark(canvas, rect.center(), i);
                               }});
    }
    spec.stacked = true;
    if (law && !law->missing.empty()) law.reset();
    spec.panels.push_back(curve_panel(shared_data(), range, m_shown, law));
    const bool is_below = has_room_below(size);
    if (is_found && (is_below || has_room_beside(size))) {
        for (LegendEntry& entry : gap_legend(study, theme)) spec.legend.push_back(std::move(entry));
        spec.stacked = is_below;
        spec.panels.front().x.visible = !is_below; // the panel below has the same
        spec.panels.push_back(gap_panel(shared_data(), range));
        if (!is_below) spec.panels.front().stretch = 130;
    }
    return spec;
}

ChartTable ScalingChart::table() const { return scaling_table(data(), is_law_shown(data(), m_shown)); }

} // namespace roofrack
