// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/compare/comparison_study.h"
#include "core/answers/decide/input_map.h"

#include <string>

namespace roofrack {

/// What `compare --json` prints: the table, ways, sizes and the map where they are asked.
nlohmann::ordered_json comparison_json(const ComparisonStudy& study, const InputMap* map = nullptr);
nlohmann::ordered_json comparison_schema();

/// The table for a spreadsheet: a heading, and one line per row with value, difference and ratio of each
/// scenario.
std::string comparison_csv(const Comparison& comparison);
/// The table for a mail or a page: a Markdown table, best values in bold, with the sentences below it.
std::string comparison_markdown(const ComparisonStudy& study);

} // namespace roofrack
