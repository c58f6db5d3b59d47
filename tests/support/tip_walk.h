// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractItemView>
#include <QAbstractScrollArea>
#include <QApplication>
#include <QComboBox>
#include <QHeaderView>
#include <QHelpEvent>
#include <QLabel>
#include <QPointer>
#include <QTabBar>
#include <QToolTip>

#include <functional>

namespace roofrack::test {

/// Asks for the tool tips of all that is seen under a widget, as a mouse that rests there does.
class TipWalk {
public:
    /// `look` is called after every answer.
    explicit TipWalk(std::function<void()> look)
        : m_look(std::move(look)) {}

    void ask(QWidget& widget, const QPoint& place) {
        QHelpEvent wish(QEvent::ToolTip, place, widget.mapToGlobal(place));
        QApplication::sendEvent(&widget, &wish);
        m_look();
    }

    void walk(QWidget& root) {
        QList<QPointer<QWidget>> widgets{&root}; // some, such as the last tip, go on the way
        for (QWidget* widget : root.findChildren<QWidget*>()) widgets << widget;
        for (const QPointer<QWidget>& widget : widgets) {
            if (!widget || !widget->isVisible()) continue;
            ask(*widget, widget->rect().center());
            if (auto* header = qobject_cast<QHeaderView*>(widget.data()))
                walk_header(*header);
            else if (auto* view = qobject_cast<QAbstractItemView*>(widget.data()))
                walk_rows(*view, view->rootIndex(), 0);
            else if (auto* bar = qobject_cast<QTabBar*>(widget.data()))
                for (int i = 0; i < bar->count(); ++i) ask(*bar, bar->tabRect(i).center());
        }
    }

    /// For a view that paints its contents itself.
    void walk_grid(QWidget& viewport, int step) {
        for (int x = step / 2; x < viewport.width(); x += step)
            for (int y = step / 2; y < viewport.height(); y += step) ask(viewport, {x, y});
    }

    void walk_choices(QComboBox& box) {
        box.showPopup();
        walk_rows(*box.view(), box.rootModelIndex(), 0);
        box.hidePopup();
    }

private:
    void walk_header(QHeaderView& header) {
        for (int i = 0; i < header.count(); ++i)
            ask(*header.viewport(), {header.sectionViewportPosition(i) + 2, header.height() / 2});
    }

    void walk_rows(QAbstractItemView& view, const QModelIndex& parent, int depth) {
        constexpr int most = 40, deepest = 6;
        for (int row = 0; row < std::min(most, view.model()->rowCount(parent)); ++row)
            for (int column = 0; column < view.model()->columnCount(parent); ++column) {
                const QModelIndex index = view.model()->index(row, column, parent);
                view.scrollTo(index);
                const QRect cell = view.visualRect(index) & view.viewport()->rect();
                if (!cell.isEmpty()) ask(*view.viewport(), cell.center());
                if (column == 0 && depth < deepest) walk_rows(view, index, depth + 1);
            }
    }

    std::function<void()> m_look;
};

/// Qt's label for tool tips while one is shown, else null.
inline QLabel* shown_tip() {
    for (QWidget* window : QApplication::topLevelWidgets())
        if (window->inherits("QTipLabel") && window->isVisible()) return static_cast<QLabel*>(window);
    return nullptr;
}

/// Whether it would show this piece of HTML as HTML.
inline bool is_rich(const QLabel& label, const QString& html) {
    return label.textFormat() == Qt::AutoText ||
           (label.textFormat() != Qt::PlainText && label.text().contains(html));
}

/// All labels that are seen and would.
inline QStringList rich_labels(const QString& html) {
    QStringList faults;
    for (QWidget* widget : QApplication::allWidgets())
        if (const auto* label = qobject_cast<QLabel*>(widget);
            label && label->isVisible() && is_rich(*label, html))
            faults << QString::fromLatin1(label->metaObject()->className()) + u' ' + label->text().left(80);
    return faults;
}

} // namespace roofrack::test
