// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/commands/command_search.h"

namespace roofrack {

class ProjectPage;

/// What the command search of `window` offers beside commands: the guide; of an open project (`page` is null
/// without one) its panels, fields, figures, items, and parts to place.
std::vector<CommandSearch::Entry> window_entries(ProjectPage* page, QWidget& window, const QString& wanted);

} // namespace roofrack
