// SPDX-License-Identifier: GPL-3.0-or-later
// A project whose names are HTML: every view shows them as they are written, and no file that they name is
// opened.
#include "app/gui/commands/command_search.h"
#include "app/gui/flows/export_flow.h"
#include "app/gui/flows/file_flow.h"
#include "app/gui/flows/print_flow.h"
#include "app/gui/flows/session.h"
#include "app/gui/pages/chart_area.h"
#include "app/gui/pages/message_bar.h"
#include "app/gui/window/main_window.h"
#include "app/gui/window/project_page.h"
#include "app/gui/window/project_panels.h"
#include "app/gui/window/workspace_switch.h"
#include "core/base/catalog/catalog.h"
#include "tests/support/hostile_project.h"
#include "tests/support/open_watch.h"
#include "tests/support/set_count.h"
#include "tests/support/text_recorder.h"
#include "tests/support/tip_walk.h"
#include "tests/support/visible_texts.h"
#include "widgets/bill/bill_view.h"
#include "widgets/canvas/paint/drawing_pages.h"
#include "widgets/canvas/paint/picture.h"
#include "widgets/canvas/tools/link_chooser.h"
#include "widgets/canvas/tools/link_layer.h"
#include "widgets/canvas/view/canvas.h"
#include "widgets/canvas/view/canvas_clipboard.h"
#include "widgets/canvas/view/find_bar.h"
#include "widgets/charts/chart.h"
#include "widgets/elevation/rack_elevation.h"
#include "widgets/fields/choice_edit.h"
#include "widgets/fields/text.h"
#include "widgets/inspector/inspector.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QAction>
#include <QComboBox>
#include <QDialog>
#include <QDockWidget>
#include <QGroupBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPaintDevice>
#include <QPaintEngine>
#include <QPdfWriter>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QRectF>
#include <QSet>
#include <QSignalSpy>
#include <QTabBar>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeView>
#include <QXmlStreamReader>

using namespace roofrack;

namespace {

/// For a file name and as part of names: HTML, a key's mark and the mark of what is not saved.
const QString file_name = QStringLiteral("<b>R&D[*]<img src='bait.png'>.roofrack.json");

QByteArray read(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

bool is_xml(const QByteArray& bytes) {
    QXmlStreamReader reader(bytes);
    while (!reader.atEnd()) reader.readNext();
    return !bytes.isEmpty() && !reader.hasError();
}

} // namespace

class TestHostileWindow : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    QString m_bait, m_fifo;
    std::unique_ptr<test::OpenWatch> m_bait_watch;
    std::unique_ptr<test::FifoWatch> m_fifo_watch;
    std::unique_ptr<Session> m_session;
    std::unique_ptr<MainWindow> m_window;
    const QString m_tag = QStringLiteral("<img");
    QStringList m_faults;
    int m_tips = 0;

