// SPDX-License-Identifier: GPL-3.0-or-later
// What a drawn plan adds its gradients up with: precision, algorithm of the cost model, order.
#include "core/step/cost/gradient_call.h"
#include "core/step/engine/evaluate.h"
#include "core/step/engine/step_solver.h"
#include "core/study/limits/gradient_reduction.h"
#include "tests/support/sample.h"

#include <QTest>
#include <functional>

using namespace roofrack;

namespace {

struct Reduced {
    Prepared prepared;
    Evaluation evaluation;
    GradientReduction reduction;
};

Reduced reduced(const char* sample, const std::function<void(Scenario&)>& change = {}) {
    Scenario scenario = test::sample(sample);
    if (change) change(scenario);
    Prepared prepared = test::prepared(scenario);
    Evaluation evaluation = evaluate(prepared);
    GradientReduction reduction = gradient_reduction(prepared, evaluation);
    return {std::move(prepared), std::move(evaluation), std::move(reduction)};
}

using Stages = std::vector<ReductionStage>;

GroupPath path_of(double gpus, bool nvls, bool sharp = false) {
    Fabric fabric =
        flat_fabric(gpus, 8, 8, ByteRate(450e9), ByteRate(50e9), LinkClass::infiniband, "h100-sxm5");
    for (FabricLevel& level : fabric.levels) level.in_network_reduction = sharp;
    NetworkKnobs knobs;
    if (sharp) knobs.variant = NetworkVariant::sharp;
    return group_path(fabric, gpus, 1, knobs, 1, nvls);
}

} // namespace

class TestGradientReduction : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void the_algorithm_is_the_fastest();
    void an_algorithm_is_an_order();
    void the_plan_says_the_precision();
    void zero_scatters_and_hybrid_shards_reduce_twice();
    void profiles_reduce_all_at_once();
    void what_is_said_is_what_is_costed();
    void errors_are_those_of_the_stages();
};

void TestGradientReduction::the_algorithm_is_the_fastest() {
    using Algorithm = CollectiveAlgorithm;
    const GroupPath plain = path_of(512, false), inside = path_of(8, true);
    QCOMPARE(collective_algorithm(Collective::all_reduce, 1e3, plain), Algorithm::tree);
    QCOMPARE(collective_algorithm(Collective::all_reduce, 1e9, path_of(8, false)), Algorithm::ring);
    QCOMPARE(collective_algorithm(Collective::all_reduce, 1e9, inside), Algorithm::nvls);
    QCOMPARE(collective_algorithm(Collective::reduce_scatter, 1e9, inside), Algorithm::ring);
    QCOMPARE(collective_algorithm(Collective::all_to_all, 1e9, plain), Algorithm::all_pairs);
    QCOMPARE(collective_algorithm(Collective::all_reduce, 0, plain), Algorithm::none);
    QCOMPARE(collective_algorithm(Collective::all_reduce, 1e9, GroupPath{}), Algorithm::none);
    // With SHARP and without NVLS the network reduces.
    QCOMPARE(collective_algorithm(Collective::all_reduce, 1e8, path_of(512, false, true)),
             Algorithm::collnet);
    // Without NVLS the time is another: what was chosen is what the time is of.
    GroupPath without = inside;
    without.nvls = false;
    QVERIFY(formula_time(Collective::all_reduce, 1e9, without) >
            formula_time(Collective::all_reduce, 1e9, inside));
}

void TestGradientReduction::an_algorithm_is_an_order() {
    using Algorithm = CollectiveAlgorithm;
    using Order = ReductionOrder;
    QCOMPARE(reduction_stages(Algorithm::ring, 512, 64), (Stages{{Order::ring, 512}}));
    QCOMPARE(reduction_stages(Algorithm::tree, 512, 64), (Stages{{Order::ring, 8}, {Order::tree, 64}}));
    QCOMPARE(reduction_stages(Algorithm::tree, 64, 64), (Stages{{Order::tree, 64}}));
    QCOMPARE(reduction_stages(Algorithm::nvls, 8, 1), (Stages{{Order::in_switch, 8}}));
    QCOMPARE(reduction_stages(Algorithm::nvls, 512, 64), (Stages{{Order::in_switch, 8}, {Order::tree, 64}}));
    QCOMPARE(reduction_stages(Algorithm::pat, 128, 128), (Stages{{Order::tree, 128}}));
    QCOMPARE(reduction_stages(Algorithm::tree, 20, 3), (Stages{{Order::tree, 20}})); // 8 + 8 + 4
    QCOMPARE(reduction_stages(Algorithm::none, 1, 1), Stages{});
}

