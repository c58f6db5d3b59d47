// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/decide/design_chart.h"

#include "core/answers/figure_title.h"
#include "widgets/charts/chart_text.h"
#include "widgets/charts/compare/column_head.h"
#include "widgets/charts/decide/design_controls.h"
#include "widgets/charts/decide/design_losses_table.h"
#include "widgets/charts/decide/design_rows.h"
#include "widgets/charts/decide/design_view.h"
#include "widgets/charts/plot/chart_canvas.h"
#include "widgets/charts/plot/chart_frame.h"
#include "widgets/charts/row_pages.h"

#include <QHBoxLayout>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace roofrack {

namespace {

constexpr int least_design_px = 18, most_design_px = 26;
constexpr int least_front_plot_px = 240;                  ///< height of the plot of the front
constexpr int around_front_px = 72;                       ///< its heading and its axis
constexpr int most_front_px = 340, lowest_front_px = 150; ///< height of its panel above the table
constexpr int least_table_lines = 6;                      ///< below the front; with less room it is beside
constexpr int least_beside_px = 620;                      ///< width of a picture with both beside each other
constexpr int front_stretch = 45, table_stretch = 55;     ///< their widths then
constexpr int panel_gap_px = 12;
constexpr double heading_lines = 1.2; ///< what the heading of the table takes, in lines of it
constexpr int losses_margin_px = 8;

bool is_placed(const DesignRow& row) {
    return row.runs() && row.values.size() > 1 && std::isfinite(row.values[0]) &&
           std::isfinite(row.values[1]);
}

/// A value on its axis: in days where the tables say days.
double on_axis(const DesignFigure& figure, double value) {
    const figures::Measure& measure = figure.row->measure;
    return measure.stored == "s" && !measure.shown.empty() ? value * measure.factor : value;
}

QPointF place_of(const DesignQuestion& question, const DesignRow& row) {
    return {on_axis(question.limits.front(), row.values[1]), on_axis(question.goal, row.values[0])};
}

void draw_front(ChartCanvas& canvas, const DesignView& view) {
    const DesignStudy& study = *view.study;
    const Theme& theme = canvas.theme();
    const DesignFigure& limit = study.question.limits.front();
    const double at = canvas.x(on_axis(limit, limit.bound));
    canvas.rule({at, canvas.plot().top()}, {at, canvas.plot().bottom()},
                QPen(theme.critical, canvas.px(1), Qt::DashLine), ChartCanvas::Avoid::no);
    std::vector<QPointF> front;
    for (const size_t place : study.verdict.front)
        if (const DesignRow& row = study.found.rows[place]; is_placed(row))
            front.push_back(place_of(study.question, row));
    std::ranges::sort(front, {}, &QPointF::x);
    QColor stroke = theme.accent;
    stroke.setAlphaF(0.6F);
    if (front.size() > 1) canvas.line(front, QPen(stroke, canvas.px(1.5)));
    const std::vector<std::string> servers = coloured_servers(study);
    const auto colour_of = [&](const DesignRow& row) {
        const auto server = std::ranges::find(servers, row.server);
        return server == servers.end() ? theme.accent
                                       : server_colour(theme, static_cast<size_t>(server - servers.begin()));
    };
    for (const bool is_feasible : {false, true})
        for (size_t place = 0; place < study.found.rows.size(); ++place) {
            const DesignRow& row = study.found.rows[place];
            const DesignStanding& standing = study.verdict.standings[place];
            if (!is_placed(row) || standing.is_feasible != is_feasible) continue;
            const QPointF at_place = place_of(study.question, row);
            const QPointF centre = canvas.at(at_place.x(), at_place.y());
            const double radius = canvas.px(standing.is_on_front ? 4.5 : 3.5);
            canvas.dot(centre, radius, is_feasible ? colour_of(row) : theme.disabled, theme.panel, 1);
            canvas.keep_free(QRectF(centre - QPointF(radius, radius), centre + QPointF(radius, radius)));
            QPainterPath area;
            area.addEllipse(centre, radius + canvas.px(2), radius + canvas.px(2));
            mark_design(canvas, area, view, place);
        }
    if (!study.verdict.ranked.empty())
        if (const DesignRow& best = study.found.rows[study.verdict.ranked.front()]; is_placed(best))
            canvas.label_around(
                canvas.elided(qt(best.name), canvas.plot().width() * 0.5),
                canvas.at(place_of(study.question, best).x(), place_of(study.question, best).y()),
                canvas.px(5), {.ground = true});
}

QString axis_unit(const DesignFigure& figure) {
    const figures::Measure& measure = figure.row->measure;
    const QString unit =
        to_qt(measure.stored == "s" && !measure.shown.empty() ? measure.shown : measure.stored);
    return unit == QStringLiteral("1/s") ? QStringLiteral("/s") : unit;
}

std::optional<PanelSpec> front_panel(const std::shared_ptr<const DesignView>& view) {
    const DesignStudy& study = *view->study;
    if (study.question.limits.empty()) return std::nullopt;
    const DesignFigure &goal = study.question.goal, &limit = study.question.limits.front();
    double left = on_axis(limit, limit.bound), right = left, low = INFINITY, high = -INFINITY;
    for (const DesignRow& row : study.found.rows)
        if (is_placed(row)) {
            const QPointF place = place_of(study.question, row);
            left = std::min(left, place.x());
            right = std::max(right, place.x());
            low = std::min(low, place.y());
            high = std::max(high, place.y());
        }
    if (!(low <= high)) return std::nullopt;
    const auto pad = [](double from, double to) {
        return to > from ? (to - from) * 0.06 : std::max(1e-9, std::abs(to) * 0.1);
    };
    PanelSpec panel;
    panel.heading = qt(goal.row->label);
    panel.x = {.title = qt(distinct_label(limit.figure)),
               .unit = axis_unit(limit),
               .low = left - pad(left, right),
               .high = right + pad(left, right)};
    panel.y = {.unit = axis_unit(goal), .low = low - pad(low, high), .high = high + pad(low, high)};
    panel.draw = [view](ChartCanvas& canvas) { draw_front(canvas, *view); };
    return panel;
}

/// The buttons are called as in DesignControls.
QString design_start_words() {
    return DesignChart::tr(
        "Say above what for, within which limits and what may vary, and press “Search”: each "
        "design that can be drawn, the limit at which it ends and why it lost appears "
        "here.");
}

QString design_start_words_beside() {
    return DesignChart::tr("Press “Search designs like those compared”, or say above what for, within which "
                           "limits and what may vary, and press “Search”: each design that can be drawn, the "
                           "limit at which it ends and why it lost appears here.");
}

/// The button is called so by DesignControls.
QString design_older_words() {
    return DesignChart::tr("Designs were found before, but of another state of the project, for another "
                           "question or by another version of the program: they are not shown. Press "
                           "“Search again”.");
}

} // namespace

