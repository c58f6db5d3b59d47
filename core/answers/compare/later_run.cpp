// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/compare/later_run.h"

#include "core/answers/money_answers.h"
#include "core/answers/step_answers.h"
#include "core/base/figures/measure.h"
#include "core/base/units/calendar_date.h"
#include "core/base/units/common_units.h"

#include <fmt/format.h>
#include <optional>

namespace roofrack {

namespace {

/// What a run takes from the order on, in likely weeks.
struct RunPhases {
    double lead = 0, alone = 0, run = 0, done = 0; ///< alone: on what is there already; 0: it trains nothing
    bool has_sales = false;
    bool is_other_plan = false;

    std::string text() const;
};

/// As the figure "when the added racks run" has it.
std::string lead_text(double weeks) { return figures::figure_text(weeks, figures::weeks); }

/// As "days to the budget" has it, but that long runs are told in weeks.
std::string run_text(double weeks) {
    constexpr double told_in_weeks = 10;
    return weeks < told_in_weeks ? figures::figure_text(weeks * seconds_a_week, figures::days)
                                 : figures::figure_text(weeks, figures::weeks);
}

std::string RunPhases::text() const {
    if (!(lead > 0)) return fmt::format("{} on all GPUs", run_text(run));
    const char* const by_plan = is_other_plan ? ", by another plan, found for them" : "";
    if (alone > 0 && alone <= lead)
        return fmt::format("{} on the GPUs that are there already{}", run_text(alone), by_plan);
    const std::string rest = fmt::format("then {} on all GPUs", run_text(done - lead));
    if (alone > 0)
        return fmt::format("{} in which the GPUs that are there already do {:.0f} % of it{}, {}",
                           lead_text(lead), 100 * lead / alone, by_plan, rest);
    return fmt::format("{} in which nothing trains{}, {}", lead_text(lead),
                       has_sales ? ", as some of what is there is sold" : "", rest);
}

std::optional<RunPhases> phases_of(const Answers& answers) {
    const auto* const now = answers.value<TrainsMeanwhile>();
    const Evaluation* const evaluation = answers.value<Evaluation>();
    if (!now || !evaluation || !evaluation->feasible || !(evaluation->time_to_budget > Seconds(0)))
        return std::nullopt;
    return RunPhases{.lead = now->lead_weeks.likely,
                     .alone = now->meanwhile.run_weeks.likely,
                     .run = weeks_of_run(*evaluation).likely,
                     .done = done_weeks_after(now->lead_weeks, *evaluation, now->meanwhile).likely,
                     .has_sales = evaluation->capital && !evaluation->capital->sales.empty(),
                     .is_other_plan = now->meanwhile.is_other_plan};
}

} // namespace

std::string later_run_text(const Answers& reference, const Answers& other) {
    const auto first = phases_of(reference), then = phases_of(other);
    if (!first || !then) return {};
    const std::string difference = date_difference_text(then->done, first->done);
    if (!difference.ends_with(" later")) return {};
    return fmt::format("{}: {}; “{}”: {}", difference, then->text(), reference.scenario().name,
                       first->text());
}

} // namespace roofrack
