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

/// Counts through all combinations of digits below `sizes`, the last fastest.
bool next(std::vector<size_t>& digits, const std::vector<size_t>& sizes) {
    for (size_t i = sizes.size(); i-- > 0;) {
        if (++digits[i] < sizes[i]) return true;
        digits[i] = 0;
    }
    return false;
}

/// What search.h rules out: degrees that do not divide, and plans that differ in name only.
bool counts(const Plan& plan, const SearchSpace& s, const Prepared::Impl& impl, double gpus, double batch) {
    const TransformerShape& shape = *impl.model.transformer;
    const auto divides = [](double part, double whole) { return std::fmod(whole, part) == 0; };
    const int layers = (shape.layers + plan.pp - 1) / plan.pp;
    if (!divides(plan.tp * plan.pp * plan.cp, gpus) || shape.heads % plan.tp != 0) return false;
    const double dp = gpus / plan.tp / plan.pp / plan.cp, replicas = dp * plan.cp;
    if (!divides(dp * plan.micro_batch, batch)) return false;
    if (plan.cp > 1 && !divides(2 * plan.cp, sequence_of(impl))) return false;
    if (plan.ep > 1 && (shape.moe.experts % plan.ep != 0 || !divides(plan.ep, replicas))) return false;
    if (layers % plan.vpp != 0 || plan.pp * plan.vpp > shape.layers + 2) return false;
    if (plan.pp == 1 ? plan.vpp > 1 || plan.schedule != s.schedule.front()
                     : (plan.schedule == Schedule::interleaved) != (plan.vpp > 1))
        return false;
    if (plan.recompute == Recompute::full ? plan.recompute_layers >= layers : plan.recompute_layers != 0)
        return false;
    if (replicas == 1
            ? plan.zero != s.zero.front() || plan.shard != 0
            : plan.shard != 0 && (plan.zero == 0 || plan.shard >= replicas || !divides(plan.shard, replicas)))
        return false;
    return true;
}

/// Every plan of the space, one evaluate() each; feasible ones in the order of ties.
std::vector<Figures> brute_force(const Prepared& drawn, const SearchOptions& options, double& space) {
    const SearchSpace& s = options.space;
    const double gpus = options.gpus, batch = *options.global_batch;
    std::vector<Figures> out;
    space = 0;
    const std::vector<size_t> sizes{s.tp.size(),       s.pp.size(),          s.cp.size(),
                                    s.ep.size(),       s.micro_batch.size(), s.vpp.size(),
                                    s.schedule.size(), s.recompute.size(),   s.recompute_layers.size(),
                                    s.zero.size(),     s.shard.size()};
    std::vector<size_t> at(sizes.size(), 0);
    do {
        Plan plan = *options.plan;
        plan.tp = s.tp[at[0]];
        plan.pp = s.pp[at[1]];
        plan.cp = s.cp[at[2]];
        plan.ep = s.ep[at[3]];
        plan.micro_batch = s.micro_batch[at[4]];
        plan.vpp = s.vpp[at[5]];
        plan.schedule = s.schedule[at[6]];
        plan.recompute = s.recompute[at[7]];
        plan.recompute_layers = s.recompute_layers[at[8]];
        plan.zero = s.zero[at[9]];
        plan.shard = s.shard[at[10]];
        plan.dp = 0;
        if (!counts(plan, s, drawn.impl(), gpus, batch)) continue;
        space += 1;
        const Evaluation e = evaluated(drawn, plan, gpus, batch);
        if (e.feasible)
            out.push_back({e.plan, e.step_time.si(), e.memory.needed.si(), e.energy_per_step.si()});
    } while (next(at, sizes));
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
    void replans();
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
        const auto sharding = axes.sharding(node);
        const auto sequence = axes.sequence_parallel(node.tp);
        coster.set_node(node, sharding);
        coster.set_micro_batch(sizes[any(sizes)], sequence[any(sequence)]);
        coster.set_recompute(recomputations[any(recomputations)]);
        for (int i = 0; i < 4; ++i, ++plans) {
            coster.set_pipeline(pipelines[any(pipelines)]);
            coster.set_sharding(any(sharding));
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
        s.shard = some({0, 2, 8}, 0.4);
        s.shard.insert(s.shard.begin(), s.shard.front() != 0, 0);
        // All layers are the last choice of full recompute, and the only one of the others.
        s.recompute_layers = some({1, 3}, 0.5);
        s.recompute_layers.push_back(0);
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
    const RankedPlan& last = result->pareto.back();
    QVERIFY(last.memory < first.memory);
    QVERIFY(last.reason.find("less memory") != std::string::npos);
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

/// A sweep that chooses degrees anew is never slower, and runs where the drawn degrees do not divide.
void TestSearch::replans() {
    Scenario scenario = sample("dgx-h100-su");
    scenario.plan.tp = 4;
    scenario.plan.vpp = 1;
    scenario.plan.recompute = Recompute::full;
    const Prepared drawn = prepared(scenario);
    const std::vector<double> counts{32, 64, 128, 256};
    const ScaleResult fixed = scale(drawn, counts, ScaleMetric::fixed_batch);
    const ScaleResult anew = scale(drawn, counts, ScaleMetric::fixed_batch, true);
    int runs = 0, faster = 0;
    for (size_t i = 0; i < counts.size(); ++i) {
        if (!fixed.points[i].feasible) continue;
        QVERIFY(anew.points[i].feasible);
        QVERIFY(anew.points[i].step_time <= fixed.points[i].step_time);
        QCOMPARE(anew.points[i].plan.recompute, scenario.plan.recompute);
        ++runs;
        faster += anew.points[i].step_time < fixed.points[i].step_time;
    }
    QVERIFY(runs >= 3 && faster >= 1);
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
