// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPoint>
#include <QString>
#include <QStringList>

class QWidget;

namespace roofrack {

/// A user's hand on the display's own mouse and keyboard: every event goes through the X server and the
/// window manager (xdotool), none is made inside the program. It counts what it does.
class Hand {
public:
    /// Clicks, double clicks, drags, key strokes and typed texts so far.
    int actions() const { return m_actions; }
    /// "click 300,210", in order: what a failing test shows.
    const QStringList& log() const { return m_log; }

    void click(QPoint screen, int button = 1);
    void double_click(QPoint screen);
    /// `held`: keys as xdotool names them ("shift", "alt"), down from before the press until after the
    /// release.
    void drag(QPoint from, QPoint to, const QStringList& held = {});
    void key(const QString& keys); ///< "ctrl+z", "Return"
    void type(const QString& text);
    /// Opens a modal dialog with keys, types into it and accepts it: three actions in one movement, because
    /// the program comes back only when the dialog is gone. `next`: a key that is struck a
    /// moment later, into the dialog that follows ("Return"); empty: none follows.
    void answer_dialog(const QString& keys, const QString& text, const QString& next = {});
    /// Moves the pointer; no action.
    void point_at(QPoint screen);

    /// Where a point of a widget is on the screen.
    static QPoint on_screen(const QWidget& widget, QPointF point);

private:
    void act(const QString& what, const QStringList& commands);

    int m_actions = 0;
    QStringList m_log;
};

} // namespace roofrack
