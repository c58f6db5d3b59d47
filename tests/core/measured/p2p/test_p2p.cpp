// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/network/fabric.h"
#include "core/measured/p2p/p2p_import.h"
#include "tests/support/every_drawing.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <set>

using namespace roofrack;
using namespace roofrack::test;

namespace {

/// Every cable by the devices at its ends, and its rate.
std::multiset<std::string> cables_of(const P2pFile& file) {
    std::multiset<std::string> out;
    for (const P2pLink& link : file.links) {
        const std::string &a = file.nodes[link.a].name, &z = file.nodes[link.z].name;
        out.insert(fmt::format("{} – {} {:.6g}", std::min(a, z), std::max(a, z), link.rate));
    }
    return out;
}

/// Latencies of parts that are the project's own are in no P2P file.
QByteArray text_of(const std::vector<FabricLevel>& levels, bool with_latency) {
    QByteArray out;
    for (const FabricLevel& level : levels)
        out += QByteArray::fromStdString(fmt::format("{:.0f} GPUs, {:.6g} out, {:.6g} in, {:.3g} s\n",
                                                     level.block_gpus, level.egress.si(), level.inside.si(),
                                                     with_latency ? level.latency.si() : 0));
    return out;
}

const char* const heading = "A-Node Name,A-Type,A-Port,Z-Node Name,Z-Type,Z-Port\n";

Result<P2pFile> read(const std::string& text, std::vector<Diagnostic>* said = nullptr) {
    std::vector<Diagnostic> warnings;
    auto out = read_p2p({"p.csv", text}, warnings);
    if (said) *said = warnings;
    return out;
}

} // namespace

