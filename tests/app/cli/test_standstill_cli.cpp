// SPDX-License-Identifier: GPL-3.0-or-later
// What is said of a cluster that its supply does not bear begins with that.
#include "core/catalog/catalog.h"
#include "core/project/project_file.h"
#include "core/project/set_value.h"
#include "core/study/standstill.h"
#include "tests/support/cli.h"

#include <QTest>
#include <nlohmann/json.hpp>

using namespace roofrack;
using Json = nlohmann::json;

namespace {

const QString sample_path = QStringLiteral(ROOFRACK_SOURCE_DIR "/samples/dgx-h100-su.roofrack.json");
constexpr const char* far_too_little = "/site/power_limit=20 kW";

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

    /// A limit near zero is told in folds.
    void a_margin_beyond_all_is_told_in_folds() {
        const test::ProgramRun said = test::run_cli({"power", sample_path, "--set", "/site/power_limit=1 W"});
        QVERIFY2(said.out.contains("over 100-fold load"), said.out.constData());
    }
};

QTEST_APPLESS_MAIN(TestStandstillCli)
#include "test_standstill_cli.moc"
