// SPDX-License-Identifier: GPL-3.0-or-later
// The list of published runs: what it says, how it is narrowed, and a run that becomes the open project.
#include "app/gui/flows/file_flow.h"
#include "app/gui/flows/session.h"
#include "app/gui/pages/chart_area.h"
#include "app/gui/pages/published_runs_window.h"
#include "app/gui/window/main_window.h"
#include "app/gui/window/project_page.h"
#include "core/answers/measured_answers.h"
#include "core/base/catalog/catalog.h"
#include "core/measured/measure/published/built_in_runs.h"
#include "core/measured/measure/published/left_out_figures.h"
#include "tests/support/layout_check.h"
#include "validation/validation_run.h"
#include "widgets/charts/chart.h"
#include "widgets/editor/document.h"
#include "widgets/published/left_out_table.h"
#include "widgets/published/runs_chart.h"
#include "widgets/published/runs_model.h"
#include "widgets/published/runs_view.h"

#include <QAction>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

using namespace roofrack;
using namespace roofrack::test;

class TestPublishedRuns : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    std::unique_ptr<Session> m_session;
    std::unique_ptr<MainWindow> m_window;
    PublishedRunsWindow* m_runs = nullptr;

    QLineEdit* words() { return m_runs->findChild<QLineEdit*>(); }
    QTableView* table() { return m_runs->findChild<QTableView*>(); }
    QPushButton* open_button() { return m_runs->findChild<QPushButton*>(QStringLiteral("open-run")); }
    QComboBox* list_with(const QString& entry) {
        for (auto* box : m_runs->findChildren<QComboBox*>())
            if (box->findText(entry) >= 0) return box;
        return nullptr;
    }

