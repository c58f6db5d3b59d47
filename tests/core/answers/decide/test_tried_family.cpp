// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/decide/map_request.h"
#include "core/answers/decide/tried_family.h"
#include "core/answers/decide/tried_request.h"
#include "core/answers/figure_index.h"
#include "core/answers/report/decide/tried_json.h"
#include "core/answers/step_answers.h"
#include "core/drawing/project/address/set_value.h"
#include "core/drawing/project/project_file.h"
#include "core/study/standstill.h"
#include "tests/support/cli.h"
#include "tests/support/sample.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

using namespace roofrack;

namespace {

std::unique_ptr<const Answers> answers_about(const Scenario& scenario) {
    Snapshot out;
    out.scenario = std::make_shared<const Scenario>(scenario);
    return std::make_unique<const Answers>(std::move(out), Catalog::built_in());
}

InputField field_at(const Scenario& scenario, const char* address) {
    return InputField::find(scenario, address, Catalog::built_in()).value();
}

/// The values of the text for an input of a scenario.
Result<std::vector<double>> read(const Scenario& scenario, const char* address, std::string_view text) {
    return read_tried(text, field_at(scenario, address));
}

/// A family of a scenario, with the answers that it needs.
class Tried {
public:
    Tried(const Scenario& scenario, const std::vector<std::string>& figures)
        : m_answers(answers_about(scenario))
        , m_probe(FigureProbe::make(*m_answers, figures).value()) {}
    Result<TriedFamily> of(const char* address, const char* values, const TriedProgress& progress = {},
                           const std::stop_token& stop = {}) const {
        const auto read =
            parse_tried(std::string(address) + '=' + values, m_answers->scenario(), Catalog::built_in());
        return read ? try_values(m_probe, *read, progress, stop) : tl::unexpected(read.error());
    }

private:
    std::unique_ptr<const Answers> m_answers;
    FigureProbe m_probe;
};

bool is_near(double first, double second) {
    return std::abs(first - second) <= 1e-12 * std::max(std::abs(first), std::abs(second));
}

} // namespace

