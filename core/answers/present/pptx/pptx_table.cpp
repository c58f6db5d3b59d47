// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/present/pptx/pptx_table.h"

#include "core/answers/present/pptx/pptx_parts.h"
#include "core/answers/present/pptx/type_ruler.h"
#include "core/answers/present/slide_layout.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numeric>

namespace roofrack {

namespace {

constexpr double table_row_height = 1.6, table_next_line = 1.2; ///< × the height of the type
constexpr double right_margin = 10, column_margin = 36;         ///< px; all that is between two columns
constexpr double room_to_spare = 1.01; ///< room for a line, × its width: no program breaks it for a rounding

/// A table at one size of type: its columns, and the height of each of its rows.
struct SetRows {
    int type = 0;
    std::vector<double> widths;                  ///< px
    std::vector<std::vector<std::string>> cells; ///< the headings first, where there are some
    std::vector<double> heights;                 ///< px, one a row, likewise
    bool wraps = false;                          ///< a cell has several lines

    double height() const { return std::accumulate(heights.begin(), heights.end(), 0.0); }
};

/// Takes from the widest columns what is more than `width`.
void fit_columns(std::vector<double>& widths, double width) {
    constexpr double least = 80, step = 0.02; // px, of a column
    for (;;) {
        const double sum = std::accumulate(widths.begin(), widths.end(), 0.0);
        const auto widest = std::ranges::max_element(widths);
        if (sum <= width || *widest <= least) return;
        *widest -= std::min(std::max(1.0, *widest * step), sum - width + 1e-6);
    }
}

/// The text as it stands in its lines; what is more than so many is left out.
std::string shortened(const std::string& text, const std::vector<std::string>& lines, size_t most) {
    if (lines.size() <= most) return text;
    std::string out;
    for (size_t i = 0; i < most; ++i) out += (i > 0 ? " " : "") + lines[i];
    constexpr size_t room_for_dots = 3;
    for (size_t i = 0; i < room_for_dots && !out.empty(); ++i) {
        while (out.size() > 1 && (out.back() & 0xC0) == 0x80) out.pop_back();
        out.pop_back();
    }
    return out + "…";
}

SetRows set_rows(const SlideContent& content, double width, int type, const TypeRuler& ruler) {
    SetRows out{.type = type, .widths = {}, .cells = {}, .heights = {}};
    size_t columns = std::max<size_t>(content.head.size(), 1);
    for (const auto& row : content.rows) columns = std::max(columns, row.size());
    out.widths.assign(columns, column_margin);
    const auto measure = [&](const std::vector<std::string>& row, bool bold) {
        for (size_t i = 0; i < row.size(); ++i)
            out.widths[i] =
                std::max(out.widths[i], room_to_spare * ruler.width(row[i], type, bold) + column_margin);
    };
    constexpr size_t most_rows = 60; // what has no room is not laid out, however long the list is
    measure(content.head, true);
    for (size_t i = 0; i < content.rows.size() && i < most_rows; ++i) measure(content.rows[i], false);
    fit_columns(out.widths, width);
    const auto add = [&](const std::vector<std::string>& row, bool bold) {
        constexpr size_t most_lines = 3; // a cell has no more
        std::vector<std::string> cells;
        size_t most = 1;
        for (size_t i = 0; i < columns; ++i) {
            const std::string text = i < row.size() ? row[i] : std::string();
            const auto lines = ruler.lines(text, type, (out.widths[i] - right_margin) / room_to_spare, bold);
            cells.push_back(shortened(text, lines, most_lines));
            most = std::max(most, std::min(lines.size(), most_lines));
        }
        out.wraps = out.wraps || most > 1;
        out.cells.push_back(std::move(cells));
        out.heights.push_back(type * (table_row_height + table_next_line * static_cast<double>(most - 1)));
    };
    if (!content.head.empty()) add(content.head, true);
    for (size_t i = 0; i < content.rows.size() && i < most_rows; ++i) add(content.rows[i], false);
    return out;
}

SetRows largest_rows(const SlideContent& content, double width, double height, const TypeRuler& ruler) {
    constexpr int least_without_wrapping = 28;
    for (int type = slide_table_type; type >= least_without_wrapping; type -= 2)
        if (SetRows set = set_rows(content, width, type, ruler); !set.wraps && set.height() <= height)
            return set;
    for (int type = slide_table_type; type > least_slide_type; type -= 2)
        if (SetRows set = set_rows(content, width, type, ruler); set.height() <= height) return set;
    return set_rows(content, width, least_slide_type, ruler);
}

std::string cell_xml(const std::string& text, int type, bool heading, bool right, const PptxLook& look) {
    return fmt::format(
        "<a:tc><a:txBody><a:bodyPr/><a:lstStyle/>{}</a:txBody><a:tcPr marL=\"0\" marR=\"{}\" "
        "marT=\"{}\" marB=\"{}\" "
        "anchor=\"ctr\"><a:lnL w=\"0\"><a:noFill/></a:lnL><a:lnR "
        "w=\"0\"><a:noFill/></a:lnR><a:lnT w=\"0\"><a:noFill/>"
        "</a:lnT><a:lnB w=\"{}\"><a:solidFill><a:srgbClr "
        "val=\"{}\"/></a:solidFill></a:lnB><a:noFill/></a:tcPr></a:tc>",
        paragraph_xml(text, type, heading ? look.pale_ink : look.ink, heading, right ? "r" : "l"),
        static_cast<int>(right_margin * emu), static_cast<int>(4 * emu), static_cast<int>(4 * emu),
        heading ? 19050 : 9525, heading ? look.line : look.grid);
}

} // namespace

double least_pptx_height(const SlideContent& content, double width, const PptxLook& look) {
    return set_rows(content, width, least_slide_type, TypeRuler(look.font)).height();
}

PptxTable pptx_table(const SlideContent& content, double width, double height, const PptxLook& look) {
    const SetRows set = largest_rows(content, width, height, TypeRuler(look.font));
    PptxTable out;
    std::string grid, rows;
    for (const double each : set.widths) {
        grid += fmt::format("<a:gridCol w=\"{}\"/>", std::llround(each * emu));
        out.width += each;
    }
    const size_t headings = content.head.empty() ? 0 : 1, count = content.rows.size();
    const auto add = [&](const std::vector<std::string>& cells, double taken, bool heading) {
        rows += fmt::format("<a:tr h=\"{}\">", std::llround(taken * emu));
        for (size_t i = 0; i < set.widths.size(); ++i)
            rows +=
                cell_xml(i < cells.size() ? cells[i] : "", set.type, heading, i > 0 && headings > 0, look);
        rows += "</a:tr>";
        out.height += taken;
    };
    const double of_the_count = set.type * table_row_height;
    if (headings > 0) add(set.cells.front(), set.heights.front(), true);
    for (size_t i = 0; i < count; ++i) {
        const size_t at = i + headings;
        const double behind = i + 1 < count ? of_the_count : 0;
        if (at >= set.cells.size() || out.height + set.heights[at] + behind > height) {
            add({fmt::format("and {} more", count - i)}, of_the_count, false);
            break;
        }
        add(set.cells[at], set.heights[at], false);
    }
    out.xml = fmt::format("<a:tbl><a:tblPr{}/><a:tblGrid>{}</a:tblGrid>{}</a:tbl>",
                          headings > 0 ? " firstRow=\"1\"" : "", grid, rows);
    return out;
}

} // namespace roofrack
