// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/engine/gains.h"
#include "core/step/engine/plan_at_size.h"
#include "core/step/engine/prepared_impl.h"
#include "core/step/search/fastest.h"
#include "core/study/border_mitigations.h"
#include "core/study/sizes.h"
#include "tests/support/sample.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <set>

using namespace roofrack;

namespace {

using test::sample;

/// The study of the sample, over its whole range, with what moves its borders.
ScaleResult study_of(const Prepared& prepared, const ScaleOptions& options) {
    const Fabric& fabric = prepared.fabric();
    const std::vector<double> sizes =
        dense_counts(fabric.gpus, fabric.scale_up_domain, study_range(fabric.gpus, fabric.scale_up_domain));
    ScaleResult out = scale(prepared, sizes, options);
    find_border_mitigations(prepared, options, out);
    return out;
}

const ScaleBorder* border_to(const ScaleResult& study, Regime to) {
    const auto found = std::ranges::find_if(
        study.borders, [&](const ScaleBorder& border) { return border.to == to && border.worsens(); });
    return found == study.borders.end() ? nullptr : &*found;
}

const BorderMitigation* mitigation_with(const ScaleBorder& border, std::string_view action) {
    const auto found = std::ranges::find(border.mitigations, action, &BorderMitigation::action);
    return found == border.mitigations.end() ? nullptr : &*found;
}

/// No failure is of the generation any more, so that all can be halved.
Scenario failing(std::string_view name, double share) {
    Scenario out = sample(std::string(name));
    out.site.failures_per_1000_node_days = 3 * share;
    out.site.other_interruptions_per_1000_node_days = 1 * share;
    out.site.spare_servers = {};
    return out;
}

} // namespace

class TestBorderMitigations : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void half_the_failures_are_a_scenario_with_half_of_them();
    void twice_the_batch_is_a_scenario_with_twice_of_it();
    void what_is_turned_is_turned_in_every_step_and_search();
    void only_borders_behind_which_more_helps_less_have_moves();
    void a_border_that_is_gone_says_so();
};

void TestBorderMitigations::half_the_failures_are_a_scenario_with_half_of_them() {
    const ScaleOptions options{.replan = true};
    const ScaleResult all = study_of(test::prepared(failing("mechanisms/restart-growth", 1)), options);
    const ScaleResult half = study_of(test::prepared(failing("mechanisms/restart-growth", 0.5)), options);
    const ScaleBorder *here = border_to(all, Regime::degrading), *there = border_to(half, Regime::degrading);
    QVERIFY(here && there);
    QCOMPARE(here->cause, std::string("failure"));
    const BorderMitigation* mitigation = mitigation_with(*here, "half the failure rate");
    QVERIFY(mitigation);
    QVERIFY(there->gpus > 1.2 * here->gpus);
    QVERIFY2(std::abs(mitigation->gpus / there->gpus - 1) < 1e-9,
             qPrintable(QStringLiteral("%1 %2").arg(mitigation->gpus).arg(there->gpus)));
    QVERIFY(!mitigation->stays(*here));
}

void TestBorderMitigations::twice_the_batch_is_a_scenario_with_twice_of_it() {
    const ScaleOptions options{.replan = true};
    Scenario scenario = sample("llama3-405b-16k");
    scenario.plan.software = "megatron-core";
    scenario.site.failures_per_1000_node_days = 0; // else they are what the border is due to
    scenario.site.planned_stops_per_1000_node_days = 0;
    const ScaleResult once = study_of(test::prepared(scenario), options);
    scenario.workload.global_batch *= 2;
    const ScaleResult twice = study_of(test::prepared(scenario), options);
    const ScaleBorder *here = border_to(once, Regime::diminishing),
                      *there = border_to(twice, Regime::diminishing);
    QVERIFY(here && there);
    const BorderMitigation* mitigation = mitigation_with(*here, "twice the batch");
    QVERIFY(mitigation);
    QCOMPARE(mitigation->gpus, there->gpus);
    QVERIFY(mitigation->gpus > here->gpus);
}

