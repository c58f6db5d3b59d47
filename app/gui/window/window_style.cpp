// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/window/window_style.h"

namespace roofrack {

namespace {

QString rgba(QColor colour, double alpha) {
    return QStringLiteral("rgba(%1, %2, %3, %4)")
        .arg(colour.red())
        .arg(colour.green())
        .arg(colour.blue())
        .arg(alpha);
}

} // namespace

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

} // namespace roofrack
