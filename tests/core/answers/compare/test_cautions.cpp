// SPDX-License-Identifier: GPL-3.0-or-later
// Why the figures of a scenario are less sure than they look, said wherever scenarios stand beside each
// other.
#include "core/answers/compare/cautions.h"
#include "core/answers/compare/comparison_study.h"
#include "core/answers/compare/equal_scenarios.h"
#include "core/answers/report/compare/comparison_json.h"
#include "core/answers/step_answers.h"
#include "tests/support/sample.h"

#include <QTest>

#include <algorithm>
#include <nlohmann/json.hpp>

using namespace roofrack;

namespace {

using Words = std::vector<std::string>;

std::shared_ptr<const Answers> answers_for(const Scenario& scenario,
                                           const Catalog& catalog = Catalog::built_in()) {
    Snapshot out;
    out.scenario = std::make_shared<const Scenario>(scenario);
    return std::make_shared<const Answers>(std::move(out), catalog);
}

/// Its servers are others, which only their maker has seen.
Scenario with_announced_servers(Scenario out) {
    for (Element& each : out.cluster.elements)
        if (each.kind == ElementKind::server) each.part.id = "vr200-nvl72";
    out.name = "announced ones";
    return out;
}

} // namespace

class TestCautions : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void announced_servers_are_said() {
        const Scenario measured = test::sample("gb200-nvl72-x8");
        Scenario announced = with_announced_servers(measured);
        const Words plain = cautions_of(*answers_for(measured)), found = cautions_of(*answers_for(announced));
        QVERIFY(std::ranges::find(plain, "announced") == plain.end());
        QVERIFY(!found.empty());
        QCOMPARE(found.front(), std::string("announced"));
        // What is sold computes nothing.
        for (Element& each : announced.cluster.elements)
            if (each.kind == ElementKind::server) each.procurement = Procurement::sell;
        QVERIFY(cautions_of(*answers_for(announced)).empty());
    }

    /// GPUs with just as much memory as is needed: a plan may fit into them, or not.
    void a_plan_that_may_not_fit_is_said() {
        const Scenario scenario = test::sample("dgx-h100-su");
        const Catalog& catalog = Catalog::built_in();
        const std::string gpu(catalog.part("dgx-h100")->text_or("accelerator", ""));
        const auto as_drawn = answers_for(scenario);
        const Evaluation* const drawn = as_drawn->value<Evaluation>();
        QVERIFY(drawn && drawn->feasible);
        const double needed = drawn->memory.needed.si();
        for (const auto& [times, said] :
             {std::pair(10.0, Words()), std::pair(1.0, Words{"may not fit in memory"})}) {
            const auto with = catalog.with(gpu, "hbm_capacity", needed * times);
            QVERIFY(with);
            QVERIFY2(cautions_of(*answers_for(scenario, *with)) == said, std::to_string(times).c_str());
        }
    }

    void what_is_compared_says_them() {
        const Scenario measured = test::sample("gb200-nvl72-x8");
        const std::vector<std::shared_ptr<const Answers>> columns{
            answers_for(measured), answers_for(with_announced_servers(measured))};
        const auto equal = made_equal(columns, {});
        QVERIFY(equal);
        const std::vector<ScenarioCaution>& cautions = equal->sizes.cautions;
        const auto of_it = std::ranges::find(cautions, "announced ones", &ScenarioCaution::scenario);
        QVERIFY(of_it != cautions.end());
        const std::string sentence = "“announced ones”: " + of_it->text();
        QVERIFY(of_it->text().starts_with("announced"));
        const Words sentences = equal->sizes.sentences();
        QVERIFY2(std::ranges::find(sentences, sentence) != sentences.end(), sentence.c_str());
        ComparisonRequest request;
        const auto study = comparison_study(*equal, request);
        QVERIFY(study);
        QVERIFY(study->table.scenarios[1].cautions == of_it->cautions);
        const auto json = comparison_json(*study);
        QVERIFY(json["scenarios"][1]["cautions"] == of_it->cautions);
        const std::string markdown = comparison_markdown(*study);
        QVERIFY2(markdown.find("announced ones: announced") != std::string::npos, markdown.c_str());
    }
};

QTEST_GUILESS_MAIN(TestCautions)
#include "test_cautions.moc"