void TestBorderMitigations::what_is_turned_is_turned_in_every_step_and_search() {
    const Scenario scenario = sample("shared-a100-hot-rack");
    const Prepared prepared = test::prepared(scenario);
    const Evaluation now = evaluate(prepared);
    const double batch = batch_of(prepared.impl());
    const auto step = [&](const Prepared& of, const Plan& plan) {
        return StepSolver(of).solve(plan, now.gpus, batch).step;
    };
    std::set<ResourceKind> seen;
    for (const Sensitivity& sensitivity : sensitivities(prepared, now)) {
        for (const ResourceScale scale : {ResourceScale::tenth, ResourceScale::twice, ResourceScale::half}) {
            const Prepared scaled = prepared.scaled(sensitivity.gain.resource, scale);
            const double gained = now.step_time.si() / step(scaled, now.plan) - 1;
            const double known = scale == ResourceScale::tenth   ? sensitivity.gain.tenth
                                 : scale == ResourceScale::twice ? sensitivity.gain.twice
                                                                 : sensitivity.half;
            QVERIFY2(std::abs(gained - known) < 1e-9, sensitivity.gain.label.c_str());
            if (scale != ResourceScale::twice) continue;
            SearchOptions options;
            const FastestPlan found = fastest_plan(scaled, options);
            QVERIFY(found.plan);
            const auto ranked = search(scaled, options);
            QVERIFY(ranked);
            QCOMPARE(ranked->best.front().step_time.si(), step(scaled, *found.plan));
            QVERIFY(step(scaled, *found.plan) <= step(scaled, now.plan));
        }
        seen.insert(sensitivity.gain.resource.kind);
    }
    for (const ResourceKind kind : {ResourceKind::flops, ResourceKind::hbm, ResourceKind::scale_up,
                                    ResourceKind::fabric, ResourceKind::straggler, ResourceKind::slow_group,
                                    ResourceKind::failures, ResourceKind::storage, ResourceKind::temperature})
        QVERIFY2(seen.contains(kind), std::string(name_of(kind)).c_str());
}

void TestBorderMitigations::only_borders_behind_which_more_helps_less_have_moves() {
    int moved = 0, borders = 0;
    for (const std::string& name : test::sample_names()) {
        const Prepared prepared = test::prepared(sample(name));
        const ScaleResult study = study_of(prepared, {.metric = natural_metric(prepared)});
        for (const ScaleBorder& border : study.borders) {
            QVERIFY2(border.worsens() || border.mitigations.empty(), name.c_str());
            borders += border.worsens();
            moved += !border.mitigations.empty();
            for (const BorderMitigation& mitigation : border.mitigations) {
                QVERIFY2(!mitigation.action.empty() && std::isfinite(mitigation.gpus), name.c_str());
                // What would bring it nearer is no mitigation.
                QVERIFY2(mitigation.gpus == 0 || mitigation.gpus >= border.gpus || mitigation.stays(border),
                         name.c_str());
            }
        }
    }
    QVERIFY(borders > 3);
    QVERIFY(2 * moved > borders);
}

void TestBorderMitigations::a_border_that_is_gone_says_so() {
    const ScaleResult study =
        study_of(test::prepared(sample("generic-100m-2gpu")), {.metric = ScaleMetric::throughput});
    const ScaleBorder* falls = border_to(study, Regime::degrading);
    QVERIFY(falls);
    const BorderMitigation* mitigation = mitigation_with(*falls, "twice the bandwidth of NICs");
    QVERIFY(mitigation);
    QCOMPARE(mitigation->gpus, 0.0);
    QVERIFY(!mitigation->stays(*falls));
}

QTEST_GUILESS_MAIN(TestBorderMitigations)
#include "test_border_mitigations.moc"
