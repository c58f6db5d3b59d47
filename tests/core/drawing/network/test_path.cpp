// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/catalog/catalog.h"
#include "core/drawing/network/link_blocks.h"
#include "core/drawing/network/path.h"
#include "core/drawing/project/project_file.h"
#include "tests/support/cli.h"
#include "tests/support/drawing_in_words.h"

#include <QTest>
#include <nlohmann/json.hpp>

#include <cmath>
#include <random>

using namespace roofrack;
using Json = nlohmann::json;

namespace {

const Catalog& catalog() { return Catalog::built_in(); }

Element element(ElementKind kind, const char* id, int count, const char* part, const char* parent = "") {
    Element out;
    out.kind = kind;
    out.id = id;
    out.count = count;
    out.part.id = part;
    out.parent = parent;
    return out;
}

Link link(const char* from, const char* to, LinkPattern pattern, int count) {
    return test::joined(from, to, pattern, count);
}

/// 8 racks of 4 DGX H100; a leaf takes 8 servers, 4:1 to two spines. QM9700: 230 ns.
Cluster fat_tree() {
    Cluster out;
    out.elements = {element(ElementKind::rack, "rack", 8, "rack-48u"),
                    element(ElementKind::server, "dgx", 4, "dgx-h100", "rack"),
                    element(ElementKind::switch_, "leaf", 4, "qm9700"),
                    element(ElementKind::switch_, "spine", 2, "qm9700"),
                    element(ElementKind::feed, "feed", 24, "feed-415v-60a")};
    out.links = {link("dgx", "leaf", LinkPattern::each, 8), link("leaf", "spine", LinkPattern::mesh, 8),
                 link("feed", "rack", LinkPattern::each, 1)};
    return out;
}

Result<Path> path(const Cluster& cluster, const char* from, const char* to, std::optional<double> a = {},
                  std::optional<double> b = {}) {
    const auto table = PortTable::make(cluster, catalog());
    if (!table) return tl::unexpected(table.error());
    return find_path(cluster, catalog(), *table, from, to, a, b);
}

bool near(double a, double b) { return std::abs(a - b) <= 1e-9 * std::abs(b); }

} // namespace

class TestPath : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void blocks_are_the_expanded_cables();
    void under_one_leaf();
    void through_the_spine();
    void from_rack_to_rack();
    void rails_stay_under_their_leaf();
    void a_slow_cable_holds_the_flow();
    void storage_has_its_own_network();
    void through_three_tiers();
    void along_a_torus();
    void along_a_twisted_torus();
    void inside_an_nvlink_domain();
    void through_a_dragonfly();
    void between_sites();
    void from_a_feed();
    void from_one_feed_to_one_rack();
    void what_is_down_is_no_way();
    void others_take_their_share();
    void what_has_no_path();
    void the_command_prints_it();
};

