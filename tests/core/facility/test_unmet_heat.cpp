// SPDX-License-Identifier: GPL-3.0-or-later
// Heat that the drawn cooling does not carry: it trips racks, warms their inlets and lowers their clocks.
#include "core/facility/air.h"
#include "core/facility/facility_inputs.h"
#include "tests/support/facility_drawings.h"

#include <QTest>

using namespace roofrack;
using namespace roofrack::test;

namespace {

constexpr double allowed = 30; // °C, DGX H100

/// One rack of four servers that give 59 kW to air, in a room with air enough.
Cluster dense_rack() {
    Cluster out;
    out.elements = {element("room", ElementKind::room, "", 1), element("rack", ElementKind::rack, "room", 1),
                    element("big", ElementKind::server, "rack", 4),
                    cooling("crah", "room", 4, "crah", 1e5, 20)};
    Part part;
    part.id = "big";
    part.text["accelerator"] = "h100-sxm5";
    part.figures["gpus"].value = 8;
    part.figures["max_power"].value = 15e3;
    part.figures["typical_power"].value = 14.75e3;
    part.figures["other_power"].value = 8e3;
    out.elements[2].part.inline_part = part;
    return out;
}

Cluster plates_in_air() {
    Cluster out = nvl72();
    out.elements[2] = cooling("crah", "", 4, "crah", 1e6, 24);
    out.links = {join("crah", "rack")};
    return out;
}

RackState at_inlet(double degrees, double altitude = 0) {
    Cluster cluster = superpod();
    cluster.elements[1].supply = Celsius(degrees);
    Site site;
    site.altitude_m = altitude;
    return full(cluster, site).racks[0];
}

} // namespace

