// SPDX-License-Identifier: GPL-3.0-or-later
// Facility on drawings: limits, monotonicity, conservation of energy.
#include "core/drawing/port_power.h"
#include "core/facility/budget/budgets.h"
#include "core/facility/budget/hard_limit_violations.h"
#include "core/facility/budget/single_failures.h"
#include "core/facility/cooling/unmet_cooling.h"
#include "core/facility/power_state.h"
#include "tests/support/facility_drawings.h"
#include "tests/support/rounds.h"

#include <QTest>
#include <random>

using namespace roofrack;
using namespace roofrack::test;

namespace {

bool conserves(const PowerState& state) {
    double sum = state.unracked_power.si();
    for (const RackState& rack : state.racks) {
        sum += rack.count * rack.power.si();
        if (std::abs((rack.heat_to_air + rack.heat_to_liquid - rack.power).si()) > 1e-6 * rack.power.si())
            return false;
    }
    return std::abs(sum - state.it.si()) <= 1e-9 * sum &&
           std::abs(state.it.si() * state.pue - state.facility.si()) <= 1e-9 * state.facility.si();
}

Element supply(std::string id, std::string parent, int count, const char* kind, double capacity) {
    Element out = element(std::move(id), ElementKind::feed, std::move(parent), count);
    Part part;
    part.id = "test-" + out.id;
    part.kind = PartKind::feed;
    part.text["supply"] = kind;
    part.figures["apparent_power"].value = capacity;
    part.figures["power_factor"].value = 1;
    part.figures["loss_constant"].value = 0;
    out.part.inline_part = part;
    return out;
}

Element store(std::string id, std::string parent, double power) {
    Element out = element(std::move(id), ElementKind::storage, std::move(parent), 1);
    Part part;
    part.id = "test-" + out.id;
    part.kind = PartKind::storage;
    part.figures["power"].value = power;
    out.part.inline_part = part;
    return out;
}

/// Eight racks on two sides of 120 kW feeds, 480 kW UPS and 1 MW transformers, and a store of 250 kW in no
/// rack; 900 kW of room air.
Cluster two_sides() {
    Cluster out = superpod();
    std::erase_if(out.elements, [](const Element& each) { return each.id == "feed" || each.id == "leaf"; });
    std::erase_if(out.links, [](const Link& link) { return link.from == "feed"; });
    out.elements.back().part.inline_part->figures["capacity"].value = 225e3;
    out.elements.push_back(store("store", "room", 250e3));
    for (const std::string side : {"a", "b"}) {
        out.elements.push_back(supply("feed-" + side, "room", 8, "feed", 120e3));
        out.elements.push_back(supply("ups-" + side, "room", 1, "ups", 480e3));
        out.elements.push_back(supply("transformer-" + side, "", 1, "transformer", 1e6));
        out.links.push_back(join("feed-" + side, "rack"));
        out.links.push_back(join("ups-" + side, "feed-" + side));
        out.links.push_back(join("transformer-" + side, "ups-" + side));
    }
    return out;
}

/// Levels of one to three units from the grid to racks in two rooms, with equipment in no rack in each: every
/// unit feeds some of those below it, and every one below hangs on some above.
Cluster random_supply(std::mt19937& random) {
    const auto whole = [&](int low, int high) {
        return std::uniform_int_distribution<int>(low, high)(random);
    };
    Cluster out;
    for (const std::string room : {"x", "y"}) {
        out.elements.push_back(element(room, ElementKind::room, "", whole(1, 2)));
        out.elements.push_back(element("rack-" + room, ElementKind::rack, room, whole(1, 12)));
        out.elements.push_back(
            element("dgx-" + room, ElementKind::server, "rack-" + room, whole(1, 4), "dgx-h100"));
        if (whole(0, 1))
            out.elements.push_back(element("sw-" + room, ElementKind::switch_, room, 4, "qm9700"));
        if (whole(0, 1)) out.elements.push_back(store("store-" + room, room, whole(1, 900) * 1e3));
    }
    if (whole(0, 1)) out.elements.push_back(store("store", "", 300e3));
    std::vector<std::string> above;
    const auto join_level = [&](const std::vector<std::string>& lower) {
        const auto tie = [&](const std::string& upper, const std::string& below) {
            out.links.push_back(join(upper, below));
            out.links.back().pattern = whole(0, 1) ? LinkPattern::mesh : LinkPattern::each;
        };
        std::vector<bool> feeds(above.size(), false);
        for (const std::string& each : lower) {
            bool hangs = false;
            for (size_t u = 0; u < above.size(); ++u) {
                if (whole(0, 1) == 0 && !(u + 1 == above.size() && !hangs)) continue;
                hangs = feeds[u] = true;
                tie(above[u], each);
            }
        }
        for (size_t u = 0; u < above.size(); ++u) // one that feeds nobody would serve the racks around it
            if (!feeds[u]) tie(above[u], lower.front());
    };
    for (const char* kind : {"utility", "transformer", "ups", "pdu", "feed"}) {
        std::vector<std::string> level;
        for (int i = whole(1, 3); i > 0; --i) {
            level.push_back(kind + std::to_string(i));
            // PDUs take only what stands in their room, where some do.
            const bool in_room = std::string_view(kind) == "pdu" && whole(0, 1);
            out.elements.push_back(supply(level.back(), in_room ? (whole(0, 1) ? "x" : "y") : "", whole(1, 5),
                                          kind, whole(100, 4000) * 1e3));
        }
        join_level(level);
        above = level;
    }
    join_level({"rack-x", "rack-y"});
    return out;
}

} // namespace

class TestFacility : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void superpod_rack();
    void nvl72_rack();
    void cables_that_share_a_port_draw_as_one();
    void idle_and_partly_busy();
    void power_cap();
    void no_server_draws_more_than_its_maximum();
    void feed_limit();
    void lost_feeds_share();
    void hot_room();
    void short_of_air();
    void coolant();
    void small_coolant_unit();
    void coolers_of_two_kinds_share();
    void room_too_hot();
    void own_limits_override();
    void rear_door();
    void plant_and_site();
    void site_weather();
    void budgets();
    void single_failures();
    void equipment_in_no_rack();
    void equipment_moves_to_what_is_left();
    void every_load_is_on_one_unit_of_each_level();
    void server_without_rack();
    void unknown_figures();
    void errors();
    void each_circle_of_feeds_is_named_on_its_own();
    void monotone();
    void conservation();
    void speeds_agree_with_state();
    void alike_racks_stand_as_one();
    void each_pace_has_its_own_share();
    void what_may_refuse_is_told_by_kinds_of_racks();
};

