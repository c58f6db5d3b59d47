// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/catalog/catalog.h"
#include "core/drawing/check/check.h"
#include "core/drawing/link_name.h"
#include "core/drawing/multiplicity/split.h"
#include "core/drawing/offer/link_effect.h"
#include "core/drawing/offer/link_patterns.h"
#include "core/drawing/project/project_file.h"
#include "core/drawing/templates/templates.h"
#include "tests/support/drawing_in_words.h"

#include <QTest>
#include <nlohmann/json.hpp>

#include <cmath>

using namespace roofrack;

namespace {

const Catalog& catalog() { return Catalog::built_in(); }

/// 4 racks of 4 DGX H100 (8 NICs of 400 Gb/s), 2 QM9700 leafs (64 ports of 400 Gb/s), 2 spines, a feed and a
/// CRAH; without links.
Cluster parts() {
    test::DrawingInWords out;
    out.add(ElementKind::rack, "rack", 4, "rack-48u");
    out.add(ElementKind::server, "dgx", 4, "dgx-h100", "rack");
    out.add(ElementKind::switch_, "leaf", 2, "qm9700");
    out.add(ElementKind::switch_, "spine", 2, "qm9700");
    out.add(ElementKind::storage, "store", 1, "flash-appliance");
    out.add(ElementKind::feed, "feed", 12, "feed-415v-60a");
    out.add(ElementKind::cooling, "crah", 2, "crah-120kw");
    out.add(ElementKind::room, "room");
    return out.cluster;
}

Link& link(Cluster& cluster, const char* from, const char* to, LinkPattern pattern, int count) {
    cluster.links.push_back(test::joined(from, to, pattern, count));
    return cluster.links.back();
}

Ports ports(const Cluster& cluster, const char* id, PortRole role = PortRole::network) {
    const auto table = PortTable::make(cluster, catalog());
    const Ports* out = table ? table->ports(table->containment().index(id), role) : nullptr;
    if (!out) qFatal("no such ports");
    return *out;
}

SwitchPorts load(const Cluster& cluster, const char* id) {
    const auto table = PortTable::make(cluster, catalog());
    const SwitchPorts* out = table ? table->switch_ports(table->containment().index(id)) : nullptr;
    if (!out) qFatal("no such switch");
    return *out;
}

LinkOffer offer(const Cluster& cluster, const char* from, const char* to) {
    const auto table = PortTable::make(cluster, catalog());
    auto out = offer_link(cluster, catalog(), *table, from, to);
    if (!out) qFatal("%s", out.error().what.c_str());
    return std::move(*out);
}

std::string refused(const Cluster& cluster, const char* from, const char* to) {
    const auto table = PortTable::make(cluster, catalog());
    const auto out = offer_link(cluster, catalog(), *table, from, to);
    return out ? std::string() : out.error().what;
}

bool found(const Cluster& cluster, std::string_view id) {
    const auto findings = check_cluster(cluster, catalog());
    return std::ranges::find(findings, id, &Finding::id) != findings.end();
}

} // namespace

class TestPorts : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void links_are_named_by_what_they_join();
    void ports_are_counted();
    void a_fast_port_is_split();
    void a_storage_network_leaves_the_nics_free();
    void oversubscription_is_down_over_up();
    void the_published_pods_have_theirs();
    void a_broken_drawing_has_no_ports();
    void natural_links();
    void natural_links_fill_what_is_free();
    void what_may_not_be_is_refused();
    void feeds_feed_feeds_from_the_grid_down();
    void targets_are_what_an_offer_takes();
    void a_link_to_itself_is_a_torus_or_a_mesh();
    void a_router_is_linked_to_its_own_groups();
    void a_torus_of_switches_is_found();
    void cables_are_offered();
    void dims_are_near_each_other();
    void what_is_wrong_with_cables_is_found();
    void links_drawn_twice_and_in_a_circle_are_found();
    void an_offer_between_other_networks_warns();
    void shared_feeds_and_coolers_are_divided();
    void what_is_split_off_has_its_share();
    void an_effect_is_that_of_the_drawing_with_it();
};

