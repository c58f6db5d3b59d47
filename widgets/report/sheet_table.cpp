// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/report/sheet_table.h"

#include "core/base/units/joined_units.h"
#include "widgets/fields/text.h"
#include "widgets/present/slide_table.h"
#include "widgets/report/sheet_type.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace roofrack {

namespace {

using Cells = std::vector<QStringList>; ///< the lines of each cell of a row

constexpr double between_columns = 18, cell_rim = 4, line_pitch = 1.25;
constexpr size_t most_lines_of_strip = 24;

QString sheet_cell(const std::vector<std::string>& row, size_t column) {
    return column < row.size() ? to_qt(with_joined_units(printable_line(row[column]))) : QString();
}

struct ColumnNeed {
    double natural = 0, least = 0; ///< the widest cell, the widest word
};

/// How wide columns must be and would be, in `type`.
std::vector<ColumnNeed> column_needs(const ReportDocument::Table& table, const QFont& type,
                                     const QFont& strong) {
    size_t columns = table.head.size();
    for (const auto& row : table.rows) columns = std::max(columns, row.size());
    std::vector<ColumnNeed> out(columns);
    const auto measure = [&out](const std::vector<std::string>& row, const QFontMetricsF& metrics) {
        for (size_t i = 0; i < row.size(); ++i) {
            const QString cell = sheet_cell(row, i);
            const double width = metrics.horizontalAdvance(cell) + 1;
            out[i].natural = std::max(out[i].natural, width);
            if (width <= out[i].least) continue;
            for (const QString& word : cell.split(u' '))
                out[i].least = std::max(out[i].least, metrics.horizontalAdvance(word) + 1);
        }
    };
    measure(table.head, QFontMetricsF(strong));
    for (const auto& row : table.rows) measure(row, QFontMetricsF(type));
    return out;
}

/// Columns of `width` all in all: those that need less than their share have what they need.
std::vector<double> column_widths(const std::vector<ColumnNeed>& needs, double width) {
    std::vector<double> out(needs.size(), 0);
    double free = width - between_columns * static_cast<double>(needs.size() - 1);
    const double natural =
        std::accumulate(needs.begin(), needs.end(), 0.0,
                        [](double sum, const ColumnNeed& each) { return sum + each.natural; });
    if (natural <= free) {
        std::ranges::transform(needs, out.begin(), &ColumnNeed::natural);
        return out;
    }
    size_t left = needs.size();
    for (bool changes = true; changes && left > 0;) {
        changes = false;
        const double share = free / static_cast<double>(left);
        for (size_t i = 0; i < needs.size(); ++i) {
            if (out[i] > 0 || needs[i].natural > share) continue;
            out[i] = std::max(1.0, needs[i].natural);
            free -= out[i];
            --left;
            changes = true;
        }
    }
    // The others share what is left by the roots of what they hold, so that a text of many lines does not
    // take all, but none is narrower than its longest word where that leaves something to the others.
    double roots = 0;
    for (size_t i = 0; i < needs.size(); ++i)
        if (out[i] == 0) roots += std::sqrt(needs[i].natural);
    const double most_word = free / static_cast<double>(std::max<size_t>(1, left));
    for (size_t i = 0; i < needs.size(); ++i)
        if (out[i] == 0 && needs[i].least > free * std::sqrt(needs[i].natural) / roots) {
            out[i] = std::min(needs[i].least, most_word);
            free -= out[i];
            roots -= std::sqrt(needs[i].natural);
        }
    for (size_t i = 0; i < needs.size(); ++i)
        if (out[i] == 0) out[i] = std::max(1.0, free * std::sqrt(needs[i].natural) / roots);
    return out;
}

struct TableLook {
    std::vector<double> widths;
    size_t texts = 1;
    double right = 0; ///< where its lines end
    Theme theme;
};

void paint_cells(QPainter& painter, const QRectF& place, const Cells& cells, const TableLook& look,
                 const QFont& font) {
    const QFontMetricsF metrics(font);
    const double pitch = line_pitch * sheet_table_type;
    painter.setFont(font);
    double x = place.left();
    for (size_t i = 0; i < cells.size(); ++i) {
        double base = place.top() + cell_rim + (pitch + metrics.ascent() - metrics.descent()) / 2;
        for (const QString& line : cells[i]) {
            const double shift =
                i < look.texts ? 0 : std::max(0.0, look.widths[i] - metrics.horizontalAdvance(line));
            painter.drawText(QPointF(x + shift, base), line);
            base += pitch;
        }
        x += look.widths[i] + between_columns;
    }
}

void paint_rule(QPainter& painter, const QRectF& place, double right, const QColor& colour, double width) {
    painter.setPen(QPen(colour, width));
    painter.drawLine(QPointF(place.left(), place.bottom()), QPointF(place.left() + right, place.bottom()));
}

Cells cells_of(const std::vector<std::string>& row, const TableLook& look, const QFont& font) {
    Cells out;
    for (size_t i = 0; i < look.widths.size(); ++i)
        out.push_back(wrapped(sheet_cell(row, i), font, look.widths[i] + 0.5));
    return out;
}

size_t line_count(const Cells& cells) {
    size_t out = 1;
    for (const QStringList& lines : cells) out = std::max(out, static_cast<size_t>(lines.size()));
    return out;
}

double height_of(size_t lines) {
    return static_cast<double>(lines) * line_pitch * sheet_table_type + 2 * cell_rim;
}

} // namespace

