// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/prepared.h"
#include "project/project_file.h"
#include "random_scenario.h"
#include "search/coster.h"
#include "search/search.h"

#include <QTest>

#include <cmath>
#include <map>
#include <set>
#include <thread>

using namespace roofrack;

namespace {

Scenario sample(const char* name) {
    const auto loaded = read_project(std::string(ROOFRACK_SOURCE_DIR "/samples/") + name + ".roofrack.json",
                                     Catalog::built_in());
    if (!loaded) qFatal("%s", loaded.error().text().c_str());
    return loaded->project.scenarios.front();
}

Prepared prepared(const Scenario& scenario) {
    auto result = Prepared::make(scenario, Catalog::built_in());
    if (!result) qFatal("%s", result.error().text().c_str());
    return *result;
}

Evaluation evaluated(const Prepared& drawn, const Plan& plan, double gpus, double batch) {
    EvaluateOptions options;
    options.gpus = gpus;
    options.findings = false;
    options.plan = plan;
    options.global_batch = batch;
    return evaluate(drawn, options);
}

double apart(double a, double b) { return std::abs(a - b) / std::max({std::abs(a), std::abs(b), 1e-300}); }

/// Half of the racks hold another GPU.
Scenario mixed() {
    Scenario out = sample("megatron-1t-3072");
    for (Element& element : out.cluster.elements)
        if (element.id == "rack-b-server") element.part.id = "dgx-h100";
    return out;
}

/// Rack limits below what the servers ask for, so that the clocks follow the load.
Scenario throttling() {
    Scenario out = sample("megatron-1t-3072");
    for (Element& element : out.cluster.elements)
        if (element.kind == ElementKind::rack) element.power_limit = Watts(18e3);
    return out;
}

struct Figures {
    Plan plan;
    double time = 0, memory = 0, energy = 0;
};

/// Every plan of the space by the rules of search.h, one evaluate() each; feasible ones in the order of ties.
std::vector<Figures> brute_force(const Prepared& drawn, const SearchOptions& options, double& space) {
    const Prepared::Impl& impl = drawn.impl();
    const TransformerShape& shape = *impl.model.transformer;
    const Plan base = *options.plan;
    const SearchSpace& s = options.space;
    const double gpus = options.gpus, batch = *options.global_batch;
    const auto divides = [](double part, double whole) { return std::fmod(whole, part) == 0; };
    std::vector<Figures> out;
    space = 0;
    for (const int tp : s.tp)
        for (const int pp : s.pp)
            for (const int cp : s.cp)
                for (const int ep : s.ep)
                    for (const int micro : s.micro_batch)
                        for (const int vpp : s.vpp)
                            for (const Schedule schedule : s.schedule)
                                for (const Recompute recompute : s.recompute)
                                    for (const int repeated : s.recompute_layers)
                                        for (const int zero : s.zero)
                                            for (const bool sp : s.sequence_parallel) {
                                                const int layers = (shape.layers + pp - 1) / pp;
                                                if (!divides(tp * pp * cp, gpus) || shape.heads % tp != 0)
                                                    continue;
                                                const double dp = gpus / tp / pp / cp;
                                                if (!divides(dp * micro, batch)) continue;
                                                if (cp > 1 && !divides(2 * cp, sequence_of(impl))) continue;
                                                if (ep > 1 &&
                                                    (shape.moe.experts % ep != 0 || !divides(ep, dp * cp)))
                                                    continue;
                                                if (layers % vpp != 0 || pp * vpp > shape.layers + 2)
                                                    continue;
                                                if (pp == 1 && (vpp > 1 || schedule != s.schedule.front()))
                                                    continue;
                                                if (pp > 1 &&
                                                    (schedule == Schedule::interleaved) != (vpp > 1))
                                                    continue;
                                                const bool first = repeated == s.recompute_layers.front();
                                                if (recompute != Recompute::full && !first) continue;
                                                if (recompute == Recompute::full && repeated >= layers)
                                                    continue;
                                                if (dp * cp == 1 && zero != s.zero.front()) continue;
                                                if (tp == 1 && sp != s.sequence_parallel.front()) continue;
                                                space += 1;
                                                Plan plan = base;
                                                plan.tp = tp, plan.pp = pp, plan.cp = cp, plan.ep = ep;
                                                plan.dp = 0, plan.micro_batch = micro, plan.vpp = vpp;
                                                plan.schedule = schedule, plan.recompute = recompute;
                                                plan.recompute_layers =
                                                    recompute == Recompute::full ? repeated : 0;
                                                plan.zero = zero, plan.sequence_parallel = sp;
                                                const Evaluation e = evaluated(drawn, plan, gpus, batch);
                                                if (!e.feasible) continue;
                                                out.push_back({e.plan, e.step_time.si(), e.memory.needed.si(),
                                                               e.energy_per_step.si()});
                                            }
    return out;
}

} // namespace

