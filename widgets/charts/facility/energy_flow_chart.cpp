// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/facility/energy_flow_chart.h"

#include "core/study/facility/facility_study.h"
#include "widgets/charts/chart_text.h"
#include "widgets/charts/facility/facility_text.h"
#include "widgets/charts/facility/load_title.h"
#include "widgets/charts/plot/chart_canvas.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <utility>

namespace roofrack {

namespace {

constexpr int flow_columns = 8;
constexpr double node_px = 9, gap_px = 22, least_gap_px = 9, bend_points = 24;
constexpr double stub_reach_px = 34;  ///< how far what is lost goes to the right before it points down
constexpr double most_of_gaps = 0.45; ///< largest share of gaps in the height, in pictures that are low
/// Where the columns stand: more room behind what is in the servers, whose names are long.
constexpr std::array<double, flow_columns> column_at{0, 1, 2, 3, 4, 5.6, 6.6, 7.6};

int column_of(FlowPlace place) {
    switch (place) {
    case FlowPlace::grid: return 0;
    case FlowPlace::transformer: return 1;
    case FlowPlace::ups:
    case FlowPlace::cooling:
    case FlowPlace::other: return 2;
    case FlowPlace::racks: return 3;
    case FlowPlace::air:
    case FlowPlace::liquid: return 5;
    case FlowPlace::plant: return 6;
    case FlowPlace::sky: return 7;
    default: return 4;
    }
}

/// A place as it is drawn, px.
struct Station {
    const FlowNode* node = nullptr;
    QRectF box;
    double taken_in = 0, taken_out = 0; ///< px of its sides that links have
};

/// What leaves for outdoors on the way to the racks: drawn as a stub downwards.
bool is_stub(const FlowLink& link) { return link.to == FlowPlace::sky && link.from != FlowPlace::plant; }

bool stands_below(FlowPlace place) { return place == FlowPlace::cooling || place == FlowPlace::other; }

/// Places by column, each column's in the order of flow_places, round the middle; cooling and the like under
/// all of them, so that their flows cross none.
std::map<FlowPlace, Station> stations_of(const EnergyFlow& flow, const QRectF& plot, double scale) {
    std::map<FlowPlace, Station> out;
    std::array<std::vector<const FlowNode*>, flow_columns> by_column;
    std::vector<const FlowNode*> below;
    size_t most = 1;
    double beside = 0;
    for (const FlowNode& node : flow.nodes) {
        if (stands_below(node.place)) {
            below.push_back(&node);
            beside += node.power.si();
            continue;
        }
        auto& column = by_column[static_cast<size_t>(column_of(node.place))];
        column.push_back(&node);
        most = std::max(most, column.size());
    }
    const double rows = static_cast<double>(most + below.size()), width = node_px * scale;
    const double gap = std::clamp(plot.height() * most_of_gaps / rows, least_gap_px * scale, gap_px * scale);
    const double all = flow.nodes.empty() ? 1 : flow.nodes.front().power.si();
    const double gaps = rows * gap;
    const double per_watt = std::max(10.0, plot.height() - gaps) / (all + beside);
    const double under = beside * per_watt + static_cast<double>(below.size()) * gap;
    const auto x_of = [&](FlowPlace place) {
        return plot.left() +
               (plot.width() - width) * column_at[static_cast<size_t>(column_of(place))] / column_at.back();
    };
    for (const auto& column : by_column) {
        double height = 0;
        for (const FlowNode* node : column) height += node->power.si() * per_watt + gap;
        double y = plot.top() + (plot.height() - under - height + gap) / 2;
        for (const FlowNode* node : column) {
            const double tall = node->power.si() * per_watt;
            out[node->place] = {node, QRectF(x_of(node->place), y, width, tall), 0, 0};
            y += tall + gap;
        }
    }
    double y = plot.bottom() - under;
    for (const FlowNode* node : below) {
        const double tall = node->power.si() * per_watt;
        out[node->place] = {node, QRectF(x_of(node->place), y, width, tall), 0, 0};
        y += tall + gap;
    }
    return out;
}

QColor translucent(QColor colour, double alpha) {
    colour.setAlphaF(static_cast<float>(alpha));
    return colour;
}

QColor link_colour(const Theme& theme, const FlowLink& link) {
    if (!link.is_heat) return translucent(theme.part(StepPart::compute), 0.45);
    return is_stub(link) ? translucent(theme.critical, 0.5)
                         : translucent(theme.part(StepPart::tensor_comm), 0.4);
}

/// Straight on until a column before the end, then over to it.
QPolygonF ribbon(QPointF from, QPointF to, double width, double column) {
    QPolygonF upper, lower;
    const double bend = std::max(from.x(), to.x() - column);
    upper << from;
    lower << QPointF(from.x(), from.y() + width);
    for (int i = 0; i <= bend_points; ++i) {
        const double t = i / bend_points, ease = t * t * (3 - 2 * t);
        const double x = bend + t * (to.x() - bend), y = from.y() + ease * (to.y() - from.y());
        upper << QPointF(x, y);
        lower.prepend(QPointF(x, y + width));
    }
    return upper + lower;
}

/// From a place down to the bottom of the picture, fading in a point.
QPolygonF stub(QPointF from, double width, double reach, double bottom) {
    const double down = std::min(bottom, from.y() + width + reach);
    QPolygonF out;
    for (int i = 0; i <= bend_points; ++i) {
        const double angle = i / bend_points * 1.5707963;
        out << QPointF(from.x() + (reach + width) * std::sin(angle),
                       from.y() + (down - from.y()) * (1 - std::cos(angle)));
    }
    for (int i = static_cast<int>(bend_points); i >= 0; --i) {
        const double angle = i / bend_points * 1.5707963;
        out << QPointF(from.x() + reach * std::sin(angle),
                       from.y() + width + (down - from.y() - width) * (1 - std::cos(angle)));
    }
    return out;
}

/// What is not drawn is hollow.
void draw_node(ChartCanvas& canvas, const QRectF& box, const QColor& colour, bool is_drawn) {
    if (is_drawn) return canvas.box(box, colour);
    canvas.box(box, canvas.theme().panel);
    const double half = canvas.px(0.5);
    canvas.box_outline(box.adjusted(half, half, -half, -half), canvas.theme().disabled, canvas.px(1));
}

QString share_text(Watts power, Watts all) { return percent_text(power / all); }

QString node_text(const FlowNode& node) {
    return QStringLiteral("%1 %2").arg(place_text(node.place), shown(node.power));
}

QString flow_readout_of(const FlowNode& node, Watts all) {
    QString text = place_text(node.place) + u'\n' +
                   EnergyFlowChart::tr("%1, %2 of what the site draws")
                       .arg(shown(node.power), share_text(node.power, all));
    if (!node.is_drawn) text += u'\n' + EnergyFlowChart::tr("not drawn: as a typical site has it");
    if (node.limit)
        text +=
            u'\n' + EnergyFlowChart::tr("%1 of %2 at the fullest").arg(shown(node.load), shown(*node.limit));
    return text;
}

/// Name and power over a place, else under it; without the power where that is too long. What is the last in
/// its column has its name behind what is lost there, `lost` px wide, which would cross a name under it.
void write_name(ChartCanvas& canvas, const Station& station, double lost) {
    const Theme& theme = canvas.theme();
    const FlowNode& node = *station.node;
    const QRectF& box = station.box;
    const bool over = node.limit && node.load > *node.limit, is_last = node.place == FlowPlace::sky;
    const bool is_first = node.place == FlowPlace::grid, goes_behind = node.place == FlowPlace::other;
    const Qt::Alignment side = is_last ? Qt::AlignRight : Qt::AlignLeft;
    const double x = is_last ? box.right() : box.left(), off = canvas.px(2);
    const LabelPlace above{{x, box.top() - off}, side | Qt::AlignBottom},
        under{{x, box.bottom() + off}, side | Qt::AlignTop};
    const LabelPlace behind{{box.right() + canvas.px(stub_reach_px + 6) + lost, box.center().y()}};
    const std::vector<LabelPlace> places =
        goes_behind ? std::vector{behind, under} : std::vector{above, under};
    const LabelStyle style{.role = is_first ? Theme::Role::strong : Theme::Role::secondary,
                           .colour = over            ? theme.critical
                                     : node.is_drawn ? theme.text
                                                     : theme.secondary,
                           .halo = true};
    const bool in_servers = column_of(node.place) == 4;
    const double room =
        canvas.plot().width() / column_at.back() * (in_servers ? column_at[5] - column_at[4] : 1);
    const QString whole = node_text(node);
    if (is_first || is_last || canvas.text_size(whole).width() <= room * (in_servers ? 1 : 1.5))
        if (canvas.label(whole, places, style)) return;
    const QString name = place_text(node.place);
    if (canvas.text_size(name).width() <= room * 1.3) canvas.label(name, places, style);
}

void draw_flow(ChartCanvas& canvas, const EnergyFlow& flow) {
    const Theme& theme = canvas.theme();
    const QRectF plot = canvas.plot().adjusted(canvas.px(2), canvas.px(12), -canvas.px(2), -canvas.px(4));
    std::map<FlowPlace, Station> stations = stations_of(flow, plot, canvas.px(1));
    const Watts all = flow.nodes.front().power;
    std::vector<const FlowLink*> links;
    for (const FlowLink& link : flow.links) links.push_back(&link);
    // Links leave and enter in the order of where they come from and go to.
    std::map<const FlowLink*, double> leaves, enters;
    const auto height = [&](const FlowLink* link) {
        const Station& from = stations[link->from];
        return from.box.height() * (link->power / from.node->power);
    };
    std::ranges::stable_sort(links, {}, [&](const FlowLink* link) {
        return std::pair(is_stub(*link), stations[link->to].box.center().y()); // losses fall off below
    });
    for (const FlowLink* link : links) {
        Station& from = stations[link->from];
        leaves[link] = from.box.top() + from.taken_out;
        from.taken_out += height(link);
    }
    std::ranges::stable_sort(links, {},
                             [&](const FlowLink* link) { return stations[link->from].box.center().y(); });
    for (const FlowLink* link : links) {
        Station& to = stations[link->to];
        enters[link] = to.box.top() + to.taken_in;
        to.taken_in += height(link);
    }
    for (const FlowLink* link : links) {
        const QPointF from(stations[link->from].box.right(), leaves[link]),
            to(stations[link->to].box.left(), enters[link]);
        const double width = std::max(canvas.px(0.75), height(link));
        const QPolygonF shape = is_stub(*link)
                                    ? stub(from, width, canvas.px(stub_reach_px), canvas.plot().bottom())
                                    : ribbon(from, to, width, plot.width() / column_at.back());
        canvas.area(shape, link_colour(theme, *link));
        QPainterPath path;
        path.addPolygon(shape);
        canvas.hit(path, EnergyFlowChart::tr("%1 to %2\n%3, %4 of what the site draws")
                             .arg(place_text(link->from), place_text(link->to), shown(link->power),
                                  share_text(link->power, all)));
    }
    for (const auto& [place, station] : stations) {
        const FlowNode& node = *station.node;
        const bool over = node.limit && node.load > *node.limit;
        QRectF box = station.box;
        if (box.height() < canvas.px(2)) box.setHeight(canvas.px(2));
        draw_node(canvas, box, over ? theme.critical : theme.secondary, node.is_drawn);
        QPainterPath path;
        path.addRect(box.adjusted(-canvas.px(3), -canvas.px(2), canvas.px(3), canvas.px(2)));
        if (node.elements.empty())
            canvas.hit(path, flow_readout_of(node, all));
        else
            canvas.choose(path, flow_readout_of(node, all), qt(node.elements.front()));
        canvas.keep_free(box);
    }
    // The largest first: where there is not room for all names, these are read.
    std::vector<const Station*> order;
    for (const auto& [place, station] : stations) order.push_back(&station);
    std::ranges::stable_sort(order, std::ranges::greater{},
                             [](const Station* station) { return station->node->power; });
    double lost = 0; // the widest stub of the places that stand below
    for (const FlowLink* link : links)
        if (is_stub(*link) && stands_below(link->from)) lost = std::max(lost, height(link));
    for (const Station* station : order) write_name(canvas, *station, lost);
}

} // namespace

EnergyFlowChart::EnergyFlowChart(QWidget* parent)
    : Chart(QLatin1String(id_text), Chart::tr(title_text), parent) {}

ChartSpec EnergyFlowChart::describe(const Theme& theme, QSize) const {
    ChartSpec spec;
    spec.source = source_line(data());
    spec.title = EnergyFlowChart::tr("Where the site's power goes");
    if (!data().have<FacilityStudy>() || data().have<FacilityStudy>()->flow.nodes.empty()) {
        spec.empty = empty_chart_text(
            data(), EnergyFlowChart::tr("Draw racks with servers: their power, from the grid to the chips "
                                        "and on to the sky, appears here."));
        return spec;
    }
    const FacilityStudy& study = *data().have<FacilityStudy>();
    const PowerState& power = study.state;
    const double gpus = power.uses[static_cast<size_t>(ItUse::gpus)].total() / power.facility;
    spec.title = EnergyFlowChart::tr("Where the site's %1 go: %2 reach the GPUs")
                     .arg(shown(power.facility), percent_text(gpus));
    if (!(gpus > 0)) spec.title = EnergyFlowChart::tr("Where the site's %1 go").arg(shown(power.facility));
    spec.plan = assumed_load_text(study.assumed);
    spec.alert = alert_at_load(data(), study.assumed);
    spec.subtitle = joined(
        {mean_of_load(study, EnergyFlowChart::tr("mean over the step")),
         EnergyFlowChart::tr("PUE %1").arg(power.pue, 0, 'f', 2),
         EnergyFlowChart::tr("TUE %1 (server fans and supplies count as overhead too)")
             .arg(power.tue, 0, 'f', 2),
         power.wue > 0 ? EnergyFlowChart::tr("%1 L of water per kWh").arg(power.wue, 0, 'f', 2) : QString()});
    spec.legend = {
        {{}, EnergyFlowChart::tr("electric power"), translucent(theme.part(StepPart::compute), 0.6)},
        {{}, EnergyFlowChart::tr("heat"), translucent(theme.part(StepPart::tensor_comm), 0.6)},
        {{}, EnergyFlowChart::tr("lost on the way, to the outside"), translucent(theme.critical, 0.6)}};
    if (!std::ranges::all_of(study.flow.nodes, &FlowNode::is_drawn))
        spec.legend.push_back({{},
                               EnergyFlowChart::tr("not drawn"),
                               theme.secondary,
                               true,
                               false,
                               [](ChartCanvas& canvas, const QRectF& area) {
                                   draw_node(canvas, area, canvas.theme().secondary, false);
                               }});
    PanelSpec panel;
    panel.x = {.visible = false, .zoom = false};
    panel.y = {.visible = false, .zoom = false};
    panel.draw = [shared = data().have<FacilityStudy>()](ChartCanvas& canvas) {
        draw_flow(canvas, shared->flow);
    };
    spec.panels.push_back(std::move(panel));
    return spec;
}

ChartTable EnergyFlowChart::table() const {
    ChartTable out;
    out.columns = {{"from", ""}, {"to", ""}, {"power", "W"}, {"kind", ""}};
    if (!data().have<FacilityStudy>()) return out;
    for (const FlowLink& link : data().have<FacilityStudy>()->flow.links)
        out.rows.push_back({std::string(name_of(link.from)), std::string(name_of(link.to)), link.power.si(),
                            std::string(link.is_heat ? "heat" : "power")});
    return out;
}

} // namespace roofrack
