// SPDX-License-Identifier: GPL-3.0-or-later
// What nccl-tests would print on a drawn fabric: by hand, what holds it, measured sweeps over it, known
// faults.
#include "core/base/catalog/catalog.h"
#include "core/measured/measure/nccl_tests.h"
#include "core/study/collectives/bus_bandwidths.h"
#include "core/study/collectives/message_sizes.h"
#include "tests/support/sample.h"

#include <QTest>
#include <algorithm>
#include <cmath>

using namespace roofrack;

namespace {

constexpr double mebi = 1024 * 1024, gibi = 1024 * mebi;

TestedFabric fabric_of_sample(const char* name) {
    auto fabric = tested_fabric(test::sample(name), Catalog::built_in());
    if (!fabric) qFatal("%s", fabric.error().text().c_str());
    return std::move(*fabric);
}

RankSet group(const TestedFabric& on, double gpus, double each = 0) {
    const auto out = group_of(on, gpus, each);
    if (!out) qFatal("%s", out.error().text().c_str());
    return *out;
}

MeasuredSweep measured_sweep(const TestedFabric& on, const CollectiveSweep& sweep) {
    return measured_sweeps(on, {sweep}).front();
}

/// A sweep of these ranks, as if `on` were the machine, at a share of its bandwidth.
CollectiveSweep sweep_on(const TestedFabric& on, int ranks, int nodes, const TestedLibrary& library,
                         double share = 1, Collective collective = Collective::all_reduce) {
    CollectiveSweep out;
    out.file = "made.txt";
    out.collective = collective;
    out.ranks = ranks;
    out.nodes = nodes;
    const RankSet set = group(on, ranks, nodes > 1 ? std::ceil(double(ranks) / nodes) : 0);
    const TestedGroup tested(on.fabric, set.ranks, set.stride, library);
    for (double bytes = 16 * mebi; bytes <= 8 * gibi; bytes *= 2)
        out.points.push_back({Bytes(bytes), tested.expect(collective, bytes).time / share});
    return out;
}

} // namespace

class TestBusBandwidths : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void sizes_as_nccl_tests_takes_them();
    void what_is_no_size_is_said_data();
    void what_is_no_size_is_said();
    void groups_that_people_test();
    void more_than_is_drawn_is_said();
    void a_row_by_hand();
    void an_algorithm_that_is_asked_for();
    void what_holds_it();
    void a_taper_holds_the_whole_job();
    void the_ceiling_is_where_large_messages_come_to();
    void announced_rates_widen_the_band();
    void without_links_only_domains_are_known();
    void a_sweep_as_drawn();
    void a_cause_is_named_where_it_gives_the_figures_data();
    void a_cause_is_named_where_it_gives_the_figures();
    void no_single_cause();
    void another_sweep_speaks_against_a_cause();
    void more_ranks_than_drawn_are_not_compared();
    void faults_are_met_by_their_condition();
    void every_fault_has_a_source();
};

void TestBusBandwidths::sizes_as_nccl_tests_takes_them() {
    QCOMPARE(usual_message_sizes().size(), size_t(31)); // 2^3 to 2^33
    QCOMPARE(*message_sizes("8:64", ""), (std::vector<double>{8, 16, 32, 64}));
    QCOMPARE(*message_sizes("1M,256MiB,8g", ""), (std::vector<double>{mebi, 256 * mebi, 8 * gibi}));
    QCOMPARE(*message_sizes("1:3", ""), (std::vector<double>{1, 2}));
    QCOMPARE(message_size_text(256 * mebi), std::string("256 MiB"));
}

void TestBusBandwidths::what_is_no_size_is_said_data() {
    QTest::addColumn<QString>("text");
    for (const char* text :
         {"", "large", "-8", "0", "1.5", "8:", ":8", "8G:8M", "8Q", "1M,,2M", "1e99", "nan", "2048T", "8 8"})
        QTest::newRow(text) << QString::fromLatin1(text);
}

