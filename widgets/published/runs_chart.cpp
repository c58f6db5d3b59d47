// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/published/runs_chart.h"

#include "core/base/catalog/generation_name.h"
#include "widgets/charts/chart_text.h"
#include "widgets/charts/plot/chart_canvas.h"
#include "widgets/fields/text.h"
#include "widgets/theme/theme.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace roofrack {

namespace {

/// The colour of a class of runs among all: the parts' own, in the order of `classes`.
QColor run_colour(const Theme& theme, const std::vector<std::string>& classes, const std::string& name) {
    constexpr std::array parts{StepPart::compute,     StepPart::data_comm, StepPart::optimizer,
                               StepPart::tensor_comm, StepPart::straggler, StepPart::memory,
                               StepPart::checkpoint,  StepPart::input,     StepPart::pipeline_bubble};
    const auto at = std::ranges::find(classes, name);
    if (at == classes.end()) return theme.disabled;
    const auto place = static_cast<size_t>(at - classes.begin());
    const QColor colour = theme.part(parts[place % parts.size()]);
    const QColor read = theme.is_dark ? colour.lighter(125) : colour;
    if (place < parts.size()) return read;
    return theme.is_dark ? read.lighter(150) : read.darker(170); // a second round in other shades
}

constexpr double most_residual = 60;  ///< %: an axis that a few outliers do not stretch
constexpr double frames[] = {10, 20}; ///< % off

QString key_of(size_t place) { return QString::number(place); }

QPainterPath disc(QPointF centre, double radius) {
    QPainterPath out;
    out.addEllipse(centre, radius, radius);
    return out;
}

void draw_frames(ChartCanvas& canvas, double low, double high) {
    const Theme& theme = canvas.theme();
    canvas.line({{low, low}, {high, high}}, QPen(theme.text, canvas.px(1.5)));
    for (const double frame : frames)
        for (const double factor : {1 + frame / 100, 1 / (1 + frame / 100)})
            canvas.line({{low, low * factor}, {high, high * factor}},
                        QPen(theme.secondary, canvas.px(1), frame < 15 ? Qt::DashLine : Qt::DotLine));
}

void draw_scatter(ChartCanvas& canvas, const ListedRuns& runs, const std::vector<size_t>& places,
                  const std::vector<std::string>& classes, RunClass by, int chosen) {
    const Theme& theme = canvas.theme();
    for (const size_t place : places) {
        const ValidatedRow& row = runs.rows[place];
        const QPointF at = canvas.at(row.published_step, row.predicted_step);
        QColor fill = run_colour(theme, classes, class_of(row, by));
        fill.setAlphaF(0.8f);
        canvas.dot(at, canvas.px(3.5), fill, theme.panel, canvas.px(0.75));
        canvas.choose(disc(at, canvas.px(6)), run_readout(row), key_of(place));
    }
    if (chosen < 0 || !std::ranges::binary_search(places, static_cast<size_t>(chosen))) return;
    const ValidatedRow& row = runs.rows[static_cast<size_t>(chosen)];
    const QPointF at = canvas.at(row.published_step, row.predicted_step);
    canvas.dot(at, canvas.px(6), run_colour(theme, classes, class_of(row, by)), theme.text, canvas.px(2));
    canvas.label_around(QStringLiteral("%1, %2").arg(qt(row.model), error_text(row.error_pct)), at,
                        canvas.px(7), {.role = Theme::Role::strong, .halo = true});
}

struct ResidualRow {
    std::string name;
    std::vector<size_t> places;
    Figures figures;
};

std::vector<ResidualRow> residual_rows(const ListedRuns& runs, const std::vector<size_t>& places,
                                       RunClass by) {
    std::vector<ResidualRow> out;
    for (const std::string& name : classes_of(runs, by)) {
        ResidualRow row;
        row.name = name;
        for (const size_t place : places)
            if (class_of(runs.rows[place], by) == name) row.places.push_back(place);
        if (row.places.empty()) continue;
        row.figures = figures_of(runs, row.places);
        out.push_back(std::move(row));
    }
    return out;
}

QString figures_text(const Figures& figures) {
    return RunsChart::tr("%1 % off in the median, 90 % within %2 %")
        .arg(figures.median_abs_error_pct, 0, 'f', 1)
        .arg(figures.p90_abs_error_pct, 0, 'f', 1);
}

void draw_residuals(ChartCanvas& canvas, const ListedRuns& runs, const std::vector<ResidualRow>& rows,
                    const std::vector<std::string>& classes, RunClass by, double most, int chosen) {
    const Theme& theme = canvas.theme();
    const double slot = rows.size() > 1 ? canvas.y(1) - canvas.y(0) : canvas.plot().height();
    const double half = std::min(std::abs(slot) * 0.3, canvas.px(8));
    for (size_t i = 0; i < rows.size(); ++i) {
        const ResidualRow& row = rows[i];
        const double y = canvas.y(static_cast<double>(i));
        QColor colour = run_colour(theme, classes, row.name);
        QColor box = colour;
        box.setAlphaF(0.3f);
        const auto x = [&](double percent) { return canvas.x(std::clamp(percent, -most, most) / 100); };
        canvas.box(QRectF(QPointF(x(row.figures.lower_quartile_pct), y - half),
                          QPointF(x(row.figures.upper_quartile_pct), y + half)),
                   box);
        for (const size_t place : row.places) {
            const ValidatedRow& run = runs.rows[place];
            QColor tick = colour;
            tick.setAlphaF(0.7f);
            const double at = x(run.error_pct);
            const bool is_chosen = chosen == static_cast<int>(place);
            canvas.rule({at, y - half * 0.7}, {at, y + half * 0.7},
                        QPen(is_chosen ? theme.text : tick, canvas.px(is_chosen ? 3 : 1)),
                        ChartCanvas::Avoid::no);
        }
        const double middle = x(row.figures.middle_pct);
        canvas.rule({middle, y - half}, {middle, y + half}, QPen(theme.text, canvas.px(2)),
                    ChartCanvas::Avoid::no);
        canvas.hit(QRectF(QPointF(canvas.plot().left(), y - half), QPointF(canvas.plot().right(), y + half)),
                   RunsChart::tr("%1: %n run(s)\n%2\nmean %3, in their bands %4", nullptr,
                                 static_cast<int>(row.places.size()))
                       .arg(class_text(by, row.name), figures_text(row.figures),
                            error_text(row.figures.bias_pct), percent_text(row.figures.coverage)));
        canvas.label(QStringLiteral("%1").arg(row.places.size()),
                     {{{canvas.plot().right() + canvas.px(6), y}, Qt::AlignLeft | Qt::AlignVCenter}},
                     {.colour = theme.secondary, .may_leave_plot = true});
    }
}

} // namespace