/// Every cable drawn one by one, against the closed formulas.
void TestPath::blocks_are_the_expanded_cables() {
    std::mt19937 random(7);
    const auto pick = [&](int low, int high) { return std::uniform_int_distribution(low, high)(random); };
    for (int round = 0; round < 400; ++round) {
        LinkSpan span;
        span.pattern = std::array{LinkPattern::each, LinkPattern::rail, LinkPattern::mesh}[round % 3];
        span.count = pick(1, 4);
        const int containers = pick(1, 3);
        if (span.pattern == LinkPattern::rail)
            span.b = span.count * pick(1, 3); // whole groups
        else
            span.b = pick(1, 5);
        span.a = span.pattern == LinkPattern::each ? span.b + pick(0, 9) : pick(1, 12);
        const int froms = static_cast<int>(span.a) * containers, tos = static_cast<int>(span.b) * containers;
        std::vector<std::vector<double>> cables(static_cast<size_t>(froms),
                                                std::vector<double>(static_cast<size_t>(tos)));
        for (int i = 0; i < froms; ++i) {
            const int container = i / static_cast<int>(span.a), inside = i % static_cast<int>(span.a);
            const int first = container * static_cast<int>(span.b);
            auto& row = cables[static_cast<size_t>(i)];
            if (span.pattern == LinkPattern::mesh)
                for (int t = 0; t < span.b; ++t) row[static_cast<size_t>(first + t)] = span.count;
            if (span.pattern == LinkPattern::each)
                row[static_cast<size_t>(first + inside * static_cast<int>(span.b) /
                                                    static_cast<int>(span.a))] = span.count;
            if (span.pattern == LinkPattern::rail) {
                const int groups = static_cast<int>(span.b / span.count);
                const int group = inside * groups / static_cast<int>(span.a);
                for (int k = 0; k < span.count; ++k)
                    row[static_cast<size_t>(first + group * static_cast<int>(span.count) + k)] = 1;
            }
        }
        const LinkBlocks blocks(span);
        const int f0 = pick(0, froms - 1), f1 = pick(f0 + 1, froms), t0 = pick(0, tos - 1),
                  t1 = pick(t0 + 1, tos);
        double expected = 0;
        int low = tos, high = 0;
        for (int i = f0; i < f1; ++i)
            for (int t = 0; t < tos; ++t) {
                const double here = cables[static_cast<size_t>(i)][static_cast<size_t>(t)];
                if (here <= 0) continue;
                low = std::min(low, t);
                high = std::max(high, t + 1);
                if (t >= t0 && t < t1) expected += here;
            }
        const InstanceRange a{double(f0), double(f1)}, b{double(t0), double(t1)};
        QVERIFY(near(blocks.cables(a, b) + 1, expected + 1));
        QCOMPARE(blocks.tos(a).first, double(low));
        QCOMPARE(blocks.tos(a).last, double(high));
        for (int i = 0; i < froms; ++i) {
            bool joined = false;
            for (int t = t0; t < t1; ++t)
                joined = joined || cables[static_cast<size_t>(i)][static_cast<size_t>(t)] > 0;
            if (joined) QVERIFY(blocks.froms(b).holds(i));
        }
    }
}

void TestPath::under_one_leaf() {
    const auto way = path(fat_tree(), "dgx", "dgx", 0, 7);
    QVERIFY(way);
    QCOMPARE(way->switches, 1);
    QCOMPARE(way->flow.value, 50e9);  // one NIC of 400 Gb/s
    QCOMPARE(way->pair.value, 400e9); // eight of them
    QVERIFY(near(way->latency.si(), 1.3e-6 + 0.23e-6));
    QCOMPARE(way->steps.size(), size_t(2));
    QCOMPARE(way->steps[0].to.element, 2);
    QCOMPARE(way->steps[0].to.instance, 0.0);
}

void TestPath::through_the_spine() {
    const auto way = path(fat_tree(), "dgx", "dgx", 0, 8); // the ninth stands under the second leaf
    QVERIFY(way);
    QCOMPARE(way->switches, 3);
    QCOMPARE(way->steps.size(), size_t(4));
    QCOMPARE(way->steps[0].to.instance, 0.0);
    QCOMPARE(way->steps[2].to.instance, 1.0);
    QVERIFY(near(way->latency.si(), 1.3e-6 + 3 * 0.23e-6));
    QCOMPARE(way->formula, std::string("both NICs + 3 switches"));
    QCOMPARE(way->terms.size(), size_t(4));
    // Without numbers the first and the last: 16 servers with 128 NICs to the other half, through the 16
    // uplinks of each of two leafs.
    const auto farthest = path(fat_tree(), "dgx", "dgx");
    QVERIFY(farthest);
    QCOMPARE(farthest->to().instance, 31.0);
    QCOMPARE(farthest->pair.value, 400e9);
    QVERIFY(near(farthest->aggregate.value, 2 * 16 * 50e9));
    QCOMPARE(farthest->aggregate.link, 1);
}

void TestPath::from_rack_to_rack() {
    Cluster cluster = fat_tree();
    cluster.elements.push_back(element(ElementKind::rack, "late", 1, "rack-48u"));
    cluster.elements.push_back(element(ElementKind::server, "late-dgx", 2, "dgx-h100", "late"));
    cluster.links.push_back(link("late-dgx", "spine", LinkPattern::mesh, 4));
    const auto way = path(cluster, "rack", "late");
    QVERIFY(way);
    QCOMPARE(way->switches, 2); // leaf, spine
    QVERIFY(near(way->latency.si(), 1.3e-6 + 2 * 0.23e-6));
    QCOMPARE(way->flow.value, 50e9);
    QCOMPARE(way->pair.value, 400e9);
    // All 32 send to the two: their sixteen NICs hold it.
    QVERIFY(near(way->aggregate.value, 16 * 50e9));
    QCOMPARE(way->aggregate.link, 3);
    const auto to_switch = path(cluster, "rack", "spine");
    QVERIFY(to_switch);
    QCOMPARE(to_switch->switches, 1);
    QVERIFY(near(to_switch->latency.si(), 0.65e-6 + 0.23e-6)); // one NIC, one switch passed
}

