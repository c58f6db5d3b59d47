// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/compare/way_chart.h"

#include "core/base/figures/difference.h"
#include "widgets/charts/chart_text.h"
#include "widgets/charts/compare/column_head.h"
#include "widgets/charts/compare/compare_chart.h"
#include "widgets/charts/compare/comparison_controls.h"
#include "widgets/charts/compare/comparison_view.h"
#include "widgets/charts/plot/chart_canvas.h"
#include "widgets/charts/plot/chart_frame.h"
#include "widgets/fields/text.h"

#include <QFontMetricsF>
#include <QRegularExpression>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>

namespace roofrack {

namespace {

constexpr double way_bar = 0.34;        ///< half a bar of the way from one row to the next
constexpr int most_way_bar_px = 16;     ///< half of the widest bar
constexpr int way_row_px = 60;          ///< most height of a row
constexpr int least_way_px = 240;       ///< a panel of few rows is no lower, where there is room
constexpr int around_way_px = 60;       ///< heading above the rows and axis below them
constexpr double way_names_share = 0.3; ///< most of a panel's width that the names of its rows take
constexpr int way_text_px = 74;         ///< room for a figure beside its bar
constexpr int beside_names_px = 12;     ///< between the names of the rows and the plot, and before them

/// A bar of the way: a whole, or what a change adds to what was before.
struct WayBar {
    QString name;
    double from = 0, to = 0;
    bool is_whole = false;
};

/// Which steps of the way have a row of their own, where there are so many rows beside the wholes at most:
/// all, or the largest parts and one row for the others.
std::vector<bool> have_rows(const Waterfall& way, size_t most) {
    std::vector<bool> out(way.steps.size(), true);
    if (!way.is_by_parts || out.size() <= most) return out;
    std::vector<size_t> order(out.size());
    std::iota(order.begin(), order.end(), size_t(0));
    std::ranges::stable_sort(order, std::greater(), [&](size_t i) { return std::abs(way.steps[i].change); });
    for (size_t i = std::max<size_t>(most, 2) - 1; i < order.size(); ++i) out[order[i]] = false;
    return out;
}

/// `most`: rows that have room.
std::vector<WayBar> bars_of(const Waterfall& way, const QString& reference, const QString& scenario,
                            size_t most) {
    constexpr size_t wholes = 2;
    std::vector<WayBar> out{{reference, 0, way.from, true}};
    const std::vector<bool> has_row = have_rows(way, std::max(most, wholes) - wholes);
    double at = way.from, rest = 0;
    int joined = 0;
    for (size_t i = 0; i < way.steps.size(); ++i) {
        const WaterfallStep& step = way.steps[i];
        if (!has_row[i]) {
            rest += step.change;
            ++joined;
            continue;
        }
        out.push_back({qt(label_of(step)), at, at + step.change, false});
        at += step.change;
    }
    if (joined > 0)
        out.push_back({counted(joined, WayChart::tr("1 smaller part"), WayChart::tr("%1 smaller parts")), at,
                       at + rest, false});
    out.push_back({scenario, 0, way.to, true});
    return out;
}

QString way_figure(const Waterfall& way, double value) {
    return qt(figures::figure_text(value, way.row->measure));
}
QString signed_figure(const Waterfall& way, double change) {
    return qt(figures::change_text(change, way.row->measure));
}

/// What makes the figure better, and worse, has a colour each; a figure that is neither better nor worse has
/// another.
QColor change_colour(const Theme& theme, const Waterfall& way, double change) {
    const auto better = way.row->better;
    if (better == figures::Better::neither || change == 0) return theme.part(StepPart::pipeline_comm);
    const bool is_better = (better == figures::Better::less) == (change < 0);
    return is_better ? theme.accent : theme.warning;
}

QColor whole_colour(const Theme& theme) {
    QColor grey = theme.secondary;
    grey.setAlphaF(0.45F);
    return grey;
}

/// The figure beside a bar: right of it, else left of it, or further left, never over the names of the rows.
void draw_way_text(ChartCanvas& canvas, const QString& text, const QRectF& box, Theme::Role role) {
    const double y = box.center().y(), gap = canvas.px(6), width = canvas.text_size(text, role).width();
    std::vector<LabelPlace> places{{{box.right() + gap, y}}};
    for (const double end : {box.left() - gap, box.left() - 2 * gap - width})
        if (end - width >= canvas.plot().left())
            places.push_back({{end, y}, Qt::AlignRight | Qt::AlignVCenter});
    canvas.label(text, places, {.role = role, .may_leave_plot = true});
}

/// The type of a whole: the strong one, where rows are as high as that next to another one.
Theme::Role whole_role(const ChartCanvas& canvas, double pitch) {
    const QString high = QStringLiteral("Mg");
    const double both = canvas.text_size(high, Theme::Role::strong).height() +
                        canvas.text_size(high, Theme::Role::secondary).height();
    return both / 2 <= pitch ? Theme::Role::strong : Theme::Role::secondary;
}

void draw_way(ChartCanvas& canvas, const Waterfall& way, const std::vector<WayBar>& bars) {
    const Theme& theme = canvas.theme();
    const double pitch = canvas.y(1) - canvas.y(0);
    const double half = std::min(pitch * way_bar, canvas.px(most_way_bar_px));
    std::vector<QRectF> boxes;
    std::vector<QString> texts;
    for (size_t i = 0; i < bars.size(); ++i) {
        const WayBar& bar = bars[i];
        const double y = canvas.y(double(i));
        const double start = bar.is_whole ? canvas.plot().left() : canvas.x(bar.from);
        const double left = std::min(start, canvas.x(bar.to)), right = std::max(start, canvas.x(bar.to));
        const double change = bar.to - bar.from;
        canvas.box({left, y - half, std::max(right - left, canvas.px(1)), 2 * half},
                   bar.is_whole ? whole_colour(theme) : change_colour(theme, way, change));
        boxes.emplace_back(left, y - half, right - left, 2 * half);
        texts.push_back(bar.is_whole ? way_figure(way, bar.to) : signed_figure(way, change));
        if (i + 1 < bars.size()) { // what is carried on
            QPen pen(theme.secondary, canvas.px(1), Qt::DotLine);
            canvas.rule({canvas.x(bar.to), y + half}, {canvas.x(bar.to), canvas.y(double(i) + 1) - half}, pen,
                        ChartCanvas::Avoid::no);
        }
        QString hint = bar.name + u'\n' + (bar.is_whole ? qt(way.row->label) + u' ' : QString()) + texts[i];
        if (!bar.is_whole)
            hint += (way.is_by_parts ? WayChart::tr("\nfrom %1 to %2")
                                     : WayChart::tr("\nfrom %1 to %2, evaluated again"))
                        .arg(way_figure(way, bar.from), way_figure(way, bar.to));
        if (!way.missing.empty()) hint += u'\n' + qt(way.missing);
        canvas.hit(QRectF(QPointF(canvas.picture().left(), y - pitch / 2),
                          QPointF(canvas.picture().right(), y + pitch / 2)),
                   hint);
    }
    // Texts that touch are left out, so the wholes come first.
    const Theme::Role role = whole_role(canvas, pitch);
    for (const bool is_whole : {true, false})
        for (size_t i = 0; i < bars.size(); ++i)
            if (bars[i].is_whole == is_whole)
                draw_way_text(canvas, texts[i], boxes[i], is_whole ? role : Theme::Role::secondary);
}

/// "“A”: may not fit in memory; “B”: announced": why the ends of the ways are less sure than they look.
QString cautions_line(const Comparison& table) {
    QStringList out;
    for (const ComparedScenario& each : table.scenarios)
        if (!each.cautions.empty())
            out << CompareChart::tr("“%1”: %2")
                       .arg(qt(each.name), listed_names(caution_texts(each.cautions)));
    return out.join(QStringLiteral("; "));
}

QString way_subtitle(const Waterfall& way) {
    if (way.is_by_parts) return WayChart::tr("by the parts of the step, which sum to the difference");
    return way.is_averaged
               ? WayChart::tr("each change averaged over all orders (Shapley), so that none is favoured")
               : WayChart::tr("one change after another, each evaluated again; they sum to the difference");
}

/// Why changes stand together, or parts in their place: one line where it is the same of all, else one for
/// each scenario.
QStringList joined_lines(const std::vector<ScenarioWay>& ways) {
    const auto is_first = [&](const ScenarioWay& each) { return each.way.joined == ways.front().way.joined; };
    const bool are_alike = std::ranges::all_of(ways, is_first);
    QStringList out;
    for (const ScenarioWay& each : ways) {
        if (each.way.joined.empty()) continue;
        out << (are_alike ? qt(each.way.joined)
                          : WayChart::tr("“%1”: %2").arg(qt(each.scenario), qt(each.way.joined)));
        if (are_alike) break;
    }
    return out;
}

/// What all panels share, so that equal lengths are equal amounts.
struct WayScale {
    double low = 0, high = 0; ///< where the axis of the figure begins and ends
    double names = 0;         ///< px of the names of the rows
    size_t rows = 0;          ///< most rows of a panel, which make all of them as high
};

/// Room for the names of the rows.
struct NamesRoom {
    QFontMetricsF metrics;
    double width = 0;                                      ///< px of a name
    double rows = 0;                                       ///< px that all rows of a panel have at least
    size_t most_rows = std::numeric_limits<size_t>::max(); ///< named rows of a panel

