// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/catalog/catalog.h"
#include "core/drawing/project/project_file.h"
#include "tests/support/part_pictures.h"
#include "widgets/canvas/edits/placing.h"
#include "widgets/canvas/tools/count_prompt.h"
#include "widgets/canvas/view/canvas.h"
#include "widgets/editor/document.h"
#include "widgets/theme/theme.h"

#include <QDropEvent>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>

#include <memory>
#include <set>

using namespace roofrack;
using namespace roofrack::test;

class TestPlacing : public QObject {
    Q_OBJECT

    std::unique_ptr<Document> m_document;
    std::unique_ptr<Canvas> m_canvas;

    const Cluster& cluster() const { return m_document->cluster(); }
    void draw(std::vector<Element> elements) {
        Project project;
        project.scenarios.emplace_back().name = "Base";
        project.scenarios[0].cluster.elements = std::move(elements);
        m_document->set_project(project);
    }
    QPointF on_view(const QPointF& scene) { return m_canvas->viewportTransform().map(scene); }

    /// Enters, moves and drops, as a drag from the shelf does.
    void drop(const DraggedPart& what, const QPointF& scene, Qt::KeyboardModifiers held = {}) {
        hover(what, scene, held);
        const auto data = part_mime(what, Catalog::built_in());
        QDropEvent event(on_view(scene), Qt::CopyAction, data.get(), Qt::LeftButton, held);
        QCoreApplication::sendEvent(m_canvas->viewport(), &event);
        QVERIFY(event.isAccepted());
    }
    void hover(const DraggedPart& what, const QPointF& scene, Qt::KeyboardModifiers held = {}) {
        const auto data = part_mime(what, Catalog::built_in());
        const QPoint at = on_view(scene).toPoint();
        QDragEnterEvent enter(at, Qt::CopyAction, data.get(), Qt::LeftButton, held);
        QCoreApplication::sendEvent(m_canvas->viewport(), &enter);
        QVERIFY(enter.isAccepted());
        QDragMoveEvent move(at, Qt::CopyAction, data.get(), Qt::LeftButton, held);
        QCoreApplication::sendEvent(m_canvas->viewport(), &move);
        QVERIFY(move.isAccepted());
    }
    /// No two things of the drawing cover each other, except containers what they hold.
    bool overlaps_nothing() {
        const auto& all = m_canvas->drawing().elements();
        for (size_t i = 0; i < all.size(); ++i)
            for (size_t k = i + 1; k < all.size(); ++k) {
                const auto outlined = [](const DrawnElement& one) {
                    return is_container(one.kind) && one.kind != ElementKind::rack;
                };
                if (outlined(all[i]) && all[i].rect.contains(all[k].rect)) continue;
                if (painted_area(all[i]).intersects(painted_area(all[k]))) {
                    qWarning("%s covers %s", all[i].id.c_str(), all[k].id.c_str());
                    return false;
                }
            }
        return true;
    }

private Q_SLOTS:
    void initTestCase() { Theme::apply(*qApp, Theme::light()); }
    void init() {
        m_document = std::make_unique<Document>(Catalog::built_in());
        draw({});
        m_canvas = std::make_unique<Canvas>(*m_document);
        m_canvas->resize(1000, 640);
        m_canvas->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_canvas.get()));
    }
    void cleanup() {
        m_canvas.reset();
        m_document.reset();
    }

    void a_ghost_shows_where_a_part_goes();
    void an_illegal_drop_does_nothing_and_says_why_data();
    void an_illegal_drop_does_nothing_and_says_why();
    void a_drop_beside_a_neighbour_covers_nothing();
    void shift_drop_asks_how_many();
    void control_enter_draws_them_apart();
    void many_drawn_apart_make_a_block();
    void too_many_are_not_drawn_apart();
    void escape_drops_nothing();
    void a_file_is_not_for_the_canvas();
    void a_read_only_drawing_takes_no_drop();
    void the_first_placement_does_not_move_the_view();
    void a_part_goes_into_the_selected_container();
    void a_full_rack_takes_more_and_says_so();
    void placed_in_a_row_they_fill_tidily();
    void a_room_does_not_grow_over_its_neighbour();
    void each_placement_is_one_step();
    void a_large_drawing_takes_another();
};

