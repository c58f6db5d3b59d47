// SPDX-License-Identifier: GPL-3.0-or-later
// What can be done about a rack that all wait for: each move is a scenario that one can draw.
#include "core/study/losses/slow_racks.h"

#include "core/base/catalog/catalog.h"
#include "core/drawing/multiplicity/split.h"
#include "core/drawing/project/project_file.h"
#include "core/step/engine/prepared_impl.h"
#include "core/study/losses/slow_groups.h"

#include <QTest>

using namespace roofrack;

namespace {

Scenario sample(const std::string& name) {
    auto loaded =
        read_project(ROOFRACK_SOURCE_DIR "/samples/" + name + ".roofrack.json", Catalog::built_in());
    if (!loaded) qFatal("%s", loaded.error().text().c_str());
    return std::move(loaded->project.scenarios.front());
}

Evaluation run(const Scenario& scenario, double batch = 0) {
    EvaluateOptions options;
    options.findings = false;
    if (batch > 0) options.global_batch = batch;
    const auto prepared = Prepared::make(scenario, Catalog::built_in());
    if (!prepared) qFatal("%s", prepared.error().text().c_str());
    return evaluate(*prepared, options);
}

std::vector<SlowRack> racks_of(const Scenario& scenario) {
    const auto prepared = Prepared::make(scenario, Catalog::built_in());
    EvaluateOptions options;
    options.findings = false;
    const Evaluation evaluation = evaluate(*prepared, options);
    const auto groups = slow_groups(*prepared, evaluation, Catalog::built_in());
    return groups ? slow_racks(*prepared, evaluation, Catalog::built_in(), *groups) : std::vector<SlowRack>();
}

const SlowRackMitigation* mitigation(const SlowRack& rack, SlowRackMitigation::Kind kind) {
    const auto found = std::ranges::find(rack.mitigations, kind, &SlowRackMitigation::kind);
    return found == rack.mitigations.end() ? nullptr : &*found;
}

/// The sample of the old rack by the door with row A as eight single racks, the first `warm` of them in warm
/// air.
Scenario row_of_single_racks(int warm) {
    Scenario scenario = sample("shared-a100-hot-rack");
    auto apart = expand(scenario.cluster, Catalog::built_in(), "rack-a");
    if (!apart) qFatal("%s", apart.error().text().c_str());
    scenario.cluster = std::move(apart->cluster);
    for (Element& element : scenario.cluster.elements)
        if (element.kind == ElementKind::rack && warm > 0) {
            element.supply = Celsius(32);
            --warm;
        }
    return scenario;
}

/// The GB200 sample with less power for one of its two rows.
Scenario held_row(double share) {
    Scenario scenario = sample("gb200-nvl72-x8");
    double peak = 0;
    for (const RackState& rack : run(scenario).power.racks) peak = std::max(peak, rack.peak.si());
    scenario.cluster.find("row-b")->power_limit = Watts(share * peak);
    return scenario;
}

} // namespace

class TestSlowRacks : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void an_old_rack_gets_a_cooler_place();
    void places_are_tried_up_to_a_few();
    void a_place_needs_a_faster_rack_of_as_many();
    void less_work_is_the_longer_of_two_steps();
    void what_no_input_says_is_set_in_the_training_program();
    void layers_leave_slow_stages();
    void power_is_shared_by_what_racks_ask_for();
    void equal_racks_need_no_move();
};

