// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/window/appearance.h"

#include "app/gui/commands/actions.h"
#include "app/gui/window/dialog_manners.h"
#include "app/gui/window/layout/layout_queue.h"
#include "widgets/theme/theme.h"

#include <QAction>
#include <QActionGroup>
#include <QApplication>
#include <QMenu>
#include <QWidget>

#include <algorithm>
#include <iterator>

namespace roofrack {

namespace {

QString rgba(QColor colour, double alpha) {
    return QStringLiteral("rgba(%1, %2, %3, %4)")
        .arg(colour.red())
        .arg(colour.green())
        .arg(colour.blue())
        .arg(alpha);
}

/// Rules for what only the main window has: roles of labels, message bar, cards, sections.
QString window_style(const Theme& theme) {
    const int small = theme.font(Theme::Role::secondary).pixelSize();
    const int strong = theme.font(Theme::Role::strong).pixelSize();
    const int verdict = theme.font(Theme::Role::verdict).pixelSize();
    QString rules = QStringLiteral(R"(
QWidget#panel { background: $panel; }
QLabel[role="secondary"] { color: $secondary; }
QLabel[role="small"] { color: $secondary; font-size: $small; }
QLabel[role="strong"] { font-size: $strong; font-weight: 500; }
QLabel[role="heading"] { font-size: $verdict; font-weight: 500; }
QLabel[role="verdict"] { font-size: $verdict; font-weight: 500; }
QLabel[role="error"] { color: $critical; font-size: $small; }
QLabel[state="critical"] { color: $critical; }
QLabel[state="warning"] { color: $warning; }
QToolButton[role="section"] { font-size: $strong; font-weight: 500; padding: 8px 0 4px 0; text-align: left; border: none;
    border-top: 1px solid $line; border-radius: 0; background: transparent; }
QToolButton[role="section"]:hover { color: $accent; }
QToolButton[role="section"]:focus { color: $accent; }
QToolButton[role="section"]:checked { color: $text; background: transparent; border-color: $line; }
QFrame#message-bar { background: $panel; border: none; border-left: 4px solid $accent; border-bottom: 1px solid $line; }
QFrame#message-bar[floats="true"] { background: $raised; border: 1px solid $line; border-left: 4px solid $accent; }
QFrame#message-bar[severity="critical"] { background: $critical_ground; border-left-color: $critical; }
QFrame#message-bar[severity="warning"] { background: $warning_ground; border-left-color: $warning; }
QFrame#command-search { background: $raised; border: 1px solid $line; border-radius: 4px; }
QFrame#command-search QListWidget { background: $raised; }
QFrame#find-bar { background: $raised; border: 1px solid $line; border-radius: 4px; }
QPlainTextEdit#inline-editor { background: $raised; color: $text; border: 1px solid $accent; border-radius: 0; padding: 0; }
QFrame#card { background: $panel; border: 1px solid $line; border-radius: 4px; }
QFrame#card:hover, QFrame#card:focus { border-color: $accent; }
QWidget#welcome { background: $window; }
QPushButton[role="link"] { border: none; background: transparent; color: $accent; text-align: left; padding: 4px 0; }
QPushButton[role="link"]:hover, QPushButton[role="link"]:focus { text-decoration: underline; }
QPushButton#search-field { background: $window; color: $secondary; text-align: left; }
QComboBox::drop-down { border: none; width: 24px; }
QComboBox::down-arrow { image: none; }
QWidget#dock-title { background: $panel; }
)");
    const std::pair<const char*, QString> words[] = {
        {"$critical_ground", rgba(theme.critical, 0.10)},
        {"$warning_ground", rgba(theme.warning, 0.12)},
        {"$critical", theme.critical.name()},
        {"$warning", theme.warning.name()},
        {"$secondary", theme.secondary.name()},
        {"$window", theme.window.name()},
        {"$panel", theme.panel.name()},
        {"$raised", theme.raised.name()},
        {"$accent", theme.accent.name()},
        {"$line", theme.line.name()},
        {"$text", theme.text.name()},
        {"$small", QStringLiteral("%1px").arg(small)},
        {"$strong", QStringLiteral("%1px").arg(strong)},
        {"$verdict", QStringLiteral("%1px").arg(verdict)},
    };
    for (const auto& [word, value] : words) rules.replace(QLatin1String(word), value);
    return rules;
}

} // namespace

Appearance::Appearance(Session& session, LayoutQueue& queue)
    : m_session(session)
    , m_queue(queue) {
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
        Theme::apply(*qApp, theme, window_style(theme));
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
