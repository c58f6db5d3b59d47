// SPDX-License-Identifier: GPL-3.0-or-later
// A design search that is filled in from a comparison.
#include "core/answers/design/design_question.h"
#include "core/answers/design/design_space.h"
#include "core/answers/design/designs_like.h"
#include "core/drawing/bill/procurement.h"
#include "tests/support/cli.h"
#include "tests/support/sample.h"

#include <QTemporaryDir>
#include <QTest>

using namespace roofrack;

namespace {

struct Compared {
    std::vector<Scenario> scenarios;
    ComparisonChoice choice;
    std::vector<std::shared_ptr<const Answers>> answers{};
    Result<ComparisonStudy> study = ComparisonStudy{};

    Compared(std::vector<Scenario> compared, ComparisonChoice kept)
        : scenarios(std::move(compared))
        , choice(std::move(kept)) {
        std::vector<std::string> names;
        for (const Scenario& each : scenarios) {
            Snapshot snapshot;
            snapshot.scenario = std::make_shared<const Scenario>(each);
            answers.push_back(std::make_shared<const Answers>(std::move(snapshot), Catalog::built_in()));
            names.push_back(each.name);
        }
        const auto request = comparison_request(choice, names);
        if (!request) qFatal("%s", request.error().text().c_str());
        study = comparison_study(answers, *request);
        if (!study) qFatal("%s", study.error().text().c_str());
    }

    Result<ComparisonChoice> like() const {
        std::vector<const Scenario*> all;
        for (const Scenario& each : scenarios) all.push_back(&each);
        return designs_like(choice, all, *study, scenarios.front(), Catalog::built_in());
    }
};

Scenario with_budget(Scenario scenario) {
    scenario.workload.token_budget = 1e12;
    return scenario;
}

/// A scenario of the same work on other servers.
Scenario on_server(const Scenario& from, const std::string& server) {
    Scenario out = from;
    out.name = server;
    for (Element& each : out.cluster.elements)
        if (each.kind == ElementKind::server && each.part.id == "dgx-h100") each.part.id = server;
    return out;
}

} // namespace

