// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/matrix/limit_changes.h"

#include "core/base/units/limit_share_text.h"
#include "core/base/units/quantity_text.h"
#include "core/facility/economics/running_cost.h"
#include "core/step/engine/prepared_impl.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <tuple>

namespace roofrack {

namespace {

constexpr double worth_a_change = 0.005; ///< share of the step, or of the $, that is worth one

bool is_of(std::string_view id, std::initializer_list<std::string_view> beginnings) {
    return std::ranges::any_of(beginnings, [&](std::string_view each) { return id.starts_with(each); });
}

/// What has no price in the bill: visits, talks, processes.
bool is_unpriced(std::string_view id) {
    return is_of(id, {"restart", "loaders", "site-supply", "degraded-", "own-share-", "slow-servers"});
}

/// $ of one server as drawn, installed.
std::optional<PriceBand> price_of_server(const Capital& capital) {
    for (const CapitalRow& row : capital.rows)
        if (row.group == BillGroup::server && row.basis != PriceBasis::none && row.count > 0)
            return row.price * (capital.overhead() / row.count);
    return std::nullopt;
}

/// What the second bill costs more than the first; `all_bought`: as if all of both were bought.
std::optional<PriceBand> more_capital(const Evaluation& now, const Evaluation& then,
                                      bool all_bought = false) {
    if (!now.capital || !then.capital) return std::nullopt;
    const Capital &bill = *now.capital, &bill_then = *then.capital;
    const Capital first = all_bought ? bill.as_bought() : bill,
                  second = all_bought ? bill_then.as_bought() : bill_then;
    if (!first.has_price() || !second.has_price() ||
        first.without_price.size() != second.without_price.size())
        return std::nullopt;
    const PriceBand before = first.needed(now.gpus, now.building),
                    after = second.needed(then.gpus, then.building);
    return PriceBand{std::max(0.0, after.low - before.low), std::max(0.0, after.likely - before.likely),
                     std::max(0.0, after.high - before.high)};
}

std::optional<PriceBand> price_of(const Mitigation& mitigation, const LimitSources& sources,
                                  const Evaluation& then) {
    if (is_unpriced(mitigation.id)) return std::nullopt;
    // The bill takes all cables between things that are there already to be there, new ones as well.
    if (is_of(mitigation.id, {"cables-", "nonblocking-"}))
        return more_capital(*sources.evaluation, then, true);
    const Scenario& now = sources.prepared->scenario();
    if (mitigation.id == "spares") {
        const auto each = price_of_server(*sources.evaluation->capital);
        const double more =
            mitigation.scenario.site.spare_servers.value_or(0) - now.site.spare_servers.value_or(0);
        return each ? std::optional(*each * more) : std::nullopt;
    }
    const auto more = more_capital(*sources.evaluation, then);
    // Where it adds nothing to the bill, it is visits, air and power, or others at less: of no known price.
    if (mitigation.id == "like-most" && more && !(more->likely > 0)) return std::nullopt;
    return more;
}

EvaluateOptions quickly() {
    EvaluateOptions options;
    options.findings = false;
    return options;
}

/// The racks that make it faster, as next_racks() found them.
std::optional<LimitChange> next_of(const LimitSources& sources, const Catalog&) {
    const NextRacks& next = sources.money->next;
    const Evaluation& now = *sources.evaluation;
    if (!(next.racks > 0) || !(next.gain > 1)) return std::nullopt;
    EvaluateOptions options = quickly();
    options.gpus = now.gpus + next.gpus;
    options.plan = now.plan;
    options.plan->dp = 0; // whatever the GPUs leave
    LimitChange out;
    out.id = "next-racks";
    out.action = fmt::format("{} more rack{} ({} GPUs)", format_count(next.racks), next.racks == 1 ? "" : "s",
                             format_count(next.gpus));
    if (!next.uncabled.empty()) out.caution = "they cannot be cabled as drawn: " + next.uncabled;
    out.then = evaluate(*sources.prepared, options);
    if (!out.then.feasible || !(out.then.step_time > Seconds(0))) return std::nullopt;
    out.price = more_capital(now, out.then);
    return out;
}

double dollars_of(const Evaluation& of) {
    const double rate = of.tokens_per_s > 0 ? of.tokens_per_s : of.samples_per_s;
    return dollars_per_million(of.cost_per_hour, rate);
}

double likely_or_most(const LimitChange& change) {
    return change.price ? change.price->likely : std::numeric_limits<double>::infinity();
}

LimitMitigation mitigation_of(const LimitChange& change, std::string effect) {
    return {change.action, change.caution, change.price, std::move(effect), std::nullopt};
}

/// The cheapest with a positive relief, and of those the one that relieves most.
template<class Relief>
const LimitChange* cheapest(const std::vector<LimitChange>& changes, Relief relief) {
    const LimitChange* best = nullptr;
    for (const LimitChange& change : changes) {
        if (!(relief(change) >= worth_a_change)) continue;
        const auto rank = [&](const LimitChange& each) {
            return std::tuple(likely_or_most(each), -relief(each));
        };
        if (!best || rank(change) < rank(*best)) best = &change;
    }
    return best;
}

} // namespace

std::vector<LimitChange> limit_changes(const LimitSources& sources, const Catalog& catalog,
                                       const std::stop_token& stop) {
    std::vector<LimitChange> out;
    if (!sources.mitigations || !sources.money || !sources.money->capital) return out;
    for (const Mitigation& mitigation : sources.mitigations->found) {
        if (stop.stop_requested()) break;
        const auto prepared = sources.prepared->with(mitigation.scenario, catalog);
        if (!prepared) continue;
        LimitChange change{mitigation.id, mitigation.action, mitigation.caution,
                           evaluate(*prepared, quickly()), std::nullopt};
        if (!change.then.feasible) continue;
        change.price = price_of(mitigation, sources, change.then);
        out.push_back(std::move(change));
    }
    if (auto next = next_of(sources, catalog)) out.push_back(std::move(*next));
    return out;
}

double seconds_of(LimitKind kind, const Evaluation& evaluation) {
    const auto part = [&](StepPart each) { return evaluation.parts[static_cast<size_t>(each)]; };
    using enum StepPart;
    switch (kind) {
    case LimitKind::arithmetic: return part(compute);
    case LimitKind::hbm: return part(memory);
    case LimitKind::network:
        return part(tensor_comm) + part(context_comm) + part(expert_comm) + part(pipeline_comm) +
               part(data_comm);
    case LimitKind::storage: return part(input) + part(checkpoint);
    default: return evaluation.step_time.si();
    }
}

std::optional<LimitMitigation> cheapest_for(LimitKind kind, const std::vector<LimitChange>& changes,
                                            const Evaluation& now) {
    // With more racks a step does more at once: its rate counts, as that of each GPU does not.
    const auto gain = [&](const LimitChange& each) { return now.step_time / each.then.step_time - 1; };
    const auto relief = [&](const LimitChange& each) {
        if (kind == LimitKind::time) return gain(each);
        const double less = seconds_of(kind, now) - seconds_of(kind, each.then);
        return std::min(gain(each), less / now.step_time.si());
    };
    const LimitChange* const best = cheapest(changes, relief);
    if (!best) return std::nullopt;
    std::string effect = fmt::format("step {} faster", gain_text(gain(*best)));
    if (kind == LimitKind::time && now.time_to_budget > Seconds(0))
        effect += fmt::format(", {} instead of {}",
                              format_quantity(best->then.time_to_budget.si(), Dimension::time, 3),
                              format_quantity(now.time_to_budget.si(), Dimension::time, 3));
    return mitigation_of(*best, std::move(effect));
}

std::optional<LimitMitigation> cheapest_for_money(const std::vector<LimitChange>& changes,
                                                  const Evaluation& now) {
    const double before = dollars_of(now);
    if (!std::isfinite(before) || !(before > 0)) return std::nullopt;
    const LimitChange* const best = cheapest(changes, [&](const LimitChange& each) {
        const double after = dollars_of(each.then);
        return std::isfinite(after) ? 1 - after / before : 0;
    });
    if (!best) return std::nullopt;
    return mitigation_of(*best, fmt::format("{} instead of {} per million",
                                            format_quantity(dollars_of(best->then), Dimension::money, 3),
                                            format_quantity(before, Dimension::money, 3)));
}

} // namespace roofrack
