// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/compare/equal_size.h"

#include "core/answers/figure_index.h"
#include "core/answers/step_answers.h"
#include "core/base/units/common_units.h"
#include "core/base/units/plain_number.h"
#include "core/base/units/quantity_text.h"
#include "core/drawing/bill/procurement.h"
#include "core/drawing/element_index.h"
#include "core/facility/facility_inputs.h"
#include "core/facility/floor_space.h"
#include "core/step/engine/prepared_impl.h"
#include "core/study/room/room_probe.h"
#include "core/study/scenario_like.h"
#include "core/study/standstill.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>

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
const Amount& amount(EqualBy by) { return amounts[static_cast<size_t>(by)]; }

Result<double> floor_of(const Answers& answers) {
    const auto* asked = answers.get<AsAsked>();
    if (!asked || !*asked) return tl::unexpected(why_missing(asked));
    const Scenario& scenario = answers.scenario();
    return floor_space(scenario.cluster, scenario.site.room, answers.catalog(),
                       (*asked)->prepared.impl().facility->inputs())
        .area;
}

/// One number of racks.
struct Tried {
    Scenario scenario;
    std::optional<double> amount; ///< none: it does not run
    bool is_held = false;         ///< the site's power limit holds its clocks: it would draw more
};

bool is_held_by_site(const Answers& answers) {
    const Evaluation* const evaluation = answers.value<Evaluation>();
    return evaluation && std::ranges::any_of(evaluation->power.racks, [](const RackState& rack) {
               return rack.throttle_cause == ThrottleCause::site;
           });
}

class Sizer {
public:
    Sizer(const Answers& answers, const RoomSolver& room, EqualBy by, double limit,
          const std::stop_token& stop)
        : m_answers(answers)
        , m_room(room)
        , m_by(by)
        , m_limit(limit)
        , m_stop(stop) {}

    const Tried& at(int racks) {
        const auto known = m_tried.find(racks);
        return known != m_tried.end() ? known->second : m_tried[racks] = tried(racks);
    }
    /// Within the limit; of days also what does not run is not.
    bool keeps(int racks) {
        const Tried& found = at(racks);
        if (m_by == EqualBy::power && found.is_held) return false;
        return found.amount && *found.amount <= m_limit * (1 + 1e-9);
    }
    bool is_stopped() const { return m_stop.stop_requested(); }

private:
    /// The first that runs: with switches grown as the racks are, with those drawn, by another plan.
    Tried tried(int racks) {
        const double ratio = racks / m_room.drawn();
        Scenario scenario = m_room.with_racks(racks);
        if (ratio != 1) scenario.plan.dp = 0;
        const Scenario grown = with_supply(scenario, ratio, true),
                       as_linked = with_supply(scenario, ratio, false);
        for (const bool by_fastest_plan : {false, true})
            for (const Scenario& drawn : {grown, as_linked}) {
                Scenario each =
                    by_fastest_plan ? with_fastest_plan(drawn, m_answers.catalog(), nullptr, m_stop) : drawn;
                const Answers answers = m_answers.with(each);
                const Standstill* const standstill = answers.value<Standstill>();
                if (!standstill || !standstill->runs()) continue;
                if (const auto found = amount_of(answers, m_by))
                    return {std::move(each), *found, is_held_by_site(answers)};
            }
        return {std::move(scenario), std::nullopt, false};
    }

    /// Feeds and coolers, and where it is asked switches, in proportion to the racks. What is owned is never
    /// taken away.
    Scenario with_supply(Scenario scenario, double ratio, bool with_switches) const {
        const std::vector<Procurement> procurements = procurements_of(scenario.cluster);
        const ElementIndex index(scenario.cluster);
        for (size_t i = 0; i < scenario.cluster.elements.size(); ++i) {
            Element& each = scenario.cluster.elements[i];
            const bool grows = each.kind == ElementKind::feed || each.kind == ElementKind::cooling ||
                               (with_switches && each.kind == ElementKind::switch_);
            if (!grows || (ratio < 1 && procurements[i] == Procurement::owned)) continue;
            bool is_in_rack = false; // it comes with the rack
            for (const Element* at = index.find(each.parent); at; at = index.find(at->parent))
                is_in_rack |= at->kind == ElementKind::rack;
            if (!is_in_rack) each.count = std::max(1, static_cast<int>(std::ceil(each.count * ratio - 1e-9)));
        }
        return scenario;
    }

    const Answers& m_answers;
    const RoomSolver& m_room;
    EqualBy m_by;
    double m_limit;
    const std::stop_token& m_stop;
    std::map<int, Tried> m_tried;
};

