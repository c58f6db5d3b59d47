// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/commands/actions.h"
#include "app/gui/flows/file_flow.h"
#include "app/gui/flows/session.h"
#include "app/gui/flows/workbook_flow.h"
#include "app/gui/imports/import_flow.h"
#include "app/gui/imports/interchange_flow.h"
#include "app/gui/imports/prices_flow.h"
#include "app/gui/pages/astra_sim_dialog.h"
#include "app/gui/pages/message_bar.h"
#include "app/gui/window/main_window.h"
#include "core/base/catalog/catalog.h"
#include "tests/support/drop_files.h"
#include "tests/support/sample_window.h"
#include "tests/support/when_asked.h"
#include "widgets/editor/commands/set_scenario.h"
#include "widgets/editor/commands/set_scenario_value.h"

#include <QAction>
#include <QDialog>
#include <QLineEdit>
#include <QPushButton>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
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
    void remarks_are_listed();
    void all_remarks_on_a_project_file_are_listed();
    void astra_sim_asks_how_much();
    void a_list_of_prices_is_one_step_to_undo();
    void unknown_parts_and_currencies_are_said_in_a_dialog();
    void rates_of_currencies_are_asked();
    void a_list_of_prices_goes_out_and_comes_back();
    void a_changed_workbook_is_one_step_to_undo();
    void of_each_list_of_prices_something_is_said();
    void a_list_of_prices_needs_a_project();

private:
    QString write(const QString& name, const QByteArray& text) const {
        QFile file(m_folder.filePath(name));
        return file.open(QIODevice::WriteOnly) && file.write(text) == text.size() ? file.fileName()
                                                                                  : QString();
    }
    /// Does `work` in the dialog that opens next.
    void in_dialog(const std::function<void(QDialog&)>& work) {
        QTimer::singleShot(0, m_window.get(), [work] {
            auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget());
            QVERIFY(dialog);
            work(*dialog);
            if (dialog->isVisible()) dialog->reject();
        });
    }
    static QPushButton* button(QDialog& dialog, const QString& text) {
        for (QPushButton* each : dialog.findChildren<QPushButton*>())
            if (each->text() == text) return each;
        return nullptr;
    }
    /// Drops a file on the window, as a desktop does.
    void drop(const QString& file) { drop(QStringList{file}); }
    void drop(const QStringList& files) { QVERIFY(test::drop_files(*m_window, files, QPoint(20, 20))); }

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

