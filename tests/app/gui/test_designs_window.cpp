// SPDX-License-Identifier: GPL-3.0-or-later
// The design search in the window, by mouse and keys, as the command line prints it.
#include "core/answers/design/design_losses.h"
#include "core/answers/report/design/design_json.h"
#include "tests/support/decide_window.h"
#include "tests/support/sample.h"
#include "widgets/charts/decide/design_view.h"
#include "widgets/editor/commands/set_scenario_value.h"
#include "widgets/fields/choice_edit.h"

#include <QAction>
#include <QClipboard>
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableWidget>
#include <QToolButton>
#include <QUndoStack>

using namespace roofrack;

class TestDesignsWindow : public test::DecideWindow {
    Q_OBJECT

private:
    const DesignView& view() { return *page().charts().data()->designs; }
    QPushButton& button(const char* text) {
        QPushButton* found = nullptr;
        const auto is_there = [&] {
            for (auto* each : page().charts().findChildren<QPushButton*>())
                if (each->isVisible() && each->text() == QLatin1String(text)) found = each;
            return found != nullptr;
        };
        if (!QTest::qWaitFor(is_there, 5000)) qFatal("no button %s", text);
        return *found;
    }
    void choose(const char* name, const char* key) {
        auto& choice = control<ChoiceEdit>(name);
        const int at = choice.findData(QLatin1String(key));
        QVERIFY2(at > 0, key);
        choice.setCurrentIndex(at);
        Q_EMIT choice.activated(at);
    }
    void type(const char* name, const char* text) {
        auto& line = control<QLineEdit>(name);
        line.selectAll();
        QTest::keyClicks(&line, QLatin1String(text));
        QTest::keyClick(&line, Qt::Key_Return);
    }
    bool wait() {
        return QTest::qWaitFor([this] { return view().study && !view().is_busy && !view().is_stale; }, 60000);
    }

    /// Leaves the program and opens the file in a new one.
    void open_again(const QString& path) {
        m_window.reset();
        start();
        QSignalSpy settled(m_window.get(), &MainWindow::settled);
        m_window->open_paths({path});
        QVERIFY(settled.count() > 0 || settled.wait(60000));
        page().workspaces().show_view(QStringLiteral("designs"));
        QTRY_VERIFY_WITH_TIMEOUT(page().charts().data() && page().charts().data()->designs, 30000);
    }
    bool says_older() {
        for (auto* each : page().charts().findChildren<QPushButton*>())
            if (each->isVisible() && each->text().startsWith(QLatin1String("Search again"))) return true;
        return false;
    }

private Q_SLOTS:
    void init() { start(); }
    void cleanup() { m_window.reset(); }

    void it_finds_what_the_command_line_finds() {
        QVERIFY(test::open_sample(*m_window, QStringLiteral("dgx-h100-su")));
        page().workspaces().show_view(QStringLiteral("designs"));
        choose("Goal of the designs", "step.tokens_per_s");
        choose("Limit of the designs", "power.metered_w");
        type("metered power (Power and heat)", "600 kW");
        QTRY_COMPARE(document().project().comparison.limits,
                     std::vector<std::string>{"power.metered_w<=600 kW"});
        choose("What varies among the designs", "gpus");
        type("GPUs", "64:512");
        choose("What varies among the designs", "plan");
        QTRY_COMPARE(document().project().comparison.vary,
                     (std::vector<std::string>{"gpus=64:512", "plan=best"}));
        QTest::mouseClick(&button("Search"), Qt::LeftButton);
        QVERIFY(view().is_busy);
        QVERIFY(wait());
        const DesignStudy& study = *view().study;
        QCOMPARE(study.found.rows.size(), size_t(4));
        // As the command line finds it in the project as it is now.
        const QJsonObject out =
            printed({QStringLiteral("design")},
                    {QStringLiteral("--scenario"), QString::fromStdString(document().scenario().name)});
        const QJsonArray rows = out[QStringLiteral("rows")].toArray();
        QCOMPARE(rows.size(), qsizetype(study.found.rows.size()));
        for (qsizetype i = 0; i < rows.size(); ++i) {
            QCOMPARE(rows[i][QStringLiteral("name")].toString().toStdString(),
                     study.found.rows[size_t(i)].name);
            QCOMPARE(rows[i][QStringLiteral("rank")].toInt(), int(study.verdict.standings[size_t(i)].rank));
            QCOMPARE(rows[i][QStringLiteral("ends")].toString().toStdString(),
                     study.verdict.standings[size_t(i)].ends);
        }
        // A click on the best keeps it as a scenario.
        const size_t scenarios = document().project().scenarios.size();
        const size_t best = study.found.rows[study.verdict.ranked.front()].design;
        const double gpus = study.found.rows[study.verdict.ranked.front()].gpus;
        click(QStringLiteral("design-keep:%1").arg(best));
        QTRY_COMPARE_WITH_TIMEOUT(document().project().scenarios.size(), scenarios + 1, 30000);
        QTRY_VERIFY_WITH_TIMEOUT(page().charts().data()->evaluation() &&
                                     page().charts().data()->evaluation()->gpus == gpus,
                                 30000);
        document().undo_stack().undo();
        QCOMPARE(document().project().scenarios.size(), scenarios);
        // Another project shows none of it, although its scenario has the same name.
        QVERIFY(view().study);
        document().undo_stack().setClean();
        QVERIFY(test::open_sample(*m_window, QStringLiteral("dgx-h100-su")));
        QVERIFY(!view().study && view().absent.empty());
    }