void TestSlowRacks::an_old_rack_gets_a_cooler_place() {
    const Scenario scenario = sample("shared-a100-hot-rack");
    const std::vector<SlowRack> racks = racks_of(scenario);
    QCOMPARE(racks.size(), size_t(1));
    QCOMPARE(racks.front().id, std::string("rack-door"));
    const SlowRackMitigation* const best = racks.front().worthwhile();
    QVERIFY(best && best->kind == SlowRackMitigation::Kind::other_place && best->gain > 0.01);
    // The exchange drawn by hand: one rack of row A stands by the door.
    auto apart = split(scenario.cluster, Catalog::built_in(), "rack-a", 1);
    QVERIFY(apart);
    Scenario swapped = scenario;
    swapped.cluster = std::move(apart->cluster);
    Element &old = *swapped.cluster.find("rack-door"), &other = *swapped.cluster.find(apart->id);
    std::swap(old.supply, other.supply);
    std::swap(old.air_supply_ratio, other.air_supply_ratio);
    for (Link& link : swapped.cluster.links)
        if (link.from == "door-unit" && link.to == "rack-door")
            link.to = apart->id;
        else if (link.from == "crah" && link.to == apart->id)
            link.to = "rack-door";
        else if (link.from == "feed" && link.to == apart->id)
            link.to = "rack-door";
        else if (link.from == "feed" && link.to == "rack-door")
            link.to = apart->id;
    QVERIFY(std::abs(run(swapped).step_time / best->step - 1) < 1e-6);
    const std::vector<Finding> findings = slow_rack_findings(racks);
    QCOMPARE(findings.size(), size_t(1));
    QVERIFY(findings.front().mitigation.find("another place, exchanged with A100 row A") !=
            std::string::npos);
}

void TestSlowRacks::places_are_tried_up_to_a_few() {
    // The racks of row A are the first drawn ones that are faster; only the first four places are tried.
    const auto place = [](int warm) {
        const std::vector<SlowRack> racks = racks_of(row_of_single_racks(warm));
        const auto door = std::ranges::find(racks, std::string("rack-door"), &SlowRack::id);
        const SlowRackMitigation* const found =
            door == racks.end() ? nullptr : mitigation(*door, SlowRackMitigation::Kind::other_place);
        return found ? *found : SlowRackMitigation();
    };
    const SlowRackMitigation fourth = place(3), fifth = place(4), sixth = place(5);
    QCOMPARE(fourth.what, std::string("exchanged with A100 row A (4 of 8)"));
    QVERIFY(fourth.gain > 0.04);
    for (const SlowRackMitigation& warm : {fifth, sixth}) {
        QVERIFY2(warm.is_possible(), warm.reason.c_str());
        QVERIFY2(warm.what.find("A100 row A (") != std::string::npos, warm.what.c_str());
        for (const char* cool : {"(5 of 8)", "(6 of 8)", "(7 of 8)", "(8 of 8)"})
            QVERIFY2(warm.what.find(cool) == std::string::npos, warm.what.c_str());
        QVERIFY(warm.gain < fourth.gain);
    }
}

void TestSlowRacks::a_place_needs_a_faster_rack_of_as_many() {
    // Row B is seven racks that are alike; what is faster are single ones.
    Scenario scenario = row_of_single_racks(0);
    scenario.cluster.find("rack-b")->supply = Celsius(38);
    const std::vector<SlowRack> racks = racks_of(scenario);
    const auto row = std::ranges::find(racks, std::string("rack-b"), &SlowRack::id);
    QVERIFY(row != racks.end());
    const SlowRackMitigation* const place = mitigation(*row, SlowRackMitigation::Kind::other_place);
    QVERIFY(place);
    QCOMPARE(place->reason, std::string("no faster rack is drawn with as many instances"));
}

void TestSlowRacks::less_work_is_the_longer_of_two_steps() {
    const Scenario scenario = held_row(0.6);
    const Evaluation now = run(scenario);
    const std::vector<SlowRack> racks = racks_of(scenario);
    QCOMPARE(racks.size(), size_t(1));
    const SlowRackMitigation* const less = mitigation(racks.front(), SlowRackMitigation::Kind::less_work);
    QVERIFY2(less && less->reason.empty(), less ? less->reason.c_str() : "");
    int few = 0, slow = 0, all = 0, more = 0;
    QCOMPARE(std::sscanf(less->what.c_str(), "%d micro-batches in %d of %d replicas, %d in the others", &few,
                         &slow, &all, &more),
             4);
    QCOMPARE(slow, 4); // 288 GPUs of 576, in replicas of 72
    QCOMPARE(all, 8);
    QVERIFY(few < more && slow * few + (all - slow) * more >= 1152 / now.plan.micro_batch); // no work is lost
    Scenario free = scenario;
    free.cluster.find("row-b")->power_limit = free.cluster.find("row-a")->power_limit;
    const double batch = all * now.plan.micro_batch;
    const Seconds longer = std::max(run(scenario, few * batch).step_time, run(free, more * batch).step_time);
    QVERIFY(std::abs(less->step / longer - 1) < 1e-9);
    QVERIFY(std::abs(less->gain - (now.step_time / longer - 1)) < 1e-9);
    QVERIFY(less->gain > 0);
}

