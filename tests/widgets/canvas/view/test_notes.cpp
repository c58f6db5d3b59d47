// SPDX-License-Identifier: GPL-3.0-or-later
// Names and notes written where they stand, and the drawing by keyboard and for screen readers alone.
#include "core/base/catalog/catalog.h"
#include "tests/support/random_edits.h"
#include "widgets/canvas/diagram/reading_order.h"
#include "widgets/canvas/view/canvas.h"
#include "widgets/canvas/view/inline_editor.h"
#include "widgets/editor/document.h"

#include <QAccessible>
#include <QContextMenuEvent>
#include <QSignalSpy>
#include <QTest>

using namespace roofrack;
using namespace roofrack::test;

namespace {

void show(const QImage& image, const QString& name) {
    const QString folder = qEnvironmentVariable("ROOFRACK_PICTURES");
    if (!folder.isEmpty()) image.save(folder + QLatin1Char('/') + name + QStringLiteral(".png"));
}

Project rack_and_note() {
    Project project;
    Cluster& cluster = project.scenarios.emplace_back().cluster;
    Element rack = element("rack", ElementKind::rack, {}, {16, 240});
    rack.name = "Rack 1";
    rack.count = 32;
    Element second = element("rack-2", ElementKind::rack, {}, {216, 240});
    second.name = "Rack 2";
    Element server = element("dgx", ElementKind::server, "rack");
    server.part.id = "dgx-h100";
    Element leaf = element("leaf", ElementKind::switch_, {}, {16, 64});
    leaf.name = "Leaf";
    Element note = element("note", ElementKind::note, {}, {440, 64});
    note.text = "Move by May";
    cluster.elements = {rack, second, server, leaf, note};
    cluster.links = {link("up", "dgx", "leaf")};
    return project;
}

} // namespace

class TestNotes : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void a_double_click_writes_a_note();
    void escape_reverts_and_a_click_outside_accepts();
    void the_note_tool_opens_the_new_note();
    void a_note_wraps_to_its_width();
    void f2_renames_anything();
    void tab_walks_in_reading_order();
    void control_and_arrows_choose_neighbours();
    void the_menu_key_opens_at_the_item();
    void items_have_names_figures_states_and_places();
    void pressing_an_item_selects_it();

private:
    QPoint at(const QPointF& scene) const { return m_canvas->viewportTransform().map(scene).toPoint(); }
    QPointF middle(const char* id) const { return m_canvas->drawing().find(id)->rect.center(); }
    InlineEditor* editor() const {
        for (InlineEditor* found : m_canvas->findChildren<InlineEditor*>())
            if (found->isVisible()) return found;
        return nullptr;
    }
    const Element& get(const char* id) const { return *m_document->cluster().find(id); }
    QAccessibleInterface* item(const QString& name) const {
        QAccessibleInterface* canvas = QAccessible::queryAccessibleInterface(m_canvas.get());
        for (int i = 0; i < canvas->childCount(); ++i)
            if (canvas->child(i)->text(QAccessible::Name) == name) return canvas->child(i);
        return nullptr;
    }

    std::unique_ptr<Document> m_document;
    std::unique_ptr<Canvas> m_canvas;
};

void TestNotes::init() {
    m_canvas.reset();
    m_document = std::make_unique<Document>(Catalog::built_in());
    m_document->set_project(rack_and_note());
    m_canvas = std::make_unique<Canvas>(*m_document);
    m_canvas->resize(1000, 800);
    m_canvas->show();
    m_canvas->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_canvas.get()));
    m_canvas->camera().set_zoom(1, {});
    m_canvas->centerOn(300, 300);
    m_canvas->setFocus();
    QTRY_VERIFY(m_canvas->hasFocus());
}

void TestNotes::a_double_click_writes_a_note() {
    QTest::mouseDClick(m_canvas->viewport(), Qt::LeftButton, {}, at(middle("note")));
    InlineEditor* note = editor();
    QVERIFY(note);
    QCOMPARE(note->toPlainText(), QStringLiteral("Move by May"));
    QTRY_VERIFY(note->hasFocus());
    QVERIFY(m_canvas->viewport()->rect().contains(note->geometry()));
    QTest::keyClicks(note, QStringLiteral("Move by June")); // over what is chosen
    QTest::keyClick(note, Qt::Key_Return);                  // a new line
    QTest::keyClicks(note, QStringLiteral("or July"));
    show(m_canvas->grab().toImage(), QStringLiteral("note-editor"));
    QTest::keyClick(note, Qt::Key_Return, Qt::ControlModifier);
    QCOMPARE(get("note").text, std::string("Move by June\nor July"));
    QCOMPARE(m_document->undo_stack().count(), 1);
    QCOMPARE(m_document->undo_stack().undoText(), QStringLiteral("Write note"));
    QVERIFY(!editor());
    QTRY_VERIFY(m_canvas->hasFocus());
    m_document->undo();
    QCOMPARE(m_document->project(), rack_and_note());
}

