// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/compare/compare_chart.h"

#include "core/answers/compare/compared_bands.h"
#include "core/answers/report/compare/comparison_json.h"
#include "core/base/units/calendar_date.h"
#include "core/study/money/missing_price.h"
#include "widgets/charts/chart_text.h"
#include "widgets/charts/compare/column_head.h"
#include "widgets/charts/compare/compare_hints.h"
#include "widgets/charts/compare/compare_legend.h"
#include "widgets/charts/compare/comparison_controls.h"
#include "widgets/charts/compare/comparison_view.h"
#include "widgets/charts/compare/row_texts.h"
#include "widgets/charts/plot/chart_canvas.h"
#include "widgets/charts/plot/chart_frame.h"
#include "widgets/fields/text.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>

namespace roofrack {

namespace {

constexpr int compare_frame_px = 108; ///< px of the picture's height beside its table
constexpr int alert_px = 34;          ///< px of the two lines of an alert
constexpr int head_line_px = 22;      ///< a line of a scenario's name or of what is said below it
constexpr int most_head_names = 2, most_head_said = 6, least_head_said = 2;
constexpr int rows_beside_head = 8;                      ///< lines above the rows give way for so many
constexpr int least_row_px = 18, most_row_px = 26;       ///< height of a row
constexpr int least_label_px = 110, most_label_px = 230; ///< width of the names of the rows
constexpr int column_gap_px = 10, value_inset_px = 6;

/// Whether it is the amount in which all were to be equal, of a scenario that does not reach it.
bool is_stopped_at(const ComparisonStudy& study, size_t column, const ComparedRow& row) {
    const EqualSize* const size = size_of(study, column);
    return size && row.name == figure_of(size->by) && !stop_text(*size).empty();
}

QColor soft(const QColor& ground, const QColor& over) {
    constexpr double share = 0.14;
    const auto part = [](int a, int b) { return int(std::lround(a + (b - a) * share)); };
    return {part(ground.red(), over.red()), part(ground.green(), over.green()),
            part(ground.blue(), over.blue())};
}

/// How many lines the heads of the columns have.
struct HeadLines {
    int names = 1, said = least_head_said;
    int least_said = least_head_said; ///< `said` where there is no room for more

    int px() const { return (names + said) * head_line_px; } ///< at the theme's scale
};

std::chrono::sys_days order_day(const ChartData& data) { return data.order_day ? *data.order_day : today(); }

double label_width_of(double width, double scale) {
    return std::clamp(width * 0.22, least_label_px * scale, most_label_px * scale);
}

/// The width of a value and its difference in a table of this width.
double cell_width_of(const Comparison& table, const Theme& theme, double width) {
    return (width - label_width_of(width, theme.scale)) / double(table.scenarios.size()) -
           column_gap_px * theme.scale;
}

/// Whether the values of a row stand with their ranges beside a difference: narrow columns leave them out.
bool has_room_for_ranges(const Comparison& table, const Theme& theme, double width) {
    const QFontMetricsF font(theme.font(Theme::Role::secondary));
    const double cell = cell_width_of(table, theme, width) - difference_gap_px * theme.scale -
                        font.horizontalAdvance(QStringLiteral("+000.0 %"));
    return std::ranges::any_of(table.rows, [&](const ComparedRow& row) {
        const auto has_band = [](const ComparedValue& value) { return value.band.has_value(); };
        return std::ranges::any_of(row.values, has_band) &&
               std::ranges::all_of(row.values, [&](const ComparedValue& value) {
                   return !value.band || font.horizontalAdvance(qt(value.text)) <= cell;
               });
    });
}

/// As many as the longest name and the longest sentence need, while they leave the rows their room.
HeadLines head_lines(const ComparisonStudy& study, const Theme& theme, double width, double room) {
    const QFontMetricsF strong(theme.font(Theme::Role::strong)),
        secondary(theme.font(Theme::Role::secondary));
    const double column = cell_width_of(study.table, theme, width);
    HeadLines out;
    for (size_t i = 0; i < study.table.scenarios.size(); ++i) {
        const QString name = qt(study.table.scenarios[i].name);
        out.names = std::max(out.names, int(wrapped(name, strong, column, most_head_names).size()));
        const ColumnHead text = column_head(study, i);
        out.least_said = std::max(out.least_said, text.least_lines());
        out.said = std::max(out.said, int(text.lines(secondary, column, most_head_said).size()));
    }
    const auto leaves_room = [&] {
        return room - out.px() * theme.scale >= rows_beside_head * least_row_px * theme.scale;
    };
    while (!leaves_room() && out.said > out.least_said) --out.said;
    if (!leaves_room()) out.names = 1;
    return out;
}

/// A part of the rows, painted.
struct TablePainter {
    ChartCanvas& canvas;
    const ComparisonStudy& study;
    const ComparisonChoice& choice;
    const std::string& open; ///< scenario that the window shows
    RowPage page;
    HeadLines head;
    std::chrono::sys_days order; ///< the day of the order, from which weeks count

