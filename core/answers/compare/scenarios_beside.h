// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/answers.h"
#include "core/base/model/decide/comparison_choice.h"

#include <memory>
#include <string>
#include <vector>

namespace roofrack {

/// A scenario and the others of its project, as many as a comparison has.
struct ScenariosBeside {
    /// The asked one first, the others in their order, each asked as it is.
    std::vector<std::shared_ptr<const Answers>> scenarios{};
    std::vector<std::string> left_out{}; ///< names of those that have no room among them
    ComparisonChoice kept{};             ///< how the project compares them: handover_request()

    static ScenariosBeside of(std::shared_ptr<const Answers> asked, const Project& project);
    bool are_several() const;
};

} // namespace roofrack