void TestNotes::escape_reverts_and_a_click_outside_accepts() {
    m_canvas->edit_text("note");
    QTest::keyClicks(editor(), QStringLiteral("never"));
    QTest::keyClick(editor(), Qt::Key_Escape);
    QCOMPARE(m_document->project(), rack_and_note());
    QVERIFY(!editor());
    m_canvas->edit_text("note");
    QTRY_VERIFY(editor()->hasFocus());
    QTest::keyClicks(editor(), QStringLiteral("kept"));
    QTest::mouseClick(m_canvas->viewport(), Qt::LeftButton, {}, at({500, 600}));
    QCOMPARE(get("note").text, std::string("kept"));
    QVERIFY(!editor());
    // What is removed meanwhile takes its editor along.
    m_canvas->edit_text("note");
    m_document->perform<RemoveItems>(std::vector<std::string>{"note"});
    QVERIFY(!editor());
}

void TestNotes::the_note_tool_opens_the_new_note() {
    m_canvas->use_note_tool();
    QTest::mouseClick(m_canvas->viewport(), Qt::LeftButton, {}, at({600, 400}));
    QVERIFY(editor());
    QTest::keyClicks(editor(), QStringLiteral("Hot aisle"));
    QTest::keyClick(editor(), Qt::Key_Return, Qt::ControlModifier);
    QCOMPARE(get(m_document->selection().primary().c_str()).text, std::string("Hot aisle"));
    m_document->undo();
    m_document->undo();
    QCOMPARE(m_document->project(), rack_and_note());
}

void TestNotes::a_note_wraps_to_its_width() {
    m_document->perform<RenameElement>("note", "A long line of words that needs some room to be read whole");
    const double wide = m_canvas->drawing().find("note")->rect.width();
    m_document->selection().set_one("note");
    const QRectF frame = m_canvas->drawing().find("note")->rect;
    const QPointF border(frame.right(), frame.center().y());
    QTest::mousePress(m_canvas->viewport(), Qt::LeftButton, {}, at(border));
    const QPointF goal = border - QPointF(96, 0);
    QMouseEvent move(QEvent::MouseMove, m_canvas->viewportTransform().map(goal),
                     m_canvas->viewport()->mapToGlobal(m_canvas->viewportTransform().map(goal)), Qt::NoButton,
                     Qt::LeftButton, {});
    QCoreApplication::sendEvent(m_canvas->viewport(), &move);
    QTest::mouseRelease(m_canvas->viewport(), Qt::LeftButton, {}, at(goal));
    const QRectF now = m_canvas->drawing().find("note")->rect;
    QVERIFY(now.width() <= wide - 88);
    QVERIFY(now.height() > frame.height()); // more lines
    QCOMPARE(m_document->undo_stack().undoText().left(6), QStringLiteral("Resize"));
}

void TestNotes::f2_renames_anything() {
    m_document->selection().set_one("rack");
    QTest::keyClick(m_canvas.get(), Qt::Key_F2);
    QVERIFY(editor());
    QCOMPARE(editor()->toPlainText(), QStringLiteral("Rack 1")); // without its count
    QTest::keyClicks(editor(), QStringLiteral("Hot rack"));
    show(m_canvas->grab().toImage(), QStringLiteral("rename"));
    QTest::keyClick(editor(), Qt::Key_Return);
    QCOMPARE(get("rack").name, std::string("Hot rack"));
    QCOMPARE(m_canvas->drawing().find("rack")->title, QStringLiteral("Hot rack × 32"));
    m_document->selection().set_one("dgx"); // in a slot
    QTest::keyClick(m_canvas.get(), Qt::Key_F2);
    QTest::keyClicks(editor(), QStringLiteral("Node A"));
    QTest::keyClick(editor(), Qt::Key_Return);
    QCOMPARE(get("dgx").name, std::string("Node A"));
    QCOMPARE(m_document->undo_stack().count(), 2);
    m_document->selection().set_one("up"); // a link has no name
    QTest::keyClick(m_canvas.get(), Qt::Key_F2);
    QVERIFY(!editor());
}

void TestNotes::tab_walks_in_reading_order() {
    std::vector<std::string> seen;
    for (int i = 0; i < 6; ++i) {
        QTest::keyClick(m_canvas.get(), Qt::Key_Tab);
        seen.push_back(m_document->selection().primary());
    }
    QCOMPARE(seen, (std::vector<std::string>{"leaf", "note", "rack", "dgx", "rack-2", "up"}));
    QTest::keyClick(m_canvas.get(), Qt::Key_Backtab);
    QCOMPARE(m_document->selection().primary(), std::string("rack-2"));
}

