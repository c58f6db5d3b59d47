// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/standstill.h"

#include "core/step/engine/plan_at_size.h"

#include <algorithm>

namespace roofrack {

std::string Standstill::text() const {
    std::string out(heading);
    if (!reasons.empty()) out += ": " + reasons.front();
    return out;
}

Standstill standstill_of(const Evaluation& evaluation) {
    Standstill out;
    if (evaluation.feasible && evaluation.step_time > Seconds(0)) return out;
    out.heading = !evaluation.supplied  ? "This cluster does not run"
                  : evaluation.gpus > 0 ? "This plan does not run"
                                        : "No step to predict";
    for (const Finding& finding : evaluation.findings)
        if (finding.severity == Severity::critical &&
            std::ranges::find(out.reasons, finding.message) == out.reasons.end())
            out.reasons.push_back(finding.message);
    const MemoryFit& memory = evaluation.memory;
    if (out.reasons.empty() && memory.refused())
        out.reasons.push_back("The model " + too_large(memory.needed.si(), memory.capacity.si()));
    if (out.reasons.empty() && !evaluation.binds.empty()) out.reasons.push_back(evaluation.binds);
    return out;
}

Diagnostic why_no_step(const Evaluation& evaluation) {
    const Standstill standstill = standstill_of(evaluation);
    Diagnostic out{"/plan", standstill.text(), "see roofrack-cli evaluate"};
    if (evaluation.memory.refused() && !evaluation.memory.would_fit.empty())
        out.fix = evaluation.memory.would_fit;
    for (const Finding& finding : evaluation.findings)
        if (finding.severity == Severity::critical && !finding.mitigation.empty()) {
            out.fix = finding.mitigation;
            break;
        }
    return out;
}

Standstill standstill_of(const Scenario& scenario, const Catalog& catalog) {
    EvaluateOptions quick;
    quick.findings = false;
    return standstill_of(evaluate_or_explain(scenario, catalog, quick));
}

} // namespace roofrack
