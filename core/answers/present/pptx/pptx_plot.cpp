// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/present/pptx/pptx_plot.h"

#include "core/answers/present/pptx/pptx_parts.h"
#include "core/base/spreadsheet/workbook_writer.h"
#include "core/base/spreadsheet/xml_scanner.h"
#include "core/base/units/joined_units.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace roofrack {

namespace {

constexpr std::string_view no_other_label =
    "<c:showLegendKey val=\"0\"/><c:showVal val=\"0\"/><c:showCatName val=\"0\"/><c:showSerName val=\"0\"/>"
    "<c:showPercent val=\"0\"/><c:showBubbleSize val=\"0\"/>";

std::string cell_of_sheet(size_t row, size_t column) {
    return fmt::format("{}!{}", chart_sheet_name,
                       WorkbookWriter::cell(static_cast<uint32_t>(row), static_cast<uint16_t>(column), true));
}

std::string range_of_sheet(size_t column, size_t rows) {
    return cell_of_sheet(1, column) + ":" +
           WorkbookWriter::cell(static_cast<uint32_t>(rows), static_cast<uint16_t>(column), true);
}

std::string number_cache(size_t column, const std::vector<std::optional<double>>& values,
                         std::string_view format) {
    std::string out = fmt::format("<c:numRef><c:f>{}</c:f><c:numCache><c:formatCode>{}</c:formatCode>"
                                  "<c:ptCount val=\"{}\"/>",
                                  range_of_sheet(column, values.size()), xml_text(format), values.size());
    for (size_t i = 0; i < values.size(); ++i)
        if (values[i]) out += fmt::format("<c:pt idx=\"{}\"><c:v>{:.9g}</c:v></c:pt>", i, *values[i]);
    return out + "</c:numCache></c:numRef>";
}

/// The lines of a label as paragraphs.
std::string label_paragraphs(const std::string& text, std::string_view colour) {
    std::string out;
    for (size_t at = 0; at <= text.size();) {
        const size_t end = std::min(text.find('\n', at), text.size());
        out += fmt::format("<a:p><a:r><a:rPr lang=\"en-US\" sz=\"{}\" b=\"0\"><a:solidFill><a:srgbClr "
                           "val=\"{}\"/></a:solidFill></a:rPr><a:t>{}</a:t></a:r></a:p>",
                           chart_type * 75, colour, xml_text(with_joined_units(text.substr(at, end - at))));
        at = end + 1;
    }
    return out;
}

} // namespace

std::string chart_text_properties(int type, std::string_view colour) {
    return fmt::format(
        "<c:txPr><a:bodyPr/><a:lstStyle/><a:p><a:pPr><a:defRPr sz=\"{}\" b=\"0\"><a:solidFill>"
        "<a:srgbClr val=\"{}\"/></a:solidFill></a:defRPr></a:pPr><a:endParaRPr lang=\"en-US\"/>"
        "</a:p></c:txPr>",
        type * 75, colour);
}

std::string axis_title(const std::string& text, const PptxLook& look) {
    if (text.empty()) return {};
    // Without a house style it is black, which every program takes by itself.
    const std::string run =
        look.is_styled ? fmt::format("><a:solidFill><a:srgbClr val=\"{}\"/></a:solidFill></a:rPr>", look.ink)
                       : std::string("/>");
    return fmt::format(
        "<c:title><c:tx><c:rich><a:bodyPr/><a:lstStyle/><a:p><a:pPr><a:defRPr sz=\"{0}\" b=\"0\"/>"
        "</a:pPr><a:r><a:rPr lang=\"en-US\" sz=\"{0}\" b=\"0\"{1}<a:t>{2}</a:t></a:r></a:p></c:rich>"
        "</c:tx><c:overlay val=\"0\"/></c:title>",
        chart_type * 75, run, xml_text(text));
}

std::string inner_layout(const SlideBox& shares) {
    return fmt::format(
        "<c:layout><c:manualLayout><c:layoutTarget val=\"inner\"/><c:xMode val=\"edge\"/><c:yMode "
        "val=\"edge\"/><c:x val=\"{:.9g}\"/><c:y val=\"{:.9g}\"/><c:w val=\"{:.9g}\"/><c:h "
        "val=\"{:.9g}\"/></c:manualLayout></c:layout>",
        shares.x, shares.y, shares.width, shares.height);
}

