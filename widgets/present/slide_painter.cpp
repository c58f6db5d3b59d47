// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/present/slide_painter.h"

#include "core/answers/present/slide_layout.h"
#include "core/base/units/joined_units.h"
#include "widgets/fields/text.h"
#include "widgets/present/slide_table.h"

#include <QCoreApplication>
#include <QPaintEngine>
#include <QPainter>
#include <QRegularExpression>
#include <QTextLayout>
#include <QTextOption>

#include <algorithm>
#include <cmath>

namespace roofrack {

namespace {

struct PainterWords {
    Q_DECLARE_TR_FUNCTIONS(Slide)
};

QRectF rect_of(const SlideBox& box) { return {box.x, box.y, box.width, box.height}; }

constexpr int most_title_lines = 2, least_title_type = 38;
constexpr double most_of_foot = 0.6; ///< that a footer takes

/// No line begins with a unit: a number and what stands behind it stay together.
QString with_units_kept(QString text) {
    static const QRegularExpression number_and_unit(
        QStringLiteral(R"((\d[\d.,]*[kMB]?) (?=[^\s]{1,3}(?:[\s,;]|$)))"));
    return text.replace(number_and_unit, QStringLiteral("\\1") + QChar(QChar::Nbsp));
}

/// The message: as large as it fits in two lines.
void paint_title(QPainter& painter, const QString& text, const Theme& theme, const QRectF& room) {
    const QString title = with_units_kept(text);
    int size = slide_title_type;
    QFont font = slide_font(theme, size, true);
    QStringList lines = wrapped(title, font, room.width());
    while (lines.size() > most_title_lines && size > least_title_type) {
        font = slide_font(theme, size -= 2, true);
        lines = wrapped(title, font, room.width());
    }
    if (lines.size() > most_title_lines) {
        const QString rest = lines.mid(most_title_lines - 1).join(u' ');
        lines = lines.mid(0, most_title_lines - 1)
                << QFontMetricsF(font).elidedText(rest, Qt::ElideRight, room.width());
    }
    painter.setFont(font);
    painter.setPen(theme.text);
    const QFontMetricsF metrics(font);
    double y =
        room.center().y() - static_cast<double>(lines.size()) * metrics.height() / 2 + metrics.ascent();
    for (const QString& line : lines) {
        painter.drawText(QPointF(room.left(), y), line);
        y += metrics.height();
    }
}

/// Paints the logo; returns the room that is left for the title.
QRectF paint_logo(QPainter& painter, const SlideStyle* style) {
    if (!style || style->logo.is_empty()) return rect_of(slide_title_box);
    const QSizeF size = style->logo.size();
    style->logo.paint(painter, rect_of(logo_place(size.width() / size.height())));
    return rect_of(slide_title_beside_logo);
}

void paint_foot(QPainter& painter, const ShownSlide& slide, const SlidePlace& place, const Theme& theme) {
    const QRectF room = rect_of(slide_foot_box);
    painter.setPen(QPen(theme.line, 2));
    painter.drawLine(QPointF(room.left(), room.top() - 6), QPointF(room.right(), room.top() - 6));
    const QFont font = slide_font(theme, least_slide_type);
    const QFontMetricsF metrics(font);
    painter.setFont(font);
    painter.setPen(theme.secondary);
    QString right = slide.style ? slide.style->foot(place.number, place.count)
                                : QStringLiteral("%1 / %2").arg(place.number).arg(place.count);
    if (!slide.content.date.empty())
        right =
            PainterWords::tr("frozen on %1").arg(to_qt(slide.content.date)) + QStringLiteral("   ") + right;
    if (slide.style) right = metrics.elidedText(right, Qt::ElideLeft, most_of_foot * room.width());
    const double taken = metrics.horizontalAdvance(right);
    const double y = room.top() + metrics.ascent() + 4;
    painter.drawText(QPointF(room.right() - taken, y), right);
    painter.drawText(QPointF(room.left(), y), metrics.elidedText(to_qt(slide.content.source), Qt::ElideRight,
                                                                 room.width() - taken - 48));
}

/// The last space of a line that ends within a word, where the word begins behind it and is broken at
/// no hyphen: a sign would be parted from its amount, "−" from "$309k". −1: the line ends well.
qsizetype space_to_break_at(const QString& text, const QTextLine& line) {
    const qsizetype from = line.textStart(), end = from + line.textLength();
    if (end <= from || end >= text.size() || text[end] == u' ' || text[end - 1] == u' ') return -1;
    const bool is_hyphen = text[end - 1] == u'-' && end - 1 > from && text[end - 2].isLetterOrNumber();
    const qsizetype space = is_hyphen ? -1 : text.lastIndexOf(u' ', end - 1);
    return space > from ? space : -1;
}

/// How lines of text are set.
struct LineType {
    QFont font;
    double pitch = 0; ///< from line to line of one text, px
    double gap = 0;   ///< between two texts, px
};

LineType line_type(const Theme& theme, int size) {
    constexpr double gap = 0.5; // × the pitch
    const QFont font = slide_font(theme, size);
    const double pitch = QFontMetricsF(font).height();
    return {font, pitch, gap * pitch};
}

/// The least type, and as close as lines of a cell are: for what would have no room otherwise.
LineType close_type(const Theme& theme) {
    constexpr double pitch = 1.2 * least_slide_type, gap = 0.2;
    return {slide_font(theme, least_slide_type), pitch, gap * pitch};
}

double height_of_line(const std::string& line, double width, const LineType& type) {
    return static_cast<double>(wrapped(to_qt(line), type.font, width).size()) * type.pitch + type.gap;
}

double height_of_lines(const std::vector<std::string>& text, double width, const LineType& type) {
    double out = 0;
    for (const std::string& each : text) out += height_of_line(each, width, type);
    return out;
}

/// The lines that have room; where some have none, the last one says how many.
std::vector<std::string> lines_with_room(const std::vector<std::string>& text, const QSizeF& room,
                                         const LineType& type) {
    if (height_of_lines(text, room.width(), type) <= room.height()) return text;
    std::vector<std::string> out;
    double taken = type.pitch + type.gap; // by the line that counts the others
    for (const std::string& each : text) {
        taken += height_of_line(each, room.width(), type);
        if (taken > room.height() && !out.empty()) break;
        out.push_back(each);
    }
    if (const size_t left_out = text.size() - out.size(); left_out > 0)
        out.push_back(PainterWords::tr("and %n more", nullptr, static_cast<int>(left_out)).toStdString());
    return out;
}

/// As large as they fit from `size` down, and in the end close.
LineType fitting_type(const std::vector<std::string>& text, const QSizeF& room, const Theme& theme,
                      int size) {
    for (; size >= least_slide_type; size -= 2)
        if (LineType type = line_type(theme, size);
            height_of_lines(text, room.width(), type) <= room.height())
            return type;
    return close_type(theme);
}

/// Lines of text, as large as they fit from `size` down.
void paint_lines(QPainter& painter, const std::vector<std::string>& text, const QRectF& room,
                 const Theme& theme, int size) {
    const LineType type = fitting_type(text, room.size(), theme, size);
    painter.setFont(type.font);
    painter.setPen(theme.text);
    double y = room.top() + QFontMetricsF(type.font).ascent();
    for (const std::string& each : lines_with_room(text, room.size(), type)) {
        for (const QString& line : wrapped(to_qt(each), type.font, room.width())) {
            if (y > room.bottom()) return;
            painter.drawText(QPointF(room.left(), y), line);
            y += type.pitch;
        }
        y += type.gap;
    }
}

QRectF body_room(const SlideContent& content) { return rect_of(slide_body(!content.sliders.empty())); }

/// What may be turned on the slide while it is shown, in words.
void paint_what_if(QPainter& painter, const SlideContent& content, const Theme& theme) {
    if (content.sliders.empty()) return;
    const QRectF room = rect_of(slide_what_if_box);
    const QFont font = slide_font(theme, least_slide_type);
    const QFontMetricsF metrics(font);
    QStringList lines = wrapped(to_qt(what_if_line(content.sliders)), font, room.width());
    const auto most = std::max<qsizetype>(1, static_cast<qsizetype>(room.height() / metrics.height()));
    if (lines.size() > most)
        lines = lines.mid(0, most - 1)
                << metrics.elidedText(lines.mid(most - 1).join(u' '), Qt::ElideRight, room.width());
    painter.setFont(font);
    painter.setPen(theme.secondary);
    double y = room.bottom() - static_cast<double>(lines.size()) * metrics.height() + metrics.ascent();
    for (const QString& line : lines) {
        painter.drawText(QPointF(room.left(), y), line);
        y += metrics.height();
    }
}

void paint_missing(QPainter& painter, const std::string& why, const Theme& theme) {
    constexpr qsizetype most_letters = 600;
    QString text = to_qt(why);
    if (text.size() > most_letters) text = text.left(most_letters) + QStringLiteral(" …");
    painter.setFont(slide_font(theme, slide_text_type));
    painter.setPen(theme.secondary);
    painter.drawText(rect_of(slide_body_box), Qt::AlignCenter | Qt::TextWordWrap, text);
}

/// A table, and what is said below it: as much as it leaves room for, or for which it yields up to a third of
/// the slide, but no row where all of them in the least type leave a fifth; where that is not enough, as much
/// as it leaves in the least type.
void paint_rows(QPainter& painter, const SlideContent& content, const Theme& theme) {
    constexpr double between = 24;
    constexpr int type = least_slide_type + 2;
    QRectF room = body_room(content);
    LineType lines = line_type(theme, type);
    const double left = room.height() - between - slide_table_height(content.head, content.rows, room, theme);
    const double all_rows =
        room.height() - between -
        least_slide_table_height(content.head, content.rows, room.width(), theme); // what these leave
    double most = content.rows.empty() ? room.height() : std::max(room.height() / 3, left);
    if (!content.rows.empty() && all_rows >= room.height() / 5) most = std::min(most, all_rows);
    std::vector<std::string> below = lines_with_room(content.text, {room.width(), most}, lines);
    if (below != content.text) {
        lines = close_type(theme);
        most = std::max(most, all_rows);
        below = lines_with_room(content.text, {room.width(), most}, lines);
    }
    QRectF of_table = room;
    if (!below.empty())
        of_table.setHeight(room.height() - between -
                           std::min(height_of_lines(below, room.width(), lines), 2 * room.height() / 3));
    room.setTop(paint_slide_table(painter, content.head, content.rows, of_table, theme) + between);
    if (!below.empty()) paint_lines(painter, content.text, room, theme, type);
}

} // namespace

QFont slide_font(const Theme& theme, int pixels, bool strong) {
    QFont font = theme.font(strong ? Theme::Role::strong : Theme::Role::body);
    font.setPixelSize(pixels);
    return font;
}

QStringList wrapped(const QString& text, const QFont& font, double width) {
    QStringList out;
    for (const QString& paragraph : to_qt(with_joined_units(text.toStdString())).split(u'\n')) {
        QTextLayout layout(paragraph, font);
        QTextOption option;
        option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
        layout.setTextOption(option);
        layout.beginLayout();
        for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
            line.setLineWidth(width);
            if (const qsizetype space = space_to_break_at(paragraph, line); space >= 0)
                line.setLineWidth(line.cursorToX(static_cast<int>(space) + 1));
            out << paragraph.mid(line.textStart(), line.textLength()).trimmed();
        }
        layout.endLayout();
    }
    return out;
}