    /// What the command line prints of designs that lost stands below the results, and can be copied.
    void what_lost_is_listed_data() {
        QTest::addColumn<QString>("limit");
        QTest::addColumn<int>("nearest");
        QTest::newRow("one breaks it") << "power.metered_w<=600 kW" << 0;
        QTest::newRow("all break it") << "power.metered_w<=20 kW" << 3;
    }
    void what_lost_is_listed() {
        QFETCH(QString, limit);
        QFETCH(int, nearest);
        QVERIFY(test::open_sample(*m_window, QStringLiteral("dgx-h100-su")));
        page().workspaces().show_view(QStringLiteral("designs"));
        ComparisonChoice choice = document().project().comparison;
        choice.goal = "step.tokens_per_s";
        choice.limits = {limit.toStdString()};
        choice.vary = {"gpus=64:512"};
        Q_EMIT page().charts().comparison_chosen(choice);
        QTest::mouseClick(&button("Search"), Qt::LeftButton);
        QVERIFY(wait());
        const DesignStudy& study = *view().study;
        const std::string path = m_folder.filePath(QStringLiteral("lost.roofrack.json")).toStdString();
        QVERIFY(write_project(document().project(), path, Catalog::built_in()));
        const QString printed_text = QString::fromUtf8(
            test::run_cli({QStringLiteral("design"), QString::fromStdString(path),
                           QStringLiteral("--scenario"), QString::fromStdString(document().scenario().name)})
                .out);
        QTableWidget& table = control<QTableWidget>("Why designs lost");
        QCOMPARE(size_t(table.rowCount()),
                 size_t(nearest) + design_losses(study.question, study.found.rows, study.verdict).size());
        QCOMPARE(table.rowCount(), nearest + 1);
        QString copied;
        for (int row = 0; row < table.rowCount(); ++row) {
            const QString count = table.item(row, 0)->text(), why = table.item(row, 1)->text();
            QCOMPARE(table.item(row, 1)->toolTip(), why);
            copied += count + u'\t' + why + u'\n';
            const bool is_nearest = row < nearest;
            QCOMPARE(count == QStringLiteral("nearest"), is_nearest);
            // The sentence of the command line says "misses" once for all.
            const QString line = is_nearest
                                     ? QString(why).replace(QStringLiteral("” misses "), QStringLiteral("” "))
                                     : count + u' ' + why + u'\n';
            QVERIFY2(printed_text.contains(line), qPrintable(line + u'\n' + printed_text));
        }
        table.actions().front()->trigger();
        QCOMPARE(QGuiApplication::clipboard()->text(), copied);
        table.selectRow(table.rowCount() - 1);
        table.actions().front()->trigger();
        QCOMPARE(QGuiApplication::clipboard()->text(), copied.section(u'\n', -2));
    }

