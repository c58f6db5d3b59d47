// SPDX-License-Identifier: GPL-3.0-or-later
// What takes the swing of synchronous steps off the grid, by hand and by the engine.
#include "core/base/catalog/catalog.h"
#include "core/drawing/project/project_file.h"
#include "core/facility/economics/price_list.h"
#include "core/step/engine/prepared_impl.h"
#include "core/study/facility/facility_findings.h"
#include "core/study/facility/load_swing_study.h"
#include "core/study/money/run_cost.h"

#include <QTest>

using namespace roofrack;

namespace {

/// Phases one after the other, of so many s at so many W.
PowerWave wave_of(std::initializer_list<std::pair<double, double>> phases) {
    PowerWave out;
    Joules energy{};
    for (const auto& [seconds, watts] : phases) {
        out.highest = out.phases.empty() ? Watts(watts) : std::max(out.highest, Watts(watts));
        out.lowest = out.phases.empty() ? Watts(watts) : std::min(out.lowest, Watts(watts));
        out.phases.push_back({StepPart::compute, Seconds(seconds), Watts(watts)});
        out.step += Seconds(seconds);
        energy += Watts(watts) * Seconds(seconds);
    }
    out.mean = energy / out.step;
    return out;
}

struct Studied {
    Scenario scenario;
    std::optional<Prepared> prepared;
    Evaluation evaluation;
    FacilityStudy study;
    LoadSwingStudy swing;
};
Studied studied(const std::string& name, const std::function<void(Scenario&)>& change = {}) {
    auto loaded =
        read_project(ROOFRACK_SOURCE_DIR "/samples/" + name + ".roofrack.json", Catalog::built_in());
    if (!loaded) qFatal("%s", loaded.error().text().c_str());
    Studied out;
    out.scenario = std::move(loaded->project.scenarios.front());
    if (change) change(out.scenario);
    auto prepared = Prepared::make(out.scenario, Catalog::built_in());
    if (!prepared) qFatal("%s", prepared.error().text().c_str());
    out.prepared = std::move(*prepared);
    EvaluateOptions options;
    options.findings = false;
    out.evaluation = evaluate(*out.prepared, options);
    out.study = facility_study(*out.prepared, out.evaluation, FacilityDepth::loads);
    out.swing = load_swing_study(*out.prepared, out.evaluation, out.study, power_caps(*out.prepared));
    return out;
}

const LoadSwingMitigation& mitigation(const LoadSwingTarget& target, LoadSwingMitigation::Kind kind) {
    return *std::ranges::find(target.mitigations, kind, &LoadSwingMitigation::kind);
}

bool within(double value, double expected, double share) {
    return std::abs(value - expected) <= share * std::abs(expected);
}

} // namespace

class TestLoadSwingStudy : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void storage_of_square_waves();
    void storage_of_other_waves();
    void filler_lifts_the_load();
    void half_and_none_without_a_limit();
    void a_limit_is_met_and_the_cheapest_named();
    void storage_costs_its_converter_and_losses();
    void starts_are_drawn_out();
    void filler_that_is_too_warm_does_not_suffice();
};

/// E = ΔP·d(1 − d)·T, of the part that is to go.
void TestLoadSwingStudy::storage_of_square_waves() {
    const PowerWave half = wave_of({{0.5, 1000}, {0.5, 600}});
    QVERIFY(within(half.storage().energy.si(), 100, 1e-9));
    QVERIFY(within(half.storage().rating.si(), 200, 1e-9));
    QVERIFY(within(half.storage(Watts(100)).energy.si(), 75, 1e-9)); // 300 W of it
    QCOMPARE(half.storage(Watts(400)).energy.si(), 0.0);
    QVERIFY(within(half.filler().si(), 200, 1e-9)); // ΔP·(1 − d)·T
    QVERIFY(within(half.longest_flattened(Joules(65)).si(), 0.65, 1e-9));
    const PowerWave long_compute = wave_of({{1.5, 1000}, {0.5, 600}});
    QVERIFY(within(long_compute.storage().energy.si(), 400 * 0.75 * 0.25 * 2, 1e-9));
    QVERIFY(within(long_compute.storage().rating.si(), 300, 1e-9)); // the mean is 900
}

