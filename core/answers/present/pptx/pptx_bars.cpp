// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/present/pptx/pptx_plot.h"

#include "core/base/spreadsheet/xml_scanner.h"
#include "core/base/style/state_inks.h"
#include "core/base/units/joined_units.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace roofrack {

namespace {

/// How far a whisker goes beyond its bar; none: it has no whisker.
std::optional<double> beyond(const SlideChart::Bar& bar, double length) {
    return bar.high > bar.low ? std::optional(std::max(length, 0.0)) : std::nullopt;
}

/// The numbers themselves beside the bars.
std::string value_labels(std::string_view format, const PptxLook& look) {
    return fmt::format(
        "<c:dLbls><c:numFmt formatCode=\"{}\" sourceLinked=\"0\"/><c:spPr><a:noFill/></c:spPr>{}"
        "<c:dLblPos val=\"outEnd\"/><c:showLegendKey val=\"0\"/><c:showVal val=\"1\"/><c:showCatName "
        "val=\"0\"/>"
        "<c:showSerName val=\"0\"/><c:showPercent val=\"0\"/><c:showBubbleSize val=\"0\"/></c:dLbls>",
        xml_text(format), chart_text_properties(chart_type, look.ink));
}

std::string own_colours(const SlideChart& chart) {
    const std::string over = ink_text(light_state_inks.critical);
    std::string out;
    for (size_t i = 0; i < chart.bars.size(); ++i) {
        const SlideChart::Bar& bar = chart.bars[i];
        if (bar.is_said) continue;
        const std::string_view colour = bar.colour.empty() && chart.is_share && bar.value > 1
                                            ? std::string_view(over)
                                            : std::string_view(bar.colour);
        if (!colour.empty())
            out += fmt::format(
                "<c:dPt><c:idx val=\"{}\"/><c:invertIfNegative val=\"0\"/><c:bubble3D val=\"0\"/>{}</c:dPt>",
                i, area_properties(colour));
    }
    return out;
}

/// A line that is not painted: it carries whiskers or words.
std::string bare_line(const ChartSheet& sheet, size_t column, const std::string& what) {
    return "<c:ser>" + series_begin(sheet, column) + line_properties({}, 0, false) +
           "<c:marker><c:symbol val=\"none\"/></c:marker>" + what + row_names(sheet) + "<c:val>" +
           series_values(sheet, column) + "</c:val><c:smooth val=\"0\"/></c:ser>";
}

constexpr std::string_view line_chart_begin =
    "<c:lineChart><c:grouping val=\"standard\"/><c:varyColors val=\"0\"/>";

} // namespace

ChartPlot plot_bars(const SlideChart& chart, const PptxLook& look) {
    constexpr double cents_below = 1000; // where all bars are small, cents tell them from nothing
    const bool has_cents = std::ranges::all_of(
        chart.bars, [](const SlideChart::Bar& bar) { return std::abs(bar.value) < cents_below; });
    const std::string_view format = chart.is_share    ? "0.0%"
                                    : !chart.is_money ? "General"
                                    : has_cents       ? "$#,##0.00"
                                                      : "$#,##0";
    ChartPlot out{.sheet = {.corner = " "}};
    ChartSheet& sheet = out.sheet;
    sheet.columns = {{chart.y_title, {}, chart.is_share},
                     {"whisker, up", {}, chart.is_share},
                     {"whisker, down", {}, chart.is_share},
                     {"what is said stands at", {}, chart.is_share}};
    double low = 0, high = 0;
    bool has_whiskers = false, has_texts = false;
    std::vector<PointLabel> labels;
    for (const SlideChart::Bar& bar : chart.bars) {
        const double end = bar.high > bar.low ? std::max(bar.value, bar.high) : bar.value;
        sheet.names.push_back(bar.label);
        sheet.columns[0].values.push_back(bar.is_said ? std::nullopt : std::optional(bar.value));
        sheet.columns[1].values.push_back(beyond(bar, bar.high - bar.value));
        sheet.columns[2].values.push_back(beyond(bar, bar.value - bar.low));
        sheet.columns[3].values.emplace_back(end);
        labels.push_back({sheet.names.size() - 1, bar.text, "outEnd",
                          bar.is_said && !bar.colour.empty() ? bar.colour : look.ink});
        has_whiskers = has_whiskers || bar.high > bar.low;
        has_texts = has_texts || !bar.text.empty();
        low = std::min({low, bar.value, bar.low});
        high = std::max({high, end});
    }
    if (!has_texts) sheet.columns.pop_back();
    if (!has_whiskers && !has_texts) sheet.columns.resize(1);
    // Words stand beyond the whiskers: at the end of a bar that is not painted.
    const std::string whisker = has_whiskers ? whiskers(sheet, {}, 1, 2, look) : std::string();
    out.xml =
        "<c:layout/>" + bar_chart_begin(true, "clustered") +
        bar_series(sheet, 0, look.accent,
                   own_colours(chart) + (has_texts ? std::string() : value_labels(format, look)) + whisker,
                   format);
    constexpr size_t words = 3;
    if (has_texts) out.xml += bar_series(sheet, words, {}, point_labels(labels), format);
    out.xml += "<c:gapWidth val=\"40\"/>";
    if (has_texts) out.xml += "<c:overlap val=\"100\"/>";
    out.xml += std::string(bar_axis_ids) + "</c:barChart>";
    constexpr double room_for_words = 1.3;
    const RoundAxis axis = round_axis(low, has_texts ? high * room_for_words : high);
    out.xml += bar_axes(axis, {.values = chart.y_title}, bar_format(chart, axis.step), true, 0, look);
    return out;
}

