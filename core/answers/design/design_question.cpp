// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/design/design_question.h"

#include "core/answers/compare/order_weeks.h"
#include "core/answers/figure_index.h"
#include "core/base/units/calendar_date.h"
#include "core/base/units/quantity_text.h"

#include <cmath>
#include <fmt/format.h>
#include <limits>

namespace roofrack {

namespace {

Result<DesignFigure> figure_asked(const Answers& base, std::string_view name, const std::string& where) {
    auto full = figure_named(name);
    if (!full) return tl::unexpected(Diagnostic{where, full.error().what, full.error().fix});
    const auto reading = ask_figure(base, *full);
    if (!reading) return tl::unexpected(Diagnostic{where, reading.error().what, reading.error().fix});
    const figures::Row* const row = reading->row;
    const bool is_number =
        row && (row->as<figures::NumberValue>() || row->as<figures::BandOfValues>() ||
                (row->as<figures::RangeValue>() && (name.ends_with(".low") || name.ends_with(".high"))));
    if (!is_number)
        return fail(where, fmt::format("{} is not a number", *full),
                    "name a figure that is one; `figures` lists them");
    DesignFigure out;
    out.figure = std::move(*full);
    out.row = row;
    out.is_more_better = row->better == figures::Better::more;
    return out;
}

std::optional<Dimension> dimension_of(std::string_view stored) {
    constexpr std::pair<std::string_view, Dimension> known[] = {
        {"W", Dimension::power},    {"$", Dimension::money},          {"s", Dimension::time},
        {"B", Dimension::bytes},    {"B/s", Dimension::byte_rate},    {"J", Dimension::energy},
        {"FLOP", Dimension::flops}, {"FLOP/s", Dimension::flop_rate}, {"°C", Dimension::temperature},
        {"m", Dimension::length},   {"", Dimension::number}};
    for (const auto& [unit, dimension] : known)
        if (unit == stored) return dimension;
    return std::nullopt;
}

/// "2027-09" ends with its last day.
std::optional<std::chrono::sys_days> day_of(std::string_view text) {
    constexpr size_t month_length = 7;
    if (const auto day = parse_date(text)) return *day;
    if (text.size() != month_length) return std::nullopt;
    const auto first = parse_date(std::string(text) + "-01");
    if (!first) return std::nullopt;
    const std::chrono::year_month_day date(*first);
    return std::chrono::sys_days(date.year() / date.month() / std::chrono::last);
}

Result<double> bound_of(const figures::Measure& measure, std::string_view text, const std::string& where,
                        std::optional<std::chrono::sys_days> order) {
    if (measure.stored == "weeks")
        if (const auto day = day_of(text)) {
            if (!order)
                return fail(where, "it is a date, and the day of the order is not said",
                            "say it with --order 2027-01-31");
            constexpr double days_a_week = 7;
            const double days = static_cast<double>((*day - *order).count());
            if (days < 0) return fail(where, "the date is before the order", "give a later one");
            return days / days_a_week;
        }
    std::string_view number = text;
    const auto drop = [&](std::string_view unit) {
        if (unit.empty() || !number.ends_with(unit)) return false;
        number.remove_suffix(unit.size());
        while (number.ends_with(' ')) number.remove_suffix(1);
        return true;
    };
    if (const auto dimension = dimension_of(measure.stored); dimension && *dimension != Dimension::number)
        return parse_quantity(text, *dimension, where);
    if (measure.shown == "%" && drop("%")) {
        const auto value = parse_quantity(number, Dimension::number, where);
        return value ? Result<double>(*value / measure.factor) : value;
    }
    const bool is_shown = !measure.shown.empty() && measure.shown != measure.stored && drop(measure.shown);
    if (!is_shown) drop(measure.stored);
    const auto value = parse_quantity(number, Dimension::number, where);
    return value && is_shown ? Result<double>(*value / measure.factor) : value;
}

} // namespace

std::string DesignFigure::value_text(double value) const {
    return order && std::isfinite(value) && is_weeks_from_order(figure)
               ? date_text(weeks_after(*order, value))
               : amount_text(value);
}

std::string DesignFigure::amount_text(double value) const {
    return figures::figure_text(value, row->measure);
}

void DesignQuestion::count_from(std::optional<std::chrono::sys_days> order) {
    goal.order = order;
    for (DesignFigure& limit : limits) limit.order = order;
}

std::string DesignFigure::limit_text() const {
    return fmt::format("{} {} {}", row->label, is_more_better ? "≥" : "≤", value_text(bound));
}

bool DesignFigure::is_kept(double value) const {
    const double rounding = std::abs(bound) * 1e-9;
    return is_more_better ? value >= bound - rounding : value <= bound + rounding;
}

double DesignFigure::use(double value) const {
    const double part = is_more_better ? bound : value, all = is_more_better ? value : bound;
    if (all > 0) return std::max(0.0, part / all);
    return is_kept(value) ? 1 : std::numeric_limits<double>::infinity();
}

Result<DesignFigure> parse_design_goal(const Answers& base, std::string_view text) {
    const std::string where = "goal " + std::string(text);
    const bool is_least = text.starts_with("min:"), is_most = text.starts_with("max:");
    const std::string_view name = is_least || is_most ? text.substr(4) : text;
    auto out = figure_asked(base, name, where);
    if (!out) return out;
    if (is_least || is_most) out->is_more_better = is_most;
    if (!is_least && !is_most && out->row->better == figures::Better::neither)
        return fail(where,
                    fmt::format("{} is neither better when it is more nor when it is less", out->figure),
                    fmt::format("say which: max:{0} or min:{0}", out->figure));
    out->text = text;
    return out;
}

Result<DesignFigure> parse_design_limit(const Answers& base, std::string_view text,
                                        std::optional<std::chrono::sys_days> order) {
    const std::string where = "limit " + std::string(text);
    const size_t most = text.find("<="), least = text.find(">="), at = std::min(most, least);
    if (at == std::string_view::npos)
        return fail(where, "it has neither <= nor >=", "write it as \"power.metered_w<=20 MW\"");
    std::string_view name = text.substr(0, at), value = text.substr(at + 2);
    while (name.ends_with(' ')) name.remove_suffix(1);
    while (value.starts_with(' ')) value.remove_prefix(1);
    auto out = figure_asked(base, name, where);
    if (!out) return out;
    const auto bound = bound_of(out->row->measure, value, where, order);
    if (!bound) return tl::unexpected(bound.error());
    if (!std::isfinite(*bound)) return fail(where, "the value is not a number", "give one with its unit");
    out->text = text;
    out->bound = *bound;
    out->is_more_better = at == least;
    return out;
}

} // namespace roofrack