void TestLoadSwingStudy::storage_of_other_waves() {
    const PowerWave wave = wave_of({{1, 900}, {1, 500}, {2, 100}}); // mean 400
    QVERIFY(within(wave.storage().energy.si(), 500 + 100, 1e-9));
    // A band of 400 from b: (900 − b − 400)·1 = (b − 100)·2, so b = 700/3.
    QVERIFY(within(wave.storage(Watts(400)).energy.si(), 800.0 / 3, 1e-9));
    QVERIFY(within(wave.storage(Watts(400)).rating.si(), 800.0 / 3, 1e-9));
}

void TestLoadSwingStudy::filler_lifts_the_load() {
    const Defaults::Power& constants = Defaults::built_in().power;
    DutyCycle duty{0.6, 0.3, Seconds(2)};
    const LoadWave bare(duty, constants);
    QVERIFY(within(bare.mean(), 0.6 * bare.compute + 0.3 * bare.communication, 1e-12));
    duty.filler = 0.5; // above communication, and all that waits
    const LoadWave filled(duty, constants);
    QVERIFY(within(filled.mean(), 0.6 * filled.compute + 0.4 * 0.5, 1e-12));
    QVERIFY(within(filled.highest_mean(Seconds(1.9)), (1.2 * filled.compute + 0.7 * 0.5) / 1.9, 1e-12));
    duty.filler = 2; // no more than computing
    QVERIFY(within(LoadWave(duty, constants).mean(), filled.compute, 1e-12));
}

void TestLoadSwingStudy::half_and_none_without_a_limit() {
    const Studied site = studied("dgx-h100-su");
    QCOMPARE(site.swing.targets.size(), size_t(2));
    QVERIFY(within(site.swing.range.si(), site.study.wave.range().si(), 1e-12));
    QVERIFY(site.swing.a_second >= site.swing.range);
    for (const LoadSwingTarget& target : site.swing.targets) {
        QVERIFY(!target.is_limit);
        const LoadSwingMitigation& filler = mitigation(target, LoadSwingMitigation::Kind::filler);
        QVERIFY(filler.leaves <= target.allowed * 1.00001 + Watts(1e-6));
        QVERIFY(filler.leaves >= target.allowed - 0.005 * site.swing.range); // the least that does
        QVERIFY(filler.drawn > Watts(0) && filler.heat > Watts(0) && *filler.dollars_per_hour > 0);
    }
    // All waits filled: what lay under the compute phase is burnt, and fans and chillers take their share.
    const LoadSwingMitigation& all = mitigation(site.swing.targets[1], LoadSwingMitigation::Kind::filler);
    QVERIFY(all.energy > site.study.wave.filler() && all.energy < 1.5 * site.study.wave.filler());
    QVERIFY(!all.note.empty()); // GPUs hold no such floor by themselves
    // The engine says the same of the scenario with filler work.
    const Prepared filled = site.prepared->with_filler_work(Defaults::built_in().power.compute_utilisation);
    EvaluateOptions options;
    options.findings = false;
    const Evaluation then = evaluate(filled, options);
    QVERIFY(
        within(then.power.run_facility.si(), (site.evaluation.power.run_facility + all.drawn).si(), 1e-4));
    QVERIFY(then.power.swing.si() < 1e-6);
    const RunCost now = run_cost(*site.prepared, site.evaluation), cost = run_cost(filled, then);
    QVERIFY(within(*all.dollars_per_hour,
                   (cost.dollars_per_million - now.dollars_per_million) * now.useful_rate * 3600 / 1e6,
                   1e-2));
    // No cap removes all of it.
    const LoadSwingMitigation& cap = mitigation(site.swing.targets[1], LoadSwingMitigation::Kind::power_cap);
    QCOMPARE(cap.reason, "the lowest cap, 50 % of the TDP, still leaves " +
                             format_quantity(cap.leaves.si(), Dimension::power, 3));
}

