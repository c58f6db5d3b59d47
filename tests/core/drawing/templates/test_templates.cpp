// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/catalog/catalog.h"
#include "core/drawing/bill/bill_of_materials.h"
#include "core/drawing/check/check.h"
#include "core/drawing/check/port_shortages.h"
#include "core/drawing/network/fabric.h"
#include "core/drawing/ports.h"
#include "core/drawing/project/project_file.h"
#include "core/drawing/templates/templates.h"
#include "core/step/engine/evaluate.h"
#include "tests/support/drawn_area.h"

#include <QRectF>
#include <QTest>

using namespace roofrack;

namespace {

Project make(const char* name, const TemplateSettings& settings = {}) {
    const auto made = make_template(name, settings, Catalog::built_in());
    if (!made) qFatal("%s: %s", name, made.error().text().c_str());
    return *made;
}

Fabric fabric_of(const Project& project) {
    const auto read = fabric(project.scenarios[0].cluster, Catalog::built_in());
    if (!read) qFatal("%s", read.error().text().c_str());
    return *read;
}

double count(const Project& project, const char* id) { return project.scenarios[0].cluster.find(id)->count; }

} // namespace

class TestTemplates : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void all_are_sound_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QStringList>("settings");
        for (const TemplateInfo& info : list_templates())
            QTest::newRow(info.name.c_str()) << QString::fromStdString(info.name) << QStringList();
        QTest::newRow("fat tree 4:1") << "fat-tree" << QStringList{"oversubscription=4", "servers=128"};
        QTest::newRow("fat tree of 4,096 GPUs") << "fat-tree" << QStringList{"servers=512"};
        QTest::newRow("24,576 GPUs in pods")
            << "fat-tree" << QStringList{"servers=3072", "core_oversubscription=7"};
        QTest::newRow("A100") << "fat-tree" << QStringList{"server=dgx-a100", "servers=20"};
        QTest::newRow("1,024 servers by rail") << "rail-optimised" << QStringList{"servers=1024"};
        QTest::newRow("2:1 by rail") << "rail-optimised" << QStringList{"servers=128", "oversubscription=2"};
        QTest::newRow("one rack") << "nvl72-pods" << QStringList{"racks=1"};
        QTest::newRow("GB300") << "nvl72-pods" << QStringList{"racks=32", "server=gb300-nvl72"};
        QTest::newRow("ring") << "torus" << QStringList{"dims=16x16", "server=tpu-v5e-host"};
        QTest::newRow("one server") << "fat-tree" << QStringList{"servers=1"};
        QTest::newRow("seven servers") << "fat-tree" << QStringList{"servers=7"};
        QTest::newRow("32,768 GPUs") << "fat-tree" << QStringList{"servers=4096"};
        QTest::newRow("100,352 GPUs in pods")
            << "fat-tree" << QStringList{"servers=12544", "oversubscription=2", "core_oversubscription=7"};
        QTest::newRow("one unit") << "rail-optimised" << QStringList{"servers=8"};
        QTest::newRow("64 servers by rail only") << "rail-only" << QStringList{"servers=64"};
        QTest::newRow("64 racks") << "nvl72-pods" << QStringList{"racks=64"};
        QTest::newRow("88 racks of VR200") << "nvl72-pods" << QStringList{"racks=88", "server=vr200-nvl72"};
        QTest::newRow("288 racks of VR200, 2:1")
            << "nvl72-pods" << QStringList{"racks=288", "server=vr200-nvl72", "oversubscription=2"};
        QTest::newRow("1,000 racks of GB200") << "nvl72-pods" << QStringList{"racks=1000"};
        QTest::newRow("8,192 servers by rail") << "rail-optimised" << QStringList{"servers=8192"};
        QTest::newRow("one host") << "torus" << QStringList{"dims=2x2x1"};
        QTest::newRow("8,960 chips") << "torus" << QStringList{"dims=16x20x28"};
        QTest::newRow("110,592 chips") << "torus" << QStringList{"dims=48x48x48"};
        QTest::newRow("one group") << "dragonfly" << QStringList{"servers=64"};
        QTest::newRow("one router") << "dragonfly" << QStringList{"servers=4"};
        QTest::newRow("dragonfly of 100,352 GPUs") << "dragonfly" << QStringList{"servers=25088"};
        QTest::newRow("dragonfly of DGX")
            << "dragonfly" << QStringList{"server=dgx-h100", "servers=512", "oversubscription=2"};
        QTest::newRow("lone DGX") << "workstation" << QStringList{"server=dgx-h100"};
    }
    void all_are_sound() {
        QFETCH(QString, name);
        QFETCH(QStringList, settings);
        TemplateSettings typed;
        for (const QString& each : settings)
            typed[each.section('=', 0, 0).toStdString()] = each.section('=', 1).toStdString();
        const Project project = make(name.toUtf8(), typed);
        const Cluster& cluster = project.scenarios[0].cluster;
        for (const Finding& finding : check_cluster(cluster, Catalog::built_in()))
            QVERIFY2(finding.severity == Severity::info, qPrintable(QString::fromStdString(finding.message)));
        // The file says the same.
        const auto again = parse_project(project_text(project, Catalog::built_in()), Catalog::built_in());
        QVERIFY2(again.has_value(), again ? "" : again.error().text().c_str());
        QVERIFY(again->project == project);
        // The plan divides.
        const Plan& plan = project.scenarios[0].plan;
        const double gpus = fabric_of(project).gpus;
        QCOMPARE(std::fmod(gpus, plan.tp * plan.pp), 0.0);
        const auto prepared = Prepared::make(project.scenarios[0], Catalog::built_in());
        QVERIFY2(prepared.has_value(), prepared ? "" : prepared.error().text().c_str());
        const Evaluation step = evaluate(*prepared);
        for (const Finding& finding : step.findings)
            QVERIFY2(finding.severity != Severity::critical,
                     qPrintable(QString::fromStdString(finding.message)));
        QVERIFY(step.feasible);
        // Nothing lies on anything else.
        for (const Element& a : cluster.elements)
            for (const Element& b : cluster.elements) {
                if (&a >= &b || a.kind == ElementKind::pod || b.kind == ElementKind::pod) continue;
                if (a.kind == ElementKind::server || b.kind == ElementKind::server) continue;
                QVERIFY2(!test::drawn_area(a).intersects(test::drawn_area(b)),
                         qPrintable(QString::fromStdString(a.id + " on " + b.id)));
            }
    }

    /// A machine of 230 kW stands in no rack for 150; one that fills several racks is drawn as one and says
    /// so.
    void racks_hold_their_machines() {
        const std::tuple<const char*, const char*, double> machines[] = {
            {"gb300-nvl72", "rack-48u-hybrid", 1}, {"vr200-nvl72", "mgx-48u-230kw", 1},
            {"vr300-kyber", "kyber-rack", 1},      {"helios-72", "helios-rack", 1},
            {"trn3-gen2", "rack-48u-dlc", 2},      {"cloudmatrix-384", "rack-48u-dlc", 16},
        };
        for (const auto& [server, rack, racks] : machines) {
            const Project project =
                make("nvl72-pods", {{"server", server}, {"racks", "4"}, {"racks_per_pod", "4"}});
            const Cluster& cluster = project.scenarios[0].cluster;
            QCOMPARE(QString::fromStdString(cluster.find("rack")->part.id), QString(rack));
            const Part& holds = *Catalog::built_in().part(PartKind::rack, rack);
            const double power = Catalog::built_in().part(PartKind::server, server)->value_or("max_power", 0);
            QVERIFY2(power <= racks * holds.value_or("power_max", power), server);
            for (const Finding& finding : check_cluster(cluster, Catalog::built_in()))
                QVERIFY2(finding.id != "rack-over-power" && finding.id != "rack-over-full", server);
        }
    }

    void fat_tree_ports() {
        // 64 servers × 8 NICs at 400 Gb/s on 64-port switches: 4 servers (a rack) a leaf give 32 down and 32
        // up, so 16 leafs; a spine has 64 ports = 16 leafs × 4, and 32 uplinks ÷ 4 = 8 spines.
        const Project project = make("fat-tree", {{"switch", "tomahawk4-64x400"}});
        QCOMPARE(count(project, "leaf"), 16.0);
        QCOMPARE(count(project, "spine"), 8.0);
        QCOMPARE(project.scenarios[0].cluster.find_link("leaf-spine")->count, 4);
        const Fabric non_blocking = fabric_of(project);
        QCOMPARE(non_blocking.gpus, 512.0);
        QCOMPARE(non_blocking.levels[1].block_gpus, 32.0);
        QCOMPARE(non_blocking.levels[1].oversubscription, 1.0);
        // 4:1: 48 down, 12 up are 60 ports, but 6 servers do not divide 64; 4 are 32 down and 8 up.
        const Fabric tapered =
            fabric_of(make("fat-tree", {{"switch", "tomahawk4-64x400"}, {"oversubscription", "4"}}));
        QCOMPARE(tapered.levels[1].oversubscription, 4.0);
    }

    void pods_where_two_tiers_end() {
        // 3,072 servers × 8 × 400 Gb/s: two tiers of 128 × 400 Gb/s (SN5600, split) end at 128 · 64 = 8,192.
        const Fabric read =
            fabric_of(make("fat-tree", {{"servers", "3072"}, {"core_oversubscription", "7"}}));
        QCOMPARE(read.gpus, 24576.0);
        QCOMPARE(read.levels.size(), size_t(4));
        QCOMPARE(read.levels[1].oversubscription, 1.0);
        // Whole cables only: at most 7:1, and not much less.
        QVERIFY(read.levels[2].oversubscription > 6 && read.levels[2].oversubscription <= 7);
    }

    void scalable_unit_is_nvidias() {
        // DGX SuperPOD H100 reference: 32 DGX a unit, 8 leafs; 4 units have 32 leafs and 16 spines.
        const Project project = make("rail-optimised", {{"servers", "128"}});
        QCOMPARE(count(project, "pod"), 4.0);
        QCOMPARE(count(project, "leaf"), 8.0);
        QCOMPARE(count(project, "spine"), 16.0);
        QCOMPARE(count(project, "server"), 4.0); // a rack
        const Fabric read = fabric_of(project);
        QCOMPARE(read.gpus, 1024.0);
        QCOMPARE(read.levels[1].block_gpus, 256.0);
        QCOMPARE(read.levels[1].oversubscription, 1.0);
        // NVIDIA: at least three sources a rack, N+1: 2 × 32.8 kW hold 4 × 10.2 kW.
        QCOMPARE(count(project, "feed"), 3.0 * 32);
    }

    void others() {
        QVERIFY(fabric_of(make("rail-only")).rail_only);
        const Fabric nvl = fabric_of(make("nvl72-pods"));
        QCOMPARE(nvl.gpus, 16.0 * 72);
        QCOMPARE(nvl.scale_up_domain, 72.0);
        QCOMPARE(nvl.levels[1].block_gpus, 8.0 * 72);
        QCOMPARE(nvl.levels[1].oversubscription, 1.0);
        const Fabric torus = fabric_of(make("torus"));
        QCOMPARE(torus.gpus, 128.0);
        QCOMPARE(torus.torus_axes, 3.0);
        QCOMPARE(fabric_of(make("workstation")).gpus, 8.0);
    }

    void a_thing_of_another_kind_is_said_to_be_one() {
        const auto fault = [](const TemplateSettings& settings) {
            const auto made = make_template("fat-tree", settings, Catalog::built_in());
            return made ? QString("made") : QString::fromStdString(made.error().text());
        };
        QVERIFY2(fault({{"switch", "dgx-h100"}})
                     .startsWith("switch: 'dgx-h100' is a server, not a switch: such are "),
                 qPrintable(fault({{"switch", "dgx-h100"}})));
        QVERIFY(fault({{"switch", "llama3-8b"}}).startsWith("switch: 'llama3-8b' is a model, not a switch"));
        QVERIFY(fault({{"server", "h100-sxm5"}})
                    .startsWith("server: 'h100-sxm5' is an accelerator, not a server"));
        QVERIFY(fault({{"model", "dgx-h100"}}).startsWith("model: 'dgx-h100' is a server, not a model"));
        QCOMPARE(fault({{"switch", "qm970"}}),
                 QString("switch: unknown switch 'qm970': did you mean 'qm9700'?"));
        // Near by is only something else.
        QVERIFY(!fault({{"switch", "dgx-h10"}}).contains("did you mean"));
    }

    /// By hand: 64 racks of 144 NICs have 9,216 ends of optics of 30 W, all of it into the air of racks that
    /// are cooled by liquid. No clock is held by the cooling that a template draws.
    void optics_in_racks_are_cooled() {
        for (const char* racks : {"32", "48", "64"}) {
            const Project project = make("nvl72-pods", {{"server", "vr200-nvl72"}, {"racks", racks}});
            const auto prepared = Prepared::make(project.scenarios[0], Catalog::built_in());
            QVERIFY(prepared);
            const Evaluation step = evaluate(*prepared);
            QVERIFY(step.feasible);
            for (const RackState& rack : step.power.racks)
                QVERIFY2(rack.throttle_cause != ThrottleCause::cooling, racks);
        }
    }

    /// Switches of 144 ports join 72 racks of 144 NICs in two tiers without oversubscription, 96 with two
    /// cables down a cable up; what is larger has a third tier.
    void a_third_tier_where_two_end_data() {
        QTest::addColumn<int>("racks");
        QTest::addColumn<int>("a_pod");
        QTest::addColumn<int>("oversubscription");
        QTest::addColumn<int>("tiers");
        constexpr std::pair<int, int> sizes[] = {{36, 6}, {72, 8},  {73, 1},  {80, 8},
                                                 {88, 8}, {144, 8}, {288, 8}, {1000, 8}};
        for (const auto& [racks, a_pod] : sizes)
            for (const int over : {1, 2})
                QTest::addRow("%d racks, %d:1", racks, over)
                    << racks << a_pod << over << (racks > (over == 1 ? 72 : 96) || a_pod == 1 ? 3 : 2);
    }
    void a_third_tier_where_two_end() {
        QFETCH(int, racks);
        QFETCH(int, a_pod);
        QFETCH(int, oversubscription);
        QFETCH(int, tiers);
        const Catalog& catalog = Catalog::built_in();
        const Project project = make("nvl72-pods", {{"server", "vr200-nvl72"},
                                                    {"racks", std::to_string(racks)},
                                                    {"racks_per_pod", std::to_string(a_pod)},
                                                    {"oversubscription", std::to_string(oversubscription)}});
        const Cluster& cluster = project.scenarios[0].cluster;
        for (const Finding& finding : check_cluster(cluster, catalog))
            QVERIFY2(finding.severity == Severity::info, finding.message.c_str());
        QVERIFY(open_port_shortages(cluster, catalog).empty());
        const auto table = PortTable::make(cluster, catalog);
        QVERIFY(table);
        double used = 0, cables = 0;
        int top = 0;
        for (size_t i = 0; i < cluster.elements.size(); ++i) {
            const int at = static_cast<int>(i);
            const Ports* const ports = table->ports(at, PortRole::network);
            if (!ports) continue;
            QVERIFY2(ports->total && ports->used <= *ports->total, cluster.elements[i].id.c_str());
            used += ports->used * table->containment().instances(at);
            const SwitchPorts* const of_switch = table->switch_ports(at);
            if (!of_switch) continue;
            top = std::max(top, of_switch->tier);
            if (const auto blocks = of_switch->oversubscription())
                QVERIFY2(*blocks <= (of_switch->tier == 1 ? oversubscription : 1) + 1e-9,
                         cluster.elements[i].id.c_str());
        }
        QCOMPARE(top, tiers);
        const BillOfMaterials bill = *bill_of_materials(cluster, catalog);
        for (const BillRow& row : bill.rows)
            if (row.group == BillGroup::cable) cables += row.count;
        QCOMPARE(2 * cables, used);
        // Each of its NICs has a cable, and each tier above has its share of them.
        const double nics = 144.0 * racks;
        QCOMPARE(cables, nics * (1 + (tiers - 1.0) / oversubscription));
        const Fabric read = fabric_of(project);
        QCOMPARE(read.gpus, 72.0 * racks);
        QCOMPARE(read.levels.back().block_gpus, read.gpus);
        QVERIFY(cluster.elements.size() <= 45);
    }

    /// By hand: a pod of 8 racks has 1,152 cables, so 16 leafs of 72 down and 72 up; 18 spines with 4 cables
    /// of each leaf, in three groups of 6, each with 64 down and 64 up. In a group 11 × 6 spines with 2
    /// cables to each core take 132 of its 144 ports; their 64 cables lead to 32 cores.
    void eighty_eight_racks_by_hand() {
        const Project project = make("nvl72-pods", {{"server", "vr200-nvl72"}, {"racks", "88"}});
        QCOMPARE(count(project, "pod"), 11.0);
        QCOMPARE(count(project, "leaf"), 16.0);
        const Cluster& cluster = project.scenarios[0].cluster;
        for (const std::string group : {"1", "2", "3"}) {
            QCOMPARE(count(project, ("spine-" + group).c_str()), 6.0);
            QCOMPARE(count(project, ("core-" + group).c_str()), 32.0);
            QCOMPARE(cluster.find_link("leaf-spine-" + group)->count, 4);
            QCOMPARE(cluster.find_link("spine-" + group + "-core-" + group)->count, 2);
            QCOMPARE(cluster.find("spine-" + group)->parent, std::string("pod"));
            QVERIFY(cluster.find("core-" + group)->parent.empty());
        }
        QVERIFY(!cluster.find("spine-4") && !cluster.find("spine"));
        QCOMPARE(bill_of_materials(cluster, Catalog::built_in())->totals.switches, 11 * 34.0 + 96);
        const Fabric read = fabric_of(project);
        for (const FabricLevel& level : read.levels)
            if (level.block_gpus > 72) QVERIFY(level.oversubscription <= 1);
    }

    /// What two tiers join is drawn as before: the same elements at the same places.
    void two_tiers_stay_as_they_were() {
        const Project project = make("nvl72-pods", {{"server", "vr200-nvl72"}, {"racks", "72"}});
        const Cluster& cluster = project.scenarios[0].cluster;
        const std::tuple<const char*, int, double, double> drawn[] = {
            {"pod", 9, 112, 112},  {"rack", 8, 136, 264},   {"server", 1, 0, 0},   {"leaf", 16, 136, 152},
            {"spine", 72, 136, 0}, {"feed", 648, 424, 264}, {"air", 16, 424, 320}, {"cdu", 18, 424, 376}};
        QCOMPARE(cluster.elements.size(), std::size(drawn));
        for (size_t i = 0; i < std::size(drawn); ++i) {
            const auto& [id, number, x, y] = drawn[i];
            QCOMPARE(cluster.elements[i].id, std::string(id));
            QCOMPARE(cluster.elements[i].count, number);
            QCOMPARE(cluster.elements[i].position.x, x);
            QCOMPARE(cluster.elements[i].position.y, y);
        }
        const char* const links[] = {"server-leaf", "leaf-spine", "feed-rack", "air-rack", "cdu-rack"};
        QCOMPARE(cluster.links.size(), std::size(links));
        for (size_t i = 0; i < std::size(links); ++i) QCOMPARE(cluster.links[i].id, std::string(links[i]));
    }

    void dims_beyond_reason_are_refused() {
        for (const char* dims : {"99999999999x4", "1000x1000x1000", "2147483647x2147483647x2147483647",
                                 "1e20", "-4x4", "4x4x", ""})
            QVERIFY(!make_template("torus", {{"dims", dims}}, Catalog::built_in()));
        for (const char* number : {"NaN", "inf", "-1", "0"})
            QVERIFY(!make_template("fat-tree", {{"oversubscription", number}}, Catalog::built_in()));
    }

    void faults_name_the_key() {
        const auto where = [](const char* name, const TemplateSettings& settings) {
            const auto made = make_template(name, settings, Catalog::built_in());
            return made ? QString("made") : QString::fromStdString(made.error().where);
        };
        QCOMPARE(where("fat-tree", {{"serverz", "4"}}), QString("serverz"));
        QCOMPARE(where("fat-tree", {{"servers", "many"}}), QString("servers"));
        QCOMPARE(where("fat-tree", {{"servers", "0"}}), QString("servers"));
        QCOMPARE(where("fat-tree", {{"server", "dgx-h10"}}), QString("server"));
        QCOMPARE(where("fat-tree", {{"server", "ufm-appliance"}}), QString("server"));
        QCOMPARE(where("fat-tree", {{"servers_per_rack", "5"}}), QString("servers_per_rack"));
        QCOMPARE(where("fat-tree", {{"servers", "100000"}}), QString("servers"));
        QCOMPARE(where("fat-tree", {{"oversubscription", "-1"}}), QString("oversubscription"));
        QCOMPARE(where("fat-tree", {{"switch", "sn4700"}, {"servers", "8192"}}), QString("switch"));
        QCOMPARE(where("fat-tree", {{"model", "gpt-17"}}), QString("model"));
        QCOMPARE(where("fat-tree", {{"storage", "floppy"}}), QString("storage"));
        QCOMPARE(where("rail-optimised", {{"servers", "40"}}), QString("unit"));
        QCOMPARE(where("torus", {{"dims", "4x"}}), QString("dims"));
        QCOMPARE(where("torus", {{"dims", "3x3"}}), QString("dims"));
        QCOMPARE(where("nvl72-pods", {{"racks", "9"}}), QString("racks_per_pod"));
        // Each core has a cable of each pod at least, and 288 ports: that is the most pods.
        QCOMPARE(where("nvl72-pods", {{"racks", "8000"}}), QString("racks"));
        QCOMPARE(where("nvl72-pods", {{"racks", "8000"}, {"switch", "q3400-ra"}}), QString("switch"));
        for (const char* name : {"fat-tree", "rail-optimised", "rail-only"}) {
            QCOMPARE(where(name, {{"server", "dgx-h100"}, {"nics", "9"}}), QString("nics")); // it has 8
            QCOMPARE(where(name, {{"server", "dgx-h100"}, {"nics", "8"}}), QString("made"));
        }
        QCOMPARE(where("dragonfly", {{"nics", "5"}}), QString("nics")); // a node of Frontier has 4
        const auto many = make_template("fat-tree", {{"nics", "9"}}, Catalog::built_in());
        QVERIFY(many.error().what.ends_with(" has 8 NICs"));
        QVERIFY(many.error().fix.starts_with("take 1 to 8 cables a server"));
        QVERIFY(!make_template("star", {}, Catalog::built_in()));
    }
};

QTEST_APPLESS_MAIN(TestTemplates)
#include "test_templates.moc"
