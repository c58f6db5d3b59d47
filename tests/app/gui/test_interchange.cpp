// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/commands/actions.h"
#include "app/gui/flows/interchange_flow.h"
#include "app/gui/flows/session.h"
#include "app/gui/pages/astra_sim_dialog.h"
#include "app/gui/pages/message_bar.h"
#include "app/gui/window/main_window.h"
#include "core/base/catalog/catalog.h"
#include "tests/support/sample_window.h"

#include <QAction>
#include <QDialog>
#include <QPushButton>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QUndoStack>

using namespace roofrack;

/// Import and export as the window does them.
class TestInterchange : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_window.reset(); }
    void a_model_is_one_step_to_undo();
    void what_cannot_be_read_is_told();
    void a_scenario_goes_out_and_comes_back();
    void a_recipe_that_is_dropped_becomes_a_project();
    void remarks_are_listed();
    void astra_sim_asks_how_much();

private:
    std::filesystem::path path(const char* name) const { return m_folder.filePath(name).toStdString(); }
    /// A picture for eyes, where ROOFRACK_PICTURES names a folder.
    static void keep(QWidget& widget, const QString& name) {
        if (const QString folder = qEnvironmentVariable("ROOFRACK_PICTURES"); !folder.isEmpty())
            widget.grab().save(folder + u'/' + name);
    }

    QTemporaryDir m_folder;
    std::unique_ptr<Session> m_session;
    std::unique_ptr<MainWindow> m_window;
};

void TestInterchange::init() {
    m_session = std::make_unique<Session>(m_folder.filePath("settings.ini"));
    m_window = std::make_unique<MainWindow>(Catalog::built_in(), *m_session);
    m_window->resize(1400, 900);
    m_window->show();
    QVERIFY(test::open_sample(*m_window, "dgx-h100-su"));
}

void TestInterchange::a_model_is_one_step_to_undo() {
    Document& document = m_window->document();
    const Workload before = document.scenario().workload;
    const std::filesystem::path config = ROOFRACK_SOURCE_DIR "/tests/data/huggingface/gpt2.json";
    QVERIFY(m_window->findChild<InterchangeFlow*>()->import_model(config));
    QVERIFY(document.scenario().workload.inline_model);
    QCOMPARE(document.scenario().workload.inline_model->transformer->hidden, 768.0);
    QVERIFY2(m_window->messages().text().contains("0.1236 billion"), qPrintable(m_window->messages().text()));
    QVERIFY(!document.is_clean());
    m_window->actions().get("edit.undo")->trigger();
    QVERIFY(document.scenario().workload == before);
    QVERIFY(document.is_clean());
}

void TestInterchange::what_cannot_be_read_is_told() {
    const Workload before = m_window->document().scenario().workload;
    QFile file(m_folder.filePath("half.json"));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write("{\"hidden_size\": ") > 0);
    file.close();
    QVERIFY(!m_window->findChild<InterchangeFlow*>()->import_model(path("half.json")));
    QVERIFY(m_window->messages().text().contains("half.json"));
    QVERIFY(!m_window->findChild<InterchangeFlow*>()->import_calculon({path("half.json")}));
    QVERIFY(m_window->document().scenario().workload == before);
}

void TestInterchange::a_scenario_goes_out_and_comes_back() {
    InterchangeFlow& flow = *m_window->findChild<InterchangeFlow*>();
    const Plan plan = m_window->document().scenario().plan;
    QVERIFY(flow.export_calculon(path("calculon"), false));
    QVERIFY(!flow.export_calculon(path("calculon"), false)); // not replaced unasked
    QVERIFY(flow.export_calculon(path("calculon"), true));
    QVERIFY(flow.import_calculon(
        {path("calculon/application.json"), path("calculon/execution.json"), path("calculon/system.json")}));
    const Document& document = m_window->document();
    QVERIFY(document.file_path().empty());
    QVERIFY(!document.is_clean()); // a new project that is not saved
    QVERIFY(document.scenario().plan == plan);
}

void TestInterchange::a_recipe_that_is_dropped_becomes_a_project() {
    QFile file(m_folder.filePath("pretrain.sh"));
    QVERIFY(file.open(QIODevice::WriteOnly) &&
            file.write("python pretrain_gpt.py --num-layers 12 --hidden-size 768 --num-attention-heads 12 "
                       "--seq-length 1024 --vocab-size 50304 --micro-batch-size 4 --global-batch-size 64 "
                       "--bf16 --nproc_per_node 8 --nnodes 2 --unheard-of 3\n") > 0);
    file.close();
    m_window->open_paths({file.fileName()});
    const Scenario& scenario = m_window->document().scenario();
    QVERIFY(scenario.workload.inline_model && scenario.workload.inline_model->transformer->layers == 12);
    QCOMPARE(scenario.workload.global_batch, 64.0);
    QVERIFY2(m_window->messages().text().contains("One remark"), qPrintable(m_window->messages().text()));
    QVERIFY(!m_window->document().is_clean());
    keep(*m_window, "interchange-recipe.png");
}

void TestInterchange::remarks_are_listed() {
    QVERIFY(m_window->findChild<InterchangeFlow*>()->export_calculon(path("remarks"), false));
    QVERIFY2(m_window->messages().text().contains("remark"), qPrintable(m_window->messages().text()));
    keep(*m_window, "interchange-message.png");
    QPushButton* show = nullptr;
    for (QPushButton* button : m_window->messages().findChildren<QPushButton*>())
        if (button->text() == "Show" && button->isVisible()) show = button;
    QVERIFY(show);
    show->click();
    auto* dialog = m_window->findChild<QDialog*>("remarks");
    QVERIFY(dialog);
    QVERIFY(QTest::qWaitForWindowExposed(dialog));
    const auto* table = dialog->findChild<QTableWidget*>();
    QVERIFY(table->rowCount() >= 2); // a gated feed-forward and grouped keys, which Calculon does not know
    for (int row = 0; row < table->rowCount(); ++row)
        for (int column = 0; column < 3; ++column) QVERIFY(!table->item(row, column)->text().isEmpty());
    keep(*dialog, "interchange-remarks.png");
}

void TestInterchange::astra_sim_asks_how_much() {
    AstraSimDialog dialog(256, 4, m_window.get());
    dialog.show();
    QVERIFY(QTest::qWaitForWindowExposed(&dialog));
    keep(dialog, "interchange-astra-sim.png");
    AstraSimOptions options = dialog.options();
    QCOMPARE(options.gpus, 128.0); // a handy number of whole replicas
    options.gpus = 32;
    options.detail = ChakraDetail::layers;
    QVERIFY(m_window->findChild<InterchangeFlow*>()->export_astra_sim(path("astra"), options, false));
    QVERIFY(QFile::exists(m_folder.filePath("astra/workload/step.31.et")));
    options.most_bytes = 1000;
    QVERIFY(!m_window->findChild<InterchangeFlow*>()->export_astra_sim(path("astra2"), options, false));
    QVERIFY(m_window->messages().text().contains("--gpus") ||
            m_window->messages().text().contains("fewer GPUs"));
}

QTEST_MAIN(TestInterchange)
#include "test_interchange.moc"
