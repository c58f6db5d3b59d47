// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/compare/above_limit.h"
#include "core/answers/compare/compared_bands.h"
#include "core/answers/compare/compared_figures.h"
#include "core/answers/compare/comparison.h"
#include "core/answers/compare/comparison_text.h"
#include "core/answers/compare/equal_scenarios.h"
#include "core/answers/compare/equal_size.h"
#include "core/answers/compare/later_run.h"
#include "core/answers/compare/order_weeks.h"
#include "core/answers/compare/rack_numbers.h"
#include "core/answers/compare/scenarios_beside.h"
#include "core/answers/compare/waterfall.h"
#include "core/answers/decide/figure_probe.h"
#include "core/answers/facility_answers.h"
#include "core/answers/figure_index.h"
#include "core/answers/report/compare/comparison_json.h"
#include "core/answers/step_answers.h"
#include "core/base/figures/plan_figures.h"
#include "core/base/units/calendar_date.h"
#include "core/drawing/check/check.h"
#include "core/drawing/templates/templates.h"
#include "core/study/scenario_like.h"
#include "tests/support/cli.h"
#include "tests/support/random_scenario.h"
#include "tests/support/rounds.h"
#include "tests/support/sample.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <numeric>
#include <random>

using namespace roofrack;

namespace {

std::shared_ptr<const Answers> asked(const Scenario& scenario) {
    Snapshot out;
    out.scenario = std::make_shared<const Scenario>(scenario);
    return std::make_shared<const Answers>(std::move(out), Catalog::built_in());
}

/// Whether the ports of what is drawn suffice for its cables.
bool is_cabled(const Scenario& scenario) {
    return std::ranges::none_of(
        check_cluster(scenario.cluster, Catalog::built_in()),
        [](const Finding& finding) { return finding.id == finding_id::ports_exceeded; });
}

/// Answers to a drawing of a template, with a batch and a plan that run on most numbers of GPUs.
std::shared_ptr<const Answers> drawn_by(const char* name, const TemplateSettings& settings) {
    const auto built = make_template(name, settings, Catalog::built_in());
    if (!built) return nullptr;
    Scenario scenario = built->scenarios.front();
    scenario.workload.global_batch = 1 << 16;
    scenario.plan.shard = 0;
    return asked(scenario);
}

/// Another scenario of the same work: other links, clocks, plan and prices.
Scenario changed_at_random(Scenario out, std::mt19937& random) {
    const auto chance = [&](double p) { return std::bernoulli_distribution(p)(random); };
    const auto between = [&](double low, double high) {
        return std::uniform_real_distribution<double>(low, high)(random);
    };
    if (chance(0.7))
        for (Link& link : out.cluster.links) link.health = between(0.5, 1);
    if (chance(0.5)) out.plan.recompute = Recompute::full;
    if (chance(0.5)) out.plan.zero = 1;
    if (chance(0.5)) out.site.electricity_price = between(0.03, 0.2);
    if (chance(0.5)) out.site.wet_bulb = Celsius(between(5, 30));
    if (chance(0.5)) out.site.restart_time = Seconds(between(60, 3600));
    if (chance(0.5)) out.calibration.compute_factor = between(0.8, 1.2);
    return out;
}

/// A drawing with its servers and containers kept and all else changed.
Cluster redrawn_at_random(Cluster out, std::mt19937& random) {
    const auto chance = [&](double p) { return std::bernoulli_distribution(p)(random); };
    for (Element& each : out.elements) {
        if (chance(0.1)) each.count += 1;
        if (chance(0.1)) each.speed = 0.9;
        if (chance(0.1)) each.power_limit = Watts(5e4);
        if (chance(0.1)) each.name += " again";
    }
    for (Link& each : out.links)
        if (chance(0.2)) each.health = 0.7;
    for (const ElementKind kind : {ElementKind::feed, ElementKind::storage, ElementKind::note})
        if (chance(0.4)) {
            Element added;
            added.id = fmt::format("added-{}", name_of(kind));
            added.kind = kind;
            out.elements.insert(
                out.elements.begin() + static_cast<long>(random() % (out.elements.size() + 1)), added);
        }
    const auto leave_out = [&](ElementKind kind) {
        if (!chance(0.4)) return;
        const auto gone = std::ranges::find(out.elements, kind, &Element::kind);
        if (gone == out.elements.end()) return;
        const std::string id = gone->id;
        std::erase_if(out.links, [&](const Link& each) { return each.from == id || each.to == id; });
        out.elements.erase(gone);
    };
    leave_out(ElementKind::feed);
    leave_out(ElementKind::storage);
    if (chance(0.2)) std::ranges::shuffle(out.elements, random);
    return out;
}

double sum_of(const Waterfall& way) {
    return std::accumulate(way.steps.begin(), way.steps.end(), way.from,
                           [](double sum, const WaterfallStep& step) { return sum + step.change; });
}

bool is_close(double a, double b) {
    return std::abs(a - b) <= 1e-9 * std::max({std::abs(a), std::abs(b), 1e-12});
}

/// What works against the difference is always named; shares of next to no difference, or above all of it,
/// are not.
void check_sentence(const ComparedScenario& scenario) {
    const std::string& said = scenario.sentence;
    const size_t savings = said.find(", of which ");
    if (savings == std::string::npos) return;
    const auto is_against = [](const SpeedReason& each) { return each.share < -0.05; };
    QVERIFY2((said.find("; but ") != std::string::npos) == std::ranges::any_of(scenario.reasons, is_against),
             said.c_str());
    const std::string named = said.substr(savings);
    const bool has_shares = named.find(" %") != std::string::npos;
    const auto is_more_than_all = [](const SpeedReason& each) { return std::abs(each.share) > 1; };
    const bool says_little =
        std::abs(scenario.speed - 1) < 0.02 || std::ranges::any_of(scenario.reasons, is_more_than_all);
    QCOMPARE(has_shares, !says_little);
    QVERIFY2(has_shares || named.find(" a step") != std::string::npos, said.c_str());
    // What takes longer than in the reference has a +, as on the way to it.
    const size_t against = named.find("; but ");
    const bool is_faster = scenario.speed > 1;
    if (against != std::string::npos && std::ranges::any_of(scenario.reasons, is_against))
        QVERIFY2(named.find(is_faster ? "+" : "−", against) != std::string::npos &&
                     named.find(is_faster ? "−" : "+", against) == std::string::npos,
                 said.c_str());
    if (!has_shares)
        QVERIFY2(named.find(is_faster ? "−" : "+") < std::min(against, named.size()), said.c_str());
}

} // namespace