void TestBusBandwidths::what_is_no_size_is_said() {
    QFETCH(QString, text);
    const auto sizes = message_sizes(text.toStdString(), "--sizes");
    QVERIFY(!sizes);
    QVERIFY(!sizes.error().what.empty() && !sizes.error().fix.empty());
    QCOMPARE(sizes.error().where, std::string("--sizes"));
}

void TestBusBandwidths::groups_that_people_test() {
    const TestedFabric unit = fabric_of_sample("dgx-h100-su"); // 32 servers of 8
    const std::vector<RankSet> usual = usual_groups(unit);
    QCOMPARE(usual, (std::vector<RankSet>{{"one server", 8, 1},
                                          {"two servers", 16, 1},
                                          {"one GPU of each server", 32, 8},
                                          {"all 256 GPUs", 256, 1}}));
    const std::vector<RankSet> racks = usual_groups(fabric_of_sample("gb200-nvl72-x8"));
    QCOMPARE(racks[0], (RankSet{"one host", 4, 1}));
    QCOMPARE(racks[1], (RankSet{"one NVLink domain", 72, 1}));
    QCOMPARE(usual_groups(fabric_of_sample("ws-8gpu")).size(), size_t(1));
    QCOMPARE(group(unit, 20, 2), (RankSet{"20 GPUs, 2 of each server", 20, 4}));
    QCOMPARE(group(unit, 2, 2).stride, 1.0);
}

void TestBusBandwidths::more_than_is_drawn_is_said() {
    const TestedFabric unit = fabric_of_sample("dgx-h100-su");
    QVERIFY(!group_of(unit, 257));
    QVERIFY(group_of(unit, 257).error().what.find("256 are drawn") != std::string::npos);
    QVERIFY(!group_of(unit, 33, 1)); // one of each of 32 servers
    QVERIFY(!group_of(unit, 16, 9)); // a server has 8
    QVERIFY(!group_of(unit, 1));
}

void TestBusBandwidths::a_row_by_hand() {
    const TestedFabric unit = fabric_of_sample("dgx-h100-su");
    BusBandwidthRequest request;
    request.collectives = {Collective::all_to_all};
    request.bytes = {gibi};
    request.groups = {group(unit, 8)};
    const BusBandwidths table = bus_bandwidths(unit, request);
    QCOMPARE(table.rows.size(), size_t(1));
    const BusBandwidthRow& row = table.rows.front();
    // One server: 8.4 µs + launch 25.2 µs + 7 peers at 6.77 µs + S·7/8 ÷ (0.941 · 450 GB/s · 20.6/25).
    const double seconds = 8.4e-6 + 25.2e-6 + 7 * 6.77e-6 + gibi * 7 / 8 / (0.941 * 450e9 * 20.6 / 25);
    QVERIFY(std::abs(row.expected.time.si() / seconds - 1) < 2e-3);
    const double alg = gibi / row.expected.time.si();
    QVERIFY(std::abs(row.expected.algorithm_bandwidth.si() / alg - 1) < 1e-12);
    QVERIFY(std::abs(row.expected.bus_bandwidth.si() / (alg * 7 / 8) - 1) < 1e-12);
    // Hopper was measured at such sizes: the band is ×÷ 1.12.
    QVERIFY(std::abs(row.expected.high / row.expected.time - 1.12) < 1e-9);
    QVERIFY(std::abs(row.expected.bus_high / row.expected.bus_bandwidth - 1.12) < 1e-9);
    QCOMPARE(row.limit, std::string("NVLink"));
    QVERIFY(!row.expected.is_far);
}

