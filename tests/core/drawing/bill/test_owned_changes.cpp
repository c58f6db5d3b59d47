// SPDX-License-Identifier: GPL-3.0-or-later
// What an edit makes of things that are there already.
#include "core/base/catalog/catalog.h"
#include "core/drawing/bill/owned_changes.h"
#include "core/drawing/drawn_parts.h"

#include <QTest>

using namespace roofrack;

namespace {

Element element(const char* id, ElementKind kind, const char* parent, const char* part) {
    Element out;
    out.id = id;
    out.kind = kind;
    out.parent = parent;
    out.part.id = part;
    return out;
}

/// A rack that is there already, with servers in it.
Cluster owned_rack() {
    Cluster out;
    out.elements = {element("rack", ElementKind::rack, "", "rack-42u"),
                    element("server", ElementKind::server, "rack", "dgx-h100")};
    out.elements[0].procurement = Procurement::owned;
    out.elements[1].count = 4;
    return out;
}

} // namespace

class TestOwnedChanges : public QObject {
    Q_OBJECT
private Q_SLOTS:

    void a_higher_count_keeps_what_is_owned() {
        Element racks = element("rack", ElementKind::rack, "", "rack-42u");
        racks.count = 16;
        keep_owned_count(racks, 8, false);
        QVERIFY(!racks.owned_count);
        keep_owned_count(racks, 8, true);
        QCOMPARE(racks.owned_count, std::optional(8));
        racks.count = 20; // it stays what it was
        keep_owned_count(racks, 16, true);
        QCOMPARE(racks.owned_count, std::optional(8));
        racks.count = 8;
        keep_owned_count(racks, 20, true);
        QVERIFY(!racks.owned_count); // all of them
        racks.count = 6;
        keep_owned_count(racks, 8, true);
        QVERIFY(!racks.owned_count);
    }

    void another_part_is_bought() {
        const Cluster before = owned_rack();
        Cluster same = before;
        same.elements[1].gpu_power_cap = Watts(500);
        same.elements[1].count = 5;
        const Cluster kept = same;
        buy_replaced(before, same);
        QVERIFY(same == kept); // they are the same servers
        for (const bool is_other_part : {true, false}) {
            Cluster after = before;
            Element& server = after.elements[1];
            server.owned_count = 3;
            server.sale_price = 120000;
            if (is_other_part)
                server.part.id = "dgx-b200";
            else
                server.speed = 0.9;
            buy_replaced(before, after);
            QCOMPARE(server.procurement, Procurement::buy);
            QVERIFY(!server.owned_count && !server.sale_price);
            QVERIFY(after.elements[0] == before.elements[0]);
        }
    }

    /// What is bought, or sold, stays so; where nothing is said, all is bought.
    void what_is_not_owned_stays_as_it_is() {
        for (const Procurement each : {Procurement::inherited, Procurement::buy, Procurement::sell}) {
            Cluster before = owned_rack();
            before.elements[0].procurement = each;
            Cluster after = before;
            after.elements[1].part.id = "dgx-b200";
            buy_replaced(before, after);
            QCOMPARE(after.elements[1].procurement, Procurement::inherited);
        }
    }

    void a_name_follows_its_part() {
        const Catalog& catalog = Catalog::built_in();
        Element server = element("server", ElementKind::server, "", "dgx-h100");
        server.name = "Old ones";
        set_part(server, {.id = "dgx-b200", .inline_part = {}, .base = {}}, catalog);
        QCOMPARE(server.name, std::string("Old ones"));
        server.name = drawn_part(server, catalog)->name;
        set_part(server, {.id = "dgx-h100", .inline_part = {}, .base = {}}, catalog);
        QCOMPARE(server.name, drawn_part(server, catalog)->name);
        set_part(server, {}, catalog); // nothing to be named after
        QVERIFY(!server.name.empty());
    }
};

QTEST_APPLESS_MAIN(TestOwnedChanges)
#include "test_owned_changes.moc"
