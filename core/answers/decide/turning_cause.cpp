// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/decide/turning_cause.h"

#include "core/answers/compare/comparison.h"

#include <algorithm>
#include <cmath>

namespace roofrack {

namespace {

struct CostPart {
    std::string_view label;
    double OwnershipCost::*part;
};
constexpr CostPart cost_parts[] = {
    {"capital", &OwnershipCost::capital},      {"space", &OwnershipCost::space},
    {"electricity", &OwnershipCost::power},    {"operation", &OwnershipCost::operation},
    {"software", &OwnershipCost::software},    {"water", &OwnershipCost::water},
    {"demand charge", &OwnershipCost::demand}, {"rent", &OwnershipCost::rent},
    {"sales", &OwnershipCost::sales}};

double useful_rate(const Evaluation& of) { return of.tokens_per_s > 0 ? of.tokens_per_s : of.samples_per_s; }

double relative(double before, double after) {
    return before > 0 && after > 0 ? std::abs(std::log(after / before)) : 0;
}

} // namespace

std::string turning_cause(const Evaluation& before, const Evaluation& after, const ProbedFigure& figure) {
    const bool is_money = figure.row && figure.row->measure.stored.starts_with('$');
    const double rate = relative(useful_rate(before), useful_rate(after)),
                 hour = relative(before.cost.total(), after.cost.total());
    if (is_money && hour > rate) {
        const auto moved = [&](const CostPart& part) {
            return std::abs(after.cost.*part.part - before.cost.*part.part);
        };
        return std::string(std::ranges::max_element(cost_parts, {}, moved)->label);
    }
    const std::vector<SpeedReason> reasons = speed_reasons(before, after);
    if (!reasons.empty()) return std::string(label_of(reasons.front().part));
    if (before.power.metered != after.power.metered) return "power";
    return std::string(turned_by_input);
}

} // namespace roofrack
