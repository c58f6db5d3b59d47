// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/network/level_share.h"
#include "core/step/engine/evaluate.h"
#include "core/step/engine/plan_at_size.h"
#include "core/step/engine/prepared_impl.h"
#include "core/step/search/search.h"
#include "core/study/scaling.h"
#include "tests/support/random_scenario.h"
#include "tests/support/rounds.h"
#include "tests/support/sample.h"

#include <QTest>
#include <cmath>

using namespace roofrack;

namespace {

/// The gradients' all-reduce over all drawn GPUs.
double reduced(const Scenario& scenario, double gpus = 0) {
    const Prepared prepared = test::prepared(scenario);
    NetworkKnobs knobs;
    knobs.gpus = prepared.fabric().gpus;
    return all_reduce_time(1e9, group_path(prepared.fabric(), gpus > 0 ? gpus : knobs.gpus, 1, knobs));
}

Scenario with(Scenario scenario, LevelConditions conditions) {
    scenario.site.fabric.push_back(std::move(conditions));
    return scenario;
}

} // namespace

class TestLevelShare : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// By hand: a tenth of 8 links at half the rate: 1 − 0.9^8 = 0.5695 of the steps take twice as long.
    void equation() {
        QCOMPARE(LinkShare().left(1000, false), 1.0);
        const LinkShare loaded{0.25, 0, 1};
        QCOMPARE(loaded.left(1000, false), 0.75);
        const LinkShare degraded{0, 0.1, 0.5};
        const double slow = 1 - std::pow(0.9, 8);
        QVERIFY(std::abs(degraded.left(8, false) - 1 / (1 + slow)) < 1e-15);
        QVERIFY(std::abs(degraded.left(1e6, false) - 0.5) < 1e-12);
        // Packets over all links: the loss is that of the mean link.
        QCOMPARE(degraded.left(8, true), 0.95);
        const LinkShare both{0.2, 0.1, 0.5};
        QCOMPARE(both.left(8, false), 0.8 * degraded.left(8, false));
        // One link at least is used.
        QVERIFY(std::abs(degraded.left(0, false) - 1 / 1.1) < 1e-15);
    }

    void levels_by_role_and_by_drawn_name() {
        const Prepared drawn = test::prepared(test::sample("generic-100m-256gpu-8nic"));
        const std::vector<FabricLevel>& levels = drawn.fabric().levels;
        QCOMPARE(levels.size(), size_t(3));
        for (size_t i = 0; i < 3; ++i) {
            const std::string_view role = std::array{"scale-up", "leaf", "spine"}[i];
            QCOMPARE(levels[i].roles, std::vector{role});
        }
        QVERIFY(levels[0].cables > 0 && levels[1].cables > 0);
        // The links that join a level's blocks: leaf is what servers hang on, spine what leaves hang on.
        const std::pair<const char*, int> names[] = {{"leaf", 0}, {"LEAF", 0}, {"spine", 1}, {"Spine", 1}};
        for (const auto& [name, at] : names) {
            const Prepared loaded =
                test::prepared(with(test::sample("generic-100m-256gpu-8nic"), {name, 0.5, 0, 0.5, {}}));
            for (int i = 0; i < 2; ++i)
                QCOMPARE(loaded.fabric().levels[static_cast<size_t>(i)].left(8), i == at ? 0.5 : 1.0);
            QCOMPARE(loaded.fabric().levels[0].left_within(8), 1.0);
        }
        const Prepared inner =
            test::prepared(with(test::sample("generic-100m-256gpu-8nic"), {"scale-up", 0.5, 0, 0.5, {}}));
        QCOMPARE(inner.fabric().levels[0].left_within(8), 0.5);
        QCOMPARE(inner.fabric().levels[0].left(8), 1.0);
        // A top-of-rack switch is a leaf whatever it is called, and has its own name too.
        const Prepared racks =
            test::prepared(with(test::sample("llama3-405b-16k"), {"top of rack", 0.5, 0, 0.5, {}}));
        QCOMPARE(racks.fabric().levels[0].left(16384), 0.5);
        QCOMPARE(racks.fabric().levels[1].left(16384), 1.0);
    }

    void slows_what_crosses_the_level_alone() {
        const Scenario quiet = test::sample("generic-100m-256gpu-8nic");
        const double all = reduced(quiet), leaf = reduced(quiet, 32), server = reduced(quiet, 8);
        // A ring leaves a leaf of 32 GPUs as often as one of 8: little of the uplinks is enough.
        QCOMPARE(reduced(with(quiet, {"spine", 0.5, 0, 0.5, {}})), all);
        const Scenario spine = with(quiet, {"spine", 0.95, 0, 0.5, {}});
        QCOMPARE(reduced(spine, 32), leaf);
        QCOMPARE(reduced(spine, 8), server);
        QVERIFY(reduced(spine) > all * 1.5);
        const Scenario inside = with(quiet, {"scale-up", 0.5, 0, 0.5, {}});
        QVERIFY(reduced(inside, 8) > server * 1.5);
        // One link in a hundred of at least 256 at half its rate: nearly sure to be met.
        const Scenario flapping = with(quiet, {"leaf", 0, 0.01, 0.5, {}});
        QVERIFY(reduced(flapping) > all * 1.5);
        QVERIFY(reduced(flapping) < reduced(with(quiet, {"leaf", 0.55, 0, 0.5, {}})));
        Scenario adaptive = quiet;
        adaptive.site.routing = Routing::adaptive;
        const double spread = reduced(with(adaptive, {"spine", 0.95, 0.01, 0.5, {}})) /
                              reduced(with(adaptive, {"spine", 0.95, 0, 0.5, {}}));
        QVERIFY2(spread > 1.001 && spread < 1.01, qPrintable(QString::number(spread, 'g', 9)));
        // Under one leaf there is one way: adaptive routing has nothing to choose.
        QVERIFY(reduced(with(adaptive, {"leaf", 0, 0.01, 0.5, {}})) > reduced(adaptive) * 1.5);
    }

    /// More GPUs meet a degraded link more surely.
    void grows_with_the_job() {
        Fabric fabric = test::prepared(test::sample("generic-100m-256gpu-8nic")).fabric();
        const LevelConditions rare{"leaf", 0, 1e-3, 0.5, {}};
        apply_level_conditions(fabric, {&rare, 1}, false);
        double last = 1;
        for (const double gpus : {8.0, 64.0, 512.0, 4096.0, 32768.0}) {
            const double left = fabric.levels[0].left(gpus);
            QVERIFY(left < last);
            last = left;
        }
        QVERIFY(last > 0.5 && last < 0.501);
    }

    void unknown_level_is_found() {
        const Scenario scenario = with(test::sample("generic-100m-256gpu-8nic"), {"leafs", 0.5, 0, 0.5, {}});
        const Evaluation e = evaluate(test::prepared(scenario));
        const auto found = std::ranges::find(e.findings, "fabric-level-unknown", &Finding::id);
        QVERIFY(found != e.findings.end());
        QVERIFY(found->message.find("leafs") != std::string::npos);
        QVERIFY(found->mitigation.find("Leaf") != std::string::npos);
        QVERIFY(found->mitigation.find("scale-up") != std::string::npos);
        QCOMPARE(e.step_time.si(),
                 evaluate(test::prepared(test::sample("generic-100m-256gpu-8nic"))).step_time.si());
    }

    /// Sweeps are of links as drawn: what others take lengthens them in proportion to the formula.
    void measured_sweeps_are_slowed_too() {
        Scenario scenario = test::sample("generic-100m-256gpu-8nic");
        CollectiveSweep sweep;
        sweep.collective = Collective::all_reduce;
        sweep.ranks = 256;
        sweep.nodes = 32;
        for (double bytes = 1e3; bytes < 1e11; bytes *= 8)
            sweep.points.push_back({Bytes(bytes), Seconds(2e-5 + bytes / 1e10)});
        scenario.calibration.collectives.push_back(sweep);
        const auto gradients = [](const Scenario& s) {
            const Prepared prepared = test::prepared(s);
            return StepSolver(prepared)
                .solve(evaluate(prepared).plan, 256, s.workload.global_batch)
                .cost.comms[StepCost::gradients]
                .time;
        };
        const double quiet = gradients(scenario);
        QVERIFY(gradients(with(scenario, {"leaf", 0.5, 0, 0.5, {}})) > quiet * 1.5);
    }

    /// Search and study cost the same fabric as the step.
    void search_and_scaling_meet_the_same() {
        Scenario scenario = test::sample("dgx-h100-su");
        SearchOptions options;
        options.top = 1;
        options.threads = 1;
        const SearchResult quiet = search(test::prepared(scenario), options).value();
        scenario.site.fabric = {{"leaf", 0.6, 0.01, 0.5, {}}};
        const Prepared prepared = test::prepared(scenario);
        const SearchResult loaded = search(prepared, options).value();
        QVERIFY(!loaded.best.empty() && !quiet.best.empty());
        QVERIFY(loaded.best.front().step_time.si() > quiet.best.front().step_time.si());
        EvaluateOptions again;
        again.plan = loaded.best.front().plan;
        again.findings = false;
        QCOMPARE(evaluate(prepared, again).step_time.si(), loaded.best.front().step_time.si());
    }

    void zero_changes_nothing() {
        std::mt19937 random(41);
        EvaluateOptions options;
        options.findings = false;
        for (int i = 0; i < test::rounds(1000, 150); ++i) {
            Scenario scenario = test::random_scenario(random);
            const Evaluation drawn = evaluate(test::prepared(scenario), options);
            for (const std::string_view role : level_roles)
                scenario.site.fabric.push_back({std::string(role), 0, 0, 0.5, {}});
            const Evaluation zero = evaluate(test::prepared(scenario), options);
            QCOMPARE(zero.step_time.si(), drawn.step_time.si());
            QVERIFY(zero.parts == drawn.parts);
        }
    }

    void more_is_never_faster() {
        std::mt19937 random(42);
        EvaluateOptions options;
        options.findings = false;
        int slowed = 0, runs = 0;
        std::uniform_real_distribution<double> part(0, 0.9);
        for (int i = 0; i < test::rounds(2000, 250); ++i) {
            const Scenario drawn = test::random_scenario(random);
            const Evaluation first = evaluate(test::prepared(drawn), options);
            if (first.step_time.si() <= 0) continue;
            for (const std::string_view role : {"scale-up", "leaf", "spine"}) {
                double last = first.step_time.si();
                const double by = part(random);
                for (const double background : {by / 3, by}) {
                    const double step =
                        evaluate(test::prepared(with(drawn, {std::string(role), background, 0, 0.5, {}})),
                                 options)
                            .step_time.si();
                    QVERIFY2(
                        step >= last * (1 - 1e-9),
                        qPrintable(QString("%1 %2: %3 < %4").arg(i).arg(background).arg(step).arg(last)));
                    slowed += step > last;
                    last = step;
                    ++runs;
                }
                const double degraded =
                    evaluate(test::prepared(with(drawn, {std::string(role), by, 0.01, 0.5, {}})), options)
                        .step_time.si();
                QVERIFY(degraded >= last * (1 - 1e-9));
            }
        }
        QVERIFY2(slowed > runs / 4, qPrintable(QString("%1 of %2").arg(slowed).arg(runs)));
    }
};

QTEST_APPLESS_MAIN(TestLevelShare)
#include "test_level_share.moc"
