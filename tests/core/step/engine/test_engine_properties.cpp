// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/engine/evaluate.h"
#include "core/step/engine/step_solver.h"
#include "core/study/scaling.h"
#include "core/study/sizes.h"
#include "tests/support/random_scenario.h"
#include "tests/support/rounds.h"

#include <QTest>
#include <cmath>

using namespace roofrack;

class TestEngineProperties : public QObject {
    Q_OBJECT
private Q_SLOTS:

    void random_projects() {
        const Catalog& catalog = Catalog::built_in();
        std::mt19937 random(20260101);
        int evaluated = 0, tensor = 0, pipeline = 0, data = 0, expert = 0, levels = 0, throttled = 0, all = 0,
            bandwidth_runs = 0;
        const int projects = test::rounds(10000, 2500);
        for (int i = 0; i < projects; ++i) {
            const Scenario scenario = test::random_scenario(random);
            const auto prepared = Prepared::make(scenario, catalog);
            QVERIFY2(prepared.has_value(), prepared ? "" : prepared.error().text().c_str());
            EvaluateOptions options;
            options.findings = i % 100 == 0;
            const Evaluation e = evaluate(*prepared, options);
            if (e.step_time.si() <= 0) { // the plan spans GPUs that no network joins, or does not divide
                QVERIFY(!e.feasible);
                QVERIFY(!e.findings.empty());
                continue;
            }
            ++evaluated;
            tensor += e.plan.tp > 1;
            pipeline += e.plan.pp > 1;
            data += e.plan.dp > 1;
            expert += e.plan.ep > 1;
            levels += e.levels.size() >= 2;
            all += e.plan.tp > 1 && e.plan.pp > 1 && e.plan.dp > 1;
            throttled += e.parts[static_cast<size_t>(StepPart::throttle)] > 0;

            // The parts are exclusive and sum to the step.
            double sum = 0;
            for (const double part : e.parts) {
                QVERIFY(part >= 0 && std::isfinite(part));
                sum += part;
            }
            QVERIFY(std::abs(sum / e.step_time.si() - 1) <= 1e-12);

            // Energy: the racks and what stands in none are the IT load; PUE makes the
            // facility's.
            double racks = 0;
            for (const RackState& rack : e.power.racks) racks += rack.power.si() * rack.count;
            const double it = e.power.it.si();
            QVERIFY(std::abs((racks + e.power.unracked_power.si()) / it - 1) < 1e-9);
            QVERIFY(std::abs(it * e.power.pue / e.power.facility.si() - 1) < 1e-9);
            QVERIFY(std::abs(e.power.run_facility.si() * e.step_time.si() / e.energy_per_step.si() - 1) <
                    1e-12);
            QVERIFY(e.power.run_facility <= e.power.peak * (1 + 1e-12));
            for (const RackState& rack : e.power.racks)
                QVERIFY(std::abs((rack.heat_to_air + rack.heat_to_liquid).si() / rack.power.si() - 1) < 1e-9);

            // With plan and clocks fixed, more bandwidth never makes a step slower.
            if (i % 4 != 0) continue;
            ++bandwidth_runs;
            const Prepared::Impl& impl = prepared->impl();
            const auto step = [&](const ResourceKnobs& knobs) {
                StepInputs in;
                in.shape = &*impl.model.transformer;
                in.machine = &impl.machines.front();
                in.software = &software_of(impl, e.plan);
                in.fabric = &impl.fabric;
                in.plan = &e.plan;
                in.sequence = sequence_of(impl);
                in.global_batch = batch_of(impl);
                in.knobs = knobs;
                return transformer_step(in).total();
            };
            const double now = step({});
            for (const double factor : {1.05, 2.0, 50.0}) {
                ResourceKnobs up, out, hbm, one;
                up.network.scale_up = factor;
                out.network.scale_out = factor;
                hbm.hbm = factor;
                one.network.level = 0;
                one.network.level_factor = factor;
                for (const ResourceKnobs& knobs : {up, out, hbm, one})
                    QVERIFY(step(knobs) <= now * (1 + 1e-12));
            }
        }
        qInfo("evaluated %d of %d: tp > 1 %d, pp > 1 %d, dp > 1 %d, ep > 1 %d, all of tp, pp, dp %d, two "
              "levels and more %d, throttled %d, bandwidth %d",
              evaluated, projects, tensor, pipeline, data, expert, all, levels, throttled, bandwidth_runs);
        QVERIFY(evaluated > projects * 8 / 10);
        for (const int count : {tensor, pipeline, data, levels}) QVERIFY(count > evaluated / 4);
        QVERIFY(all > evaluated / 10);
        QVERIFY(expert > evaluated / 50);
        QVERIFY(throttled * 10 >= evaluated);
    }

    void pure_function() {
        std::mt19937 random(7);
        for (int i = 0; i < 50; ++i) {
            const Scenario scenario = test::random_scenario(random);
            const auto a = Prepared::make(scenario, Catalog::built_in()),
                       b = Prepared::make(scenario, Catalog::built_in());
            QCOMPARE(evaluate(*a).step_time.si(), evaluate(*b).step_time.si());
        }
    }

    void sweep_equals_evaluate() {
        std::mt19937 random(3);
        for (int i = 0; i < 100; ++i) {
            const auto prepared = Prepared::make(test::random_scenario(random), Catalog::built_in());
            const double gpus = prepared->fabric().gpus;
            const Evaluation e = evaluate(*prepared);
            const ScaleResult s = scale(*prepared, std::vector<double>{gpus});
            if (!s.points.front().feasible) continue;
            QCOMPARE(s.points.front().step_time.si(), e.step_time.si());
            QCOMPARE(s.points.front().parts, e.parts);
        }
    }

    void gpu_counts_are_powers_of_two_between_the_ends() {
        QCOMPARE(gpu_counts(8, 64), (std::vector<double>{8, 16, 32, 64}));
        QCOMPARE(gpu_counts(6, 40), (std::vector<double>{6, 8, 16, 32, 40}));
        QCOMPARE(gpu_counts(1, 1), (std::vector<double>{1}));
        QVERIFY(gpu_counts(8, 4).empty());
    }
};

QTEST_APPLESS_MAIN(TestEngineProperties)
#include "test_engine_properties.moc"
