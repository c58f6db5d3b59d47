// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/commands/command_search.h"

namespace roofrack {

class ProjectPage;

/// "Electricity, $/kWh · in Site" for the fields and figures of the inspector, by their labels and what they
/// are explained with. Chosen, the panel comes to the front, unfolds and has the keyboard there.
std::vector<CommandSearch::Entry> field_entries(ProjectPage& page, const QString& wanted);

} // namespace roofrack