DesignChart::DesignChart(QWidget* parent)
    : Chart(QLatin1String(id_text), Chart::tr(title_text), parent)
    , m_losses(new DesignLossesTable(this)) {
    auto* below = new QHBoxLayout;
    below->setContentsMargins(losses_margin_px, 0, losses_margin_px, losses_margin_px);
    below->addWidget(m_losses);
    static_cast<QVBoxLayout*>(layout())->addLayout(below);
    connect(this, &Chart::scrolled, this, [this](int rows) {
        if (m_pages.scroll(rows)) refresh();
    });
    connect(this, &Chart::chosen, this, [this](const QString& key) {
        if (key != QLatin1String(next_rows_key)) return;
        const auto& view = data().designs;
        const int rows = view && view->study ? int(listed_designs(*view->study).size()) : 0;
        m_pages.turn(rows);
        refresh();
    });
}

void DesignChart::show_first_rows() {
    m_pages = {};
    refresh();
}

ChoiceControls* DesignChart::make_controls(QWidget* parent) { return new DesignControls(parent); }

QString DesignChart::plan_text() const { return {}; }

void DesignChart::data_changed() {
    const auto& view = data().designs;
    auto study = view ? view->study : nullptr;
    if (study == m_listed) return; // what is selected stays so
    m_listed = std::move(study);
    m_losses->show_study(m_listed.get());
    m_losses->fit(height());
}

void DesignChart::resizeEvent(QResizeEvent* event) {
    Chart::resizeEvent(event);
    m_losses->fit(height());
}

