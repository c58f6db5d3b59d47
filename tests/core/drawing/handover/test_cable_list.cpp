// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/constants/defaults.h"
#include "core/drawing/bill/bill_of_materials.h"
#include "core/drawing/handover/cable_sums.h"
#include "tests/support/drawing_in_words.h"
#include "tests/support/every_drawing.h"

#include <set>

using namespace roofrack;
using namespace roofrack::test;

namespace {

using Lines = std::map<std::tuple<std::string, std::string, double, std::string>, double>;

Lines lines_of_bill(const BillOfMaterials& bill) {
    Lines out;
    for (const BillRow& row : bill.rows)
        if (row.group == BillGroup::cable && row.procurement != Procurement::sell)
            out[{row.name, row.part, row.length.value_or(-1), std::string(name_of(row.procurement))}] +=
                row.count;
    return out;
}

Lines lines_of_list(const CableList& list) {
    CableSums sums;
    list.visit([&](const LaidCable& cable) {
        sums.add(cable);
        return true;
    });
    Lines out;
    for (const CableSums::Row& row : sums.rows())
        out[{row.name, row.part, row.length.value_or(-1), std::string(name_of(row.procurement))}] +=
            row.count;
    return out;
}

QByteArray text_of(const Lines& lines) {
    QByteArray out;
    for (const auto& [key, count] : lines)
        out += QByteArray::fromStdString(std::get<0>(key) + " [" + std::get<1>(key) + "] ") +
               QByteArray::number(std::get<2>(key)) + " m: " + QByteArray::number(count, 'f', 0) + "\n";
    return out;
}

} // namespace