void TestFacility::superpod_rack() {
    const PowerState state = full(superpod());
    QCOMPARE(state.racks.size(), size_t(1));
    const RackState& rack = state.racks[0];
    QCOMPARE(rack.count, 8.0);
    QCOMPARE(rack.gpus, 32.0);
    QCOMPARE(rack.speed, 1.0);
    QCOMPARE(rack.throttle_cause, ThrottleCause::none);
    // Name plate 40.8 kW (NVIDIA); load factor at work 0.7 (Epoch) … 0.73 (MLPerf, 8×B200).
    QVERIFY2(rack.peak > 0.65 * Watts(40.8e3) && rack.peak < 0.80 * Watts(40.8e3),
             qPrintable(QString::number(rack.peak.si())));
    QVERIFY(rack.power < rack.peak);
    // Three feeds of 32.7 kW (NVIDIA's table).
    QVERIFY(std::abs(rack.limit->si() / (3 * 32.7e3) - 1) < 0.01);
    QVERIFY(rack.inlet->degrees() > 24 && rack.inlet->degrees() < 25.5); // leak only
    QVERIFY(rack.chip->degrees() > 55 && rack.chip->degrees() < 80);     // H100 in air, usual
    QCOMPARE(rack.chip_limit->degrees(), 87.0);                          // NVIDIA driver's report
    // Eight 747 W switches on passive copper stand in the room (NVIDIA).
    QVERIFY(std::abs(state.network.si() - 8 * 747) < 1 && state.unracked_power == state.network);
    QVERIFY(state.pue > 1.05 && state.pue < 1.25); // LBNL 2024: AI-specialised 1.09–1.19, p10–p90
    QVERIFY(state.tue > state.pue);
    QVERIFY(conserves(state));
}

/// 15.2 W at 400 Gb/s, where nobody says it (Defaults::Power::optics).
void TestFacility::cables_that_share_a_port_draw_as_one() {
    const Defaults::Power& constants = Defaults::built_in().power;
    const ByteRate whole(100e9), half(50e9);
    Part part;
    part.kind = PartKind::switch_;
    part.figures["port_rate"].value = whole.si();
    QCOMPARE(optical_end_power(part, half, constants), 15.2);
    QCOMPARE(optical_end_power(part, whole, constants), 2 * 15.2);
    QCOMPARE(optical_end_power(part, 2 * whole, constants), 2 * 15.2);
    QCOMPARE(optical_end_power(part, std::nullopt, constants), 2 * 15.2);
    part.figures["optical_port_power"].value = 18;
    QCOMPARE(optical_end_power(part, half, constants), 9.0);
    QCOMPARE(optical_end_power(part, whole, constants), 18.0);
}

void TestFacility::nvl72_rack() {
    const PowerState state = full(nvl72());
    const RackState& rack = state.racks[0];
    QCOMPARE(rack.gpus, 72.0);
    // DGX GB200 guide: approximately 120 kW; operating 125–135 kW (Supermicro).
    QVERIFY2(rack.peak > Watts(100e3) && rack.peak < Watts(135e3),
             qPrintable(QString::number(rack.peak.si())));
    QVERIFY(rack.coolant && rack.coolant->degrees() >= 30);
    QVERIFY(rack.heat_to_liquid > 0.8 * rack.power); // OCP MGX: at least 0.85, tolerance for the fans
    // Fans stand in the air: their heat is the first of what goes there.
    const auto use = [&state](ItUse of) { return state.uses[static_cast<size_t>(of)]; };
    QVERIFY(use(ItUse::fans).to_air > Watts(1000) && use(ItUse::fans).to_liquid == Watts(0));
    Watts air = use(ItUse::network).to_air + use(ItUse::storage).to_air;
    for (const ItUse of : {ItUse::gpus, ItUse::servers, ItUse::fans, ItUse::supplies}) air += use(of).to_air;
    QVERIFY(std::abs((air - 2 * rack.heat_to_air - state.unracked_power).si()) < 1e-6);
    QVERIFY(use(ItUse::gpus).to_air < 0.15 * use(ItUse::gpus).total());
    QVERIFY(rack.chip->degrees() > 55 && rack.chip->degrees() < 87);
    QVERIFY(conserves(state));
}

void TestFacility::idle_and_partly_busy() {
    const Facility facility = prepared(superpod());
    const PowerState idle = facility.state({0.8, 0.2}, 0), half = facility.state({0.8, 0.2}, 128),
                     busy = facility.state({0.8, 0.2}, 256);
    QVERIFY(idle.it > Watts(0) && idle.it < 0.5 * busy.it);
    QVERIFY(std::abs((half.it - (idle.it + busy.it) / 2).si()) < 1e-6 * busy.it.si());
    QCOMPARE(idle.swing.si(), 0.0);
    // Swing: 256 GPUs of 700 W TDP from utilisation 0.975 to 0.425; idle share and losses on top.
    QVERIFY(busy.swing > 256 * Watts(0.5 * 600) && busy.swing < 256 * Watts(0.6 * 700));
    QVERIFY(conserves(idle) && conserves(half) && conserves(busy));
}

void TestFacility::power_cap() {
    Cluster cluster = superpod();
    set_servers(cluster, [](Element& server) { server.gpu_power_cap = Watts(452); });
    const RackState capped = full(cluster).racks[0], free = full(superpod()).racks[0];
    QCOMPARE(capped.throttle_cause, ThrottleCause::power_cap);
    // V100 of 272 W uncapped at 180 W: 0.874 measured (zeus). The same share of an H100 that draws 684 W is
    // 452 W.
    QVERIFY2(std::abs(capped.speed - 0.874) < 0.04, qPrintable(QString::number(capped.speed)));
    // 32 GPUs give up 232 W each of 684 in the compute phase.
    QVERIFY(std::abs((free.peak - capped.peak).si() / (32 * 232) - 1) < 0.15);
    set_servers(cluster, [](Element& server) { server.gpu_power_cap = Watts(900); }); // above TDP: no cap
    QCOMPARE(full(cluster).racks[0].throttle_cause, ThrottleCause::none);
}

