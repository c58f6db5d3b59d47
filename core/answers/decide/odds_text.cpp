// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/decide/odds_text.h"

#include "core/answers/compare/order_weeks.h"
#include "core/base/figures/figure_texts.h"
#include "core/base/figures/one_unit.h"
#include "core/base/units/calendar_date.h"
#include "core/base/units/percent_text.h"
#include "core/base/units/quantity_text.h"
#include "core/study/money/missing_price.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <optional>

namespace roofrack {

Result<DrawOptions> draw_options(const ComparisonChoice& kept, std::chrono::sys_days order,
                                 std::string_view where) {
    DrawOptions out;
    out.figures = kept.odds.empty() ? first_drawn_figures() : kept.odds;
    if (kept.by.empty()) return out;
    const auto by = parse_day(kept.by, order, where);
    if (!by) return tl::unexpected(by.error());
    out.by_weeks = static_cast<double>((*by - order).count()) / 7;
    if (kept.odds.empty()) out.figures.insert(out.figures.begin() + 1, "dates.trained");
    return out;
}

bool is_date(const ProbedFigure& figure) { return is_weeks_from_order(figure.name); }

namespace {

/// sampled_number() of values that are read together, in one unit.
std::vector<std::string> sampled_numbers(const ProbedFigure& figure, const std::vector<double>& values) {
    constexpr double many = 1e6;
    constexpr int digits = 3;
    const figures::Measure& measure = figure.row->measure;
    const auto is_long = [&](double value) { return std::abs(value) >= many; };
    if (measure.style != figures::Style::count || !std::ranges::any_of(values, is_long))
        return figures::figure_texts(values, measure);
    std::vector<std::string> out;
    for (const double value : values)
        out.push_back(is_long(value) ? format_quantity(value, Dimension::number, digits)
                                     : figures::figure_text(value, measure));
    return in_one_unit(values, std::move(out), Dimension::number, digits);
}

} // namespace

std::string sampled_number(const ProbedFigure& figure, double value) {
    return sampled_numbers(figure, {value}).front();
}

std::string spread_text(const FigureOdds& odds, size_t scenario, double value, std::chrono::sys_days order) {
    if (!std::isfinite(value)) return "none";
    const FigureSpread& of = odds.scenarios[scenario];
    const double as_is = of.as_is.absent.empty() ? of.as_is.number : std::nan("");
    std::string out = sampled_numbers(odds.figure, {value, as_is, of.p10, of.p50, of.p90}).front();
    if (is_date(odds.figure)) out = with_date(std::move(out), value, order);
    return at_least_text(std::move(out), of.missing);
}

std::string chance_text(double share) {
    return std::isfinite(share) ? share_in_percent(share) : std::string("–");
}

std::string regret_text(const ProbedFigure& figure, double regret) {
    return std::isfinite(regret) ? sampled_number(figure, regret) : std::string("–");
}

namespace {

/// A text as number and what stands around it.
struct AroundNumber {
    std::string before, after;
    double number = 0;
};

std::optional<AroundNumber> around_number(const std::string& text) {
    const size_t from = text.find_first_of("0123456789");
    if (from == std::string::npos || text.find(',') != std::string::npos) return std::nullopt;
    AroundNumber out{text.substr(0, from), {}, 0};
    const auto [end, error] = std::from_chars(text.data() + from, text.data() + text.size(), out.number);
    if (error != std::errc()) return std::nullopt;
    out.after = std::string(end, text.data() + text.size());
    return out;
}

/// The texts of values with decimals alike; as they are where they have other units, or one is no decimal
/// number of its value.
std::vector<std::string> with_like_decimals(const std::vector<double>& values,
                                            std::vector<std::string> texts) {
    double most = 0, power = 0;
    std::optional<AroundNumber> first;
    for (size_t i = 0; i < texts.size(); ++i) {
        if (values[i] == 0) continue; // its unit decides nothing
        const auto each = around_number(texts[i]);
        if (!each || !(each->number > 0) || !(values[i] > 0)) return texts;
        if (first && (each->before != first->before || each->after != first->after)) return texts;
        const double scale = std::log10(values[i] / each->number);
        constexpr double rounding = 0.01;
        if (std::abs(scale - std::round(scale)) > rounding) return texts;
        if (first && power != std::round(scale)) return texts;
        power = std::round(scale);
        first = each;
        most = std::max(most, each->number);
    }
    if (!first) return texts;
    // Three digits of the largest: what is far below it decides nothing.
    const int decimals = std::max(0, 2 - static_cast<int>(std::floor(std::log10(most))));
    const std::string &before = first->before, &after = first->after;
    const double smallest = std::pow(10, -decimals); // that is told
    for (size_t i = 0; i < texts.size(); ++i) {
        const double number = values[i] / std::pow(10, power);
        if (values[i] == 0) // no thousands of nothing: "$0"
            texts[i] = before == "$" ? "$0" : fmt::format("{}0{}", before, after);
        else if (number < smallest / 2)
            texts[i] = fmt::format("below {}{:.{}f}{}", before, smallest, decimals, after);
        else
            texts[i] = fmt::format("{}{:.{}f}{}", before, number, decimals, after);
    }
    return texts;
}

} // namespace

std::vector<std::string> regret_texts(const FigureOdds& odds) {
    std::vector<double> known;
    for (const FigureSpread& each : odds.scenarios)
        if (std::isfinite(each.regret)) known.push_back(each.regret);
    if (known.empty()) return std::vector<std::string>(odds.scenarios.size(), "–");
    const bool is_whole = odds.figure.row->measure.style == figures::Style::count;
    std::vector<std::string> texts = sampled_numbers(odds.figure, known);
    if (!is_whole) texts = with_like_decimals(known, std::move(texts));
    std::vector<std::string> out;
    size_t next = 0;
    for (const FigureSpread& each : odds.scenarios)
        out.push_back(std::isfinite(each.regret) ? texts[next++] : std::string("–"));
    return out;
}

std::string beats_text(const Odds& odds, const FigureOdds& of, size_t scenario) {
    std::vector<std::string> out;
    const std::vector<double>& beats = of.scenarios[scenario].beats;
    for (size_t other = 0; other < beats.size(); ++other)
        if (other != scenario && std::isfinite(beats[other]))
            out.push_back(fmt::format("“{}” in {}", odds.scenarios[other], chance_text(beats[other])));
    return out.empty() ? std::string() : fmt::format("better than {}", fmt::join(out, ", "));
}

std::string absent_text(const FigureSpread& spread) {
    return fmt::format("none in {} of the samples: {}", chance_text(spread.absent_share), spread.absent);
}

std::string samples_text(const Odds& odds) {
    return fmt::format("{} random samples of {} unknown inputs; spread: P10 to P90, the middle 80 %; {}",
                       format_count(static_cast<double>(odds.draws)),
                       format_count(static_cast<double>(odds.unknowns.size())), odds.sizes.text);
}

namespace {

/// What all were made to meet, and the scenarios of which more than half of the samples, or else more than a
/// tenth, are above it: "P50 of metered power is above 20 MW, which …: “Hall A” 20.1 MW". Empty: of none they
/// are.
std::vector<std::string> above_amount_texts(const Odds& odds, const FigureOdds& of) {
    std::vector<std::string> middle, upper;
    std::string amount;
    for (const EqualSize& size : odds.sizes.resized) {
        if (figure_of(size.by) != of.figure.name || !size.meets) continue;
        amount = amount_text(size.by, size.limit);
        for (size_t i = 0; i < odds.scenarios.size(); ++i) {
            const FigureSpread& spread = of.scenarios[i];
            if (odds.scenarios[i] != size.scenario.name || !(spread.p90 > size.limit)) continue;
            const bool is_middle = spread.p50 > size.limit;
            (is_middle ? middle : upper)
                .push_back(fmt::format(
                    "“{}” {}", odds.scenarios[i],
                    figures::figure_text(is_middle ? spread.p50 : spread.p90, of.figure.row->measure)));
        }
    }
    std::vector<std::string> out;
    for (const auto& [quantile, above] : {std::pair("P50", &middle), std::pair("P90", &upper)})
        if (!above->empty())
            out.push_back(
                fmt::format("{} of {} is above {}, which the scenarios were made to keep with their "
                            "inputs as they are, not in each sample: {}",
                            quantile, of.figure.row->label, amount, fmt::join(*above, ", ")));
    return out;
}

/// All scenarios have it clearly earlier than in the middle of the samples.
bool is_early_as_is(const FigureOdds& of) {
    constexpr double clearly = 0.1; // share of the distance from P10 to P90
    return std::ranges::all_of(of.scenarios, [](const FigureSpread& each) {
        return each.p50 - each.as_is.number > clearly * (each.p90 - each.p10);
    });
}

} // namespace

namespace {

std::string drawn_of_all_text(const OddsProgress& progress) {
    const size_t all = progress.all, done = std::min<size_t>(progress.done, all);
    if (all == 0) return {};
    return fmt::format("{} of {}", format_count(static_cast<double>(done)),
                       format_count(static_cast<double>(all)));
}

} // namespace

std::string progress_text(const OddsProgress& progress) {
    const std::string drawn = drawn_of_all_text(progress);
    if (drawn.empty()) return {};
    return fmt::format("{} samples{}", drawn,
                       progress.is_about_causes ? " that tell where the spread comes from" : "");
}

std::string causes_progress_text(const OddsProgress& progress) {
    return progress.is_about_causes ? drawn_of_all_text(progress) : std::string();
}

std::vector<std::string> odds_notes(const Odds& odds) {
    std::vector<std::string> out;
    for (const FigureOdds& each : odds.figures)
        for (std::string& text : above_amount_texts(odds, each)) out.push_back(std::move(text));
    const auto is_early_date = [](const FigureOdds& each) {
        return is_date(each.figure) && is_early_as_is(each);
    };
    if (std::ranges::any_of(odds.figures, is_early_date))
        out.emplace_back(
            "dates are mostly later than as it is, which takes each lead time at its likeliest: the last of "
            "several sets the date");
    return out;
}

std::vector<std::string> cause_texts(const FigureOdds& odds, size_t most) {
    std::vector<std::string> out;
    for (size_t i = 0; i < std::min(most, odds.causes.size()); ++i)
        out.push_back(fmt::format("{} {}", odds.causes[i].label, chance_text(odds.causes[i].share)));
    return out;
}

std::string certainty_text(const FigureOdds& odds) {
    constexpr size_t most_named = 3;
    if (odds.causes.empty()) return {};
    return fmt::format("to be more certain, find out: {}", fmt::join(cause_texts(odds, most_named), ", "));
}

std::string shares_text(const Odds& odds) {
    const auto has_two = [](const FigureOdds& each) { return each.causes.size() > 1; };
    if (!std::ranges::any_of(odds.figures, has_two)) return {};
    return "shares count what inputs do together, so they may add to more than 100 %";
}

} // namespace roofrack
