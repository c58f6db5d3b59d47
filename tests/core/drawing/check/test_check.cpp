// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/catalog/catalog.h"
#include "core/drawing/check/check.h"
#include "core/drawing/network/fabric.h"
#include "tests/support/drawing_in_words.h"

#include <QTest>
#include <algorithm>
#include <array>
#include <cmath>
#include <random>

using namespace roofrack;

namespace {

/// Two racks of four DGX H100 on one leaf each and two spines, fed and cooled as NVIDIA asks: nothing to
/// find.
Cluster sound() {
    test::DrawingInWords out;
    out.add(ElementKind::room, "room");
    out.add(ElementKind::rack, "rack", 2, "rack-48u", "room");
    out.add(ElementKind::server, "dgx", 4, "dgx-h100", "rack");
    out.add(ElementKind::switch_, "leaf", 1, "qm9700", "rack");
    out.add(ElementKind::switch_, "spine", 2, "qm9700", "room");
    out.add(ElementKind::feed, "feed", 6, "feed-415v-60a", "room");
    out.add(ElementKind::cooling, "crah", 1, "crah-120kw", "room");
    out.link("dgx", "leaf", LinkPattern::each, 8);
    out.link("leaf", "spine", LinkPattern::mesh, 16);
    out.link("feed", "rack", LinkPattern::each, 1);
    out.link("crah", "room", LinkPattern::each, 1);
    return out.cluster;
}

const Finding* find(const std::vector<Finding>& findings, std::string_view id) {
    const auto it = std::ranges::find(findings, id, &Finding::id);
    return it == findings.end() ? nullptr : &*it;
}

Part& own_part(Element& element) {
    element.part.inline_part = *Catalog::built_in().part(element.part.id);
    return *element.part.inline_part;
}

} // namespace

class TestCheck : public QObject {
    Q_OBJECT

    /// The drawing, changed in one place, has this finding; unchanged it has none.
    static void expect(const Cluster& cluster, const char* id, Severity severity, const char* where) {
        const auto findings = check_cluster(cluster, Catalog::built_in());
        const Finding* finding = find(findings, id);
        QString all;
        for (const Finding& f : findings) all += QString::fromStdString(f.id + ": " + f.message + "\n");
        QVERIFY2(finding, qPrintable(QString("no %1 in:\n%2").arg(id, all)));
        QCOMPARE(static_cast<int>(finding->severity), static_cast<int>(severity));
        QVERIFY(!finding->message.empty() && !finding->why.empty() && !finding->mitigation.empty());
        if (*where)
            QVERIFY2(std::ranges::find(finding->where, where) != finding->where.end(), qPrintable(all));
        QVERIFY(!find(check_cluster(sound(), Catalog::built_in()), id));
    }

private Q_SLOTS:
    void a_sound_drawing_has_no_findings() {
        const auto findings = check_cluster(sound(), Catalog::built_in());
        QVERIFY2(findings.empty(), findings.empty() ? "" : findings[0].message.c_str());
    }

    void broken_joints() {
        Cluster c = sound();
        c.links[0].to = "nowhere";
        expect(c, "link-to-nothing", Severity::critical, "dgx-leaf");
        c = sound();
        c.find("room")->parent = "rack";
        expect(c, "containment-cycle", Severity::critical, "room");
        c = sound();
        c.find("leaf")->parent = "gone";
        expect(c, "container-missing", Severity::critical, "leaf");
        c = sound();
        c.elements.push_back(*c.find("leaf"));
        expect(c, "duplicate-id", Severity::critical, "leaf");
        c = sound();
        c.find("leaf")->count = 0;
        expect(c, "count-below-one", Severity::critical, "leaf");
    }

    void parts() {
        Cluster c = sound();
        c.find("dgx")->part.id = "dgx-h1000";
        expect(c, "unknown-part", Severity::critical, "dgx");
        expect(c, "no-gpu", Severity::critical, "");
        c = sound();
        c.find("crah")->part.id = "qm9700";
        expect(c, "unknown-part", Severity::warning, "crah");
        c = sound();
        c.find("spine")->part.id.clear();
        expect(c, "no-part", Severity::warning, "spine");
        c = sound();
        own_part(*c.find("dgx")).text["accelerator"] = "abacus";
        expect(c, "unknown-part", Severity::critical, "dgx");
        c = sound();
        Element older = *c.find("dgx");
        older.id = older.name = "older";
        older.count = 1;
        older.part.id = "dgx-a100";
        c.elements.push_back(older);
        expect(c, "mixed-gpus", Severity::info, "older");
        const auto findings = check_cluster(c, Catalog::built_in());
        const std::string message = find(findings, "mixed-gpus")->message; // in names, not in ids
        QVERIFY2(message.find("A100 SXM") != std::string::npos && message.find("h100") == std::string::npos,
                 message.c_str());
        expect(c, "server-off-network", Severity::warning, "older");
    }