void TestBusBandwidths::an_algorithm_that_is_asked_for() {
    const TestedFabric unit = fabric_of_sample("dgx-h100-su");
    BusBandwidthRequest request;
    request.collectives = {Collective::all_reduce};
    request.bytes = {gibi};
    request.groups = {group(unit, 8)};
    double fastest = bus_bandwidths(unit, request).rows.front().expected.time.si(), least = 1e9;
    request.algorithms = {CollectiveAlgorithm::ring, CollectiveAlgorithm::tree, CollectiveAlgorithm::nvls,
                          CollectiveAlgorithm::pat, CollectiveAlgorithm::torus};
    const BusBandwidths table = bus_bandwidths(unit, request);
    QCOMPARE(table.rows.size(), size_t(3)); // an all-reduce has no PAT, a switch no torus
    for (const BusBandwidthRow& row : table.rows) least = std::min(least, row.expected.time.si());
    QCOMPARE(least, fastest);
    request.algorithms = {CollectiveAlgorithm::pat};
    QVERIFY(bus_bandwidths(unit, request).rows.empty());
    QVERIFY(!bus_bandwidths(unit, request).reason.empty());
    QCOMPARE(*collective_algorithm("nvls"), CollectiveAlgorithm::nvls);
    QVERIFY(!collective_algorithm("bush"));
}

void TestBusBandwidths::what_holds_it() {
    const TestedFabric unit = fabric_of_sample("dgx-h100-su");
    const auto limit = [&](Collective collective, double bytes, const RankSet& ranks) {
        BusBandwidthRequest request;
        request.collectives = {collective};
        request.bytes = {bytes};
        request.groups = {ranks};
        return bus_bandwidths(unit, request).rows.front().limit;
    };
    QCOMPARE(limit(Collective::all_reduce, 8, group(unit, 256)), std::string("latency"));
    QCOMPARE(limit(Collective::all_reduce, 8 * gibi, group(unit, 8)), std::string("NVSwitch"));
    QCOMPARE(limit(Collective::all_gather, 8 * gibi, group(unit, 8)), std::string("NVLink"));
    QCOMPARE(limit(Collective::all_reduce, 8 * gibi, group(unit, 32, 1)), std::string("NICs"));
    QCOMPARE(limit(Collective::all_to_all, 8 * gibi, group(unit, 256)), std::string("NICs"));
}

void TestBusBandwidths::a_taper_holds_the_whole_job() {
    const TestedFabric tapered = fabric_of_sample("generic-100m-256gpu-1nic"); // leafs with 8:1 uplinks
    const TestedGroup all = tapered.group(group(tapered, 256));
    const ExpectedCollective large = all.expect(Collective::all_to_all, 8 * gibi);
    QVERIFY(large.limit == CollectiveLimit::border);
    QCOMPARE(tapered.limit_text(large.limit, all.path()).substr(0, 12), std::string("Leaf uplinks"));
}

void TestBusBandwidths::the_ceiling_is_where_large_messages_come_to() {
    for (const char* name : {"dgx-h100-su", "gb200-nvl72-x8", "llama3-405b-16k"}) {
        const BusBandwidths table = bus_bandwidths(fabric_of_sample(name));
        QVERIFY(table.rows.size() > 400);
        for (const BusBandwidthRow& row : table.rows) {
            QVERIFY2(row.of_ceiling() <= 1 + 1e-9, row.limit.c_str());
            if (row.expected.bytes.si() == 8 * gibi && row.ranks <= 256) QVERIFY(row.of_ceiling() > 0.8);
            QVERIFY(row.expected.low <= row.expected.time && row.expected.time <= row.expected.high);
        }
    }
}

void TestBusBandwidths::announced_rates_widen_the_band() {
    TestedFabric unit = fabric_of_sample("dgx-h100-su");
    const RankSet server = group(unit, 8);
    const ExpectedCollective known = unit.group(server).expect(Collective::all_gather, 8 * gibi);
    unit.sigma_scale_up = 0.1;
    const ExpectedCollective announced = unit.group(server).expect(Collective::all_gather, 8 * gibi);
    QCOMPARE(announced.time, known.time);
    // NVLink holds it: ln(width)² = ln(1.12)² + (1.2816 · 0.1 · elasticity of nearly 1)².
    const double width = std::log(announced.high / announced.time);
    QVERIFY(width > 0.98 * std::hypot(std::log(1.12), 0.12816) &&
            width <= std::hypot(std::log(1.12), 0.1295));
}

