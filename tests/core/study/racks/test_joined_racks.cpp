// SPDX-License-Identifier: GPL-3.0-or-later
// Racks that are bought beside what is there: one network, cabled as far as its ports go.
#include "core/base/catalog/catalog.h"
#include "core/drawing/bill/procurement.h"
#include "core/drawing/check/port_shortages.h"
#include "core/drawing/templates/server_template.h"
#include "core/study/racks/joined_racks.h"

#include <QTest>

#include <algorithm>
#include <set>

using namespace roofrack;

namespace {

/// So many servers drawn by a template; "unit" servers stand on one group of rails.
Cluster drawn_of(const char* server, int count, const char* by, int unit = 0,
                 TemplateSettings settings = {}) {
    if (unit > 0) settings["unit"] = std::to_string(unit);
    const Catalog& catalog = Catalog::built_in();
    const auto made = draw_servers(*catalog.part(PartKind::server, server), count, by, settings, catalog);
    if (!made) qFatal("%s", made.error().text().c_str());
    return *made;
}

/// The same as it stands there already.
Cluster owned_of(Cluster cluster) {
    for (Element& each : cluster.elements) each.procurement = Procurement::owned;
    return cluster;
}

const Link* link_between(const Cluster& cluster, const std::string& from, const std::string& to) {
    const auto found = std::ranges::find_if(
        cluster.links, [&](const Link& each) { return each.from == from && each.to == to; });
    return found == cluster.links.end() ? nullptr : &*found;
}

} // namespace

