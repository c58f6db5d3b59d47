// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/catalog/catalog.h"
#include "core/drawing/bill/bill_of_materials.h"
#include "core/drawing/check/check.h"
#include "core/drawing/link_ends.h"
#include "core/drawing/multiplicity/split.h"
#include "core/drawing/network/fabric.h"
#include "core/drawing/ports.h"
#include "core/drawing/templates/templates.h"
#include "core/step/engine/evaluate.h"
#include "tests/support/drawing_in_words.h"

#include <QTest>

using namespace roofrack;

namespace {

const Catalog& catalog() { return Catalog::built_in(); }

Cluster dragonfly(const TemplateSettings& settings) {
    const auto made = make_template("dragonfly", settings, catalog());
    if (!made) qFatal("%s", made.error().text().c_str());
    return made->scenarios.front().cluster;
}

Fabric fabric_of(const Cluster& cluster) {
    const auto read = fabric(cluster, catalog());
    if (!read) qFatal("%s", read.error().text().c_str());
    return *read;
}

/// 5 groups of 4 routers, each with 2 servers of one NIC: a = 4, p = 2, h = 2 has 9 groups at most.
Cluster small(int global) {
    Cluster cluster;
    const auto add = [&](const char* id, ElementKind kind, int count, const char* parent, const char* part) {
        Element element;
        element.id = id;
        element.kind = kind;
        element.count = count;
        element.parent = parent;
        element.part.id = part;
        cluster.elements.push_back(element);
    };
    add("group", ElementKind::pod, 5, "", "");
    add("server", ElementKind::server, 8, "group", "hgx-a100-1nic"); // 8 GPUs, one NIC of 200 Gb/s
    add("router", ElementKind::switch_, 4, "group", "qm8700");
    cluster.links.push_back(test::joined("server", "router", LinkPattern::each, 1));
    cluster.links.push_back(test::joined("router", "router", LinkPattern::mesh, 1));
    cluster.links.push_back(test::joined("router", "group", LinkPattern::mesh, global));
    return cluster;
}

} // namespace

