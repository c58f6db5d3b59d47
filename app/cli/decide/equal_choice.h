// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/decide/scenario_choice.h"
#include "core/answers/compare/equal_scenarios.h"

#include <optional>
#include <string>
#include <vector>

namespace roofrack::cli {

/// The options of a command that holds scenarios against each other: --reference, --at-equal, --at,
/// --as-drawn, --same-work.
struct EqualChoice {
    std::string reference;
    std::optional<std::string> at_equal, at;
    bool as_drawn = false, same_work = false;

    void add_to(const Command& command);
    /// What the call says, put instead of what the project keeps. What is wrong is thrown as UsageError.
    void apply_to(EqualRequest& kept, const std::vector<std::string>& names) const;
};

/// For people: a line on what was done to each scenario, and an empty one; nothing where nothing was done.
void print_sizes(const ComparedSizes& sizes);

/// Names of the scenarios, in their order.
std::vector<std::string> names_of(const ScenarioAnswers& scenarios);

} // namespace roofrack::cli