class TestSearch : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void costs_as_evaluate_does_data();
    void costs_as_evaluate_does();
    void is_brute_force();
    void fixed_clocks_need_no_fixed_point();
    void published_plan_ranks_high();
    void same_with_any_threads();
    void explains();
    void stops();
    void refuses_an_empty_space();
};

void TestSearch::costs_as_evaluate_does_data() {
    QTest::addColumn<QString>("name");
    QTest::newRow("GPT 1T on A100") << "megatron-1t-3072";
    QTest::newRow("Llama 3 405B on H100") << "llama3-405b-16k";
    QTest::newRow("Llama 3 405B in FP8 on GB200") << "gb200-nvl72-x8";
    QTest::newRow("racks that throttle") << "hot";
    QTest::newRow("a measured profile") << "generic-100m-256gpu-8nic";
    QTest::newRow("two kinds of GPU") << "mixed";
    QTest::newRow("mixture of experts") << "moe";
}

/// The search's own costing of plans all over the space against evaluate().
void TestSearch::costs_as_evaluate_does() {
    QFETCH(QString, name);
    Scenario scenario = name == "mixed" ? mixed()
                        : name == "hot" ? throttling()
                                        : sample(name == "moe" ? "dgx-h100-su" : qPrintable(name));
    if (name == "moe") {
        scenario.workload.model = "mixtral-8x7b";
        scenario.plan.software = "megatron-lm";
    }
    scenario.plan.dp = 0;
    scenario.plan.shard = 0;
    const Prepared drawn = prepared(scenario);
    const Prepared::Impl& impl = drawn.impl();
    const double gpus = drawn.fabric().gpus, batch = scenario.workload.global_batch;
    StepConditions conditions;
    step_conditions(impl, scenario.plan, gpus, batch, {}, conditions);
    QCOMPARE(conditions.clocks_fixed, name != "hot");
    QCOMPARE(conditions.kinds.size(), size_t(name == "mixed" ? 2 : 1));

    PlanCoster coster(impl, conditions, scenario.plan);
    const SearchAxes axes(impl, gpus, batch, scenario.plan, {});
    std::mt19937 random(7);
    const auto any = [&](const auto& list) {
        return std::uniform_int_distribution<size_t>(0, list.size() - 1)(random);
    };
    double worst = 0, worst_memory = 0;
    int plans = 0;
    while (plans < 600) {
        const SearchNode& node = axes.nodes()[any(axes.nodes())];
        const auto sizes = axes.micro_batches(node.dp);
        const auto pipelines = axes.pipelines(node.pp);
        const auto recomputations = axes.recomputations(node.pp);
        const auto zero = axes.zero(static_cast<double>(node.dp) * node.cp);
        const auto sequence = axes.sequence_parallel(node.tp);
        coster.set_node(node, zero);
        coster.set_micro_batch(sizes[any(sizes)], sequence[any(sequence)]);
        coster.set_recompute(recomputations[any(recomputations)]);
        for (int i = 0; i < 4; ++i, ++plans) {
            coster.set_pipeline(pipelines[any(pipelines)]);
            coster.set_zero(any(zero));
            const Evaluation e = evaluated(drawn, coster.plan(), gpus, batch);
            const double memory = coster.memory(), step = coster.outcome(true).step;
            if (e.step_time.si() <= 0) {
                QVERIFY(!std::isfinite(step));
                continue;
            }
            worst = std::max(worst, apart(step, e.step_time.si()));
            worst_memory = std::max(worst_memory, apart(memory, e.memory.needed.si()));
        }
    }
    QVERIFY2(worst <= 1e-12, qPrintable(QString::number(worst)));
    QVERIFY2(worst_memory <= 1e-12, qPrintable(QString::number(worst_memory)));
}