class TestDragonfly : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void span_of_global_links() {
        const Cluster cluster = small(2);
        const auto containment = Containment::make(cluster);
        const auto span = group_mesh(cluster, *containment, cluster.links[2]);
        QVERIFY(span);
        // 4 other groups × 2 cables over 4 routers.
        QCOMPARE(span->per_from(), 2.0);
        // One group sends 8 cables out, two groups 2 · 3 · 2, four groups 8, all none.
        QCOMPARE(span->cables(4, 4).from_out, 8.0);
        QCOMPARE(span->cables(8, 8).from_out, 12.0);
        QCOMPARE(span->cables(16, 16).from_out, 8.0);
        QCOMPARE(span->cables(20, 20).from_out, 0.0);
        // One router: its share of the group's 8. Five routers, a group and one: the group's 6 to the three
        // groups wholly outside, 2 · 3/4 to the mates of the fifth, and the fifth's 2 · 3/4 to the others.
        QCOMPARE(span->cables(1, 1).from_out, 2.0);
        QCOMPARE(span->cables(5, 5).from_out, 6.0 + 1.5 + 1.5);
        // No other link is such a mesh.
        QVERIFY(!group_mesh(cluster, *containment, cluster.links[0]));
        QVERIFY(!group_mesh(cluster, *containment, cluster.links[1]));
    }

    void blocks_and_egress_by_hand() {
        const Fabric read = fabric_of(small(2));
        // 8 GPUs a server, 2 servers a router, 4 routers a group, 5 groups.
        QCOMPARE(read.gpus, 320.0);
        QCOMPARE(read.levels.size(), size_t(4));
        QCOMPARE(read.levels[0].block_gpus, 8.0);
        QCOMPARE(read.levels[1].block_gpus, 16.0);
        QCOMPARE(read.levels[2].block_gpus, 64.0);
        QCOMPARE(read.levels[3].block_gpus, 320.0);
        constexpr double cable = 25e9; // 200 Gb/s
        // A router: 2 NICs below are less than its 3 local and 2 global cables.
        QCOMPARE(read.levels[1].egress.si(), 2 * cable / 16);
        // A group: 8 global cables for 8 NICs, non-blocking; all the bisection that 64 GPUs can use.
        QCOMPARE(read.levels[2].egress.si(), 8 * cable / 64);
        QCOMPARE(read.levels[2].oversubscription, 1.0);
        // One cable a pair of groups: 4 of 8, 2:1.
        const Fabric tapered = fabric_of(small(1));
        QCOMPARE(tapered.levels[2].egress.si(), 4 * cable / 64);
        QCOMPARE(tapered.levels[2].oversubscription, 2.0);
        QCOMPARE(tapered.levels[2].binding, std::string("router-group"));
        QCOMPARE(tapered.levels[2].binding_label, std::string("router global links, 2:1"));
        QCOMPARE(tapered.levels[3].name, std::string("group mesh"));
    }

    void latency_counts_the_routers_on_the_way() {
        // QM8700: 130 ns a hop (resources/catalog/switches.json); one router inside its block, two across a
        // group, four across groups (Kim 2008: local, global, local).
        const Fabric read = fabric_of(small(2));
        const double nics = read.levels[0].latency.si() - 130e-9;
        QVERIFY(std::abs(read.levels[1].latency.si() - nics - 2 * 130e-9) < 1e-12);
        QVERIFY(std::abs(read.levels[2].latency.si() - nics - 4 * 130e-9) < 1e-12);
    }

    void ports_and_cables() {
        const Cluster cluster = small(2);
        const auto table = PortTable::make(cluster, catalog());
        QVERIFY(table);
        // 2 servers, 3 neighbours, 2 global cables.
        QCOMPARE(table->ports(2, PortRole::network)->used, 7.0);
        const auto bill = bill_of_materials(cluster, catalog());
        QVERIFY(bill);
        QCOMPARE(bill->links.size(), size_t(3));
        QCOMPARE(bill->links[0].count, 40.0);
        QCOMPARE(bill->links[1].count, 5.0 * 6);  // 4 · 3 / 2 a group
        QCOMPARE(bill->links[2].count, 2.0 * 10); // 5 · 4 / 2 pairs of groups
        double sold = 0;
        for (const auto& [length, count] : bill->links[2].sold) sold += count;
        QCOMPARE(sold, 20.0);
    }

    void findings_of_too_many() {
        const auto warns = [](const Cluster& cluster, const char* id) {
            return std::ranges::any_of(check_cluster(cluster, catalog()),
                                       [&](const Finding& finding) { return finding.id == id; });
        };
        QVERIFY(!warns(small(2), "ports-exceeded"));
        // 40 ports − 2 − 3 leave 35 a router, 140 a group, 35 a pair of groups.
        QVERIFY(!warns(small(35), "ports-exceeded"));
        QVERIFY(warns(small(36), "ports-exceeded"));
        QVERIFY(!warns(small(2), "link-illegal"));
        // Not a switch: illegal as before.
        Cluster wrong = small(2);
        wrong.links[2].from = "server";
        QVERIFY(warns(wrong, "link-illegal"));
    }

    void groups_cannot_be_told_apart() {
        // No drawing means the same with one group on its own: its share of the global links has no end.
        for (const char* const id : {"group", "router"}) {
            const auto one = split(small(2), catalog(), id);
            QVERIFY(!one);
            QVERIFY2(one.error().what.find("joined to every other") != std::string::npos,
                     one.error().text().c_str());
        }
        // A room with a dragonfly of its own leaves whole.
        Cluster rooms = small(2);
        Element room;
        room.id = "room";
        room.kind = ElementKind::room;
        room.count = 3;
        rooms.elements.push_back(room);
        rooms.find("group")->parent = "room";
        const auto apart = split(rooms, catalog(), "room");
        QVERIFY(apart);
        const auto bill = bill_of_materials(apart->cluster, catalog());
        QCOMPARE(bill->totals.cables, bill_of_materials(rooms, catalog())->totals.cables);
        QCOMPARE(bill->totals.cables, 3 * (40.0 + 30 + 20));
    }

    void template_is_balanced() {
        // 64 ports: p = 16, a = 32 (Kim 2008: a = 2p = 2h), as Slingshot's groups of Frontier: 32 switches of
        // 16 endpoints. Four NICs a node: 4 nodes a router, 128 a group.
        const Cluster cluster = dragonfly({{"servers", "1024"}});
        QCOMPARE(cluster.find("pod")->count, 8);
        QCOMPARE(cluster.find("router")->count, 32);
        QCOMPARE(cluster.find_link("router-router")->count, 1);
        // 512 cables from a group to 7 others, rounded up; 64 − 16 − 31 = 17 a router are 544.
        QCOMPARE(cluster.find_link("router-pod")->count, 74);
        const Fabric read = fabric_of(cluster);
        QCOMPARE(read.levels[1].block_gpus, 16.0);
        QCOMPARE(read.levels[2].block_gpus, 512.0);
        QCOMPARE(read.levels[2].egress.si(), 25e9); // a NIC a GPU
        // 2:1: half as many cables between the groups.
        const Cluster tapered = dragonfly({{"servers", "1024"}, {"oversubscription", "2"}});
        QCOMPARE(tapered.find_link("router-pod")->count, 37);
        const double ratio = fabric_of(tapered).levels[2].oversubscription;
        QCOMPARE(ratio, 512.0 / (7 * 37));
        // One group has no others.
        QVERIFY(!dragonfly({{"servers", "64"}}).find("pod"));
        // Air cools the optics of its racks, as it does the switches.
        QCOMPARE(dragonfly({{"servers", "64"}}).links.size(), size_t(5));
    }

    void template_faults_name_the_key() {
        const auto where = [](const TemplateSettings& settings) {
            const auto made = make_template("dragonfly", settings, catalog());
            return made ? std::string("made") : made.error().where;
        };
        QCOMPARE(where({{"routers", "7"}}), std::string("routers"));
        QCOMPARE(where({{"routers", "512"}}), std::string("routers"));
        QCOMPARE(where({{"servers_per_router", "3"}}), std::string("servers_per_router"));
        QCOMPARE(where({{"servers_per_router", "0"}}), std::string("servers_per_router"));
        QCOMPARE(where({{"servers", "0"}}), std::string("servers"));
        QCOMPARE(where({{"oversubscription", "none"}}), std::string("oversubscription"));
        QCOMPARE(where({{"servers", "999983"}}), std::string("servers")); // a prime: a group a server
        QCOMPARE(where({{"switch", "sn2201x"}}), std::string("switch"));
    }

    void evaluates() {
        const auto made = make_template("dragonfly", {}, catalog());
        const auto prepared = Prepared::make(made->scenarios.front(), catalog());
        QVERIFY(prepared);
        const Evaluation step = evaluate(*prepared);
        QVERIFY(step.feasible);
        // Network power: each end of a cable once, whatever it joins. 256 Rosetta of 250 W and the rest.
        QVERIFY(step.power.it.si() > 256 * 250.0);
    }
};

QTEST_APPLESS_MAIN(TestDragonfly)
#include "test_dragonfly.moc"