void TestPorts::ports_are_counted() {
    Cluster cluster = parts();
    QCOMPARE(ports(cluster, "dgx").total.value(), 8.0);   // NICs of a DGX H100
    QCOMPARE(ports(cluster, "leaf").total.value(), 64.0); // ports of a QM9700
    QCOMPARE(ports(cluster, "leaf").rate->si(), 50e9);    // 400 Gb/s
    QCOMPARE(ports(cluster, "leaf").used, 0.0);
    QVERIFY(!ports(cluster, "store").total); // the catalogue does not tell
    // 16 servers × 8 cables on 2 leafs: 64 at each; 2 leafs × 2 spines × 16: 32 at either end.
    link(cluster, "dgx", "leaf", LinkPattern::each, 8);
    link(cluster, "leaf", "spine", LinkPattern::mesh, 16);
    link(cluster, "feed", "rack", LinkPattern::each, 1);
    QCOMPARE(ports(cluster, "dgx").used, 8.0);
    QCOMPARE(ports(cluster, "dgx").free().value(), 0.0);
    QCOMPARE(ports(cluster, "leaf").used, 96.0);
    QCOMPARE(ports(cluster, "leaf").free().value(), -32.0);
    QCOMPARE(ports(cluster, "leaf").links, (std::vector<int>{0, 1}));
    QCOMPARE(ports(cluster, "spine").used, 32.0);
    QCOMPARE(ports(cluster, "rack", PortRole::power).used, 3.0); // 12 feeds, 4 racks
    QVERIFY(!ports(cluster, "rack", PortRole::power).gives);
    QVERIFY(ports(cluster, "feed", PortRole::power).gives);
    QVERIFY(found(cluster, "ports-exceeded"));
    // Drawn the other way round it is the same cabling.
    std::swap(cluster.links[0].from, cluster.links[0].to);
    QCOMPARE(ports(cluster, "dgx").used, 8.0);
    QCOMPARE(ports(cluster, "leaf").used, 96.0);
}

void TestPorts::a_fast_port_is_split() {
    Cluster cluster = parts();
    cluster.find("leaf")->part.id = "sn5600"; // 64 ports of 800 Gb/s
    link(cluster, "dgx", "leaf", LinkPattern::each, 8);
    QCOMPARE(ports(cluster, "leaf").used, 32.0); // 64 cables of 400 Gb/s
}

void TestPorts::a_storage_network_leaves_the_nics_free() {
    Cluster cluster = parts();
    link(cluster, "dgx", "leaf", LinkPattern::each, 8);
    link(cluster, "dgx", "spine", LinkPattern::mesh, 1);
    link(cluster, "store", "spine", LinkPattern::mesh, 2); // the spines are now a storage network
    QCOMPARE(ports(cluster, "dgx").used, 8.0);
    QCOMPARE(ports(cluster, "dgx", PortRole::storage).used, 2.0);
    link(cluster, "leaf", "spine", LinkPattern::mesh, 4); // now it is all one network
    QCOMPARE(ports(cluster, "dgx").used, 10.0);
}

void TestPorts::oversubscription_is_down_over_up() {
    Cluster cluster = parts();
    link(cluster, "dgx", "leaf", LinkPattern::each, 8);
    QVERIFY(!load(cluster, "leaf").oversubscription()); // nothing leads up
    link(cluster, "leaf", "spine", LinkPattern::mesh, 8);
    // 64 cables down, 2 spines × 8 up.
    QCOMPARE(load(cluster, "leaf").down.si(), 64 * 50e9);
    QCOMPARE(load(cluster, "leaf").up.si(), 16 * 50e9);
    QCOMPARE(load(cluster, "leaf").oversubscription().value(), 4.0);
    QCOMPARE(load(cluster, "leaf").tier, 1);
    QCOMPARE(load(cluster, "spine").tier, 2);
    QVERIFY(!load(cluster, "spine").oversubscription());
    cluster.links[1].health = 0.5;
    QCOMPARE(load(cluster, "leaf").oversubscription().value(), 8.0);
    cluster.links[1].health = 1;
    cluster.links[1].cable = "dac-200g";
    QCOMPARE(load(cluster, "leaf").oversubscription().value(), 8.0);
}

