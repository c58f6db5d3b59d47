// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/present/pptx/border_labels.h"
#include "core/answers/present/pptx/label_places.h"
#include "core/answers/present/pptx/pptx_parts.h"
#include "core/answers/present/pptx/pptx_plot.h"
#include "core/base/spreadsheet/xml_scanner.h"
#include "core/base/style/readable_ink.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <iterator>

namespace roofrack {

namespace {

/// Where the axes lie in the frame of the chart, as shares of it: areas of the slide lie behind them.
constexpr SlideBox plot_share{0.06, 0.11, 0.92, 0.74};

struct LogRange {
    double low = 1, high = 2;
    double share(double value) const { return std::log(value / low) / std::log(high / low); }
    double value(double share) const { return low * std::pow(high / low, share); }
};

/// Powers of the base about the values.
LogRange log_range(double low, double high, double base) {
    const auto power = [&](double value) { return std::log(value) / std::log(base); };
    LogRange out{std::pow(base, std::floor(power(low) + 1e-9)),
                 std::pow(base, std::ceil(power(high) - 1e-9))};
    if (out.high <= out.low) out.high = base * out.low;
    return out;
}

constexpr double base_of_x = 2, base_of_y = 10;

using CurvePoints = std::vector<std::pair<double, double>>;

/// What is drawn by its points, as it is painted.
struct DrawnLine {
    enum class Kind { known, assumed, edge, ideal };
    Kind kind = Kind::known;
    std::string name;
    CurvePoints points;

