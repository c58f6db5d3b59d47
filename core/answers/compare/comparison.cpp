// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/compare/comparison.h"

#include "core/answers/compare/above_limit.h"
#include "core/answers/compare/cautions.h"
#include "core/answers/compare/equal_scenarios.h"
#include "core/answers/compare/later_run.h"
#include "core/answers/compare/order_weeks.h"
#include "core/answers/figure_basis.h"
#include "core/answers/figure_index.h"
#include "core/answers/figure_title.h"
#include "core/answers/money_answers.h"
#include "core/answers/step_answers.h"
#include "core/base/figures/difference.h"
#include "core/base/units/calendar_date.h"
#include "core/drawing/project/address/input_list.h"
#include "core/study/money/missing_price.h"
#include "core/study/money/side_by_side.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <limits>
#include <map>

namespace roofrack {

namespace {

constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

/// One end, "low" or "high", of a figure's band; NaN: the figure has no band.
double band_end(const Answers& answers, const std::string& name, const char* end) {
    const auto reading = ask_figure(answers, fmt::format("{}.{}", name, end));
    return reading ? reading->number : no_number;
}

Result<ComparedValue> figure_of(const Answers& answers, const std::string& name, ComparedRow& row) {
    const auto reading = ask_figure(answers, name);
    if (!reading) return tl::unexpected(reading.error());
    auto json = ask_json(answers, name);
    if (!json) return tl::unexpected(json.error());
    ComparedValue out;
    out.value = std::move(*json);
    out.number = reading->number;
    out.text = reading->text;
    out.absent = reading->absent;
    if (out.absent.empty() && out.value.is_null()) out.absent = "not known";
    row.label = reading->row->label;
    row.help = reading->row->help;
    row.measure = reading->row->measure;
    row.unit = row.measure.stored;
    row.better = reading->row->better;
    if (out.absent.empty()) out.missing = missing_price(name, *reading->row, answers.value<Evaluation>());
    out.text = at_least_text(std::move(out.text), out.missing);
    if (out.absent.empty()) out.no_wait = no_wait_text(name, out.number, answers.value<Evaluation>());
    if (out.absent.empty()) out.above = above_limit(name, out.number, answers);
    if (reading->row->as<figures::BandOfValues>() && out.absent.empty())
        out.band = {band_end(answers, name, "low"), out.number, band_end(answers, name, "high")};
    return out;
}

Result<ComparedValue> input_of(const Answers& answers, const std::string& address) {
    auto json = input_value(answers.scenario(), address, answers.catalog());
    if (!json) return tl::unexpected(json.error());
    ComparedValue out;
    out.value = std::move(*json);
    out.number = out.value.is_number() ? out.value.get<double>() : no_number;
    if (out.value.is_null())
        out.absent = "the project does not say it";
    else
        out.text = out.value.is_string() ? out.value.get<std::string>() : out.value.dump();
    return out;
}

/// Fills the difference and the ratio of each value to the reference's.
void hold_against_reference(ComparedRow& row, const figures::Row* figure, size_t reference) {
    const ComparedValue& base = row.values[reference];
    for (ComparedValue& value : row.values) {
        row.differs |= value.value != base.value || value.absent.empty() != base.absent.empty();
        if (!std::isfinite(value.number) || !std::isfinite(base.number)) continue;
        if (&value != &base && !(value.missing.empty() && base.missing.empty())) continue;
        if (base.number != 0) value.ratio = value.number / base.number;
        if (&value == &base || !figure) continue;
        if (is_weeks_from_order(row.name)) { // a share of a date would say nothing
            value.difference = date_difference_text(value.number, base.number);
            continue;
        }
        const double difference = value.number - base.number;
        value.difference = figures::difference_text(
            {figure, difference, base.number != 0 ? difference / std::abs(base.number) : no_number,
             base.number});
    }
}

/// Marks the best value of those that may_be_best(); none where all are equal.
void mark_best(ComparedRow& row, const std::vector<ComparedScenario>& scenarios) {
    if (row.better == figures::Better::neither) return;
    const double sign = row.better == figures::Better::less ? -1 : 1;
    double best = -std::numeric_limits<double>::infinity(), worst = -best;
    const auto takes_part = [&](size_t i) { return may_be_best(scenarios[i], row.values[i]); };
    for (size_t i = 0; i < row.values.size(); ++i)
        if (takes_part(i)) {
            best = std::max(best, sign * row.values[i].number);
            worst = std::min(worst, sign * row.values[i].number);
        }
    if (!(best > worst)) return;
    for (size_t i = 0; i < row.values.size(); ++i)
        row.values[i].is_best = takes_part(i) && sign * row.values[i].number == best;
}

Result<ComparedRow> row_of(const std::vector<const Answers*>& scenarios, const std::string& asked) {
    ComparedRow out;
    out.is_input = asked.starts_with('/');
    out.name = asked;
    if (!out.is_input) {
        auto name = figure_named(asked);
        if (!name) return tl::unexpected(name.error());
        out.name = std::move(*name);
    }
    for (const Answers* answers : scenarios) {
        auto value = out.is_input ? input_of(*answers, out.name) : figure_of(*answers, out.name, out);
        if (!value) return tl::unexpected(value.error());
        out.values.push_back(std::move(*value));
    }
    return out;
}

/// Units of work, tokens or samples, of one step.
double work_of_step(const Evaluation& evaluation) {
    const double rate = evaluation.tokens_per_s > 0 ? evaluation.tokens_per_s : evaluation.samples_per_s;
    return rate * evaluation.step_time.si();
}

bool runs(const Evaluation& evaluation) { return evaluation.feasible && work_of_step(evaluation) > 0; }

/// Rows that are called alike get what tells them apart.
void tell_apart(std::vector<ComparedRow>& rows) {
    std::map<std::string, int> labels;
    for (const ComparedRow& row : rows) ++labels[row.label];
    for (ComparedRow& row : rows)
        if (!row.is_input && labels[row.label] > 1) row.label = distinct_label(row.name);
}

/// Says of which peak MFU and HFU are shares where that is another than a plan computes at.
void say_basis(const std::vector<const Answers*>& scenarios, ComparedRow& row) {
    std::string_view basis;
    bool is_of_all = true; // what computes in 16 bits is held against that peak, too
    for (const Answers* const each : scenarios) {
        const Evaluation* const evaluation = each->value<Evaluation>();
        if (!evaluation) continue;
        if (const std::string_view own = figure_basis(row.name, *each); !own.empty()) basis = own;
        is_of_all = is_of_all && evaluation->plan.precision >= Precision::fp16;
    }
    if (basis.empty()) return;
    row.basis = is_of_all ? std::string(basis) : fmt::format("(in FP8 and FP4 {})", basis);
    row.label += " " + row.basis;
}

/// A scenario that does not run has no such figure, whatever a step would take if it could be.
void take_away(ComparedValue& value, const ComparedScenario& scenario) {
    value = {};
    value.number = no_number;
    value.absent = scenario.reason;
}

std::string reason_of(const Answers& answers) {
    const auto* standstill = answers.get<Standstill>();
    if (!standstill) return "stopped";
    if (!*standstill) return standstill->error().text();
    if (!(*standstill)->runs()) return (*standstill)->text();
    const Evaluation* const evaluation = answers.value<Evaluation>();
    return evaluation && runs(*evaluation) ? std::string() : "there is no step";
}

/// The difference is too small to be said.
bool is_as_fast(double speed) { return std::abs(speed - 1) < 5e-4; }

/// A step is so nearly as long that shares of the difference, one over the other, are large and say nothing;
/// or a part is more than the whole difference, so that others work against it.
bool is_told_in_seconds(const ComparedScenario& scenario) {
    const auto is_more_than_all = [](const SpeedReason& each) { return std::abs(each.share) > 1; };
    return std::abs(scenario.speed - 1) < 0.02 || std::ranges::any_of(scenario.reasons, is_more_than_all);
}

/// "1.9 × faster, of which compute 42 %, tensor comm 31 %; but failures +8 %": the two parts that save most,
/// or cost most, and the one that works most against them. Where parts work against each other: "0.9 %
/// faster, of which compute −140 ms a step; but pipeline bubble +95 ms". What takes longer than in the
/// reference has a +, as on the way to it. `work`: units of a step.
std::string speed_sentence(const ComparedScenario& scenario, double work) {
    constexpr double least_named = 0.05; // share of the difference below which a part is not named
    constexpr size_t most_savings = 2, most_losses = 1;
    std::string out = speed_text(scenario.speed);
    if (is_as_fast(scenario.speed)) return out;
    const bool in_seconds = is_told_in_seconds(scenario);
    const auto change = [&](const SpeedReason& each) {
        return figures::change_text(-each.seconds * work, figures::seconds);
    };
    const auto share = [](const SpeedReason& each) {
        return fmt::format("{:.0f} %", 100 * std::abs(each.share));
    };
    std::vector<std::string> savings, losses;
    for (const SpeedReason& each : scenario.reasons) { // the largest first
        if (std::abs(each.share) < least_named) continue;
        if (each.share > 0 && savings.size() < most_savings)
            savings.push_back(
                fmt::format("{} {}", label_of(each.part), in_seconds ? change(each) : share(each)));
        else if (each.share < 0 && losses.size() < most_losses)
            losses.push_back(
                fmt::format("{} {}", label_of(each.part),
                            in_seconds ? change(each) : (each.seconds < 0 ? "+" : "−") + share(each)));
    }
    if (!savings.empty())
        out += fmt::format(", of which {}{}", fmt::join(savings, ", "), in_seconds ? " a step" : "");
    if (!losses.empty()) out += fmt::format("; but {}", fmt::join(losses, ", "));
    return out;
}

void fill_speed(const Answers& answers, const Answers& reference, const ComparedScenario& base,
                ComparedScenario& out) {
    if (!out.reason.empty() || !base.reason.empty()) return;
    if (!out.work.empty()) {
        out.sentence = "does other work: " + differ_text(out.work);
        return;
    }
    const Evaluation &mine = *answers.value<Evaluation>(), &theirs = *reference.value<Evaluation>();
    const double now = mine.step_time.si() / work_of_step(mine),
                 before = theirs.step_time.si() / work_of_step(theirs);
    out.speed = before / now;
    out.reasons = speed_reasons(theirs, mine);
    out.sentence = speed_sentence(out, work_of_step(mine));
    if (!out.vanished.empty())
        out.sentence = is_as_fast(out.speed) ? out.vanished : out.sentence + "; but " + out.vanished;
    if (out.misses()) out.sentence += "; but it does not meet the amount: " + out.shortfall;
    if (base.misses()) out.sentence += "; but the reference does not meet the amount: " + base.shortfall;
}

} // namespace

bool is_of_run(std::string_view figure, figures::Better better) {
    if (figure.starts_with("money.capital.") || figure.starts_with("step.memory.")) return false;
    return better != figures::Better::neither || figure.starts_with("step.step_time");
}

bool may_be_best(const ComparedScenario& scenario, const ComparedValue& value) {
    return scenario.reason.empty() && scenario.work.empty() && !scenario.misses() &&
           scenario.vanished.empty() && value.missing.empty() && value.barred.empty() &&
           value.no_wait.empty() && std::isfinite(value.number);
}

std::string dated_text(const ComparedRow& row, const ComparedValue& value, std::chrono::sys_days order) {
    const std::string date = date_of(row, value, order);
    return date.empty() ? value.text : value.text + ", " + date;
}

std::string date_of(const ComparedRow& row, const ComparedValue& value, std::chrono::sys_days order) {
    return value.absent.empty() && is_weeks_from_order(row.name) && std::isfinite(value.number)
               ? date_text(weeks_after(order, value.number))
               : std::string();
}

std::string dates_text(const Comparison& comparison, std::chrono::sys_days order) {
    const auto has_date = [&](const ComparedRow& row) {
        return std::ranges::any_of(
            row.values, [&](const ComparedValue& value) { return !date_of(row, value, order).empty(); });
    };
    if (std::ranges::none_of(comparison.rows, has_date)) return {};
    return fmt::format("dates: likely ones, all ordered on {} and each lead time at its likeliest",
                       date_text(order));
}

std::string terms_text(const ComparedScenario& scenario) {
    return scenario.terms.empty() ? std::string() : "stands on other terms: " + differ_text(scenario.terms);
}

std::string speed_text(double speed) {
    if (is_as_fast(speed)) return "as fast";
    const bool is_faster = speed > 1;
    const double times = is_faster ? speed : 1 / speed;
    // The ratio from which on it is "1.9 ×", not "9 %": nobody reads "1.12 × slower" as it is meant.
    const double said_in_times = is_faster ? 1.1 : 2;
    constexpr double whole = 0.0995; // from which on no decimal is said
    const double share = is_faster ? speed - 1 : 1 - speed;
    const char* const word = is_faster ? "faster" : "slower";
    return times < said_in_times ? fmt::format("{:.{}f} % {}", 100 * share, share < whole ? 1 : 0, word)
                                 : fmt::format("{:.3g} × {}", times, word);
}

StepParts part_changes(const Evaluation& from, double from_work, const Evaluation& to, double to_work) {
    StepParts out{};
    for (size_t i = 0; i < step_part_count; ++i) out[i] = to.parts[i] / to_work - from.parts[i] / from_work;
    return out;
}

std::vector<SpeedReason> speed_reasons(const Evaluation& reference, const Evaluation& other) {
    std::vector<SpeedReason> out;
    if (!runs(reference) || !runs(other)) return out;
    const double work = work_of_step(reference), other_work = work_of_step(other);
    const StepParts changes = part_changes(reference, work, other, other_work);
    double all = 0;
    for (size_t i = 0; i < step_part_count; ++i) {
        const double seconds = -changes[i];
        if (seconds != 0) out.push_back({static_cast<StepPart>(i), seconds, 0});
        all += seconds;
    }
    if (all == 0) return {};
    for (SpeedReason& each : out) each.share = each.seconds / all;
    std::ranges::stable_sort(out, std::greater(),
                             [](const SpeedReason& each) { return std::abs(each.share); });
    return out;
}

Result<Comparison> compare(const std::vector<const Answers*>& scenarios,
                           const std::vector<std::string>& names, size_t reference,
                           const std::vector<std::string>& shortfalls,
                           const std::vector<std::string>& vanished) {
    if (scenarios.size() < fewest_compared || scenarios.size() > most_compared)
        return fail("",
                    fmt::format("{} {} cannot be compared", scenarios.size(),
                                scenarios.size() == 1 ? "scenario" : "scenarios"),
                    fmt::format("name {} to {}", fewest_compared, most_compared));
    Comparison out;
    out.reference = std::min(reference, scenarios.size() - 1);
    const Answers& base = *scenarios[out.reference];
    for (const Answers* answers : scenarios) {
        ComparedScenario column;
        column.name = answers->scenario().name;
        column.reason = reason_of(*answers);
        column.work = work_beside(base, *answers);
        column.terms = terms_beside(base, *answers);
        column.cautions = cautions_of_run(*answers);
        out.scenarios.push_back(std::move(column));
    }
    for (size_t i = 0; i < std::min(shortfalls.size(), out.scenarios.size()); ++i)
        out.scenarios[i].shortfall = shortfalls[i];
    for (size_t i = 0; i < std::min(vanished.size(), out.scenarios.size()); ++i)
        out.scenarios[i].vanished = vanished[i];
    for (size_t i = 0; i < scenarios.size(); ++i)
        if (i != out.reference)
            fill_speed(*scenarios[i], base, out.scenarios[out.reference], out.scenarios[i]);
    for (const std::string& name : names) {
        auto row = row_of(scenarios, name);
        if (!row) return tl::unexpected(row.error());
        const auto reading =
            row->is_input ? Result<figures::Reading>(fail("", "")) : ask_figure(base, row->name);
        for (size_t i = 0; i < scenarios.size(); ++i)
            if (!out.scenarios[i].reason.empty() && !row->is_input && is_of_run(row->name, row->better))
                take_away(row->values[i], out.scenarios[i]);
        for (size_t i = 0; i < scenarios.size(); ++i)
            if (row->values[i].absent.empty())
                row->values[i].barred = barring_caution(row->name, out.scenarios[i].cautions);
        hold_against_reference(*row, reading ? reading->row : nullptr, out.reference);
        mark_best(*row, out.scenarios);
        out.rows.push_back(std::move(*row));
    }
    const auto is_date = [](const ComparedRow& row) { return row.name == "money.increment.done_weeks"; };
    for (size_t i = 0; i < scenarios.size() && std::ranges::any_of(out.rows, is_date); ++i)
        if (out.scenarios[i].reason.empty()) {
            if (i != out.reference) out.scenarios[i].later = later_run_text(base, *scenarios[i]);
            out.scenarios[i].trains_none = trains_none(*scenarios[i]);
        }
    tell_apart(out.rows);
    for (ComparedRow& row : out.rows)
        if (!row.is_input) say_basis(scenarios, row);
    return out;
}

} // namespace roofrack
