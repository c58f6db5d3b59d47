// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/text/text_captions.h"

#include "widgets/theme/text_width.h"

#include <algorithm>

namespace roofrack {
namespace {

constexpr double least_caption = 9.5; ///< px

} // namespace

bool units_have_captions(const TextBoard& board, const TextFamily& family) {
    constexpr double least_zoom = 0.5;
    if (board.zoom() < least_zoom) return false;
    const double name = board.sized({}, Theme::Role::strong, std::max(13 * board.zoom(), 10.0), {}).height();
    const TextBoard::Line second = board.sized({}, Theme::Role::secondary, board.caption_size(), {});
    return std::all_of(family.members.begin(), family.members.end(), [&](int member) {
        const DrawnElement& element = board.drawing().elements()[static_cast<size_t>(member)];
        const ElementStyle& element_style = board.overlay_style().element(element.id);
        const double bar = element_style.power_share ? 5 : 0;
        TextBoard::Line figures = second;
        figures.set_text(element_style.figures);
        return name + second.height() + bar + board.px(1) <= element.rect.height() &&
               (element_style.figures.isEmpty() || figures.width() <= element.rect.width() - 40);
    });
}

void Captions::write() {
    for (const TextFamily& family : m_names.families) {
        if (family.sort == TextFamily::Sort::hosts) describe_hosts(family);
        if (family.sort == TextFamily::Sort::units &&
            m_names.captioned[static_cast<size_t>(&family - m_names.families.data())])
            describe_units(family);
    }
}

/// What finds no room leaves the part out, never the figure; the tooltip has both.
void Captions::describe_hosts(const TextFamily& family) {
    std::vector<int> named;
    for (const int member : family.members)
        if (m_names.named[static_cast<size_t>(member)]) named.push_back(member);
    const TextBoard::Mark before = m_board.mark();
    for (const Form form : {Form::full, Form::two_lines, Form::short_}) {
        const size_t allowed = named.size() / (form == Form::short_ ? 4 : 10);
        size_t failed = 0;
        for (const int member : named) {
            failed += !describe_below(member, form);
            if (failed > allowed) break;
        }
        if (failed <= allowed) return;
        m_board.back_to(before);
    }
}

bool Captions::describe_below(int index, Form form) {
    const auto at = static_cast<size_t>(index);
    const DrawnElement& element = m_drawing.elements()[at];
    const ElementStyle& element_style = m_overlay_style.element(element.id);
    const QString &part = element.subtitle, &figures = element_style.figures;
    if (part.isEmpty() && figures.isEmpty()) return true;
    const bool both = !part.isEmpty() && !figures.isEmpty();
    const auto put_line = [&](const QString& text, double top, const QColor& colour,
                              TextBoard::Links links = TextBoard::Links::any) {
        Line words = m_board.line(text, Theme::Role::secondary, least_caption, colour);
        const bool only_part = !both && figures.isEmpty();
        if (form == Form::short_ && only_part && m_zoom < 1 && !m_board.cut(words, element.rect.width() + 40))
            return 0.0;
        const QPointF place(element.rect.center().x() - words.width() / 2, top);
        return m_board.put(words, place, index, links) ? top + words.height() : 0.0;
    };
    const QColor plain = element_style.is_sold ? m_style.theme.disabled : m_style.theme.secondary;
    const QColor colour = element_style.alarm ? element_style.frame : plain;
    if (!both) return put_line(part + figures, m_names.foot[at], colour) > 0;
    switch (form) {
    case Form::full: return put_line(part + QStringLiteral(" · ") + figures, m_names.foot[at], colour) > 0;
    case Form::two_lines: {
        const TextBoard::Mark before = m_board.mark();
        const double second = put_line(part, m_names.foot[at], plain);
        if (second > 0 && put_line(figures, second, colour, TextBoard::Links::clear) > 0) return true;
        m_board.back_to(before);
        return false;
    }
    case Form::short_: break;
    }
    return put_line(figures, m_names.foot[at], colour) > 0;
}

/// The part beside the load where it fits in all that have both.
void Captions::describe_units(const TextFamily& family) {
    const auto width = [&](const QString& text) {
        return m_board.sized(text, Theme::Role::secondary, m_board.caption_size(), {}).width();
    };
    const auto room = [&](const DrawnElement& element, size_t at) {
        return element.rect.right() - 8 - std::max(m_names.start[at], element.rect.left() + 8);
    };
    const bool both = std::all_of(family.members.begin(), family.members.end(), [&](int member) {
        const auto at = static_cast<size_t>(member);
        const DrawnElement& element = m_drawing.elements()[at];
        const QString& figures = m_overlay_style.element(element.id).figures;
        return figures.isEmpty() || element.subtitle.isEmpty() ||
               width(figures) + width(element.subtitle) + m_board.px(10) <= room(element, at);
    });
    for (const int member : family.members) {
        const auto at = static_cast<size_t>(member);
        if (!m_names.named[at] || m_names.foot[at] == 0) continue;
        const DrawnElement& element = m_drawing.elements()[at];
        const ElementStyle& element_style = m_overlay_style.element(element.id);
        const Line figures =
            m_board.sized(element_style.figures, Theme::Role::secondary, m_board.caption_size(),
                          element_style.alarm     ? element_style.frame
                          : element_style.is_sold ? m_style.theme.disabled
                                                  : m_style.theme.text);
        Line part = m_board.sized(element.subtitle, Theme::Role::secondary, m_board.caption_size(),
                                  element_style.is_sold ? m_style.theme.disabled : m_style.theme.secondary);
        const bool two = both && !element_style.figures.isEmpty() && !element.subtitle.isEmpty();
        const double left = m_names.start[at];
        if (!element_style.figures.isEmpty())
            m_board.put_inside(
                figures, {two ? element.rect.right() - 8 - figures.width() : left, m_names.foot[at]}, member);
        if (!element.subtitle.isEmpty() && (element_style.figures.isEmpty() || two) &&
            m_board.cut(part, room(element, at)))
            m_board.put_inside(part, {left, m_names.foot[at]}, member);
    }
}

/// From afar its first lines at a size that can be read; nearer the note is painted with all of them.
void Captions::write_note(int note) {
    constexpr double size = 9.5, least_width = 44; // px
    if (m_zoom >= m_style.note_zoom()) return;
    const DrawnElement& element = m_drawing.elements()[static_cast<size_t>(note)];
    const QRectF room =
        element.rect.adjusted(m_board.px(3) + 6, m_board.px(1), -m_board.px(3), -m_board.px(1));
    Line words = m_board.sized({}, Theme::Role::body, size, m_style.theme.text);
    const auto lines = static_cast<qsizetype>(room.height() / words.height());
    if (lines < 1 || room.width() < m_board.px(least_width)) return;
    const double top = lines == 1 ? room.center().y() - words.height() / 2 : room.top();
    const QStringList all = element.title.simplified().split(QLatin1Char(' '));
    qsizetype next = 0;
    for (qsizetype row = 0; row < lines && next < all.size(); ++row) {
        words.set_text({});
        for (; next < all.size(); ++next) {
            Line longer = words;
            longer.set_text(words.text + (words.text.isEmpty() ? QString() : QStringLiteral(" ")) +
                            all[next]);
            if (longer.width() > room.width()) break;
            words.set_text(longer.text);
        }
        if (next < all.size() && (row + 1 == lines || words.text.isEmpty())) {
            words.text += (words.text.isEmpty() ? QString() : QStringLiteral(" ")) + all[next];
            do words.text.chop(1);
            while (!words.text.isEmpty() &&
                   (text_width(words.text + QChar(0x2026), words.role, words.family) + 1) * words.scale >
                       room.width());
            words.set_text(words.text.trimmed() + QChar(0x2026));
            next = all.size();
        }
        if (!m_board.put_inside(words, {room.left(), top + static_cast<double>(row) * words.height()}, note))
            return;
        m_board.replace_picture(static_cast<size_t>(note), true);
    }
}

} // namespace roofrack
