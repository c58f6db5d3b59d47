// SPDX-License-Identifier: GPL-3.0-or-later
// What a part lacks or a plan says of it.
#include "core/step/engine/prepared_impl.h"
#include "core/step/engine/step_solver.h"
#include "tests/support/mixed_drawings.h"

using namespace roofrack;
using namespace roofrack::test;

class TestWhatPartsLack : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void a_precision_that_a_part_lacks_does_not_run() {
        Scenario scenario = two_generations(false);
        scenario.plan.precision = Precision::fp8;
        QVERIFY(run(scenario).feasible);
        scenario.plan.precision = Precision::nvfp4;
        const Evaluation four = run(scenario);
        QVERIFY(!four.feasible);
        QCOMPARE(four.findings.front().id, std::string("plan-precision"));
        // The older one of two generations counts.
        Scenario mixed = two_generations();
        mixed.plan.precision = Precision::fp8;
        const Evaluation eight = run(mixed);
        QVERIFY(!eight.feasible);
        QCOMPARE(eight.findings.front().where, std::vector<std::string>{"old"});
    }

    /// What holds a plan that does not run is its first critical finding, whatever is remarked behind it.
    void what_binds_is_the_first_critical_finding() {
        Scenario scenario = two_generations(false);
        for (Element& element : scenario.cluster.elements)
            if (element.kind == ElementKind::server) element.part.id = "mi300x-8";
        scenario.plan.software = "megatron-core";
        scenario.plan.precision = Precision::nvfp4;
        const Evaluation four = run(scenario);
        QVERIFY(!four.feasible && four.findings.size() > 1);
        QVERIFY(four.findings.back().id != "plan-precision");
        QCOMPARE(four.binds, four.findings.front().message);
        QVERIFY2(four.binds.find("does not compute in NVFP4") != std::string::npos, four.binds.c_str());
        scenario.plan.precision = Precision::bf16;
        scenario.plan.ep = 2;
        QCOMPARE(run(scenario).binds, std::string("expert parallelism without experts"));
    }

    void a_checkpoint_is_as_large_as_the_plan_says() {
        // 175 G parameters of 8 B are 1.4 TB; of 14 B 2.45 TB.
        Scenario scenario = two_generations(false);
        scenario.workload.model = "gpt3-175b";
        const auto bytes = [&] {
            const Prepared ready = prepared(scenario);
            Plan plan = scenario.plan;
            plan.dp = 64;
            return StepSolver(ready).solve(plan, 64, 1024).checkpoint_bytes;
        };
        NEAR(bytes(), 2.45e12, 0.01);
        scenario.plan.checkpoint_bytes_per_parameter = 8;
        NEAR(bytes(), 1.4e12, 0.01);
    }

    void a_measured_profile_counts_samples() {
        // 200 ms for the 32 samples of a GPU, in however many micro-batches.
        Scenario scenario = with_odd_servers(0);
        scenario.workload.global_batch = 32 * 64;
        double computed = 0;
        for (const int size : {32, 16, 8, 1}) {
            scenario.plan.micro_batch = size;
            computed = part(run(scenario), StepPart::compute);
            NEAR(computed, 0.2, 1e-9);
        }
        // Measured for 16 samples it takes twice as long.
        scenario.workload.inline_model = *catalog().model("generic-100m");
        scenario.workload.inline_model->generic->measured_samples = 16;
        NEAR(part(run(scenario), StepPart::compute), 0.4, 1e-9);
    }

    void other_vendors_have_their_own_stack_by_default() {
        const std::pair<const char*, const char*> parts[] = {{"mi300x-8", "rocm"},
                                                             {"gaudi3-8", "gaudi"},
                                                             {"trn2", "neuron"},
                                                             {"atlas-800t-a2", "mindspeed"},
                                                             {"dgx-h100", "megatron-core"}};
        for (const auto& [server, stack] : parts) {
            if (!catalog().part(PartKind::server, server)) continue;
            Scenario scenario = two_generations(false);
            scenario.plan.software = Plan().software;
            scenario.cluster.find("new")->part.id = server;
            QCOMPARE(run(scenario).plan.software, std::string(stack));
        }
    }
};

QTEST_APPLESS_MAIN(TestWhatPartsLack)

#include "test_what_parts_lack.moc"