/// One key that is not known is said; of three the first is, and a button lists all.
void TestInterchange::all_remarks_on_a_project_file_are_listed() {
    auto& files = *m_window->findChild<FileFlow*>();
    QVERIFY(files.open(write("one.roofrack.json", R"({"scenarios":[{"plan":{"tpp":8}}]})").toStdString()));
    const QString one = m_window->messages().text();
    QVERIFY2(one.contains(QStringLiteral("with a remark")) && one.contains(QStringLiteral("'tpp'")),
             qPrintable(one));
    QVERIFY(
        files.open(write("three.roofrack.json", R"({"scenarios":[{"plan":{"tpp":8,"x":1},"later":true}]})")
                       .toStdString()));
    const QString three = m_window->messages().text();
    QVERIFY2(three.contains(QStringLiteral("with 3 remarks")) && three.contains(QStringLiteral("and 2 more")),
             qPrintable(three));
    QPushButton* show = nullptr;
    for (QPushButton* button : m_window->messages().findChildren<QPushButton*>())
        if (button->text() == QStringLiteral("Show all 3") && button->isVisible()) show = button;
    QVERIFY(show);
    show->click();
    auto* dialog = m_window->findChild<QDialog*>("remarks");
    QVERIFY(dialog);
    const auto* table = dialog->findChild<QTableWidget*>();
    QCOMPARE(table->rowCount(), 3);
    QStringList said;
    for (int row = 0; row < 3; ++row) said << table->item(row, 1)->text();
    for (const char* key : {"'tpp'", "'x'", "'later'"})
        QVERIFY2(said.join(u' ').contains(QLatin1String(key)), qPrintable(said.join(u' ')));
    dialog->close();
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

void TestInterchange::a_list_of_prices_is_one_step_to_undo() {
    Document& document = m_window->document();
    const Site before = document.scenario().site;
    drop(write(QStringLiteral("quotes.csv"), "item,low,likely,high,currency,date,source\n"
                                             "dgx-h100,240000,250000,280000,USD,2026-10-01,quote 17\n"
                                             "qm9700,,21000,,,2026-10-01,quote 17\n"));
    const auto& prices = document.scenario().site.prices;
    QCOMPARE(prices.size(), size_t(2));
    QCOMPARE(prices[0].item, std::string("dgx-h100"));
    QCOMPARE(prices[0].low, 240e3);
    QCOMPARE(prices[1].high, 21e3); // the likely one where there is no band
    QVERIFY2(m_window->messages().text().contains("2 prices of quotes.csv"),
             qPrintable(m_window->messages().text()));
    m_window->actions().get("edit.undo")->trigger();
    QVERIFY(document.scenario().site == before);
    QVERIFY(document.is_clean());
    QVERIFY(m_window->actions().get("edit.redo")->text().contains("prices from quotes.csv"));
}

void TestInterchange::unknown_parts_and_currencies_are_said_in_a_dialog() {
    Document& document = m_window->document();
    const QByteArray bad = "item,likely,currency\n"
                           "dgx-h100,250000,USD\n"
                           "dgx-h1000,250000,USD\n"
                           "qm9700,21000,XYZ\n";
    const QString file = write(QStringLiteral("bad.csv"), bad);
    QString told;
    const auto read = [&](QDialog& dialog) {
        auto* table = dialog.findChild<QTableWidget*>();
        QVERIFY(table);
        QCOMPARE(table->rowCount(), 2);
        for (int row = 0; row < 2; ++row)
            for (int column = 0; column < 3; ++column) told += table->item(row, column)->text() + u'\n';
        keep(dialog, QStringLiteral("prices-faults.png"));
    };
    in_dialog([&](QDialog& dialog) {
        read(dialog);
        QTest::keyClick(&dialog, Qt::Key_Escape);
    });
    drop(file);
    for (const char* const said : {"bad.csv:3", "unknown part 'dgx-h1000'", "did you mean 'dgx-h100'?",
                                   "bad.csv:4", "unknown currency 'XYZ'"})
        QVERIFY2(told.contains(QLatin1String(said)), qPrintable(told));
    QVERIFY(document.scenario().site.prices.empty() && document.is_clean());
    // The others may be taken all the same.
    in_dialog([&](QDialog& dialog) {
        QPushButton* rest = button(dialog, QStringLiteral("Take the other price"));
        QVERIFY(rest);
        QTest::mouseClick(rest, Qt::LeftButton);
    });
    drop(file);
    QCOMPARE(document.scenario().site.prices.size(), size_t(1));
    // Nothing but faults: there is nothing to go on with.
    in_dialog([&](QDialog& dialog) {
        QCOMPARE(dialog.findChildren<QPushButton*>().size(), 1);
        QTest::mouseClick(dialog.findChildren<QPushButton*>().front(), Qt::LeftButton);
    });
    drop(write(QStringLiteral("worse.csv"), "item,likely\nno-such-thing-at-all,3\n"));
    QCOMPARE(document.undo_stack().count(), 1);
}

void TestInterchange::rates_of_currencies_are_asked() {
    Document& document = m_window->document();
    const QString file = write(QStringLiteral("euro.csv"), "item,likely,currency\ndgx-h100,230000,EUR\n");
    in_dialog([](QDialog& dialog) { QTest::keyClick(&dialog, Qt::Key_Escape); });
    drop(file);
    QVERIFY(document.scenario().site.prices.empty());
    in_dialog([&](QDialog& dialog) {
        QPushButton* take = button(dialog, QStringLiteral("Take the prices"));
        QVERIFY(take && !take->isEnabled());
        auto* rate = dialog.findChild<QLineEdit*>();
        QVERIFY(rate && rate->accessibleName() == QStringLiteral("$ of one EUR"));
        QTest::mouseClick(rate, Qt::LeftButton);
        QTest::keyClicks(rate, QStringLiteral("1.08"));
        keep(dialog, QStringLiteral("prices-rates.png"));
        QVERIFY(take->isEnabled());
        QTest::keyClick(rate, Qt::Key_Return);
    });
    drop(file);
    QCOMPARE(document.scenario().site.prices.size(), size_t(1));
    QCOMPARE(document.scenario().site.prices[0].currency, std::string("EUR"));
    QCOMPARE(document.scenario().site.prices[0].usd_each, 1.08);
}

void TestInterchange::a_list_of_prices_goes_out_and_comes_back() {
    auto* flow = m_window->findChild<PricesFlow*>();
    QVERIFY(flow->export_prices(path("out.csv")));
    QFile file(m_folder.filePath("out.csv"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    QByteArray text = file.readAll();
    QVERIFY(text.startsWith("item,kind,name,low,likely,high,currency,usd_each,date,status,basis,source\n"));
    file.close();
    QVERIFY(flow->import_prices(path("out.csv"))); // says what holds already
    QVERIFY(m_window->document().is_clean());
    QVERIFY(m_window->messages().text().contains("nothing is changed"));
    QVERIFY(!flow->export_prices(path("no/such/folder/out.csv")));
    QVERIFY(m_window->messages().text().contains("could not be written"));
}

void TestInterchange::a_changed_workbook_is_one_step_to_undo() {
    Document& document = m_window->document();
    auto* flow = m_window->findChild<ImportFlow*>();
    const auto take_back = [flow](const std::filesystem::path& file) {
        return flow->import_files(ForeignKind::workbook, {file});
    };
    QVERIFY(m_window->findChild<WorkbookFlow*>()->export_workbook(path("w.xlsx")));
    QVERIFY(!take_back(path("w.xlsx")));
    QVERIFY(m_window->messages().text().contains("nothing is changed"));
    QVERIFY(document.is_clean());
    // The project changes instead of the workbook: that wants it back as it was.
    const Scenario before = document.scenario();
    Site site = before.site;
    site.electricity_price *= 2;
    document.perform<SetSite>(site, QStringLiteral("dearer"));
    const std::vector<Element> elements = document.cluster().elements;
    const auto storage = std::ranges::find(elements, ElementKind::storage, &Element::kind);
    const int count = storage->count;
    Scenario changed = document.scenario();
    changed.cluster.find(storage->id)->count = count + 3;
    document.perform<SetScenario>(changed, QStringLiteral("more storage"));
    const int steps = document.undo_stack().index();
    for (const bool takes : {false, true}) {
        int rows = 0;
        test::WhenAsked asked([&](QDialog& dialog) {
            keep(dialog, QStringLiteral("workbook.png"));
            rows = dialog.findChild<QTableWidget*>()->rowCount();
            QPushButton* take = nullptr;
            for (QPushButton* each : dialog.findChildren<QPushButton*>())
                if (each->text().startsWith("Take")) take = each;
            QVERIFY(take);
            takes ? take->click() : dialog.reject();
        });
        QCOMPARE(take_back(path("w.xlsx")), takes);
        QVERIFY(rows >= 2);
        QCOMPARE(document.undo_stack().index(), steps + (takes ? 1 : 0));
    }
    QCOMPARE(document.cluster().find(storage->id)->count, count);
    QCOMPARE(document.scenario().site.electricity_price, before.site.electricity_price);
    QVERIFY(m_window->messages().text().contains("Undo takes them out"));
    m_window->actions().get("edit.undo")->trigger();
    QCOMPARE(document.cluster().find(storage->id)->count, count + 3);
    QVERIFY(!take_back(path("none.xlsx")));
    QVERIFY(m_window->messages().text().contains("could not be read"));
}

void TestInterchange::of_each_list_of_prices_something_is_said() {
    drop({write(QStringLiteral("servers.csv"), "item,likely\ndgx-h100,250000\n"),
          write(QStringLiteral("switches.csv"), "item,likely\nqm9700,21000\n")});
    QCOMPARE(m_window->document().scenario().site.prices.size(), size_t(2));
    for (const char* const said : {"One price of servers.csv", "One price of switches.csv"})
        QVERIFY2(m_window->messages().text().contains(QLatin1String(said)),
                 qPrintable(m_window->messages().text()));
}

void TestInterchange::a_list_of_prices_needs_a_project() {
    m_window->actions().get("file.close")->trigger();
    QVERIFY(!m_window->actions().get("file.import-prices")->isEnabled());
    QVERIFY(!m_window->actions().get("file.export-prices")->isEnabled());
    drop(write(QStringLiteral("early.csv"), "item,likely\ndgx-h100,1\n"));
    QVERIFY(m_window->messages().text().contains("Open the project"));
    QVERIFY(!m_window->files().has_project());
}

QTEST_MAIN(TestInterchange)
#include "test_interchange.moc"
