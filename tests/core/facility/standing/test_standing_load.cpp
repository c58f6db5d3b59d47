// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/facility/standing/standing_load.h"

#include "core/answers/facility_answers.h"
#include "core/answers/step_answers.h"
#include "core/drawing/bill/procurement.h"
#include "core/study/facility/facility_study.h"
#include "core/study/room/room_study.h"
#include "core/study/year/run_totals.h"
#include "tests/support/facility_drawings.h"
#include "tests/support/sample.h"

#include <QTest>

#include <cmath>

using namespace roofrack;

namespace {

bool is_close(double value, double expected) {
    return std::abs(value - expected) <= 1e-9 * std::abs(expected);
}

/// IT equipment with a name plate of its own.
Element equipment(std::string id, double max_power, std::optional<double> idle, double air_share = 1) {
    Element out = test::element(std::move(id), ElementKind::server, "rack", 1);
    Part part = *Catalog::built_in().part(PartKind::server, "it-equipment");
    part.id = "own";
    part.figures["max_power"].value = max_power;
    part.figures["idle_power"].value = idle;
    part.figures["air_heat_share"].value = air_share;
    out.part.inline_part = part;
    return out;
}

/// A circuit of 120 V and 15 A at 80 %: 1,440 VA, which at a power factor of 1 are as many W.
Element circuit() {
    Element out = test::element("feed", ElementKind::feed, "room", 1);
    Part part;
    part.id = "circuit";
    part.kind = PartKind::feed;
    part.figures["voltage"].value = 120;
    part.figures["current"].value = 15;
    part.figures["phases"].value = 1;
    part.figures["continuous_share"].value = 0.8;
    part.figures["power_factor"].value = 1;
    out.part.inline_part = part;
    return out;
}

Scenario office(Element device) {
    Scenario out;
    out.name = "office";
    out.cluster.elements = {test::element("room", ElementKind::room, "", 1),
                            test::element("rack", ElementKind::rack, "room", 1), circuit(),
                            std::move(device)};
    out.cluster.links = {test::join("feed", "rack")};
    return out;
}

FacilityStudy study_of(const Scenario& scenario, double share) {
    auto out = standing_study(scenario, Catalog::built_in(), {share}, FacilityDepth::failures);
    if (!out) qFatal("%s", out.error().text().c_str());
    return std::move(*out);
}

const Level& level(const FacilityStudy& study, Level::Kind kind) {
    const auto found = std::ranges::find(study.levels, kind, &Level::kind);
    if (found == study.levels.end()) qFatal("no such level");
    return *found;
}

} // namespace