    std::string style(const PptxLook& look) const {
        constexpr std::string_view ideal_colour = "8B949E";
        switch (kind) {
        case Kind::known: return line_properties(look.accent, 5, false);
        case Kind::assumed: return line_properties(look.accent, 5, true);
        case Kind::edge: return line_properties(look.accent, 1, false);
        case Kind::ideal: break;
        }
        return line_properties(ideal_colour, 2, true);
    }
};

/// All that is drawn by its points, in the order of its columns.
std::vector<DrawnLine> lines_of(const SlideChart& chart) {
    std::vector<DrawnLine> out;
    // The stretches of one line end where the next begin.
    CurvePoints run;
    for (const SlideChart::Curve& curve : chart.curves)
        if (!curve.is_ideal) run.insert(run.end(), curve.points.begin(), curve.points.end());
    const auto border = chart.assumed ? std::ranges::upper_bound(run, chart.assumed->from, {},
                                                                 &std::pair<double, double>::first)
                                      : run.end();
    // The last point before what is assumed joins both; alone it is no line.
    const auto joint = border == run.begin() ? border : std::prev(border);
    if (!run.empty() && (border == run.end() || joint != run.begin()))
        out.push_back({DrawnLine::Kind::known,
                       chart.curve_name.empty() ? chart.y_title : chart.curve_name,
                       {run.begin(), border}});
    if (border != run.end())
        out.push_back({DrawnLine::Kind::assumed, chart.assumed->name, {joint, run.end()}});
    for (const SlideChart::Curve& edge : chart.edges)
        out.push_back({DrawnLine::Kind::edge, edge.name, edge.points});
    for (const SlideChart::Curve& curve : chart.curves) {
        if (!curve.is_ideal) continue;
        out.push_back({DrawnLine::Kind::ideal, curve.name, curve.points});
        // It is straight, and a row for a size that does not run would break the line of those that do.
        std::erase_if(out.back().points, [&run](const auto& point) {
            const double x = point.first;
            return !run.empty() && x > run.front().first && x < run.back().first &&
                   std::ranges::find(run, x, &std::pair<double, double>::first) == run.end();
        });
    }
    return out;
}

struct CurveRanges {
    LogRange x, y;
};

CurveRanges ranges_of(const std::vector<DrawnLine>& lines) {
    double left = INFINITY, right = 0, low = INFINITY, high = 0;
    for (const DrawnLine& line : lines)
        for (const auto& [x, y] : line.points) {
            left = std::min(left, x);
            right = std::max(right, x);
            low = std::min(low, y);
            high = std::max(high, y);
        }
    return {log_range(left, right, base_of_x), log_range(low, high, base_of_y)};
}

std::string scatter_series(const ChartSheet& sheet, size_t column, const std::string& line,
                           const std::string& marker, const std::string& labels) {
    return "<c:ser>" + series_begin(sheet, column) + line + marker + labels + "<c:xVal>" + row_places(sheet) +
           "</c:xVal><c:yVal>" + series_values(sheet, column) + "</c:yVal><c:smooth val=\"0\"/></c:ser>";
}

/// The size of a plot on a slide, px: its width, and the least height that the words above it leave.
constexpr double plot_width = 1619, least_plot_height = 360;

/// As large as words of a chart are, in shares of the plot.
PlotPoint size_of_words(const std::string& text) {
    constexpr double letter = 0.55, line = 1.25; // × the height of the type
    double longest = 0, here = 0, lines = 1;
    for (const char each : text) {
        const bool continues = (static_cast<unsigned char>(each) & 0xC0) == 0x80; // a letter of several bytes
        here = each == '\n' ? 0 : here + (continues ? 0 : 1);
        longest = std::max(longest, here);
        lines += each == '\n' ? 1 : 0;
    }
    return {longest * letter * chart_type / plot_width, lines * line * chart_type / least_plot_height};
}

/// What is said at the borders, in the order of the stretches that say something.
std::vector<BorderLabel> labels_of_borders(const SlideChart& chart, const CurveRanges& ranges,
                                           const PptxLook& look) {
    std::vector<BorderText> texts;
    for (const SlideChart::Stretch& stretch : chart.stretches)
        if (!stretch.text.empty()) texts.push_back({ranges.x.share(stretch.from), stretch.text});
    return border_labels(texts, plot_width, least_plot_height, chart_type, TypeRuler(look.font));
}

/// Where the labels of the marks stand, in values of the axes; none: there is no room.
std::vector<std::optional<std::pair<double, double>>>
places_of_labels(const SlideChart& chart, const std::vector<DrawnLine>& lines, const CurveRanges& ranges,
                 const std::vector<BorderLabel>& borders) {
    LabelGround ground{.aspect = plot_width / least_plot_height};
    for (const DrawnLine& line : lines) {
        auto& points = ground.lines.emplace_back();
        for (const auto& [x, y] : line.points) points.push_back({ranges.x.share(x), ranges.y.share(y)});
    }
    for (const BorderLabel& border : borders) ground.taken.push_back(border.area);
    for (const SlideChart::Stretch& stretch : chart.stretches) {
        const double x = ranges.x.share(stretch.from);
        const PlotPoint name = size_of_words(stretch.name);
        constexpr double right_of_line = 0.01, above = 0.03;
        ground.taken.push_back({x, x + right_of_line + name.x, 1 - above - name.y, 1});
        if (!stretch.text.empty()) ground.borders.push_back(x);
    }
    std::vector<MarkLabel> labels;
    for (const SlideChart::Mark& mark : chart.marks) {
        const PlotPoint size = size_of_words(mark.text);
        labels.push_back({{ranges.x.share(mark.x), ranges.y.share(mark.y)}, size.x, size.y});
    }
    std::vector<std::optional<std::pair<double, double>>> out;
    for (const std::optional<PlotPoint>& place : label_places(labels, ground))
        out.push_back(place ? std::optional(std::pair(ranges.x.value(place->x), ranges.y.value(place->y)))
                            : std::nullopt);
    return out;
}

/// A point of a series that is not painted.
std::string without_dot(size_t row) {
    return fmt::format("<c:dPt><c:idx val=\"{}\"/><c:marker><c:symbol val=\"none\"/></c:marker>"
                       "<c:bubble3D val=\"0\"/></c:dPt>",
                       row);
}

std::string dot(const SlideChart::Mark& mark, const PptxLook& look) {
    return fmt::format(
        "<c:marker><c:symbol val=\"circle\"/><c:size val=\"{}\"/><c:spPr><a:solidFill><a:srgbClr "
        "val=\"{}\"/></a:solidFill><a:ln w=\"19050\"><a:solidFill><a:srgbClr "
        "val=\"{}\"/></a:solidFill></a:ln></c:spPr></c:marker>",
        mark.is_drawn ? 13 : 8, mark.is_drawn ? look.accent : look.pale_ink, look.ground);
}

std::string log_axis(int id, int other, std::string_view side, const std::string& title,
                     const LogRange& range, double base, std::string_view format, const PptxLook& look) {
    return fmt::format(
        "<c:valAx><c:axId val=\"{}\"/><c:scaling><c:logBase val=\"{:.9g}\"/><c:orientation "
        "val=\"minMax\"/><c:max "
        "val=\"{:.9g}\"/><c:min val=\"{:.9g}\"/></c:scaling><c:delete val=\"0\"/><c:axPos val=\"{}\"/>{}{}"
        "<c:numFmt formatCode=\"{}\" sourceLinked=\"0\"/><c:majorTickMark val=\"none\"/><c:minorTickMark "
        "val=\"none\"/><c:tickLblPos val=\"low\"/>{}<c:crossAx val=\"{}\"/><c:crosses val=\"min\"/>"
        "<c:crossBetween val=\"midCat\"/><c:majorUnit val=\"{:.9g}\"/></c:valAx>",
        id, base, range.high, range.low, side, gridlines(look), axis_title(title, look), xml_text(format),
        chart_text_properties(chart_type, look.pale_ink), other, base);
}

/// A row a point: programs take the x of all series from one column. Points of one line share their rows;
/// what is marked has rows of its own below, where no line goes through.
struct CurveRows {
    ChartSheet& sheet;

