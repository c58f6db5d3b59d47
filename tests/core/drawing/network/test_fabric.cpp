// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/catalog/catalog.h"
#include "core/drawing/link_span.h"
#include "core/drawing/network/fabric.h"
#include "core/drawing/network/max_flow.h"
#include "core/step/collectives/collectives.h"
#include "core/step/collectives/group_path.h"
#include "tests/support/drawing_in_words.h"

#include <QTest>
#include <random>

using namespace roofrack;

namespace {

constexpr double giga = 1e9;

/// Servers and switches in a few words.
struct Drawing : test::DrawingInWords {
    Drawing& add(ElementKind kind, const std::string& id, int count = 1, const std::string& part = {},
                 const std::string& parent = {}) {
        DrawingInWords::add(kind, id, count, part, parent);
        return *this;
    }
    Drawing& server(const std::string& id, int count, const std::string& part,
                    const std::string& parent = {}) {
        return add(ElementKind::server, id, count, part, parent);
    }
    Drawing& switches(const std::string& id, int count, const std::string& part = "qm9700",
                      const std::string& parent = {}) {
        return add(ElementKind::switch_, id, count, part, parent);
    }
    Drawing& link(const std::string& from, const std::string& to, LinkPattern pattern, int count) {
        DrawingInWords::link(from, to, pattern, count);
        return *this;
    }
    Link& last() { return cluster.links.back(); }
};

Fabric read(const Drawing& drawing, double routing = 0) {
    const auto result = fabric(drawing.cluster, Catalog::built_in(), routing);
    if (!result) qFatal("%s", result.error().text().c_str());
    return *result;
}

double gb(ByteRate rate) { return rate.si() / giga; }

/// 16 DGX H100, 4 to a leaf, `uplinks` from each of 4 leafs to each of 2 spines.
Drawing fat_tree(int uplinks) {
    Drawing out;
    out.server("dgx", 16, "dgx-h100").switches("leaf", 4).switches("spine", 2);
    out.link("dgx", "leaf", LinkPattern::each, 8).link("leaf", "spine", LinkPattern::mesh, uplinks);
    return out;
}

/// Two sites of four servers under a leaf each, `cables` between the leaves.
Drawing two_sites(int cables) {
    Drawing out;
    for (const std::string site : {"A", "B"})
        out.add(ElementKind::site, site)
            .server("dgx " + site, 4, "dgx-h100", site)
            .switches("leaf " + site, 1, "qm9700", site)
            .link("dgx " + site, "leaf " + site, LinkPattern::each, 8);
    return out.link("leaf A", "leaf B", LinkPattern::each, cables);
}

/// NVIDIA's DGX H100 scalable unit: 32 DGX, 8 leaf switches by rail, 32 of 64 ports down.
Drawing scalable_units(int units) {
    Drawing out;
    out.add(ElementKind::pod, "su", units)
        .server("dgx", 32, "dgx-h100", "su")
        .switches("leaf", 8, "qm9700", "su");
    out.switches("spine", 4 * units).link("dgx", "leaf", LinkPattern::rail, 8);
    return out;
}

} // namespace

#define COMPARE_NEAR(actual, expected)                                                                       \
    QVERIFY2(std::abs((actual) - (expected)) <= 1e-9 * std::abs(expected),                                   \
             qPrintable(QString::number(actual, 'g', 12)))

