// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/answers.h"
#include "core/answers/compare/scenarios_beside.h"
#include "core/answers/handover/report_document.h"

#include <chrono>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace roofrack {

/// The scenario of a report, the first one, and the others of its project that it is held against.
struct ReportBeside : ScenariosBeside {
    std::chrono::sys_days order{}; ///< the day on which what is bought is ordered
    std::optional<size_t> draws{}; ///< samples of the odds; empty: as many as DrawOptions has

    static ReportBeside of(std::shared_ptr<const Answers> answers, const Project& project,
                           std::chrono::sys_days order);
};

struct ReportComparison;

/// A part of the report on a scenario.
struct ReportSection {
    std::string_view name;    ///< "verdict"
    std::string_view heading; ///< "The verdict"
    void (*write)(ReportDocument& out, const Answers& answers);
    /// In the place of `write`, of a section about several scenarios; null: it is about one.
    void (*compare)(ReportDocument& out, const ReportComparison& compared) = nullptr;
};
/// All of them, in their order.
std::span<const ReportSection> report_sections();

/// The sections of these names of a report, all without any: the verdict, the scenarios compared and their
/// odds, findings and what is waived, the drawing, where the time goes, scaling, power and heat, the bill,
/// money, how sure it is, assumptions and sources. What a scenario has not is said in its section; sections
/// about several scenarios are left out where there is one, unless they are named. Fails on a name that there
/// is not. Once it is stopped, what its scenarios are being asked ends for good, and it fails.
Result<ReportDocument> scenario_report(const Answers& answers, const std::string& project,
                                       std::span<const std::string> sections, const ReportBeside& beside = {},
                                       const std::stop_token& stop = {});

/// The plan that a report is of: "By the plan as given".
std::string plan_of_report(const Answers& answers);

} // namespace roofrack