void TestPlacing::a_ghost_shows_where_a_part_goes() {
    draw({named_element("room", ElementKind::room, "Room A", {40, 40}),
          named_element("rack", ElementKind::rack, "Rack A", {80, 96}, "room")});
    m_canvas->camera().zoom_actual();
    const QPointF in_rack = m_canvas->drawing().find("rack")->rect.center();
    const QImage before = picture(*m_canvas, 1);
    hover(part(ElementKind::server, "dgx-h100"), in_rack);
    const Landing landing = landing_at(cluster(), m_canvas->drawing(), ElementKind::server, in_rack);
    QVERIFY(landing.is_legal());
    QCOMPARE(landing.container, std::string("rack"));
    const QImage over = picture(*m_canvas, 1);
    show(over, QStringLiteral("ghost-legal"));
    QVERIFY(before != over);
    hover(part(ElementKind::rack, "rack-48u"), in_rack);
    show(picture(*m_canvas, 1), QStringLiteral("ghost-illegal"));
    QDragLeaveEvent leave;
    QCoreApplication::sendEvent(m_canvas->viewport(), &leave);
    QCOMPARE(picture(*m_canvas, 1), before);
    QVERIFY(m_document->is_clean());
}

void TestPlacing::an_illegal_drop_does_nothing_and_says_why_data() {
    QTest::addColumn<int>("kind");
    QTest::addColumn<QString>("onto");
    QTest::addColumn<QString>("why");
    const auto row = [](const char* name, ElementKind kind, const char* onto, const char* why) {
        QTest::newRow(name) << static_cast<int>(kind) << onto << why;
    };
    row("rack into server", ElementKind::rack, "server", "a rack does not go into a server");
    row("rack into rack", ElementKind::rack, "rack", "a rack does not go into a rack");
    row("room into row", ElementKind::room, "row", "a room does not go into a row");
    row("feed into rack", ElementKind::feed, "rack", "a feed does not go into a rack: place it beside");
    row("server into switch", ElementKind::server, "switch", "a server does not go into a switch");
}

void TestPlacing::an_illegal_drop_does_nothing_and_says_why() {
    QFETCH(int, kind);
    QFETCH(QString, onto);
    QFETCH(QString, why);
    draw({named_element("rack", ElementKind::rack, "Rack A", {8, 8}),
          named_element("server", ElementKind::server, "Box", {240, 8}),
          named_element("row", ElementKind::row, "Row", {440, 8}),
          named_element("switch", ElementKind::switch_, "Leaf", {8, 320})});
    const Cluster before = cluster();
    QSignalSpy said(m_canvas.get(), &Canvas::message);
    drop(part(static_cast<ElementKind>(kind)), m_canvas->drawing().find(onto.toStdString())->rect.center());
    QCOMPARE(cluster(), before);
    QCOMPARE(m_document->undo_stack().count(), 0);
    QCOMPARE(said.size(), 1);
    QVERIFY2(said[0][0].toString().startsWith(why), qPrintable(said[0][0].toString()));
}

void TestPlacing::a_drop_beside_a_neighbour_covers_nothing() {
    draw({named_element("rack", ElementKind::rack, "Rack A", {80, 80})});
    const QRectF rack = m_canvas->drawing().find("rack")->rect;
    // Its middle is beside the rack, its frame would lie on it.
    drop(part(ElementKind::rack, "rack-48u"), rack.center() + QPointF(rack.width() / 2 + 8, 0));
    QCOMPARE(cluster().elements.size(), size_t(2));
    QVERIFY(overlaps_nothing());
    QVERIFY(cluster().elements[1].parent.empty());
    QCOMPARE(cluster().elements[1].name, std::string("Rack 1"));
}

