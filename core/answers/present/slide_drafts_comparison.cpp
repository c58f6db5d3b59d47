// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/compare/above_limit.h"
#include "core/answers/compare/cautions.h"
#include "core/answers/compare/compared_bands.h"
#include "core/answers/compare/comparison_study.h"
#include "core/answers/compare/comparison_text.h"
#include "core/answers/decide/odds_conclusion.h"
#include "core/answers/decide/odds_text.h"
#include "core/answers/present/comparison_title.h"
#include "core/answers/present/odds_title.h"
#include "core/answers/present/plain_words.h"
#include "core/answers/present/slide_drafts.h"
#include "core/answers/present/slide_room.h"
#include "core/base/units/calendar_date.h"
#include "core/base/units/quantity_text.h"
#include "core/base/units/sentence.h"
#include "core/base/units/word_list.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <functional>
#include <limits>
#include <optional>
#include <span>

namespace roofrack {

namespace {

/// Figures by which one decides, on the first slide with their differences; and what is behind them.
constexpr std::string_view deciding_figures[] = {
    "money.increment.done_weeks", "money.increment.lead_weeks", "money.run.usd",
    "money.run.usd_per_million",  "money.capital.needed_usd",   "power.peak_w",
};
constexpr std::string_view further_figures[] = {
    "step.gpus",        "step.step_time_s", "money.run.useful_rate",
    "money.run.time_s", "step.mfu",         "step.goodput",
    "power.metered_w",  "power.pue",        "money.run.co2_kg",
};
/// More of them have no room for ranges.
constexpr size_t most_with_ranges = 3;

std::string plain_label(const ComparedRow& row) {
    const std::string_view name = row.label.empty() ? row.name : row.label;
    // The label ends with the basis, which plain words have behind them, too.
    const std::string plain = plain_figure(row.name, name);
    return row.basis.empty() || plain == name ? plain : plain + " " + row.basis;
}

/// "“A”, “B”: may not fit in memory", "“C”: announced", scenarios of which the same is said together.
std::vector<std::string> said_of_scenarios(const std::vector<ComparedScenario>& scenarios,
                                           const std::function<std::string(const ComparedScenario&)>& what) {
    std::vector<std::pair<std::string, std::string>> said; ///< what, and of whom
    for (const ComparedScenario& each : scenarios) {
        const std::string text = what(each);
        if (text.empty()) continue;
        const auto known = std::ranges::find(said, text, [](const auto& one) { return one.first; });
        if (known == said.end())
            said.emplace_back(text, "“" + each.name + "”");
        else
            known->second += ", “" + each.name + "”";
    }
    std::vector<std::string> out;
    for (const auto& [text, names] : said) out.push_back(names + ": " + text);
    return out;
}

/// "“Hall B”: 32 racks instead of 16, by the best plan found": size_sentence() as far as a slide has room.
std::string short_size(const EqualSize& size) {
    std::string out = fmt::format("“{}”: {}", size.scenario.name,
                                  size.racks == 1 ? "1 rack" : format_count(size.racks) + " racks");
    if (size.racks != size.drawn_racks) out += " instead of " + format_count(size.drawn_racks);
    if (!size.other_plan.empty()) out += ", by the best plan found";
    if (size.adds_nothing) out += ", nothing of what it adds fits";
    if (!size.meets) out += ", " + size.nearest;
    if (!size.unused.empty()) out += ", " + size.unused;
    return out;
}

/// The comparison of a project by these figures, as large as it keeps it; none, with the reason in `out`.
std::optional<ComparisonStudy> study_of(SlideContent& out, const DeckAnswers& deck,
                                        std::span<const std::string_view> figures) {
    const auto scenarios = deck.compared();
    if (scenarios.size() < fewest_compared) {
        out.missing = "The project has one scenario alone";
        return std::nullopt;
    }
    std::vector<std::string> names;
    for (const auto& each : scenarios) names.push_back(each->scenario().name);
    auto request = comparison_request(deck.project().comparison, names);
    if (!request) {
        out.missing = request.error().text();
        return std::nullopt;
    }
    request->figures.assign(figures.begin(), figures.end());
    request->more.clear();
    request->ways.clear();
    request->rows = RowFilter::all;
    request->differing_inputs = false;
    auto study = comparison_study(scenarios, *request);
    if (!study) {
        out.missing = study.error().text();
        return std::nullopt;
    }
    return std::move(*study);
}

/// All train a measured profile, of which a million are samples.
bool counts_samples(const DeckAnswers& deck, const Comparison& table) {
    const auto* const evaluation = deck.compared()[table.reference]->value<Evaluation>();
    return evaluation && evaluation->feasible && !(evaluation->tokens_per_s > 0);
}

/// "$1.02M" of "$1.02M ($0.952M to $1.09M)".
std::string without_range(std::string text) {
    const size_t from = text.find(" (");
    const size_t to = from == std::string::npos ? from : text.find(')', from);
    return to == std::string::npos ? text : text.erase(from, to + 1 - from);
}

/// A value with its range and date; without its range, or as the date alone, where there is no room for them.
std::string cell_of(const ComparedRow& row, const ComparedValue& value, const DeckAnswers& deck,
                    bool has_room) {
    if (!value.absent.empty()) return value.absent;
    const auto& order = deck.order();
    if (has_room) return order ? dated_text(row, value, *order) : value.text;
    std::string date = order ? date_of(row, value, *order) : std::string();
    if (!date.empty()) return date;
    return value.band ? without_range(value.text) : value.text;
}

/// "+$668k, +190.6 %", or "+190.6 %" where there is no room for both; empty where nothing differs.
std::string difference_cell(const ComparedValue& value, bool has_room) {
    const std::string& all = value.difference;
    if (all == "the same") return {};
    const size_t share = all.rfind(", ");
    return has_room || share == std::string::npos || !all.ends_with('%') ? all : all.substr(share + 2);
}

/// The rows of a comparison; `with_differences`: below each what it is apart from the reference.
void add_rows(SlideContent& out, const Comparison& table, const DeckAnswers& deck, bool with_differences) {
    const bool has_room = table.scenarios.size() <= most_with_ranges;
    out.head = {""};
    for (const ComparedScenario& each : table.scenarios) {
        const bool is_reference = &each == &table.scenarios[table.reference];
        out.head.push_back(with_differences && is_reference ? each.name + " (reference)" : each.name);
    }
    for (const ComparedRow& row : table.rows) {
        std::vector<std::string> cells{plain_label(row)}, differences{"difference"};
        for (const ComparedValue& value : row.values) {
            cells.push_back(cell_of(row, value, deck, has_room));
            differences.push_back(difference_cell(value, has_room));
        }
        out.rows.push_back(std::move(cells));
        const bool one_differs = std::any_of(differences.begin() + 1, differences.end(),
                                             [](const std::string& each) { return !each.empty(); });
        if (with_differences && one_differs) out.rows.push_back(std::move(differences));
    }
}

/// What the ranges in the rows are, and how sure the dates; empty where they have none.
std::string ranges_line(const Comparison& table, const DeckAnswers& deck) {
    std::string said;
    if (table.scenarios.size() <= most_with_ranges)
        if (const std::string ranges = ranges_text(table); !ranges.empty()) said = "(… to …): " + ranges;
    if (const std::string dates = deck.order() ? dates_text(table, *deck.order()) : std::string();
        !dates.empty())
        said = said.empty() ? begin_sentence(dates) : said + "; " + dates;
    return said;
}

/// "Resized to at most 2 MW of power at the meter each"; empty: they stand as drawn.
std::string resized_line(const std::vector<EqualSize>& all) {
    if (all.empty()) return {};
    const EqualSize& first = all.front();
    std::vector<std::string> apart;
    for (const EqualSize& each : all)
        if (!each.meets) apart.push_back("“" + each.scenario.name + "”");
    const std::string amount = amount_text(first.by, first.limit);
    return fmt::format("Resized to {}{}",
                       do_some_stop(all) ? fmt::format("at most {} of {} each", amount, label_of(first.by))
                                         : fmt::format("be at equal {}, {}", label_of(first.by), amount),
                       apart.empty() ? "" : ", which is not met by " + word_list(apart));
}

/// The scenarios, those with the gravest caution first.
std::vector<ComparedScenario> by_gravity(std::vector<ComparedScenario> scenarios) {
    std::ranges::stable_sort(scenarios, {}, [](const ComparedScenario& each) {
        const auto gravest = std::ranges::min_element(each.cautions, {}, &Caution::kind);
        return gravest == each.cautions.end() ? std::numeric_limits<int>::max()
                                              : static_cast<int>(gravest->kind);
    });
    return scenarios;
}

/// What is said of a comparison below its rows: what the rows are of, what makes them less sure, the gravest
/// first, and then what explains them, since a slide may have no room for all. `in_detail`: cautions and
/// sizes with their numbers.
std::vector<std::string> comparison_lines(const ComparisonStudy& study, const DeckAnswers& deck,
                                          bool in_detail) {
    const Comparison& table = study.table;
    std::vector<std::string> out;
    const auto add = [&](std::vector<std::string> lines) {
        for (std::string& each : lines)
            if (!each.empty()) out.push_back(std::move(each));
    };
    const auto is_early = [](const Caution& each) { return each.kind == CautionKind::done_meanwhile; };
    add({resized_line(study.sizes), ranges_line(table, deck)});
    // Its days and $ in the rows are of another run than its date.
    add(said_of_scenarios(table.scenarios, [&](const ComparedScenario& each) {
        const auto found = std::ranges::find_if(each.cautions, is_early);
        return found == each.cautions.end() ? std::string()
                                            : found->detailed_text() + ", by which it is never the best";
    }));
    const std::vector<std::string> cautions =
        said_of_scenarios(by_gravity(table.scenarios), [&](const ComparedScenario& each) {
            std::vector<Caution> others = each.cautions;
            std::erase_if(others, is_early);
            return in_detail ? ScenarioCaution{each.name, std::move(others)}.detailed_text()
                             : fmt::format("{}", fmt::join(caution_texts(others), ", "));
        });
    // Where not all of many have room, the gravest have.
    const bool stand_alone = in_detail || table.scenarios.size() > most_with_ranges;
    add(stand_alone ? cautions : std::vector{fmt::format("{}", fmt::join(cautions, "; "))});
    // Nor says the date that nothing trains until then.
    add(said_of_scenarios(table.scenarios, [](const ComparedScenario& each) { return each.trains_none; }));
    add(study.notes);
    add(above_limit_sentences(table));
    std::vector<std::string> sizes;
    for (const EqualSize& each : study.sizes)
        sizes.push_back(in_detail ? size_sentence(each) : short_size(each));
    add(in_detail ? sizes : std::vector{fmt::format("{}", fmt::join(sizes, "; "))});
    if (std::ranges::any_of(table.scenarios, [](const ComparedScenario& each) {
            return std::ranges::find(each.cautions, CautionKind::unconfirmed_price, &Caution::kind) !=
                   each.cautions.end();
        }))
        add({"Not confirmed are prices that no page was read of: those estimated by class, and those from "
             "memory, judgement or an announcement"});
    return out;
}

/// A quantile of a figure as a slide has room for it: a date where the day of the order is known.
std::string quantile_cell(const FigureOdds& odds, size_t scenario, double value, const DeckAnswers& deck) {
    if (!is_date(odds.figure) || !std::isfinite(value)) return spread_text(odds, scenario, value, {});
    return deck.order() ? date_text(weeks_after(*deck.order(), value)) : sampled_number(odds.figure, value);
}

/// How many of so many figures have room for a row a scenario, and what is below the table too. The others
/// have their conclusion alone.
size_t figures_with_spreads(size_t figures, size_t scenarios) {
    constexpr double room = 540, row = 37, wrapped_conclusion = 66, long_conclusion = 95; // px
    const double with = long_conclusion + row * static_cast<double>(scenarios - 1);
    const double left = room - wrapped_conclusion * static_cast<double>(figures);
    return left > 0 ? std::min(figures, static_cast<size_t>(left / (with - wrapped_conclusion))) : 0;
}

/// The conclusion of each figure, and beside those of the first ones how the scenarios are spread; false:
/// there was no room for a spread.
bool add_odds(SlideContent& out, const Odds& odds, const DeckAnswers& deck) {
    std::vector<std::pair<const FigureOdds*, std::string>> concluded;
    for (const FigureOdds& each : odds.figures)
        if (std::string conclusion = conclusion_text(odds, each); !conclusion.empty())
            concluded.emplace_back(&each, std::move(conclusion));
    const size_t with_spreads = figures_with_spreads(concluded.size(), odds.scenarios.size());
    if (with_spreads > 0) out.head = {"", "", "P10", "P50", "P90", ""};
    for (size_t k = 0; k < concluded.size(); ++k) {
        const FigureOdds& each = *concluded[k].first;
        const std::string& conclusion = concluded[k].second;
        const std::string label = plain_figure(each.figure.name, each.figure.row->label);
        if (k >= with_spreads) {
            out.rows.push_back({label, conclusion});
            if (with_spreads > 0) out.rows.back().insert(out.rows.back().begin() + 1, 4, "");
            continue;
        }
        for (size_t i = 0; i < each.scenarios.size(); ++i) {
            const FigureSpread& of = each.scenarios[i];
            const auto cell = [&](double value) { return quantile_cell(each, i, value, deck); };
            out.rows.push_back({i == 0 ? label : "", odds.scenarios[i], cell(of.p10), cell(of.p50),
                                cell(of.p90), i == 0 ? conclusion : ""});
        }
    }
    return with_spreads > 0;
}

} // namespace

void draft_comparison(SlideContent& out, const DeckAnswers& deck) {
    const auto study = study_of(out, deck, deciding_figures);
    if (!study) return;
    const Comparison& table = study->table;
    out.title = comparison_title(table, counts_samples(deck, table));
    add_rows(out, table, deck, true);
    out.text = comparison_lines(*study, deck, false);
}

bool needs_comparison_notes(const DeckAnswers& deck) {
    SlideContent first;
    draft_comparison(first, deck);
    return first.missing.empty() && !has_room_below(first);
}

void draft_comparison_notes(SlideContent& out, const DeckAnswers& deck) {
    const auto study = study_of(out, deck, deciding_figures);
    if (!study) return;
    out.body = SlideBody::text;
    out.title = comparison_title(study->table, counts_samples(deck, study->table)) + " (cautions)";
    out.text = comparison_lines(*study, deck, true);
    if (const std::string base = base_text(study->sizes); !base.empty())
        out.text.push_back("Power at the meter is " + base);
    if (out.text.empty()) out.missing = "There is nothing to be known beside the figures";
}

void draft_comparison_more(SlideContent& out, const DeckAnswers& deck) {
    const auto deciding = study_of(out, deck, deciding_figures);
    const auto study = deciding ? study_of(out, deck, further_figures) : std::nullopt;
    if (!study) return;
    out.title = comparison_title(deciding->table, counts_samples(deck, deciding->table)) + " (continued)";
    add_rows(out, study->table, deck, false);
    out.text = said_of_scenarios(study->table.scenarios, terms_text);
    if (std::string ranges = ranges_line(study->table, deck); !ranges.empty())
        out.text.push_back(std::move(ranges));
    const size_t all = deck.project().scenarios.size(), compared = study->table.scenarios.size();
    if (all > compared)
        out.text.push_back(fmt::format("The first {} of {} scenarios are compared", compared, all));
}

void draft_comparison_odds(SlideContent& out, const DeckAnswers& deck) {
    const auto study = study_of(out, deck, deciding_figures);
    if (!study) return;
    const Comparison& table = study->table;
    const Result<Odds>& odds = deck.odds();
    out.title = odds ? odds_title(*odds) : "Odds and reasons";
    const bool has_spreads = odds && add_odds(out, *odds, deck);
    const std::string reference = "“" + table.scenarios[table.reference].name + "”";
    // The columns of spreads have no room for sentences: those stand below then.
    const auto add_reason = [&](std::string of, std::string reason) {
        if (has_spreads)
            out.text.push_back(of + ": " + reason);
        else
            out.rows.push_back({std::move(of), std::move(reason)});
    };
    for (const ComparedScenario& each : table.scenarios)
        if (!each.reason.empty())
            add_reason("“" + each.name + "”", not_running_text(each.reason));
        else if (!each.sentence.empty())
            add_reason("“" + each.name + "” against " + reference, each.sentence);
    if (!odds) {
        out.text.push_back("No odds: " + odds.error().text());
        return;
    }
    out.text.push_back(samples_text(*odds));
    if (has_spreads) out.text.emplace_back(quantiles_text);
    for (const std::string& note : odds_notes(*odds)) out.text.push_back(note);
}

std::string way_title(const DeckAnswers& deck) {
    SlideContent none;
    const std::string& kept = deck.project().comparison.way;
    const std::string_view figures[] = {kept.empty() ? figure_of_parts : std::string_view(kept)};
    const auto study = study_of(none, deck, figures);
    if (!study || study->table.rows.empty()) return "From one scenario to the others";
    const Comparison& table = study->table;
    const ComparedRow& row = table.rows.front();
    const size_t count = table.scenarios.size();
    const auto value = [&](size_t i) {
        const bool is_there = row.values[i].absent.empty();
        return fmt::format("{} of “{}”", is_there ? cell_of(row, row.values[i], deck, false) : "none",
                           table.scenarios[i].name);
    };
    std::vector<std::string> others;
    for (size_t i = 0; i < count; ++i)
        if (i != table.reference && (count <= most_with_ranges || row.values[i].is_best))
            others.push_back(value(i));
    const std::string from = begin_sentence(plain_label(row)) + ": " + value(table.reference);
    if (count <= most_with_ranges) return fmt::format("{} becomes {}", from, fmt::join(others, ", "));
    // Among many the best is named.
    return others.size() == 1 ? fmt::format("{} becomes {}, the best of {}", from, others.front(), count)
                              : fmt::format("{} against {} others", from, count - 1);
}

} // namespace roofrack
