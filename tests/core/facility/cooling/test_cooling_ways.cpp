// SPDX-License-Identifier: GPL-3.0-or-later
// Flows of air and coolant, temperatures from the weather to the chip, and how long a rack bears a stop.
#include "core/facility/air.h"
#include "core/facility/cooling/cascade.h"
#include "core/facility/cooling/flows.h"
#include "core/facility/cooling/outage.h"
#include "core/facility/facility_inputs.h"
#include "tests/support/facility_drawings.h"

#include <QTest>

using namespace roofrack;
using namespace roofrack::test;

namespace {

const DutyCycle duty{0.8, 0.2};
constexpr double litres_per_minute = 1.0 / 60000, psi = 6894.757;

/// One rack of a GB300 NVL72 on a unit that supplies what it is told.
Cluster gb300(double supply) {
    Cluster out = nvl72(supply);
    out.elements[0].count = 1;
    out.elements[1].part.id = "gb300-nvl72";
    return out;
}

CoolingFlows flows_of(const Cluster& cluster, const Site& site = {}) {
    const Facility facility = prepared(cluster, site);
    return cooling_flows(facility, facility.state(duty, groups_of(cluster).gpus));
}

std::vector<Cascade> cascades_of(const Cluster& cluster, const Site& site = {}) {
    const Facility facility = prepared(cluster, site);
    return cooling_cascades(facility, facility.state(duty, groups_of(cluster).gpus));
}

const CascadeStep& at(const Cascade& cascade, Station station) {
    for (const CascadeStep& step : cascade.steps)
        if (step.station == station) return step;
    qFatal("no such station");
}

bool near(double a, double b, double tolerance) { return std::abs(a - b) <= tolerance; }

} // namespace