QString error_text(double percent) {
    const double shown = std::round(10 * percent) / 10;
    return QStringLiteral("%1%2 %").arg(shown >= 0 ? QStringLiteral("+") : QString(QChar(0x2212)),
                                        QString::number(std::abs(shown), 'f', 1));
}

QString class_text(RunClass by, const std::string& name) {
    QString out = qt(name);
    switch (by) {
    case RunClass::family: return out;
    case RunClass::precision: return out.toUpper();
    case RunClass::scale: return in_words(name);
    case RunClass::release:
        for (const auto& [half, text] : {std::pair{", first half", RunsChart::tr("%1, first half")},
                                         {", second half", RunsChart::tr("%1, second half")}})
            if (out.endsWith(QLatin1String(half))) return text.arg(out.section(u',', 0, 0));
        return in_words(name);
    case RunClass::generation: break;
    }
    const QString generation = qt(generation_name(name));
    return generation == out ? in_words(name) : generation; // "not said"
}

QString run_readout(const ValidatedRow& row) {
    const QString stack = row.software.empty() ? RunsChart::tr("stack not said") : qt(row.software);
    return RunsChart::tr("%1 on %2 %3\n%4, %5\npublished %6, predicted %7 (%8)\n%9")
        .arg(qt(row.model), count_text(row.gpus), qt(row.gpu), stack, qt(row.precision),
             shown(row.published_step, Dimension::time), shown(row.predicted_step, Dimension::time),
             error_text(row.error_pct), qt(row.source));
}

void RunsChart::show_runs(const ListedRuns* runs, std::vector<size_t> places, RunClass by) {
    m_runs = runs;
    m_places = std::move(places);
    m_by = by;
    refresh();
}

void RunsChart::choose(int place) {
    if (std::exchange(m_chosen, place) != place) refresh();
}

ChartSpec RunsChart::begun(const QString& title) const {
    ChartSpec spec;
    spec.title = title;
    spec.source = source_line(data());
    if (!has_runs())
        spec.empty =
            m_runs ? tr("No run passes the filters.") : tr("The published runs are being predicted…");
    return spec;
}

