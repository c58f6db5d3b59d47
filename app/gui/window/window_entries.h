// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/commands/command_search.h"

#include <functional>

namespace roofrack {

class Document;
class FileFlow;
class ProjectPage;

/// What the command search offers beside commands: the samples and the guide; of an open project (`page` is
/// null without one) its panels, fields, figures, items, and parts to place.
std::vector<CommandSearch::Entry> window_entries(ProjectPage* page, FileFlow& files, const Document& document,
                                                 const QString& wanted,
                                                 const std::function<void(const QString&)>& show_guide_page);

} // namespace roofrack