void TestPath::rails_stay_under_their_leaf() {
    Cluster cluster = fat_tree();
    cluster.find("leaf")->count = 8;
    cluster.links[0] = link("dgx", "leaf", LinkPattern::rail, 8);
    QCOMPARE(path(cluster, "dgx", "dgx")->switches, 1);
    cluster.find("leaf")->count = 16; // two groups of eight
    QCOMPARE(path(cluster, "dgx", "dgx")->switches, 3);
    QCOMPARE(path(cluster, "dgx", "dgx", 0, 15)->switches, 1);
    QCOMPARE(path(cluster, "dgx", "dgx", 15, 16)->switches, 3);
    cluster.links.erase(cluster.links.begin() + 1); // rail-only: nothing joins the groups
    QVERIFY(!path(cluster, "dgx", "dgx"));
}

void TestPath::a_slow_cable_holds_the_flow() {
    Cluster cluster = fat_tree();
    cluster.links[1].cable = "aoc-200g";
    const auto way = path(cluster, "dgx", "dgx");
    QVERIFY(way);
    QCOMPARE(way->flow.value, 25e9);
    QCOMPARE(way->flow.link, 1);
    cluster.links[0].health = 0.5; // half of the NICs' cables are down; one flow does not notice
    QCOMPARE(path(cluster, "dgx", "dgx")->pair.value, 200e9);
    QCOMPARE(path(cluster, "dgx", "dgx", 0, 1)->flow.value, 50e9);
}

void TestPath::storage_has_its_own_network() {
    Cluster cluster = fat_tree();
    cluster.elements.push_back(element(ElementKind::switch_, "store-leaf", 1, "qm9700"));
    cluster.elements.push_back(element(ElementKind::storage, "store", 1, "flash-appliance"));
    cluster.links.push_back(link("dgx", "store-leaf", LinkPattern::each, 1));
    cluster.links.push_back(link("store", "store-leaf", LinkPattern::each, 2));
    QCOMPARE(path(cluster, "dgx", "dgx")->switches, 3); // not over the storage switch, though it is shorter
    const auto read = path(cluster, "store", "dgx");
    QVERIFY(read);
    QCOMPARE(read->switches, 1);
    QCOMPARE(read->pair.value, 50e9);          // the server's one cable
    QCOMPARE(read->aggregate.value, 2 * 50e9); // the appliance's two
}

void TestPath::through_three_tiers() {
    const auto loaded = read_project(ROOFRACK_SOURCE_DIR "/samples/llama3-405b-16k.roofrack.json", catalog());
    QVERIFY(loaded);
    const Cluster& cluster = loaded->project.scenarios[0].cluster;
    // Two servers a rack and one switch a rack; 192 racks a pod.
    QCOMPARE(path(cluster, "pod-rack-server", "pod-rack-server", 0, 1)->switches, 1);
    QCOMPARE(path(cluster, "pod-rack-server", "pod-rack-server", 0, 2)->switches, 3);
    QCOMPARE(path(cluster, "pod-rack-server", "pod-rack-server", 0, 383)->switches, 3);
    QCOMPARE(path(cluster, "pod-rack-server", "pod-rack-server", 0, 384)->switches, 5);
    const auto way = path(cluster, "pod-rack", "part-pod-rack");
    QVERIFY(way);
    QCOMPARE(way->switches, 5);
    double hops = 0;
    for (const PathStep& step : way->steps) hops += step.latency.si();
    QVERIFY(near(way->latency.si(), 1.3e-6 + hops));
}

