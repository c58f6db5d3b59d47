// SPDX-License-Identifier: GPL-3.0-or-later
// A count stands for so many equal things: drawn one by one they must give the same cluster.
#include "core/base/catalog/catalog.h"
#include "core/base/model/finding.h"
#include "core/drawing/check/check.h"
#include "core/drawing/element_index.h"
#include "core/drawing/project/project_file.h"
#include "core/drawing/templates/templates.h"
#include "core/step/engine/evaluate.h"
#include "tests/support/expand_drawing.h"
#include "tests/support/large_drawing.h"
#include "tests/support/random_scenario.h"
#include "tests/support/sample.h"

#include <QTest>

using namespace roofrack;
using namespace roofrack::test;

namespace {

const Catalog& catalog() { return Catalog::built_in(); }

bool same(double a, double b) {
    return std::abs(a - b) <= 1e-9 * std::max({std::abs(a), std::abs(b), 1e-30});
}

/// What differs between two evaluations; empty when nothing does.
std::string difference(const Evaluation& a, const Evaluation& b) {
    const auto differ = [](std::string what, double x, double y) {
        return fmt::format("{}: {:.15g} and {:.15g}", what, x, y);
    };
    if (a.feasible != b.feasible) return "feasible";
    if (!same(a.step_time.si(), b.step_time.si())) return differ("step", a.step_time.si(), b.step_time.si());
    if (!same(a.power.facility.si(), b.power.facility.si()))
        return differ("power", a.power.facility.si(), b.power.facility.si());
    if (!same(a.power.it.si(), b.power.it.si())) return differ("IT", a.power.it.si(), b.power.it.si());
    for (size_t i = 0; i < a.parts.size(); ++i)
        if (!same(a.parts[i], b.parts[i]))
            return differ(std::string(name_of(static_cast<StepPart>(i))), a.parts[i], b.parts[i]);
    if (a.levels.size() != b.levels.size()) return "levels";
    for (size_t i = 0; i < a.levels.size(); ++i)
        for (const auto& [what, x, y] :
             {std::tuple("block", a.levels[i].block_gpus, b.levels[i].block_gpus),
              std::tuple("egress", a.levels[i].egress.si(), b.levels[i].egress.si()),
              std::tuple("inside", a.levels[i].inside.si(), b.levels[i].inside.si()),
              std::tuple("latency", a.levels[i].latency.si(), b.levels[i].latency.si()),
              std::tuple("background", a.levels[i].background_load, b.levels[i].background_load)})
            if (!same(x, y)) return differ(fmt::format("level {} {}", i, what), x, y);
    if (a.supplied != b.supplied) return "supplied";
    // What refuses is called by its name, and racks drawn apart have names of their own.
    if (a.supplied && a.binds != b.binds) return fmt::format("binds: {} and {}", a.binds, b.binds);
    return {};
}

/// Every place that a finding names is drawn.
std::string stray_place(const std::vector<Finding>& findings, const Cluster& cluster) {
    const ElementIndex index(cluster);
    for (const Finding& finding : findings)
        for (const std::string& place : finding.where)
            if (!index.find(place) && !index.find_link(place))
                return fmt::format("{}: {}", finding.message, place);
    return {};
}

} // namespace

class TestDrawnApart : public QObject {
    Q_OBJECT

    int m_compared = 0;

    /// Compares a scenario with its expansion, where it has one that is not too large for a test.
    void compare(const Scenario& scenario, const std::string& name) {
        const auto apart = Expansion::of(scenario.cluster);
        if (!apart || apart->elements.size() > 900) return;
        Scenario expanded = scenario;
        expanded.cluster = *apart;
        const auto before = Prepared::make(scenario, catalog()), after = Prepared::make(expanded, catalog());
        QVERIFY2(before && after, name.c_str());
        const Evaluation drawn = evaluate(*before), one_by_one = evaluate(*after);
        const std::string what = difference(drawn, one_by_one);
        QVERIFY2(what.empty(), (name + ": " + what).c_str());
        const std::string stray = stray_place(one_by_one.findings, expanded.cluster);
        QVERIFY2(stray.empty(), (name + ": " + stray).c_str());
        ++m_compared;
    }

private Q_SLOTS:
    void samples() {
        m_compared = 0;
        for (const std::string& name : sample_names()) {
            const auto loaded =
                read_project(ROOFRACK_SOURCE_DIR "/samples/" + name + ".roofrack.json", catalog());
            QVERIFY2(loaded, loaded ? "" : loaded.error().text().c_str());
            for (const Scenario& scenario : loaded->project.scenarios)
                compare(scenario, name + " " + scenario.name);
        }
        QVERIFY(m_compared >= 6); // the others have tori, uneven links or too many racks
    }

