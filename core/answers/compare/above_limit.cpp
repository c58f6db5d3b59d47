// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/compare/above_limit.h"

#include "core/answers/compare/comparison.h"
#include "core/answers/facility_answers.h"
#include "core/base/units/percent_text.h"
#include "core/base/units/quantity_text.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>

namespace roofrack {

namespace {

constexpr double rounding = 1 + 1e-6; ///< clocks that a limit holds meet it but for so little
/// Figures of the power of all that is drawn, as the site's connection carries it.
constexpr std::array<std::string_view, 3> figures_at_meter{"power.facility_w", "power.metered_w",
                                                           "power.peak_w"};

std::string watts_text(double watts, int digits = 3) {
    return format_quantity(watts, Dimension::power, digits);
}

/// "1.0 %", "less than 0.1 %": never that it is 0.0 %.
std::string excess_text(double share) {
    constexpr double least_told = 0.0005, whole_from = 0.1; // 0.05 % reads 0.1 %
    if (share < least_told) return "less than 0.1 %";
    return share_in_percent(share, share < whole_from ? 1 : 0);
}

/// Two powers that differ, the first the lower, with as many digits as they read differently in.
std::pair<std::string, std::string> unlike_texts(double lower, double higher) {
    constexpr int most_digits = 9;
    int digits = 3;
    while (digits < most_digits && watts_text(lower, digits) == watts_text(higher, digits)) ++digits;
    return {watts_text(lower, digits), watts_text(higher, digits)};
}

} // namespace

std::string above_limit(std::string_view figure, double watts, const Answers& answers) {
    const std::optional<Watts>& limit = answers.scenario().site.power_limit;
    if (!limit || !(*limit > Watts(0)) || !(watts > limit->si() * rounding)) return {};
    if (std::ranges::find(figures_at_meter, figure) == figures_at_meter.end()) return {};
    std::string out = fmt::format("{} above the site's limit of {}", excess_text(watts / limit->si() - 1),
                                  watts_text(limit->si()));
    const FacilityLoads* const loads = answers.value<FacilityLoads>();
    if (!loads) return out;
    const double mean = loads->study.state.metered.si();
    if (mean <= limit->si() * rounding)
        out += fmt::format(", which the mean over {}, {}, keeps; a breaker set to it would trip",
                           format_quantity(loads->study.meter_window.si(), Dimension::time),
                           mean < limit->si() / rounding ? unlike_texts(mean, limit->si()).first
                                                         : watts_text(mean));
    return out;
}

std::vector<std::string> above_limit_sentences(const Comparison& comparison) {
    std::vector<std::string> out;
    for (const ComparedRow& row : comparison.rows)
        for (size_t i = 0; i < row.values.size(); ++i)
            if (const ComparedValue& value = row.values[i]; !value.above.empty())
                out.push_back(fmt::format("“{}”: {}, {}, is {}", comparison.scenarios[i].name,
                                          row.label.empty() ? row.name : row.label, value.text, value.above));
    return out;
}

std::vector<std::string> amount_above_limits(const std::vector<std::shared_ptr<const Answers>>& scenarios,
                                             double watts) {
    std::map<double, std::vector<std::string>> below; // by limit, W
    for (const auto& each : scenarios) {
        const Scenario& scenario = each->scenario();
        const std::optional<Watts>& limit = scenario.site.power_limit;
        if (limit && watts > limit->si() * rounding)
            below[limit->si()].push_back(fmt::format("“{}”", scenario.name));
    }
    std::vector<std::string> out;
    for (const auto& [limit, names] : below) {
        const auto [less, more] = unlike_texts(limit, watts);
        const std::string whose =
            names.size() == scenarios.size() ? std::string() : fmt::format("{}: ", fmt::join(names, ", "));
        out.push_back(fmt::format("{}the site's power limit, {}, is below the {} that all are to meet", whose,
                                  less, more));
    }
    return out;
}

} // namespace roofrack
