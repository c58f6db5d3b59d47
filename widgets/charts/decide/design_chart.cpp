// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/decide/design_chart.h"

#include "core/answers/figure_title.h"
#include "widgets/charts/chart_text.h"
#include "widgets/charts/compare/column_head.h"
#include "widgets/charts/decide/design_controls.h"
#include "widgets/charts/decide/design_view.h"
#include "widgets/charts/plot/chart_canvas.h"
#include "widgets/charts/plot/chart_frame.h"
#include "widgets/charts/row_pages.h"

#include <algorithm>
#include <cmath>

namespace roofrack {

namespace {

constexpr int least_design_px = 18, most_design_px = 26;
constexpr int least_front_plot_px = 240;                  ///< height of the plot of the front
constexpr int around_front_px = 64;                       ///< its heading and its axis
constexpr int most_front_px = 330, lowest_front_px = 150; ///< height of its panel above the table
constexpr int least_table_lines = 6;                      ///< below the front; with less room it is beside
constexpr int least_beside_px = 620;                      ///< width of a picture with both beside each other
constexpr int front_stretch = 45, table_stretch = 55;     ///< their widths then
constexpr int panel_gap_px = 12;
constexpr double heading_lines = 1.2;    ///< what the heading of the table takes, in lines of it
constexpr int least_width_of_ends = 640; ///< px of a table that says where designs end
constexpr int design_gap_px = 10;

QString value_of(const DesignStudy& study, const DesignRow& row, size_t figure) {
    return row.runs() && row.absent[figure].empty()
               ? qt(study.question.figure(figure).value_text(row.values[figure]))
               : DesignChart::tr("none");
}

QString why_lost(const DesignStudy& study, size_t row) {
    const DesignStanding& standing = study.verdict.standings[row];
    if (!study.found.rows[row].runs()) return qt(study.found.rows[row].reason);
    return standing.lost.empty() ? DesignChart::tr("the best") : qt(standing.lost);
}

/// A mark before the name, which the end of a long one would take away; its hint says what of.
QString name_of_design(const DesignRow& row) {
    return row.cautions.empty() ? qt(row.name) : QStringLiteral("(!) ") + qt(row.name);
}

QString design_hint(const DesignStudy& study, size_t place) {
    const DesignRow& row = study.found.rows[place];
    QStringList out{qt(row.name)};
    if (!row.cautions.empty()) out << QStringLiteral("(!) ") + listed_names(row.cautions);
    if (row.is_announced) out << DesignChart::tr("figures of its server are its maker's promises");
    if (!row.plan.empty()) out << qt(row.plan);
    for (size_t i = 0; i < study.question.figures(); ++i)
        out << QStringLiteral("%1: %2").arg(qt(study.question.figure(i).row->label), value_of(study, row, i));
    if (!study.verdict.standings[place].ends.empty()) out << qt(study.verdict.standings[place].ends);
    out << why_lost(study, place);
    return out.join(u'\n');
}

QString keep_key(const DesignRow& row) {
    return QLatin1String(DesignChart::keep_prefix) + QString::number(row.design);
}

/// The mark of a design: a click keeps it, where a scenario may be added.
void mark_design(ChartCanvas& canvas, const QPainterPath& area, const DesignView& view, size_t place) {
    const DesignRow& row = view.study->found.rows[place];
    const QString hint = design_hint(*view.study, place);
    if (view.is_read_only || !row.runs())
        canvas.hit(area.boundingRect(), hint);
    else
        canvas.choose(area, hint + u'\n' + DesignChart::tr("a click keeps it as a scenario"), keep_key(row));
}

/// The rows that are listed: those that meet all limits, the best first; else the nearest.
const std::vector<size_t>& listed(const DesignStudy& study) {
    return study.verdict.ranked.empty() ? study.verdict.nearest : study.verdict.ranked;
}

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
    for (const bool is_feasible : {false, true})
        for (size_t place = 0; place < study.found.rows.size(); ++place) {
            const DesignRow& row = study.found.rows[place];
            const DesignStanding& standing = study.verdict.standings[place];
            if (!is_placed(row) || standing.is_feasible != is_feasible) continue;
            const QPointF at_place = place_of(study.question, row);
            const QPointF centre = canvas.at(at_place.x(), at_place.y());
            const double radius = canvas.px(standing.is_on_front ? 4.5 : 3.5);
            canvas.dot(centre, radius, is_feasible ? theme.accent : theme.disabled, theme.panel, 1);
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

struct DesignTable {
    ChartCanvas& canvas;
    const DesignView& view;
    RowPage page;

    void text(const QString& what, double left, double y, double width, QColor colour) {
        canvas.label(canvas.elided(what, width), {{{left, y}}}, {.colour = colour, .may_leave_plot = true});
    }

    void paint() {
        const DesignStudy& study = *view.study;
        const Theme& theme = canvas.theme();
        const double left = canvas.plot().left(), width = canvas.plot().width();
        const double height = canvas.y(1) - canvas.y(0), gap = canvas.px(design_gap_px);
        const auto figures = double(study.question.figures());
        // Where a design ends is left to its hint where there is little room.
        const bool has_ends = !study.question.limits.empty() && width >= canvas.px(least_width_of_ends);
        const double rank_width = canvas.px(28), name_width = width * (has_ends ? 0.24 : 0.28);
        const double cell_width = std::min(canvas.px(110), width * 0.36 / figures);
        const double cells = left + rank_width + name_width + gap;
        const double ends = cells + figures * cell_width + gap;
        const double ends_width = has_ends ? (left + width - ends) * 0.5 : 0;
        const double lost = ends + ends_width;
        const double head = canvas.y(-1);
        text(DesignChart::tr("design"), left + rank_width, head, name_width, theme.secondary);
        for (size_t i = 0; i < study.question.figures(); ++i)
            text(qt(study.question.figure(i).row->label), cells + double(i) * cell_width, head,
                 cell_width - gap, theme.secondary);
        if (ends_width > 0) text(DesignChart::tr("ends at"), ends, head, ends_width - gap, theme.secondary);
        text(DesignChart::tr("why not the best"), lost, head, left + width - lost, theme.secondary);
        const std::vector<size_t>& rows = listed(study);
        for (int i = 0; i < page.shown; ++i) {
            const size_t place = rows[size_t(page.first + i)];
            const DesignRow& row = study.found.rows[place];
            const DesignStanding& standing = study.verdict.standings[place];
            const double y = canvas.y(i);
            const QColor colour = standing.is_feasible ? theme.text : theme.secondary;
            text(standing.rank > 0 ? QString::number(standing.rank) : QStringLiteral("–"), left, y,
                 rank_width, theme.secondary);
            text(name_of_design(row), left + rank_width, y, name_width,
                 standing.rank == 1 ? theme.accent : colour);
            for (size_t k = 0; k < study.question.figures(); ++k)
                text(value_of(study, row, k), cells + double(k) * cell_width, y, cell_width - canvas.px(4),
                     colour);
            if (ends_width > 0)
                text(qt(standing.ends), ends, y, ends_width - gap,
                     standing.is_feasible ? theme.secondary : theme.critical);
            text(why_lost(study, place), lost, y, left + width - lost, theme.secondary);
            QPainterPath area;
            area.addRect({left, y - height / 2, width, height});
            mark_design(canvas, area, view, place);
        }
        draw_page_line(canvas, page,
                       page.after() > 0 ? DesignChart::tr("▾ %n more designs", nullptr, page.after())
                                        : DesignChart::tr("▴ the best designs"),
                       DesignChart::next_rows_key, height);
    }
};

} // namespace

DesignChart::DesignChart(QWidget* parent)
    : Chart(QLatin1String(id_text), Chart::tr(title_text), parent) {
    connect(this, &Chart::chosen, this, [this](const QString& key) {
        if (key != QLatin1String(next_rows_key)) return;
        const auto& view = data().designs;
        const int rows = view && view->study ? int(listed(*view->study).size()) : 0;
        m_pages.turn(rows);
        refresh();
    });
}

ChoiceControls* DesignChart::make_controls(QWidget* parent) { return new DesignControls(parent); }

QString DesignChart::plan_text() const { return {}; }

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
                     : DesignControls::offers_like(data()) ? design_start_words_beside()
                                                           : design_start_words();
        return spec;
    }
    const DesignStudy& study = *view->study;
    spec.title = DesignChart::tr("Designs for the best %1").arg(qt(study.question.goal.row->label));
    spec.subtitle = qt(study.verdict.sentence);
    QStringList state{DesignChart::tr("%1 designs, of which %2 run and %3 meet all limits")
                          .arg(count_text(double(study.found.rows.size())),
                               count_text(double(study.verdict.running)),
                               count_text(double(study.verdict.ranked.size())))};
    if (study.scenario != data().scenario)
        state << DesignChart::tr("of the scenario “%1”").arg(qt(study.scenario));
    if (study.found.is_cancelled) state << DesignChart::tr("stopped, not all are here");
    if (!progress.isEmpty())
        state << progress;
    else if (view->is_stale)
        state << DesignChart::tr("of what was asked before: search again");
    spec.subtitle += u'\n' + state.join(QStringLiteral(" · "));
    if (std::ranges::any_of(listed(study),
                            [&](size_t place) { return !study.found.rows[place].cautions.empty(); }))
        spec.subtitle += u'\n' + DesignChart::tr("(!): less sure than it looks; point at it to see why");
    spec.alert = qt(view->absent);
    const double scale = theme.scale;
    std::optional<PanelSpec> front = front_panel(view);
    if (front) {
        spec.legend.push_back({{}, DesignChart::tr("meets all limits"), theme.accent});
        spec.legend.push_back({{}, DesignChart::tr("does not"), theme.disabled});
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
    const int all = int(listed(study).size());
    const int most = std::max(2, int(table_px / (least_design_px * scale) - heading_lines));
    const RowPage page = m_pages.page(all, most);
    PanelSpec panel = page_panel(page, most_design_px);
    panel.stretch = is_beside ? table_stretch : int(std::ceil(table_px));
    if (is_beside) { // as high as the front, its rows at the top
        panel.max_height = 0;
        panel.y.high = std::max(panel.y.high, panel.y.low + table_px / (most_design_px * scale));
    }
    panel.draw = [view, page](ChartCanvas& canvas) { DesignTable{canvas, *view, page}.paint(); };
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
                                            listed_names(row.cautions).toStdString(),
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
