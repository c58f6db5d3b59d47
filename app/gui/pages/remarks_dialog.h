// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units/diagnostic.h"

#include <QString>

#include <vector>

class QWidget;

namespace roofrack {

/// A list of what an import or an export could not say: where, what, and what became of it. Stops nobody.
void show_remarks(const QString& title, const QString& introduction, const std::vector<Diagnostic>& remarks,
                  QWidget* window);

/// What in a file is wrong, and what to do about it, in a dialog that waits. `rest`: the button that goes on
/// without it ("Take the other 12 prices"); empty where nothing is left. `third`: the heading of the last
/// column, else "What to do". True: it was pressed.
bool goes_on_without(const QString& title, const QString& introduction, const std::vector<Diagnostic>& faults,
                     const QString& rest, QWidget* window, const QString& third = {});

} // namespace roofrack
