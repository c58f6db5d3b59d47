// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/commands/command_search.h"
#include "app/gui/commands/figure_entries.h"
#include "app/gui/flows/file_flow.h"
#include "app/gui/flows/search_flow.h"
#include "app/gui/flows/study_flow.h"
#include "app/gui/flows/trace_flow.h"
#include "app/gui/pages/chart_area.h"
#include "app/gui/pages/message_bar.h"
#include "app/gui/pages/sample_card.h"
#include "app/gui/pages/samples.h"
#include "app/gui/pages/verdict_bar.h"
#include "app/gui/pages/welcome_page.h"
#include "app/gui/window/main_window.h"
#include "app/gui/window/project_page.h"
#include "app/gui/window/workspace_switch.h"
#include "core/answers/figure_index.h"
#include "core/base/catalog/catalog.h"
#include "tests/support/drop_files.h"
#include "tests/support/layout_check.h"
#include "tests/support/newer_project.h"
#include "tests/support/sample_window.h"
#include "widgets/canvas/view/canvas.h"
#include "widgets/charts/catalog/chart_catalog.h"
#include "widgets/charts/chart.h"
#include "widgets/charts/measured_step.h"
#include "widgets/fields/elided_label.h"
#include "widgets/fields/quantity_edit.h"
#include "widgets/fields/text.h"
#include "widgets/inspector/plan_panel.h"
#include "widgets/measured/rank_table.h"
#include "widgets/measured/run_bar.h"
#include "widgets/palette/outline.h"
#include "widgets/plan_search/search_view.h"

#include <QComboBox>
#include <QDockWidget>
#include <QFile>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QSignalSpy>
#include <QTabBar>
#include <QTemporaryDir>
#include <QTest>

#include <memory>
#include <sys/stat.h>

using namespace roofrack;
using namespace roofrack::test;

class TestWindow : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;

    struct Opened {
        std::unique_ptr<Session> session;
        std::unique_ptr<MainWindow> window;
    };
    Opened open_window(Session::Appearance appearance = Session::Appearance::light,
                       QSize size = {1600, 1000}) {
        static int number = 0;
        Opened opened;
        opened.session =
            std::make_unique<Session>(m_folder.filePath(QStringLiteral("settings-%1.ini").arg(++number)));
        opened.session->set_appearance(appearance);
        opened.window = std::make_unique<MainWindow>(Catalog::built_in(), *opened.session);
        opened.window->resize(size);
        opened.window->show();
        opened.window->activateWindow();
        if (!QTest::qWaitForWindowActive(opened.window.get())) qWarning("the window did not become active");
        return opened;
    }
    /// The window in which all rows of a function search; each opening one of its own takes most of their
    /// time.
    Opened m_searched;
    void close_searched() {
        m_searched.window.reset();
        m_searched.session.reset();
    }
    template<class W>
    static W* field(MainWindow& window, const QString& name) {
        for (W* found : window.findChildren<W*>())
            if (found->accessibleName() == name && found->isVisible()) return found;
        return nullptr;
    }

