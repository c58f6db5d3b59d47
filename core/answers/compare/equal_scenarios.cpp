// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/compare/equal_scenarios.h"

#include "core/answers/compare/above_limit.h"
#include "core/answers/compare/scenario_changes.h"
#include "core/answers/figure_index.h"
#include "core/answers/step_answers.h"
#include "core/study/money/missing_price.h"
#include "core/study/money/side_by_side.h"
#include "core/study/scenario_curve.h"
#include "core/study/scenario_like.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace roofrack {

namespace {

using EqualColumns = std::vector<std::shared_ptr<const Answers>>;

/// What is asked of `answers`, asked of another scenario. It cannot be moved to where make_shared() would.
std::shared_ptr<const Answers> answers_of(const Answers& answers, const Scenario& scenario) {
    return std::shared_ptr<const Answers>(new Answers(answers.with(scenario)));
}

bool does_run(const Answers& answers) {
    const auto* standstill = answers.get<Standstill>();
    return standstill && *standstill && (*standstill)->runs();
}

/// The others do the work of the reference: by their own plan where that runs, else by the best that is
/// found.
void make_work_equal(EqualColumns& columns, size_t reference, ComparedSizes& out,
                     const std::stop_token& stop) {
    const Answers& base = *columns[reference];
    for (auto& each : columns) {
        if (&*each == &base || stop.stop_requested() || work_beside(base, *each).empty()) continue;
        const Scenario taken = with_changes(each->scenario(), base.scenario(), {ChangeKind::model});
        std::string plan = "by its own plan";
        auto changed = answers_of(*each, taken);
        if (!does_run(*changed)) {
            changed = answers_of(*each, with_prudent_plan(taken, each->catalog(), stop));
            plan = "by the best plan found, since its own does not run with it";
        }
        out.notes.push_back(
            fmt::format("“{}” does the work of “{}”, {}", taken.name, base.scenario().name, plan));
        each = std::move(changed);
    }
}

/// W at the meter of the one that draws most while a step computes; 0: none runs.
double most_peak_of(const EqualColumns& columns) {
    double out = 0;
    for (const auto& each : columns)
        if (const auto peak = ask_figure(*each, "power.peak_w");
            peak && peak->absent.empty() && std::isfinite(peak->number))
            out = std::max(out, peak->number);
    return out;
}

/// Both run alike and cost as much.
bool are_alike(const Answers& one, const Answers& other) {
    constexpr std::string_view told_by[] = {"step.gpus", "step.step_time_s", "power.metered_w",
                                            "money.capital.needed_usd"};
    return std::ranges::all_of(told_by, [&](std::string_view figure) {
        const auto a = ask_figure(one, figure), b = ask_figure(other, figure);
        return a && b && a->absent.empty() == b->absent.empty() &&
               (!a->absent.empty() || std::abs(a->number - b->number) <= 1e-6 * std::abs(b->number));
    });
}

/// "nothing of what it adds fits: the same as “Baseline”", of the first of the others that it is like.
std::string vanished_text(const EqualColumns& columns, size_t scenario) {
    for (size_t i = 0; i < columns.size(); ++i)
        if (i != scenario && are_alike(*columns[scenario], *columns[i]))
            return fmt::format("nothing of what it adds fits: the same as “{}”", columns[i]->scenario().name);
    return "nothing of what it adds fits: what is left is there already";
}

Result<void> make_sizes_equal(EqualColumns& columns, const EqualRequest& request, ComparedSizes& out,
                              const std::stop_token& stop) {
    const EqualBy by = *request.at_equal;
    double limit = 0;
    if (request.amount) {
        limit = *request.amount;
    } else {
        const auto has = amount_of(*columns[request.reference], by);
        if (!has) return tl::unexpected(has.error());
        limit = *has;
    }
    out.text = fmt::format("at {}{}", amount_text(by, limit), columns.size() > 1 ? " each" : "");
    out.shortfalls.resize(columns.size());
    out.vanished.resize(columns.size());
    std::vector<size_t> emptied; // places of those that keep nothing of what they add
    if (by == EqualBy::power)
        for (std::string& each : amount_above_limits(columns, limit)) out.notes.push_back(std::move(each));
    for (size_t i = 0; i < columns.size(); ++i) {
        if (i == request.reference && !request.amount) continue;
        // More racks without a price cost no more, so no number of them meets an amount of money.
        const std::string missing =
            by == EqualBy::capital ? missing_capital_price(columns[i]->value<Evaluation>()) : std::string();
        auto sized = missing.empty() ? sized_to(*columns[i], by, limit, stop)
                                     : Result<EqualSize>(fail("", missing, "give it a price"));
        if (stop.stop_requested()) break;
        if (!sized) {
            out.notes.push_back(fmt::format("“{}” stays as it is drawn: {}", columns[i]->scenario().name,
                                            sized.error().what));
            out.shortfalls[i] = sized.error().what;
            continue;
        }
        if (!sized->meets) out.shortfalls[i] = sized->nearest;
        columns[i] = answers_of(*columns[i], sized->scenario);
        if (sized->adds_nothing) emptied.push_back(i);
        out.resized.push_back(std::move(*sized));
    }
    if (stop.stop_requested()) return {};
    if (do_some_stop(out.resized))
        out.text = fmt::format("at most {}{}", amount_text(by, limit), columns.size() > 1 ? " each" : "");
    for (const size_t i : emptied) out.vanished[i] = vanished_text(columns, i);
    if (by == EqualBy::power) {
        const double most = most_peak_of(columns);
        for (EqualSize& each : out.resized) each.most_peak = most;
    }
    return {};
}

} // namespace