void TestFacility::no_server_draws_more_than_its_maximum() {
    DutyCycle all_compute;
    all_compute.compute = 1;
    int servers = 0, near = 0;
    for (const Part& part : Catalog::built_in().parts()) {
        const auto most = part.value("max_power");
        if (part.kind != PartKind::server || !most || part.value_or("gpus", 0) <= 0) continue;
        ++servers;
        for (const double degrees : {15.0, 25.0, 35.0, 45.0, 55.0})
            for (const double altitude : {0.0, 3000.0}) {
                Cluster cluster;
                cluster.elements = {element("rack", ElementKind::rack, "", 1),
                                    element("server", ElementKind::server, "rack", 2, part.id),
                                    cooling("crah", "", 1, "crah", 1e7, degrees),
                                    cooling("cdu", "", 1, "cdu", 1e7, degrees)};
                cluster.links = {join("crah", "rack"), join("cdu", "rack")};
                Site site;
                site.altitude_m = altitude;
                const double peak = prepared(cluster, site).state_of(all_compute, 1).racks[0].peak.si();
                QVERIFY2(peak <= 2 * *most * (1 + 1e-9), qPrintable(QString("%1 at %2 °C: %3 of %4 W")
                                                                        .arg(part.id.c_str())
                                                                        .arg(degrees)
                                                                        .arg(peak)
                                                                        .arg(2 * *most)));
                near += peak > 0.97 * 2 * *most;
            }
    }
    QVERIFY2(servers > 30 && near > 5, qPrintable(QString("%1 %2").arg(servers).arg(near)));
    // One whose GPUs alone draw more: its maximum holds them.
    Cluster tight = superpod();
    set_servers(tight, [](Element& each) {
        Part part = *Catalog::built_in().part(each.part.id);
        part.figures["max_power"].value = 5e3;
        each.part.inline_part = part;
    });
    const RackState held = full(tight).racks[0];
    QVERIFY(held.peak.si() <= 4 * 5e3 * (1 + 1e-9) && held.speed < 1);
}

void TestFacility::feed_limit() {
    Cluster cluster = superpod();
    cluster.elements[1].power_limit = Watts(22e3);
    const RackState rack = full(cluster).racks[0];
    QCOMPARE(rack.throttle_cause, ThrottleCause::feed);
    QVERIFY(rack.speed < 1);
    QVERIFY(rack.peak <= Watts(22e3) && rack.peak > Watts(21.9e3)); // used to the last watt, never over
    cluster.elements[1].power_limit = Watts(1e3);                   // less than the rack idles
    QVERIFY(full(cluster).racks[0].speed > 0);
    QCOMPARE(full(cluster).racks[0].throttle_cause, ThrottleCause::feed);
}

void TestFacility::lost_feeds_share() {
    Cluster cluster = superpod();
    // Eight feeds in the room for eight racks: one each.
    cluster.elements[4].parent = "room";
    cluster.elements[4].count = 8;
    QVERIFY(std::abs(full(cluster).racks[0].limit->si() / 32.7e3 - 1) < 0.01);
    // One for eight.
    cluster.elements[4].count = 1;
    QVERIFY(std::abs(full(cluster).racks[0].limit->si() / (32.7e3 / 8) - 1) < 0.01);
    QCOMPARE(full(cluster).racks[0].throttle_cause, ThrottleCause::feed);
    cluster.links.erase(cluster.links.begin());
    cluster.elements[4].parent.clear(); // joined to nothing
    QVERIFY(!full(cluster).racks[0].limit);
}

void TestFacility::hot_room() {
    Cluster cluster = superpod();
    // A hot spot at the rack; its servers are said to bear it, so that chips decide.
    Part hardy = *Catalog::built_in().part("dgx-h100");
    hardy.figures["inlet_max"].value = 60;
    cluster.elements[1].supply = Celsius(54);
    set_servers(cluster, [&](Element& server) { server.part.inline_part = hardy; });
    const RackState hot = full(cluster).racks[0];
    QCOMPARE(hot.inlet->degrees(), 54.0);
    QCOMPARE(hot.throttle_cause, ThrottleCause::thermal);
    QVERIFY(hot.speed < 1 && hot.chip->degrees() <= 87.05 && !hot.trips);
}

void TestFacility::short_of_air() {
    Cluster cluster = superpod();
    const double before = full(cluster).racks[0].inlet->degrees();
    cluster.elements[1].air_supply_ratio = 0.8;
    const RackState rack = full(cluster).racks[0];
    // 80 % of the air at a rise of 16.4 K: +4.1 K over the supply; the leak of 3 % alone gives 0.5 K.
    QVERIFY2(std::abs(rack.inlet->degrees() - 24 - 4.1) < 0.15,
             qPrintable(QString::number(rack.inlet->degrees())));
    QVERIFY(rack.inlet->degrees() > before);
    cluster.elements[1].air_supply_ratio = 0.3;
    QCOMPARE(full(cluster).racks[0].throttle_cause, ThrottleCause::inlet);
}

void TestFacility::coolant() {
    const RackState cool = full(nvl72(25)).racks[0], warm = full(nvl72(45)).racks[0],
                    hot = full(nvl72(60)).racks[0];
    QVERIFY(cool.chip && warm.chip && *cool.chip < *warm.chip);
    QVERIFY(cool.speed >= warm.speed && warm.speed >= hot.speed);
    QCOMPARE(hot.throttle_cause, ThrottleCause::thermal);
    QVERIFY(cool.power < warm.power); // leakage
    QVERIFY(std::abs(warm.coolant->degrees() - 45) < 1e-9);
}

void TestFacility::small_coolant_unit() {
    const RackState rack =
        full(nvl72(30, 150e3)).racks[0]; // 75 kW of liquid heat for a rack that gives about 100
    QCOMPARE(rack.throttle_cause, ThrottleCause::cooling);
    QVERIFY(rack.speed < 1 && rack.heat_to_liquid <= Watts(75e3 + 1) && rack.heat_to_liquid > Watts(74.9e3));
    QVERIFY(std::abs(rack.cooling_limit->si() - rack.power.si()) < 100);
}

