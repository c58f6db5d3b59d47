// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/base/commands.h"
#include "app/cli/base/project_answers.h"

#include "core/facility/standing/standing_load.h"

#include <optional>
#include <string>

namespace roofrack::cli {

/// The option --load: what the drawn servers draw, in place of what a step says.
struct LoadOption {
    std::string text;

    void add_to(const Command& command);
    /// None where it is not given; what is no load is thrown as a UsageError.
    std::optional<StandingLoad> given() const;
};

/// Whether an answer at an assumed load is one that was wanted: it was asked for, the plan runs, or nothing
/// that is drawn has a GPU.
bool is_load_wanted(const LoadOption& load, const ProjectAnswers& project);

/// "Load assumed: at nameplate, …": a line of its own before the figures that it is of.
void print_assumed_load(StandingLoad load);

} // namespace roofrack::cli
