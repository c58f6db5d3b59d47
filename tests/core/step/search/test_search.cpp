// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/templates/templates.h"
#include "core/step/cost/stack_features.h"
#include "core/step/engine/conditions.h"
#include "core/step/engine/prepared_impl.h"
#include "core/step/search/fastest.h"
#include "core/step/search/search.h"
#include "core/study/scaling.h"
#include "core/study/scenario_like.h"
#include "tests/support/cli.h"
#include "tests/support/random_scenario.h"
#include "tests/support/sample.h"
#include "tests/support/search_cases.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <iterator>

using namespace roofrack;
using namespace roofrack::test;

class TestSearch : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void fixed_clocks_need_no_fixed_point();
    void published_plan_ranks_high();
    void no_plan_of_a_template_is_faster_than_the_fastest();
    void a_new_cluster_starts_with_the_prudent_plan();
    void no_template_opens_with_a_plan_that_may_not_fit();
    void explains();
    void what_may_not_fit_is_what_the_evaluation_says();
    void replans();
    void deep_models_end();
    void stops();
    void refuses_an_empty_space();
    void finds_what_the_stack_can_run();
    void command_line();
};

/// No rank, cell or front holds a plan that the stack's releases lack, unless its axis was asked for.
void TestSearch::finds_what_the_stack_can_run() {
    Scenario scenario = test::sample("dgx-h100-su");
    int pipelines = 0, tensors = 0, bubbles = 0;
    for (const SoftwareParameters& stack : CostParameters::built_in().software) {
        scenario.plan.software = stack.name;
        const StackFeatures& has = StackFeatures::of(stack);
        SearchOptions options;
        options.top = 200;
        const auto found = search(test::prepared(scenario), options);
        QVERIFY2(found.has_value(), stack.name.c_str());
        std::vector<RankedPlan> all = found->best;
        std::ranges::copy(found->pareto, std::back_inserter(all));
        for (const SearchCell& cell : found->map)
            if (cell.best) all.push_back(*cell.best);
        for (const RankedPlan& each : all) {
            const Plan& plan = each.plan;
            QVERIFY2(plan.tp == 1 || has.has(StackFeature::tp), stack.name.c_str());
            QVERIFY2(plan.pp == 1 || has.has(StackFeature::pp), stack.name.c_str());
            QVERIFY2(plan.cp == 1 || has.has(StackFeature::cp), stack.name.c_str());
            QVERIFY2(plan.pp == 1 || has.has(plan.schedule), stack.name.c_str());
            QVERIFY2(plan.dp * plan.cp == 1 || has.has_zero(plan.zero, plan.pp), stack.name.c_str());
            pipelines += plan.pp > 1;
            tensors += plan.tp > 1;
            bubbles += plan.pp > 1 && plan.schedule == Schedule::zb_1p;
        }
    }
    QVERIFY(pipelines > 0 && tensors > 0 && bubbles > 0); // some stack has each
    // What is left out by name asks for nothing that the stack lacks, unless it is asked for by hand.
    scenario.plan.software = "megatron-deepspeed";
    SearchOptions without;
    without.space.schedule = {Schedule::one_f_one_b, Schedule::interleaved};
    const auto interleaved = [&] {
        const auto ranked = search(test::prepared(scenario), without);
        return std::ranges::count(ranked->best, Schedule::interleaved,
                                  [](const RankedPlan& each) { return each.plan.schedule; });
    };
    QVERIFY(interleaved() > 0);
    without.space.within_stack = true;
    QCOMPARE(interleaved(), 0);
    scenario.plan.software = "megatron-core";
    SearchOptions asked;
    asked.space.schedule = {Schedule::zb_1p};
    asked.space.pp = {4};
    const auto found = search(test::prepared(scenario), asked);
    QVERIFY(found && !found->best.empty());
    QCOMPARE(found->best.front().plan.schedule, Schedule::zb_1p);
}

