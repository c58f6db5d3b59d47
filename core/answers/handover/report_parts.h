// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/answers.h"
#include "core/answers/handover/report_document.h"

#include <string>

namespace roofrack {

// One writes a section of scenario_report().

void report_verdict(ReportDocument& out, const Answers& answers);
void report_findings(ReportDocument& out, const Answers& answers);
/// "findings: 1 critical, 2 warnings; the gravest: …" of a scenario whose findings have no table; empty: it
/// has neither a critical one nor a warning.
std::string grave_findings_text(const Answers& answers);
void report_time(ReportDocument& out, const Answers& answers);
void report_scaling(ReportDocument& out, const Answers& answers);
void report_certainty(ReportDocument& out, const Answers& answers);

void report_drawing(ReportDocument& out, const Answers& answers);
void report_power(ReportDocument& out, const Answers& answers);
void report_bill(ReportDocument& out, const Answers& answers);
void report_money(ReportDocument& out, const Answers& answers);
void report_assumptions(ReportDocument& out, const Answers& answers);
void report_sources(ReportDocument& out, const Answers& answers);

} // namespace roofrack
