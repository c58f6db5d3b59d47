// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/engine/plan_at_size.h"
#include "core/step/engine/plan_memory.h"
#include "core/step/search/fastest.h"
#include "core/step/workload/plan_check.h"
#include "tests/support/random_scenario.h"
#include "tests/support/rounds.h"
#include "tests/support/search_cases.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <random>

using namespace roofrack;
using namespace roofrack::test;

/// The short way to the best plan against the long one.
class TestFastest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void is_what_the_search_ranks_first_data();
    void is_what_the_search_ranks_first();
    void what_fits_is_found_whatever_repeats_least_memory();
    void the_fastest_that_surely_fits();
    void the_prudent_plan_is_a_sure_one_that_is_hardly_slower();
    void what_earlier_searches_found_rules_nothing_out();
    void hints_outside_the_space_rule_nothing_out();
    void says_that_there_is_no_network();
    void says_what_the_gpus_lack();
    void asks_what_the_check_asks();
    void more_chunks_than_an_int_counts_are_judged();
};

void TestFastest::is_what_the_search_ranks_first_data() {
    QTest::addColumn<QString>("name");
    for (const char* name :
         {"megatron-1t-3072", "llama3-405b-16k", "gb200-nvl72-x8", "dgx-h100-su", "ws-8gpu", "hot", "held",
          "mixed", "moe", "offloaded", "generic-100m-256gpu-8nic"})
        QTest::newRow(name) << name;
}

void TestFastest::is_what_the_search_ranks_first() {
    QFETCH(QString, name);
    Scenario scenario = name == "mixed" ? mixed()
                        : name == "hot" ? throttling()
                        : name == "held"
                            ? held_by_the_site()
                            : sample(name == "moe" || name == "offloaded" ? "dgx-h100-su" : qPrintable(name));
    if (name == "moe") scenario.workload.model = "mixtral-8x7b";
    if (name == "offloaded") scenario.plan.offload_activations = 1;
    const auto drawn = Prepared::make(scenario, Catalog::built_in());
    QVERIFY(drawn);
    const double all = drawn->fabric().gpus;
    for (const double gpus : {all, all / 4, std::round(1.25 * all)}) {
        for (const bool even : {false, true}) {
            SearchOptions options;
            options.gpus = gpus;
            options.top = 1;
            options.front = false;
            options.space.even_batch = even;
            const auto found = search(*drawn, options);
            const FastestPlan cold = fastest_plan(*drawn, options);
            const Plan hints[] = {cold.plan.value_or(Plan())};
            const FastestPlan hinted = fastest_plan(*drawn, options, hints);
            QCOMPARE(cold.plan.has_value(), found && !found->best.empty());
            QCOMPARE(hinted.plan, cold.plan);
            if (!cold.plan) {
                QVERIFY(!cold.reason.empty());
                continue;
            }
            StepSolver solver(*drawn);
            const double step = solver.solve(*cold.plan, gpus, batch_of(drawn->impl())).step;
            QVERIFY2(std::abs(step / found->best.front().step_time.si() - 1) < 1e-9,
                     qPrintable(QString::number(step / found->best.front().step_time.si(), 'g', 12)));
        }
    }
}

/// Random drawings, many of whose models hardly fit: full recomputation is then not always what needs the
/// least memory, and one layer repeated whole may be faster than the selective part of all.
void TestFastest::what_fits_is_found_whatever_repeats_least_memory() {
    std::mt19937 random(38);
    int found_both = 0;
    for (int round = 0; round < rounds(60, 12); ++round) {
        Scenario scenario = random_scenario(random);
        scenario.workload.global_batch = round % 2 == 0 ? 512 : 1024;
        if (const Evaluation as_drawn = evaluate_or_explain(scenario, Catalog::built_in());
            round % 2 == 1 && as_drawn.power.metered > Watts(0))
            scenario.site.power_limit = 0.7 * as_drawn.power.metered;
        const auto drawn = Prepared::make(scenario, Catalog::built_in());
        QVERIFY(drawn);
        SearchOptions options;
        options.top = 1;
        options.front = false;
        const auto found = search(*drawn, options);
        const FastestPlan fastest = fastest_plan(*drawn, options);
        QCOMPARE(fastest.plan.has_value(), found && !found->best.empty());
        if (!fastest.plan) continue;
        ++found_both;
        StepSolver solver(*drawn);
        const double step =
            solver.solve(*fastest.plan, drawn->fabric().gpus, scenario.workload.global_batch).step;
        QVERIFY2(std::abs(step / found->best.front().step_time.si() - 1) < 1e-9,
                 qPrintable(QStringLiteral("round %1: %2 of %3")
                                .arg(round)
                                .arg(QString::fromStdString(plan_text(*fastest.plan)))
                                .arg(QString::fromStdString(plan_text(found->best.front().plan)))));
    }
    QVERIFY(found_both > 0);
}

