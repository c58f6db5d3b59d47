// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/report/sheet_text.h"

#include "widgets/fields/text.h"
#include "widgets/present/slide_table.h"
#include "widgets/report/sheet_type.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QTextCharFormat>
#include <QTextLayout>

namespace roofrack {

namespace {

constexpr double text_pitch = 1.5;

QString place_name(int number) { return QStringLiteral("section-%1").arg(number + 1); }

/// A line of text whose letters are a link or a place that one leads to.
void paint_formatted(QPainter& painter, const QPointF& base, const QString& text, const QFont& font,
                     const QTextCharFormat& format) {
    QTextLayout layout(text, font);
    QTextLayout::FormatRange whole;
    whole.start = 0;
    whole.length = static_cast<int>(text.size());
    whole.format = format;
    layout.setFormats({whole});
    layout.beginLayout();
    QTextLine line = layout.createLine();
    if (line.isValid()) line.setNumColumns(static_cast<int>(text.size()));
    layout.endLayout();
    if (line.isValid()) layout.draw(&painter, base - QPointF(0, line.ascent()));
}

void add_lines(std::vector<SheetStrip>& out, const std::string& text, double left, double width, double above,
               const Theme& theme, bool has_dot) {
    const QFont font = slide_font(theme, sheet_body_type);
    const QStringList lines = wrapped(to_qt(printable_line(text)), font, width - left);
    const double pitch = text_pitch * sheet_body_type;
    for (qsizetype i = 0; i < lines.size(); ++i) {
        SheetStrip strip;
        strip.above = i == 0 ? above : 0;
        strip.height = pitch;
        strip.keeps_next = i + 1 < lines.size() && (i == 0 || i + 2 == lines.size());
        strip.paint = [line = lines[i], font, left, colour = theme.text,
                       dot = has_dot && i == 0](QPainter& painter, const QRectF& place) {
            const QFontMetricsF metrics(font);
            painter.setFont(font);
            painter.setPen(colour);
            const double base = place.top() + (place.height() + metrics.ascent() - metrics.descent()) / 2;
            if (dot) painter.drawText(QPointF(place.left() + 3, base), QStringLiteral("•"));
            painter.drawText(QPointF(place.left() + left, base), line);
        };
        out.push_back(std::move(strip));
    }
}

} // namespace

void add_heading_strip(std::vector<SheetStrip>& out, const std::string& text, int number, double width,
                       const Theme& theme) {
    const QFont font = slide_font(theme, sheet_heading_type, true);
    SheetStrip strip;
    strip.above = 34;
    strip.height = 38;
    strip.keeps_next = true;
    strip.section = number;
    const QString line = QFontMetricsF(font).elidedText(to_qt(printable_line(text)), Qt::ElideRight, width);
    strip.paint = [line, font, number, theme](QPainter& painter, const QRectF& place) {
        painter.setPen(theme.text);
        QTextCharFormat format;
        format.setAnchor(true);
        format.setAnchorNames({place_name(number)});
        paint_formatted(painter, QPointF(place.left(), place.top() + 22), line, font, format);
        painter.setPen(QPen(theme.line, 1));
        const double rule = place.top() + 32;
        painter.drawLine(QPointF(place.left(), rule), QPointF(place.right(), rule));
    };
    out.push_back(std::move(strip));
}

void add_paragraph_strips(std::vector<SheetStrip>& out, const std::string& text, double width,
                          const Theme& theme) {
    add_lines(out, text, 0, width, 8, theme, false);
}

void add_item_strips(std::vector<SheetStrip>& out, const std::string& text, double width,
                     const Theme& theme) {
    add_lines(out, text, 16, width, 3, theme, true);
}

void paint_section_link(QPainter& painter, const QPointF& base, const QString& text, const QFont& font,
                        int number) {
    QTextCharFormat format;
    format.setAnchor(true);
    format.setAnchorHref(u'#' + place_name(number));
    paint_formatted(painter, base, text, font, format);
}

} // namespace roofrack