std::string gridlines(const PptxLook& look) {
    return fmt::format("<c:majorGridlines><c:spPr><a:ln w=\"9525\"><a:solidFill><a:srgbClr "
                       "val=\"{}\"/></a:solidFill></a:ln></c:spPr></c:majorGridlines>",
                       look.grid);
}

std::string area_properties(std::string_view colour) {
    if (colour.empty()) return "<c:spPr><a:noFill/><a:ln><a:noFill/></a:ln></c:spPr>";
    return fmt::format("<c:spPr><a:solidFill><a:srgbClr val=\"{}\"/></a:solidFill></c:spPr>", colour);
}

std::string line_properties(std::string_view colour, double width_px, bool dashed) {
    if (colour.empty()) return "<c:spPr><a:ln w=\"19050\"><a:noFill/></a:ln></c:spPr>";
    return fmt::format(
        "<c:spPr><a:ln w=\"{}\" cap=\"rnd\"><a:solidFill><a:srgbClr val=\"{}\"/></a:solidFill>{}"
        "<a:round/></a:ln></c:spPr>",
        std::llround(width_px * emu), colour, dashed ? "<a:prstDash val=\"dash\"/>" : "");
}

std::string series_begin(const ChartSheet& sheet, size_t column) {
    return fmt::format(
        "<c:idx val=\"{0}\"/><c:order val=\"{0}\"/><c:tx><c:strRef><c:f>{1}</c:f><c:strCache><c:ptCount "
        "val=\"1\"/><c:pt idx=\"0\"><c:v>{2}</c:v></c:pt></c:strCache></c:strRef></c:tx>",
        column, cell_of_sheet(0, column + 1), xml_text(sheet.columns[column].name));
}

std::string series_values(const ChartSheet& sheet, size_t column, std::string_view format) {
    return number_cache(column + 1, sheet.columns[column].values, format);
}

std::string row_names(const ChartSheet& sheet) {
    std::string out = fmt::format("<c:cat><c:strRef><c:f>{}</c:f><c:strCache><c:ptCount val=\"{}\"/>",
                                  range_of_sheet(0, sheet.names.size()), sheet.names.size());
    for (size_t i = 0; i < sheet.names.size(); ++i)
        out += fmt::format("<c:pt idx=\"{}\"><c:v>{}</c:v></c:pt>", i, xml_text(sheet.names[i]));
    return out + "</c:strCache></c:strRef></c:cat>";
}

std::string row_places(const ChartSheet& sheet) {
    const std::vector<std::optional<double>> places(sheet.x.begin(), sheet.x.end());
    return number_cache(0, places, "General");
}

std::string point_labels(const std::vector<PointLabel>& labels) {
    std::string out = "<c:dLbls>";
    for (const PointLabel& label : labels)
        out += fmt::format(
            "<c:dLbl><c:idx val=\"{}\"/><c:tx><c:rich><a:bodyPr "
            "wrap=\"none\"/><a:lstStyle/>{}</c:rich></c:tx>"
            "<c:dLblPos val=\"{}\"/><c:showLegendKey val=\"0\"/><c:showVal val=\"1\"/><c:showCatName "
            "val=\"0\"/><c:showSerName val=\"0\"/><c:showPercent val=\"0\"/><c:showBubbleSize "
            "val=\"0\"/></c:dLbl>",
            label.row, label_paragraphs(label.text, label.colour), label.place);
    return out + std::string(no_other_label) + "</c:dLbls>";
}

std::string whiskers(const ChartSheet& sheet, std::string_view direction, size_t more, size_t less,
                     const PptxLook& look) {
    return fmt::format(
        "<c:errBars>{}<c:errBarType val=\"both\"/><c:errValType val=\"cust\"/><c:noEndCap val=\"0\"/>"
        "<c:plus>{}</c:plus><c:minus>{}</c:minus>{}</c:errBars>",
        direction.empty() ? std::string() : fmt::format("<c:errDir val=\"{}\"/>", direction),
        series_values(sheet, more), series_values(sheet, less), line_properties(look.ink, 2, false));
}

