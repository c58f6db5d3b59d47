// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRect>
#include <QString>

class QPoint;
class QWidget;

namespace roofrack {

// Text from files is shown as it was written. Left alone, Qt takes what looks like HTML for HTML and opens
// the files that its tags name. Here it is decided for every program with widgets: a label shows plain text
// unless it asks for Qt::RichText itself, and so does every tool tip that is not given by the functions
// below.

/// A tip of our own HTML, in which every piece that may come from a file is escaped. Empty: the widget's tool
/// tip is shown, as plain text.
void set_rich_tip(QWidget& widget, const QString& html);
QString rich_tip(const QWidget& widget);
/// The role of a rich tip of an item of a model, beside Qt::ToolTipRole.
inline constexpr int rich_tip_role = 0x7100; // the first of Qt's user roles

/// For a tip shown at other times than Qt does. Both places are on the screen; empty text hides the tip.
void show_tip(const QPoint& place, const QString& text, QWidget* widget);
/// A widget that calls this answers all its QEvent::ToolTip with these two functions.
void show_rich_tip(const QPoint& place, const QString& html, QWidget* widget);

/// Our own HTML as plain text.
QString without_markup(const QString& html);
/// For menus, buttons and tabs, where a single "&" marks a key.
QString as_label(QString text);
/// The other way: what such a label shows.
QString text_of_label(QString label);
/// For the title of a window, where "[*]" marks what is not saved.
QString as_title(QString text);

} // namespace roofrack