/// Where no limit binds under full load, the fixed point of clock and power ends where add_delays() starts.
void TestSearch::fixed_clocks_need_no_fixed_point() {
    std::mt19937 random(11);
    int fixed = 0, slowed = 0;
    for (int i = 0; i < 400; ++i) {
        const Scenario scenario = random_scenario(random);
        const auto made = Prepared::make(scenario, Catalog::built_in());
        if (!made || made->impl().fixed_speeds.speeds.empty()) continue;
        Prepared::Impl loop = made->impl();
        loop.fixed_speeds.speeds.clear();
        const Plan& plan = scenario.plan;
        const double gpus = made->fabric().gpus, batch = scenario.workload.global_batch;
        StepConditions with, without;
        step_conditions(made->impl(), plan, gpus, batch, {}, with);
        step_conditions(loop, plan, gpus, batch, {}, without);
        // Duty cycles from all computing to hardly any.
        for (const double communication : {0.0, 0.3, 3.0, 300.0}) {
            StepTimes times;
            times.compute = 2;
            times.memory = 0.5;
            times.data_comm = communication;
            const std::vector<StepTimes> costs(with.accelerator_groups.size(), times);
            ThrottleBuffers clocks;
            const StepOutcome a = add_delays(made->impl(), with, costs, clocks);
            const StepOutcome b = add_delays(loop, without, costs, clocks);
            QCOMPARE(a.step, b.step);
            QCOMPARE(a.slowest_speed, b.slowest_speed);
            slowed += a.slowest_speed < 0.999;
        }
        ++fixed;
    }
    QVERIFY(fixed >= 100);
    QVERIFY(slowed >= 10); // by a power cap or the temperature of a chip, which the duty does not change
}

/// Narayanan 2021 (SC21), table 2: 174.6B on 1,536 A100 of Selene, batch 1,536, tp 8, pp 12, micro-batch 1,
/// full recompute, Megatron-LM of 2021: no sequence parallelism, no selective recompute, no sharded
/// optimizer, no interleaving printed.
void TestSearch::published_plan_ranks_high() {
    Scenario scenario = sample("megatron-1t-3072"); // Selene: 8 HDR adapters a server, three tiers
    for (Element& element : scenario.cluster.elements)
        if (element.id == "unit") element.count = 12;
    scenario.workload.model = "gpt3-175b";
    scenario.workload.sequence = 2048;
    scenario.workload.global_batch = 1536;
    Plan& plan = scenario.plan;
    plan = {};
    plan.tp = 8;
    plan.pp = 12;
    plan.zero = 0;
    plan.sequence_parallel = false;
    plan.recompute = Recompute::full;
    plan.precision = Precision::fp16;
    plan.software = "Megatron-LM 2021";
    const Prepared drawn = prepared(scenario);
    QCOMPARE(drawn.fabric().gpus, 1536.0);

    SearchOptions options;
    options.rank_all = true;
    options.space.sequence_parallel = {false};
    options.space.recompute = {Recompute::none, Recompute::full};
    options.space.zero = {0};
    options.space.vpp = {1};
    const auto result = search(drawn, options);
    QVERIFY(result);
    QVERIFY(result->base && result->base->feasible);
    qInfo("rank %.0f of %.0f feasible plans (%.0f in the space): %.2f s, best %.2f s", result->base_rank,
          result->feasible, result->space, result->base->step_time.si(), result->best[0].step_time.si());
    QVERIFY(result->base_rank >= 1);
    // The features that the stack could run: no context parallelism, no ZeRO-2, no zero bubble stands below
    // it.
    QVERIFY(result->base_rank <= 0.1 * result->feasible);
}

