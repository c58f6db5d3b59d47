// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/flows/session.h"
#include "widgets/theme/theme.h"

#include <QObject>

class QWidget;

namespace roofrack {

class Actions;
class LayoutQueue;

/// Light, dark, or as the desktop is: gives the program and its window the palette, the type and the style
/// sheets of what the user chose.
class Appearance : public QObject {
    Q_OBJECT

public:
    /// As the session says, at once: before the first widget of the window is made.
    Appearance(Session& session, LayoutQueue& queue, QWidget& window);

    const Theme& theme() const { return m_theme; }
    void set_theme(const Theme& theme);
    /// The entries of the menu that choose.
    void connect_actions(Actions& actions);

Q_SIGNALS:
    void theme_changed(const roofrack::Theme& theme);

private:
    void apply();

    Session& m_session;
    LayoutQueue& m_queue;
    QWidget& m_window;
    const Theme m_desktop = Theme::desktop(); ///< before any other was applied
    Theme m_theme;
};

} // namespace roofrack
