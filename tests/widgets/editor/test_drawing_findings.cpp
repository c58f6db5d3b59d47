// SPDX-License-Identifier: GPL-3.0-or-later
// The window says of a drawing what the command line says.
#include "core/catalog/catalog.h"
#include "core/engine/evaluate.h"
#include "core/templates/templates.h"
#include "widgets/editor/evaluation_bundle.h"

#include <QTest>

#include <algorithm>

using namespace roofrack;

class TestDrawingFindings : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void the_window_finds_what_the_command_line_finds() {
        const Catalog& catalog = Catalog::built_in();
        Scenario scenario = make_template("fat-tree", {}, catalog)->scenarios.front();
        const auto up = std::ranges::find_if(scenario.cluster.links, [&](const Link& link) {
            return scenario.cluster.find(link.from)->kind == ElementKind::switch_;
        });
        QVERIFY(up != scenario.cluster.links.end());
        Link again = *up;
        again.id = "again"; // more cables than the switches have ports
        scenario.cluster.links.push_back(again);
        EvaluationRequest request;
        request.scenario = std::make_shared<const Scenario>(scenario);
        const EvaluationBundle shown = engine_evaluator(catalog)(request, {});
        const Evaluation printed = evaluate_or_explain(scenario, catalog);
        QCOMPARE(shown.evaluation.findings.size(), printed.findings.size());
        for (size_t i = 0; i < printed.findings.size(); ++i) {
            QCOMPARE(shown.evaluation.findings[i].id, printed.findings[i].id);
            QCOMPARE(shown.evaluation.findings[i].message, printed.findings[i].message);
        }
        QVERIFY(std::ranges::find(shown.evaluation.findings, "ports-exceeded", &Finding::id) !=
                shown.evaluation.findings.end());
    }
};

QTEST_GUILESS_MAIN(TestDrawingFindings)
#include "test_drawing_findings.moc"
