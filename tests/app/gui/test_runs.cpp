// SPDX-License-Identifier: GPL-3.0-or-later
// Measured runs in the window: dropped, listed by the project, opened again, taken out, missed.
#include "app/gui/flows/trace_flow.h"
#include "app/gui/pages/chart_area.h"
#include "app/gui/pages/message_bar.h"
#include "app/gui/runs/runs_flow.h"
#include "app/gui/window/main_window.h"
#include "app/gui/window/project_page.h"
#include "app/gui/window/workspace_switch.h"
#include "core/base/catalog/catalog.h"
#include "tests/support/run_window.h"
#include "tests/support/sample_window.h"
#include "widgets/canvas/view/drawing_tile.h"
#include "widgets/charts/chart.h"
#include "widgets/charts/plot/plot_view.h"
#include "widgets/fields/choice_edit.h"
#include "widgets/measured/progress_strip.h"
#include "widgets/measured/run_bar.h"

#include <QDir>
#include <QDropEvent>
#include <QElapsedTimer>
#include <QLabel>
#include <QMimeData>
#include <QPushButton>
#include <QSignalSpy>
#include <QStackedWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

#include <algorithm>
#include <ctime>
#include <memory>

using namespace roofrack;
using namespace roofrack::test;

namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr double most_ms = 320;
#else
constexpr double most_ms = 16; // a frame
#endif

/// What this thread has worked, whatever else the machine does.
double thread_ms() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return 1e3 * static_cast<double>(now.tv_sec) + 1e-6 * static_cast<double>(now.tv_nsec);
}

} // namespace

class TestRuns : public RunWindow {
    Q_OBJECT

private:
    ChoiceEdit& list() { return *bar().findChild<ChoiceEdit*>(); }

private Q_SLOTS:
    void cleanup() { m_window.reset(); }

    /// What is said of a whole file is no fault of reading it.
    void a_caution_says_what_could_not_be_read() {
        start();
        QVERIFY(test::open_sample(*m_window, QStringLiteral("dgx-h100-su")));
        const QString log = m_folder.filePath(QStringLiteral("nan.log"));
        QFile file(log);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(" iteration 1/ 2 | elapsed time per iteration (ms): 12.0 | lm loss: nan |\n"
                   " iteration 2/ 2 | elapsed time per iteration (ms): 12.0 | lm loss: nan |\n");
        file.close();
        read({log});
        QVERIFY2(bar().text().startsWith(QStringLiteral("nan.log: the loss is NaN or infinite")),
                 qPrintable(bar().text()));
        read({data(QStringLiteral("bad_escape.json"))});
        QVERIFY2(
            bar().text().startsWith(QStringLiteral("Not all of it could be read. bad_escape.json, byte ")),
            qPrintable(bar().text()));
    }