/// A sidecar beside the coolant unit takes a part of the heat, and the unit is that much cooler.
void TestFacility::coolers_of_two_kinds_share() {
    Cluster cluster = nvl72(30, 400e3);
    cluster.elements.push_back(cooling("sidecar", "", 1, "l2a", 400e3, 30));
    cluster.links.push_back(join("sidecar", "rack"));
    const Facility both = prepared(cluster);
    const PowerState state = both.state({0.8, 0.2}, 144);
    double carried = 0;
    for (const Budget& budget : budgets_of(both, state, {}))
        if (budget.kind == BudgetKind::loop) carried += budget.load.si();
    QVERIFY(std::abs(carried / (2 * state.racks[0].heat_to_liquid.si()) - 1) < 1e-9);
    // At a quarter of its rating the sidecar's water is not warmer than what was set; alone it is.
    QVERIFY(std::abs(state.racks[0].coolant->degrees() - 30) < 1e-9);
    cluster.elements.erase(cluster.elements.end() - 2); // the unit
    cluster.links.erase(cluster.links.end() - 2);
    QVERIFY(full(cluster).racks[0].coolant->degrees() > 31);
}

void TestFacility::room_too_hot() {
    Cluster cluster = superpod();
    cluster.elements[5].count = 2; // 208 kW of air cooling for eight racks of about 30 kW
    const PowerState state = full(cluster);
    QCOMPARE(state.racks[0].throttle_cause, ThrottleCause::cooling);
    QVERIFY(state.racks[0].heat_to_air.si() * 8 <= 2 * 103.9e3 + 1);
}

void TestFacility::own_limits_override() {
    Cluster cluster = superpod();
    cluster.elements[5].count = 2;
    cluster.elements[1].cooling_limit = Watts(60e3);
    QCOMPARE(full(cluster).racks[0].throttle_cause, ThrottleCause::none);
    cluster.elements[1].cooling_limit = Watts(20e3);
    QCOMPARE(full(cluster).racks[0].throttle_cause, ThrottleCause::cooling);
    QVERIFY(full(cluster).racks[0].power <= Watts(20e3));
}

void TestFacility::rear_door() {
    Cluster cluster = superpod();
    cluster.elements[1].air_supply_ratio = 0.6;
    const double without = full(cluster).racks[0].inlet->degrees();
    cluster.elements.push_back(cooling("door", "rack", 1, "rdhx", 40e3, 18));
    const RackState with = full(cluster).racks[0];
    QVERIFY(with.inlet->degrees() < without - 2); // what recirculates is cooler
    QVERIFY(with.cooling_limit->si() > 80e3);     // 40 kW of the door and a share of the room
}

void TestFacility::plant_and_site() {
    Site site;
    const PowerState free = full(superpod(), site);
    site.power_limit = 0.8 * free.facility;
    const PowerState held = full(superpod(), site);
    QCOMPARE(held.racks[0].throttle_cause, ThrottleCause::site);
    QVERIFY(held.facility <= *site.power_limit && held.facility > 0.999 * *site.power_limit);
    site.power_limit.reset();
    Cluster cluster = superpod();
    cluster.elements.push_back(cooling("chiller", "", 1, "chiller", 0.7 * free.it.si(), 14));
    const PowerState trimmed = full(cluster, site);
    QCOMPARE(trimmed.racks[0].throttle_cause, ThrottleCause::plant);
    QVERIFY(trimmed.it <= 0.7001 * free.it);
    site.pue = 1.54; // Uptime Institute 2025
    QCOMPARE(full(superpod(), site).pue, 1.54);
}

void TestFacility::site_weather() {
    Site mild, hot;
    hot.wet_bulb = Celsius(28);
    hot.dry_bulb = Celsius(40);
    QVERIFY(full(superpod(), hot).pue >
            full(superpod(), mild).pue); // the chiller holds the temperature, at a price
    QCOMPARE(full(superpod(), hot).racks[0].inlet->degrees(),
             full(superpod(), mild).racks[0].inlet->degrees());
    mild.plant = hot.plant = "dry-cooler-only"; // no chiller: the racks feel the weather
    QVERIFY(full(nvl72(), hot).racks[0].coolant->degrees() >
            full(nvl72(), mild).racks[0].coolant->degrees() + 10);
    QVERIFY(full(nvl72(), hot).wue == 0 && full(superpod()).wue > 1);
}

void TestFacility::budgets() {
    Site site;
    site.power_limit = Watts(1e6);
    const Facility facility = prepared(superpod(), site);
    const PowerState state = facility.state({0.8, 0.2}, 256);
    const std::vector<Budget> budgets = budgets_of(facility, state, {});
    QCOMPARE(budgets.size(), size_t(4)); // feeds, room air, plant, site
    QCOMPARE(budgets[0].kind, BudgetKind::feed);
    QVERIFY(std::abs((budgets[0].load - 8 * state.racks[0].peak).si()) < 1e-6);
    QVERIFY(std::abs(budgets[0].limit->si() / (24 * 32.7e3) - 1) < 0.01);
    // The leaves stand in no rack, and their heat goes to the room.
    QVERIFY(std::abs((budgets[1].load - 8 * state.racks[0].heat_to_air - state.unracked_power).si()) < 1e-6);
    QCOMPARE(budgets[1].limit->si(), 4 * 103.9e3);
    QVERIFY(!budgets[2].margin()); // no plant is drawn
    QCOMPARE(budgets[3].load.si(), state.facility.si());
    QVERIFY(std::abs(*budgets[3].margin() - (1 - state.facility.si() / 1e6)) < 1e-12);
}