/// The most racks that a cluster may grow to: what templates draw at most, some 100,000 GPUs.
constexpr int most_racks = 32'768;

/// The most racks within the limit, by doubling and halving; 0: not even one.
int most_that_keep(Sizer& sizer, int step) {
    int low = 0, high = step;
    while (high <= most_racks && sizer.keeps(high) && !sizer.is_stopped()) {
        low = high;
        high *= 2;
    }
    while (high - low > step && !sizer.is_stopped()) {
        const int middle = low + (high - low) / 2 / step * step;
        (sizer.keeps(middle) ? low : high) = middle;
    }
    return low;
}
/// The fewest racks within the limit; none: no number is.
std::optional<int> fewest_that_keep(Sizer& sizer, int step) {
    int high = step;
    while (high <= most_racks && !sizer.keeps(high) && !sizer.is_stopped()) high *= 2;
    if (high > most_racks || sizer.is_stopped()) return std::nullopt;
    int low = high / 2;
    while (high - low > step && !sizer.is_stopped()) {
        const int middle = low + (high - low) / 2 / step * step;
        (sizer.keeps(middle) ? high : low) = middle;
    }
    return high;
}

} // namespace

std::string_view name_of(EqualBy by) { return amount(by).name; }
std::string_view label_of(EqualBy by) { return amount(by).label; }

std::string amount_text(EqualBy by, double value) {
    if (by == EqualBy::days) return fmt::format("{} days", plain_number(value / seconds_a_day));
    if (by == EqualBy::floor) return fmt::format("{} m²", format_count(value));
    if (by == EqualBy::gpus) return fmt::format("{} GPUs", format_count(value));
    return format_quantity(value, amount(by).dimension, 3);
}

Result<double> parse_amount(EqualBy by, std::string_view text, std::string_view where) {
    auto value = parse_quantity(text, amount(by).dimension, where);
    if (!value) return value;
    if (!(*value > 0) || !std::isfinite(*value))
        return fail(std::string(where), fmt::format("'{}' is no amount above 0", text),
                    "give what all may have");
    return value;
}

Result<double> amount_of(const Answers& answers, EqualBy by) {
    if (by == EqualBy::floor) return floor_of(answers);
    const auto reading = ask_figure(answers, amount(by).figure);
    if (!reading) return tl::unexpected(reading.error());
    if (!reading->absent.empty() || !std::isfinite(reading->number))
        return fail(std::string(amount(by).figure),
                    fmt::format("“{}” has no {}: {}", answers.scenario().name, amount(by).label,
                                reading->absent.empty() ? "not known" : reading->absent),
                    "compare at equal of something else");
    return reading->number;
}

Result<EqualSize> sized_to(const Answers& answers, EqualBy by, double limit, const std::stop_token& stop) {
    const auto* asked = answers.get<AsAsked>();
    if (!asked || !*asked) return tl::unexpected(why_missing(asked));
    const auto room = RoomSolver::make((*asked)->prepared, answers.catalog());
    if (!room) return tl::unexpected(room.error());
    Sizer sizer(answers, *room, by, limit, stop);
    const int step = std::max(1, static_cast<int>(std::lround(room->step())));
    EqualSize out;
    out.limit = limit;
    out.drawn_racks = room->drawn();
    const bool is_least = by == EqualBy::days;
    int racks = 0;
    if (is_least) {
        const auto fewest = fewest_that_keep(sizer, step);
        if (!fewest && !stop.stop_requested())
            out.nearest = fmt::format("no number of racks up to {} takes {} or less",
                                      format_count(most_racks), amount_text(by, limit));
        racks = fewest.value_or(static_cast<int>(std::lround(room->drawn())));
    } else {
        racks = most_that_keep(sizer, step);
        if (racks == 0) {
            racks = step;
            const auto& least = sizer.at(step).amount;
            out.nearest = least ? fmt::format("{} already takes {}",
                                              step == 1 ? "one rack" : fmt::format("{} racks", step),
                                              amount_text(by, *least))
                                : "the fewest racks that can be drawn do not run";
        }
    }
    if (stop.stop_requested()) return fail("", "stopped", "ask again");
    const Tried& chosen = sizer.at(racks);
    out.racks = racks;
    out.scenario = chosen.scenario;
    out.amount = chosen.amount.value_or(std::nan(""));
    const int next = is_least ? racks - step : racks + step;
    if (next > 0) {
        out.one_more = sizer.at(next).amount;
        out.one_more_is_held = by == EqualBy::power && sizer.at(next).is_held;
    }
    out.meets = out.nearest.empty();
    return out;
}

} // namespace roofrack
