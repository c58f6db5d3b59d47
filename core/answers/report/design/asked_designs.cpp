// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/report/design/asked_designs.h"

#include "core/base/units/calendar_date.h"

namespace roofrack {

Result<DesignStudy> asked_designs(const Answers& base, const DesignAsked& asked) {
    if (asked.goal.empty())
        return fail("goal", "it is not said what for", "name a figure, as money.run.usd_per_million");
    DesignStudy out;
    out.scenario = base.scenario().name;
    out.digest = scenario_digest(base.scenario(), base.catalog());
    if (asked.order) out.order = date_text(*asked.order);
    auto space = design_space(asked.vary, base.scenario(), base.catalog());
    if (!space) return tl::unexpected(space.error());
    out.space = std::move(*space);
    auto goal = parse_design_goal(base, asked.goal);
    if (!goal) return tl::unexpected(goal.error());
    out.question.goal = std::move(*goal);
    for (const std::string& each : asked.limits) {
        auto limit = parse_design_limit(base, each, asked.order);
        if (!limit) return tl::unexpected(limit.error());
        out.question.limits.push_back(std::move(*limit));
    }
    out.question.count_from(asked.order);
    return out;
}

void judge_found(DesignStudy& study, const Answers& base, DesignRows found) {
    study.found = std::move(found);
    study.as_drawn = scenario_row(base, study.question);
    study.verdict = judge_designs(study.space, study.question, study.found.rows, study.as_drawn);
}

} // namespace roofrack
