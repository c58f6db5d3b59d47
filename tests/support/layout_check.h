// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/fields/elided_label.h"

#include <QAbstractButton>
#include <QDockWidget>
#include <QHeaderView>
#include <QLabel>
#include <QLayout>
#include <QPushButton>
#include <QStringList>
#include <QStyleOptionButton>
#include <QTabBar>
#include <QTextDocument>
#include <QToolButton>

namespace roofrack::test {

inline QString name_of_widget(const QWidget& widget, const QString& text) {
    return QStringLiteral("%1 “%2” (%3×%4)")
        .arg(QString::fromLatin1(widget.metaObject()->className()), text.left(60))
        .arg(widget.width())
        .arg(widget.height());
}

/// What a label, a button, a tab bar or a header cuts off; empty when nothing.
inline QStringList clipped_text(const QWidget& widget) {
    QStringList faults;
    const QFontMetrics metrics = widget.fontMetrics();
    if (const auto* label = qobject_cast<const QLabel*>(&widget)) {
        if (label->text().isEmpty() || qobject_cast<const ElidedLabel*>(label)) return faults;
        const QRect room = label->contentsRect();
        QString text = label->text();
        if (label->buddy()) text.remove(u'&'); // marks its key
        QSize needed;
        if (Qt::mightBeRichText(text)) {
            QTextDocument document;
            document.setDocumentMargin(0);
            document.setDefaultFont(label->font());
            document.setHtml(text);
            if (label->wordWrap()) document.setTextWidth(room.width());
            needed = document.size().toSize();
        } else
            needed = metrics
                         .boundingRect(QRect(0, 0, room.width(), 10000),
                                       label->wordWrap() ? Qt::TextWordWrap : 0, text)
                         .size();
        if (needed.width() > room.width() + 1 || needed.height() > room.height() + 2)
            faults << name_of_widget(widget, text) +
                          QStringLiteral(" needs %1×%2").arg(needed.width()).arg(needed.height());
    } else if (const auto* bar = qobject_cast<const QTabBar*>(&widget)) {
        for (int i = 0; i < bar->count(); ++i)
            if (metrics.horizontalAdvance(bar->tabText(i)) > bar->tabRect(i).width())
                faults << name_of_widget(widget, bar->tabText(i)) + QStringLiteral(" tab too narrow");
        if (bar->count() > 0 && bar->tabRect(bar->count() - 1).right() > bar->width())
            faults << name_of_widget(widget, bar->tabText(bar->count() - 1)) +
                          QStringLiteral(" tab beyond the bar");
    } else if (const auto* header = qobject_cast<const QHeaderView*>(&widget)) {
        if (header->orientation() != Qt::Horizontal || !header->model()) return faults;
        for (int i = 0; i < header->count(); ++i) {
            if (header->isSectionHidden(i)) continue;
            const QString text = header->model()->headerData(i, Qt::Horizontal).toString();
            if (metrics.horizontalAdvance(text) > header->sectionSize(i))
                faults << name_of_widget(widget, text) + QStringLiteral(" header too narrow");
        }
    } else if (const auto* button = qobject_cast<const QAbstractButton*>(&widget)) {
        const bool shows_text =
            !button->text().isEmpty() && !button->inherits("QToolButton")
                ? true
                : !button->text().isEmpty() &&
                      static_cast<const QToolButton*>(button)->toolButtonStyle() != Qt::ToolButtonIconOnly;
        if (!shows_text) return faults;
        QString text = button->text();
        text.remove(u'&');
        if (metrics.horizontalAdvance(text) > button->width() || metrics.height() > button->height() + 2)
            faults << name_of_widget(widget, text) +
                          QStringLiteral(" needs %1").arg(metrics.horizontalAdvance(text));
    }
    return faults;
}

/// Walks all visible widgets under `root` and names each whose text does not fit, and each pair of siblings
/// that overlap.
inline QStringList layout_faults(const QWidget& root) {
    QStringList faults;
    for (const QWidget* widget : root.findChildren<QWidget*>()) {
        if (!widget->isVisible() || widget->visibleRegion().isEmpty()) continue;
        faults << clipped_text(*widget);
        // Only what a layout placed: overlays (search, tooltips) lie over others on purpose.
        if (!widget->layout()) continue;
        const auto children = widget->findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly);
        for (int i = 0; i < children.size(); ++i)
            for (int k = i + 1; k < children.size(); ++k) {
                const QWidget *a = children[i], *b = children[k];
                if (!a->isVisible() || !b->isVisible() ||
                    widget->layout()->indexOf(const_cast<QWidget*>(a)) < 0 ||
                    widget->layout()->indexOf(const_cast<QWidget*>(b)) < 0)
                    continue;
                const QRect common = a->geometry() & b->geometry();
                if (common.width() > 1 && common.height() > 1)
                    faults << QStringLiteral("%1 overlaps %2 in %3")
                                  .arg(name_of_widget(*a, a->accessibleName()),
                                       name_of_widget(*b, b->accessibleName()),
                                       QString::fromLatin1(widget->metaObject()->className()));
            }
    }
    return faults;
}

} // namespace roofrack::test