    double label_width = 0, column_width = 0;

    double left_of(size_t column) const {
        return canvas.plot().left() + label_width + double(column) * column_width;
    }
    double cell_width() const { return column_width - canvas.px(column_gap_px); }

    void header() {
        const Theme& theme = canvas.theme();
        const QFontMetricsF strong(theme.font(Theme::Role::strong)),
            secondary(theme.font(Theme::Role::secondary));
        const double line = strong.height(); // texts that touch are left out
        for (size_t i = 0; i < study.table.scenarios.size(); ++i) {
            const ComparedScenario& each = study.table.scenarios[i];
            const double left = left_of(i), width = column_width - canvas.px(column_gap_px);
            double y = canvas.plot().top() + line / 2;
            for (const QString& text : wrapped(qt(each.name), strong, width, head.names)) {
                canvas.label(text, {{{left, y}}},
                             {.role = Theme::Role::strong,
                              .colour = each.name == open ? theme.accent : theme.text,
                              .may_leave_plot = true});
                y += line + canvas.px(1);
            }
            const bool is_bad =
                !each.reason.empty() || !each.work.empty() || !each.vanished.empty() || each.misses();
            const EqualSize* const size = size_of(study, i);
            const bool stops = size && !stop_text(*size).empty();
            for (const ColumnHead::Line& text : column_head(study, i).lines(secondary, width, head.said)) {
                const QColor usual = is_bad || (stops && text.is_size) ? theme.critical : theme.secondary;
                canvas.label(text.text, {{{left, y}}},
                             {.colour = text.is_caution ? theme.text : usual, .may_leave_plot = true});
                y += line + canvas.px(1);
            }
            canvas.hit(QRectF(left, canvas.plot().top(), width, canvas.px(head.px())), column_hint(study, i));
        }
    }

    void value(const ComparedRow& row, const CellText& text, size_t column, double y, double height) {
        const Theme& theme = canvas.theme();
        const ComparedValue& value = row.values[column];
        const bool is_stopped = is_stopped_at(study, column, row);
        const double inset = canvas.px(value_inset_px), left = left_of(column);
        const QRectF box(left - inset, y - height / 2 + 0.5, cell_width() + inset, height - 1);
        if (value.overlaps)
            canvas.box_outline(box, theme.accent);
        else if (value.is_best)
            canvas.box(box, soft(theme.panel, theme.accent));
        const QColor usual = is_stopped             ? theme.critical
                             : value.absent.empty() ? theme.text
                                                    : theme.secondary;
        canvas.label(canvas.elided(text.value, text.room, text.role), {{{left, y}}},
                     {.role = text.role,
                      .colour = value.above.empty() ? usual : above_limit_colour(theme),
                      .may_leave_plot = true});
        canvas.label(text.difference, {{{left + text.room + canvas.px(difference_gap_px), y}}},
                     {.colour = theme.secondary, .may_leave_plot = true});
        QString hint = value_hint(study.table.scenarios[column], row, value, order);
        if (is_stopped) hint += u'\n' + qt(stop_text(*size_of(study, column)));
        canvas.hit(box, hint);
    }

