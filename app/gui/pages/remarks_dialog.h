// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/pages/message_bar.h"
#include "core/base/units/diagnostic.h"

#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

class QWidget;

namespace roofrack {

/// A list of what an import or an export could not say: where, what, and what became of it. Stops nobody.
void show_remarks(const QString& title, const QString& introduction, const std::vector<Diagnostic>& remarks,
                  QWidget* window);

/// Says what was done; where there are remarks, their number and a button that lists them. `more`: buttons
/// after that one.
void tell_with_remarks(MessageBar& messages, const QString& done, const QString& title,
                       const QString& introduction, const std::vector<Diagnostic>& remarks, QWidget* window,
                       const std::vector<MessageBar::Button>& more = {});

/// What in a file is wrong, and what to do about it, in a dialog that waits. `rest`: the button that goes on
/// without it ("Take the other 12 prices"); empty where nothing is left. `third`: the heading of the last
/// column, else "What to do". True: it was pressed.
bool goes_on_without(const QString& title, const QString& introduction, const std::vector<Diagnostic>& faults,
                     const QString& rest, QWidget* window, const QString& third = {});
/// What in a file is wrong, in a dialog with several ways to go on, each a button, the first one by Enter:
/// the one that was pressed, from 0; nothing where the dialog was left.
std::optional<size_t> chosen_way(const QString& title, const QString& introduction,
                                 const std::vector<Diagnostic>& rows, const QStringList& ways,
                                 QWidget* window, const QString& third = {});

} // namespace roofrack
