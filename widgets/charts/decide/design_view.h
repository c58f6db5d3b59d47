// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/report/design/asked_designs.h"
#include "core/base/model/decide/comparison_choice.h"

namespace roofrack {

/// A search for designs of the open scenario, as far as it is.
struct DesignView {
    ComparisonChoice choice;                  ///< as the project keeps it
    std::shared_ptr<const DesignStudy> study; ///< null: none was searched
    std::string absent;                       ///< why it could not be
    bool is_busy = false;
    size_t done = 0, all = 0;  ///< designs, while it is busy
    bool is_stale = false;     ///< the scenario or the question is another now
    bool is_read_only = false; ///< none can be kept as a scenario
};

/// What is asked of the project.
DesignAsked asked_of(const ComparisonChoice& choice, std::optional<std::chrono::sys_days> order);

/// The designs of a scenario as the project keeps what is asked, searched to the end.
DesignView design_view_of(const Answers& base, const ComparisonChoice& choice,
                          std::optional<std::chrono::sys_days> order);

} // namespace roofrack
