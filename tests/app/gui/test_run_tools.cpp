// SPDX-License-Identifier: GPL-3.0-or-later
// What is asked of a measured run, with mouse and keys: draw what ran, calibrate by it, diagnose it, hold it
// against another one.
#include "app/gui/runs/against_flow.h"
#include "app/gui/runs/draft_flow.h"
#include "app/gui/runs/measured_flow.h"
#include "app/gui/runs/run_dialog.h"
#include "core/study/calibration/calibration_study.h"
#include "core/study/diagnosis/diagnosis.h"
#include "tests/support/run_window.h"
#include "widgets/fields/choice_edit.h"
#include "widgets/fields/text.h"

#include <QCheckBox>
#include <QClipboard>
#include <QDialogButtonBox>
#include <QFile>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableWidget>
#include <QVBoxLayout>

#include <fmt/format.h>

using namespace roofrack;
using namespace roofrack::test;

namespace {

/// Eight V100 in two servers; so many iterations of about two seconds.
QByteArray megatron_log(int iterations) {
    std::string out = "+ LAUNCHER='python -u -m torch.distributed.launch --nproc_per_node 4 --nnodes 2 '\n"
                      "|   0  Tesla V100-SXM2...  On   | 00000000:1A:00.0 Off |                    0 |\n"
                      "| N/A   47C    P0    46W / 300W |      0MiB / 32510MiB |      0%      Default |\n"
                      "using world size: 8, data-parallel-size: 1, tensor-model-parallel size: 4, "
                      "pipeline-model-parallel size: 2\n"
                      "-------------------- arguments --------------------\n";
    for (const auto& [name, value] :
         std::initializer_list<std::pair<const char*, const char*>>{{"checkpoint_activations", "True"},
                                                                    {"ffn_hidden_size", "4096"},
                                                                    {"fp16", "True"},
                                                                    {"global_batch_size", "64"},
                                                                    {"hidden_size", "1024"},
                                                                    {"micro_batch_size", "2"},
                                                                    {"num_attention_heads", "16"},
                                                                    {"num_layers", "24"},
                                                                    {"pipeline_model_parallel_size", "2"},
                                                                    {"seq_length", "1024"},
                                                                    {"tensor_model_parallel_size", "4"},
                                                                    {"world_size", "8"}})
        out += fmt::format("  {} .......................... {}\n", name, value);
    out += "---------------- end of arguments ----------------\n"
           " > padded vocab (size: 50257) with 175 dummy tokens (new size: 50432)\n";
    for (int i = 1; i <= iterations; ++i)
        out += fmt::format(
            " iteration {:8}/     99 | elapsed time per iteration (ms): {:.1f} | global batch size:"
            "    64 | lm loss: 9.0E+00 |\n",
            i, i == 1 ? 9000.0 : 2000.0 + 10 * (i % 3));
    return QByteArray::fromStdString(out);
}

/// One rank and one step of 1 ms with a kernel of each name, of so many µs.
QByteArray small_profile(const std::vector<std::pair<std::string, double>>& kernels) {
    std::string events =
        R"({"ph":"X","cat":"user_annotation","name":"ProfilerStep#1","pid":1,"tid":1,"ts":0,)"
        R"("dur":1000})";
    double start = 10;
    int number = 0;
    for (const auto& [name, us] : kernels) {
        ++number;
        events += fmt::format(R"(,{{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,)"
                              R"("ts":{:.3f},"dur":1,"args":{{"correlation":{}}}}})",
                              start - 5, number);
        events +=
            fmt::format(R"(,{{"ph":"X","cat":"kernel","name":"{}","pid":0,"tid":7,"ts":{:.3f},"dur":{:.3f},)"
                        R"("args":{{"device":0,"stream":7,"correlation":{}}}}})",
                        name, start, us, number);
        start += us + 10;
    }
    return QByteArray::fromStdString(
        R"({"schemaVersion":1,"distributedInfo":{"rank":0,"world_size":1},"traceEvents":[)" + events + "]}");
}

} // namespace

class TestRunTools : public RunWindow {
    Q_OBJECT

private Q_SLOTS:
    void how_sure_a_drafted_project_is_counts_what_there_is() {
        const auto said = [](size_t guessed, size_t missing) {
            return DraftFlow::how_sure_text(13, guessed, missing).section(QStringLiteral(". "), 0, 0);
        };
        QCOMPARE(said(6, 0), QStringLiteral("7 of 13 are told by the files and 6 guessed from them"));
        QCOMPARE(said(0, 6),
                 QStringLiteral("7 of 13 are told by the files, and for 6 what is usual stands in"));
        QCOMPARE(said(4, 2), QStringLiteral("7 of 13 are told by the files, 4 guessed from them, and for 2 "
                                            "what is usual stands in"));
        QCOMPARE(said(0, 0), QStringLiteral("The files of the run tell all that is drawn."));
    }

