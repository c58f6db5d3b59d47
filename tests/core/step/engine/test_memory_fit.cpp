// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/report/evaluation_json.h"
#include "core/base/catalog/catalog.h"
#include "core/drawing/project/project_file.h"
#include "core/step/engine/evaluate.h"
#include "core/step/engine/memory_fit.h"
#include "core/study/scaling.h"

#include <QTest>

#include <algorithm>
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

    void stages_sum_and_the_fullest_decides() {
        const Evaluation e = evaluated([](Plan&) {});
        QVERIFY(!e.memory.refused() && e.memory.low < e.memory.needed && e.memory.needed < e.memory.high);
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

    void what_would_fit_fits() {
        const Evaluation e = evaluated([](Plan& plan) { plan.tp = 2; });
        QVERIFY(e.memory.refused() && !e.feasible);
        QCOMPARE(e.memory.would_fit, std::string("tp = 8"));
        const Evaluation fits = evaluated([](Plan& plan) { plan.tp = 8; });
        QVERIFY(fits.feasible && fits.memory.needed <= fits.memory.capacity);
        // Full recomputation would fit too, and costs more time.
        const auto full = [](Plan& plan) { plan.tp = 4, plan.recompute = Recompute::full; };
        QVERIFY(evaluated(full).memory.needed <= fits.memory.capacity);
        QVERIFY(evaluated(full).step_time > evaluated([](Plan&) {}).step_time);
    }

    /// Between what surely fits and what is refused a plan runs, with a warning; the same in the study of the
    /// plan as given. A plan that the program chooses is predicted to fit.
    void what_may_not_fit_runs() {
        const Evaluation drawn = evaluated([](Plan&) {});
        const double factor = drawn.memory.high / drawn.memory.needed;
        QVERIFY(factor > 1.02);
        const auto on_gpus_with = [&](double bytes) {
            Scenario scenario = m_scenario;
            for (Element& element : scenario.cluster.elements)
                if (element.kind == ElementKind::server) {
                    Part own = *Catalog::built_in().part(PartKind::server, element.part.id);
                    own.figures["gpu_hbm_capacity"].value = bytes;
                    element.part.inline_part = std::move(own);
                }
            return scenario;
        };
        const struct {
            double share;
            MemoryVerdict verdict;
        } cases[] = {{1.01 * factor, MemoryVerdict::fits},
                     {0.99 * factor, MemoryVerdict::may_not_fit},
                     {1.01 / factor, MemoryVerdict::may_not_fit},
                     {0.99 / factor, MemoryVerdict::does_not_fit}};
        for (const auto& each : cases) {
            const Scenario scenario = on_gpus_with(each.share * drawn.memory.needed.si());
            const auto prepared = Prepared::make(scenario, Catalog::built_in());
            QVERIFY2(prepared, prepared ? "" : prepared.error().text().c_str());
            const Evaluation e = evaluate(*prepared, {});
            QCOMPARE(e.memory.verdict, each.verdict);
            QCOMPARE(e.feasible, each.verdict != MemoryVerdict::does_not_fit);
            const auto says = [&](std::string_view id) {
                return std::ranges::any_of(e.findings, [&](const Finding& f) { return f.id == id; });
            };
            QCOMPARE(says("memory-tight"), each.verdict == MemoryVerdict::may_not_fit);
            QCOMPARE(says("memory-exceeded"), each.verdict == MemoryVerdict::does_not_fit);
            QCOMPARE(evaluation_json(e)["memory"]["fits"].get<std::string>(),
                     std::string(name_of(each.verdict)));
            const double gpus[] = {e.gpus};
            QCOMPARE(scale(*prepared, gpus).points.front().feasible, e.feasible);
        }
    }
};

QTEST_APPLESS_MAIN(TestMemoryFit)
#include "test_memory_fit.moc"
