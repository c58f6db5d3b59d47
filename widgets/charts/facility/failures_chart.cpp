// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/facility/failures_chart.h"

#include "core/study/facility/facility_study.h"
#include "widgets/charts/chart_text.h"
#include "widgets/charts/facility/facility_text.h"
#include "widgets/charts/facility/load_title.h"
#include "widgets/charts/plot/chart_canvas.h"
#include "widgets/fields/load_share_text.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>

namespace roofrack {

namespace {

constexpr int row_px = 34, frame_px = 170;
constexpr int least_cell_px = 58, most_cell_px = 180;
constexpr double most_of_names = 0.34; ///< largest share of names in the width, of what fails
constexpr size_t most_columns = 7;

QString name_in(const FacilityStudy& study, const std::string& id) {
    const auto found = std::ranges::find(study.levels, id, &Level::id);
    return found == study.levels.end() || found->name.empty() ? qt(id) : qt(found->name);
}

/// Where nothing is left.
QString nothing_text(const SingleFailure& failure) {
    return failure.kind == BudgetKind::feed ? SupplyFailuresChart::tr("dark")
                                            : SupplyFailuresChart::tr("no cooling");
}

/// What becomes of the step.
/// `step`: the one that runs now; 0: none does.
QString outcome_text(const FailureStep& each, Seconds step) {
    const bool runs = step > Seconds(0);
    if (each.failure.survives() && !runs) return SupplyFailuresChart::tr("holds");
    if (each.failure.survives()) return SupplyFailuresChart::tr("step unchanged");
    if (each.failure.dark_gpus > 0)
        return (runs ? SupplyFailuresChart::tr("%1 GPUs dark: the job stops")
                     : SupplyFailuresChart::tr("%1 GPUs dark"))
            .arg(count_text(std::ceil(each.failure.dark_gpus)));
    if (each.failure.dark_equipment > Watts(0))
        return (runs ? SupplyFailuresChart::tr("%1 of switches, storage or cooling dark: the job stops")
                     : SupplyFailuresChart::tr("%1 of switches, storage or cooling dark"))
            .arg(shown(each.failure.dark_equipment));
    if (!runs) return SupplyFailuresChart::tr("%1 to shed").arg(shown(each.failure.shed));
    if (!each.step) return SupplyFailuresChart::tr("the job stops");
    return SupplyFailuresChart::tr("step %1 instead of %2, %3 to shed")
        .arg(shown(*each.step), shown(step), shown(each.failure.shed));
}

QString readout_of(const FacilityStudy& study, const FailureStep& each) {
    QString text = SupplyFailuresChart::tr("One of %1 fails").arg(name_in(study, each.failure.id));
    text += u'\n' + outcome_text(each, study.step);
    for (const SingleFailure::Over& over : each.failure.over)
        text +=
            u'\n' + (std::isfinite(over.ratio)
                         ? SupplyFailuresChart::tr("%1: %2 of what is left, %3 too much")
                               .arg(name_in(study, over.id), load_share_text(over.ratio), shown(over.excess))
                         : SupplyFailuresChart::tr("%1: nothing left").arg(name_in(study, over.id)));
    return text;
}

/// What is over its limit in any of the failures, in the order of levels: the columns.
std::vector<std::string> columns_of(const FacilityStudy& study, size_t rows) {
    std::vector<std::string> out;
    for (const Level& level : study.levels) {
        bool is_over = false;
        for (size_t i = 0; i < rows; ++i)
            is_over = is_over || std::ranges::any_of(study.failures[i].failure.over,
                                                     [&](const auto& over) { return over.id == level.id; });
        if (is_over && std::ranges::find(out, level.id) == out.end()) out.push_back(level.id);
    }
    if (out.size() > most_columns) out.resize(most_columns);
    return out;
}

/// What is fullest and how full, where the cell has room for both.
QString fullest_text(const ChartCanvas& canvas, const FacilityStudy& study, const SingleFailure& failure,
                     const QString& share, double width) {
    if (failure.fullest.empty()) return SupplyFailuresChart::tr("no other");
    const QString whole = QStringLiteral("%1 · %2").arg(name_in(study, failure.fullest), share);
    return canvas.text_size(whole).width() < width - canvas.px(8) ? whole : share;
}

void draw_matrix(ChartCanvas& canvas, const FacilityStudy& study, size_t rows,
                 const std::vector<std::string>& columns) {
    const Theme& theme = canvas.theme();
    const double row = canvas.y(1) - canvas.y(0);
    const double text_left = canvas.x(static_cast<double>(columns.size()) + 0.6);
    for (size_t i = 0; i < rows; ++i) {
        const FailureStep& each = study.failures[i];
        const double y = canvas.y(static_cast<double>(i));
        const bool bears = each.failure.survives();
        for (size_t c = 0; c < columns.size() + 1; ++c) {
            const QRectF cell(QPointF(canvas.x(static_cast<double>(c) - 0.46), y - row * 0.4),
                              QPointF(canvas.x(static_cast<double>(c) + 0.46), y + row * 0.4));
            // The first column: the worst of all that is left.
            double ratio = 0;
            if (c == 0)
                ratio = each.failure.worst;
            else if (const auto over =
                         std::ranges::find(each.failure.over, columns[c - 1], &SingleFailure::Over::id);
                     over != each.failure.over.end())
                ratio = over->ratio;
            const bool over = ratio > 1;
            if (c > 0 && !over) continue;
            const QColor colour = over ? theme.critical : margin_colour(theme, 1 - ratio);
            canvas.box(cell, colour);
            const QString share = std::isfinite(ratio) ? load_share_text(ratio) : nothing_text(each.failure);
            canvas.label(c == 0 ? fullest_text(canvas, study, each.failure, share, cell.width()) : share,
                         {{cell.center(), Qt::AlignCenter}}, {.colour = theme.text_on(colour)});
        }
        canvas.label(outcome_text(each, study.step), {{{text_left, y}}},
                     {.colour = bears ? theme.secondary : theme.critical, .may_leave_plot = true});
        QPainterPath path;
        path.addRect(QRectF(QPointF(canvas.picture().left(), y - row / 2),
                            QPointF(canvas.picture().right(), y + row / 2)));
        canvas.choose(path, readout_of(study, each), qt(each.failure.id));
    }
}

} // namespace

SupplyFailuresChart::SupplyFailuresChart(QWidget* parent)
    : Chart(QLatin1String(id_text), Chart::tr(title_text), parent) {}

ChartSpec SupplyFailuresChart::describe(const Theme& theme, QSize size) const {
    ChartSpec spec;
    spec.source = source_line(data());
    spec.title = SupplyFailuresChart::tr("What one failure leaves");
    if (!data().have<FacilityStudy>() || data().have<FacilityStudy>()->failures.empty()) {
        spec.empty = empty_chart_text(
            data(), SupplyFailuresChart::tr("Draw feeds and cooling units: what the loss of each one does to "
                                            "the others and to the step appears here."));
        return spec;
    }
    const FacilityStudy& study = *data().have<FacilityStudy>();
    const auto fit =
        static_cast<size_t>(std::max(1, (size.height() - theme.spacing(frame_px)) / theme.spacing(row_px)));
    const size_t rows = std::min(fit, study.failures.size());
    const auto lost = std::ranges::count_if(study.failures,
                                            [](const FailureStep& each) { return !each.failure.survives(); });
    spec.title = lost == 0   ? SupplyFailuresChart::tr("What is drawn bears the loss of any one unit")
                 : lost == 1 ? SupplyFailuresChart::tr("One kind of failure is not borne")
                             : SupplyFailuresChart::tr("%1 kinds of failure are not borne").arg(lost);
    spec.plan = assumed_load_text(study.assumed);
    spec.alert = alert_at_load(data(), study.assumed);
    spec.subtitle =
        joined({SupplyFailuresChart::tr("one instance of each lost in turn"),
                study.assumed ? SupplyFailuresChart::tr("no step runs")
                              : SupplyFailuresChart::tr("step at work %1, failures and checkpoints apart")
                                    .arg(shown(study.step)),
                rows < study.failures.size()
                    ? SupplyFailuresChart::tr("%1 milder ones in the table").arg(study.failures.size() - rows)
                    : QString()});
    const std::vector<std::string> columns = columns_of(study, rows);
    PanelSpec panel;
    panel.heading = SupplyFailuresChart::tr("One of these fails, and what is left is so full");
    panel.y.show_rows(rows);
    const QFontMetricsF metrics(theme.font(Theme::Role::secondary));
    double names = 0, text = 0;
    for (size_t i = 0; i < rows; ++i) {
        const SingleFailure& failure = study.failures[i].failure;
        const auto level = std::ranges::find(study.levels, failure.id, &Level::id);
        const QString name = level == study.levels.end()
                                 ? qt(failure.id)
                                 : QStringLiteral("%1 · %2").arg(level_name(*level), level_kind_text(*level));
        panel.y.categories << metrics.elidedText(name, Qt::ElideRight, size.width() * most_of_names);
        names = std::max(names, metrics.horizontalAdvance(panel.y.categories.back()));
        text = std::max(text, metrics.horizontalAdvance(outcome_text(study.failures[i], study.step)));
    }
    // Cells of one width, and beside them room for what becomes of the step.
    const double cells = static_cast<double>(columns.size()) + 1,
                 plot = size.width() - names - theme.spacing(44);
    const double cell = std::clamp((plot - text - theme.spacing(16)) / (cells + 0.15),
                                   theme.spacing(least_cell_px) * 1.0, theme.spacing(most_cell_px) * 1.0);
    panel.x = {.scale = AxisSpec::Scale::category,
               .low = -0.55,
               .high = std::max(cells - 0.4, plot / cell - 0.55),
               .zoom = false};
    const auto heading = [&](const QString& name) {
        return metrics.elidedText(name, Qt::ElideRight, cell - theme.spacing(8));
    };
    panel.x.categories << heading(SupplyFailuresChart::tr("fullest"));
    for (const std::string& id : columns) panel.x.categories << heading(name_in(study, id));
    panel.max_height = static_cast<int>(rows) * theme.spacing(52) + theme.spacing(96);
    panel.draw = [shared = data().have<FacilityStudy>(), rows, columns](ChartCanvas& canvas) {
        draw_matrix(canvas, *shared, rows, columns);
    };
    spec.panels.push_back(std::move(panel));
    return spec;
}

ChartTable SupplyFailuresChart::table() const {
    ChartTable out;
    out.columns = {{"fails", ""}, {"survives", ""}, {"fullest", ""},   {"which", ""},
                   {"over", ""},  {"shed", "W"},    {"dark_gpus", ""}, {"step", "s"}};
    if (!data().have<FacilityStudy>()) return out;
    for (const FailureStep& each : data().have<FacilityStudy>()->failures) {
        std::string over;
        for (const SingleFailure::Over& one : each.failure.over) over += (over.empty() ? "" : ", ") + one.id;
        out.rows.push_back(
            {each.failure.id, std::string(each.failure.survives() ? "yes" : "no"),
             std::isfinite(each.failure.worst) ? ChartTable::Cell(each.failure.worst) : ChartTable::Cell(),
             each.failure.fullest, over, each.failure.shed.si(), each.failure.dark_gpus,
             each.step ? ChartTable::Cell(each.step->si()) : ChartTable::Cell()});
    }
    return out;
}

} // namespace roofrack