void TestFacility::single_failures() {
    const auto worst = [](const Cluster& cluster, std::string_view id) {
        const Facility facility = prepared(cluster);
        for (const SingleFailure& failure : single_failures_of(facility, facility.state({0.8, 0.2}, 256)))
            if (failure.id == id) return failure.worst;
        return -1.0;
    };
    Cluster cluster = superpod();
    // Three feeds of 32.8 kW a rack, one lost: the rack's 30.6 kW or so on two of them.
    const double peak = full(cluster).racks[0].peak.si();
    QVERIFY(std::abs(worst(cluster, "feed") - peak / (2 * 32.775e3)) < 1e-6);
    cluster.elements[4].count = 1; // one feed a rack: nothing is left
    QVERIFY(std::isinf(worst(cluster, "feed")));
    // Four room coolers of 103.9 kW, one lost: the heat of eight racks on three.
    const PowerState state = full(superpod());
    const double heat = (8 * state.racks[0].heat_to_air + state.unracked_power).si();
    QVERIFY(std::abs(worst(superpod(), "crah") - heat / (3 * 103.9e3)) < 1e-6);
    QVERIFY(std::isinf(worst(nvl72(), "cdu")));
}

void TestFacility::equipment_in_no_rack() {
    const auto budget_of = [](const Cluster& cluster, std::string_view id) {
        const Facility facility = prepared(cluster);
        for (const Budget& budget : budgets_of(facility, facility.state({0.8, 0.2}, 256), {}))
            if (budget.id == id) return budget;
        qFatal("no such unit");
    };
    // Racks get of their room's coolers what is left of them.
    Cluster bare = superpod();
    std::erase_if(bare.elements, [](const Element& each) { return each.id == "leaf"; });
    const PowerState with = full(superpod()), without = full(bare);
    QVERIFY(with.unracked_power.si() > 5900 && without.unracked_power == Watts(0));
    const auto room_left = [](const PowerState& state) { return (8 * *state.racks[0].cooling_limit).si(); };
    QVERIFY(std::abs(room_left(without) - 4 * 103.9e3) < 1e-3);
    QVERIFY(std::abs(room_left(with) - (4 * 103.9e3 - with.unracked_power.si())) < 1e-3);

    // The limit is that of the room around it, not of another one; what stands in no room has all, by what
    // they carry.
    Cluster rooms = superpod();
    rooms.elements.push_back(element("annex", ElementKind::room, "", 1));
    rooms.elements.push_back(cooling("unit", "annex", 1, "crah", 103.9e3, 24));
    QCOMPARE(budget_of(rooms, "unit").load, Watts(0));
    rooms.elements[3].parent = "annex";
    QVERIFY(std::abs((budget_of(rooms, "unit").load - with.unracked_power).si()) < 1e-6);
    rooms.elements[3].parent.clear();
    QVERIFY(std::abs((budget_of(rooms, "unit").load - with.unracked_power / 5).si()) < 1e-6);
    // Their flow is asked of the units as well.
    const double more = budget_of(superpod(), "crah").load / budget_of(bare, "crah").load;
    QVERIFY(more > 1.02 && more < 1.04);

    // A PDU above the racks' circuits bears them; the circuits do not, and where nothing else is drawn they
    // hang on the site alone.
    QCOMPARE(prepared(superpod()).inputs().unracked_fed, 0.0);
    Cluster fed = superpod();
    Element pdu = element("pdu", ElementKind::feed, "room", 2);
    Part part;
    part.id = "test-pdu";
    part.kind = PartKind::feed;
    part.text["supply"] = "pdu";
    part.figures["apparent_power"].value = 2e5;
    part.figures["loss_square"].value = 0.02;
    pdu.part.inline_part = part;
    fed.elements.push_back(pdu);
    fed.links.push_back(join("pdu", "feed"));
    QCOMPARE(prepared(fed).inputs().unracked_fed, 1.0);
    const PowerState state = full(fed);
    const Budget under = budget_of(fed, "feed"), over = budget_of(fed, "pdu");
    QVERIFY(std::abs((over.load - under.load - state.unracked_power).si()) < 1e-6);
    // What it loses of them is in the overhead.
    fed.elements[3].count = 80;
    const double lost = full(fed).overhead.drawn_ups.si();
    const double x = budget_of(fed, "pdu").mean.si() / (2 * 2e5 * 0.95);
    QVERIFY2(std::abs(lost / (2 * 2e5 * 0.95 * 0.02 * x * x) - 1) < 1e-9, qPrintable(QString::number(lost)));
}

void TestFacility::equipment_moves_to_what_is_left() {
    const Facility facility = prepared(two_sides());
    const PowerState state = facility.state({1, 0}, 256);
    const double racks = 8 * state.racks[0].peak.si();
    QVERIFY(racks > 200e3 && racks < 300e3);
    QCOMPARE(state.unracked_power.si(), 250e3);
    const auto lost_of = [](const Facility& of, std::string_view id) {
        for (const SingleFailure& each : single_failures_of(of, of.state({1, 0}, 256)))
            if (each.id == id) return each;
        qFatal("no such unit");
    };
    const auto lost = [&](std::string_view id) { return lost_of(facility, id); };
    // One UPS carries the racks and the store: over its 480 kW, where half of the store made it seem to hold.
    const SingleFailure ups = lost("ups-a");
    const double all = racks + 250e3;
    QVERIFY2(std::abs(ups.worst / (all / 480e3) - 1) < 1e-3 && !ups.survives(),
             qPrintable(QString("%1 of %2").arg(ups.worst).arg(all / 480e3)));
    QCOMPARE(ups.fullest, std::string("ups-b"));
    QVERIFY(std::abs(ups.shed.si() / (all - 480e3) - 1) < 1e-3);
    // Racks shed all of it: the store cannot.
    QCOMPARE(ups.held.size(), size_t(1));
    QVERIFY(std::abs(ups.held[0].limit.si() / ((480e3 - 250e3) / 8) - 1) < 1e-3);
    // Cooling moves too.
    const double beside = (state.facility - state.it).si(); // these units lose nothing themselves
    Cluster small = two_sides();
    for (Element& each : small.elements)
        if (each.id.starts_with("transformer"))
            each.part.inline_part->figures["apparent_power"].value = 500e3;
        else if (each.id.starts_with("ups"))
            each.part.inline_part->figures["apparent_power"].value = 5e6;
    const SingleFailure transformer = lost_of(prepared(small), "transformer-a");
    QCOMPARE(transformer.fullest, std::string("transformer-b"));
    QVERIFY2(std::abs(transformer.worst * 500e3 / (all + beside) - 1) < 0.02,
             qPrintable(QString("%1 of %2").arg(transformer.worst * 500e3).arg(all + beside)));
    // A store on one UPS alone is dark without it, and the job stops.
    Cluster one = two_sides();
    one.elements.push_back(element("annex", ElementKind::room, "", 1));
    one.find("store")->parent = one.find("ups-a")->parent = "annex";
    const Facility annex = prepared(one);
    for (const SingleFailure& each : single_failures_of(annex, annex.state({1, 0}, 256)))
        if (each.id == "ups-a") {
            QVERIFY(std::isinf(each.worst));
            QCOMPARE(each.dark_equipment.si(), 250e3);
            QCOMPARE(each.dark_gpus, 0.0);
        }

    // CoolingUnits: of 900 kW one is lost, and the store stays.
    QVERIFY(std::abs(lost("crah").worst / ((racks + 250e3) / 675e3) - 1) < 1e-3);
    Cluster hot = two_sides();
    hot.find("crah")->count = 2; // 450 kW for 500
    const Facility warm = prepared(hot);
    const PowerState held = warm.state({1, 0}, 256);
    QVERIFY(std::abs(8 * held.racks[0].cooling_limit->si() - (450e3 - 250e3)) < 1);
    QVERIFY(8 * held.racks[0].power.si() + 250e3 <= 450e3 * (1 + 1e-6));
    const auto findings = cooling_findings(warm, held);
    const auto beyond = std::ranges::find(findings, "heat-beyond-coolers", &Finding::id);
    QVERIFY(beyond != findings.end());
    const double full_heat = 8 * warm.inputs().paths[0].air.heat + 250e3;
    QCOMPARE(QString::fromStdString(beyond->message).left(5),
             QString::fromStdString(format_quantity(full_heat - 450e3, Dimension::power)).left(5));
}

