// SPDX-License-Identifier: GPL-3.0-or-later
// Editing in the very window that users see: the history, finding, several items, the outline, messages.
#include "app/gui/commands/command_search.h"
#include "app/gui/pages/message_bar.h"
#include "app/gui/window/main_window.h"
#include "app/gui/window/project_page.h"
#include "app/gui/window/project_panels.h"
#include "core/base/catalog/catalog.h"
#include "tests/support/sample_window.h"
#include "tests/support/set_count.h"
#include "widgets/bill/bill_view.h"
#include "widgets/canvas/view/canvas.h"
#include "widgets/canvas/view/find_bar.h"
#include "widgets/history/history_view.h"
#include "widgets/inspector/several_panel.h"
#include "widgets/palette/outline.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QDockWidget>
#include <QGuiApplication>
#include <QLineEdit>
#include <QListWidget>
#include <QMimeData>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <iterator>
#include <memory>
#include <tuple>

using namespace roofrack;

namespace {

void show(QWidget& widget, const char* name) {
    const QString folder = qEnvironmentVariable("ROOFRACK_PICTURES"); // for eyes
    if (folder.isEmpty()) return;
    QTest::qWait(100); // until the panels have their sizes
    widget.grab().save(folder + QLatin1Char('/') + QLatin1String(name) + QStringLiteral(".png"));
}

} // namespace

class TestEditWindow : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void the_history_opens_and_goes_back();
    void find_opens_over_the_drawing();
    void the_command_search_goes_to_an_item();
    void several_items_are_edited_together();
    void pasting_junk_is_said_without_a_dialog();
    void a_drag_in_the_outline_moves();
    void laying_out_says_when_nothing_is_loose();
    void keys_belong_to_what_has_the_focus();
    void bare_letters_act_in_the_drawing_only();
    void the_drawing_stays_through_edits_and_undo();

private:
    void trigger(const char* id) { m_window->actions().get(id)->trigger(); }
    Document& document() { return m_window->document(); }
    std::vector<std::string> of_kind(ElementKind kind) {
        std::vector<std::string> ids;
        for (const Element& element : document().cluster().elements)
            if (element.kind == kind) ids.push_back(element.id);
        return ids;
    }

    /// Presses a key as a keyboard does: shortcuts come first, then what has the focus.
    static void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) {
        if (QWidget* focus = QApplication::focusWidget()) QTest::keyClick(focus, key, modifiers);
    }
    void settle() {
        QSignalSpy settled(m_window.get(), &MainWindow::settled);
        settled.wait(700);
        QTest::qWait(100); // what the panels do with it
    }

    QTemporaryDir m_folder;
    std::unique_ptr<Session> m_session;
    std::unique_ptr<MainWindow> m_window;
};

void TestEditWindow::init() {
    static int number = 0;
    m_window.reset();
    m_session = std::make_unique<Session>(m_folder.filePath(QStringLiteral("settings-%1.ini").arg(++number)));
    m_session->set_appearance(Session::Appearance::light);
    m_window = std::make_unique<MainWindow>(Catalog::built_in(), *m_session);
    m_window->resize(1600, 1000);
    m_window->show();
    m_window->activateWindow();
    if (!QTest::qWaitForWindowActive(m_window.get())) qWarning("the window did not become active");
    QVERIFY(test::open_sample(*m_window, QStringLiteral("shared-a100-hot-rack")));
}

void TestEditWindow::the_history_opens_and_goes_back() {
    const Project before = document().project();
    const std::string rack = of_kind(ElementKind::rack).front();
    test::set_count(document(), rack, 7);
    document().end_gesture();
    test::set_count(document(), rack, 9);
    auto* view = m_window->findChild<HistoryView*>();
    QVERIFY(view && !view->isVisible());
    trigger("edit.history");
    QTRY_VERIFY(view->isVisible());
    QTRY_VERIFY(view->hasFocus());
    show(*m_window, "window-history");
    QTest::mouseClick(view->viewport(), Qt::LeftButton, {},
                      view->visualRect(view->model()->index(0, 0)).center());
    QCOMPARE(document().project(), before);
    QCOMPARE(document().undo_stack().count(), 2);
}

void TestEditWindow::find_opens_over_the_drawing() {
    trigger("edit.find");
    auto* bar = m_window->findChild<FindBar*>();
    QVERIFY(bar->isVisible());
    auto* field = bar->findChild<QLineEdit*>();
    QTRY_VERIFY(field->hasFocus());
    QTest::keyClicks(field, QStringLiteral("rack"));
    show(*m_window, "window-find");
    QVERIFY(!document().selection().is_empty());
    QTest::keyClick(field, Qt::Key_Escape);
    QVERIFY(!bar->isVisible());
}

