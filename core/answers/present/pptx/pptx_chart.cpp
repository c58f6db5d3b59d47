// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/present/pptx/pptx_parts.h"
#include "core/answers/present/pptx/pptx_plot.h"
#include "core/base/spreadsheet/workbook_writer.h"

#include <fmt/format.h>

namespace roofrack {

namespace {

ChartPlot plot_of(const SlideChart& chart, const SlideBox& frame, const PptxLook& look) {
    if (!chart.swings.empty()) return plot_swings(chart, frame, look);
    if (!chart.columns.empty()) return plot_columns(chart, look);
    if (chart.is_stack) return plot_stack(chart, look);
    if (!chart.bars.empty()) return plot_bars(chart, look);
    return plot_curves(chart, look);
}

std::string legend_xml(const ChartPlot& plot, const PptxLook& look) {
    if (plot.legend.empty()) return {};
    std::string out = fmt::format("<c:legend><c:legendPos val=\"{}\"/>", plot.legend);
    // Entries are counted as they are listed, among those of all series that are drawn.
    for (const size_t each : plot.unlisted)
        out += fmt::format("<c:legendEntry><c:idx val=\"{}\"/><c:delete val=\"1\"/></c:legendEntry>", each);
    return out + "<c:overlay val=\"0\"/>" + chart_text_properties(chart_type, look.ink) + "</c:legend>";
}

} // namespace

std::string chart_xml(const SlideChart& chart, const SlideBox& frame, const PptxLook& look) {
    const ChartPlot plot = plot_of(chart, frame, look);
    std::string out(xml_begin);
    out += "<c:chartSpace xmlns:c=\"http://schemas.openxmlformats.org/drawingml/2006/chart\" "
           "xmlns:a=\"http://schemas.openxmlformats.org/drawingml/2006/main\" "
           "xmlns:r=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships\">"
           "<c:roundedCorners val=\"0\"/><c:chart><c:autoTitleDeleted val=\"1\"/><c:plotArea>";
    out += plot.xml + "</c:plotArea>" + legend_xml(plot, look);
    // Areas of the slide are seen through it.
    return out + "<c:plotVisOnly val=\"1\"/><c:dispBlanksAs val=\"gap\"/></c:chart>"
                 "<c:spPr><a:noFill/><a:ln><a:noFill/></a:ln></c:spPr>"
                 "<c:externalData r:id=\"rId1\"><c:autoUpdate val=\"0\"/></c:externalData></c:chartSpace>";
}

Result<std::string> chart_workbook(const SlideChart& chart, const SlideBox& frame, const PptxLook& look) {
    const ChartSheet sheet = plot_of(chart, frame, look).sheet;
    WorkbookWriter book;
    std::vector<WorkbookWriter::Column> columns{{sheet.corner, sheet.names.empty() ? 12.0 : 28.0}};
    for (const ChartSheet::Column& column : sheet.columns) columns.push_back({column.name, 16});
    book.begin_table(chart_sheet_name, columns);
    for (size_t i = 0; i < sheet.rows(); ++i) {
        const auto row = static_cast<uint32_t>(i + 1);
        if (sheet.names.empty())
            book.number(row, 0, sheet.x[i], CellStyle::whole);
        else
            book.text(row, 0, sheet.names[i]);
        for (size_t column = 0; column < sheet.columns.size(); ++column)
            book.number(row, static_cast<uint16_t>(column + 1), sheet.columns[column].values[i],
                        sheet.columns[column].is_share ? CellStyle::percent : CellStyle::decimal);
    }
    return book.finish();
}

} // namespace roofrack
