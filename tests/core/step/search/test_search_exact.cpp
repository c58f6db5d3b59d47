// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/search/coster.h"
#include "core/step/search/search.h"
#include "tests/support/random_scenario.h"
#include "tests/support/search_cases.h"

#include <QTest>

#include <cmath>
#include <map>

using namespace roofrack;
using namespace roofrack::test;

namespace {

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
        // What the place refuses is searched all the same, and said to be refused. A plan that the program
        // chooses must be predicted to fit (MemoryRule::chosen): that its band reaches below what there is
        // does not do, as it would of a plan that somebody gave.
        if (e.has_power() && e.memory.needed <= e.memory.capacity)
            out.push_back({e.plan, e.step_time.si(), e.memory.needed.si(), e.energy_per_step.si()});
    } while (next(at, sizes));
    return out;
}

/// What a search may cost of a drawing, and plans drawn at random from its axes.
struct RandomPlans {
    RandomPlans(const Prepared& drawn, unsigned seed)
        : gpus(drawn.fabric().gpus)
        , batch(drawn.scenario().workload.global_batch)
        , conditions(conditions_of(drawn))
        , coster(drawn.impl(), conditions, drawn.scenario().plan, kernels)
        , axes(drawn.impl(), gpus, batch, drawn.scenario().plan, {})
        , random(seed) {}

    template<class List>
    size_t any(const List& list) {
        return std::uniform_int_distribution<size_t>(0, list.size() - 1)(random);
    }

    /// Chooses the degrees; what they leave to choose is in the lists.
    const SearchNode& choose_node() {
        const SearchNode& node = axes.nodes()[any(axes.nodes())];
        pipelines = axes.pipelines(node.pp);
        recomputations = axes.recomputations(node.pp);
        sharding = axes.sharding(node);
        return node;
    }

    /// Costs the node with some micro-batch.
    void choose_micro_batch(const SearchNode& node) {
        const auto sizes = axes.micro_batches(node.dp);
        const auto sequence = axes.sequence_parallel(node.tp);
        coster.set_node(node, sharding);
        coster.set_micro_batch(sizes[any(sizes)], sequence[any(sequence)]);
    }

    StepConditions conditions_of(const Prepared& drawn) const {
        StepConditions out;
        step_conditions(drawn.impl(), drawn.scenario().plan, gpus, batch, {}, out);
        return out;
    }

    double gpus, batch;
    StepConditions conditions;
    KernelCosts kernels;
    PlanCoster coster;
    SearchAxes axes;
    std::mt19937 random;
    std::vector<PipelineChoice> pipelines;
    std::vector<RecomputeChoice> recomputations;
    std::vector<ShardChoice> sharding;
};

} // namespace

class TestSearchExact : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void costs_as_evaluate_does_data();
    void costs_as_evaluate_does();
    void time_is_above_its_bounds_data();
    void time_is_above_its_bounds();
    void memory_is_above_its_bounds_data();
    void memory_is_above_its_bounds();
    void is_brute_force();
    void bounds_rule_out_nothing_that_counts_data();
    void bounds_rule_out_nothing_that_counts();
};