class TestComparison : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// What is slower is slower by a share: nobody reads "1.12 × slower" as it is meant.
    void speeds_are_said_in_words() {
        QCOMPARE(speed_text(1), std::string("as fast"));
        QCOMPARE(speed_text(1.05), std::string("5.0 % faster"));
        QCOMPARE(speed_text(1.12), std::string("1.12 × faster"));
        QCOMPARE(speed_text(1 / 1.12), std::string("11 % slower"));
        QCOMPARE(speed_text(1 / 1.05), std::string("4.8 % slower"));
        QCOMPARE(speed_text(0.25), std::string("4 × slower"));
    }

    /// Each value is what `ask` finds of the scenario alone, for all figures and pairs of samples.
    void values_are_those_of_each_alone() {
        const std::vector<std::string> names = test::sample_names();
        const std::vector<std::string> figures = test::is_long_run() ? all_single_figures() : first_figures();
        for (size_t i = 0; i + 1 < names.size(); ++i) {
            const auto one = asked(test::sample(names[i])), two = asked(test::sample(names[i + 1]));
            const auto found = compare({one.get(), two.get()}, figures);
            QVERIFY2(found, names[i].c_str());
            QCOMPARE(found->rows.size(), figures.size());
            for (size_t k = 0; k < 2; ++k) {
                const auto alone = asked(test::sample(names[i + k]));
                const std::string& reason = found->scenarios[k].reason;
                for (const ComparedRow& row : found->rows) {
                    if (!reason.empty() && row.values[k].absent == reason) continue; // it does not run
                    const auto value = ask_json(*alone, row.name);
                    QVERIFY2(value && *value == row.values[k].value, row.name.c_str());
                    QVERIFY2(row.values[k].value.is_null() == !row.values[k].absent.empty(),
                             row.name.c_str());
                }
            }
        }
    }

    /// When the run is done is the wait for it and the run, and stands with its date.
    void the_day_of_the_end_is_compared() {
        using namespace std::chrono;
        Scenario with_none = test::sample("dgx-h100-su");
        const auto one = asked(with_none);
        with_none.workload.token_budget = 0;
        const auto other = asked(with_none);
        const auto found =
            compare({one.get(), other.get()}, {"money.increment.done_weeks", "money.increment.lead_weeks",
                                               "money.run.time_s", "step.step_time_s"});
        QVERIFY(found);
        const std::vector<ComparedRow>& rows = found->rows;
        const double done = rows[0].values[0].number;
        QVERIFY(is_close(done, rows[1].values[0].number + rows[2].values[0].number / (7 * 86400)));
        const sys_days order(2026y / 11 / 23);
        const std::string text = dated_text(rows[0], rows[0].values[0], order);
        const std::string date = date_text(order + days(std::lround(7 * done)));
        QVERIFY2(text.starts_with(rows[0].values[0].text) && text.ends_with(", " + date), text.c_str());
        QVERIFY(!rows[0].values[1].absent.empty());
        QVERIFY(dated_text(rows[0], rows[0].values[1], order).empty());
        QCOMPARE(dated_text(rows[3], rows[3].values[0], order), rows[3].values[0].text);
    }

    /// A run that is done later says by what trains until when; what is bought beside GPUs that do the run
    /// makes it no later.
    void why_a_run_is_done_later_is_said() {
        std::vector<std::shared_ptr<const Answers>> columns;
        for (size_t i = 0; i < 3; ++i) columns.push_back(asked(test::sample("decisions/owned-h100", i)));
        const std::vector<const Answers*> all{columns[0].get(), columns[1].get(), columns[2].get()};
        const auto found = compare(all, {"money.increment.done_weeks"});
        QVERIFY(found);
        const ComparedRow& row = found->rows[0];
        QCOMPARE(row.values[1].difference, std::string("the same"));
        QVERIFY(found->scenarios[0].later.empty() && found->scenarios[1].later.empty());
        ComparisonRequest request;
        request.figures = {"money.increment.done_weeks"};
        const auto study = comparison_study(columns, request);
        QVERIFY(study && comparison_csv(*study, {}).find("scenario.later,") != std::string::npos);
        const std::string& later = found->scenarios[2].later;
        QVERIFY2(later.starts_with(row.values[2].difference + ": ") &&
                     later.find(" in which nothing trains, as some of what is there is sold, then ") !=
                         std::string::npos &&
                     later.ends_with(" on all GPUs"),
                 later.c_str());
        // It is said where the date is a row, and of what is later alone.
        const auto other = compare(all, {"money.run.usd"});
        QVERIFY(other && other->scenarios[2].later.empty());
        const auto turned = compare(all, {"money.increment.done_weeks"}, 2);
        QVERIFY(turned && turned->scenarios[0].later.empty() && turned->scenarios[1].later.empty());
        // That what is sold trains nothing is said of the reference, too, and never twice.
        const std::string none = "what is there already trains none of the run, as some of it is sold";
        QVERIFY(turned->scenarios[0].trains_none.empty() && turned->scenarios[1].trains_none.empty());
        QCOMPARE(turned->scenarios[2].trains_none, none);
        QVERIFY(other->scenarios[2].trains_none.empty());
        const auto says = [&](const Comparison& comparison) {
            const std::vector<std::string> said = scenario_sentences(comparison);
            return std::ranges::any_of(said, [&](const std::string& each) { return each.ends_with(none); });
        };
        QVERIFY(says(*turned) && !says(*found));
        QVERIFY(comparison_markdown(ComparisonStudy{*turned, {}, {}, {}}, {}).find(none) !=
                std::string::npos);
        QCOMPARE(comparison_json(*study, {})["scenarios"][2]["trains_none"].get<std::string>(), none);
        // With a longer run what is there does a part of it.
        Scenario longer = test::sample("decisions/owned-h100", 1);
        longer.workload.token_budget = 1e14;
        const std::string part = later_run_text(*columns[0], *asked(longer));
        QVERIFY2(part.find(" in which the GPUs that are there already do ") != std::string::npos,
                 part.c_str());
    }

    /// A short wait is told as the figure has it, in weeks; a short run in days.
    void a_later_run_tells_its_wait_as_its_figure_does() {
        const auto rented = [](Deployment deployment) {
            Scenario out = test::sample("dgx-h100-su");
            out.workload.token_budget = 1e12;
            out.site.money.deployment = deployment;
            return asked(out);
        };
        const auto soon = rented(Deployment::on_demand_cloud), late = rented(Deployment::reserved_cloud);
        const auto found =
            compare({soon.get(), late.get()},
                    {"money.increment.done_weeks", "money.increment.lead_weeks", "money.run.time_s"});
        QVERIFY(found);
        const std::string& later = found->scenarios[1].later;
        const std::vector<ComparedValue>&waits = found->rows[1].values, &runs = found->rows[2].values;
        for (size_t i = 0; i < 2; ++i) {
            QVERIFY(waits[i].number < 10 && waits[i].number > 0);
            const std::string wait = figures::figure_text(waits[i].number, figures::weeks),
                              run = figures::figure_text(runs[i].number, figures::days);
            QVERIFY2(later.find(wait + " in which nothing trains, then " + run + " on all GPUs") !=
                         std::string::npos,
                     later.c_str());
        }
    }

    /// What a board asks stands in the first rows, which are seen in a low picture; the plan in the last
    /// ones.
    void the_answers_are_compared_first() {
        const std::vector<std::string> answers{
            "money.increment.done_weeks", "money.run.usd",        "money.run.usd_per_million",
            "money.capital.needed_usd",   "power.metered_w",      "power.peak_w",
            "step.step_time_s",           "money.run.useful_rate"};
        const std::vector<std::string>& first = first_figures();
        QVERIFY(first.size() > answers.size());
        QCOMPARE(std::vector<std::string>(first.begin(), first.begin() + std::ssize(answers)), answers);
        const auto is_of_plan = [](const std::string& name) { return name.starts_with("step.plan."); };
        const auto plan = std::ranges::find_if(first, is_of_plan);
        QVERIFY(plan != first.end() && std::all_of(plan, first.end(), is_of_plan));
    }

    void a_date_differs_by_days_or_weeks() {
        QCOMPARE(date_difference_text(37.3, 38), std::string("5 days earlier"));
        QCOMPARE(date_difference_text(38 + 1.0 / 7, 38), std::string("1 day later"));
        QCOMPARE(date_difference_text(38 + 13.0 / 7, 38), std::string("13 days later"));
        QCOMPARE(date_difference_text(40, 38), std::string("2 weeks later"));
        QCOMPARE(date_difference_text(38.05, 38), std::string("the same")); // on that day
        Scenario longer = test::sample("dgx-h100-su");
        const auto one = asked(longer);
        longer.workload.token_budget *= 3;
        const auto other = asked(longer);
        const auto found =
            compare({one.get(), other.get()}, {"money.increment.done_weeks", "money.run.time_s"});
        QVERIFY(found);
        const ComparedRow& done = found->rows[0];
        QCOMPARE(done.values[1].difference,
                 date_difference_text(done.values[1].number, done.values[0].number));
        QVERIFY2(done.values[1].difference.ends_with("later"), done.values[1].difference.c_str());
        QVERIFY2(found->rows[1].values[1].difference.ends_with("+200.0 %"),
                 found->rows[1].values[1].difference.c_str());
    }

    /// Plans alike have no rows, but for the precision: all rates are of it.
    void the_precision_is_told_where_all_have_the_same() {
        const auto has_row = [](const ComparisonStudy& study, std::string_view name) {
            return std::ranges::find(study.table.rows, name, &ComparedRow::name) != study.table.rows.end();
        };
        const Scenario scenario = test::sample("dgx-h100-su");
        Scenario other = scenario;
        other.name = "other";
        ComparisonRequest request;
        const auto alike = comparison_study({asked(scenario), asked(other)}, request);
        QVERIFY(alike && has_row(*alike, "step.plan.precision") && !has_row(*alike, "step.plan.tp"));
        const auto row = std::ranges::find(alike->table.rows, "step.plan.precision", &ComparedRow::name);
        QCOMPARE(row->values[1].text, std::string(label_of(scenario.plan.precision))); // "BF16"
        QCOMPARE(row->values[1].value.get<std::string>(), std::string(name_of(scenario.plan.precision)));
        request.rows = RowFilter::different;
        const auto different = comparison_study({asked(scenario), asked(other)}, request);
        QVERIFY(different && !has_row(*different, "step.plan.precision"));
    }

    /// What computes in FP8 stands against the BF16 peak, and the row says so.
    void utilisation_says_of_which_peak_it_is() {
        const std::vector<std::string> names{"step.mfu", "step.hfu", "step.goodput"};
        const auto labels_with = [&](Precision one, Precision two) {
            Scenario first = test::sample("gb200-nvl72-x8"), second = first;
            first.plan.precision = one;
            second.plan.precision = two;
            const auto a = asked(first), b = asked(second);
            const auto found = compare({a.get(), b.get()}, names);
            std::vector<std::string> out;
            if (found)
                for (const ComparedRow& row : found->rows) out.push_back(row.label);
            return out;
        };
        using Labels = std::vector<std::string>;
        QCOMPARE(labels_with(Precision::bf16, Precision::fp16), Labels({"MFU", "HFU", "goodput"}));
        QCOMPARE(labels_with(Precision::bf16, Precision::fp8),
                 Labels({"MFU against the BF16 peak", "HFU against the BF16 peak", "goodput"}));
        QCOMPARE(labels_with(Precision::nvfp4, Precision::tf32),
                 Labels({"MFU (in FP8 and FP4 against the BF16 peak)",
                         "HFU (in FP8 and FP4 against the BF16 peak)", "goodput"}));
    }

    /// The parts of a difference sum to it: seconds a token before less those after.
    void reasons_sum_to_the_difference() {
        std::mt19937 random(3);
        int compared = 0;
        for (int round = 0; round < test::rounds(1000, 60); ++round) {
            const Scenario first = test::random_scenario(random);
            const auto one = asked(first), two = asked(changed_at_random(first, random));
            const auto found = compare({one.get(), two.get()}, {"step.step_time_s"});
            QVERIFY(found);
            const ComparedScenario& other = found->scenarios[1];
            if (!found->scenarios[0].reason.empty() || !other.reason.empty()) {
                QVERIFY(other.reasons.empty());
                QCOMPARE(other.speed, 0.0);
                continue;
            }
            const Evaluation &a = *one->value<Evaluation>(), &b = *two->value<Evaluation>();
            const double before = 1 / a.tokens_per_s, after = 1 / b.tokens_per_s;
            double seconds = 0, share = 0;
            for (const SpeedReason& each : other.reasons) {
                seconds += each.seconds;
                share += each.share;
            }
            QVERIFY(std::abs(seconds - (before - after)) <= 1e-9 * std::max(before, after));
            QVERIFY(is_close(other.speed, before / after));
            if (!other.reasons.empty()) QVERIFY(std::abs(share - 1) < 1e-9);
            check_sentence(other);
            ++compared;
        }
        QVERIFY(compared > test::rounds(300, 15));
    }

    void ways_sum_in_every_order() {
        std::mt19937 random(7);
        int steps = 0;
        for (int round = 0; round < test::rounds(1000, 30); ++round) {
            const Scenario first = test::random_scenario(random), second = changed_at_random(first, random);
            const auto one = asked(first), two = asked(second);
            for (const char* figure : {"step.step_time_s", "money.run.usd_per_hour.total"})
                for (int order = 0; order < test::rounds(20, 3); ++order) {
                    WaterfallOrder in_order;
                    in_order.first.assign(std::begin(change_kinds), std::end(change_kinds));
                    std::shuffle(in_order.first.begin(), in_order.first.end(), random);
                    in_order.is_averaged = order == 0;
                    const auto way = waterfall(*one, *two, figure, in_order);
                    if (!way) break; // one of them has no such figure
                    QVERIFY(is_close(sum_of(*way), way->to));
                    if (way->is_by_parts) continue; // the changes cannot be separated
                    steps += static_cast<int>(way->steps.size());
                    size_t kinds = 0;
                    for (const WaterfallStep& step : way->steps) kinds += step.kinds.size();
                    QCOMPARE(kinds, changes_between(first, second).size());
                }
        }
        QVERIFY(steps > test::rounds(20'000, 60));
    }

    /// From each sample to each other one, whatever stands between them.
    void parts_of_the_step_sum_to_its_change() {
        std::vector<std::shared_ptr<const Answers>> columns;
        for (const std::string& name : test::sample_names()) {
            columns.push_back(asked(test::sample(name)));
            if (!ask_figure(*columns.back(), "step.step_time_s")) columns.pop_back();
        }
        WaterfallOrder in_parts;
        in_parts.is_by_parts = true;
        int ways = 0;
        for (const auto& one : columns)
            for (const auto& two : columns) {
                const auto way = waterfall(*one, *two, figure_of_parts, in_parts);
                if (!way) continue; // one of them does not run
                QVERIFY(way->is_by_parts && way->evaluated == 0);
                QVERIFY(is_close(sum_of(*way), way->to));
                if (one == two) QVERIFY(way->steps.empty());
                for (const WaterfallStep& step : way->steps) {
                    QVERIFY(step.kinds.empty() && step.part && step.change != 0);
                    QCOMPARE(label_of(step), std::string(label_of(*step.part)));
                    const auto at = static_cast<size_t>(*step.part);
                    QCOMPARE(step.change,
                             two->value<Evaluation>()->parts[at] - one->value<Evaluation>()->parts[at]);
                }
                ++ways;
            }
        QVERIFY(ways > 20);
    }

    /// Neither the other model nor the other plan runs on the drawing of either, so that changes give no
    /// reason and parts do; a figure without parts keeps its one row.
    void changes_that_cannot_be_separated_go_by_parts() {
        const auto one = asked(test::sample("gb200-nvl72-x8")), two = asked(test::sample("llama3-405b-16k"));
        const auto way = waterfall(*one, *two, figure_of_parts);
        QVERIFY(way && way->is_by_parts);
        QVERIFY2(way->joined.starts_with("by parts of the step") && way->joined.ends_with("the plan"),
                 way->joined.c_str());
        QVERIFY(way->steps.size() > 3);
        QVERIFY(is_close(sum_of(*way), way->to));
        // Over all orders some of the changes are told apart.
        const auto averaged = waterfall(*one, *two, figure_of_parts, {{}, true});
        QVERIFY(averaged && averaged->is_averaged && !averaged->is_by_parts);
        QCOMPARE(averaged->steps.size(), size_t(2));
        WaterfallOrder in_parts;
        in_parts.is_by_parts = true;
        const auto other = waterfall(*one, *two, "step.mfu", in_parts);
        QVERIFY(other && !other->is_by_parts && !other->joined.empty());
        QCOMPARE(other->steps.size(), size_t(1));
        Scenario dearer = one->scenario();
        dearer.calibration.compute_factor = 0.5;
        const auto separable = waterfall(*one, *asked(dearer), figure_of_parts);
        QVERIFY(separable && !separable->is_by_parts && separable->joined.empty());
    }

    /// A drawing that is another one says which servers come and go, wherever the way is printed.
    void another_drawing_is_named_by_its_servers() {
        const Scenario from = test::sample("dgx-h100-su");
        const auto one = asked(from);
        Scenario to = from;
        for (Element& each : to.cluster.elements)
            if (each.id == "row-a-server") each.id = "newer", each.part.id = "dgx-b200";
        for (Link& each : to.cluster.links)
            if (each.from == "row-a-server") each.from = "newer";
        const auto way = waterfall(*one, *asked(to), "money.capital.parts_usd");
        QVERIFY(way && way->steps.size() == 1);
        QCOMPARE(label_of(way->steps[0]), std::string("the drawing (+16 DGX B200, −16 DGX H100)"));
        const auto back = waterfall(*asked(to), *one, "money.capital.parts_usd");
        QVERIFY(back && back->steps.size() == 1);
        QCOMPARE(back->steps[0].servers, std::string("+16 DGX H100, −16 DGX B200"));
    }

    /// Where the effects of two changes multiply, one takes more when it comes last; averaged it takes the
    /// mean.
    void averaging_favours_no_order() {
        Scenario first = test::sample("dgx-h100-su");
        Scenario second = first;
        second.site.electricity_price = 2 * first.site.electricity_price;
        second.calibration.compute_factor = 0.5;
        const auto one = asked(first), two = asked(second);
        const char* const figure = "money.run.usd";
        const auto price_first = waterfall(*one, *two, figure, {{ChangeKind::prices}, false});
        const auto price_last = waterfall(*one, *two, figure, {{ChangeKind::calibration}, false});
        const auto mean = waterfall(*one, *two, figure, {{}, true});
        QVERIFY(price_first && price_last && mean);
        QCOMPARE(mean->steps.size(), size_t(2));
        const auto change_of = [](const Waterfall& way, ChangeKind kind) {
            const auto found = std::ranges::find(way.steps, std::vector{kind}, &WaterfallStep::kinds);
            return found == way.steps.end() ? std::nan("") : found->change;
        };
        const double least = change_of(*price_first, ChangeKind::prices),
                     most = change_of(*price_last, ChangeKind::prices);
        QVERIFY(std::abs(most - least) > 0.2 * least); // the run takes other energy by then
        QVERIFY(is_close(change_of(*mean, ChangeKind::prices), (least + most) / 2));
    }

    /// Averaging evaluates a mixture for each set of changes; once it is stopped it evaluates no more.
    void averaging_can_be_stopped() {
        Scenario second = test::sample("dgx-h100-su");
        const auto one = asked(second);
        second.site.electricity_price = 2 * second.site.electricity_price;
        second.calibration.compute_factor = 0.5;
        second.site.wet_bulb = Celsius(5);
        second.site.restart_time = Seconds(77);
        second.site.power_limit = Watts(9e9);
        second.plan.recompute = Recompute::full;
        second.workload.token_budget = 2 * second.workload.token_budget + 1e9;
        const auto two = asked(second);
        QVERIFY(changes_between(one->scenario(), second).size() >= 7);
        const char* const figure = "money.run.usd";
        QVERIFY(ask_figure(*one, figure) && ask_figure(*two, figure)); // known from here on
        const auto whole = waterfall(*one, *two, figure, {{}, true});
        QVERIFY(whole && whole->steps.size() >= 2 && whole->evaluated > 100);
        std::stop_source stop;
        stop.request_stop();
        const auto stopped = waterfall(*one, *two, figure, {{}, true}, stop.get_token());
        QVERIFY(!stopped);
        QCOMPARE(stopped.error().what, std::string("stopped, 0 scenarios between were evaluated"));
    }

    /// All orders of many changes are too many: what is drawn is one change then, and it is said.
    void averaging_many_changes_takes_the_drawing_together() {
        const Scenario first = test::sample("dgx-h100-su");
        Scenario second = first;
        for (Element& each : second.cluster.elements) {
            if (each.kind == ElementKind::server) each.speed = 0.95, each.name += " again";
            if (each.kind == ElementKind::rack) each.power_limit = Watts(9e4), each.count += 1;
        }
        second.cluster.links.front().health = 0.9;
        second.plan.recompute = Recompute::full;
        second.workload.token_budget = 2 * second.workload.token_budget + 1e9;
        second.calibration.compute_factor = 0.5;
        second.site.power_limit = Watts(9e9);
        second.site.wet_bulb = Celsius(5);
        second.site.electricity_price = 2 * first.site.electricity_price;
        second.site.restart_time = Seconds(77);
        QVERIFY(changes_between(first, second).size() >= 12);
        const auto one = asked(first), two = asked(second);
        const auto way = waterfall(*one, *two, "step.step_time_s", {{}, true});
        QVERIFY(way);
        QVERIFY(is_close(sum_of(*way), way->to));
        QVERIFY(way->evaluated <= 2048);
        QVERIFY(way->joined.find("too many") != std::string::npos);
        const auto is_joined = [](const WaterfallStep& step) {
            return std::ranges::find(step.kinds, ChangeKind::servers) != step.kinds.end() &&
                   std::ranges::find(step.kinds, ChangeKind::network) != step.kinds.end();
        };
        QVERIFY(std::ranges::any_of(way->steps, is_joined));
    }

    /// No wait is shorter than none for what is never added.
    void who_adds_nothing_wins_no_wait() {
        std::vector<std::shared_ptr<const Answers>> columns;
        for (size_t i = 0; i < 3; ++i) columns.push_back(asked(test::sample("decisions/owned-h100", i)));
        const auto found = compare({columns[0].get(), columns[1].get(), columns[2].get()},
                                   {"money.increment.lead_weeks", "money.increment.done_weeks"});
        QVERIFY(found);
        const std::vector<ComparedValue>& waits = found->rows[0].values;
        QCOMPARE(waits[0].number, 0.0);
        QCOMPARE(waits[0].no_wait, std::string("nothing is added"));
        QVERIFY(!waits[0].is_best && !waits[1].is_best && waits[2].is_best);
        QVERIFY(waits[1].no_wait.empty() && waits[2].no_wait.empty() && waits[2].number < waits[1].number);
        QVERIFY(found->rows[1].values[0].is_best); // its run is done, whatever it adds
        ComparisonStudy study;
        study.table = *found;
        const auto json = comparison_json(study, {})["rows"][0]["values"];
        QCOMPARE(json[0]["no_wait"].get<std::string>(), waits[0].no_wait);
        QVERIFY(json[1]["no_wait"].is_null());
        const auto two = compare({columns[0].get(), columns[1].get()}, {"money.increment.lead_weeks"});
        QVERIFY(two && !two->rows[0].values[0].is_best && !two->rows[0].values[1].is_best);
    }

    void one_scenario_twice_differs_in_nothing() {
        const Scenario scenario = test::sample("dgx-h100-su");
        const auto one = asked(scenario), two = asked(scenario);
        const auto found = compare({one.get(), two.get()}, first_figures());
        QVERIFY(found);
        for (const ComparedRow& row : found->rows) {
            QVERIFY2(!row.differs, row.name.c_str());
            QVERIFY(!row.values[0].is_best && !row.values[1].is_best);
        }
        QCOMPARE(found->scenarios[1].sentence, std::string("as fast"));
        const auto way = waterfall(*one, *two, "step.step_time_s");
        QVERIFY(way && way->steps.empty());
        QVERIFY(changes_between(scenario, scenario).empty());
    }

    /// All changes together are the other scenario, whatever kinds there are.
    void all_changes_make_the_other() {
        std::mt19937 random(11);
        for (int round = 0; round < 50; ++round) {
            Scenario from = test::random_scenario(random), to = test::random_scenario(random);
            to = changed_at_random(to, random);
            to.jobs.emplace_back();
            QVERIFY(with_changes(from, to, changes_between(from, to)) == to);
        }
    }

    /// A drawing that was edited differs in parts: none of them is the one drawing, all the other.
    void an_edited_drawing_differs_in_parts() {
        std::mt19937 random(12);
        size_t kinds = 0;
        for (int round = 0; round < test::rounds(2000, 200); ++round) {
            const Scenario from = test::random_scenario(random);
            Scenario to = changed_at_random(from, random);
            to.cluster = redrawn_at_random(to.cluster, random);
            const std::vector<ChangeKind> changes = changes_between(from, to);
            QVERIFY(with_changes(from, to, {}) == from);
            QVERIFY(with_changes(from, to, changes) == to);
            // In a small drawing most may have changed: that is another one.
            if (std::ranges::find(changes, ChangeKind::drawing) == changes.end()) kinds += changes.size();
        }
        QVERIFY2(kinds > static_cast<size_t>(test::rounds(3000, 300)), std::to_string(kinds).c_str());
    }

    void an_edit_belongs_to_one_part() {
        struct Edit {
            const char* what;
            ChangeKind kind;
            void (*make)(Scenario& scenario);
        };
        static const auto find = [](Scenario& scenario, ElementKind kind) -> Element& {
            return *std::ranges::find(scenario.cluster.elements, kind, &Element::kind);
        };
        const Edit edits[] = {
            {"speed", ChangeKind::servers, [](Scenario& s) { find(s, ElementKind::server).speed = 0.9; }},
            {"input", ChangeKind::servers, [](Scenario& s) { s.site.loader_cores = 77; }},
            {"count", ChangeKind::counts, [](Scenario& s) { find(s, ElementKind::rack).count += 1; }},
            {"switches", ChangeKind::network, [](Scenario& s) { find(s, ElementKind::switch_).count += 1; }},
            {"cable", ChangeKind::network, [](Scenario& s) { s.cluster.links.front().health = 0.5; }},
            {"routing", ChangeKind::network, [](Scenario& s) { s.site.routing = Routing::ecmp; }},
            {"limit", ChangeKind::supply,
             [](Scenario& s) { find(s, ElementKind::rack).power_limit = Watts(1e4); }},
            {"feed", ChangeKind::supply, [](Scenario& s) { find(s, ElementKind::feed).count += 1; }},
            {"owned", ChangeKind::ownership,
             [](Scenario& s) { find(s, ElementKind::rack).procurement = Procurement::owned; }},
            {"name", ChangeKind::layout, [](Scenario& s) { find(s, ElementKind::server).name = "renamed"; }},
            {"note", ChangeKind::layout,
             [](Scenario& s) {
                 Element note;
                 note.id = "a-note";
                 note.kind = ElementKind::note;
                 s.cluster.elements.push_back(note);
             }},
        };
        const Scenario from = test::sample("dgx-h100-su");
        for (const Edit& edit : edits) {
            Scenario to = from;
            edit.make(to);
            QVERIFY2(changes_between(from, to) == std::vector{edit.kind}, edit.what);
        }
        // A switch that a feed is connected to divides as before while both are in both drawings.
        Scenario fed = from;
        Link cable;
        cable.id = "power";
        cable.from = find(fed, ElementKind::feed).id;
        cable.to = find(fed, ElementKind::switch_).id;
        fed.cluster.links.push_back(cable);
        QVERIFY(changes_between(from, fed) == std::vector{ChangeKind::supply});
        Scenario slower = fed;
        find(slower, ElementKind::server).speed = 0.9;
        QVERIFY(changes_between(fed, slower) == std::vector{ChangeKind::servers});
    }

    void the_parts_of_an_edited_drawing_by_hand() {
        const Scenario from = test::sample("dgx-h100-su");
        Scenario slower = from, narrower = from, to = from;
        for (Element& each : slower.cluster.elements)
            if (each.kind == ElementKind::server) each.speed = 0.9;
        for (Link& each : narrower.cluster.links)
            if (narrower.cluster.find(each.from)->kind == ElementKind::server) each.health = 0.5;
        to.cluster.elements = slower.cluster.elements;
        to.cluster.links = narrower.cluster.links;
        const auto one = asked(from), two = asked(to), between = asked(slower);
        const char* const figure = "step.step_time_s";
        const double before = ask_figure(*one, figure)->number, after = ask_figure(*two, figure)->number,
                     with_servers = ask_figure(*between, figure)->number;
        QVERIFY(before < with_servers && with_servers < after);
        const auto way = waterfall(*one, *two, figure);
        QVERIFY(way);
        QVERIFY(is_close(sum_of(*way), after));
        const auto change_of = [&](ChangeKind kind) {
            const auto found = std::ranges::find(way->steps, std::vector{kind}, &WaterfallStep::kinds);
            return found == way->steps.end() ? std::nan("") : found->change;
        };
        QVERIFY(is_close(change_of(ChangeKind::servers), with_servers - before));
        QVERIFY(is_close(change_of(ChangeKind::network), after - with_servers));
        // A drawing with another server in it is one thing.
        Scenario larger = to;
        larger.cluster.elements.push_back(
            *std::ranges::find(to.cluster.elements, ElementKind::server, &Element::kind));
        larger.cluster.elements.back().id = "one-more";
        const std::vector<ChangeKind> others = changes_between(from, larger);
        for (const ChangeKind each : {ChangeKind::servers, ChangeKind::network, ChangeKind::layout})
            QVERIFY(std::ranges::find(others, each) == others.end());
        QVERIFY(std::ranges::find(others, ChangeKind::drawing) != others.end());
        // Another of the same template, whose ids are the same, too.
        const std::vector<ChangeKind> whole = changes_between(from, test::sample("gb200-nvl72-x8"));
        QVERIFY(std::ranges::find(whole, ChangeKind::drawing) != whole.end());
        QVERIFY(std::ranges::find(whole, ChangeKind::servers) == whole.end());
    }

    /// Two sizes of one machine: more GPUs at work and more memory needed are neither better nor worse.
    void what_has_no_direction_has_no_best() {
        const auto one = asked(test::sample("dgx-h100-su")), two = asked(test::sample("gb200-nvl72-x8"));
        const auto found =
            compare({one.get(), two.get()}, {"step.effective_gpus", "step.memory.needed_bytes", "step.gpus"});
        QVERIFY(found);
        for (const ComparedRow& row : found->rows) {
            QVERIFY2(row.better == figures::Better::neither, row.name.c_str());
            QVERIFY(row.differs);
        }
    }

    /// What a figure is is said beside its name; an input's address says it.
    void rows_say_what_they_are() {
        const auto one = asked(test::sample("dgx-h100-su")), two = asked(test::sample("gb200-nvl72-x8"));
        const auto found = compare({one.get(), two.get()},
                                   {"step.feasible", "step.effective_gpus", "step.regime", "/plan/tp"});
        QVERIFY(found);
        for (const ComparedRow& row : found->rows)
            QVERIFY2(row.help.empty() == row.is_input, row.name.c_str());
        QVERIFY2(found->rows[0].help.starts_with("the plan divides"), found->rows[0].help.c_str());
    }

    /// A scenario that does not run, or does other work, is never the best, and its speed is not told.
    void what_does_not_run_is_never_best() {
        const Scenario good = test::sample("dgx-h100-su");
        Scenario broken = good, other = good;
        broken.plan.tp = 7;
        other.workload.global_batch = 2 * good.workload.global_batch + 512;
        const auto one = asked(good), two = asked(broken), three = asked(other);
        const auto found = compare({one.get(), two.get(), three.get()}, first_figures());
        QVERIFY(found);
        QVERIFY(!found->scenarios[1].reason.empty());
        QVERIFY(!found->scenarios[2].work.empty());
        for (const char* name : {"step.step_time_s", "power.metered_w", "money.run.usd_per_million"}) {
            const auto row = std::ranges::find(found->rows, name, &ComparedRow::name);
            QVERIFY2(row != found->rows.end(), name);
            const ComparedValue& none = row->values[1];
            QCOMPARE(none.absent, found->scenarios[1].reason);
            QVERIFY(none.value.is_null() && none.text.empty() && none.difference.empty() && !none.ratio);
        }
        for (const ComparedRow& row : found->rows)
            for (const ComparedValue& value : row.values) QVERIFY2(!value.is_best, row.name.c_str());
        QCOMPARE(found->scenarios[1].speed, 0.0);
        QCOMPARE(found->scenarios[2].speed, 0.0);
        QVERIFY(found->scenarios[2].sentence.find("other work") != std::string::npos);
    }

    /// Within a rack of the limit, and one more breaks it, but where fewer are faster; held by evaluating the
    /// drawings found.
    void equal_size_keeps_the_limit_and_one_more_rack_breaks_it() {
        std::mt19937 random(5);
        int met = 0, fewer = 0;
        for (int round = 0; round < test::rounds(200, 12); ++round) {
            const Scenario scenario = test::random_scenario(random);
            const auto answers = asked(scenario);
            for (const EqualBy by : {EqualBy::power, EqualBy::capital, EqualBy::gpus, EqualBy::floor}) {
                const auto now = amount_of(*answers, by);
                if (!now) continue;
                const double limit = *now * std::uniform_real_distribution<double>(0.4, 2.5)(random);
                const auto found = sized_to(*answers, by, limit);
                if (!found) continue;
                if (!found->meets) {
                    QVERIFY(!found->nearest.empty());
                    // What is told to be too much is more than the limit.
                    if (found->nearest.find("already take") != std::string::npos)
                        QVERIFY2(found->amount > limit, size_sentence(*found).c_str());
                    continue;
                }
                const auto then = amount_of(*asked(found->scenario), by);
                QVERIFY(then);
                QVERIFY(is_close(*then, found->amount));
                QVERIFY(*then <= limit * (1 + 1e-9));
                QVERIFY(is_cabled(found->scenario) || !is_cabled(scenario));
                if (found->next_racks) QVERIFY(*found->next_amount > limit || found->next_is_held);
                // It has the limit but for less than a rack, or says why some of it stays unused.
                else if (!found->most_racks && found->unused.empty())
                    QVERIFY2(found->amount * (1 + 1 / found->racks) >= limit * (1 - 1e-9) ||
                                 by == EqualBy::gpus,
                             size_sentence(*found).c_str());
                if (found->most_racks) {
                    QVERIFY(found->racks < *found->most_racks && found->step < 0.99 * *found->most_step);
                    ++fewer;
                }
                ++met;
            }
        }
        // Few racks, as these have, often divide badly; most do not.
        QVERIFY2(fewer > 0 && fewer < met / 2, std::to_string(fewer).c_str());
        QVERIFY2(met >= test::rounds(300, 10), std::to_string(met).c_str());
    }

    /// Storage heats the hall as much as it did when half of the racks are gone: the units that cool it stay,
    /// and where the clocks of few racks are held all the same, more of them are looked at.
    void storage_keeps_its_cooling() {
        Scenario scenario = test::sample("gb200-nvl72-x8");
        scenario.cluster.find("storage")->count = 300; // 660 kW, of 960 kW that the units then take
        scenario.cluster.find("crah")->count = 8;
        const auto answers = asked(scenario);
        const double drawn = *amount_of(*answers, EqualBy::power);
        for (const double share : {0.75, 0.85, 0.95, 1.5}) {
            const auto found = sized_to(*answers, EqualBy::power, share * drawn);
            QVERIFY2(found && found->meets, found ? size_sentence(*found).c_str() : "");
            QVERIFY(found->amount <= share * drawn && found->amount > (share - 0.1) * drawn);
            QVERIFY(found->next_racks && *found->next_amount > share * drawn && !found->next_is_held);
            QVERIFY(!found->held_racks);
            QVERIFY(*found->next_racks == found->racks + 1);
        }
        const auto few = sized_to(*answers, EqualBy::power, 0.75 * drawn);
        QCOMPARE(few->scenario.cluster.find("storage")->count, 300);
        QVERIFY(few->scenario.cluster.find("crah")->count >= 6); // 5.5 of them for the storage alone
        QVERIFY(few->scenario.cluster.find("crah")->count < 8);
    }

    /// Two racks a pod in six pods: whole pods come and go, which is finer than a rack in each of them.
    void pods_come_and_go_where_that_is_finer() {
        const auto built =
            make_template("nvl72-pods", {{"racks", "12"}, {"racks_per_pod", "2"}}, Catalog::built_in());
        QVERIFY(built);
        const auto answers = asked(built->scenarios.front());
        const double drawn = *amount_of(*answers, EqualBy::power);
        const auto found = sized_to(*answers, EqualBy::power, 0.75 * drawn);
        QVERIFY2(found && found->meets, found ? size_sentence(*found).c_str() : "");
        QCOMPARE(found->racks, 8.0);
        QVERIFY(found->next_racks == 10.0);
        QCOMPARE(found->scenario.cluster.find("pod")->count, 4);
        QCOMPARE(found->scenario.cluster.find("rack")->count, 2);
    }

    /// A server has 144 ports to the leafs of its pod, whether those are 16 (9 cables to each), 24 or 8.
    void cables_of_a_server_stay_as_many() {
        const auto built =
            make_template("nvl72-pods", {{"server", "vr200-nvl72"}, {"racks", "48"}, {"racks_per_pod", "8"}},
                          Catalog::built_in());
        QVERIFY2(built, built ? "" : built.error().text().c_str());
        const auto cables = [](const Scenario& scenario, const std::string& from, const std::string& to) {
            const auto link = std::ranges::find_if(
                scenario.cluster.links, [&](const Link& each) { return each.from == from && each.to == to; });
            return link == scenario.cluster.links.end() ? 0 : link->count * scenario.cluster.find(to)->count;
        };
        const Scenario& scenario = built->scenarios.front();
        const auto answers = asked(scenario);
        const double drawn = *amount_of(*answers, EqualBy::gpus);
        QCOMPARE(cables(scenario, "server", "leaf"), 144);
        for (const double share : {0.5, 1.5}) {
            const auto found = sized_to(*answers, EqualBy::gpus, share * drawn);
            QVERIFY2(found && found->meets, found ? size_sentence(*found).c_str() : "");
            QCOMPARE(found->racks, 48 * share);
            QCOMPARE(cables(found->scenario, "server", "leaf"), 144);
            if (share < 1)
                QCOMPARE(cables(found->scenario, "leaf", "spine"), cables(scenario, "leaf", "spine"));
        }
    }

    /// No plan of TP 8 and PP 16 runs on 1,039 racks, a prime; fewer racks are faster, and are taken, but
    /// where as many GPUs are asked for.
    void a_number_that_divides_badly_is_not_taken() {
        const auto answers = asked(test::sample("llama3-405b-16k"));
        const double drawn = *amount_of(*answers, EqualBy::gpus);
        const double a_rack = drawn / 1024;
        const auto as_many = sized_to(*answers, EqualBy::gpus, drawn + 15.5 * a_rack);
        QVERIFY2(as_many && as_many->meets, as_many ? size_sentence(*as_many).c_str() : "");
        QCOMPARE(as_many->racks, 1039.0); // a prime
        QVERIFY(!as_many->most_racks && as_many->next_racks && *as_many->next_racks > 1039);
        const auto floor = amount_of(*asked(as_many->scenario), EqualBy::floor);
        QVERIFY(floor);
        const auto found = sized_to(*answers, EqualBy::floor, *floor);
        QVERIFY2(found && found->meets, found ? size_sentence(*found).c_str() : "");
        QVERIFY(found->most_racks && found->next_racks);
        QCOMPARE(*found->most_racks, 1039.0);
        QVERIFY(*found->next_racks > 1039 && *found->next_amount > found->limit);
        QVERIFY(found->racks < 1039 && found->racks >= 1024);
        QVERIFY(*found->most_step > found->step);
        const auto taken = asked(found->scenario);
        QVERIFY(is_close(taken->value<Evaluation>()->step_time.si(), found->step));
        QVERIFY(is_close(*amount_of(*taken, EqualBy::floor), found->amount));
        const std::string sentence = size_sentence(*found);
        QVERIFY2(sentence.find("; 1,039 racks keep it, too, but take ") != std::string::npos,
                 sentence.c_str());
        const auto as_drawn = sized_to(*answers, EqualBy::gpus, drawn);
        QVERIFY(as_drawn && as_drawn->other_plan.empty() && !as_drawn->most_racks);
        QCOMPARE(as_drawn->racks, 1024.0);
    }

    /// By hand: below 15 pods of 8 racks 12 pods are the most that 4 divides, and that 6 does.
    void numbers_that_divide_better() {
        QCOMPARE(best_divided(120, 8), (std::vector<int>{96}));
        QCOMPARE(better_divided(120, 8), (std::vector<int>{112, 104, 96, 88}));
        const std::vector<int> of_primes = better_divided(571, 1);
        for (const int each : {570, 552, 512, 480, 384})
            QVERIFY(std::ranges::find(of_primes, each) != of_primes.end());
        QVERIFY(best_divided(1, 1).empty() && better_divided(1, 1).empty());
    }

    /// Six pods to be bought beside 16 racks that are there: what can be drawn are 16 racks and whole sixes.
    /// No other number is told, and none is sought between two that follow each other.
    void numbers_are_those_that_can_be_drawn() {
        Scenario scenario = test::sample("decisions/owned-h100", 1);
        scenario.cluster.find("pod-new")->count = 6;
        scenario.cluster.find("rack-new")->count = 4;
        const auto answers = asked(scenario);
        for (const int in_a_pod : {1, 2, 3}) {
            const double gpus = 512 + in_a_pod * 6 * 16;
            const auto found = sized_to(*answers, EqualBy::gpus, gpus + 12);
            QVERIFY2(found && found->meets, found ? size_sentence(*found).c_str() : "");
            QCOMPARE(found->amount, gpus);
            QCOMPARE(found->racks, 16.0 + 6 * in_a_pod);
            QCOMPARE(found->scenario.cluster.find("rack-new")->count, in_a_pod);
            QVERIFY(found->next_racks && *found->next_racks == found->racks + 6);
            QCOMPARE(*found->next_amount, gpus + 6 * 16);
        }
        // By hand: 76 racks are 4 and 12 sixes; fewer are 4 and 8 sixes, or 6 of them, which 4 and 6 divide.
        QCOMPARE(better_divided(76, 6), (std::vector<int>{70, 64, 58, 52, 40}));
        QCOMPARE(best_divided(76, 6), (std::vector<int>{52, 40}));
        QCOMPARE(best_divided_first(76, 6), (std::vector<int>{52, 64, 40, 70, 58}));
    }

    /// Drawn with a plan that is found for them, 76 racks run slower than 64 do with one that is found for
    /// those; whichever of them are drawn first, all get the 64. A plan that is slow as drawn is kept.
    void what_was_drawn_first_does_not_decide() {
        Scenario scenario = test::sample("decisions/owned-h100", 1);
        scenario.site = {};
        scenario.workload.model = "llama3-405b";
        scenario.workload.global_batch = 1024;
        scenario.plan = {};
        for (const auto& [id, count] :
             {std::pair("pod-new", 6), {"server-new", 3}, {"feed-new", 400}, {"air-new", 80}})
            scenario.cluster.find(id)->count = count;
        for (const int in_a_pod : {6, 8, 10}) {
            scenario.cluster.find("rack-new")->count = in_a_pod;
            const Scenario drawn = with_prudent_plan(scenario, Catalog::built_in());
            for (const double floor : {90.0, 120.0}) {
                const auto found = sized_to(*asked(drawn), EqualBy::floor, floor);
                QVERIFY2(found && found->meets, found ? size_sentence(*found).c_str() : "");
                QVERIFY2(found->racks == 64, size_sentence(*found).c_str());
                QVERIFY2(std::abs(found->step - 24.8) < 0.3, std::to_string(found->step).c_str());
                QCOMPARE(found->most_racks.has_value(), floor > 100);
                if (floor > 100) QVERIFY(*found->most_racks > 64 && *found->most_step > found->step);
            }
            if (in_a_pod != 10) continue;
            Scenario slow = drawn;
            slow.plan.recompute = Recompute::full;
            const auto kept = sized_to(*asked(slow), EqualBy::floor, 120);
            QVERIFY2(kept && kept->other_plan.empty(), kept ? size_sentence(*kept).c_str() : "");
        }
    }

    /// With 2,048 sequences a step 512 racks have two for each of 1,024 replicas and 511 have three, as 342
    /// have: what 511 racks do not keep fewer do.
    void days_are_kept_by_the_fewest_racks() {
        const auto built =
            make_template("fat-tree", {{"server", "tpu-v5p-host"}, {"servers", "8256"}}, Catalog::built_in());
        QVERIFY2(built, built ? "" : built.error().text().c_str());
        Scenario scenario = built->scenarios.front();
        scenario.workload.model = "llama3-405b";
        scenario.workload.global_batch = 2048;
        scenario.workload.token_budget = 15.6e12;
        scenario.plan = {};
        scenario.plan.tp = 16;
        scenario.plan.cp = 2;
        scenario.plan.zero = 2;
        const auto answers = asked(scenario);
        double fewer = std::numeric_limits<double>::infinity();
        for (const double days : {62.0, 64.0, 65.0, 70.0}) {
            const auto found = sized_to(*answers, EqualBy::days, days * 86400);
            QVERIFY2(found && found->meets, found ? size_sentence(*found).c_str() : "");
            QVERIFY2(found->racks <= fewer, size_sentence(*found).c_str());
            QVERIFY(found->amount <= days * 86400);
            QVERIFY(!found->next_racks || *found->next_amount > days * 86400);
            fewer = found->racks;
            if (days >= 64) QVERIFY2(found->racks <= 380, size_sentence(*found).c_str());
        }
    }

    /// What the grid does not feed at full clock holds more racks still lower, which is said, also where
    /// twice as many do not run at all.
    void more_racks_on_a_grid_that_is_full_are_held() {
        Scenario scenario = drawn_by("nvl72-pods", {{"racks", "152"}, {"racks_per_pod", "8"}})->scenario();
        const double drawn = *amount_of(*asked(scenario), EqualBy::power);
        scenario.site.power_limit = Watts(0.77 * drawn);
        const auto found = sized_to(*asked(scenario), EqualBy::power, drawn);
        QVERIFY2(found && found->meets, found ? size_sentence(*found).c_str() : "");
        QVERIFY2(found->next_racks && found->next_is_held, size_sentence(*found).c_str());
        // What is left for more than a rack stays unused, and why is said in every place.
        QVERIFY2(found->amount + found->amount / found->racks < drawn, size_sentence(*found).c_str());
        QVERIFY2(found->unused.find("holds the clocks down") != std::string::npos, found->unused.c_str());
        QCOMPARE(found->unused, next_racks_text(*found));
        // Those that are drawn are held, too.
        QCOMPARE(found->held_racks, std::optional(152.0));
        QVERIFY2(found->unused.starts_with(
                     "with 152 racks the supply of the place already holds the clocks down, with "),
                 found->unused.c_str());
        QVERIFY2(found->unused.ends_with(" still lower"), found->unused.c_str());
        QVERIFY2(stop_text(*found).find(" stops at ") != std::string::npos, stop_text(*found).c_str());
    }

    /// Amounts that differ read so, and the words say why another plan stands for the own one.
    void a_sentence_contradicts_nothing() {
        EqualSize size;
        size.by = EqualBy::power;
        size.scenario.name = "Hall";
        size.racks = 518;
        size.drawn_racks = 516;
        size.amount = 19.98e6;
        size.limit = 20e6;
        size.next_racks = 519;
        size.next_amount = 20.02e6;
        size.meets = true;
        QCOMPARE(size_sentence(size), std::string("“Hall”: 518 racks instead of 516, 19.98 MW of 20 MW; 519 "
                                                  "racks take 20.02 MW"));
        size.next_racks.reset();
        size.other_plan = "tp 8";
        const auto says = [&](const char* words) {
            return size_sentence(size).find(words) != std::string::npos;
        };
        QVERIFY(says("; its own plan does not run on so many, so the best plan found stands for it: tp 8"));
        size.own_step = 7.88;
        QVERIFY(says("; its own plan takes 7.88 s a step on so many, so the best plan"));
        size.own_step.reset();
        size.own_plan_runs = false;
        QVERIFY(says("; its own plan runs on none of the numbers that were tried, so the best plan"));
        EqualSize floor;
        floor.by = EqualBy::floor;
        floor.scenario.name = "Hall";
        floor.racks = floor.drawn_racks = 44;
        floor.amount = 59.28;
        floor.limit = 60;
        floor.next_racks = 45;
        floor.next_amount = 60.48;
        floor.meets = true;
        QCOMPARE(size_sentence(floor),
                 std::string("“Hall”: 44 racks, as drawn, 59 m² of 60 m²; 45 racks take 60.48 m²"));
        floor.amount = 59.7;
        floor.unused = "none";
        QCOMPARE(size_sentence(floor),
                 std::string("“Hall”: 44 racks, as drawn, 59.7 m² of 60 m²; 0.3 m² stay "
                             "unused: none"));
        QCOMPARE(amount_text(EqualBy::floor, 60.48), std::string("60 m²"));
        QCOMPARE(amount_text(EqualBy::floor, 1234.4), std::string("1,234 m²"));
        // Tensor parallel over 7 GPUs of 72 divides nothing.
        Scenario scenario = drawn_by("nvl72-pods", {{"racks", "16"}, {"racks_per_pod", "8"}})->scenario();
        scenario.plan.tp = 7;
        const auto found = sized_to(*asked(scenario), EqualBy::gpus, 16 * 72);
        QVERIFY2(found && !found->other_plan.empty(), found ? size_sentence(*found).c_str() : "");
        QVERIFY(!found->own_plan_runs && !found->own_step);
    }

    /// Spines in proportion would be 122 with two cables of each leaf, which has 144 cables up and no port
    /// for more: it has one to each of 144 spines.
    void a_grown_network_has_ports_enough() {
        const auto answers = drawn_by("nvl72-pods", {{"racks", "152"}, {"racks_per_pod", "8"}});
        QVERIFY(answers && is_cabled(answers->scenario()));
        QCOMPARE(answers->scenario().cluster.find("spine")->count, 48);
        const auto found = sized_to(*answers, EqualBy::gpus, 384 * 72);
        QVERIFY2(found && found->meets, found ? size_sentence(*found).c_str() : "");
        QCOMPARE(found->racks, 384.0);
        QVERIFY(is_cabled(found->scenario));
        QCOMPARE(found->scenario.cluster.find("spine")->count, 144);
    }

    /// Twice as many racks fill the storage switches, to each of which every server has a cable; with twice
    /// as many switches, too, unless a server has its two cables to one of them.
    void rails_and_storage_grow_with_the_racks() {
        const auto answers = asked(test::sample("dgx-h100-su"));
        QVERIFY(is_cabled(answers->scenario()));
        const double drawn = *amount_of(*answers, EqualBy::gpus);
        for (const double share : {1.5, 2.0}) {
            const auto found = sized_to(*answers, EqualBy::gpus, share * drawn);
            QVERIFY2(found && found->meets, found ? size_sentence(*found).c_str() : "");
            QCOMPARE(found->racks, found->drawn_racks * share);
            QVERIFY(is_cabled(found->scenario));
            QCOMPARE(found->scenario.cluster.find("leaf")->count, 16); // two groups of eight rails
        }
    }

    /// Two tiers of these switches take 72 racks. The template that drew them draws a third tier for more.
    void a_third_tier_is_drawn_where_two_end() {
        const auto answers =
            drawn_by("nvl72-pods", {{"server", "vr200-nvl72"}, {"racks", "72"}, {"racks_per_pod", "8"}});
        QVERIFY(answers && is_cabled(answers->scenario()));
        const double drawn = *amount_of(*answers, EqualBy::gpus);
        for (const int racks : {96, 144}) {
            const auto found = sized_to(*answers, EqualBy::gpus, drawn * racks / 72);
            QVERIFY2(found && found->meets, found ? size_sentence(*found).c_str() : "");
            QCOMPARE(found->racks, static_cast<double>(racks));
            QVERIFY(is_cabled(found->scenario));
            const Scenario anew = drawn_by("nvl72-pods", {{"server", "vr200-nvl72"},
                                                          {"racks", std::to_string(racks)},
                                                          {"racks_per_pod", "8"}})
                                      ->scenario();
            for (const Element& each : anew.cluster.elements) {
                const Element* const has = found->scenario.cluster.find(each.id);
                QVERIFY2(has, each.id.c_str());
                if (each.kind == ElementKind::switch_) QVERIFY2(*has == each, each.id.c_str());
            }
            QVERIFY(found->scenario.cluster.find("core-1"));
        }
        const double power = 1.22 * *amount_of(*answers, EqualBy::power);
        const auto found = sized_to(*answers, EqualBy::power, power);
        QVERIFY2(found && found->meets && found->unused.empty(), found ? size_sentence(*found).c_str() : "");
        QVERIFY(found->racks > 72 && found->amount > 0.85 * power);
    }

    /// What the user cabled otherwise is not drawn anew; its two tiers take 72 racks.
    void what_cannot_be_cabled_is_not_taken() {
        const auto built =
            drawn_by("nvl72-pods", {{"server", "vr200-nvl72"}, {"racks", "72"}, {"racks_per_pod", "8"}});
        QVERIFY(built);
        Scenario changed = built->scenario();
        for (Link& link : changed.cluster.links)
            if (link.id == "leaf-spine") link.health = 0.99;
        const auto answers = asked(changed);
        QVERIFY(is_cabled(answers->scenario()));
        const double drawn = *amount_of(*answers, EqualBy::gpus);
        for (const double share : {1.5, 3.3}) {
            const auto found = sized_to(*answers, EqualBy::gpus, share * drawn);
            QVERIFY(found && !found->meets && !found->next_racks);
            QCOMPARE(found->racks, 72.0);
            QVERIFY2(found->nearest.find("nearest, more cannot be cabled: Leaf needs ") != std::string::npos,
                     found->nearest.c_str());
        }
        // Half a pod is nothing that would be missing.
        QVERIFY(sized_to(*answers, EqualBy::gpus, 1.05 * drawn)->meets);
    }

    /// One rack more in each pod needs more ports than its switches have; a pod more needs none of theirs.
    void pods_come_where_their_switches_are_full() {
        const auto answers = drawn_by("fat-tree", {{"server", "mi355x-8"}, {"servers", "1280"}});
        QVERIFY(answers && is_cabled(answers->scenario()));
        const auto pods = [](const Scenario& scenario) {
            return std::pair(scenario.cluster.find("pod")->count, scenario.cluster.find("rack")->count);
        };
        QCOMPARE(pods(answers->scenario()), std::pair(10, 64));
        const auto found = sized_to(*answers, EqualBy::gpus, 17.5 * 1024);
        QVERIFY2(found && found->meets, found ? size_sentence(*found).c_str() : "");
        QCOMPARE(pods(found->scenario), std::pair(17, 64));
        QVERIFY(found->next_racks == 18.0 * 64);
        QVERIFY(is_cabled(found->scenario));
        const auto few = sized_to(*answers, EqualBy::gpus, 0.75 * 10240);
        QVERIFY2(few && few->meets, few ? size_sentence(*few).c_str() : "");
        QCOMPARE(few->racks, 480.0);
    }

    /// By hand: sized_to(gpus) of racks of equal servers is the floor of limit ÷ GPUs a rack.
    void gpus_by_hand() {
        const auto answers = asked(test::sample("dgx-h100-su"));
        const double drawn = *amount_of(*answers, EqualBy::gpus);
        const auto found = sized_to(*answers, EqualBy::gpus, drawn / 2);
        QVERIFY(found && found->meets);
        QCOMPARE(found->amount, drawn / 2);
        QCOMPARE(found->racks, found->drawn_racks / 2);
    }

    /// A model that needs many racks: fewer of them do not run, which is no reason to find none.
    void sizes_that_do_not_run_are_passed_over() {
        const Scenario scenario = test::sample("llama3-405b-16k");
        const auto answers = asked(scenario);
        const double drawn = *amount_of(*answers, EqualBy::power);
        const auto half = sized_to(*answers, EqualBy::power, drawn / 2);
        QVERIFY2(half && half->meets, half ? half->nearest.c_str() : half.error().text().c_str());
        QVERIFY(half->amount <= drawn / 2 && half->amount > 0.45 * drawn);
        QVERIFY(half->next_racks && *half->next_amount > drawn / 2);
        const auto watts = sized_to(*answers, EqualBy::power, 50e3);
        QVERIFY(watts && !watts->meets);
        QVERIFY2(watts->nearest.find("already take") != std::string::npos, watts->nearest.c_str());
    }

    /// What is owned is compared as it is: it does not grow, nor is its supply taken away.
    void what_is_owned_does_not_grow() {
        const auto answers = asked(test::sample("decisions/owned-h100"));
        const auto found = sized_to(*answers, EqualBy::power, 1.2e6);
        QVERIFY(found && found->meets); // whoever stays below a limit keeps it
        QCOMPARE(found->racks, found->drawn_racks);
        QVERIFY(found->unused.find("whose ownership is “To buy”") != std::string::npos);
        QVERIFY2(found->unused.find("would have to be bought") != std::string::npos, found->unused.c_str());
        const auto as_many = sized_to(*answers, EqualBy::gpus, 1024);
        QVERIFY(as_many && !as_many->meets);
        QCOMPARE(as_many->nearest, found->unused);
        const auto added = asked(test::sample("decisions/owned-h100", 1));
        const auto grown = sized_to(*added, EqualBy::power, 1.2e6);
        QVERIFY(grown && grown->racks > grown->drawn_racks);
        const auto before = ask_figure(*added, "money.increment.owned_usd"),
                   after = ask_figure(*asked(grown->scenario), "money.increment.owned_usd");
        QVERIFY(before && after && is_close(before->number, after->number));
    }

    /// As many racks as are drawn is what is drawn; what is there already does not go.
    void as_drawn_stays_as_drawn() {
        for (const size_t scenario : {0, 1, 2}) {
            const auto answers = asked(test::sample("decisions/owned-h100", scenario));
            const double gpus = amount_of(*answers, EqualBy::gpus).value();
            const auto same = sized_to(*answers, EqualBy::gpus, gpus);
            QVERIFY(same && same->meets);
            QCOMPARE(same->racks, same->drawn_racks);
            QVERIFY(same->scenario == answers->scenario());
        }
        const auto added = asked(test::sample("decisions/owned-h100", 1));
        const auto nothing = sized_to(*added, EqualBy::capital, 1.0);
        QVERIFY(nothing && nothing->meets && nothing->adds_nothing);
        const double left = amount_of(*asked(nothing->scenario), EqualBy::gpus).value();
        QVERIFY2(left >= 512, std::to_string(left).c_str()); // the H100 that are owned
    }

    /// Where none of the racks to be bought fit, nothing is bought, waited for and paid beside them: what is
    /// left is what is there, with the cables that it has.
    void what_serves_no_rack_is_not_bought() {
        const auto owned = asked(test::sample("decisions/owned-h100")),
                   added = asked(test::sample("decisions/owned-h100", 1));
        const auto found = sized_to(*added, EqualBy::power, 600e3);
        QVERIFY2(found && found->meets && found->adds_nothing, found ? size_sentence(*found).c_str() : "");
        QVERIFY(size_sentence(*found).find("; nothing of what it adds fits") != std::string::npos);
        const Cluster& left = found->scenario.cluster;
        QVERIFY(left.elements == owned->scenario().cluster.elements);
        QVERIFY(left.links == owned->scenario().cluster.links);
        const auto sized = asked(found->scenario);
        for (const EqualBy by : {EqualBy::power, EqualBy::capital}) {
            const auto has = amount_of(*sized, by), had = amount_of(*owned, by);
            QCOMPARE(has.has_value(), had.has_value());
            if (has) QCOMPARE(*has, *had);
        }
        const auto some = sized_to(*added, EqualBy::power, 800e3);
        QVERIFY(some && some->racks > 16 && !some->adds_nothing);
        QVERIFY(some->scenario.cluster.find("feed-new") && some->scenario.cluster.find("leaf-new"));
    }

    /// Coolers of which some are there follow the racks as bought ones do, down to those that are there.
    void what_is_there_in_part_follows_the_racks() {
        Scenario scenario = test::sample("decisions/owned-h100", 1);
        Cluster& cluster = scenario.cluster;
        Element& air = *cluster.find("air");
        air.owned_count = air.count;
        air.count += cluster.find("air-new")->count;
        for (Link& link : cluster.links)
            if (link.from == "air-new") link.from = "air";
        std::erase_if(cluster.elements, [](const Element& each) { return each.id == "air-new"; });
        const int drawn = cluster.find("air")->count, there = *cluster.find("air")->owned_count;
        const auto added = asked(scenario);
        const auto none = sized_to(*added, EqualBy::power, 600e3);
        QVERIFY2(none && none->meets && none->adds_nothing, none ? size_sentence(*none).c_str() : "");
        const auto owned = asked(test::sample("decisions/owned-h100"));
        QVERIFY(none->scenario.cluster.elements == owned->scenario().cluster.elements);
        const auto fewer = sized_to(*added, EqualBy::power, 800e3);
        QVERIFY(fewer && fewer->racks > 16 && fewer->racks < fewer->drawn_racks);
        const Element& some = *fewer->scenario.cluster.find("air");
        QVERIFY(some.count >= there && some.count < drawn);
        const auto more = sized_to(*added, EqualBy::power, 1.2e6);
        QVERIFY2(more && more->racks > more->drawn_racks, more ? size_sentence(*more).c_str() : "");
        const Element& all = *more->scenario.cluster.find("air");
        QVERIFY(all.count > drawn);
        QCOMPARE(all.owned_count, std::optional(there));
    }

    /// A scenario of whose racks none fits is the same as what is there: it says so, and is never the best.
    void what_vanishes_is_never_the_best() {
        std::vector<std::shared_ptr<const Answers>> columns;
        for (size_t i = 0; i < 3; ++i) columns.push_back(asked(test::sample("decisions/owned-h100", i)));
        ComparisonRequest request;
        request.at_equal = EqualBy::power;
        const std::string same =
            "nothing of what it adds fits: the same as “" + columns[0]->scenario().name + "”";
        const auto equal = made_equal(columns, request);
        QVERIFY(equal);
        const ComparedSizes& sizes = equal->sizes;
        QCOMPARE(sizes.vanishing(1), same);
        QVERIFY(!sizes.misses(1) && sizes.is_barred(1) && !sizes.is_barred(0) && !sizes.is_barred(2));
        QVERIFY(sizes.barred_text(1).find("never the best") != std::string::npos);
        const auto found = comparison_study(*equal, request);
        QVERIFY(found);
        QCOMPARE(found->table.scenarios[1].vanished, same);
        QCOMPARE(found->table.scenarios[1].sentence, same);
        size_t bests = 0;
        for (const ComparedRow& row : found->table.rows) {
            QVERIFY2(!row.values[1].is_best, row.name.c_str());
            bests += row.values[0].is_best ? 1 : 0;
        }
        QVERIFY(bests > 0); // what is there already
        const auto order = std::chrono::sys_days(std::chrono::year(2031) / 3 / 3);
        QCOMPARE(comparison_json(*found, order)["scenarios"][1]["vanished"].get<std::string>(), same);
        QVERIFY(comparison_csv(*found, order).find("scenario.vanished,") != std::string::npos);
        // Held against itself alone it is like none of the others.
        request.reference = 1;
        request.amount = sizes.resized.front().limit;
        const auto alone = made_equal({columns[2], columns[1]}, request);
        QVERIFY(alone);
        QVERIFY2(alone->sizes.vanishing(1).ends_with("what is left is there already"),
                 alone->sizes.vanishing(1).c_str());
    }

    /// A meter takes the mean of its window, which is less than what is drawn while GPUs compute.
    void equal_power_says_of_what_it_is_the_mean() {
        Scenario scenario = test::sample("dgx-h100-su");
        const auto sized = [&](EqualBy by) {
            const auto answers = asked(scenario);
            const auto drawn = amount_of(*answers, by);
            return drawn ? sized_to(*answers, by, *drawn) : Result<EqualSize>(tl::unexpected(drawn.error()));
        };
        const auto usual = sized(EqualBy::power);
        QVERIFY(usual);
        QCOMPARE(base_text({*usual}), std::string("a 15-minute mean, pauses included"));
        scenario.site.grid.meter_window = Seconds(30);
        const auto other = sized(EqualBy::power);
        QVERIFY(other);
        QCOMPARE(base_text({*other}), std::string("a 30-second mean, pauses included"));
        QCOMPARE(base_text({*usual, *other}), std::string("a mean over the meter's window, pauses included"));
        const auto gpus = sized(EqualBy::gpus);
        QVERIFY(gpus && base_text({*gpus}).empty() && base_text({}).empty());
        ComparedSizes sizes;
        sizes.resized = {*usual};
        const std::vector<std::string> said = sizes.sentences();
        QCOMPARE(said.back(), "power at the meter is " + base_text({*usual}));
    }

    /// The mean at the meter is what all were made equal in; what they draw meanwhile stands in a row and in
    /// words, both of the drawings as they were resized.
    void equal_power_says_what_is_drawn_while_a_step_computes() {
        Scenario one = test::sample("dgx-h100-su"), two = one;
        one.name = "one", two.name = "two";
        const auto drawn = asked(one), other = asked(two);
        const double limit = *amount_of(*drawn, EqualBy::power) * 1.52;
        EqualRequest request;
        request.at_equal = EqualBy::power;
        request.amount = limit;
        const auto equal = made_equal({drawn, other}, request);
        QVERIFY(equal);
        QCOMPARE(equal->sizes.resized.size(), size_t(2));
        double most = 0;
        for (const auto& each : equal->scenarios) {
            const auto peak = ask_figure(*each, "power.peak_w");
            QVERIFY(peak && peak->absent.empty());
            most = std::max(most, peak->number);
        }
        QVERIFY(most > limit && most > ask_figure(*drawn, "power.peak_w")->number * 1.2); // not as drawn
        const std::string said = base_text(equal->sizes.resized);
        QVERIFY2(
            said.starts_with("a 15-minute mean, pauses included; while a step computes they draw up to "),
            said.c_str());
        QVERIFY2(said.ends_with(amount_text(EqualBy::power, most)), said.c_str());
        const auto study = comparison_study(*equal, {});
        QVERIFY(study);
        const auto row = std::ranges::find(study->table.rows, "power.peak_w", &ComparedRow::name);
        QVERIFY(row != study->table.rows.end());
        QCOMPARE(std::max(row->values[0].number, row->values[1].number), most);
        // Where nobody draws more than the amount meanwhile, nothing is said of it.
        EqualSize flat = equal->sizes.resized.front();
        flat.most_peak = flat.limit;
        QCOMPARE(base_text({flat}), std::string("a 15-minute mean, pauses included"));
    }

    /// A power that the site may not draw is marked in its row; that its meter takes a mean is said.
    void what_is_above_the_limit_of_the_site_is_marked() {
        Scenario free = test::sample("dgx-h100-su"), held = free;
        free.name = "free", held.name = "held";
        free.site.power_limit.reset();
        const auto drawn = asked(free);
        const double mean = ask_figure(*drawn, "power.metered_w")->number,
                     peak = ask_figure(*drawn, "power.peak_w")->number;
        QVERIFY(peak > mean * 1.001);
        const double limit = (mean + peak) / 2;
        held.site.power_limit = Watts(limit);
        ComparisonRequest request;
        request.figures = {"power.metered_w", "power.peak_w", "power.it_w"};
        const auto study = comparison_study({drawn, asked(held)}, request);
        QVERIFY(study);
        const std::vector<ComparedRow>& rows = study->table.rows;
        for (const ComparedRow& row : rows) QVERIFY2(row.values[0].above.empty(), row.name.c_str());
        QVERIFY(rows[0].values[1].above.empty() && rows[2].values[1].above.empty());
        const std::string above = rows[1].values[1].above;
        QVERIFY2(above.find("above the site's limit of " + amount_text(EqualBy::power, limit)) !=
                     std::string::npos,
                 above.c_str());
        QVERIFY2(above.find("the mean over 15 min, " + amount_text(EqualBy::power, mean) + ", keeps") !=
                     std::string::npos,
                 above.c_str());
        const auto json = comparison_json(*study, {});
        QCOMPARE(json["rows"][1]["values"][1]["above_limit"].get<std::string>(), above);
        QVERIFY(json["rows"][1]["values"][0]["above_limit"].is_null());
        const std::string sentence =
            fmt::format("“held”: peak power, {}, is {}", rows[1].values[1].text, above);
        QCOMPARE(above_limit_sentences(study->table), std::vector<std::string>{sentence});
        QVERIFY(comparison_markdown(*study, {}).find("\n- " + sentence) != std::string::npos);
        QVERIFY(comparison_csv(*study, {}).find("scenario.above_limit,") != std::string::npos);
        // Next to nothing is not none.
        const auto answers = asked(held);
        for (const auto& [watts, said] :
             {std::pair(1.0002 * limit, "less than 0.1 % above "), std::pair(1.0006 * limit, "0.1 % above "),
              std::pair(1.2 * limit, "20 % above ")})
            QVERIFY2(above_limit("power.peak_w", watts, *answers).starts_with(said), said);
    }

    /// An equal power that the site does not deliver is said, by each limit once.
    void an_amount_above_the_limit_of_a_site_is_a_note() {
        Scenario one = test::sample("dgx-h100-su"), two = one;
        one.name = "one", two.name = "two";
        const double limit = 1.1 * *amount_of(*asked(one), EqualBy::power);
        one.site.power_limit = two.site.power_limit = Watts(limit);
        const auto notes_at = [&](double watts) {
            EqualRequest request;
            request.at_equal = EqualBy::power;
            request.amount = watts;
            const auto equal = made_equal({asked(one), asked(two)}, request);
            return equal ? equal->sizes.notes : std::vector<std::string>{"it failed"};
        };
        QVERIFY(notes_at(limit).empty());
        const std::vector<std::string> of_both = notes_at(1.0001 * limit);
        QCOMPARE(of_both.size(), size_t(1));
        QVERIFY2(of_both.front().starts_with("the site's power limit, "), of_both.front().c_str());
        two.site.power_limit.reset();
        const std::vector<std::string> of_one = notes_at(1.0001 * limit);
        QCOMPARE(of_one.size(), size_t(1));
        QVERIFY2(of_one.front().starts_with("“one”: the site's power limit, "), of_one.front().c_str());
    }

    /// One rack, and one GPU, are no plural.
    void one_rack_takes() {
        const auto replaced = asked(test::sample("decisions/owned-h100", 2));
        const auto found = sized_to(*replaced, EqualBy::gpus, 1);
        QVERIFY(found && !found->meets);
        QCOMPARE(found->racks, 1.0);
        QCOMPARE(found->nearest, std::string("one rack already takes 72 GPUs"));
        const std::string sentence = size_sentence(*found);
        QVERIFY2(sentence.find("one rack instead of 8, 72 GPUs of 1 GPU;") != std::string::npos,
                 sentence.c_str());
    }

    /// What is sold takes no floor, whatever the number of racks: the floor is that of the room.
    void what_is_sold_takes_no_floor() {
        const auto replaced = asked(test::sample("decisions/owned-h100", 2));
        const auto drawn = amount_of(*replaced, EqualBy::floor);
        const RoomStudy* const room = replaced->value<RoomStudy>();
        QVERIFY(drawn && room);
        const auto area = std::ranges::find(room->rows, RoomLimit::area,
                                            [](const RoomRow& row) { return row.need.key.limit; });
        QVERIFY(area != room->rows.end());
        QCOMPARE(*drawn, area->need.need);
        const auto same = sized_to(*replaced, EqualBy::floor, *drawn);
        QVERIFY(same && same->meets);
        QCOMPARE(same->racks, same->drawn_racks);
    }

    /// What is sold pays for a part of a resized scenario as well, and its row stays.
    void sales_stay_where_sizes_are_made_equal() {
        std::vector<std::shared_ptr<const Answers>> columns;
        for (const size_t i : {0, 2}) columns.push_back(asked(test::sample("decisions/owned-h100", i)));
        ComparisonRequest request;
        request.at_equal = EqualBy::power;
        const auto found = comparison_study(columns, request);
        QVERIFY(found);
        QVERIFY(!found->sizes.empty() && found->sizes.front().racks != found->sizes.front().drawn_racks);
        const auto row_of = [&](std::string_view name) {
            return std::ranges::find(found->table.rows, name, &ComparedRow::name);
        };
        const auto net = row_of("money.increment.net_usd"), all = row_of("money.capital.needed_usd");
        QVERIFY(net != found->table.rows.end() && all != found->table.rows.end());
        QVERIFY(net->values[1].number < all->values[1].number);
    }

    /// Another model and batch: nothing is best until both do the same work.
    void other_work_can_be_made_equal() {
        Scenario other = test::sample("dgx-h100-su");
        other.name = "other work";
        other.workload.global_batch /= 2;
        const std::vector<std::shared_ptr<const Answers>> columns = {asked(test::sample("dgx-h100-su")),
                                                                     asked(other)};
        const auto as_it_is = comparison_study(columns, {});
        QVERIFY(as_it_is && !as_it_is->table.scenarios[1].work.empty() && as_it_is->notes.empty());
        ComparisonRequest request;
        request.same_work = true;
        const auto same = comparison_study(columns, request);
        QVERIFY(same && same->table.scenarios[1].work.empty());
        QCOMPARE(same->notes.size(), size_t(1));
        QVERIFY(same->notes.front().find("by its own plan") != std::string::npos);
        for (const ComparedRow& row : same->table.rows)
            if (row.name == "step.step_time_s") QCOMPARE(*row.values[1].ratio, 1.0);
        request.reference = 1; // and the other way round
        const auto turned = comparison_study(columns, request);
        QVERIFY(turned && turned->notes.front().find("does the work of “other work”") != std::string::npos);
    }

    /// Where the plan cannot take the other work, the best plan does it.
    void other_work_takes_another_plan_where_its_own_does_not_run() {
        Scenario other = test::sample("dgx-h100-su");
        other.name = "a model too large for the plan";
        other.workload = test::sample("llama3-405b-16k").workload;
        const std::vector<std::shared_ptr<const Answers>> columns = {asked(other),
                                                                     asked(test::sample("dgx-h100-su"))};
        ComparisonRequest request;
        request.same_work = true;
        const auto same = comparison_study(columns, request);
        QVERIFY(same);
        QVERIFY(same->notes.front().find("by the best plan found") != std::string::npos);
    }

    /// The fastest plan for the other work may not fit, and one that surely does is hardly slower.
    void the_plan_for_other_work_surely_fits() {
        const Scenario reference = test::sample("shared-a100-hot-rack");
        Scenario other = reference;
        other.name = "a small model, on each GPU whole";
        other.workload.model = "llama3-8b";
        other.plan.tp = 1;
        other.plan.zero = 0;
        EqualRequest request;
        request.same_work = true;
        const auto equal = made_equal({asked(reference), asked(other)}, request);
        QVERIFY(equal && equal->sizes.notes.size() == 1);
        QVERIFY(equal->sizes.notes.front().find("by the best plan found") != std::string::npos);
        const Evaluation* const found = equal->scenarios[1]->value<Evaluation>();
        QVERIFY(found && found->feasible);
        QVERIFY(found->memory.verdict == MemoryVerdict::fits);
    }

    void what_a_project_keeps_is_asked() {
        ComparisonChoice kept;
        kept.reference = "B";
        kept.at_equal = "power";
        kept.at = "20 MW";
        kept.figures = {"/plan/tp"};
        kept.rows = "different";
        kept.way = "step.gpus";
        kept.averaged = true;
        const auto asks = comparison_request(kept, {"A", "B"});
        QVERIFY(asks);
        QCOMPARE(asks->reference, size_t(1));
        QVERIFY(asks->at_equal == EqualBy::power && asks->amount == 20e6);
        QVERIFY(asks->rows == RowFilter::different && asks->order.is_averaged);
        QCOMPARE(asks->more, kept.figures);
        QCOMPARE(asks->ways, std::vector<std::string>{"step.gpus"});
        kept.reference = "gone";
        QCOMPARE(comparison_request(kept, {"A", "B"})->reference, size_t(0));
        kept.at = "20 pears";
        const auto unread = comparison_request(kept, {"A", "B"});
        QVERIFY(!unread && unread.error().where == "/comparison/at");
    }

    /// Whoever leaves a little of the amount unused has won nothing.
    void nobody_is_the_best_in_what_all_were_made_to_meet() {
        Scenario other = test::sample("dgx-h100-su");
        const auto one = asked(other);
        other.name = "held back";
        other.site.electricity_price = 0.31;
        for (Element& each : other.cluster.elements)
            if (each.kind == ElementKind::server) each.gpu_power_cap = Watts(600);
        const std::vector<std::shared_ptr<const Answers>> columns{one, asked(other)};
        for (const auto& [by, figure] : {std::pair(EqualBy::power, "power.metered_w"),
                                         std::pair(EqualBy::capital, "money.capital.needed_usd"),
                                         std::pair(EqualBy::gpus, "step.gpus")}) {
            ComparisonRequest request;
            request.figures = {figure, "money.run.usd_per_hour.total", "power.it_w", "power.peak_w"};
            const auto bests = [&](size_t row) {
                const auto found = comparison_study(columns, request);
                if (!found) return -1;
                return static_cast<int>(std::ranges::count_if(
                    found->table.rows[row].values, [](const ComparedValue& each) { return each.is_best; }));
            };
            if (by == EqualBy::power)
                for (const size_t row : {size_t(0), size_t(2), size_t(3)})
                    QCOMPARE(bests(row), 1); // as drawn one takes less
            request.at_equal = by;
            request.amount = 0.8 * *amount_of(*one, by);
            QCOMPARE(bests(0), 0);
            QCOMPARE(bests(1), 1);
            // Less IT power or a lower peak at an equal power wins nothing either.
            if (by == EqualBy::power)
                for (const size_t row : {size_t(2), size_t(3)}) QCOMPARE(bests(row), 0);
        }
    }

    /// What has no rack stays, and says so; what has no such figure has no way.
    void what_cannot_be_done_is_a_note() {
        const auto one = test::sample("dgx-h100-su");
        Scenario bare = test::sample("ws-8gpu");
        const std::vector<std::shared_ptr<const Answers>> columns = {asked(one), asked(bare)};
        ComparisonRequest request;
        request.at_equal = EqualBy::power;
        request.amount = 1.0; // W
        request.ways = {"step.step_time_s"};
        const auto found = comparison_study(columns, request);
        QVERIFY(found);
        QCOMPARE(found->sizes.size() + found->notes.size(), size_t(2));
        for (const EqualSize& each : found->sizes) QVERIFY(!each.meets && !each.nearest.empty());
        for (const ComparedScenario& each : found->table.scenarios) QVERIFY(each.misses());
        for (const ComparedRow& row : found->table.rows)
            for (const ComparedValue& value : row.values) QVERIFY2(!value.is_best, row.name.c_str());
        QCOMPARE(found->ways.size(), size_t(1));
        request.ways = {"step.no_such_thing"};
        QVERIFY(!comparison_study(columns, request));
    }

    /// What the supply does not bear has a step in the evaluation and none in its column, so no way leads to
    /// it or from it; what would have to be bought is known.
    void no_way_leads_to_what_does_not_run() {
        Scenario good = test::sample("dgx-h100-su"), dark = good;
        dark.name = "Dark";
        dark.site.power_limit = Watts(1e3);
        ComparisonRequest request;
        request.figures = {"step.step_time_s"};
        request.ways = {"step.step_time_s", "money.run.usd_per_million", "money.capital.needed_usd"};
        for (const size_t reference : {size_t(0), size_t(1)}) {
            request.reference = reference;
            const auto found = comparison_study({asked(good), asked(dark)}, request);
            QVERIFY(found);
            const std::string& reason = found->table.scenarios[1].reason;
            QVERIFY(!reason.empty());
            QCOMPARE(found->table.rows[0].values[1].absent, reason);
            QCOMPARE(found->ways.size(), size_t(3));
            for (const size_t way : {size_t(0), size_t(1)})
                QCOMPARE(found->ways[way].absent, "“Dark” has none: " + reason);
            QVERIFY2(found->ways[2].absent.empty(), found->ways[2].absent.c_str());
        }
    }

    /// A scenario whose racks run no further keeps a limit, and says what it leaves unused and why; of as
    /// many GPUs it says what comes nearest: with the sizes and beside its speed in the same words.
    void what_runs_no_further_says_why() {
        std::vector<std::shared_ptr<const Answers>> columns;
        for (size_t i = 0; i < 3; ++i) columns.push_back(asked(test::sample("decisions/owned-h100", i)));
        for (const auto& [by, amount] : {std::pair(EqualBy::power, 2e6), std::pair(EqualBy::gpus, 2048.0)}) {
            ComparisonRequest request;
            request.at_equal = by;
            request.amount = amount;
            request.reference = 2;
            request.figures = {"power.metered_w"};
            const auto found = comparison_study(columns, request);
            QVERIFY(found);
            QCOMPARE(found->sizes.size(), size_t(3));
            // What is owned does not grow.
            QCOMPARE(do_some_stop(found->sizes), by == EqualBy::power);
            QCOMPARE(found->sizes.front().meets, by == EqualBy::power);
            QCOMPARE(found->sizes.front().unused.empty(), by == EqualBy::gpus);
            for (size_t i = 0; i < 3; ++i) {
                const EqualSize& size = found->sizes[i];
                const ComparedScenario& column = found->table.scenarios[i];
                QCOMPARE(column.misses(), !size.meets);
                QCOMPARE(column.shortfall, size.nearest);
                QVERIFY(size.meets || size.unused.empty());
                if (size.meets && size.unused.empty()) continue;
                QVERIFY(size.limit - size.amount > size.amount / size.racks);
                const std::string& why = size.meets ? size.unused : size.nearest;
                const std::string& headline = size.meets ? size.stopped_by : size.nearest;
                QVERIFY(!headline.empty() && stop_text(size).ends_with(": " + headline));
                QVERIFY(stops_text(found->sizes).find(stop_text(size)) != std::string::npos);
                QVERIFY(size_sentence(size).find(why) != std::string::npos);
                if (size.meets)
                    QVERIFY(size_sentence(size).find("stay unused: ") != std::string::npos);
                else if (column.speed > 0)
                    QVERIFY(column.sentence.find(why) != std::string::npos);
            }
        }
    }

    /// What is owned leaves most of 2 MW unused: then nobody is the best in power and energy.
    void unused_power_is_no_merit() {
        std::vector<std::shared_ptr<const Answers>> columns;
        for (size_t i = 0; i < 3; ++i) columns.push_back(asked(test::sample("decisions/owned-h100", i)));
        for (const bool is_equal : {false, true}) {
            ComparisonRequest request;
            if (is_equal) request.at_equal = EqualBy::power;
            if (is_equal) request.amount = 2e6;
            request.reference = 2;
            request.figures = {"power.it_w", "money.run.energy_j", "money.run.usd_per_hour.total"};
            const auto found = comparison_study(columns, request);
            QVERIFY(found);
            const auto bests = [&](size_t row) {
                return std::ranges::count_if(found->table.rows[row].values,
                                             [](const ComparedValue& each) { return each.is_best; });
            };
            QCOMPARE(
                std::ranges::any_of(found->sizes, [](const EqualSize& each) { return !each.unused.empty(); }),
                is_equal);
            QCOMPARE(bests(0) > 0, !is_equal);
            if (is_equal) QCOMPARE(bests(1), std::ptrdiff_t(0));
            QVERIFY(bests(2) > 0);
        }
    }

    /// As RFC 4180 has it, on the terminal and in a pipe.
    void lines_of_csv_end_as_spreadsheets_want() {
        const QByteArray out =
            test::run_cli({QStringLiteral("compare"),
                           QStringLiteral(ROOFRACK_SOURCE_DIR "/samples/decisions/owned-h100.roofrack.json"),
                           QStringLiteral("--csv")})
                .out;
        QVERIFY(out.count("\r\n") > 20);
        QCOMPARE(out.count('\n'), out.count("\r\n"));
        QVERIFY(!out.contains("\\u000d"));
    }

    /// Dates, bands, cautions and what else is said of the scenarios stand in every format.
    void every_format_says_the_same() {
        const std::shared_ptr<const Answers> one = asked(test::sample("decisions/owned-h100", 0)),
                                             two = asked(test::sample("decisions/owned-h100", 2));
        const auto order = std::chrono::sys_days(std::chrono::year(2031) / 3 / 3);
        ComparisonRequest request;
        request.figures = {"money.increment.lead_weeks", "money.increment.net_usd", "step.feasible"};
        auto study = comparison_study({one, two}, request);
        QVERIFY(study);
        study->table.scenarios[1].shortfall = "one rack, already";
        study->table.scenarios[1].cautions = {{CautionKind::announced, "announced", {}},
                                              {CautionKind::memory, "may not fit in memory", {}}};
        study->table.scenarios[1].terms = {"power limit"};
        const std::string date = date_of(study->table.rows[0], study->table.rows[0].values[1], order);
        QVERIFY2(date.starts_with("2031-"), date.c_str());
        const std::string csv = comparison_csv(*study, order), markdown = comparison_markdown(*study, order);
        const auto json = comparison_json(*study, order);
        QCOMPARE(json["order"].get<std::string>(), std::string("2031-03-03"));
        QCOMPARE(json["rows"][0]["values"][1]["date"].get<std::string>(), date);
        QVERIFY(json["rows"][2]["values"][1]["date"].is_null());
        QCOMPARE(json["scenarios"][1]["shortfall"].get<std::string>(), std::string("one rack, already"));
        QVERIFY2(markdown.find(date) != std::string::npos, markdown.c_str());
        QVERIFY2(markdown.find("\n- (… to …): range, lowest to highest price or wait") != std::string::npos,
                 markdown.c_str());
        QVERIFY2(markdown.find("stands on other terms: power limit differs") != std::string::npos,
                 markdown.c_str());
        for (const char* each :
             {"money.increment.lead_weeks.low,", "money.increment.lead_weeks.high,", "scenario.shortfall,",
              "\"one rack, already\"", "scenario.cautions,", "scenario.other_terms,", ": date", ": as shown"})
            QVERIFY2(csv.find(each) != std::string::npos, each);
        QVERIFY2(csv.find("," + date) != std::string::npos, csv.c_str());
        // Each line has as many cells; a number below zero is one.
        QVERIFY2(csv.find("'-") == std::string::npos, csv.c_str());
        study->table.scenarios[1].shortfall.clear();
        study->table.scenarios[1].cautions.clear();
        const std::string plain = comparison_csv(*study, order);
        QVERIFY(plain.find("scenario.shortfall") == std::string::npos);
        for (size_t from = 0; from < plain.size();) {
            const size_t end = plain.find("\r\n", from);
            const std::string line = plain.substr(from, end - from);
            if (line.find('"') == std::string::npos)
                QCOMPARE(std::ranges::count(line, ','), std::ptrdiff_t(4 + 2 * 5 - 1));
            from = end + 2;
        }
    }

    /// Seconds of a run are read by nobody: beside the stored value stands what the window shows.
    void a_spreadsheet_has_the_units_that_people_read() {
        const auto one = asked(test::sample("decisions/owned-h100", 0)),
                   two = asked(test::sample("decisions/owned-h100", 2));
        ComparisonRequest request;
        request.figures = {"money.run.time_s"};
        const auto study = comparison_study({one, two}, request);
        QVERIFY(study);
        const std::string csv = comparison_csv(*study, {});
        for (const ComparedValue& value : study->table.rows[0].values) {
            QVERIFY2(value.text.ends_with(" days"), value.text.c_str());
            QVERIFY2(csv.find("," + value.text) != std::string::npos, csv.c_str());
        }
    }

    /// A range is no spread: it is from end to end, not from P10 to P90.
    void rows_say_what_their_bands_are() {
        const auto one = asked(test::sample("decisions/owned-h100", 0)),
                   two = asked(test::sample("decisions/owned-h100", 2));
        const auto found =
            compare({one.get(), two.get()}, {"money.capital.needed_usd", "money.increment.done_weeks",
                                             "step.gpus", "money.increment.lead_weeks"});
        QVERIFY(found);
        QCOMPARE(ends_text(found->rows[0]), std::string("range: lowest and highest price"));
        QCOMPARE(ends_text(found->rows[1]),
                 std::string("range: shortest and longest wait, each with the run by that end of the step's "
                             "band"));
        QCOMPARE(ends_text(found->rows[2]), std::string());
        QCOMPARE(ends_text(found->rows[3]), std::string("range: shortest and longest wait"));
        QCOMPARE(ranges_text(*found), std::string("range, lowest to highest price or wait"));
        const auto plain = compare({one.get(), two.get()}, {"step.gpus"});
        QVERIFY(plain && ranges_text(*plain).empty());
    }

    /// It stands beside the capital, and is none of it.
    void the_cost_of_a_run_says_what_it_is() {
        Scenario one = test::sample("dgx-h100-su");
        one.workload.token_budget = 1e12;
        Scenario two = one;
        two.name = "two";
        const std::vector<std::shared_ptr<const Answers>> columns{asked(one), asked(two)};
        ComparisonRequest request;
        request.figures = {"money.run.usd", "money.capital.needed_usd"};
        const auto study = comparison_study(columns, request);
        QVERIFY(study);
        const std::string& help = study->table.rows[0].help;
        for (const char* each : {"capital spread over its book life", "energy", "space", "operation", "rent"})
            QVERIFY2(help.find(each) != std::string::npos, help.c_str());
        const auto order = std::chrono::sys_days(std::chrono::year(2031) / 3 / 3);
        QVERIFY(comparison_markdown(*study, order).find("\n- $ of the run: " + help) != std::string::npos);
        QVERIFY(
            test::run_cli({QStringLiteral("compare"),
                           QStringLiteral(ROOFRACK_SOURCE_DIR "/samples/decisions/owned-h100.roofrack.json")})
                .out.contains(QByteArray("\n$ of the run: ") + help.c_str()));
    }

    /// "1.23 PFLOP/s (1.15 PFLOP/s to 1.32 PFLOP/s)" is longer than words may be there.
    void no_number_is_cut() {
        const QByteArray out =
            test::run_cli({QStringLiteral("compare"),
                           QStringLiteral(ROOFRACK_SOURCE_DIR "/samples/decisions/owned-h100.roofrack.json")})
                .out;
        const qsizetype begin = out.indexOf("\nmodel FLOP/s of a GPU ");
        QVERIFY(begin >= 0);
        const QByteArray row = out.mid(begin + 1, out.indexOf('\n', begin + 1) - begin - 1);
        QVERIFY2(row.endsWith("PFLOP/s)") && !row.contains("…"), row.constData());
    }

    /// The step's band is that of `evaluate`; the run costs what it would with such steps, as in the odds.
    void step_and_run_have_the_band_of_the_step() {
        Scenario one = test::sample("dgx-h100-su");
        one.workload.token_budget = 1e12;
        Scenario two = one;
        two.name = "two";
        two.site.electricity_price = 0.2;
        const std::vector<std::shared_ptr<const Answers>> columns{asked(one), asked(two)};
        ComparisonRequest request;
        request.figures = {"step.step_time_s", "money.run.time_s", "money.run.usd_per_million",
                           "money.run.usd"};
        for (const IndexedFigure& each : figure_index())
            if (has_band_by_step(each.figure.name) &&
                std::ranges::find(request.figures, each.figure.name) == request.figures.end())
                request.figures.push_back(each.figure.name);
        QVERIFY(request.figures.size() > 15);
        const auto study = comparison_study(columns, request);
        QVERIFY(study);
        std::vector<ComparedRow> rows = study->table.rows;
        // What is all bought has no replacement.
        std::erase_if(rows, [](const ComparedRow& row) { return !row.values[0].absent.empty(); });
        QVERIFY(rows.size() > 15);
        const auto row_of = [&](const char* name) {
            return *std::ranges::find(rows, std::string(name), &ComparedRow::name);
        };
        for (size_t i = 0; i < 2; ++i) {
            const Evaluation& evaluation = *columns[i]->value<Evaluation>();
            const ComparedValue& step = rows[0].values[i];
            QVERIFY(step.band);
            QCOMPARE(step.band->low, evaluation.step_time_low.si());
            QCOMPARE(step.band->high, evaluation.step_time_high.si());
            QCOMPARE(step.text,
                     figures::band_text(step.band->low, step.number, step.band->high, figures::seconds));
            QVERIFY2(rows[1].values[i].text.ends_with(") days"), rows[1].values[i].text.c_str());
            for (const ComparedRow& row : rows) {
                const auto probe = FigureProbe::make(*columns[i], {row.name});
                QVERIFY(probe && row.values[i].band);
                const auto with_step = [&](double seconds) {
                    Variation variation = probe->as_is();
                    variation.step = seconds / step.number;
                    return probe->at(variation).front().number;
                };
                const auto [low, high] =
                    std::minmax({with_step(step.band->low), with_step(step.band->high)}); // rates fall
                const figures::BandValue& band = *row.values[i].band;
                QVERIFY2(is_close(low, band.low) && is_close(high, band.high), row.name.c_str());
            }
        }
        QVERIFY(rows[3].values[0].is_best && rows[3].values[0].overlaps);
        const figures::BandValue rate = *row_of("money.run.useful_rate").values[0].band;
        QVERIFY(rate.low < rate.likely && rate.likely < rate.high);
        QCOMPARE(ends_text(row_of("step.mfu")), std::string("band: by the step's 80 %"));
        QCOMPARE(ends_text(row_of("money.run.co2_kg")),
                 std::string("band: by the step's 80 %, at the same power"));
        QCOMPARE(ends_text(rows[0]), std::string("band: holds 80 % of measured steps"));
        QCOMPARE(ends_text(rows[3]), std::string("band: by the step's 80 %, at likely prices"));
        QCOMPARE(ranges_text(study->table), std::string("the band of the step"));
    }

    /// What is better by its likely value alone may be the worse one.
    void a_win_within_its_range_is_not_certain() {
        using figures::BandValue, figures::Better;
        const auto less = [](const BandValue& better, const BandValue& other) {
            return bands_overlap(better, other, Better::less);
        };
        const auto more = [](const BandValue& better, const BandValue& other) {
            return bands_overlap(better, other, Better::more);
        };
        const BandValue point{10, 10, 10};
        QVERIFY(less({8, 10, 13}, {12, 14, 20}) && !less({8, 10, 12}, {12, 14, 20}));
        QVERIFY(more({12, 14, 20}, {8, 10, 13}) && !more({13, 14, 20}, {8, 10, 13}));
        QVERIFY(less(point, {9, 11, 12}) && !less(point, {10.5, 11, 12}) && !less(point, point));
        // It waits as long, and runs a little longer.
        Scenario first = test::sample("dgx-h100-su");
        first.workload.token_budget = 1e12;
        Scenario slow = first;
        slow.name = "slow";
        slow.site.straggler_cv_iid += 0.02;
        slow.site.electricity_price = 0.5;
        const std::vector<std::shared_ptr<const Answers>> columns{asked(first), asked(slow)};
        ComparisonRequest request;
        request.figures = {"money.increment.done_weeks", "money.run.useful_rate",
                           "money.run.usd_per_hour.total"};
        const auto study = comparison_study(columns, request);
        QVERIFY(study);
        const std::vector<ComparedRow>& rows = study->table.rows;
        const ComparedValue &done = rows[0].values[0], &rate = rows[1].values[0], &hour = rows[2].values[0];
        QVERIFY(done.is_best && done.overlaps);
        QVERIFY(rate.is_best && rate.overlaps); // as its step, of which it is a batch
        QVERIFY(hour.is_best && !hour.band && !hour.overlaps);
        const auto order = std::chrono::sys_days(std::chrono::year(2031) / 3 / 3);
        const auto json = comparison_json(*study, order);
        QVERIFY(json["rows"][0]["values"][0]["overlaps"].get<bool>());
        QVERIFY(!json["rows"][0]["values"][1]["overlaps"].get<bool>());
        QVERIFY(comparison_markdown(*study, order).find("** (not certain)") != std::string::npos);
        QCOMPARE(marks_of(done), std::string("(*) "));
        QCOMPARE(marks_of(hour), std::string("* "));
        QCOMPARE(marks_of(rows[2].values[1]), std::string());
    }

    /// What is said of scenarios in sentences, wherever they stand beside each other.
    void sentences_name_their_scenario() {
        Comparison comparison;
        comparison.scenarios.resize(3);
        comparison.scenarios[0].name = "A";
        comparison.scenarios[1].name = "B";
        comparison.scenarios[1].sentence = "1.9 × faster";
        comparison.scenarios[1].terms = {"climate"};
        comparison.scenarios[2].name = "C";
        comparison.scenarios[2].reason = "it does not fit";
        const std::vector<std::string> said{"“B”: 1.9 × faster", "“B” stands on other terms: climate differs",
                                            "“C” does not run: it does not fit"};
        QCOMPARE(scenario_sentences(comparison), said);
        // That it does not run is said once.
        comparison.scenarios[2].reason = "This cluster does not run: its feeds are too small";
        QCOMPARE(scenario_sentences(comparison).back(),
                 std::string("“C”: This cluster does not run: its feeds are too small"));
        QCOMPARE(not_running_text("it does not fit"), std::string("does not run: it does not fit"));
        QCOMPARE(not_running_text(comparison.scenarios[2].reason), comparison.scenarios[2].reason);
        ScenarioWay way;
        way.scenario = "B";
        way.absent = "“A” has none: it does not fit";
        QCOMPARE(no_way_text(way), std::string("no way to “B”: “A” has none: it does not fit"));
        way.absent = "“B” has none: it does not fit";
        QCOMPARE(no_way_text(way), std::string("no way to “B”: it does not fit"));
        QCOMPARE(way_text(comparison, way), std::string("from “A” to “B”"));
        way.way.is_by_parts = true;
        QCOMPARE(way_text(comparison, way), std::string("from “A” to “B”, by parts of the step"));
    }

    /// The one that is asked stands first, whatever its place in the project, and as it is asked.
    void the_others_of_a_project_stand_beside_one() {
        Project project;
        for (const char* name : {"a", "b", "c", "d", "e", "f", "g"}) {
            project.scenarios.push_back(test::sample("ws-8gpu"));
            project.scenarios.back().name = name;
        }
        const auto one = asked(project.scenarios[2]);
        const auto beside = ScenariosBeside::of(one, project);
        QVERIFY(beside.are_several());
        QCOMPARE(beside.scenarios.front(), one);
        std::string names;
        for (const auto& each : beside.scenarios) names += each->scenario().name;
        QCOMPARE(names, std::string("cabdef"));
        QCOMPARE(beside.left_out, std::vector<std::string>{"g"});
        project.scenarios = {project.scenarios[2]};
        QVERIFY(!ScenariosBeside::of(one, project).are_several());
    }

    void bad_input_is_said() {
        const auto one = asked(test::sample("dgx-h100-su")), two = asked(test::sample("ws-8gpu"));
        const auto alone = compare({one.get()}, first_figures());
        QVERIFY(!alone);
        QCOMPARE(alone.error().what, std::string("1 scenario cannot be compared"));
        QVERIFY(!compare(std::vector<const Answers*>(7, one.get()), first_figures()));
        QVERIFY(!compare({one.get(), two.get()}, {"step.no_such_thing"}));
        QVERIFY(!compare({one.get(), two.get()}, {"/plan/no_such_input"}));
        QVERIFY(!waterfall(*one, *two, "step.binds"));
        QVERIFY(!parse_amount(EqualBy::power, "-3 MW"));
        QVERIFY(!parse_amount(EqualBy::power, "3 days"));
        QVERIFY(!parse_amount(EqualBy::power, "1.2")); // no unit
        QCOMPARE(parse_amount(EqualBy::days, "90").value(), 90.0 * 86400);
        QVERIFY(parse_amount(EqualBy::power, "20 MW"));
    }
};

QTEST_GUILESS_MAIN(TestComparison)
#include "test_comparison.moc"
