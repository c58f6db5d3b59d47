// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/answers.h"
#include "core/base/figures/shape.h"
#include "core/base/model/step_part.h"
#include "core/study/money/caution.h"

#include <chrono>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace roofrack {

/// What one part of the step has to do with the speed of a scenario against that of the reference.
struct SpeedReason {
    StepPart part = StepPart::compute;
    double seconds = 0; ///< s of a unit of work (a token or sample) that it saves; negative: it takes more
    double share = 0;   ///< share of all that is saved, or lost; the shares of all parts sum to 1
};

/// A column of a comparison.
struct ComparedScenario {
    std::string name;
    std::string reason;             ///< why it does not run; empty: it does
    std::vector<std::string> work;  ///< in what its work differs from the reference's: work_differences()
    std::vector<std::string> terms; ///< in what its site does: term_differences()
    /// Why it has not the amount that all were to meet in, so that it is never the best; empty: it has, or
    /// there is none.
    std::string shortfall;
    bool misses() const { return !shortfall.empty(); }
    /// That nothing is left of what it adds, so that it is never the best; empty: something is.
    std::string vanished;
    std::vector<Caution> cautions;    ///< cautions_of_run() it
    double speed = 0;                 ///< its useful rate ÷ the reference's; 0: not comparable
    std::vector<SpeedReason> reasons; ///< parts of the difference, the largest first; none: not comparable
    /// "1.9 × faster, of which compute 42 %, tensor comm 31 %; but failures +8 %", of nearly equal speeds in
    /// seconds of a step, each as change_text() has it; why there is no such thing; of one that is as fast
    /// since nothing is left of what it adds, that.
    std::string sentence;
    std::string later; ///< later_run_text(), where the date of the run is a row
    /// Meanwhile::trains_none_text() there; `later` says it, too.
    std::string trains_none;
};

/// "stands on other terms: power limit, climate differ"; empty: on those of the reference.
std::string terms_text(const ComparedScenario& scenario);

/// A figure or an input of one scenario.
struct ComparedValue {
    nlohmann::ordered_json value;           ///< as `ask --json` prints it
    double number = 0;                      ///< as it is stored, of a band its likely one; NaN: it is none
    std::optional<figures::BandValue> band; ///< where it is a band
    std::string text;                       ///< for people, with its unit
    std::string absent;                     ///< why it is not there; empty: it is
    /// missing_price() of it: its text says "at least", and it is neither held against others nor the best.
    std::string missing;
    /// barring_caution() of it, by which it is never the best.
    std::string barred;
    /// no_wait_text() of it, by which it is never the best.
    std::string no_wait;
    std::string above;     ///< why it is more power than the site may draw: above_limit(); empty: it is not
    bool is_best = false;  ///< better than another one, of those that do the same work as the reference, run,
                           ///< miss no amount, keep what they add, have all prices where the figure rests on
                           ///< them and no caution that bars them, and wait for something; never where
                           ///< nobody_is_best() of scenarios made equal
    bool overlaps = false; ///< it is the best, but may not be: mark_overlaps() of a ComparisonStudy
    std::string difference;      ///< to the reference: "+12.3 days, +8.0 %", "5 days earlier"; empty: none
    std::optional<double> ratio; ///< value ÷ reference
};

struct ComparedRow {
    std::string name; ///< full name of the figure, or address of the input
    std::string label, unit;
    figures::Measure measure{}; ///< how its numbers are written; of an input bare
    std::string basis;          ///< figure_basis() at the end of the label; empty: it says none
    std::string help{};         ///< what the figure is, in a phrase; of an input empty
    figures::Better better = figures::Better::neither;
    bool is_input = false;
    bool differs = false;              ///< two values differ, or one is absent
    std::vector<ComparedValue> values; ///< one per scenario
};

struct Comparison {
    size_t reference = 0; ///< place of the scenario that the others are held against
    std::vector<ComparedScenario> scenarios;
    std::vector<ComparedRow> rows;
};

/// Fewest and most scenarios of a comparison.
inline constexpr size_t fewest_compared = 2, most_compared = 6;

/// The figure that is said to consist of what it does, since it stands beside the capital.
inline constexpr std::string_view run_cost_figure = "money.run.usd";

/// Figures (names as figure_named() takes them) and inputs (addresses that begin with '/') of scenarios, each
/// found by that scenario's own answers: what `ask` prints of it. Fails on a name that does not exist and on
/// fewer than two or more than six scenarios; a scenario that does not run is a column that says so.
/// `scenarios` outlive the call only. `shortfalls`: one a scenario, why it could not be made to meet what all
/// meet; empty: it does. None at all: all do. `vanished`: likewise, ComparedSizes::vanished.
Result<Comparison> compare(const std::vector<const Answers*>& scenarios,
                           const std::vector<std::string>& names, size_t reference = 0,
                           const std::vector<std::string>& shortfalls = {},
                           const std::vector<std::string>& vanished = {});

/// Whether a figure, by its full name, tells how well a scenario runs, so that one that does not run has
/// none. What would have to be bought, and the memory that would be needed, are known of that one, too.
bool is_of_run(std::string_view figure, figures::Better better);

/// Whether a value may be the best of its row: its scenario runs, does the reference's work, misses no
/// amount and keeps something of what it adds, and it lacks no price, is not barred by a caution (it rests on
/// a rate that is not confirmed, or is of a run that is done without what is bought) and is no wait for
/// nothing.
bool may_be_best(const ComparedScenario& scenario, const ComparedValue& value);

/// The text of a value; where the row counts weeks from the order, with its date: "42 (36 to 58) weeks,
/// 2027-09-20". Empty: it is absent.
std::string dated_text(const ComparedRow& row, const ComparedValue& value, std::chrono::sys_days order);

/// The date of a value where the row counts weeks from the order: "2027-09-20"; empty: it has none.
std::string date_of(const ComparedRow& row, const ComparedValue& value, std::chrono::sys_days order);

/// How sure the dates of its rows are: "dates: likely ones, all ordered on 2026-11-30 and each lead time at
/// its likeliest". Empty: it has none.
std::string dates_text(const Comparison& comparison, std::chrono::sys_days order);

/// What each part of the step takes of a unit of work in the second evaluation beyond the first, in s, by the
/// units of a step of each: with 1 and 1 these are the changes of the step itself. Their sum is the
/// difference between the wall steps, each divided by its units.
StepParts part_changes(const Evaluation& from, double from_work, const Evaluation& to, double to_work);

/// How fast at a speed that is so many times the reference's: "as fast", "9.7 % faster", "1.12 × faster", "11
/// % slower".
std::string speed_text(double speed);

/// The parts of the difference in s a unit of work between two evaluations that run, the largest first: they
/// sum to the difference of wall step ÷ batch.
std::vector<SpeedReason> speed_reasons(const Evaluation& reference, const Evaluation& other);

} // namespace roofrack
