// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/evaluate.h"

class QString;
class QWidget;

namespace roofrack {

/// "Why this number": the formula with its inputs, where each was read and how sure it is, as a tree beside
/// the window.
void show_explanation(const Prepared& prepared, const QString& part, QWidget* window);
/// Fills the windows that are open anew, so that none shows a number of an earlier edit.
void refresh_explanations(const Prepared& prepared, QWidget* window);

} // namespace roofrack
