// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/design/design_losses.h"
#include "core/answers/design/design_verdict.h"
#include "core/answers/figure_index.h"
#include "core/answers/report/design/design_json.h"
#include "core/answers/step_answers.h"
#include "core/drawing/project/address/set_value.h"
#include "core/step/engine/plan_memory.h"
#include "core/step/search/search.h"
#include "core/study/money/figure_cautions.h"
#include "core/study/money/missing_price.h"
#include "tests/support/cli.h"
#include "tests/support/random_scenario.h"
#include "tests/support/rounds.h"
#include "tests/support/sample.h"

#include <QFileInfo>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <random>

using namespace roofrack;

namespace {

const Catalog& catalog() { return Catalog::built_in(); }

std::unique_ptr<const Answers> asked(const Scenario& scenario) {
    Snapshot out;
    out.scenario = std::make_shared<const Scenario>(scenario);
    return std::make_unique<const Answers>(std::move(out), catalog());
}

/// A question to a scenario, as the command line asks it.
DesignStudy study_of(const Answers& base, const std::string& goal, const std::vector<std::string>& limits,
                     const std::vector<std::string>& axes, const DesignSearchOptions& options = {},
                     const std::stop_token& stop = {}) {
    DesignStudy out;
    out.scenario = base.scenario().name;
    out.digest = scenario_digest(base.scenario(), base.catalog());
    auto space = design_space(axes, base.scenario(), base.catalog());
    if (!space) qFatal("%s", space.error().text().c_str());
    out.space = std::move(*space);
    auto asked_goal = parse_design_goal(base, goal);
    if (!asked_goal) qFatal("%s", asked_goal.error().text().c_str());
    out.question.goal = std::move(*asked_goal);
    for (const std::string& each : limits) {
        auto limit = parse_design_limit(base, each);
        if (!limit) qFatal("%s", limit.error().text().c_str());
        out.question.limits.push_back(std::move(*limit));
    }
    out.share = options.share;
    auto found = search_designs(base, out.space, out.question, options, nullptr, stop);
    if (!found) qFatal("%s", found.error().text().c_str());
    out.found = std::move(*found);
    out.as_drawn = scenario_row(base, out.question);
    out.verdict = judge_designs(out.space, out.question, out.found.rows, out.as_drawn);
    return out;
}

const DesignRow& best_of(const DesignStudy& study) { return study.found.rows[study.verdict.ranked.front()]; }

/// A design of the drawing without the design search: its inputs set one by one, the plan of the exhaustive
/// plan search, its figures as `ask` says them. NaN: it does not run, or has no such figure.
std::vector<double> by_hand(const Scenario& base, const DesignSpace& space, size_t design,
                            const std::vector<std::string>& figures) {
    Scenario scenario = base;
    bool replans = true;
    const std::vector<size_t> chosen = space.choices(design);
    for (size_t i = 0; i < chosen.size(); ++i) {
        const DesignAxis& axis = space.axes[i];
        const std::string& value = axis.values[chosen[i]];
        if (axis.name == "plan")
            replans = value == "best";
        else
            scenario = *set_value(scenario, axis.name, value, catalog());
    }
    std::vector<double> out(figures.size(), std::nan(""));
    if (replans) {
        const auto prepared = Prepared::make(scenario, catalog());
        if (!prepared) return out;
        // The fastest, unless it may not fit and one that surely does is at most a fiftieth slower.
        const double capacity = memory_capacity(prepared->impl(), prepared->fabric().gpus);
        const auto fits = [&](const RankedPlan& each) {
            return memory_need(prepared->impl(), each.plan, each.memory.si()).against(capacity) ==
                   MemoryVerdict::fits;
        };
        SearchOptions options;
        options.threads = 1;
        options.front = false;
        for (options.top = 1;; options.top *= 16) {
            const auto plans = search(*prepared, options);
            if (!plans || plans->best.empty()) return out;
            const RankedPlan& fastest = plans->best.front();
            const auto is_near = [&](const RankedPlan& each) {
                return each.step_time.si() <= 1.02 * fastest.step_time.si();
            };
            const auto sure = std::ranges::find_if(plans->best, fits);
            const bool is_found = sure != plans->best.end();
            const bool are_all = plans->best.size() < static_cast<size_t>(options.top);
            if (!is_found && !are_all && is_near(plans->best.back())) continue; // it may come yet
            scenario.plan = is_found && is_near(*sure) ? sure->plan : fastest.plan;
            break;
        }
    }
    const auto answers = asked(scenario);
    if (!answers->value<Standstill>() || !answers->value<Standstill>()->runs()) return out;
    for (size_t i = 0; i < figures.size(); ++i) {
        const auto reading = ask_figure(*answers, figures[i]);
        // What lacks a price is the least that it may come to: no figure to choose by.
        if (reading && reading->absent.empty() &&
            missing_price(figures[i], *reading->row, answers->value<Evaluation>()).empty())
            out[i] = reading->number;
    }
    return out;
}

bool is_same(double a, double b) {
    if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
    return std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b));
}

DesignRow row_of(size_t design, std::vector<double> values, std::string reason = {}) {
    DesignRow out;
    out.design = design;
    out.name = "design " + std::to_string(design);
    out.reason = std::move(reason);
    out.values = std::move(values);
    for (const double each : out.values) out.absent.emplace_back(std::isnan(each) ? "not known" : "");
    return out;
}

