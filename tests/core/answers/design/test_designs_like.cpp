// SPDX-License-Identifier: GPL-3.0-or-later
// A design search that is filled in from a comparison.
#include "core/answers/design/design_question.h"
#include "core/answers/design/design_space.h"
#include "core/answers/design/designs_like.h"
#include "core/answers/design/server_scenarios.h"
#include "core/answers/figure_index.h"
#include "core/answers/report/design/asked_designs.h"
#include "core/base/units/quantity_text.h"
#include "core/drawing/bill/procurement.h"
#include "tests/support/cli.h"
#include "tests/support/sample.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <fmt/format.h>

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

    /// 992 and 1,056 GPUs lie between the sizes that come in steps; 256 may be one of these.
    void sizes_that_are_compared_are_among_the_designs() {
        Scenario first = test::sample("dgx-h100-su"), second = on_server(first, "dgx-h200"), third = first;
        third.name = "33 racks";
        for (auto [scenario, racks] : {std::pair(&first, 27), std::pair(&third, 29)})
            for (Element& each : scenario->cluster.elements)
                if (each.id == "row-a") each.count = racks;
        const std::vector<const Scenario*> scenarios{&first, &second, &third};
        const auto like = designs_like({}, scenarios, {}, first, Catalog::built_in(), true);
        QVERIFY2(like, like ? "" : like.error().text().c_str());
        const auto sizes = parse_design_axis(like->vary.at(1), first, Catalog::built_in());
        QVERIFY2(sizes, sizes ? "" : sizes.error().text().c_str()); // none stands twice
        for (const char* each : {"256", "992", "1056"})
            QVERIFY2(std::ranges::count(sizes->values, each) == 1, like->vary.at(1).c_str());
    }

    /// Also where no template draws the servers, so that the drawing itself is resized.
    void sizes_of_servers_without_a_template_are_among_the_designs() {
        Scenario first = test::sample("dgx-h100-su"), second = first;
        second.name = "31 racks";
        for (Scenario* each : {&first, &second}) {
            Part own = *Catalog::built_in().part(PartKind::server, "dgx-h100");
            own.id = "my-server";
            for (Element& element : each->cluster.elements)
                if (element.part.id == "dgx-h100")
                    element.part = {.id = own.id, .inline_part = own, .base = {}};
        }
        for (Element& each : second.cluster.elements)
            if (each.id == "row-a") each.count = 27;
        const auto like = designs_like({}, {&first, &second}, {}, first, Catalog::built_in(), true);
        QVERIFY2(like, like ? "" : like.error().text().c_str());
        QCOMPARE(like->vary.size(), size_t(1));
        const auto sizes = parse_design_axis(like->vary.front(), first, Catalog::built_in());
        QVERIFY2(sizes, sizes ? "" : sizes.error().text().c_str());
        for (const char* each : {"256", "992"})
            QVERIFY2(std::ranges::count(sizes->values, each) == 1, like->vary.front().c_str());
    }

    /// What the comparison shows to be the best is a design, and no search like it finds a worse one.
    void the_winner_of_the_comparison_is_among_the_designs() {
        ServersAsked servers;
        servers.servers = {"dgx-h100", "dgx-h200"};
        servers.power = "300 kW";
        servers.model = "llama3-8b";
        servers.tokens = "1T";
        const auto project = compared_servers(servers, Catalog::built_in());
        QVERIFY2(project, project ? "" : project.error().text().c_str());
        const Compared compared(project->scenarios, project->comparison);
        const auto like = compared.like();
        QVERIFY2(like, like ? "" : like.error().text().c_str());
        const Answers& base = *compared.answers.front();
        DesignAsked asked{like->goal, like->limits, like->vary, {}};
        auto study = asked_designs(base, asked);
        QVERIFY2(study, study ? "" : study.error().text().c_str());
        auto found = search_designs(base, study->space, study->question);
        QVERIFY2(found, found ? "" : found.error().text().c_str());
        judge_found(*study, base, std::move(*found));
        QVERIFY(!study->verdict.ranked.empty());
        const double best = study->found.rows[study->verdict.ranked.front()].values.front();
        for (size_t i = 0; i < compared.scenarios.size(); ++i) {
            const std::string& name = compared.scenarios[i].name; // its server has the same
            const auto sized = std::ranges::find(compared.study->sizes, name,
                                                 [](const EqualSize& size) { return size.scenario.name; });
            const Answers answers = compared.answers[i]->with(
                sized == compared.study->sizes.end() ? compared.scenarios[i] : sized->scenario);
            const auto gpus = ask_figure(answers, "step.gpus"), days = ask_figure(answers, like->goal);
            QVERIFY2(gpus && days && days->absent.empty(), name.c_str());
            const std::string design = fmt::format("{} · {} GPUs", name, format_count(gpus->number));
            const auto row = std::ranges::find(study->found.rows, design, &DesignRow::name);
            QVERIFY2(row != study->found.rows.end(), design.c_str());
            QVERIFY2(row->runs(), (design + ": " + row->reason).c_str());
            // Their networks may differ in a switch or two; the plan of a design is the fastest there is.
            QVERIFY2(row->values.front() <= days->number * 1.005, design.c_str());
            QVERIFY2(best <= days->number * 1.005, design.c_str());
        }
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

    /// A server that comes a year later may have the shortest run, and be done last.
    void what_begins_later_is_sought_by_when_it_is_done() {
        const Scenario first = with_budget(test::sample("gb200-nvl72-x8"));
        Scenario announced = first;
        announced.name = "announced";
        for (Element& each : announced.cluster.elements)
            if (each.kind == ElementKind::server) each.part.id = "vr200-nvl72";
        const Compared later({first, announced}, {});
        QCOMPARE(later.like()->goal, std::string("money.increment.done_weeks"));
        QVERIFY(parse_design_goal(*later.answers.front(), later.like()->goal));
        Scenario again = first;
        again.name = "again";
        Compared together({first, again}, {});
        QCOMPARE(together.like()->goal, std::string("money.run.time_s"));
        // The same servers, of which one waits for longer.
        const auto row =
            std::ranges::find(together.study->table.rows, "money.increment.lead_weeks", &ComparedRow::name);
        QVERIFY(row != together.study->table.rows.end());
        row->values[1].number += 12;
        QCOMPARE(together.like()->goal, std::string("money.increment.done_weeks"));
        // Without a budget no run is done.
        Scenario endless = first, other = announced;
        endless.workload.token_budget = other.workload.token_budget = 0;
        QCOMPARE(Compared({endless, other}, {}).like()->goal, std::string("money.run.useful_rate"));
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
