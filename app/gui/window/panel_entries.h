// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/commands/command_search.h"

namespace roofrack {

class ProjectPage;

/// The panels, which the command search offers to show: "Panel: Inspector". One that was closed comes back.
std::vector<CommandSearch::Entry> panel_entries(ProjectPage& page, const QString& wanted);

} // namespace roofrack
