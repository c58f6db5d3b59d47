// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/catalog/catalog.h"
#include "core/drawing/network/failure_domains.h"
#include "core/drawing/network/resolved_drawing.h"
#include "core/drawing/project/project_file.h"
#include "core/drawing/templates/templates.h"
#include "tests/support/drawing_in_words.h"

#include <QTest>

using namespace roofrack;

namespace {

using Floor = test::DrawingInWords;

std::vector<FailureDomain> domains_of(const Cluster& cluster) {
    const Catalog& catalog = Catalog::built_in();
    const auto drawing = ResolvedDrawing::make(cluster, catalog);
    if (!drawing) qFatal("%s", drawing.error().text().c_str());
    const auto read = fabric(*drawing);
    if (!read) qFatal("%s", read.error().text().c_str());
    return failure_domains(*drawing, *read);
}

const FailureDomain& only(const std::vector<FailureDomain>& all, FailureDomainKind kind) {
    if (std::ranges::count(all, kind, &FailureDomain::kind) != 1) qFatal("not one of a kind");
    return *std::ranges::find(all, kind, &FailureDomain::kind);
}

bool has(const std::vector<FailureDomain>& all, FailureDomainKind kind) {
    return std::ranges::find(all, kind, &FailureDomain::kind) != all.end();
}

} // namespace

class TestFailureDomains : public QObject {
    Q_OBJECT
private Q_SLOTS:
    // 16 DGX in 4 racks in 2 rows, four to a leaf by all their cables: the leaf takes 32 GPUs.
    void a_leaf_takes_what_hangs_on_it_alone() {
        Floor floor;
        floor.add(ElementKind::row, "row", 2).add(ElementKind::rack, "rack", 2, {}, "row");
        floor.add(ElementKind::server, "dgx", 4, "dgx-h100", "rack");
        floor.add(ElementKind::switch_, "leaf", 4, "qm9700").add(ElementKind::switch_, "spine", 2, "qm9700");
        floor.link("dgx", "leaf", LinkPattern::each, 8).link("leaf", "spine", LinkPattern::mesh, 4);
        const auto all = domains_of(floor.cluster);
        QCOMPARE(only(all, FailureDomainKind::gpu).count, 128.0);
        QCOMPARE(only(all, FailureDomainKind::server).count, 16.0);
        QCOMPARE(only(all, FailureDomainKind::rack).gpus, 32.0);
        QCOMPARE(only(all, FailureDomainKind::rack).count, 4.0);
        QCOMPARE(only(all, FailureDomainKind::row).gpus, 64.0);
        QVERIFY(!has(all, FailureDomainKind::scale_up)); // a server is one
        const FailureDomain& leaf = only(all, FailureDomainKind::leaf);
        QCOMPARE(leaf.gpus, 32.0);
        QCOMPARE(leaf.slowed, 0.0);
        QCOMPARE(leaf.count, 4.0);
        // Drawn the other way round it is the same.
        std::swap(floor.cluster.links[0].from, floor.cluster.links[0].to);
        floor.cluster.links[0].pattern = LinkPattern::mesh;
        floor.cluster.elements[3].count = 1;
        QCOMPARE(only(domains_of(floor.cluster), FailureDomainKind::leaf).gpus, 128.0);
    }

    // By rails a leaf carries one eighth of the cables of 32 servers, of two units each its own.
    void a_rail_takes_an_eighth_of_the_network() {
        Floor floor;
        floor.add(ElementKind::pod, "su", 2).add(ElementKind::server, "dgx", 32, "dgx-h100", "su");
        floor.add(ElementKind::switch_, "leaf", 8, "qm9700", "su")
            .add(ElementKind::switch_, "spine", 8, "qm9700");
        floor.link("dgx", "leaf", LinkPattern::rail, 8).link("leaf", "spine", LinkPattern::mesh, 4);
        const FailureDomain leaf = only(domains_of(floor.cluster), FailureDomainKind::leaf);
        QCOMPARE(leaf.gpus, 0.0);
        QCOMPARE(leaf.slowed, 256.0);
        QVERIFY(std::abs(leaf.links - 0.125) < 1e-12);
        QCOMPARE(leaf.count, 16.0);
    }

    // A network for storage beside that of the GPUs takes none of them.
    void storage_has_leaves_of_its_own() {
        Floor floor;
        floor.add(ElementKind::server, "dgx", 4, "dgx-h100").add(ElementKind::switch_, "leaf", 1, "qm9700");
        floor.add(ElementKind::switch_, "store", 1, "qm9700").add(ElementKind::storage, "disks", 1);
        floor.cluster.elements.back().bandwidth = ByteRate(1e11);
        floor.link("dgx", "leaf", LinkPattern::each, 8).link("dgx", "store", LinkPattern::each, 1);
        floor.link("disks", "store", LinkPattern::each, 2);
        QCOMPARE(only(domains_of(floor.cluster), FailureDomainKind::leaf).element, std::string("leaf"));
    }

    // Racks drawn one by one are one entry while they hold as much.
    void alike_domains_are_one_entry() {
        Floor floor;
        for (const char* rack : {"a", "b", "c"}) {
            floor.add(ElementKind::rack, rack, 1);
            floor.add(ElementKind::server, std::string("dgx-") + rack, *rack == 'c' ? 2 : 4, "dgx-h100",
                      rack);
        }
        const auto all = domains_of(floor.cluster);
        QCOMPARE(std::ranges::count(all, FailureDomainKind::rack, &FailureDomain::kind), 2);
        const auto rack = std::ranges::find(all, FailureDomainKind::rack, &FailureDomain::kind);
        QCOMPARE(rack->count, 2.0);
        QCOMPARE(rack->drawn, 2.0);
        QCOMPARE(rack->name, std::string("a"));
        QCOMPARE(only(all, FailureDomainKind::server).count, 10.0);
        QVERIFY(!has(all, FailureDomainKind::leaf));
    }

    // The scale-up domain is replaced as a whole; of a torus a server.
    void units_are_whole_domains() {
        Fabric of = flat_fabric(1152, 4, 72, ByteRate(9e11), ByteRate(5e10), LinkClass::infiniband, "gb200");
        QCOMPARE(spare_unit(of), 72.0);
        of.torus_axes = 3;
        QCOMPARE(spare_unit(of), 4.0);
        of = flat_fabric(16, 8, 8, ByteRate(9e11), ByteRate(5e10), LinkClass::infiniband, "h100-sxm5");
        QCOMPARE(spare_unit(of), 8.0);
    }
};

QTEST_APPLESS_MAIN(TestFailureDomains)
#include "test_failure_domains.moc"
