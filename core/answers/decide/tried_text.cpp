// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/decide/tried_text.h"

#include "core/base/units/trimmed.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <optional>

namespace roofrack {

namespace {

constexpr const char* how_to_try = "write 1,2,4 or LOW..HIGH by STEP or LOW..HIGH in COUNT";

/// A number with what stands behind it: 400 and "Gb/s".
struct TypedAmount {
    std::string_view whole;
    std::optional<double> number; ///< none: it is not a number and at most a unit
    std::string_view unit;
};

TypedAmount typed_amount(std::string_view text) {
    TypedAmount out{text, std::nullopt, {}};
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc()) return out;
    const std::string_view unit = trimmed({end, static_cast<size_t>(text.data() + text.size() - end)});
    if (!unit.empty() && std::string_view("+-*/").find(unit.front()) != std::string_view::npos)
        return out; // a sum or a product, which stays as it is
    out.number = number;
    out.unit = unit;
    return out;
}

/// The values, where one without a unit has that of the next one that has one, else of the last.
std::vector<TypedAmount> with_units(const std::vector<std::string_view>& texts, const InputField& field) {
    std::vector<TypedAmount> out;
    for (const std::string_view each : texts) out.push_back(typed_amount(each));
    if (field.unit().symbol.empty()) return out; // "1k" of bare numbers is a thousand, no unit
    std::string_view unit;
    for (const TypedAmount& each : out)
        if (!each.unit.empty()) unit = each.unit;
    for (size_t i = out.size(); i-- > 0;) {
        if (!out[i].unit.empty()) unit = out[i].unit;
        if (out[i].number) out[i].unit = unit;
    }
    return out;
}

Result<double> typed_value(const TypedAmount& amount, const InputField& field) {
    const bool is_as_written = !amount.number || amount.whole.ends_with(amount.unit);
    return field.parse(is_as_written ? std::string(amount.whole)
                                     : fmt::format("{} {}", amount.whole, amount.unit));
}

/// Whole numbers are rounded, and none is there twice in a row.
void add_value(double value, const InputField& field, std::vector<double>& out) {
    if (field.is_whole()) value = std::round(value);
    if (out.empty() || out.back() != value) out.push_back(value);
}

Diagnostic too_many(const InputField& field, std::string_view count, size_t most) {
    return {field.address(), fmt::format("{} values are too many", count),
            fmt::format("ask for {} at most", most)};
}

/// So many values from the first end to the last.
Result<std::vector<double>> spaced(std::string_view ends_text, std::string_view count_text,
                                   const InputField& field, size_t most) {
    const auto ends = parts_between(ends_text, "..");
    size_t count = 0;
    const auto [end, error] =
        std::from_chars(count_text.data(), count_text.data() + count_text.size(), count);
    const bool is_number = error == std::errc() && end == count_text.data() + count_text.size();
    if (ends.size() != 2 || !field.is_number())
        return fail(field.address(), "it is no range", "write LOW..HIGH in COUNT, as 64..1024 in 5");
    if ((is_number && count > most) || error == std::errc::result_out_of_range)
        return tl::unexpected(too_many(field, count_text, most));
    if (!is_number || count < 2)
        return fail(field.address(), fmt::format("'{}' is not a number of values", count_text),
                    "write 2 or more");
    const auto amounts = with_units(ends, field);
    const auto low = typed_value(amounts[0], field), high = typed_value(amounts[1], field);
    if (!low) return tl::unexpected(low.error());
    if (!high) return tl::unexpected(high.error());
    std::vector<double> out;
    for (size_t i = 0; i < count; ++i)
        add_value(*low + static_cast<double>(i) / static_cast<double>(count - 1) * (*high - *low), field,
                  out);
    return out;
}

/// How far a step goes: in the unit of the first end it is what that and the step make together, less it,
/// since a step may be less than the input may be.
Result<double> typed_step(const TypedAmount& low, double low_value, const TypedAmount& step,
                          const InputField& field) {
    if (!step.number || !low.number || step.unit != low.unit) return typed_value(step, field);
    const double moved = *low.number + *step.number;
    const auto next =
        field.parse(low.unit.empty() ? fmt::format("{}", moved) : fmt::format("{} {}", moved, low.unit));
    if (!next) return next;
    return *next - low_value;
}

Result<std::vector<double>> stepped_through(std::string_view ends_text, std::string_view step_text,
                                            const InputField& field, size_t most) {
    const auto ends = parts_between(ends_text, "..");
    if (ends.size() != 2 || !field.is_number())
        return fail(field.address(), "it is no range", "write LOW..HIGH by STEP, as 200..800 by 100");
    const auto amounts = with_units({ends[0], ends[1], step_text}, field);
    const auto low = typed_value(amounts[0], field), high = typed_value(amounts[1], field);
    if (!low) return tl::unexpected(low.error());
    if (!high) return tl::unexpected(high.error());
    if (const auto& size = amounts[2].number; size && !(*size > 0))
        return fail(field.address(), fmt::format("'{}' is no step", step_text), "write one above 0");
    if (!(*low < *high))
        return fail(field.address(), fmt::format("'{}' does not ascend", ends_text), "give the least first");
    const auto step = typed_step(amounts[0], *low, amounts[2], field);
    if (!step) return tl::unexpected(step.error());
    if (!(*step > 0))
        return fail(field.address(), fmt::format("'{}' is no step", step_text), "write one above 0");
    constexpr double nearly = 1e-9; // share of a step: a tenth is no exact number
    const double steps = std::floor((*high - *low) / *step + nearly);
    if (!(steps + 1 <= static_cast<double>(most)))
        return tl::unexpected(too_many(field, fmt::format("{:.6g}", steps + 1), most));
    std::vector<double> out;
    for (size_t i = 0; i <= static_cast<size_t>(steps); ++i)
        add_value(*low + static_cast<double>(i) * *step, field, out);
    return out;
}

Result<std::vector<double>> listed(std::string_view text, const InputField& field, size_t most) {
    const auto count = static_cast<size_t>(std::ranges::count(text, ',')) + 1;
    if (count > most) return tl::unexpected(too_many(field, fmt::format("{}", count), most));
    std::vector<double> out;
    for (const TypedAmount& each : with_units(parts_between(text, ","), field)) {
        const auto value = typed_value(each, field);
        if (!value) return tl::unexpected(value.error());
        out.push_back(*value);
    }
    return out;
}

struct Split {
    std::string_view before, behind;
};
std::optional<Split> split_at(std::string_view text, std::string_view mark) {
    const size_t at = text.rfind(mark);
    if (at == std::string_view::npos) return std::nullopt;
    return Split{trimmed(text.substr(0, at)), trimmed(text.substr(at + mark.size()))};
}

bool is_range(std::string_view text) { return text.find("..") != std::string_view::npos; }

} // namespace

