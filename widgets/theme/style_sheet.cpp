// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme/style_sheet.h"

#include "widgets/theme/theme.h"

namespace roofrack {

namespace {

/// $name is a colour of the theme, #n a length of n pixels at the theme's scale.
constexpr const char* rules = R"(
QMainWindow::separator { background: $line; width: 1px; height: 1px; }
QMainWindow::separator:hover { background: $accent; }
QSplitter::handle { background: $line; }
QSplitter::handle:horizontal { width: 1px; }
QSplitter::handle:vertical { height: 1px; }
QToolTip { background: $raised; color: $text; border: 1px solid $line; padding: #4; }

QMenuBar { background: $panel; border-bottom: 1px solid $line; }
QMenuBar::item { padding: #4 #8; background: transparent; border-radius: #4; }
QMenuBar::item:selected { background: $hover; }
QMenu { background: $raised; border: 1px solid $line; padding: #4; }
QMenu::item { padding: #4 #24 #4 #24; border-radius: #4; }
QMenu::item:selected { background: $hover; color: $text; }
QMenu::item:disabled { color: $disabled; }
QMenu::separator { height: 1px; background: $line; margin: #4 #8; }

QToolBar { background: $panel; border: none; border-bottom: 1px solid $line; padding: #4 #8; spacing: #4; }
QToolBar::separator { background: $line; width: 1px; margin: #4; }
QToolButton { border: 1px solid transparent; border-radius: #4; padding: #4 #8; background: transparent; }
QToolButton:hover { background: $hover; }
QToolButton:checked { background: $selected; border-color: $accent; color: $accent; }
QToolButton:focus { border-color: $accent; }
QToolButton:disabled { color: $disabled; }
QToolButton[popupMode="2"] { padding-right: #20; }
QToolButton::menu-indicator { subcontrol-origin: border; subcontrol-position: right center; right: #6; }

QFrame[objectName="linkChooser"], QFrame[objectName="zoomBar"] { background: $raised; border: 1px solid $line; border-radius: #4; }

QFrame[objectName="zoomBar"] QToolButton { padding: 2px #8; }

QPushButton { border: 1px solid $line; border-radius: #4; padding: #4 #12; background: $raised; min-height: #20; }
QPushButton::menu-indicator { subcontrol-origin: border; subcontrol-position: right center; right: #6; }
QPushButton:hover { border-color: $accent; }
QPushButton:pressed { background: $selected; }
QPushButton:default { background: $accent; border-color: $accent; color: $on_accent; }
QPushButton:focus { border-color: $accent; }
QPushButton:disabled { color: $disabled; background: transparent; border-color: $line; }

QLineEdit, QPlainTextEdit, QTextEdit, QSpinBox, QDateEdit, QComboBox {
    background: $raised; border: 1px solid $line; border-radius: #4; padding: 2px #8;
    selection-background-color: $accent; selection-color: $on_accent;
}
QLineEdit, QSpinBox, QDateEdit, QComboBox { min-height: #20; }
QLineEdit:focus, QPlainTextEdit:focus, QTextEdit:focus, QSpinBox:focus, QDateEdit:focus, QComboBox:focus {
    border-color: $accent;
}
QLineEdit:disabled, QSpinBox:disabled, QComboBox:disabled { color: $disabled; background: $window; }
QLineEdit[invalid="true"], QSpinBox[invalid="true"], QComboBox[invalid="true"] { border-color: $critical; }
QComboBox QAbstractItemView { background: $raised; border: 1px solid $line; selection-background-color: $hover; selection-color: $text; }

QCheckBox { spacing: #8; }
QCheckBox::indicator { width: #14; height: #14; border: 1px solid $disabled; border-radius: 3px; background: $raised; }
QCheckBox::indicator:hover, QCheckBox::indicator:focus { border-color: $accent; }
QCheckBox::indicator:checked { background: $accent; border-color: $accent; }
QCheckBox:focus { color: $accent; }
QCheckBox::indicator:checked:focus { border-color: $text; }
QCheckBox::indicator:disabled { border-color: $line; background: $window; }
QCheckBox::indicator:checked:disabled { border-color: $line; background: $line; }

QDockWidget { titlebar-close-icon: none; titlebar-normal-icon: none; }
QDockWidget::title { background: $panel; padding: #8; text-align: left; }
QTabWidget::pane { border: none; border-top: 1px solid $line; }
QTabBar { background: transparent; }
QTabBar::tab { background: transparent; color: $secondary; padding: #8 #12; border: none; border-bottom: 2px solid transparent; }
QTabBar QToolButton { background: $panel; border: 1px solid $line; padding: 0; }
QTabBar[narrow="true"]::tab { padding: #8 #4; }
QTabBar::tab:hover { color: $text; }
QTabBar::tab:selected { color: $accent; border-bottom: 2px solid $accent; }
QTabBar[role="segments"]::tab { background: $raised; color: $text; border: 1px solid $line; border-left: none; padding: #4 #12; min-height: #18; }
QTabBar[role="segments"][dense="true"]::tab { padding: #4 #5; }
QTabBar[role="segments"]::tab:first { border-left: 1px solid $line; border-top-left-radius: #4; border-bottom-left-radius: #4; }
QTabBar[role="segments"]::tab:last { border-top-right-radius: #4; border-bottom-right-radius: #4; }
QTabBar[role="segments"]::tab:hover { background: $hover; }
QTabBar[role="segments"]::tab:disabled { color: $disabled; background: $raised; }
QTabBar[role="segments"]::tab:selected { background: $selected; color: $accent; border: 1px solid $accent; }
QTabBar[role="segments"]::tab:next-selected { border-right: none; }
QTabBar[role="segments"]::tab:selected:focus { background: $accent; color: $on_accent; }

QTreeView, QListView, QTableView { background: $panel; border: none; alternate-background-color: $window; outline: none; }
QTreeView::item { padding: #4; border: none; }
QTreeView[rows="tight"]::item { padding: #1 #4; }
QListView::item { padding: #4; border-radius: #4; }
QListView[role="list"] { background: $raised; border: 1px solid $line; }
QTableView::item { padding: 0 #5; border: none; }
QTableView { gridline-color: $grid; }
QTreeView::item:hover, QListView::item:hover { background: $hover; }
QTreeView::item:selected, QListView::item:selected, QTableView::item:selected { background: $selected; color: $text; }
QHeaderView { background: $panel; }
QHeaderView::section { background: $panel; color: $secondary; border: none; border-bottom: 1px solid $line; padding: #4 #8; }

QScrollArea { border: none; }
QAbstractScrollArea::corner { background: transparent; border: none; }
QScrollBar:vertical { background: transparent; width: #12; margin: 0; }
QScrollBar:horizontal { background: transparent; height: #12; margin: 0; }
QScrollBar::handle { background: $line; border-radius: #4; margin: 2px; }
QScrollBar::handle:vertical { min-height: #24; }
QScrollBar::handle:horizontal { min-width: #24; }
QScrollBar::handle:hover { background: $disabled; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }

QSlider::groove:horizontal { height: #4; background: $line; border-radius: 2px; }
QSlider::sub-page:horizontal { background: $accent; border-radius: 2px; }
QSlider::handle:horizontal { width: #12; height: #12; margin: -#4 0; border-radius: #6; border: 1px solid $accent; background: $raised; }
QSlider::handle:horizontal:hover, QSlider::handle:horizontal:focus { background: $accent; }
QProgressBar { border: none; border-radius: 2px; background: $line; max-height: #4; text-align: center; }
QProgressBar::chunk { background: $accent; border-radius: 2px; }
QStatusBar { background: $panel; border-top: 1px solid $line; }
QStatusBar::item { border: none; }
)";

/// `share` of `over` laid on `under`, opaque: style sheets draw translucent backgrounds twice in places.
QColor blend(const QColor& under, const QColor& over, double share) {
    const auto mix = [share](int a, int b) { return static_cast<int>(a + share * (b - a)); };
    return {mix(under.red(), over.red()), mix(under.green(), over.green()), mix(under.blue(), over.blue())};
}

} // namespace

QString style_sheet(const Theme& theme) {
    const std::pair<const char*, QColor> colours[] = {
        {"window", theme.window},
        {"panel", theme.panel},
        {"raised", theme.raised},
        {"line", theme.line},
        {"grid", theme.grid},
        {"text", theme.text},
        {"secondary", theme.secondary},
        {"disabled", theme.disabled},
        {"accent", theme.accent},
        {"critical", theme.critical},
        {"hover", blend(theme.panel, theme.accent, 0.08)},
        {"selected", blend(theme.panel, theme.accent, 0.16)},
        {"on_accent", theme.text_on(theme.accent)},
    };
    const QString source = QString::fromLatin1(rules);
    QString out;
    out.reserve(source.size() * 2);
    for (qsizetype i = 0; i < source.size();) {
        const QChar mark = source[i];
        if (mark != u'$' && mark != u'#') {
            out += mark;
            ++i;
            continue;
        }
        qsizetype end = i + 1;
        while (end < source.size() && (source[end].isLetterOrNumber() || source[end] == u'_')) ++end;
        const QString word = source.mid(i + 1, end - i - 1);
        if (mark == u'#') {
            out += QString::number(theme.spacing(word.toInt())) + QStringLiteral("px");
        } else {
            for (const auto& [name, colour] : colours)
                if (word == QLatin1String(name)) out += colour.name();
        }
        i = end;
    }
    // The tick is a picture: style sheets cannot draw one.
    out += QStringLiteral("QCheckBox::indicator:checked { image: url(:/theme/tick-%1.png); }")
               .arg(theme.text_on(theme.accent) == QColor(Qt::white) ? QStringLiteral("light")
                                                                     : QStringLiteral("dark"));
    return out;
}

} // namespace roofrack