    void rows() {
        const Theme& theme = canvas.theme();
        const double height = canvas.y(1) - canvas.y(0);
        for (int i = 0; i < page.shown; ++i) {
            const ComparedRow& row = study.table.rows[size_t(page.first + i)];
            const double y = canvas.y(double(i));
            QColor rule = theme.secondary;
            rule.setAlphaF(0.18F);
            canvas.rule({canvas.plot().left(), y - height / 2}, {canvas.plot().right(), y - height / 2},
                        QPen(rule, canvas.px(1)), ChartCanvas::Avoid::no);
            const bool is_added = std::ranges::find(choice.figures, row.name) != choice.figures.end();
            const QString name =
                canvas.elided(name_of_row(row) + (is_added ? QStringLiteral("  ×") : QString()),
                              label_width - canvas.px(column_gap_px));
            canvas.label(name, {{{canvas.plot().left(), y}}},
                         {.colour = row.differs ? theme.text : theme.secondary, .may_leave_plot = true});
            const QRectF box(canvas.plot().left(), y - height / 2, label_width, height);
            QString hint = name_of_row(row);
            if (!row.help.empty()) hint += u'\n' + qt(row.help);
            if (const std::string ends = ends_text(row); !ends.empty()) hint += u'\n' + qt(ends);
            hint += u'\n' + qt(row.name);
            if (is_added) {
                QPainterPath path;
                path.addRect(box);
                canvas.choose(path, hint + CompareChart::tr("\na click takes the row away"),
                              QLatin1String(CompareChart::remove_prefix) + qt(row.name));
            } else
                canvas.hit(box, hint);
            const std::vector<CellText> texts = row_texts(canvas, row, order, cell_width(), height);
            for (size_t column = 0; column < texts.size(); ++column)
                value(row, texts[column], column, y, height);
        }
    }

    void rest() {
        draw_page_line(canvas, page,
                       page.after() > 0 ? counted(page.after(), CompareChart::tr("▾ 1 more row"),
                                                  CompareChart::tr("▾ %1 more rows"))
                                        : CompareChart::tr("▴ the first rows"),
                       CompareChart::next_rows_key, canvas.px(18));
    }