    void containment_and_names() {
        Cluster c = sound();
        c.find("spine")->parent = "leaf";
        expect(c, "containment-illegal", Severity::warning, "spine");
        c = sound();
        Element twin = *c.find("spine");
        twin.id = "spine-2";
        c.elements.push_back(twin);
        expect(c, "duplicate-name", Severity::info, "spine-2");
    }

    void ports_and_cables() {
        Cluster c = sound();
        c.links[1].count = 17; // 4 × 8 + 2 × 17 = 66 of a QM9700's 64 ports
        expect(c, "ports-exceeded", Severity::warning, "leaf");
        c = sound();
        c.links[0].count = 9; // a server has 8 NICs
        expect(c, "ports-exceeded", Severity::warning, "dgx");
        c = sound();
        c.links[0].cable = "dac-200g";
        expect(c, "cable-too-slow", Severity::warning, "dgx-leaf");
        c = sound();
        c.links[0].cable = "string";
        expect(c, "unknown-part", Severity::warning, "dgx-leaf");
        c = sound();
        c.links[0].bandwidth = ByteRate(100e9);
        expect(c, "port-too-slow", Severity::warning, "dgx");
        // Two 400 Gb/s cables on each 800 Gb/s port: 32 + 32 cables need 32 of an SN5600's 64 ports.
        c = sound();
        c.find("leaf")->part.id = "sn5600";
        c.links[1].count = 40;
        c.links[1].bandwidth = ByteRate(50e9);
        const auto findings = check_cluster(c, Catalog::built_in());
        const Finding* ports = find(findings, "ports-exceeded");
        QVERIFY(ports); // the spines: 2 leafs × 40 of 64
        QCOMPARE(QString::fromStdString(ports->where[0]), QString("spine"));
    }

    void networks_that_do_not_mate() {
        Cluster c = sound(); // DGX H100 and QM9700: InfiniBand
        c.find("spine")->part.id = "sn5610";
        expect(c, "networks-differ", Severity::warning, "leaf-spine");
        const auto findings = check_cluster(c, Catalog::built_in());
        QCOMPARE(QString::fromStdString(find(findings, "networks-differ")->message),
                 QString("Link 'leaf – spine': leaf is InfiniBand, spine is Ethernet (RoCE): their ports do "
                         "not mate"));
        c.find("leaf")->part.id = "sn5600"; // ConnectX-7 of a DGX H100 is set to InfiniBand or Ethernet
        QVERIFY(!find(check_cluster(c, Catalog::built_in()), "networks-differ"));
        c.find("dgx")->part.id = "hgx-h100-roce";
        c.find("spine")->part.id = "sn4600c"; // Ethernet and RoCE are one
        QVERIFY(!find(check_cluster(c, Catalog::built_in()), "networks-differ"));
        c.find("leaf")->part.id = "rosetta"; // Slingshot speaks Ethernet at its edge
        QVERIFY(!find(check_cluster(c, Catalog::built_in()), "networks-differ"));
        for (const char* other : {"omni-path-100", "efa-tier", "qm8700"}) {
            c.find("leaf")->part.id = other;
            expect(c, "networks-differ", Severity::warning, "dgx-leaf");
        }
        c.find("dgx")->part.id = "p5"; // at a provider: EFA behind any switch
        c.find("spine")->part.id = "qm9700";
        QVERIFY(!find(check_cluster(c, Catalog::built_in()), "networks-differ"));
        c.find("dgx")->part.id = "hgx-h100-roce";
        c.find("spine")->part.id = "sn4600c";
        // Nothing is said about what tells no network, or one of its own.
        own_part(*c.find("leaf")).text["network"] = "tin-cans";
        QVERIFY(!find(check_cluster(c, Catalog::built_in()), "networks-differ"));
        c.find("leaf")->part.inline_part->text.erase("network");
        QVERIFY(!find(check_cluster(c, Catalog::built_in()), "networks-differ"));
    }