void TestPath::along_a_torus() {
    Cluster cluster;
    cluster.elements = {element(ElementKind::server, "tpu", 64, "tpu-v4-host")};
    cluster.links = {link("tpu", "tpu", LinkPattern::torus, 1)};
    cluster.links[0].dims = {4, 4, 4};
    const auto farthest = path(cluster, "tpu", "tpu");
    QVERIFY(farthest);
    QCOMPARE(farthest->links, 6.0); // two along each axis
    QVERIFY(near(farthest->latency.si(), 6e-6));
    QCOMPARE(farthest->switches, 0);
    QCOMPARE(path(cluster, "tpu", "tpu", 0, 1)->links, 1.0);
    QCOMPARE(path(cluster, "tpu", "tpu", 0, 3)->links, 1.0); // round the back
    QCOMPARE(path(cluster, "tpu", "tpu", 0, 63)->links, 3.0);
    // Chips counted: hosts of 2 × 2 × 1, through two racks.
    Cluster chips = cluster;
    chips.elements.push_back(element(ElementKind::rack, "rack", 2, "rack-48u"));
    chips.elements[0].parent = "rack";
    chips.elements[0].count = 8;
    chips.links[0].dims = {4, 4, 4};
    QCOMPARE(path(chips, "tpu", "tpu", 0, 1)->links, 2.0);
    QCOMPARE(path(chips, "tpu", "tpu", 0, 15)->links, 5.0); // 2 + 2 + 1 round the back
    chips.links[0].dims = {3, 4, 4};
    QVERIFY(!path(chips, "tpu", "tpu")); // dims that join nothing
    // The cut across one axis meets 16 lines twice.
    QVERIFY(near(farthest->aggregate.value, 32 * farthest->flow.value));
}

void TestPath::along_a_twisted_torus() {
    Cluster cluster;
    cluster.elements = {element(ElementKind::server, "tpu", 128, "tpu-v4-host")};
    cluster.links = {link("tpu", "tpu", LinkPattern::torus, 1)};
    cluster.links[0].dims = {4, 4, 8};
    const double straight = path(cluster, "tpu", "tpu")->links;
    QCOMPARE(straight, 8.0); // 2 + 2 + 4
    const double cut = path(cluster, "tpu", "tpu")->aggregate.value;
    cluster.links[0].twisted = true;
    // The first line closes half way up the third: three links on, and one back to four further on.
    QCOMPARE(path(cluster, "tpu", "tpu", 0, 3)->links, 3.0);
    QCOMPARE(path(cluster, "tpu", "tpu", 0, 3 + 4 * 16)->links, 1.0);
    QVERIFY(path(cluster, "tpu", "tpu")->links < straight);
    QVERIFY(near(path(cluster, "tpu", "tpu")->aggregate.value, 2 * cut));
    // No torus of such dims is twisted.
    cluster.links[0].dims = {4, 2, 16};
    const double plain = path(cluster, "tpu", "tpu")->links;
    cluster.links[0].twisted = false;
    QCOMPARE(path(cluster, "tpu", "tpu")->links, plain);
}

void TestPath::inside_an_nvlink_domain() {
    Cluster cluster;
    cluster.elements = {element(ElementKind::rack, "rack", 2, "mgx-48u"),
                        element(ElementKind::server, "tray", 18, "gb200-tray", "rack"),
                        element(ElementKind::switch_, "leaf", 1, "qm9700")};
    cluster.links = {link("tray", "leaf", LinkPattern::each, 4)};
    const auto inside = path(cluster, "tray", "tray", 0, 17);
    QVERIFY(inside);
    QCOMPARE(inside->steps.size(), size_t(1));
    QCOMPARE(inside->steps[0].link, -1);
    QCOMPARE(inside->flow.value, 900e9);                         // NVLink 5, one direction, a GPU
    QVERIFY(near(inside->latency.si(), 0.6e-6));                 // NCCL 2.30.7 tuning.cc: a hop over NVLink
    QCOMPARE(path(cluster, "tray", "tray", 0, 18)->switches, 1); // the other rack's: over the leaf
}