void TestGradientReduction::the_plan_says_the_precision() {
    const auto of = [](int bits, Precision precision) {
        return reduced("dgx-h100-su",
                       [&](Scenario& scenario) {
                           scenario.plan.gradient_bits = bits;
                           scenario.plan.precision = precision;
                       })
            .reduction;
    };
    const GradientReduction usual = of(0, Precision::bf16);
    QCOMPARE(usual.precision, SumPrecision::fp32);
    QVERIFY(!usual.bits_of_plan);
    QCOMPARE(usual.bits, 32.0);
    QCOMPARE(of(16, Precision::bf16).precision, SumPrecision::bf16);
    QVERIFY(of(16, Precision::bf16).bits_of_plan);
    QCOMPARE(of(16, Precision::fp8).precision, SumPrecision::bf16);
    QCOMPARE(of(16, Precision::fp16).precision, SumPrecision::fp16);
    const GradientReduction compressed = of(4, Precision::bf16);
    QVERIFY(!compressed.precision && !drawn_errors(compressed).either_sign);
}

void TestGradientReduction::zero_scatters_and_hybrid_shards_reduce_twice() {
    const auto of = [](int zero, int shard) {
        return reduced("dgx-h100-su",
                       [&](Scenario& scenario) {
                           scenario.plan.zero = zero;
                           scenario.plan.shard = shard;
                       })
            .reduction;
    };
    const GradientReduction whole = of(0, 0), scattered = of(1, 0), hybrid = of(3, 2);
    QCOMPARE(whole.calls.size(), size_t{1});
    QCOMPARE(whole.calls[0].collective, Collective::all_reduce);
    QCOMPARE(whole.calls[0].ranks, whole.ranks);
    QCOMPARE(scattered.calls[0].collective, Collective::reduce_scatter);
    QCOMPARE(hybrid.calls.size(), size_t{2});
    QCOMPARE(hybrid.calls[0].ranks, 2.0);
    QCOMPARE(hybrid.calls[0].ranks * hybrid.calls[1].ranks, hybrid.ranks);
    QCOMPARE(hybrid.calls[1].collective, Collective::all_reduce);
    double ranks = 1;
    for (const ReductionStage& stage : hybrid.stages) ranks *= stage.ranks;
    QCOMPARE(ranks, hybrid.ranks);
}

void TestGradientReduction::profiles_reduce_all_at_once() {
    const GradientReduction profile = reduced("generic-100m-256gpu-1nic").reduction;
    QCOMPARE(profile.ranks, 256.0);
    QCOMPARE(profile.calls.size(), size_t{1});
    QCOMPARE(profile.calls[0].bytes, Bytes(400e6)); // 100 M parameters of 32 bits
    // One GPU adds nothing up.
    const GradientReduction one = reduced("ws-8gpu", [](Scenario& scenario) {
                                      scenario.cluster.elements.front().count = 1;
                                      scenario.plan.dp = 1;
                                      scenario.plan.tp = 8;
                                  }).reduction;
    QCOMPARE(one.ranks, 1.0);
    QVERIFY(one.calls.empty() && one.stages.empty());
}

void TestGradientReduction::what_is_said_is_what_is_costed() {
    for (const int zero : {0, 1, 3}) {
        const Reduced drawn = reduced("dgx-h100-su", [&](Scenario& scenario) { scenario.plan.zero = zero; });
        const Prepared::Impl& impl = drawn.prepared.impl();
        const Plan& plan = drawn.evaluation.plan;
        const StepContext context(step_inputs(impl, plan, impl.machines[0], batch_of(impl)));
        const GroupPaths paths = group_paths(context, plan);
        const StageShape held = stage_shape(context, plan);
        const GradientCall call = gradient_call(context, plan, paths, held);
        QCOMPARE(Bytes(call.bytes), drawn.reduction.calls[0].bytes);
        const UpdateCosts update = update_costs(context, plan, paths, held);
        QCOMPARE(call.seconds(), update.reduce); // a dense model in one sharding group
        QCOMPARE(call.seconds(), call.calls * formula_time(call.collective, call.bytes, *call.path));
    }
}

void TestGradientReduction::errors_are_those_of_the_stages() {
    const GradientReduction drawn =
        reduced("dgx-h100-su", [](Scenario& scenario) { scenario.plan.gradient_bits = 16; }).reduction;
    const PlanReductionErrors errors = drawn_errors(drawn);
    QVERIFY(errors.either_sign && errors.equal_sign);
    QCOMPARE(errors.either_sign->ranks, drawn.ranks);
    QCOMPARE(errors.either_sign->error,
             simulate_reduction(drawn.stages, SumPrecision::bf16, SummedValues::either_sign)->error);
    QVERIFY(errors.either_sign->error > 0x1p-10 && errors.either_sign->error < 1);
}

QTEST_APPLESS_MAIN(TestGradientReduction)
#include "test_gradient_reduction.moc"
