// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QObject>
#include <QPointer>
#include <QTimer>

#include <deque>
#include <functional>

class QMainWindow;
class QWidget;

namespace roofrack {

/// The one way to change the layout of a window: which docks are shown and where, the theme, the size of the
/// text. QMainWindow::restoreState of Qt 6.4 walks lists that any other call for docks replaces, and it shows
/// widgets on its way, which resizes the window. So no change begins inside another: what is asked for
/// meanwhile is done after it, in order. What is asked for while a hand drags a dock or the line between two
/// waits until it lets go. A dock that is hidden on the way lets Qt tell the window that the pointer is over
/// it; the window is not told, because it would look for lines between docks in lists half replaced.
class LayoutQueue : public QObject {
    Q_OBJECT

public:
    using Change = std::function<void()>;

    LayoutQueue();

    /// Makes the change at once, or after the one that is under way. It is dropped when its owner goes.
    void change(QObject& owner, Change what);
    /// Makes the change once the event loop has control, before the next painting; it replaces what waits
    /// under the same name.
    void later(QObject& owner, const char* name, Change what);
    bool is_changing() const { return m_is_changing; }
    /// The docks of this window, its tabs and the lines between them can be dragged.
    void watch_drags(QMainWindow& docks);

protected:
    bool event(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Entry {
        QPointer<QObject> owner;
        QByteArray name; ///< empty: not replaced
        Change what;
    };
    void drain();
    void call();
    void hold(QWidget& widget);
    void let_go();
    void end_hold();
    void look_whether_held();

    std::deque<Entry> m_waiting;
    std::deque<Entry> m_later; ///< until the event loop has control
    bool m_is_changing = false;
    bool m_is_called = false; ///< an event of its own is on its way
    QPointer<QWidget> m_held; ///< by a button of the mouse
    bool m_is_held_by_hand = false;
    QTimer m_look; ///< for a release that nobody was told of
};

} // namespace roofrack
