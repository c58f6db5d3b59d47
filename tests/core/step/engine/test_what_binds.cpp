// SPDX-License-Identifier: GPL-3.0-or-later
// The one phrase of what holds a step back, when that is no resource of the model but a rack.
#include "core/base/catalog/catalog.h"
#include "core/drawing/multiplicity/split.h"
#include "core/drawing/project/named_element.h"
#include "core/drawing/project/project_file.h"
#include "core/drawing/templates/templates.h"
#include "core/step/engine/evaluate.h"

#include <QTest>

#include <algorithm>
#include <set>

using namespace roofrack;

namespace {

Scenario racks() {
    const TemplateSettings settings{{"server", "dgx-h100"}, {"servers", "32"}, {"servers_per_rack", "4"}};
    const auto made = make_template("fat-tree", settings, Catalog::built_in());
    if (!made) qFatal("%s", made.error().text().c_str());
    return made->scenarios.front();
}

Evaluation evaluated(const Scenario& scenario) {
    Evaluation out = evaluate_or_explain(scenario, Catalog::built_in());
    if (!out.feasible) qFatal("%s", out.binds.c_str());
    return out;
}

const Finding* found(const Evaluation& evaluation, std::string_view id) {
    const auto it = std::ranges::find(evaluation.findings, id, &Finding::id);
    return it == evaluation.findings.end() ? nullptr : &*it;
}

} // namespace

class TestWhatBinds : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void starved_racks() {
        Scenario scenario = racks();
        const std::string rack = scenario.cluster.find("rack")->name;
        const Evaluation fed = evaluated(scenario);
        QVERIFY(fed.binds.find(rack) == std::string::npos);
        for (Element& element : scenario.cluster.elements)
            if (element.kind == ElementKind::rack) element.power_limit = Watts(12e3); // instead of some 35 kW
        const Evaluation starved = evaluated(scenario);
        QVERIFY(starved.step_time > 1.5 * fed.step_time);
        QCOMPARE(QString::fromStdString(starved.binds), QString::fromStdString("feeds of " + rack));
    }

    void an_odd_rack() {
        Scenario scenario = racks();
        auto apart = split(scenario.cluster, Catalog::built_in(), "rack", 1);
        QVERIFY(apart);
        scenario.cluster = std::move(apart->cluster);
        const Element odd = *scenario.cluster.find(apart->id);
        for (Element& element : scenario.cluster.elements)
            if (element.parent == odd.id) element.part.id = "dgx-a100";
        QCOMPARE(QString::fromStdString(evaluated(scenario).binds),
                 QString::fromStdString("slow GPUs of " + odd.name));
    }

    /// Two levels of this fabric are held by the NICs: by their label alone they cannot be told apart.
    void a_finding_names_its_resource() {
        const auto project =
            read_project(ROOFRACK_SOURCE_DIR "/samples/llama3-405b-16k.roofrack.json", Catalog::built_in());
        QVERIFY(project);
        const Evaluation out = evaluated(project->project.scenarios.front());
        const std::vector<Gain>& ranked = out.gains;
        int seen = 0;
        for (const Finding& finding : out.findings) {
            if (finding.id.starts_with("binds-")) QVERIFY(finding.binds);
            if (!finding.binds) continue;
            ++seen;
            const auto own = std::ranges::find(ranked, *finding.binds, &Gain::resource);
            QVERIFY(own != ranked.end());
            QCOMPARE(finding.part, std::optional(own->part));
            if (finding.id.starts_with("binds-")) QCOMPARE(finding.message, own->label);
        }
        QVERIFY(seen >= 3);
        // Two levels of the fabric that are held by links of one name are told apart.
        std::set<std::string> labels;
        for (const Gain& gain : ranked) QVERIFY2(labels.insert(gain.label).second, gain.label.c_str());
    }

    void air_that_is_too_warm_is_found() {
        Scenario scenario = racks();
        QVERIFY(!found(evaluated(scenario), "inlet-too-warm"));
        Element& rack = *scenario.cluster.find("rack");
        rack.supply = Celsius(40); // 30 °C is what a DGX H100 allows
        const Evaluation warm = evaluated(scenario);
        const Finding* finding = found(warm, "inlet-too-warm");
        QVERIFY(finding);
        QCOMPARE(finding->where, (std::vector<std::string>{rack.id}));
        QVERIFY(finding->why.find("40 °C at the inlet, 30 °C allowed") != std::string::npos);
    }

    void an_element_is_named_by_id_or_name() {
        Cluster cluster = racks().cluster;
        const Element& rack = *cluster.find("rack");
        QCOMPARE(*named_element(cluster, "rack"), &rack);
        QCOMPARE(*named_element(cluster, rack.name), &rack);
        const auto misspelt = named_element(cluster, "rakc");
        QVERIFY(!misspelt && misspelt.error().fix.find("did you mean 'rack'") != std::string::npos);
        Element second = rack;
        second.id = "second";
        cluster.elements.push_back(second);
        const auto two = named_element(cluster, second.name);
        QVERIFY(!two && two.error().fix.find("rack, second") != std::string::npos);
    }
};

QTEST_APPLESS_MAIN(TestWhatBinds)
#include "test_what_binds.moc"
