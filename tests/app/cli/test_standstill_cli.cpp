// SPDX-License-Identifier: GPL-3.0-or-later
// What is said of a cluster that its supply does not bear begins with that.
#include "core/base/catalog/catalog.h"
#include "core/drawing/project/address/set_value.h"
#include "core/drawing/project/project_file.h"
#include "core/study/standstill.h"
#include "tests/support/cli.h"

#include <QRegularExpression>
#include <QTest>
#include <functional>
#include <nlohmann/json.hpp>

using namespace roofrack;
using Json = nlohmann::json;

namespace {

const QString sample_path = QStringLiteral(ROOFRACK_SOURCE_DIR "/samples/dgx-h100-su.roofrack.json");
constexpr const char* far_too_little = "/site/power_limit=20 kW";

/// The first line that tells an infinity, no number, or more digits than anything has. What a reader refuses
/// is quoted as it was written; explanations are in SI units with an exponent.
QString absurd_line(const QByteArray& said) {
    static const QRegularExpression absurd(QStringLiteral(
        "(^|[^\\w.])-?(inf|nan|infinite)([^\\w]|$)|\\d{16,}|\\d(,\\d{3}){5,}|e\\+(3[1-9]|[4-9]\\d|\\d{3})"));
    for (const QString& line : QString::fromUtf8(said).split(u'\n'))
        if (!line.contains(QStringLiteral("out of range")) &&
            !line.contains(QStringLiteral("over 999,999")) && absurd.match(line).hasMatch())
            return line;
    return {};
}

/// A sample, with its scenario as `change` makes it.
QByteArray hostile_sample(const std::function<void(Json& scenario)>& change) {
    QFile file(sample_path);
    if (!file.open(QIODevice::ReadOnly)) qFatal("no sample");
    Json project = Json::parse(file.readAll().toStdString());
    change(project["scenarios"][0]);
    return QByteArray::fromStdString(project.dump());
}

} // namespace