/// Before and after each single failure what leaves the units of a level is all that hangs on it and is not
/// dark: in no drawing is a load on two sides, or on none.
void TestFacility::every_load_is_on_one_unit_of_each_level() {
    std::mt19937 random(33);
    int failures_seen = 0, dark_seen = 0, moved = 0;
    for (int round = 0; round < rounds(1000, 150); ++round) {
        const Facility facility = prepared(random_supply(random));
        const FacilityInputs& in = facility.inputs();
        DutyCycle all_compute;
        all_compute.compute = 1; // every window sees the same
        const PowerState state = facility.state_of(all_compute, 1);
        const SupplyLoad load(in, state);
        const SupplyFailures failures(in.chain, supply_state(in, state, load));
        const double equipment = state.unracked_power.si(), beside = load.beside(1);
        double racks = 0;
        for (const RackState& rack : state.racks) racks += (rack.count * rack.peak).si();
        // What the units of a level give out, against the loads below it: `lost` of them are dark.
        const auto holds = [&](const std::vector<double>& out, double dark_racks, double dark_equipment,
                               double dark_cooling) {
            std::map<SupplyKind, double> sums;
            for (size_t u = 0; u < out.size(); ++u) sums[in.chain.units[u].kind] += out[u];
            for (const auto& [kind, sum] : sums) {
                double expected = racks - dark_racks;
                if (kind != SupplyKind::feed) expected += equipment - dark_equipment;
                if (SupplyChain::side_of(kind) == SupplyChain::Side::site) expected += beside - dark_cooling;
                if (std::abs(sum - expected) > 1e-6 * (racks + equipment + beside)) {
                    qWarning("round %d, %s: %f instead of %f", round, name_of(kind).data(), sum, expected);
                    return false;
                }
            }
            return true;
        };
        std::vector<double> before;
        for (const SupplyFlow& flow : load.windowed()) before.push_back(flow.out);
        QVERIFY(holds(before, 0, 0, 0));
        for (size_t u = 0; u < in.chain.units.size(); ++u) {
            const SupplyFailure after = failures.fail_unit(static_cast<int>(u));
            double dark_racks = 0, dark_equipment = 0, dark_cooling = 0;
            for (const SupplyFailure::AffectedRack& hit : after.hit)
                if (hit.left <= 0) {
                    const FedRack& rack = failures.state().racks[static_cast<size_t>(hit.rack)];
                    dark_racks += hit.share * rack.count * rack.demand;
                }
            for (const int index : after.dark_equipment) {
                const auto at = static_cast<size_t>(index);
                (at < in.chain.equipment.size() ? dark_equipment : dark_cooling) +=
                    failures.state().equipment[at].demand;
            }
            QVERIFY2(holds(after.out, dark_racks, dark_equipment, dark_cooling),
                     qPrintable(QString("without %1").arg(in.chain.units[u].id.c_str())));
            ++failures_seen;
            dark_seen += dark_racks + dark_equipment > 0;
            moved += !after.carried.empty();
        }
    }
    QVERIFY2(dark_seen > failures_seen / 20 && moved > failures_seen / 4,
             qPrintable(QString("%1 %2 %3").arg(failures_seen).arg(dark_seen).arg(moved)));
}

void TestFacility::server_without_rack() {
    Cluster cluster;
    cluster.elements = {element("box", ElementKind::server, "", 3, "dgx-h100")};
    const PowerState state = full(cluster);
    QCOMPARE(state.racks.size(), size_t(1));
    QCOMPARE(QString::fromStdString(state.racks[0].id), "box");
    QCOMPARE(state.racks[0].count, 3.0);
    QCOMPARE(state.racks[0].gpus, 8.0);
    QVERIFY(!state.racks[0].limit && !state.racks[0].cooling_limit);
    QVERIFY(conserves(state));
}

void TestFacility::unknown_figures() {
    Cluster cluster = nvl72();
    Part bare;
    bare.id = "bare";
    bare.text["accelerator"] = "gb200"; // its idle power and temperatures are not published
    bare.figures["gpus"].value = 4;
    bare.figures["air_heat_share"].value = 0.15; // 18 of them are no rack for air
    set_servers(cluster, [&](Element& server) {
        server.part.inline_part = bare;
        server.count = 18;
    });
    const PowerState busy = full(cluster), idle = prepared(cluster).state({}, 0);
    QVERIFY(busy.racks[0].peak > 72 * Watts(1200)); // TDP
    QVERIFY(idle.racks[0].power > 72 * Watts(50) && idle.racks[0].power < 0.5 * busy.racks[0].peak);
    QVERIFY(busy.racks[0].chip_limit);
}