void TestPorts::the_published_pods_have_theirs() {
    const auto loaded = read_project(ROOFRACK_SOURCE_DIR "/samples/llama3-405b-16k.roofrack.json", catalog());
    QVERIFY(loaded);
    const Cluster& cluster = loaded->project.scenarios[0].cluster;
    // "The Llama 3 Herd of Models", section 3.3: cluster switches 1:1 inside a pod, 1:7 above it.
    QCOMPARE(load(cluster, "pod-tor").oversubscription().value(), 1.0);
    QVERIFY(std::abs(load(cluster, "pod-cluster").oversubscription().value() - 7) < 0.05);
}

void TestPorts::a_broken_drawing_has_no_ports() {
    Cluster cluster = parts();
    link(cluster, "dgx", "nowhere", LinkPattern::each, 8);
    link(cluster, "room", "leaf", LinkPattern::each, 8); // a room has no port
    link(cluster, "leaf", "leaf", LinkPattern::each, 8); // joins nothing
    QCOMPARE(ports(cluster, "dgx").used, 0.0);
    QCOMPARE(ports(cluster, "leaf").used, 0.0);
    cluster.elements[0].parent = "dgx"; // a circle
    QVERIFY(!PortTable::make(cluster, catalog()));
}

void TestPorts::natural_links() {
    Cluster cluster = parts();
    // Eight NICs and two leafs: a server to one leaf.
    LinkOffer to_leaf =
        offer(cluster, "leaf", "rack"); // the rack stands for its servers, and is turned round
    QCOMPARE(to_leaf.from, std::string("dgx"));
    QCOMPARE(to_leaf.to, std::string("leaf"));
    QCOMPARE(to_leaf.kind, LinkKind::network);
    QCOMPARE(to_leaf.rate->si(), 50e9);
    QCOMPARE(to_leaf.patterns.front().pattern, LinkPattern::each);
    QCOMPARE(to_leaf.patterns.front().count, 8);
    QVERIFY(to_leaf.existing.empty());
    const Link made = to_leaf.link(0);
    QCOMPARE(made.from, std::string("dgx"));
    QCOMPARE(made.count, 8);
    // Eight leafs: one a NIC.
    cluster.find("leaf")->count = 8;
    QCOMPARE(offer(cluster, "dgx", "leaf").patterns.front().pattern, LinkPattern::rail);
    QCOMPARE(offer(cluster, "dgx", "leaf").patterns.front().count, 8);
    // A rack-scale server reaches all leafs of its unit: 72 NICs over 18 leafs.
    cluster.find("dgx")->part.id = "gb200-nvl72";
    cluster.find("leaf")->count = 18;
    const LinkOffer all = offer(cluster, "dgx", "leaf");
    QCOMPARE(all.patterns.front().pattern, LinkPattern::mesh);
    QCOMPARE(all.patterns.front().count, 4);
    for (const auto& [from, to, kind] :
         {std::tuple("feed", "rack", LinkKind::power), std::tuple("crah", "rack", LinkKind::cooling),
          std::tuple("crah", "room", LinkKind::cooling)}) {
        const LinkOffer facility = offer(cluster, to, from);
        QCOMPARE(facility.from, std::string(from));
        QCOMPARE(facility.to, std::string(to));
        QCOMPARE(facility.kind, kind);
        QCOMPARE(facility.patterns.size(), size_t(1));
    }
}

void TestPorts::natural_links_fill_what_is_free() {
    Cluster cluster = parts();
    QCOMPARE(offer(cluster, "feed", "dgx").to, std::string("rack")); // a rack is fed, not the server in it
    link(cluster, "dgx", "leaf", LinkPattern::each, 4);
    QCOMPARE(offer(cluster, "dgx", "leaf").patterns.front().count, 4); // half of the NICs are left
    QCOMPARE(offer(cluster, "dgx", "leaf").existing, std::string("dgx-leaf"));
    // 32 cables lead down from each leaf, so 16 to each of two spines lead up.
    const LinkOffer up = offer(cluster, "leaf", "spine");
    QCOMPARE(up.patterns.front().pattern, LinkPattern::mesh);
    QCOMPARE(up.patterns.front().count, 16);
    QVERIFY(up.warnings.empty());
    link(cluster, "leaf", "spine", LinkPattern::mesh, 32);
    QVERIFY(!offer(cluster, "spine", "leaf").warnings.empty());          // all 64 ports of a spine are taken
    QCOMPARE(offer(cluster, "spine", "leaf").from, std::string("leaf")); // from the lower tier
}

