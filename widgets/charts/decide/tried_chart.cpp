// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/decide/tried_chart.h"

#include "core/base/units/quantity_text.h"
#include "widgets/charts/chart_text.h"
#include "widgets/charts/decide/tried_controls.h"
#include "widgets/charts/decide/tried_panels.h"
#include "widgets/charts/decide/tried_view.h"

#include <algorithm>
#include <cmath>

namespace roofrack {

namespace {

constexpr int least_tried_px = 230; ///< a panel with less room is left out

/// Without what the field is explained with, where that is long.
QString short_title(const TriedFamily& family) {
    constexpr int longest = 40;
    const QString title = qt(family.title);
    return title.size() <= longest ? title : qt(family.short_title);
}

/// The unit of the values as they are stored: of link rates, which are typed in Gb/s, B/s.
std::string stored_unit(const InputUnit& unit) {
    return unit.factor == 1 ? unit.symbol : std::string(unit_symbol(Dimension::byte_rate));
}

QString empty_text(const TriedView* view) {
    if (view && !view->absent.empty()) return qt(view->absent);
    if (view && view->is_cancelled) return TriedChart::tr("Stopped.");
    if (view && !view->request.input.empty()) return TriedChart::tr("The values are being tried …");
    return TriedChart::tr(
        "Choose an input above, or right-click one in the inspector and choose Try values …: "
        "what its other values do to the figures appears here.");
}

} // namespace

TriedChart::TriedChart(QWidget* parent)
    : Chart(QLatin1String(id_text), Chart::tr(title_text), parent) {}

ChoiceControls* TriedChart::make_controls(QWidget* parent) { return new TriedControls(parent); }

QString TriedChart::plan_text() const {
    return data().tried ? plan_words(data().tried->best_plan) : QString();
}

ChartSpec TriedChart::describe(const Theme& theme, QSize size) const {
    ChartSpec spec;
    spec.source = source_line(data());
    spec.title = TriedChart::tr("What other values of an input do");
    const auto view = data().tried;
    if (!view || !view->family) {
        spec.empty = empty_text(view.get());
        return spec;
    }
    const TriedFamily& family = *view->family;
    const auto has_none = [](const TriedPoint& each) { return !each.fault().empty(); };
    spec.title = TriedChart::tr("What other values of “%1” do").arg(short_title(family));
    if (family.runs_nowhere() && !view->is_busy) {
        spec.empty = TriedChart::tr("The scenario runs with none of these values. With %1: %2")
                         .arg(qt(family.points.front().text), qt(family.points.front().fault()));
        return spec;
    }
    const size_t columns = std::clamp(size_t(std::max(0.0, size.width() / (least_tried_px * theme.scale))),
                                      size_t(1), family.figures.size());
    spec.subtitle = joined({TriedChart::tr("each value evaluated again"),
                            TriedChart::tr("as it is: %1").arg(qt(family.own_text))});
    if (columns < family.figures.size())
        spec.subtitle = joined({spec.subtitle, counted(qsizetype(family.figures.size() - columns),
                                                       TriedChart::tr("1 more figure in a wider view"),
                                                       TriedChart::tr("%1 more figures in a wider view"))});
    if (family.points.size() < family.asked)
        spec.subtitle = joined(
            {spec.subtitle, TriedChart::tr("%1 of %2 values").arg(family.points.size()).arg(family.asked)});
    if (view->is_cancelled)
        spec.subtitle = joined({spec.subtitle, TriedChart::tr("stopped")});
    else if (view->is_stale && family.points.size() == family.asked)
        spec.subtitle = joined({spec.subtitle, TriedChart::tr("being tried again …")});
    for (LegendEntry& entry : tried_legend(theme, family)) spec.legend.push_back(std::move(entry));
    if (std::ranges::any_of(family.points, has_none))
        spec.legend.push_back({.key = {},
                               .text = TriedChart::tr("does not run"),
                               .colour = theme.secondary,
                               .swatch = hatch_swatch});
    for (size_t i = 0; i < columns; ++i) spec.panels.push_back(tried_panel(view->family, i, i == 0, theme));
    return spec;
}

ChartTable TriedChart::table() const {
    ChartTable out;
    const auto& view = data().tried;
    if (!view || !view->family) return out;
    const TriedFamily& family = *view->family;
    out.columns = {{family.input, stored_unit(family.unit)}, {"value", ""}, {"own", ""}};
    for (const ProbedFigure& each : family.figures)
        out.columns.push_back({each.name, std::string(each.row->measure.stored)});
    out.columns.push_back({"best in", ""});
    out.columns.push_back({"does not run", ""});
    out.columns.push_back({"missing price", ""});
    for (size_t i = 0; i < family.points.size(); ++i) {
        const TriedPoint& point = family.points[i];
        std::vector<ChartTable::Cell> cells(2);
        if (!family.is_choice) cells[0] = point.value;
        cells[1] = point.text;
        cells.emplace_back(point.is_own ? "yes" : "");
        std::string best;
        for (size_t figure = 0; figure < family.figures.size(); ++figure) {
            const ProbedValue& of = point.figures[figure];
            cells.emplace_back();
            if (of.absent.empty()) cells.back() = of.number;
            if (family.best(figure) == i)
                best += (best.empty() ? "" : ", ") + std::string(family.figures[figure].row->label);
        }
        cells.emplace_back(best);
        cells.emplace_back(point.fault());
        cells.emplace_back(missing_text(point.figures));
        out.rows.push_back(std::move(cells));
    }
    return out;
}

} // namespace roofrack
