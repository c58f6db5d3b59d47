// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/present/pptx/pptx_parts.h"
#include "core/base/spreadsheet/workbook_writer.h"
#include "core/base/spreadsheet/xml_scanner.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <optional>

namespace roofrack {

namespace {

constexpr const char* sheet = "Data";
constexpr int chart_type = 24; // px
constexpr std::string_view over_colour = "C8372D";

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

std::string line_properties(std::string_view colour, int width_px, bool dashed) {
    return fmt::format(
        "<c:spPr><a:ln w=\"{}\" cap=\"rnd\"><a:solidFill><a:srgbClr val=\"{}\"/></a:solidFill>{}"
        "<a:round/></a:ln></c:spPr>",
        static_cast<int>(width_px * emu), colour, dashed ? "<a:prstDash val=\"dash\"/>" : "");
}

std::string gridlines(const PptxLook& look) {
    return fmt::format("<c:majorGridlines><c:spPr><a:ln w=\"9525\"><a:solidFill><a:srgbClr "
                       "val=\"{}\"/></a:solidFill></a:ln></c:spPr></c:majorGridlines>",
                       look.grid);
}

std::string range(uint16_t column, size_t rows) {
    return fmt::format("{}!{}:{}", sheet, WorkbookWriter::cell(1, column, true),
                       WorkbookWriter::cell(static_cast<uint32_t>(rows), column, true));
}

std::string numbers(uint16_t column, const std::vector<std::optional<double>>& values,
                    std::string_view format) {
    std::string out = fmt::format("<c:numRef><c:f>{}</c:f><c:numCache><c:formatCode>{}</c:formatCode>"
                                  "<c:ptCount val=\"{}\"/>",
                                  range(column, values.size()), xml_text(format), values.size());
    for (size_t i = 0; i < values.size(); ++i)
        if (values[i]) out += fmt::format("<c:pt idx=\"{}\"><c:v>{:.9g}</c:v></c:pt>", i, *values[i]);
    return out + "</c:numCache></c:numRef>";
}

std::string series_name(uint16_t column, const std::string& name) {
    return fmt::format(
        "<c:tx><c:strRef><c:f>{}!{}</c:f><c:strCache><c:ptCount val=\"1\"/><c:pt idx=\"0\"><c:v>{}"
        "</c:v></c:pt></c:strCache></c:strRef></c:tx>",
        sheet, WorkbookWriter::cell(0, column, true), xml_text(name));
}

std::string bars_xml(const SlideChart& chart, const PptxLook& look) {
    constexpr double cents_below = 1000; // where all bars are small, cents tell them from nothing
    const bool has_cents =
        std::ranges::all_of(chart.bars, [](const auto& bar) { return std::abs(bar.second) < cents_below; });
    const std::string_view format = chart.is_share    ? "0.0%"
                                    : !chart.is_money ? "General"
                                    : has_cents       ? "$#,##0.00"
                                                      : "$#,##0";
    std::vector<std::optional<double>> values;
    std::string labels = fmt::format("<c:cat><c:strRef><c:f>{}</c:f><c:strCache><c:ptCount val=\"{}\"/>",
                                     range(0, chart.bars.size()), chart.bars.size());
    for (size_t i = 0; i < chart.bars.size(); ++i) {
        labels += fmt::format("<c:pt idx=\"{}\"><c:v>{}</c:v></c:pt>", i, xml_text(chart.bars[i].first));
        values.push_back(chart.bars[i].second);
    }
    labels += "</c:strCache></c:strRef></c:cat>";
    std::string out =
        "<c:barChart><c:barDir val=\"bar\"/><c:grouping val=\"clustered\"/><c:varyColors val=\"0\"/>"
        "<c:ser><c:idx val=\"0\"/><c:order val=\"0\"/>";
    out += series_name(1, chart.y_title);
    out += "<c:spPr><a:solidFill><a:srgbClr val=\"" + look.accent +
           "\"/></a:solidFill></c:spPr><c:invertIfNegative val=\"0\"/>";
    for (size_t i = 0; i < chart.bars.size(); ++i)
        if (chart.is_share && chart.bars[i].second > 1)
            out +=
                fmt::format("<c:dPt><c:idx val=\"{}\"/><c:invertIfNegative val=\"0\"/><c:bubble3D "
                            "val=\"0\"/><c:spPr><a:solidFill><a:srgbClr val=\"{}\"/></a:solidFill></c:spPr>"
                            "</c:dPt>",
                            i, over_colour);
    out +=
        fmt::format("<c:dLbls><c:numFmt formatCode=\"{}\" sourceLinked=\"0\"/><c:spPr><a:noFill/></c:spPr>{}"
                    "<c:dLblPos val=\"outEnd\"/><c:showLegendKey val=\"0\"/><c:showVal val=\"1\"/>"
                    "<c:showCatName val=\"0\"/><c:showSerName val=\"0\"/><c:showPercent val=\"0\"/>"
                    "<c:showBubbleSize val=\"0\"/></c:dLbls>",
                    xml_text(format), chart_text_properties(chart_type, look.ink));
    out += labels + "<c:val>" + numbers(1, values, format) + "</c:val></c:ser>";
    out += "<c:gapWidth val=\"40\"/><c:axId val=\"101\"/><c:axId val=\"102\"/></c:barChart>";
    out += "<c:catAx><c:axId val=\"101\"/><c:scaling><c:orientation val=\"maxMin\"/></c:scaling><c:delete "
           "val=\"0\"/>"
           "<c:axPos val=\"l\"/><c:numFmt formatCode=\"General\" sourceLinked=\"0\"/><c:majorTickMark "
           "val=\"none\"/>"
           "<c:minorTickMark val=\"none\"/><c:tickLblPos val=\"low\"/>" +
           chart_text_properties(chart_type, look.ink) +
           "<c:crossAx val=\"102\"/><c:crosses val=\"autoZero\"/><c:auto val=\"1\"/><c:lblAlgn val=\"ctr\"/>"
           "<c:lblOffset val=\"100\"/><c:noMultiLvlLbl val=\"0\"/></c:catAx>";
    out += "<c:valAx><c:axId val=\"102\"/><c:scaling><c:orientation val=\"minMax\"/></c:scaling><c:delete "
           "val=\"0\"/>"
           "<c:axPos val=\"b\"/>" +
           gridlines(look) + axis_title(chart.y_title, look) +
           fmt::format("<c:numFmt formatCode=\"{}\" sourceLinked=\"0\"/>",
                       chart.is_share ? "0%" : xml_text(format)) +
           "<c:majorTickMark val=\"none\"/><c:minorTickMark val=\"none\"/><c:tickLblPos val=\"nextTo\"/>" +
           chart_text_properties(chart_type, look.pale_ink) +
           "<c:crossAx val=\"101\"/><c:crosses val=\"max\"/><c:crossBetween val=\"between\"/></c:valAx>";
    return out;
}

/// Curves over the same x, as a sheet holds them: programs take all of one column of x.
struct CurveTable {
    std::vector<double> x;
    struct Column {
        std::string name;
        bool is_ideal = false;
        std::vector<std::optional<double>> y; ///< none: the curve is not there
    };
    std::vector<Column> columns; ///< stretches of one name are one column
};

CurveTable table_of(const std::vector<SlideChart::Curve>& curves) {
    CurveTable out;
    for (const SlideChart::Curve& curve : curves)
        for (const auto& [x, y] : curve.points) out.x.push_back(x);
    std::ranges::sort(out.x);
    out.x.erase(std::ranges::unique(out.x).begin(), out.x.end());
    for (const SlideChart::Curve& curve : curves) {
        auto column = std::ranges::find(out.columns, curve.name, &CurveTable::Column::name);
        if (column == out.columns.end()) {
            out.columns.push_back({curve.name, curve.is_ideal, {}});
            column = out.columns.end() - 1;
            column->y.resize(out.x.size());
        }
        for (const auto& [x, y] : curve.points)
            column->y[static_cast<size_t>(std::ranges::lower_bound(out.x, x) - out.x.begin())] = y;
    }
    return out;
}

std::string_view curve_colour(const CurveTable::Column& curve) {
    if (curve.name == "linear") return "1E8E5A";
    if (curve.name == "diminishing") return "B7791F";
    if (curve.name == "degrading") return over_colour;
    return "8B949E";
}

/// Powers of two about the values.
std::string log_scaling(double least, double most) {
    return fmt::format(
        "<c:scaling><c:logBase val=\"2\"/><c:orientation val=\"minMax\"/><c:max val=\"{:.9g}\"/>"
        "<c:min val=\"{:.9g}\"/></c:scaling>",
        std::exp2(std::ceil(std::log2(most) - 1e-9)), std::exp2(std::floor(std::log2(least) + 1e-9)));
}

std::string curves_xml(const SlideChart& chart, const PptxLook& look) {
    const CurveTable table = table_of(chart.curves);
    std::string out = "<c:scatterChart><c:scatterStyle val=\"lineMarker\"/><c:varyColors val=\"0\"/>";
    const std::vector<std::optional<double>> x(table.x.begin(), table.x.end());
    double least = INFINITY, most = 0;
    for (size_t i = 0; i < table.columns.size(); ++i) {
        const CurveTable::Column& column = table.columns[i];
        for (const auto& y : column.y)
            if (y) {
                least = std::min(least, *y);
                most = std::max(most, *y);
            }
        const auto place = static_cast<uint16_t>(i + 1);
        out += fmt::format("<c:ser><c:idx val=\"{0}\"/><c:order val=\"{0}\"/>", i);
        out += series_name(place, column.name);
        out += line_properties(curve_colour(column), column.is_ideal ? 2 : 5, column.is_ideal);
        out += "<c:marker><c:symbol val=\"none\"/></c:marker><c:xVal>" + numbers(0, x, "General") +
               "</c:xVal><c:yVal>" + numbers(place, column.y, "General") +
               "</c:yVal><c:smooth val=\"0\"/></c:ser>";
    }
    out += "<c:axId val=\"101\"/><c:axId val=\"102\"/></c:scatterChart>";
    const auto axis = [&](int id, int other, const char* side, const std::string& title, double from,
                          double to) {
        out += fmt::format("<c:valAx><c:axId val=\"{}\"/>{}<c:delete val=\"0\"/><c:axPos val=\"{}\"/>{}{}",
                           id, log_scaling(from, to), side, gridlines(look), axis_title(title, look));
        out += "<c:numFmt formatCode=\"#,##0.###\" sourceLinked=\"0\"/><c:majorTickMark val=\"none\"/>"
               "<c:minorTickMark val=\"none\"/><c:tickLblPos val=\"low\"/>" +
               chart_text_properties(chart_type, look.pale_ink);
        out += fmt::format(
            "<c:crossAx val=\"{}\"/><c:crosses val=\"min\"/><c:crossBetween val=\"midCat\"/></c:valAx>",
            other);
    };
    axis(101, 102, "b", chart.x_title, table.x.front(), table.x.back());
    axis(102, 101, "l", chart.y_title, least, most);
    return out;
}

} // namespace

std::string chart_xml(const SlideChart& chart, const PptxLook& look) {
    const std::string plot = chart.bars.empty() ? curves_xml(chart, look) : bars_xml(chart, look);
    std::string out(xml_begin);
    out += "<c:chartSpace xmlns:c=\"http://schemas.openxmlformats.org/drawingml/2006/chart\" "
           "xmlns:a=\"http://schemas.openxmlformats.org/drawingml/2006/main\" "
           "xmlns:r=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships\">"
           "<c:roundedCorners val=\"0\"/><c:chart><c:autoTitleDeleted val=\"1\"/><c:plotArea><c:layout/>";
    out += plot + "</c:plotArea>";
    if (chart.bars.empty())
        out += "<c:legend><c:legendPos val=\"t\"/><c:overlay val=\"0\"/>" +
               chart_text_properties(chart_type, look.ink) + "</c:legend>";
    out += "<c:plotVisOnly val=\"1\"/><c:dispBlanksAs val=\"gap\"/></c:chart>"
           "<c:externalData r:id=\"rId1\"><c:autoUpdate val=\"0\"/></c:externalData></c:chartSpace>";
    return out;
}

Result<std::string> chart_workbook(const SlideChart& chart) {
    WorkbookWriter book;
    if (!chart.bars.empty()) {
        book.begin_table(sheet, {{" ", 28}, {chart.y_title, 16}});
        for (size_t i = 0; i < chart.bars.size(); ++i) {
            const auto row = static_cast<uint32_t>(i + 1);
            book.text(row, 0, chart.bars[i].first);
            book.number(row, 1, chart.bars[i].second,
                        chart.is_share ? CellStyle::percent : CellStyle::decimal);
        }
        return book.finish();
    }
    const CurveTable table = table_of(chart.curves);
    std::vector<WorkbookWriter::Column> columns{{chart.x_title, 12}};
    for (const CurveTable::Column& column : table.columns) columns.push_back({column.name, 14});
    book.begin_table(sheet, columns);
    for (size_t i = 0; i < table.x.size(); ++i) {
        const auto row = static_cast<uint32_t>(i + 1);
        book.number(row, 0, table.x[i], CellStyle::whole);
        for (size_t column = 0; column < table.columns.size(); ++column)
            book.number(row, static_cast<uint16_t>(column + 1), table.columns[column].y[i],
                        CellStyle::decimal);
    }
    return book.finish();
}

} // namespace roofrack
