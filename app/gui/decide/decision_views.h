// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/project.h"
#include "widgets/charts/chart_data.h"

#include <QString>

#include <filesystem>
#include <stop_token>

namespace roofrack {

/// What is rendered of several scenarios, or of several values of one.
struct DecisionRequest {
    QString chart;
    const Answers& answers; ///< the scenario's that is rendered
    const Project& project;
    std::filesystem::path folder;
    bool best_plan = false;
    std::chrono::sys_days order; ///< the day of the order
    std::stop_token stop{};      ///< ends the search; what is found then is not to be shown
};

/// What a view of the workspace Decide needs beyond the evaluation.
void add_decision(const DecisionRequest& request, const Catalog& catalog, ChartData& data);

} // namespace roofrack
