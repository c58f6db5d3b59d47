// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/catalog/catalog.h"
#include "core/drawing/check/check.h"
#include "core/drawing/project/project_file.h"
#include "core/drawing/project/project_schema.h"
#include "core/drawing/rack_layout.h"
#include "tests/support/cli.h"

#include <QFloat16>
#include <QTest>
#include <nlohmann/json.hpp>

#include <random>

using namespace roofrack;

namespace {

/// A 48 U rack; a DGX H100 is 8 U high, a QM9700 1 U (their data sheets).
Cluster cluster_of(int servers, std::optional<int> u = {}) {
    Cluster out;
    Element rack;
    rack.id = "rack";
    rack.kind = ElementKind::rack;
    rack.part.id = "rack-48u";
    Element leaf;
    leaf.id = "leaf";
    leaf.kind = ElementKind::switch_;
    leaf.parent = "rack";
    leaf.part.id = "qm9700";
    leaf.count = 2;
    Element server;
    server.id = "server";
    server.parent = "rack";
    server.part.id = "dgx-h100";
    server.count = servers;
    server.u = u;
    out.elements = {rack, server, leaf};
    return out;
}

RackLayout layout_of(const Cluster& cluster) { return *rack_layout(cluster, Catalog::built_in(), "rack"); }

std::vector<int> units_of(const RackLayout& layout, const std::string& element) {
    std::vector<int> out;
    for (const RackDevice& device : layout.devices)
        if (device.element == element) out.push_back(device.u);
    return out;
}

} // namespace