class TestFabric : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void max_flow_finds_the_cut() {
        // Cormen et al., Introduction to Algorithms, figure 26.1: the flow is 23, the cut 12 + 7 + 4.
        MaxFlow graph(6);
        graph.add(0, 1, 16, 0, 1);
        graph.add(0, 2, 13, 0, 2);
        graph.add(1, 3, 12, 0, 3);
        graph.add(2, 1, 4, 0, 4);
        graph.add(2, 4, 14, 0, 5);
        graph.add(3, 2, 9, 0, 6);
        graph.add(4, 3, 7, 0, 7);
        graph.add(3, 5, 20, 0, 8);
        graph.add(4, 5, 4, 0, 9);
        COMPARE_NEAR(graph.solve(0, 5), 23.0);
        double cut = 0;
        for (const auto& edge : graph.cut(0)) cut += edge.capacity;
        COMPARE_NEAR(cut, 23.0);
    }

    void spans_count_cables() {
        // 12 servers to 3 switches, 2 cables each: switch 0 holds servers 0–3.
        const LinkSpan each{LinkPattern::each, false, 12, 3, 2, 0};
        QCOMPARE(each.reach_to(1), 1.0);
        QCOMPARE(each.reach_to(5), 2.0);
        QCOMPARE(each.reach_from(1), 4.0);
        QCOMPARE(each.cables(4, 0).from_out, 8.0);
        QCOMPARE(each.cables(4, 1).from_out, 0.0);
        QCOMPARE(each.cables(2, 1).to_out, 4.0);
        // 64 servers, 16 leafs in two groups of 8: the first server's rails are leafs 0–7, which hold servers
        // 0–31.
        const LinkSpan rail{LinkPattern::rail, false, 64, 16, 8, 0};
        QCOMPARE(rail.reach_to(1), 8.0);
        QCOMPARE(rail.reach_from(8), 32.0);
        QCOMPARE(rail.reach_to(33), 16.0);
        // 4 leafs and 2 spines in each of three pods: one leaf has 2 · 5 cables up.
        const LinkSpan mesh{LinkPattern::mesh, false, 4, 2, 5, 0};
        QCOMPARE(mesh.cables(1, 0).from_out, 10.0);
        QCOMPARE(mesh.cables(4, 2).inside, 40.0);
        QCOMPARE(mesh.cables(5, 2).from_out, 10.0);
        QCOMPARE(mesh.reach_from(3), 8.0);
    }

    void two_levels_non_blocking() {
        const Fabric out = read(fat_tree(16), 0.85);
        QCOMPARE(out.gpus, 128.0);
        QCOMPARE(out.scale_up_domain, 8.0);
        QCOMPARE(out.gpus_per_server, 8.0);
        QCOMPARE(out.levels.size(), size_t(3));
        const FabricLevel& server = out.levels[0];
        const FabricLevel& leaf = out.levels[1];
        const FabricLevel& whole = out.levels[2];
        QCOMPARE(server.block_gpus, 8.0);
        COMPARE_NEAR(gb(server.inside), 450.0); // NVLink 4, one direction: 18 links × 25 GB/s
        COMPARE_NEAR(gb(server.egress), 50.0);  // 8 × 400 Gb/s ÷ 8 GPUs
        QCOMPARE(QString::fromStdString(server.binding_label), QString("NICs"));
        QCOMPARE(server.inside_class, LinkClass::nvlink);
        QCOMPARE(server.link_class, LinkClass::infiniband);
        QCOMPARE(server.routing, 1.0); // four servers under one leaf: one way only
        QCOMPARE(leaf.block_gpus, 32.0);
        COMPARE_NEAR(gb(leaf.inside), 50.0);
        COMPARE_NEAR(gb(leaf.egress), 50.0); // 2 spines × 16 × 50 GB/s ÷ 32 GPUs
        COMPARE_NEAR(leaf.oversubscription, 1.0);
        QCOMPARE(leaf.routing, 0.85);
        QCOMPARE(whole.block_gpus, 128.0);
        COMPARE_NEAR(gb(whole.egress), 50.0);
        // NICs 1.3 µs and QM9700 0.23 µs (resources/catalog/switches.json): one switch, then leaf, spine,
        // leaf.
        COMPARE_NEAR(server.latency.si(), 1.53e-6);
        COMPARE_NEAR(leaf.latency.si(), 1.99e-6);
    }

    void oversubscription_data() {
        QTest::addColumn<int>("uplinks");
        QTest::addColumn<double>("egress");
        QTest::addColumn<QString>("label");
        // 32 GPUs a leaf; 2 spines × uplinks × 50 GB/s ÷ 32.
        QTest::newRow("2:1") << 8 << 25.0 << "leaf uplinks, 2:1";
        QTest::newRow("4:1") << 4 << 12.5 << "leaf uplinks, 4:1";
        QTest::newRow("16:1") << 1 << 3.125 << "leaf uplinks, 16:1";
    }
    void oversubscription() {
        QFETCH(int, uplinks);
        QFETCH(double, egress);
        QFETCH(QString, label);
        const Fabric out = read(fat_tree(uplinks));
        COMPARE_NEAR(gb(out.levels[1].egress), egress);
        COMPARE_NEAR(out.levels[1].oversubscription, 50.0 / egress);
        QCOMPARE(QString::fromStdString(out.levels[1].binding_label), label);
        QCOMPARE(QString::fromStdString(out.levels[1].binding), QString("leaf-spine"));
        // Beyond the drawing the outermost block repeats.
        COMPARE_NEAR(gb(out.levels[2].egress), egress);
        COMPARE_NEAR(out.levels[2].oversubscription, 1.0);
        COMPARE_NEAR(gb(out.levels[2].inside), egress);
    }

    void rail_optimised_scalable_units() {
        // One unit: 8 leafs × 32 uplinks, 4 spines: 8 cables a pair. All 256 GPUs stand under the same rails.
        Drawing one = scalable_units(1).link("leaf", "spine", LinkPattern::mesh, 8);
        const Fabric unit = read(one, 0.85);
        QCOMPARE(unit.gpus, 256.0);
        QCOMPARE(unit.levels.size(), size_t(2));
        COMPARE_NEAR(gb(unit.levels[0].egress), 50.0);
        QCOMPARE(unit.levels[0].routing, 1.0);         // the same rail stays under its leaf
        COMPARE_NEAR(gb(unit.levels[1].egress), 50.0); // 8 · 4 · 8 cables × 50 GB/s ÷ 256 GPUs
        QVERIFY(!unit.rail_only);

        // Four units, 16 spines, 2 cables a pair: 32 uplinks a leaf again.
        Drawing four = scalable_units(4).link("leaf", "spine", LinkPattern::mesh, 2);
        const Fabric pod = read(four);
        QCOMPARE(pod.gpus, 1024.0);
        QCOMPARE(pod.levels.size(), size_t(3));
        QCOMPARE(pod.levels[1].block_gpus, 256.0);
        COMPARE_NEAR(gb(pod.levels[1].egress), 50.0); // 8 leafs · 16 spines · 2 × 50 ÷ 256
        four.last().count = 1;
        COMPARE_NEAR(gb(read(four).levels[1].egress), 25.0);
    }

    void rail_only() {
        Drawing drawing;
        drawing.server("dgx", 32, "dgx-h100").switches("rail", 8).link("dgx", "rail", LinkPattern::rail, 8);
        const Fabric out = read(drawing);
        QVERIFY(out.rail_only);
        QCOMPARE(out.levels.size(), size_t(2));
        COMPARE_NEAR(gb(out.levels[0].egress), 50.0);
        COMPARE_NEAR(gb(out.levels[1].egress), 50.0); // repeats
        // Drawn from the switch side it is the same.
        Drawing turned;
        turned.server("dgx", 32, "dgx-h100").switches("rail", 8).link("rail", "dgx", LinkPattern::rail, 8);
        QCOMPARE(read(turned).levels[1].block_gpus, 256.0);
        QVERIFY(read(turned).rail_only);
    }

    void nvl72_domains() {
        // 8 racks of one 72-GPU server; 4 cables to each of 18 leafs = 72 NICs of 400 Gb/s.
        Drawing whole_racks;
        whole_racks.server("nvl72", 8, "gb200-nvl72").switches("leaf", 18).switches("spine", 16);
        whole_racks.link("nvl72", "leaf", LinkPattern::mesh, 4).link("leaf", "spine", LinkPattern::mesh, 2);
        const Fabric out = read(whole_racks);
        QCOMPARE(out.gpus, 576.0);
        QCOMPARE(out.scale_up_domain, 72.0);
        COMPARE_NEAR(gb(out.levels[0].inside), 900.0);
        COMPARE_NEAR(gb(out.levels[0].egress), 50.0); // 72 × 50 ÷ 72
        QCOMPARE(out.levels.size(), size_t(2));
        COMPARE_NEAR(gb(out.levels[1].egress), 50.0); // 18 · 16 · 2 × 50 ÷ 576

        // An NVL72 rack drawn as 18 trays of 4 GPUs: the domain spans the servers of its rack.
        Drawing trays;
        trays.add(ElementKind::rack, "rack", 8).server("tray", 18, "gb200-tray", "rack").switches("leaf", 4);
        trays.link("tray", "leaf", LinkPattern::rail, 4);
        const Fabric split = read(trays);
        QCOMPARE(split.gpus, 576.0);
        QCOMPARE(split.gpus_per_server, 4.0);
        QCOMPARE(split.scale_up_domain, 72.0);
        COMPARE_NEAR(gb(split.levels[0].egress), 50.0); // 4 × 50 ÷ 4
        QCOMPARE(QString::fromStdString(split.groups[0].rack), QString("rack"));
    }

    void three_tiers_of_llama3() {
        // Llama 3 (Dubey et al. 2024, section 3.3.1): racks of 16 GPUs, pods of 3,072 with full bisection,
        // 1:7 above, 8 pods.
        Drawing drawing;
        drawing.add(ElementKind::pod, "pod", 8).add(ElementKind::rack, "rack", 192, "", "pod");
        drawing.server("server", 2, "grand-teton", "rack").switches("tor", 1, "tomahawk4-64x400", "rack");
        drawing.switches("cluster", 8, "arista-7800r3", "pod").switches("aggregation", 8, "arista-7800r3");
        drawing.link("server", "tor", LinkPattern::each, 8).link("tor", "cluster", LinkPattern::mesh, 2);
        drawing.link("cluster", "aggregation", LinkPattern::mesh, 7);
        const Fabric out = read(drawing);
        QCOMPARE(out.gpus, 24576.0);
        QCOMPARE(out.levels.size(), size_t(4));
        QCOMPARE(out.levels[1].block_gpus, 16.0);
        COMPARE_NEAR(gb(out.levels[1].egress), 50.0); // 8 cluster switches × 2 × 50 ÷ 16
        QCOMPARE(out.levels[2].block_gpus, 3072.0);
        COMPARE_NEAR(gb(out.levels[2].egress), 8 * 8 * 7 * 50.0 / 3072); // 7.29: 6.86:1
        QCOMPARE(QString::fromStdString(out.levels[2].binding_label), QString("cluster uplinks, 6.86:1"));
        QCOMPARE(out.levels[3].block_gpus, 24576.0);
        QCOMPARE(out.levels[0].link_class, LinkClass::roce);
    }

    void torus_of_tpus() {
        // TPU v4: six ICI links of 50 GB/s a chip (300 GB/s); 4 × 4 × 4 chips, four to a host.
        Drawing drawing;
        drawing.server("host", 16, "tpu-v4-host").link("host", "host", LinkPattern::torus, 1);
        drawing.last().dims = {4, 4, 4};
        const Fabric out = read(drawing);
        QCOMPARE(out.gpus, 64.0);
        QCOMPARE(out.torus_axes, 3.0);
        QCOMPARE(out.torus_level, 2);
        QCOMPARE(out.levels.size(), size_t(3));
        QCOMPARE(out.levels[0].block_gpus, 4.0);
        COMPARE_NEAR(gb(out.levels[0].inside), 100.0); // both neighbours of one axis
        COMPARE_NEAR(gb(out.levels[0].egress), 200.0); // two axes × 2 × 50
        COMPARE_NEAR(gb(out.levels[1].egress), 100.0); // one axis
        // Beyond it a larger torus: two faces of 16 chips, a cable of 50 GB/s each, over 64 chips.
        COMPARE_NEAR(gb(out.levels[2].egress), 25.0);
        QVERIFY(out.torus_grows);
        QCOMPARE(out.levels[1].block_gpus, 16.0);
        QCOMPARE(out.levels[2].block_gpus, 64.0);
        QCOMPARE(out.levels[0].inside_class, LinkClass::ici);
        drawing.last().dims = {4, 4, 5};
        const auto wrong = fabric(drawing.cluster, Catalog::built_in());
        QVERIFY(!wrong);
        QCOMPARE(QString::fromStdString(wrong.error().where), QString("/cluster/links/0/dims"));
    }

    /// A torus of servers goes on along its shortest axis, too; one that a network leaves does not.
    void what_leaves_a_torus_beyond_the_drawing() {
        Drawing servers;
        servers.server("host", 16, "tpu-v4-host").link("host", "host", LinkPattern::torus, 1);
        servers.last().dims = {2, 8};
        const Fabric plane = read(servers);
        QCOMPARE(plane.torus_level, -1);
        QVERIFY(!plane.torus_grows);
        // The cable of an axis: 300 GB/s a chip over two axes, two ways; eight hosts at either end of the
        // shortest one, whose 16 cables leave 64 chips.
        COMPARE_NEAR(gb(plane.levels.back().egress), 16 * 75.0 / 64);

        Drawing joined;
        joined.server("host", 16, "tpu-v4-host").switches("leaf", 1);
        joined.link("host", "host", LinkPattern::torus, 1);
        joined.last().dims = {4, 4, 4};
        joined.link("host", "leaf", LinkPattern::each, 1);
        const Fabric out = read(joined);
        QCOMPARE(out.torus_level, 2);
        QVERIFY(!out.torus_grows);
        QVERIFY(gb(out.levels[2].egress) < 25);
    }

    void flows_collide_where_there_are_several_ways_data() {
        QTest::addColumn<double>("found");
        QTest::addColumn<double>("ways");
        QTest::addColumn<double>("share");
        // By hand: z(2) = 1/√π, z(8) = 1.4236, z(16) = 1.7660, z(32) = 2.0697; 1/0.85 − 1 = 0.17647.
        const auto row = [](const char* name, const Drawing& drawing, size_t level, double ways,
                            double share) {
            const Fabric out = read(drawing, 0.85);
            const FabricLevel& at = out.levels[level];
            QTest::newRow(name) << at.routing << ways << share;
            QVERIFY2(std::abs(at.ways - ways) < 1e-9, name);
        };
        row("one cable between two sites", two_sites(1), 1, 1, 1);
        row("two", two_sites(2), 1, 2, 1 / (1 + 0.17647 * 0.5642 / 2.0697));
        row("eight", two_sites(8), 1, 8, 1 / (1 + 0.17647 * 1.4236 / 2.0697));
        row("thirty-two", two_sites(32), 1, 32, 0.85);
        row("one cable, and what repeats it", two_sites(1), 2, 1, 1);
        // One leaf: two spines, eight cables to each.
        row("up from a leaf", fat_tree(8), 1, 16, 1 / (1 + 0.17647 * 1.7660 / 2.0697));
        row("up from a leaf, one cable a spine", fat_tree(1), 1, 2, 1 / (1 + 0.17647 * 0.5642 / 2.0697));
        row("under one leaf", fat_tree(16), 0, 1, 1);
        // A third site with a cable of its own is another way to elsewhere, not to the same.
        Drawing three = two_sites(1);
        three.add(ElementKind::site, "C")
            .server("dgx C", 4, "dgx-h100", "C")
            .switches("leaf C", 1, "qm9700", "C");
        three.link("dgx C", "leaf C", LinkPattern::each, 8);
        three.link("leaf A", "leaf C", LinkPattern::each, 1).link("leaf B", "leaf C", LinkPattern::each, 1);
        row("three sites, a cable each", three, 1, 1, 1);
        // Two leaves a site under two spines: each spine has a cable to the other site.
        Drawing spines;
        for (const std::string site : {"A", "B"}) {
            spines.add(ElementKind::site, site)
                .server("dgx " + site, 8, "dgx-h100", site)
                .switches("leaf " + site, 2, "qm9700", site)
                .switches("one " + site, 1, "qm9700", site)
                .switches("two " + site, 1, "qm9700", site)
                .link("dgx " + site, "leaf " + site, LinkPattern::each, 8)
                .link("leaf " + site, "one " + site, LinkPattern::each, 16)
                .link("leaf " + site, "two " + site, LinkPattern::each, 16);
        }
        spines.link("one A", "one B", LinkPattern::each, 1).link("two A", "two B", LinkPattern::each, 1);
        row("two spines, a cable each", spines, 2, 2, 1 / (1 + 0.17647 * 0.5642 / 2.0697));
    }
    void flows_collide_where_there_are_several_ways() {
        QFETCH(double, found);
        QFETCH(double, share);
        QVERIFY2(std::abs(found / share - 1) < 1e-3, qPrintable(QString::number(found)));
    }

    /// Seven links a module, one to each of its peers: half of them reach half of the peers.
    void accelerators_wired_to_each_other() {
        const double share = Catalog::built_in().defaults().collectives.mesh_share;
        for (const auto& [server, meshed] : {std::pair{"mi300x-8", true},
                                             {"gaudi2-8", true},
                                             {"atlas-800t-a2", true},
                                             {"dgx-h100", false}}) {
            Drawing drawing;
            drawing.server("server", 2, server)
                .switches("leaf", 1, "qm9700")
                .link("server", "leaf", LinkPattern::mesh, 8);
            const Fabric out = read(drawing);
            QCOMPARE(out.mesh, meshed);
            QCOMPARE(QString::fromStdString(out.levels[0].name),
                     QString(meshed ? "scale-up domain" : "NVLink domain"));
            COMPARE_NEAR(link_share(out, 8), meshed ? share : 1.0);
            COMPARE_NEAR(link_share(out, 4), meshed ? share * 3 / 7 : 1.0);
            COMPARE_NEAR(group_path(out, 4, 1).intra_bus / group_path(out, 8, 1).intra_bus,
                         meshed ? 3.0 / 7 : 1.0);
        }
    }

    void twisted_torus_of_tpus() {
        Drawing drawing;
        drawing.server("host", 32, "tpu-v4-host").link("host", "host", LinkPattern::torus, 1);
        drawing.last().dims = {4, 8, 4};
        QCOMPARE(read(drawing).torus_twist, 1.0);
        drawing.last().twisted = true;
        QCOMPARE(read(drawing).torus_twist, Catalog::built_in().defaults().topology.twist_one_long);
        drawing.last().dims = {2, 4, 16};
        QCOMPARE(read(drawing).torus_twist, 1.0);
    }

    void slowest_of_unequal_pods_binds() {
        Drawing drawing;
        drawing.add(ElementKind::pod, "Pod A")
            .server("a", 16, "dgx-h100", "Pod A")
            .switches("leaf a", 4, "qm9700", "Pod A");
        drawing.add(ElementKind::pod, "Pod B")
            .server("b", 8, "dgx-h100", "Pod B")
            .switches("leaf b", 2, "qm9700", "Pod B");
        drawing.switches("spine", 4);
        drawing.link("a", "leaf a", LinkPattern::each, 8).link("b", "leaf b", LinkPattern::each, 8);
        drawing.link("leaf a", "spine", LinkPattern::mesh, 8).link("leaf b", "spine", LinkPattern::mesh, 4);
        const Fabric out = read(drawing);
        QCOMPARE(out.gpus, 192.0);
        QCOMPARE(out.groups.size(), size_t(2));
        COMPARE_NEAR(gb(out.levels[1].egress), 25.0); // Pod B: 4 spines × 4 × 50 ÷ 32
        QCOMPARE(QString::fromStdString(out.levels[1].binding), QString("leaf b-spine"));
        QCOMPARE(QString::fromStdString(out.levels[1].binding_label), QString("Pod B: leaf b uplinks, 2:1"));
    }

    void health_and_load() {
        Drawing drawing = fat_tree(16);
        drawing.last().health = 0.5;
        drawing.last().background_load = 0.3;
        Fabric out = read(drawing);
        COMPARE_NEAR(gb(out.levels[1].egress), 25.0);
        QCOMPARE(out.levels[1].background_load, 0.3);
        QCOMPARE(out.levels[0].background_load, 0.0);
        QVERIFY(out.levels[1].binding_label.find("50 %") != std::string::npos);
        drawing.cluster.find("leaf")->health = 0.5;
        out = read(drawing);
        COMPARE_NEAR(gb(out.levels[1].egress), 12.5);
        COMPARE_NEAR(gb(out.levels[0].egress), 25.0);
    }

    void cables_and_ports_limit() {
        Drawing drawing = fat_tree(16);
        drawing.cluster.links[0].cable = "dac-200g";
        COMPARE_NEAR(gb(read(drawing).levels[0].egress), 25.0);
        drawing.cluster.links[0].cable.clear();
        drawing.cluster.links[0].count = 16; // a server has 8 NICs
        COMPARE_NEAR(gb(read(drawing).levels[0].egress), 50.0);
        drawing.cluster.links[0].count = 8;
        drawing.cluster.links[0].bandwidth = ByteRate(12.5 * giga);
        COMPARE_NEAR(gb(read(drawing).levels[0].egress), 12.5);
    }

    void a_lone_server_repeats_its_nics() {
        Drawing drawing;
        drawing.server("ws", 1, "dgx-h100");
        const Fabric out = read(drawing);
        QCOMPARE(out.levels.size(), size_t(1));
        QCOMPARE(out.levels[0].block_gpus, 8.0);
        COMPARE_NEAR(gb(out.levels[0].egress), 50.0);
        Drawing pcie;
        pcie.server("ws", 1, "workstation-8xa100");
        const Fabric host = read(pcie);
        QCOMPARE(host.levels[0].inside_class, LinkClass::pcie);
        COMPARE_NEAR(gb(host.levels[0].inside), 31.5);                // PCIe 4 x16 after encoding
        COMPARE_NEAR(gb(host.levels[0].egress), 25e9 / 8 / 8 / giga); // one 25 Gb/s port, 8 GPUs
    }

    void nvlink_pairs_on_pcie_boards() {
        // Two bridged A100 PCIe boards a pair (largest domain 2) in a server of 8.
        Drawing drawing;
        drawing.server("box", 4, "", "")
            .switches("leaf", 1, "qm8700")
            .link("box", "leaf", LinkPattern::each, 1);
        Part part = *Catalog::built_in().part("pcie-8xa100");
        part.text["scale_up"] = "nvlink";
        part.figures.at("scale_up_domain").value = 8;
        drawing.cluster.elements[0].part.inline_part = part;
        const Fabric out = read(drawing);
        QCOMPARE(out.scale_up_domain, 2.0);
        QCOMPARE(out.levels.size(), size_t(3));
        COMPARE_NEAR(gb(out.levels[0].egress), 31.5);
        QCOMPARE(out.levels[0].link_class, LinkClass::pcie);
        QCOMPARE(out.levels[1].block_gpus, 8.0);
        COMPARE_NEAR(gb(out.levels[1].egress), 25.0 / 8); // one 200 Gb/s NIC
    }

    void storage_network_is_apart() {
        Drawing drawing = fat_tree(4);
        drawing.switches("storage switch", 2, "sn4700")
            .add(ElementKind::storage, "disks", 3, "flash-appliance");
        drawing.link("dgx", "storage switch", LinkPattern::mesh, 1);
        drawing.link("disks", "storage switch", LinkPattern::mesh, 1);
        const Fabric out = read(drawing);
        QCOMPARE(out.levels.size(), size_t(3));
        COMPARE_NEAR(gb(out.levels[1].egress), 12.5);
        COMPARE_NEAR(gb(out.storage_read), 270.0); // 3 × 90 GB/s
        COMPARE_NEAR(gb(out.storage_write), 195.0);
        // Storage on the only network is part of it.
        Drawing shared = fat_tree(4);
        shared.add(ElementKind::storage, "disks", 1, "flash-appliance")
            .link("disks", "spine", LinkPattern::mesh, 1);
        QCOMPARE(read(shared).levels.size(), size_t(3));
    }

    void broken_drawings_say_where() {
        const Catalog& catalog = Catalog::built_in();
        Drawing empty;
        QVERIFY(!fabric(empty.cluster, catalog));
        Drawing no_gpu;
        no_gpu.switches("leaf", 2);
        QVERIFY(!fabric(no_gpu.cluster, catalog));
        Drawing circle;
        circle.add(ElementKind::rack, "a", 1, "", "b")
            .add(ElementKind::rack, "b", 1, "", "a")
            .server("s", 1, "dgx-h100", "a");
        QCOMPARE(QString::fromStdString(fabric(circle.cluster, catalog).error().where),
                 QString("/cluster/elements/0/parent"));
        Drawing loose = fat_tree(4);
        loose.last().to = "nowhere";
        QCOMPARE(QString::fromStdString(fabric(loose.cluster, catalog).error().where),
                 QString("/cluster/links/1"));
        Drawing unknown;
        unknown.server("s", 2, "dgx-h100")
            .switches("x", 1, "")
            .switches("y", 1, "")
            .link("s", "x", LinkPattern::each, 1);
        unknown.link("x", "y", LinkPattern::each, 1);
        QCOMPARE(QString::fromStdString(fabric(unknown.cluster, catalog).error().where),
                 QString("/cluster/links/1/bandwidth"));
        // Two islands: nothing leaves a pod, and it is said.
        Drawing islands;
        islands.add(ElementKind::pod, "pod", 2)
            .server("s", 4, "dgx-h100", "pod")
            .switches("leaf", 1, "qm9700", "pod");
        islands.link("s", "leaf", LinkPattern::each, 8);
        const Fabric out = read(islands);
        QCOMPARE(out.levels.size(), size_t(3));
        QCOMPARE(out.levels[1].block_gpus, 32.0);
        QCOMPARE(out.levels[1].egress.si(), 0.0);
        QCOMPARE(out.levels[2].block_gpus, 64.0);
    }

    void flat() {
        const Fabric out = flat_fabric(3072, 8, 8, ByteRate(300 * giga), ByteRate(25 * giga),
                                       LinkClass::infiniband, "a100-sxm4-80gb");
        QCOMPARE(out.levels.size(), size_t(2));
        QCOMPARE(out.levels[0].block_gpus, 8.0);
        COMPARE_NEAR(gb(out.levels[0].inside), 300.0);
        COMPARE_NEAR(gb(out.levels[0].egress), 25.0);
        QCOMPARE(out.levels[1].block_gpus, 3072.0);
        QCOMPARE(out.groups[0].servers, 384.0);
    }

    void hundred_thousand_gpus_stay_collapsed() {
        Drawing drawing;
        drawing.add(ElementKind::pod, "pod", 32)
            .server("s", 400, "hgx-h100", "pod")
            .switches("leaf", 100, "qm9700", "pod");
        drawing.switches("spine", 50, "qm9700", "pod").switches("core", 32);
        drawing.link("s", "leaf", LinkPattern::each, 8).link("leaf", "spine", LinkPattern::mesh, 1);
        drawing.link("spine", "core", LinkPattern::mesh, 1);
        const Fabric out = read(drawing);
        QCOMPARE(out.gpus, 102400.0);
        QCOMPARE(out.levels.size(), size_t(4));
        COMPARE_NEAR(gb(out.levels[2].egress), 25.0); // 50 spines × 32 cores × 50 ÷ 3,200
    }

    void more_bandwidth_never_lowers_an_egress() {
        std::mt19937 random(20240731);
        const auto pick = [&](int low, int high) {
            return std::uniform_int_distribution<int>(low, high)(random);
        };
        int compared = 0;
        for (int round = 0; round < 400; ++round) {
            Drawing drawing;
            const int pods = pick(1, 3);
            drawing.add(ElementKind::pod, "pod", pods);
            const int kinds = pick(1, 3);
            for (int k = 0; k < kinds; ++k) {
                const std::string name = "s" + std::to_string(k), leaf = "l" + std::to_string(pick(0, k));
                if (!drawing.cluster.find(leaf)) drawing.switches(leaf, pick(1, 8), "qm9700", "pod");
                drawing.server(name, pick(1, 24), "dgx-h100", "pod");
                drawing.link(name, leaf, static_cast<LinkPattern>(pick(0, 2)), pick(1, 8));
            }
            drawing.switches("spine", pick(1, 6), "qm9700", pick(0, 1) ? "pod" : "")
                .switches("core", pick(1, 4));
            for (const Element& element : std::vector(drawing.cluster.elements))
                if (element.id[0] == 'l')
                    drawing.link(element.id, "spine", static_cast<LinkPattern>(pick(0, 2)), pick(1, 4));
            drawing.link("spine", "core", LinkPattern::mesh, pick(1, 2));
            for (Link& link : drawing.cluster.links) link.bandwidth = ByteRate(pick(1, 50) * giga);
            const Fabric before = read(drawing);
            Link& wider =
                drawing.cluster
                    .links[static_cast<size_t>(pick(0, static_cast<int>(drawing.cluster.links.size()) - 1))];
            *wider.bandwidth *= 1 + pick(1, 30) / 10.0;
            const Fabric after = read(drawing);
            QCOMPARE(after.levels.size(), before.levels.size());
            for (size_t i = 0; i < before.levels.size(); ++i) {
                QCOMPARE(after.levels[i].block_gpus, before.levels[i].block_gpus);
                QVERIFY2(after.levels[i].egress.si() >= before.levels[i].egress.si() * (1 - 1e-9),
                         qPrintable(QString("round %1 level %2").arg(round).arg(i)));
                if (i > 0) QVERIFY(before.levels[i].block_gpus > before.levels[i - 1].block_gpus);
                ++compared;
            }
        }
        QVERIFY(compared > 800);
    }
};

QTEST_APPLESS_MAIN(TestFabric)
#include "test_fabric.moc"
