// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/decide/map_chart.h"

#include "core/answers/decide/map_text.h"
#include "core/base/units/calendar_date.h"
#include "core/base/units/percent_text.h"
#include "core/study/money/missing_price.h"
#include "widgets/charts/chart_text.h"
#include "widgets/charts/compare/sizes_text.h"
#include "widgets/charts/decide/map_controls.h"
#include "widgets/charts/decide/map_view.h"
#include "widgets/charts/plot/chart_canvas.h"

#include <algorithm>
#include <cmath>

namespace roofrack {

namespace {

constexpr StepPart scenario_colours[] = {StepPart::compute,   StepPart::tensor_comm, StepPart::optimizer,
                                         StepPart::straggler, StepPart::memory,      StepPart::checkpoint};
constexpr size_t most_border_texts = 6;
constexpr float certain_alpha = 0.75F, unsure_alpha = 0.35F; ///< how opaque the best is

QColor scenario_colour(const Theme& theme, size_t scenario) {
    return theme.part(scenario_colours[scenario % std::size(scenario_colours)]);
}

QString cell_text_of(const InputMap& map, const MapCell& cell, std::chrono::sys_days order) {
    return cell.absent.empty() ? qt(mapped_text(map, cell, order))
                               : MapChart::tr("none: %1").arg(qt(cell.absent));
}

QString map_hint(const InputMap& map, size_t column, size_t row, std::chrono::sys_days order) {
    QStringList out;
    out << MapChart::tr("%1: %2").arg(qt(map.x.label), qt(map.x.texts[column]));
    if (!map.y.input.empty()) out << MapChart::tr("%1: %2").arg(qt(map.y.label), qt(map.y.texts[row]));
    const size_t at = map.at(column, row);
    for (size_t i = 0; i < map.scenarios.size(); ++i) {
        QString line =
            MapChart::tr("“%1”: %2").arg(qt(map.scenarios[i]), cell_text_of(map, map.cells[i][at], order));
        if (map.scenarios.size() > 1 && map.winners[at] == i)
            line +=
                (map.is_certain(at) ? MapChart::tr(", the best")
                                    : MapChart::tr(", the best, not certain: its band overlaps another's")) +
                qt(map.caution_of_winner(i));
        if (map.sizes.is_barred(i)) line += MapChart::tr("; %1").arg(qt(map.sizes.barred_text(i)));
        if (const std::string& missing = map.cells[i][at].missing; !missing.empty())
            line += MapChart::tr("; %1").arg(qt(missing));
        if (const std::string barred = map.barred(i); !barred.empty())
            line += MapChart::tr("; %1").arg(qt(never_best_text(barred)));
        else if (const std::string& here = map.cells[i][at].barred; !here.empty())
            line += MapChart::tr("; %1").arg(qt(here));
        out << line;
    }
    return out.join(u'\n');
}

/// What the figure is at its best in a cell: of the winner, of the only scenario; none: of nobody.
std::optional<double> best_in(const InputMap& map, size_t at) {
    const size_t of = map.winners[at].value_or(0);
    const MapCell& cell = map.cells[of][at];
    return cell.absent.empty() && std::isfinite(cell.number) ? std::optional(cell.number) : std::nullopt;
}

struct FigureRange {
    double low = INFINITY, high = -INFINITY;
    double share(double value) const { return high > low ? (value - low) / (high - low) : 0.5; }
};

FigureRange range_of_map(const InputMap& map) {
    FigureRange out;
    for (size_t at = 0; at < map.winners.size(); ++at)
        if (const auto value = best_in(map, at)) {
            out.low = std::min(out.low, *value);
            out.high = std::max(out.high, *value);
        }
    return out;
}

void draw_borders(ChartCanvas& canvas, const InputMap& map) {
    const QPen pen(canvas.theme().text, canvas.px(1.5));
    for (const MapBorder& each : map.borders) {
        const double x = double(each.x), y = double(each.y);
        if (each.is_upwards)
            canvas.rule(canvas.at(x - 0.5, y + 0.5), canvas.at(x + 0.5, y + 0.5), pen,
                        ChartCanvas::Avoid::no);
        else
            canvas.rule(canvas.at(x + 0.5, y - 0.5), canvas.at(x + 0.5, y + 0.5), pen,
                        ChartCanvas::Avoid::no);
    }
    std::vector<BorderRun> runs = border_runs(map);
    if (runs.size() > most_border_texts) runs.resize(most_border_texts);
    for (const BorderRun& run : runs) {
        const MapBorder& middle = map.borders[run.middle];
        canvas.label_around(qt(run.text()),
                            canvas.at(double(middle.x) + (middle.is_upwards ? 0 : 0.5),
                                      double(middle.y) + (middle.is_upwards ? 0.5 : 0)),
                            canvas.px(3), {.ground = true, .has_line = false});
    }
}

/// The legend entry of cells whose best may not be it.
LegendEntry unsure_entry(const Theme& theme) {
    LegendEntry out;
    out.text = MapChart::tr("pale: not certain, bands overlap");
    out.colour = theme.secondary;
    out.colour.setAlphaF(unsure_alpha);
    return out;
}

constexpr double drawn_ring_px = 6; ///< the ring at what the scenarios have

bool has_drawn_place(const InputMap& map) { return map.x.as_drawn && map.y.as_drawn; }

/// The legend entry of that ring.
LegendEntry drawn_entry(const InputMap& map) {
    LegendEntry out;
    out.text = qt(as_drawn_text(map));
    out.swatch = [](ChartCanvas& canvas, const QRectF& box) {
        canvas.dot(box.center(), canvas.px(3), Qt::transparent, canvas.theme().text, canvas.px(2));
    };
    return out;
}

void draw_map(ChartCanvas& canvas, const InputMap& map, bool by_figure, std::chrono::sys_days order) {
    const Theme& theme = canvas.theme();
    const FigureRange range = range_of_map(map);
    for (size_t row = 0; row < map.y.values.size(); ++row)
        for (size_t column = 0; column < map.x.values.size(); ++column) {
            const size_t at = map.at(column, row);
            const QRectF box = QRectF(canvas.at(double(column) - 0.5, double(row) - 0.5),
                                      canvas.at(double(column) + 0.5, double(row) + 0.5))
                                   .normalized();
            const auto best = best_in(map, at);
            if (!best || (!by_figure && !map.winners[at]))
                canvas.hatch(box, theme.secondary);
            else
                canvas.box(
                    box, by_figure ? load_ramp(range.share(*best)) : [&] {
                        QColor colour = scenario_colour(theme, *map.winners[at]);
                        colour.setAlphaF(map.is_certain(at) ? certain_alpha : unsure_alpha);
                        return colour;
                    }());
            canvas.hit(box, map_hint(map, column, row, order));
        }
    if (has_drawn_place(map)) {
        const QPointF centre = canvas.at(map.x.as_drawn->place, map.y.as_drawn->place);
        const double radius = canvas.px(drawn_ring_px);
        canvas.dot(centre, radius, Qt::transparent, theme.panel, canvas.px(5));
        canvas.dot(centre, radius, Qt::transparent, theme.text, canvas.px(2));
        canvas.keep_free(QRectF(centre - QPointF(radius, radius), centre + QPointF(radius, radius)));
    }
    draw_borders(canvas, map);
}

/// The lines of all scenarios over one input.
void draw_family(ChartCanvas& canvas, const InputMap& map, std::chrono::sys_days order) {
    const Theme& theme = canvas.theme();
    for (size_t scenario = 0; scenario < map.scenarios.size(); ++scenario) {
        const QColor colour = scenario_colour(theme, scenario);
        std::vector<QPointF> line;
        const auto stroke = [&] {
            if (line.size() > 1) canvas.line(line, QPen(colour, canvas.px(2)));
            line.clear();
        };
        for (size_t i = 0; i < map.x.values.size(); ++i) {
            const MapCell& cell = map.cells[scenario][i];
            if (cell.absent.empty())
                line.emplace_back(double(i), cell.number);
            else
                stroke(); // a gap where there is none
        }
        stroke();
        for (size_t i = 0; i < map.x.values.size(); ++i)
            if (const MapCell& cell = map.cells[scenario][i]; cell.absent.empty())
                canvas.dot(canvas.at(double(i), cell.number), canvas.px(2.5), colour, theme.panel, 1);
    }
    for (size_t i = 0; i < map.x.values.size(); ++i)
        canvas.hit(QRectF(QPointF(canvas.x(double(i) - 0.5), canvas.plot().top()),
                          QPointF(canvas.x(double(i) + 0.5), canvas.plot().bottom())),
                   map_hint(map, i, 0, order));
}

QString legend_text(const InputMap& map, size_t scenario, bool is_family) {
    const QString name = qt(map.scenarios[scenario]);
    if (map.sizes.misses(scenario)) return MapChart::tr("%1, cannot meet it").arg(name);
    if (map.sizes.is_barred(scenario)) return MapChart::tr("%1, nothing that it adds fits").arg(name);
    if (!map.missing_price(scenario).empty()) return MapChart::tr("%1, lacks a price").arg(name);
    if (!map.barred(scenario).empty()) return MapChart::tr("%1, %2").arg(name, qt(map.barred(scenario)));
    return is_family ? name
                     : MapChart::tr("%1, the best on %2 of the map")
                           .arg(name, qt(share_in_percent(map.shares[scenario])));
}

AxisSpec axis_spec(const MapAxis& axis) {
    AxisSpec out;
    out.scale = AxisSpec::Scale::category;
    out.title = qt(axis.label);
    out.low = -0.5;
    out.high = double(axis.values.size()) - 0.5;
    out.zoom = false;
    if (axis.ticks.empty()) {
        for (const std::string& text : axis.texts) out.categories << qt(text);
        return out;
    }
    for (const RoundTick& each : axis.ticks) {
        out.categories << qt(each.text);
        out.places.push_back(each.place);
    }
    return out;
}

} // namespace

MapChart::MapChart(QWidget* parent)
    : Chart(QLatin1String(id_text), Chart::tr(title_text), parent) {}

void MapChart::colour_by_figure(bool by_figure) {
    m_by_figure = by_figure;
    refresh();
}

ChoiceControls* MapChart::make_controls(QWidget* parent) {
    auto* controls = new MapControls(parent);
    connect(controls, &MapControls::colour_chosen, this, &MapChart::colour_by_figure);
    return controls;
}

QString MapChart::plan_text() const { return data().map ? plan_words(data().map->best_plan) : QString(); }

ChartSpec MapChart::describe(const Theme& theme, QSize /*size*/) const {
    ChartSpec spec;
    spec.source = source_line(data());
    spec.title = MapChart::tr("Which scenario is the best where");
    const auto view = data().map;
    if (!view || !view->map) {
        spec.empty = view && !view->absent.empty() ? qt(view->absent)
                     : view && view->is_cancelled  ? MapChart::tr("Stopped.")
                     : view && (view->is_busy || !view->axes.empty())
                         ? MapChart::tr("The map is being found …")
                         : MapChart::tr("Choose one input, or two, above: what they do to a figure, and "
                                        "which scenario is the best where, appears here.");
        return spec;
    }
    const InputMap& map = *view->map;
    const auto order = data().order_day ? *data().order_day : today();
    spec.subtitle_yields = ChartSpec::SubtitleYields::after_others;
    const bool are_several = map.scenarios.size() > 1;
    const bool is_family = map.y.input.empty();
    const bool has_winners =
        std::ranges::any_of(map.winners, [](const auto& winner) { return winner.has_value(); });
    const bool by_figure = m_by_figure || !are_several || !has_winners;
    const QString figure = qt(map.figure.row->label);
    spec.title = are_several && has_winners && !is_family
                     ? MapChart::tr("Which scenario is best in: %1").arg(figure)
                     : MapChart::tr("%1 over inputs").arg(figure);
    spec.subtitle = is_family ? MapChart::tr("each value evaluated again, %1").arg(qt(map.sizes.text))
                              : MapChart::tr("%1 × %2 values, each evaluated again, %3")
                                    .arg(map.x.values.size())
                                    .arg(map.y.values.size())
                                    .arg(qt(map.sizes.text));
    if (const std::string winners = winners_text(map); !winners.empty())
        spec.subtitle = joined({qt(winners), spec.subtitle});
    if (view->is_cancelled)
        spec.subtitle = joined({spec.subtitle, MapChart::tr("stopped")});
    else if (view->is_coarse)
        spec.subtitle = joined({spec.subtitle, MapChart::tr("coarse, the whole map is being found …")});
    else if (view->is_stale)
        spec.subtitle = joined({spec.subtitle, MapChart::tr("being found again …")});
    if (!view->left_out.empty())
        spec.subtitle = joined({spec.subtitle, counted(qsizetype(view->left_out.size()),
                                                       MapChart::tr("1 more scenario is left out"),
                                                       MapChart::tr("%1 more scenarios are left out"))});
    spec.subtitle += sizes_lines(map.sizes);
    PanelSpec panel;
    panel.x = axis_spec(map.x);
    if (is_family) {
        double low = INFINITY, high = -INFINITY;
        for (const auto& cells : map.cells)
            for (const MapCell& cell : cells)
                if (cell.absent.empty()) low = std::min(low, cell.number), high = std::max(high, cell.number);
        if (!(low <= high)) {
            spec.empty =
                MapChart::tr("No scenario has it at any of these values: %1").arg(qt(map.cells[0][0].absent));
            return spec;
        }
        const double pad = high > low ? (high - low) * 0.08 : std::max(1.0, std::abs(high) * 0.1);
        panel.heading = figure;
        panel.y = {.unit = to_qt(map.figure.row->measure.stored),
                   .low = low - pad,
                   .high = high + pad,
                   .zoom = false};
        panel.draw = [view, order](ChartCanvas& canvas) { draw_family(canvas, *view->map, order); };
    } else {
        panel.y = axis_spec(map.y);
        panel.heading = qt(map.y.label);
        panel.y.title.clear();
        panel.draw = [view, by_figure, order](ChartCanvas& canvas) {
            draw_map(canvas, *view->map, by_figure, order);
        };
    }
    if (is_family || !by_figure) {
        for (size_t i = 0; i < map.scenarios.size(); ++i)
            spec.legend.push_back({{}, legend_text(map, i, is_family), scenario_colour(theme, i)});
        if (!is_family && std::ranges::find(map.overlaps, true) != map.overlaps.end())
            spec.legend.push_back(unsure_entry(theme));
    } else {
        const FigureRange range = range_of_map(map);
        for (const auto& [value, share] : {std::pair(range.low, 0.0), std::pair(range.high, 1.0)})
            if (std::isfinite(value))
                spec.legend.push_back({{},
                                       qt(mapped_text(map, MapCell{.number = value, .absent = {}}, order)),
                                       load_ramp(share)});
    }
    if (has_drawn_place(map)) spec.legend.push_back(drawn_entry(map));
    spec.panels.push_back(std::move(panel));
    return spec;
}

ChartTable MapChart::table() const {
    ChartTable out;
    const auto& view = data().map;
    if (!view || !view->map) return out;
    const InputMap& map = *view->map;
    const std::string unit(map.figure.row->measure.stored);
    out.columns = {{map.x.input, ""}, {map.y.input.empty() ? "y" : map.y.input, ""}};
    for (const std::string& each : map.scenarios) out.columns.push_back({each, unit});
    out.columns.push_back({"best", ""});
    out.columns.push_back({"its band overlaps another one's", ""});
    for (const std::string& each : map.scenarios) out.columns.push_back({each + ": missing price", ""});
    for (size_t row = 0; row < map.y.values.size(); ++row)
        for (size_t column = 0; column < map.x.values.size(); ++column) {
            const size_t at = map.at(column, row);
            std::vector<ChartTable::Cell> cells{map.x.texts[column]};
            cells.emplace_back(); // not known where nothing is put into it
            if (!map.y.input.empty()) cells.back() = map.y.texts[row];
            for (const auto& scenario : map.cells) {
                cells.emplace_back();
                if (scenario[at].absent.empty()) cells.back() = scenario[at].number;
            }
            cells.emplace_back();
            if (map.winners[at]) cells.back() = map.scenarios[*map.winners[at]];
            cells.emplace_back();
            if (map.winners[at]) cells.back() = std::string(map.is_certain(at) ? "no" : "yes");
            for (const auto& scenario : map.cells) cells.emplace_back(scenario[at].missing);
            out.rows.push_back(std::move(cells));
        }
    return out;
}

} // namespace roofrack