private Q_SLOTS:
    void initTestCase() { QVERIFY(!samples().empty()); }
    void init() {
        if (qstrcmp(QTest::currentTestFunction(), "fields_figures_and_help_are_found_by_words") != 0)
            close_searched();
    }
    void cleanupTestCase() { close_searched(); }

    void nothing_is_clipped_or_overlaps_data() {
        QTest::addColumn<QString>("sample");
        QTest::addColumn<bool>("dark");
        QTest::addColumn<QSize>("size");
        int opened = 0;
        for (const Sample& sample : samples()) {
            if (++opened > 4) break;
            for (const bool dark : {false, true})
                QTest::addRow("%s %s", qPrintable(sample.id()), dark ? "dark" : "light")
                    << sample.id() << dark << QSize(1600, 1000);
        }
        QTest::newRow("small window") << samples().front().id() << false << QSize(1280, 720);
        QTest::newRow("smallest window") << samples().front().id() << false << QSize(1024, 700);
        QTest::newRow("welcome") << QString() << false << QSize(1600, 1000);
        QTest::newRow("small welcome") << QString() << true << QSize(1024, 700);
    }
    void nothing_is_clipped_or_overlaps() {
        QFETCH(QString, sample);
        QFETCH(bool, dark);
        QFETCH(QSize, size);
        const Opened opened =
            open_window(dark ? Session::Appearance::dark : Session::Appearance::light, size);
        if (!sample.isEmpty()) QVERIFY(test::open_sample(*opened.window, sample));
        QTest::qWait(100);
        QStringList faults = layout_faults(*opened.window);
        if (ChartArea* charts = opened.window->findChild<ChartArea*>()) {
            for (const Workspace& each : workspaces()) {
                opened.window->page()->workspaces().enter(QLatin1String(each.id));
                for (int tab = 0; tab < charts->count(); ++tab) {
                    charts->setCurrentIndex(tab);
                    QTest::qWait(10);
                    faults << layout_faults(*charts);
                }
            }
            opened.window->page()->workspaces().enter(QStringLiteral("draw"));
            const auto& elements = opened.window->document().cluster().elements;
            for (const Element& element : elements) {
                opened.window->document().selection().set_one(element.id);
                const auto* inspector = opened.window->findChild<QDockWidget*>(QStringLiteral("inspector"));
                QStringList left;
                // Layouts settle over a few turns of the event loop.
                (void)QTest::qWaitFor([&] { return (left = layout_faults(*inspector)).isEmpty(); }, 2000);
                faults << left;
            }
        }
        faults.removeDuplicates();
        QVERIFY2(faults.isEmpty(), qPrintable(faults.join(u'\n')));
    }

    void a_small_window_keeps_its_scenario_and_its_tabs() {
        const Opened opened = open_window(Session::Appearance::light, {1024, 700});
        MainWindow& window = *opened.window;
        QVERIFY(test::open_sample(window, samples().front().id()));
        QCOMPARE(window.size(), QSize(1024, 700));
        for (const char* name : {"Overlay", "Scenario"}) {
            const auto* box = field<QComboBox>(window, QLatin1String(name));
            QVERIFY2(box, name);
            QVERIFY(window.rect().contains(QRect(box->mapTo(&window, QPoint()), box->size())));
        }
        QVERIFY(window.page()->canvas().height() >= 300);
        window.page()->workspaces().enter(QStringLiteral("step"));
        QTest::qWait(20);
        ChartArea& charts = window.page()->charts();
        const QTabBar* tabs = charts.tabBar();
        QVERIFY(tabs->isVisible() && tabs->rect().contains(tabs->tabRect(tabs->count() - 1)));
        QVERIFY(charts.height() >= 300);
    }

    void a_sample_is_opened_changed_undone_saved_and_read_again() {
        const Opened opened = open_window();
        MainWindow& window = *opened.window;
        QTest::qWait(50);
        const auto cards = window.findChildren<SampleCard*>();
        QCOMPARE(static_cast<size_t>(cards.size()), samples().size());
        QSignalSpy settled(&window, &MainWindow::settled);
        const auto big = std::ranges::find_if(
            cards, [](SampleCard* card) { return card->property("sample").toString().contains(u"405b"); });
        QVERIFY(big != cards.end());
        QTest::mouseClick(*big, Qt::LeftButton);
        QVERIFY(settled.count() > 0 || settled.wait(30000));
        QVERIFY(window.page() && window.page()->isVisible());
        const QString before = window.verdict().text();
        QVERIFY2(before.contains(QStringLiteral("per step")), qPrintable(before));

        auto* tensor = field<QuantityEdit>(window, QStringLiteral("Tensor"));
        QVERIFY(tensor);
        const int tp = window.document().scenario().plan.tp;
        settled.clear();
        tensor->setFocus();
        tensor->selectAll();
        QTest::keyClicks(tensor, QString::number(tp / 2));
        QTest::keyClick(tensor, Qt::Key_Return);
        QCOMPARE(window.document().scenario().plan.tp, tp / 2);
        QVERIFY(settled.count() > 0 || settled.wait(30000));
        QVERIFY2(window.verdict().text() != before, qPrintable(before));
        QVERIFY(window.isWindowModified());

        settled.clear();
        QTest::keyClick(&window, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(window.document().scenario().plan.tp, tp);
        QVERIFY(settled.count() > 0 || settled.wait(30000));
        QCOMPARE(tensor->text(), QString::number(tp));
        // All but the time that the evaluation took.
        QCOMPARE(window.verdict().text().section(QStringLiteral("  ·  "), 0, -2),
                 before.section(QStringLiteral("  ·  "), 0, -2));

        QTest::keyClick(&window, Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(window.document().scenario().plan.tp, tp / 2);
        const QString file = m_folder.filePath(QStringLiteral("saved.roofrack.json"));
        QVERIFY(window.files().save_to(file.toStdString()));
        QVERIFY(!window.isWindowModified());
        const Project saved = window.document().project();
        QVERIFY(test::open_sample(window, samples().back().id()));
        QVERIFY(window.files().open(file.toStdString()));
        QVERIFY(window.document().project() == saved);
        QCOMPARE(opened.session->recent().constFirst(), file);
    }

    void a_trace_is_read_beside_the_prediction() {
        const Opened opened = open_window();
        QVERIFY(test::open_sample(*opened.window, samples().front().id()));
        QSignalSpy done(&opened.window->traces(), &TraceFlow::read_done);
        opened.window->open_paths({QStringLiteral(ROOFRACK_SOURCE_DIR "/tests/data/traces/good.json")});
        QVERIFY(done.count() > 0 || done.wait(30000));
        auto* ranks = opened.window->findChild<RankTable*>();
        QVERIFY(ranks->isVisible());
        QCOMPARE(ranks->model()->rowCount(), 1); // one file, one device
        QVERIFY(opened.window->page()->charts().data()->trace);
        QVERIFY(opened.window->actions().get("trace.close")->isEnabled());
        opened.window->actions().get("trace.close")->trigger();
        QCOMPARE(ranks->model()->rowCount(), 0);
        QVERIFY(!opened.window->page()->charts().data()->trace);
    }

    /// A log of a training program stands beside the prediction, too, and says what it is.
    void a_log_is_read_beside_the_prediction() {
        const Opened opened = open_window();
        QVERIFY(test::open_sample(*opened.window, samples().front().id()));
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("train.log"));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        for (int i = 1; i <= 4; ++i)
            file.write(
                QStringLiteral(" [2024-05-01 10:00:0%1] iteration        %1/      10 | consumed samples: "
                               "          %2 | elapsed time per iteration (ms): 1500.0 | learning rate: "
                               "1.0E-04 | global batch size:    64 | lm loss: 1.0E+01 |\n")
                    .arg(i)
                    .arg(64 * i)
                    .toUtf8());
        file.close();
        QSignalSpy done(&opened.window->traces(), &TraceFlow::read_done);
        opened.window->open_paths({path});
        QVERIFY(done.count() > 0 || done.wait(30000));
        const auto trace = opened.window->page()->charts().data()->trace;
        QVERIFY(trace);
        const auto step = measured_step(*trace);
        QVERIFY(step);
        QCOMPARE(step->total(), 1.5);
        QVERIFY2(opened.window->page()->run_bar().text().startsWith(
                     QStringLiteral("A step takes 1.5 s (median of 3), none takes 5 % more")),
                 qPrintable(opened.window->page()->run_bar().text()));
        // A log has no rows of ranks, and the panel says what would print them.
        const QString ranks = opened.window->findChild<RankTable*>()->empty_text();
        QVERIFY2(ranks.startsWith(QStringLiteral("The open log tells nothing of single ranks")),
                 qPrintable(ranks));
        QVERIFY2(ranks.contains(QStringLiteral("--timing-log-option all")), qPrintable(ranks));
    }

    void measured_collectives_are_attached_and_undone() {
        auto opened = open_window();
        QVERIFY(test::open_sample(*opened.window, QStringLiteral("dgx-h100-su")));
        QSignalSpy settled(opened.window.get(), &MainWindow::settled);
        opened.window->open_paths(
            {QStringLiteral(ROOFRACK_SOURCE_DIR "/tests/data/nccl/all_reduce_2x8.txt")});
        Document& document = opened.window->document();
        QCOMPARE(document.scenario().calibration.collectives.size(), size_t(1));
        QCOMPARE(document.scenario().calibration.collectives.front().ranks, 16);
        QVERIFY(settled.count() > 0 || settled.wait(30000));
        QVERIFY(!opened.window->traces().is_running());
        opened.window->actions().get("edit.undo")->trigger();
        QVERIFY(document.scenario().calibration.collectives.empty());
        opened.window->actions().get("edit.redo")->trigger();
        QCOMPARE(document.scenario().calibration.collectives.size(), size_t(1));
    }

    void a_trace_that_is_none_is_told() {
        const Opened opened = open_window();
        QSignalSpy changed(&opened.window->traces(), &TraceFlow::running_changed);
        opened.window->open_paths({m_folder.filePath(QStringLiteral("nothing-here.json"))});
        QTRY_VERIFY(!opened.window->traces().is_running());
        QTRY_VERIFY2(opened.window->messages().text().contains(QStringLiteral("could not be read")),
                     qPrintable(opened.window->messages().text()));
    }

    void a_project_of_another_name_is_opened_as_one() {
        const Opened opened = open_window();
        const QString path = m_folder.filePath(QStringLiteral("plain.json"));
        QVERIFY(QFile::copy(QStringLiteral(ROOFRACK_SOURCE_DIR "/") +
                                QString::fromUtf8(samples().front().path.data(),
                                                  static_cast<qsizetype>(samples().front().path.size())),
                            path));
        opened.window->open_paths({path});
        QVERIFY(opened.window->files().has_project());
        QVERIFY(!opened.window->traces().is_running());
        QCOMPARE(opened.window->document().file_path().string(), path.toStdString());
    }

    void a_pipe_does_not_hold_the_window() {
        const Opened opened = open_window();
        for (const char* name : {"pipe.roofrack.json", "pipe.txt"}) {
            const QString path = m_folder.filePath(name);
            QCOMPARE(mkfifo(qPrintable(path), 0600), 0);
            opened.window->open_paths({path});
            QTRY_VERIFY2(opened.window->messages().text().contains(QStringLiteral("is not an ordinary file")),
                         qPrintable(opened.window->messages().text()));
            opened.window->messages().dismiss();
        }
    }

    void a_dropped_file_is_opened() {
        const Opened opened = open_window();
        const QString path = QStringLiteral(ROOFRACK_SOURCE_DIR "/") +
                             QString::fromUtf8(samples().front().path.data(),
                                               static_cast<qsizetype>(samples().front().path.size()));
        QVERIFY(test::drop_files(*opened.window, {path}));
        QVERIFY(opened.window->files().has_project());
        QCOMPARE(opened.window->document().file_path().string(), path.toStdString());
    }

    void a_broken_file_is_told_without_a_dialog() {
        const Opened opened = open_window();
        const QString path = m_folder.filePath(QStringLiteral("broken.roofrack.json"));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("{\"schema\": 1,\n \"scenarios\": [");
        file.close();
        QVERIFY(!opened.window->files().open(path.toStdString()));
        const QString told = opened.window->messages().text();
        QVERIFY2(told.contains(QStringLiteral("broken.roofrack.json")), qPrintable(told));
        QVERIFY(!opened.window->files().has_project());
    }

    void a_newer_file_is_read_only() {
        const Opened opened = open_window();
        const QString path = m_folder.filePath(QStringLiteral("newer.roofrack.json"));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        const QByteArray text(samples().front().contents.data(),
                              static_cast<qsizetype>(samples().front().contents.size()));
        QCOMPARE(file.write(text), text.size());
        file.close();
        QVERIFY(test::make_newer(path));
        QVERIFY(opened.window->files().open(path.toStdString()));
        QVERIFY(opened.window->document().is_read_only());
        QVERIFY2(opened.window->messages().text().contains(QStringLiteral("newer")),
                 qPrintable(opened.window->messages().text()));
        QVERIFY(!opened.window->findChild<PlanPanel*>()->isEnabled());
    }

    void a_plan_is_searched_used_and_taken_back() {
        const Opened opened = open_window();
        MainWindow& window = *opened.window;
        QVERIFY(test::open_sample(window, QStringLiteral("ws-8gpu")));
        const Plan before = window.document().scenario().plan;
        QTest::keyClick(&window, Qt::Key_F, Qt::ControlModifier | Qt::ShiftModifier);
        SearchFlow& search = window.page()->search();
        QTRY_VERIFY_WITH_TIMEOUT(search.search() && !search.is_running(), 60000);
        auto* view = window.findChild<SearchView*>();
        QVERIFY(view && view->isVisible());
        const RankedPlan best = search.search()->result.best.front();
        QVERIFY(view->selected()->plan == best.plan);
        QSignalSpy settled(&window, &MainWindow::settled);
        QTest::mouseClick(view->findChild<QPushButton*>(QStringLiteral("use-plan")), Qt::LeftButton);
        QVERIFY(settled.count() > 0 || settled.wait(30000));
        const Evaluation& now = *window.page()->charts().data()->evaluation();
        QVERIFY(now.feasible);
        QCOMPARE(now.plan.tp, best.plan.tp);
        QVERIFY2(std::abs(now.step_time.si() / best.step_time.si() - 1) < 1e-9,
                 qPrintable(QStringLiteral("%1 %2").arg(now.step_time.si()).arg(best.step_time.si())));
        QVERIFY(!search.is_stale());
        QTest::keyClick(&window, Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(window.document().scenario().plan == before);
        QVERIFY(test::open_sample(window, samples().back().id())); // another project: another question
        QVERIFY(!search.search());
    }

    /// Fine-tuning, and what to do with machines that are there: where samples are looked for.
    void questions_are_offered_beside_the_samples() {
        const Opened opened = open_window();
        MainWindow& window = *opened.window;
        QVERIFY(!decision_ids().isEmpty());
        for (const QString& id : decision_ids()) {
            const auto project = read_sample(id, Catalog::built_in());
            QVERIFY2(project.has_value(), qPrintable(id));
            window.actions().get("file.close")->trigger();
            QPushButton* link = nullptr;
            for (QPushButton* each : window.findChildren<QPushButton*>())
                if (each->property("sample").toString() == id) link = each;
            QVERIFY2(link && link->accessibleName() == to_qt(project->name), qPrintable(id));
            QTest::mouseClick(link, Qt::LeftButton);
            QVERIFY(window.files().has_project());
            QVERIFY(window.document().project().name == project->name);
        }
        QMenu* menu = window.actions().submenu("file.samples.menu");
        Q_EMIT menu->aboutToShow();
        QStringList offered;
        for (const QAction* each : menu->actions()) offered << each->text();
        for (const QString& id : decision_ids()) QVERIFY2(offered.contains(id), qPrintable(id));
    }

    /// People look for what they have: a log, a trace, a profile.
    void what_opens_a_run_is_found_by_what_it_is() {
        const Opened opened = open_window();
        QVERIFY(test::open_sample(*opened.window, samples().front().id()));
        opened.window->actions().get("view.search")->trigger();
        auto* search = opened.window->findChild<CommandSearch*>();
        auto* field = search->findChild<QLineEdit*>();
        auto* list = search->findChild<QListWidget*>();
        for (const char* word : {"log", "trace", "profile"}) {
            field->clear();
            QTest::keyClicks(field, QLatin1String(word));
            QStringList found;
            for (int row = 0; row < list->count(); ++row) found << list->item(row)->text();
            const QString all = found.join(QLatin1Char('\n'));
            QVERIFY2(all.contains(QStringLiteral("Open a trace or log")), qPrintable(all));
        }
    }

    void charts_are_found_by_name_and_nothing_is_said() {
        const Opened opened = open_window();
        MainWindow& window = *opened.window;
        QVERIFY(test::open_sample(window, samples().front().id()));
        window.actions().get("view.search")->trigger();
        auto* search = window.findChild<CommandSearch*>();
        auto* field = search->findChild<QLineEdit*>();
        auto* list = search->findChild<QListWidget*>();
        QTest::keyClicks(field, QStringLiteral("roofline"));
        QCOMPARE(list->item(0)->text(), QStringLiteral("Roofline · in Step"));
        QTest::keyClick(field, Qt::Key_Return);
        QCOMPARE(window.page()->charts().current()->id(), QStringLiteral("roofline"));
        window.actions().get("view.search")->trigger();
        QTest::keyClicks(field, QStringLiteral("qqq"));
        QCOMPARE(list->count(), 1);
        QVERIFY(list->item(0)->text().startsWith(QStringLiteral("Nothing found")));
        QVERIFY(!(list->item(0)->flags() & Qt::ItemIsEnabled));
        QTest::keyClick(field, Qt::Key_Return);
        QVERIFY(search->isVisible());
    }

    void the_band_stands_beside_the_step_time() {
        const Opened opened = open_window();
        QVERIFY(test::open_sample(*opened.window, samples().front().id()));
        auto* band = opened.window->findChild<QLabel*>(QStringLiteral("verdict-band"));
        QVERIFY(band->isVisible());
        QVERIFY2(band->text().contains(u'–') && band->text().endsWith(u's'), qPrintable(band->text()));
        QVERIFY(band->toolTip().contains(QStringLiteral("80 %")));
    }

    /// A narrow window cuts the line at its end.
    void the_regime_and_what_binds_stand_first() {
        const Opened opened = open_window();
        QVERIFY(test::open_sample(*opened.window, QStringLiteral("dgx-h100-su")));
        const auto* label = opened.window->findChild<ElidedLabel*>(QStringLiteral("verdict-line"));
        const QString line = label->full_text();
        // The note below explains the words that the line has.
        for (const QString& said : {line, label->toolTip().remove(line)})
            QVERIFY2(said.contains(QStringLiteral("that never wait")), qPrintable(said));
        const qsizetype binds = line.indexOf(QStringLiteral("binds: ")),
                        mfu = line.indexOf(QStringLiteral("MFU"));
        QVERIFY2(binds > 0 && binds < mfu, qPrintable(line));
        const QString regime = line.section(QStringLiteral("  ·  "), 0, 0);
        QVERIFY2(QStringList(
                     {QStringLiteral("linear"), QStringLiteral("diminishing"), QStringLiteral("degrading")})
                     .contains(regime),
                 qPrintable(line));
    }

    void fields_figures_and_help_are_found_by_words_data() {
        QTest::addColumn<QString>("wanted");
        QTest::addColumn<QString>("first");
        const auto row = [](const char* wanted, const char* first) {
            QTest::newRow(wanted) << QString::fromLatin1(wanted) << QString::fromUtf8(first);
        };
        row("electricity", "Electricity, $/kWh · in Site");
        row("electricity price", "Electricity, $/kWh · in Site");
        row("price electricity", "Electricity, $/kWh · in Site");
        row("power limit", "Power limit · in Site");
        row("limit power", "Power limit · in Site");
        row("power lim", "Power limit · in Site");
        row("step time", "Why: step time");
        row("mfu", "Why: MFU");
        row("petaflop", "Money: $ per PFLOP/s-day");
        row("guide money", "Guide: Money");
        row("glossary", "Guide: Glossary");
        row("own hall", "Deployment · in Site"); // what can be chosen there
        row("load without a step", "Load without a step · in ");
        row("LoRA", "LoRA rank · in Fine-tuning, LoRA, DPO, GRPO");
        row("GRPO", "Trains for · in Fine-tuning, LoRA, DPO, GRPO");
        row("SFT", "Trains for · in Fine-tuning, LoRA, DPO, GRPO");
        row("fine-tune", "Trains for · in Fine-tuning, LoRA, DPO, GRPO");
        row("fine-tuning", "Trains for · in Fine-tuning, LoRA, DPO, GRPO");
        row("RLHF", "Trains for · in Fine-tuning, LoRA, DPO, GRPO");
        row("scaling", "Scaling · in Scale");
        row("pric", "");
    }

    /// Words, not letters that are merely in order: "price" is no cabinet.
    void fields_figures_and_help_are_found_by_words() {
        QFETCH(QString, wanted);
        QFETCH(QString, first);
        if (!m_searched.window) {
            m_searched = open_window();
            QVERIFY(test::open_sample(*m_searched.window, samples().front().id()));
        }
        MainWindow& window = *m_searched.window;
        window.actions().get("view.search")->trigger();
        auto* search = window.findChild<CommandSearch*>();
        auto* list = search->findChild<QListWidget*>();
        QTest::keyClicks(search->findChild<QLineEdit*>(), wanted);
        QVERIFY2(list->item(0)->text().startsWith(first), qPrintable(list->item(0)->text()));
        QStringList found;
        for (int i = 0; i < list->count(); ++i) found << list->item(i)->text();
        if (wanted == QStringLiteral("pric")) {
            QVERIFY2(found.filter(QStringLiteral("Electricity, $/kWh")).size() == 1,
                     qPrintable(found.join('\n')));
            QVERIFY2(found.filter(QStringLiteral("abinet")).isEmpty(), qPrintable(found.join('\n')));
        }
        if (!first.startsWith(QStringLiteral("Electricity"))) return;
        QTest::keyClick(search->findChild<QLineEdit*>(), Qt::Key_Return);
        auto* field = qobject_cast<QLineEdit*>(QApplication::focusWidget());
        QVERIFY(field && field->isVisible());
        QCOMPARE(field->accessibleName(), QStringLiteral("Electricity, $/kWh"));
    }

    /// A figure that is found shows its value where it is known, and leads to the view that draws it.
    void a_figure_is_found_with_its_value_and_goes_where_it_is_drawn() {
        for (const IndexedFigure& each : figure_index()) {
            if (const QString chart = chart_of_figure(each.figure.name); !chart.isEmpty())
                QVERIFY2(find_chart(chart), qPrintable(chart));
            // What jobs take from each other no view draws.
            QCOMPARE(chart_of_figure(each.study->name).isEmpty(), each.study->name == "jobs");
        }
        QCOMPARE(chart_of_figure("step.memory.needed_bytes"), QStringLiteral("memory"));
        QCOMPARE(chart_of_figure("power.ups"), QStringLiteral("levels"));
        const Opened opened = open_window();
        MainWindow& window = *opened.window;
        QVERIFY(test::open_sample(window, QStringLiteral("dgx-h100-su")));
        const auto first = [&] {
            window.actions().get("view.search")->trigger();
            auto* search = window.findChild<CommandSearch*>();
            QTest::keyClicks(search->findChild<QLineEdit*>(), QStringLiteral("petaflop"));
            return search->findChild<QListWidget*>()->item(0)->text();
        };
        QCOMPARE(first(), QStringLiteral("Money: $ per PFLOP/s-day"));
        QTest::keyClick(window.findChild<CommandSearch*>()->findChild<QLineEdit*>(), Qt::Key_Return);
        QCOMPARE(window.page()->charts().current_id(), QStringLiteral("money"));
        QTRY_VERIFY_WITH_TIMEOUT(!window.page()->study().is_busy(), 60000);
        const auto value = ask_figure(*window.page()->answers(), "money.run.usd_per_petaflop_day");
        QVERIFY(value && !value->text.empty());
        QCOMPARE(first(), QStringLiteral("Money: $ per PFLOP/s-day · ") + to_qt(value->text));
    }

    void a_sample_is_found_by_its_title_and_opens() {
        const Opened opened = open_window();
        MainWindow& window = *opened.window;
        window.actions().get("view.search")->trigger();
        auto* search = window.findChild<CommandSearch*>();
        QTest::keyClicks(search->findChild<QLineEdit*>(), QStringLiteral("64 DGX"));
        const auto* list = search->findChild<QListWidget*>();
        QVERIFY2(list->item(0)->text().startsWith(QStringLiteral("Open sample: 64 DGX H100 are ours")),
                 qPrintable(list->item(0)->text()));
        QTest::keyClick(search->findChild<QLineEdit*>(), Qt::Key_Return);
        QVERIFY(window.files().has_project());
        QVERIFY(window.document().project().name.starts_with("64 DGX H100 are ours"));
    }

    void every_command_is_found_by_its_words_and_impossible_ones_are_grey() {
        const Opened opened = open_window();
        MainWindow& window = *opened.window;
        QTest::keyClick(&window, Qt::Key_K, Qt::ControlModifier);
        auto* search = window.findChild<CommandSearch*>();
        QVERIFY(search->isVisible());
        auto* list = search->findChild<QListWidget*>();
        QCOMPARE(static_cast<size_t>(list->count()), window.actions().all().size());
        QTest::keyClicks(search->findChild<QLineEdit*>(), QStringLiteral("dark"));
        QCOMPARE(list->item(0)->text(), QStringLiteral("Theme: dark"));
        // As high as what is found.
        QVERIFY(list->count() < 8);
        QVERIFY(list->height() < (list->count() + 1) * list->sizeHintForRow(0));
        QVERIFY(list->visualItemRect(list->item(list->count() - 1)).bottom() <= list->viewport()->height());
        QTest::keyClick(search->findChild<QLineEdit*>(), Qt::Key_Return);
        QVERIFY(!search->isVisible());
        QVERIFY(window.theme().is_dark);
        window.actions().get("view.search")->trigger();
        QTest::keyClicks(search->findChild<QLineEdit*>(), QStringLiteral("export chart"));
        QVERIFY(list->count() > 0);
        QVERIFY2(!(list->item(0)->flags() & Qt::ItemIsEnabled), "no chart without a project");
    }

    void choosing_in_the_outline_chooses_in_the_document() {
        const Opened opened = open_window();
        QVERIFY(test::open_sample(*opened.window, samples().front().id()));
        auto* outline = opened.window->findChild<Outline*>();
        const std::string id = opened.window->document().cluster().elements.back().id;
        for (QModelIndex index = outline->model()->index(0, 0); index.isValid();
             index = outline->indexBelow(index)) {
            if (index.data(OutlineModel::id_role).toString().toStdString() != id) continue;
            QTest::mouseClick(outline->viewport(), Qt::LeftButton, {}, outline->visualRect(index).center());
        }
        QCOMPARE(opened.window->document().selection().primary(), id);
    }
};

QTEST_MAIN(TestWindow)
#include "test_window.moc"