    void a_dropped_folder_is_a_run_of_the_project() {
        start();
        QVERIFY(test::open_sample(*m_window, QStringLiteral("dgx-h100-su")));
        QVERIFY(!bar().isVisible()); // nothing was measured
        read({data(QStringLiteral("two_ranks"))});
        QCOMPARE(QLatin1String(page().workspaces().current().id), QLatin1String("measured"));
        QVERIFY(bar().isVisible());
        QCOMPARE(page().charts().current()->id(), QStringLiteral("run-ranks"));
        // Where the time went, and who was late: as `trace` says it.
        const auto& trace = *m_window->runs().shown()->trace;
        QVERIFY(bar().text().contains(QString::fromStdString(run_headline(trace).who.substr(1))));
        QVERIFY2(bar().text().contains(QStringLiteral("In 420 µs the GPUs idle 68 %")),
                 qPrintable(bar().text()));
        // What its events tell stands over it, as `trace --analysis` says it.
        QVERIFY(m_window->runs().shown()->verdict);
        QVERIFY(bar().text().toLower().startsWith(
            QString::fromStdString(m_window->runs().shown()->verdict->sentence).toLower()));
        // Nothing to be seen of iterations: no tab.
        QVERIFY(page().charts().left_out().contains(QStringLiteral("run-steps")));
        for (int tab = 0; tab < page().charts().count(); ++tab)
            QVERIFY(page().charts().tabText(tab) != QStringLiteral("Iterations"));

        QCOMPARE(kept().size(), size_t(1));
        QCOMPARE(kept()[0].name, std::string("two_ranks"));
        QCOMPARE(kept()[0].files.size(), size_t(2));
        QVERIFY(m_window->isWindowModified());
        QCOMPARE(list().key(), QStringLiteral("two_ranks"));
        QCOMPARE(m_window->document().undo_stack().undoText(), QStringLiteral("Add measured run two_ranks"));
        QTest::keyClick(m_window.get(), Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(kept().empty());
        QVERIFY(!list().isVisible());
        QVERIFY(m_window->runs().shown()); // it stays open
        QTest::keyClick(m_window.get(), Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(kept().size(), size_t(1));
        QVERIFY(list().isVisible());
    }

    void the_same_files_are_the_same_run() {
        start();
        QVERIFY(test::open_sample(*m_window, QStringLiteral("dgx-h100-su")));
        read({data(QStringLiteral("good.json"))});
        read({data(QStringLiteral("good.json"))});
        QCOMPARE(kept().size(), size_t(1));
        read({data(QStringLiteral("legacy.json"))});
        QCOMPARE(kept().size(), size_t(2));
        QCOMPARE(list().key(), QStringLiteral("legacy.json"));
        // By the keyboard to the other one.
        list().setFocus();
        QTest::keyClick(&list(), Qt::Key_Up);
        wait_for_run();
        QCOMPARE(m_window->runs().shown()->name, std::string("good.json"));
        QCOMPARE(kept().size(), size_t(2));
        QTest::mouseClick(button("Remove the run from the project"), Qt::LeftButton);
        QCOMPARE(kept().size(), size_t(1));
        QCOMPARE(kept()[0].name, std::string("legacy.json"));
        QVERIFY(!m_window->runs().shown());
        QVERIFY(bar().text().startsWith(QStringLiteral("No measured run is open")));
        QTest::keyClick(m_window.get(), Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(kept().size(), size_t(2));
    }

    /// The run has the headline; of a drawing that there is not stands neither a box nor a verdict.
    void where_nothing_is_drawn_the_run_alone_stands_out() {
        const auto tiles = [this] {
            const auto all = page().findChildren<DrawingTile*>();
            return static_cast<int>(
                std::ranges::count_if(all, [](const DrawingTile* each) { return each->isVisible(); }));
        };
        start();
        read({data(QStringLiteral("two_ranks"))});
        const auto* step = m_window->findChild<QLabel*>(QStringLiteral("verdict-step"));
        QTRY_COMPARE(step->text(), QStringLiteral("No step to predict"));
        QCOMPARE(tiles(), 0);
        QCOMPARE(step->property("role").toString(), QStringLiteral("secondary"));
        const auto* headline = bar().findChild<QLabel*>(QStringLiteral("run-headline"));
        QVERIFY(step->fontInfo().pixelSize() < headline->fontInfo().pixelSize());

        start();
        QVERIFY(test::open_sample(*m_window, QStringLiteral("dgx-h100-su")));
        read({data(QStringLiteral("two_ranks"))});
        QTRY_COMPARE(tiles(), 1);
        step = m_window->findChild<QLabel*>(QStringLiteral("verdict-step"));
        QTRY_COMPARE(step->property("role").toString(), QStringLiteral("verdict"));
    }

    void a_project_opens_its_run_where_it_is_looked_at() {
        start();
        QVERIFY(test::open_sample(*m_window, QStringLiteral("dgx-h100-su")));
        const QString traces = m_folder.filePath(QStringLiteral("traces"));
        QDir().mkpath(traces);
        const QString file = traces + QStringLiteral("/good.json");
        QVERIFY(QFile::copy(data(QStringLiteral("good.json")), file));
        read({file});
        const QString saved = m_folder.filePath(QStringLiteral("with-run.roofrack.json"));
        QVERIFY(m_window->files().save_to(saved.toStdString()));
        QVERIFY(!m_window->isWindowModified());

        start();
        QVERIFY(m_window->files().open(saved.toStdString()));
        QTest::qWait(50);
        QCOMPARE(kept().size(), size_t(1));
        QVERIFY(!m_window->runs().shown()); // nothing is read before it is wanted
        QTest::keyClick(m_window.get(), Qt::Key_5, Qt::ControlModifier);
        wait_for_run();
        QVERIFY(m_window->runs().shown());
        QCOMPARE(m_window->runs().shown()->name, std::string("good.json"));
        QVERIFY(!m_window->isWindowModified()); // looking changes nothing
        QVERIFY2(m_window->messages().text().isEmpty() ||
                     !m_window->messages().text().contains(QStringLiteral("not as it was")),
                 qPrintable(m_window->messages().text()));

        // One digit is another; the size is the same.
        QFile changed(file);
        QVERIFY(changed.open(QIODevice::ReadWrite));
        QByteArray text = changed.readAll();
        const qsizetype at = text.indexOf("\"dur\"");
        QVERIFY(at > 0);
        const qsizetype digit = text.indexOf(QByteArray("1"), at);
        text[digit] = '2';
        changed.seek(0);
        changed.write(text);
        changed.close();
        m_window->runs().close();
        m_window->runs().open(QStringLiteral("good.json"));
        wait_for_run();
        QVERIFY2(m_window->messages().text().contains(
                     QStringLiteral("good.json is not as it was put into the project")),
                 qPrintable(m_window->messages().text()));
        QCOMPARE(kept().size(), size_t(1));

        // Gone: said in the list and where it is asked for.
        QVERIFY(QFile::remove(file));
        m_window->runs().close();
        m_window->runs().open(QStringLiteral("good.json"));
        QVERIFY2(m_window->messages().text().contains(QStringLiteral("good.json is missing")),
                 qPrintable(m_window->messages().text()));
        QVERIFY(!m_window->traces().is_running());
        start();
        QVERIFY(m_window->files().open(saved.toStdString()));
        m_window->activateWindow();
        QTest::keyClick(m_window.get(), Qt::Key_5, Qt::ControlModifier);
        QTRY_VERIFY(list().itemText(1).contains(QStringLiteral("missing")));
    }

    void what_is_dropped_after_a_cancelled_run_is_a_run_of_its_own() {
        start();
        QVERIFY(test::open_sample(*m_window, QStringLiteral("dgx-h100-su")));
        read({data(QStringLiteral("good.json"))});
        m_window->runs().close();
        m_window->runs().open(QStringLiteral("good.json"));
        QVERIFY(m_window->traces().is_running());
        m_window->traces().cancel();
        read({data(QStringLiteral("legacy.json"))});
        QCOMPARE(kept().size(), size_t(2));
        QCOMPARE(kept()[1].name, std::string("legacy.json"));
        QCOMPARE(m_window->runs().shown()->name, std::string("legacy.json"));
        // Dropped while another is still being read.
        m_window->runs().open(QStringLiteral("good.json"));
        QVERIFY(m_window->traces().is_running());
        read({data(QStringLiteral("two_ranks"))});
        QCOMPARE(kept().size(), size_t(3));
        QCOMPARE(m_window->runs().shown()->name, std::string("two_ranks"));
    }

    void where_nothing_is_drawn_it_has_a_page_of_its_own() {
        start();
        QVERIFY(!m_window->page());
        read({data(QStringLiteral("two_ranks"))});
        QVERIFY(m_window->page());
        QVERIFY(m_window->page()->isVisible());
        QCOMPARE(QLatin1String(page().workspaces().current().id), QLatin1String("measured"));
        QVERIFY(bar().isVisible());
        QCOMPARE(kept().size(), size_t(1));
        QCOMPARE(list().key(), QStringLiteral("two_ranks"));
        // Who only looks is not asked to save.
        QVERIFY(!m_window->isWindowModified());
        QVERIFY(m_window->files().may_leave());
    }

    void each_row_explains_itself() {
        start({1600, 1000});
        QVERIFY(test::open_sample(*m_window, QStringLiteral("dgx-h100-su")));
        read({data(QStringLiteral("two_ranks"))});
        Chart* chart = page().charts().current();
        auto* view = chart->findChild<PlotView*>();
        QVERIFY(!view->ink().hits.empty());
        for (const ChartHit& hit : view->ink().hits)
            QVERIFY2(hit.readout.count(u'\n') >= 2, qPrintable(hit.readout));
        const ChartTable table = chart->table();
        QVERIFY(!table.rows.empty());
        const QString csv = m_folder.filePath(QStringLiteral("ranks.csv"));
        QVERIFY(chart->save(csv, {}));
        QFile file(csv);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll().toStdString(), table.csv());
        for (const char* end : {"png", "svg", "pdf"})
            QVERIFY(chart->save(m_folder.filePath(QStringLiteral("ranks.%1").arg(QLatin1String(end))), {}));
    }

    void reading_can_be_cancelled_at_once() {
        start();
        QVERIFY(test::open_sample(*m_window, QStringLiteral("dgx-h100-su")));
        QTRY_VERIFY(!page().is_finding());
        const QString large = m_folder.filePath(QStringLiteral("large.json"));
        QFile file(large);
        QVERIFY(file.open(QIODevice::WriteOnly));
        const auto event = [](int i) {
            return QStringLiteral(
                       "{'ph':'X','cat':'kernel','name':'gemm_%1','pid':0,'tid':7,'ts':%2,'dur':7}")
                .arg(i % 37)
                .arg(i * 10)
                .replace(u'\'', u'"')
                .toUtf8();
        };
        QByteArray events;
        for (int i = 0; i < 1000; ++i) events += event(i) + ',';
        file.write("[");
        for (int i = 0; i < 1200; ++i) file.write(events); // 90 MB
        file.write(event(1) + "]");
        file.close();
        drop({large});
        auto* strip = m_window->findChild<ProgressStrip*>();
        QTRY_VERIFY(strip->isVisible());
        QTest::qWait(40); // the window is laid out and painted with the strip
        // The window goes on answering meanwhile: what its thread works between two beats.
        double longest = 0, before = thread_ms();
        QTimer beat;
        connect(&beat, &QTimer::timeout, this, [&] {
            const double now = thread_ms();
            longest = std::max(longest, now - before);
            before = now;
        });
        beat.start(1);
        QTest::qWait(300);
        beat.stop();
        QVERIFY2(longest < most_ms, qPrintable(QString::number(longest)));
        QVERIFY(m_window->traces().is_running());
        auto* cancel = strip->findChild<QPushButton*>();
        QElapsedTimer taken;
        taken.start();
        QTest::mouseClick(cancel, Qt::LeftButton);
        QVERIFY(!m_window->traces().is_running());
        QVERIFY(!strip->isVisible());
        QVERIFY2(taken.elapsed() <= 100, qPrintable(QString::number(taken.elapsed())));
        QTest::qWait(200);
        QVERIFY(!m_window->runs().shown());
        QVERIFY(kept().empty());
    }
};

QTEST_MAIN(TestRuns)
#include "test_runs.moc"
