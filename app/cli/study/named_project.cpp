// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/study/named_project.h"

namespace roofrack::cli {

std::unique_ptr<const ProjectAnswers> project_if_named(const ProjectInput& input) {
    if (!input.path.empty()) return std::make_unique<const ProjectAnswers>(input);
    if (!input.scenario.empty() || !input.settings.empty() || input.replan)
        throw UsageError{{!input.scenario.empty()   ? "--scenario"
                          : !input.settings.empty() ? "--set"
                                                    : "--replan",
                          "there is no project that it is said of", "give PROJECT before it"}};
    return nullptr;
}

} // namespace roofrack::cli
