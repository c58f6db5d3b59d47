// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/flows/file_flow.h"
#include "app/gui/flows/search_flow.h"
#include "app/gui/flows/trace_flow.h"
#include "app/gui/pages/chart_area.h"
#include "app/gui/pages/message_bar.h"
#include "app/gui/pages/remarks_dialog.h"
#include "app/gui/pages/samples.h"
#include "app/gui/window/main_window.h"
#include "app/gui/window/project_page.h"
#include "app/gui/window/project_panels.h"
#include "app/gui/window/workspace_switch.h"
#include "core/measured/measure/published/built_in_runs.h"
#include "core/measured/measure/validate.h"
#include "core/step/search/search.h"
#include "core/study/scenario_like.h"
#include "tests/support/gathered_texts.h"
#include "tests/support/language_faults.h"
#include "tests/support/pseudo_language.h"
#include "widgets/canvas/paint/picture.h"
#include "widgets/canvas/text/hover_text.h"
#include "widgets/canvas/text/overlay_hover.h"
#include "widgets/canvas/view/canvas.h"
#include "widgets/charts/chart.h"

#include "core/drawing/project/project_file.h"
#include "tests/support/sample_window.h"

#include <QApplication>
#include <QDialog>
#include <QDockWidget>
#include <QMenu>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>
#include <QTextBlock>
#include <QTextBrowser>
#include <QTimer>

#include <memory>

using namespace roofrack;

/// The window, its dialogs and pictures in a language of longer words: nothing stays English, nothing is cut
/// off.
class TestPseudoLanguage : public QObject {
    Q_OBJECT

private:
    test::PseudoLanguage m_language;
    QTemporaryDir m_folder;
    std::unique_ptr<Session> m_session;
    std::unique_ptr<MainWindow> m_window;
    test::LanguageFaults m_faults;

    MainWindow& window() { return *m_window; }

    /// Whatever dialog or menu opens during `action` is looked at and closed again.
    void check_modal(const std::function<void()>& action, const QString& where) {
        QTimer look;
        connect(&look, &QTimer::timeout, this, [&] {
            QWidget* shown = QApplication::activePopupWidget();
            if (!shown) shown = QApplication::activeModalWidget();
            if (!shown || shown->property("seen").toBool()) return;
            shown->setProperty("seen", true);
            check_texts(*shown);
            if (!shown->inherits("QFileDialog")) m_faults.layout(*shown, where);
            shown->close();
        });
        look.start(20);
        action();
    }
    /// What the core says in what the window shows by now: an evaluation or a search may end at any turn of
    /// the event loop.
    void learn_what_is_shown() {
        if (!window().files().has_project()) return;
        const auto shown = window().page()->charts().data();
        if (!shown) return;
        if (shown->evaluation()) m_faults.known.add_core(*shown->evaluation());
        if (shown->search) m_faults.known.add_core(shown->search->result);
    }
    void check_texts(const QWidget& widget) {
        learn_what_is_shown();
        m_faults.texts(widget);
    }
    bool open_sample(const QString& id) {
        if (!test::open_sample(*m_window, id)) return false;
        m_faults.known.add_project(
            QByteArray::fromStdString(project_text(m_window->document().project(), Catalog::built_in())));
        m_faults.known.add_core(*m_window->page()->charts().data()->evaluation());
        m_faults.known.add_core(m_window->document().scenario());
        return true;
    }

private Q_SLOTS:
    void initTestCase() {
        QVERIFY(load_fonts());
        QCoreApplication::installTranslator(&m_language);
        m_session = std::make_unique<Session>(m_folder.filePath(QStringLiteral("settings.ini")));
        m_session->set_appearance(Session::Appearance::light);
        m_window = std::make_unique<MainWindow>(Catalog::built_in(), *m_session);
        m_window->resize(1600, 1000);
        m_window->show();
        for (const Sample& sample : samples())
            m_faults.known.add_project(QByteArray(sample.contents.data(), qsizetype(sample.contents.size())));
        for (const Sample& sample : samples()) m_faults.known.add(sample.id());
    }
    void cleanupTestCase() {
        m_window.reset();
        QCoreApplication::removeTranslator(&m_language);
    }
    void cleanup() { m_faults.take(); }