class TestCoolingWays : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// Lenovo LP2357, table 27.
    void flows_of_a_drawn_gb300_rack_data() {
        QTest::addColumn<double>("supply");
        QTest::addColumn<double>("litres");
        QTest::addColumn<double>("drop_psi");
        QTest::newRow("25 °C") << 25.0 << 59.0 << 2.3;
        QTest::newRow("30 °C") << 30.0 << 71.0 << 3.2;
        QTest::newRow("35 °C") << 35.0 << 89.0 << 4.9;
        QTest::newRow("40 °C") << 40.0 << 119.0 << 8.5;
        QTest::newRow("45 °C") << 45.0 << 177.0 << 18.4;
    }
    void flows_of_a_drawn_gb300_rack() {
        QFETCH(double, supply);
        QFETCH(double, litres);
        QFETCH(double, drop_psi);
        const CoolingFlows flows = flows_of(gb300(supply));
        const CoolantFlow& coolant = *flows.racks[0].coolant;
        QVERIFY2(near(coolant.demanded / litres_per_minute / litres, 1, 0.02),
                 qPrintable(QString::number(coolant.demanded / litres_per_minute)));
        QVERIFY2(near(*coolant.drop / psi / drop_psi, 1, 0.06),
                 qPrintable(QString::number(*coolant.drop / psi)));
        // Pump: Δp·V̇/η.
        QVERIFY(near(coolant.pump->si(), *coolant.drop * coolant.demanded / 0.6, 1e-6));
        // At the heat of the state it comes back at about the 55 °C that the flow was chosen for.
        QVERIFY2(near(coolant.back.degrees(), 55, 0.15 * (55 - supply)),
                 qPrintable(QString::number(coolant.back.degrees())));
        QCOMPARE(flows.coolers[0].demanded, coolant.demanded);
    }

    void a_unit_gives_no_more_than_its_pumps() {
        Cluster cluster = gb300(45);
        cluster.elements[0].count = 10;
        cluster.elements[2].part.inline_part->figures["flow"].value = 885 * litres_per_minute;
        const CoolingFlows flows = flows_of(cluster);
        const CoolantFlow& coolant = *flows.racks[0].coolant;
        QVERIFY(coolant.short_of_coolant());
        QVERIFY(near(*coolant.supplied * 10 / litres_per_minute, 885, 1e-6));
        QVERIFY(near(*flows.coolers[0].share(), coolant.demanded * 10 / (885 * litres_per_minute), 1e-9));
        cluster.elements[2].part.inline_part->figures["flow"].value = 2000 * litres_per_minute;
        QVERIFY(!flows_of(cluster).racks[0].coolant->short_of_coolant());
    }

    void air_of_a_superpod_rack() {
        const CoolingFlows flows = flows_of(superpod());
        const AirFlow& air = *flows.racks[0].air;
        // Four DGX H100 move 4 × 1,105 CFM at 40.8 kW, and the share of it that their heat is.
        const double heat = prepared(superpod()).inputs().paths[0].air.heat;
        QVERIFY(near(air.demanded, 4 * 1105 * cubic_feet_per_minute * heat / 40.8e3, 1e-5));
        QVERIFY(near(air.rise.si(), 16.4, 0.1)); // NVIDIA's figures: 1,105 CFM at 10.2 kW
        QVERIFY(!air.short_of_air() && !air.assumed && !flows.racks[0].coolant);
        // With that of the leaves, which stand in no rack: 108 CFM a kW.
        const double leaves =
            108 * cubic_feet_per_minute * full(superpod(), {}, duty).unracked_power.si() / 1e3;
        QVERIFY(near(flows.coolers[0].demanded, 8 * air.demanded + leaves, 1e-9));
        Cluster bare = superpod();
        bare.elements.pop_back();
        bare.links.pop_back();
        QVERIFY(flows_of(bare).racks[0].air->assumed);
    }

    void air_from_the_weather_to_the_chip() {
        Site site;
        site.wet_bulb = Celsius(18);
        const auto all = cascades_of(superpod(), site);
        QCOMPARE(all.size(), size_t(1));
        const Cascade& way = all[0];
        // Tower 4 K over the wet bulb; coils want 24 − 6 °C, so the chiller takes 4 K off.
        QCOMPARE(at(way, Station::outdoors).value.degrees(), 18.0);
        QCOMPARE(at(way, Station::outdoors).cause, StepCause::wet_bulb);
        QCOMPARE(at(way, Station::free_water).value.degrees(), 22.0);
        QCOMPARE(at(way, Station::free_water).cause, StepCause::tower);
        QCOMPARE(at(way, Station::facility_water).step.si(), -4.0);
        QCOMPARE(at(way, Station::facility_water).cause, StepCause::chiller);
        QCOMPARE(at(way, Station::supply).value.degrees(), 24.0);
        QVERIFY(near(at(way, Station::inlet).step.si(), 0.03 / 0.97 * 16.4, 0.01));
        QCOMPARE(at(way, Station::inlet).limit->degrees(), 30.0);
        const RackState rack = full(superpod(), site, duty).racks[0];
        QCOMPARE(way.steps.back().value.degrees(), rack.chip->degrees());
        QCOMPARE(way.steps.back().margin()->si(), (*rack.chip_limit - *rack.chip).si());
        QCOMPARE(way.tightest()->station, Station::inlet);
        site.wet_bulb = Celsius(5);
        QCOMPARE(at(cascades_of(superpod(), site)[0], Station::facility_water).cause, StepCause::mixing);
    }

    void outside_air_from_the_weather_to_the_chip() {
        Site site;
        site.plant = "airside-economiser";
        site.dry_bulb = Celsius(35);
        site.wet_bulb = Celsius(20);
        const Cascade pads = cascades_of(superpod(), site)[0];
        QCOMPARE(at(pads, Station::outdoors).value.degrees(), 35.0);
        QCOMPARE(at(pads, Station::supply).value.degrees(), 24.0);
        QCOMPARE(at(pads, Station::supply).cause, StepCause::wet_pads); // to 22.3 °C, were they all wet
        site.wet_bulb = Celsius(24);
        const Cascade trimmed = cascades_of(superpod(), site)[0];
        QVERIFY(near(at(trimmed, Station::pads).value.degrees(), 35 - 0.85 * 11, 1e-9));
        QCOMPARE(at(trimmed, Station::supply).cause, StepCause::chiller);
        site.dry_bulb = site.wet_bulb = Celsius(5);
        QCOMPARE(at(cascades_of(superpod(), site)[0], Station::supply).cause, StepCause::return_air);
        // Coolant of such a site does not leave with air.
        QCOMPARE(at(cascades_of(nvl72(), site)[1], Station::free_water).cause, StepCause::adiabatic_cooler);

        // A stop of its chillers and coolers leaves the outside air, a stop of its fans nothing.
        const Facility facility = prepared(superpod(), site);
        bool fans = false;
        for (const CoolingOutage& each : cooling_outages(facility, facility.state(duty, 256))) {
            QVERIFY(each.stopped != StoppedCooling::plant);
            fans = fans || each.stopped == StoppedCooling::fans;
        }
        QVERIFY(fans);
    }

    void both_media_of_a_plate_cooled_rack() {
        const auto all = cascades_of(nvl72());
        QCOMPARE(all.size(), size_t(2));
        QCOMPARE(all[0].steps.back().station, Station::inlet); // its chips are not in air
        const Cascade& liquid = all[1];
        const RackState rack = full(nvl72(), {}, duty).racks[0];
        // 5 K at 1 MW: the load is the heat of two racks.
        const double load = at(liquid, Station::supply).step.si() / 5;
        QVERIFY2(near(load, 2 * rack.heat_to_liquid.si() / 1e6, 0.03), qPrintable(QString::number(load)));
        QCOMPARE(at(liquid, Station::supply).value.degrees(), rack.coolant->degrees());
        QVERIFY(at(liquid, Station::mean_coolant).step.si() > 2);
        QCOMPARE(liquid.steps.back().value.degrees(), rack.chip->degrees());
        QVERIFY(at(liquid, Station::chip).step.si() > 20);
        QCOMPARE(hottest_rack(all, full(nvl72(), {}, duty)), 0);
    }

    void the_steps_add_up_in_every_plant() {
        for (const PlantKind plant : plant_kinds())
            for (const double wet : {-5.0, 18.0, 30.0})
                for (const Cluster& cluster : {superpod(), nvl72(), gb300(40)}) {
                    Site site;
                    site.plant = name_of(plant);
                    site.wet_bulb = Celsius(wet);
                    site.dry_bulb = Celsius(wet + 7);
                    for (const Cascade& way : cascades_of(cluster, site)) {
                        Celsius sum = way.steps.front().value;
                        for (const CascadeStep& step : way.steps) {
                            sum = sum + step.step;
                            QVERIFY(near(sum.degrees(), step.value.degrees(), 1e-9));
                        }
                        // No plant without a chiller cools under its weather.
                        if (plant == PlantKind::tower_only || plant == PlantKind::dry_cooler_only)
                            QVERIFY(at(way, Station::facility_water).step.si() >= -1e-9);
                    }
                }
    }

    void warming_takes_its_time() {
        QCOMPARE(warming_time(1000, 10, 100, 100), 100.0);
        QVERIFY(near(warming_time(1000, 10, 100, 50), 1000 * 10 * std::log(2) / 50, 1e-9));
        QCOMPARE(warming_time(1000, 0, 100, 100), 0.0);
    }

    void stops_of_a_gb300_rack() {
        const Facility facility = prepared(gb300(40));
        const PowerState state = facility.state(duty, 72);
        double pumps = 0, plant = 0;
        for (const CoolingOutage& each : cooling_outages(facility, state)) {
            QVERIFY(each.to_throttle <= each.to_trip);
            if (each.stopped == StoppedCooling::pumps) pumps = each.to_trip.si();
            if (each.stopped == StoppedCooling::plant) plant = each.to_trip.si();
        }
        // Published, second-hand: about 90 s without flow.
        QVERIFY2(near(pumps, 90, 15), qPrintable(QString::number(pumps)));
        QVERIFY2(plant > 3 * pumps, qPrintable(QString::number(plant)));
    }

    void stops_of_a_superpod_rack() {
        const Facility facility = prepared(superpod());
        const PowerState state = facility.state(duty, 256);
        const std::vector<CoolingOutage> all = cooling_outages(facility, state);
        QCOMPARE(all.size(), size_t(2)); // it has no coolant
        const CoolingOutage &plant = all[0], &fans = all[1];
        QCOMPARE(fans.stopped, StoppedCooling::fans);
        // By hand: 4 × 130.45 kg of 500 J/kg K and 1 m³ of air a kW; from the inlet to 30 °C.
        const RackState& rack = state.racks[0];
        const double capacity =
            4 * 130.45 * 500 + rack.heat_to_air.si() / 1000 * air_density(0) * air_heat_capacity;
        const double margin = 30 - rack.inlet->degrees();
        QVERIFY2(near(fans.to_throttle.si(), capacity * margin / rack.heat_to_air.si(), 0.01),
                 qPrintable(QString::number(fans.to_throttle.si())));
        QVERIFY(fans.by_inlet && plant.to_trip > fans.to_trip);
        // Cooler air lasts longer.
        const Facility cool = prepared(superpod(18));
        QVERIFY(cooling_outages(cool, cool.state(duty, 256))[1].to_trip > fans.to_trip);
        // What is held already throttles at once.
        const Facility hot = prepared(superpod(36));
        QCOMPARE(cooling_outages(hot, hot.state(duty, 256))[1].to_throttle.si(), 0.0);
    }
};

QTEST_APPLESS_MAIN(TestCoolingWays)
#include "test_cooling_ways.moc"
