// SPDX-License-Identifier: GPL-3.0-or-later
// Moving with the hand: snapping, into and out of containers, out of slots; resizing.
#include "core/base/catalog/catalog.h"
#include "core/drawing/bill/procurement.h"
#include "tests/support/random_edits.h"
#include "widgets/canvas/edits/moving.h"
#include "widgets/canvas/items/canvas_grid.h"
#include "widgets/canvas/tools/snap.h"
#include "widgets/canvas/view/canvas.h"
#include "widgets/editor/document.h"

#include <QSignalSpy>
#include <QTest>

#include <algorithm>

using namespace roofrack;
using namespace roofrack::test;

namespace {

Element part(std::string id, ElementKind kind, std::string part_id, std::string parent, int count = 1) {
    Element made = element(std::move(id), kind, std::move(parent));
    made.part.id = std::move(part_id);
    made.count = count;
    return made;
}

/// For eyes, where ROOFRACK_PICTURES names a folder.
void show(const QImage& image, const QString& name) {
    const QString folder = qEnvironmentVariable("ROOFRACK_PICTURES");
    if (!folder.isEmpty()) image.save(folder + QLatin1Char('/') + name + QStringLiteral(".png"));
}

/// Two racks of DGX H100 in a room, a leaf, and a second, empty room.
Project hall() {
    Project project;
    Scenario& base = project.scenarios.emplace_back();
    base.name = "Base";
    base.cluster.elements = {
        element("room", ElementKind::room, {}, {0, 0}),
        element("rack-a", ElementKind::rack, "room", {48, 200}),
        part("dgx-a", ElementKind::server, "dgx-h100", "rack-a", 4),
        element("rack-b", ElementKind::rack, "room", {248, 200}),
        part("dgx-b", ElementKind::server, "dgx-h100", "rack-b"),
        element("leaf", ElementKind::switch_, "room", {48, 64}),
        element("room-2", ElementKind::room, {}, {640, 0}),
    };
    base.cluster.elements[6].size = Position{320, 480};
    base.cluster.links = {link("a-leaf", "dgx-a", "leaf"), link("b-leaf", "dgx-b", "leaf")};
    return project;
}

} // namespace

class TestMoving : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void a_frame_snaps_to_edges_centres_and_equal_gaps_data();
    void a_frame_snaps_to_edges_centres_and_equal_gaps();
    void places_and_lengths_on_the_grid();
    void a_rack_dragged_beside_another_lines_up();
    void alt_bypasses_and_escape_reverts();
    void a_server_group_moves_between_racks_with_its_links();
    void a_server_dragged_out_stands_where_it_was_dropped();
    void what_does_not_go_in_is_said_and_stays();
    void a_rack_goes_into_another_room();
    void what_is_bought_stays_so_in_a_room_that_is_there();
    void a_container_does_not_go_into_itself();
    void a_border_resizes_and_the_contents_stay();
    void a_drag_of_a_hundred_racks_of_1400();

private:
    QPoint at(const QPointF& scene) const { return m_canvas->viewportTransform().map(scene).toPoint(); }
    QPointF middle(const char* id) const { return m_canvas->drawing().find(id)->rect.center(); }
    QPointF slot(const char* rack, size_t index = 0) const {
        const DrawnElement* drawn = m_canvas->drawing().find(rack);
        return drawn->slots[index].rect.translated(drawn->rect.topLeft()).center();
    }
    void move_to(const QPointF& scene, Qt::KeyboardModifiers held = {}) {
        const QPointF view = m_canvas->viewportTransform().map(scene);
        QMouseEvent move(QEvent::MouseMove, view, m_canvas->viewport()->mapToGlobal(view), Qt::NoButton,
                         Qt::LeftButton, held);
        QCoreApplication::sendEvent(m_canvas->viewport(), &move);
    }
    void press(const QPointF& scene, Qt::KeyboardModifiers held = {}) {
        QTest::mousePress(m_canvas->viewport(), Qt::LeftButton, held, at(scene));
    }
    void release(const QPointF& scene, Qt::KeyboardModifiers held = {}) {
        QTest::mouseRelease(m_canvas->viewport(), Qt::LeftButton, held, at(scene));
    }
    void drag(const QPointF& from, const QPointF& to, Qt::KeyboardModifiers held = {}) {
        press(from, held);
        for (const double t : {0.2, 0.6, 1.0}) move_to(from + t * (to - from), held);
        release(to, held);
    }
    const Element& get(const char* id) const { return *m_document->cluster().find(id); }

    std::unique_ptr<Document> m_document;
    std::unique_ptr<Canvas> m_canvas;
};