    void templates() {
        m_compared = 0;
        for (const TemplateInfo& info : list_templates()) {
            const auto project = make_template(info.name, {}, catalog());
            QVERIFY(project);
            compare(project->scenarios.front(), std::string(info.name));
        }
        QVERIFY(m_compared >= 2);
    }

    void random_drawings() {
        m_compared = 0;
        for (unsigned seed = 0; seed < 200; ++seed) {
            std::mt19937 random(seed);
            compare(random_scenario(random), fmt::format("seed {}", seed));
            if (QTest::currentTestFailed()) return;
        }
        QVERIFY(m_compared >= 100);
    }

    /// More cables than NICs carry no more than the NICs do, whether one switch has them or two.
    void switches_drawn_apart_share_the_nics() {
        const auto egress = [](int switches, int drawn_apart) {
            Cluster cluster;
            const auto add = [&](ElementKind kind, std::string id, int count, const char* part) {
                Element element;
                element.id = std::move(id);
                element.kind = kind;
                element.count = count;
                element.part.id = part;
                cluster.elements.push_back(element);
            };
            add(ElementKind::server, "dgx", 4, "dgx-h100");
            for (int i = 0; i < drawn_apart; ++i) {
                add(ElementKind::switch_, fmt::format("leaf-{}", i), switches / drawn_apart, "qm9700");
                Link link;
                link.id = fmt::format("l{}", i);
                link.from = "dgx";
                link.to = fmt::format("leaf-{}", i);
                link.pattern = LinkPattern::mesh;
                link.count = 8;
                cluster.links.push_back(link);
            }
            return fabric(cluster, catalog())->levels.front().egress.si();
        };
        QCOMPARE(egress(1, 1), 50e9); // 8 NICs of 400 Gb/s for 8 GPUs
        QCOMPARE(egress(2, 1), 50e9);
        QCOMPARE(egress(2, 2), 50e9);
    }

    /// Trays drawn one by one in a rack are one NVLink domain, as when drawn together: 18 trays of 4 GPUs.
    void trays_drawn_apart_share_a_domain() {
        Cluster cluster;
        const auto add = [&](ElementKind kind, const char* id, const char* parent, int count,
                             const char* part) {
            Element element;
            element.id = id;
            element.kind = kind;
            element.parent = parent;
            element.count = count;
            element.part.id = part;
            cluster.elements.push_back(element);
        };
        const auto join = [&](const char* id, const char* from, const char* to, LinkPattern pattern,
                              int count) {
            Link link;
            link.id = id;
            link.from = from;
            link.to = to;
            link.pattern = pattern;
            link.count = count;
            cluster.links.push_back(link);
        };
        add(ElementKind::rack, "rack", "", 8, "mgx-48u");
        add(ElementKind::server, "tray", "rack", 18, "gb200-tray");
        add(ElementKind::switch_, "leaf", "", 4, "q3400-ra");
        add(ElementKind::switch_, "spine", "", 2, "q3400-ra");
        join("up", "tray", "leaf", LinkPattern::rail, 4);
        join("top", "leaf", "spine", LinkPattern::mesh, 18);
        const auto together = fabric(cluster, catalog()), apart = fabric(*Expansion::of(cluster), catalog());
        QVERIFY(together && apart);
        QCOMPARE(together->scale_up_domain, 72.0);
        QCOMPARE(apart->scale_up_domain, 72.0);
        QCOMPARE(apart->levels.size(), together->levels.size());
        for (size_t i = 0; i < apart->levels.size(); ++i) {
            QCOMPARE(apart->levels[i].block_gpus, together->levels[i].block_gpus);
            QVERIFY(same(apart->levels[i].egress.si(), together->levels[i].egress.si()));
            QVERIFY(same(apart->levels[i].inside.si(), together->levels[i].inside.si()));
        }
        // Half of them drawn as another element.
        cluster.elements[1].count = 9;
        Element half = cluster.elements[1];
        half.id = "other";
        cluster.elements.push_back(half);
        join("up2", "other", "leaf", LinkPattern::rail, 4);
        QCOMPARE(fabric(cluster, catalog())->scale_up_domain, 72.0);
        // With another part they have a domain of their own.
        cluster.elements.back().part.id = "gb300-tray";
        QCOMPARE(fabric(cluster, catalog())->scale_up_domain, 36.0);
    }

