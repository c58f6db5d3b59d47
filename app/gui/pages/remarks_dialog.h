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

} // namespace roofrack