/// So many GPUs of which there are no servers of 72.
DesignRow uneven_row(size_t design, const char* gpus, size_t figures) {
    const UnevenSize uneven{gpus, "GPUs", "servers of 72"};
    DesignRow out = row_of(design, std::vector<double>(figures, std::nan("")), uneven.text());
    out.uneven = uneven;
    return out;
}

} // namespace

class TestDesignSearch : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void servers_are_shown_by_their_names() {
        const Scenario scenario;
        const std::string shown = with_server_names("server=drawn,hgx-h200,gb200-nvl72", catalog());
        QVERIFY2(shown.find("hgx-h200") == std::string::npos, shown.c_str());
        QVERIFY2(shown.find("drawn,") != std::string::npos, shown.c_str());
        const auto axis = parse_design_axis(shown, scenario, catalog());
        QVERIFY(axis);
        QCOMPARE(axis->values, (std::vector<std::string>{"drawn", "hgx-h200", "gb200-nvl72"}));
        QCOMPARE(with_server_names("gpus=64:512", catalog()), std::string("gpus=64:512"));
        QCOMPARE(with_server_names("server=nothing", catalog()), std::string("server=nothing"));
    }

    /// Other servers stand in the room that is there already: no design buys a building.
    void designs_stand_in_the_room_that_is_there() {
        const auto base = asked(test::sample("decisions/owned-h100"));
        const DesignStudy study =
            study_of(*base, "min:money.capital.building_usd", {}, {"server=gb200-nvl72", "gpus=576"});
        QCOMPARE(study.found.rows.size(), size_t(1));
        QVERIFY2(study.found.rows.front().runs(), study.found.rows.front().reason.c_str());
        QCOMPARE(study.found.rows.front().values.front(), 0.0);
    }

    /// Random drawings, inputs and limits: values, ranking and front are those of a search without any of the
    /// design search's code.
    void brute_force_agrees() {
        std::mt19937 random(38);
        size_t feasible = 0, infeasible = 0, standing_still = 0;
        const int spaces = test::rounds(50, 2);
        for (int round = 0; round < spaces; ++round) {
            // The first is a drawing that runs, of which batch and sequence change the best plan.
            const bool is_sample = round == 0;
            Scenario scenario = is_sample ? test::sample("dgx-h100-su") : test::random_scenario(random);
            scenario.workload.token_budget = 1e12;
            const auto base = asked(scenario);
            // A limit that holds the clocks, and one that does not.
            const double drawn = base->value<Evaluation>()->power.metered.si(),
                         power = drawn > 0 ? drawn : 1e6;
            const std::vector<std::string> axes{
                "/site/electricity_price=0.04,0.2",
                fmt::format("/site/power_limit={} W,{} W", 0.7 * power, 10 * power), "plan=best,given",
                is_sample ? "/workload/sequence=2048,16384" : "/cluster/links/uplink/health=1,0.5",
                "/workload/global_batch=128,1024"};
            const std::vector<std::string> figures{"money.run.usd_per_million", "step.power.facility_w",
                                                   "step.memory.needed_bytes"};
            const auto space = design_space(axes, scenario, catalog());
            QVERIFY2(space, space ? "" : space.error().text().c_str());
            std::vector<std::vector<double>> expected;
            for (size_t i = 0; i < space->size(); ++i)
                expected.push_back(by_hand(scenario, *space, i, figures));
            // Limits that about half of the designs keep.
            std::vector<std::string> limits;
            for (size_t f = 1; f < figures.size(); ++f) {
                std::vector<double> known;
                for (const auto& each : expected)
                    if (!std::isnan(each[f])) known.push_back(each[f]);
                std::ranges::sort(known);
                const double bound = known.empty() ? 1 : known[known.size() * 3 / 4];
                limits.push_back(fmt::format("{}<={}", figures[f], bound));
            }
            const DesignStudy study = study_of(*base, figures[0], limits, axes);
            QCOMPARE(study.found.rows.size(), expected.size());
            std::vector<size_t> kept;
            for (size_t i = 0; i < expected.size(); ++i) {
                const DesignRow& row = study.found.rows[i];
                for (size_t f = 0; f < figures.size(); ++f)
                    QVERIFY2(is_same(row.values[f], expected[i][f]),
                             qPrintable(QStringLiteral("space %1: %2: %3 is %4, by hand %5")
                                            .arg(round)
                                            .arg(QString::fromStdString(row.name + " " + row.reason))
                                            .arg(QString::fromStdString(figures[f]))
                                            .arg(row.values[f])
                                            .arg(expected[i][f])));
                bool keeps = !std::isnan(expected[i][0]);
                for (size_t f = 1; f < figures.size(); ++f)
                    keeps = keeps && study.question.limits[f - 1].is_kept(expected[i][f]);
                if (keeps) kept.push_back(i);
                ++(keeps ? feasible : std::isnan(expected[i][0]) ? standing_still : infeasible);
            }
            std::ranges::stable_sort(kept, [&](size_t a, size_t b) {
                return study.found.rows[a].values[0] < study.found.rows[b].values[0];
            });
            QVERIFY(study.verdict.ranked == kept);
            for (const size_t a : kept) {
                const bool is_dominated = std::ranges::any_of(kept, [&](size_t b) {
                    bool no_worse = true, better = false;
                    for (size_t f = 0; f < figures.size(); ++f) {
                        const double of_a = study.found.rows[a].values[f],
                                     of_b = study.found.rows[b].values[f];
                        no_worse = no_worse && of_b <= of_a;
                        better = better || of_b < of_a;
                    }
                    return no_worse && better;
                });
                QCOMPARE(study.verdict.standings[a].is_on_front, !is_dominated);
            }
        }
        qInfo("%d spaces: %zu designs meet all limits, %zu do not, %zu do not run", spaces, feasible,
              infeasible, standing_still);
        QVERIFY(feasible > 0 && infeasible > 0);
    }

    /// However it is shared out, the whole is printed byte for byte.
    void parts_make_the_whole() {
        const auto base = asked(test::sample("dgx-h100-su"));
        const std::string goal = "step.tokens_per_s";
        const std::vector<std::string> limits{"step.power.facility_w<=600 kW", "step.gpus>=64"},
            axes{"server=drawn,hgx-h100-roce,hgx-h200", "gpus=64,100,256", "nic_rate=200 Gb/s,400 Gb/s"};
        const std::string whole = design_json(study_of(*base, goal, limits, axes)).dump(1);
        for (const size_t n : {2u, 5u, 18u}) {
            std::vector<DesignPartText> parts;
            for (size_t k = n; k >= 1; --k) {
                DesignSearchOptions options;
                options.share = {k, n};
                options.threads = 1;
                parts.push_back({"part " + std::to_string(k),
                                 design_json(study_of(*base, goal, limits, axes, options)).dump(2)});
            }
            const auto merged = merged_designs(*base, parts);
            QVERIFY2(merged, merged ? "" : merged.error().text().c_str());
            QCOMPARE(design_json(*merged).dump(1), whole);
            parts.pop_back(); // the first part is missing
            const auto lacking = merged_designs(*base, parts);
            QVERIFY(lacking);
            QVERIFY(lacking->found.is_cancelled);
            parts.push_back(parts.front());
            QVERIFY(!merged_designs(*base, parts));
        }
    }

    /// 8, 16 and 32 servers of 8 GPUs are 64, 128 and 256 GPUs: of at most 130 the most are 128.
    void a_small_space_by_hand() {
        const auto base = asked(test::sample("dgx-h100-su"));
        const DesignStudy study =
            study_of(*base, "max:step.gpus", {"step.gpus<=130"}, {"server=hgx-h100-roce", "servers=8,16,32"});
        QCOMPARE(study.found.rows.size(), size_t(3));
        QCOMPARE(study.found.rows[2].values[0], 256.0);
        QCOMPARE(best_of(study).values[0], 128.0);
        QCOMPARE(study.verdict.ranked.size(), size_t(2));
        const DesignStanding& best = study.verdict.standings[1];
        QCOMPARE(best.use, 128.0 / 130);
        QCOMPARE(best.ends, std::string("32 servers break GPUs ≤ 130: 256"));
        // 256 ÷ 130 − 1
        QVERIFY(std::abs(study.verdict.standings[2].miss - 0.969230769) < 1e-6);
        QCOMPARE(study.verdict.standings[2].lost, std::string("misses GPUs by 126 (256 of 130)"));
    }

    /// Goal: less is better. Limits: at most 10, at least 4.
    void ranks_front_and_misses_by_hand() {
        const auto base = asked(test::sample("dgx-h100-su"));
        DesignQuestion question;
        question.goal = *parse_design_goal(*base, "min:step.gpus");
        question.limits = {*parse_design_limit(*base, "step.gpus<=10"),
                           *parse_design_limit(*base, "step.gpus>=4")};
        const DesignSpace space = *design_space({"gpus=1,2,3,4,5,6,7"}, base->scenario(), catalog());
        const double none = std::nan("");
        const std::vector<DesignRow> rows{row_of(0, {5, 8, 6}),
                                          row_of(1, {3, 9, 4}),
                                          row_of(2, {3, 9, 5}), // as the one before, but 5 for 4
                                          row_of(3, {1, 12, 6}),
                                          row_of(4, {2, none, 6}),
                                          row_of(5, {none, none, none}, "no network"),
                                          row_of(6, {none, 5, 5})};
        const DesignRow drawn = row_of(0, {2.5, 9, 9});
        const DesignVerdict verdict = judge_designs(space, question, rows, drawn);
        QVERIFY(verdict.ranked == (std::vector<size_t>{1, 2, 0}));
        // The second is as good as the first, and has more of the second limit.
        QVERIFY(verdict.front == (std::vector<size_t>{2, 0}));
        QCOMPARE(verdict.running, size_t(6));
        QVERIFY(verdict.standings[3].broken == std::vector<size_t>{0});
        QVERIFY(std::abs(verdict.standings[3].miss - 0.2) < 1e-12); // 12 ÷ 10 − 1
        QVERIFY(std::isinf(verdict.standings[4].miss));
        QVERIFY(verdict.standings[4].lost.find("which it has not: not known") != std::string::npos);
        QCOMPARE(verdict.standings[5].lost, std::string("no network"));
        QCOMPARE(verdict.standings[6].rank, size_t(0));
        QCOMPARE(verdict.standings[2].tightest.value_or(9), size_t(0)); // 9 of 10 against 4 of 5
        QVERIFY(verdict.sentence.find("“design 1” is the best of 3 that meet all limits, of 7 designs") == 0);
        QVERIFY2(verdict.sentence.find("The drawing as it is wins over all of them") != std::string::npos,
                 verdict.sentence.c_str());
        const auto losses = [&](const std::vector<DesignRow>& of) {
            std::vector<std::string> out;
            for (const DesignLoss& each :
                 design_losses(question, of, judge_designs(space, question, of, drawn)))
                out.push_back(each.text());
            return out;
        };
        const std::vector<std::string> broken_and_lacking{"2 break GPUs ≤ 10", "1 have no GPUs"};
        std::vector<std::string> lost = broken_and_lacking;
        lost.emplace_back("1 do not run or cannot be drawn: no network");
        QCOMPARE(losses(rows), lost);
        // The most frequent reason is the first, wherever it was found.
        std::vector<DesignRow> more = rows;
        for (const size_t design : {7, 8}) more.push_back(row_of(design, {none, none, none}, "no racks"));
        lost = broken_and_lacking;
        lost.emplace_back("2 do not run or cannot be drawn: no racks");
        lost.emplace_back("1 do not run or cannot be drawn: no network");
        QCOMPARE(losses(more), lost);
        QVERIFY(losses({rows[0], rows[1]}).empty());
        // Sizes that no server divides are one reason, whatever they are.
        lost = {"2 do not run or cannot be drawn: the GPUs are no whole number of servers of 72"};
        QCOMPARE(losses({uneven_row(0, "10,240", 3), uneven_row(1, "17,920", 3)}), lost);
        // They are told by what they are, whatever the words.
        lost = {"1 do not run or cannot be drawn: 9 GPUs are no whole number of anything"};
        QCOMPARE(losses({row_of(0, {none, none, none}, "9 GPUs are no whole number of anything")}), lost);
        // What a row has already is not said again; the sentence says by how much the second is behind.
        QCOMPARE(verdict.standings[0].lost, std::string("66.7 % behind the best")); // 5 against 3
        QCOMPARE(verdict.standings[2].lost, std::string("as good as the best, which comes before it"));
        QVERIFY(nearest_texts(rows, verdict).empty());
        // Without those that are feasible the nearest is that which misses by a fifth.
        const std::vector<DesignRow> missing{rows[4], rows[3], rows[5]};
        const DesignVerdict none_fits = judge_designs(space, question, missing, drawn);
        const std::vector<std::string> nearest = nearest_texts(missing, none_fits);
        QCOMPARE(nearest.size(), size_t(2));
        QCOMPARE(nearest[0], std::string("“design 3” misses GPUs by 2 (12 of 10)"));
        QVERIFY(none_fits.nearest == (std::vector<size_t>{1, 0}));
        QVERIFY2(none_fits.sentence.find("None of 3 designs meets all limits (2 run). The nearest misses: "
                                         "“design 3” GPUs by 2 (12 of 10)") == 0,
                 none_fits.sentence.c_str());
        const DesignVerdict still = judge_designs(space, question, {rows[5]}, drawn);
        QCOMPARE(still.sentence, std::string("None of 1 design runs. “design 5”: no network"));
        QVERIFY(judge_designs(space, question, {}, drawn).ranked.empty());
    }

    /// What goal and limits of the best rest on is said of it; by a share of a rate that nobody has confirmed
    /// it is never the best.
    void an_unconfirmed_rate_or_price_is_said_of_the_best() {
        const auto base = asked(test::sample("dgx-h100-su"));
        const std::string rate = "its BF16 rate is not confirmed";
        const DesignSpace space = *design_space({"gpus=1,2"}, base->scenario(), catalog());
        DesignQuestion question;
        question.goal = *parse_design_goal(*base, "step.tokens_per_s");
        std::vector<DesignRow> rows{row_of(0, {5, 4e6}), row_of(1, {9, 4e6})};
        rows[1].cautions = {read_caution(rate), read_caution("86 % of its price is not confirmed")};
        const auto judged = [&] { return judge_designs(space, question, rows, row_of(0, {2, 4e6})); };
        const std::string best = "tokens per second " + question.goal.value_text(9);
        const std::string fast = judged().sentence;
        QVERIFY2(fast.find(best + "; " + rate + "; the next is “design 0”") != std::string::npos,
                 fast.c_str());
        question.limits = {*parse_design_limit(*base, "money.capital.needed_usd<=5 M$")};
        const std::string limited = judged().sentence;
        QVERIFY2(limited.find(best + "; " + rate + ", 86 % of its price is not confirmed; the next is") !=
                     std::string::npos,
                 limited.c_str());
        std::swap(rows[0].cautions, rows[1].cautions);
        QVERIFY(judged().sentence.find("not confirmed") == std::string::npos); // another one has them
        std::swap(rows[0].cautions, rows[1].cautions);
        question.goal = *parse_design_goal(*base, "step.mfu");
        const DesignVerdict verdict = judged();
        QVERIFY(verdict.ranked == std::vector<size_t>{0});
        QCOMPARE(verdict.standings[1].lost, "is never the best: " + rate);
        const auto losses = design_losses(question, rows, verdict);
        QCOMPARE(losses.size(), size_t(1));
        QCOMPARE(losses.front().text(), "1 are never the best: " + rate);
        DesignStudy study;
        study.space = space;
        study.question = question;
        study.found.rows = rows;
        study.as_drawn = row_of(0, {2, 4e6});
        study.verdict = verdict;
        const auto json = design_json(study);
        QVERIFY(json["rows"][0]["barred"].is_null() && json["rows"][1]["barred"] == rate);
        rows.erase(rows.begin());
        QCOMPARE(judged().sentence,
                 "None of 1 design can be the best (1 runs): “design 1” is never the best: " + rate + ".");
        // One that misses a limit besides says so.
        question.limits = {*parse_design_limit(*base, "money.capital.needed_usd<=3 M$")};
        const std::string missing = judged().sentence;
        QVERIFY2(missing.starts_with("None of 1 design meets all limits (1 runs). The nearest misses: "),
                 missing.c_str());
    }

    /// 10,240 GPUs are a size of 8-GPU servers that share the axis: what ends 9,216 of a rack is its next
    /// size.
    void a_size_of_other_servers_ends_nothing() {
        const auto base = asked(test::sample("dgx-h100-su"));
        const DesignSpace space = *design_space({"gpus=9216,11520,10240"}, base->scenario(), catalog());
        DesignQuestion question;
        question.goal = *parse_design_goal(*base, "step.tokens_per_s");
        question.limits = {*parse_design_limit(*base, "power.metered_w<=20 MW")};
        std::vector<DesignRow> rows{row_of(0, {9, 16e6}), row_of(1, {11, 22e6}), uneven_row(2, "10,240", 2)};
        const DesignVerdict verdict = judge_designs(space, question, rows, row_of(0, {9, 16e6}));
        QCOMPARE(verdict.standings[0].ends, std::string("11,520 GPUs break metered power ≤ 20 MW: 22 MW"));
        // One that could be drawn and does not run ends it.
        rows[2] = row_of(2, {NAN, NAN}, "no network");
        QCOMPARE(judge_designs(space, question, rows, row_of(0, {9, 16e6})).standings[0].ends,
                 std::string("10,240 GPUs do not run: no network"));
    }

    /// Neither servers nor racks of the drawing come to 100 GPUs; 64 are a whole number of both.
    void a_size_that_nothing_comes_in_is_said() {
        const auto base = asked(test::sample("dgx-h100-su"));
        const DesignStudy study =
            study_of(*base, "step.tokens_per_s", {}, {"server=drawn,hgx-h200", "gpus=64,100", "plan=given"});
        QCOMPARE(study.found.rows.size(), size_t(4));
        for (const DesignRow& row : study.found.rows) {
            const bool is_uneven = row.name.find("100 GPUs") != std::string::npos;
            QVERIFY2(row.uneven.has_value() == is_uneven, row.name.c_str());
            if (!is_uneven) continue;
            const bool is_drawn = row.name.find("as drawn") != std::string::npos;
            QCOMPARE(row.reason, row.uneven->text());
            QVERIFY2(row.reason.starts_with(is_drawn
                                                ? "100 GPUs are no whole number of its racks, which come "
                                                : "100 GPUs are no whole number of servers of 8"),
                     row.reason.c_str());
        }
    }

    /// Dates are days apart: a share of the weeks from the order says nothing.
    void dates_are_days_behind_the_best() {
        const auto base = asked(test::sample("dgx-h100-su"));
        const DesignSpace space = *design_space({"gpus=1,2,4"}, base->scenario(), catalog());
        DesignQuestion question;
        question.goal = *parse_design_goal(*base, "money.increment.lead_weeks");
        const std::vector<DesignRow> rows{row_of(0, {40}), row_of(1, {40 + 5.0 / 7}), row_of(2, {40.01})};
        const DesignVerdict verdict = judge_designs(space, question, rows, row_of(0, {60}));
        QVERIFY(verdict.ranked == (std::vector<size_t>{0, 2, 1}));
        QCOMPARE(verdict.standings[1].lost, std::string("5 days later than the best"));
        QCOMPARE(verdict.standings[2].lost, std::string("on the same day as the best"));
        QVERIFY2(verdict.sentence.find("(on the same day as the best)") != std::string::npos,
                 verdict.sentence.c_str());
    }

    /// A design whose servers have no price is none to choose by money, however little the rest costs.
    void what_lacks_a_price_wins_nothing() {
        const auto base = asked(test::sample("claims/tpu-v4-pod"));
        const DesignStudy study =
            study_of(*base, "money.run.usd_per_million", {"money.capital.needed_usd<=1000 M$"},
                     {"/site/electricity_price=0.05,0.1", "plan=given"});
        QVERIFY(study.verdict.running == 2 && study.verdict.ranked.empty());
        for (const DesignRow& row : study.found.rows)
            for (const std::string& why : row.absent)
                QVERIFY2(why.starts_with("no price for “TPU v4 host"), why.c_str());
        QVERIFY2(study.verdict.sentence.find("which it has not: no price for") != std::string::npos,
                 study.verdict.sentence.c_str());
        const DesignStudy fastest =
            study_of(*base, "step.step_time_s", {}, {"/site/electricity_price=0.05,0.1", "plan=given"});
        QCOMPARE(fastest.verdict.ranked.size(), size_t(2));
    }

    /// Servers of other vendors do the same work; announced ones are marked.
    void servers_of_the_catalogue() {
        const auto base = asked(test::sample("dgx-h100-su"));
        const DesignStudy study =
            study_of(*base, "step.tokens_per_s", {},
                     {"server=hgx-h100-roce,mi355x-8,vr200-nvl72", "gpus=72,144", "oversubscription=1,2"});
        QCOMPARE(study.found.rows.size(), size_t(12));
        for (const DesignRow& row : study.found.rows) {
            const bool is_rack = row.name.find("VR200") != std::string::npos;
            if (is_rack) QVERIFY2(row.is_announced, row.name.c_str());
            const bool is_said =
                std::ranges::find(row.cautions, CautionKind::announced, &Caution::kind) != row.cautions.end();
            QVERIFY2(is_said == row.is_announced, row.name.c_str());
        }
        const DesignRow& best = best_of(study);
        QVERIFY2(best.is_announced == (best.name.find("VR200") != std::string::npos), best.name.c_str());
    }

    /// A design stands in the hall of the scenario that it is searched for: what needs liquid cooling there
    /// says so, as it does in a comparison, until the hall has some.
    void liquid_cooling_that_the_hall_lacks_is_said() {
        for (const bool has_liquid : {false, true}) {
            Scenario scenario = test::sample("decisions/owned-h100", has_liquid ? 2 : 0);
            Cluster& cluster = scenario.cluster;
            if (has_liquid) {
                cluster.find("cdu")->procurement = Procurement::owned;
            } else { // without a room of which a design could tell
                std::erase_if(cluster.elements, [](const Element& each) { return each.id == "room"; });
                for (Element& each : cluster.elements)
                    if (each.parent == "room") each.parent.clear();
                cluster.find("pod")->procurement = Procurement::owned;
            }
            const auto base = asked(scenario);
            const DesignStudy study =
                study_of(*base, "step.step_time_s", {}, {"server=dgx-b200,gb200-nvl72", "gpus=144"});
            QCOMPARE(study.found.rows.size(), size_t(2));
            for (const DesignRow& row : study.found.rows) {
                QVERIFY2(row.runs(), row.reason.c_str());
                const auto said = std::ranges::find(row.cautions, CautionKind::new_liquid, &Caution::kind);
                const bool is_liquid = row.name.find("GB200") != std::string::npos;
                QVERIFY2((said != row.cautions.end()) == (is_liquid && !has_liquid), row.name.c_str());
                if (said != row.cautions.end())
                    QCOMPARE(said->detail,
                             std::string("“CDU” is to be bought, and needs facility water in the hall"));
            }
        }
    }

    /// A design may be the fastest though the power that it keeps to holds its clocks: its row says so, as a
    /// comparison does.
    void clocks_that_the_supply_holds_are_said() {
        const auto base = asked(test::sample("dgx-h100-su"));
        const double drawn = ask_figure(*base, "power.metered_w")->number;
        const DesignStudy study =
            study_of(*base, "step.step_time_s", {},
                     {fmt::format("/site/power_limit={} W,{} W", 0.85 * drawn, 10 * drawn), "plan=given"});
        QCOMPARE(study.found.rows.size(), size_t(2));
        for (const size_t i : {0, 1}) {
            const DesignRow& row = study.found.rows[i];
            QVERIFY2(row.runs(), row.reason.c_str());
            const auto said = std::ranges::find(row.cautions, CautionKind::held_clocks, &Caution::kind);
            QVERIFY2((said != row.cautions.end()) == (i == 0), row.name.c_str());
            if (i == 0) QVERIFY(said->text.starts_with("the supply holds the clocks at "));
        }
        const std::string printed = design_json(study).dump();
        QVERIFY2(printed.find("the supply holds the clocks at ") != std::string::npos, printed.c_str());
    }

    void a_design_is_written_as_it_was_found() {
        const auto base = asked(test::sample("dgx-h100-su"));
        const DesignStudy study =
            study_of(*base, "step.tokens_per_s", {}, {"server=drawn,hgx-h200", "gpus=64,128"});
        for (const DesignRow& row : study.found.rows) {
            if (!row.runs()) continue;
            const auto scenario = designed_scenario(*base, study.space, row.design);
            QVERIFY2(scenario, scenario ? "" : scenario.error().text().c_str());
            const auto answers = asked(*scenario);
            QVERIFY(is_same(ask_figure(*answers, "step.tokens_per_s")->number, row.values[0]));
        }
        QVERIFY(!study.verdict.ranked.empty());
    }

    void a_stopped_search_keeps_what_it_found() {
        const auto base = asked(test::sample("dgx-h100-su"));
        std::stop_source stop;
        stop.request_stop();
        const DesignStudy study =
            study_of(*base, "step.tokens_per_s", {}, {"gpus=64,128"}, {}, stop.get_token());
        QVERIFY(study.found.is_cancelled);
        QVERIFY(study.found.rows.empty());
        QCOMPARE(study.verdict.sentence, std::string("No design was looked at."));
        DesignSearchOptions part;
        part.share = {1, 2};
        const DesignStudy half = study_of(*base, "step.tokens_per_s", {}, {"racks=8,16"}, part);
        QCOMPARE(half.found.rows.size(), size_t(1));
        QVERIFY(!half.found.is_cancelled);
    }

    void dates_count_from_the_order() {
        const auto base = asked(test::sample("dgx-h100-su"));
        using namespace std::chrono;
        const auto limit =
            parse_design_limit(*base, "money.increment.lead_weeks<=2027-09", sys_days(2027y / 9 / 2));
        QVERIFY2(limit, limit ? "" : limit.error().text().c_str());
        QCOMPARE(limit->bound, 4.0); // 2 to 30 September are 28 days
        QVERIFY(!parse_design_limit(*base, "money.increment.lead_weeks<=2027-09"));
        // With the day of the order values are dates, and differences weeks.
        DesignQuestion question;
        question.goal = *parse_design_goal(*base, "money.increment.lead_weeks");
        const std::string weeks = question.goal.value_text(2);
        question.count_from(sys_days(2027y / 9 / 2));
        QCOMPARE(question.goal.value_text(2), std::string("2027-09-16"));
        QCOMPARE(question.goal.amount_text(2), weeks);
        QVERIFY(
            !parse_design_limit(*base, "money.increment.lead_weeks<=2027-09-01", sys_days(2027y / 9 / 2)));
    }

    /// By id or name, in capitals or not; what is none of them names those that hold it.
    void servers_go_by_their_names_too() {
        const Scenario scenario = test::sample("dgx-h100-su");
        const Part* const server = catalog().part(PartKind::server, "gb200-nvl72");
        QVERIFY(server);
        for (const std::string& word :
             {std::string("gb200-nvl72"), std::string("GB200-NVL72"), server->name}) {
            const auto space = design_space({"server=" + word + ",Drawn"}, scenario, catalog());
            QVERIFY2(space, space ? "" : space.error().text().c_str());
            QCOMPARE(space->axis(DesignAxisKind::server)->values,
                     (std::vector<std::string>{"gb200-nvl72", "drawn"}));
        }
        const auto part_of_one = design_space({"server=GB200"}, scenario, catalog());
        QVERIFY(!part_of_one);
        QVERIFY2(part_of_one.error().text().find("'gb200-nvl72'") != std::string::npos,
                 part_of_one.error().text().c_str());
        const auto unknown = design_space({"server=abacus of wood"}, scenario, catalog());
        QVERIFY(!unknown && unknown.error().text().size() < 250);
    }

    void wrong_questions_are_said_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("said");
        QTest::newRow("limit without a sign") << "step.gpus 3"
                                              << "neither <= nor >=";
        QTest::newRow("unknown figure") << "step.gpu<=3"
                                        << "there is no";
        QTest::newRow("no number") << "step.plan.precision<=3"
                                   << "is not a number";
        QTest::newRow("wrong unit") << "step.power.facility_w<=3 GB"
                                    << "W";
        QTest::newRow("no value") << "step.gpus<="
                                  << "limit step.gpus<=";
        QTest::newRow("no axis") << "vary:"
                                 << "has no values";
        QTest::newRow("unknown axis") << "vary:serve=hgx-h100"
                                      << "nothing of a design is called so";
        QTest::newRow("unknown server") << "vary:server=hgx-h1000"
                                        << "no server 'hgx-h1000'";
        QTest::newRow("no count") << "vary:gpus=1.5"
                                  << "no whole number";
        QTest::newRow("no range") << "vary:gpus=8:4"
                                  << "is no range";
        QTest::newRow("too many") << "vary:gpus=1:9000000:1"
                                  << "too many";
        QTest::newRow("unknown input") << "vary:/plan/tb=3"
                                       << "there is no key";
        QTest::newRow("wrong input") << "vary:/plan/tp=many"
                                     << "/plan/tp";
        QTest::newRow("twice") << "vary:/plan/tp=1,1"
                               << "stands twice";
        QTest::newRow("empty") << "vary:/plan/tp=1,"
                               << "a value is empty";
        QTest::newRow("no plan") << "vary:plan=worst"
                                 << "no choice of a plan";
        QTest::newRow("no rate") << "vary:nic_rate=-1 Gb/s"
                                 << "no amount above 0";
        QTest::newRow("setting alone") << "vary:oversubscription=1,2"
                                       << "setting of templates";
        QTest::newRow("no template") << "vary:template=tree"
                                     << "there is no template";
        QTest::newRow("no direction") << "goal:step.gpus"
                                      << "say which";
        QTest::newRow("unknown goal") << "goal:speed"
                                      << "there is no";
        QTest::newRow("no part") << "part:3/2"
                                 << "no part";
        QTest::newRow("no part at all") << "part:x"
                                        << "no part";
    }
    void wrong_questions_are_said() {
        QFETCH(QString, text);
        QFETCH(QString, said);
        const auto base = asked(test::sample("dgx-h100-su"));
        const std::string whole = text.toStdString();
        std::string fault;
        const auto take = [&](const auto& result) {
            if (!result) fault = result.error().text();
        };
        if (whole.starts_with("vary:"))
            take(design_space({whole.substr(5)}, base->scenario(), catalog()));
        else if (whole.starts_with("goal:"))
            take(parse_design_goal(*base, whole.substr(5)));
        else if (whole.starts_with("part:"))
            take(parse_design_share(whole.substr(5)));
        else
            take(parse_design_limit(*base, whole));
        QVERIFY2(fault.find(said.toStdString()) != std::string::npos, fault.c_str());
    }

    void the_command_line_prints_it() {
        QTemporaryDir folder;
        const QString hall = QStringLiteral(ROOFRACK_SOURCE_DIR "/samples/dgx-h100-su.roofrack.json");
        const QStringList search{"design",  hall,
                                 "--goal",  "step.tokens_per_s",
                                 "--limit", "step.gpus<=200",
                                 "--vary",  "server=drawn,hgx-h200",
                                 "--vary",  "gpus=64:256"};
        const auto run = [&](const QStringList& more) { return test::run_cli(search + more); };
        const test::ProgramRun text = run({});
        QVERIFY2(text.exit_code == 0, text.err.constData());
        QVERIFY2(text.out.contains("is the best of 4 that meet all limits, of 6 designs"),
                 text.out.constData());
        QVERIFY2(text.out.contains("256 GPUs break GPUs ≤ 200: 256"), text.out.constData());
        QVERIFY2(text.out.endsWith("\n\n2 break GPUs ≤ 200\n"), text.out.constData());
        const QByteArray whole = run({"--json"}).out;
        const auto json = nlohmann::json::parse(whole.toStdString());
        QCOMPARE(json["ranked"].size(), size_t(4));
        QCOMPARE(run({"--csv"}).out.count('\n'), 7);
        // In two parts, which a project of its own merges.
        QStringList merge{"design", hall, "--json"};
        for (const char* const part : {"2/2", "1/2"}) {
            QFile file(folder.filePath(QString(part[0])));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(run({"--part", part, "--json"}).out);
            merge << "--merge" << file.fileName();
        }
        QVERIFY(test::run_cli(merge).out == whole);
        // The best as a project is what was found.
        const QString written = folder.filePath(QStringLiteral("best.roofrack.json"));
        QCOMPARE(test::run_cli(merge + QStringList{"--write", "1", "--out", written}).exit_code, 0);
        const auto value = nlohmann::json::parse(
            test::run_cli({"ask", written, "step.tokens_per_s", "--json"}).out.toStdString());
        const auto best = json["rows"][json["ranked"][0].get<size_t>()];
        QVERIFY2(value.dump().find(nlohmann::json(best["values"][0]).dump()) != std::string::npos,
                 value.dump().c_str());
        QVERIFY(run({"--write", "9", "--out", folder.filePath(QStringLiteral("x.roofrack.json"))}).exit_code >
                1);
        const test::ProgramRun none = run({"--limit", "step.gpus<=10"});
        QCOMPARE(none.exit_code, 1);
        QVERIFY2(none.out.contains("None of 6 designs meets all limits (6 run). The nearest misses: "),
                 none.out.constData());
        QVERIFY2(none.out.contains("GPUs by 54 (64 of 10)"), none.out.constData());
        QVERIFY(run({"--limit", "step.gpu<=10"}).err.contains("did you mean 'gpus'?"));
        QVERIFY(run({"--merge", "x"}).err.contains("are those of the parts"));
        QVERIFY(test::run_cli({"design", hall, "--vary", "gpus=64"}).err.contains("not said what for"));
    }

    void scripts_merge_the_parts() {
        if (QStandardPaths::findExecutable(QStringLiteral("parallel")).isEmpty())
            QSKIP("not installed: tools/packages.sh names it");
        QTemporaryDir folder;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("ROOFRACK_CLI"), QFileInfo(test::cli_path()).absoluteFilePath());
        const QString scripts = QStringLiteral(ROOFRACK_SOURCE_DIR "/packaging/cluster/"),
                      answer = folder.filePath(QStringLiteral("a b.json"));
        const QStringList project{QStringLiteral(ROOFRACK_SOURCE_DIR "/samples/dgx-h100-su.roofrack.json"),
                                  "--set", "/site/power_limit=1 MW"},
            asked{"--goal", "step.tokens_per_s", "--limit", "step.gpus<=200", "--vary", "gpus=64:256"};
        const auto run = test::run_program(
            scripts + "design-parallel",
            QStringList{"2", folder.filePath(QStringLiteral("out")), answer} + project + asked, environment);
        QVERIFY2(run.exit_code == 0, run.err.constData());
        QFile file(answer);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), test::run_cli(QStringList{"design", "--json"} + project + asked).out);
        // A part that is missing is said.
        QVERIFY(QFile::remove(folder.filePath(QStringLiteral("out/2-of-2.json"))));
        const auto lacking = test::run_program(
            scripts + "design-merge",
            QStringList{"2", folder.filePath(QStringLiteral("out")), answer} + project + asked, environment);
        QCOMPARE(lacking.exit_code, 1);
        QVERIFY2(lacking.err.contains("part 2 of 2 is missing"), lacking.err.constData());
    }

    void what_is_no_part_is_refused() {
        const auto base = asked(test::sample("dgx-h100-su")), other = asked(test::sample("gb200-nvl72-x8"));
        const std::string text = design_json(study_of(*base, "step.tokens_per_s", {}, {"racks=8,16"})).dump();
        const auto fault = [&](const Answers& answers, std::string part) {
            const DesignPartText parts[] = {{"p.json", std::move(part)}};
            const auto merged = merged_designs(answers, parts);
            return merged ? std::string() : merged.error().text();
        };
        QCOMPARE(fault(*base, text), std::string());
        QVERIFY(fault(*base, "{").find("p.json") == 0);
        QVERIFY(fault(*base, "{}").find("no part of a design search") != std::string::npos);
        QVERIFY(fault(*other, text).find("of another scenario") != std::string::npos);
        // Any key that is gone or of another kind is said, and never ends the program.
        const auto whole = nlohmann::ordered_json::parse(text);
        for (const auto& [key, unused] : whole.items())
            for (const nlohmann::ordered_json& value :
                 {nlohmann::ordered_json(), nlohmann::ordered_json(3), nlohmann::ordered_json("x"),
                  nlohmann::ordered_json::array({1}),
                  nlohmann::ordered_json::array({nlohmann::ordered_json::object()})}) {
                nlohmann::ordered_json changed = whole;
                changed[key] = value;
                static_cast<void>(fault(*base, changed.dump()));
            }
    }
};

QTEST_GUILESS_MAIN(TestDesignSearch)
#include "test_design_search.moc"