void TestPorts::what_may_not_be_is_refused() {
    Cluster cluster = parts();
    for (const auto& [from, to] :
         {std::pair("feed", "leaf"), std::pair("feed", "crah"), std::pair("crah", "leaf"),
          std::pair("room", "leaf"), std::pair("feed", "feed"), std::pair("store", "store"),
          std::pair("dgx", "nowhere")})
        QVERIFY2(!refused(cluster, from, to).empty(), from);
    cluster.find("leaf")->count = 1;
    QVERIFY(!refused(cluster, "leaf", "leaf").empty()); // one switch has no other
    std::erase_if(cluster.elements, [](const Element& e) { return e.id == "dgx"; });
    QVERIFY(!refused(cluster, "rack", "leaf").empty()); // an empty rack has no NIC
    // check says the same of a drawing that came from elsewhere: a container has no data ports.
    cluster = parts();
    link(cluster, "rack", "dgx", LinkPattern::each, 1);
    QVERIFY(found(cluster, "link-illegal"));
}

void TestPorts::feeds_feed_feeds_from_the_grid_down() {
    Cluster cluster = parts();
    for (const auto& [id, part] : {std::pair("ups", "ups-1250kva"), std::pair("gear", "switchgear-4000a"),
                                   std::pair("grid", "utility-10mva")}) {
        Element unit;
        unit.kind = ElementKind::feed;
        unit.id = unit.name = id;
        unit.part.id = part;
        cluster.elements.push_back(unit);
    }
    // Whichever way they are drawn.
    for (const auto& [from, to] : {std::pair("ups", "feed"), std::pair("feed", "ups")}) {
        const LinkOffer down = offer(cluster, from, to);
        QVERIFY(down.kind == LinkKind::power);
        QCOMPARE(down.from, std::string("ups"));
        // With loads of their own, or on a bus.
        QCOMPARE(down.patterns.size(), size_t(2));
        QVERIFY(down.patterns[1].pattern == LinkPattern::mesh);
    }
    // Switchgear stands before a UPS, or after it: as drawn, but never in a circle.
    QCOMPARE(offer(cluster, "gear", "ups").from, std::string("gear"));
    QCOMPARE(offer(cluster, "ups", "gear").from, std::string("ups"));
    link(cluster, "grid", "gear", LinkPattern::each, 1);
    link(cluster, "gear", "ups", LinkPattern::each, 1);
    QCOMPARE(refused(cluster, "ups", "gear"), std::string("gear feeds ups already"));
    QVERIFY(!offer(cluster, "gear", "ups").existing.empty());
    link(cluster, "ups", "feed", LinkPattern::each, 1);
    QVERIFY(PortTable::make(cluster, catalog()));
    QVERIFY(!found(cluster, "link-illegal"));
}

void TestPorts::targets_are_what_an_offer_takes() {
    std::vector<Cluster> drawings{parts()};
    for (const TemplateInfo& one : list_templates())
        drawings.push_back(make_template(one.name, {}, catalog())->scenarios.front().cluster);
    drawings.front().elements.push_back({}); // a rack without anything in it
    drawings.front().elements.back().id = "empty";
    drawings.front().elements.back().kind = ElementKind::rack;
    int legal = 0, illegal = 0;
    for (const Cluster& cluster : drawings) {
        const auto table = PortTable::make(cluster, catalog());
        QVERIFY(table);
        for (const Element& from : cluster.elements) {
            const auto targets = link_targets(cluster, catalog(), *table, from.id);
            QCOMPARE(targets.size(), cluster.elements.size());
            for (size_t i = 0; i < targets.size(); ++i) {
                const std::string& to = cluster.elements[i].id;
                const bool offered = offer_link(cluster, catalog(), *table, from.id, to).has_value();
                QVERIFY2(targets[i] == offered, (from.id + " to " + to).c_str());
                ++(offered ? legal : illegal);
            }
        }
        QVERIFY(link_targets(cluster, catalog(), *table, "nobody").empty());
    }
    QVERIFY(legal > 50 && illegal > 50);
}