void TestLoadSwingStudy::a_limit_is_met_and_the_cheapest_named() {
    const Watts range = studied("dgx-h100-su").swing.range;
    const Studied site =
        studied("dgx-h100-su", [&](Scenario& each) { each.site.grid.swing_limit = 0.8 * range; });
    QCOMPARE(site.swing.targets.size(), size_t(1));
    const LoadSwingTarget& target = site.swing.targets.front();
    QVERIFY(target.is_limit);
    const LoadSwingMitigation* const cheapest = target.cheapest();
    QVERIFY(cheapest);
    for (const LoadSwingMitigation& each : target.mitigations)
        if (each.reason.empty()) {
            QVERIFY(each.leaves <= target.allowed * 1.00001);
            QVERIFY(*cheapest->dollars_per_hour <= *each.dollars_per_hour);
        }
    const PowerCaps caps = power_caps(*site.prepared);
    const LoadSwingMitigation& cap = mitigation(target, LoadSwingMitigation::Kind::power_cap);
    for (const PowerCap& each : caps.caps)
        QCOMPARE(each.share > cap.share + 1e-9, each.range > target.allowed); // the highest that does
    const auto findings = facility_findings(site.study, &site.swing);
    const auto found = std::ranges::find(findings, "swing-over-limit", &Finding::id);
    QVERIFY(found != findings.end());
    QVERIFY2(found->mitigation.find(text_of(*cheapest, site.swing.gpus)) != std::string::npos,
             found->mitigation.c_str());
    // Within the limit nothing is to be mitigated.
    const Studied wide =
        studied("dgx-h100-su", [&](Scenario& each) { each.site.grid.swing_limit = 1.01 * range; });
    QVERIFY(wide.swing.targets.empty());
}

void TestLoadSwingStudy::storage_costs_its_converter_and_losses() {
    const Studied site = studied("dgx-h100-su");
    const LoadSwingMitigation& storage =
        mitigation(site.swing.targets[1], LoadSwingMitigation::Kind::storage);
    const PowerWave::Store store = site.study.wave.storage();
    QCOMPARE(storage.energy.si(), store.energy.si());
    const double lost =
        store.energy.si() * (1 / 0.9 - 1) / site.study.wave.step.si() * site.evaluation.goodput;
    QVERIFY(within(storage.drawn.si(), lost, 1e-9));
    const double price = find_price(PriceList::built_in().classes, "supply.ups")->band.likely;
    const double expected = lost / 1e3 * mean_electricity_price(site.scenario.site) +
                            store.rating.si() / 1e3 * price * hourly_share_of_capital(site.scenario.site);
    QVERIFY(within(*storage.dollars_per_hour, expected, 1e-9));
    QCOMPARE(site.swing.supply_storage.si(), 65.0);
    QVERIFY(within(site.swing.flattened.si(),
                   65 * site.swing.gpus / store.energy.si() * site.study.wave.step.si(), 1e-9));
}

void TestLoadSwingStudy::starts_are_drawn_out() {
    const Studied open = studied("dgx-h100-su");
    QVERIFY(open.swing.ramp && !open.swing.ramp->is_limit);
    QVERIFY(within(open.swing.ramp->time.si(), 120, 1e-9)); // half of it a minute
    const Watts start = open.swing.start;
    const Studied site =
        studied("dgx-h100-su", [&](Scenario& each) { each.site.grid.ramp_limit = 0.1 * start; });
    QVERIFY(site.swing.ramp && site.swing.ramp->is_limit);
    QVERIFY(within(site.swing.ramp->time.si(), 600, 1e-6));
    QVERIFY(within(site.swing.ramp->gpu_hours, site.swing.gpus / 3, 1e-6)); // up and down
    QVERIFY(within(*site.swing.ramp->dollars_per_hour,
                   site.evaluation.cost_per_hour.si() * 1200 * site.swing.ramp->stops, 1e-6));
    QVERIFY(
        !studied("dgx-h100-su", [&](Scenario& each) { each.site.grid.ramp_limit = 1.1 * start; }).swing.ramp);
}

/// A plant that just carries the step has no room for the heat of filler work: clocks fall, or it refuses.
void TestLoadSwingStudy::filler_that_is_too_warm_does_not_suffice() {
    const Studied free = studied("dgx-h100-su");
    const Watts limit = free.evaluation.power.metered * 1.001;
    const Studied tight = studied("dgx-h100-su", [&](Scenario& each) { each.site.power_limit = limit; });
    const LoadSwingMitigation& before = mitigation(free.swing.targets[1], LoadSwingMitigation::Kind::filler);
    const LoadSwingMitigation& then = mitigation(tight.swing.targets[1], LoadSwingMitigation::Kind::filler);
    QVERIFY(within(before.speed, 1, 1e-6));
    QVERIFY(then.speed < 0.999 || !then.reason.empty());
}

QTEST_APPLESS_MAIN(TestLoadSwingStudy)
#include "test_load_swing_study.moc"
