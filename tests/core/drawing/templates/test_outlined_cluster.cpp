// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/templates/outlined_cluster.h"

#include "core/base/catalog/catalog.h"
#include "core/drawing/network/fabric.h"

#include <QTest>

using namespace roofrack;

namespace {

Fabric drawn(const ClusterOutline& outline) {
    const auto out = outlined_cluster(outline, Catalog::built_in());
    if (!out) qFatal("%s", out.error().text().c_str());
    auto read = fabric(out->cluster, Catalog::built_in());
    if (!read) qFatal("%s", read.error().text().c_str());
    return *read;
}

constexpr double gigabit = 1e9 / 8;

} // namespace

/// What is drawn has the GPUs, the domains and the bandwidth of its outline.
class TestOutlinedCluster : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void a_server_of_the_catalogue_stays_itself() {
        const auto out =
            outlined_cluster({.accelerator = "h100-sxm5", .gpus = 64, .network = ByteRate(400 * gigabit)},
                             Catalog::built_in());
        QVERIFY(out.has_value());
        const Element* server = out->cluster.find("server");
        QVERIFY(server && !server->part.inline_part);
        const Fabric of = drawn({.accelerator = "h100-sxm5", .gpus = 64, .network = ByteRate(400 * gigabit)});
        QCOMPARE(of.gpus, 64.0);
        QCOMPARE(of.scale_up_domain, 8.0);
        QCOMPARE(of.levels.front().egress.si(), 50e9);
    }

    void a_printed_rate_is_kept() {
        const Fabric of = drawn({.accelerator = "a100-sxm4-80gb",
                                 .gpus = 40,
                                 .network = ByteRate(25 * gigabit),
                                 .network_kind = "efa"});
        QCOMPARE(of.levels.front().egress.si(), 25 * gigabit);
        QVERIFY(of.levels.front().link_class == LinkClass::efa);
    }

    void gpus_that_do_not_fill_a_rack_are_dealt_out_evenly() {
        const Fabric of = drawn({.accelerator = "gb200",
                                 .gpus = 128,
                                 .gpus_per_server = 4,
                                 .domain = 72,
                                 .network = ByteRate(400 * gigabit)});
        QCOMPARE(of.gpus, 128.0);
        QCOMPARE(of.scale_up_domain, 64.0);
        QCOMPARE(of.levels.front().egress.si(), 50e9);
    }

    void half_a_server_is_drawn_as_one() {
        const Fabric of = drawn({.accelerator = "h100-sxm5", .gpus = 4, .network = ByteRate(400 * gigabit)});
        QCOMPARE(of.gpus, 4.0);
        QCOMPARE(of.scale_up_domain, 4.0);
    }

    void where_no_template_has_switches_enough_one_stands_for_the_network() {
        const Fabric of = drawn({.accelerator = "h100-sxm5",
                                 .gpus = 8 * 10007, // a prime number of servers
                                 .network = ByteRate(400 * gigabit)});
        QCOMPARE(of.gpus, 80056.0);
        QCOMPARE(of.levels.front().egress.si(), 50e9);
    }

    void slices_are_tori_that_the_network_joins() {
        const Fabric of = drawn({.accelerator = "tpu-v5p",
                                 .gpus = 256,
                                 .gpus_per_server = 4,
                                 .axes = 3,
                                 .slices = 2,
                                 .network = ByteRate(50 * gigabit),
                                 .network_kind = "ethernet"});
        QCOMPARE(of.gpus, 256.0);
        QCOMPARE(of.torus_axes, 3.0);
        bool slice = false;
        for (const FabricLevel& level : of.levels)
            if (level.block_gpus == 128) slice = level.egress.si() == 50 * gigabit;
        QVERIFY(slice);
    }

    void tori_are_even() {
        QCOMPARE(even_torus(1536, 3), (std::vector<int>{8, 12, 16}));
        QCOMPARE(even_torus(128, 3), (std::vector<int>{4, 4, 8}));
        QCOMPARE(even_torus(256, 2), (std::vector<int>{16, 16}));
        QCOMPARE(even_torus(7, 2), (std::vector<int>{1, 7}));
    }

    void an_accelerator_without_server_is_named() {
        const auto out = outlined_cluster({.accelerator = "abacus", .gpus = 8}, Catalog::built_in());
        QVERIFY(!out && out.error().what.find("abacus") != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(TestOutlinedCluster)
#include "test_outlined_cluster.moc"
