// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/catalog/catalog.h"
#include "core/drawing/check/check.h"
#include "core/drawing/check/port_shortages.h"
#include "core/drawing/drawn_parts.h"
#include "core/drawing/ports.h"
#include "tests/support/random_scenario.h"
#include "tests/support/rounds.h"
#include "tests/support/sample.h"

#include <QTest>

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>
#include <random>
#include <set>

using namespace roofrack;

namespace {

const Catalog& catalog() { return Catalog::built_in(); }

/// 16 DGX H100 (8 NICs of 400 Gb/s) on one leaf and one spine of SN5600 (64 ports of 800 Gb/s).
Cluster fast_switches(int cables_to_leaf, int cables_to_spine) {
    Cluster out;
    const auto add = [&](ElementKind kind, const char* id, int count, const char* part) {
        Element element;
        element.kind = kind;
        element.id = element.name = id;
        element.count = count;
        element.part.id = part;
        out.elements.push_back(element);
    };
    const auto link = [&](const char* from, const char* to, int count) {
        Link drawn;
        drawn.id = fmt::format("{}-{}", from, to);
        drawn.from = from;
        drawn.to = to;
        drawn.pattern = LinkPattern::mesh;
        drawn.count = count;
        out.links.push_back(drawn);
    };
    add(ElementKind::server, "dgx", 16, "dgx-h100");
    add(ElementKind::switch_, "leaf", 1, "sn5600");
    add(ElementKind::switch_, "spine", 1, "sn5600");
    link("dgx", "leaf", cables_to_leaf);
    link("leaf", "spine", cables_to_spine);
    return out;
}

std::vector<std::string> texts_of(const Cluster& cluster) {
    std::vector<std::string> out;
    for (const PortShortage& each : open_port_shortages(cluster, catalog()))
        out.push_back(shortage_text(each, title(cluster.at(each.element))));
    return out;
}

std::vector<std::string> said_by_check(const Cluster& cluster) {
    std::vector<std::string> out;
    for (const Finding& each : check_cluster(cluster, catalog()))
        if (each.id == finding_id::ports_exceeded) out.push_back(each.message);
    return out;
}

/// What lacks ports by a plain count: of a switch every cable takes a port or the part of one that its rate
/// is; of a server each link by itself takes a NIC a cable.
std::set<std::string> counted_plainly(const Cluster& cluster) {
    std::set<std::string> out;
    std::map<std::string, double> taken;
    const auto containment = Containment::make(cluster);
    if (!containment) return out;
    const auto figure = [&](const Element& element, const char* key) {
        const Part* const part = drawn_part(element, catalog());
        return part ? part->value_or(key, 0) : 0;
    };
    for (const auto& ends : all_link_ends(cluster, *containment)) {
        if (!ends || ends->kind != LinkKind::network) continue;
        const Link& link = cluster.links[static_cast<size_t>(ends->link)];
        const Element &from = cluster.at(ends->from), &to = cluster.at(ends->to);
        double rate = link.bandwidth ? link.bandwidth->si() : 1e18;
        for (const Element* end : {&from, &to})
            if (const double port = figure(*end, end->kind == ElementKind::server ? "nic_rate" : "port_rate");
                port > 0 && !link.bandwidth)
                rate = std::min(rate, port);
        if (const Part* const cable = cable_of(link, catalog()))
            rate = std::min(rate, cable->value_or("rate", rate));
        for (const Element* end : {&from, &to}) {
            const double cables = end == &from ? ends->at_from : ends->at_to;
            if (end->kind == ElementKind::switch_)
                taken[end->id] += cables * std::min(1.0, rate / figure(*end, "port_rate"));
            if (end->kind == ElementKind::server && &from != &to && figure(*end, "nics") > 0 &&
                cables > figure(*end, "nics"))
                out.insert(end->id);
            if (&from == &to) break;
        }
    }
    for (const auto& [id, ports] : taken) {
        const double there = figure(*cluster.find(id), "ports");
        if (there > 0 && ports > there * (1 + 1e-9)) out.insert(id);
    }
    return out;
}

} // namespace