/// 63 · 2⁷ GPUs and a batch of 2¹¹: only uneven batches leave the factor of 63 to the replicas.
void TestSearch::no_plan_of_a_template_is_faster_than_the_fastest() {
    Scenario open = sample("llama3-405b-16k");
    const auto made = make_template("nvl72-pods", {{"racks", "112"}}, Catalog::built_in());
    QVERIFY(made);
    const Scenario scenario = with_prudent_plan(
        scenario_on(open, made->scenarios.front().cluster, Catalog::built_in()), Catalog::built_in());
    QCOMPARE(scenario.plan.dp, 0); // as the open plan says: whatever is left
    const auto result = search(prepared(scenario), {});
    QVERIFY(result && result->base && result->base->feasible);
    QVERIFY(result->best.front().step_time <= result->base->step_time);
    SearchOptions even;
    even.space.even_batch = true;
    Scenario fastest = scenario; // its own plan is one that surely fits
    fastest.plan = result->best.front().plan;
    fastest.plan.dp = 0;
    const auto divided = search(prepared(fastest), even);
    QVERIFY(divided && divided->best.front().step_time > result->best.front().step_time);
    QVERIFY(divided->base->reason.find("faster than all") != std::string::npos);
}

void TestSearch::a_new_cluster_starts_with_the_prudent_plan() {
    const auto made =
        make_template("rail-optimised", {{"servers", "256"}, {"model", "palm-540b"}}, Catalog::built_in());
    QVERIFY(made);
    const Scenario& drawn = made->scenarios.front();
    const Scenario planned = with_prudent_plan(drawn, Catalog::built_in());
    const auto result = search(prepared(drawn), {});
    QVERIFY(result);
    const Evaluation before = evaluate(prepared(drawn)), now = evaluate(prepared(planned));
    QVERIFY2(before.mfu < 0.2 && now.mfu > 0.4, qPrintable(QString::number(now.mfu)));
    const double shortest = result->best.front().step_time.si();
    QVERIFY(now.step_time.si() >= shortest * (1 - 1e-9));
    QVERIFY(now.step_time.si() <= shortest * (1 + most_slower));
}

/// What nobody has chosen may cost 5 % of the speed, and runs.
void TestSearch::no_template_opens_with_a_plan_that_may_not_fit() {
    int slower = 0;
    for (const TemplateInfo& info : list_templates()) {
        const auto made = make_template(info.name, {}, Catalog::built_in());
        QVERIFY2(made, info.name.c_str());
        const Scenario& drawn = made->scenarios.front();
        const Evaluation open = evaluate(prepared(with_opening_plan(drawn, Catalog::built_in())));
        QVERIFY2(open.feasible && open.memory.verdict == MemoryVerdict::fits, info.name.c_str());
        const Evaluation prudent = evaluate(prepared(with_prudent_plan(drawn, Catalog::built_in())));
        QVERIFY2(open.step_time.si() <= prudent.step_time.si() * (1 + opening_slower), info.name.c_str());
        slower += prudent.memory.verdict == MemoryVerdict::may_not_fit;
    }
    QVERIFY(slower > 0); // or the test shows nothing
}

void TestSearch::explains() {
    const Prepared drawn = prepared(sample("dgx-h100-su"));
    const auto result = search(drawn, {});
    QVERIFY(result);
    QVERIFY(result->best[0].reason.empty());
    for (size_t i = 1; i < result->best.size(); ++i) QVERIFY(!result->best[i].reason.empty());
    const RankedPlan &first = result->best[0], &base = *result->base;
    double parts = 0;
    for (const double seconds : first.parts) parts += seconds;
    QVERIFY(apart(parts, first.step_time.si()) < 1e-12);
    // The reason names the part that costs most more.
    size_t most = 0;
    for (size_t i = 0; i < step_part_count; ++i)
        if (base.parts[i] - first.parts[i] > base.parts[most] - first.parts[most]) most = i;
    QVERIFY(base.reason.find(label_of(static_cast<StepPart>(most))) != std::string::npos);
    QVERIFY(result->pareto[0].plan == first.plan);
    const RankedPlan& last = result->pareto.back();
    QVERIFY(last.memory < first.memory);
    QVERIFY(last.reason.find("less memory") != std::string::npos);
    // 1T of parameters on one stage, without ZeRO: 18 B a parameter over tp.
    SearchOptions options;
    options.space.zero = {0};
    options.space.pp = {1, 5};
    const auto large = search(prepared(sample("megatron-1t-3072")), options);
    QVERIFY(large);
    QVERIFY(!large->map.empty());
    for (const SearchCell& cell : large->map)
        QCOMPARE(QString::fromStdString(cell.reason).section(':', 0, 0),
                 QString(cell.pp == 1 ? "does not fit" : "does not divide"));
}

