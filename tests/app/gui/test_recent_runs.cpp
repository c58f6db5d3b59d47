// SPDX-License-Identifier: GPL-3.0-or-later
// Measured runs that were opened stand among what is recent and open again by themselves.
#include "app/gui/commands/actions.h"
#include "app/gui/pages/welcome_page.h"
#include "tests/support/run_window.h"

#include <QDir>
#include <QFile>
#include <QMenu>

using namespace roofrack;
using namespace roofrack::test;

class TestRecentRuns : public RunWindow {
    Q_OBJECT

private:
    /// A copy that may be taken away.
    QString copy_of(const QString& name, const QString& to) {
        QDir().mkpath(m_folder.filePath(QStringLiteral("made")));
        const QString path = m_folder.filePath(QStringLiteral("made/") + to);
        QFile::remove(path);
        return QFile::copy(data(name), path) ? path : QString();
    }
    QStringList recent_texts() {
        QMenu* menu = m_window->actions().submenu("file.recent.menu");
        Q_EMIT menu->aboutToShow();
        QStringList texts;
        for (const QAction* action : menu->actions()) texts << action->text();
        return texts;
    }
    QPushButton* offered(const QString& tip) {
        for (auto* each : m_window->findChild<WelcomePage*>()->findChildren<QPushButton*>())
            if (each->toolTip() == tip && each->isVisible()) return each;
        return nullptr;
    }

private Q_SLOTS:
    void cleanup() { m_window.reset(); }

    void a_run_is_kept_by_its_path_and_opens_alone() {
        start();
        const QString file = copy_of(QStringLiteral("good.json"), QStringLiteral("good.json"));
        QVERIFY(!file.isEmpty());
        read({file});
        QVERIFY(m_window->runs().shown());
        const QString folder = data(QStringLiteral("two_ranks"));
        read({folder});
        QCOMPARE(recent_texts(),
                 QStringList({QStringLiteral("traces/two_ranks"), QStringLiteral("made/good.json")}));
        QVERIFY(m_session->recent().isEmpty()); // they are no projects

        // Another window of the same user, without a project.
        start();
        QTest::qWait(50);
        QPushButton* again = offered(QDir::cleanPath(folder));
        QVERIFY(again && offered(file));
        again->click();
        wait_for_run();
        QVERIFY(m_window->runs().shown());
        QCOMPARE(m_window->runs().shown()->trace->files.size(), size_t(2));
    }

    void several_files_are_one_run() {
        start();
        const QString first = copy_of(QStringLiteral("good.json"), QStringLiteral("a&b %2.json")),
                      second = copy_of(QStringLiteral("legacy.json"), QStringLiteral("second.json"));
        read({first, second});
        QCOMPARE(recent_texts(), QStringList(QStringLiteral("made/a&&b %2.json and 1 more")));
        read({first, second});
        QCOMPARE(recent_texts().size(), 1); // the same run
        QCOMPARE(m_session->recent_runs().front().paths, QStringList({first, second}));
    }

    void runs_of_a_project_are_opened_by_the_project() {
        start();
        QVERIFY(test::open_sample(*m_window, QStringLiteral("dgx-h100-su")));
        const QString file = copy_of(QStringLiteral("good.json"), QStringLiteral("kept.json")),
                      other = copy_of(QStringLiteral("legacy.json"), QStringLiteral("other.json"));
        read({file});
        read({other});
        m_window->runs().open(QStringLiteral("kept.json"));
        wait_for_run();
        QCOMPARE(m_window->runs().shown()->name, std::string("kept.json"));
        QCOMPARE(recent_texts(),
                 QStringList({QStringLiteral("made/other.json"), QStringLiteral("made/kept.json")}));
    }

    void a_missing_run_is_said() {
        start();
        const QString file = copy_of(QStringLiteral("good.json"), QStringLiteral("gone.json"));
        read({file});
        m_window->runs().close();
        QVERIFY(QFile::remove(file));
        QCOMPARE(recent_texts(), QStringList(QStringLiteral("made/gone.json")));
        m_window->actions().submenu("file.recent.menu")->actions().constFirst()->trigger();
        QVERIFY(!m_window->traces().is_running());
        QVERIFY2(m_window->messages().text().contains(file + QStringLiteral(" is no longer there")),
                 qPrintable(m_window->messages().text()));
        QVERIFY(!m_window->runs().shown());
    }

    void what_could_not_be_read_is_not_kept() {
        start();
        const QString path = m_folder.filePath(QStringLiteral("nothing.json"));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.close(); // empty
        m_window->traces().read({path.toStdString()});
        wait_for_run();
        QVERIFY(!m_window->runs().shown());
        QVERIFY(m_session->recent_runs().empty());
    }

    void ten_are_kept_and_odd_settings_do_no_harm() {
        start();
        for (int i = 0; i < 12; ++i)
            m_session->add_recent_run({QStringLiteral("/traces/%1\nodd.json").arg(i).toStdString()});
        const auto runs = m_session->recent_runs();
        QCOMPARE(runs.size(), size_t(10));
        QCOMPARE(runs.front().paths, QStringList(QStringLiteral("/traces/11\nodd.json")));
        m_session->add_recent_run({});
        m_session->add_recent_run(std::vector<std::filesystem::path>(1001, "/traces/many.json"));
        QCOMPARE(m_session->recent_runs().size(), size_t(10));
        for (const char* line : {"", "{", "[]", "7", "[1, null]", "[\"\"]"})
            QVERIFY2(recent_run_of(QLatin1String(line)).paths.isEmpty(), line);
    }
};

QTEST_MAIN(TestRecentRuns)
#include "test_recent_runs.moc"
