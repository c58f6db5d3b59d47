// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/catalog.h"
#include "core/engine/evaluate.h"
#include "core/engine/memory_fit.h"
#include "core/project/project_file.h"
#include "core/report/evaluation_json.h"

#include <QTest>

#include <cmath>
#include <nlohmann/json.hpp>

using namespace roofrack;

/// Memory as a project's answer states it.
class TestMemoryFit : public QObject {
    Q_OBJECT

    Scenario m_scenario;

    Evaluation evaluated(auto&& edit) const {
        Scenario scenario = m_scenario;
        edit(scenario.plan);
        return evaluate_or_explain(scenario, Catalog::built_in());
    }

private Q_SLOTS:
    void initTestCase() {
        // Llama 3 405B on 16,384 H100, without recomputation: trained so (Llama team 2024, section 3.3.2).
        const auto project =
            read_project(ROOFRACK_SOURCE_DIR "/samples/llama3-405b-16k.roofrack.json", Catalog::built_in());
        QVERIFY2(project, project ? "" : project.error().text().c_str());
        m_scenario = project->project.scenarios.front();
        m_scenario.plan.software = Plan().software; // what would fit is the fastest of what a known stack can
    }

    void stagesSumAndTheFullestDecides() {
        const Evaluation e = evaluated([](Plan&) {});
        QVERIFY(e.memory.fits);
        QCOMPARE(e.memory.stages.size(), size_t(16));
        Bytes most{};
        for (const StageFit& stage : e.memory.stages) {
            double sum = 0;
            for (const MemoryPart& part : stage.parts) sum += part.bytes.si();
            QVERIFY(std::abs(sum - stage.total.si()) <= 1e-12 * sum);
            most = std::max(most, stage.total);
        }
        QCOMPARE(e.memory.needed.si(), most.si());
        QCOMPARE(e.memory.fullest, 1); // the first stage holds a layer less, later ones less in flight
        const auto json = evaluation_json(e)["memory"];
        QCOMPARE(json["fullest_stage"].get<int>(), 2);
        QCOMPARE(json["stages"].size(), size_t(16));
        QCOMPARE(json["stages"][1]["total_bytes"].get<double>(), json["needed_bytes"].get<double>());
        QCOMPARE(json["stages"][0]["layers"].get<int>(), 7);
    }

    void whatWouldFitFits() {
        const Evaluation e = evaluated([](Plan& plan) { plan.tp = 4; });
        QVERIFY(!e.memory.fits && !e.feasible);
        QCOMPARE(e.memory.would_fit, std::string("cp = 4"));
        const Evaluation fits = evaluated([](Plan& plan) { plan.tp = 4, plan.cp = 4, plan.dp = 64; });
        const Evaluation other = evaluated([](Plan& plan) { plan.tp = 8; });
        QVERIFY(fits.memory.fits && other.memory.fits && fits.step_time < other.step_time);
        // Full recomputation would fit too, and costs more time.
        const auto full = [](Plan& plan) { plan.tp = 4, plan.recompute = Recompute::full; };
        QVERIFY(evaluated(full).memory.fits);
        QVERIFY(evaluated(full).step_time > evaluated([](Plan&) {}).step_time);
    }
};

QTEST_APPLESS_MAIN(TestMemoryFit)
#include "test_memory_fit.moc"