void TestPorts::a_link_to_itself_is_a_torus_or_a_mesh() {
    Cluster cluster = parts();
    cluster.find("leaf")->count = 8;
    const LinkOffer dragonfly = offer(cluster, "leaf", "leaf");
    QCOMPARE(dragonfly.patterns.front().pattern, LinkPattern::mesh);
    QCOMPARE(dragonfly.patterns.size(), size_t(1));
    Element* hosts = cluster.find("dgx");
    hosts->parent.clear();
    hosts->part.id = "tpu-v4-host"; // four chips a host
    hosts->count = 16;
    const LinkOffer chips = offer(cluster, "dgx", "dgx");
    QCOMPARE(chips.patterns.front().pattern, LinkPattern::torus);
    QCOMPARE(chips.patterns.front().dims, (std::vector<int>{4, 4, 4}));
    cluster.links.push_back(chips.link(0));
    cluster.links.back().id = "torus";
    QCOMPARE(ports(cluster, "dgx").used, 0.0); // chips are wired to each other, not through the NIC
}

/// The global links of the dragonfly template, drawn by hand.
void TestPorts::a_router_is_linked_to_its_own_groups() {
    Cluster cluster = make_template("dragonfly", {}, catalog())->scenarios.front().cluster;
    const auto table = PortTable::make(cluster, catalog());
    QVERIFY(table);
    const auto global = std::ranges::find_if(cluster.links, [&](const Link& each) {
        return group_mesh(cluster, table->containment(), each).has_value();
    });
    QVERIFY(global != cluster.links.end());
    const Link drawn = *global;
    QCOMPARE(offer(cluster, drawn.from.c_str(), drawn.to.c_str()).existing, drawn.id);
    cluster.links.erase(global);
    for (const bool backwards : {false, true}) {
        const LinkOffer made = backwards ? offer(cluster, drawn.to.c_str(), drawn.from.c_str())
                                         : offer(cluster, drawn.from.c_str(), drawn.to.c_str());
        QCOMPARE(made.existing, std::string());
        QCOMPARE(made.patterns.size(), size_t(1));
        Link link = made.link(0);
        QCOMPARE(link.from, drawn.from);
        QCOMPARE(link.to, drawn.to);
        QCOMPARE(link.pattern, drawn.pattern);
        link.count = drawn.count;
        link.id = drawn.id;
        const auto effect = link_effect(cluster, catalog(), link);
        QVERIFY(effect && effect->cables > 0 && effect->rate);
    }
    // With one group alone there is no other.
    cluster.find(drawn.to)->count = 1;
    QVERIFY(!refused(cluster, drawn.from.c_str(), drawn.to.c_str()).empty());
}

void TestPorts::a_torus_of_switches_is_found() {
    Cluster cluster = parts();
    const auto patterns = offer(cluster, "leaf", "leaf").patterns;
    QVERIFY(!patterns.empty());
    for (const PatternOffer& offered : patterns) QVERIFY(offered.pattern != LinkPattern::torus);
    link(cluster, "leaf", "leaf", LinkPattern::mesh, 1);
    QVERIFY(!found(cluster, "torus-of-switches"));
    cluster.links.back().pattern = LinkPattern::torus;
    cluster.links.back().dims = {2};
    QVERIFY(found(cluster, "torus-of-switches"));
}