QSizeF slide_body_size(const ShownSlide& slide) {
    if (!slide.image.isNull()) return slide.image.size();
    return slide.size;
}

void paint_slide_body(QPainter& painter, const ShownSlide& slide, const QRectF& room) {
    const QSizeF size = slide_body_size(slide);
    if (size.isEmpty()) return;
    const QSizeF fitted = size.scaled(room.size(), Qt::KeepAspectRatio);
    QRectF place(QPointF(), fitted);
    place.moveCenter(room.center());
    if (!slide.image.isNull()) {
        painter.setRenderHint(QPainter::SmoothPixmapTransform);
        // What is drawn at less than half its size would lose most of its lines and letters.
        const double zoom = painter.deviceTransform().m11();
        const QSize seen = QSizeF(place.width() * zoom, place.height() * zoom).toSize();
        const bool is_small = painter.paintEngine()->type() == QPaintEngine::Raster && !seen.isEmpty() &&
                              2 * seen.width() < slide.image.width();
        painter.drawImage(place,
                          is_small ? slide.image.scaled(seen, Qt::IgnoreAspectRatio, Qt::SmoothTransformation)
                                   : slide.image);
        return;
    }
    painter.save();
    painter.translate(place.topLeft());
    painter.scale(place.width() / size.width(), place.height() / size.height());
    // A QPicture plays itself larger where the device is finer than the screen it was recorded for.
    const QPicture& picture = slide.picture;
    painter.scale(static_cast<double>(picture.logicalDpiX()) / painter.device()->logicalDpiX(),
                  static_cast<double>(picture.logicalDpiY()) / painter.device()->logicalDpiY());
    painter.drawPicture(0, 0, picture);
    painter.restore();
}

