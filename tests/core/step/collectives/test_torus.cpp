// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/collectives/collective_algorithm.h"
#include "core/step/collectives/collectives.h"

#include "core/base/catalog/catalog.h"
#include "core/base/model/cluster.h"

#include <QTest>

#include <cmath>
#include <vector>

using namespace roofrack;

namespace {

/// A torus of chips, `rate` B/s a chip along each axis, that 6.25 GB/s a chip leave.
Fabric torus(const std::vector<int>& dims, double rate) {
    Fabric out;
    out.torus_axes = static_cast<double>(dims.size());
    out.torus_level = static_cast<int>(dims.size()) - 1;
    double block = 1, outside = rate * out.torus_axes;
    for (const int dim : dims) {
        FabricLevel level;
        level.inside = ByteRate(out.levels.empty() ? rate : outside);
        outside -= rate;
        block *= dim;
        level.block_gpus = block;
        level.egress = ByteRate(outside);
        level.link_class = level.inside_class = LinkClass::ici;
        level.latency = Seconds(1e-6);
        out.levels.push_back(level);
    }
    out.levels.back().egress = ByteRate(6.25e9);
    out.levels.back().link_class = LinkClass::roce;
    out.levels.back().latency = Seconds(2e-6);
    out.scale_up_domain = out.levels.front().block_gpus;
    out.gpus = 4 * block;
    return out;
}

/// Hosts of four TPU v4 chips, six cables of 50 GB/s a chip, wired as a torus.
Fabric drawn_torus(const std::vector<int>& dims) {
    int chips = 1;
    for (const int dim : dims) chips *= dim;
    Cluster cluster;
    Element host;
    host.kind = ElementKind::server;
    host.id = "host";
    host.count = chips / 4;
    host.part.id = "tpu-v4-host";
    cluster.elements.push_back(host);
    Link link;
    link.id = link.from = link.to = "host";
    link.pattern = LinkPattern::torus;
    link.dims = dims;
    cluster.links.push_back(link);
    const auto out = fabric(cluster, Catalog::built_in());
    if (!out) qFatal("%s", out.error().text().c_str());
    return *out;
}

constexpr double cable = 50e9;  ///< B/s, one direction
constexpr double share = 0.9;   ///< share of a line rate (defaults: collectives.link_share.other)
constexpr double hop = 1e-6;    ///< s a link
constexpr double buffer = 64e9; ///< B

} // namespace

/// Groups of chips on a torus against what their links carry by hand.
class TestTorus : public QObject {
    Q_OBJECT
private Q_SLOTS:

    void all_axes_carry_a_group_that_spans_them() {
        const Fabric cube = torus({4, 4, 4}, 100e9);
        const GroupPath whole = group_path(cube, 64, 1);
        QCOMPARE(whole.nodes, 1.0);
        QCOMPARE(whole.torus_axes, 3.0);
        QCOMPARE(whole.intra_bus, share * 300e9);
        const double gather = buffer * 63 / 64 / (share * 300e9) + 9 * hop;
        QCOMPARE(all_gather_time(buffer, whole), gather);
        QCOMPARE(all_reduce_time(buffer, whole), 2 * gather);
        QCOMPARE(collective_algorithm(Collective::all_reduce, buffer, whole), CollectiveAlgorithm::torus);
        QCOMPARE(group_path(cube, 16, 1).intra_bus, share * 200e9);
        QCOMPARE(group_path(cube, 4, 1).intra_bus, share * 100e9);
        // One member a line, sixteen of them: the plane of the two other axes.
        QCOMPARE(group_path(cube, 16, 4).intra_bus, share * 200e9);
    }

    void a_part_of_an_axis_is_open() {
        const Fabric cube = torus({4, 4, 4}, 100e9);
        const GroupPath pair = group_path(cube, 2, 1);
        QCOMPARE(pair.intra_bus, share * 50e9);
        QCOMPARE(pair.torus_cable, share * 50e9);
        // Planes close from 16 chips on.
        QCOMPARE(group_path(torus({16, 16}, 100e9), 256, 1).intra_bus, share * 200e9);
        QCOMPARE(group_path(torus({8, 8}, 100e9), 64, 1).intra_bus, share * 100e9);
        // Two chips have one cable, which the drawing counts already.
        QCOMPARE(group_path(torus({2, 4, 4}, 100e9), 32, 1).intra_bus, share * 300e9);
    }

    void groups_beside_each_other_share_an_axis() {
        // Every second chip of a line, all lines of a plane: another such group lies between.
        const GroupPath path = group_path(torus({4, 4, 4}, 100e9), 8, 2);
        QCOMPARE(path.torus_axes, 2.0);
        QCOMPARE(path.intra_bus, share * (100e9 / 2 + 100e9));
        QCOMPARE(path.torus_hops, 3.0 + 3.0);
    }

    void messages_of_all_to_all_pass_a_quarter_of_each_axis() {
        const Fabric cube = torus({4, 4, 16}, 100e9);
        const GroupPath whole = group_path(cube, 256, 1);
        const double longest = 16.0 / 4 / (share * 100e9);
        QCOMPARE(whole.torus_cross, longest);
        const double time = all_to_all_time(buffer, whole) - all_to_all_time(buffer / 2, whole);
        QVERIFY2(std::abs(time / (buffer / 2 * longest) - 1) < 1e-9, qPrintable(QString::number(time)));
    }