ChartSpec DesignChart::describe(const Theme& theme, QSize size) const {
    ChartSpec spec;
    spec.source = source_line(data());
    spec.title = DesignChart::tr("Design search");
    const auto view = data().designs;
    const QString progress = view && view->is_busy
                                 ? DesignChart::tr("%1 of %2 designs drawn, planned and evaluated …")
                                       .arg(count_text(double(view->done)), count_text(double(view->all)))
                                 : QString();
    if (!view || !view->study) {
        spec.empty = !progress.isEmpty()                   ? progress
                     : view && !view->absent.empty()       ? qt(view->absent)
                     : view && view->older_s               ? design_older_words()
                     : DesignControls::offers_like(data()) ? design_start_words_beside()
                                                           : design_start_words();
        return spec;
    }
    const DesignStudy& study = *view->study;
    spec.title = DesignChart::tr("Designs for the best %1").arg(qt(study.question.goal.row->label));
    spec.subtitle = qt(study.verdict.sentence);
    QStringList state{DesignChart::tr("%1, of which %2 and %3 all limits")
                          .arg(counted(qsizetype(study.found.rows.size()), DesignChart::tr("1 design"),
                                       DesignChart::tr("%1 designs")),
                               counted(qsizetype(study.verdict.running), DesignChart::tr("1 runs"),
                                       DesignChart::tr("%1 run")),
                               counted(qsizetype(study.verdict.ranked.size()), DesignChart::tr("1 meets"),
                                       DesignChart::tr("%1 meet")))};
    if (study.scenario != data().scenario)
        state << DesignChart::tr("of the scenario “%1”").arg(qt(study.scenario));
    if (study.found.is_cancelled) state << DesignChart::tr("stopped, not all are here");
    if (!progress.isEmpty())
        state << progress;
    else if (view->is_stale)
        state << DesignChart::tr("of an older state: search again");
    spec.subtitle += u'\n' + state.join(QStringLiteral(" · "));
    if (const QString line = caution_line(study); !line.isEmpty()) spec.subtitle += u'\n' + line;
    spec.subtitle_yields = ChartSpec::SubtitleYields::after_others;
    spec.alert = qt(view->absent);
    const double scale = theme.scale;
    std::optional<PanelSpec> front = front_panel(view);
    if (front) {
        const std::vector<std::string> servers = coloured_servers(study);
        for (size_t i = 0; i < servers.size(); ++i)
            spec.legend.push_back({{}, qt(servers[i]), server_colour(theme, i)});
        if (servers.empty()) spec.legend.push_back({{}, DesignChart::tr("meets all limits"), theme.accent});
        spec.legend.push_back(
            {{},
             servers.empty() ? DesignChart::tr("does not") : DesignChart::tr("does not meet all limits"),
             theme.disabled});
    }
    const double room = frame_layout(spec, theme, size).panels.height();
    const double wanted = (least_front_plot_px + around_front_px) * scale;
    const bool is_roomy = room >= wanted + least_table_lines * least_design_px * scale;
    const bool is_beside = front && !is_roomy && size.width() >= least_beside_px * scale;
    spec.stacked = !is_beside;
    double table_px = is_beside ? room - around_front_px * scale : room;
    if (front) {
        const double height =
            std::clamp(room * 0.5, is_roomy ? wanted : lowest_front_px * scale, most_front_px * scale);
        if (is_beside) {
            front->stretch = front_stretch;
        } else {
            table_px = std::max(1.0, room - height - panel_gap_px * scale);
            front->max_height = int(std::ceil(height / scale));
            front->stretch = int(height);
        }
        spec.panels.push_back(std::move(*front));
    }
    const int all = int(listed_designs(study).size());
    const int most = std::max(2, int(table_px / (least_design_px * scale) - heading_lines));
    const RowPage page = m_pages.page(all, most);
    PanelSpec panel = page_panel(page, most_design_px);
    panel.stretch = is_beside ? table_stretch : int(std::ceil(table_px));
    if (is_beside) { // as high as the front, its rows at the top
        panel.max_height = 0;
        panel.y.high = std::max(panel.y.high, panel.y.low + table_px / (most_design_px * scale));
    }
    panel.draw = [view, page](ChartCanvas& canvas) { paint_design_rows(canvas, *view, page); };
    spec.panels.push_back(std::move(panel));
    return spec;
}

ChartTable DesignChart::table() const {
    ChartTable out;
    const auto& view = data().designs;
    if (!view || !view->study) return out;
    const DesignStudy& study = *view->study;
    out.columns = {{"rank", ""},     {"design", ""}, {"announced", ""},
                   {"cautions", ""}, {"gpus", ""},   {"plan", ""}};
    for (size_t i = 0; i < study.question.figures(); ++i)
        out.columns.push_back(
            {study.question.figure(i).figure, std::string(study.question.figure(i).row->measure.stored)});
    out.columns.push_back({"ends", ""});
    out.columns.push_back({"lost", ""});
    for (size_t place = 0; place < study.found.rows.size(); ++place) {
        const DesignRow& row = study.found.rows[place];
        const DesignStanding& standing = study.verdict.standings[place];
        std::vector<ChartTable::Cell> cells{standing.rank > 0 ? ChartTable::Cell(double(standing.rank))
                                                              : ChartTable::Cell(),
                                            row.name,
                                            std::string(row.is_announced ? "yes" : ""),
                                            listed_names(caution_texts(row.cautions)).toStdString(),
                                            row.gpus,
                                            row.plan};
        for (size_t i = 0; i < study.question.figures(); ++i) {
            ChartTable::Cell& cell = cells.emplace_back();
            if (row.runs() && row.absent[i].empty()) cell = row.values[i];
        }
        cells.push_back(standing.ends);
        cells.push_back(row.runs() ? standing.lost : row.reason);
        out.rows.push_back(std::move(cells));
    }
    return out;
}

} // namespace roofrack