    /// RoCE servers with InfiniBand to their storage.
    void a_second_network_of_servers_may_be_another() {
        Cluster c = sound();
        c.find("dgx")->part.id = "hgx-h100-roce";
        for (const char* id : {"leaf", "spine"}) c.find(id)->part.id = "sn5600";
        Element second = *c.find("spine");
        second.id = second.name = "storage-switch";
        second.part.id = "qm9700";
        c.elements.push_back(second);
        Link link = c.links[0];
        link.id = "dgx-storage";
        link.to = "storage-switch";
        link.pattern = LinkPattern::mesh;
        link.count = 1;
        c.links.push_back(link);
        QVERIFY(!find(check_cluster(c, Catalog::built_in()), "networks-differ"));
        c.links.erase(c.links.begin());
        expect(c, "networks-differ", Severity::warning, "dgx-storage");
    }

    void links_that_join_nothing() {
        Cluster c = sound();
        c.links[1].to = "leaf";
        c.links[1].pattern = LinkPattern::each;
        expect(c, "link-to-itself", Severity::warning, "leaf");
    }

    void link_ends_and_islands() {
        Cluster c = sound();
        c.links[2].to = "room";
        c.links[2].from = "rack";
        expect(c, "link-illegal", Severity::warning, "feed-rack");
        c = sound();
        c.links.erase(c.links.begin() + 1);
        expect(c, "network-split", Severity::warning, "");
        c = sound();
        c.find("rack")->count = 3;
        c.find("leaf")->parent = "room";
        c.find("leaf")->count = 5;
        expect(c, "uneven-links", Severity::info, "dgx-leaf");
    }

    /// Nobody has printed the power of a Q3400-RA: the facility takes that of its class, and this is said.
    void the_power_of_a_class_is_said() {
        Cluster c = sound();
        c.find("spine")->part.id = "q3400-ra";
        expect(c, "part-without-figure", Severity::info, "spine");
        const auto findings = check_cluster(c, Catalog::built_in());
        const Finding* const found = find(findings, "part-without-figure");
        QVERIFY(found);
        QVERIFY2(found->message.ends_with(" has no power"), found->message.c_str());
        QVERIFY2(found->why.find("an estimate of its class: 747 W each") != std::string::npos,
                 found->why.c_str());
        // Either figure will do.
        for (const char* const key : {"typical_power", "max_power"}) {
            own_part(*c.find("spine")).figures[key].value = 3e3;
            QVERIFY2(!find(check_cluster(c, Catalog::built_in()), "part-without-figure"), key);
        }
    }