void TestEditWindow::the_command_search_goes_to_an_item() {
    const Element rack = *document().cluster().find(of_kind(ElementKind::rack).front());
    trigger("view.search");
    auto* search = m_window->findChild<CommandSearch*>();
    auto* list = search->findChild<QListWidget*>();
    const QString wanted = QStringLiteral("go to ") + QString::fromStdString(rack.name);
    QTest::keyClicks(search->findChild<QLineEdit*>(), wanted);
    QCOMPARE(list->item(0)->text().toLower(), wanted.toLower());
    show(*m_window, "window-search");
    QTest::keyClick(search->findChild<QLineEdit*>(), Qt::Key_Return);
    QVERIFY(!search->isVisible());
    QCOMPARE(document().selection().primary(), rack.id);
}

void TestEditWindow::several_items_are_edited_together() {
    const auto racks = of_kind(ElementKind::rack);
    QVERIFY(racks.size() > 1);
    document().selection().set(racks);
    auto* panel = m_window->findChild<SeveralPanel*>();
    QVERIFY(panel->isVisible());
    show(*m_window, "window-several");
    for (QLineEdit* field : panel->findChildren<QLineEdit*>()) {
        if (field->accessibleName() != QStringLiteral("Power limit")) continue;
        field->setFocus();
        QTest::keyClicks(field, QStringLiteral("21 kW"));
        QTest::keyClick(field, Qt::Key_Return);
    }
    for (const std::string& rack : racks)
        QCOMPARE(document().cluster().find(rack)->power_limit, Watts(21000));
    QCOMPARE(document().undo_stack().count(), 1);
}

void TestEditWindow::pasting_junk_is_said_without_a_dialog() {
    const Project before = document().project();
    QGuiApplication::clipboard()->setText(QStringLiteral("a shopping list"));
    trigger("edit.paste");
    QVERIFY(!QApplication::activeModalWidget());
    QVERIFY2(m_window->messages().text().contains(QStringLiteral("not a piece of a drawing")),
             qPrintable(m_window->messages().text()));
    QCOMPARE(document().project(), before);
}

void TestEditWindow::a_drag_in_the_outline_moves() {
    auto* outline = m_window->findChild<Outline*>();
    auto* model = static_cast<OutlineModel*>(outline->model());
    const std::string server = of_kind(ElementKind::server).front();
    std::string goal;
    for (const std::string& rack : of_kind(ElementKind::rack))
        if (rack != document().cluster().find(server)->parent) goal = rack;
    QVERIFY(!goal.empty());
    const std::unique_ptr<QMimeData> data(model->mimeData({model->index_of(server)}));
    QVERIFY(model->dropMimeData(data.get(), Qt::MoveAction, -1, 0, model->index_of(goal)));
    QTRY_COMPARE(document().cluster().find(server)->parent, goal);
    QVERIFY(document().undo_stack().undoText().startsWith(QStringLiteral("Move ")));
    // A rack does not go into a rack.
    const std::unique_ptr<QMimeData> rack(model->mimeData({model->index_of(goal)}));
    for (const std::string& other : of_kind(ElementKind::rack))
        QVERIFY(!model->canDropMimeData(rack.get(), Qt::MoveAction, -1, 0, model->index_of(other)));
}

void TestEditWindow::laying_out_says_when_nothing_is_loose() {
    trigger("arrange.anew");
    const int steps = document().undo_stack().count();
    document().selection().clear();
    trigger("arrange.automatic");
    QCOMPARE(document().undo_stack().count(), steps);
    QVERIFY(m_window->messages().text().contains(QStringLiteral("has its place")));
}