class TestCableList : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void counts_lengths_and_kinds_are_the_bills_data() { add_every_drawing(); }
    void counts_lengths_and_kinds_are_the_bills() {
        QFETCH(QByteArray, name);
        const auto scenario = scenario_of(name);
        QVERIFY(scenario);
        const Catalog& catalog = Catalog::built_in();
        const auto bill = bill_of_materials(scenario->cluster, catalog);
        const auto list = CableList::make(scenario->cluster, catalog);
        QVERIFY(bill && list);
        QCOMPARE(text_of(lines_of_list(*list)), text_of(lines_of_bill(*bill)));
    }

    void each_port_has_one_cable_data() { add_every_drawing(); }
    void each_port_has_one_cable() {
        QFETCH(QByteArray, name);
        const auto scenario = scenario_of(name);
        const auto list = CableList::make(scenario->cluster, Catalog::built_in());
        QVERIFY(list);
        std::set<std::string> ends;
        int64_t cables = 0;
        list->visit([&](const LaidCable& cable) {
            ++cables;
            ends.insert(cable.from.device + "\n" + cable.from.port);
            ends.insert(cable.to.device + "\n" + cable.to.port);
            return true;
        });
        QCOMPARE(static_cast<double>(cables), list->count());
        QCOMPARE(static_cast<int64_t>(ends.size()), 2 * cables);
    }

    /// Two racks of four servers with two NICs, each NIC to its own leaf; a leaf is joined to both spines.
    void racks_units_and_ports_are_told() {
        Cluster cluster;
        cluster.elements = {test::drawn(ElementKind::rack, "Rack", 2),
                            test::drawn(ElementKind::server, "Server", 4, "dgx-h100", "Rack"),
                            test::drawn(ElementKind::switch_, "Leaf", 2, "qm9700", "Rack"),
                            test::drawn(ElementKind::switch_, "Spine", 1, "sn5600")};
        cluster.links = {test::joined("Server", "Leaf", LinkPattern::rail, 2),
                         test::joined("Leaf", "Spine", LinkPattern::mesh, 2)};
        cluster.links[0].id = "rails";
        cluster.links[1].id = "up";
        const auto list = CableList::make(cluster, Catalog::built_in());
        QVERIFY(list);
        std::vector<std::string> labels;
        std::vector<LaidCable> cables;
        list->visit([&](const LaidCable& cable) {
            labels.push_back(cable.from.device + " " + cable.from.port + " > " + cable.to.device + " " +
                             cable.to.port);
            cables.push_back(cable);
            return true;
        });
        QCOMPARE(labels.size(), size_t{2 * 4 * 2 + 4 * 2});
        QCOMPARE(labels[0], std::string("Server 1 rail1 > Leaf 1 sw1p1"));
        QCOMPARE(labels[1], std::string("Server 1 rail2 > Leaf 2 sw1p1"));
        QCOMPARE(labels[2], std::string("Server 2 rail1 > Leaf 1 sw1p2"));
        QCOMPARE(labels[15], std::string("Server 8 rail2 > Leaf 4 sw2p2"));
        // A leaf of 400 Gb/s takes half a port of the spine's 800.
        QCOMPARE(labels[16], std::string("Leaf 1 sw3p1 > Spine swp1s0"));
        QCOMPARE(labels[17], std::string("Leaf 1 sw3p2 > Spine swp1s1"));
        QCOMPARE(labels[18], std::string("Leaf 2 sw3p1 > Spine swp2s0"));
        QCOMPARE(cables[15].label, std::string("Rack 2 U25 rail2 / Rack 2 U48 sw2p2"));
        QCOMPARE(cables[16].to.rack, std::string("Spine rack 1"));
        QCOMPARE(cables[0].colour, std::string("blue"));
        QCOMPARE(cables[16].colour, std::string("yellow"));
        const Defaults::Hall& hall = Defaults::built_in().hall;
        QCOMPARE(cables[0].length, std::optional(sold_length(hall.in_rack * (1 + hall.slack))));
        QVERIFY(*cables[16].length > *cables[0].length);
    }

    void names_that_look_like_formulas_are_text() {
        Cluster cluster = scenario_of("fat-tree")->cluster;
        for (Element& element : cluster.elements)
            if (element.kind == ElementKind::server) element.name = "=cmd|' /C calc'!A0, \"x\"";
        const auto list = CableList::make(cluster, Catalog::built_in());
        QVERIFY(list);
        std::string text;
        QVERIFY(write_cable_csv(*list, [&](std::string_view piece) {
            text += piece;
            return Result<void>();
        }));
        QVERIFY(text.find("\"'=cmd|") != std::string::npos);
        QVERIFY(text.find(",=cmd") == std::string::npos);
        QVERIFY(text.find(",\"=cmd") == std::string::npos);
    }

    void what_is_too_large_is_refused_at_once() {
        Cluster cluster = scenario_of("fat-tree")->cluster;
        cluster.links.clear(); // many things, and no cable
        for (Element& element : cluster.elements) element.count = 1'000'000'000;
        const auto list = CableList::make(cluster, Catalog::built_in());
        QVERIFY(!list);
        QVERIFY(list.error().what.find("single things") != std::string::npos);
        cluster = scenario_of("fat-tree")->cluster;
        for (Element& element : cluster.elements)
            if (element.kind == ElementKind::switch_) element.count = 3000;
        for (Link& link : cluster.links) link.count = 100; // 3,000 leafs to 3,000 spines
        const auto mesh = CableList::make(cluster, Catalog::built_in());
        QVERIFY(!mesh);
        QVERIFY(mesh.error().what.find("cables are drawn") != std::string::npos);
    }

    void what_cannot_be_taken_ends_the_list() {
        const auto list = CableList::make(scenario_of("fat-tree")->cluster, Catalog::built_in());
        QVERIFY(list);
        int calls = 0;
        const auto written = write_cable_csv(*list, [&](std::string_view) -> Result<void> {
            ++calls;
            return fail("disk", "is full", "make room");
        });
        QVERIFY(!written);
        QCOMPARE(calls, 1);
    }
};

QTEST_GUILESS_MAIN(TestCableList)
#include "test_cable_list.moc"
