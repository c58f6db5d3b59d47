// SPDX-License-Identifier: GPL-3.0-or-later
// The map where no inputs are named: two that most decisions turn on, and that all scenarios have; where they
// turn nothing, two that do.
#include "core/answers/decide/map_text.h"
#include "core/answers/decide/turning_axes.h"
#include "core/answers/figure_index.h"
#include "tests/support/cli.h"
#include "tests/support/sample.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>
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

constexpr const char* rate_figure = "money.run.useful_rate";

double rate_of(Scenario scenario, double failures) {
    scenario.site.failures_per_1000_node_days = failures;
    const auto answers = answers_of_scenarios({scenario});
    const auto rate = ask_figure(*answers.front(), rate_figure);
    return rate ? rate->number : std::nan("");
}

/// Two scenarios that no price tells apart: the first is faster, but takes long to start again after a
/// failure, so that it is ahead with half as many of these and behind with twice as many.
std::vector<Scenario> fast_or_steady() {
    constexpr double failures = 20;
    Scenario fast = test::sample("dgx-h100-su");
    fast.name = "fast";
    fast.site.failures_per_1000_node_days = failures;
    fast.site.straggler_cv_persistent = 0.005;
    Scenario steady = fast;
    steady.name = "steady";
    steady.site.straggler_cv_persistent = 0.015;
    steady.site.restart_time = Seconds(60);
    for (double restart = 300; restart < 1e5; restart *= 1.2) {
        fast.site.restart_time = Seconds(restart);
        if (rate_of(fast, failures / 2) > 1.001 * rate_of(steady, failures / 2) &&
            1.001 * rate_of(fast, failures * 2) < rate_of(steady, failures * 2))
            return {fast, steady};
    }
    return {};
}

size_t winners_of(const InputMap& map) {
    return static_cast<size_t>(std::ranges::count_if(map.shares, [](double share) { return share > 0; }));
}

} // namespace

class TestMapRequest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// Who comes next to the winner is one that could win: no price is missing, nothing bars it.
    void who_cannot_win_is_not_near_to_it() {
        InputMap map;
        map.figure.name = rate_figure;
        map.scenarios = {"winner", "second", "without a price", "barred"};
        map.cells = {{{100, {}}}, {{80, {}}}, {{99, {}}}, {{98, {}}}};
        map.cells[2][0].missing = "no price for “x”";
        map.sizes.shortfalls = {"", "", "", "one rack already takes 21 kW"};
        map.winners = {0};
        QVERIFY(std::abs(least_lead(map) - 0.2) < 1e-12);
        map.cells[1][0].absent = "it does not fit";
        QVERIFY(std::isinf(least_lead(map)));
    }

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
        QVERIFY(MapStudy::make({axes, "dates.done_weeks"},
                               EqualScenarios{answers_of_scenarios({one, two}), {}})); // as `odds` prints it
        // What one of them lacks is no axis; what both have comes first.
        two.site.capex_per_gpu = 50e3;
        QCOMPARE(usual_map_axes(answers_of_scenarios({one, two})), axes);
        one.site.capex_per_gpu = 40e3;
        axes = usual_map_axes(answers_of_scenarios({one, two}));
        QCOMPARE(address_in(axes[0]), std::string("/site/capex_per_gpu"));
        QCOMPARE(address_in(axes[1]), std::string("/site/electricity_price"));
    }

    /// Prices change no rate, so that the usual inputs turn nothing; failures do.
    void inputs_that_turn_the_winner_stand_for_usual_ones_that_do_not() {
        const auto scenarios = fast_or_steady();
        QCOMPARE(scenarios.size(), size_t(2));
        const EqualScenarios equal{answers_of_scenarios(scenarios), {}};
        const auto usual = usual_map_axes(equal.scenarios);
        const auto map_of = [&](const std::vector<std::string>& axes) -> Result<InputMap> {
            const auto study = MapStudy::make({axes, rate_figure}, equal);
            if (!study) return tl::unexpected(study.error());
            return study->coarse(6);
        };
        const auto before = map_of(usual);
        QVERIFY2(before, before ? "" : before.error().text().c_str());
        QCOMPARE(winners_of(*before), size_t(1));
        QVERIFY(winners_text(*before).find("wins in the whole range of both inputs") != std::string::npos);
        const auto axes = turning_map_axes(equal, rate_figure);
        QCOMPARE(axes.size(), size_t(2));
        const auto map = map_of(axes);
        QVERIFY2(map, map ? "" : map.error().text().c_str());
        QVERIFY2(winners_of(*map) == 2, (axes[0] + ", " + axes[1]).c_str());
        QCOMPARE(winners_text(*map), std::string("best by likely values; see Odds for how sure that is"));
    }

    /// The usual inputs stay where nothing turns the winner, and what is printed says so.
    void one_winner_everywhere_is_said() {
        Scenario first = test::sample("dgx-h100-su"), slow = first;
        first.name = "first";
        slow.name = "slow";
        slow.site.straggler_cv_iid = 0.2;
        const EqualScenarios equal{answers_of_scenarios({first, slow}), {}};
        QCOMPARE(turning_map_axes(equal, rate_figure), usual_map_axes(equal.scenarios));
        Project project;
        project.scenarios = {first, slow};
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("two.roofrack.json"));
        QVERIFY(write_project(project, path.toStdString(), Catalog::built_in()));
        const auto run = test::run_cli({"compare", path, "--map", "usual", "--by", rate_figure});
        QCOMPARE(run.exit_code, 0);
        QVERIFY2(run.out.contains("“first” wins in the whole range of both inputs"), run.out.constData());
        const auto family = test::run_cli(
            {"compare", path, "--map", "/site/electricity_price=0.05,0.2", "--by", rate_figure});
        QVERIFY2(family.out.contains("“first” wins in the whole range of the input"), family.out.constData());
    }

    void one_winner_is_of_all_cells() {
        InputMap map;
        map.scenarios = {"A", "B"};
        map.y.input = "/site/book_life_years";
        map.winners = {1, 1, 1};
        QCOMPARE(winners_text(map),
                 std::string("“B” wins in the whole range of both inputs by likely values; see Odds for how "
                             "sure that is"));
        const std::string several = "best by likely values; see Odds for how sure that is";
        map.winners[1].reset(); // nobody
        QCOMPARE(winners_text(map), several);
        map.winners[1] = 0;
        QCOMPARE(winners_text(map), several);
        map.winners = {{}, {}, {}};
        QCOMPARE(winners_text(map), std::string());
        map.scenarios = {"A"};
        map.winners = {0, 0, 0};
        QCOMPARE(winners_text(map), std::string());
    }

    void without_a_scenario_there_are_none() { QVERIFY(usual_map_axes({}).empty()); }

    void the_command_prints_the_usual_map() {
        const QString project = QStringLiteral(ROOFRACK_SOURCE_DIR "/samples/dgx-h100-su.roofrack.json");
        const auto usual = test::run_cli({"compare", project, "--map", "usual", "--json"});
        QCOMPARE(usual.exit_code, 0);
        const EqualScenarios drawn{
            answers_of_scenarios({test::sample("dgx-h100-su", 0), test::sample("dgx-h100-su", 1)}), {}};
        const auto axes = turning_map_axes(drawn, usual_map_figure);
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