void TestPorts::cables_are_offered() {
    const auto fit = [](const std::vector<CableOffer>& offers, const char* id) {
        const auto it =
            std::ranges::find_if(offers, [&](const CableOffer& each) { return each.cable->id == id; });
        if (it == offers.end()) qFatal("no such cable");
        return *it;
    };
    const auto ten_metres = cable_offers(catalog(), LinkKind::network, ByteRate(50e9), 10);
    QCOMPARE(fit(ten_metres, "aoc-400g").fit, CableFit::fits); // 50 m
    QVERIFY(fit(ten_metres, "aoc-400g").remark.empty());
    QCOMPARE(fit(ten_metres, "dac-400g").fit, CableFit::too_short); // 3 m
    QVERIFY(!fit(ten_metres, "dac-400g").legal());
    QCOMPARE(fit(ten_metres, "aoc-200g").fit, CableFit::slower);
    QVERIFY(fit(ten_metres, "aoc-200g").legal());
    QCOMPARE(fit(ten_metres, "aoc-200g").remark, std::string("too slow for a 400 Gb/s port"));
    QCOMPARE(fit(ten_metres, "dr8-800g").fit, CableFit::faster);
    QCOMPARE(ten_metres.front().fit, CableFit::fits);
    QVERIFY(!ten_metres.back().legal());
    const auto anywhere = cable_offers(catalog(), LinkKind::network, ByteRate(50e9), std::nullopt);
    QCOMPARE(fit(anywhere, "dac-400g").fit, CableFit::fits);
    const auto for_power = cable_offers(catalog(), LinkKind::power, std::nullopt, 10);
    QVERIFY(!for_power.empty());
    for (const CableOffer& each : for_power) QVERIFY(!each.legal());
    Cluster cluster = parts();
    link(cluster, "dgx", "leaf", LinkPattern::each, 8).cable = "aoc-200g";
    QVERIFY(found(cluster, "cable-too-slow"));
}

void TestPorts::dims_are_near_each_other() {
    QCOMPARE(torus_dims(64, 3), (std::vector<int>{4, 4, 4}));
    QCOMPARE(torus_dims(4096, 3), (std::vector<int>{16, 16, 16}));
    QCOMPARE(torus_dims(256, 2), (std::vector<int>{16, 16}));
    QCOMPARE(torus_dims(12, 2), (std::vector<int>{4, 3}));
    QCOMPARE(torus_dims(7, 3), (std::vector<int>{7}));
    QVERIFY(torus_dims(1, 3).empty());
}

void TestPorts::what_is_wrong_with_cables_is_found() {
    Cluster cluster = parts();
    cluster.find("rack")->position = {0, 300};
    cluster.find("leaf")->position = {0, 0};
    Link& wired = link(cluster, "dgx", "leaf", LinkPattern::each, 8);
    wired.cable = "aoc-400g"; // 50 m
    QVERIFY(!found(cluster, "cable-too-short"));
    cluster.links[0].cable = "dac-400g"; // 3 m do not leave the rack: 1.5 m up to the tray at either end
    QVERIFY(found(cluster, "cable-too-short"));
    QVERIFY(!found(cluster, "cable-wrong-kind"));
    link(cluster, "feed", "rack", LinkPattern::each, 1).cable = "aoc-400g";
    QVERIFY(found(cluster, "cable-wrong-kind"));
}

void TestPorts::an_offer_between_other_networks_warns() {
    Cluster cluster = parts();
    QVERIFY(offer(cluster, "leaf", "spine").warnings.empty());
    QVERIFY(offer(cluster, "store", "spine").warnings.empty()); // the catalogue does not tell
    cluster.find("spine")->part.id = "sn5610";
    const std::string said = "leaf is InfiniBand, spine is Ethernet (RoCE): their ports do not mate";
    QCOMPARE(offer(cluster, "leaf", "spine").warnings, std::vector{said});
    QCOMPARE(offer(cluster, "spine", "leaf").warnings.size(), size_t(1));
    QVERIFY(offer(cluster, "dgx", "spine").warnings.empty()); // its ConnectX-7 are set to Ethernet
    cluster.find("dgx")->part.id = "hgx-h100-roce";
    QCOMPARE(offer(cluster, "dgx", "leaf").warnings.size(), size_t(1));
    link(cluster, "dgx", "spine", LinkPattern::each, 4);
    QVERIFY(offer(cluster, "dgx", "leaf").warnings.empty()); // it may have other ports for a second network
    QCOMPARE(offer(cluster, "leaf", "spine").warnings.size(), size_t(1));
}

