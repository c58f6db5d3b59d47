// SPDX-License-Identifier: GPL-3.0-or-later
// The window says of a drawing what the command line says.
#include "core/catalog/catalog.h"
#include "core/engine/evaluate.h"
#include "core/templates/templates.h"
#include "core/weather/climate.h"
#include "widgets/editor/evaluation_bundle.h"

#include <QFile>
#include <QTemporaryDir>
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

    /// A weather file is sought beside the project, as the command line does.
    void weather_stands_beside_the_project() {
        const Catalog& catalog = Catalog::built_in();
        Scenario scenario = make_template("workstation", {}, catalog)->scenarios.front();
        scenario.site.climate = "here.csv";
        QTemporaryDir folder;
        QFile file(folder.filePath(QStringLiteral("here.csv")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("dry_bulb_c,wet_bulb_c\n");
        for (int hour = 0; hour < 8760; ++hour) file.write("20,15\n");
        file.close();
        EvaluationRequest request;
        request.scenario = std::make_shared<const Scenario>(scenario);
        request.folder = folder.path().toStdString();
        const EvaluationBundle found = engine_evaluator(catalog)(request, {});
        QVERIFY2(found.details->weather_fault.empty(), found.details->weather_fault.c_str());
        QCOMPARE(found.details->weather.size(), size_t(4));
        request.folder.clear();
        const EvaluationBundle lost = engine_evaluator(catalog)(request, {});
        QCOMPARE(lost.details->weather_fault, find_climate("here.csv", {}).error().text());
        QVERIFY(lost.details->weather.empty()); // no other climate stands in for it
    }
};

QTEST_GUILESS_MAIN(TestDrawingFindings)
#include "test_drawing_findings.moc"