    void a_twist_shortens_all_to_all_over_the_whole_torus() {
        Fabric cube = torus({4, 4, 8}, 100e9);
        const GroupPath straight = group_path(cube, 128, 1);
        cube.torus_twist = 1.5;
        const GroupPath twisted = group_path(cube, 128, 1);
        QCOMPARE(twisted.torus_cross, straight.torus_cross / 1.5);
        QCOMPARE(all_reduce_time(buffer, twisted), all_reduce_time(buffer, straight));
        QCOMPARE(send_time(buffer, twisted), send_time(buffer, straight));
        // A part of it is as straight as before, and several tori are each as twisted.
        cube.torus_twist = 1;
        const double part = group_path(cube, 64, 1).torus_cross, two = group_path(cube, 256, 1).torus_cross;
        cube.torus_twist = 1.5;
        QCOMPARE(group_path(cube, 64, 1).torus_cross, part);
        QCOMPARE(group_path(cube, 256, 1).torus_cross, two / 1.5);
    }

    void slices_exchange_their_shares_over_the_network() {
        const Fabric cube = torus({4, 4, 4}, 100e9);
        const GroupPath two = group_path(cube, 128, 1);
        QCOMPARE(two.nodes, 2.0);
        QCOMPARE(two.domain, 64.0);
        const double inside = all_gather_time(buffer, group_path(cube, 64, 1));
        // Half of the buffer comes from the other slice, through the links of 64 chips.
        const double across = buffer / 2 / two.inter_bus;
        QVERIFY(two.inter_bus <= 64 * 6.25e9);
        const double time = all_gather_time(buffer, two);
        QVERIFY2(time > inside + across && time < inside + across + 1e-4, qPrintable(QString::number(time)));
    }

    /// What no network joins repeats as a larger torus: never cheaper than one that is drawn.
    void chips_of_several_tori_lie_on_a_larger_one_data() {
        QTest::addColumn<std::vector<int>>("dims");
        QTest::newRow("two") << std::vector{4, 4, 8};
        QTest::newRow("three") << std::vector{4, 4, 12};
        QTest::newRow("four") << std::vector{4, 8, 8};
        QTest::newRow("six") << std::vector{4, 8, 12};
        QTest::newRow("eight") << std::vector{8, 8, 8};
        QTest::newRow("sixty-four") << std::vector{16, 16, 16};
    }
    void chips_of_several_tori_lie_on_a_larger_one() {
        QFETCH(std::vector<int>, dims);
        const Fabric small = drawn_torus({4, 4, 4}), large = drawn_torus(dims);
        const GroupPath several = group_path(small, large.gpus, 1), one = group_path(large, large.gpus, 1);
        for (const Collective collective :
             {Collective::all_reduce, Collective::all_gather, Collective::reduce_scatter,
              Collective::all_to_all, Collective::send_recv})
            for (const double bytes : {1e3, 1e6, 64e9}) {
                const double apart = formula_time(collective, bytes, several),
                             together = formula_time(collective, bytes, one);
                QVERIFY2(std::abs(apart / together - 1) < 1e-9,
                         qPrintable(QStringLiteral("%1 %2").arg(apart).arg(together)));
            }
        // By hand: all six cables of a chip, and a quarter of the longest axis for each byte.
        const double n = large.gpus, hops = dims[0] + dims[1] + dims[2] - 3;
        const double gather = buffer * (n - 1) / n / (share * 6 * cable) + hops * hop;
        QVERIFY(std::abs(all_gather_time(buffer, several) / gather - 1) < 1e-9);
        const double all_to_all = buffer * dims[2] / 4.0 / (share * 2 * cable);
        QVERIFY(std::abs(all_to_all_time(buffer, several) / all_to_all - 1) < 0.01);
        QCOMPARE(several.outermost_level, small.torus_level);
    }

    void members_of_several_tori_share_their_axis() {
        const Fabric small = drawn_torus({4, 4, 4});
        // One chip of each of two: a line of eight, each fourth of them, so that four groups lie on it.
        const GroupPath pair = group_path(small, 2, 64);
        QCOMPARE(pair.torus_axes, 1.0);
        QCOMPARE(pair.intra_bus, share * 2 * cable / 4);
        QCOMPARE(pair.torus_hops, 7.0);
        // One of each second of eight: the tori between lie on the outermost axis, theirs on the two others.
        const GroupPath four = group_path(small, 4, 128);
        QCOMPARE(four.torus_axes, 2.0);
        QCOMPARE(four.intra_bus, 2 * share * 2 * cable / 4);
    }

    void faster_links_make_every_axis_faster() {
        const Fabric cube = torus({4, 4, 4}, 100e9);
        NetworkKnobs twice;
        twice.scale_up = 2;
        QCOMPARE(group_path(cube, 64, 1, twice).intra_bus, share * 600e9);
        // What leaves a line are the two other axes.
        NetworkKnobs planes;
        planes.level = 0;
        planes.level_factor = 2;
        QCOMPARE(group_path(cube, 64, 1, planes).intra_bus, share * 500e9);
    }

    void other_traffic_and_broken_links_take_their_part() {
        Fabric cube = torus({4, 4, 4}, 100e9);
        cube.levels[0].background_load = 0.5;
        QCOMPARE(group_path(cube, 64, 1).intra_bus, share * (100e9 + 50e9 + 100e9));
        // The drawing's own, also where a sweep is taken to have run alone.
        NetworkKnobs drawn;
        drawn.as_drawn = true;
        QCOMPARE(group_path(cube, 64, 1, drawn).intra_bus, share * (100e9 + 50e9 + 100e9));
    }
};

QTEST_APPLESS_MAIN(TestTorus)
#include "test_torus.moc"
