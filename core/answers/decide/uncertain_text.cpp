// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/decide/uncertain_text.h"

#include "core/drawing/project/address/input_field.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fmt/format.h>

namespace roofrack {

namespace {

std::string_view without_spaces(std::string_view text) {
    while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
    while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
    return text;
}

std::vector<std::string_view> parts_between(std::string_view text, std::string_view mark) {
    std::vector<std::string_view> out;
    while (true) {
        const size_t end = text.find(mark);
        out.push_back(without_spaces(text.substr(0, end)));
        if (end == std::string_view::npos) return out;
        text.remove_prefix(end + mark.size());
    }
}

constexpr const char* how_to_write =
    "write 1,2,4 or LOW..HIGH:COUNT, LOW..HIGH, LOW..LIKELY..HIGH, normal LOW..HIGH, log-normal LOW..HIGH";

struct Assignment {
    InputField field;
    std::string_view value;
};
Result<Assignment> assignment_of(std::string_view text, const Scenario& scenario, const Catalog& catalog) {
    const size_t equals = text.find('=');
    if (equals == std::string_view::npos)
        return fail(std::string(text), "there is no '='",
                    "write ADDRESS=VALUES, as /workload/global_batch=512,1024");
    auto field = InputField::find(scenario, without_spaces(text.substr(0, equals)), catalog);
    if (!field) return tl::unexpected(field.error());
    return Assignment{std::move(*field), without_spaces(text.substr(equals + 1))};
}

Result<std::vector<double>> numbers_of(const std::vector<std::string_view>& texts, const InputField& field) {
    std::vector<double> out;
    for (const std::string_view each : texts) {
        const auto value = field.parse(each);
        if (!value) return tl::unexpected(value.error());
        out.push_back(*value);
    }
    return out;
}

Result<std::vector<double>> spaced(std::string_view ends_text, std::string_view count_text,
                                   const InputField& field, size_t most) {
    const auto ends = parts_between(ends_text, "..");
    size_t count = 0;
    const auto [end, error] =
        std::from_chars(count_text.data(), count_text.data() + count_text.size(), count);
    const bool is_number = error == std::errc() && end == count_text.data() + count_text.size();
    if (ends.size() != 2 || !field.is_number())
        return fail(field.address(), "it is no range", "write LOW..HIGH:COUNT, as 64..1024:5");
    if ((is_number && count > most) || error == std::errc::result_out_of_range)
        return fail(field.address(), fmt::format("{} values are too many", count_text),
                    fmt::format("ask for {} at most", most));
    if (!is_number || count < 2)
        return fail(field.address(), fmt::format("'{}' is not a number of values", count_text),
                    "write 2 or more behind the ':'");
    const auto numbers = numbers_of(ends, field);
    if (!numbers) return numbers;
    std::vector<double> out;
    for (size_t i = 0; i < count; ++i) {
        const double share = static_cast<double>(i) / static_cast<double>(count - 1);
        double value = (*numbers)[0] + share * ((*numbers)[1] - (*numbers)[0]);
        if (field.is_whole()) value = std::round(value);
        if (out.empty() || out.back() != value) out.push_back(value);
    }
    return out;
}

Result<std::vector<double>> listed(std::string_view text, const InputField& field, size_t most) {
    const auto parts = parts_between(text, ",");
    if (parts.size() > most)
        return fail(field.address(), fmt::format("{} values are too many", parts.size()),
                    fmt::format("give {} at most", most));
    return numbers_of(parts, field);
}

bool is_range(std::string_view value) { return value.find("..") != std::string_view::npos; }

Result<std::vector<double>> tried_of(const Assignment& of, size_t most) {
    const size_t colon = of.value.rfind(':');
    if (is_range(of.value) && colon != std::string_view::npos)
        return spaced(of.value.substr(0, colon), without_spaces(of.value.substr(colon + 1)), of.field, most);
    if (is_range(of.value))
        return fail(of.field.address(), "the range has no number of values", "write LOW..HIGH:COUNT");
    return listed(of.value, of.field, most);
}

} // namespace

Result<TriedValues> parse_tried(std::string_view text, const Scenario& scenario, const Catalog& catalog,
                                size_t most) {
    const auto of = assignment_of(text, scenario, catalog);
    if (!of) return tl::unexpected(of.error());
    auto values = tried_of(*of, most);
    if (!values) return tl::unexpected(values.error());
    return TriedValues{of->field.address(), std::move(*values)};
}

std::string uncertain_text(const UncertainInput& input, const Scenario& scenario, const Catalog& catalog) {
    const auto field = InputField::find(scenario, input.input, catalog);
    if (!field) return field.error().text();
    if (input.kind == SpreadKind::values) return fmt::format("one of {}", fmt::join(input.values, ", "));
    const auto text = [&](const std::optional<double>& value) {
        return value ? field->text(*value) : std::string("?");
    };
    const std::string low = text(input.low), high = text(input.high);
    switch (input.kind) {
    case SpreadKind::normal: return fmt::format("normal, 80 % between {} and {}", low, high);
    case SpreadKind::log_normal: return fmt::format("log-normal, 80 % between {} and {}", low, high);
    case SpreadKind::uniform: return fmt::format("{} to {}, each as likely", low, high);
    default:
        return fmt::format("{} to {}, likely {}", low, high,
                           text(input.likely ? input.likely : field->value(scenario)));
    }
}

Result<UncertainInput> parse_uncertain(std::string_view text, const Scenario& scenario,
                                       const Catalog& catalog) {
    auto of = assignment_of(text, scenario, catalog);
    if (!of) return tl::unexpected(of.error());
    UncertainInput out;
    out.input = of->field.address();
    if (!is_range(of->value) || of->value.rfind(':') != std::string_view::npos) {
        const auto values = tried_of(*of, most_tried_values);
        if (!values) return tl::unexpected(values.error());
        out.kind = SpreadKind::values;
        for (const double value : *values)
            out.values.push_back(of->field.is_number() ? fmt::format("{}", value) : of->field.text(value));
        return out;
    }
    std::string_view rest = of->value;
    std::optional<SpreadKind> named;
    for (const SpreadKind kind : spread_kinds)
        if (rest.starts_with(std::string(name_of(kind)) + ' ')) {
            named = kind;
            rest = without_spaces(rest.substr(name_of(kind).size()));
        }
    const auto ends = numbers_of(parts_between(rest, ".."), of->field);
    if (!ends) return tl::unexpected(ends.error());
    const bool has_likely = ends->size() == 3;
    if (ends->size() < 2 || ends->size() > 3 ||
        (has_likely && named.value_or(SpreadKind::triangular) != SpreadKind::triangular))
        return fail(out.input, fmt::format("'{}' is no spread", of->value), how_to_write);
    out.kind = named.value_or(has_likely ? SpreadKind::triangular : SpreadKind::uniform);
    out.low = ends->front();
    out.high = ends->back();
    if (has_likely) out.likely = (*ends)[1];
    if (!(*out.low < *out.high) || (has_likely && !(*out.likely >= *out.low && *out.likely <= *out.high)))
        return fail(out.input, fmt::format("the values of '{}' do not ascend", of->value),
                    "give the least first");
    return out;
}

} // namespace roofrack
