// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/decide/turned_inputs.h"

#include "core/answers/compare/comparison.h"
#include "core/answers/decide/map_request.h"
#include "core/answers/decide/tried_text.h"
#include "core/drawing/project/address/input_field.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace roofrack {

Result<std::vector<double>> turning_values(const Scenario& scenario, std::string_view address,
                                           const Catalog& catalog, std::string_view values) {
    const auto field = InputField::find(scenario, address, catalog);
    if (!field) return tl::unexpected(field.error());
    const auto now = field->value(scenario);
    if (!now) return fail(std::string(address), "the scenario says nothing of it", "give it a value first");
    const std::string offered = values.empty() ? offered_to_turn(*field, scenario) : std::string(values);
    if (offered.empty())
        return fail(std::string(address), "it can have no other value", "turn another input");
    auto tried = read_tried(offered, *field);
    if (!tried) return tl::unexpected(tried.error());
    std::vector<double> out = std::move(*tried);
    constexpr double least_count = 10;
    // So many values between two ends, not those that were named or follow by a step.
    const bool is_spread = values.empty() || !says_values(values) ||
                           (values.find("..") != values.npos && values.find("by") == values.npos);
    if (is_spread && field->is_number() && *now == std::round(*now) && std::abs(*now) >= least_count)
        for (double& each : out) each = std::round(each);
    // A sum of steps may miss by its last digit what the scenario has.
    constexpr double same = 1e-9;
    std::erase_if(out, [&](double each) { return std::abs(each - *now) <= same * std::abs(*now); });
    out.push_back(*now);
    std::ranges::sort(out);
    out.erase(std::ranges::unique(out).begin(), out.end());
    return out;
}

Result<Scenario> turned(const Scenario& scenario, const std::vector<TurnedInput>& inputs,
                        const Catalog& catalog) {
    Scenario out = scenario;
    for (const TurnedInput& each : inputs) {
        const auto field = InputField::find(out, each.address, catalog);
        if (!field) return tl::unexpected(field.error());
        if (auto done = field->set(out, each.value); !done) return tl::unexpected(done.error());
    }
    return out;
}

std::string turned_text(const ComparedRow& row) {
    const ComparedValue &before = row.values.at(0), &after = row.values.at(1);
    const auto text = [](const ComparedValue& value) {
        return value.absent.empty() ? value.text : "none: " + value.absent;
    };
    if (before.absent.empty() && after.absent.empty() && !row.differs)
        return fmt::format("{} {}, unchanged", row.label, text(before));
    std::string change;
    if (after.ratio && before.absent.empty()) {
        const double percent = 100 * std::abs(*after.ratio - 1);
        constexpr double whole_from = 100; // three digits, and no exponent
        change = fmt::format(" ({}{} %)", *after.ratio < 1 ? "−" : "+",
                             percent < whole_from ? fmt::format("{:.3g}", percent)
                                                  : fmt::format("{:.0f}", percent));
    }
    return fmt::format("{} {} → {}{}", row.label, text(before), text(after), change);
}

std::vector<std::string> turned_texts(const std::vector<ComparedRow>& rows, const std::string& standstill) {
    std::vector<std::string> out;
    if (!standstill.empty()) out.push_back(standstill);
    for (const bool differs : {true, false})
        for (const ComparedRow& row : rows)
            if (row.differs == differs && (standstill.empty() || row.values.at(1).absent.empty()))
                out.push_back(turned_text(row));
    return out;
}

const std::vector<std::string>& turned_figures() {
    static const std::vector<std::string> names{"step.step_time_s", "money.run.usd_per_million",
                                                "step.tokens_per_s", "power.metered_w"};
    return names;
}

} // namespace roofrack