void TestMoving::init() {
    m_canvas.reset();
    m_document = std::make_unique<Document>(Catalog::built_in());
    m_document->set_project(hall());
    m_canvas = std::make_unique<Canvas>(*m_document);
    m_canvas->resize(1400, 1000);
    m_canvas->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_canvas.get()));
    m_canvas->camera().set_zoom(1, {});
    m_canvas->centerOn(480, 280);
}

void TestMoving::a_frame_snaps_to_edges_centres_and_equal_gaps_data() {
    QTest::addColumn<QRectF>("frame");
    QTest::addColumn<QPointF>("delta");
    QTest::addColumn<int>("guides");
    // The others: 100 × 50 at (0, 0) and at (140, 0): a gap of 40 between them.
    QTest::newRow("grid only") << QRectF(411, 301, 30, 30) << QPointF(-3, 3) << 0;
    QTest::newRow("top edges") << QRectF(400, 3, 32, 77) << QPointF(0, -3) << 1;
    QTest::newRow("centres") << QRectF(400, 8, 32, 30) << QPointF(0, 2) << 1;                   // 25 − 23
    QTest::newRow("equal gap to the right") << QRectF(284, 203, 60, 20) << QPointF(4, -3) << 0; // not facing
    QTest::newRow("row goes on") << QRectF(283, 11, 60, 31) << QPointF(-3, -1.5) << 3;
    QTest::newRow("over another") << QRectF(11, 8, 80, 20) << QPointF(-3, 0) << 0;     // the grid
    QTest::newRow("the nearer edge") << QRectF(103, 60, 36, 30) << QPointF(1, 4) << 1; // 140 − 139
    QTest::newRow("between two") << QRectF(110, 12, 16, 26) << QPointF(2, 0) << 3;     // 12 beside each
}

void TestMoving::places_and_lengths_on_the_grid() {
    QCOMPARE(to_grid(11.9), 8.0);
    QCOMPARE(to_grid(QPointF(12.1, -5)), QPointF(16, -8));
    QCOMPARE(up_to_grid(16), 16.0);
    QCOMPARE(up_to_grid(16.5), 24.0);
}

void TestMoving::a_frame_snaps_to_edges_centres_and_equal_gaps() {
    QFETCH(QRectF, frame);
    QFETCH(QPointF, delta);
    QFETCH(int, guides);
    const Snap snap = snap_frame(frame, {QRectF(0, 0, 100, 50), QRectF(140, 0, 100, 50)}, 6);
    QCOMPARE(snap.delta, delta);
    QCOMPARE(snap.guides.size(), static_cast<size_t>(guides));
}

void TestMoving::a_rack_dragged_beside_another_lines_up() {
    const QPointF from = middle("rack-b");
    press(from);
    move_to(from + QPointF(60, 40));
    move_to(from + QPointF(61, 5)); // 5 px below the row
    QCOMPARE(m_canvas->drawing().find("rack-b")->rect.top(), m_canvas->drawing().find("rack-a")->rect.top());
    const QImage with_guides = m_canvas->grab().toImage();
    show(with_guides, QStringLiteral("move-guides"));
    release(from + QPointF(61, 5));
    QVERIFY(with_guides != m_canvas->grab().toImage()); // the guides are gone
    QCOMPARE(get("rack-b").position.y, 200.0);
    QCOMPARE(m_document->undo_stack().count(), 1);
    QCOMPARE(m_document->undo_stack().undoText(), QStringLiteral("Move Rack rack-b"));
}

void TestMoving::alt_bypasses_and_escape_reverts() {
    drag(middle("rack-b"), middle("rack-b") + QPointF(37, 5), Qt::AltModifier);
    QCOMPARE(get("rack-b").position, (Position{285, 205}));
    m_document->undo();
    const QPointF from = middle("leaf");
    press(from);
    move_to(from + QPointF(100, 0));
    QVERIFY(m_canvas->drawing().find("leaf")->rect.left() > 100);
    QTest::keyClick(m_canvas.get(), Qt::Key_Escape);
    release(from + QPointF(100, 0));
    QCOMPARE(m_document->project(), hall());
    QCOMPARE(m_canvas->drawing().find("leaf")->rect.left(), 48.0);
}

void TestMoving::a_server_group_moves_between_racks_with_its_links() {
    QTest::mouseDClick(m_canvas->viewport(), Qt::LeftButton, {}, at(slot("rack-a")));
    QCOMPARE(m_document->selection().primary(), std::string("dgx-a"));
    press(slot("rack-a"));
    move_to(slot("rack-a") + QPointF(30, 10));
    move_to(middle("rack-b"));
    show(m_canvas->grab().toImage(), QStringLiteral("move-device"));
    release(middle("rack-b"));
    QCOMPARE(get("dgx-a").parent, std::string("rack-b"));
    QCOMPARE(get("dgx-a").count, 4);
    QCOMPARE(m_document->cluster().find_link("a-leaf")->from, std::string("dgx-a"));
    QCOMPARE(m_document->undo_stack().count(), 1);
    QCOMPARE(m_document->undo_stack().undoText(), QStringLiteral("Move 4 × DGX H100 into Rack rack-b"));
    m_document->undo();
    QCOMPARE(m_document->project(), hall());
    // With Ctrl at once.
    m_document->selection().clear();
    drag(slot("rack-b"), middle("rack-a"), Qt::ControlModifier);
    QCOMPARE(get("dgx-b").parent, std::string("rack-a"));
}