void add_table_strips(std::vector<SheetStrip>& out, const ReportDocument::Table& table, double width,
                      const Theme& theme) {
    const QFont font = slide_font(theme, sheet_table_type),
                strong = slide_font(theme, sheet_table_type, true);
    auto look = std::make_shared<TableLook>();
    look->theme = theme;
    look->texts = table.texts;
    const std::vector<ColumnNeed> needs = column_needs(table, font, strong);
    if (needs.empty()) return;
    look->widths = column_widths(needs, width);
    look->right = std::accumulate(look->widths.begin(), look->widths.end(),
                                  between_columns * static_cast<double>(look->widths.size() - 1));

    auto head = std::make_shared<SheetStrip>();
    const Cells headings = cells_of(table.head, *look, strong);
    head->above = 10;
    head->height = height_of(line_count(headings));
    head->keeps_next = true;
    head->paint = [look, headings, strong](QPainter& painter, const QRectF& place) {
        painter.setPen(look->theme.secondary);
        paint_cells(painter, place, headings, *look, strong);
        paint_rule(painter, place, look->right, look->theme.disabled, 1);
    };
    out.push_back(*head);
    for (size_t i = 0; i < table.rows.size(); ++i) {
        const Cells cells = cells_of(table.rows[i], *look, font);
        const size_t lines = line_count(cells);
        for (size_t from = 0; from < lines; from += most_lines_of_strip) {
            Cells part;
            for (const QStringList& each : cells)
                part.push_back(
                    each.mid(static_cast<qsizetype>(from), static_cast<qsizetype>(most_lines_of_strip)));
            const bool is_end = from + most_lines_of_strip >= lines;
            SheetStrip strip;
            strip.height = height_of(line_count(part));
            strip.head = head;
            // Neither the first row nor the last one stands alone.
            strip.keeps_next = (i == 0 && table.rows.size() > 1) || i + 2 == table.rows.size();
            if (lines > most_lines_of_strip) strip.keeps_next = false;
            strip.paint = [look, part, font, is_end](QPainter& painter, const QRectF& place) {
                painter.setPen(look->theme.text);
                paint_cells(painter, place, part, *look, font);
                if (is_end) paint_rule(painter, place, look->right, look->theme.grid, 0.75);
            };
            out.push_back(std::move(strip));
        }
    }
}

} // namespace roofrack
