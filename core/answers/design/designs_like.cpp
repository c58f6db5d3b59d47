// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/design/designs_like.h"

#include "core/base/catalog/catalog.h"
#include "core/base/units/common_units.h"
#include "core/drawing/bill/procurement.h"
#include "core/drawing/drawn_parts.h"
#include "core/drawing/templates/server_template.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <numeric>
#include <optional>

namespace roofrack {

namespace {

/// What is counted of the drawings.
struct LikeDrawings {
    std::vector<std::string> servers; ///< ids of servers that a template draws, each once
    int common = 1;                   ///< a multiple of it is a whole number of each of those servers
    std::vector<double> gpus;         ///< GPUs of each drawing that has some, ascending, each number once

    double least() const { return gpus.front(); }
    double most() const { return gpus.back(); }
};

LikeDrawings drawings_of(const std::vector<const Scenario*>& scenarios, const ComparisonStudy& study,
                         const Catalog& catalog) {
    LikeDrawings out;
    constexpr int most_common = 4096;
    for (const Scenario* each : scenarios) {
        const auto sized = std::ranges::find(study.sizes, each->name,
                                             [](const EqualSize& size) { return size.scenario.name; });
        Cluster cluster = sized == study.sizes.end() ? each->cluster : sized->scenario.cluster;
        set_sold_aside(cluster);
        double gpus = 0;
        for (const Element& element : cluster.elements) {
            const Part* const part = drawn_part(element, catalog);
            if (element.kind != ElementKind::server || !part || part->value_or("gpus", 0) < 1) continue;
            gpus += cluster.instances(element) * part->value_or("gpus", 0);
            const bool is_offered =
                catalog.part(PartKind::server, part->id) == part && is_sold_server(*part, catalog);
            if (!is_offered || std::ranges::find(out.servers, part->id) != out.servers.end()) continue;
            out.servers.push_back(part->id);
            const int common = std::lcm(out.common, std::max(1, static_cast<int>(part->value_or("gpus", 1))));
            if (common <= most_common) out.common = common;
        }
        if (gpus > 0) out.gpus.push_back(gpus);
    }
    std::ranges::sort(out.gpus);
    out.gpus.erase(std::ranges::unique(out.gpus).begin(), out.gpus.end());
    return out;
}

/// A range of sizes as parse_design_axis() reads it, with the sizes of the drawings that are none of its own:
/// what was compared is among the designs. `is_in_range`: a size is one of the range.
template<class IsInRange>
std::string axis_with_drawn(std::string range, const LikeDrawings& drawings, IsInRange is_in_range) {
    for (const double each : drawings.gpus)
        if (!is_in_range(each)) range += fmt::format(",{:.0f}", each);
    return "gpus=" + range;
}

/// Some dozen sizes between half the smallest and a quarter above the largest, and those of the drawings.
std::string sizes_like(const LikeDrawings& drawings) {
    constexpr double most_sizes = 12, below = 0.5, above = 1.25;
    double step = drawings.common;
    while ((above * drawings.most() - below * drawings.least()) / step > most_sizes) step *= 2;
    const double from = std::max(step, std::floor(below * drawings.least() / step) * step);
    const double to = std::max(from, std::ceil(above * drawings.most() / step) * step);
    return axis_with_drawn(fmt::format("{:.0f}:{:.0f}:{:.0f}", from, to, step), drawings, [&](double size) {
        return size >= from && size <= to && std::fmod(size - from, step) == 0;
    });
}

/// Doublings of a quarter of the smallest up to twice the largest, and the sizes of the drawings.
std::string doublings_like(const LikeDrawings& drawings) {
    const double from = std::max(1.0, std::floor(drawings.least() / 4)), to = 2 * drawings.most();
    return axis_with_drawn(fmt::format("{:.0f}:{:.0f}", from, to), drawings, [&](double size) {
        double each = from;
        while (each < size) each *= 2;
        return each == size;
    });
}

/// In the unit that a limit takes, rounded up, so that what has so much keeps it.
std::string bound_text(EqualBy by, double amount) {
    const auto up = [](double value, double digits) { return std::ceil(value * digits - 1e-6) / digits; };
    switch (by) {
    case EqualBy::days: return fmt::format("{:.12g} d", up(amount / seconds_a_day, 100));
    case EqualBy::power: return fmt::format("{:.12g} kW", up(amount / 1e3, 10));
    case EqualBy::capital:
    case EqualBy::floor:
    case EqualBy::gpus: break;
    }
    return fmt::format("{:.0f}", up(amount, 1));
}

constexpr const char* figure_of_limit(EqualBy by) {
    switch (by) {
    case EqualBy::capital: return "money.capital.needed_usd";
    case EqualBy::days: return "money.run.time_s";
    case EqualBy::gpus: return "step.gpus";
    case EqualBy::power:
    case EqualBy::floor: break;
    }
    return "power.metered_w";
}

/// What the reference has of a figure; none: it has none, or the row is not shown.
std::optional<double> reference_has(const ComparisonStudy& study, std::string_view figure) {
    const auto row = std::ranges::find(study.table.rows, figure, &ComparedRow::name);
    if (row == study.table.rows.end() || study.table.reference >= row->values.size()) return std::nullopt;
    const double value = row->values[study.table.reference].number;
    return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

Result<std::string> limit_like(const ComparisonChoice& choice, EqualBy by, const ComparisonStudy& study) {
    const std::string figure = figure_of_limit(by);
    std::optional<double> amount;
    if (!study.sizes.empty() && study.sizes.front().by == by) amount = study.sizes.front().limit;
    if (!amount) amount = reference_has(study, figure);
    if (!amount)
        return fail("limit", fmt::format("{} of the reference is not known", figure),
                    "compare at equal power, or show all rows");
    const bool is_as_typed = by == EqualBy::power && name_of(by) == choice.at_equal && !choice.at.empty();
    return fmt::format("{}<={}", figure, is_as_typed ? choice.at : bound_text(by, *amount));
}

/// Whether some run begins later than others, so that the shortest one need not be done first: a server is
/// only announced, or what they wait for differs.
bool begin_apart(const ComparisonStudy& study) {
    for (const ComparedScenario& each : study.table.scenarios)
        if (std::ranges::find(each.cautions, CautionKind::announced, &Caution::kind) != each.cautions.end())
            return true;
    const auto row = std::ranges::find(study.table.rows, "money.increment.lead_weeks", &ComparedRow::name);
    if (row == study.table.rows.end()) return false;
    std::optional<double> first;
    for (const ComparedValue& each : row->values) {
        if (!std::isfinite(each.number)) continue;
        if (std::abs(each.number - first.value_or(each.number)) > 1e-6) return true;
        first = each.number;
    }
    return false;
}

const char* goal_like(EqualBy by, const ComparisonStudy& study, const Scenario& open) {
    if (by == EqualBy::days) return "money.run.usd";
    if (!(open.workload.token_budget > 0)) return "money.run.useful_rate";
    return begin_apart(study) ? "money.increment.done_weeks" : "money.run.time_s";
}

} // namespace

Result<ComparisonChoice> designs_like(ComparisonChoice choice, const std::vector<const Scenario*>& scenarios,
                                      const ComparisonStudy& study, const Scenario& open,
                                      const Catalog& catalog, bool has_limits) {
    EqualBy by = EqualBy::power;
    for (const EqualBy each : equal_bys) // no figure of a design is its floor
        if (name_of(each) == choice.at_equal && each != EqualBy::floor) by = each;
    std::vector<std::string> limits;
    if (!has_limits) {
        auto limit = limit_like(choice, by, study);
        if (!limit) return tl::unexpected(limit.error());
        limits.push_back(std::move(*limit));
    }
    const LikeDrawings drawings = drawings_of(scenarios, study, catalog);
    if (drawings.gpus.empty())
        return fail("vary", "no scenario has a GPU", "draw one, or add servers as scenarios");
    choice.limits = std::move(limits);
    choice.vary.clear();
    if (!drawings.servers.empty()) {
        choice.vary.push_back(fmt::format("server={}", fmt::join(drawings.servers, ",")));
        choice.vary.push_back(sizes_like(drawings));
    } else {
        choice.vary.push_back(doublings_like(drawings));
    }
    if (choice.goal.empty()) choice.goal = goal_like(by, study, open);
    return choice;
}

} // namespace roofrack
