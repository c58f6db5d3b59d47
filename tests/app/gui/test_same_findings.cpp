// SPDX-License-Identifier: GPL-3.0-or-later
// The window says of a project what the command line says: the same findings, in the same order and words.
#include "app/gui/flows/study_flow.h"
#include "app/gui/pages/chart_area.h"
#include "app/gui/window/project_page.h"
#include "core/answers/facility_answers.h"
#include "core/answers/findings.h"
#include "core/answers/report/evaluation_json.h"
#include "core/drawing/project/project_file.h"
#include "core/drawing/templates/templates.h"
#include "core/facility/weather/climate.h"
#include "core/study/sharing/job_findings.h"
#include "tests/support/cli.h"
#include "tests/support/random_scenario.h"
#include "tests/support/rounds.h"
#include "tests/support/sample.h"
#include "tests/support/sample_window.h"

#include <QTemporaryDir>
#include <QTest>

#include <nlohmann/json.hpp>

using namespace roofrack;
using nlohmann::ordered_json;

namespace {

/// What is said of an evaluation, without its figures.
ordered_json words_of(const ordered_json& evaluation) {
    return {{"findings", evaluation["findings"]},
            {"waived", evaluation["waived"]},
            {"binds", evaluation["binds"]},
            {"regime", evaluation["regime"]},
            {"regime_of_best_plans", evaluation["regime_of_best_plans"]}};
}

ordered_json printed(const QString& path) {
    const test::ProgramRun run = test::run_cli({QStringLiteral("evaluate"), path, QStringLiteral("--json")});
    return words_of(ordered_json::parse(run.out.toStdString(), nullptr, false));
}

/// As the window finds it once nothing is changed any more.
ordered_json shown(const Project& project) {
    const Scenario& scenario = project.scenarios.front();
    const Answers answers(
        {.scenario = std::make_shared<const Scenario>(scenario), .jobs = project_of_jobs(project, scenario)},
        Catalog::built_in());
    find_first_answers(answers, {});
    ask_for<Verdict>(answers);
    return words_of(evaluation_json(*latest_verdict(answers)));
}

QByteArray difference(const ordered_json& window, const ordered_json& command_line) {
    if (window == command_line) return {};
    return QByteArray::fromStdString("window: " + window.dump(1) + "\ncommand line: " + command_line.dump(1));
}

} // namespace

class TestSameFindings : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    QByteArray difference_of(const Project& project) {
        const QString path = m_folder.filePath(QStringLiteral("project.roofrack.json"));
        if (!write_project(project, path.toStdString(), Catalog::built_in()))
            return "the project cannot be written";
        return difference(shown(project), printed(path));
    }

private Q_SLOTS:
    /// In a window that is seen, after its first answers and after all.
    void the_window_settles_on_what_evaluate_prints() {
        Session session(m_folder.filePath(QStringLiteral("settings.ini")));
        for (const char* id : {"shared-a100-hot-rack", "gb200-nvl72-x8", "ws-8gpu"}) {
            MainWindow window(Catalog::built_in(), session);
            window.show();
            QVERIFY(test::open_sample(window, QLatin1String(id)));
            ChartArea& charts = window.page()->charts();
            QTRY_VERIFY_WITH_TIMEOUT(!window.page()->study().is_busy() && charts.data()->evaluation(), 60000);
            const QByteArray fault = difference(
                words_of(evaluation_json(*charts.data()->evaluation())),
                printed(
                    QStringLiteral(ROOFRACK_SOURCE_DIR "/samples/%1.roofrack.json").arg(QLatin1String(id))));
            QVERIFY2(fault.isEmpty(), fault.constData());
        }
    }

    void of_samples_and_mechanisms() {
        for (const char* folder : {"", "/mechanisms"}) {
            const QDir samples(QStringLiteral(ROOFRACK_SOURCE_DIR "/samples") + QLatin1String(folder));
            for (const QFileInfo& file :
                 samples.entryInfoList({QStringLiteral("*.roofrack.json")}, QDir::Files)) {
                const auto read = read_project(file.filePath().toStdString(), Catalog::built_in());
                QVERIFY2(read, qPrintable(file.fileName()));
                const QByteArray fault = difference(shown(read->project), printed(file.filePath()));
                QVERIFY2(fault.isEmpty(), (file.fileName().toUtf8() + '\n' + fault).constData());
            }
        }
    }

    void of_templates() {
        for (const TemplateInfo& info : list_templates()) {
            const auto project = make_template(info.name, {}, Catalog::built_in());
            QVERIFY2(project, std::string(info.name).c_str());
            const QByteArray fault = difference_of(*project);
            QVERIFY2(fault.isEmpty(), fault.constData());
        }
    }

    void of_random_projects() {
        std::mt19937 random(34);
        for (int i = 0; i < test::rounds(500, 40); ++i) {
            Project project;
            project.name = "random";
            project.scenarios.push_back(test::random_scenario(random));
            const QByteArray fault = difference_of(project);
            QVERIFY2(fault.isEmpty(), (QByteArray::number(i) + '\n' + fault).constData());
        }
    }

    /// A weather file is sought beside the project, as the command line does.
    void weather_stands_beside_the_project() {
        Scenario scenario = make_template("workstation", {}, Catalog::built_in())->scenarios.front();
        scenario.site.climate = "here.csv";
        QFile file(m_folder.filePath(QStringLiteral("here.csv")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("dry_bulb_c,wet_bulb_c\n");
        for (int hour = 0; hour < 8760; ++hour) file.write("20,15\n");
        file.close();
        const auto drawn = std::make_shared<const Scenario>(scenario);
        const Answers here({.scenario = drawn, .folder = m_folder.path().toStdString()}, Catalog::built_in());
        const Weather* found = here.value<Weather>();
        QVERIFY(found && found->fault.empty());
        QCOMPARE(found->years.size(), size_t(4));
        const Answers elsewhere({.scenario = drawn}, Catalog::built_in());
        const Weather* lost = elsewhere.value<Weather>();
        QCOMPARE(lost->fault, find_climate("here.csv", {}).error().text());
        QVERIFY(lost->years.empty()); // no other climate stands in for it
    }
};

QTEST_MAIN(TestSameFindings)
#include "test_same_findings.moc"
