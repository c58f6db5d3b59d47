// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/base/commands.h"
#include "core/answers/answers.h"
#include "core/base/model/decide/comparison_choice.h"

#include <memory>
#include <string>
#include <vector>

namespace roofrack::cli {

/// The options of a command about several scenarios: PROJECT …, --scenario, --replan.
struct ScenarioChoice {
    std::vector<std::string> paths, scenarios;
    bool replan = false;

    void add_to(const Command& command);
};

/// Scenarios, each with its answers.
using ScenarioAnswers = std::vector<std::shared_ptr<const Answers>>;

struct ScenarioColumns {
    ScenarioAnswers answers;
    ComparisonChoice kept; ///< how the project compares them; of several projects nothing
};

/// All scenarios of the projects, or those that are named, up to most_compared: of two with one name the
/// second gets that of its file behind it. What is wrong is thrown, also fewer than `fewest`.
ScenarioColumns columns_of(const ScenarioChoice& choice, size_t fewest);

} // namespace roofrack::cli