    /// A limit is turned and taken away; a value that cannot be read says so.
    void limits_change() {
        QVERIFY(test::open_sample(*m_window, QStringLiteral("dgx-h100-su")));
        page().workspaces().show_view(QStringLiteral("designs"));
        QVERIFY(!button("Search").isEnabled());
        choose("Goal of the designs", "step.tokens_per_s");
        QVERIFY(!button("Search").isEnabled()); // nothing varies
        choose("What varies among the designs", "gpus");
        QTRY_VERIFY(button("Search").isEnabled());
        choose("Limit of the designs", "power.metered_w");
        type("metered power (Power and heat)", "20 pears");
        QTRY_COMPARE(document().project().comparison.limits.size(), size_t(1));
        QTest::mouseClick(&button("Search"), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(view().absent.find("20 pears") != std::string::npos, 30000);
        QVERIFY2(view().absent.find("--") == std::string::npos, view().absent.c_str()); // no option of a call
        QTest::mouseClick(&control<QToolButton>("metered power (Power and heat): at most, or at least"),
                          Qt::LeftButton);
        QTRY_COMPARE(document().project().comparison.limits,
                     std::vector<std::string>{"power.metered_w>=20 pears"});
        QVERIFY(view().absent.empty()); // it was said of what is not asked any more
        QTest::mouseClick(&control<QToolButton>("metered power (Power and heat): take it away"),
                          Qt::LeftButton);
        QTRY_VERIFY(document().project().comparison.limits.empty());
    }

    /// What is typed once a limit was chosen is its bound, whatever varies; its sense may be turned before.
    void a_bound_is_typed_at_once() {
        QVERIFY(test::open_sample(*m_window, QStringLiteral("dgx-h100-su")));
        page().workspaces().show_view(QStringLiteral("designs"));
        choose("What varies among the designs", "plan");
        QTRY_COMPARE(document().project().comparison.vary, std::vector<std::string>{"plan=best"});
        choose("Limit of the designs", "power.metered_w");
        QTest::keyClicks(QApplication::focusWidget(), QStringLiteral("600"));
        QTest::mouseClick(&control<QToolButton>("metered power (Power and heat): at most, or at least"),
                          Qt::LeftButton);
        QTRY_COMPARE(control<QToolButton>("metered power (Power and heat): at most, or at least").text(),
                     QStringLiteral("≥"));
        QTest::keyClicks(QApplication::focusWidget(), QStringLiteral(" kW"));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
        QTRY_COMPARE(document().project().comparison.limits,
                     std::vector<std::string>{"power.metered_w>=600 kW"});
        QCOMPARE(document().project().comparison.vary, std::vector<std::string>{"plan=best"});
    }

    /// One click in the comparison asks for designs like those that are compared, and searches them.
    void designs_like_those_compared() {
        QVERIFY(test::open_sample(*m_window, QStringLiteral("decisions/owned-h100")));
        page().workspaces().show_view(QStringLiteral("compare"));
        ComparisonChoice choice = document().project().comparison;
        choice.at_equal = "power";
        choice.at = "1.2 MW";
        Q_EMIT page().charts().comparison_chosen(choice);
        QTRY_VERIFY_WITH_TIMEOUT(button("Search designs like these").isEnabled(), 60000);
        const ComparisonChoice before = document().project().comparison;
        QTest::mouseClick(&button("Search designs like these"), Qt::LeftButton);
        QTRY_COMPARE(page().charts().current_id(), QStringLiteral("designs"));
        const ComparisonChoice asked = document().project().comparison;
        QCOMPARE(asked.limits, std::vector<std::string>{"power.metered_w<=1.2 MW"});
        QVERIFY(!asked.vary.empty() && !asked.goal.empty());
        QCOMPARE(asked.at, before.at);
        QVERIFY(view().is_busy || view().study);
        // What was filled in stands in the controls and can be changed.
        QCOMPARE(control<QLineEdit>("metered power (Power and heat)").text(), QStringLiteral("1.2 MW"));
        QCOMPARE(control<ChoiceEdit>("Goal of the designs").key(), QString::fromStdString(asked.goal));
        if (view().is_busy) QTest::mouseClick(&button("Stop"), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(!view().is_busy, 30000);
        // As the command line asks of the same project.
        const std::string path = m_folder.filePath(QStringLiteral("like.roofrack.json")).toStdString();
        Project project = document().project();
        project.comparison = before;
        QVERIFY(write_project(project, path, Catalog::built_in()));
        const QString text =
            QString::fromUtf8(test::run_cli({QStringLiteral("design"), QString::fromStdString(path),
                                             QStringLiteral("--like-compared"), QStringLiteral("--vary"),
                                             QStringLiteral("plan=given"), QStringLiteral("--scenario"),
                                             QString::fromStdString(document().scenario().name)})
                                  .out);
        QVERIFY2(text.startsWith(QStringLiteral("--goal %1 --limit \"power.metered_w<=1.2 MW\"")
                                     .arg(QString::fromStdString(asked.goal))),
                 qPrintable(text));
        document().undo();
        QVERIFY(document().project().comparison == before);
    }

    /// What was found stands there again when the project is opened another time; of another state it is said
    /// that it was found, and none of it shown; where it cannot be read nothing is said.
    void what_was_found_is_there_again() {
        QVERIFY(test::open_sample(*m_window, QStringLiteral("dgx-h100-su")));
        page().workspaces().show_view(QStringLiteral("designs"));
        ComparisonChoice choice = document().project().comparison;
        choice.goal = "step.tokens_per_s";
        choice.limits = {"power.metered_w<=600 kW"};
        choice.vary = {"server=drawn,hgx-h200", "gpus=64:256"};
        Q_EMIT page().charts().comparison_chosen(choice);
        QTest::mouseClick(&button("Search"), Qt::LeftButton);
        QVERIFY(wait());
        const std::string found = design_csv(*view().study), sentence = view().study->verdict.sentence;
        const size_t best = view().study->found.rows[view().study->verdict.ranked.front()].design;
        const QString path = m_folder.filePath(QStringLiteral("again.roofrack.json"));
        QVERIFY(m_window->files().save_to(path.toStdString()));

        open_again(path);
        QVERIFY(wait());
        QCOMPARE(design_csv(*view().study), found);
        QCOMPARE(view().study->verdict.sentence, sentence);
        QVERIFY(!view().older_s && !says_older());
        const size_t scenarios = document().project().scenarios.size();
        QTRY_VERIFY(mark(
            [&](const ChartHit& each) { return each.choose == QStringLiteral("design-keep:%1").arg(best); }));
        click(QStringLiteral("design-keep:%1").arg(best));
        QTRY_COMPARE_WITH_TIMEOUT(document().project().scenarios.size(), scenarios + 1, 30000);

        Project changed = document().project();
        changed.scenarios.front().workload.global_batch *= 2;
        changed.scenarios.resize(scenarios);
        QVERIFY(write_project(changed, path.toStdString(), Catalog::built_in()));
        open_again(path);
        QTRY_VERIFY_WITH_TIMEOUT(view().older_s, 30000);
        QVERIFY(!view().study);
        QTRY_VERIFY(says_older());

        const QDir kept(m_folder.filePath(QStringLiteral("cache/designs")));
        QVERIFY(!kept.entryList(QDir::Files).empty());
        for (const QString& each : kept.entryList(QDir::Files)) {
            QFile file(kept.filePath(each));
            QVERIFY(file.open(QFile::WriteOnly) && file.write("{\"roofrack_designs\":1}\n{}\n{}") > 0);
        }
        open_again(path);
        QTest::qWait(1000);
        QVERIFY(!view().study && !view().older_s && !says_older());
        QTest::mouseClick(&button("Search"), Qt::LeftButton);
        QVERIFY(wait());
        QVERIFY(!says_older());
    }

    /// What another job sends is part of what was searched, though its scenario is not the one shown.
    void another_job_that_changes_makes_it_stale() {
        QVERIFY(test::open_sample(*m_window, QStringLiteral("mechanisms/expert-exchange")));
        QSignalSpy settled(m_window.get(), &MainWindow::settled);
        const auto show = [&](int scenario) {
            settled.clear();
            document().set_scenario_index(scenario);
            return settled.count() > 0 || settled.wait(60000);
        };
        QVERIFY(show(2));
        page().workspaces().show_view(QStringLiteral("designs"));
        QCOMPARE(document().scenario().jobs.front().scenario, document().project().scenarios.front().name);
        ComparisonChoice choice = document().project().comparison;
        choice.goal = "step.tokens_per_s";
        choice.vary = {"/site/electricity_price=0.05,0.1"};
        Q_EMIT page().charts().comparison_chosen(choice);
        QTest::mouseClick(&button("Search"), Qt::LeftButton);
        QVERIFY(wait());
        QCOMPARE(view().study->scenario, document().scenario().name);
        QVERIFY(show(0));
        QVERIFY(!view().is_stale);
        Workload workload = document().scenario().workload;
        workload.global_batch *= 2;
        QVERIFY(document().perform<SetWorkload>(workload, QStringLiteral("batch")));
        QTRY_VERIFY_WITH_TIMEOUT(view().is_stale, 30000);
        document().undo();
        QTRY_VERIFY_WITH_TIMEOUT(!view().is_stale, 30000);
    }

    /// A file of weather that is edited while designs are shown: they are of an older state as soon as the
    /// window is active again, or anything is evaluated.
    void weather_that_changes_makes_it_stale() {
        const auto put = [this](const char* text) {
            QFile file(m_folder.filePath(QStringLiteral("year.csv")));
            if (!file.open(QFile::WriteOnly) || file.write(text) < 0) qFatal("cannot write");
        };
        put("mild");
        Project project;
        project.scenarios = {test::sample("dgx-h100-su"), test::sample("dgx-h100-su")};
        project.scenarios.back().name = "Other";
        project.scenarios.front().site.climate = "year.csv";
        const QString path = m_folder.filePath(QStringLiteral("weather.roofrack.json"));
        QVERIFY(write_project(project, path.toStdString(), Catalog::built_in()));
        QSignalSpy settled(m_window.get(), &MainWindow::settled);
        m_window->open_paths({path});
        QVERIFY(settled.count() > 0 || settled.wait(60000));
        page().workspaces().show_view(QStringLiteral("designs"));
        ComparisonChoice choice = document().project().comparison;
        choice.goal = "step.tokens_per_s";
        choice.vary = {"gpus=64:256"};
        Q_EMIT page().charts().comparison_chosen(choice);
        QTest::mouseClick(&button("Search"), Qt::LeftButton);
        QVERIFY(wait());
        const auto activate = [] { Q_EMIT qGuiApp->applicationStateChanged(Qt::ApplicationActive); };
        activate();
        QTest::qWait(500);
        QVERIFY(!view().is_stale);
        put("cold");
        activate();
        QTRY_VERIFY_WITH_TIMEOUT(view().is_stale, 30000);
        QVERIFY(view().study); // it stays until it is searched again
        put("mild");
        activate();
        QTRY_VERIFY_WITH_TIMEOUT(!view().is_stale, 30000);
        put("cold");
        document().set_scenario_index(1);
        QTRY_VERIFY_WITH_TIMEOUT(view().is_stale, 30000);
    }

    void a_search_is_stopped() {
        QVERIFY(test::open_sample(*m_window, QStringLiteral("dgx-h100-su")));
        page().workspaces().show_view(QStringLiteral("designs"));
        ComparisonChoice choice = document().project().comparison;
        choice.goal = "step.tokens_per_s";
        choice.vary = {"gpus=8:4096:8"};
        Q_EMIT page().charts().comparison_chosen(choice);
        QTest::mouseClick(&button("Search"), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(view().done > 1, 30000);
        QTest::mouseClick(&button("Stop"), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(!view().is_busy, 30000);
        QVERIFY(view().study && view().study->found.is_cancelled);
        QVERIFY(view().study->found.rows.size() < size_t(512));
        QVERIFY(!view().study->found.rows.empty());
    }
};

QTEST_MAIN(TestDesignsWindow)
#include "test_designs_window.moc"
