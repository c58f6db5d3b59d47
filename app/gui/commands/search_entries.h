// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/commands/command_search.h"

namespace roofrack {

class Canvas;

/// What the command search offers beside commands: "Go to Rack 17" for what is drawn, "Place DGX H100" for
/// the catalogue's parts. Nothing for fewer than two letters; the best few otherwise.
std::vector<CommandSearch::Entry> drawing_entries(Canvas& canvas, const QString& wanted);

} // namespace roofrack
