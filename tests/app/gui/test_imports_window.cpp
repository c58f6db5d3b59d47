// SPDX-License-Identifier: GPL-3.0-or-later
// Files of other programs are dropped on the window, or chosen by File, Import: what changes is listed first,
// and is one step to undo.
#include "app/gui/commands/actions.h"
#include "app/gui/flows/session.h"
#include "app/gui/imports/import_flow.h"
#include "app/gui/pages/message_bar.h"
#include "app/gui/window/main_window.h"
#include "core/answers/handover/drawio_export.h"
#include "core/base/catalog/catalog.h"
#include "core/drawing/network/fabric.h"
#include "tests/support/drop_files.h"
#include "tests/support/sample_window.h"
#include "tests/support/when_asked.h"
#include "widgets/fields/choice_edit.h"
#include "widgets/fields/quantity_edit.h"

#include <QAction>
#include <QPushButton>
#include <QScrollArea>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QUndoStack>

#include <optional>

using namespace roofrack;

namespace {

QString data_file(const char* name) {
    return QStringLiteral(ROOFRACK_SOURCE_DIR "/tests/data/") + QLatin1String(name);
}

constexpr QLatin1String options_dialog("import-options");

} // namespace

class TestImportsWindow : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_window.reset(); }
    void a_site_becomes_a_scenario_in_one_step();
    void a_recipe_becomes_a_scenario_or_a_project();
    void without_a_project_one_is_started();
    void a_changed_drawing_is_one_step_to_undo();
    void a_drawing_may_be_a_scenario_beside_the_open_one();
    void a_model_is_listed_before_it_is_taken();
    void what_cannot_be_read_changes_nothing();
    void a_workbook_needs_its_project();
    void a_file_that_nobody_reads_is_named();
    void the_menu_offers_it_always();
    void the_page_of_a_drawing_is_asked_for();
    void other_options_are_one_click_away();
    void a_recipe_is_drawn_as_it_is_told();
    void a_file_that_changes_nothing_has_options();
    void a_project_started_by_a_file_has_options();
    void many_options_are_scrolled();

private:
    QString write(const char* name, const QByteArray& text) const {
        QFile file(m_folder.filePath(QLatin1String(name)));
        return file.open(QIODevice::WriteOnly) && file.write(text) == text.size() ? file.fileName()
                                                                                  : QString();
    }
    /// Drops files on the window, as a desktop does.
    void drop(const QStringList& files) const { QVERIFY(test::drop_files(*m_window, files, QPoint(20, 20))); }
    /// Drops them and presses the button in the list that opens; all cells of the list.
    QString drop_and_press(const QStringList& files, const QString& pressed) const {
        QString cells;
        test::WhenAsked asked([&](QDialog& dialog) {
            const auto* const table = dialog.findChild<QTableWidget*>();
            for (int row = 0; row < table->rowCount(); ++row)
                for (int column = 0; column < 3; ++column) cells += table->item(row, column)->text() + u'\n';
            for (QPushButton* each : dialog.findChildren<QPushButton*>())
                if (each->text() == pressed) return QTest::mouseClick(each, Qt::LeftButton);
        });
        drop(files);
        return asked.was_asked() ? cells : QString();
    }
    QByteArray drawing_with(const QByteArray& was, const QByteArray& is) const {
        QByteArray text = QByteArray::fromStdString(drawio_pages(document().scenario(), Catalog::built_in()));
        return was.isEmpty() ? text : text.replace(was, is);
    }
    /// Presses "Options…" in the message bar, and leaves the dialog that asks for them.
    void press_options_of_the_message() const {
        QPushButton* options = nullptr;
        for (QPushButton* each : m_window->messages().findChildren<QPushButton*>())
            if (each->isVisible() && each->text() == QStringLiteral("Options…")) options = each;
        QVERIFY2(options, qPrintable(said()));
        const test::WhenAsked asked([](QDialog&) {}, options_dialog);
        QTest::mouseClick(options, Qt::LeftButton);
        QVERIFY(asked.was_asked());
    }
    Document& document() const { return m_window->document(); }
    QString said() const { return m_window->messages().text(); }

    QTemporaryDir m_folder;
    std::unique_ptr<Session> m_session;
    std::unique_ptr<MainWindow> m_window;
};