    void paint() {
        const double width = canvas.plot().width();
        label_width = label_width_of(width, canvas.px(1));
        column_width = (width - label_width) / double(study.table.scenarios.size());
        header();
        rows();
        rest();
    }
};

} // namespace

QString held_text(const ComparisonView& view) {
    const ComparisonStudy& study = *view.study;
    QString out =
        CompareChart::tr("held against “%1”").arg(qt(study.table.scenarios[study.table.reference].name));
    if (!study.sizes.empty()) {
        const EqualSize& size = study.sizes.front();
        const QString amount = qt(amount_text(size.by, size.limit)), of = to_qt(label_of(size.by));
        out =
            joined({out, do_some_stop(study.sizes) ? CompareChart::tr("at most %1 of %2 each").arg(amount, of)
                                                   : CompareChart::tr("at equal %1, %2").arg(of, amount)});
        if (const std::string base = base_text(study.sizes); !base.empty())
            out += CompareChart::tr(" (%1)").arg(qt(base));
    }
    if (!view.left_out.empty())
        out += u'\n' +
               CompareChart::tr("%1: %2").arg(counted(qsizetype(view.left_out.size()),
                                                      CompareChart::tr("1 more scenario has no column"),
                                                      CompareChart::tr("%1 more scenarios have no column")),
                                              listed_names(view.left_out));
    return out;
}

QString comparison_plan_text(const ComparisonView* view) {
    if (!view) return {};
    const auto has_another = [](const EqualSize& size) { return !size.other_plan.empty(); };
    const auto others = view->study ? std::ranges::count_if(view->study->sizes, has_another) : 0;
    const QString words = plan_words(view->best_plan);
    if (others == 0) return words;
    if (others == 1)
        return CompareChart::tr("%1; in one the best plan found, as its own does not suit so many GPUs")
            .arg(words);
    return CompareChart::tr("%1; in %2 the best plan found, as their own do not suit so many GPUs")
        .arg(words)
        .arg(others);
}

QString comparison_empty_text(const ComparisonView* view) {
    if (view && view->study) return {};
    if (view && !view->absent.empty()) return qt(view->absent);
    if (view && view->scenarios.size() >= fewest_compared)
        return CompareChart::tr("The scenarios are being compared …");
    return CompareChart::tr(
        "Two scenarios or more appear here beside each other: any figures and inputs, what "
        "differs and why. Duplicate this one (Scenario), or keep a cluster of “Ready by "
        "date” as one.");
}

CompareChart::CompareChart(QWidget* parent)
    : Chart(QLatin1String(id_text), Chart::tr(title_text), parent) {
    connect(this, &Chart::scrolled, this, [this](int rows) {
        if (m_pages.scroll(rows)) refresh();
    });
    connect(this, &Chart::chosen, this, [this](const QString& key) {
        if (key != QLatin1String(next_rows_key)) return;
        const auto& view = data().comparison;
        const int rows = view && view->study ? int(view->study->table.rows.size()) : 0;
        m_pages.turn(rows);
        refresh();
    });
}

void CompareChart::show_first_rows() {
    m_pages = {};
    refresh();
}

ChoiceControls* CompareChart::make_controls(QWidget* parent) {
    return new ComparisonControls(ComparisonControls::Of::rows, parent);
}

QString CompareChart::plan_text() const { return comparison_plan_text(data().comparison.get()); }

ChartSpec CompareChart::describe(const Theme& theme, QSize size) const {
    ChartSpec spec;
    spec.source = source_line(data());
    spec.title = CompareChart::tr("Scenarios compared");
    const auto view = data().comparison;
    spec.empty = comparison_empty_text(view.get());
    if (!spec.empty.isEmpty()) return spec;
    spec.subtitle = held_text(*view);
    spec.alert = view->absent.empty() ? qt(stops_text(view->study->sizes)) : qt(view->absent);
    if (view->is_stale) spec.subtitle = joined({spec.subtitle, CompareChart::tr("being found again …")});
    for (const std::string& note : view->study->notes) spec.subtitle += u'\n' + qt(note);
    LegendEntry best;
    best.text = CompareChart::tr("best by likely values of those that do the same work");
    best.colour = theme.accent;
    spec.legend.push_back(std::move(best));
    if (has_overlaps(view->study->table)) spec.legend.push_back(overlap_entry());
    if (has_above_limit(view->study->table)) spec.legend.push_back(above_limit_entry(theme));
    constexpr int beside_plot_px = 64; ///< px of the picture's width beside its table, at most
    const double width = size.width() - beside_plot_px * theme.scale;
    constexpr int wide_px = 860; ///< px: in a narrower picture the legend would take the rows' height
    if (size.width() >= wide_px * theme.scale && has_room_for_ranges(view->study->table, theme, width))
        spec.legend.push_back(range_entry(ranges_text(view->study->table)));
    const int rows = int(view->study->table.rows.size());
    const double scale = theme.scale;
    // Its lines as they are broken, not as they are written.
    spec.keeps_texts = keeps_texts();
    const FrameLayout frame = frame_layout(spec, theme, size);
    const double further_legend =
        frame.legend.empty() ? 0 : frame.legend.back().top() - frame.legend.front().top();
    const double room =
        size.height() - further_legend -
        (compare_frame_px + 16 * double(view->study->notes.size()) + (spec.alert.isEmpty() ? 0 : alert_px)) *
            scale;
    const HeadLines head = head_lines(*view->study, theme, width, room);
    const double below = room - head.px() * scale;
    const int most = std::max(1, int(below / (least_row_px * scale)));
    const RowPage page = m_pages.page(rows, most);
    const int lines = page.lines();
    const double row_px = std::clamp(below / std::max(1, lines), least_row_px * scale, most_row_px * scale);
    PanelSpec panel;
    panel.y = {.scale = AxisSpec::Scale::category,
               .low = -0.5 - head.px() * scale / row_px,
               .high = lines - 0.5,
               .reversed = true,
               .visible = false,
               .zoom = false};
    panel.x = {.low = 0, .high = 1, .visible = false, .zoom = false};
    panel.max_height = int(std::ceil(head.px() * scale + lines * row_px)) + 8;
    panel.draw = [view, open = data().open, page, head, order = order_day(data())](ChartCanvas& canvas) {
        TablePainter{canvas, *view->study, view->choice, open, page, head, order}.paint();
    };
    spec.panels.push_back(std::move(panel));
    return spec;
}

ChartTable CompareChart::table() const {
    ChartTable out;
    const auto& view = data().comparison;
    if (!view || !view->study) return out;
    const Comparison& table = view->study->table;
    out.columns = {{"name", ""}, {"label", ""}, {"unit", ""}};
    for (const ComparedScenario& each : table.scenarios) {
        out.columns.push_back({each.name, ""});
        out.columns.push_back({each.name + ": difference", ""});
    }
    for (const ComparedRow& row : table.rows) {
        std::vector<ChartTable::Cell> cells{row.name, row.label, row.unit};
        for (const ComparedValue& value : row.values) {
            cells.push_back(!value.absent.empty()         ? ChartTable::Cell()
                            : std::isfinite(value.number) ? ChartTable::Cell(value.number)
                                                          : ChartTable::Cell(value.text));
            cells.push_back(value.difference.empty() ? ChartTable::Cell()
                                                     : ChartTable::Cell(value.difference));
        }
        out.rows.push_back(std::move(cells));
    }
    return out;
}

std::string CompareChart::csv() const {
    const auto& view = data().comparison;
    return view && view->study ? comparison_csv(*view->study, order_day(data())) : std::string();
}

} // namespace roofrack