void TestSearch::is_brute_force() {
    std::mt19937 random(2026);
    const auto some = [&](std::vector<int> values, double share) {
        std::vector<int> out;
        for (const int value : values)
            if (std::bernoulli_distribution(share)(random)) out.push_back(value);
        return out.empty() ? std::vector<int>{values.front()} : out;
    };
    int spaces = 0, with_plans = 0, throttled = 0, pruned = 0, fronts = 0;
    while (spaces < 200) {
        const Scenario scenario = test::random_scenario(random);
        const auto made = Prepared::make(scenario, Catalog::built_in());
        if (!made || made->fabric().gpus < 16) continue;
        ++spaces;
        SearchOptions options;
        options.gpus = made->fabric().gpus;
        options.global_batch = options.gpus * 4;
        options.plan = scenario.plan;
        options.top = 10;
        options.threads = 2;
        SearchSpace& s = options.space;
        s.tp = some({1, 2, 4, 8}, 0.7);
        s.pp = some({1, 2, 4, 8}, 0.7);
        s.vpp = some({1, 2, 4}, 0.5);
        s.cp = some({1, 2}, 0.5);
        s.ep = some({1, 2, 4}, 0.5);
        s.micro_batch = some({1, 2, 4, 8}, 0.6);
        s.zero = some({0, 1, 2, 3}, 0.7);
        s.recompute_layers = some({0, 1, 3}, 0.6);
        std::ranges::rotate(s.recompute_layers, s.recompute_layers.begin() + (s.recompute_layers[0] == 0));
        for (const int i : some({0, 1, 2}, 0.6)) s.recompute.push_back(static_cast<Recompute>(i));
        for (const int i : some({0, 1, 2, 3}, 0.6)) s.schedule.push_back(static_cast<Schedule>(i));
        const bool sp = scenario.plan.sequence_parallel;
        s.sequence_parallel = {sp};

        double space = 0;
        const std::vector<Figures> all = brute_force(*made, options, space);
        const auto result = search(*made, options);
        QCOMPARE(result.has_value(), space > 0);
        if (!result) continue;
        QCOMPARE(result->space, space);
        QCOMPARE(result->evaluated + result->pruned, space);
        pruned += result->pruned > 0;
        throttled += made->impl().fixed_speeds.empty();
        with_plans += !all.empty();

        std::vector<Figures> fastest = all;
        std::ranges::stable_sort(fastest, {}, &Figures::time);
        QCOMPARE(result->best.size(), std::min<size_t>(10, all.size()));
        for (size_t i = 0; i < result->best.size(); ++i) {
            QVERIFY(apart(result->best[i].step_time.si(), fastest[i].time) <= 1e-12);
            QVERIFY(result->best[i].plan == fastest[i].plan);
        }
        std::map<std::pair<int, int>, const Figures*> cells;
        for (const Figures& each : fastest) cells.try_emplace({each.plan.tp, each.plan.pp}, &each);
        QCOMPARE(result->map.size(), s.tp.size() * s.pp.size());
        for (const SearchCell& cell : result->map) {
            const auto found = cells.find({cell.tp, cell.pp});
            QCOMPARE(cell.best.has_value(), found != cells.end());
            QCOMPARE(cell.reason.empty(), cell.best.has_value());
            if (cell.best) QVERIFY(cell.best->plan == found->second->plan);
        }
        std::vector<Figures> front;
        for (const Figures& a : fastest)
            if (std::ranges::none_of(fastest, [&](const Figures& b) {
                    return b.time <= a.time && b.memory <= a.memory && b.energy <= a.energy &&
                           (b.time < a.time || b.memory < a.memory || b.energy < a.energy || &b < &a);
                }))
                front.push_back(a);
        QCOMPARE(result->pareto.size(), front.size());
        for (size_t i = 0; i < front.size(); ++i) QVERIFY(result->pareto[i].plan == front[i].plan);
        fronts += front.size() > 1;
    }
    qInfo("%d spaces with plans, %d that throttle, %d pruned, %d fronts of several", with_plans, throttled,
          pruned, fronts);
    QVERIFY(with_plans >= 50 && throttled >= 15 && fronts >= 40);
}