/// The first of the ranking whose whole band lies within a GPU's memory.
void TestFastest::the_fastest_that_surely_fits() {
    int sure_is_slower = 0;
    for (const char* const name : {"megatron-1t-3072", "dgx-h100-su", "gb200-nvl72-x8", "ws-8gpu"}) {
        const auto drawn = Prepared::make(sample(name), Catalog::built_in());
        QVERIFY(drawn);
        SearchOptions options;
        options.front = false;
        options.top = 1000;
        const auto all = search(*drawn, options);
        QVERIFY(all && !all->best.empty());
        const double capacity = memory_capacity(drawn->impl(), drawn->fabric().gpus);
        const auto first = std::ranges::find_if(all->best, [&](const RankedPlan& each) {
            return memory_need(drawn->impl(), each.plan, each.memory.si()).against(capacity) ==
                   MemoryVerdict::fits;
        });
        const std::optional<Plan> sure = fastest_sure_plan(*drawn, {});
        QCOMPARE(sure.has_value(), first != all->best.end());
        if (!sure) continue;
        StepSolver solver(*drawn);
        const double step = solver.solve(*sure, drawn->fabric().gpus, batch_of(drawn->impl())).step;
        QVERIFY2(std::abs(step / first->step_time.si() - 1) < 1e-9, name);
        const double need = memory_of(drawn->impl(), *sure, batch_of(drawn->impl())).total();
        QVERIFY2(memory_need(drawn->impl(), *sure, need).against(capacity) == MemoryVerdict::fits, name);
        sure_is_slower += first != all->best.begin();
    }
    QVERIFY(sure_is_slower > 0);
}

/// One search finds both as two would.
void TestFastest::the_prudent_plan_is_a_sure_one_that_is_hardly_slower() {
    int replaced = 0, much_slower = 0, sure_anyway = 0;
    for (const char* const name : {"shared-a100-hot-rack", "dgx-h100-su", "ws-8gpu", "gb200-nvl72-x8"}) {
        const auto drawn = Prepared::make(sample(name), Catalog::built_in());
        QVERIFY(drawn);
        const double gpus = drawn->fabric().gpus, batch = batch_of(drawn->impl());
        const FastestPlan fastest = fastest_plan(*drawn, {});
        const std::optional<Plan> sure = fastest_sure_plan(*drawn, {});
        QVERIFY(fastest.plan && sure);
        StepSolver solver(*drawn);
        const double shortest = solver.solve(*fastest.plan, gpus, batch).step;
        const bool is_near = solver.solve(*sure, gpus, batch).step <= shortest * (1 + most_slower);
        QCOMPARE(prudent_plan(*drawn).plan, is_near ? sure : fastest.plan);
        ++(*sure == *fastest.plan ? sure_anyway : is_near ? replaced : much_slower);
    }
    QVERIFY(replaced > 0 && much_slower > 0 && sure_anyway > 0);
}

/// One memory for drawings of other sizes, machines, models, precisions and batches, one after the other.
void TestFastest::what_earlier_searches_found_rules_nothing_out() {
    SearchMemory memory;
    std::mt19937 random(39);
    const char* const names[] = {"dgx-h100-su", "gb200-nvl72-x8", "megatron-1t-3072"};
    int found = 0;
    for (int round = 0; round < rounds(60, 18); ++round) {
        Scenario scenario = round % 3 == 0 ? random_scenario(random) : sample(names[round / 2 % 3]);
        if (round % 4 == 1) scenario.plan.precision = Precision::fp8;
        if (round % 5 == 1) scenario.workload.global_batch *= 2;
        if (round % 6 == 2)
            for (Element& each : scenario.cluster.elements)
                if (each.kind == ElementKind::rack && each.count % 2 == 0) each.count /= 2;
        const auto drawn = Prepared::make(scenario, Catalog::built_in());
        QVERIFY(drawn);
        const FastestPlan alone = prudent_plan(*drawn),
                          after = prudent_plan(*drawn, {}, {}, most_slower, memory);
        QCOMPARE(after.plan, alone.plan);
        QCOMPARE(after.reason, alone.reason);
        found += alone.plan.has_value();
    }
    QVERIFY(found > rounds(60, 18) / 2);
    QVERIFY(memory.near.size() > 1);
}

/// A hint that is faster than every plan of the space, and is none of them.
void TestFastest::hints_outside_the_space_rule_nothing_out() {
    const auto drawn = Prepared::make(sample("dgx-h100-su"), Catalog::built_in());
    QVERIFY(drawn);
    const FastestPlan best = fastest_plan(*drawn, {});
    QVERIFY(best.plan);
    SearchOptions options;
    options.space.micro_batch = {best.plan->micro_batch == 1 ? 2 : 1};
    options.space.recompute = {Recompute::full};
    const FastestPlan cold = fastest_plan(*drawn, options);
    const Plan hints[] = {*best.plan};
    const FastestPlan hinted = fastest_plan(*drawn, options, hints);
    QVERIFY(cold.plan && *cold.plan != *best.plan);
    QCOMPARE(hinted.plan, cold.plan);
}