void TestPlacing::shift_drop_asks_how_many() {
    drop(part(ElementKind::rack, "rack-48u"), {200, 200}, Qt::ShiftModifier);
    QVERIFY(cluster().elements.empty());
    auto* prompt = m_canvas->viewport()->findChild<CountPrompt*>();
    QVERIFY(prompt && prompt->isVisible());
    auto* count = prompt->findChild<QSpinBox*>();
    show(picture(*m_canvas, 1), QStringLiteral("how-many"));
    QTest::keyClicks(count, QStringLiteral("12"));
    QTest::keyClick(count, Qt::Key_Return);
    QCOMPARE(cluster().elements.size(), size_t(1));
    QCOMPARE(cluster().elements[0].count, 12);
    QCOMPARE(m_document->undo_stack().count(), 1);
    QVERIFY(m_document->undo_stack().undoText().contains(QStringLiteral("12")));
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    drop(part(ElementKind::switch_, "qm9700"), {500, 200}, Qt::ShiftModifier);
    prompt = m_canvas->viewport()->findChild<CountPrompt*>();
    QVERIFY(prompt);
    QCOMPARE(prompt->findChild<QSpinBox*>()->value(), 12); // the last one given
    QTest::keyClick(prompt->findChild<QSpinBox*>(), Qt::Key_Escape);
}

void TestPlacing::control_enter_draws_them_apart() {
    drop(part(ElementKind::rack, "rack-48u"), {200, 200}, Qt::ShiftModifier);
    auto* count = m_canvas->viewport()->findChild<QSpinBox*>();
    QVERIFY(count);
    QTest::keyClicks(count, QStringLiteral("5"));
    QTest::keyClick(count, Qt::Key_Return, Qt::ControlModifier);
    QCOMPARE(cluster().elements.size(), size_t(5));
    for (const Element& one : cluster().elements) QCOMPARE(one.count, 1);
    QVERIFY(overlaps_nothing());
    QCOMPARE(m_document->undo_stack().count(), 1);
    QCOMPARE(m_document->selection().ids().size(), size_t(5));
    m_document->undo_stack().undo();
    QVERIFY(cluster().elements.empty());
}

void TestPlacing::many_drawn_apart_make_a_block() {
    draw({named_element("old", ElementKind::rack, "Rack 1", {80, 96})});
    Placement placement;
    placement.count = 200;
    placement.separate = true;
    placement.point = Position{100, 100}; // on the old one
    const auto ids = place_part(*m_document, m_canvas->drawing(), m_canvas->visible_area(),
                                part(ElementKind::rack, "rack-48u"), placement);
    QCOMPARE(ids.size(), size_t(200));
    QVERIFY(overlaps_nothing());
    QRectF all;
    std::set<std::string> names;
    for (const std::string& id : ids) {
        all |= m_canvas->drawing().find(id)->rect;
        names.insert(cluster().find(id)->name);
    }
    QCOMPARE(names.size(), size_t(200));
    QVERIFY2(all.width() < 3 * all.height() && all.height() < 3 * all.width(), "no row past the view");
    QCOMPARE(m_document->undo_stack().count(), 1);
}

void TestPlacing::too_many_are_not_drawn_apart() {
    const QSignalSpy said(m_canvas.get(), &Canvas::message);
    drop(part(ElementKind::rack, "rack-48u"), {200, 200}, Qt::ShiftModifier);
    auto* count = m_canvas->viewport()->findChild<QSpinBox*>();
    QVERIFY(count);
    QTest::keyClicks(count, QString::number(most_apart + 1));
    QTest::keyClick(count, Qt::Key_Return, Qt::ControlModifier);
    QVERIFY(cluster().elements.empty());
    QCOMPARE(said.size(), 1);
    QVERIFY(said[0][0].toString().contains(QStringLiteral("5,000")));
}