void TestFacility::errors() {
    Site site;
    site.plant = "ice";
    const auto bad_plant = Facility::prepare(superpod(), site, groups_of(superpod()), Catalog::built_in());
    QVERIFY(!bad_plant && bad_plant.error().text().find("waterside-economiser") != std::string::npos);
    Cluster cluster = superpod();
    const Fabric fabric = groups_of(cluster);
    cluster.elements[2].part.id = "no-such-server";
    const auto bad_part = Facility::prepare(cluster, {}, fabric, Catalog::built_in());
    QVERIFY(!bad_part && bad_part.error().where == "dgx");
    // Broken drawings are checked elsewhere; here they must only do no harm.
    cluster = superpod();
    cluster.elements[0].parent = "rack"; // a circle
    cluster.links.push_back(join("feed", "nothing"));
    QVERIFY(Facility::prepare(cluster, {}, fabric, Catalog::built_in()));
    QVERIFY(Facility::prepare({}, {}, {}, Catalog::built_in())->state({1, 0}, 0).it == Watts(0));
}

void TestFacility::each_circle_of_feeds_is_named_on_its_own() {
    Cluster cluster = two_sides();
    const Fabric fabric = groups_of(cluster);
    const auto fault = [&] {
        const auto facility = Facility::prepare(cluster, {}, fabric, Catalog::built_in());
        return facility ? std::pair<std::string, std::string>()
                        : std::pair(facility.error().where, facility.error().what);
    };
    QCOMPARE(fault().second, std::string());
    cluster.links.push_back(join("feed-a", "ups-a"));
    QCOMPARE(fault().first, std::string("feed-a"));
    QCOMPARE(fault().second, std::string("feed-a, ups-a supply each other in a circle"));
    cluster.links.push_back(join("feed-b", "transformer-b"));
    QCOMPARE(fault().first, std::string("feed-a"));
    QCOMPARE(fault().second, std::string("feed-a, ups-a supply each other in a circle; "
                                         "feed-b, ups-b, transformer-b in another one"));
}

void TestFacility::monotone() {
    const auto speed = [](const Cluster& cluster, const Site& site = {}) {
        return full(cluster, site).racks[0].speed;
    };
    double before = 1;
    for (double supply = 15; supply <= 70; supply += 1) { // warmer is never faster
        const double now = speed(superpod(supply));
        QVERIFY2(now <= before + 1e-9, qPrintable(QString::number(supply)));
        before = now;
    }
    QVERIFY(before < 1);
    before = 1;
    for (double supply = 15; supply <= 80; supply += 1) {
        const double now = speed(nvl72(supply));
        QVERIFY(now <= before + 1e-9);
        before = now;
    }
    QVERIFY(before < 1);
    before = 0;
    for (double cap = 50; cap <= 800; cap += 10) { // a lower cap is never faster, whatever else binds
        Cluster cluster = superpod(40);
        cluster.elements[1].power_limit = Watts(27e3);
        set_servers(cluster, [&](Element& server) { server.gpu_power_cap = Watts(cap); });
        const double now = speed(cluster);
        QVERIFY(now >= before - 1e-6);
        before = now;
    }
    before = 0;
    for (double ratio = 0.05; ratio <= 1.2; ratio += 0.05) { // more air is never slower
        Cluster cluster = superpod();
        cluster.elements[1].air_supply_ratio = ratio;
        const double now = speed(cluster);
        QVERIFY(now >= before - 1e-9);
        before = now;
    }
    QCOMPARE(before, 1.0);
    before = 0;
    for (double limit = 5e3; limit <= 40e3; limit += 500) { // more power is never slower
        Cluster cluster = superpod();
        cluster.elements[1].power_limit = Watts(limit);
        const double now = speed(cluster);
        QVERIFY(now >= before - 1e-6);
        before = now;
    }
    QCOMPARE(before, 1.0);
}

void TestFacility::conservation() {
    std::mt19937 random(20240601);
    const auto real = [&](double low, double high) {
        return std::uniform_real_distribution(low, high)(random);
    };
    const auto whole = [&](int low, int high) { return std::uniform_int_distribution(low, high)(random); };
    for (int round = 0; round < 300; ++round) {
        Cluster cluster = whole(0, 1) ? superpod(real(10, 60)) : nvl72(real(10, 70), real(2e4, 1e6));
        for (Element& each : cluster.elements) {
            each.count = whole(1, 5);
            if (each.kind == ElementKind::rack) {
                if (whole(0, 1)) each.power_limit = Watts(real(1e3, 3e5));
                if (whole(0, 1)) each.air_supply_ratio = real(-0.5, 1.5);
                if (whole(0, 2) == 0) each.cooling_limit = Watts(real(1e3, 3e5));
            }
            if (each.kind == ElementKind::server && whole(0, 1)) each.gpu_power_cap = Watts(real(0, 1500));
        }
        Site site;
        site.wet_bulb = Celsius(real(-10, 35));
        site.dry_bulb = Celsius(real(-10, 45));
        site.altitude_m = real(0, 3000);
        if (whole(0, 2) == 0) site.power_limit = Watts(real(1e4, 3e6));
        const Facility facility = prepared(cluster, site);
        const PowerState state = facility.state({real(0, 1), real(0, 1)}, real(0, 2000));
        QVERIFY(conserves(state));
        QVERIFY(std::isfinite(state.facility.si()) && state.pue >= 1 && state.tue >= state.pue - 1e-9);
        QVERIFY(!state.racks.empty());
        for (const RackState& rack : state.racks) {
            QVERIFY(rack.speed >= 0.1 - 1e-12 && rack.speed <= 1);
            QVERIFY((rack.speed < 1) == (rack.throttle_cause != ThrottleCause::none));
            QVERIFY(rack.power <= rack.peak * (1 + 1e-12));
        }
    }
}