void paint_slide(QPainter& painter, const ShownSlide& slide, const SlidePlace& place, const Theme& theme) {
    painter.save();
    painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    painter.fillRect(rect_of(slide_box), theme.panel);
    const SlideContent& content = slide.content;
    paint_title(painter, to_qt(content.title), theme, paint_logo(painter, slide.style.get()));
    if (!content.missing.empty())
        paint_missing(painter, content.missing, theme);
    else if (!slide_body_size(slide).isEmpty())
        paint_slide_body(painter, slide, body_room(content));
    else if (content.body == SlideBody::text)
        paint_lines(painter, content.text, body_room(content), theme, slide_text_type);
    else
        paint_rows(painter, content, theme);
    paint_what_if(painter, content, theme);
    paint_foot(painter, slide, place, theme);
    painter.restore();
}

QImage slide_image(const ShownSlide& slide, const SlidePlace& place, const Theme& theme, int width) {
    const double zoom = width / slide_box.width;
    QImage image(width, static_cast<int>(std::lround(slide_box.height * zoom)), QImage::Format_RGB32);
    image.fill(theme.panel);
    QPainter painter(&image);
    painter.scale(zoom, zoom);
    paint_slide(painter, slide, place, theme);
    return image;
}

QImage slide_body_image(const ShownSlide& slide, const Theme& theme, int width) {
    if (!slide.image.isNull()) return slide.image;
    const QSizeF size = slide_body_size(slide);
    if (size.isEmpty()) return {};
    QImage image(width, static_cast<int>(std::lround(size.height() * width / size.width())),
                 QImage::Format_RGB32);
    image.fill(theme.panel);
    QPainter painter(&image);
    painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    paint_slide_body(painter, slide, QRectF(QPointF(), image.size()));
    return image;
}

} // namespace roofrack