    /// Others have a feed and a cooler: what has none is warned of, in racks or not, with its watts.
    void what_nothing_feeds_or_cools() {
        const auto said = [](const Cluster& c, const char* id) {
            const auto findings = check_cluster(c, Catalog::built_in());
            const Finding* const found = find(findings, id);
            return found ? *found : Finding();
        };
        Cluster c = sound();
        c.find("crah")->parent = "";
        c.links.back().to = "rack";
        test::DrawingInWords dark;
        dark.add(ElementKind::pod, "dark", 2);
        dark.add(ElementKind::rack, "dark-rack", 3, "rack-48u", "dark");
        dark.add(ElementKind::server, "dark-dgx", 4, "dgx-h100", "dark-rack");
        c.elements.insert(c.elements.end(), dark.cluster.elements.begin(), dark.cluster.elements.end());
        // 6 racks of 4 × 10.2 kW; without racks the same 24 servers.
        for (const char* const where : {"dark-rack", "dark-dgx"}) {
            for (const char* const id : {"rack-no-feed", "rack-no-cooling"}) {
                expect(c, id, Severity::warning, where);
                QVERIFY2(said(c, id).message.find("244.8 kW") != std::string::npos,
                         said(c, id).message.c_str());
                QCOMPARE(said(c, id).where, std::vector<std::string>{where});
            }
            std::erase_if(c.elements, [](const Element& each) { return each.id == "dark-rack"; });
            c.find("dark-dgx")->parent = "dark";
            c.find("dark-dgx")->count = 12;
        }
        Cluster many = c;
        many.find("dark-dgx")->count = 1200;
        const std::string of_many = said(many, "rack-no-feed").message;
        QVERIFY2(of_many.ends_with("24.48 MW of nameplates in 2,400 servers"), of_many.c_str());
        // Linked to the pod, or to the servers.
        for (const char* const to : {"dark", "dark-dgx"}) {
            Cluster fed = c;
            test::DrawingInWords links;
            links.link("feed", to, LinkPattern::each, 1);
            links.link("crah", to, LinkPattern::each, 1);
            fed.links.insert(fed.links.end(), links.cluster.links.begin(), links.cluster.links.end());
            QVERIFY(said(fed, "rack-no-feed").id.empty() && said(fed, "rack-no-cooling").id.empty());
        }
        // Without links they serve what stands where they do.
        Cluster beside = c;
        beside.elements.push_back(*c.find("feed"));
        beside.elements.back().id = "dark-feed";
        beside.elements.back().parent = "dark";
        QVERIFY(said(beside, "rack-no-feed").id.empty() && !said(beside, "rack-no-cooling").id.empty());
        // Where nobody drew a supply, servers in no rack are not asked for one.
        std::erase_if(c.elements, [](const Element& each) {
            return each.kind == ElementKind::feed || each.kind == ElementKind::cooling;
        });
        for (const char* const id : {"rack-no-feed", "rack-no-cooling"})
            QCOMPARE(std::ranges::count(said(c, id).where, "dark-dgx"), 0);
    }

    void racks() {
        Cluster c = sound();
        c.find("dgx")->count = 6; // 6 × 8 U + 1 U in 48 U
        expect(c, "rack-over-full", Severity::warning, "rack");
        c = sound();
        c.links.erase(c.links.begin() + 2);
        c.find("feed")->parent = "";
        c.elements.erase(c.elements.begin() + 5);
        expect(c, "rack-no-feed", Severity::info, "rack");
        c = sound();
        c.elements.pop_back();
        c.links.pop_back();
        expect(c, "rack-no-cooling", Severity::info, "rack");
        // 4 × 10.2 kW + 1.72 kW = 42.52 kW; a feed gives 34.5 kVA × 0.95 = 32.775 kW: 3 a rack, 2 left of
        // them 65.55.
        c = sound();
        c.find("feed")->count = 2;
        expect(c, "rack-over-power", Severity::warning, "rack");
        c.find("feed")->count = 4;
        expect(c, "rack-no-spare-feed", Severity::info, "rack");
        c = sound();
        c.find("rack")->power_limit = Watts(40e3);
        expect(c, "rack-over-power", Severity::warning, "rack");
        c = sound();
        c.find("rack")->part.id = "rack-48u-air"; // 22 kW
        expect(c, "rack-over-power", Severity::warning, "rack");
    }

    /// By the feed that gives the most, as the facility takes it, not by the mean of all feeds.
    void the_largest_feed_of_a_rack_is_lost() {
        const auto lacks_spare = [](int count, double watts, int count_beside, double watts_beside) {
            Cluster c = sound();
            const auto set = [](Element& feed, int feeds, double capacity) {
                feed.count = feeds;
                Part& part = own_part(feed);
                part.figures["apparent_power"].value = capacity;
                part.figures["power_factor"].value = 1;
            };
            Element beside = *c.find("feed");
            beside.id = beside.name = "beside";
            set(*c.find("feed"), count, watts);
            set(beside, count_beside, watts_beside);
            c.elements.push_back(beside);
            c.links.push_back(test::joined("beside", "rack"));
            return find(check_cluster(c, Catalog::built_in()), "rack-no-spare-feed") != nullptr;
        };
        // 42.52 kW a rack. One large feed and four small ones: 40 kW are left of 100, by the mean 80.
        QVERIFY(lacks_spare(2, 60e3, 8, 10e3));
        QVERIFY(!lacks_spare(2, 60e3, 8, 11e3));
        // Two sides of one feed each for both racks: 50 kW of 100 are left; each rack has half of either.
        QVERIFY(!lacks_spare(1, 100e3, 1, 100e3));
        QVERIFY(lacks_spare(1, 100e3, 1, 80e3));
    }

