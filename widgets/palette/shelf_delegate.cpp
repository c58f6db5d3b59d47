// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/palette/shelf_delegate.h"

#include <QFontMetrics>
#include <QPainter>
#include <QPainterPath>

namespace roofrack {
namespace {

constexpr int wide_from = 320; ///< px: name and figures beside each other
constexpr int gap = 4;         ///< between two entries
constexpr int chevron = 8;

QColor blend(const QColor& under, const QColor& over, double share) {
    const auto mix = [share](int a, int b) { return static_cast<int>(a + share * (b - a)); };
    return {mix(under.red(), over.red()), mix(under.green(), over.green()), mix(under.blue(), over.blue())};
}

} // namespace

ShelfDelegate::ShelfDelegate(QObject* parent)
    : QStyledItemDelegate(parent)
    , m_theme(Theme::light()) {}

bool ShelfDelegate::set_width(int width) {
    const bool wide = width >= m_theme.spacing(wide_from);
    return std::exchange(m_wide, wide) != wide;
}

QSize ShelfDelegate::sizeHint(const QStyleOptionViewItem&, const QModelIndex& index) const {
    switch (static_cast<Row>(index.data(row_role).toInt())) {
    case Row::heading: return {0, m_theme.spacing(index.row() == 0 ? 24 : 32)};
    case Row::more: return {0, m_theme.spacing(24)};
    case Row::entry: break;
    }
    return {0, m_theme.spacing((m_wide ? 32 : 36) + gap)};
}

void ShelfDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                          const QModelIndex& index) const {
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    switch (static_cast<Row>(index.data(row_role).toInt())) {
    case Row::heading: paint_heading(*painter, option, index.data().toString()); break;
    case Row::more: paint_more(*painter, option, index.data().toString()); break;
    case Row::entry:
        if (const auto* entry = static_cast<const ShelfEntry*>(index.data(entry_role).value<const void*>()))
            paint_entry(*painter, option, *entry);
        break;
    }
    painter->restore();
}

void ShelfDelegate::paint_heading(QPainter& painter, const QStyleOptionViewItem& option,
                                  const QString& text) const {
    const QRectF area = QRectF(option.rect).adjusted(0, 0, 0, -m_theme.spacing(gap));
    const bool focused = option.state & QStyle::State_Selected;
    const QColor colour = focused                                  ? m_theme.accent
                          : option.state & QStyle::State_MouseOver ? m_theme.text
                          : option.state & QStyle::State_Enabled   ? m_theme.secondary
                                                                   : m_theme.disabled;
    QFont font = m_theme.font(Theme::Role::secondary);
    font.setWeight(QFont::Bold);
    painter.setFont(font);
    painter.setPen(colour);
    painter.drawText(area, Qt::AlignLeft | Qt::AlignBottom | Qt::TextSingleLine, text);
    // Folded away or not, at the right.
    const QPointF at(area.right() - chevron, area.bottom() - QFontMetrics(font).height() / 2.0 + 0.5);
    QPainterPath path;
    if (option.state & QStyle::State_Open) {
        path.moveTo(at + QPointF(-4, -2));
        path.lineTo(at + QPointF(0, 2));
        path.lineTo(at + QPointF(4, -2));
    } else {
        path.moveTo(at + QPointF(-2, -4));
        path.lineTo(at + QPointF(2, 0));
        path.lineTo(at + QPointF(-2, 4));
    }
    painter.strokePath(path, QPen(colour, 1.25, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
}

void ShelfDelegate::paint_entry(QPainter& painter, const QStyleOptionViewItem& option,
                                const ShelfEntry& entry) const {
    const bool selected = option.state & QStyle::State_Selected;
    const bool hovered = option.state & QStyle::State_MouseOver;
    const bool enabled = option.state & QStyle::State_Enabled;
    const QRectF box = QRectF(option.rect).adjusted(0.5, 0.5, -0.5, -m_theme.spacing(gap) - 0.5);
    const bool holds_keys = selected && option.state & QStyle::State_HasFocus;
    painter.setPen(
        QPen(selected || (hovered && enabled) ? m_theme.accent : m_theme.line, holds_keys ? 2 : 1));
    painter.setBrush(selected             ? blend(m_theme.panel, m_theme.accent, 0.16)
                     : hovered && enabled ? blend(m_theme.panel, m_theme.accent, 0.08)
                                          : m_theme.raised);
    painter.drawRoundedRect(box, 4, 4);

    const int inset = m_theme.spacing(8);
    const QPointF corner(option.rect.left() + inset,
                         std::floor(option.rect.top() + (box.height() + 1 - part_icon_size) / 2));
    paint_part_icon(painter, entry.icon, corner, enabled ? m_theme.secondary : m_theme.disabled,
                    enabled ? m_theme.accent : m_theme.disabled);

    QRectF text = box;
    text.setLeft(corner.x() + part_icon_size + inset);
    text.setRight(box.right() - inset);
    const QFont body = m_theme.font(Theme::Role::body), second = m_theme.font(Theme::Role::secondary);
    const QFontMetricsF body_metrics(body), second_metrics(second);
    const QColor ink = enabled ? m_theme.text : m_theme.disabled;
    const QColor pale = enabled ? m_theme.secondary : m_theme.disabled;
    if (m_wide) {
        const double figures = std::min(second_metrics.horizontalAdvance(entry.figures), text.width() * 0.55);
        painter.setFont(second);
        painter.setPen(pale);
        painter.drawText(text, Qt::AlignRight | Qt::AlignVCenter | Qt::TextSingleLine,
                         second_metrics.elidedText(entry.figures, Qt::ElideRight, figures + 1));
        text.setRight(text.right() - figures - inset);
        painter.setFont(body);
        painter.setPen(ink);
        painter.drawText(text, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                         body_metrics.elidedText(entry.name, Qt::ElideRight, text.width()));
        return;
    }
    const double lines = body_metrics.height() + second_metrics.height();
    const double top = box.top() + (box.height() - lines) / 2;
    painter.setFont(body);
    painter.setPen(ink);
    painter.drawText(QRectF(text.left(), top, text.width(), body_metrics.height()),
                     Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                     body_metrics.elidedText(entry.name, Qt::ElideRight, text.width()));
    painter.setFont(second);
    painter.setPen(pale);
    painter.drawText(QRectF(text.left(), top + body_metrics.height(), text.width(), second_metrics.height()),
                     Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                     second_metrics.elidedText(entry.figures, Qt::ElideRight, text.width()));
}

void ShelfDelegate::paint_more(QPainter& painter, const QStyleOptionViewItem& option,
                               const QString& text) const {
    const bool lit = option.state & (QStyle::State_Selected | QStyle::State_MouseOver);
    painter.setFont(m_theme.font(Theme::Role::secondary));
    painter.setPen(option.state & QStyle::State_Enabled ? (lit ? m_theme.accent : m_theme.secondary)
                                                        : m_theme.disabled);
    painter.drawText(QRectF(option.rect).adjusted(m_theme.spacing(8), 0, 0, -m_theme.spacing(gap)),
                     Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, text);
}

} // namespace roofrack