void TestBusBandwidths::without_links_only_domains_are_known() {
    Scenario scenario = test::sample("dgx-h100-su");
    scenario.cluster.links.clear();
    const auto on = tested_fabric(scenario, Catalog::built_in());
    QVERIFY(on.has_value());
    const BusBandwidths table = bus_bandwidths(*on);
    QVERIFY(!table.rows.empty());
    for (const BusBandwidthRow& row : table.rows) QCOMPARE(row.ranks, 8.0);
    QCOMPARE(table.groups.back().line_rate.si(), 0.0);
    BusBandwidthRequest request;
    request.groups = {group(*on, 16)};
    QVERIFY(bus_bandwidths(*on, request).rows.empty());
    QVERIFY(!bus_bandwidths(*on, request).reason.empty());
}

void TestBusBandwidths::a_sweep_as_drawn() {
    const TestedFabric unit = fabric_of_sample("dgx-h100-su");
    const MeasuredSweep at = measured_sweep(unit, sweep_on(unit, 10, 10, unit.library(), 0.95));
    QVERIFY(at.is_as_drawn && at.causes.empty());
    QVERIFY(std::abs(at.headline()->share() - 0.95) < 1e-9);
    QCOMPARE(at.group, std::string("10 GPUs, 1 of each server"));
    QVERIFY(at.sentence.ends_with("as drawn"));
}

void TestBusBandwidths::a_cause_is_named_where_it_gives_the_figures_data() {
    QTest::addColumn<QString>("cause");
    QTest::addColumn<int>("ranks");
    QTest::addColumn<int>("nodes");
    QTest::addColumn<int>("variant");
    QTest::addColumn<double>("scale_out");
    QTest::addColumn<double>("scale_up");
    QTest::addColumn<bool>("nvls");
    const int tuned = int(NetworkVariant::tuned), tcp = int(NetworkVariant::tcp);
    QTest::newRow("rails") << "half the rails" << 80 << 10 << tuned << 0.5 << 1.0 << true;
    QTest::newRow("quarter") << "a quarter of the rails" << 80 << 10 << tuned << 0.25 << 1.0 << true;
    QTest::newRow("link") << "one link at half its rate" << 10 << 10 << tuned << 0.5 << 1.0 << true;
    QTest::newRow("tcp") << "sockets instead of RDMA" << 80 << 10 << tcp << 1.0 << 1.0 << true;
    QTest::newRow("nvls") << "NVLS switched off" << 8 << 1 << tuned << 1.0 << 1.0 << false;
    QTest::newRow("nvlink") << "half the scale-up links" << 8 << 1 << tuned << 1.0 << 0.5 << true;
}

void TestBusBandwidths::a_cause_is_named_where_it_gives_the_figures() {
    QFETCH(QString, cause);
    QFETCH(int, ranks);
    QFETCH(int, nodes);
    QFETCH(int, variant);
    QFETCH(double, scale_out);
    QFETCH(double, scale_up);
    QFETCH(bool, nvls);
    const TestedFabric unit = fabric_of_sample("dgx-h100-su");
    TestedLibrary library = unit.library();
    library.variant = static_cast<NetworkVariant>(variant);
    library.scale_out = scale_out;
    library.scale_up = scale_up;
    library.nvls = nvls;
    const MeasuredSweep found = measured_sweep(unit, sweep_on(unit, ranks, nodes, library));
    QVERIFY(!found.is_as_drawn);
    QVERIFY2(std::ranges::find(found.causes, cause.toStdString()) != found.causes.end(),
             found.sentence.c_str());
    QVERIFY2(found.sentence.find(cause.toStdString()) != std::string::npos, found.sentence.c_str());
    const CollectiveSweep sound = sweep_on(unit, ranks, nodes, unit.library());
    QVERIFY(measured_sweep(unit, sound).causes.empty());
}

