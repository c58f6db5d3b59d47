// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/catalog/catalog.h"
#include "core/drawing/containment.h"
#include "core/drawing/link_span.h"
#include "core/drawing/multiplicity/difference.h"
#include "core/drawing/multiplicity/merge.h"
#include "core/drawing/multiplicity/pieces.h"
#include "core/drawing/multiplicity/split.h"
#include "core/drawing/project/project_file.h"
#include "core/drawing/templates/templates.h"
#include "core/step/engine/evaluate.h"

#include <QDirIterator>
#include <QTest>

#include <random>
#include <set>

using namespace roofrack;

namespace {

const Catalog& catalog() { return Catalog::built_in(); }

std::vector<std::pair<QString, Scenario>> drawings() {
    std::vector<std::pair<QString, Scenario>> out;
    for (QDirIterator it(QStringLiteral(ROOFRACK_SOURCE_DIR "/samples"), {"*.roofrack.json"});
         it.hasNext();) {
        const auto read = read_project(it.next().toStdString(), catalog());
        if (!read) qFatal("%s", read.error().text().c_str());
        for (const Scenario& scenario : read->project.scenarios)
            out.emplace_back(it.fileName() + ": " + QString::fromStdString(scenario.name), scenario);
    }
    std::vector<std::pair<std::string, TemplateSettings>> templates{
        {"fat-tree", {{"servers", "128"}, {"server", "dgx-h100"}}},
        {"fat-tree", {{"servers", "3072"}, {"core_oversubscription", "7"}}},
        {"rail-optimised", {{"servers", "128"}, {"oversubscription", "2"}}},
        {"nvl72-pods", {{"racks", "32"}}},
    };
    for (const TemplateInfo& info : list_templates()) templates.push_back({info.name, {}});
    for (const auto& [name, settings] : templates) {
        const auto made = make_template(name, settings, catalog());
        if (!made) qFatal("%s: %s", name.c_str(), made.error().text().c_str());
        out.emplace_back(QString::fromStdString(made->name), made->scenarios[0]);
    }
    return out;
}

/// Cables at all instances of the switches, and the GPUs.
double ports_of(const Cluster& cluster) {
    const auto containment = Containment::make(cluster);
    double cables = 0;
    for (const Link& link : cluster.links) {
        const int from = containment->index(link.from), to = containment->index(link.to);
        const auto kind = [&](int i) { return cluster.elements[static_cast<size_t>(i)].kind; };
        const auto cabled = [&](int i) {
            return kind(i) == ElementKind::server || kind(i) == ElementKind::switch_ ||
                   kind(i) == ElementKind::storage;
        };
        if (!cabled(from) || !cabled(to)) continue;
        const int common = containment->common(from, to);
        LinkSpan span{link.pattern,
                      from == to,
                      containment->within(from, common),
                      containment->within(to, common),
                      static_cast<double>(link.count),
                      static_cast<int>(link.dims.size())};
        if (link.pattern == LinkPattern::each && span.a < span.b) std::swap(span.a, span.b);
        const double containers = containment->instances(from) / containment->within(from, common);
        cables += span.per_from() * span.a * containers * (from == to ? 0.5 : 1);
    }
    return cables;
}

struct Figures {
    std::vector<std::pair<QString, double>> values;
    void add(const QString& name, double value) { values.emplace_back(name, value); }
};

Figures figures_of(const Scenario& scenario) {
    Figures out;
    const auto prepared = Prepared::make(scenario, catalog());
    if (!prepared) qFatal("%s", prepared.error().text().c_str());
    EvaluateOptions options;
    options.findings = false;
    const Evaluation evaluation = evaluate(*prepared, options);
    out.add("step", evaluation.step_time.si());
    for (size_t p = 0; p < evaluation.parts.size(); ++p)
        out.add(QString("part %1").arg(p), evaluation.parts[p]);
    out.add("IT power", evaluation.power.it.si());
    out.add("facility power", evaluation.power.facility.si());
    out.add("PUE", evaluation.power.pue);
    out.add("levels", static_cast<double>(prepared->fabric().levels.size()));
    for (const FabricLevel& level : prepared->fabric().levels) {
        const QString name = QString::fromStdString(level.name);
        out.add(name + " block", level.block_gpus);
        out.add(name + " inside", level.inside.si());
        out.add(name + " egress", level.egress.si());
        out.add(name + " oversubscription", level.oversubscription);
        out.add(name + " latency", level.latency.si());
        out.add(name + " routing", level.routing);
        out.add(name + " background", level.background_load);
        out.add(name + " reduces", level.in_network_reduction ? 1 : 0);
    }
    out.add("ports", ports_of(scenario.cluster));
    return out;
}

QString compare(const Figures& before, const Figures& after) {
    if (before.values.size() != after.values.size()) return "another number of levels";
    for (size_t i = 0; i < before.values.size(); ++i) {
        const auto& [name, value] = before.values[i];
        const auto& [other_name, other] = after.values[i];
        if (name != other_name) return name + " became " + other_name;
        if (std::abs(value - other) > 1e-9 * std::max(std::abs(value), std::abs(other)))
            return QString("%1: %2 became %3").arg(name).arg(value, 0, 'g', 15).arg(other, 0, 'g', 15);
    }
    return {};
}

/// Undoes a split, last piece first.
Cluster merged_back(const SplitResult& split, QString& fault) {
    Cluster cluster = split.cluster;
    for (auto piece = split.pieces.rbegin(); piece != split.pieces.rend(); ++piece) {
        if (!cluster.find(piece->from) || !cluster.find(piece->id)) continue;
        const auto merged = merge(cluster, catalog(), {piece->from, piece->id});
        if (!merged) {
            fault = QString::fromStdString(merged.error().text());
            return cluster;
        }
        cluster = merged->cluster;
    }
    return cluster;
}

} // namespace