class TestP2p : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void written_and_read_it_is_the_same_network_data() { add_every_drawing(); }
    void written_and_read_it_is_the_same_network() {
        QFETCH(QByteArray, name);
        const auto scenario = scenario_of(name);
        const Catalog& catalog = Catalog::built_in();
        const auto list = CableList::make(scenario->cluster, catalog);
        QVERIFY(list);
        if (list->count() == 0) return;
        for (const bool workbook : {true, false}) {
            const auto bytes = workbook ? p2p_workbook(*list) : Result<std::string>(p2p_csv(*list));
            QVERIFY2(bytes.has_value(), bytes ? "" : bytes.error().what.c_str());
            std::vector<Diagnostic> warnings;
            const auto file = read_p2p({"site.xlsx", *bytes}, warnings);
            QVERIFY2(file.has_value(), file ? "" : (file.error().where + file.error().what).c_str());
            QCOMPARE(static_cast<double>(file->links.size()), list->count());
            const auto cluster = draw_p2p(*file, catalog, {}, "site.xlsx", warnings);
            QVERIFY2(cluster.has_value(), cluster ? "" : cluster.error().what.c_str());
            // As few things as were drawn.
            QVERIFY2(cluster->elements.size() <= scenario->cluster.elements.size() + 6,
                     QByteArray::number(static_cast<int>(cluster->elements.size())));
            const auto again = CableList::make(*cluster, catalog);
            QVERIFY(again);
            const auto back = read_p2p({"again.csv", p2p_csv(*again)}, warnings);
            QVERIFY(back);
            QCOMPARE(cables_of(*back), cables_of(*file));
            if (!workbook) continue;
            const auto drawn = fabric(scenario->cluster, catalog), imported = fabric(*cluster, catalog);
            QCOMPARE(imported.has_value(), drawn.has_value());
            const bool is_template = !name.contains('/');
            if (drawn) QCOMPARE(text_of(imported->levels, is_template), text_of(drawn->levels, is_template));
        }
    }

    void rates_stay_with_their_cables_data() {
        QTest::addColumn<QByteArray>("rows");
        QByteArray rails, leaves, both;
        for (int i = 0; i < 8; ++i)
            rails += "h" + QByteArray::number(i) + ",Host,rail1,s1,Switch," + QByteArray::number(i + 1) +
                     (i == 3 ? ",100\n" : ",400\n");
        QTest::newRow("one host is slower") << rails;
        QTest::newRow("two cables of one host")
            << QByteArray("x,Host,1,s1,Switch,1,400\nx,Host,2,s1,Switch,2,100\n");
        for (int i = 0; i < 4; ++i)
            for (int k = 0; k < 2; ++k)
                leaves += "leaf" + QByteArray::number(i) + ",Switch," + QByteArray::number(k + 1) + ",spine" +
                          QByteArray::number(k) + ",Switch," + QByteArray::number(i + 1) +
                          (i == 2 && k == 1 ? ",200\n" : ",800\n");
        QTest::newRow("one uplink is slower") << leaves;
        for (int i = 0; i < 4; ++i) {
            const QByteArray host = "h" + QByteArray::number(i);
            both += host + ",Host,1,s1,Switch," + QByteArray::number(2 * i + 1) + ",400\n";
            both += host + ",Host,2,s1,Switch," + QByteArray::number(2 * i + 2) + ",100\n";
        }
        QTest::newRow("each host has two rates") << both;
    }
    void rates_stay_with_their_cables() {
        QFETCH(QByteArray, rows);
        const auto file =
            read("A-Node Name,A-Type,A-Port,Z-Node Name,Z-Type,Z-Port,Rate-Gbps\n" + rows.toStdString());
        QVERIFY(file);
        std::vector<Diagnostic> said;
        const auto cluster =
            draw_p2p(*file, Catalog::built_in(), {{"server", "dgx-h100"}, {"switch", "sn5600"}}, "p", said);
        QVERIFY(cluster);
        std::multiset<int> read_rates, drawn_rates;
        for (const P2pLink& link : file->links) read_rates.insert(qRound(link.rate / 1e9));
        CableList::make(*cluster, Catalog::built_in())->visit([&](const LaidCable& cable) {
            drawn_rates.insert(qRound(cable.rate->si() * 8 / 1e9));
            return true;
        });
        QCOMPARE(drawn_rates, read_rates);
        const auto list = CableList::make(*cluster, Catalog::built_in());
        const auto back = read_p2p({"again.csv", p2p_csv(*list)}, said);
        QVERIFY(back);
        std::multiset<std::string> degrees, again; // cables of each rate at each node
        for (const auto& [from, into] : {std::pair(&*file, &degrees), {&*back, &again}}) {
            std::map<size_t, std::multiset<int>> rates;
            for (const P2pLink& link : from->links)
                for (const size_t node : {link.a, link.z}) rates[node].insert(qRound(link.rate / 1e9));
            for (const auto& [node, each] : rates) into->insert(fmt::format("{}", fmt::join(each, " ")));
        }
        QCOMPARE(again, degrees);
    }

    void cables_without_a_rate_are_as_fast_as_the_others() {
        const auto file = read("A-Node Name,A-Type,A-Port,Z-Node Name,Z-Type,Z-Port,Rate-Gbps\n"
                               "h1,Host,1,s1,Switch,1,100\nh2,Host,1,s1,Switch,2,\n");
        std::vector<Diagnostic> said;
        const auto cluster = draw_p2p(*file, Catalog::built_in(), {}, "p", said);
        QVERIFY(cluster);
        QCOMPARE(cluster->links.size(), size_t{1});
        QCOMPARE(cluster->links[0].bandwidth->si() * 8, 100e9);
    }

    void rates_are_read_as_they_are_written_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<double>("gigabits"); // 0: it is refused
        QTest::newRow("number") << QByteArray("400") << 400.0;
        QTest::newRow("lanes") << QByteArray("4x100") << 400.0;
        QTest::newRow("lanes with units") << QByteArray("2 x 400G") << 800.0;
        QTest::newRow("terabits") << QByteArray("1.6T") << 1600.0;
        QTest::newRow("in words") << QByteArray("1.6 Tb/s") << 1600.0;
        QTest::newRow("ethernet") << QByteArray("400GbE") << 400.0;
        QTest::newRow("gigabits") << QByteArray("200 Gbps") << 200.0;
        for (const char* wrong :
             {"4x", "x100", "4x0", "400 apples", "NDR", "-400", "0", "1e9", "4x100x2", "400M"})
            QTest::newRow(wrong) << QByteArray(wrong) << 0.0;
    }
    void rates_are_read_as_they_are_written() {
        QFETCH(QByteArray, text);
        QFETCH(double, gigabits);
        const auto file =
            read("A-Node Name,A-Port,Z-Node Name,Z-Port,Rate-Gbps\nh1,1,s1,2," + text.toStdString() + "\n");
        QCOMPARE(file.has_value(), gigabits > 0);
        if (file)
            QCOMPARE(file->links[0].rate, gigabits * 1e9);
        else
            QVERIFY(file.error().what.find("no rate") != std::string::npos);
    }

    void types_are_read_as_they_are_meant_data() {
        QTest::addColumn<QByteArray>("type");
        QTest::addColumn<QByteArray>("kind");
        for (const char* type :
             {"Switch", "IB-Leaf", "spine 3", "ToR", "Core1", "Storage Switch", "LeafSwitch"})
            QTest::newRow(type) << QByteArray(type) << QByteArray("switch");
        for (const char* type : {"Storage", "Storage Node", "storage-server"})
            QTest::newRow(type) << QByteArray(type) << QByteArray("storage");
        for (const char* type : {"Host", "Monitor", "Motor", "Scorer", "Compute Node"})
            QTest::newRow(type) << QByteArray(type) << QByteArray("host");
    }
    void types_are_read_as_they_are_meant() {
        QFETCH(QByteArray, type);
        QFETCH(QByteArray, kind);
        const auto file = read(heading + ("n1," + type.toStdString() + ",1,s1,Switch,2\n"));
        QVERIFY(file);
        const P2pNode& node = file->nodes[0];
        QVERIFY(node.has_type);
        QCOMPARE(QByteArray(node.is_switch ? "switch" : node.is_storage ? "storage" : "host"), kind);
    }

    /// Two layers of switches of a part without a network, all to all.
    static Cluster meshed_switches(int count) {
        Cluster cluster;
        for (const char* id : {"leaf", "spine"}) {
            Element element;
            element.id = id;
            element.name = id;
            element.kind = ElementKind::switch_;
            element.count = count;
            cluster.elements.push_back(std::move(element));
        }
        Link link;
        link.id = "l";
        link.from = "leaf";
        link.to = "spine";
        link.pattern = LinkPattern::mesh;
        cluster.links.push_back(std::move(link));
        return cluster;
    }

    void a_network_that_nobody_tells_has_no_protocol() {
        const auto list = CableList::make(meshed_switches(2), Catalog::built_in());
        QVERIFY(p2p_csv(*list).find("ethernet") == std::string::npos);
        const auto said = p2p_warnings(*list);
        QCOMPARE(said.size(), size_t{1});
        QVERIFY2(said[0].what.find("\"leaf\" and \"spine\"") != std::string::npos, said[0].what.c_str());
        const auto known = CableList::make(scenario_of("fat-tree")->cluster, Catalog::built_in());
        QVERIFY(p2p_warnings(*known).empty());
        QVERIFY(p2p_csv(*known).find(",ib,") != std::string::npos ||
                p2p_csv(*known).find(",ethernet,") != std::string::npos);
    }

    void a_sheet_that_is_too_short_is_said() {
        const auto list = CableList::make(meshed_switches(1024), Catalog::built_in());
        QCOMPARE(list->count(), 1'048'576.0);
        const auto book = p2p_workbook(*list);
        QVERIFY(!book);
        QVERIFY2(book.error().what.find("1,048,577") != std::string::npos, book.error().what.c_str());
        QVERIFY(book.error().fix.find(".csv") != std::string::npos);
    }

    void what_cannot_be_is_said_data() {
        QTest::addColumn<QByteArray>("rows");
        QTest::addColumn<QByteArray>("said");
        QTest::newRow("a cable to itself")
            << QByteArray("s1,Switch,1,s1,Switch,2\n") << QByteArray("back to it");
        QTest::newRow("no port") << QByteArray("h1,Host,,s1,Switch,2\n") << QByteArray("names no port");
        QTest::newRow("no node") << QByteArray("h1,Host,1,,Switch,2\n") << QByteArray("names no node");
        QTest::newRow("a port twice") << QByteArray("h1,Host,1,s1,Switch,2\nh2,Host,1,s1,Switch,2\n")
                                      << QByteArray("port 2 of \"s1\" has a cable already, by cables, row 2");
        QTest::newRow("nothing") << QByteArray("") << QByteArray("no cable");
    }
    void what_cannot_be_is_said() {
        QFETCH(QByteArray, rows);
        QFETCH(QByteArray, said);
        const auto file = read(heading + rows.toStdString());
        QVERIFY(!file);
        QVERIFY2(QByteArray::fromStdString(file.error().what).contains(said), file.error().what.c_str());
    }

    void a_file_without_the_columns_is_said() {
        QVERIFY(!read("a,b\n1,2\n"));
        QVERIFY(!read(""));
        QVERIFY(!read("PK\x03\x04nonsense"));
        QVERIFY(!read(std::string("\xff\xfe\x00", 3)));
    }

    void cables_listed_from_both_ends_count_once() {
        std::vector<Diagnostic> said;
        const auto file =
            read(heading + std::string("h1,Host,1,s1,Switch,2\ns1,Switch,2,h1,Host,1\n"), &said);
        QVERIFY(file);
        QCOMPARE(file->links.size(), size_t{1});
        QCOMPARE(said.size(), size_t{1});
        QVERIFY(said[0].what.find("both ends") != std::string::npos);
    }

    void ports_that_nobody_knows_are_said() {
        std::vector<Diagnostic> said;
        QVERIFY(read(heading + std::string("h1,Host,left one,s1,Switch,swp2s0\n"), &said));
        QCOMPARE(said.size(), size_t{1});
        QVERIFY(said[0].what.find("left one") != std::string::npos);
        QVERIFY(read(heading + std::string("h1,Host,rail3,s1,Switch,sw12p1\nh1,Host,mlx5_0,s1,Switch,1/3\n"),
                     &said));
        QVERIFY(said.empty());
    }

    void a_missing_cable_leaves_the_rest_together() {
        std::string text = heading;
        for (int i = 0; i < 32; ++i)
            for (int k = 0; k < 8; ++k)
                if (i != 5 || k != 3)
                    text += fmt::format("gpu-{:03},Host,rail{},leaf-{:02},Switch,swp{}\n", i, k + 1, k + 1,
                                        i + 1);
        const auto file = read(text);
        QVERIFY(file);
        std::vector<Diagnostic> said;
        const auto cluster =
            draw_p2p(*file, Catalog::built_in(), {{"server", "dgx-h100"}, {"switch", "sn5600"}}, "p", said);
        QVERIFY(cluster);
        QVERIFY(cluster->elements.size() <= 6);
        const auto list = CableList::make(*cluster, Catalog::built_in());
        QCOMPARE(list->count(), 255.0);
    }

    void a_part_that_there_is_not_is_said() {
        const auto file = read(heading + std::string("h1,Host,1,s1,Switch,2\n"));
        std::vector<Diagnostic> said;
        QVERIFY(!draw_p2p(*file, Catalog::built_in(), {{"server", "no-such"}}, "p", said));
        QVERIFY(draw_p2p(*file, Catalog::built_in(), {}, "p", said));
        QCOMPARE(said.size(), size_t{2}); // neither server nor switch is said
    }
};

QTEST_GUILESS_MAIN(TestP2p)
#include "test_p2p.moc"