void TestImportsWindow::init() {
    m_session = std::make_unique<Session>(m_folder.filePath(QStringLiteral("settings.ini")));
    m_window = std::make_unique<MainWindow>(Catalog::built_in(), *m_session);
    m_window->resize(1400, 900);
    m_window->show();
    QVERIFY(test::open_sample(*m_window, QStringLiteral("dgx-h100-su")));
}

void TestImportsWindow::a_site_becomes_a_scenario_in_one_step() {
    const QStringList site{data_file("netbox/devices.csv"), data_file("netbox/interfaces.csv"),
                           data_file("netbox/cables.csv"), data_file("netbox/switch.yaml")};
    const Project before = document().project();
    // Left, it changes nothing.
    const QString listed = drop_and_press(site, {});
    QVERIFY2(listed.contains(QStringLiteral("devices and")), qPrintable(listed));
    QVERIFY2(listed.contains(QStringLiteral("the role 'PDU'")), qPrintable(listed));
    QCOMPARE(document().undo_stack().count(), 0);
    drop_and_press(site, QStringLiteral("Add as a scenario"));
    QCOMPARE(document().project().scenarios.size(), before.scenarios.size() + 1);
    QCOMPARE(document().undo_stack().count(), 1);
    QVERIFY2(said().contains(QStringLiteral("is a scenario of this project now")), qPrintable(said()));
    QVERIFY(!(document().cluster() == before.scenarios.front().cluster));
    m_window->actions().get("edit.undo")->trigger();
    QCOMPARE(document().project().scenarios.size(), before.scenarios.size());
    QVERIFY(document().scenario() == before.scenarios.front());
}

void TestImportsWindow::a_recipe_becomes_a_scenario_or_a_project() {
    const QString script = write(
        "pretrain.sh", "python pretrain_gpt.py --num-layers 12 --hidden-size 768 --num-attention-heads 12 "
                       "--seq-length 1024 --vocab-size 50304 --micro-batch-size 4 --global-batch-size 64 "
                       "--bf16 --nproc_per_node 8 --nnodes 2 --unheard-of 3\n");
    const size_t scenarios = document().project().scenarios.size();
    const QString listed = drop_and_press({script}, QStringLiteral("Add as a scenario"));
    QVERIFY2(listed.contains(QStringLiteral("unheard")), qPrintable(listed));
    QCOMPARE(document().project().scenarios.size(), scenarios + 1);
    QCOMPARE(document().scenario().workload.global_batch, 64.0);
    QVERIFY2(said().contains(QStringLiteral("One remark")), qPrintable(said()));
    m_window->actions().get("edit.undo")->trigger();
    QCOMPARE(document().project().scenarios.size(), scenarios);
    drop_and_press({script}, QStringLiteral("Start a new project"));
    QCOMPARE(document().project().scenarios.size(), size_t{1});
    const Scenario& scenario = document().scenario();
    QVERIFY(scenario.workload.inline_model && scenario.workload.inline_model->transformer->layers == 12);
    QVERIFY(document().file_path().empty() && !document().is_clean());
}

void TestImportsWindow::without_a_project_one_is_started() {
    m_window->actions().get("file.close")->trigger();
    QVERIFY(!m_window->files().has_project());
    drop({data_file("inside/topo.txt"), data_file("inside/lstopo.xml")});
    QVERIFY2(m_window->files().has_project(), qPrintable(said()));
    QVERIFY(!document().scenario().parts.empty());
    QVERIFY2(said().contains(QStringLiteral("has no file yet")), qPrintable(said()));
}