class TestUnmetHeat : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void cold_plates_need_a_loop() {
        const RackState dry = full(plates_in_air()).racks[0];
        QVERIFY(dry.trips);
        QCOMPARE(dry.throttle_cause, ThrottleCause::cooling);
        QCOMPARE(dry.speed, Catalog::built_in().defaults().power.lowest_clock);
        QCOMPARE(dry.cooling_limit->si(), 0.0);
        // With a loop beside the air it runs.
        Cluster wet = plates_in_air();
        wet.elements.push_back(cooling("cdu", "", 1, "cdu", 1e6, 30));
        wet.links.push_back(join("cdu", "rack"));
        QVERIFY(!full(wet).racks[0].trips);
        QCOMPARE(full(wet).racks[0].speed, full(nvl72()).racks[0].speed);
        // A limit said of the rack says that its heat is carried.
        Cluster said = plates_in_air();
        said.elements[0].cooling_limit = Watts(200e3);
        QVERIFY(!full(said).racks[0].trips);
        // Where nothing is drawn, cooling is assumed.
        Cluster bare = nvl72();
        bare.elements.pop_back();
        bare.links.clear();
        QVERIFY(!full(bare).racks[0].trips && full(bare).racks[0].speed > 0.99);
    }

    void a_place_lets_so_much_air_through() {
        const Defaults::Cooling& c = Catalog::built_in().defaults().cooling;
        const Facility facility = prepared(dense_rack());
        const AirPath& air = facility.inputs().paths[0].air;
        QVERIFY2(air.heat > 56e3 && air.heat < 62e3, qPrintable(QString::number(air.heat)));
        QCOMPARE(air.position, c.contained_position);
        QCOMPARE(*air.supplied, c.contained_position);
        // 59 kW of 60 kW at 108 CFM a kW: about 6,400 CFM; 4,420 of them reach the rack.
        QVERIFY(std::abs(air.demanded / (air.heat / 1000 * c.air_flow * cubic_feet_per_minute) - 1) < 0.01);
        const double share = 1 - c.contained_position / air.demanded;
        QCOMPARE(air.recirculated, share);
        const double inlet = full(dense_rack()).racks[0].inlet->degrees();
        QVERIFY(std::abs(inlet - (20 + share / (1 - share) * air.rise)) < 1e-9);
        QVERIFY(inlet > 20 + 5); // the leak alone: 20.5
    }

    /// Servers of 80 U in racks of 48 U stand in two, drawn as one: twice the air of a place.
    void a_machine_of_several_racks_has_their_air() {
        const Defaults::Cooling& c = Catalog::built_in().defaults().cooling;
        Cluster cluster = dense_rack();
        cluster.elements[1].part.id = "rack-48u";
        cluster.elements[2].part.inline_part->figures["height_u"].value = 20;
        QCOMPARE(prepared(cluster).inputs().paths[0].air.position, 2 * c.contained_position);
        cluster.elements[2].part.inline_part->figures["height_u"].value = 12; // 48 of 48 U
        QCOMPARE(prepared(cluster).inputs().paths[0].air.position, c.contained_position);
    }

    void containment_holds_from_the_nearest() {
        const auto inlet = [](AirContainment room, AirContainment rack) {
            Cluster cluster = dense_rack();
            cluster.elements[2].count = 1; // 15 kW: more than one tile gives
            cluster.elements[0].containment = room;
            cluster.elements[1].containment = rack;
            return full(cluster).racks[0].inlet->degrees();
        };
        using enum AirContainment;
        const double open = inlet(none, inherited), hot = inlet(hot_aisle, inherited);
        QVERIFY(open > hot + 3);
        QCOMPARE(inlet(inherited, inherited), hot); // nothing said: contained
        QCOMPARE(inlet(cold_aisle, inherited), hot);
        QCOMPARE(inlet(none, cold_aisle), hot);
        QCOMPARE(inlet(cold_aisle, none), open);
    }

    void an_inlet_measured_has_its_place_in_it() {
        Cluster cluster = dense_rack();
        cluster.elements[1].supply = Celsius(26);
        QCOMPARE(full(cluster).racks[0].inlet->degrees(), 26.0);
        QVERIFY(prepared(cluster).inputs().paths[0].air.measured);
    }

    void clocks_fall_with_the_inlet() {
        QCOMPARE(at_inlet(allowed).throttle_cause, ThrottleCause::none);
        // Up to 2 % at 5 K over what is allowed (InterPACK 2013), the square of it beyond.
        QVERIFY(std::abs(at_inlet(allowed + 5).speed - 0.98) < 1e-12);
        QCOMPARE(at_inlet(allowed + 5).throttle_cause, ThrottleCause::inlet);
        QVERIFY(std::abs(at_inlet(allowed + 10).speed - 0.92) < 1e-12);
        QVERIFY(!at_inlet(allowed + 11.9).trips && at_inlet(allowed + 12).trips);
        QCOMPARE(at_inlet(allowed + 12).speed, Catalog::built_in().defaults().power.lowest_clock);
        double before = 1;
        for (double inlet = 20; inlet < 60; inlet += 0.5) {
            const double speed = at_inlet(inlet).speed;
            QVERIFY2(speed <= before, qPrintable(QString::number(inlet)));
            before = speed;
        }
    }

    /// ASHRAE TC 9.9: 1 K less each 300 m above 900 m up to class A2, 175 m in A3, 125 m in A4.
    void inlets_allowed_fall_with_the_altitude_data() {
        QTest::addColumn<double>("at_sea_level");
        QTest::addColumn<double>("altitude");
        QTest::addColumn<double>("allowed_there");
        QTest::newRow("A2, low") << 35.0 << 900.0 << 35.0;
        QTest::newRow("A2, 1,500 m") << 35.0 << 1500.0 << 33.0;
        QTest::newRow("A2, 3,000 m") << 35.0 << 3000.0 << 28.0;
        QTest::newRow("A3, 3,000 m") << 40.0 << 3000.0 << 28.0;
        QTest::newRow("A4, 1,500 m") << 45.0 << 1500.0 << 40.2;
        QTest::newRow("30 °C, 1,500 m") << 30.0 << 1500.0 << 28.0;
    }
    void inlets_allowed_fall_with_the_altitude() {
        QFETCH(double, at_sea_level);
        QFETCH(double, altitude);
        QFETCH(double, allowed_there);
        Part part = *Catalog::built_in().part("dgx-h100");
        part.figures["inlet_max"].value = at_sea_level;
        Cluster cluster = superpod();
        set_servers(cluster, [&](Element& server) { server.part.inline_part = part; });
        Site site;
        site.altitude_m = altitude;
        QVERIFY(std::abs(full(cluster, site).racks[0].inlet_limit->degrees() - allowed_there) < 1e-9);
    }

    void a_server_that_says_nothing_is_of_class_a2() {
        QCOMPARE(full(dense_rack()).racks[0].inlet_limit->degrees(), 35.0);
    }

    /// By hand: ρ falls as exp(−z/8500): 0.8382 at 1,500 m, 0.7026 at 3,000 m. Rise of the air 1/ρ; a heat
    /// sink 0.2 + 0.8·ρ^−0.8: 1.1214 and 1.2610 times its resistance; fans draw ρ times their power.
    void thin_air_data() {
        QTest::addColumn<double>("altitude");
        QTest::addColumn<double>("density");
        QTest::addColumn<double>("resistance");
        QTest::newRow("sea level") << 0.0 << 1.0 << 1.0;
        QTest::newRow("1,500 m") << 1500.0 << 0.83821 << 1.12131;
        QTest::newRow("3,000 m") << 3000.0 << 0.70259 << 1.26098;
    }
    void thin_air() {
        QFETCH(double, altitude);
        QFETCH(double, density);
        QFETCH(double, resistance);
        Site site;
        site.altitude_m = altitude;
        const Facility low = prepared(superpod()), here = prepared(superpod(), site);
        const auto server = [](const Facility& of) { return of.inputs().racks[0].servers[0]; };
        const auto close = [](double a, double b) { return std::abs(a / b - 1) < 1e-4; };
        QVERIFY(close(here.inputs().paths[0].air.rise * density, low.inputs().paths[0].air.rise));
        QVERIFY(close(server(here).resistance, 0.05 * resistance)); // K/W of a DGX H100
        QVERIFY(close(server(here).server.fan_max, server(low).server.fan_max * density));
        const double warmer = (*full(superpod(), site).racks[0].chip - *full(superpod()).racks[0].chip).si();
        // 700 W or so behind 0.05 K/W: 35 K grow by the resistance; what warms the chip leaks more.
        QVERIFY2(warmer >= 0.9 * 34 * (resistance - 1), qPrintable(QString::number(warmer)));
        QVERIFY(warmer <= 1.3 * 36 * (resistance - 1) + 0.3);
    }

    void plates_do_not_feel_thin_air() {
        Site high;
        high.altitude_m = 3000;
        QVERIFY(std::abs((*full(nvl72(), high).racks[0].chip - *full(nvl72()).racks[0].chip).si()) < 0.2);
    }

    void cooler_air_is_a_mitigation() {
        Cluster cluster = superpod();
        cluster.elements[1].supply = Celsius(allowed + 8);
        const Facility facility = prepared(cluster);
        const double before = facility.state({0.8, 0.2}, 256).racks[0].speed;
        const RackState after =
            facility.scaled(ThrottleCause::inlet, ResourceScale::twice).state({0.8, 0.2}, 256).racks[0];
        QVERIFY(before < 1 && after.speed > before);
        // Clocks that hang on the inlet alone are the same under every duty cycle.
        const FixedSpeeds fixed = facility.fixed_speeds();
        QCOMPARE(fixed.speeds.size(), size_t(1));
        QCOMPARE(fixed.speeds[0], before);
    }
};

QTEST_APPLESS_MAIN(TestUnmetHeat)
#include "test_unmet_heat.moc"
