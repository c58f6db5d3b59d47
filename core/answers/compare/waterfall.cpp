// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/compare/waterfall.h"

#include "core/answers/compare/comparison.h"
#include "core/answers/compare/drawn_difference.h"
#include "core/answers/drawing_answers.h"
#include "core/answers/figure_index.h"
#include "core/answers/step_answers.h"
#include "core/study/money/missing_price.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <fmt/format.h>
#include <map>

namespace roofrack {

namespace {

using Group = std::vector<ChangeKind>; ///< kinds that are changed together

/// The figure of every mixture of two scenarios, each evaluated once.
class Mixtures {
public:
    Mixtures(const Answers& from, const Answers& to, std::string figure)
        : m_from(from)
        , m_to(to)
        , m_figure(std::move(figure)) {}

    size_t evaluated() const { return m_known.size(); }
    /// NaN: the mixture has no such figure.
    double figure_of(const Group& changed) {
        unsigned key = 0;
        for (const ChangeKind kind : changed) key |= 1U << static_cast<unsigned>(kind);
        if (const auto known = m_known.find(key); known != m_known.end()) return known->second;
        const Answers mixed = m_from.with(with_changes(m_from.scenario(), m_to.scenario(), changed));
        const auto reading = ask_figure(mixed, m_figure);
        const double value = reading && reading->absent.empty() ? reading->number : std::nan("");
        return m_known[key] = value;
    }

private:
    const Answers &m_from, &m_to;
    std::string m_figure;
    std::map<unsigned, double> m_known;
};

/// The kinds of the groups whose bits are set.
Group kinds_in(const std::vector<Group>& groups, unsigned set) {
    Group out;
    for (size_t i = 0; i < groups.size(); ++i)
        if (set >> i & 1U) out.insert(out.end(), groups[i].begin(), groups[i].end());
    return out;
}

/// The set of the first so many groups.
unsigned first_groups(size_t count) { return (1U << static_cast<unsigned>(count)) - 1; }

std::vector<Group> ordered(std::vector<ChangeKind> kinds, const std::vector<ChangeKind>& first) {
    std::ranges::stable_sort(kinds, {},
                             [&](ChangeKind kind) { return std::ranges::find(first, kind) - first.begin(); });
    std::vector<Group> out;
    for (const ChangeKind kind : kinds) out.push_back({kind});
    return out;
}

/// Changes one group after another. A change after which the scenario has no figure is shown together with
/// the next one.
void step_by_step(Waterfall& out, const std::vector<Group>& groups, Mixtures& mixtures,
                  const std::stop_token& stop) {
    double before = out.from;
    Group not_yet_shown;
    for (size_t i = 0; i < groups.size() && !stop.stop_requested(); ++i) {
        not_yet_shown.insert(not_yet_shown.end(), groups[i].begin(), groups[i].end());
        const double after =
            i + 1 == groups.size() ? out.to : mixtures.figure_of(kinds_in(groups, first_groups(i + 1)));
        if (!std::isfinite(after)) continue;
        out.steps.push_back({std::move(not_yet_shown), after - before});
        not_yet_shown = {};
        before = after;
    }
}

bool all_are_known(const std::vector<Group>& groups, Mixtures& mixtures, const std::stop_token& stop) {
    const unsigned subsets = 1U << static_cast<unsigned>(groups.size());
    for (unsigned set = 1; set + 1 < subsets; ++set) {
        if (stop.stop_requested()) return false;
        if (!std::isfinite(mixtures.figure_of(kinds_in(groups, set)))) return false;
    }
    return true;
}

/// Groups whose orders are averaged with what is drawn in parts: as many mixtures as 2^11.
constexpr size_t most_averaged = 11;

/// Joins kinds of change until the scenario has the figure whichever groups are changed: at first what is
/// drawn, then the plan with it, the model with both, then power, weather and plant with these, at last
/// everything.
std::vector<Group> joined_until_known(std::vector<Group> groups, Mixtures& mixtures,
                                      const std::stop_token& stop) {
    const auto join = [&](const Group& kinds) {
        Group together;
        std::erase_if(groups, [&](const Group& each) {
            const bool is_one = std::ranges::find(kinds, each.front()) != kinds.end();
            if (is_one) together.insert(together.end(), each.begin(), each.end());
            return is_one;
        });
        if (!together.empty()) groups.insert(groups.begin(), std::move(together));
    };
    const Group added[] = {{std::begin(drawing_kinds), std::end(drawing_kinds)},
                           {ChangeKind::plan},
                           {ChangeKind::model},
                           {ChangeKind::power_limit, ChangeKind::weather, ChangeKind::plant}};
    Group joined;
    if (groups.size() > most_averaged) join(added[0]);
    for (const Group& kinds : added) {
        if (stop.stop_requested() || all_are_known(groups, mixtures, stop)) return groups;
        joined.insert(joined.end(), kinds.begin(), kinds.end());
        join(joined);
    }
    if (all_are_known(groups, mixtures, stop)) return groups;
    return {kinds_in(groups, first_groups(groups.size()))};
}

/// Shapley's value of each group: the mean over all orders of what it changes when it comes. Leaves out the
/// steps where it is stopped.
void averaged(Waterfall& out, const std::vector<Group>& groups, Mixtures& mixtures,
              const std::stop_token& stop) {
    const size_t n = groups.size();
    std::vector<double> weight(n, 1.0 / static_cast<double>(n)); // |S|!(n − |S| − 1)!/n! by the size of S
    for (size_t k = 1; k < n; ++k)
        weight[k] = weight[k - 1] * static_cast<double>(k) / static_cast<double>(n - k);
    const unsigned subsets = 1U << static_cast<unsigned>(n);
    std::vector<double> value(subsets);
    for (unsigned set = 0; set < subsets; ++set) {
        if (stop.stop_requested()) return;
        value[set] = set == 0             ? out.from
                     : set + 1 == subsets ? out.to
                                          : mixtures.figure_of(kinds_in(groups, set));
    }
    for (size_t i = 0; i < n; ++i) {
        double change = 0;
        for (unsigned set = 0; set < subsets; ++set)
            if (!(set >> i & 1U))
                change +=
                    weight[static_cast<size_t>(std::popcount(set))] * (value[set | 1U << i] - value[set]);
        out.steps.push_back({groups[i], change});
    }
}

Result<double> number_of_figure(const Answers& answers, const std::string& figure, const figures::Row*& row) {
    const auto reading = ask_figure(answers, figure);
    if (!reading) return tl::unexpected(reading.error());
    row = reading->row;
    if (!reading->absent.empty())
        return fail(figure, fmt::format("“{}” has none: {}", answers.scenario().name, reading->absent),
                    "ask for another figure, or correct the scenario");
    if (!std::isfinite(reading->number))
        return fail(figure, "it is not a number", "ask for a number, such as step.step_time_s");
    return reading->number;
}

/// Changes that cannot be separated make nearly all of the difference, so that the way gives no reason.
bool gives_no_reason(const Waterfall& way) {
    constexpr double nearly_all = 0.95; // share of what all steps change
    double all = 0, joined = 0;
    for (const WaterfallStep& step : way.steps) {
        all += std::abs(step.change);
        if (step.kinds.size() > 1) joined += std::abs(step.change);
    }
    return joined > nearly_all * all;
}

/// Says of the whole drawing, where it is among the changes, which servers come and which go.
void name_servers(Waterfall& out, const Answers& from, const Answers& to) {
    const auto has_drawing = [](const WaterfallStep& step) {
        return std::ranges::find(step.kinds, ChangeKind::drawing) != step.kinds.end();
    };
    const auto found = std::ranges::find_if(out.steps, has_drawing);
    if (found == out.steps.end()) return;
    const PricedBill *one = from.value<PricedBill>(), *other = to.value<PricedBill>();
    if (one && other) found->servers = server_difference(one->bill, other->bill);
}

/// The parts of the step in place of the changes, in the order in which they stand in it; those that stay as
/// they are are left out.
void put_parts(Waterfall& out, const Evaluation& from, const Evaluation& to) {
    out.is_by_parts = true;
    out.is_averaged = false;
    out.steps.clear();
    const StepParts changes = part_changes(from, 1, to, 1);
    for (size_t i = 0; i < step_part_count; ++i)
        if (changes[i] != 0) out.steps.push_back({{}, changes[i], static_cast<StepPart>(i)});
}

} // namespace

std::string label_of(const WaterfallStep& step) {
    if (step.part) return std::string(label_of(*step.part));
    std::string out;
    for (const ChangeKind kind : step.kinds) {
        out += fmt::format("{}{}", out.empty() ? "" : ", ", label_of(kind));
        if (kind == ChangeKind::drawing && !step.servers.empty()) out += fmt::format(" ({})", step.servers);
    }
    return out;
}

Result<Waterfall> waterfall(const Answers& from, const Answers& to, std::string_view figure,
                            const WaterfallOrder& order, const std::stop_token& stop) {
    const auto name = figure_named(figure);
    if (!name) return tl::unexpected(name.error());
    Waterfall out;
    out.figure = *name;
    out.is_averaged = order.is_averaged;
    const auto before = number_of_figure(from, *name, out.row);
    if (!before) return tl::unexpected(before.error());
    const auto after = number_of_figure(to, *name, out.row);
    if (!after) return tl::unexpected(after.error());
    out.from = *before;
    out.to = *after;
    for (const Answers* each : {&from, &to})
        if (const std::string missing = missing_price(*name, *out.row, each->value<Evaluation>());
            !missing.empty())
            out.missing +=
                fmt::format("{}“{}”: {}", out.missing.empty() ? "" : "; ", each->scenario().name, missing);
    const Evaluation *first = nullptr, *second = nullptr; // where the figure is the sum of their parts
    if (*name == figure_of_parts) {
        first = from.value<Evaluation>();
        second = to.value<Evaluation>();
    }
    const bool has_parts = first && second;
    const std::vector<ChangeKind> kinds = changes_between(from.scenario(), to.scenario());
    if (order.is_by_parts && has_parts) {
        put_parts(out, *first, *second);
        return out;
    }
    if (kinds.empty()) return out;
    Mixtures mixtures(from, to, *name);
    if (order.is_averaged)
        averaged(out, joined_until_known(ordered(kinds, {}), mixtures, stop), mixtures, stop);
    else
        step_by_step(out, ordered(kinds, order.first), mixtures, stop);
    out.evaluated = mixtures.evaluated();
    if (stop.stop_requested())
        return fail("", fmt::format("stopped, {} scenarios between were evaluated", out.evaluated),
                    "ask again");
    name_servers(out, from, to);
    const bool are_counted_together = order.is_averaged && kinds.size() > most_averaged;
    if (std::ranges::any_of(out.steps, [](const WaterfallStep& step) { return step.kinds.size() > 1; }))
        out.joined = are_counted_together
                         ? "changes in one row are counted together: in some order there is no such figure "
                           "between them, or the orders of so many changes are too many"
                     : order.is_averaged
                         ? "changes in one row cannot be separated: in some order there is no such figure "
                           "between them"
                         : "changes in one row cannot be separated: there is no such figure between them";
    if (has_parts && !are_counted_together && gives_no_reason(out)) {
        const auto widest = std::ranges::max_element(
            out.steps, {}, [](const WaterfallStep& step) { return step.kinds.size(); });
        out.joined = fmt::format("by parts of the step, since these changes cannot be separated: {}",
                                 label_of(*widest));
        put_parts(out, *first, *second);
    }
    return out;
}

} // namespace roofrack