void TestPorts::shared_feeds_and_coolers_are_divided() {
    Cluster cluster = parts(); // 12 feeds and 2 CRAHs
    Element others = *cluster.find("rack");
    others.id = others.name = "others";
    others.count = 2;
    cluster.elements.push_back(others);
    for (const char* rack : {"rack", "others"}) {
        link(cluster, "feed", rack, LinkPattern::each, 1);
        link(cluster, "crah", rack, LinkPattern::mesh, 1); // one pool, whatever the pattern
    }
    for (const char* rack : {"rack", "others"}) {
        QCOMPARE(ports(cluster, rack, PortRole::power).used, 12 / 6.0);
        QVERIFY(qAbs(ports(cluster, rack, PortRole::air).used - 2 / 6.0) < 1e-12);
    }
    QCOMPARE(ports(cluster, "feed", PortRole::power).used, 1.0); // a third of a rack's feeds, but one rack
    QCOMPARE(ports(cluster, "crah", PortRole::air).used, 3.0);   // 6 racks
    const auto effect = link_effect(cluster, catalog(), cluster.links[1]);
    QVERIFY(effect);
    QCOMPARE(used_text(effect->to, LinkKind::cooling, false), std::string("0.33 units"));
    const auto feeds = link_effect(cluster, catalog(), cluster.links[0]);
    QCOMPARE(used_text(feeds->to, LinkKind::power, false), std::string("2 feeds"));
    QVERIFY(qAbs(feeds->cables - 8) < 1e-9); // 12 outlets, for 4 racks of 6
    // A link drawn twice gives no second share; a second group of feeds does.
    link(cluster, "feed", "rack", LinkPattern::mesh, 1).id = "again";
    QCOMPARE(ports(cluster, "rack", PortRole::power).used, 2.0);
    Element second = *cluster.find("feed");
    second.id = second.name = "feed-b";
    second.count = 4;
    cluster.elements.push_back(second);
    link(cluster, "feed-b", "rack", LinkPattern::each, 1);
    QCOMPARE(ports(cluster, "rack", PortRole::power).used, 3.0);
    // A room counts for the racks in it: 4 and 2 of 6 share 2 CRAHs.
    for (Element& element : cluster.elements)
        if (element.id == "rack") element.parent = "room";
    std::ranges::find(cluster.links, "crah-rack", &Link::id)->to = "room";
    QVERIFY(qAbs(ports(cluster, "room", PortRole::air).used - 2 * 4 / 6.0) < 1e-12);
    QVERIFY(qAbs(ports(cluster, "others", PortRole::air).used - 2 / 6.0) < 1e-12);
}

/// samples/dgx-h100-su: 24 whips and 4 CRAHs for two rows of 4 racks, also when one rack stands apart.
void TestPorts::what_is_split_off_has_its_share() {
    const auto loaded = read_project(ROOFRACK_SOURCE_DIR "/samples/dgx-h100-su.roofrack.json", catalog());
    QVERIFY(loaded);
    Cluster cluster = loaded->project.scenarios[0].cluster;
    for (const bool apart : {false, true}) {
        if (apart) {
            const auto split = roofrack::split(cluster, catalog(), "row-a");
            QVERIFY2(split, split ? "" : split.error().text().c_str());
            cluster = split->cluster;
        }
        int racks = 0;
        for (const Element& element : cluster.elements) {
            if (element.kind != ElementKind::rack) continue;
            racks += element.count;
            QVERIFY(qAbs(ports(cluster, element.id.c_str(), PortRole::power).used - 3) < 1e-12);
            QVERIFY(qAbs(ports(cluster, element.id.c_str(), PortRole::air).used - 0.5) < 1e-12);
        }
        QCOMPARE(racks, 8);
    }
}