void TestSlowRacks::layers_leave_slow_stages() {
    // 126 layers on 9 stages without chunks: 14 each, 288 slow GPUs fill 4.5 stages.
    Scenario scenario = held_row(0.5);
    scenario.plan.vpp = 1;
    const std::vector<SlowRack> racks = racks_of(scenario);
    QCOMPARE(racks.size(), size_t(1));
    const SlowRackMitigation* const fewer = mitigation(racks.front(), SlowRackMitigation::Kind::fewer_layers);
    QVERIFY2(fewer && fewer->reason.empty(), fewer ? fewer->reason.c_str() : "");
    int few = 0, slow = 0, all = 0, more = 0;
    QCOMPARE(std::sscanf(fewer->what.c_str(), "%d layers on %d of %d stages, %d on the others", &few, &slow,
                         &all, &more),
             4);
    QCOMPARE(slow, 5);
    QCOMPARE(all, 9);
    QVERIFY(few < 14 && slow * few + (all - slow) * more >= 126);
    // As models of which each stage has as many.
    const auto step = [&](Scenario with, int layers) {
        with.workload.inline_model = Prepared::make(with, Catalog::built_in())->impl().model;
        with.workload.inline_model->transformer->layers = layers * all;
        return run(with).step_time;
    };
    Scenario free = scenario;
    free.cluster.find("row-b")->power_limit = free.cluster.find("row-a")->power_limit;
    QVERIFY(std::abs(fewer->step / std::max(step(scenario, few), step(free, more)) - 1) < 1e-9);
}

void TestSlowRacks::power_is_shared_by_what_racks_ask_for() {
    Scenario scenario = held_row(0.6);
    scenario.cluster.find("row-a")->power_limit = 1.75 * *scenario.cluster.find("row-b")->power_limit;
    const std::vector<SlowRack> racks = racks_of(scenario);
    const SlowRackMitigation* const shared =
        mitigation(racks.front(), SlowRackMitigation::Kind::shared_power);
    QVERIFY2(shared && shared->reason.empty(), shared ? shared->reason.c_str() : "");
    // Both rows ask for the same, so each gets the mean of what they had.
    const Evaluation now = run(scenario);
    double all = 0, count = 0;
    for (const RackState& rack : now.power.racks)
        if (rack.limit) {
            all += rack.count * rack.limit->si();
            count += rack.count;
        }
    Scenario even = scenario;
    for (const char* row : {"row-a", "row-b"}) even.cluster.find(row)->power_limit = Watts(all / count);
    QVERIFY(std::abs(run(even).step_time / shared->step - 1) < 1e-3);
    QVERIFY(shared->gain > 0.01);
}

void TestSlowRacks::what_no_input_says_is_set_in_the_training_program() {
    using Kind = SlowRackMitigation::Kind;
    for (const Kind kind :
         {Kind::less_work, Kind::fewer_layers, Kind::left_out, Kind::other_place, Kind::shared_power}) {
        SlowRack rack;
        SlowRackMitigation& best = rack.mitigations.emplace_back();
        best.kind = kind;
        best.gain = 0.1;
        const std::vector<Finding> findings = slow_rack_findings({rack});
        QCOMPARE(findings.size(), size_t(1));
        const bool is_said = findings.front().mitigation.find("training program") != std::string::npos;
        QCOMPARE(is_said, kind == Kind::less_work || kind == Kind::fewer_layers);
    }
}

void TestSlowRacks::equal_racks_need_no_move() {
    QVERIFY(racks_of(sample("dgx-h100-su")).empty());
    QVERIFY(slow_rack_findings({}).empty());
}

QTEST_APPLESS_MAIN(TestSlowRacks)
#include "test_slow_racks.moc"