    void add_lines(const std::vector<DrawnLine>& lines) {
        for (const DrawnLine& line : lines)
            for (const auto& [x, y] : line.points) sheet.x.push_back(x);
        std::ranges::sort(sheet.x);
        sheet.x.erase(std::ranges::unique(sheet.x).begin(), sheet.x.end());
        for (const DrawnLine& line : lines) {
            ChartSheet::Column column{line.name, {}};
            column.values.resize(sheet.x.size());
            for (const auto& [x, y] : line.points)
                column.values[static_cast<size_t>(std::ranges::lower_bound(sheet.x, x) - sheet.x.begin())] =
                    y;
            sheet.columns.push_back(std::move(column));
        }
    }
    /// The row of the first of the points.
    size_t add_apart(const std::string& name, const std::vector<std::pair<double, double>>& points) {
        const size_t row = sheet.x.size();
        ChartSheet::Column column{name, {}};
        column.values.resize(row);
        for (const auto& [x, y] : points) {
            sheet.x.push_back(x);
            column.values.emplace_back(y);
        }
        sheet.columns.push_back(std::move(column));
        for (ChartSheet::Column& each : sheet.columns) each.values.resize(sheet.x.size());
        return row;
    }
};

std::string without_breaks(std::string text) {
    std::ranges::replace(text, '\n', ' ');
    return text;
}

} // namespace

ChartPlot plot_curves(const SlideChart& chart, const PptxLook& look) {
    const std::vector<DrawnLine> lines = lines_of(chart);
    const CurveRanges ranges = ranges_of(lines);
    ChartPlot out{.sheet = {.corner = chart.x_title}, .legend = "t"};
    CurveRows rows{out.sheet};
    rows.add_lines(lines);
    std::vector<size_t> marked, bordered;
    // What is said of a mark stands at a point of its own, away from all lines.
    const std::vector<BorderLabel> borders = labels_of_borders(chart, ranges, look);
    const auto places = places_of_labels(chart, lines, ranges, borders);
    for (size_t i = 0; i < chart.marks.size(); ++i) {
        const SlideChart::Mark& mark = chart.marks[i];
        std::vector<std::pair<double, double>> points{{mark.x, mark.y}};
        if (places[i]) points.push_back(*places[i]);
        marked.push_back(rows.add_apart(without_breaks(mark.text), points));
    }
    for (const SlideChart::Stretch& stretch : chart.stretches) {
        if (stretch.text.empty()) continue;
        const PlotArea& area = borders[bordered.size()].area;
        const double at = ranges.y.value((area.bottom + area.top) / 2);
        bordered.push_back(rows.add_apart(
            without_breaks(stretch.text),
            {{stretch.from, ranges.y.low}, {stretch.from, at}, {stretch.from, ranges.y.high}}));
    }
    const std::string no_marker = "<c:marker><c:symbol val=\"none\"/></c:marker>";
    out.xml = inner_layout(plot_share) + "<c:scatterChart><c:scatterStyle val=\"lineMarker\"/><c:varyColors "
                                         "val=\"0\"/>";
    size_t column = 0;
    for (const DrawnLine& line : lines) {
        out.xml += scatter_series(out.sheet, column, line.style(look), no_marker, {});
        ++column;
    }
    for (size_t i = 0; i < chart.marks.size(); ++i) {
        const SlideChart::Mark& mark = chart.marks[i];
        out.unlisted.push_back(column);
        const std::string& colour = mark.is_drawn ? look.accent : look.pale_ink;
        std::string said;
        if (places[i])
            said = without_dot(marked[i] + 1) + point_labels({{marked[i] + 1, mark.text, "ctr", colour}});
        else if (mark.is_drawn) // it is said in any case
            said = point_labels({{marked[i], mark.text, "t", colour}});
        out.xml += scatter_series(out.sheet, column, line_properties({}, 0, false), dot(mark, look), said);
        ++column;
    }
    size_t border = 0;
    for (const SlideChart::Stretch& stretch : chart.stretches) {
        if (stretch.text.empty()) continue;
        out.unlisted.push_back(column);
        const BorderLabel& said = borders[border];
        out.xml += scatter_series(
            out.sheet, column, line_properties(stretch.colour, 2, true), no_marker,
            point_labels({{bordered[border] + 1, said.text, said.is_right ? "r" : "l", look.ink}}));
        ++column;
        ++border;
    }
    out.xml += "<c:axId val=\"101\"/><c:axId val=\"102\"/></c:scatterChart>";
    out.xml += log_axis(101, 102, "b", chart.x_title, ranges.x, base_of_x, "#,##0", look);
    // Below one a speed-up has decimals, and above none.
    out.xml += log_axis(102, 101, "l", {}, ranges.y, base_of_y, "[<1]0.###×;#,##0×", look);
    return out;
}

namespace {

/// The colour of a stretch as its name can be read in it.
std::string name_ink(const std::string& colour, const PptxLook& look) {
    constexpr double tint = 0.1; // as the area is filled
    const auto ink = [](const std::string& text) { return parse_ink("#" + text).value_or(0); };
    const Ink ground = tinted_ink(ink(look.ground), ink(colour), tint);
    return ink_text(readable_ink(ink(colour), ground, ink(look.ink)));
}

} // namespace

std::string stretches_xml(const SlideChart& chart, const SlideBox& box, int first_id, const PptxLook& look) {
    if (chart.stretches.empty() || chart.curves.empty()) return {};
    const CurveRanges ranges = ranges_of(lines_of(chart));
    const SlideBox plot{box.x + plot_share.x * box.width, box.y + plot_share.y * box.height,
                        plot_share.width * box.width, plot_share.height * box.height};
    std::string out;
    for (const SlideChart::Stretch& stretch : chart.stretches) {
        const double left = plot.x + plot.width * ranges.x.share(stretch.from),
                     right = plot.x + plot.width * ranges.x.share(stretch.to);
        out += fmt::format(
            "<p:sp><p:nvSpPr><p:cNvPr id=\"{}\" "
            "name=\"{}\"/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr><a:xfrm>{}"
            "</a:xfrm><a:prstGeom prst=\"rect\"><a:avLst/></a:prstGeom><a:solidFill><a:srgbClr val=\"{}\">"
            "<a:alpha val=\"10000\"/></a:srgbClr></a:solidFill><a:ln><a:noFill/></a:ln></p:spPr><p:txBody>"
            "<a:bodyPr wrap=\"none\" lIns=\"76200\" tIns=\"57150\" rIns=\"0\" bIns=\"0\" anchor=\"t\"/>"
            "<a:lstStyle/>{}</p:txBody></p:sp>",
            first_id++, xml_text(stretch.name),
            offset_xml({left, plot.y, std::max(right - left, 0.0), plot.height}), stretch.colour,
            paragraph_xml(stretch.name, least_slide_type, name_ink(stretch.colour, look)));
    }
    return out;
}

} // namespace roofrack