void TestEditWindow::keys_belong_to_what_has_the_focus() {
    Canvas& canvas = m_window->page()->canvas();
    const Project before = document().project();
    m_window->page()->panels().show(QStringLiteral("bill"));
    auto* table = m_window->page()->bill().findChild<QTableView*>();
    QTRY_VERIFY(table->hasFocus() && table->model()->rowCount() > 2);
    press(Qt::Key_A, Qt::ControlModifier);
    QCOMPARE(table->selectionModel()->selectedRows().size(), table->model()->rowCount());
    QVERIFY(document().selection().ids().empty());
    for (const Qt::Key key : {Qt::Key_Delete, Qt::Key_Backspace}) press(key);
    for (const Qt::Key key : {Qt::Key_X, Qt::Key_D, Qt::Key_V}) press(key, Qt::ControlModifier);
    QCOMPARE(document().project(), before);
    QCOMPARE(document().undo_stack().count(), 0);

    // In the drawing and in the outline, which show what is chosen, they act on it.
    canvas.setFocus();
    press(Qt::Key_A, Qt::ControlModifier);
    QVERIFY(document().selection().ids().size() > 3);
    press(Qt::Key_Delete);
    QVERIFY(document().cluster().elements.empty());
    press(Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(document().project(), before);
    auto* outline = m_window->findChild<Outline*>();
    m_window->page()->panels().show(QStringLiteral("outline"));
    QTRY_VERIFY(outline->hasFocus());
    document().selection().set_one(of_kind(ElementKind::switch_).front());
    const size_t switches = of_kind(ElementKind::switch_).size();
    press(Qt::Key_Delete);
    QCOMPARE(of_kind(ElementKind::switch_).size(), switches - 1);
    press(Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(document().project(), before);
}

void TestEditWindow::bare_letters_act_in_the_drawing_only() {
    Canvas& canvas = m_window->page()->canvas();
    for (const QAction* action : m_window->actions().all())
        for (const QKeySequence& key : action->shortcuts()) {
            const QKeyCombination first = key[0];
            const bool is_bare = !(first.keyboardModifiers() & (Qt::ControlModifier | Qt::AltModifier)) &&
                                 (first.key() < Qt::Key_F1 || first.key() > Qt::Key_F35);
            QVERIFY2(!is_bare || action->shortcutContext() == Qt::WidgetShortcut,
                     qPrintable(action->objectName()));
        }
    const Project before = document().project();
    document().selection().set_one(of_kind(ElementKind::rack).front());
    canvas.camera().set_zoom(1.7, {100, 100});
    const QTransform view = canvas.viewportTransform();
    const auto states = [&] {
        return std::tuple(m_window->actions().get("tool.link")->isChecked(),
                          m_window->actions().get("tool.note")->isChecked(),
                          m_window->actions().get("view.mini-map")->isChecked());
    };
    const auto at_first = states();
    for (QDockWidget* dock : m_window->page()->panels().docks())
        m_window->page()->panels().show(dock->objectName());
    int tried = 0;
    for (QWidget* widget : m_window->findChildren<QWidget*>()) {
        const bool takes_keys = widget->isVisible() && widget->isEnabled() &&
                                (widget->focusPolicy() & Qt::TabFocus) && widget != &canvas &&
                                !canvas.isAncestorOf(widget) && !widget->inherits("QMenu");
        if (!takes_keys) continue;
        widget->setFocus();
        if (QApplication::focusWidget() != widget) continue;
        ++tried;
        for (const Qt::Key key : {Qt::Key_V, Qt::Key_L, Qt::Key_P, Qt::Key_N, Qt::Key_M, Qt::Key_F})
            for (const Qt::KeyboardModifiers modifiers : {Qt::NoModifier, Qt::ShiftModifier}) {
                widget->setFocus();
                press(key, modifiers);
                if (QWidget* list = QApplication::activePopupWidget()) list->close();
            }
        if (auto* field = qobject_cast<QLineEdit*>(widget)) field->undo();
        press(Qt::Key_Escape);
        const QByteArray what = widget->metaObject()->className() + (' ' + widget->objectName().toUtf8());
        QVERIFY2(document().project() == before, what.constData());
        QVERIFY2(canvas.viewportTransform() == view, what.constData());
        QVERIFY2(states() == at_first, what.constData());
    }
    QVERIFY(tried > 20);
    canvas.setFocus();
    press(Qt::Key_L);
    QVERIFY(m_window->actions().get("tool.link")->isChecked());
    press(Qt::Key_F);
    QVERIFY(canvas.viewportTransform() != view);
}

void TestEditWindow::the_drawing_stays_through_edits_and_undo() {
    m_window->resize(1280, 800);
    settle();
    Canvas& canvas = m_window->page()->canvas();
    const auto view = [&] { return canvas.viewportTransform(); };
    const QTransform before = view();
    int kept = 0, moved = 0;
    std::vector<std::string> ids = of_kind(ElementKind::rack);
    std::ranges::copy(of_kind(ElementKind::switch_), std::back_inserter(ids));
    for (const std::string& id : ids) {
        for (const auto& [key, modifiers] : {std::pair(Qt::Key_D, Qt::ControlModifier),
                                             {Qt::Key_Delete, Qt::NoModifier},
                                             {Qt::Key_Right, Qt::NoModifier},
                                             {Qt::Key_Down, Qt::ShiftModifier}}) {
            document().selection().set_one(id);
            canvas.setFocus();
            press(key, modifiers);
            settle();
            if (document().undo_stack().index() == 0) continue; // nothing to the right in a rack
            ++(view() == before ? kept : moved);
            document().end_gesture();
            press(Qt::Key_Z, Qt::ControlModifier);
            QCOMPARE(document().undo_stack().index(), 0);
            settle();
            QVERIFY2(view() == before, id.c_str());
        }
    }
    QVERIFY(kept + moved > 8);
    QVERIFY2(kept > moved, qPrintable(QStringLiteral("%1 kept, %2 moved").arg(kept).arg(moved)));

    // What the user has chosen to see since is not taken back.
    canvas.setFocus();
    document().selection().set_one(of_kind(ElementKind::rack).front());
    press(Qt::Key_D, Qt::ControlModifier);
    canvas.pan_by({33, 21});
    const QTransform chosen = view();
    press(Qt::Key_Z, Qt::ControlModifier);
    settle();
    QCOMPARE(view(), chosen);
}

QTEST_MAIN(TestEditWindow)
#include "test_edit_window.moc"
