// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/decide/uncertain_text.h"

#include "core/answers/decide/tried_text.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace roofrack {

namespace {

constexpr const char* how_to_write =
    "write 1,2,4 or LOW..HIGH in COUNT, LOW..HIGH, LOW..LIKELY..HIGH, normal LOW..HIGH, log-normal LOW..HIGH";

Result<std::vector<double>> numbers_of(const std::vector<std::string_view>& texts, const InputField& field) {
    std::vector<double> out;
    for (const std::string_view each : texts) {
        const auto value = field.parse(each);
        if (!value) return tl::unexpected(value.error());
        out.push_back(*value);
    }
    return out;
}

} // namespace

std::string uncertain_text(const UncertainInput& input, const Scenario& scenario, const Catalog& catalog) {
    const auto field = InputField::find(scenario, input.input, catalog);
    if (!field) return field.error().text();
    if (input.kind == SpreadKind::values) return fmt::format("one of {}", fmt::join(input.values, ", "));
    const auto likely = input.likely ? input.likely : field->value(scenario);
    std::vector<double> ends;
    for (const auto& end : {input.low, input.high, likely}) ends.push_back(end.value_or(std::nan("")));
    const auto texts = field->texts(ends);
    const std::string low = input.low ? texts[0] : "?", high = input.high ? texts[1] : "?";
    switch (input.kind) {
    case SpreadKind::normal: return fmt::format("normal, 80 % between {} and {}", low, high);
    case SpreadKind::log_normal: return fmt::format("log-normal, 80 % between {} and {}", low, high);
    case SpreadKind::uniform: return fmt::format("{} to {}, each as likely", low, high);
    default: return fmt::format("{} to {}, likely {}", low, high, likely ? texts[2] : "?");
    }
}

Result<UncertainInput> parse_uncertain(std::string_view text, const Scenario& scenario,
                                       const Catalog& catalog) {
    auto of = assignment_of(text, scenario, catalog);
    if (!of) return tl::unexpected(of.error());
    UncertainInput out;
    out.input = of->field.address();
    if (says_values(of->values)) {
        const auto values = read_tried(of->values, of->field);
        if (!values) return tl::unexpected(values.error());
        out.kind = SpreadKind::values;
        for (const double value : *values)
            out.values.push_back(of->field.is_number() ? fmt::format("{}", value) : of->field.text(value));
        return out;
    }
    std::string_view rest = of->values;
    std::optional<SpreadKind> named;
    for (const SpreadKind kind : spread_kinds)
        if (rest.starts_with(std::string(name_of(kind)) + ' ')) {
            named = kind;
            rest.remove_prefix(name_of(kind).size()); // parts_between() takes the spaces
        }
    const auto ends = numbers_of(parts_between(rest, ".."), of->field);
    if (!ends) return tl::unexpected(ends.error());
    const bool has_likely = ends->size() == 3;
    if (ends->size() < 2 || ends->size() > 3 ||
        (has_likely && named.value_or(SpreadKind::triangular) != SpreadKind::triangular))
        return fail(out.input, fmt::format("'{}' is no spread", of->values), how_to_write);
    out.kind = named.value_or(has_likely ? SpreadKind::triangular : SpreadKind::uniform);
    out.low = ends->front();
    out.high = ends->back();
    if (has_likely) out.likely = (*ends)[1];
    if (!(*out.low < *out.high) || (has_likely && !(*out.likely >= *out.low && *out.likely <= *out.high)))
        return fail(out.input, fmt::format("the values of '{}' do not ascend", of->values),
                    "give the least first");
    return out;
}

} // namespace roofrack