ChartPlot plot_stack(const SlideChart& chart, const PptxLook& look) {
    ChartPlot out{.sheet = {.corner = chart.y_title}, .legend = "r"};
    ChartSheet& sheet = out.sheet;
    using Values = std::vector<std::optional<double>>;
    // The bar beside it comes first, and its rows are empty in the columns of the parts.
    const size_t first = chart.beside ? 1 : 0;
    if (chart.beside) sheet.names.push_back(chart.beside->label);
    sheet.names.push_back(chart.whole.label);
    const auto row_of_whole = [&](std::optional<double> value) {
        Values values(first);
        values.push_back(value);
        return values;
    };
    std::vector<std::string> colours;
    if (chart.beside) {
        sheet.columns.push_back({chart.beside->label, {chart.beside->value, std::nullopt}});
        colours.push_back(chart.beside->colour);
    }
    for (const SlideChart::Bar& bar : chart.bars) {
        sheet.columns.push_back(
            {bar.text.empty() ? bar.label : bar.label + " · " + with_joined_units(bar.text),
             row_of_whole(bar.value)});
        colours.push_back(bar.colour.empty() ? look.accent : bar.colour);
    }
    const size_t whole = sheet.columns.size();
    Values all = row_of_whole(chart.whole.value), words = all;
    double high = chart.whole.value;
    if (chart.whole.high > chart.whole.low) high = std::max(high, chart.whole.high);
    words.back() = high;
    if (chart.beside) all.front() = words.front() = chart.beside->value;
    sheet.columns.push_back({"the whole", all});
    sheet.columns.push_back(
        {"whisker, up", row_of_whole(beyond(chart.whole, chart.whole.high - chart.whole.value))});
    sheet.columns.push_back(
        {"whisker, down", row_of_whole(beyond(chart.whole, chart.whole.value - chart.whole.low))});
    sheet.columns.push_back({"what is said stands at", words});
    out.xml = "<c:layout/>" + bar_chart_begin(false, "stacked");
    for (size_t i = 0; i < whole; ++i) out.xml += bar_series(sheet, i, colours[i], {}, "General");
    out.xml +=
        "<c:gapWidth val=\"50\"/><c:overlap val=\"100\"/>" + std::string(bar_axis_ids) + "</c:barChart>";
    // Lines that are not painted carry the whisker of the whole, and the words above it.
    std::vector<PointLabel> labels;
    if (chart.beside) labels.push_back({0, chart.beside->text, "t", look.ink});
    labels.push_back({first, chart.whole.text, "t", look.ink});
    constexpr size_t up = 1, down = 2, said = 3; // columns after the whole
    out.xml += line_chart_begin;
    out.xml +=
        bare_line(sheet, whole,
                  chart.whole.high > chart.whole.low ? whiskers(sheet, "y", whole + up, whole + down, look)
                                                     : std::string());
    out.xml += bare_line(sheet, whole + said, point_labels(labels));
    if (chart.beside) out.unlisted.push_back(0); // its row is named so
    out.unlisted.insert(out.unlisted.end(), {whole, whole + 1});
    out.xml += "<c:marker val=\"1\"/>" + std::string(bar_axis_ids) + "</c:lineChart>";
    constexpr double room_above = 1.08;
    high = std::max(high, chart.beside ? chart.beside->value : 0) * room_above;
    out.xml += bar_axes(round_axis(0, high), {.values = chart.y_title}, "General", false, 0, look);
    return out;
}

ChartPlot plot_columns(const SlideChart& chart, const PptxLook& look) {
    // Words stand above the whole: a line, or two.
    const bool has_drawn = std::ranges::any_of(chart.columns, &SlideChart::Column::is_drawn);
    const RoundAxis axis{0, has_drawn ? 1.24 : 1.1, 0.25};
    ChartPlot out{.sheet = {.corner = chart.x_title}};
    ChartSheet& sheet = out.sheet;
    for (const SlideChart::Column& column : chart.columns) sheet.names.push_back(column.label);
    for (const SlideChart::ColumnPart& part : chart.column_parts) {
        if (part.is_named_beside)
            out.unlisted.push_back(sheet.columns.size());
        else
            out.legend = "b";
        sheet.columns.push_back({part.name, {part.shares.begin(), part.shares.end()}, true});
    }
    const size_t words = sheet.columns.size();
    std::vector<PointLabel> labels;
    for (size_t i = 0; i < chart.columns.size(); ++i) {
        const SlideChart::Column& column = chart.columns[i];
        if (column.is_drawn)
            labels.push_back({i, "drawn:\n" + column.text, "t", look.accent});
        else
            labels.push_back({i, column.text, "t", look.ink});
    }
    sheet.columns.push_back(
        {"what is said stands at", std::vector<std::optional<double>>(sheet.names.size(), 1.0), true});
    out.unlisted.push_back(words);
    out.xml = "<c:layout/>" + bar_chart_begin(false, "stacked");
    for (size_t i = 0; i < words; ++i)
        out.xml += bar_series(sheet, i, chart.column_parts[i].colour, {}, "0%");
    out.xml +=
        "<c:gapWidth val=\"30\"/><c:overlap val=\"100\"/>" + std::string(bar_axis_ids) + "</c:barChart>";
    out.xml += std::string(line_chart_begin) + bare_line(sheet, words, point_labels(labels)) +
               "<c:marker val=\"1\"/>" + std::string(bar_axis_ids) + "</c:lineChart>";
    out.xml += bar_axes(axis, {.names = chart.x_title}, "0%", false, 0, look);
    return out;
}

} // namespace roofrack