class TestJoinedRacks : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// Eight spines with all ports used: twice as many take the new leafs, each leaf with as many cables.
    void new_leafs_stand_under_the_spines_that_are_there() {
        const Cluster there = owned_of(drawn_of("dgx-h100", 64, "rail-optimised", 32));
        const auto joined =
            with_joined_racks(there, drawn_of("dgx-b200", 32, "rail-optimised", 32), Catalog::built_in());
        QVERIFY2(joined, joined ? "" : joined.error().text().c_str());
        const Element &spine = *joined->find("spine"), &drawn = *there.find("spine");
        QCOMPARE(drawn.count, 8);
        QCOMPARE(spine.count, 16);
        QCOMPARE(spine.owned_count, std::optional(8));
        QVERIFY(!joined->find("new-spine"));
        const Link* const old_uplink = link_between(*joined, "leaf", "spine");
        const Link* const new_uplink = link_between(*joined, "new-leaf", "spine");
        QVERIFY(old_uplink && new_uplink);
        QCOMPARE(old_uplink->count, 2); // four to each of half as many before
        QCOMPARE(new_uplink->count, 2);
        QVERIFY(open_port_shortages(*joined, Catalog::built_in()).empty());
    }

    void what_is_added_is_bought_and_named_new() {
        Cluster there = owned_of(drawn_of("dgx-h100", 64, "rail-optimised", 32));
        Element room;
        room.id = "hall";
        room.kind = ElementKind::room;
        room.procurement = Procurement::owned;
        for (Element& each : there.elements)
            if (each.parent.empty()) each.parent = room.id;
        there.elements.push_back(room);
        const auto joined =
            with_joined_racks(there, drawn_of("dgx-b200", 32, "rail-optimised", 32), Catalog::built_in());
        QVERIFY2(joined, joined ? "" : joined.error().text().c_str());
        const std::vector<Procurement> procurements = procurements_of(*joined);
        std::set<std::string> ids;
        for (size_t i = 0; i < joined->elements.size(); ++i) {
            const Element& each = joined->elements[i];
            QVERIFY2(ids.insert(each.id).second, each.id.c_str());
            const bool is_new = !there.find(each.id);
            QVERIFY2(procurements[i] == (is_new ? Procurement::buy : Procurement::owned), each.id.c_str());
            // No other building is bought for them.
            QVERIFY2(each.id == "hall" || !each.parent.empty(), each.id.c_str());
        }
        for (const Link& each : joined->links) {
            QVERIFY2(ids.contains(each.from) && ids.contains(each.to), each.id.c_str());
            QVERIFY2(ids.insert(each.id).second, each.id.c_str());
        }
        QCOMPARE(joined->find("new-leaf")->name, std::string("New rail leaf"));
        QCOMPARE(joined->find("new-air")->name, std::string("New CRAH"));
        QCOMPARE(joined->find("new-server")->name, std::string("DGX B200"));
    }

    void new_spines_join_leafs_that_have_none() {
        const Cluster there = owned_of(drawn_of("dgx-h100", 32, "rail-only"));
        const auto joined =
            with_joined_racks(there, drawn_of("dgx-b200", 64, "rail-optimised", 32), Catalog::built_in());
        QVERIFY2(joined, joined ? "" : joined.error().text().c_str());
        QVERIFY(link_between(*joined, "leaf", "spine") && link_between(*joined, "new-leaf", "spine"));
        QVERIFY(!joined->find("spine")->owned_count);
        QVERIFY(open_port_shortages(*joined, Catalog::built_in()).empty());
    }

    /// Sixteen of 40 ports lead down, so that as many uplinks as the 32 of the others have do not fit.
    void leafs_of_fewer_ports_have_fewer_uplinks() {
        const Cluster there = owned_of(drawn_of("dgx-h100", 64, "rail-optimised", 32));
        const auto joined = with_joined_racks(
            there, drawn_of("dgx-b200", 16, "fat-tree", 0, {{"switch", "qm8700"}}), Catalog::built_in());
        QVERIFY2(joined, joined ? "" : joined.error().text().c_str());
        QCOMPARE(joined->find("spine")->count, 16);
        QCOMPARE(link_between(*joined, "leaf", "spine")->count, 2);
        QCOMPARE(link_between(*joined, "new-leaf", "spine")->count, 1);
        QVERIFY(open_port_shortages(*joined, Catalog::built_in()).empty());
    }

    void what_cannot_be_joined_says_why_data() {
        QTest::addColumn<QString>("server");
        QTest::addColumn<QString>("by");
        QTest::addColumn<QString>("there_by");
        QTest::addColumn<QString>("why");
        QTest::newRow("no spines") << "dgx-b200"
                                   << "rail-only"
                                   << "rail-only"
                                   << "no spines";
        QTest::newRow("Ethernet") << "mi355x-8"
                                  << "fat-tree"
                                  << "rail-optimised"
                                  << "do not mate";
    }
    void what_cannot_be_joined_says_why() {
        QFETCH(QString, server);
        QFETCH(QString, by);
        QFETCH(QString, there_by);
        QFETCH(QString, why);
        const Cluster there = owned_of(drawn_of("dgx-h100", 32, there_by.toLatin1().constData()));
        const auto joined =
            with_joined_racks(there, drawn_of(server.toLatin1().constData(), 32, by.toLatin1().constData()),
                              Catalog::built_in());
        QVERIFY(!joined);
        QVERIFY2(QString::fromStdString(joined.error().what).contains(why), joined.error().what.c_str());
        QVERIFY(!joined.error().fix.empty());
    }

    /// No hall is bought for racks that come in the place of others: theirs stands already.
    void what_stands_in_the_place_of_others_stands_in_their_room() {
        const Catalog& catalog = Catalog::built_in();
        Cluster there = drawn_of("dgx-h100", 64, "rail-optimised", 32);
        Element room;
        room.id = "pod-hall"; // no id of a template
        room.kind = ElementKind::room;
        room.name = "Hall";
        room.supply = Celsius(22);
        room.size = Position{5000, 5000};
        room.procurement = Procurement::owned;
        for (Element& each : there.elements)
            if (each.kind == ElementKind::pod) each.parent = room.id;
        there.elements.push_back(room);
        const Cluster made = drawn_of("gb200-nvl72", 8, "nvl72-pods");
        const Cluster housed = in_room_of(there, made, catalog);
        const Element* const hall = housed.find(room.id);
        QVERIFY(hall && hall->kind == ElementKind::room && hall->procurement == Procurement::owned);
        QCOMPARE(hall->name, room.name);
        QCOMPARE(hall->supply, room.supply);
        QVERIFY(!hall->size); // it fits what stands in it now
        QCOMPARE(housed.elements.size(), made.elements.size() + 1);
        const std::vector<Procurement> procurements = procurements_of(housed);
        const auto in_room = housed_shares(housed, housed_in_rooms(housed, false));
        std::set<ElementKind> kinds;
        for (size_t i = 0; i < made.elements.size(); ++i) {
            const Element &each = housed.elements[i], &before = made.elements[i];
            QVERIFY2(procurements[i] == Procurement::buy, each.id.c_str());
            const bool is_plant = each.kind == ElementKind::feed || each.kind == ElementKind::cooling;
            if (is_plant) QCOMPARE(each.parent, before.parent);
            kinds.insert(each.kind);
            if (each.kind == ElementKind::rack || each.kind == ElementKind::server)
                QVERIFY2(in_room.contains(each.id), each.id.c_str());
            QVERIFY2(each.parent != room.id ||
                         (hall->position.x < each.position.x && hall->position.y < each.position.y),
                     each.id.c_str());
        }
        for (const ElementKind kind :
             {ElementKind::feed, ElementKind::cooling, ElementKind::rack, ElementKind::server})
            QVERIFY(kinds.contains(kind));
        QVERIFY(!buys_outside_of(housed, in_room));
        // A room that is to be built is built for what comes.
        there.elements.back().procurement = Procurement::buy;
        QVERIFY(in_room_of(there, made, catalog) == made);
        // No id stands twice.
        Cluster few;
        room.id = "rack";
        Element server = *there.find("server");
        server.parent = room.id;
        few.elements = {server, room};
        const Cluster renamed = in_room_of(few, made, catalog);
        std::set<std::string> ids;
        for (const Element& each : renamed.elements) QVERIFY2(ids.insert(each.id).second, each.id.c_str());
        QCOMPARE(renamed.elements.back().id, std::string("rack-2"));
    }
};

QTEST_GUILESS_MAIN(TestJoinedRacks)
#include "test_joined_racks.moc"
