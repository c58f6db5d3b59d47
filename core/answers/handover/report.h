// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/answers.h"
#include "core/answers/handover/report_document.h"

#include <span>
#include <string>
#include <string_view>

namespace roofrack {

/// A part of the report on a scenario.
struct ReportSection {
    std::string_view name;    ///< "verdict"
    std::string_view heading; ///< "The verdict"
    void (*write)(ReportDocument& out, const Answers& answers);
};
/// All of them, in their order.
std::span<const ReportSection> report_sections();

/// The sections of these names of a report, all without any: the verdict, findings and what is waived, the
/// drawing, where the time goes, scaling, power and heat, the bill, money, how sure it is, assumptions and
/// sources. What a scenario has not is said in its section. Fails on a name that there is not.
Result<ReportDocument> scenario_report(const Answers& answers, const std::string& project,
                                       std::span<const std::string> sections);

/// The plan that a report is of: "By the plan as given".
std::string plan_of_report(const Answers& answers);

} // namespace roofrack