void TestNotes::control_and_arrows_choose_neighbours() {
    m_document->selection().set_one("leaf");
    const auto press = [&](Qt::Key key) {
        QTest::keyClick(m_canvas.get(), key, Qt::ControlModifier);
        return m_document->selection().primary();
    };
    QCOMPARE(press(Qt::Key_Down), std::string("rack"));
    QCOMPARE(press(Qt::Key_Right), std::string("rack-2"));
    QCOMPARE(press(Qt::Key_Right), std::string("rack-2")); // nothing stands there
    QCOMPARE(press(Qt::Key_Left), std::string("rack"));
    QCOMPARE(press(Qt::Key_Up), std::string("leaf"));
    QCOMPARE(m_document->undo_stack().count(), 0);
}

void TestNotes::the_menu_key_opens_at_the_item() {
    m_document->selection().set_one("rack-2");
    QSignalSpy menus(m_canvas.get(), &Canvas::context_menu_requested);
    QContextMenuEvent event(QContextMenuEvent::Keyboard, {0, 0}, m_canvas->mapToGlobal(QPoint(0, 0)));
    QCoreApplication::sendEvent(m_canvas.get(), &event);
    QCOMPARE(menus.count(), 1);
    const QPoint there = m_canvas->viewport()->mapFromGlobal(menus[0][1].toPoint());
    QVERIFY((there - at(middle("rack-2"))).manhattanLength() <= 2);
}

void TestNotes::items_have_names_figures_states_and_places() {
    QAccessibleInterface* canvas = QAccessible::queryAccessibleInterface(m_canvas.get());
    QVERIFY(canvas);
    QCOMPARE(canvas->childCount(), 6); // five elements and a link
    QStringList names;
    for (int i = 0; i < canvas->childCount(); ++i) {
        QVERIFY(canvas->child(i)->isValid());
        QCOMPARE(canvas->indexOfChild(canvas->child(i)), i);
        QCOMPARE(canvas->child(i)->parent(), canvas);
        names << canvas->child(i)->text(QAccessible::Name);
    }
    QCOMPARE(names, (QStringList{QStringLiteral("Switch Leaf"), QStringLiteral("Note Move by May"),
                                 QStringLiteral("Rack 1 × 32"), QStringLiteral("Server dgx"),
                                 QStringLiteral("Rack 2"), QStringLiteral("Link Server dgx – Leaf")}));
    QAccessibleInterface* rack = item(QStringLiteral("Rack 1 × 32"));
    QVERIFY(!rack->text(QAccessible::Description).contains(QLatin1Char('<')));
    QVERIFY(
        item(QStringLiteral("Server dgx"))->text(QAccessible::Description).contains(QStringLiteral("H100")));
    const QRectF drawn = m_canvas->viewportTransform().mapRect(m_canvas->drawing().find("rack")->rect);
    const QRect placed(m_canvas->viewport()->mapFromGlobal(rack->rect().topLeft()), rack->rect().size());
    QVERIFY(QRectF(placed).adjusted(-1, -1, 1, 1).contains(drawn));
    QVERIFY(!rack->state().selected);
    m_document->selection().set_one("rack");
    QVERIFY(rack->state().selected && rack->state().focused && rack->state().selectable);
    QVERIFY(!rack->state().offscreen);
    QCOMPARE(canvas->focusChild(), rack);
    const QPoint on_rack = m_canvas->viewport()->mapToGlobal(at({20, 244})); // its frame, above the slots
    QCOMPARE(canvas->childAt(on_rack.x(), on_rack.y()), rack);
    // What is removed is no longer there.
    m_document->perform<RemoveItems>(std::vector<std::string>{"rack"});
    QVERIFY(!rack->isValid());
    QCOMPARE(canvas->childCount(), 3);
}

void TestNotes::pressing_an_item_selects_it() {
    QAccessibleInterface* leaf = item(QStringLiteral("Switch Leaf"));
    QAccessibleActionInterface* actions = leaf->actionInterface();
    QVERIFY(actions);
    QVERIFY(actions->actionNames().contains(QAccessibleActionInterface::pressAction()));
    actions->doAction(QAccessibleActionInterface::pressAction());
    QCOMPARE(m_document->selection().primary(), std::string("leaf"));
    QSignalSpy menus(m_canvas.get(), &Canvas::context_menu_requested);
    actions->doAction(QAccessibleActionInterface::showMenuAction());
    QCOMPARE(menus.count(), 1);
}

QTEST_MAIN(TestNotes)
#include "test_notes.moc"