class TestTriedFamily : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void values_of_a_family_have_one_unit() {
        const Tried tried(test::sample("dgx-h100-su"), {"step.step_time_s"});
        const auto family = tried.of("/site/restart_time", "300,500,1200");
        QVERIFY(family && family->points.size() == 3);
        QCOMPARE(family->points[0].text, std::string("5 min"));
        QCOMPARE(family->points[1].text, std::string("8.333 min"));
        QCOMPARE(family->points[2].text, std::string("20 min"));
        QCOMPARE(family->own_text, std::string("10 min"));
        QCOMPARE(family->points[1].setting, std::string("500"));
    }

    /// Where something has no price, JSON and spreadsheet say so beside each figure in money, and at no
    /// other.
    void a_missing_price_is_said_of_each_figure() {
        const Tried tried(test::sample("claims/tpu-v4-pod"),
                          {"money.run.usd_per_million", "step.step_time_s"});
        const auto family = tried.of("/site/electricity_price", "0.05,0.1");
        QVERIFY(family && family->points.size() == 2);
        QVERIFY(missing_text(family->points[0].figures).starts_with("no price for “TPU v4 host"));
        const auto json = tried_json(*family);
        QVERIFY(json["figures"][0]["missing_price"].is_string() &&
                json["figures"][1]["missing_price"].is_null());
        QVERIFY(json["values"][1]["missing_price"][0].is_string());
        QVERIFY(json["values"][1]["missing_price"][1].is_null());
        const QString csv = QString::fromStdString(tried_csv(*family));
        const QStringList lines = csv.split(QStringLiteral("\r\n"), Qt::SkipEmptyParts);
        QCOMPARE(lines.size(), 3);
        QVERIFY(lines[0].contains(QStringLiteral("money.run.usd_per_million: missing price")));
        QCOMPARE(lines[1].count(QStringLiteral("no price for “TPU v4 host")), 1);
        QCOMPARE(lines[1].count(u','), lines[0].count(u','));
        const Tried priced(test::sample("dgx-h100-su"), {"money.run.usd_per_million"});
        const auto known = priced.of("/site/electricity_price", "0.05,0.1");
        QVERIFY(known && missing_text(known->points[0].figures).empty());
    }

    /// All is there already, and some of it is tried as bought: it then trains nothing until that comes.
    void what_is_tried_as_bought_does_not_train_meanwhile() {
        const std::string figure = "money.increment.done_weeks";
        Scenario scenario = test::sample("decisions/owned-h100");
        for (Element& each : scenario.cluster.elements) each.procurement = Procurement::owned;
        QCOMPARE(scenario.cluster.elements[1].id, std::string("spine"));
        const Tried tried(scenario, {figure});
        const auto family = tried.of("/cluster/elements/1/procurement", "owned,buy");
        QVERIFY2(family, family ? "" : family.error().text().c_str());
        QCOMPARE(family->points.size(), size_t{2});
        for (const TriedPoint& point : family->points) {
            scenario.cluster.elements[1].procurement =
                point.setting == "buy" ? Procurement::buy : Procurement::owned;
            const auto asked = ask_figure(*answers_about(scenario), figure);
            QVERIFY(asked && asked->absent.empty());
            QVERIFY2(is_near(point.figures[0].number, asked->number), point.setting.c_str());
        }
        QVERIFY(std::abs(family->points[1].figures[0].number - family->points[0].figures[0].number) > 1);
    }

    void values_are_read() {
        const Scenario scenario = test::sample("dgx-h100-su");
        const char *batch = "/workload/global_batch", *price = "/site/electricity_price",
                   *air = "/site/wet_bulb", *limit = "/site/power_limit", *precision = "/plan/precision",
                   *rate = "/cluster/links/0/bandwidth";
        using Values = std::vector<double>;
        const std::tuple<const char*, const char*, Values> cases[] = {
            {batch, "64,128, 256", {64, 128, 256}},
            {batch, "200..800 by 200", {200, 400, 600, 800}},
            {batch, "200..700 by 200", {200, 400, 600}},
            {batch, "100..1k by 300", {100, 400, 700, 1000}},
            {batch, "200..800 in 4", {200, 400, 600, 800}},
            {batch, "200..800:4", {200, 400, 600, 800}},
            {"/plan/tp", "1..3 in 9", {1, 2, 3}},
            {price, "0.05..0.25 by 0.05", {0.05, 0.1, 0.15, 0.2, 0.25}},
            {price, "0.05..0.15 $/kWh in 3", {0.05, 0.1, 0.15}},
            {air, "10..20 by 5", {10, 15, 20}},
            {air, "10..20 °C by 5", {10, 15, 20}},
            {limit, "1,2 MW", {1e6, 2e6}},
            {limit, "500 kW..2 MW by 500 kW", {5e5, 1e6, 1.5e6, 2e6}},
            {limit, "1..2 MW by 0.5", {1e6, 1.5e6, 2e6}},
            {rate, "200..800 Gb/s by 200", {25e9, 50e9, 75e9, 100e9}},
            {rate, "200,400 Gb/s", {25e9, 50e9}},
        };
        for (const auto& [address, text, wanted] : cases) {
            const auto found = read(scenario, address, text);
            QVERIFY2(found, qPrintable(QString::fromUtf8(text) + ": " +
                                       (found ? QString() : QString::fromStdString(found.error().text()))));
            QVERIFY2(found->size() == wanted.size(), text);
            for (size_t i = 0; i < wanted.size(); ++i) QVERIFY2(is_near((*found)[i], wanted[i]), text);
        }
        const InputField choice = field_at(scenario, precision);
        QCOMPARE(read(scenario, precision, "all")->size(), choice.choices().size());
        const auto named = read(scenario, precision, "fp8,bf16");
        QVERIFY(named && choice.text(named->front()) == "fp8" && choice.text(named->back()) == "bf16");
    }

    void what_are_no_values_is_said() {
        const Scenario scenario = test::sample("dgx-h100-su");
        const char *batch = "/workload/global_batch", *precision = "/plan/precision";
        std::string million = "1";
        for (int i = 1; i < 1'000'000; ++i) million += ",1";
        const std::pair<const char*, std::string> wrong[] = {{batch, ""},
                                                             {batch, "1,,2"},
                                                             {batch, "1..2"},
                                                             {batch, "800..200 by 100"},
                                                             {batch, "1..5 by 0"},
                                                             {batch, "1..5 by -1"},
                                                             {batch, "1..5 by x"},
                                                             {batch, "1..1e9 by 1"},
                                                             {batch, "1..2000 in 2000"},
                                                             {batch, "1..9 in 1"},
                                                             {batch, "1..2..3 in 4"},
                                                             {batch, "-5"},
                                                             {batch, "all"},
                                                             {batch, million},
                                                             {precision, "fp9"},
                                                             {precision, "bf16..fp8 in 2"},
                                                             {precision, "bf16..fp8 by 1"}};
        for (const auto& [address, text] : wrong) {
            const auto found = read(scenario, address, text);
            QVERIFY2(!found, text.substr(0, 20).c_str());
            QVERIFY(!found.error().what.empty() && !found.error().fix.empty());
            QVERIFY(found.error().text().size() < 300);
        }
        QVERIFY(QString::fromStdString(read(scenario, batch, million).error().what).contains("too many"));
    }

    /// Each value's figures are what `ask` finds of the project that is changed to it, on all samples.
    void points_are_those_of_changed_projects() {
        const std::vector<std::string> figures{"step.step_time_s", "step.mfu", "money.run.usd_per_million",
                                               "power.metered_w"};
        const std::pair<const char*, const char*> inputs[] = {
            {"/plan/tp", "1,2,3,4,8"},
            {"/workload/global_batch", "200..1000 in 4"},
            {"/plan/precision", "all"},
            {"/site/electricity_price", "0.05..0.2 by 0.05"},
            {"/plan/recompute", "all"}};
        int compared = 0, stopped = 0;
        for (const std::string& name : test::sample_names()) {
            const Scenario scenario = test::sample(name);
            const Tried tried(scenario, figures);
            for (const auto& [address, values] : inputs) {
                const auto family = tried.of(address, values);
                QVERIFY2(family, family ? "" : family.error().text().c_str());
                for (const TriedPoint& point : family->points) {
                    const auto changed = set_value(scenario, address, point.setting, Catalog::built_in());
                    if (!changed) {
                        QVERIFY2(!point.fault().empty(), address);
                        continue;
                    }
                    const auto alone = answers_about(*changed);
                    const bool runs = alone->value<Standstill>()->runs();
                    QCOMPARE(point.fault().empty(), runs);
                    stopped += runs ? 0 : 1;
                    for (size_t i = 0; i < figures.size() && runs; ++i) {
                        const auto reading = ask_figure(*alone, figures[i]);
                        QVERIFY(reading);
                        if (!point.figures[i].absent.empty()) {
                            QVERIFY(!std::isfinite(reading->number));
                            continue;
                        }
                        QVERIFY2(is_near(point.figures[i].number, reading->number), figures[i].c_str());
                        ++compared;
                    }
                }
            }
        }
        QVERIFY(compared > 300 && stopped > 5);
    }

    /// `try` prints what `evaluate --set` prints, value by value.
    void the_command_prints_what_evaluate_prints() {
        const QString project = QStringLiteral(ROOFRACK_SOURCE_DIR "/samples/dgx-h100-su.roofrack.json");
        const auto tried = test::run_cli({"try", project, "/workload/global_batch", "256..1024 by 256",
                                          "--figures", "step.step_time_s,step.mfu", "--json"});
        QCOMPARE(tried.exit_code, 0);
        const QJsonArray values =
            QJsonDocument::fromJson(tried.out).object()[QLatin1String("values")].toArray();
        QCOMPARE(values.size(), 4);
        for (const auto& each : values) {
            const QString value = QString::number(each.toObject()[QLatin1String("value")].toDouble());
            const auto alone =
                test::run_cli({"evaluate", project, "--set", "/workload/global_batch=" + value, "--json"});
            const QJsonObject evaluated = QJsonDocument::fromJson(alone.out).object();
            const QJsonArray figures = each.toObject()[QLatin1String("figures")].toArray();
            QVERIFY(evaluated[QLatin1String("step_time_s")].toDouble() > 0);
            QCOMPARE(figures[0].toDouble(), evaluated[QLatin1String("step_time_s")].toDouble());
            QCOMPARE(figures[1].toDouble(), evaluated[QLatin1String("mfu")].toDouble());
        }
    }

    void a_request_is_kept_and_read_again() {
        const TriedRequest requests[] = {
            {},
            {"/plan/tp", "1,2, 4", {}},
            {"/site/power_limit", "1..2 MW by 0.5", {"step.mfu", "power.metered_w"}},
            {"/site/money/interest", "", {"step.mfu"}}, // its values are still to be typed
        };
        for (const TriedRequest& request : requests) {
            Project project;
            project.scenarios.push_back(test::sample("ws-8gpu"));
            request.keep_in(project.comparison);
            const std::string text = project_text(project, Catalog::built_in());
            const auto read = parse_project(text, Catalog::built_in());
            QVERIFY(read);
            QVERIFY(TriedRequest::of(read->project.comparison) == request);
            QCOMPARE(text.find("tried") != std::string::npos, !(request == TriedRequest{}));
        }
    }

    /// `try` without an input prints what it prints of the input, values and figures that the project keeps.
    void the_command_tries_what_the_project_keeps() {
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("kept.roofrack.json"));
        Project project;
        project.scenarios.push_back(test::sample("dgx-h100-su"));
        const auto write = [&](const TriedRequest& request) {
            request.keep_in(project.comparison);
            QVERIFY(write_project(project, path.toStdString(), Catalog::built_in()));
        };
        write({"/workload/global_batch", "256..1024 by 256", {"step.mfu"}});
        const auto kept = test::run_cli({"try", path, "--json"});
        QCOMPARE(kept.exit_code, 0);
        QCOMPARE(kept.out, test::run_cli({"try", path, "/workload/global_batch", "256..1024 by 256",
                                          "--figure", "step.mfu", "--json"})
                               .out);
        const auto other = test::run_cli({"try", path, "/plan/tp", "1,2", "--json"});
        const QJsonObject printed = QJsonDocument::fromJson(other.out).object();
        QCOMPARE(printed[QLatin1String("figures")].toArray().size(), 3); // the usual ones
        QCOMPARE(printed[QLatin1String("values")].toArray().size(), 2);
        write({"/workload/global_batch", "much", {}});
        const auto unread = test::run_cli({"try", path});
        QCOMPARE(unread.exit_code, 2);
        QVERIFY(unread.err.contains("/workload/global_batch"));
        write({});
        const auto none = test::run_cli({"try", path});
        QCOMPARE(none.exit_code, 2);
        QVERIFY(none.err.contains("no input is named"));
    }

    void own_value_and_best_are_marked() {
        const Scenario scenario = test::sample("dgx-h100-su");
        const Tried tried(scenario, {"step.step_time_s", "step.mfu", "step.gpus"});
        const auto family = tried.of("/plan/tp", "1,2,4,7,8,8");
        QVERIFY(family);
        QCOMPARE(family->points.size(), size_t(5)); // each once
        int own = 0;
        for (const TriedPoint& point : family->points) {
            own += point.is_own ? 1 : 0;
            QCOMPARE(point.is_own, point.value == scenario.plan.tp);
            if (!point.is_own) continue;
            for (size_t i = 0; i < 3; ++i)
                QVERIFY(is_near(point.figures[i].number, family->as_it_is[i].number));
        }
        QCOMPARE(own, 1);
        QVERIFY(family->own == scenario.plan.tp);
        QCOMPARE(family->short_title, std::string("tp"));
        const auto servers = tried.of("/cluster/elements/row-a-server/count", "4");
        QCOMPARE(servers->short_title, std::string("DGX H100 (row-a-server): count"));
        const auto fastest = family->best(0), most = family->best(1);
        QVERIFY(fastest && most && !family->best(2));
        for (const TriedPoint& point : family->points) {
            if (!point.fault().empty()) continue;
            QVERIFY(family->points[*fastest].figures[0].number <= point.figures[0].number);
            QVERIFY(family->points[*most].figures[1].number >= point.figures[1].number);
        }
        QVERIFY(!family->points[3].fault().empty()); // 7 does not divide
        QVERIFY(!family->runs_nowhere());
        int told = 0;
        const auto nowhere = tried.of("/plan/tp", "7,11", [&](const TriedFamily& so_far) {
            QCOMPARE(so_far.runs_nowhere(), ++told == 2); // 11 may run while it is not tried
        });
        QVERIFY(nowhere && nowhere->runs_nowhere() && !nowhere->best(0));
        const auto same = tried.of("/site/electricity_price", "0.05,0.1"); // no step is faster by it
        QVERIFY(same && !same->best(0));
    }

    /// A figure that a scenario does not have is no reason why it would not run.
    void an_absent_figure_is_no_fault() {
        const Tried tried(test::sample("dgx-h100-su"), {"step.tuning.training_s"}); // it is pretraining
        const auto family = tried.of("/plan/tp", "7,8");
        QVERIFY(family);
        QVERIFY(!family->points[0].fault().empty()); // 7 does not divide
        QVERIFY(family->points[1].fault().empty());
        QVERIFY(!family->points[1].figures[0].absent.empty());
        QVERIFY(!family->runs_nowhere());
    }

    /// What is there already has its own best plan at every value, as where the scenario itself is asked.
    void what_is_there_already_has_its_best_plan() {
        Snapshot asked;
        asked.scenario = std::make_shared<const Scenario>(test::sample("decisions/owned-h100", 1));
        asked.best_plan = true;
        const Answers answers(std::move(asked), Catalog::built_in());
        constexpr const char* figure = "money.increment.rate_added";
        const auto reading = ask_figure(answers, figure);
        const auto probe = FigureProbe::make(answers, {figure});
        QVERIFY(reading && probe);
        const auto family = try_values(*probe, {"/site/electricity_price", {0.05, 0.1}});
        QVERIFY(family && family->points.size() == 2);
        for (const TriedPoint& point : family->points)
            QVERIFY2(std::abs(point.figures[0].number / reading->number - 1) < 1e-9,
                     qPrintable(QString::number(point.figures[0].number)));
    }

    /// The best plan is found once, for the scenario as it is: figures that take more than a step are by it,
    /// too.
    void a_found_plan_is_kept() {
        Snapshot asked;
        asked.scenario = std::make_shared<const Scenario>(test::sample("dgx-h100-su"));
        asked.best_plan = true;
        const Answers answers(std::move(asked), Catalog::built_in());
        const auto probe = FigureProbe::make(answers, {"totals.energy_j"});
        QVERIFY(probe && !probe->is_quick());
        const Scenario& found = *probe->as_is().scenario;
        const char* batch = "/workload/global_batch";
        const auto family = try_values(*probe, {batch, {256, 1024, 4096}});
        QVERIFY(family && family->points.size() == 3);
        int compared = 0;
        for (const TriedPoint& point : family->points) {
            if (!point.fault().empty()) continue;
            const auto changed = set_value(found, batch, point.setting, Catalog::built_in());
            QVERIFY(changed);
            const auto reading = ask_figure(*answers_about(*changed), "totals.energy_j");
            QVERIFY(reading && reading->absent.empty() && point.figures[0].absent.empty());
            QVERIFY(is_near(point.figures[0].number, reading->number));
            ++compared;
        }
        QVERIFY(compared > 1);
    }

    void it_tells_how_far_it_is_and_stops() {
        const Tried tried(test::sample("dgx-h100-su"), {"step.step_time_s"});
        std::stop_source stop;
        size_t told = 0;
        const auto stopped = tried.of(
            "/workload/global_batch", "256..1024 in 5",
            [&](const TriedFamily& so_far) {
                QCOMPARE(so_far.points.size(), ++told);
                QCOMPARE(so_far.asked, size_t(5));
                if (told == 2) stop.request_stop();
            },
            stop.get_token());
        QVERIFY(!stopped);
        QCOMPARE(told, size_t(2));
        const auto answers = answers_about(test::sample("dgx-h100-su"));
        const auto probe = FigureProbe::make(*answers, {"step.step_time_s"});
        QVERIFY(!try_values(*probe, {"/workload/global_batch", {}}));
        std::vector<double> many;
        for (int i = 1; i <= 1001; ++i) many.push_back(i);
        QVERIFY(!try_values(*probe, {"/workload/global_batch", many}));
        QVERIFY(!try_values(*probe, {"/workload/no_such_input", {1}}));
    }

    /// What is offered can be read, and the scenario's own value is among it where nothing holds its ends.
    void offered_values_can_be_tried() {
        int offered = 0, with_own = 0;
        for (const char* name : {"dgx-h100-su", "ws-8gpu"}) {
            const Scenario scenario = test::sample(name);
            for (const std::string& address : single_inputs(scenario)) {
                const InputField field = field_at(scenario, address.c_str());
                const std::string text = offered_to_try(field, scenario);
                if (text.empty()) continue;
                const auto values = read_tried(text, field);
                QVERIFY2(values, (address + "=" + text).c_str());
                QVERIFY2(values->size() > 1, (address + "=" + text).c_str());
                const double own = field.value(scenario).value_or(NAN);
                const auto is_own = [&](double each) { return std::abs(each - own) <= 1e-3 * std::abs(own); };
                with_own += std::ranges::any_of(*values, is_own) ? 1 : 0;
                ++offered;
            }
        }
        QVERIFY(offered > 100 && with_own > offered * 2 / 3);
    }
};

QTEST_APPLESS_MAIN(TestTriedFamily)
#include "test_tried_family.moc"