    NamesRoom(const Theme& theme, QSize size, size_t panels)
        : metrics(theme.font(Theme::Role::secondary))
        , width(way_names_share * size.width() / double(panels))
        , rows(std::min<double>(0.4 * size.height(), theme.spacing(least_way_px))) {}
};

/// A count stays with what it counts: "−64" ends no line of "+8 GB200 NVL72, −64 DGX H100".
QString with_joined_counts(QString text) {
    static const QRegularExpression count(QStringLiteral("([+−][\\d,]*\\d) "));
    return text.replace(count, QStringLiteral("\\1") + QChar(QChar::Nbsp));
}

/// In two lines where one is too short and the rows are high enough, so that they are whole.
QStringList way_names(const std::vector<WayBar>& bars, const NamesRoom& room) {
    const bool has_two = room.rows / double(bars.size()) >= 2.5 * room.metrics.lineSpacing();
    QStringList out;
    for (const WayBar& bar : bars) {
        const auto lines = wrapped(with_joined_counts(bar.name), room.metrics, room.width, 2);
        out << (has_two && lines.size() == 2
                    ? lines.front() + u'\n' + lines.back()
                    : room.metrics.elidedText(bar.name, Qt::ElideMiddle, room.width));
    }
    return out;
}

WayScale way_scale(const std::vector<ScenarioWay>& ways, const QString& reference, const NamesRoom& room) {
    WayScale out;
    for (const ScenarioWay& each : ways) {
        if (!each.absent.empty()) continue;
        const std::vector<WayBar> bars = bars_of(each.way, reference, qt(each.scenario), room.most_rows);
        out.rows = std::max(out.rows, bars.size());
        for (const WayBar& bar : bars) {
            out.low = std::min({out.low, bar.from, bar.to});
            out.high = std::max({out.high, bar.from, bar.to});
        }
        for (const QString& name : way_names(bars, room))
            for (const QString& line : name.split(u'\n'))
                out.names = std::max(out.names, room.metrics.horizontalAdvance(line));
    }
    if (!(out.high > out.low)) out.high = out.low + 1;
    return out;
}

/// "Add 48 B200: 1.55 × faster, of which compute 86 %": of the step time the reasons that *Compare* gives.
QString way_heading(const ScenarioWay& found, const Comparison& table) {
    const auto column = std::ranges::find(table.scenarios, found.scenario, &ComparedScenario::name);
    const bool is_told = found.absent.empty() && found.way.figure == figure_of_parts &&
                         column != table.scenarios.end() && !column->sentence.empty();
    return is_told ? WayChart::tr("%1: %2").arg(qt(found.scenario), qt(column->sentence))
                   : qt(found.scenario);
}

PanelSpec way_panel(const ScenarioWay& found, const QString& reference, const WayScale& scale,
                    const NamesRoom& room, const Theme& theme) {
    PanelSpec panel;
    panel.y.scale = AxisSpec::Scale::category;
    panel.y.reversed = true;
    panel.y.zoom = false;
    panel.x.zoom = false;
    if (!found.absent.empty()) {
        panel.y.visible = panel.x.visible = false;
        panel.draw = [text = qt(found.absent)](ChartCanvas& canvas) {
            canvas.label(canvas.elided(text, canvas.plot().width()),
                         {{{canvas.plot().left(), canvas.plot().center().y()}}},
                         {.colour = canvas.theme().secondary, .may_leave_plot = true});
        };
        return panel;
    }
    const std::vector<WayBar> bars = bars_of(found.way, reference, qt(found.scenario), room.most_rows);
    panel.y.categories = way_names(bars, room);
    panel.x.unit = to_qt(found.way.row->measure.stored);
    panel.x.low = scale.low;
    panel.x.high = scale.high;
    panel.y.low = -0.6;
    panel.y.high = double(bars.size()) - 0.4;
    panel.max_height = std::max(int(scale.rows) * way_row_px, least_way_px) + around_way_px;
    panel.left_margin = int(std::ceil(scale.names / theme.scale)) + beside_names_px;
    panel.right_margin = way_text_px;
    panel.draw = [way = found.way, bars](ChartCanvas& canvas) { draw_way(canvas, way, bars); };
    return panel;
}

} // namespace

WayChart::WayChart(QWidget* parent)
    : Chart(QLatin1String(id_text), Chart::tr(title_text), parent) {}

ChoiceControls* WayChart::make_controls(QWidget* parent) {
    return new ComparisonControls(ComparisonControls::Of::way, parent);
}

QString WayChart::plan_text() const { return comparison_plan_text(data().comparison.get()); }

ChartSpec WayChart::describe(const Theme& theme, QSize size) const {
    ChartSpec spec;
    spec.source = source_line(data());
    spec.title = WayChart::tr("From one scenario to the others");
    const auto view = data().comparison;
    spec.empty = comparison_empty_text(view.get());
    if (spec.empty.isEmpty() && view->study->ways.empty())
        spec.empty = WayChart::tr("The way is being found …");
    if (!spec.empty.isEmpty()) return spec;
    const auto& ways = view->study->ways;
    const auto known =
        std::ranges::find_if(ways, [](const ScenarioWay& each) { return each.absent.empty(); });
    const QString reference = qt(view->study->table.scenarios[view->study->table.reference].name);
    if (known != ways.end())
        spec.title = WayChart::tr("From “%1” to the others: %2").arg(reference, qt(known->way.row->label));
    const auto as_asked = std::ranges::find_if(
        ways, [](const ScenarioWay& each) { return each.absent.empty() && !each.way.is_by_parts; });
    const auto described = as_asked == ways.end() ? known : as_asked; // joined_lines() name the others
    spec.subtitle =
        joined({held_text(*view), described == ways.end() ? QString() : way_subtitle(described->way)});
    spec.alert = qt(view->absent);
    if (view->is_stale) spec.subtitle = joined({spec.subtitle, WayChart::tr("being found again …")});
    if (const QString cautions = cautions_line(view->study->table); !cautions.isEmpty())
        spec.subtitle += u'\n' + cautions;
    for (const QString& line : joined_lines(ways)) spec.subtitle += u'\n' + line;
    NamesRoom room(theme, size, ways.size());
    if (keeps_texts()) { // where nobody can point at a row without a name
        spec.keeps_texts = true;
        const double high = frame_layout(spec, theme, size).panels.height() - theme.spacing(around_way_px);
        room.most_rows = size_t(std::max(1.0, high / (room.metrics.height() + theme.spacing(1))));
    }
    const WayScale scale = way_scale(ways, reference, room);
    for (const ScenarioWay& each : ways) {
        spec.panels.push_back(way_panel(each, reference, scale, room, theme));
        spec.panels.back().heading = way_heading(each, view->study->table);
    }
    return spec;
}

ChartTable WayChart::table() const {
    ChartTable out;
    const auto& view = data().comparison;
    if (!view || !view->study) return out;
    std::string unit;
    for (const ScenarioWay& each : view->study->ways)
        if (each.absent.empty()) unit = each.way.row->measure.stored;
    out.columns = {{"scenario", ""}, {"figure", ""}, {"step", ""}, {"value", unit}, {"change", unit}};
    for (const ScenarioWay& each : view->study->ways) {
        if (!each.absent.empty()) {
            out.rows.push_back({each.scenario, each.way.figure, each.absent, {}, {}});
            continue;
        }
        double at = each.way.from;
        const std::string& reference = view->study->table.scenarios[view->study->table.reference].name;
        out.rows.push_back({each.scenario, each.way.figure, reference, at, {}});
        for (const WaterfallStep& step : each.way.steps) {
            at += step.change;
            out.rows.push_back({each.scenario, each.way.figure, label_of(step), at, step.change});
        }
        out.rows.push_back({each.scenario, each.way.figure, each.scenario, each.way.to, {}});
    }
    return out;
}

} // namespace roofrack