/// A sweep that chooses plans anew is never slower, and runs where the drawn degrees do not divide.
void TestSearch::replans() {
    Scenario scenario = sample("dgx-h100-su");
    scenario.plan.tp = 4;
    scenario.plan.vpp = 1;
    scenario.plan.recompute = Recompute::full;
    const Prepared drawn = prepared(scenario);
    const std::vector<double> counts{32, 64, 128, 256};
    const ScaleResult fixed = scale(drawn, counts, {.metric = ScaleMetric::fixed_batch});
    const ScaleResult anew = scale(drawn, counts, {.metric = ScaleMetric::fixed_batch, .replan = true});
    int runs = 0, faster = 0;
    for (size_t i = 0; i < counts.size(); ++i) {
        if (!fixed.points[i].feasible) continue;
        QVERIFY(anew.points[i].feasible);
        QVERIFY(anew.points[i].step_time <= fixed.points[i].step_time);
        ++runs;
        faster += anew.points[i].step_time < fixed.points[i].step_time;
    }
    QVERIFY(runs >= 3 && faster >= 1);
}

/// A file may say a hundred thousand layers: not every count of recomputed ones is tried, and that is said.
void TestSearch::deep_models_end() {
    Scenario scenario = sample("dgx-h100-su");
    ModelSpec deep = *Catalog::built_in().model("llama3-8b");
    deep.transformer->layers = 100'000;
    scenario.workload.inline_model = deep;
    const auto found = search(prepared(scenario), {});
    QVERIFY(found);
    QCOMPARE(
        found->left_out,
        std::string(
            "full recompute of numbers of layers that are no multiples of 391, in stages of up to 100,000"));
    QVERIFY2(found->space < 1e8, qPrintable(QString::number(found->space)));
    deep.transformer->heads = 1 << 20;
    scenario.workload.inline_model = deep;
    SearchOptions many;
    many.gpus = 1 << 20;
    many.global_batch = 1 << 20;
    const auto refused = search(prepared(scenario), many);
    QVERIFY(!refused &&
            refused.error().what.find("more than the 100,000,000 that are searched") != std::string::npos);
    deep.transformer->heads = 32;
    deep.transformer->layers = 256; // more than any that was published
    scenario.workload.inline_model = deep;
    QVERIFY(search(prepared(scenario), {})->left_out.empty());
}

void TestSearch::stops() {
    const Prepared drawn = prepared(sample("megatron-1t-3072"));
    std::stop_source source;
    source.request_stop();
    SearchProgress progress;
    const auto nothing = search(drawn, {}, &progress, source.get_token());
    QVERIFY(nothing);
    QVERIFY(nothing->cancelled);
    QVERIFY(nothing->evaluated < 0.01 * nothing->space);
    QVERIFY(progress.done < 0.01);
    const auto all = search(drawn, {}, &progress);
    QVERIFY(!all->cancelled);
    QCOMPARE(progress.done.load(), 1.0);
}

void TestSearch::refuses_an_empty_space() {
    const Prepared drawn = prepared(sample("dgx-h100-su"));
    SearchOptions options;
    options.space.tp = {7}; // 64 heads
    const auto result = search(drawn, options);
    QVERIFY(!result);
    QVERIFY(!result.error().fix.empty());
}

