// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/compare/comparison_study.h"

#include "core/answers/compare/compared_bands.h"
#include "core/answers/compare/compared_figures.h"
#include "core/answers/figure_index.h"
#include "core/drawing/bill/procurement.h"
#include "core/drawing/project/address/input_list.h"

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

/// Whether a row of the first set tells something of these scenarios: what is paid less sales only where
/// something is sold, the room only where it is described.
bool tells_something(const ComparedRow& row, const Columns& columns) {
    if (row.name == "money.increment.net_usd")
        return std::ranges::any_of(columns, [](const auto& each) {
            const Cluster& cluster = each->scenario().cluster; // a resized one has set aside what is sold
            return has_sold(cluster) || !cluster.sold.empty();
        });
    return row.name != "power.room" ||
           std::ranges::any_of(row.values, [](const ComparedValue& value) { return value.absent.empty(); });
}

/// Rows of the plan stand in the first set only where they differ, but for the precision of the arithmetic,
/// which tells what all rates are of.
bool is_shown(const ComparedRow& row, const ComparisonRequest& request, const Columns& columns) {
    const bool is_asked =
        !request.figures.empty() || std::ranges::find(request.more, row.name) != request.more.end();
    if (!is_asked && !tells_something(row, columns)) return false;
    if (request.rows == RowFilter::different) return row.differs;
    if (request.rows == RowFilter::equal) return !row.differs;
    return row.differs || is_asked || !row.name.starts_with("step.plan.") ||
           row.name == "step.plan.precision";
}

void take_best_of_what_is_equal(ComparisonStudy& study) {
    for (ComparedRow& row : study.table.rows)
        if (nobody_is_best(study.sizes, row.name))
            for (ComparedValue& each : row.values) each.is_best = false;
}

/// Why a figure has no way between two scenarios of which one does not run, as its column has no such figure;
/// empty: both run, or it is known of what does not run, too.
std::string why_no_way(std::string_view figure, figures::Better better, const ComparedScenario& from,
                       const ComparedScenario& to) {
    for (const ComparedScenario* const each : {&from, &to})
        if (!each->reason.empty() && is_of_run(figure, better))
            return fmt::format("“{}” has none: {}", each->name, each->reason);
    return {};
}

} // namespace

Result<ComparisonRequest> comparison_request(const ComparisonChoice& choice,
                                             const std::vector<std::string>& names) {
    auto equal = equal_request(choice, names);
    if (!equal) return tl::unexpected(equal.error());
    ComparisonRequest out;
    static_cast<EqualRequest&>(out) = *equal;
    out.more = choice.figures;
    out.rows = choice.rows == "different" ? RowFilter::different
               : choice.rows == "equal"   ? RowFilter::equal
                                          : RowFilter::all;
    if (!choice.way.empty()) out.ways = {choice.way};
    out.order.is_averaged = choice.averaged;
    out.order.is_by_parts = choice.by_parts;
    return out;
}

Result<ComparisonRequest> handover_request(ComparisonChoice choice, const Columns& scenarios) {
    if (scenarios.empty()) return fail("", "there is no scenario", "name one");
    std::vector<std::string> names;
    for (const auto& each : scenarios) names.push_back(each->scenario().name);
    choice.reference = names.front();
    choice.rows.clear();
    return comparison_request(choice, names);
}

Result<ComparisonStudy> comparison_study(const EqualScenarios& equal, const ComparisonRequest& request,
                                         const std::stop_token& stop) {
    const Columns& scenarios = equal.scenarios;
    if (request.reference >= scenarios.size())
        return fail("", "there is no such reference", "name one of the scenarios");
    ComparisonStudy out;
    out.sizes = equal.sizes.resized;
    out.notes = equal.sizes.notes;
    auto table = compare(plain(scenarios), names_of_rows(scenarios, request), request.reference,
                         equal.sizes.shortfalls, equal.sizes.vanished);
    if (!table) return tl::unexpected(table.error());
    out.table = std::move(*table);
    add_step_bands(plain(scenarios), out.table);
    take_best_of_what_is_equal(out);
    mark_overlaps(out.table);
    std::erase_if(out.table.rows, [&](const ComparedRow& row) { return !is_shown(row, request, scenarios); });
    for (const std::string& figure : request.ways) {
        const auto name = figure_named(figure);
        if (!name) return tl::unexpected(name.error());
        const auto known = ask_figure(*scenarios[request.reference], *name);
        if (!known) return tl::unexpected(known.error());
        for (size_t i = 0; i < scenarios.size(); ++i) {
            if (i == request.reference) continue;
            if (stop.stop_requested()) return fail("", "stopped", "ask again");
            const ComparedScenario &from = out.table.scenarios[request.reference],
                                   &to = out.table.scenarios[i];
            ScenarioWay found{to.name, {}, why_no_way(*name, known->row->better, from, to)};
            found.way.figure = *name;
            if (!found.absent.empty()) {
                out.ways.push_back(std::move(found));
                continue;
            }
            auto way = waterfall(*scenarios[request.reference], *scenarios[i], figure, request.order, stop);
            if (way)
                found.way = std::move(*way);
            else
                found.absent = way.error().what;
            out.ways.push_back(std::move(found));
        }
    }
    return out;
}

Result<ComparisonStudy> comparison_study(std::vector<std::shared_ptr<const Answers>> scenarios,
                                         const ComparisonRequest& request, const std::stop_token& stop) {
    const auto equal = made_equal(std::move(scenarios), request, stop);
    return equal ? comparison_study(*equal, request, stop)
                 : Result<ComparisonStudy>(tl::unexpected(equal.error()));
}

} // namespace roofrack