void TestPlacing::escape_drops_nothing() {
    drop(part(ElementKind::rack, "rack-48u"), {200, 200}, Qt::ShiftModifier);
    auto* count = m_canvas->viewport()->findChild<QSpinBox*>();
    QVERIFY(count);
    QTest::keyClick(count, Qt::Key_Escape);
    QVERIFY(cluster().elements.empty());
    QCOMPARE(m_document->undo_stack().count(), 0);
}

void TestPlacing::a_file_is_not_for_the_canvas() {
    QMimeData file;
    file.setUrls({QUrl::fromLocalFile(QStringLiteral("cluster.roofrack.json"))});
    QDragEnterEvent enter({50, 50}, Qt::CopyAction, &file, Qt::LeftButton, {});
    QCoreApplication::sendEvent(m_canvas->viewport(), &enter);
    QVERIFY(!enter.isAccepted()); // the window around it opens it
}

void TestPlacing::a_read_only_drawing_takes_no_drop() {
    QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("newer.roofrack.json")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("{\"schema\": 999, \"scenarios\": [{\"name\": \"Base\"}]}");
    file.close();
    QVERIFY(m_document->load(file.fileName().toStdString()));
    QVERIFY(m_document->is_read_only());
    QSignalSpy said(m_canvas.get(), &Canvas::message);
    const auto data = part_mime(part(ElementKind::rack), Catalog::built_in());
    QDragEnterEvent enter({50, 50}, Qt::CopyAction, data.get(), Qt::LeftButton, {});
    QCoreApplication::sendEvent(m_canvas->viewport(), &enter);
    QVERIFY(!enter.isAccepted());
    QCOMPARE(said.size(), 1);
    m_canvas->place_part(part(ElementKind::rack));
    QVERIFY(cluster().elements.empty());
    QCOMPARE(m_document->undo_stack().count(), 0);
}

void TestPlacing::the_first_placement_does_not_move_the_view() {
    const QTransform before = m_canvas->viewportTransform();
    const QPointF at(300, 240);
    drop(part(ElementKind::rack, "rack-48u"), at);
    QCOMPARE(m_canvas->viewportTransform(), before);
    const QRectF rack = m_canvas->drawing().elements()[0].rect;
    QVERIFY((rack.center() - at).manhattanLength() <= 8); // the grid
    m_canvas->place_part(part(ElementKind::switch_, "qm9700"));
    QCOMPARE(m_canvas->viewportTransform().m11(), before.m11());
    QVERIFY(m_canvas->visible_area().contains(m_canvas->drawing().bounds()));
}

void TestPlacing::a_part_goes_into_the_selected_container() {
    m_canvas->place_part(part(ElementKind::room));
    m_canvas->place_part(part(ElementKind::rack, "rack-48u"));
    m_canvas->place_part(part(ElementKind::server, "dgx-h100"));
    m_canvas->place_part(part(ElementKind::server, "dgx-h100"));
    m_canvas->place_part(part(ElementKind::cooling, "crah-120kw"));
    QCOMPARE(cluster().elements.size(), size_t(5));
    QCOMPARE(cluster().elements[1].parent, std::string("room"));
    QCOMPARE(cluster().elements[2].parent, cluster().elements[1].id);
    QCOMPARE(cluster().elements[3].parent, cluster().elements[1].id); // beside the selected server
    QCOMPARE(cluster().elements[4].parent, std::string("room"));
    const DrawnElement& rack = *m_canvas->drawing().find("rack-48u");
    QCOMPARE(rack.slots.size(), size_t(2));
    QVERIFY(!rack.slots[0].rect.intersects(rack.slots[1].rect));
    QVERIFY(overlaps_nothing());
    QCOMPARE(cluster().elements[2].name, std::string("DGX H100"));
    QCOMPARE(cluster().elements[3].name, std::string("DGX H100 2"));
}

