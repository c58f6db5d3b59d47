// SPDX-License-Identifier: GPL-3.0-or-later
// The map where no inputs are named: two that most decisions turn on, and that all scenarios have.
#include "core/answers/decide/map_request.h"
#include "tests/support/cli.h"
#include "tests/support/sample.h"

#include <QTest>

#include <nlohmann/json.hpp>

using namespace roofrack;

namespace {

std::vector<std::shared_ptr<const Answers>> answers_of_scenarios(const std::vector<Scenario>& scenarios) {
    std::vector<std::shared_ptr<const Answers>> out;
    for (const Scenario& each : scenarios) {
        Snapshot snapshot;
        snapshot.scenario = std::make_shared<const Scenario>(each);
        out.push_back(std::make_shared<const Answers>(std::move(snapshot), Catalog::built_in()));
    }
    return out;
}

std::string address_in(const std::string& axis) { return axis.substr(0, axis.find('=')); }

} // namespace

class TestMapRequest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void the_usual_inputs_are_those_that_all_have() {
        Scenario one = test::sample("dgx-h100-su"), two = one;
        two.name = "other";
        one.site.money.interest.reset();
        two.site.money.interest.reset();
        one.site.capex_per_gpu.reset();
        auto axes = usual_map_axes(answers_of_scenarios({one, two}));
        QCOMPARE(axes.size(), size_t(2));
        QCOMPARE(address_in(axes[0]), std::string("/site/electricity_price"));
        QCOMPARE(address_in(axes[1]), std::string("/site/book_life_years"));
        QVERIFY(MapStudy::make({axes}, EqualScenarios{answers_of_scenarios({one, two}), {}}));
        // What one of them lacks is no axis; what both have comes first.
        two.site.capex_per_gpu = 50e3;
        QCOMPARE(usual_map_axes(answers_of_scenarios({one, two})), axes);
        one.site.capex_per_gpu = 40e3;
        axes = usual_map_axes(answers_of_scenarios({one, two}));
        QCOMPARE(address_in(axes[0]), std::string("/site/capex_per_gpu"));
        QCOMPARE(address_in(axes[1]), std::string("/site/electricity_price"));
    }

    void without_a_scenario_there_are_none() { QVERIFY(usual_map_axes({}).empty()); }

    void the_command_prints_the_usual_map() {
        const QString project = QStringLiteral(ROOFRACK_SOURCE_DIR "/samples/dgx-h100-su.roofrack.json");
        const auto usual = test::run_cli({"compare", project, "--map", "usual", "--json"});
        QCOMPARE(usual.exit_code, 0);
        const auto axes = usual_map_axes(
            answers_of_scenarios({test::sample("dgx-h100-su", 0), test::sample("dgx-h100-su", 1)}));
        QCOMPARE(axes.size(), size_t(2));
        const auto named = test::run_cli({"compare", project, "--map", QString::fromStdString(axes[0]),
                                          "--map", QString::fromStdString(axes[1]), "--json"});
        QVERIFY(usual.out == named.out);
        const auto both = test::run_cli(
            {"compare", project, "--map", "usual", "--map", "/site/electricity_price=0.05,0.2"});
        QVERIFY(both.exit_code != 0);
        QVERIFY2(both.err.contains("stands for two inputs"), both.err.constData());
    }
};

QTEST_GUILESS_MAIN(TestMapRequest)
#include "test_map_request.moc"
