// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/drawing_answers.h"
#include "core/answers/facility_answers.h"
#include "core/answers/money_answers.h"
#include "core/answers/present/plain_words.h"
#include "core/answers/present/slide_drafts.h"
#include "core/answers/present/slide_numbers.h"
#include "core/base/style/part_inks.h"
#include "core/base/style/state_inks.h"
#include "core/base/units/quantity_text.h"
#include "core/base/units/sentence.h"
#include "core/drawing/unique_names.h"
#include "core/facility/economics/capital_text.h"
#include "core/study/money/hour_rows.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <functional>

namespace roofrack {

namespace {

std::string watts_text(double value) { return format_quantity(value, Dimension::power, 3); }
std::string usd_text(double value) { return format_quantity(value, Dimension::money, 3); }
std::string count_of(double count, const char* one, const char* more) {
    return format_count(count) + (count == 1 ? one : more);
}
constexpr size_t most_slide_rows = 12, most_swings = 8;

/// What is beyond what it may carry or warmer than servers allow; else what is used most.
std::string fullest_text(const std::vector<Level>& levels,
                         const std::function<std::string(const Level&)>& name) {
    for (const Level& level : levels) {
        if (const auto below = level.below_limit(); below && level.is_over())
            return fmt::format("{} takes in air {:.1f} K above its limit", name(level), -below->si());
        if (const auto share = level.share())
            return level.is_over() ? fmt::format("{} carries {:.0f} % of what it may{}", name(level),
                                                 100 * *share, level.secured ? " after one failure" : "")
                                   : fmt::format("{} is the fullest, at {:.0f} %{}", name(level),
                                                 100 * *share, level.secured ? " after one failure" : "");
    }
    return {};
}

/// "the plant", "the plant and the site", "“Row A”, “Row B”, “Row C” and 4 more".
std::string listed(const std::vector<std::string>& names) {
    constexpr size_t most_named = 3;
    const size_t named = names.size() > most_named + 1 ? most_named : names.size();
    std::string out;
    for (size_t i = 0; i < named; ++i)
        out += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + names[i];
    return named < names.size() ? fmt::format("{} and {} more", out, names.size() - named) : out;
}

/// What levels have no bar, as a sentence; empty: all have one.
std::string levels_without_bar(const std::vector<std::string>& without_limit, size_t left_out) {
    std::string out;
    if (!without_limit.empty()) out = "No limit is known of " + listed(without_limit);
    if (left_out == 0) return out;
    return fmt::format("{}{}{} more {} no room here", out, out.empty() ? "" : "; ", left_out,
                       left_out == 1 ? "has" : "have");
}

/// As charts of the window have it: over, less than a tenth left, else good.
std::string margin_ink(double margin) {
    constexpr double little = 0.1;
    const StateInks& inks = light_state_inks;
    return ink_text(margin < 0 ? inks.critical : margin < little ? inks.warning : inks.good);
}

/// The colour of what is left below a limit of temperature, as charts of the window have it.
std::string kelvins_ink(Kelvins below) {
    constexpr Kelvins close(2); // judgement: what a door that stands open, or a lost unit, takes
    const StateInks& inks = light_state_inks;
    return ink_text(below < Kelvins(0) ? inks.critical : below < close ? inks.warning : inks.good);
}

/// What an hour pays for, in bands, and what the assumptions do to a million, as the picture of money has
/// them.
void chart_money(SlideContent& out, const MoneyStudy& study) {
    const std::vector<HourRow> rows = hour_rows(study);
    if (rows.empty()) return;
    SlideChart hour{.y_title = "$ an hour",
                    .heading = "Where a dollar goes",
                    .remarks = {hour_heading(rows)},
                    .is_money = true};
    for (const HourRow& row : rows)
        hour.bars.push_back({.label = std::string(row.name),
                             .value = row.dollars,
                             .low = row.low,
                             .high = row.high,
                             .text = hour_text(row, rows, study.run.hour.total()),
                             .colour = ink_text(ink_of(row.colour))});
    out.chart = std::move(hour);
    const CostTornado& tornado = study.tornado;
    if (tornado.bars.empty()) return;
    const char* const million = study.run.counts_samples ? "$ per million samples" : "$ per million tokens";
    SlideChart swings{.y_title = million,
                      .heading = "What the assumptions do to it",
                      .remarks = {fmt::format("{} by assumption, {} as it is", million,
                                              usd_text(tornado.dollars_per_million))},
                      .is_money = true,
                      .now = tornado.dollars_per_million};
    for (const TornadoBar& bar : tornado.bars) {
        if (swings.swings.size() == most_swings) break;
        swings.swings.push_back({std::string(label_of(bar.what)), bar.at_low, bar.at_high,
                                 assumption_text(bar, bar.low), assumption_text(bar, bar.high)});
    }
    if (const size_t left_out = tornado.bars.size() - swings.swings.size(); left_out > 0)
        swings.remarks.front() += fmt::format("; {} more move it less", left_out);
    out.second = std::move(swings);
}

} // namespace

void draft_drawing(SlideContent& out, const Answers& answers) {
    const auto* priced = answers.get<PricedBill>();
    if (!priced || !*priced) {
        out.missing = why_missing(priced).what;
        return;
    }
    const BillTotals& totals = (*priced)->bill.totals;
    if (answers.scenario().cluster.elements.empty()) {
        out.missing = "Nothing is drawn";
        return;
    }
    out.title =
        fmt::format("{} in {}, up to {}{} of IT power (nameplate)", count_of(totals.gpus, " GPU", " GPUs"),
                    count_of(totals.servers, " server", " servers"), watts_text(totals.it_power),
                    totals.without_power.empty() ? "" : " or more");
    out.head = {"Drawn", "All in all"};
    for (const auto& [what, count] : {std::pair("GPUs", totals.gpus),
                                      {"servers", totals.servers},
                                      {"switches", totals.switches},
                                      {"optics", totals.optics},
                                      {"cables", totals.cables}})
        out.rows.push_back({what, format_count(count)});
    out.rows.push_back({"IT power (nameplate)", watts_text(totals.it_power)});
}

void draft_power(SlideContent& out, const Answers& answers) {
    const auto* const levels = answers.get<FacilityLevels>();
    if (!levels || !*levels) {
        out.missing = why_missing(levels).what;
        return;
    }
    const FacilityStudy& study = (*levels)->study;
    const PowerState& power = study.state;
    out.title =
        fmt::format("The facility draws {}, {} for cooling and losses (PUE {:.2f})",
                    watts_text(power.facility.si()), watts_text((power.facility - power.it).si()), power.pue);
    // As the chart of levels has them: against what is left after the worst single failure, where it has a
    // spare.
    const UniqueNames names(answers.scenario().cluster);
    const auto named = [&](const Level& level) {
        const std::string drawn = names.of(level.id);
        return drawn.empty() ? "the " + level.id : drawn;
    };
    const auto quoted = [&](const Level& level) {
        const std::string drawn = names.of(level.id);
        return drawn.empty() ? named(level) : "“" + drawn + "”";
    };
    const std::string fullest = fullest_text(study.levels, quoted);
    if (!fullest.empty()) out.title += "; " + fullest;
    out.head = {"What carries it", "Of", "Load", "May carry", "Used"};
    SlideChart chart{.y_title = "Load ÷ what it may carry",
                     .heading = "How full every level of power and cooling is",
                     .is_share = true};
    std::vector<std::string> without_limit;
    size_t left_out = 0;
    for (const Level& level : study.levels) {
        const std::string name = named(level), of(word_of(level));
        const auto below = level.below_limit();
        const auto share = level.share();
        if (!below && !share) {
            without_limit.push_back((level.kind == Level::Kind::rack ? "the power of " : "") + quoted(level));
            continue;
        }
        if (out.rows.size() == most_slide_rows) {
            ++left_out;
            continue;
        }
        if (below) {
            const auto degrees = [](Celsius at) {
                return format_quantity(at.degrees(), Dimension::temperature, 3);
            };
            const std::string used = fmt::format("{:.1f} K {}", std::abs(below->si()),
                                                 *below < Kelvins(0) ? "above the limit" : "below the limit");
            out.rows.push_back({name, of, degrees(level.inlet), degrees(level.inlet_limit), used});
            // Kelvins are no share, which the bars are: they are said in a row of their own.
            chart.bars.push_back({.label = name + ", " + of,
                                  .text = fmt::format("{} · {}, {} allowed", used, degrees(level.inlet),
                                                      degrees(level.inlet_limit)),
                                  .colour = kelvins_ink(*below),
                                  .is_said = true});
            if (level.is_over()) out.text.push_back(fmt::format("{}, {}: {}", name, of, used));
        }
        if (!share) continue;
        out.rows.push_back({name, of, watts_text(level.load.si()), watts_text(level.bound()->si()),
                            fmt::format("{:.0f} %", 100 * *share)});
        const double peak = std::max(*share, level.peak / *level.bound());
        chart.bars.push_back({.label = name + ", " + of,
                              .value = *share,
                              .low = *share,
                              .high = peak > *share * 1.001 ? peak : *share, // a rounded sum is no peak
                              .text = fmt::format("{:.0f} % · {}", 100 * *share, carried_text(level)),
                              .colour = margin_ink(1 - *share)});
    }
    const bool has_whisker =
        std::ranges::any_of(chart.bars, [](const SlideChart::Bar& bar) { return bar.high > bar.low; });
    chart.remarks.push_back(
        std::string("Share of what it may carry, after the worst single failure where it has a spare") +
        (has_whisker ? "; whiskers: in the compute phase" : ""));
    if (std::string missing = levels_without_bar(without_limit, left_out); !missing.empty())
        chart.remarks.push_back(std::move(missing));
    const auto has_value = [](const SlideChart::Bar& bar) { return !bar.is_said; };
    if (std::ranges::any_of(chart.bars, has_value)) out.chart = std::move(chart);
}

void draft_money(SlideContent& out, const Answers& answers) {
    const auto* const money = answers.get<MoneyStudy>();
    if (!money || !*money) {
        out.missing = why_missing(money).what;
        return;
    }
    const MoneyStudy& study = **money;
    const RunCost& run = study.run;
    if (!run.has_price()) {
        out.missing = "The plan does not run, or no price is known";
        return;
    }
    const std::string at_least = run.gaps.empty() ? "" : "at least ";
    if (run.dollars_per_million > 0)
        out.title = fmt::format("A million {} cost {}{}", run.counts_samples ? "samples" : "tokens", at_least,
                                usd_text(run.dollars_per_million));
    if (run.has_budget())
        out.title +=
            fmt::format("{}{} {}{} in {}", out.title.empty() ? "" : ", ",
                        study.increment.done_meanwhile().empty() ? "the run" : "a run of all GPUs", at_least,
                        usd_text(run.dollars.si()), format_quantity(run.time.si(), Dimension::time, 3));
    if (out.title.empty())
        out.title = fmt::format("An hour costs {}{}", at_least, usd_text(run.per_hour.si()));
    out.head = {"An hour", "$"};
    for (const HourPart& part : parts_of(run.hour)) {
        out.rows.push_back({std::string(part.what), padded_usd(part.dollars)});
    }
    out.rows.push_back({"all", padded_usd(run.hour.total())});
    if (study.capital) out.text.push_back(capital_text(*study.capital, study.building));
    // Whoever has the racks may have the space, too.
    if (study.increment.says_procurement && !run.space_terms.empty())
        out.text.push_back(begin_sentence(run.space_terms));
    if (const std::string next = next_racks_text(study.next, run.counts_samples); !next.empty())
        out.text.push_back(begin_sentence(next));
    chart_money(out, study);
}

} // namespace roofrack
