// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/compare/comparison_study.h"
#include "core/answers/decide/input_map.h"

#include <string>

namespace roofrack {

/// What `compare --json` prints: the table, ways, sizes and the map where they are asked. `order`: the day on
/// which what is bought is ordered, from which weeks are dates.
nlohmann::ordered_json comparison_json(const ComparisonStudy& study, std::chrono::sys_days order,
                                       const InputMap* map = nullptr);
nlohmann::ordered_json comparison_schema();

/// The table for a spreadsheet: a heading, and one line per row with value (in the stored unit, as the line
/// names it), ratio, reason, date and text ("63.9 (60.3 to 67.8) days") of each scenario; the ends of a band
/// are rows of their own. Below them one line for each of what is said of the scenarios: whether they run,
/// meet the amount, their size, cautions, other work and terms.
std::string comparison_csv(const ComparisonStudy& study, std::chrono::sys_days order);
/// The table for a mail or a page: a Markdown table, best values in bold, with the sentences below it.
std::string comparison_markdown(const ComparisonStudy& study, std::chrono::sys_days order);

} // namespace roofrack