RoundAxis round_axis(double low, double high) {
    constexpr double ticks = 5;
    const double span = high > low ? high - low : 1;
    const double power = std::pow(10, std::floor(std::log10(span / ticks)));
    double step = power;
    for (const double factor : {1.0, 2.0, 5.0, 10.0})
        if (step = factor * power; span / step <= ticks + 1) break;
    return {step * std::floor(low / step + 1e-9), step * std::ceil(high / step - 1e-9), step};
}

std::string round_scaling(const RoundAxis& axis) {
    return fmt::format("<c:scaling><c:orientation val=\"minMax\"/><c:max val=\"{:.9g}\"/><c:min "
                       "val=\"{:.9g}\"/></c:scaling>",
                       axis.high, axis.low);
}

std::string bar_chart_begin(bool is_lying, std::string_view grouping) {
    return fmt::format("<c:barChart><c:barDir val=\"{}\"/><c:grouping val=\"{}\"/><c:varyColors val=\"0\"/>",
                       is_lying ? "bar" : "col", grouping);
}

std::string bar_series(const ChartSheet& sheet, size_t column, std::string_view colour,
                       const std::string& between, std::string_view format) {
    return "<c:ser>" + series_begin(sheet, column) + area_properties(colour) +
           "<c:invertIfNegative val=\"0\"/>" + between + row_names(sheet) + "<c:val>" +
           series_values(sheet, column, format) + "</c:val></c:ser>";
}

int money_decimals(double step) {
    constexpr int cents = 2, most = 9;
    constexpr double rounding = 1e-6;
    int out = 0;
    for (double left = step; out < most && std::abs(left - std::round(left)) > rounding * left; left *= 10)
        ++out;
    return out > 0 ? std::max(cents, out) : 0;
}

std::string bar_format(const SlideChart& chart, double step) {
    if (chart.is_share) return "0%";
    if (!chart.is_money) return "General";
    const int decimals = money_decimals(step);
    return decimals > 0 ? "$#,##0." + std::string(static_cast<size_t>(decimals), '0') : "$#,##0";
}

std::string bar_axes(const RoundAxis& axis, const BarTitles& titles, std::string_view format, bool is_lying,
                     double crossing, const PptxLook& look) {
    // Lying bars are listed from the top down.
    std::string out = fmt::format(
        "<c:catAx><c:axId val=\"101\"/><c:scaling><c:orientation val=\"{}\"/></c:scaling><c:delete "
        "val=\"0\"/><c:axPos val=\"{}\"/>{}<c:numFmt formatCode=\"General\" "
        "sourceLinked=\"0\"/><c:majorTickMark "
        "val=\"none\"/><c:minorTickMark val=\"none\"/><c:tickLblPos val=\"low\"/>",
        is_lying ? "maxMin" : "minMax", is_lying ? "l" : "b", axis_title(titles.names, look));
    out += line_properties(look.pale_ink, 1, false) + chart_text_properties(chart_type, look.ink);
    out += fmt::format("<c:crossAx val=\"102\"/><c:crossesAt val=\"{:.9g}\"/><c:auto val=\"1\"/><c:lblAlgn "
                       "val=\"ctr\"/><c:lblOffset val=\"100\"/><c:noMultiLvlLbl val=\"0\"/></c:catAx>",
                       crossing);
    out +=
        fmt::format("<c:valAx><c:axId val=\"102\"/>{}<c:delete val=\"0\"/><c:axPos val=\"{}\"/>{}{}<c:numFmt "
                    "formatCode=\"{}\" sourceLinked=\"0\"/><c:majorTickMark val=\"none\"/><c:minorTickMark "
                    "val=\"none\"/><c:tickLblPos val=\"nextTo\"/>",
                    round_scaling(axis), is_lying ? "b" : "l", gridlines(look),
                    axis_title(titles.values, look), xml_text(format));
    out += chart_text_properties(chart_type, look.pale_ink);
    return out + fmt::format("<c:crossAx val=\"101\"/><c:crosses val=\"{}\"/><c:crossBetween "
                             "val=\"between\"/><c:majorUnit val=\"{:.9g}\"/></c:valAx>",
                             is_lying ? "max" : "autoZero", axis.step);
}

} // namespace roofrack
