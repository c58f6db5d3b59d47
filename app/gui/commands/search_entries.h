// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/commands/command_search.h"

namespace roofrack {

class Canvas;
class Catalog;
class FileFlow;

/// What the command search offers beside commands: "Go to Rack 17" for what is drawn, "Place DGX H100" for
/// the catalogue's parts. Nothing for fewer than two letters; the best few otherwise.
std::vector<CommandSearch::Entry> drawing_entries(Canvas& canvas, const QString& wanted);

/// "Open sample: 64 DGX H100 are ours …" for the examples, by their titles and by the names of their files.
std::vector<CommandSearch::Entry> sample_entries(FileFlow& files, const Catalog& catalog,
                                                 const QString& wanted);

} // namespace roofrack