Result<EqualRequest> equal_request(const ComparisonChoice& choice, const std::vector<std::string>& names) {
    EqualRequest out;
    if (const auto named = std::ranges::find(names, choice.reference); named != names.end())
        out.reference = static_cast<size_t>(named - names.begin());
    out.same_work = choice.same_work;
    for (const EqualBy by : equal_bys)
        if (name_of(by) == choice.at_equal) out.at_equal = by;
    if (out.at_equal && !choice.at.empty()) {
        const auto amount = parse_amount(*out.at_equal, choice.at, "/comparison/at");
        if (!amount) return tl::unexpected(amount.error());
        out.amount = *amount;
    }
    return out;
}

ComparisonChoice equal_part(const ComparisonChoice& choice) {
    ComparisonChoice out;
    out.same_work = choice.same_work;
    out.at_equal = choice.at_equal;
    if (!choice.at_equal.empty()) out.at = choice.at;
    if (choice.same_work || (!choice.at_equal.empty() && choice.at.empty())) out.reference = choice.reference;
    return out;
}

std::string ComparedSizes::shortfall(size_t scenario) const {
    return scenario < shortfalls.size() ? shortfalls[scenario] : std::string();
}

std::string ComparedSizes::vanishing(size_t scenario) const {
    return scenario < vanished.size() ? vanished[scenario] : std::string();
}

std::string ComparedSizes::barred_text(size_t scenario) const {
    if (misses(scenario))
        return fmt::format("it does not meet that, and is never the best: {}", shortfalls[scenario]);
    return is_barred(scenario) ? fmt::format("it is never the best: {}", vanished[scenario]) : std::string();
}

std::vector<Caution> ComparedSizes::cautions_about(std::string_view scenario) const {
    const auto found = std::ranges::find(cautions, scenario, &ScenarioCaution::scenario);
    return found == cautions.end() ? std::vector<Caution>() : found->cautions;
}

std::vector<std::string> ComparedSizes::sentences() const {
    std::vector<std::string> out;
    for (const EqualSize& each : resized) out.push_back(size_sentence(each));
    if (const std::string base = base_text(resized); !base.empty())
        out.push_back("power at the meter is " + base);
    out.insert(out.end(), notes.begin(), notes.end());
    for (const ScenarioCaution& each : cautions)
        out.push_back(fmt::format("“{}”: {}", each.scenario, each.detailed_text()));
    return out;
}

Result<EqualScenarios> made_equal(std::vector<std::shared_ptr<const Answers>> scenarios,
                                  const EqualRequest& request, const std::stop_token& stop) {
    if (request.reference >= scenarios.size())
        return fail("", "there is no such reference", "name one of the scenarios");
    EqualScenarios out;
    if (request.same_work) make_work_equal(scenarios, request.reference, out.sizes, stop);
    if (request.at_equal && (request.amount || scenarios.size() > 1))
        if (auto made = make_sizes_equal(scenarios, request, out.sizes, stop); !made)
            return tl::unexpected(made.error());
    if (stop.stop_requested()) return fail("", "stopped", "ask again");
    for (const auto& each : scenarios)
        if (auto cautions = cautions_of_run(*each); !cautions.empty())
            out.sizes.cautions.push_back({each->scenario().name, std::move(cautions)});
    out.scenarios = std::move(scenarios);
    return out;
}

Result<EqualScenarios> made_equal_as_kept(std::vector<std::shared_ptr<const Answers>> scenarios,
                                          const ComparisonChoice& kept, const std::stop_token& stop) {
    std::vector<std::string> names;
    for (const auto& each : scenarios) names.push_back(each->scenario().name);
    const auto request = equal_request(kept, names);
    return request ? made_equal(std::move(scenarios), *request, stop)
                   : Result<EqualScenarios>(tl::unexpected(request.error()));
}

void stop_all(const EqualScenarios& equal) {
    for (const auto& each : equal.scenarios) each->stop();
}

std::vector<std::string> work_beside(const Answers& reference, const Answers& other) {
    const RunWork* const theirs = reference.value<RunWork>();
    const RunWork* const mine = other.value<RunWork>();
    return theirs && mine ? work_differences(*theirs, *mine) : std::vector<std::string>{};
}

std::vector<std::string> terms_beside(const Answers& reference, const Answers& other) {
    return term_differences(terms_of(reference.scenario()), terms_of(other.scenario()));
}

} // namespace roofrack