    /// A desktop's sign is black, on a dark button too.
    void buttons_of_dialogs_have_no_signs_of_the_desktop() {
        start({1280, 800});
        QDialog asked(m_window.get());
        auto* column = new QVBoxLayout(&asked);
        auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, &asked);
        column->addWidget(buttons);
        QPixmap sign(16, 16);
        sign.fill(Qt::black);
        buttons->button(QDialogButtonBox::Close)->setIcon(sign);
        asked.show();
        QVERIFY(QTest::qWaitForWindowExposed(&asked));
        QVERIFY(buttons->button(QDialogButtonBox::Close)->icon().isNull());
    }

private:
    QString write(const char* name, const QByteArray& text) {
        QFile file(m_folder.filePath(QLatin1String(name)));
        if (file.open(QIODevice::WriteOnly)) file.write(text);
        return file.fileName();
    }
    template<class Flow>
    bool is_busy() {
        return m_window->findChild<Flow*>()->is_busy();
    }
    /// The open dialog; what it shows is found.
    RunDialog* dialog(const char* name) {
        QTest::qWait(50); // what was typed is taken by the event loop
        RunDialog* found = nullptr;
        for (RunDialog* each : m_window->findChildren<RunDialog*>(QLatin1String(name)))
            if (each->isVisible()) found = each;
        const bool is_found =
            QTest::qWaitFor([&] { return !is_busy<DraftFlow>() && !is_busy<MeasuredFlow>(); }, 60000);
        return is_found ? found : nullptr;
    }
    static QTableWidget& table_of(RunDialog& dialog) { return *dialog.findChild<QTableWidget*>(); }
    static QPushButton* button_of(RunDialog& dialog, const char* text) {
        for (auto* each : dialog.findChildren<QPushButton*>())
            if (each->isVisible() && each->text() == QLatin1String(text)) return each;
        return nullptr;
    }
    /// The row of a name, −1: none.
    static int row_of(RunDialog& dialog, const char* name) {
        const QTableWidget& table = table_of(dialog);
        for (int row = 0; row < table.rowCount(); ++row)
            if (table.item(row, 0)->text().startsWith(QLatin1String(name))) return row;
        return -1;
    }
    /// Pictures for eyes: light and dark, a window also in two sizes.
    void keep(QWidget& widget, const char* name) {
        const QString folder = qEnvironmentVariable("ROOFRACK_PICTURES");
        if (folder.isEmpty()) return;
        const QSize before = widget.size();
        const bool is_window = &widget == m_window.get();
        for (const Theme& theme : {Theme::dark(), Theme::light()})
            for (const QSize size : {before, is_window ? QSize(1920, 1080) : before}) {
                m_window->set_theme(theme);
                widget.resize(size);
                QTest::qWait(300);
                widget.grab().save(QStringLiteral("%1/%2-%3-%4.png")
                                       .arg(folder, QLatin1String(name), theme.is_dark ? "dark" : "light")
                                       .arg(size.width()));
            }
        widget.resize(before);
        QTest::qWait(100);
    }
    /// The log's own drawing is open, and the log beside it.
    void open_drafted(int iterations) {
        start();
        read({write("train.log", megatron_log(iterations))});
        QTest::mouseClick(button("Draw what ran"), Qt::LeftButton);
        RunDialog* draft = dialog("draft");
        QVERIFY(draft);
        QPushButton* open = button_of(*draft, "Open as a project");
        QVERIFY(open && open->isEnabled());
        QSignalSpy settled(m_window.get(), &MainWindow::settled);
        QTest::mouseClick(open, Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(settled.count() > 0, 60000);
        wait_for_run();
    }
    std::vector<std::filesystem::path> log_files() {
        return {m_folder.filePath(QStringLiteral("train.log")).toStdString()};
    }
    MeasuredRun measured_run() {
        MeasuredRunOptions options;
        options.date = "2026-11-27";
        return *read_measured_run(log_files(), options);
    }
    ChoiceEdit& against() {
        for (auto* each : bar().findChildren<ChoiceEdit*>())
            if (each->accessibleName() == QStringLiteral("Which run the open one is compared with"))
                return *each;
        qFatal("nothing chooses what to compare with");
    }
    QCheckBox& calibrated() { return *bar().findChild<QCheckBox*>(); }

private Q_SLOTS:
    void cleanup() { m_window.reset(); }

    void what_ran_is_drawn() {
        start();
        read({write("train.log", megatron_log(3))});
        QVERIFY(m_window->document().cluster().elements.empty());
        QVERIFY(!button("Calibrate by the run")->isEnabled()); // nothing is drawn
        QTest::mouseClick(button("Draw what ran"), Qt::LeftButton);
        RunDialog* draft = dialog("draft");
        QVERIFY(draft);
        keep(*draft, "draft");
        QTableWidget& table = table_of(*draft);
        const int gpus = row_of(*draft, "GPUs");
        QVERIFY(gpus >= 0);
        QCOMPARE(table.item(gpus, 1)->text(), QStringLiteral("8"));
        QCOMPARE(table.item(gpus, 2)->text(), QStringLiteral("told"));
        int guessed = 0;
        for (int row = 0; row < table.rowCount(); ++row) {
            QVERIFY(table.item(row, 0)->toolTip() == table.item(row, 3)->toolTip());
            QVERIFY(!table.item(row, 3)->toolTip().isEmpty()); // each row explains itself
            const bool is_told = table.item(row, 2)->text() == QStringLiteral("told");
            QCOMPARE(table.item(row, 1)->font().italic(), !is_told);
            guessed += !is_told;
        }
        QVERIFY(guessed > 0);
        // What the user knows better, typed into the row.
        const int model = row_of(*draft, "Global batch");
        QVERIFY(model >= 0);
        QTableWidgetItem* cell = table.item(model, 1);
        table.scrollToItem(cell);
        QTest::mouseClick(table.viewport(), Qt::LeftButton, {}, table.visualItemRect(cell).center());
        QTest::keyClick(&table, Qt::Key_F2);
        auto* editor = table.viewport()->findChild<QLineEdit*>();
        QVERIFY(editor);
        editor->selectAll();
        QTest::keyClicks(editor, QStringLiteral("128"));
        QTest::keyClick(editor, Qt::Key_Return);
        QVERIFY(dialog("draft") == draft);
        QCOMPARE(table.item(row_of(*draft, "Global batch"), 1)->text(), QStringLiteral("128"));
        // What cannot be is said, and nothing is lost.
        table.item(row_of(*draft, "Global batch"), 1)->setText(QStringLiteral("many"));
        QVERIFY(dialog("draft") == draft);
        QVERIFY2(draft->text().contains(QStringLiteral("many")), qPrintable(draft->text()));
        QVERIFY(!button_of(*draft, "Open as a project")->isEnabled());
        table.item(row_of(*draft, "Global batch"), 1)->setText(QStringLiteral("64"));
        QVERIFY(dialog("draft") == draft);
        const QString csv = m_folder.filePath(QStringLiteral("draft.csv"));
        QVERIFY(draft->save_table(csv));
        QTest::mouseClick(button_of(*draft, "Copy table"), Qt::LeftButton);
        QVERIFY(QGuiApplication::clipboard()->text().startsWith(QStringLiteral("what\tdrawn\tstanding")));
        QSignalSpy settled(m_window.get(), &MainWindow::settled);
        QTest::mouseClick(button_of(*draft, "Open as a project"), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(settled.count() > 0, 60000);
        wait_for_run();
        QVERIFY(m_window->document().scenario().workload.global_batch == 64);
        QVERIFY(!m_window->document().cluster().elements.empty());
        // The measured step stands beside the predicted one, and the run is of the project.
        QVERIFY(m_window->document().scenario().published);
        QCOMPARE(page().charts().current()->id(), QStringLiteral("step-breakdown"));
        QVERIFY2(!bar().text().contains(QStringLiteral("Not compared")), qPrintable(bar().text()));
        QCOMPARE(kept().size(), size_t(1));
        QCOMPARE(kept()[0].name, std::string("train.log"));
        keep(*m_window, "drafted");
    }

    void calibrated_by_the_run_and_not() {
        open_drafted(9);
        const Calibration before = m_window->document().scenario().calibration;
        const auto study =
            roofrack::calibrate(m_window->document().scenario(), measured_run(), Catalog::built_in());
        QVERIFY(study && study->sets_anything() && study->held_back);
        QVERIFY(calibrated().isHidden());
        QTest::mouseClick(button("Calibrate by the run"), Qt::LeftButton);
        RunDialog* shown = dialog("calibration");
        QVERIFY(shown);
        keep(*shown, "calibration");
        QTableWidget& table = table_of(*shown);
        const int factor = row_of(*shown, "compute factor");
        QVERIFY(factor >= 0);
        QCOMPARE(table.item(factor, 2)->text(),
                 to_qt(calibrated_text(study->values[0].after, study->values[0].unit)));
        const int held = row_of(*shown, "held back");
        QVERIFY(held >= 0);
        for (const int column : {1, 2})
            QVERIFY(table.item(held, column)->text().contains(QStringLiteral("% off")));
        // What one step time cannot tell is said.
        QVERIFY(!study->not_told.empty());
        const int open = row_of(*shown, "network factor");
        QVERIFY(open >= 0 && table.item(open, 2)->text() == QStringLiteral("not determined by the run"));
        QCOMPARE(m_window->document().scenario().calibration, before); // only shown so far
        const int steps = m_window->document().undo_stack().count();
        QTest::mouseClick(button_of(*shown, "Use the calibration"), Qt::LeftButton);
        const Calibration& now = m_window->document().scenario().calibration;
        QCOMPARE(now.compute_factor, study->calibration.compute_factor);
        QCOMPARE(now.sources.size(), size_t(1));
        QCOMPARE(now.sources[0].file, std::string("train.log"));
        QCOMPARE(m_window->document().undo_stack().count(), steps + 1);
        const Calibration used = now;
        // As if nothing had been measured, one click away.
        QVERIFY(calibrated().isVisible() && calibrated().isChecked());
        QVERIFY(calibrated().toolTip().contains(QStringLiteral("train.log")));
        keep(*m_window, "calibrated");
        QTest::mouseClick(&calibrated(), Qt::LeftButton, {}, {8, calibrated().height() / 2});
        QVERIFY(m_window->document().scenario().calibration.off);
        QVERIFY(!m_window->actions().get("trace.calibrated")->isChecked());
        m_window->actions().get("trace.calibrated")->trigger();
        QVERIFY(!m_window->document().scenario().calibration.off);
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        QTest::keyClick(m_window.get(), Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(m_window->document().scenario().calibration.off);
        QTest::keyClick(m_window.get(), Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(m_window->document().scenario().calibration, used);
        QTest::keyClick(m_window.get(), Qt::Key_Z, Qt::ControlModifier); // one undo takes it out
        QCOMPARE(m_window->document().scenario().calibration, before);
        QVERIFY(calibrated().isHidden());
    }

    void changes_that_would_explain_it_are_ranked() {
        open_drafted(9);
        const auto expected =
            roofrack::diagnose(m_window->document().scenario(), measured_run(), Catalog::built_in());
        QVERIFY(expected);
        QTest::mouseClick(button("Diagnose the run"), Qt::LeftButton);
        RunDialog* shown = dialog("diagnosis");
        QVERIFY(shown);
        keep(*shown, "diagnosis");
        QVERIFY2(shown->text().startsWith(to_qt(expected->sentence)), qPrintable(shown->text()));
        QTableWidget& table = table_of(*shown);
        QVERIFY(expected->other_likelihood); // the last row's
        QCOMPARE(static_cast<size_t>(table.rowCount()), expected->causes.size() + 1);
        const int other = table.rowCount() - 1;
        QCOMPARE(table.item(other, 0)->text(), to_qt(another_job_change));
        QCOMPARE(table.item(other, 2)->text(),
                 QStringLiteral("%1 %").arg(100 * *expected->other_likelihood, 0, 'f', 1));
        QTest::mouseClick(button_of(*shown, "Copy table"), Qt::LeftButton);
        const QStringList copied =
            QGuiApplication::clipboard()->text().split(QLatin1Char('\n'), Qt::SkipEmptyParts);
        QCOMPARE(copied.size(), table.rowCount() + 1); // below the heading
        QVERIFY2(copied.last().contains(to_qt(another_job_change)), qPrintable(copied.last()));
        for (size_t i = 0; i < expected->causes.size(); ++i) {
            QCOMPARE(table.item(static_cast<int>(i), 0)->text(), to_qt(expected->causes[i].change));
            QCOMPARE(table.item(static_cast<int>(i), 3)->text(), to_qt(expected->causes[i].test));
        }
        QTest::keyClick(shown, Qt::Key_Escape);
        // Calibrated by the run the model gives what was measured: nothing to explain.
        QTest::mouseClick(button("Calibrate by the run"), Qt::LeftButton);
        RunDialog* calibration = dialog("calibration");
        QVERIFY(calibration);
        QTest::mouseClick(button_of(*calibration, "Use the calibration"), Qt::LeftButton);
        QTest::mouseClick(button("Diagnose the run"), Qt::LeftButton);
        shown = dialog("diagnosis");
        QVERIFY(shown);
        QVERIFY2(shown->text().contains(QStringLiteral("nothing to explain")), qPrintable(shown->text()));
        QVERIFY(!table_of(*shown).isVisible());
    }

    void another_jobs_run_is_refused_with_the_reason() {
        open_drafted(9);
        QByteArray other = megatron_log(5);
        other.replace("Tesla V100-SXM2...", "NVIDIA A100-SXM...");
        read({write("other.log", other)});
        wait_for_run();
        const QString why = QStringLiteral("it ran on A100, drawn is V100");
        QTRY_VERIFY2(bar().text().contains(why), qPrintable(bar().text()));
        for (const auto& [asks, name] :
             {std::pair("Diagnose the run", "diagnosis"), std::pair("Calibrate by the run", "calibration")}) {
            QTest::mouseClick(button(asks), Qt::LeftButton);
            RunDialog* shown = dialog(name);
            QVERIFY(shown);
            QVERIFY2(shown->text().startsWith(QStringLiteral("another job was measured: ") + why),
                     qPrintable(shown->text()));
            QVERIFY(!table_of(*shown).isVisible());
            QVERIFY(!button_of(*shown, "Copy table"));
            QTest::keyClick(shown, Qt::Key_Escape);
        }
    }

    void closing_gives_up() {
        open_drafted(9);
        QTest::mouseClick(button("Diagnose the run"), Qt::LeftButton);
        QVERIFY(is_busy<MeasuredFlow>());
        RunDialog* shown = m_window->findChild<RunDialog*>(QStringLiteral("diagnosis"));
        QVERIFY(shown);
        QPushButton* cancel = button_of(*shown, "Cancel");
        QVERIFY(cancel);
        QTest::mouseClick(cancel, Qt::LeftButton);
        QTRY_VERIFY(!is_busy<MeasuredFlow>());
        QTest::qWait(300);
        for (RunDialog* each : m_window->findChildren<RunDialog*>()) QVERIFY(!each->isVisible());
    }

    void differences_sum_to_that_of_the_step() {
        start({1600, 1000});
        QVERIFY(open_sample(*m_window, QStringLiteral("dgx-h100-su")));
        read({write("before.json", small_profile({{"gemm", 200}, {"gone", 50}, {"norm", 100}}))});
        read({write("now.json", small_profile({{"gemm", 260}, {"norm", 90}, {"fresh", 30}}))});
        QVERIFY(page().charts().left_out().contains(QStringLiteral("run-against")));
        against().setFocus();
        QTest::keyClick(&against(), Qt::Key_Down);
        QTRY_VERIFY_WITH_TIMEOUT(!is_busy<AgainstFlow>(), 60000);
        wait_for_run();
        QVERIFY(m_window->runs().shown()->comparison);
        QCOMPARE(m_window->runs().shown()->against, std::string("before.json"));
        QCOMPARE(against().key(), QStringLiteral("before.json"));
        QCOMPARE(page().charts().current()->id(), QStringLiteral("run-against"));
        keep(*m_window, "against");
        const ChartTable table = page().charts().current()->table();
        double step = 0, parts = 0;
        bool has_gone = false, has_fresh = false;
        for (const auto& row : table.rows) {
            const std::string sort = std::get<std::string>(row[0]), name = std::get<std::string>(row[1]);
            const double change = std::get<double>(row[6]);
            if (sort == "step") step += change;
            if (sort != "step" && sort != "kernel") parts += change;
            if (name == "gone" && sort == "kernel") {
                has_gone = true;
                QCOMPARE(std::get<double>(row[8]), 50e-6); // only before
            }
            if (name == "fresh" && sort == "kernel") {
                has_fresh = true;
                QCOMPARE(std::get<double>(row[9]), 30e-6); // only now
            }
        }
        QVERIFY(has_gone && has_fresh);
        QVERIFY(std::abs(step - parts) < 1e-9);
        const QString csv = m_folder.filePath(QStringLiteral("against.csv"));
        QVERIFY(page().charts().current()->save(csv, {}));
        // Against none any more.
        against().setFocus();
        QTest::keyClick(&against(), Qt::Key_Up);
        QVERIFY(!m_window->runs().shown()->comparison);
        QVERIFY(page().charts().left_out().contains(QStringLiteral("run-against")));
    }
};

QTEST_MAIN(TestRunTools)
#include "test_run_tools.moc"
