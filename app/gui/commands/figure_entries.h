// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/commands/command_search.h"

#include <string_view>

namespace roofrack {

class Answers;

/// "Why: step time" for every figure of explainable() that the words find; `explain` is given its name.
std::vector<CommandSearch::Entry> figure_entries(const QString& wanted,
                                                 const std::function<void(const QString&)>& explain);

/// "Money: $ per million · $0.741" for every figure of figure_index() that the words find and a chart draws,
/// with its value where `answers` know it (null: none); `show` is given the chart's id.
std::vector<CommandSearch::Entry> value_entries(const QString& wanted, const Answers* answers,
                                                const std::function<void(const QString&)>& show);
/// The id of the chart that draws a study or a figure of figure_index() by its full name; empty if none does.
QString chart_of_figure(std::string_view name);

/// "Guide: Money" for every page of the guide by its title and headings; `open` is given its name.
std::vector<CommandSearch::Entry> guide_entries(const QString& wanted,
                                                const std::function<void(const QString&)>& open);

} // namespace roofrack