class TestStandstillCli : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void what_does_not_run_says_so_first_data() {
        QTest::addColumn<QStringList>("arguments");
        for (const char* const command : {"evaluate", "power", "cost", "year", "room", "explain"}) {
            QStringList arguments{QLatin1String(command), sample_path};
            if (arguments.first() == QLatin1String("explain")) arguments << QStringLiteral("power");
            if (arguments.first() == QLatin1String("year"))
                arguments << "--climate"
                          << "cold-temperate";
            QTest::newRow(command) << arguments;
        }
    }
    void what_does_not_run_says_so_first() {
        QFETCH(QStringList, arguments);
        const QStringList stopped = arguments + QStringList{"--set", far_too_little};
        const auto loaded = read_project(sample_path.toStdString(), Catalog::built_in());
        QVERIFY(loaded);
        const auto scenario =
            set_value(loaded->project.scenarios.front(), "/site/power_limit", "20 kW", Catalog::built_in());
        QVERIFY(scenario);
        const Standstill standstill = standstill_of(*scenario, Catalog::built_in());
        QVERIFY(!standstill.runs());
        QVERIFY2(QString::fromStdString(standstill.text())
                     .startsWith("This cluster does not run: The site draws "),
                 standstill.text().c_str());

        const test::ProgramRun said = test::run_cli(stopped);
        QCOMPARE(said.exit_code, 1);
        const QString text = QString::fromUtf8(said.out),
                      sentence = QString::fromStdString(standstill.text());
        // The scenario's name stands over what `evaluate` prints.
        QVERIFY2(text.section('\n', arguments.first() == "evaluate" ? 1 : 0).startsWith(sentence + '.'),
                 qPrintable(text.left(400)));

        const test::ProgramRun json = test::run_cli(stopped + QStringList{"--json"});
        QCOMPARE(json.exit_code, 1);
        const Json document = Json::parse(json.out.toStdString());
        QCOMPARE(document["feasible"].get<bool>(), false);
        if (arguments.first() != "evaluate")
            QCOMPARE(document["reasons"][0].get<std::string>(), standstill.reasons.front());

        const test::ProgramRun running = test::run_cli(arguments);
        QVERIFY2(!running.out.contains("does not run"), running.out.left(400).constData());
        const Json runs = Json::parse(test::run_cli(arguments + QStringList{"--json"}).out.toStdString());
        QVERIFY(runs["feasible"].get<bool>());
        if (arguments.first() != "evaluate") QVERIFY(runs["reasons"].empty());
    }

    /// What a way to hold the swing cannot do stands below its figures.
    void what_does_not_hold_the_swing_says_why() {
        const QByteArray said = test::run_cli({QStringLiteral("power"), sample_path}).out;
        QVERIFY2(said.contains("  not possible: the lowest cap, 50 % of the TDP, still leaves "),
                 said.constData());
    }

    void no_figure_is_absurd_data() {
        QTest::addColumn<QString>("path");
        const auto row = [this](const char* name, const std::function<void(Json&)>& change) {
            QFile file(m_folder.filePath(QLatin1String(name) + ".roofrack.json"));
            if (!file.open(QIODevice::WriteOnly) || file.write(hostile_sample(change)) < 0)
                qFatal("no room for test files");
            QTest::newRow(name) << file.fileName();
        };
        const auto with_part = [](const char* key, double value) {
            return [key, value](Json& scenario) {
                for (Json& element : scenario["cluster"]["elements"])
                    if (element["kind"] == "server")
                        element["part"] = {{"id", "own"}, {"base", element["part"]}, {key, value}};
            };
        };
        row("next-to-no-air", with_part("air_flow", 5e-324));
        row("little-air", with_part("air_flow", 1e-9));
        row("next-to-no-power", with_part("max_power", 1e-9));
        row("far-too-much-power", with_part("max_power", 1e29));
        row("a-model-of-1e22", [](Json& scenario) {
            scenario["workload"]["model"] = {
                {"id", "huge"},
                {"default_sequence", 2048},
                {"transformer",
                 {{"layers", 1e4}, {"heads", 1e6}, {"hidden", 1e9}, {"ffn", 1e9}, {"vocab", 1e9}}}};
            scenario["workload"]["token_budget"] = 1e20;
        });
        row("a-torus-without-end", [](Json& scenario) {
            Json& link = scenario["cluster"]["links"][0];
            link["to"] = link["from"];
            link["pattern"] = "torus";
            link["dims"] = Json::array();
            for (int i = 0; i < 40; ++i) link["dims"].push_back(1000000000);
        });
        row("a-run-without-end", [](Json& scenario) {
            scenario["workload"]["token_budget"] = 1e20;
            scenario["site"]["failures_per_1000_node_days"] = 1e6;
        });
        const QString data = qEnvironmentVariable("ROOFRACK_DATA");
        if (data.isEmpty()) qWarning("ROOFRACK_DATA is not set: without the shared hostile projects");
        for (const char* const name : {"inf-temperature", "torus-inf", "huge-model", "direction-marks"})
            if (const QString path =
                    QStringLiteral("%1/hostile/new/%2.roofrack.json").arg(data, QLatin1String(name));
                QFile::exists(path))
                QTest::newRow(name) << path;
    }
    /// No command prints an infinity, or a figure that nothing has.
    void no_figure_is_absurd() {
        QFETCH(QString, path);
        const QList<QStringList> calls{{"evaluate"},
                                       {"scale", "--gpus", "64,128"},
                                       {"failures"},
                                       {"input"},
                                       {"jobs"},
                                       {"stragglers"},
                                       {"balance"},
                                       {"cost", "--paths"},
                                       {"bottlenecks"},
                                       {"limits"},
                                       {"sensitivity"},
                                       {"power", "--fail", "each", "--caps", "--cascade", "hottest"},
                                       {"room"},
                                       {"year", "--climate", "hot-dry"},
                                       {"totals"},
                                       {"check"},
                                       {"bom"},
                                       {"loads"},
                                       {"links"},
                                       {"explain", "cost_of_run"},
                                       {"explain", "time_of_run"},
                                       {"explain", "power"}};
        for (const QStringList& call : calls) {
            const test::ProgramRun said = test::run_cli(QStringList{call.first(), path} + call.mid(1));
            QVERIFY2(said.exit_code >= 0 && said.exit_code <= 3, qPrintable(call.join(' ')));
            const QString line = absurd_line(said.out + said.err);
            QVERIFY2(line.isEmpty(), qPrintable(call.join(' ') + ": " + line));
        }
    }

    /// A limit near zero is told in folds.
    void a_margin_beyond_all_is_told_in_folds() {
        const test::ProgramRun said = test::run_cli({"power", sample_path, "--set", "/site/power_limit=1 W"});
        QVERIFY2(said.out.contains("over 100-fold load"), said.out.constData());
    }

    /// A device on a wall circuit and no GPU at all: every command of the facility says which load it answers
    /// for.
    void an_assumed_load_is_said() {
        QFile file(m_folder.filePath("office.roofrack.json"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(R"({"schema": 1, "name": "office", "scenarios": [{"name": "one device", "cluster": {
            "elements": [{"id": "room", "kind": "room"}, {"id": "rack", "kind": "rack", "in": "room"},
                {"id": "box", "kind": "server", "in": "rack", "part": "it-equipment"},
                {"id": "feed", "kind": "feed", "in": "room",
                 "part": {"id": "wall", "base": "feed-120v-15a", "power_factor": 1}}],
            "links": [{"from": "feed", "to": "rack"}]}}]})");
        file.close();
        for (const QStringList& call : {QStringList{"power"}, {"room"}, {"totals"}, {"rack", "rack"}}) {
            const QStringList arguments = QStringList{call.first(), file.fileName()} + call.mid(1);
            const test::ProgramRun said = test::run_cli(arguments),
                                   json = test::run_cli(arguments + QStringList{"--json"});
            QVERIFY2(said.exit_code == 0 && json.exit_code == 0, said.err.constData());
            QVERIFY2(said.out.contains("at nameplate"), said.out.constData());
            QCOMPARE(Json::parse(json.out.toStdString())["load"].get<std::string>(),
                     std::string("nameplate"));
            const test::ProgramRun idle =
                test::run_cli(arguments + QStringList{"--json", "--set", "/site/room/standing_load=0.25"});
            QCOMPARE(Json::parse(idle.out.toStdString())["load"].get<std::string>(), std::string("0.25"));
            const test::ProgramRun wrong = test::run_cli(arguments + QStringList{"--load", "1.2"});
            QVERIFY2(wrong.exit_code == 2 && wrong.err.contains("from 0 (idle) to 1 (nameplate)"),
                     wrong.err.constData());
        }
        const Json power = Json::parse(test::run_cli({"power", file.fileName(), "--json"}).out.toStdString());
        QCOMPARE(power["racks"][0]["load"].get<double>(), 400.0);
        QCOMPARE(power["racks"][0]["limit"].get<double>(), 1440.0);
        QVERIFY(power["swing"].is_null());
    }

private:
    QTemporaryDir m_folder;
};

QTEST_APPLESS_MAIN(TestStandstillCli)
#include "test_standstill_cli.moc"