    /// A feed whose part says volts and amperes alone is as known as to the facility.
    void a_feed_of_volts_and_amperes_is_known() {
        Cluster c = sound();
        c.find("feed")->count = 4;
        own_part(*c.find("feed")).figures.erase("apparent_power");
        expect(c, "rack-no-spare-feed", Severity::info, "rack");
    }

    void an_unreadable_network_is_critical() {
        Cluster c = sound();
        c.find("leaf")->part.id.clear();
        c.find("spine")->part.id.clear();
        expect(c, "network-unreadable", Severity::critical, "");
    }

    /// Whatever is drawn, the answer is findings or a diagnostic: one critical finding exactly where fabric()
    /// fails.
    void junk_is_answered() {
        std::mt19937 random(7);
        const auto pick = [&](int low, int high) {
            return std::uniform_int_distribution<int>(low, high)(random);
        };
        const std::array parts{"dgx-h100",    "qm9700",        "rack-48u", "gb200-tray",
                               "tpu-v4-host", "feed-415v-60a", "nothing",  ""};
        int readable = 0;
        for (int round = 0; round < 3000; ++round) {
            Cluster c = round % 2 ? sound() : Cluster();
            for (int i = pick(0, 8); i > 0; --i) {
                Element element;
                element.id = "junk" + std::to_string(pick(0, 99));
                element.kind = static_cast<ElementKind>(pick(0, 10));
                element.count = pick(0, 4) ? pick(1, 9) : pick(-10000, 1000000);
                element.part.id = parts[static_cast<size_t>(pick(0, 7))];
                if (pick(0, 1) && !c.elements.empty())
                    element.parent =
                        c.elements[static_cast<size_t>(pick(0, static_cast<int>(c.elements.size()) - 1))].id;
                if (!pick(0, 15)) element.parent = "junk" + std::to_string(pick(0, 99));
                if (!pick(0, 3)) element.tier = pick(1, 4);
                if (!pick(0, 3)) element.health = pick(0, 2) / 2.0;
                c.elements.push_back(element);
            }
            for (int i = pick(0, 8); i > 0 && !c.elements.empty(); --i) {
                const auto end = [&] {
                    return c.elements[static_cast<size_t>(pick(0, static_cast<int>(c.elements.size()) - 1))]
                        .id;
                };
                Link link;
                link.from = end();
                link.to = pick(0, 3) ? end() : link.from;
                link.pattern = static_cast<LinkPattern>(pick(0, 3));
                link.count = pick(-1, 20);
                if (pick(0, 1)) link.bandwidth = ByteRate(pick(0, 100) * 1e9);
                link.health = pick(0, 2) / 2.0;
                for (int axis = pick(0, 3); axis > 0; --axis) link.dims.push_back(pick(-1, 8));
                c.links.push_back(link);
            }
            const auto findings = check_cluster(c, Catalog::built_in());
            const bool critical = std::ranges::any_of(
                findings, [](const Finding& f) { return f.severity == Severity::critical; });
            const auto read = fabric(c, Catalog::built_in());
            if (!read) QVERIFY2(critical, read.error().text().c_str());
            if (!read) continue;
            ++readable;
            QVERIFY(!read->levels.empty() && read->gpus > 0);
            QVERIFY(std::abs(read->levels.back().block_gpus - read->gpus) <= 1e-9 * read->gpus);
            for (size_t i = 0; i < read->levels.size(); ++i) {
                const FabricLevel& level = read->levels[i];
                QVERIFY(std::isfinite(level.egress.si()) && level.egress.si() >= 0);
                QVERIFY(std::isfinite(level.latency.si()) && level.latency.si() >= 0);
                QVERIFY(level.block_gpus >= 1);
                QVERIFY(level.oversubscription > 0);
                QVERIFY(i == 0 || level.block_gpus > read->levels[i - 1].block_gpus);
            }
        }
        QVERIFY2(readable > 500, qPrintable(QString::number(readable)));
    }

    void worst_first() {
        Cluster c = sound();
        c.find("dgx")->count = 6;
        c.links[0].to = "nowhere";
        const auto findings = check_cluster(c, Catalog::built_in());
        QVERIFY(findings.size() >= 2);
        QVERIFY(std::ranges::is_sorted(findings, {}, &Finding::severity));
    }
};

QTEST_APPLESS_MAIN(TestCheck)
#include "test_check.moc"