    QString path(const QString& name) const { return m_folder.filePath(name); }
    MainWindow& window() { return *m_window; }
    Document& document() { return m_window->document(); }
    ProjectPage& page() { return *m_window->page(); }
    /// Every tag that makes Qt open a file.
    QString html() const {
        QString text;
        for (const QString& file : {m_bait, m_fifo})
            text += QStringLiteral("<img src='file://%1'><img src='%1'><link rel='stylesheet' href='%1'>"
                                   "<table background='%1'>")
                        .arg(file);
        return text + QStringLiteral("R&D ");
    }
    QString write(const QString& name, const std::string& text) {
        QFile file(path(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(text.c_str()) < 0)
            qFatal("no room for test files");
        return file.fileName();
    }
    QString hostile_file() {
        test::HostileProject project(
            read(QStringLiteral(ROOFRACK_SOURCE_DIR "/samples/dgx-h100-su.roofrack.json")).toStdString(),
            html().toStdString());
        project.mark_ids();
        project.use_own_model();
        return write(file_name, project.text());
    }
    bool open(const QString& file) {
        QSignalSpy settled(m_window.get(), &MainWindow::settled);
        return window().files().open(file.toStdString()) && (settled.count() > 0 || settled.wait(30000));
    }
    std::vector<std::string> ids() {
        std::vector<std::string> all;
        for (const Element& element : document().cluster().elements) all.push_back(element.id);
        for (const Link& link : document().cluster().links) all.push_back(link.id);
        return all;
    }

    void look() {
        m_faults += test::rich_labels(m_tag);
        m_faults.removeDuplicates();
    }
    static bool has_unseen(const QString& text) {
        return std::ranges::any_of(text.toUcs4(),
                                   [](uint code) { return QChar::category(code) == QChar::Other_Format; });
    }
    /// Text that is not edited.
    static void note_unseen(const QWidget& root, QSet<QString>& seen) {
        for (const auto& [where, text] : test::VisibleTexts(root).texts)
            if (has_unseen(text) && !(where.endsWith(QStringLiteral(" text")) && where.contains(u"Edit")))
                seen << where + QStringLiteral(": ") + text.toHtmlEscaped().left(80);
    }
    static void note_unseen(const test::TextRecorder& painted, const QString& where, QSet<QString>& seen) {
        for (const test::PaintedText& text : painted.texts)
            if (has_unseen(text.text)) seen << where + QStringLiteral(": ") + text.text.left(80);
    }
    test::TipWalk tip_walk() {
        return test::TipWalk([this] {
            if (const QLabel* tip = test::shown_tip()) {
                ++m_tips;
                if (test::is_rich(*tip, m_tag)) m_faults << QStringLiteral("tip ") + tip->text().left(80);
            }
        });
    }
    void walk(QWidget& root) {
        look();
        tip_walk().walk(root);
        root.grab();
    }
    void walk_drawing() {
        Canvas& canvas = page().canvas();
        canvas.camera().fit();
        test::TipWalk tips = tip_walk();
        for (const Overlay overlay : all_overlays) {
            canvas.shown().set_overlay(overlay);
            for (const DrawnElement& element : canvas.drawing().elements())
                tips.ask(*canvas.viewport(), canvas.mapFromScene(element.rect.center()));
            for (const DrawnLink& link : canvas.drawing().links())
                tips.ask(*canvas.viewport(), canvas.mapFromScene(link.path.pointAtPercent(0.5)));
        }
    }
    /// Whatever dialog or menu opens during `action` is looked at and closed again.
    void walk_modal(const std::function<void()>& action) {
        QTimer timer;
        connect(&timer, &QTimer::timeout, this, [&] {
            QWidget* shown = QApplication::activePopupWidget();
            if (!shown) shown = QApplication::activeModalWidget();
            if (!shown || shown->property("seen").toBool()) return;
            shown->setProperty("seen", true);
            if (!shown->inherits("QFileDialog")) walk(*shown);
            shown->close();
        });
        timer.start(20);
        action();
    }
    void walk_dialogs() {
        QList<QPointer<QDialog>> dialogs;
        for (QWidget* other : QApplication::topLevelWidgets()) dialogs << qobject_cast<QDialog*>(other);
        for (const QPointer<QDialog>& dialog : dialogs)
            if (dialog && dialog->isVisible()) {
                for (auto* tree : dialog->findChildren<QTreeView*>()) tree->expandAll();
                walk(*dialog);
                dialog->close();
            }
    }

private Q_SLOTS:
    void init() {
        static int number = 0;
        const QString each = QString::number(++number);
        m_bait = path(QStringLiteral("bait%1.png").arg(each));
        m_fifo = path(QStringLiteral("fifo%1").arg(each));
        QVERIFY(QImage(8, 8, QImage::Format_RGB32).save(m_bait));
        m_bait_watch = std::make_unique<test::OpenWatch>(m_bait);
        m_fifo_watch = std::make_unique<test::FifoWatch>(m_fifo);
        QVERIFY(m_bait_watch->watches() && m_fifo_watch->watches());
        m_window.reset();
        m_session = std::make_unique<Session>(path(QStringLiteral("settings%1.ini").arg(each)));
        m_session->set_appearance(Session::Appearance::light);
        m_window = std::make_unique<MainWindow>(Catalog::built_in(), *m_session);
        m_window->resize(1600, 1000);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
        m_faults.clear();
        m_tips = 0;
    }
    void cleanup() {
        QVERIFY2(!m_bait_watch->was_opened(), "the picture was opened");
        QVERIFY2(!m_fifo_watch->was_opened(), "the FIFO was opened");
        QCOMPARE(m_faults, QStringList());
    }

    void every_panel_shows_text_data() {
        QTest::addColumn<QString>("file");
        QTest::newRow("its own") << QString();
        for (const char* name : {"html", "zero", "fifo"}) QTest::newRow(name) << QString::fromLatin1(name);
    }
    void every_panel_shows_text() {
        QFETCH(QString, file);
        QString project = hostile_file();
        if (!file.isEmpty()) {
            const QByteArray given = read(qEnvironmentVariable("ROOFRACK_DATA") +
                                          QStringLiteral("/hostile/%1.roofrack.json").arg(file));
            if (given.isEmpty()) QSKIP("ROOFRACK_DATA names no folder with hostile projects");
            project =
                write(file + QStringLiteral(".roofrack.json"),
                      QByteArray(given).replace("fifo-made-by-the-test", m_fifo.toUtf8()).toStdString());
        }
        QVERIFY(open(project));
        for (QDockWidget* dock : page().panels().docks()) page().panels().show(dock->objectName());
        page().panels().show(QStringLiteral("bill"));
        page().panels().show(QStringLiteral("reliefs"));
        QTRY_VERIFY(!page().bill().is_counting());
        walk(window());
        auto* inspector = window().findChild<Inspector*>();
        for (const std::string& id : ids()) {
            document().selection().set_one(id);
            page().panels().show(QStringLiteral("inspector"));
            QTest::qWait(1);
            walk(*inspector);
        }
        document().selection().set(ids());
        walk(*inspector);
        walk_drawing();
        QVERIFY(m_tips > 100);
    }

    void racks_and_choices_show_text() {
        QVERIFY(open(hostile_file()));
        test::TipWalk tips = tip_walk();
        auto* elevation = window().findChild<RackElevation*>();
        for (const Element& element : document().cluster().elements)
            if (element.kind == ElementKind::server) document().selection().set_one(element.id);
        page().panels().show(QStringLiteral("elevation"));
        QTRY_VERIFY(elevation->isVisible());
        tips.walk_grid(*elevation->viewport(), 24);
        page().panels().show(QStringLiteral("inspector"));
        for (auto* box : window().findChildren<ChoiceEdit*>())
            if (box->isVisible()) tips.walk_choices(*box);
    }

    void the_selected_element_is_named_as_it_is_written() {
        QVERIFY(open(hostile_file()));
        page().panels().show(QStringLiteral("inspector"));
        const Element& element = document().cluster().elements.front();
        document().selection().set_one(element.id);
        QTest::qWait(1);
        bool named = false;
        for (const QLabel* label : window().findChild<Inspector*>()->findChildren<QLabel*>())
            named = named || (label->isVisible() && label->textFormat() == Qt::PlainText &&
                              label->text().contains(to_qt(element.name)));
        QVERIFY(named);
    }

    void what_is_not_seen_is_shown() {
        // Marks and turns of direction, no width, a tag: all of them hide or move what stands beside them.
        const QString unseen = QString::fromUtf8("A\u202e\u200f\u061c\u200b\u2066B\U000e0041 ");
        test::HostileProject project(
            read(QStringLiteral(ROOFRACK_SOURCE_DIR "/samples/dgx-h100-su.roofrack.json")).toStdString(),
            unseen.toStdString());
        project.mark_ids();
        project.use_own_model();
        QVERIFY(open(write(QString(file_name).prepend(unseen), project.text())));
        for (QDockWidget* dock : page().panels().docks()) page().panels().show(dock->objectName());
        page().panels().show(QStringLiteral("bill"));
        page().panels().show(QStringLiteral("reliefs"));
        QTRY_VERIFY(!page().bill().is_counting());
        QSet<QString> seen;
        for (const std::string& id : ids()) {
            document().selection().set_one(id);
            page().panels().show(QStringLiteral("inspector"));
            QTest::qWait(1);
            note_unseen(window(), seen);
        }
        document().selection().set(ids());
        note_unseen(window(), seen);
        test::set_count(document(), document().cluster().elements.front().id, 3); // and its name in Undo
        note_unseen(window(), seen);
        for (const Chart* chart : page().charts().all()) {
            test::TextRecorder recorder({1000, 600});
            chart->paint(recorder, {.size = {1000, 600}}, true);
            note_unseen(recorder, chart->id(), seen);
        }
        for (const Overlay overlay : all_overlays) {
            page().canvas().shown().set_overlay(overlay);
            test::TextRecorder recorder({4000, 3000});
            QPainter painter(&recorder);
            paint_picture(painter, {0, 0, 4000, 3000}, page().canvas().drawing(),
                          page().canvas().shown().overlay_style(), Theme::light(), {});
            note_unseen(recorder, QStringLiteral("drawing"), seen);
        }
        QCOMPARE(QStringList(seen.values()).join(u'\n'), QString());
        QVERIFY(window().windowHandle()->title().contains(QStringLiteral("\\u202e\\u200f\\u061c")));

        // The name itself is as it was, and stays so when it is not edited.
        document().undo();
        const std::string name = document().cluster().elements.front().name;
        QVERIFY(to_qt(name) != as_written(name));
        document().selection().set_one(document().cluster().elements.front().id);
        QTest::qWait(1);
        for (auto* edit : window().findChildren<QLineEdit*>())
            if (edit->isVisible() && edit->text() == as_written(name)) {
                edit->setFocus();
                QTest::keyClick(edit, Qt::Key_Return);
            }
        QCOMPARE(document().cluster().elements.front().name, name);
        QVERIFY(document().is_clean());
    }

    void links_searches_and_explanations_show_text() {
        QVERIFY(open(hostile_file()));
        Canvas& canvas = page().canvas();
        const auto& elements = document().cluster().elements;
        document().selection().set({elements[1].id, elements[3].id});
        QTest::qWait(1);
        walk(canvas); // the way between the two
        window().actions().get("tool.link-two")->trigger();
        if (auto* chooser = window().findChild<LinkChooser*>()) walk(*chooser);
        for (const char* id : {"edit.find", "view.search"}) {
            window().actions().get(id)->trigger();
            for (QWidget* bar : {static_cast<QWidget*>(window().findChild<FindBar*>()),
                                 static_cast<QWidget*>(window().findChild<CommandSearch*>())})
                if (bar && bar->isVisible()) {
                    bar->findChild<QLineEdit*>()->setText(QStringLiteral("img"));
                    walk(*bar);
                    bar->hide();
                }
        }
        for (const char* part : {"power", "step_time", "it_power"}) {
            Q_EMIT page().explain_requested(QLatin1String(part));
            walk_dialogs();
        }
        window().actions().get("search.start")->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(window().actions().get("search.start")->isEnabled(), 60000);
        walk(page().charts());
    }

    void every_command_shows_text() {
        QVERIFY(open(hostile_file()));
        for (QAction* action : window().actions().all()) {
            const QString id = action->objectName();
            if (id == u"file.quit" || id == u"view.full-screen" || id == u"file.samples.menu" ||
                !action->isEnabled())
                continue;
            if (!window().files().has_project()) QVERIFY(open(hostile_file()));
            if (const auto& elements = document().cluster().elements; !elements.empty())
                document().selection().set_one(elements.front().id);
            walk_modal([&] { action->trigger(); });
            QTest::qWait(5);
            look();
            walk_dialogs();
        }
        if (!window().files().has_project()) QVERIFY(open(hostile_file()));
        for (auto* menu : window().findChildren<QMenu*>()) walk_modal([&] { menu->popup({10, 10}); });
    }

    void remarks_questions_and_refusals_show_text() {
        QVERIFY(open(hostile_file())); // with keys that are not known
        QVERIFY(window().messages().isVisible());
        for (auto* button : window().messages().findChildren<QPushButton*>()) button->click();
        walk_dialogs();
        test::set_count(document(), document().cluster().elements.front().id, 3);
        QVERIFY(window().actions().get("edit.undo")->text().contains(QStringLiteral("R&&D")));
        walk_modal([&] { window().files().close(); });
        QVERIFY(window().files().has_project());
        window().files().save_to((path(QStringLiteral("none/")) + file_name).toStdString());
        QVERIFY(window().messages().text().contains(QStringLiteral("<b>R&D[*]")));
        walk(window().messages());
    }

    void titles_and_recent_projects_keep_their_signs() {
        QVERIFY(open(hostile_file()));
        const QString name = QStringLiteral("<b>R&D[*]<img src='bait.png'>");
        QVERIFY(window().windowHandle()->title().startsWith(name));
        test::set_count(document(), document().cluster().elements.front().id, 3);
        QVERIFY(window().windowHandle()->title().startsWith(name + u'*'));
        QMenu* recent = window().actions().submenu("file.recent.menu");
        Q_EMIT recent->aboutToShow();
        QCOMPARE(recent->actions().constFirst()->text(),
                 QString(file_name).replace(u'&', QStringLiteral("&&")));
        document().undo();
        QVERIFY(window().files().close());
        QTest::qWait(50);
        walk(window());
        QVERIFY(std::ranges::any_of(window().findChildren<QPushButton*>(), [](const QPushButton* button) {
            return button->isVisible() &&
                   button->text() == QString(file_name).replace(u'&', QStringLiteral("&&"));
        }));
    }

    void pictures_and_prints_hold_text() {
        test::HostileProject project(
            read(QStringLiteral(ROOFRACK_SOURCE_DIR "/samples/dgx-h100-su.roofrack.json")).toStdString(),
            html().toStdString() + "\x01\x1b\xef\xbf\xbf");
        QVERIFY(open(write(file_name, project.text())));
        for (const Element& element : document().cluster().elements)
            if (element.kind == ElementKind::server) document().selection().set_one(element.id);
        auto* elevation = window().findChild<RackElevation*>();
        page().panels().show(QStringLiteral("elevation"));
        QTRY_VERIFY(elevation->isVisible());
        for (const char* format : {"svg", "pdf", "png"}) {
            const QString ending = QLatin1String(format);
            const QString drawing = path(QStringLiteral("drawing.") + ending),
                          racks = path(QStringLiteral("racks.") + ending);
            DrawingOptions options;
            options.title = html();
            const Canvas& canvas = page().canvas();
            QVERIFY(save_picture(drawing.toStdString(), canvas.drawing(), canvas.shown().overlay_style(),
                                 Theme::light(), options));
            QVERIFY(elevation->save_picture(racks.toStdString()));
            QVERIFY(export_charts_to(page().charts(), m_folder.path(), ending, window().theme(),
                                     window().messages()) > 0);
        }
        int pictures = 0;
        for (const QString& file : QDir(m_folder.path()).entryList({QStringLiteral("*.svg")})) {
            QVERIFY2(is_xml(read(path(file))), qPrintable(file));
            ++pictures;
        }
        QVERIFY(pictures >= 3);
        QPdfWriter paper(path(QStringLiteral("print.pdf")));
        print_drawing(paper, page().canvas(), page_title(document()), {1, 1});
        page().canvas().clipboard().copy();
        page().canvas().clipboard().copy_picture();
    }
};

QTEST_MAIN(TestHostileWindow)
#include "test_hostile_window.moc"
