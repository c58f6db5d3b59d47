// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/project_answers.h"
#include "app/cli/project_input.h"

#include <memory>

namespace roofrack::cli {

/// The project of a command that may be called without one; null then. A UsageError for options of none.
std::unique_ptr<const ProjectAnswers> project_if_named(const ProjectInput& input);

} // namespace roofrack::cli
