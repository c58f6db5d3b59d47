// SPDX-License-Identifier: GPL-3.0-or-later
// GPUs of several generations, and slow ones inside servers: each beside what one computes by hand.
#include "core/answers/explain/explain.h"
#include "core/step/engine/step_solver.h"
#include "core/study/facility/power_wave.h"
#include "core/study/losses/slow_groups.h"
#include "core/study/losses/slow_kinds.h"
#include "core/study/losses/slow_racks.h"
#include "tests/support/mitigations_of.h"
#include "tests/support/mixed_drawings.h"

using namespace roofrack;
using namespace roofrack::test;

namespace {

DutyCycle duty_of(const Prepared& prepared, const Evaluation& evaluation) {
    return StepSolver(prepared).solve(evaluation.plan, evaluation.gpus, batch_of(prepared.impl())).duty;
}

} // namespace

class TestMixedServers : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void mfu_is_of_all_peaks() {
        // 64·312 + 64·989.5 TFLOP/s = 83.3 PFLOP/s.
        const Evaluation mixed = run(two_generations());
        NEAR(mixed.peak.si(), 64 * 312e12 + 64 * 989.5e12, 0.001);
        const double flops = mixed.mfu * mixed.peak.si() * mixed.productive_step.si();
        const Evaluation alone = run(two_generations(false));
        NEAR(flops, alone.mfu * alone.peak.si() * alone.productive_step.si(), 1e-6); // the same work
    }

    void the_newer_half_alone_is_faster() {
        // By hand: 128 GPUs at the A100's pace against 64 at the H100's, both bound by arithmetic of large
        // products: 0.803·989.5/(0.869·312)·64/128 = 1.47, of which element-wise traffic (3.35 against 2
        // TB/s, a fifth of the time) leaves 1/(0.8/1.47 + 0.2/0.84) = 1.28.
        const Scenario both = two_generations();
        const Prepared mixed = prepared(both);
        const Evaluation now = evaluate(mixed);
        const auto kinds = slow_kinds(mixed, now, catalog());
        QVERIFY(kinds.has_value());
        QCOMPARE(kinds->slow_gpus, 64.0);
        QCOMPARE(kinds->gpus, 64.0);
        NEAR(1 + kinds->gain, 1.28, 0.20);
        // It is what the drawing without them comes to, not an extrapolation.
        NEAR(kinds->step.si(), run(two_generations(false)).step_time.si(), 1e-9);
        const auto groups = slow_groups(mixed, now, catalog());
        QVERIFY(groups.has_value());
        const std::vector<Finding> findings =
            slow_gpu_findings(slow_racks(mixed, now, catalog(), *groups), kinds);
        const auto said = std::ranges::find(findings, "mixed-generations", &Finding::id);
        QVERIFY(said != findings.end());
        QVERIFY(said->mitigation.find("leave them out") != std::string::npos);
        QCOMPARE(said->where, std::vector<std::string>{"old"});
        // No input of a project gives replicas different work, so nobody looks for one.
        QVERIFY2(said->mitigation.find("% faster (to be set in the training program") != std::string::npos,
                 said->mitigation.c_str());
        // Less work for the slower half: each GPU as much as its pace, so the rates add up. By hand
        // (64·1 + 64·2.56)/(128·1) = 1.78 at most, in whole micro-batches of eight a replica 12 and 4.
        QVERIFY2(kinds->uneven.reason.empty(), kinds->uneven.reason.c_str());
        NEAR(now.step_time / kinds->uneven.step, 1.78, 0.20);
        const auto found = test::mitigations_of(both);
        QVERIFY(found.has_value());
        QVERIFY(std::ranges::find(found->found, "fast-alone", &Mitigation::id) != found->found.end());
    }

    /// The slow kind is as many as the fast one, or most: then no other figure tells the wait.
    void who_waits_for_whom() {
        for (const int fast_servers : {8, 4}) {
            Scenario both = two_generations();
            both.cluster.find("new")->count = fast_servers;
            const Prepared mixed = prepared(both);
            const Evaluation now = evaluate(mixed);
            // By hand: an H100 is done after its own computation, the step goes on until the A100 is.
            const auto seconds = [&](const char* element) {
                const auto& groups = mixed.fabric().groups;
                const auto found = std::ranges::find(groups, element, &GpuGroup::element);
                return computation_seconds(mixed.impl(), now.plan,
                                           static_cast<size_t>(found - groups.begin()),
                                           batch_of(mixed.impl()));
            };
            NEAR(now.waiting_share, (seconds("old") - seconds("new")) / now.step_time.si(), 1e-6);
            QVERIFY(now.waiting_share > 0.2);
            // In few words: the line of the verdict has little room.
            QCOMPARE(now.waits,
                     fmt::format("H100 wait for A100: {:.1f} % of their time", 100 * now.waiting_share));
            const auto kinds = slow_kinds(mixed, now, catalog());
            QVERIFY(kinds.has_value());
            QCOMPARE(kinds->waits, now.waits);
            // Two jobs do what each drawing does by itself.
            Scenario fast = two_generations(false), slow = both;
            fast.cluster.find("new")->count = fast_servers;
            std::erase_if(slow.cluster.elements, [](const Element& each) { return each.id == "new"; });
            std::erase_if(slow.cluster.links, [](const Link& each) { return each.from == "new"; });
            NEAR(1 + kinds->apart, (run(fast).samples_per_s + run(slow).samples_per_s) / now.samples_per_s,
                 1e-9);
            const std::vector<Finding> findings = slow_kind_findings(kinds);
            QCOMPARE(findings.size(), size_t{1});
            const Finding& said = findings.front();
            QVERIFY((said.message + said.why).find(now.waits) != std::string::npos);
            QVERIFY2(said.mitigation.find("a job on") != std::string::npos, said.mitigation.c_str());
            // It is about what binds, so that of all warnings it stands first.
            QVERIFY(said.binds && said.binds == now.gains.front().resource);
        }
    }

    /// The slow kind sets the pace and computes while the fast one waits, whichever of them are more.
    void who_sets_the_pace_draws_as_it_does_alone() {
        for (const int fast_servers : {16, 4}) {
            Scenario both = two_generations();
            both.workload.global_batch = 1152; // whole micro-batches in every one of the drawings
            both.cluster.find("new")->count = fast_servers;
            Scenario fast = both, slow = both;
            const auto leave_out = [](Scenario& scenario, const char* id) {
                std::erase_if(scenario.cluster.elements, [&](const Element& each) { return each.id == id; });
                std::erase_if(scenario.cluster.links, [&](const Link& link) { return link.from == id; });
            };
            leave_out(fast, "old");
            leave_out(slow, "new");
            const Prepared mixed = prepared(both);
            const Evaluation now = evaluate(mixed);
            const DutyCycle duty = duty_of(mixed, now);
            // By hand: each computes for as long as its own kernels take; the step is that of both.
            const double others = part(now, StepPart::optimizer) + part(now, StepPart::throttle);
            const auto& groups = mixed.fabric().groups;
            for (size_t g = 0; g < groups.size(); ++g) {
                const double own =
                    computation_seconds(mixed.impl(), now.plan, g, batch_of(mixed.impl())) + others;
                NEAR(duty.compute_of(mixed.impl().facility->paces()[g]), own / now.productive_step.si(),
                     1e-9);
            }
            const auto power_of = [](const Evaluation& evaluation, const char* id) {
                return std::ranges::find(evaluation.power.racks, id, &RackState::id)->power.si();
            };
            NEAR(power_of(now, "old"), power_of(run(slow), "old"), 0.05);
            QVERIFY(power_of(now, "new") < 0.92 * power_of(run(fast), "new"));
            double sum = now.power.unracked_power.si();
            for (const RackState& rack : now.power.racks) sum += rack.count * rack.power.si();
            NEAR(sum, now.power.it.si(), 1e-9);
            // The wave over the step knows it: all compute at its top, only the slow ones for a while.
            const PowerWave wave = power_wave(now, mixed.impl().defaults->power);
            NEAR(wave.highest.si(), now.power.peak.si(), 1e-9);
            const StepPart for_a_while = fast_servers > 8 ? StepPart::straggler : StepPart::compute;
            const auto phase = std::ranges::find(wave.phases, for_a_while, &PowerWave::Phase::part);
            QVERIFY(phase != wave.phases.end());
            QVERIFY(phase->power > wave.lowest && phase->power < wave.highest);
        }
    }

    /// What computes equally fast has one duty cycle, whatever else it differs in.
    void kinds_of_equal_speed_draw_as_one_kind() {
        const auto drawn = [](const char* second) {
            return read(fmt::format(R"({{"elements": [
                {{"id": "a", "kind": "server", "count": 8, "part": "dgx-h100"}},
                {{"id": "b", "kind": "server", "count": 4, "part": {}}},
                {{"id": "leaf", "kind": "switch", "part": "qm9700", "count": 1}}],
              "links": [{{"id": "la", "from": "a", "to": "leaf", "count": 8}},
                {{"id": "lb", "from": "b", "to": "leaf", "count": 8}}]}})",
                                    second),
                        R"({"model": "llama3-8b", "global_batch": 1152})",
                        R"({"tp": 2, "zero": 1, "micro_batch": 1, "software": "megatron-core"})");
        };
        const Prepared one = prepared(drawn(R"("dgx-h100")"));
        const Prepared two =
            prepared(drawn(R"({"id": "roomy", "base": "dgx-h100", "gpu_hbm_capacity": 100e9})"));
        const Evaluation as_one = evaluate(one), as_two = evaluate(two);
        QVERIFY(two.impl().first_alike[1] == 1);
        QCOMPARE(two.impl().facility->paces()[1], 1);
        QVERIFY(duty_of(two, as_two).compute_by_pace.empty());
        QCOMPARE(as_two.power.it.si(), as_one.power.it.si());
        QCOMPARE(as_two.power.facility.si(), as_one.power.facility.si());
        QCOMPARE(as_two.power.peak.si(), as_one.power.peak.si());
        QCOMPARE(as_two.power.computes_longer + as_two.power.computes_shorter, 0.0);
    }

    /// The samples of one kind at one speed have the one duty cycle of all their GPUs.
    void one_kind_has_one_duty_cycle() {
        int several = 0;
        for (const std::string& name : sample_names()) {
            const Prepared ready = prepared(sample(name));
            const Evaluation now = evaluate(ready);
            if (now.step_time.si() <= 0) continue;
            const auto paces = ready.impl().facility->paces();
            const bool one = std::ranges::all_of(paces, [](int pace) { return pace == 0; });
            QVERIFY2(duty_of(ready, now).compute_by_pace.empty() == one, name.c_str());
            QVERIFY2((now.power.computes_longer + now.power.computes_shorter > 0) != one, name.c_str());
            several += !one;
        }
        QVERIFY(several > 0);
    }

    void one_generation_leaves_nothing_out() {
        // With one generation there is nothing to say.
        const Scenario alone = two_generations(false);
        const Prepared one = prepared(alone);
        QVERIFY(evaluate(one).waits.empty());
        QCOMPARE(evaluate(one).waiting_share, 0.0);
        QVERIFY(!slow_kinds(one, evaluate(one), catalog()));
    }

    void one_slow_gpu_inside_a_server() {
        // One of eight GPUs of one server at half its speed: all wait, so computing takes twice as long.
        Scenario scenario = with_odd_servers(0);
        const Evaluation whole = run(scenario);
        Element& first = *scenario.cluster.find("dgx");
        first.speed = 0.5;
        first.slow_gpus = 1;
        const Prepared slow = prepared(scenario);
        const Evaluation then = evaluate(slow);
        const double computing = part(whole, StepPart::compute) + part(whole, StepPart::memory);
        NEAR(part(then, StepPart::straggler), computing, 0.01);
        NEAR(then.step_time.si(), whole.step_time.si() + computing, 0.20);
        // The other seven count as what they are.
        NEAR(part(then, StepPart::compute), part(whole, StepPart::compute), 1e-9);
        QCOMPARE(slow.fabric().groups.front().speed, 1.0);
        QCOMPARE(slow.fabric().groups.front().slow_share(), 1.0 / 8);
        QVERIFY(std::ranges::any_of(
            then.gains, [](const Gain& gain) { return gain.resource.kind == ResourceKind::slow_group; }));
        // All of them slow is what the speed says without a count.
        scenario.cluster.find("dgx")->slow_gpus.reset();
        NEAR(run(scenario).step_time.si(), then.step_time.si(), 0.01);
    }

    void all_of_it_is_explained() {
        Scenario slow = with_odd_servers(1);
        slow.cluster.find("dgx")->speed = 0.9;
        slow.cluster.find("dgx")->slow_gpus = 2;
        Scenario sites = read(two_sites(4), R"({"model": "llama3-8b", "global_batch": 256})",
                              R"({"zero": 0, "tp": 4, "hierarchical": true})");
        for (const Scenario& scenario : {slow, sites, two_generations()}) {
            const Prepared ready = prepared(scenario);
            const auto explainer = Explainer::of(ready);
            QVERIFY2(explainer.has_value(), explainer ? "" : explainer.error().text().c_str());
            for (const char* figure : {"data_comm", "straggler", "mfu", "step_time", "it_power"}) {
                const auto tree = explainer->explain(figure);
                QVERIFY2(tree.has_value(), figure);
                if (std::isnan((*tree)->value)) continue; // a profile that does not say its FLOPs
                QCOMPARE((*tree)->recomputed(), (*tree)->value);
            }
        }
    }
};

QTEST_APPLESS_MAIN(TestMixedServers)

#include "test_mixed_servers.moc"
