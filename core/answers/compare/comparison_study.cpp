// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/compare/comparison_study.h"

#include "core/answers/compare/scenario_changes.h"
#include "core/answers/compare/work_and_terms.h"
#include "core/answers/figure_index.h"
#include "core/answers/step_answers.h"
#include "core/drawing/project/address/input_list.h"
#include "core/study/verdict.h"

#include <algorithm>
#include <fmt/format.h>

namespace roofrack {

namespace {

using Columns = std::vector<std::shared_ptr<const Answers>>;

std::vector<const Answers*> plain(const Columns& columns) {
    std::vector<const Answers*> out;
    for (const auto& each : columns) out.push_back(each.get());
    return out;
}

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
void make_work_equal(Columns& columns, size_t reference, ComparisonStudy& out, const std::stop_token& stop) {
    const Answers& base = *columns[reference];
    for (auto& each : columns) {
        if (&*each == &base || stop.stop_requested() || work_beside(base, *each).empty()) continue;
        const Scenario taken = with_changes(each->scenario(), base.scenario(), {ChangeKind::model});
        std::string plan = "by its own plan";
        auto changed = answers_of(*each, taken);
        if (!does_run(*changed)) {
            changed = answers_of(*each, planned(taken, each->catalog(), true, stop));
            plan = "by the best plan found, since its own does not run with it";
        }
        out.notes.push_back(
            fmt::format("“{}” does the work of “{}”, {}", taken.name, base.scenario().name, plan));
        each = std::move(changed);
    }
}

/// Makes the scenarios equal in size; returns the places of those that cannot meet the common amount.
Result<std::vector<size_t>> make_sizes_equal(Columns& columns, const ComparisonRequest& request,
                                             ComparisonStudy& out, const std::stop_token& stop) {
    std::vector<size_t> missing;
    const EqualBy by = *request.at_equal;
    double limit = 0;
    if (request.amount) {
        limit = *request.amount;
    } else {
        const auto has = amount_of(*columns[request.reference], by);
        if (!has) return tl::unexpected(has.error());
        limit = *has;
    }
    for (size_t i = 0; i < columns.size(); ++i) {
        if (i == request.reference && !request.amount) continue;
        auto sized = sized_to(*columns[i], by, limit, stop);
        if (stop.stop_requested()) break;
        if (!sized) {
            out.notes.push_back(fmt::format("“{}” stays as it is drawn: {}", columns[i]->scenario().name,
                                            sized.error().what));
            missing.push_back(i);
            continue;
        }
        if (!sized->meets) missing.push_back(i);
        columns[i] = answers_of(*columns[i], sized->scenario);
        out.sizes.push_back(std::move(*sized));
    }
    return missing;
}

/// The inputs outside the drawing in which the scenarios differ.
std::vector<std::string> inputs_that_differ(const Columns& columns) {
    std::vector<std::string> out;
    for (const Input& input : scenario_inputs()) {
        if (input.address.find('*') != std::string::npos || input.address.starts_with("/cluster")) continue;
        const auto value_in = [&](const auto& each) {
            return input_value(each->scenario(), input.address, each->catalog());
        };
        const auto first = value_in(columns.front());
        if (!first || first->is_structured()) continue;
        const auto differs = [&](const auto& each) {
            const auto value = value_in(each);
            return value && *value != *first;
        };
        if (std::ranges::any_of(columns, differs)) out.push_back(input.address);
    }
    return out;
}

std::vector<std::string> names_of_rows(const Columns& columns, const ComparisonRequest& request) {
    std::vector<std::string> out = request.figures.empty() ? first_figures() : request.figures;
    const auto add = [&](const std::string& name) {
        if (std::ranges::find(out, name) == out.end()) out.push_back(name);
    };
    std::ranges::for_each(request.more, add);
    if (request.differing_inputs) std::ranges::for_each(inputs_that_differ(columns), add);
    return out;
}

/// Rows of the plan stand in the first set only where they differ.
bool is_shown(const ComparedRow& row, const ComparisonRequest& request) {
    if (request.rows == RowFilter::different) return row.differs;
    if (request.rows == RowFilter::equal) return !row.differs;
    return row.differs || !request.figures.empty() || !row.name.starts_with("step.plan.") ||
           std::ranges::find(request.more, row.name) != request.more.end();
}

} // namespace

Result<ComparisonRequest> comparison_request(const ComparisonChoice& choice,
                                             const std::vector<std::string>& names) {
    ComparisonRequest out;
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
    out.more = choice.figures;
    out.rows = choice.rows == "different" ? RowFilter::different
               : choice.rows == "equal"   ? RowFilter::equal
                                          : RowFilter::all;
    if (!choice.way.empty()) out.ways = {choice.way};
    out.order.is_averaged = choice.averaged;
    return out;
}

Result<ComparisonStudy> comparison_study(std::vector<std::shared_ptr<const Answers>> scenarios,
                                         const ComparisonRequest& request, const std::stop_token& stop) {
    if (request.reference >= scenarios.size())
        return fail("", "there is no such reference", "name one of the scenarios");
    ComparisonStudy out;
    if (request.same_work) make_work_equal(scenarios, request.reference, out, stop);
    std::vector<size_t> missing;
    if (request.at_equal) {
        auto made = make_sizes_equal(scenarios, request, out, stop);
        if (!made) return tl::unexpected(made.error());
        missing = std::move(*made);
    }
    if (stop.stop_requested()) return fail("", "stopped", "ask again");
    auto table = compare(plain(scenarios), names_of_rows(scenarios, request), request.reference, missing);
    if (!table) return tl::unexpected(table.error());
    out.table = std::move(*table);
    std::erase_if(out.table.rows, [&](const ComparedRow& row) { return !is_shown(row, request); });
    for (const std::string& figure : request.ways) {
        const auto name = figure_named(figure);
        if (!name) return tl::unexpected(name.error());
        if (const auto known = ask_figure(*scenarios[request.reference], *name); !known)
            return tl::unexpected(known.error());
        for (size_t i = 0; i < scenarios.size(); ++i) {
            if (i == request.reference) continue;
            if (stop.stop_requested()) return fail("", "stopped", "ask again");
            auto way = waterfall(*scenarios[request.reference], *scenarios[i], figure, request.order, stop);
            ScenarioWay found{out.table.scenarios[i].name, {}, {}};
            found.way.figure = *name;
            if (way)
                found.way = std::move(*way);
            else
                found.absent = way.error().what;
            out.ways.push_back(std::move(found));
        }
    }
    return out;
}

} // namespace roofrack
