// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/window/appearance.h"

#include "app/gui/commands/actions.h"
#include "app/gui/window/dialog_manners.h"
#include "app/gui/window/layout/layout_queue.h"
#include "app/gui/window/window_style.h"

#include <QAction>
#include <QActionGroup>
#include <QApplication>
#include <QMenu>
#include <QWidget>

#include <algorithm>
#include <iterator>

namespace roofrack {

Appearance::Appearance(Session& session, LayoutQueue& queue, QWidget& window)
    : m_session(session)
    , m_queue(queue)
    , m_window(window) {
    apply();
    new DialogManners(*this);
}

void Appearance::apply() {
    const auto colours = [this] {
        switch (m_session.appearance()) {
        case Session::Appearance::light: return Theme::light();
        case Session::Appearance::dark: return Theme::dark();
        case Session::Appearance::desktop: break;
        }
        return m_desktop;
    };
    set_theme(colours().scaled(m_session.text_size() / 100.0));
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
    add_text_sizes(actions);
}

void Appearance::add_text_sizes(Actions& actions) {
    QMenu* menu = actions.submenu("view.text.menu");
    const auto add_step = [&](const char* id, const QString& text, const QString& keys, const QString& tip,
                              int by) {
        QAction* action = actions.add(id, text, keys, tip);
        menu->addAction(action);
        actions.on(id, [this, by] { step_text_size(by); });
    };
    add_step("view.text-larger", tr("&Larger text"), QStringLiteral("Ctrl+="),
             tr("Enlarge the text of the window and of the charts"), 1);
    add_step("view.text-smaller", tr("&Smaller text"), QStringLiteral("Ctrl+Shift+- Ctrl+_"),
             tr("Shrink the text of the window and of the charts"), -1);
    menu->addSeparator();
    auto* group = new QActionGroup(this);
    for (const int percent : Session::text_sizes) {
        const std::string id = "view.text-" + std::to_string(percent);
        QAction* action =
            actions.add(id, tr("Text at %1 %").arg(percent), {}, tr("Text of the window and of the charts"));
        action->setCheckable(true);
        action->setChecked(percent == m_session.text_size());
        group->addAction(action);
        menu->addAction(action);
        m_text_sizes << action;
        actions.on(id, [this, percent] { set_text_size(percent); });
    }
}

void Appearance::set_text_size(int percent) {
    m_session.set_text_size(percent);
    for (qsizetype i = 0; i < m_text_sizes.size(); ++i)
        m_text_sizes[i]->setChecked(Session::text_sizes[i] == percent);
    apply();
}

void Appearance::step_text_size(int by) {
    const auto* now = std::ranges::find(Session::text_sizes, m_session.text_size());
    const auto next = now - std::begin(Session::text_sizes) + by;
    if (next >= 0 && next < std::ssize(Session::text_sizes)) set_text_size(Session::text_sizes[next]);
}

} // namespace roofrack