/// The mark of a plan against the finding of the same plan as drawn.
void TestSearch::what_may_not_fit_is_what_the_evaluation_says() {
    int tight = 0, sure = 0;
    for (const char* const name : {"megatron-1t-3072", "dgx-h100-su", "gb200-nvl72-x8", "ws-8gpu"}) {
        Scenario scenario = sample(name);
        SearchOptions options;
        options.front = false;
        options.top = 200;
        const auto found = search(prepared(scenario), options);
        QVERIFY(found && !found->best.empty());
        for (size_t i = 0; i < found->best.size(); i += 20) {
            const RankedPlan& ranked = found->best[i];
            scenario.plan = ranked.plan;
            const Evaluation as_drawn = evaluate(prepared(scenario));
            QVERIFY2(ranked.memory_verdict == as_drawn.memory.verdict, name);
            QCOMPARE(ranked.may_not_fit(), std::ranges::find(as_drawn.findings, "memory-tight",
                                                             &Finding::id) != as_drawn.findings.end());
            ++(ranked.may_not_fit() ? tight : sure);
        }
    }
    QVERIFY2(tight > 0 && sure > 0, qPrintable(QStringLiteral("%1, %2").arg(tight).arg(sure)));
}

void TestSearch::command_line() {
    const auto run = [](const QStringList& arguments, QByteArray& out) {
        const test::ProgramRun said = test::run_cli(
            QStringList{"search", ROOFRACK_SOURCE_DIR "/samples/dgx-h100-su.roofrack.json"} + arguments);
        out = said.out;
        return said.exit_code;
    };
    QByteArray out;
    QCOMPARE(run({"--tp", "4,8", "--no-sequence-parallel", "--recompute", "full", "--gpus", "128", "--top",
                  "7", "--json"},
                 out),
             0);
    const QJsonObject json = QJsonDocument::fromJson(out).object();
    QCOMPARE(json["best"].toArray().size(), 7);
    const QJsonArray best = json["best"].toArray();
    for (const auto& ranked : best) {
        const QJsonObject plan = ranked[QLatin1String("plan")].toObject();
        QVERIFY(plan["tp"].toInt() == 4 || plan["tp"].toInt() == 8);
        QVERIFY(!plan["sequence_parallel"].toBool());
        QCOMPARE(plan["recompute"].toString(), QStringLiteral("full"));
        QCOMPARE(plan["tp"].toInt() * plan["pp"].toInt() * plan["cp"].toInt() * plan["dp"].toInt(), 128);
    }
    QCOMPARE(run({"--top", "3"}, out), 0);
    QVERIFY(out.contains("why it lost"));
    QCOMPARE(run({"--tp", "7"}, out), 1);                                          // 64 heads
    QCOMPARE(run({"--pp", "1", "--tp", "1", "--zero", "0", "--cp", "1"}, out), 1); // 70B on one GPU
    QVERIFY(out.contains("does not fit"));
    QCOMPARE(run({"--recompute", "some"}, out), 2);
    // The text marks the plans that the JSON does.
    QCOMPARE(run({"--top", "1000", "--json"}, out), 0);
    QList<bool> marks;
    for (const auto& ranked : QJsonDocument::fromJson(out).object()["best"].toArray())
        marks << ranked[QLatin1String("may_not_fit")].toBool();
    QVERIFY(marks.contains(true) && marks.contains(false));
    QCOMPARE(run({"--top", "1000"}, out), 0);
    const QList<QByteArray> lines = out.mid(out.indexOf("why it lost")).split('\n');
    QVERIFY(lines.size() > marks.size());
    for (qsizetype i = 0; i < marks.size(); ++i)
        QVERIFY2(lines[i + 1].endsWith(" may not fit") == marks[i], lines[i + 1]);
}

QTEST_GUILESS_MAIN(TestSearch)
#include "test_search.moc"