ChartTable RunsChart::table() const {
    ChartTable out;
    out.columns = {{"id", ""},    {"model", ""},           {"gpu", ""},
                   {"gpus", ""},  {"software", ""},        {"precision", ""},
                   {"class", ""}, {"published_step", "s"}, {"predicted_step", "s"},
                   {"source", ""}};
    if (!m_runs) return out;
    for (const size_t place : m_places) {
        const ValidatedRow& row = m_runs->rows[place];
        out.rows.push_back({row.id, row.model, row.gpu, row.gpus, row.software, row.precision,
                            class_of(row, m_by), row.published_step, row.predicted_step, row.source});
    }
    return out;
}

RunScatterChart::RunScatterChart(QWidget* parent)
    : RunsChart(QLatin1String(id_text), Chart::tr(title_text), parent) {}

ChartSpec RunScatterChart::describe(const Theme& theme, QSize) const {
    ChartSpec spec = begun(tr("Predicted against published step time"));
    if (!has_runs()) return spec;
    const ListedRuns* const runs = this->runs();
    const std::vector<std::string> classes = classes_of(*runs, by());
    std::vector<size_t> seen;
    for (const size_t place : places())
        if (is_shown(qt(class_of(runs->rows[place], by())))) seen.push_back(place);
    const Figures figures = figures_of(*runs, seen);
    spec.subtitle = joined({figures_text(figures), tr("mean %1").arg(error_text(figures.bias_pct)),
                            tr("dashed: 10 % off, dotted: 20 %")});
    for (const std::string& name : classes)
        if (std::ranges::any_of(places(),
                                [&](size_t place) { return class_of(runs->rows[place], by()) == name; }))
            spec.legend.push_back(
                {qt(name), class_text(by(), name), run_colour(theme, classes, name), is_shown(qt(name))});
    double low = 1e30, high = 0;
    for (const size_t place : places()) {
        const ValidatedRow& row = runs->rows[place];
        low = std::min({low, row.published_step, row.predicted_step});
        high = std::max({high, row.published_step, row.predicted_step});
    }
    PanelSpec panel;
    panel.heading = tr("Predicted step");
    panel.x = {.scale = AxisSpec::Scale::logarithmic,
               .title = tr("Published step"),
               .unit = QStringLiteral("s"),
               .low = low / 1.3,
               .high = high * 1.3};
    panel.y = {.scale = AxisSpec::Scale::logarithmic,
               .unit = QStringLiteral("s"),
               .low = low / 1.3,
               .high = high * 1.3};
    panel.draw = [=, by = by(), chosen = chosen_place()](ChartCanvas& canvas) {
        draw_frames(canvas, low / 10, high * 10);
        draw_scatter(canvas, *runs, seen, classes, by, chosen);
    };
    spec.panels.push_back(panel);
    return spec;
}

RunResidualsChart::RunResidualsChart(QWidget* parent)
    : RunsChart(QLatin1String(id_text), Chart::tr(title_text), parent) {}

ChartSpec RunResidualsChart::describe(const Theme&, QSize) const {
    ChartSpec spec = begun(tr("How far predictions are off"));
    if (!has_runs()) return spec;
    const ListedRuns* const runs = this->runs();
    const std::vector<std::string> classes = classes_of(*runs, by());
    const std::vector<ResidualRow> rows = residual_rows(*runs, places(), by());
    double farthest = 20;
    for (const size_t place : places()) farthest = std::max(farthest, std::abs(runs->rows[place].error_pct));
    const double most = std::min(most_residual, 5 * std::ceil(farthest / 5));
    spec.subtitle = farthest > most ? tr("one line per run, the middle half of them in the box, across it "
                                         "their median; the number of "
                                         "runs at the right · runs farther off than %1 % stand at the edge")
                                          .arg(most)
                                    : tr("one line per run, the middle half of them in the box, across it "
                                         "their median; the number of "
                                         "runs at the right");
    PanelSpec panel;
    panel.heading = tr("Predicted less published step, of the published one");
    panel.x = {.unit = QStringLiteral("%"), .low = -most / 100, .high = most / 100};
    panel.y = {.scale = AxisSpec::Scale::category, .reversed = true, .zoom = false};
    for (const ResidualRow& row : rows) panel.y.categories << class_text(by(), row.name);
    panel.y.low = -0.5;
    panel.y.high = static_cast<double>(rows.size()) - 0.5;
    panel.right_margin = 44;
    panel.draw = [=, by = by(), chosen = chosen_place()](ChartCanvas& canvas) {
        canvas.line({{0, -1}, {0, static_cast<double>(rows.size())}},
                    QPen(canvas.theme().secondary, canvas.px(1)));
        draw_residuals(canvas, *runs, rows, classes, by, most, chosen);
    };
    spec.panels.push_back(panel);
    return spec;
}

} // namespace roofrack
