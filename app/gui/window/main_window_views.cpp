// SPDX-License-Identifier: GPL-3.0-or-later
// The window's appearance, and the actions that show and hide its parts.
#include "app/gui/commands/command_search.h"
#include "app/gui/pages/guide_pages.h"
#include "app/gui/pages/guide_window.h"
#include "app/gui/pages/help_dialogs.h"
#include "app/gui/pages/welcome_page.h"
#include "app/gui/window/main_toolbar.h"
#include "app/gui/window/main_window.h"
#include "app/gui/window/project_page.h"
#include "app/gui/window/project_panels.h"
#include "app/gui/window/window_style.h"
#include "app/gui/window/workspace_switch.h"

#include <QActionGroup>
#include <QApplication>
#include <QDockWidget>
#include <QMenu>

namespace roofrack {

void MainWindow::wire_views() {
    auto* appearances = new QActionGroup(this);
    const std::pair<const char*, Session::Appearance> choices[] = {
        {"view.theme-light", Session::Appearance::light},
        {"view.theme-dark", Session::Appearance::dark},
        {"view.theme-system", Session::Appearance::desktop},
    };
    for (const auto& [id, appearance] : choices) {
        appearances->addAction(m_actions.get(id));
        m_actions.get(id)->setChecked(m_session.appearance() == appearance);
        m_actions.on(id, [this, appearance = appearance] {
            m_session.set_appearance(appearance);
            apply_appearance();
        });
    }
    connect(m_toolbar, &MainToolbar::scenario_chosen, &m_document, &Document::set_scenario_index);
    m_actions.on("view.only-drawing", [this] {
        PanelLayout& layout = m_page->panel_layout();
        layout.show_only_drawing(!layout.shows_only_drawing());
    });
    m_actions.on("view.drawing", [this] {
        PanelLayout& layout = m_page->panel_layout();
        layout.show_drawing(!layout.shows_drawing());
    });
    m_actions.on("study.bill", [this] { m_page->panels().toggle(QStringLiteral("bill")); });
    m_actions.on("view.elevation", [this] { m_page->panels().toggle(QStringLiteral("elevation")); });
    m_actions.on("view.reset-layout", [this] { m_page->workspaces().reset(); });
    m_actions.on("view.full-screen", [this] { setWindowState(windowState() ^ Qt::WindowFullScreen); });
    m_actions.on("view.search", [this] { m_search->open(); });
    m_actions.on("help.guide", [this] { show_guide(QLatin1String(guide_start), this); });
    m_actions.on("help.here", [this] { show_guide(guide_page_of(QApplication::focusWidget()), this); });
    watch_guide_key(this);
    m_actions.on("help.shortcuts", [this] { show_shortcuts(m_actions.all(), this); });
    m_actions.on("help.about", [this] { show_about(this); });
    QMenu* docks = m_actions.submenu("view.docks.menu");
    connect(docks, &QMenu::aboutToShow, this, [this, docks] {
        docks->clear();
        if (!m_page) return;
        for (QDockWidget* dock : m_page->panels().docks()) docks->addAction(dock->toggleViewAction());
    });
}

void MainWindow::apply_appearance() {
    switch (m_session.appearance()) {
    case Session::Appearance::light: set_theme(Theme::light()); break;
    case Session::Appearance::dark: set_theme(Theme::dark()); break;
    case Session::Appearance::desktop: set_theme(m_desktop); break;
    }
}

void MainWindow::set_theme(const Theme& theme) {
    m_theme = theme;
    Theme::apply(*qApp, theme);
    setStyleSheet(window_style(theme));
    if (m_welcome) m_welcome->set_theme(theme);
    if (m_page) m_page->set_theme(theme);
}

} // namespace roofrack
