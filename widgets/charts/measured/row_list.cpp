// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/measured/row_list.h"

#include "widgets/charts/chart_text.h"
#include "widgets/charts/plot/chart_canvas.h"

#include <QFontMetricsF>
#include <QPainterPath>

#include <algorithm>
#include <cmath>
#include <memory>

namespace roofrack {

namespace {

constexpr int picture_frame_px = 95; ///< px of a picture's height around its lists: title, legend, source
constexpr int list_frame_px = 55;    ///< px of a list's height beside its rows: headings, axis
constexpr int row_air_px = 5;        ///< px between the names of two rows
constexpr int column_gap_px = 14;
constexpr int widest_bar_px = 13;      ///< half of a bar's height
constexpr double name_share = 0.34;    ///< share of the width that names take at most
constexpr double columns_share = 0.45; ///< share of the width that figures take at most

struct ListColumns {
    std::vector<double> right; ///< px from the plot's right side to the right end of each
    double width = 0;          ///< px of all
};

ListColumns list_columns(const RowList& list, const Theme& theme) {
    const QFontMetricsF metrics(theme.font(Theme::Role::secondary));
    ListColumns out;
    out.width = theme.spacing(4);
    for (qsizetype i = 0; i < list.columns.size(); ++i) {
        double widest = metrics.horizontalAdvance(list.columns[i]);
        for (const ListRow& row : list.rows)
            if (i < row.cells.size()) widest = std::max(widest, metrics.horizontalAdvance(row.cells[i]));
        out.width += theme.spacing(column_gap_px) + std::ceil(widest);
        out.right.push_back(out.width);
    }
    return out;
}

void draw_list_columns(ChartCanvas& canvas, const RowList& list, const ListColumns& columns) {
    const Theme& theme = canvas.theme();
    const double from = canvas.plot().right();
    for (qsizetype c = 0; c < list.columns.size(); ++c) {
        const double x = from + columns.right[static_cast<size_t>(c)];
        canvas.label(list.columns[c], {{{x, canvas.picture().top()}, Qt::AlignRight | Qt::AlignTop}},
                     {.colour = theme.secondary, .may_leave_plot = true});
        for (size_t i = 0; i < list.rows.size(); ++i) {
            const ListRow& row = list.rows[i];
            if (c >= row.cells.size() || row.cells[c].isEmpty()) continue;
            canvas.label(row.cells[c],
                         {{{x, canvas.y(static_cast<double>(i))}, Qt::AlignRight | Qt::AlignVCenter}},
                         {.colour = row.is_quiet ? theme.secondary : theme.text, .may_leave_plot = true});
        }
    }
}

void draw_list_rows(ChartCanvas& canvas, const RowList& list) {
    const double pitch = canvas.y(1) - canvas.y(0);
    const double half = std::min(pitch * 0.36, canvas.px(widest_bar_px));
    for (size_t i = 0; i < list.rows.size(); ++i) {
        const ListRow& row = list.rows[i];
        const double y = canvas.y(static_cast<double>(i));
        // The whole row, with its name and its figures; its pieces lie over it.
        QPainterPath whole;
        whole.addRect(QRectF(QPointF(canvas.picture().left(), y - pitch / 2),
                             QPointF(canvas.picture().right(), y + pitch / 2)));
        canvas.hit(whole, row.readout);
        double from = 0;
        for (const RowPiece& piece : row.pieces) {
            const QRectF rect(QPointF(canvas.x(from), y - half),
                              QPointF(canvas.x(from + piece.value), y + half));
            canvas.box(rect, piece.fill);
            if (!piece.readout.isEmpty() && piece.value > 0) canvas.hit(rect, piece.readout);
            from += piece.value;
        }
    }
}

/// Names as far as there is room: their beginning and end, and of those that would then read alike the
/// beginning and what they differ in.
QStringList names_told_apart(const QStringList& names, const QFontMetricsF& metrics, double width) {
    QStringList out;
    for (const QString& name : names) out << metrics.elidedText(name, Qt::ElideMiddle, width);
    const QStringList plain = out;
    for (qsizetype i = 0; i < names.size(); ++i) {
        qsizetype common = names[i].size(); // that all of its likes begin with
        for (qsizetype k = 0; k < names.size(); ++k)
            if (plain[k] == plain[i] && names[k] != names[i]) {
                const auto differ = std::mismatch(names[i].begin(), names[i].begin() + common,
                                                  names[k].begin(), names[k].end());
                common = differ.first - names[i].begin();
            }
        if (common == names[i].size()) continue;
        constexpr double head_share = 0.4; // share of the width
        qsizetype head = 0;
        while (head < common && metrics.horizontalAdvance(names[i].left(head + 1)) < head_share * width)
            ++head;
        qsizetype tail = common; // from the beginning of its word
        while (tail > head && (names[i][tail - 1].isLetterOrNumber() || names[i][tail - 1] == u'_')) --tail;
        const QString begin = names[i].left(head) + u'…';
        out[i] = begin + metrics.elidedText(names[i].mid(tail), Qt::ElideRight,
                                            width - metrics.horizontalAdvance(begin));
    }
    return out;
}

/// Rows that stay by themselves where `most` have room.
size_t rows_kept(const RowList& list, int most) {
    const auto all = static_cast<int>(list.rows.size());
    return static_cast<size_t>(all <= most ? all : std::max(1, most - 1));
}

/// "2 more: optimizer, the rest" where these names are short, else "67 more".
QString rest_name(const RowList& list, size_t own) {
    constexpr qsizetype short_names = 40;
    QStringList names;
    for (size_t i = own; i < list.rows.size(); ++i) names << list.rows[i].name;
    const QString all = names.join(QStringLiteral(", "));
    const QString count = RowList::tr("%1 more").arg(names.size());
    return all.size() <= short_names ? count + QStringLiteral(": ") + all : count;
}

/// A line for each of the first rows that have no room, with its first figure, and one for all others.
QString rest_lines(const RowList& list, size_t own) {
    constexpr size_t most_told = 10;
    constexpr qsizetype longest_name = 60;
    QString out;
    const size_t end = std::min(list.rows.size(), own + most_told);
    for (size_t i = own; i < end; ++i) {
        const ListRow& row = list.rows[i];
        out += u'\n' + cut_name(row.name, longest_name);
        if (!row.cells.isEmpty() && !row.cells.front().isEmpty())
            out += QStringLiteral(": ") + row.cells.front();
    }
    if (end < list.rows.size())
        out += counted(qsizetype(list.rows.size() - end), RowList::tr("\nand 1 other"),
                       RowList::tr("\nand %1 others"));
    return out;
}

/// One row without a bar for all that have no room; nullptr: all have.
ListRow* put_rest_together(RowList& list, int most, const RestCells& cells) {
    const size_t own = rows_kept(list, most);
    if (own == list.rows.size()) return nullptr;
    ListRow rest;
    rest.is_quiet = true;
    rest.name = rest_name(list, own);
    if (cells) rest.cells = cells(own);
    rest.readout = RowList::tr("%1 more").arg(list.rows.size() - own);
    for (qsizetype i = 0; i < std::min(rest.cells.size(), list.columns.size()); ++i)
        if (!rest.cells[i].isEmpty())
            rest.readout += RowList::tr("\n%1: %2, all together").arg(list.columns[i], rest.cells[i]);
    rest.readout +=
        rest_lines(list, own) + RowList::tr("\n“Copy picture and table” of the view has each of them");
    list.rows.resize(own);
    list.rows.push_back(std::move(rest));
    return &list.rows.back();
}

/// Without the columns in which no row has anything.
void drop_empty_columns(RowList& list) {
    for (qsizetype c = list.columns.size() - 1; c >= 0; --c) {
        const bool is_told = std::ranges::any_of(list.rows, [c](const ListRow& row) {
            return c < row.cells.size() && !row.cells[c].isEmpty() && row.cells[c] != u"–";
        });
        if (is_told) continue;
        list.columns.removeAt(c);
        for (ListRow& row : list.rows)
            if (c < row.cells.size()) row.cells.removeAt(c);
    }
}

} // namespace

QString cut_name(const QString& name, qsizetype most) {
    return name.size() <= most ? name : name.left(most - 1) + u'…';
}

int rows_that_fit(const Theme& theme, QSize size) {
    const double pitch =
        QFontMetricsF(theme.font(Theme::Role::secondary)).height() + theme.spacing(row_air_px);
    const double frame = theme.spacing(picture_frame_px) + theme.spacing(list_frame_px);
    return std::max(2, static_cast<int>((size.height() - frame) / pitch));
}

QSize stacked_size(const Theme& theme, QSize picture, size_t part, size_t all) {
    const double frame = theme.spacing(picture_frame_px), lists = picture.height() - frame;
    return {picture.width(),
            static_cast<int>(frame + lists * static_cast<double>(part) / static_cast<double>(all))};
}

void fold_rest(RowList& list, int most, const RestCells& cells) {
    double sum = 0;
    for (size_t i = rows_kept(list, most); i < list.rows.size(); ++i)
        for (const RowPiece& piece : list.rows[i].pieces) sum += piece.value;
    if (ListRow* const rest = put_rest_together(list, most, cells))
        rest->pieces.push_back({sum, list.rest_fill, {}});
}

void cut_rest(RowList& list, int most) { put_rest_together(list, most, {}); }

PanelSpec row_list_panel(RowList list, const Theme& theme, QSize size) {
    const QFontMetricsF metrics(theme.font(Theme::Role::secondary));
    drop_empty_columns(list);
    // In a narrow picture names and bars go before figures.
    while (list.columns.size() > 1 && list_columns(list, theme).width > columns_share * size.width())
        list.columns.removeLast();
    const ListColumns columns = list_columns(list, theme);
    PanelSpec panel;
    panel.heading = list.heading;
    double high = 0;
    QStringList names;
    for (const ListRow& row : list.rows) {
        double sum = 0;
        for (const RowPiece& piece : row.pieces) sum += piece.value;
        high = std::max(high, sum);
        names << row.name;
    }
    panel.y.categories = names_told_apart(names, metrics, name_share * size.width());
    panel.x = {.unit = list.unit, .high = high > 0 ? high * 1.02 : 1};
    panel.y.show_rows(list.rows.size());
    // Few rows stay rows: they do not grow over the whole height.
    const int fitting = rows_that_fit(theme, size);
    if (const auto rows = static_cast<double>(list.rows.size()); rows < fitting / 2.0)
        panel.y.high += fitting / 2.0 - rows;
    panel.right_margin = static_cast<int>(std::ceil(columns.width / theme.scale)) + 4;
    panel.draw = [list = std::make_shared<const RowList>(std::move(list)), columns](ChartCanvas& canvas) {
        draw_list_rows(canvas, *list);
        draw_list_columns(canvas, *list, columns);
    };
    return panel;
}

} // namespace roofrack
