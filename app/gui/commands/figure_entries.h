// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/commands/command_search.h"

namespace roofrack {

/// "Why: step time" for every figure of explainable() that the words find; `explain` is given its name.
std::vector<CommandSearch::Entry> figure_entries(const QString& wanted,
                                                 const std::function<void(const QString&)>& explain);

/// "Guide: Money" for every page of the guide by its title and headings; `open` is given its name.
std::vector<CommandSearch::Entry> guide_entries(const QString& wanted,
                                                const std::function<void(const QString&)>& open);

} // namespace roofrack