class TestDesignsLike : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void servers_sizes_and_the_amount_are_filled_in() {
        const Scenario first = with_budget(test::sample("dgx-h100-su"));
        ComparisonChoice choice;
        choice.at_equal = "power";
        choice.at = "300 kW";
        choice.figures = {"step.mfu"};
        const Compared compared({first, on_server(first, "dgx-h200")}, choice);
        const auto like = compared.like();
        QVERIFY2(like, like ? "" : like.error().text().c_str());
        QCOMPARE(like->goal, std::string("money.run.time_s"));
        QCOMPARE(like->limits, std::vector<std::string>{"power.metered_w<=300 kW"});
        QCOMPARE(like->vary.size(), size_t(2));
        QCOMPARE(like->vary[0], std::string("server=dgx-h100,dgx-h200"));
        // Whole servers, some dozen sizes, those that are compared among their ends.
        const auto sizes = parse_design_axis(like->vary[1], first, Catalog::built_in());
        QVERIFY2(sizes, like->vary[1].c_str());
        QVERIFY(sizes->values.size() >= 3 && sizes->values.size() <= 15);
        for (const std::string& each : sizes->values) QCOMPARE(std::stoi(each) % 8, 0);
        // The search takes them as they are, and the rest of the comparison stays.
        QVERIFY(design_space(like->vary, first, Catalog::built_in()));
        QVERIFY(parse_design_goal(*compared.answers.front(), like->goal));
        QVERIFY(parse_design_limit(*compared.answers.front(), like->limits.front()));
        QCOMPARE(like->figures, choice.figures);
        QCOMPARE(like->at, choice.at);
    }

    void the_limit_is_what_all_meet_data() {
        QTest::addColumn<QString>("at_equal");
        QTest::addColumn<QString>("at");
        QTest::addColumn<QString>("figure");
        QTest::addColumn<QString>("goal");
        QTest::newRow("as drawn") << ""
                                  << ""
                                  << "power.metered_w"
                                  << "money.run.time_s";
        QTest::newRow("power of the reference") << "power"
                                                << ""
                                                << "power.metered_w"
                                                << "money.run.time_s";
        QTest::newRow("days") << "days"
                              << ""
                              << "money.run.time_s"
                              << "money.run.usd";
        QTest::newRow("capital") << "capital"
                                 << ""
                                 << "money.capital.needed_usd"
                                 << "money.run.time_s";
        QTest::newRow("GPUs") << "gpus"
                              << "128"
                              << "step.gpus"
                              << "money.run.time_s";
        QTest::newRow("no figure of a design is its floor") << "floor"
                                                            << ""
                                                            << "power.metered_w"
                                                            << "money.run.time_s";
    }
    void the_limit_is_what_all_meet() {
        QFETCH(QString, at_equal);
        QFETCH(QString, at);
        QFETCH(QString, figure);
        QFETCH(QString, goal);
        const Scenario first = with_budget(test::sample("dgx-h100-su"));
        ComparisonChoice choice;
        choice.at_equal = at_equal.toStdString();
        choice.at = at.toStdString();
        const Compared compared({first, on_server(first, "dgx-h200")}, choice);
        const auto like = compared.like();
        QVERIFY2(like, like ? "" : like.error().text().c_str());
        QCOMPARE(QString::fromStdString(like->goal), goal);
        QCOMPARE(like->limits.size(), size_t(1));
        QVERIFY2(like->limits.front().starts_with(figure.toStdString() + "<="), like->limits.front().c_str());
        // What the reference has keeps it, and not by far.
        const auto limit = parse_design_limit(*compared.answers.front(), like->limits.front());
        QVERIFY2(limit, limit ? "" : limit.error().text().c_str());
        if (!at.isEmpty()) {
            QCOMPARE(limit->bound, at.toDouble());
            return;
        }
        for (const ComparedRow& row : compared.study->table.rows)
            if (row.name == limit->figure) {
                const double has = row.values[compared.study->table.reference].number;
                QVERIFY2(limit->is_kept(has) && limit->bound < has * 1.01, like->limits.front().c_str());
                return;
            }
        QFAIL("no row of the limit");
    }

    /// The search has neither the servers nor the sizes of what is gone in the end.
    void what_is_sold_is_not_searched() {
        const auto sizes_of = [](bool with_sold) {
            std::vector<Scenario> scenarios{test::sample("gb200-nvl72-x8"),
                                            test::sample("decisions/owned-h100", 2)};
            if (!with_sold) set_sold_aside(scenarios[1].cluster);
            return Compared(std::move(scenarios), {}).like();
        };
        const auto with = sizes_of(true), without = sizes_of(false);
        QVERIFY2(with && without, with ? "" : with.error().text().c_str());
        QCOMPARE(with->vary, without->vary);
        QCOMPARE(with->vary.front(), std::string("server=gb200-nvl72"));
    }

    void a_goal_that_was_sought_stays() {
        Scenario first = test::sample("dgx-h100-su");
        first.workload.token_budget = 0;
        ComparisonChoice choice;
        const Compared without({first, on_server(first, "dgx-h200")}, choice);
        QCOMPARE(without.like()->goal, std::string("money.run.useful_rate"));
        QVERIFY(parse_design_goal(*without.answers.front(), "money.run.useful_rate"));
        choice.goal = "max:step.mfu";
        const Compared sought({first, on_server(first, "dgx-h200")}, choice);
        QCOMPARE(sought.like()->goal, choice.goal);
    }

    /// A limit that the reference has not is only needed where none is said.
    void limits_that_are_said_need_no_reference() {
        const Scenario first = test::sample("dgx-h100-su"), second = on_server(first, "dgx-h200");
        const Compared compared({first, second}, {});
        ComparisonStudy study = *compared.study;
        study.table.rows.clear();
        const std::vector<const Scenario*> scenarios{&first, &second};
        QVERIFY(!designs_like({}, scenarios, study, first, Catalog::built_in()));
        const auto said = designs_like({}, scenarios, study, first, Catalog::built_in(), true);
        QVERIFY(said);
        QVERIFY(said->limits.empty() && !said->vary.empty() && !said->goal.empty());
    }

    void more_scenarios_than_can_be_compared_are_refused() {
        Project project;
        for (size_t i = 0; i <= most_compared; ++i) {
            project.scenarios.push_back(test::sample("dgx-h100-su"));
            project.scenarios.back().name = "scenario " + std::to_string(i);
        }
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("seven.roofrack.json"));
        QVERIFY(write_project(project, path.toStdString(), Catalog::built_in()));
        const auto run = test::run_cli({"design", path, "--like-compared"});
        QVERIFY(run.exit_code != 0);
        QVERIFY2(run.err.contains("7 scenarios cannot be compared"), run.err.constData());
    }

    void the_command_says_what_it_asks() {
        const QString project = QStringLiteral(ROOFRACK_SOURCE_DIR "/samples/dgx-h100-su.roofrack.json");
        const auto run = test::run_cli({"design", project, "--like-compared", "--vary", "plan=given"});
        QVERIFY2(run.exit_code == 0 || run.exit_code == 1, run.err.constData());
        QVERIFY2(run.out.startsWith("--goal "), run.out.constData());
        QVERIFY2(run.out.contains("--vary \"plan=given\""), run.out.constData());
        const auto alone = test::run_cli(
            {"design", QStringLiteral(ROOFRACK_SOURCE_DIR "/samples/megatron-1t-3072.roofrack.json"),
             "--like-compared"});
        QVERIFY(alone.exit_code != 0);
    }
};

QTEST_GUILESS_MAIN(TestDesignsLike)
#include "test_designs_like.moc"