    void a_text_is_longer_and_what_is_no_word_stays() {
        const auto pseudo = &test::PseudoLanguage::in_pseudo;
        QCOMPARE(pseudo(QStringLiteral("Step time")),
                 QStringLiteral("⟦Šťéþ ťîɱé·⟧").replace(u'þ', pseudo(QStringLiteral("p"))[1]));
        QVERIFY(pseudo(QStringLiteral("%1 of %L2, %n")).contains(QStringLiteral("%1 ")));
        for (const char* kept :
             {"%1", "%L2", "%n", "&F", "Ctrl+K", "(*.png", "<b>", "</b>", "&nbsp;", "[*]", ";;"})
            QVERIFY2(pseudo(QStringLiteral("aa ") + QLatin1String(kept) + QStringLiteral(" bb"))
                         .contains(QLatin1String(kept)),
                     kept);
        const QString rich = pseudo(QStringLiteral("<p>one <b>two</b></p>"));
        QVERIFY(rich.startsWith(QStringLiteral("<p>⟦")) && rich.endsWith(QStringLiteral("⟧</b></p>")));
        for (const char* text : {"Only a sentence, as long as many of them are.", "Undo", "Oversubscription"})
            QVERIFY(pseudo(QLatin1String(text)).size() >= qsizetype(qstrlen(text) * 1.25));
    }

    void what_is_no_translation_is_found() {
        const auto pseudo = [](const char* text) {
            return test::PseudoLanguage::in_pseudo(QLatin1String(text));
        };
        QWidget box;
        QHBoxLayout row(&box);
        row.addWidget(new QLabel(QStringLiteral("Power limit"), &box));
        auto* button = new QPushButton(pseudo("Search again"), &box);
        button->setFixedWidth(40);
        row.addWidget(button);
        row.addWidget(new QLabel(pseudo("Racks") + u' ' + pseudo("of a kind"), &box));
        box.show();
        m_faults.texts(box);
        m_faults.layout(box, {});
        const QString faults = m_faults.take().join(u'\n');
        QVERIFY2(faults.contains(QStringLiteral("“Power limit”")), qPrintable(faults));
        QVERIFY2(faults.contains(QStringLiteral("no room")), qPrintable(faults));
        QVERIFY2(faults.contains(QStringLiteral("pieced together")), qPrintable(faults));
        QCOMPARE(m_faults.known.plain_words(QStringLiteral("⟦Łóáď⟧ 40.8 kW · H100")), QString());
        QCOMPARE(m_faults.known.plain_words(QStringLiteral("40.8 kW mean")), QStringLiteral("mean"));
    }

    void the_welcome_page_is_translated() {
        QTest::qWait(50);
        m_faults.texts(window());
        m_faults.layout(window(), QStringLiteral("welcome"));
        QCOMPARE(m_faults.report(), 0);
    }

    void the_window_is_translated_data() {
        QTest::addColumn<QString>("sample");
        for (const char* id : {"shared-a100-hot-rack", "dgx-h100-su", "llama3-405b-16k", "generic-100m-2gpu"})
            QTest::newRow(id) << QString::fromLatin1(id);
    }
    void the_window_is_translated() {
        QFETCH(QString, sample);
        QVERIFY(open_sample(sample));
        m_faults.layout(window(), sample);
        for (QDockWidget* dock : window().page()->panels().docks()) {
            window().page()->panels().show(dock->objectName());
            m_faults.layout(*dock, dock->objectName());
        }
        m_faults.texts(window());
        const Cluster cluster = window().document().cluster();
        std::vector<std::string> ids;
        for (const Element& element : cluster.elements) ids.push_back(element.id);
        for (const Link& link : cluster.links) ids.push_back(link.id);
        const auto* inspector = window().findChild<QDockWidget*>(QStringLiteral("inspector"));
        window().page()->panels().show(inspector->objectName());
        for (const std::string& id : ids) {
            window().document().selection().set_one(id);
            m_faults.texts(*inspector);
            m_faults.layout(*inspector, to_qt(id));
        }
        window().document().selection().set(ids);
        m_faults.texts(*inspector);
        window().page()->workspaces().reset();
        QCOMPARE(m_faults.report(), 0);
    }