void TestMoving::a_server_dragged_out_stands_where_it_was_dropped() {
    const QPointF there(440, 560);
    drag(slot("rack-b"), there, Qt::ControlModifier);
    QCOMPARE(get("dgx-b").parent, std::string()); // below the room
    const DrawnElement* drawn = m_canvas->drawing().find("dgx-b");
    QCOMPARE(drawn->id, std::string("dgx-b"));
    QVERIFY((drawn->rect.center() - there).manhattanLength() <= 8);
    QCOMPARE(m_document->undo_stack().undoText(), QStringLiteral("Move Server dgx-b out of Rack rack-b"));
    m_document->undo();
    QCOMPARE(m_document->project(), hall());
}

void TestMoving::what_does_not_go_in_is_said_and_stays() {
    // A rack over a rack: said, and it stays in the room.
    QCOMPARE(why_not_move(m_document->cluster(), {"rack-a"}, "rack-b"),
             QStringLiteral("a rack does not go into a rack"));
    const QPointF goal = middle("rack-b");
    press(middle("rack-a"));
    move_to(goal - QPointF(60, 0));
    move_to(goal);
    show(m_canvas->grab().toImage(), QStringLiteral("move-illegal"));
    release(goal);
    QCOMPARE(get("rack-a").parent, std::string("room"));
    m_document->undo();
    // A server onto a switch: nothing happens but a word.
    QSignalSpy messages(m_canvas.get(), &Canvas::message);
    drag(slot("rack-b"), middle("leaf"), Qt::ControlModifier);
    QCOMPARE(messages.count(), 1);
    QVERIFY(messages[0][0].toString().contains(QStringLiteral("does not go into")));
    QCOMPARE(m_document->project(), hall());
    QCOMPARE(m_document->undo_stack().index(), 0);
}

void TestMoving::a_rack_goes_into_another_room() {
    const QPointF from = middle("rack-b");
    press(from);
    move_to(from + QPointF(40, 0));
    const QPointF goal = middle("room-2");
    move_to(goal);
    release(goal);
    QCOMPARE(get("rack-b").parent, std::string("room-2"));
    QCOMPARE(get("dgx-b").parent, std::string("rack-b"));
    QCOMPARE(m_document->cluster().links, hall().scenarios[0].cluster.links);
    QCOMPARE(m_document->undo_stack().count(), 1);
    QCOMPARE(m_document->undo_stack().undoText(), QStringLiteral("Move Rack rack-b into Room room-2"));
    m_document->undo();
    QCOMPARE(m_document->project(), hall());
}

/// A room that is owned gives away nothing that is carried into it, and keeps nothing that leaves it.
void TestMoving::what_is_bought_stays_so_in_a_room_that_is_there() {
    Project project = hall();
    project.scenarios[0].cluster.find("room-2")->procurement = Procurement::owned;
    m_document->set_project(project);
    const auto procurement_of = [&](const std::string& id) {
        const Cluster& cluster = m_document->cluster();
        const auto at = std::ranges::find(cluster.elements, id, &Element::id) - cluster.elements.begin();
        return procurements_of(cluster)[static_cast<size_t>(at)];
    };
    QCOMPARE(move_into(*m_document, m_canvas->drawing(), {"rack-b"}, "room-2"), QString());
    QCOMPARE(get("rack-b").parent, std::string("room-2"));
    QVERIFY(get("rack-b").procurement == Procurement::buy);
    QVERIFY(procurement_of("dgx-b") == Procurement::buy);
    QVERIFY(get("dgx-b").procurement == Procurement::inherited); // as its rack
    QCOMPARE(m_document->undo_stack().count(), 1);
    m_document->undo();
    QCOMPARE(m_document->project(), project);
    // What is owned stays so where it goes, and what says so itself is not changed.
    project.scenarios[0].cluster.find("rack-b")->parent = "room-2";
    m_document->set_project(project);
    QVERIFY(procurement_of("dgx-b") == Procurement::owned);
    QCOMPARE(move_into(*m_document, m_canvas->drawing(), {"dgx-b"}, "rack-a"), QString());
    QVERIFY(procurement_of("dgx-b") == Procurement::owned);
    QCOMPARE(move_into(*m_document, m_canvas->drawing(), {"dgx-b"}, "rack-b"), QString());
    QVERIFY(get("dgx-b").procurement == Procurement::owned);
    // Among what is alike nothing is written; what goes into something that is sold is sold with it.
    QCOMPARE(move_into(*m_document, m_canvas->drawing(), {"dgx-a"}, {}), QString());
    QVERIFY(get("dgx-a").procurement == Procurement::inherited);
    project.scenarios[0].cluster.find("room-2")->procurement = Procurement::sell;
    m_document->set_project(project);
    QCOMPARE(move_into(*m_document, m_canvas->drawing(), {"rack-a"}, "room-2"), QString());
    QVERIFY(get("rack-a").procurement == Procurement::inherited);
}

