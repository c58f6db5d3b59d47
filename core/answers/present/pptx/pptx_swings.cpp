// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/present/pptx/pptx_plot.h"
#include "core/answers/present/pptx/type_ruler.h"
#include "core/base/style/part_inks.h"
#include "core/base/units/joined_units.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <optional>

namespace roofrack {

namespace {

constexpr double above_plot = 60, below_plot = 104; ///< px: of the legend, and of the axis and its title
constexpr double beside_names = 24;                 ///< px between the names and the plot
constexpr double beside_bar = 12;                   ///< px between a bar and its text
constexpr double between_ticks = 14;                ///< px between the numbers of the axis
constexpr double line = 1.0; ///< × the height of the type: so near lines of two names may come

/// A text at the end of a bar: how far that is from the figure as it is, and px that the text takes.
struct SwingEnd {
    double reach = 0, room = 0;
};

/// The ends at both sides of the figure as it is.
struct SwingEnds {
    double now = 0;
    std::vector<SwingEnd> lefts{}, rights{};

    static double reach_of(const std::vector<SwingEnd>& ends) {
        return std::ranges::max(ends, {}, &SwingEnd::reach).reach;
    }
    double span() const { return reach_of(lefts) + reach_of(rights); }
    /// px that bars and texts of a side take at so many px a unit.
    static double taken(const std::vector<SwingEnd>& ends, double scale) {
        double out = 0;
        for (const SwingEnd& each : ends) out = std::max(out, each.reach * scale + each.room);
        return out;
    }
    /// px a unit: the most at which both sides have room in a plot of that width; 0: they have none.
    double scale_in(double width) const {
        const auto fits = [&](double scale) { return taken(lefts, scale) + taken(rights, scale) <= width; };
        if (!(span() > 0) || !fits(0)) return 0;
        double low = 0, high = width / span();
        constexpr int halvings = 60;
        for (int i = 0; i < halvings; ++i) (fits((low + high) / 2) ? low : high) = (low + high) / 2;
        return low;
    }
};

SwingEnds ends_of(const SlideChart& chart, const TypeRuler& ruler) {
    SwingEnds out{.now = chart.now};
    const auto room = [&](const std::string& text) {
        return ruler.width(with_joined_units(text), chart_type) + beside_bar;
    };
    for (const SlideChart::Swing& swing : chart.swings) {
        const bool low_is_left = swing.at_low <= swing.at_high;
        const double left = std::min({chart.now, swing.at_low, swing.at_high}),
                     right = std::max({chart.now, swing.at_low, swing.at_high});
        out.lefts.push_back({chart.now - left, room(low_is_left ? swing.low : swing.high)});
        out.rights.push_back({right - chart.now, room(low_is_left ? swing.high : swing.low)});
    }
    return out;
}

/// An axis, and the round number of which its ends are multiples.
struct SwingAxis {
    RoundAxis axis{};
    double grain = 1;
};

/// px that the wider of the numbers at both ends of an axis takes.
double tick_width(const SlideChart& chart, const SwingAxis& of, const TypeRuler& ruler) {
    const double most = std::max(std::abs(of.axis.low), std::abs(of.axis.high));
    std::string text = fmt::format("{:.{}f}", most, chart.is_money ? money_decimals(of.grain) : 3);
    for (double power = 1e3; power <= most; power *= 1e3) text += ',';
    return ruler.width("$" + text, chart_type);
}

/// The tightest axis about `low` to `high` with multiples of a grain at its ends, on which all ends of bars
/// have room; none: there is none.
std::optional<SwingAxis> axis_of_grain(const SlideChart& chart, const SwingEnds& ends, double low,
                                       double high, double grain, double width, const TypeRuler& ruler) {
    constexpr int most_grains = 200;
    double from = std::floor(low / grain), to = std::ceil(high / grain); // in grains
    for (int i = 0; i < most_grains; ++i) {
        const double scale = width / ((to - from) * grain);
        const double left = SwingEnds::taken(ends.lefts, scale) - (ends.now - from * grain) * scale,
                     right = SwingEnds::taken(ends.rights, scale) - (to * grain - ends.now) * scale;
        if (std::max(left, right) <= 0) {
            SwingAxis out{{from * grain, to * grain, grain}, grain};
            const double least = tick_width(chart, out, ruler) + between_ticks;
            for (const double grains : {1, 2, 4, 5, 10, 20, 40, 50, 100})
                if (out.axis.step = grains * grain; grains <= to - from && out.axis.step * scale >= least)
                    return out;
            return std::nullopt;
        }
        (left > right ? from : to) += left > right ? -1 : 1;
    }
    return std::nullopt;
}

/// An axis on which all ends have room, and bars are nearly as long as they can be there: where that is so
/// with a tick at both of its ends, it has them.
SwingAxis axis_of(const SlideChart& chart, const SwingEnds& ends, double width, const TypeRuler& ruler) {
    const double scale = ends.scale_in(width);
    if (!(scale > 0)) { // no axis gives them room
        constexpr double room_for_ends = 0.3;
        const double room = room_for_ends * ends.span();
        const RoundAxis out = round_axis(ends.now - SwingEnds::reach_of(ends.lefts) - room,
                                         ends.now + SwingEnds::reach_of(ends.rights) + room);
        return {out, out.step};
    }
    const double low = ends.now - SwingEnds::taken(ends.lefts, scale) / scale,
                 high = ends.now + SwingEnds::taken(ends.rights, scale) / scale;
    SwingAxis out{{low, high, high - low}, high - low};
    constexpr int finest = 20, powers = 4;
    constexpr double ticks_at_ends = 1.2, finer = 1.1; // × the length of bars: what they are worth
    double best = 0;
    for (int power = powers - 1; power >= 0; --power)
        for (const double factor : {5.0, 2.5, 2.0, 1.0}) {
            const double grain = factor * std::pow(10, std::floor(std::log10((high - low) / finest)) + power);
            const auto fitted = axis_of_grain(chart, ends, low, high, grain, width, ruler);
            if (!fitted) continue;
            const RoundAxis& axis = fitted->axis;
            const double worth = (axis.step == grain ? ticks_at_ends : 1.0) / (axis.high - axis.low);
            if (worth <= finer * best) continue;
            best = worth;
            out = *fitted;
        }
    return out;
}

/// The least room in which a name takes two lines, at most.
double two_lines_room(const std::string& name, const TypeRuler& ruler) {
    double out = ruler.width(name, chart_type);
    for (size_t at = name.find(' '); at != std::string::npos; at = name.find(' ', at + 1))
        out = std::min(out, std::max(ruler.width(name.substr(0, at), chart_type),
                                     ruler.width(name.substr(at + 1), chart_type)));
    return out;
}

/// The names of the rows as they are broken, and the room that they have, px.
struct SwingNames {
    std::vector<std::string> names{};
    double room = 0;
    bool has_room = true; ///< no two of them touch in rows of the height asked
};

SwingNames names_in(const SlideChart& chart, double room, double row_height, const TypeRuler& ruler) {
    SwingNames out{.room = room};
    size_t before = 0;
    for (const SlideChart::Swing& swing : chart.swings) {
        constexpr double rounding = 1e-6;
        const auto lines = ruler.lines(swing.label, chart_type, room + rounding);
        if (before > 0 && static_cast<double>(before + lines.size()) / 2 * line * chart_type > row_height)
            out.has_room = false;
        before = lines.size();
        out.names.push_back(fmt::format("{}", fmt::join(lines, "\n")));
    }
    return out;
}

} // namespace

ChartPlot plot_swings(const SlideChart& chart, const SlideBox& frame, const PptxLook& look) {
    const TypeRuler ruler(look.font);
    const SwingEnds ends = ends_of(chart, ruler);
    const RoundAxis rough =
        round_axis(ends.now - SwingEnds::reach_of(ends.lefts), ends.now + SwingEnds::reach_of(ends.rights));
    const double right =
        tick_width(chart, {rough, rough.step}, ruler) / 2 + beside_bar; // half of the last number
    const double height = frame.height - above_plot - below_plot;
    const double row_height = height / static_cast<double>(chart.swings.size());
    const auto width_beside = [&](double room) { return frame.width - room - beside_names - right; };
    double one_line = 0, two_lines = 0;
    for (const SlideChart::Swing& swing : chart.swings) {
        one_line = std::max(one_line, ruler.width(swing.label, chart_type));
        two_lines = std::max(two_lines, two_lines_room(swing.label, ruler));
    }
    SwingNames names = names_in(chart, one_line, row_height, ruler);
    // Long names take two lines where they would leave little for the bars.
    constexpr double least_bars = 1.0 / 3; // × the width of the frame
    constexpr double other_names = 1.08;   // × the room: some that are hardly longer take one line
    if (ends.scale_in(width_beside(one_line)) * ends.span() < least_bars * frame.width) {
        const double room = std::min(one_line, other_names * two_lines);
        if (SwingNames broken = names_in(chart, room, row_height, ruler); broken.has_room)
            names = std::move(broken);
    }
    const double width = width_beside(names.room);
    const auto [axis, grain] = axis_of(chart, ends, width, ruler);

    ChartPlot out{.sheet = {.corner = " ", .names = std::move(names.names)}, .legend = "t"};
    ChartSheet& sheet = out.sheet;
    sheet.columns = {{"assumption low", {}}, {"assumption high", {}}};
    std::vector<PointLabel> lows, highs;
    // A text stands at the side to which its bar goes, and one without length goes to none.
    const double seen = 1e-4 * ends.span();
    const auto end_at = [&](double value, double other) {
        return value != chart.now || other == chart.now ? value : other > value ? value - seen : value + seen;
    };
    for (size_t i = 0; i < chart.swings.size(); ++i) {
        const SlideChart::Swing& swing = chart.swings[i];
        sheet.columns[0].values.emplace_back(end_at(swing.at_low, swing.at_high));
        sheet.columns[1].values.emplace_back(end_at(swing.at_high, swing.at_low));
        lows.push_back({i, swing.low, "outEnd", look.ink});
        highs.push_back({i, swing.high, "outEnd", look.ink});
    }
    std::string format = bar_format(chart, grain);
    // What costs nothing or more has no numbers below zero: that is room for texts.
    if (axis.low < 0 && chart.now - SwingEnds::reach_of(ends.lefts) >= 0) format += ";;" + format;
    const SlideBox place{(names.room + beside_names) / frame.width, above_plot / frame.height,
                         width / frame.width, height / frame.height};
    // Bars begin where the axis of names crosses: at the figure as it is.
    out.xml = inner_layout(place) + bar_chart_begin(true, "clustered") +
              bar_series(sheet, 0, ink_text(ink_of(InputEnd::low)), point_labels(lows), format) +
              bar_series(sheet, 1, ink_text(ink_of(InputEnd::high)), point_labels(highs), format) +
              "<c:gapWidth val=\"40\"/><c:overlap val=\"100\"/>" + std::string(bar_axis_ids) +
              "</c:barChart>" + bar_axes(axis, {.values = chart.y_title}, format, true, chart.now, look);
    return out;
}

} // namespace roofrack