void TestImportsWindow::a_changed_drawing_is_one_step_to_undo() {
    const Scenario before = document().scenario();
    const QString same = write("same.drawio", drawing_with("", ""));
    drop({same});
    QVERIFY2(said().contains(QStringLiteral("nothing is changed")), qPrintable(said()));
    const QString file = write("hall.drawio", drawing_with("label=\"Spine × 4\"", "label=\"Spine × 6\""));
    const QString listed = drop_and_press({file}, QStringLiteral("Take the change"));
    QVERIFY2(listed.contains(QStringLiteral("4 → 6")), qPrintable(listed));
    QCOMPARE(document().undo_stack().count(), 1);
    QVERIFY(!(document().cluster() == before.cluster));
    QVERIFY2(said().contains(QStringLiteral("1 of 1 changes from hall.drawio")), qPrintable(said()));
    m_window->actions().get("edit.undo")->trigger();
    QVERIFY(document().scenario() == before);
    QVERIFY(document().is_clean());
}

void TestImportsWindow::a_drawing_may_be_a_scenario_beside_the_open_one() {
    const Project before = document().project();
    const QString file = write("hall.drawio", drawing_with("label=\"Spine × 4\"", "label=\"Spine × 6\""));
    drop_and_press({file}, QStringLiteral("Add as a scenario"));
    QCOMPARE(document().project().scenarios.size(), before.scenarios.size() + 1);
    QVERIFY(document().project().scenarios.front() == before.scenarios.front());
    QVERIFY(!(document().cluster() == before.scenarios.front().cluster));
}

void TestImportsWindow::a_model_is_listed_before_it_is_taken() {
    const Workload before = document().scenario().workload;
    const QStringList config{data_file("huggingface/gpt2.json")};
    QVERIFY(!drop_and_press(config, {}).isEmpty());
    QVERIFY(document().scenario().workload == before && document().is_clean());
    QString take;
    {
        test::WhenAsked asked([&](QDialog& dialog) {
            for (QPushButton* each : dialog.findChildren<QPushButton*>())
                if (each->text().startsWith(QStringLiteral("Take"))) {
                    take = each->text();
                    return QTest::mouseClick(each, Qt::LeftButton);
                }
        });
        drop(config);
    }
    QVERIFY(!take.isEmpty());
    QVERIFY(document().scenario().workload.inline_model);
    QCOMPARE(document().scenario().workload.inline_model->transformer->hidden, 768.0);
    QCOMPARE(document().undo_stack().count(), 1);
}