class TestMultiplicity : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// Without a height of its own a server is taken for a unit a GPU; beyond any rack it has no unit.
    void a_split_box_stands_above_the_others() {
        Cluster cluster;
        Element rack;
        rack.id = "rack";
        rack.kind = ElementKind::rack;
        Element server;
        server.id = "srv";
        server.kind = ElementKind::server;
        server.parent = "rack";
        server.count = 2;
        server.u = 9;
        server.part.id = "own";
        server.part.inline_part = *catalog().part("dgx-h100");
        server.part.inline_part->figures.erase("height_u"); // 8 GPUs
        cluster.elements = {rack, server};
        const auto apart = split(cluster, catalog(), "srv", 1);
        QVERIFY(apart);
        QCOMPARE(*apart->cluster.find(apart->id)->u, 17);
        cluster.elements[1].count = 1'000'000;
        const auto far = split(cluster, catalog(), "srv", 1);
        QVERIFY(far && !far->cluster.find(far->id)->u);
    }

    void splits_keep_the_machine_data() {
        QTest::addColumn<int>("drawing");
        m_drawings = drawings();
        for (size_t i = 0; i < m_drawings.size(); ++i)
            QTest::newRow(qPrintable(m_drawings[i].first)) << static_cast<int>(i);
    }
    void splits_keep_the_machine() {
        QFETCH(int, drawing);
        const Scenario& scenario = m_drawings[static_cast<size_t>(drawing)].second;
        const Figures before = figures_of(scenario);
        std::mt19937 random(7);
        int done = 0, refused = 0;
        for (const Element& element : scenario.cluster.elements) {
            std::set<int> counts{1, element.count / 2};
            if (element.count > 2) counts.insert(std::uniform_int_distribution(1, element.count - 1)(random));
            for (const int n : counts) {
                if (n < 1 || (n >= element.count && scenario.cluster.instances(element) <= n)) continue;
                const auto result = split(scenario.cluster, catalog(), element.id, n);
                const QString what = QString("%1 of %2").arg(n).arg(QString::fromStdString(element.id));
                if (!result) {
                    QVERIFY(!result.error().what.empty() && !result.error().fix.empty());
                    qInfo("%s: %s", qPrintable(what), result.error().text().c_str());
                    ++refused;
                    continue;
                }
                ++done;
                Scenario divided = scenario;
                divided.cluster = result->cluster;
                QCOMPARE(result->cluster.find(result->id)->count, n);
                const QString fault = compare(before, figures_of(divided));
                QVERIFY2(fault.isEmpty(), qPrintable(what + ": " + fault));
                QString why;
                const Cluster merged = merged_back(*result, why);
                QVERIFY2(why.isEmpty(), qPrintable(what + ": " + why));
                Project a, b;
                a.scenarios = b.scenarios = {scenario};
                b.scenarios[0].cluster = merged;
                QCOMPARE(QString::fromStdString(project_text(b, Catalog::built_in())),
                         QString::fromStdString(project_text(a, Catalog::built_in())));
            }
        }
        qInfo("%d splits, %d refused", done, refused);
    }

    // What a person would draw by hand: 32 racks of 4 on 8 leafs, one rack out. Four racks hang on a leaf, so
    // the leaf of that rack and its three neighbours stand apart too.
    void one_rack_of_many() {
        const auto made = make_template("fat-tree", {{"servers", "128"}, {"server", "dgx-h100"}}, catalog());
        QVERIFY(made.has_value());
        const Cluster& cluster = made->scenarios[0].cluster;
        QCOMPARE(cluster.find("rack")->count, 32);
        const auto result = split(cluster, catalog(), "rack");
        QVERIFY2(result.has_value(), result ? "" : result.error().text().c_str());
        const Element& odd = *result->cluster.find(result->id);
        QCOMPARE(odd.count, 1);
        QCOMPARE(QString::fromStdString(odd.name), QString("Rack (1 of 32)"));
        QCOMPARE(result->pieces.front().from, std::string("rack"));
        QCOMPARE(split_origin(result->cluster, odd.id), std::string("rack"));
        double racks = 0, servers = 0;
        for (const Element& element : result->cluster.elements) {
            if (element.kind == ElementKind::rack) racks += result->cluster.instances(element);
            if (element.kind == ElementKind::server) servers += result->cluster.instances(element);
        }
        QCOMPARE(racks, 32.0);
        QCOMPARE(servers, 128.0);
        const auto back = merge_equal(result->cluster, catalog());
        QVERIFY(back.cluster == cluster);
    }

    void pieces_inherit_what_is_waived() {
        const auto made = make_template("rail-optimised", {{"servers", "128"}}, catalog());
        Cluster cluster = made->scenarios[0].cluster;
        cluster.waivers = {{"rack-no-feed", {"rack"}, "busway"},
                           {"uneven-links", {"server-leaf"}, "as measured"}};
        const auto result = split(cluster, catalog(), "rack");
        QVERIFY2(result.has_value(), result ? "" : result.error().text().c_str());
        const std::vector<Waiver>& waivers = result->cluster.waivers;
        QCOMPARE(waivers.size(), size_t(2));
        const auto covers = [&](size_t waiver, const std::string& id) {
            return std::ranges::find(waivers[waiver].where, id) != waivers[waiver].where.end();
        };
        for (const Element& element : result->cluster.elements)
            QCOMPARE(covers(0, element.id), element.kind == ElementKind::rack);
        for (const Link& link : result->cluster.links)
            QCOMPARE(covers(1, link.id), result->cluster.find(link.from)->kind == ElementKind::server);
        QVERIFY(waivers[1].where.size() > 1);
        QVERIFY(merge_equal(result->cluster, catalog()).cluster == cluster);
    }

    /// What was waived of a piece alone, or of piece and group for two reasons.
    void merging_unites_what_is_waived() {
        const auto made = make_template("rail-optimised", {{"servers", "128"}}, catalog());
        const auto result = split(made->scenarios[0].cluster, catalog(), "rack");
        QVERIFY2(result.has_value(), result ? "" : result.error().text().c_str());
        Cluster cut = result->cluster;
        const auto link = std::ranges::find_if(cut.links, [](const Link& each) {
            return each.id != "server-leaf" && each.id.starts_with("server-leaf");
        });
        QVERIFY(link != cut.links.end());
        cut.waivers = {{"uneven-links", {link->id}, "odd"},
                       {"no-part", {result->id}, "odd"},
                       {"rack-no-feed", {"rack", "leaf"}, "busway"},
                       {"rack-no-feed", {"leaf", result->id}, "odd"},
                       {"rack-no-feed", {"rack"}, "busway"}};
        const std::vector<Waiver> united{{"uneven-links", {"server-leaf"}, "odd"},
                                         {"no-part", {"rack"}, "odd"},
                                         {"rack-no-feed", {"rack", "leaf"}, "busway; odd"},
                                         {"rack-no-feed", {"rack"}, "busway"}};
        QVERIFY(merge_equal(cut, catalog()).cluster.waivers == united);
    }

    void unequal_elements_say_what_differs() {
        const auto made = make_template("rail-optimised", {{"servers", "128"}}, catalog());
        auto result = split(made->scenarios[0].cluster, catalog(), "rack");
        QVERIFY2(result.has_value(), result ? "" : result.error().text().c_str());
        const std::string origin = split_origin(result->cluster, result->id);
        QVERIFY(!origin.empty());
        QVERIFY(differences(result->cluster, catalog(), origin, result->id).empty());
        Element& odd = *result->cluster.find(result->id);
        odd.supply = Celsius(41);
        for (Element& element : result->cluster.elements)
            if (element.parent == odd.id) element.part.id = "dgx-a100";
        const auto merged = merge(result->cluster, catalog(), {origin, odd.id});
        QVERIFY(!merged.has_value());
        const QString what = QString::fromStdString(merged.error().what);
        QVERIFY2(what.contains("inlet: not set against 41 °C"), qPrintable(what));
        QVERIFY2(what.contains("GPU: H100") && what.contains("against A100"), qPrintable(what));
        const Cluster before = result->cluster;
        // Merging what is equal leaves the odd one alone.
        const auto equal = merge_equal(result->cluster, catalog());
        QVERIFY(equal.cluster.find(odd.id) != nullptr);
    }

    void expanding_is_the_same_machine() {
        const auto made = make_template("fat-tree", {{"servers", "128"}, {"server", "dgx-h100"}}, catalog());
        Scenario scenario = made->scenarios[0];
        const Figures before = figures_of(scenario);
        const Cluster drawn = scenario.cluster;
        const auto all = expand(drawn, catalog(), "rack");
        QVERIFY2(all.has_value(), all ? "" : all.error().text().c_str());
        scenario.cluster = all->cluster;
        int racks = 0;
        for (const Element& element : all->cluster.elements)
            if (element.kind == ElementKind::rack) {
                QCOMPARE(element.count, 1);
                ++racks;
            }
        QCOMPARE(racks, 32);
        const QString fault = compare(before, figures_of(scenario));
        QVERIFY2(fault.isEmpty(), qPrintable(fault));
        QVERIFY(merge_equal(all->cluster, catalog()).cluster == drawn);

        const auto refused = expand(drawn, catalog(), "rack", 40);
        QVERIFY(!refused.has_value());
        QVERIFY(refused.error().what.find("40 elements") != std::string::npos);
    }

    void expanded_ones_are_numbered() {
        const auto made = make_template("fat-tree", {{"servers", "16"}, {"server", "dgx-h100"}}, catalog());
        const Cluster drawn = made->scenarios[0].cluster;
        const std::string title = drawn.find("rack")->name;
        const int count = drawn.find("rack")->count;
        QVERIFY(count > 2);
        const auto all = expand(drawn, catalog(), "rack");
        QVERIFY2(all.has_value(), all ? "" : all.error().text().c_str());
        std::vector<std::string> names, expected;
        for (const Element& element : all->cluster.elements)
            if (element.kind == ElementKind::rack) names.push_back(element.name);
        for (int i = 1; i <= count; ++i)
            expected.push_back(title + " (" + std::to_string(i) + " of " + std::to_string(count) + ")");
        QCOMPARE(names, expected); // in drawn order
        QVERIFY(merge_equal(all->cluster, catalog()).cluster == drawn);
        // Some merged by hand carry their number; all of them the first name.
        const auto two = merge(all->cluster, catalog(), {"rack-2", "rack-3"});
        QVERIFY2(two.has_value(), two ? "" : two.error().text().c_str());
        QCOMPARE(two->cluster.find("rack-2")->name, title + " (2 of " + std::to_string(count) + ")");
        QVERIFY(merge_equal(two->cluster, catalog()).cluster.find("rack")->name == title);
        // The rest of what was split before; none has the name of the one that stands apart.
        const auto odd = split(drawn, catalog(), "rack");
        const auto rest = expand(odd->cluster, catalog(), "rack");
        QVERIFY2(rest.has_value(), rest ? "" : rest.error().text().c_str());
        std::set<std::string> different;
        for (const Element& element : rest->cluster.elements)
            if (element.kind == ElementKind::rack) different.insert(element.name);
        QCOMPARE(static_cast<int>(different.size()), count);
        QCOMPARE(merge_equal(rest->cluster, catalog()).cluster.find("rack")->count, count);
    }

    void refusals_say_why() {
        const auto made = make_template("torus", {}, catalog());
        const auto torus = split(made->scenarios[0].cluster, catalog(), "rack");
        QVERIFY(!torus.has_value());
        QVERIFY(torus.error().what.find("torus") != std::string::npos);
        const auto tree = make_template("fat-tree", {}, catalog());
        const Cluster& cluster = tree->scenarios[0].cluster;
        for (const int n : {0, -1, 1000000}) QVERIFY(!split(cluster, catalog(), "rack", n).has_value());
        QVERIFY(!split(cluster, catalog(), "nothing").has_value());
        QVERIFY(!split(Cluster{}, catalog(), "rack").has_value());
        QVERIFY(!merge(cluster, catalog(), {"rack"}).has_value());
        QVERIFY(!merge(cluster, catalog(), {"rack", "leaf"}).has_value());
        QVERIFY(!merge(cluster, catalog(), {"rack", "nothing"}).has_value());
        // 30 racks of 4 over 8 leafs do not come out even: one alone cannot leave.
        Cluster uneven = cluster;
        Element* rack = uneven.find("rack");
        rack->count = 31;
        uneven.find("leaf")->count = 8;
        const auto refused = split(uneven, catalog(), "rack");
        QVERIFY(!refused.has_value());
        QVERIFY2(refused.error().what.find("come out even") != std::string::npos,
                 refused.error().text().c_str());
    }

    // Random chains of splits keep the figures; merging all that is equal never changes them.
    void random_chains() {
        std::mt19937 random(11);
        for (const auto& [name, drawn] : drawings()) {
            Scenario scenario = drawn;
            const Figures before = figures_of(scenario);
            for (int step = 0; step < 6; ++step) {
                const auto& elements = scenario.cluster.elements;
                const Element& element =
                    elements[std::uniform_int_distribution<size_t>(0, elements.size() - 1)(random)];
                const int n = std::uniform_int_distribution(1, std::max(1, element.count - 1))(random);
                if (auto result = split(scenario.cluster, catalog(), element.id, n))
                    scenario.cluster = std::move(result->cluster);
            }
            QString fault = compare(before, figures_of(scenario));
            QVERIFY2(fault.isEmpty(), qPrintable(name + ", split: " + fault));
            scenario.cluster = merge_equal(scenario.cluster, catalog()).cluster;
            fault = compare(before, figures_of(scenario));
            QVERIFY2(fault.isEmpty(), qPrintable(name + ", merged: " + fault));
        }
    }

private:
    std::vector<std::pair<QString, Scenario>> m_drawings;
};

QTEST_GUILESS_MAIN(TestMultiplicity)
#include "test_multiplicity.moc"
