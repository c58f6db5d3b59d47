// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/window/appearance.h"

#include "app/gui/commands/actions.h"
#include "app/gui/window/layout_queue.h"
#include "app/gui/window/window_style.h"

#include <QAction>
#include <QActionGroup>
#include <QApplication>
#include <QWidget>

namespace roofrack {

Appearance::Appearance(Session& session, LayoutQueue& queue, QWidget& window)
    : m_session(session)
    , m_queue(queue)
    , m_window(window) {
    apply();
}

void Appearance::apply() {
    switch (m_session.appearance()) {
    case Session::Appearance::light: set_theme(Theme::light()); break;
    case Session::Appearance::dark: set_theme(Theme::dark()); break;
    case Session::Appearance::desktop: set_theme(m_desktop); break;
    }
}

void Appearance::set_theme(const Theme& theme) {
    m_queue.change(*this, [this, theme] {
        m_theme = theme;
        Theme::apply(*qApp, theme);
        m_window.setStyleSheet(window_style(theme));
        Q_EMIT theme_changed(m_theme);
    });
}

void Appearance::connect_actions(Actions& actions) {
    auto* group = new QActionGroup(this);
    const std::pair<const char*, Session::Appearance> choices[] = {
        {"view.theme-light", Session::Appearance::light},
        {"view.theme-dark", Session::Appearance::dark},
        {"view.theme-system", Session::Appearance::desktop},
    };
    for (const auto& [id, appearance] : choices) {
        group->addAction(actions.get(id));
        actions.get(id)->setChecked(m_session.appearance() == appearance);
        actions.on(id, [this, appearance = appearance] {
            m_session.set_appearance(appearance);
            apply();
        });
    }
}

} // namespace roofrack