private Q_SLOTS:
    void initTestCase() {
        m_session = std::make_unique<Session>(m_folder.filePath(QStringLiteral("settings.ini")));
        m_session->set_appearance(Session::Appearance::light);
        m_window = std::make_unique<MainWindow>(Catalog::built_in(), *m_session);
        m_window->resize(1400, 900);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
        auto* action = m_window->findChild<QAction*>(QStringLiteral("file.published-runs"));
        QVERIFY(action);
        action->trigger();
        m_runs = m_window->findChild<PublishedRunsWindow*>();
        QVERIFY(m_runs);
        action->trigger(); // again: the same window
        QCOMPARE(m_window->findChildren<PublishedRunsWindow*>().size(), 1);
    }

    void all_runs_that_can_be_predicted_are_listed() {
        QVERIFY(table()->model()->rowCount() > 1000);
        QCOMPARE(static_cast<size_t>(table()->model()->rowCount()), m_runs->view().shown_places().size());
        // The ones that are farthest off stand first.
        const auto off = [&](int row) {
            return table()->model()->index(row, RunsModel::error).data(Qt::UserRole).toDouble();
        };
        QVERIFY(off(0) >= off(1) && off(1) >= off(2));
        QVERIFY(!m_runs->view().chosen_id().isEmpty() && open_button()->isEnabled());
    }

    /// What no run has shown stands first: every property, as the core keeps its figures.
    void machines_never_seen_stand_above_the_list() {
        const auto* never = m_runs->findChild<LeftOutTable*>();
        QVERIFY(never && never->isVisible());
        QVERIFY(never->mapTo(m_runs, QPoint()).y() < table()->mapTo(m_runs, QPoint()).y());
        QCOMPARE(static_cast<size_t>(never->topLevelItemCount()), left_out_figures().size());
        for (int i = 0; i < never->topLevelItemCount(); ++i) {
            const TransferTest& test = left_out_figures()[static_cast<size_t>(i)];
            const QTreeWidgetItem* line = never->topLevelItem(i);
            QCOMPARE(line->text(LeftOutTable::median),
                     QStringLiteral("%1 %").arg(test.all.median_abs_error_pct, 0, 'f', 1));
            QCOMPARE(static_cast<size_t>(line->childCount()),
                     test.classes.size() > 1 ? test.classes.size() : 0);
            QVERIFY(never->visualItemRect(line).bottom() <= never->viewport()->height());
        }
    }

    void nothing_is_clipped() {
        for (const QSize size : {QSize(1280, 800), QSize(1000, 640)}) {
            m_runs->resize(size);
            QTest::qWait(50);
            const QStringList faults = layout_faults(*m_runs);
            QVERIFY2(faults.isEmpty(), qPrintable(faults.join(u'\n')));
        }
        m_runs->resize(1280, 800);
    }

    void filters_narrow_list_and_charts() {
        const int all = table()->model()->rowCount();
        words()->setFocus();
        QTest::keyClicks(words(), QStringLiteral("llama gb200"));
        const int some = table()->model()->rowCount();
        QVERIFY(some > 0 && some < all / 4);
        const auto* scatter = m_runs->findChild<RunScatterChart*>();
        QCOMPARE(static_cast<int>(scatter->table().rows.size()), some);
        QComboBox* precision = list_with(QStringLiteral("FP8"));
        QVERIFY(precision);
        precision->setCurrentIndex(precision->findText(QStringLiteral("FP8")));
        const int fewer = table()->model()->rowCount();
        QVERIFY(fewer > 0 && fewer < some);
        for (int row = 0; row < fewer; ++row)
            QCOMPARE(table()->model()->index(row, RunsModel::precision).data().toString(),
                     QStringLiteral("fp8"));
        QTest::keyClicks(words(), QStringLiteral(" nothing-like-it"));
        QCOMPARE(table()->model()->rowCount(), 0);
        QVERIFY(m_runs->view().chosen_id().isEmpty() && !open_button()->isEnabled());
        words()->clear();
        precision->setCurrentIndex(0);
        QCOMPARE(table()->model()->rowCount(), all);
    }

    void a_dot_chooses_its_run() {
        auto* scatter = m_runs->findChild<RunScatterChart*>();
        const std::vector<size_t> places = m_runs->view().shown_places();
        Q_EMIT scatter->chosen(QString::number(places.at(places.size() / 2)));
        const QString id = m_runs->view().chosen_id();
        QVERIFY(!id.isEmpty());
        QVERIFY(m_runs->findChild<QLabel*>(QStringLiteral("run-details"))->text().contains(id));
    }

    /// The step that the list predicts is the one that the opened project is evaluated to.
    void a_run_opens_as_a_project_with_its_published_step() {
        words()->setText(QStringLiteral("llama3-405b-1"));
        QCOMPARE(table()->model()->rowCount(), 1);
        const Table& runs = built_in_runs();
        double predicted = 0, published = 0;
        for (size_t i = 0; i < runs.rows.size(); ++i)
            if (const RunRow row(runs, i); row.text("id") == "llama3-405b-1") {
                const auto run = validation_run(row, Catalog::built_in(), CostParameters::built_in());
                QVERIFY(run.has_value());
                predicted = run->row.predicted_step;
                published = run->row.published_step;
            }
        QSignalSpy settled(m_window.get(), &MainWindow::settled);
        QTest::mouseClick(open_button(), Qt::LeftButton);
        QVERIFY(m_window->files().has_project());
        QVERIFY(settled.count() > 0 || settled.wait(30000));
        const auto beside = [this] {
            return m_window->page()->charts().current()->data().have_or_empty<PublishedRunAnswer>().run;
        };
        QTRY_VERIFY_WITH_TIMEOUT(beside(), 30000);
        const PublishedComparison against = *beside();
        QVERIFY(std::abs(against.productive.si() / predicted - 1) < 1e-12);
        QCOMPARE(against.run.step.si(), published);
        QCOMPARE(against.run.id, std::string("llama3-405b-1"));
    }
};

QTEST_MAIN(TestPublishedRuns)
#include "test_published_runs.moc"