void TestPorts::links_drawn_twice_and_in_a_circle_are_found() {
    Cluster cluster = parts();
    link(cluster, "dgx", "leaf", LinkPattern::each, 4);
    QVERIFY(!found(cluster, "duplicate-link"));
    link(cluster, "leaf", "dgx", LinkPattern::each, 4).id = "again";
    QVERIFY(found(cluster, "duplicate-link"));
    cluster.links.back().pattern = LinkPattern::mesh; // two ways of wiring are two links
    QVERIFY(!found(cluster, "duplicate-link"));
    for (const char* id : {"cdu", "tower"}) {
        Element unit = *cluster.find("crah");
        unit.id = id;
        cluster.elements.push_back(unit);
    }
    link(cluster, "crah", "cdu", LinkPattern::each, 1);
    link(cluster, "cdu", "tower", LinkPattern::each, 1);
    QVERIFY(!found(cluster, "link-loop"));
    link(cluster, "tower", "crah", LinkPattern::each, 1);
    QVERIFY(found(cluster, "link-loop"));
    link(cluster, "leaf", "leaf", LinkPattern::each, 1);
    QVERIFY(found(cluster, "link-to-itself"));
}

void TestPorts::an_effect_is_that_of_the_drawing_with_it() {
    Cluster cluster = parts();
    link(cluster, "dgx", "leaf", LinkPattern::each, 8);
    Link up = offer(cluster, "leaf", "spine").link(0);
    up.count = 8;
    const auto before = link_effect(cluster, catalog(), up);
    QVERIFY(before);
    QCOMPARE(before->oversubscribed()->oversubscription.value(), 4.0);
    QCOMPARE(before->from.ports.used, 80.0);
    QCOMPARE(before->cables, 32.0); // 2 leafs, 2 spines, 8 each
    QCOMPARE(before->total.si(), 32 * 50e9);
    QVERIFY(before->longest().value() > 1);
    up.id = "up";
    cluster.links.push_back(up);
    const auto drawn = link_effect(cluster, catalog(), up);
    QCOMPARE(drawn->from.ports.used, 80.0);
    up.count = 16; // not drawn yet, in the place of the drawn one
    QCOMPARE(link_effect(cluster, catalog(), up)->oversubscribed()->oversubscription.value(), 2.0);
    const auto containment = Containment::make(cluster);
    const auto need = cable_need(cluster, *containment, catalog(), up);
    QVERIFY(need && need->kind == LinkKind::network);
    QCOMPARE(need->port, drawn->port);
    QCOMPARE(need->longest, drawn->longest());
    QVERIFY(need->longest);
    up.to = "room";
    QVERIFY(!link_effect(cluster, catalog(), up));
    QVERIFY(!cable_need(cluster, *containment, catalog(), up));
    QCOMPARE(ratio_text(6.98), std::string("7:1"));
    QCOMPARE(ratio_text(1), std::string("1:1"));
    QCOMPARE(ratio_text(128), std::string("128:1"));
}

void TestPorts::links_are_named_by_what_they_join() {
    Cluster cluster = parts();
    cluster.find("dgx")->name = "DGX";
    cluster.find("leaf")->name.clear();
    const auto names = [&] {
        const LinkNames all(cluster);
        std::vector<std::string> out;
        for (const Link& each : cluster.links) out.push_back(all.of(each));
        return out;
    };
    using Names = std::vector<std::string>;
    link(cluster, "dgx", "leaf", LinkPattern::rail, 7);
    QCOMPARE(names(), Names{"DGX – leaf, 7 rails"});
    link(cluster, "spine", "dgx", LinkPattern::rail, 1);
    QCOMPARE(names(), (Names{"DGX – leaf, rails 1–7", "spine – DGX, rail 8"}));
    QCOMPARE(link_name(cluster, cluster.links[1]), std::string("spine – DGX, rail 8"));
    cluster.find("spine")->use = NetworkUse::storage; // another network, with rails of its own
    QCOMPARE(names(), (Names{"DGX – leaf, 7 rails", "spine – DGX"}));
    cluster.links.clear();
    link(cluster, "leaf", "spine", LinkPattern::mesh, 2);
    QCOMPARE(names(), Names{"leaf – spine"});
    link(cluster, "spine", "leaf", LinkPattern::each, 2);
    link(cluster, "dgx", "gone", LinkPattern::rail, 8);
    QCOMPARE(names(), (Names{"leaf – spine (1 of 2)", "spine – leaf (2 of 2)", "DGX – gone"}));
    QCOMPARE(ends_name(cluster, "dgx", "leaf"), std::string("DGX – leaf"));
}

QTEST_APPLESS_MAIN(TestPorts)
#include "test_ports.moc"
