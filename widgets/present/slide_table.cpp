// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/present/slide_table.h"

#include "core/answers/present/slide_layout.h"
#include "widgets/fields/text.h"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>
#include <numeric>

namespace roofrack {

namespace {

using Rows = std::vector<std::vector<std::string>>;

struct TableWords {
    Q_DECLARE_TR_FUNCTIONS(Slide)
};

constexpr double column_gap = 56, line_height = 1.55;

QString cell_of(const std::vector<std::string>& row, size_t column) {
    return column < row.size() ? to_qt(row[column]) : QString();
}

/// The widest cell of each column.
std::vector<double> natural_widths(const std::vector<std::string>& head, const Rows& rows,
                                   const QFontMetricsF& metrics) {
    size_t columns = head.size();
    for (const auto& row : rows) columns = std::max(columns, row.size());
    std::vector<double> out(columns, 0);
    const auto measure = [&](const std::vector<std::string>& row) {
        for (size_t i = 0; i < row.size(); ++i)
            out[i] = std::max(out[i], metrics.horizontalAdvance(cell_of(row, i)) + 1);
    };
    measure(head);
    for (const auto& row : rows) measure(row);
    return out;
}

/// Takes from the widest columns what is more than `width`.
void fit_widths(std::vector<double>& widths, double width) {
    const auto sum = [&] { return std::accumulate(widths.begin(), widths.end(), 0.0); };
    width -= column_gap * static_cast<double>(widths.size() - 1);
    for (int round = 0; round < 200 && sum() > width + 1; ++round) {
        const auto widest = std::ranges::max_element(widths);
        *widest = std::max(80.0, *widest - std::max(1.0, std::min((sum() - width), *widest * 0.05)));
    }
}

/// A table at one size of type: columns, and the lines of each of its cells.
struct TypeSet {
    int size = 0;
    std::vector<double> widths;
    std::vector<std::vector<QStringList>> cells; ///< the headings first, where there are some
    std::vector<double> heights;                 ///< one a row, likewise
    bool wraps = false;                          ///< a cell has several lines

    double height() const { return std::accumulate(heights.begin(), heights.end(), 0.0); }
};

constexpr int most_cell_lines = 3;

TypeSet set_type(const std::vector<std::string>& head, const Rows& rows, double width, const Theme& theme,
                 int size) {
    TypeSet out{.size = size, .widths = {}, .cells = {}, .heights = {}};
    const QFont font = slide_font(theme, size), strong = slide_font(theme, size, true);
    out.widths = natural_widths(head, rows, QFontMetricsF(strong));
    fit_widths(out.widths, width);
    const auto add = [&](const std::vector<std::string>& row, const QFont& type) {
        std::vector<QStringList> cells;
        qsizetype lines = 1;
        for (size_t i = 0; i < out.widths.size(); ++i) {
            QStringList cell = wrapped(cell_of(row, i), type, out.widths[i] + 1);
            if (cell.size() > most_cell_lines) {
                cell = cell.mid(0, most_cell_lines);
                cell.last() = QFontMetricsF(type).elidedText(cell.last() + QStringLiteral(" …"),
                                                             Qt::ElideRight, out.widths[i]);
            }
            lines = std::max(lines, cell.size());
            cells.push_back(std::move(cell));
        }
        out.wraps = out.wraps || lines > 1;
        out.cells.push_back(std::move(cells));
        out.heights.push_back(size * (line_height + 1.2 * static_cast<double>(lines - 1)));
    };
    if (!head.empty()) add(head, strong);
    // What has no room is not laid out, however long the list is.
    constexpr size_t most_rows = 60;
    for (size_t i = 0; i < rows.size() && i < most_rows; ++i) add(rows[i], font);
    return out;
}

/// As large as it goes on one line a row, else as large as it goes at all.
TypeSet largest_type(const std::vector<std::string>& head, const Rows& rows, const QRectF& room,
                     const Theme& theme) {
    constexpr int least_without_wrapping = 28;
    for (int size = slide_table_type; size >= least_without_wrapping; size -= 2)
        if (TypeSet set = set_type(head, rows, room.width(), theme, size);
            !set.wraps && set.height() <= room.height())
            return set;
    for (int size = slide_table_type; size > least_slide_type; size -= 2)
        if (TypeSet set = set_type(head, rows, room.width(), theme, size); set.height() <= room.height())
            return set;
    return set_type(head, rows, room.width(), theme, least_slide_type);
}

} // namespace

double slide_table_height(const std::vector<std::string>& head, const Rows& rows, const QRectF& room,
                          const Theme& theme) {
    return rows.empty() && head.empty() ? 0 : largest_type(head, rows, room, theme).height();
}

double least_slide_table_height(const std::vector<std::string>& head, const Rows& rows, double width,
                                const Theme& theme) {
    return rows.empty() && head.empty() ? 0 : set_type(head, rows, width, theme, least_slide_type).height();
}

double paint_slide_table(QPainter& painter, const std::vector<std::string>& head, const Rows& rows,
                         const QRectF& room, const Theme& theme) {
    if (rows.empty() && head.empty()) return room.top();
    const TypeSet set = largest_type(head, rows, room, theme);
    const size_t heads = head.empty() ? 0 : 1;
    double y = room.top();
    // Figures stand in columns by their last digit; a table without headings says one thing a line.
    const auto paint_row = [&](const std::vector<QStringList>& cells, const QFont& font, double height) {
        const QFontMetricsF metrics(font);
        painter.setFont(font);
        double x = room.left();
        for (size_t i = 0; i < cells.size() && x < room.right(); ++i) {
            const double width = std::min(set.widths[i], room.right() - x);
            double base = y + (set.size * line_height + metrics.ascent() - metrics.descent()) / 2;
            for (const QString& line : cells[i]) {
                const QString text = metrics.elidedText(line, Qt::ElideRight, width + 2);
                const bool right = i > 0 && heads > 0;
                const double shift = right ? std::max(0.0, width - metrics.horizontalAdvance(text)) : 0;
                painter.drawText(QPointF(x + shift, base), text);
                base += set.size * 1.2;
            }
            x += set.widths[i] + column_gap;
        }
        y += height;
    };
    const double right = std::min(
        room.right(), room.left() + std::accumulate(set.widths.begin(), set.widths.end(),
                                                    column_gap * static_cast<double>(set.widths.size() - 1)));
    const QFont font = slide_font(theme, set.size);
    if (heads > 0) {
        painter.setPen(theme.secondary);
        paint_row(set.cells.front(), slide_font(theme, set.size, true), set.heights.front());
        painter.setPen(QPen(theme.line, 2));
        painter.drawLine(QPointF(room.left(), y), QPointF(right, y));
    }
    const double step = set.size * line_height;
    for (size_t i = 0; i < rows.size(); ++i) {
        const bool is_last = i + 1 == rows.size();
        const bool has_room = i + heads < set.cells.size() &&
                              y + set.heights[i + heads] + (is_last ? 0 : step) <= room.bottom() + 1;
        if (!has_room) {
            painter.setPen(theme.secondary);
            QStringList rest{TableWords::tr("and %n more", nullptr, static_cast<int>(rows.size() - i))};
            paint_row({rest}, font, step);
            break;
        }
        painter.setPen(theme.text);
        paint_row(set.cells[i + heads], font, set.heights[i + heads]);
        if (is_last) continue;
        painter.setPen(QPen(theme.grid, 1));
        painter.drawLine(QPointF(room.left(), y), QPointF(right, y));
    }
    return y;
}

} // namespace roofrack