class TestRackLayout : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void switches_on_top_servers_from_the_floor() {
        const RackLayout layout = layout_of(cluster_of(4));
        QCOMPARE(layout.units, 48);
        QCOMPARE(layout.used, 34.0);
        QCOMPARE(units_of(layout, "leaf"), (std::vector<int>{48, 47}));
        QCOMPARE(units_of(layout, "server"), (std::vector<int>{25, 17, 9, 1}));
        // 10.2 kW at most (NVIDIA DGX H100 user guide), all to air.
        QCOMPARE(*layout.devices[2].power, 10200.0);
        QVERIFY(layout.heat_to_air >= 40800 && layout.heat_to_liquid == 0);
        QVERIFY(!rack_layout(cluster_of(1), Catalog::built_in(), "leaf"));
        QVERIFY(!rack_layout(cluster_of(1), Catalog::built_in(), "nothing"));
    }

    void what_is_sold_is_in_no_sum() {
        Cluster cluster = cluster_of(2);
        Element owned = *cluster.find("server");
        owned.id = "owned";
        owned.count = 1;
        cluster.elements.push_back(owned);
        const double leaves = layout_of(cluster).power - 3 * 10200.0; // power of the switches
        QVERIFY(leaves >= 0);
        const auto server = std::ranges::find(cluster.elements, "server", &Element::id);
        server->procurement = Procurement::sell;
        const RackLayout stays = layout_of(cluster);
        QCOMPARE(stays.power, leaves + 10200.0);
        QCOMPARE(stays.heat_to_air + stays.heat_to_liquid, stays.power);
        QCOMPARE(std::ranges::count(stays.devices, true, &RackDevice::goes), 2);
        QCOMPARE(stays.devices.size(), size_t(5)); // it is listed
        // A rack that is sold itself is shown as what it is.
        std::ranges::find(cluster.elements, ElementKind::rack, &Element::kind)->procurement =
            Procurement::sell;
        QCOMPARE(layout_of(cluster).power, leaves + 3 * 10200.0);
        QCOMPARE(std::ranges::count(layout_of(cluster).devices, true, &RackDevice::goes), 0);
    }

    void a_unit_of_its_own_is_kept_and_saved() {
        Cluster cluster = cluster_of(2, 20);
        QCOMPARE(units_of(layout_of(cluster), "server"), (std::vector<int>{28, 20}));
        Project project;
        project.scenarios.emplace_back().cluster = cluster;
        const std::string text = project_text(project, Catalog::built_in());
        QVERIFY(text.find("\"u\": 20") != std::string::npos);
        const auto read = parse_project(text, Catalog::built_in());
        QVERIFY(read.has_value());
        QVERIFY(read->project.scenarios[0].cluster == cluster);
        QVERIFY(project_schema(Catalog::built_in()).find("\"u\"") != std::string::npos);
        // 0 and a word are no units.
        for (const char* const bad : {"\"u\": 0", "\"u\": \"top\""}) {
            std::string broken = text;
            broken.replace(broken.find("\"u\": 20"), 7, bad);
            QVERIFY(!parse_project(broken, Catalog::built_in()).has_value());
        }
    }

    void what_does_not_fit_stands_above() {
        const RackLayout layout = layout_of(cluster_of(7)); // 7 × 8 + 2 = 58 U
        QCOMPARE(layout.used, 58.0);
        QCOMPARE(std::ranges::count(layout.devices, false, &RackDevice::fits), 2);
        QVERIFY(layout.highest() > 48);
        bool said = false;
        for (const Finding& finding : check_cluster(cluster_of(7), Catalog::built_in()))
            said |= finding.id == "rack-over-full" && finding.message.find("58 U") != std::string::npos;
        QVERIFY(said);
        // Height enough, but the server was put too high.
        said = false;
        for (const Finding& finding : check_cluster(cluster_of(1, 45), Catalog::built_in()))
            said |= finding.id == "rack-over-full" &&
                    finding.message.find("above the uppermost") != std::string::npos;
        QVERIFY(said);
        // Two at one place: the second goes where there is room.
        Cluster cluster = cluster_of(1, 10);
        cluster.elements[2].u = 12;
        cluster.elements[2].count = 1;
        const RackLayout clash = layout_of(cluster);
        QCOMPARE(units_of(clash, "server"), std::vector<int>{10});
        QCOMPARE(units_of(clash, "leaf"), std::vector<int>{48});
        // A million boxes are counted, not drawn.
        const RackLayout many = layout_of(cluster_of(1000000));
        QVERIFY(many.devices.size() <= 400 && many.left_out > 999000);
    }

    void moving_pushes_the_others_aside() {
        const RackLayout layout = layout_of(cluster_of(4));
        QCOMPARE(place_in_rack(layout, "server", 3, 32),
                 (std::vector<RackPlace>{{"server", 3}, {"leaf", 47}}));
        QCOMPARE(place_in_rack(layout, "server", 40, 32), // to the top: the switches come under it
                 (std::vector<RackPlace>{{"leaf", 15}, {"server", 17}}));
        QCOMPARE(place_in_rack(layout, "leaf", 1, 2), (std::vector<RackPlace>{{"leaf", 1}, {"server", 3}}));
        QCOMPARE(place_in_rack(layout, "guest", 34, 4),
                 (std::vector<RackPlace>{{"server", 1}, {"guest", 34}, {"leaf", 47}}));
    }

    // Whatever is moved: nothing overlaps, nothing sinks below the floor, and what fits stays inside.
    void any_move_leaves_an_order() {
        std::mt19937 random(3);
        for (int round = 0; round < 300; ++round) {
            const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
            Cluster cluster = cluster_of(1 + below(4));
            for (int i = 0; i < below(4); ++i) {
                Element more = cluster.elements[static_cast<size_t>(1 + below(2))];
                more.id += "-" + std::to_string(i + 2);
                more.count = 1 + below(2);
                if (below(2)) more.u = 1 + below(48);
                cluster.elements.push_back(more);
            }
            const RackLayout layout = layout_of(cluster);
            const RackDevice& moved =
                layout.devices[static_cast<size_t>(below(static_cast<int>(layout.devices.size())))];
            const int height = moved.height * cluster.find(moved.element)->count;
            for (const RackPlace& place : place_in_rack(layout, moved.element, below(60) - 5, height))
                cluster.find(place.element)->u = place.u;
            const RackLayout after = layout_of(cluster);
            std::vector<bool> taken(200);
            for (const RackDevice& device : after.devices) {
                QVERIFY(device.u >= 1);
                if (after.used <= 48) QVERIFY2(device.fits, device.element.c_str());
                for (int u = device.u; u <= device.top(); ++u) {
                    QVERIFY(!taken[static_cast<size_t>(u)]);
                    taken[static_cast<size_t>(u)] = true;
                }
                QCOMPARE(device.u, *cluster.find(device.element)->u + device.copy * device.height);
            }
        }
    }

    void the_command_prints_the_front() {
        const QString sample = QStringLiteral(ROOFRACK_SOURCE_DIR "/samples/dgx-h100-su.roofrack.json");
        const test::ProgramRun front = test::run_cli({"rack", sample, "row-a", "--json"});
        QCOMPARE(front.exit_code, 0);
        const auto said = nlohmann::json::parse(front.out.toStdString());
        QCOMPARE(said["units"], nlohmann::json(48));
        QCOMPARE(said["devices"].size(), size_t(4));
        QCOMPARE(said["devices"][3]["u"], nlohmann::json(1));
        QVERIFY(said["power_w"].get<double>() > 20e3 && said["power_w"].get<double>() < 41e3);
        const test::ProgramRun none = test::run_cli({"rack", sample, "spine"});
        QCOMPARE(none.exit_code, 3);
        QVERIFY(none.err.contains("row-a, row-b"));
    }
};

QTEST_GUILESS_MAIN(TestRackLayout)
#include "test_rack_layout.moc"