/// 9 groups of 4 routers with one server each: routers of a group joined to each other, and each group to
/// each other by one cable, of router j mod 4.
void TestPath::through_a_dragonfly() {
    Cluster cluster;
    cluster.elements = {element(ElementKind::pod, "group", 9, ""),
                        element(ElementKind::switch_, "router", 4, "qm9700", "group"),
                        element(ElementKind::server, "dgx", 4, "dgx-h100", "group")};
    cluster.links = {link("dgx", "router", LinkPattern::each, 8),
                     link("router", "router", LinkPattern::mesh, 2),
                     link("router", "group", LinkPattern::mesh, 1)};
    QCOMPARE(path(cluster, "dgx", "dgx", 0, 1)->switches, 2); // its neighbour's router
    // Group 0 leaves for group 4 by its router 0 and arrives at router 0 there.
    QCOMPARE(path(cluster, "dgx", "dgx", 0, 16)->switches, 2);
    QCOMPARE(path(cluster, "dgx", "dgx", 0, 17)->switches, 3);
    // For group 5 by router 1, on to router 0: router 2 is a hop at either end.
    const auto far = path(cluster, "dgx", "dgx", 2, 22);
    QVERIFY(far);
    QCOMPARE(far->switches, 4);
    // As many switches lead through groups 2 and 6: two cables within the group and one to either.
    QCOMPARE(far->pair.value, 4 * 50e9);
    cluster.links.erase(cluster.links.begin() + 1);
    QVERIFY(!path(cluster, "dgx", "dgx", 2, 22)); // routers that nothing joins
}

void TestPath::between_sites() {
    Cluster cluster;
    cluster.elements = {element(ElementKind::site, "a", 1, ""),
                        element(ElementKind::site, "b", 1, ""),
                        element(ElementKind::server, "east", 1, "dgx-h100", "a"),
                        element(ElementKind::switch_, "leaf-a", 1, "qm9700", "a"),
                        element(ElementKind::server, "west", 1, "dgx-h100", "b"),
                        element(ElementKind::switch_, "leaf-b", 1, "qm9700", "b")};
    cluster.links = {link("east", "leaf-a", LinkPattern::each, 8),
                     link("west", "leaf-b", LinkPattern::each, 8),
                     link("leaf-a", "leaf-b", LinkPattern::each, 2)};
    const auto way = path(cluster, "east", "west");
    QVERIFY(way);
    QVERIFY(near(way->latency.si(), 1.3e-6 + 2 * 0.23e-6 + 5e-3)); // 1,000 km of fibre
    QCOMPARE(way->pair.value, 100e9);
}

void TestPath::from_a_feed() {
    const auto way = path(fat_tree(), "dgx", "feed"); // turned round: power comes from the feed
    QVERIFY(way);
    QCOMPARE(way->kind, LinkKind::power);
    QCOMPARE(way->from.element, 4);
    QCOMPARE(way->to().element, 1);
    const double one = 34.5e3 * 0.95; // a 60 A whip at 415 V: 34.5 kVA, power factor 0.95
    QVERIFY(near(way->flow.value, one));
    QVERIFY(near(way->pair.value, 3 * one)); // 24 feeds, 8 racks
    QVERIFY(near(way->aggregate.value, 24 * one));
    QVERIFY(!path(fat_tree(), "feed", "leaf"));
}

void TestPath::from_one_feed_to_one_rack() {
    const Cluster cluster = fat_tree(); // 24 feeds on 8 racks: three each, in order
    const auto third = path(cluster, "feed", "rack", {}, 2.0);
    QVERIFY(third);
    QCOMPARE(third->from.instance, 6.0);
    QCOMPARE(third->to().instance, 2.0);
    const auto last = path(cluster, "feed", "dgx", 23.0, 31.0); // 8 racks of 4
    QVERIFY(last);
    QCOMPARE(last->from.instance, 23.0);
    QCOMPARE(last->steps.front().to.instance, 7.0);
    QVERIFY(!path(cluster, "feed", "rack", {}, 8.0));
    QVERIFY(!path(cluster, "feed", "rack", 24.0, {}));
    const auto other = path(cluster, "feed", "rack", 0.0, 7.0);
    QVERIFY(!other && other.error().what.find("does not serve") != std::string::npos);
}