void TestMoving::a_container_does_not_go_into_itself() {
    const Diagram& drawing = m_canvas->drawing();
    QCOMPARE(move_into(*m_document, drawing, {"room"}, "rack-a"),
             QStringLiteral("Room room does not go into itself"));
    QCOMPARE(move_into(*m_document, drawing, {"room"}, "room"),
             QStringLiteral("Room room does not go into itself"));
    QVERIFY(!move_into(*m_document, drawing, {"room"}, "room-2").isEmpty());
    QCOMPARE(m_document->project(), hall());
    QCOMPARE(move_into(*m_document, drawing, {"rack-a", "dgx-a", "leaf"}, "room-2"), QString());
    QCOMPARE(get("rack-a").parent, std::string("room-2"));
    QCOMPARE(get("dgx-a").parent, std::string("rack-a")); // goes along
    const QRectF room = m_canvas->drawing().find("room-2")->rect;
    QVERIFY(room.contains(m_canvas->drawing().find("rack-a")->rect));
    QVERIFY(!m_canvas->drawing().find("rack-a")->rect.intersects(m_canvas->drawing().find("leaf")->rect));
    QCOMPARE(m_document->undo_stack().count(), 1);
}

void TestMoving::a_border_resizes_and_the_contents_stay() {
    m_document->selection().set_one("room-2");
    const QRectF before = m_canvas->drawing().find("room-2")->rect;
    drag(before.bottomRight(), before.bottomRight() + QPointF(43, 41));
    QCOMPARE(*get("room-2").size, (Position{360, 520})); // to the grid
    QCOMPARE(m_document->undo_stack().undoText(), QStringLiteral("Resize Room room-2"));
    drag(m_canvas->drawing().find("room-2")->rect.bottomRight(), before.topLeft());
    QCOMPARE(*get("room-2").size, (Position{160, 96})); // not to nothing
    m_document->undo();
    m_document->undo();
    QCOMPARE(m_document->project(), hall());
    // A room with contents: these keep their places, and the border does not cross them.
    m_document->selection().set_one("room");
    const QRectF room = m_canvas->drawing().find("room")->rect;
    drag({room.left(), room.center().y()}, {room.left() - 80, room.center().y()});
    QCOMPARE(get("rack-a").position, (Position{48, 200}));
    QVERIFY(m_canvas->drawing().find("room")->rect.left() < room.left() - 70);
    drag({m_canvas->drawing().find("room")->rect.right(), room.center().y()}, {60, room.center().y()});
    QVERIFY(m_canvas->drawing().find("room")->rect.contains(m_canvas->drawing().find("rack-b")->rect));
}

void TestMoving::a_drag_of_a_hundred_racks_of_1400() {
    Project project;
    Cluster& cluster = project.scenarios.emplace_back().cluster;
    for (int i = 0; i < 1400; ++i) {
        const std::string number = std::to_string(i);
        const int line = i / 50, column = i % 50;
        cluster.elements.push_back(
            element("rack-" + number, ElementKind::rack, {}, {152.0 * column, 264.0 * line + 8}));
        cluster.elements.push_back(
            part("dgx-" + number, ElementKind::server, "dgx-h100", "rack-" + number, 4));
    }
    m_document->set_project(project);
    m_canvas->camera().set_zoom(0.2, {});
    m_canvas->centerOn(m_canvas->drawing().bounds().center());
    m_canvas->grab();
    std::vector<std::string> ids;
    for (int i = 600; i < 700; ++i) ids.push_back("rack-" + std::to_string(i));
    m_document->selection().set(ids);
    const QPointF from = middle("rack-610");
    press(from);
    move_to(from + QPointF(100, 100));
    for (int i = 0; i < 20; ++i) {
        move_to(from + QPointF(100 + 8 * i, 100 + 4 * i));
        m_canvas->viewport()->repaint();
    }
    release(from + QPointF(252, 176));
    QCOMPARE(m_document->undo_stack().count(), 1);
    QCOMPARE(m_document->undo_stack().undoText(), QStringLiteral("Move 100 racks"));
}

QTEST_MAIN(TestMoving)
#include "test_moving.moc"