    void the_drawing_is_translated_data() { the_window_is_translated_data(); }
    void the_drawing_is_translated() {
        QFETCH(QString, sample);
        QVERIFY(open_sample(sample));
        Canvas& canvas = window().page()->canvas();
        const Cluster& cluster = window().document().cluster();
        const Scenario& scenario = window().document().scenario();
        const auto prepared = Prepared::make(scenario, Catalog::built_in());
        QVERIFY(prepared);
        const DrawingLoads loads = drawing_loads(*prepared, *canvas.evaluation());
        std::vector<std::string> ids;
        for (const Element& element : cluster.elements) ids.push_back(element.id);
        for (const Link& link : cluster.links) ids.push_back(link.id);
        for (const std::string& id : ids)
            m_faults.text(QStringLiteral("hover"),
                          hover_text(id, cluster, Catalog::built_in(), canvas.evaluation()));
        for (const Overlay overlay : all_overlays) {
            canvas.set_overlay(overlay);
            const QSize size = picture_size(canvas.drawing(), canvas.overlay_style());
            test::TextRecorder recorder(size);
            QPainter painter(&recorder);
            paint_picture(painter, QRectF(QPointF(), QSizeF(size)), canvas.drawing(), canvas.overlay_style(),
                          canvas.theme());
            painter.end();
            m_faults.painted(recorder.texts, size, QStringLiteral("drawing, ") + id_of(overlay));
            for (const std::string& id : ids)
                m_faults.text(QStringLiteral("hover, ") + id_of(overlay),
                              overlay_hover(id, overlay, cluster, canvas.evaluation(), &loads));
        }
        QCOMPARE(m_faults.report(), 0);
    }

    void commands_dialogs_and_messages_are_translated() {
        QVERIFY(open_sample(QStringLiteral("dgx-h100-su")));
        const auto first = make_template(list_templates().front().name, {}, Catalog::built_in());
        QVERIFY(first); // the wizard shows its figures, by its plan and, once found, by the fastest one
        const Scenario& drawn = first->scenarios.front();
        for (const Scenario& shown : {drawn, with_fastest_plan(drawn, Catalog::built_in())})
            m_faults.known.add_core(cluster_summary(shown, Catalog::built_in()));
        // A search of plans that a command starts may end before its table is read.
        const auto prepared = Prepared::make(window().document().scenario(), Catalog::built_in());
        QVERIFY(prepared);
        const auto plans = search(*prepared, {});
        QVERIFY(plans.has_value());
        m_faults.known.add_core(*plans);
        const auto runs =
            validate_table(built_in_runs(), {}, Catalog::built_in(), CostParameters::built_in());
        QVERIFY(runs.has_value());
        for (const ValidatedRow& row : runs->rows) m_faults.known.add_assumptions(row.assumed);
        const std::vector<QAction*> actions = window().actions().all();
        for (QAction* action : actions) {
            const QString id = action->objectName();
            if (id == u"file.quit" || id == u"view.full-screen" || !action->isEnabled()) continue;
            const Cluster& cluster = window().document().cluster();
            if (!cluster.elements.empty())
                window().document().selection().set_one(cluster.elements.back().id);
            check_modal([&] { action->trigger(); }, id);
            QTest::qWait(5);
            m_faults.known.add_core(window().document().scenario());
            learn_what_is_shown();
            if (!window().messages().text().isEmpty()) m_faults.text(id, window().messages().text());
            for (QWidget* other : QApplication::topLevelWidgets())
                if (other != m_window.get() && other->isVisible()) {
                    // A page of the guide is a document, written in one language; its title is its first
                    // line.
                    if (const auto* page = other->findChild<QTextBrowser*>())
                        m_faults.known.add(page->document()->begin().text());
                    check_texts(*other);
                    m_faults.layout(*other, id);
                    other->close();
                }
            if (!window().files().has_project()) QVERIFY(open_sample(QStringLiteral("dgx-h100-su")));
        }
        check_texts(window());
        m_faults.layout(window(), QStringLiteral("after all commands"));
        QCOMPARE(m_faults.report(), 0);
    }

    /// Of all that was asked for above, so that a tool finds it for the translators.
    void what_is_asked_for_can_be_gathered() {
        const QString root = QStringLiteral(ROOFRACK_SOURCE_DIR);
        const test::GatheredTexts gathered(
            {root + QStringLiteral("/widgets"), root + QStringLiteral("/app")});
        QStringList lost;
        const auto& asked = m_language.asked();
        for (auto context = asked.begin(); context != asked.end(); ++context) {
            if (context.key().startsWith(u'Q') && context.key() != u"QObject") continue; // Qt's own
            for (const QString& text : *context)
                if (!gathered.has(context.key(), text)) lost << context.key() + QStringLiteral(": ") + text;
        }
        QVERIFY(asked.size() > 50);
        QVERIFY2(lost.isEmpty(), qPrintable(lost.join(u'\n')));
    }
};

QTEST_MAIN(TestPseudoLanguage)
#include "test_pseudo_language.moc"