std::vector<std::string_view> parts_between(std::string_view text, std::string_view mark) {
    std::vector<std::string_view> out;
    while (true) {
        const size_t end = text.find(mark);
        out.push_back(trimmed(text.substr(0, end)));
        if (end == std::string_view::npos) return out;
        text.remove_prefix(end + mark.size());
    }
}

bool says_values(std::string_view text) {
    return !is_range(text) || split_at(text, ":") || split_at(text, " in ") || split_at(text, " by ");
}

Result<std::vector<double>> read_tried(std::string_view text, const InputField& field, size_t most) {
    text = trimmed(text);
    if (text == "all") {
        if (field.is_number())
            return fail(field.address(), "it is a number, which has no choices", how_to_try);
        std::vector<double> out;
        for (size_t i = 0; i < field.choices().size(); ++i) out.push_back(static_cast<double>(i));
        return out;
    }
    if (!is_range(text)) return listed(text, field, most);
    if (const auto by = split_at(text, " by ")) return stepped_through(by->before, by->behind, field, most);
    for (const char* mark : {" in ", ":"})
        if (const auto in = split_at(text, mark)) return spaced(in->before, in->behind, field, most);
    return fail(field.address(), "the range has no number of values",
                "write LOW..HIGH in COUNT or LOW..HIGH by STEP");
}

Result<InputAssignment> assignment_of(std::string_view text, const Scenario& scenario,
                                      const Catalog& catalog) {
    const size_t equals = text.find('=');
    if (equals == std::string_view::npos)
        return fail(std::string(text), "there is no '='",
                    "write ADDRESS=VALUES, as /workload/global_batch=512,1024");
    auto field = InputField::find(scenario, trimmed(text.substr(0, equals)), catalog);
    if (!field) return tl::unexpected(field.error());
    return InputAssignment{std::move(*field), trimmed(text.substr(equals + 1))};
}

Result<TriedValues> parse_tried(std::string_view text, const Scenario& scenario, const Catalog& catalog,
                                size_t most) {
    const auto of = assignment_of(text, scenario, catalog);
    if (!of) return tl::unexpected(of.error());
    auto values = read_tried(of->values, of->field, most);
    if (!values) return tl::unexpected(values.error());
    return TriedValues{of->field.address(), std::move(*values)};
}

namespace {

constexpr std::string_view between_ends = "..", between_shown_ends = " to ";

/// "LOW..HIGH in COUNT" or "… by STEP".
struct RangeParts {
    std::string_view low, high, mark, rest;
};

std::optional<RangeParts> range_parts(std::string_view text, std::string_view between) {
    for (const std::string_view mark : {" by ", " in ", ":"}) {
        const size_t at = text.rfind(mark);
        if (at == std::string_view::npos) continue;
        const auto ends = parts_between(text.substr(0, at), between);
        if (ends.size() != 2) return std::nullopt;
        return RangeParts{ends[0], ends[1], mark, trimmed(text.substr(at + mark.size()))};
    }
    return std::nullopt;
}

std::string shown_end(std::string_view end) {
    double number = 0;
    const auto [unit, error] = std::from_chars(end.data(), end.data() + end.size(), number);
    if (error != std::errc() || number == std::round(number)) return std::string(end);
    constexpr double three_digits = 100; // from here on whole numbers have as many
    std::string out =
        std::abs(number) < three_digits ? fmt::format("{:.3g}", number) : fmt::format("{:.0f}", number);
    out.append(unit, end.data() + end.size());
    return out.size() < end.size() ? out : std::string(end);
}

} // namespace

std::string shown_range(std::string_view values) {
    const auto range = range_parts(values, between_ends);
    if (!range) return std::string(values);
    return fmt::format("{}{}{}{}{}", shown_end(range->low), between_shown_ends, shown_end(range->high),
                       range->mark == ":" ? " in " : range->mark, range->rest);
}

std::string typed_range(std::string_view typed, std::string_view before) {
    if (typed == shown_range(before)) return std::string(before);
    const auto range = range_parts(typed, between_shown_ends);
    if (!range) return std::string(typed);
    const auto kept = range_parts(before, between_ends);
    const auto whole = [](std::string_view end, std::string_view of_before) {
        return !of_before.empty() && end == shown_end(of_before) ? of_before : end;
    };
    return fmt::format("{}{}{}{}{}", whole(range->low, kept ? kept->low : std::string_view()), between_ends,
                       whole(range->high, kept ? kept->high : std::string_view()), range->mark, range->rest);
}

} // namespace roofrack
