// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/compare/equal_size.h"

#include "core/answers/compare/rack_sizer.h"
#include "core/answers/figure_index.h"
#include "core/answers/step_answers.h"
#include "core/base/units/common_units.h"
#include "core/base/units/plain_number.h"
#include "core/base/units/quantity_text.h"
#include "core/facility/facility_inputs.h"
#include "core/facility/floor_space.h"
#include "core/step/engine/prepared_impl.h"
#include "core/step/workload/plan_check.h"
#include "core/study/money/missing_price.h"
#include "core/study/racks/bought_racks.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <utility>

namespace roofrack {

namespace {

struct Amount {
    std::string_view name, label, figure; ///< no figure: its own function finds it
    Dimension dimension;
};
constexpr Amount amounts[] = {
    {"power", "power at the meter", "power.metered_w", Dimension::power},
    {"capital", "capital", "money.capital.needed_usd", Dimension::money},
    {"days", "days to the budget", "money.run.time_s", Dimension::time},
    {"floor", "floor with aisles", "", Dimension::number},
    {"gpus", "GPUs", "step.gpus", Dimension::number},
};
constexpr int least_digits = 3, most_digits = 9; ///< digits, so that amounts beside each other are told apart
const Amount& amount(EqualBy by) { return amounts[static_cast<size_t>(by)]; }

Result<double> floor_of(const Answers& answers) {
    const auto* asked = answers.get<AsAsked>();
    if (!asked || !*asked) return tl::unexpected(why_missing(asked));
    const Scenario& scenario = (*asked)->prepared.scenario(); // what is sold takes no floor
    return floor_space(scenario.cluster, scenario.site.room, answers.catalog(),
                       (*asked)->prepared.impl().facility->inputs())
        .area;
}

} // namespace

std::string_view name_of(EqualBy by) { return amount(by).name; }
std::string_view label_of(EqualBy by) { return amount(by).label; }

std::string_view figure_of(EqualBy by) { return amount(by).figure; }

std::string amount_text(EqualBy by, double value, int digits) {
    if (by == EqualBy::days) return fmt::format("{} days", plain_number(value / seconds_a_day, digits));
    if (by == EqualBy::floor) {
        const bool is_whole = digits <= least_digits && !(value < 1); // what is left may be less than 1 m²
        return fmt::format("{} m²", is_whole ? format_count(value) : plain_number(value, digits));
    }
    if (by == EqualBy::gpus) return value == 1 ? "1 GPU" : fmt::format("{} GPUs", format_count(value));
    return format_quantity(value, amount(by).dimension, digits);
}

Result<double> parse_amount(EqualBy by, std::string_view text, std::string_view where) {
    const bool is_bare = text.find_first_not_of("0123456789., ") == std::string_view::npos;
    if (by == EqualBy::power && is_bare)
        return fail(std::string(where), fmt::format("'{}' has no unit", text), "write for example 20 MW");
    // Days are what it is called.
    const std::string days = fmt::format("{} d", text);
    auto value = parse_quantity(by == EqualBy::days && is_bare ? std::string_view(days) : text,
                                amount(by).dimension, where);
    if (!value) return value;
    if (!(*value > 0) || !std::isfinite(*value))
        return fail(std::string(where), fmt::format("'{}' is no amount above 0", text),
                    "give what all may have");
    return value;
}

Result<double> amount_of(const Answers& answers, EqualBy by) {
    if (by == EqualBy::floor) return floor_of(answers);
    if (by == EqualBy::capital)
        if (const std::string missing = missing_capital_price(answers.value<Evaluation>()); !missing.empty())
            return fail(std::string(amount(by).figure),
                        fmt::format("the capital of “{}” is not known: {}", answers.scenario().name, missing),
                        "give it a price, or compare at equal of something else");
    const auto reading = ask_figure(answers, amount(by).figure);
    if (!reading) return tl::unexpected(reading.error());
    if (!reading->absent.empty() || !std::isfinite(reading->number))
        return fail(std::string(amount(by).figure),
                    fmt::format("“{}” has no {}: {}", answers.scenario().name, amount(by).label,
                                reading->absent.empty() ? "not known" : reading->absent),
                    "compare at equal of something else");
    return reading->number;
}

namespace {

/// "one rack", "33 racks".
std::string racks_in_words(double racks) {
    return racks == 1 ? "one rack" : fmt::format("{} racks", format_count(racks));
}
/// With more digits as long as another amount, which is not the same, reads alike.
std::string amount_beside(EqualBy by, double value, double other) {
    int digits = least_digits;
    if (std::abs(value - other) > 1e-9 * std::abs(other))
        while (digits < most_digits && amount_text(by, value, digits) == amount_text(by, other, digits))
            ++digits;
    return amount_text(by, value, digits);
}

/// "one rack takes", "33 racks take"; `how`: "already ".
std::string racks_take(double racks, std::string_view how = {}) {
    return fmt::format("{} {}{}", racks_in_words(racks), how, racks == 1 ? "takes" : "take");
}

std::string held_text(double racks) {
    return fmt::format("with {} the supply of the place holds the clocks down", racks_in_words(racks));
}

std::string why_not_own(const EqualSize& size) {
    if (size.own_step)
        return fmt::format("takes {} a step on so many", format_quantity(*size.own_step, Dimension::time, 3));
    return size.own_plan_runs ? "does not run on so many" : "runs on none of the numbers that were tried";
}

} // namespace

std::string next_racks_text(const EqualSize& size) {
    if (!size.next_racks) return {};
    if (size.next_is_held && size.held_racks)
        return fmt::format(
            "with {} the supply of the place already holds the clocks down, with {} still lower",
            racks_in_words(*size.held_racks), format_count(*size.next_racks));
    if (size.next_is_held) return held_text(*size.next_racks);
    if (!size.next_amount) return {};
    return fmt::format("{} {}", racks_take(*size.next_racks),
                       amount_beside(size.by, *size.next_amount, size.limit));
}

std::string stop_text(const EqualSize& size) {
    if (!size.meets)
        return fmt::format("“{}” does not meet {}: {}", size.scenario.name, amount_text(size.by, size.limit),
                           size.nearest);
    if (size.unused.empty()) return {};
    return fmt::format("“{}” stops at {}: {}", size.scenario.name, amount_text(size.by, size.amount),
                       size.stopped_by.empty() ? size.unused : size.stopped_by);
}

std::string stops_text(const std::vector<EqualSize>& sizes) {
    std::string out;
    for (const EqualSize& each : sizes)
        if (const std::string text = stop_text(each); !text.empty()) out += (out.empty() ? "" : "; ") + text;
    return out;
}

bool do_some_stop(const std::vector<EqualSize>& sizes) {
    return std::ranges::any_of(sizes, [](const EqualSize& each) { return !each.unused.empty(); });
}

std::string size_sentence(const EqualSize& size) {
    std::string out = size.racks == size.drawn_racks
                          ? fmt::format("“{}”: {}, as drawn", size.scenario.name, racks_in_words(size.racks))
                          : fmt::format("“{}”: {} instead of {}", size.scenario.name,
                                        racks_in_words(size.racks), format_count(size.drawn_racks));
    if (std::isfinite(size.amount))
        out += fmt::format(", {} of {}", amount_beside(size.by, size.amount, size.limit),
                           amount_beside(size.by, size.limit, size.amount));
    if (size.most_racks)
        out += fmt::format("; {} keep it, too, but take {} a step instead of {}",
                           racks_in_words(*size.most_racks),
                           format_quantity(*size.most_step, Dimension::time, 3),
                           format_quantity(size.step, Dimension::time, 3));
    if (size.adds_nothing) out += "; nothing of what it adds fits";
    if (!size.meets)
        out += "; it does not meet that: " + size.nearest;
    else if (!size.unused.empty())
        out +=
            fmt::format("; {} stay unused: {}", amount_text(size.by, size.limit - size.amount), size.unused);
    else if (size.next_racks)
        out += "; " + next_racks_text(size);
    if (!size.other_plan.empty())
        out += fmt::format("; its own plan {}, so the best plan found stands for it: {}", why_not_own(size),
                           size.other_plan);
    return out;
}

std::string base_text(const std::vector<EqualSize>& sizes) {
    if (sizes.empty() || sizes.front().by != EqualBy::power || !(sizes.front().meter_window > 0)) return {};
    const double window = sizes.front().meter_window, limit = sizes.front().limit;
    double peak = 0;
    for (const EqualSize& each : sizes) peak = std::max(peak, each.most_peak);
    const bool is_one =
        std::ranges::all_of(sizes, [&](const EqualSize& each) { return each.meter_window == window; });
    std::string out = !is_one ? "a mean over the meter's window, pauses included"
                      : window < seconds_a_minute
                          ? fmt::format("a {:.3g}-second mean, pauses included", window)
                          : fmt::format("a {:.4g}-minute mean, pauses included", window / seconds_a_minute);
    if (peak > limit * (1 + 1e-9))
        out += fmt::format("; while a step computes they draw up to {}",
                           amount_beside(EqualBy::power, peak, limit));
    return out;
}

bool nobody_is_best(const std::vector<EqualSize>& sizes, std::string_view figure) {
    if (sizes.empty()) return false;
    const EqualBy by = sizes.front().by;
    if (figure == figure_of(by)) return true;
    if (by != EqualBy::power) return false;
    constexpr std::string_view of_power[] = {"power.it_w",
                                             "power.facility_w",
                                             "power.peak_w",
                                             "step.power.it_w",
                                             "step.power.facility_w",
                                             "step.power.run_it_w",
                                             "step.power.run_facility_w"},
                               of_energy[] = {"money.run.energy_j", "money.run.co2_kg", "money.run.water_m3",
                                              "step.energy_per_step_j"};
    if (std::ranges::find(of_power, figure) != std::end(of_power)) return true;
    return std::ranges::find(of_energy, figure) != std::end(of_energy) && do_some_stop(sizes);
}

namespace {

/// Its degrees, the data-parallel one filled in.
std::string plan_in_words(const Answers& answers) {
    const Evaluation* const evaluation = answers.value<Evaluation>();
    return plan_text(evaluation ? evaluation->plan : answers.scenario().plan);
}

void take(EqualSize& out, int racks, const RackSizer::Tried& found) {
    out.racks = racks;
    out.scenario = found.scenario;
    out.amount = found.amount.value_or(std::nan(""));
    out.step = found.step;
}

/// Why there are no more racks, though those that there are do not break the limit.
std::string why_no_more(const RackSizer::Found& found, const RackSizer& sizer) {
    if (sizer.is_owned())
        return "its racks are there already, and more of them would have to be bought: draw "
               "racks beside them whose ownership is “To buy”";
    return found.uncabled.empty() ? "none of those that were tried above them runs"
                                  : "more cannot be cabled: " + found.uncabled;
}

/// The same in few words.
std::string what_stops(const RackSizer::Found& found, const RackSizer& sizer) {
    if (sizer.is_owned()) return "its racks are there already";
    return found.uncabled.empty() ? "no more racks than these run" : found.uncabled;
}

std::string why_not(const RackSizer::Found& found, RackSizer& sizer, EqualBy by, double limit) {
    if (sizer.is_owned() && found.ends) return why_no_more(found, sizer);
    const std::string cannot_be_cabled =
        found.uncabled.empty() ? std::string() : "more cannot be cabled: " + found.uncabled;
    if (found.racks > 0)
        return fmt::format("{} with {} {} nearest, {}", racks_in_words(found.racks),
                           amount_beside(by, *sizer.at(found.racks).amount, limit),
                           found.racks == 1 ? "comes" : "come", why_no_more(found, sizer));
    if (by != EqualBy::days && found.fewest > 0 && !(*sizer.at(found.fewest).amount > limit))
        return fmt::format("with {} the supply of the place holds the clocks down, and fewer do not run",
                           racks_in_words(found.fewest));
    if (by != EqualBy::days && found.fewest > 0)
        return fmt::format("{} {}", racks_take(found.fewest, "already "),
                           amount_beside(by, *sizer.at(found.fewest).amount, limit));
    return fmt::format("no number of racks that runs has {} or less{}{}", amount_text(by, limit),
                       cannot_be_cabled.empty() ? "" : "; ", cannot_be_cabled);
}

/// Who takes less of it than all may is none the worse for it.
bool is_limit(EqualBy by) { return by == EqualBy::power || by == EqualBy::capital || by == EqualBy::floor; }

RackSizer::Found found_by(RackSizer& sizer, EqualBy by) {
    return by == EqualBy::days ? sizer.fewest() : sizer.most();
}

/// Whether whole containers come nearer to the limit than a rack in each of them.
bool comes_nearer(const RackSizer::Found& found, const RackSizer::Found& than, EqualBy by) {
    if (found.racks == 0 || than.racks == 0) return found.racks > than.racks;
    if (found.racks == than.racks) return than.ends && !found.ends;
    return by != EqualBy::days && found.racks > than.racks;
}

} // namespace

Result<EqualSize> sized_to(const Answers& answers, EqualBy by, double limit, const std::stop_token& stop) {
    const auto* asked = answers.get<AsAsked>();
    if (!asked || !*asked) return tl::unexpected(why_missing(asked));
    const auto room = RoomSolver::make((*asked)->prepared, answers.catalog());
    if (!room) return tl::unexpected(room.error());
    RackSizer finest(answers, *room, by, limit, stop),
        whole(answers, *room, by, limit, stop, RackSteps::containers);
    RackSizer* taken = &finest;
    RackSizer::Found found = found_by(finest, by);
    // What stands in a pod may need more ports than its switches have, and one pod more none of them.
    if (!found.uncabled.empty() && !finest.takes_containers() && whole.takes_containers())
        if (RackSizer::Found other = found_by(whole, by); comes_nearer(other, found, by)) {
            found = std::move(other);
            taken = &whole;
        }
    RackSizer& sizer = *taken;
    if (stop.stop_requested()) return fail("", "stopped", "ask again");
    const int shown = found.racks > 0    ? found.racks
                      : found.fewest > 0 ? found.fewest
                                         : static_cast<int>(std::lround(room->drawn()));
    EqualSize out;
    out.by = by;
    out.drawn_racks = room->drawn();
    out.limit = limit;
    out.meter_window = (*asked)->prepared.impl().facility->inputs().meter_window.si();
    take(out, shown, sizer.at(shown));
    if (by == EqualBy::power && found.racks > 0 && sizer.at(shown).clock.is_named()) out.held_racks = shown;
    if (found.next > 0) {
        out.next_racks = found.next;
        out.next_amount = sizer.at(found.next).amount;
        out.next_is_held = by == EqualBy::power && sizer.at(found.next).is_held;
    }
    // Whoever already has as much as is asked for, but for less than a rack takes, has all of it, whether or
    // not more would run.
    const double a_rack = by == EqualBy::days || found.racks == 0
                              ? 0
                              : out.amount / static_cast<double>(found.racks) * sizer.step();
    const bool may_have_more = !found.ends && !out.next_is_held;
    const bool has_all = may_have_more || out.amount + a_rack >= limit * (1 - 1e-9);
    out.meets = found.racks > 0 && (has_all || is_limit(by));
    if (!out.meets)
        out.nearest = why_not(found, sizer, by, limit);
    else if (!has_all) {
        out.unused = found.ends ? why_no_more(found, sizer) : next_racks_text(out);
        out.stopped_by = found.ends ? what_stops(found, sizer) : out.unused;
    }
    // As many GPUs are what was asked for, whatever they do; of all else fewer racks take less.
    if (const int faster = out.meets && by != EqualBy::days ? sizer.faster(shown, by != EqualBy::gpus) : 0) {
        if (faster != shown) {
            out.most_racks = shown;
            out.most_step = sizer.at(shown).step;
        }
        take(out, faster, sizer.at(faster));
    }
    if (const RackSizer::Tried& has = sizer.at(static_cast<int>(out.racks)); has.takes_other_plan) {
        out.other_plan = plan_in_words(answers.with(out.scenario));
        out.own_step = has.own_step;
        out.own_plan_runs = sizer.own_plan_runs();
    }
    out.adds_nothing = adds_racks(answers.scenario().cluster) && !adds_racks(out.scenario.cluster);
    return out;
}

} // namespace roofrack