/// Two equal ways, one of them dead: by its cables, then by its switch.
void TestPath::what_is_down_is_no_way() {
    Cluster cluster;
    cluster.elements = {
        element(ElementKind::server, "s", 1, "dgx-h100"), element(ElementKind::server, "t", 1, "dgx-h100"),
        element(ElementKind::switch_, "a", 1, "qm9700"), element(ElementKind::switch_, "b", 1, "qm9700")};
    for (const char* way : {"a", "b"})
        for (const char* end : {"s", "t"}) cluster.links.push_back(link(end, way, LinkPattern::each, 4));
    QCOMPARE(path(cluster, "s", "t")->steps.front().to.element, 2);
    cluster.links[0].health = 0; // s–a
    QCOMPARE(path(cluster, "s", "t")->steps.front().to.element, 3);
    cluster.links[0].health = 1;
    cluster.elements[2].health = 0;
    QCOMPARE(path(cluster, "s", "t")->steps.front().to.element, 3);
    cluster.elements[3].health = 0;
    QVERIFY(!path(cluster, "s", "t"));
}

void TestPath::others_take_their_share() {
    Cluster cluster = fat_tree();
    const auto free = path(cluster, "dgx", "dgx", 0.0, 31.0);
    for (Link& each : cluster.links) each.background_load = 0.75;
    const auto shared = path(cluster, "dgx", "dgx", 0.0, 31.0);
    QVERIFY(free && shared);
    QVERIFY(near(shared->pair.value, free->pair.value / 4));
    QVERIFY(near(shared->aggregate.value, free->aggregate.value / 4));
}

void TestPath::what_has_no_path() {
    Cluster cluster = fat_tree();
    QVERIFY(!path(cluster, "dgx", "nobody"));
    QVERIFY(!path(cluster, "dgx", "dgx", 0, 32)); // there are 32
    QVERIFY(!path(cluster, "dgx", "dgx", 3, 3));
    QVERIFY(!path(cluster, "dgx", "dgx", -1, 3));
    cluster.links.clear();
    QVERIFY(!path(cluster, "dgx", "dgx"));
    cluster.find("rack")->count = 1;
    cluster.find("dgx")->count = 1;
    QVERIFY(!path(cluster, "dgx", "dgx")); // only one
}

void TestPath::the_command_prints_it() {
    const QString sample = QStringLiteral(ROOFRACK_SOURCE_DIR "/samples/dgx-h100-su.roofrack.json");
    const auto run = [](const QStringList& arguments, QByteArray& out, QByteArray& err) {
        const test::ProgramRun said = test::run_cli(arguments);
        out = said.out;
        err = said.err;
        return said.exit_code;
    };
    QByteArray out, err;
    QCOMPARE(run({"path", sample, "row-a", "row-b", "--json"}, out, err), 0);
    Json json = Json::parse(out.toStdString());
    QCOMPARE(json["switches"].get<int>(), 1);
    QCOMPARE(json["flow"]["value"].get<double>(), 50e9);
    QCOMPARE(json["steps"][0]["link"].get<std::string>(), std::string("row-a-server--leaf"));
    QCOMPARE(run({"path", sample, "row-a-server#1", "row-a-server#2"}, out, err), 0);
    QVERIFY2(out.contains("DGX H100 of Row A #2") && out.contains("1.53 µs"), out.constData());
    QCOMPARE(run({"path", sample, "row-a", "crah"}, out, err), 0);
    QCOMPARE(run({"path", sample, "row-a", "crah#999"}, out, err), 1); // there are fewer
    QCOMPARE(run({"path", sample, "row-a", "nobody"}, out, err), 3);
    QVERIFY2(err.contains("'nobody' is not drawn"), err.constData());
    QCOMPARE(run({"path", sample, "spine", "storage"}, out, err), 1); // two networks
    QCOMPARE(run({"path", sample, "row-a#x", "row-b"}, out, err), 2);
    QCOMPARE(run({"links", sample, "--json"}, out, err), 0);
    json = Json::parse(out.toStdString());
    for (const Json& each : json["elements"])
        if (each["id"] == "leaf") {
            QCOMPARE(each["oversubscription"].get<double>(), 1.0);
            QCOMPARE(each["ports"][0]["used"].get<double>(), 64.0);
        }
    QCOMPARE(json["links"].size(), size_t(10));
    QCOMPARE(run({"links", sample, "--scenario", "nowhere"}, out, err), 2);
}

QTEST_GUILESS_MAIN(TestPath)
#include "test_path.moc"
