// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/present/pptx/pptx_look.h"
#include "core/answers/present/slide_chart.h"
#include "core/answers/present/slide_layout.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace roofrack {

/// The values of a chart as its workbook has them: a row of headings, then a column of names or of x, and one
/// a series.
struct ChartSheet {
    struct Column {
        std::string name;
        std::vector<std::optional<double>> values; ///< none: the cell is empty
        bool is_share = false;
    };
    std::string corner{};             ///< heading of the first column
    std::vector<std::string> names{}; ///< names of the rows; none: they have an x
    std::vector<double> x{};
    std::vector<Column> columns{};

    size_t rows() const { return names.empty() ? x.size() : names.size(); }
};

/// A chart as it is drawn from its sheet.
struct ChartPlot {
    ChartSheet sheet{};
    std::string xml{};              ///< what c:plotArea holds
    std::string_view legend{};      ///< "t", "r"; empty: it has none
    std::vector<size_t> unlisted{}; ///< series that the legend leaves out
};
ChartPlot plot_bars(const SlideChart& chart, const PptxLook& look);
ChartPlot plot_stack(const SlideChart& chart, const PptxLook& look);
ChartPlot plot_columns(const SlideChart& chart, const PptxLook& look);
/// In a frame of that size, by which its texts have their room.
ChartPlot plot_swings(const SlideChart& chart, const SlideBox& frame, const PptxLook& look);
ChartPlot plot_curves(const SlideChart& chart, const PptxLook& look);

/// The named stretches of a chart of curves as areas of the slide, which lie behind the chart in `box`; ids
/// count from `first_id`. Empty: it names none.
std::string stretches_xml(const SlideChart& chart, const SlideBox& box, int first_id, const PptxLook& look);

// Pieces of c:plotArea.

inline constexpr const char* chart_sheet_name = "Data";
inline constexpr int chart_type = 24; ///< px

/// "<c:layout>" of a plot whose axes lie there in the frame of the chart, as shares of it.
std::string inner_layout(const SlideBox& shares);

std::string chart_text_properties(int type, std::string_view colour);
std::string axis_title(const std::string& text, const PptxLook& look);
std::string gridlines(const PptxLook& look);
/// "<c:spPr>" of an area; empty colour: none is painted.
std::string area_properties(std::string_view colour);
/// "<c:spPr>" of a line; empty colour: none is painted.
std::string line_properties(std::string_view colour, double width_px, bool dashed);
/// "<c:idx/><c:order/><c:tx/>" of the series of a column, and what refers to its values.
std::string series_begin(const ChartSheet& sheet, size_t column);
std::string series_values(const ChartSheet& sheet, size_t column, std::string_view format = "General");
/// The names of the rows, and their x.
std::string row_names(const ChartSheet& sheet);
std::string row_places(const ChartSheet& sheet);

/// A label that says something else than a value, at one of the points.
struct PointLabel {
    size_t row = 0;
    std::string text{};
    std::string_view place{}; ///< "r", "l", "t", "ctr", "outEnd"
    std::string colour{};
};
/// Those labels and no others.
std::string point_labels(const std::vector<PointLabel>& labels);
/// Whiskers whose lengths are two columns; `direction` "y", or empty for bars.
std::string whiskers(const ChartSheet& sheet, std::string_view direction, size_t more, size_t less,
                     const PptxLook& look);

/// A linear axis from `low` to `high` with ticks at round numbers.
struct RoundAxis {
    double low = 0, high = 1, step = 1;
};
RoundAxis round_axis(double low, double high);
std::string round_scaling(const RoundAxis& axis); ///< "<c:scaling>"
inline constexpr std::string_view bar_axis_ids = "<c:axId val=\"101\"/><c:axId val=\"102\"/>";
std::string bar_chart_begin(bool is_lying, std::string_view grouping);
/// The bars of a column; `between`: what stands before their names. Empty colour: they are not painted.
std::string bar_series(const ChartSheet& sheet, size_t column, std::string_view colour,
                       const std::string& between, std::string_view format);
/// Decimals of $ by which ticks at such a step are told apart.
int money_decimals(double step);
/// How the numbers of an axis of values are written.
std::string bar_format(const SlideChart& chart, double step);
/// What is written at the axis of the bars' names and at that of their values; empty: nothing.
struct BarTitles {
    std::string names{}, values{};
};
/// The two axes of bars; `crossing`: where on the axis of values they begin.
std::string bar_axes(const RoundAxis& axis, const BarTitles& titles, std::string_view format, bool is_lying,
                     double crossing, const PptxLook& look);

} // namespace roofrack