void TestImportsWindow::what_cannot_be_read_changes_nothing() {
    const Scenario before = document().scenario();
    drop({write("cut.drawio", drawing_with("", "").left(9'000))});
    QVERIFY2(said().contains(QStringLiteral("cut.drawio could not be read")), qPrintable(said()));
    QVERIFY(document().scenario() == before && document().is_clean());
}

void TestImportsWindow::a_workbook_needs_its_project() {
    m_window->actions().get("file.close")->trigger();
    QVERIFY(!m_window->findChild<ImportFlow*>()->import_files(ForeignKind::workbook, {"w.xlsx"}));
    QVERIFY2(said().contains(QStringLiteral("Open the project that w.xlsx was written of")),
             qPrintable(said()));
}

void TestImportsWindow::a_file_that_nobody_reads_is_named() {
    drop({write("plan.pdf", "%PDF-1.6\n%\xE2\xE3\xCF\xD3\n")});
    QVERIFY2(said().contains(QStringLiteral("plan.pdf is nothing that Roofrack reads")) &&
                 said().contains(QStringLiteral("a PDF document")),
             qPrintable(said()));
    for (const char* named :
         {"profiles of PyTorch", "logs of MLPerf", "what nvidia-smi", "lstopo", "Drop a file"})
        QVERIFY2(said().contains(QLatin1String(named)), named);
    QVERIFY(document().is_clean());
}

void TestImportsWindow::the_menu_offers_it_always() {
    QVERIFY(m_window->actions().get("file.import")->isEnabled());
    m_window->actions().get("file.close")->trigger();
    QVERIFY(m_window->actions().get("file.import")->isEnabled());
}

namespace {

/// A file of draw.io of two pages: eight switches, and two.
QByteArray two_pages() {
    QByteArray out("<mxfile host=\"x\">");
    for (const auto& [name, shape] : {std::pair("Switches", "8 x QM9700"), {"Spare", "2 x QM9700"}})
        out += QByteArray("<diagram name=\"") + name +
               "\"><mxGraphModel><root><mxCell id=\"0\"/><mxCell id=\"1\" parent=\"0\"/><mxCell id=\"2\" "
               "value=\"" +
               shape +
               "\" vertex=\"1\" parent=\"1\"><mxGeometry x=\"40\" y=\"40\" width=\"120\" height=\"40\" "
               "as=\"geometry\"/></mxCell></root></mxGraphModel></diagram>";
    return out + "</mxfile>";
}

QString text_of_table(QDialog& dialog) {
    QString out;
    const auto* const table = dialog.findChild<QTableWidget*>();
    for (int row = 0; row < table->rowCount(); ++row)
        for (int column = 0; column < 3; ++column) out += table->item(row, column)->text() + u'\n';
    return out;
}

} // namespace

void TestImportsWindow::the_page_of_a_drawing_is_asked_for() {
    const QString file = write("pages.drawio", two_pages());
    m_window->actions().get("file.close")->trigger();
    QString first;
    int choices = 0;
    test::WhenAsked asked(
        [&](QDialog& dialog) {
            auto* const page = dialog.findChild<ChoiceEdit*>(QStringLiteral("page"));
            QVERIFY(page);
            first = page->key();
            choices = page->count();
            page->set_key(QStringLiteral("Spare"));
            dialog.accept();
        },
        options_dialog);
    m_window->open_paths({file}, true);
    QVERIFY(asked.was_asked());
    QCOMPARE(first, QStringLiteral("Switches"));
    QCOMPARE(choices, 2);
    QVERIFY2(m_window->files().has_project(), qPrintable(said()));
    QCOMPARE(document().cluster().elements.front().count, 2);
    // Dropped, it is read without a question.
    cleanup();
    init();
    m_window->actions().get("file.close")->trigger();
    test::WhenAsked silent([](QDialog&) {}, options_dialog);
    m_window->open_paths({write("hall.drawio", two_pages())});
    QVERIFY(!silent.was_asked());
    QCOMPARE(document().cluster().elements.front().count, 8);
}

void TestImportsWindow::other_options_are_one_click_away() {
    const QString file = write("pages.drawio", two_pages());
    const Scenario before = document().scenario();
    QString listed_first, listed_then;
    std::optional<test::WhenAsked> then; // the list that opens after the options
    test::WhenAsked options(
        [&](QDialog& dialog) {
            dialog.findChild<ChoiceEdit*>(QStringLiteral("page"))->set_key(QStringLiteral("Spare"));
            then.emplace([&](QDialog& list) { listed_then = text_of_table(list); });
            dialog.accept();
        },
        options_dialog);
    test::WhenAsked asked([&](QDialog& dialog) {
        listed_first = text_of_table(dialog);
        for (QPushButton* each : dialog.findChildren<QPushButton*>())
            if (each->text() == QStringLiteral("Options…")) return QTest::mouseClick(each, Qt::LeftButton);
    });
    drop({file});
    QVERIFY(asked.was_asked() && options.was_asked());
    QVERIFY(!listed_first.isEmpty() && !listed_then.isEmpty());
    QVERIFY2(listed_first != listed_then, qPrintable(listed_then));
    QVERIFY(document().scenario() == before);
}

void TestImportsWindow::a_recipe_is_drawn_as_it_is_told() {
    const QString script = write(
        "pretrain.sh", "python pretrain_gpt.py --num-layers 12 --hidden-size 768 --num-attention-heads 12 "
                       "--seq-length 1024 --vocab-size 50304 --micro-batch-size 4 --global-batch-size 64 "
                       "--bf16 --nproc_per_node 8 --nnodes 2\n");
    const auto gpus = [&](std::optional<double> servers) {
        cleanup();
        init();
        m_window->actions().get("file.close")->trigger();
        test::WhenAsked asked(
            [&](QDialog& dialog) {
                auto* const field = dialog.findChild<QuantityEdit*>(QStringLiteral("servers"));
                QVERIFY(field && dialog.findChild<ChoiceEdit*>(QStringLiteral("template")));
                QVERIFY(!dialog.findChild<QWidget*>(QStringLiteral("model")));
                QVERIFY(!field->value()); // as many as the recipe says
                if (servers) field->set_value(*servers);
                dialog.accept();
            },
            options_dialog);
        m_window->open_paths({script}, true);
        const auto drawn = fabric(document().cluster(), Catalog::built_in());
        return asked.was_asked() && drawn ? drawn->gpus : 0.0;
    };
    QCOMPARE(gpus({}), 16.0);
    QCOMPARE(gpus(4), 32.0);
}

void TestImportsWindow::a_file_that_changes_nothing_has_options() {
    // The page that is read is the open scenario; another page says something else.
    const QByteArray both = two_pages();
    const QByteArray spare = both.mid(both.lastIndexOf("<diagram"));
    drop({write("pages.drawio", drawing_with("</mxfile>", spare))});
    QVERIFY2(said().contains(QStringLiteral("nothing is changed")), qPrintable(said()));
    press_options_of_the_message();
}

void TestImportsWindow::a_project_started_by_a_file_has_options() {
    m_window->actions().get("file.close")->trigger();
    drop({write("pages.drawio", two_pages())});
    QVERIFY2(said().contains(QStringLiteral("has no file yet")), qPrintable(said()));
    press_options_of_the_message();
}

/// In a small window with large text the buttons stay inside of it.
void TestImportsWindow::many_options_are_scrolled() {
    const QString script = write(
        "pretrain.sh", "python pretrain_gpt.py --num-layers 12 --hidden-size 768 --num-attention-heads 12 "
                       "--seq-length 1024 --vocab-size 50304 --micro-batch-size 4 --global-batch-size 64 "
                       "--bf16 --nproc_per_node 8 --nnodes 2\n");
    m_window->actions().get("file.close")->trigger();
    for (const int text : {100, 150}) {
        while (m_session->text_size() < text) m_window->actions().get("view.text-larger")->trigger();
        m_window->resize(1024, 700);
        QSize size;
        int hidden = 0;
        test::WhenAsked asked(
            [&](QDialog& dialog) {
                QTest::qWait(50);
                size = dialog.size();
                const auto* const area = dialog.findChild<QScrollArea*>();
                QVERIFY(area && area->widget());
                hidden = area->widget()->height() - area->viewport()->height();
                QVERIFY(area->widget()->width() <= area->viewport()->width());
                for (const QPushButton* each : dialog.findChildren<QPushButton*>())
                    QVERIFY2(dialog.rect().contains(each->mapTo(&dialog, each->rect().bottomRight())),
                             qPrintable(each->text()));
            },
            options_dialog);
        m_window->open_paths({script}, true);
        QVERIFY(asked.was_asked());
        QVERIFY2(size.height() <= m_window->height(), qPrintable(QString::number(size.height())));
        QVERIFY2(hidden == 0 || size.height() > m_window->height() - 40,
                 qPrintable(QStringLiteral("%1 px are hidden").arg(hidden)));
    }
}

QTEST_MAIN(TestImportsWindow)
#include "test_imports_window.moc"