void TestPlacing::a_full_rack_takes_more_and_says_so() {
    m_canvas->place_part(part(ElementKind::rack, "rack-48u"));
    QSignalSpy said(m_canvas.get(), &Canvas::message);
    m_canvas->place_part(part(ElementKind::server, "dgx-h100"),
                         6); // 8 U each, resources/catalog/servers.json
    QCOMPARE(said.size(), 0);
    m_canvas->place_part(part(ElementKind::server, "dgx-h100"));
    QCOMPARE(said.size(), 1);
    QVERIFY(said[0][0].toString().contains(QStringLiteral("56 of 48 U")));
    QCOMPARE(cluster().elements.size(), size_t(3));
}

void TestPlacing::placed_in_a_row_they_fill_tidily() {
    for (int i = 0; i < 12; ++i) m_canvas->place_part(part(ElementKind::rack, "rack-48u"));
    m_canvas->place_part(part(ElementKind::switch_, "qm9700"));
    m_canvas->place_part(part(ElementKind::feed, "feed-415v-60a"));
    m_canvas->place_part(part(ElementKind::feed, "feed-415v-60a"));
    QVERIFY(overlaps_nothing());
    std::map<double, int> rows;
    for (const Element& one : cluster().elements)
        if (one.kind == ElementKind::rack) ++rows[one.position.y];
    QVERIFY2(rows.size() <= 3, "racks stand in rows");
    const auto& feeds = cluster().elements;
    QCOMPARE(feeds[13].position.x, feeds[14].position.x); // a column
    show(picture(*m_canvas, 1), QStringLiteral("filled"));
}

void TestPlacing::a_room_does_not_grow_over_its_neighbour() {
    m_canvas->place_part(part(ElementKind::room));
    m_document->selection().clear();
    m_canvas->place_part(part(ElementKind::room));
    QCOMPARE(cluster().elements.size(), size_t(2));
    m_document->selection().set_one("room");
    for (int i = 0; i < 4; ++i) m_canvas->place_part(part(ElementKind::rack, "rack-48u"));
    for (const Element& one : cluster().elements)
        if (one.kind == ElementKind::rack) QCOMPARE(one.parent, std::string("room"));
    QVERIFY(overlaps_nothing());
    show(picture(*m_canvas, 1), QStringLiteral("two-rooms"));
}

void TestPlacing::each_placement_is_one_step() {
    m_canvas->place_part(part(ElementKind::rack, "rack-48u"));
    m_canvas->place_part(part(ElementKind::server, "dgx-h100"), 4);
    QCOMPARE(m_document->undo_stack().count(), 2);
    QCOMPARE(cluster().elements[1].count, 4);
    m_document->undo_stack().undo();
    m_document->undo_stack().undo();
    QVERIFY(cluster().elements.empty());
}

void TestPlacing::a_large_drawing_takes_another() {
    std::vector<Element> racks;
    for (int i = 0; i < 1400; ++i) {
        const int line = i / 50, column = i % 50;
        racks.push_back(named_element("rack" + std::to_string(i), ElementKind::rack,
                                      "Rack " + std::to_string(i + 1), {column * 184.0 + 8, line * 304.0}));
    }
    draw(std::move(racks));
    const Diagram& drawing = m_canvas->drawing();
    const QPointF crowd = drawing.find("rack725")->rect.topRight() + QPointF(8, 40);
    Placement placement;
    placement.point = Position{crowd.x(), crowd.y()};
    const auto ids = place_part(*m_document, drawing, m_canvas->visible_area(),
                                part(ElementKind::rack, "rack-48u"), placement);
    QCOMPARE(ids.size(), size_t(1));
    QCOMPARE(cluster().find(ids[0])->name, std::string("Rack 1401"));
    QVERIFY(overlaps_nothing());
}

QTEST_MAIN(TestPlacing)
#include "test_placing.moc"
