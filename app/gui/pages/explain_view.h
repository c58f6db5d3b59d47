// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/step/engine/evaluate.h"

class QString;
class QWidget;

namespace roofrack {

class Catalog;
struct Project;

/// "Why this number": the formula with its inputs, where each was read and how sure it is, as a tree beside
/// the window. `figure`: an ExplainedValue::key(); `open`: the open scenario with the plan that is asked,
/// where it can be understood; `catalog` outlives the window; `best_plan`: that is the best one found, of
/// other scenarios, too.
void show_explanation(const std::optional<Prepared>& open, const Project& project, const Catalog& catalog,
                      const QString& figure, QWidget* window, bool best_plan = false);
/// Fills the windows that are open again, so that none shows a number of an earlier edit. `open`: the open
/// scenario; others are those of the project.
void refresh_explanations(const Prepared& open, const Project& project, QWidget* window,
                          bool best_plan = false);

} // namespace roofrack