/// Servers that nothing joins: whoever fits does not run, and that is what is said, as the whole search does.
void TestFastest::says_that_there_is_no_network() {
    Scenario scenario = sample("dgx-h100-su");
    scenario.cluster.links.clear();
    const auto drawn = Prepared::make(scenario, Catalog::built_in());
    QVERIFY(drawn);
    const FastestPlan found = fastest_plan(*drawn, {}), prudent = prudent_plan(*drawn);
    QVERIFY(!found.plan && !prudent.plan);
    QCOMPARE(found.reason, std::string("no network between the GPUs"));
    QCOMPARE(prudent.reason, found.reason);
    const auto all = search(*drawn, {});
    QVERIFY(all && all->best.empty());
    QVERIFY(std::ranges::any_of(all->map, [&](const SearchCell& cell) {
        return cell.reason.find("no network") != std::string::npos;
    }));
    // On one server there is no need of one.
    SearchOptions one;
    one.gpus = 8;
    scenario.workload.model = "llama3-8b";
    QVERIFY(fastest_plan(*Prepared::make(scenario, Catalog::built_in()), one).plan);
}

/// Whatever the degrees, no plan runs: what is said is not that it does not fit.
void TestFastest::says_what_the_gpus_lack() {
    Scenario scenario = sample("megatron-1t-3072");
    scenario.plan.precision = Precision::fp8;
    const auto drawn = Prepared::make(scenario, Catalog::built_in());
    QVERIFY(drawn);
    const FastestPlan found = fastest_plan(*drawn, {});
    QVERIFY(!found.plan);
    QVERIFY2(found.reason.ends_with("does not compute in FP8"), found.reason.c_str());
    const auto all = search(*drawn, {});
    QVERIFY(all && all->best.empty() && !all->map.empty());
    for (const SearchCell& cell : all->map) QCOMPARE(cell.reason, found.reason);
}

/// The searches' short question has the answer of the check that says why.
void TestFastest::asks_what_the_check_asks() {
    std::mt19937 random(7);
    const auto any = [&](std::initializer_list<int> values) {
        return *(values.begin() + static_cast<std::ptrdiff_t>(random() % values.size()));
    };
    ModelSpec moe = *Catalog::built_in().model("mixtral-8x7b"),
              dense = *Catalog::built_in().model("gpt3-175b"),
              generic = *Catalog::built_in().model("gpt3-175b");
    generic.transformer.reset();
    generic.generic.emplace();
    int possible = 0, impossible = 0;
    for (int i = 0; i < 20000; ++i) {
        Plan plan;
        plan.tp = any({1, 1, 2, 4, 8, 3, 0});
        plan.pp = any({1, 1, 2, 4, 8, 5, 200});
        plan.vpp = any({1, 1, 1, 2, 3, -1});
        plan.cp = any({1, 1, 1, 2, 4});
        plan.ep = any({0, 1, 1, 2, 3, 8});
        plan.dp = any({0, 0, 0, 1, 4, 8, 16, -1});
        plan.shard = any({0, 0, 2, 3});
        plan.zero = any({0, 1, 2, 3, 4});
        plan.micro_batch = any({1, 1, 2, 3});
        const ModelSpec& model = i % 3 == 0 ? moe : i % 3 == 1 ? dense : generic;
        const double gpus = any({8, 16, 64, 96, 256}), batch = any({8, 16, 64, 100, 1024});
        Plan asked = plan, checked = plan;
        const std::vector<Finding> findings = check_plan(checked, model, gpus, batch);
        const bool runs = std::ranges::none_of(
            findings, [](const Finding& each) { return each.severity == Severity::critical; });
        QCOMPARE(is_possible(asked, model, gpus, batch), runs);
        QCOMPARE(asked, checked); // what is filled in
        ++(runs ? possible : impossible);
    }
    QVERIFY2(possible > 500 && impossible > 500, qPrintable(QString::number(possible)));
}

/// 8,192 stages of 524,288 chunks are 2³²: 0 as an int, and nothing divides by that.
void TestFastest::more_chunks_than_an_int_counts_are_judged() {
    ModelSpec deep = *Catalog::built_in().model("llama3-8b");
    deep.transformer->layers = 8192;
    Plan plan;
    plan.pp = 8192;
    plan.vpp = 1 << 19;
    const std::vector<Finding> findings = check_plan(plan, deep, 8192, 8192);
    QVERIFY(std::ranges::find(findings, "plan-uneven-stages", &Finding::id) != findings.end());
}

QTEST_APPLESS_MAIN(TestFastest)
#include "test_fastest.moc"