/// Where no limit binds under full load, the fixed point of clock and power ends where settle() starts.
void TestSearch::fixed_clocks_need_no_fixed_point() {
    std::mt19937 random(11);
    int fixed = 0, slowed = 0;
    for (int i = 0; i < 400; ++i) {
        const Scenario scenario = test::random_scenario(random);
        const auto made = Prepared::make(scenario, Catalog::built_in());
        if (!made || made->impl().fixed_speeds.empty()) continue;
        Prepared::Impl loop = made->impl();
        loop.fixed_speeds.clear();
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
            const std::vector<StepTimes> costs(with.kinds.size(), times);
            Clocks clocks;
            const StepOutcome a = settle(made->impl(), with, costs, clocks);
            const StepOutcome b = settle(loop, without, costs, clocks);
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
/// optimizer.
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
    const auto result = search(drawn, options);
    QVERIFY(result);
    QVERIFY(result->base && result->base->feasible);
    qInfo("rank %.0f of %.0f feasible plans (%.0f in the space): %.2f s, best %.2f s", result->base_rank,
          result->feasible, result->space, result->base->step_time.si(), result->best[0].step_time.si());
    QVERIFY(result->base_rank >= 1);
    QVERIFY(result->base_rank <= 0.05 * result->feasible);
}

void TestSearch::same_with_any_threads() {
    const Prepared drawn = prepared(sample("dgx-h100-su"));
    SearchOptions one, three;
    one.threads = 1;
    three.threads = 3;
    three.rank_all = true;
    const auto a = search(drawn, one), b = search(drawn, three);
    QVERIFY(a && b);
    QCOMPARE(a->space, b->space);
    QVERIFY(a->pruned > 0);
    QCOMPARE(b->pruned, 0.0);
    QCOMPARE(b->evaluated, b->space);
    QCOMPARE(a->best.size(), size_t(10));
    for (size_t i = 0; i < a->best.size(); ++i) QVERIFY(a->best[i].plan == b->best[i].plan);
    QCOMPARE(a->pareto.size(), b->pareto.size());
    for (size_t i = 0; i < a->pareto.size(); ++i) QVERIFY(a->pareto[i].plan == b->pareto[i].plan);
    QVERIFY(b->base_rank >= 1 && b->base_rank <= b->feasible);
    QCOMPARE(a->base_rank, 0.0);
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
    for (size_t i = 1; i < result->pareto.size(); ++i)
        QVERIFY(result->pareto[i].reason.find("less") != std::string::npos);
    // 1T of parameters on one stage, without ZeRO: 18 B a parameter over tp.
    SearchOptions options;
    options.space.zero = {0};
    options.space.pp = {1, 5};
    const auto large = search(prepared(sample("megatron-1t-3072")), options);
    QVERIFY(large);
    for (const SearchCell& cell : large->map)
        QCOMPARE(QString::fromStdString(cell.reason).section(':', 0, 0),
                 QString(cell.pp == 1 ? "does not fit" : "does not divide"));
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

QTEST_GUILESS_MAIN(TestSearch)
#include "test_search.moc"