class TestPortShortages : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// By hand: 16 × 8 cables of 400 Gb/s share 64 ports of 800, so none is left for the spine.
    void fast_ports_are_split() {
        QVERIFY(texts_of(fast_switches(8, 1)) == std::vector<std::string>{"leaf needs 65 ports and has 64"});
        QVERIFY(said_by_check(fast_switches(8, 1)) == texts_of(fast_switches(8, 1)));
        QVERIFY(texts_of(fast_switches(4, 32)).empty()); // 32 + 32
        QVERIFY(said_by_check(fast_switches(4, 32)).empty());
    }

    /// A cable of 400 Gb/s takes half a port of 800 at both its ends, for the check as for the table of
    /// ports.
    void a_slow_cable_takes_a_part_of_a_port() {
        Cluster cluster = fast_switches(4, 64);
        QVERIFY(texts_of(cluster) == std::vector<std::string>{"leaf needs 96 ports and has 64"});
        cluster.links[1].cable = "dac-400g"; // 32 + 64 ÷ 2
        QVERIFY(texts_of(cluster).empty());
        QVERIFY(said_by_check(cluster).empty());
        cluster.links[1].count = 65;
        QVERIFY(texts_of(cluster) == std::vector<std::string>{"leaf needs 64.5 ports and has 64"});
        QVERIFY(said_by_check(cluster) == texts_of(cluster));
    }

    /// A server lacks NICs for one link at a time, which its finding names.
    void nics_are_of_one_link() {
        const Cluster cluster = fast_switches(9, 1);
        const auto all = open_port_shortages(cluster, catalog());
        QCOMPARE(all.size(), size_t(2)); // the leaf first
        QCOMPARE(all[0].link, -1);
        QCOMPARE(all[1].link, 0);
        QCOMPARE(all[1].needs, 9.0);
        QCOMPARE(all[1].has, 8.0);
        QCOMPARE(all[1].share(), 9.0 / 8);
        QVERIFY(texts_of(cluster)[1] == "dgx has 8 NICs and needs 9");
        QVERIFY(said_by_check(cluster) ==
                (std::vector<std::string>{"dgx has 8 NICs, link 'dgx – leaf' needs 9",
                                          "leaf needs 73 ports and has 64"}));
    }

    void what_is_waived_is_left_out() {
        Cluster cluster = fast_switches(9, 1);
        cluster.waivers.push_back({"ports-exceeded", {"leaf"}, "breakout panels"});
        QVERIFY(texts_of(cluster) == std::vector<std::string>{"dgx has 8 NICs and needs 9"});
        QCOMPARE(said_by_check(cluster).size(), size_t(1));
        cluster.waivers.front().where = {"dgx"}; // its finding names the link as well
        QCOMPARE(texts_of(cluster).size(), size_t(2));
        QCOMPARE(said_by_check(cluster).size(), size_t(2));
        cluster.waivers.front().where = {"dgx", "dgx-leaf"};
        QVERIFY(texts_of(cluster) == std::vector<std::string>{"leaf needs 73 ports and has 64"});
        // The table that the check reads has all of them.
        QCOMPARE(port_shortages(cluster, *PortTable::make(cluster, catalog())).size(), size_t(2));
    }

    void a_broken_drawing_has_none() {
        Cluster cluster = fast_switches(9, 1);
        cluster.find("leaf")->parent = "gone";
        QVERIFY(open_port_shortages(cluster, catalog()).empty());
    }

    /// On drawings with up to eight times their cables, the same elements as a plain count.
    void drawings_lack_what_a_plain_count_says() {
        std::mt19937 random(11);
        int short_of_ports = 0;
        const auto agree = [&](Cluster cluster) {
            cluster.waivers.clear();
            for (Link& link : cluster.links)
                if (link.count > 0) link.count *= std::uniform_int_distribution<int>(1, 8)(random);
            std::set<std::string> found, said;
            for (const PortShortage& each : open_port_shortages(cluster, catalog()))
                found.insert(cluster.at(each.element).id);
            for (const Finding& each : check_cluster(cluster, catalog()))
                for (const std::string& id : each.where) // one finding may be of several, and name links
                    if (each.id == finding_id::ports_exceeded && cluster.find(id)) said.insert(id);
            const std::set<std::string> counted = counted_plainly(cluster);
            short_of_ports += counted.empty() ? 0 : 1;
            const std::string all = fmt::format("found: {}; said: {}; counted: {}", fmt::join(found, ", "),
                                                fmt::join(said, ", "), fmt::join(counted, ", "));
            QVERIFY2(found == counted && said == counted, all.c_str());
        };
        for (int round = 0; round < test::rounds(1000, 60); ++round)
            agree(test::random_scenario(random).cluster);
        for (const char* name : {"dgx-h100-su", "gb200-nvl72-x8", "llama3-405b-16k", "megatron-1t-3072",
                                 "shared-a100-hot-rack", "generic-100m-256gpu-1nic"})
            for (int i = 0; i < 10; ++i) agree(test::sample(name).cluster);
        QVERIFY2(short_of_ports >= 20, std::to_string(short_of_ports).c_str());
    }
};

QTEST_APPLESS_MAIN(TestPortShortages)
#include "test_port_shortages.moc"
