// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/flows/session.h"
#include "widgets/theme/theme.h"

#include <QList>
#include <QObject>

class QAction;
class QWidget;

namespace roofrack {

class Actions;
class LayoutQueue;

/// Light, dark, or as the desktop is, and how large the text is: gives the program and its window the
/// palette, the type and the style sheet of what the user chose.
class Appearance : public QObject {
    Q_OBJECT

public:
    /// As the session says, at once: before the first widget of the window is made.
    Appearance(Session& session, LayoutQueue& queue);

    const Theme& theme() const { return m_theme; }
    void set_theme(const Theme& theme);
    /// The entries of the menu that choose.
    void connect_actions(Actions& actions);

Q_SIGNALS:
    void theme_changed(const roofrack::Theme& theme);

private:
    void apply();
    void add_text_sizes(Actions& actions);
    void set_text_size(int percent);
    void step_text_size(int by);

    Session& m_session;
    LayoutQueue& m_queue;
    const Theme m_desktop = Theme::desktop(); ///< before any other was applied
    Theme m_theme;
    QList<QAction*> m_text_sizes; ///< in the order of Session::text_sizes
};

} // namespace roofrack