void TestBusBandwidths::no_single_cause() {
    const TestedFabric unit = fabric_of_sample("dgx-h100-su");
    // A third is neither half nor a quarter, and not what sockets give.
    const MeasuredSweep odd = measured_sweep(unit, sweep_on(unit, 10, 10, unit.library(), 0.35));
    QVERIFY(odd.causes.empty() && !odd.is_as_drawn);
    QVERIFY(odd.sentence.ends_with("no single cause"));
    const MeasuredSweep fast = measured_sweep(unit, sweep_on(unit, 10, 10, unit.library(), 3));
    QVERIFY(fast.causes.empty() && !fast.is_as_drawn);
}

void TestBusBandwidths::another_sweep_speaks_against_a_cause() {
    const TestedFabric unit = fabric_of_sample("dgx-h100-su");
    TestedLibrary half = unit.library();
    half.scale_out = 0.5;
    const CollectiveSweep slow = sweep_on(unit, 10, 10, half, 1, Collective::send_recv);
    const CollectiveSweep sound = sweep_on(unit, 10, 10, unit.library());
    QVERIFY(!measured_sweeps(unit, {slow}).front().causes.empty());
    // The links that give the all-reduce its full rate are not at half of it for a send.
    const std::vector<MeasuredSweep> both = measured_sweeps(unit, {slow, sound});
    QVERIFY(both[0].causes.empty() && !both[0].is_as_drawn && both[1].is_as_drawn);
    QVERIFY(both[0].sentence.ends_with("no single cause"));
    // One on other ranks says nothing about these.
    QVERIFY(!measured_sweeps(unit, {slow, sweep_on(unit, 8, 1, unit.library())}).front().causes.empty());
}

void TestBusBandwidths::more_ranks_than_drawn_are_not_compared() {
    const TestedFabric unit = fabric_of_sample("dgx-h100-su");
    CollectiveSweep large = sweep_on(unit, 256, 32, unit.library());
    large.ranks = 512;
    large.nodes = 64;
    const MeasuredSweep out = measured_sweep(unit, large);
    QVERIFY(out.sizes.empty() && !out.headline());
    QVERIFY(out.sentence.find("256 GPUs are drawn") != std::string::npos);
    large.ranks = 64; // one of each of 64 servers: 32 are drawn
    QVERIFY(measured_sweep(unit, large).sizes.empty());
}

void TestBusBandwidths::faults_are_met_by_their_condition() {
    TestedFabric unit = fabric_of_sample("dgx-h100-su");
    const auto has = [&](const char* id) {
        return std::ranges::any_of(faults_met(unit), [&](const LibraryFault& f) { return f.id == id; });
    };
    QVERIFY(has("nvls-tree-chunks")); // 32 servers of Hopper
    QVERIFY(!has("nvls-tree-b300"));
    unit.accelerators = {"b300-sxm"};
    unit.architecture = "blackwell-ultra";
    QVERIFY(!has("nvls-tree-b300")); // NICs of 400 Gb/s
    unit.fabric.levels.front().egress = ByteRate(100e9);
    QVERIFY(has("nvls-tree-b300"));
    unit.fabric.gpus = 24; // three servers
    QVERIFY(!has("nvls-tree-b300"));
}

void TestBusBandwidths::every_fault_has_a_source() {
    QVERIFY(library_faults().size() >= 3);
    for (const LibraryFault& fault : library_faults()) {
        QVERIFY2(fault.source.starts_with("https://"), fault.id.c_str());
        QVERIFY2(fault.with < fault.without, fault.id.c_str());
        for (const std::string& id : fault.accelerators)
            QVERIFY2(Catalog::built_in().part(PartKind::accelerator, id), id.c_str());
    }
    QVERIFY(!parse_library_faults("{}", "here"));
    const auto odd = parse_library_faults(R"({"faults": [{"id": "a"}]})", "here");
    QVERIFY(!odd && odd.error().where.find("faults/0") != std::string::npos);
}

QTEST_GUILESS_MAIN(TestBusBandwidths)
#include "test_bus_bandwidths.moc"