void TestFacility::speeds_agree_with_state() {
    Cluster cluster = superpod(52);
    cluster.elements.push_back(element("old", ElementKind::rack, "room", 2));
    cluster.elements.push_back(element("a100", ElementKind::server, "old", 4, "dgx-a100"));
    cluster.elements.back().gpu_power_cap = Watts(250);
    Site site;
    site.power_limit = Watts(250e3);
    const Facility facility = prepared(cluster, site);
    std::vector<double> speeds;
    facility.speeds({0.7, 0.2}, speeds);
    const PowerState state = facility.state({0.7, 0.2}, 320);
    QCOMPARE(speeds.size(), size_t(2));
    QCOMPARE(speeds[0], state.racks[0].speed);
    QCOMPARE(speeds[1], state.racks[1].speed);
    QVERIFY(speeds[0] < 1 && speeds[1] < 1);
}

/// 52 kW superpods, older racks of the same part twice, once under another cap.
void TestFacility::alike_racks_stand_as_one() {
    Cluster cluster = superpod(52);
    for (const char* name : {"old", "twin", "capped"}) {
        cluster.elements.push_back(element(name, ElementKind::rack, "room", 2));
        cluster.elements.push_back(
            element(fmt::format("{}-a100", name), ElementKind::server, name, 4, "dgx-a100"));
    }
    cluster.elements.back().gpu_power_cap = Watts(250);
    Site site;
    site.power_limit = Watts(400e3);
    const Facility facility = prepared(cluster, site);
    const DutyCycle duty{0.7, 0.2};
    for (const double drawings : {0.5, 1.0, 3.0}) {
        const PowerState each = facility.state_of(duty, drawings),
                         alike = alike_state(facility, duty, drawings);
        QCOMPARE(each.racks.size(), size_t(4));
        QCOMPARE(alike.racks.size(), size_t(3));
        QCOMPARE(alike.racks[1].id, std::string("old"));
        QCOMPARE(alike.racks[1].count, 4 * drawings);
        for (size_t i = 0; i < 3; ++i) {
            const RackState& one = each.racks[i + (i > 1)];
            QCOMPARE(alike.racks[i].power.si(), one.power.si());
            QCOMPARE(alike.racks[i].speed, one.speed);
            QCOMPARE(alike.racks[i].throttle_cause, one.throttle_cause);
            QCOMPARE(alike.racks[i].works, one.works);
        }
        QCOMPARE(alike.it.si(), each.it.si());
        QCOMPARE(alike.facility.si(), each.facility.si());
        QCOMPARE(alike.run_facility.si(), each.run_facility.si());
        QCOMPARE(alike.peak.si(), each.peak.si());
        QCOMPARE(alike.wue, each.wue);
    }
}

/// Racks of DGX H100 and older ones, which set the pace.
void TestFacility::each_pace_has_its_own_share() {
    Cluster cluster = superpod();
    cluster.elements.push_back(element("old", ElementKind::rack, "room", 2));
    cluster.elements.push_back(element("a100", ElementKind::server, "old", 4, "dgx-a100"));
    const Facility facility = prepared(cluster);
    QCOMPARE(facility.paces()[0], 0);
    QCOMPARE(facility.paces()[1], 1);
    const DutyCycle all{0.7, 0.2};
    const PowerState together = facility.state_of(all, 1);
    // Where the paces are equal nothing changes.
    DutyCycle duty = all;
    duty.compute_by_pace = {0.7, 0.7};
    const PowerState equal = facility.state_of(duty, 1);
    QVERIFY(equal.it == together.it && equal.facility == together.facility && equal.peak == together.peak);
    QVERIFY(equal.metered == together.metered && equal.run_facility == together.run_facility);
    QCOMPARE(equal.windows.breaker, together.windows.breaker);
    QCOMPARE(equal.windows.meter, together.windows.meter);
    // The faster ones wait, as where all computed for so short.
    duty.compute_by_pace = {0.35, 0.7};
    const PowerState apart = facility.state_of(duty, 1);
    QVERIFY(conserves(apart));
    QCOMPARE(apart.racks[0].power.si(), facility.state_of({0.35, 0.2}, 1).racks[0].power.si());
    QCOMPARE(apart.racks[1].power.si(), together.racks[1].power.si());
    QVERIFY(apart.racks[0].power < together.racks[0].power);
    QCOMPARE(apart.computes_longer, 0.0);
    QVERIFY(apart.computes_shorter > 0.25 && apart.computes_shorter < 0.35);
    // A bound on all takes the pace that works least, whichever that is, also with filler work.
    for (const double filler : {0.0, 0.6}) {
        const Facility filled = facility.with_filler_work(filler);
        DutyCycle least{0.35, 0.2};
        least.working = duty.working = 0.9;
        least.hung = duty.hung = 0.05;
        for (const auto& paces : {std::vector{0.35, 0.7}, std::vector{0.7, 0.35}}) {
            duty.compute_by_pace = paces;
            const StepLoad load = filled.inputs().step_load(duty);
            QCOMPARE(filled.utilisation(duty), std::ranges::min(load.means) / load.compute);
            QCOMPARE(filled.utilisation(duty), filled.utilisation(least));
            QCOMPARE(filled.run_utilisation(duty), filled.run_utilisation(least));
        }
    }
    double uses = 0;
    for (const ItHeat& use : apart.uses) uses += use.total().si();
    QVERIFY(std::abs(uses / apart.it.si() - 1) < 1e-9);
}

void TestFacility::what_may_refuse_is_told_by_kinds_of_racks() {
    std::mt19937 random(8);
    DutyCycle all;
    all.compute = 1;
    int refusing = 0, rounds = 0;
    for (; rounds < 200; ++rounds) {
        Site site;
        if (rounds % 3 == 1) site.power_limit = Watts(1e3 * static_cast<double>(random() % 2000));
        const Facility facility = prepared(random_supply(random), site);
        const PowerState state = facility.state_of(all, 1);
        const bool held = std::ranges::any_of(state.racks, [](const RackState& rack) {
            return rack.throttle_cause == ThrottleCause::feed ||
                   rack.throttle_cause == ThrottleCause::cooling ||
                   rack.throttle_cause == ThrottleCause::plant || rack.throttle_cause == ThrottleCause::site;
        });
        const bool refuses = held || !hard_limit_violations(facility, state).empty();
        QCOMPARE(may_violate_hard_limit(facility), refuses);
        refusing += refuses;
    }
    QVERIFY2(refusing > rounds / 10 && refusing < rounds - rounds / 10,
             qPrintable(QString::number(refusing)));
}

QTEST_APPLESS_MAIN(TestFacility)
#include "test_facility.moc"