class TestStandingLoad : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// One device of 400 W on 120 V, 15 A: 400/(120·15·0.8) = 27.8 %.
    void a_device_on_a_wall_circuit() {
        const FacilityStudy study = study_of(office(equipment("box", 400, std::nullopt)), 1);
        const Level& rack = level(study, Level::Kind::rack);
        QCOMPARE(rack.load.si(), 400.0);
        QCOMPARE(rack.limit->si(), 1440.0);
        QVERIFY(std::abs(*rack.share() - 0.2778) < 5e-5);
        QVERIFY(!rack.is_over());
        QVERIFY(study.assumed == StandingLoad{1});
        QVERIFY(study.wave.phases.empty());
    }

    /// A cabinet of 66 kW: on the same circuit far over, 66,000/1,440 = 45.8 times.
    void a_cabinet_of_66_kilowatts() {
        const FacilityStudy study = study_of(office(equipment("cabinet", 66e3, 12e3, 0.15)), 1);
        const RackState& rack = study.state.racks.front();
        QVERIFY(is_close(rack.power.si(), 66e3));
        QVERIFY(is_close(rack.heat_to_air.si(), 0.15 * 66e3));
        QVERIFY(is_close(rack.heat_to_liquid.si(), 0.85 * 66e3));
        QVERIFY(level(study, Level::Kind::rack).is_over());
        QCOMPARE(rack.speed, 1.0); // nothing is held: the limit shows by how much it is exceeded
        // Idle, and half of the way: 12 + 0.5·(66 − 12) = 39 kW.
        QVERIFY(is_close(study_of(office(equipment("cabinet", 66e3, 12e3)), 0).state.it.si(), 12e3));
        QVERIFY(is_close(study_of(office(equipment("cabinet", 66e3, 12e3)), 0.5).state.it.si(), 39e3));
    }

    /// What is idle is not known: it counts in full.
    void unknown_idle_counts_in_full() {
        QVERIFY(is_close(study_of(office(equipment("box", 400, std::nullopt)), 0).state.it.si(), 400));
    }

    /// Eight racks of four DGX H100 of 10.2 kW and eight switches, each what it always draws.
    void gpu_servers_at_their_name_plates() {
        Scenario scenario;
        scenario.cluster = test::superpod();
        const PowerState most = study_of(scenario, 1).state;
        QVERIFY(is_close(most.racks.front().power.si(), 4 * 10.2e3));
        QVERIFY(is_close((most.it - most.network).si(), 8 * 4 * 10.2e3));
        const PowerState idle = study_of(scenario, 0).state, half = study_of(scenario, 0.5).state;
        QVERIFY(idle.it < half.it && half.it < most.it);
        QVERIFY(is_close(half.it.si(), (idle.it.si() + most.it.si()) / 2));
        const ItHeat gpus = most.uses[static_cast<size_t>(ItUse::gpus)];
        QVERIFY(gpus.total() > Watts(0) && gpus.total() < most.it);
        Watts uses{};
        for (const ItHeat& use : most.uses) uses += use.total();
        QVERIFY(is_close(uses.si(), most.it.si()));
    }

    /// What is sold neither draws power nor takes a place, whatever load is assumed.
    void what_is_sold_draws_nothing() {
        const Scenario drawn = test::sample("decisions/owned-h100", 2);
        Scenario kept = drawn;
        set_sold_aside(kept.cluster);
        QVERIFY(kept.cluster.elements.size() < drawn.cluster.elements.size());
        const FacilityStudy with = study_of(drawn, 1), without = study_of(kept, 1);
        QVERIFY(is_close(with.state.metered.si(), without.state.metered.si()));
        QCOMPARE(with.floor.front().need, without.floor.front().need);
        const auto metered = [](const Cluster& cluster, const Site& site) {
            const auto facility = standing_facility(cluster, site, Catalog::built_in(), {1});
            return facility ? facility->state_of(DutyCycle(), 1).metered.si() : std::nan("");
        };
        QVERIFY(is_close(metered(drawn.cluster, drawn.site), with.state.metered.si()));
        const auto room = standing_room(drawn, Catalog::built_in(), {1});
        QVERIFY(room);
        QCOMPARE(room->rows.front().need.need, with.floor.front().need);
    }

    void answers_without_a_step() {
        Scenario scenario = office(equipment("box", 400, 100));
        scenario.site.room.standing_load = 0.5;
        const auto ask = [&](const Scenario& of) {
            return Answers({std::make_shared<const Scenario>(of)}, Catalog::built_in());
        };
        const Answers none = ask(scenario);
        const FacilityStudy* study = none.value<FacilityStudy>();
        QVERIFY(study);
        QVERIFY(is_close(study->state.it.si(), 250)); // 100 + 0.5·(400 − 100)
        QVERIFY(none.value<CoolingReport>()->assumed == StandingLoad{0.5});
        // 250 W of the 400 W that the site may draw, at its PUE of 1.
        scenario.site.pue = 1;
        scenario.site.power_limit = Watts(400);
        const Answers limited = ask(scenario);
        const RoomStudy* room = limited.value<RoomStudy>();
        QVERIFY(room && room->assumed == StandingLoad{0.5});
        const auto grid = std::ranges::find(room->rows, RoomLimit::grid,
                                            [](const RoomRow& row) { return row.need.key.limit; });
        QVERIFY(grid != room->rows.end() && is_close(grid->need.need, 250));
        QVERIFY(is_close(*grid->left(), 150));
        QVERIFY(!room->fits); // how many racks would fit is not searched
        scenario.cluster.elements.pop_back();
        QVERIFY(!ask(scenario).value<RoomStudy>());
        QVERIFY(!ask(scenario).value<FacilityStudy>()); // nothing draws power
        Scenario stands = test::sample("dgx-h100-su");
        QVERIFY(!ask(stands).value<FacilityStudy>()->assumed);
        stands.plan.tp = 7;
        QVERIFY(ask(stands).value<FacilityStudy>()->assumed == StandingLoad{1});
    }

    /// 400 W for 10 h at a fixed PUE of 1.5: 4 kWh of IT, 6 kWh at the meter.
    void energy_of_hours() {
        Scenario scenario = office(equipment("box", 400, std::nullopt));
        scenario.site.pue = 1.5;
        const PowerState power = study_of(scenario, 1).state;
        const RunTotals totals =
            standing_totals(Seconds(36000), power, {1}, scenario.site, Catalog::built_in().defaults());
        QVERIFY(is_close(totals.energy.si(), 6 * 3.6e6));
        QCOMPARE(totals.gpus, 0.0);
        QVERIFY(std::isnan(totals.cost.si()));
        QVERIFY(is_close(totals.energy_cost.si(), 6 * scenario.site.electricity_price));
    }

    void loads_are_read_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<double>("share");
        QTest::newRow("nameplate") << "nameplate" << 1.0;
        QTest::newRow("idle") << "idle" << 0.0;
        QTest::newRow("share") << "0.6" << 0.6;
        QTest::newRow("percent") << "60 %" << 0.6;
        QTest::newRow("above") << "1.2" << -1.0;
        QTest::newRow("below") << "-0.1" << -1.0;
        QTest::newRow("not a number") << "nan" << -1.0;
        QTest::newRow("a word") << "half" << -1.0;
    }
    void loads_are_read() {
        QFETCH(QString, text);
        QFETCH(double, share);
        const auto load = parse_standing_load(text.toStdString(), "--load");
        QCOMPARE(load.has_value(), share >= 0);
        if (load) QVERIFY(is_close(load->share, share));
        if (!load) QVERIFY(load.error().fix.find("nameplate") != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(TestStandingLoad)
#include "test_standing_load.moc"