void TestSearchExact::costs_as_evaluate_does_data() {
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
void TestSearchExact::costs_as_evaluate_does() {
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
    RandomPlans of(drawn, 7);
    PlanCoster& coster = of.coster;
    QCOMPARE(of.conditions.clocks_fixed, name != "hot");
    QCOMPARE(of.conditions.accelerator_groups.size(), size_t(name == "mixed" ? 2 : 1));

    double worst = 0, worst_memory = 0;
    int plans = 0;
    while (plans < 600) {
        of.choose_micro_batch(of.choose_node());
        coster.set_recompute(of.recomputations[of.any(of.recomputations)]);
        for (int i = 0; i < 4; ++i, ++plans) {
            coster.set_pipeline(of.pipelines[of.any(of.pipelines)]);
            coster.set_sharding(of.any(of.sharding));
            const Evaluation e = evaluated(drawn, coster.plan(), of.gpus, of.batch);
            const double memory = coster.memory(), step = coster.outcome(Throttle::solved).step;
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

void TestSearchExact::time_is_above_its_bounds_data() { costs_as_evaluate_does_data(); }

/// What rules a micro-batch or more recompute out by its time, against the time of its plans.
void TestSearchExact::time_is_above_its_bounds() {
    QFETCH(QString, name);
    Scenario scenario = name == "mixed" ? mixed()
                        : name == "hot" ? throttling()
                                        : sample(name == "moe" ? "dgx-h100-su" : qPrintable(name));
    if (name == "moe") scenario.workload.model = "mixtral-8x7b";
    const Prepared drawn = prepared(scenario);
    RandomPlans of(drawn, 17);
    PlanCoster& coster = of.coster;
    constexpr double rounded = 1 - 1e-12;
    double nearest = 0;
    int rises = 0;
    for (int round = 0; round < 200; ++round) {
        of.choose_micro_batch(of.choose_node());
        const size_t p = of.any(of.pipelines), z = of.any(of.sharding);
        const double least = coster.least_step(of.pipelines);
        Recompute kind = of.recomputations.front().kind;
        double before = 0;
        for (const RecomputeChoice& choice : of.recomputations) {
            coster.set_recompute(choice);
            const double bound = coster.bound(of.pipelines).step;
            coster.set_pipeline(of.pipelines[p]);
            coster.set_sharding(z);
            const double step = coster.outcome(Throttle::solved).step;
            QVERIFY2(least * rounded <= bound && bound * rounded <= step,
                     qPrintable(QStringLiteral("%1, %2, %3 s").arg(least).arg(bound).arg(step)));
            QVERIFY(coster.outcome(Throttle::bounded).step * rounded <= step);
            if (choice.kind != kind) before = 0;
            kind = choice.kind;
            QVERIFY2(before * rounded <= step,
                     qPrintable(QStringLiteral("%1 s, %2 s").arg(before).arg(step)));
            rises += before > 0 && before < step;
            before = step;
            if (std::isfinite(step)) nearest = std::max(nearest, least / step);
        }
    }
    const bool is_transformer = drawn.impl().model.transformer.has_value();
    QCOMPARE(nearest > 0.5, is_transformer); // or the bound is of no use
    QCOMPARE(rises > 0, is_transformer);
}

void TestSearchExact::memory_is_above_its_bounds_data() {
    QTest::addColumn<QString>("name");
    for (const char* name : {"megatron-1t-3072", "llama3-405b-16k", "gb200-nvl72-x8", "moe"})
        QTest::newRow(name) << name;
}

/// What rules a sharding or all kinds of recompute out by their memory, against the memory of their plans.
void TestSearchExact::memory_is_above_its_bounds() {
    QFETCH(QString, name);
    Scenario scenario = sample(name == "moe" ? "dgx-h100-su" : qPrintable(name));
    if (name == "moe") scenario.workload.model = "mixtral-8x7b";
    const Prepared drawn = prepared(scenario);
    RandomPlans of(drawn, 11);
    PlanCoster& coster = of.coster;
    constexpr double rounded = 1 - 1e-12;
    int held = 0, falls = 0;
    for (int round = 0; round < 200; ++round) {
        const SearchNode& node = of.choose_node();
        const size_t z = of.any(of.sharding);
        const double states = coster.least_memory(node, of.sharding[z]);
        QVERIFY(states > 0);
        of.choose_micro_batch(node);
        coster.set_recompute(of.recomputations.back());
        coster.set_pipeline(of.pipelines[of.any(of.pipelines)]);
        coster.set_sharding(z);
        const double most_repeated = coster.memory(), of_layer = coster.held_to_repeat();
        const bool keeps_less = coster.keeps_less_by_repeating();
        held += std::isfinite(of_layer) && of_layer > 0;
        double before = std::numeric_limits<double>::infinity();
        for (const RecomputeChoice& choice : of.recomputations) {
            coster.set_recompute(choice);
            const double memory = coster.memory();
            QVERIFY(memory >= states * rounded);
            QVERIFY(memory >= (most_repeated - of_layer) * rounded);
            if (choice.kind != Recompute::full) continue;
            QVERIFY(!keeps_less || memory * rounded <= before);
            falls += memory < before;
            before = memory;
        }
    }
    QVERIFY(held > 0 && falls > 0);
}

void TestSearchExact::is_brute_force() {
    std::mt19937 random(2026);
    const auto some = [&](std::vector<int> values, double share) {
        std::vector<int> out;
        for (const int value : values)
            if (std::bernoulli_distribution(share)(random)) out.push_back(value);
        return out.empty() ? std::vector<int>{values.front()} : out;
    };
    int spaces = 0, with_plans = 0, throttled = 0, pruned = 0, fronts = 0;
    while (with_plans < 200) {
        const Scenario scenario = random_scenario(random);
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
        throttled += made->impl().fixed_speeds.speeds.empty();
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
    qInfo("%d spaces, %d with plans, %d that throttle, %d pruned, %d fronts of several", spaces, with_plans,
          throttled, pruned, fronts);
    QVERIFY(throttled >= 40 && fronts >= 100);
}

void TestSearchExact::bounds_rule_out_nothing_that_counts_data() {
    QTest::addColumn<QString>("name");
    QTest::newRow("Llama 3 70B on H100") << "dgx-h100-su";
    QTest::newRow("a measured profile") << "generic-100m-256gpu-8nic";
    QTest::newRow("racks that throttle") << "hot";
    QTest::newRow("mixture of experts") << "moe";
    QTest::newRow("two kinds of GPU") << "mixed";
}

/// One thread with bounds, three that cost every plan, and one that seeks no front find the same.
void TestSearchExact::bounds_rule_out_nothing_that_counts() {
    QFETCH(QString, name);
    SearchOptions one, all;
    one.threads = 1;
    one.top = 25;
    Scenario scenario = name == "mixed" ? mixed()
                        : name == "hot" ? throttling()
                        : name == "moe" ? sample("dgx-h100-su")
                                        : sample(qPrintable(name));
    if (name == "mixed" || name == "hot") {
        one.space.pp = {8, 16, 32};
        one.space.cp = {1, 2};
        one.space.recompute_layers = {0, 1};
    }
    if (name == "moe") {
        scenario.workload.model = "mixtral-8x7b";
        scenario.plan.software = "megatron-lm";
        one.space.cp = {1};
        one.space.recompute_layers = {0, 2};
    }
    all = one;
    all.threads = 3;
    all.rank_all = true;
    SearchOptions no_front = one;
    no_front.front = false;
    const Prepared drawn = prepared(scenario);
    QCOMPARE(drawn.impl().fixed_speeds.speeds.empty(), name == "hot");
    const auto a = search(drawn, one), b = search(drawn, all), c = search(drawn, no_front);
    QVERIFY(a && b && c);
    QCOMPARE(a->space, b->space);
    QCOMPARE(a->evaluated + a->pruned, a->space);
    QCOMPARE(b->evaluated, b->space);
    QVERIFY(c->pruned >= a->pruned);
    if (name == "dgx-h100-su" || name == "moe") QVERIFY(a->pruned > 0);
    QVERIFY(c->pareto.empty());
    const auto same = [](const std::vector<RankedPlan>& x, const std::vector<RankedPlan>& y) {
        return std::ranges::equal(x, y, {}, &RankedPlan::plan, &RankedPlan::plan);
    };
    QCOMPARE(a->best.size(), size_t(25));
    QVERIFY(same(a->best, b->best) && same(a->best, c->best) && same(a->pareto, b->pareto));
    for (size_t i = 0; i < a->map.size(); ++i) {
        QCOMPARE(a->map[i].best.has_value(), b->map[i].best.has_value());
        QCOMPARE(a->map[i].reason, b->map[i].reason);
        if (!a->map[i].best) continue;
        QVERIFY(a->map[i].best->plan == b->map[i].best->plan);
        QVERIFY(a->map[i].best->plan == c->map[i].best->plan);
    }
    QCOMPARE(a->base_rank, 0.0);
    if (b->base->feasible) QVERIFY(b->base_rank >= 1 && b->base_rank <= b->feasible + 1);
}

QTEST_GUILESS_MAIN(TestSearchExact)
#include "test_search_exact.moc"