    void many_racks() {
        const LargeDrawing drawing{7};
        const Scenario apart = large_scenario(separate_racks(drawing));
        const auto one = Prepared::make(large_scenario(multiplied_racks(drawing)), catalog()),
                   many = Prepared::make(apart, catalog());
        QVERIFY(one && many);
        QCOMPARE(one->fabric().gpus, 7 * 224 * 8.0);
        const Evaluation a = evaluate(*one), b = evaluate(*many);
        QVERIFY(a.feasible);
        const std::string what = difference(a, b);
        QVERIFY2(what.empty(), what.c_str());
        QCOMPARE(b.power.racks.size(), size_t(175));
        for (const double share : {0.5, 0.25}) {
            EvaluateOptions options;
            options.gpus = share * a.gpus;
            const Evaluation less = evaluate(*one, options), fewer = evaluate(*many, options);
            QVERIFY(same(less.step_time.si(), fewer.step_time.si()));
        }
    }

    /// 100,352 GPUs in 1,400 racks: the same numbers, each fault of all racks one finding, and in no time.
    void fourteen_hundred_racks() {
        Scenario apart = large_scenario(separate_racks());
        QCOMPARE(std::ranges::count(apart.cluster.elements, ElementKind::rack, &Element::kind), 1400);
        QVERIFY(apart.cluster.links.size() >= 2800);
        const auto sound = check_cluster(apart.cluster, catalog());
        QVERIFY2(sound.empty(), sound.empty() ? "" : sound.front().message.c_str());

        const auto prepared = Prepared::make(apart, catalog());
        QVERIFY(prepared);
        const Evaluation evaluation = evaluate(*prepared);
        QCOMPARE(evaluation.gpus, 100352.0);
        QVERIFY(evaluation.feasible);
        const auto one = Prepared::make(large_scenario(multiplied_racks()), catalog());
        const std::string what = difference(evaluate(*one), evaluation);
        QVERIFY2(what.empty(), what.c_str());

        // All racks throttled by their limit: 30 kW for nine servers of up to 4.6 kW.
        for (Element& element : apart.cluster.elements)
            if (element.kind == ElementKind::rack) element.power_limit = Watts(30e3);
        const Evaluation slow = evaluate(*Prepared::make(apart, catalog()));
        QVERIFY(slow.step_time > evaluation.step_time);
        QVERIFY(slow.findings.size() < 20);
        const auto throttled = std::ranges::find(slow.findings, "throttle", &Finding::id);
        QVERIFY(throttled != slow.findings.end());
        QCOMPARE(throttled->where.size(), size_t(1344)); // the racks of eight keep their clock
        const std::string stray = stray_place(slow.findings, apart.cluster);
        QVERIFY2(stray.empty(), stray.c_str());

        // One alone is named.
        for (Element& element : apart.cluster.elements)
            if (element.kind == ElementKind::rack && element.id != "rack-7-3") element.power_limit.reset();
        const Evaluation odd = evaluate(*Prepared::make(apart, catalog()));
        QVERIFY(odd.step_time > evaluation.step_time);
        const auto named = std::ranges::find(odd.findings, "throttle", &Finding::id);
        QVERIFY(named != odd.findings.end());
        QCOMPARE(named->where, std::vector<std::string>{"rack-7-3"});

        // Without feeds: one finding of the drawing with 1,400 places.
        std::erase_if(apart.cluster.links, [](const Link& link) { return link.from.starts_with("feed-"); });
        std::erase_if(apart.cluster.elements,
                      [](const Element& element) { return element.kind == ElementKind::feed; });
        for (Element& element : apart.cluster.elements) element.power_limit.reset();
        const auto findings = check_cluster(apart.cluster, catalog());
        QCOMPARE(findings.size(), size_t(1));
        QCOMPARE(findings.front().id, std::string("rack-no-feed"));
        QCOMPARE(findings.front().where.size(), size_t(1400));
        QVERIFY(findings.front().message.size() < 120);
    }

    void alike_findings_become_one() {
        const auto finding = [](const char* id, const char* message, const char* why,
                                std::vector<std::string> where) {
            return Finding{Severity::warning, id, message, why, "do", std::move(where)};
        };
        std::vector<Finding> findings{
            finding("a", "A is low", "w", {"x", "l"}), finding("b", "B", "w", {"x"}),
            finding("a", "A2 is low", "w", {"y", "l"}), finding("a", "A3 is low", "v", {"z"}),
            finding("a", "A4 is low", "w", {"u"})};
        std::vector<Finding> few = findings;
        merge_alike(few);
        QCOMPARE(few, findings); // three are told one by one
        merge_alike(findings, 2);
        QCOMPARE(findings.size(), size_t(3));
        QCOMPARE(findings[0].message, std::string("A is low, and 2 more like it"));
        QCOMPARE(findings[0].where, (std::vector<std::string>{"x", "l", "y", "u"}));
        QCOMPARE(findings[1].id, std::string("b"));
        QCOMPARE(findings[2].where, std::vector<std::string>{"z"});
    }
};

QTEST_APPLESS_MAIN(TestDrawnApart)
#include "test_drawn_apart.moc"
