// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/scale/scaling_chart.h"

#include "core/study/ideal_gap.h"
#include "widgets/charts/chart_text.h"
#include "widgets/charts/plot/chart_canvas.h"
#include "widgets/charts/scale/curve_panel.h"
#include "widgets/charts/scale/gap_panel.h"
#include "widgets/charts/scale/study_text.h"
#include "widgets/fields/core_words.h"

#include <algorithm>
#include <cmath>

namespace roofrack {

namespace {

/// The losses have room below the curve: from this height on, or where the legend has one row from a lower
/// one.
bool has_room_below(QSize size) { return size.height() >= (size.width() >= 900 ? 400 : 440); }

/// "linear to 16,384 GPUs, then tensor comm grows · diminishing to …".
QString borders_text(const ScaleResult& study) {
    QString out;
    for (const ScaleBorder& border : study.borders) {
        const QString until =
            ScalingChart::tr("%1 to %2").arg(core_word(name_of(border.from)), gpus_text(study, border.gpus));
        out = joined({out, border.to > border.from
                               ? ScalingChart::tr("%1, then %2").arg(until, effect_text(border))
                               : until});
    }
    if (out.isEmpty())
        out = ScalingChart::tr("%1 over the whole range")
                  .arg(core_word(name_of(regime_spans(study).front().regime)));
    return out;
}

/// Where nothing runs, or only one size does.
QString nothing_text(const ScaleResult& study) {
    if (study.points.empty())
        return ScalingChart::tr(
            "Draw a cluster with GPUs and choose a model: the speed-up over GPU counts appears here.");
    const QString reason = study.gaps.empty() ? QString() : qt(study.gaps.back().reason);
    return ScalingChart::tr("No two GPU counts can run this: %1").arg(reason);
}

} // namespace

ScalingChart::ScalingChart(QWidget* parent)
    : Chart(QLatin1String(id_text), Chart::tr(title_text), parent) {}

void ScalingChart::show_value(StudyValue value) {
    m_value = value;
    refresh();
}

ChartSpec ScalingChart::describe(const Theme& theme, QSize size) const {
    ChartSpec spec;
    spec.source = source_line(data());
    spec.title = ScalingChart::tr("%1 against GPUs").arg(value_text(m_value));
    if (!data().subject.empty()) spec.title += QStringLiteral(", ") + qt(data().subject);
    const ScaleResult& study = data().scale();
    const std::vector<ScalePoint> points = points_that_run(study);
    if (points.size() < 2) {
        spec.empty = nothing_text(study);
        return spec;
    }
    spec.title += QStringLiteral(", ") + metric_text(study.metric);
    const bool is_found = study.replanned || !data().best_is_stale;
    spec.subtitle = joined({is_found ? borders_text(study) : QString(),
                            data().best_is_stale ? ScalingChart::tr("finding the best plans …") : QString()});
    if (study.replanned) {
        spec.legend.push_back({{}, ScalingChart::tr("best plan at each size"), theme.accent, true, true});
        if (!data().given.points.empty())
            spec.legend.push_back({{}, ScalingChart::tr("plan as given"), theme.secondary, true, true});
    } else {
        spec.legend.push_back({{}, ScalingChart::tr("plan as given"), theme.accent, true, true});
    }
    StudyRangeShown range{study.points.front().gpus, study.points.back().gpus};
    for (size_t i = 0; i < data().measured.size(); ++i) {
        const MeasuredStudy& measured = data().measured[i];
        if (measured.against.factor <= 0) continue;
        range.low = std::min(range.low, measured.fit.curve.points.front().gpus);
        range.high = std::max(range.high, measured.fit.curve.points.back().gpus);
        const QString name =
            ScalingChart::tr("%1, measured ÷ %2: level with the plan as given")
                .arg(qt(measured.fit.curve.name), shown(measured.against.factor, Dimension::number));
        spec.legend.push_back({{}, name, {}, true, false, [i](ChartCanvas& canvas, const QRectF& rect) {
                                   draw_measured_mark(canvas, rect.center(), i);
                               }});
    }
    spec.stacked = true;
    spec.panels.push_back(curve_panel(shared_data(), range, m_value));
    if (has_room_below(size) && is_found) {
        for (LegendEntry& entry : gap_legend(study, theme)) spec.legend.push_back(std::move(entry));
        spec.panels.front().x.visible = false; // the panel below has the same
        spec.panels.push_back(gap_panel(shared_data(), range));
    }
    return spec;
}

ChartTable ScalingChart::table() const {
    ChartTable out;
    out.columns = {{"plan", ""},        {"metric", ""},     {"gpus", ""},
                   {"feasible", ""},    {"batch", ""},      {"productive_step", "s"},
                   {"wall_step", "s"},  {"step_time", "s"}, {"rate", "1/s"},
                   {"progress", "1/s"}, {"speedup", ""},    {"efficiency", ""},
                   {"elasticity", ""},  {"regime", ""}};
    for (size_t i = 0; i < step_part_count; ++i)
        out.columns.push_back({"lost_to_" + std::string(name_of(static_cast<StepPart>(i))), "1/s"});
    out.columns.push_back({std::string("lost_to_") + extra_tokens, "1/s"});
    out.columns.push_back({"note", ""});
    for (const ScaleResult* study : {&data().best, &data().given})
        for (const ScalePoint& point : study->points) {
            const auto value = [&](double number) {
                return point.feasible && std::isfinite(number) ? ChartTable::Cell(number)
                                                               : ChartTable::Cell();
            };
            std::vector<ChartTable::Cell> row{
                std::string(study->replanned ? "best" : "given"),
                std::string(name_of(study->metric)),
                point.gpus,
                std::string(point.feasible ? "yes" : "no"),
                value(point.batch),
                value(point.productive_step.si()),
                value(point.wall_step.si()),
                value(point.step_time.si()),
                value(point.rate),
                value(point.progress),
                value(point.speedup),
                value(point.efficiency),
                value(point.elasticity),
                point.regime ? ChartTable::Cell(std::string(name_of(*point.regime))) : ChartTable::Cell()};
            for (size_t which = 0; which < loss_count; ++which) row.push_back(value(loss(point, which)));
            row.emplace_back(point.reason);
            out.rows.push_back(std::move(row));
        }
    const double ideal = data().scale().ideal_rate;
    for (const MeasuredStudy& measured : data().measured) {
        if (measured.against.factor <= 0 || ideal <= 0) continue;
        for (const MeasuredRate& point : measured.fit.curve.points) {
            const double progress = point.rate / measured.against.factor; // level with the plan as given
            std::vector<ChartTable::Cell> row(out.columns.size());
            row[0] = std::string("measured");
            row[1] = std::string(name_of(measured.against.metric));
            row[2] = point.gpus;
            row[3] = std::string("yes");
            row[9] = progress;
            row[10] = progress / ideal;
            row[11] = progress / ideal / point.gpus;
            row.back() = measured.fit.curve.name;
            out.rows.push_back(std::move(row));
        }
    }
    return out;
}

} // namespace roofrack
