// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/catalog/catalog.h"
#include "core/base/constants/embedded.h"
#include "core/drawing/project/project_file.h"
#include "core/step/engine/evaluate.h"
#include "widgets/canvas/edits/clipboard.h"
#include "widgets/canvas/edits/edits.h"
#include "widgets/canvas/edits/lay_out.h"
#include "widgets/canvas/edits/part_mime.h"
#include "widgets/canvas/items/rack_slots.h"
#include "widgets/canvas/paint/picture.h"
#include "widgets/canvas/view/canvas.h"
#include "widgets/editor/document.h"

#include <QDropEvent>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QWheelEvent>

#include <algorithm>
#include <set>

using namespace roofrack;

namespace {

Element element(std::string id, ElementKind kind, std::string name, std::string part = {},
                std::string parent = {}, int count = 1) {
    Element made;
    made.id = std::move(id);
    made.kind = kind;
    made.name = std::move(name);
    made.part.id = std::move(part);
    made.parent = std::move(parent);
    made.count = count;
    return made;
}

Link link(std::string id, std::string from, std::string to, LinkPattern pattern = LinkPattern::each,
          int count = 1) {
    Link made;
    made.id = std::move(id);
    made.from = std::move(from);
    made.to = std::move(to);
    made.pattern = pattern;
    made.count = count;
    return made;
}

/// Two pods of H100 racks and a hot A100 rack under leafs and spines, with feeds and a CRAH.
Project small_cluster() {
    Project project;
    project.name = "Small cluster";
    Scenario& base = project.scenarios.emplace_back();
    base.name = "Base";
    base.workload.model = "llama3-8b";
    base.workload.global_batch = 512;
    Cluster& cluster = base.cluster;
    cluster.elements = {
        element("room", ElementKind::room, "Room A"),
        element("pod-a", ElementKind::rack, "H100 pod A", {}, "room", 8),
        element("dgx-a", ElementKind::server, "DGX", "dgx-h100", "pod-a", 4),
        element("pod-b", ElementKind::rack, "H100 pod B", {}, "room", 8),
        element("dgx-b", ElementKind::server, "DGX", "dgx-h100", "pod-b", 4),
        element("hot", ElementKind::rack, "A100 (hot)", {}, "room"),
        element("dgx-hot", ElementKind::server, "DGX A100", "dgx-a100", "hot", 4),
        element("leaf", ElementKind::switch_, "leaf", "qm9700", "room", 8),
        element("spine", ElementKind::switch_, "spine", "qm9700", "room", 4),
        element("feed", ElementKind::feed, "Feed A", "feed-415v-60a-3ph", "room", 3),
        element("crah", ElementKind::cooling, "CRAH", {}, "room", 4),
        element("store", ElementKind::storage, "Flash store", {}, "room"),
        element("remark", ElementKind::note, {}, {}, "room"),
    };
    cluster.elements.back().text = "The A100 rack came from the old room.";
    cluster.links = {
        link("a-leaf", "dgx-a", "leaf", LinkPattern::rail, 8),
        link("b-leaf", "dgx-b", "leaf", LinkPattern::rail, 8),
        link("hot-leaf", "dgx-hot", "leaf", LinkPattern::rail, 8),
        link("leaf-spine", "leaf", "spine", LinkPattern::mesh, 4),
        link("store-leaf", "store", "leaf"),
        link("feed-a", "feed", "pod-a"),
        link("feed-b", "feed", "pod-b"),
        link("feed-hot", "feed", "hot"),
        link("crah-room", "crah", "room"),
    };
    return project;
}

/// Pictures for the eye go where ROOFRACK_PICTURES names a folder.
void show(const QImage& image, const QString& name) {
    const QString folder = qEnvironmentVariable("ROOFRACK_PICTURES");
    if (!folder.isEmpty()) image.save(folder + QLatin1Char('/') + name + QStringLiteral(".png"));
}

QPoint view_point(Canvas& canvas, const QPointF& scene) { return canvas.mapFromScene(scene); }

} // namespace

class TestCanvas : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void racks_hold_what_stands_in_them();
    void gpu_cells_fill_their_slot();
    void layout_overlaps_nothing();
    void a_drag_is_one_step_and_undo_returns();
    void a_drag_snaps_unless_alt_is_held();
    void escape_reverts_a_drag();
    void a_drop_into_a_rack_moves_in();
    void a_part_from_the_shelf_drops_into_its_rack();
    void click_and_shift_select();
    void a_rubber_band_selects_what_it_touches();
    void wheel_keeps_the_point_under_the_cursor();
    void touchpad_pans_and_control_zooms();
    void middle_and_space_drag_pan();
    void arrows_nudge_and_delete_removes();
    void tab_walks_the_items();
    void the_link_tool_connects();
    void copy_and_paste_make_a_second_one();
    void align_and_distribute();
    void pictures_are_written();
    void overlays_recolour();
    void samples_are_drawn_data();
    void samples_are_drawn();

private:
    void drag(const QPointF& from, const QPointF& to, Qt::KeyboardModifiers modifiers = {},
              bool release = true);
    QPointF middle(const char* id) { return m_canvas->drawing().find(id)->rect.center(); }

    std::unique_ptr<Document> m_document;
    std::unique_ptr<Canvas> m_canvas;
};

void TestCanvas::initTestCase() { QVERIFY(load_fonts()); }

void TestCanvas::init() {
    m_canvas.reset();
    m_document = std::make_unique<Document>(Catalog::built_in());
    m_document->set_project(small_cluster());
    m_canvas = std::make_unique<Canvas>(*m_document);
    m_canvas->resize(1000, 700);
    m_canvas->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_canvas.get()));
    lay_out(*m_document);
    m_document->undo_stack().clear();
    m_canvas->camera().set_zoom(1, {});
    m_canvas->centerOn(m_canvas->drawing().bounds().center());
}

void TestCanvas::drag(const QPointF& from, const QPointF& to, Qt::KeyboardModifiers modifiers, bool release) {
    QWidget* port = m_canvas->viewport();
    const QPoint start = view_point(*m_canvas, from), end = view_point(*m_canvas, to);
    QTest::mousePress(port, Qt::LeftButton, modifiers, start);
    for (int step = 1; step <= 4; ++step) {
        const QPointF at = start + (end - start) * step / 4.0;
        QMouseEvent move(QEvent::MouseMove, at, port->mapToGlobal(at), Qt::NoButton, Qt::LeftButton,
                         modifiers);
        QCoreApplication::sendEvent(port, &move);
    }
    if (release) QTest::mouseRelease(port, Qt::LeftButton, modifiers, end);
}

void TestCanvas::racks_hold_what_stands_in_them() {
    const DrawnElement* rack = m_canvas->drawing().find("pod-a");
    QVERIFY(rack);
    QCOMPARE(rack->slots.size(), size_t(4));
    for (const RackSlot& slot : rack->slots) {
        QCOMPARE(slot.gpus, 8); // DGX H100: eight GPUs
        QVERIFY(QRectF(QPointF(), rack->rect.size()).contains(slot.rect));
    }
    QCOMPARE(m_canvas->drawing().find("dgx-a")->id, std::string("pod-a")); // shown by its rack
    // What is too high for the rack is squeezed into it.
    Element tall = element("tall", ElementKind::server, "DGX", "dgx-h100", "r", 20);
    const auto squeezed = rack_slots({&tall}, 48, Catalog::built_in());
    QCOMPARE(squeezed.size(), size_t(20));
    QVERIFY(squeezed.back().rect.bottom() <= rack_measure::edge + 48 * rack_measure::unit);
}

void TestCanvas::gpu_cells_fill_their_slot() {
    for (const QSizeF size : {QSizeF(70, 30), QSizeF(70, 3), QSizeF(70, 190)})
        for (const int gpus : {1, 4, 8, 16, 72}) {
            const auto cells = gpu_cells(QRectF(QPointF(12, 8), size), gpus);
            QCOMPARE(cells.size(), static_cast<size_t>(gpus));
            for (size_t i = 0; i < cells.size(); ++i) {
                QVERIFY(QRectF(QPointF(12, 8), size).contains(cells[i]));
                QVERIFY(!cells[i].isEmpty());
                for (size_t j = 0; j < i; ++j) QVERIFY(!cells[i].intersects(cells[j]));
            }
        }
}

void TestCanvas::layout_overlaps_nothing() {
    const auto& elements = m_canvas->drawing().elements();
    for (const DrawnElement& a : elements)
        for (const DrawnElement& b : elements) {
            const bool outline = a.kind == ElementKind::room || b.kind == ElementKind::room;
            if (&a == &b || outline) continue;
            QVERIFY2(!(a.rect | label_area(a)).intersects(b.rect), qPrintable(a.title + " over " + b.title));
        }
    const QRectF room = m_canvas->drawing().find("room")->rect;
    for (const DrawnElement& inside : elements)
        if (inside.id != "room") QVERIFY2(room.contains(inside.rect), inside.id.c_str());
    QVERIFY(middle("spine").y() < middle("leaf").y());
    QVERIFY(middle("leaf").y() < middle("pod-a").y());
    QVERIFY(middle("feed").x() > middle("hot").x());
}

void TestCanvas::a_drag_is_one_step_and_undo_returns() {
    const Project before = m_document->project();
    const QPointF from = middle("hot");
    const QPointF corner = m_canvas->drawing().find("hot")->rect.topLeft();
    drag(from, from + QPointF(83, 45));
    QCOMPARE(m_document->undo_stack().count(), 1);
    QCOMPARE(m_document->undo_stack().undoText(), QStringLiteral("Move A100 (hot)"));
    const QPointF now = m_canvas->drawing().find("hot")->rect.topLeft();
    QVERIFY((now - corner - QPointF(83, 45)).manhattanLength() <= 8);
    m_document->undo_stack().undo();
    QCOMPARE(m_document->project(), before);
    QCOMPARE(m_canvas->drawing().find("hot")->rect.topLeft(), corner);
    // Two chosen racks move together.
    m_document->selection().set({"pod-a", "pod-b"});
    drag(middle("pod-a"), middle("pod-a") + QPointF(0, 64));
    QCOMPARE(m_document->undo_stack().undoText(), QStringLiteral("Move 2 racks"));
    QCOMPARE(m_document->selection().ids().size(), size_t(2));
}

void TestCanvas::a_drag_snaps_unless_alt_is_held() {
    drag(middle("hot"), middle("hot") + QPointF(43, 21));
    QPointF corner = m_canvas->drawing().find("hot")->rect.topLeft();
    QCOMPARE(std::fmod(corner.x(), 8), 0.0);
    QCOMPARE(std::fmod(corner.y(), 8), 0.0);
    drag(middle("hot"), middle("hot") + QPointF(43, 21), Qt::AltModifier);
    const QPointF moved = m_canvas->drawing().find("hot")->rect.topLeft() - corner;
    QCOMPARE(moved, QPointF(43, 21));
}

void TestCanvas::escape_reverts_a_drag() {
    const Project before = m_document->project();
    const QPointF corner = m_canvas->drawing().find("hot")->rect.topLeft();
    drag(middle("hot"), middle("hot") + QPointF(80, 40), {}, false);
    QVERIFY(m_canvas->drawing().find("hot")->rect.topLeft() != corner); // it follows the hand
    QTest::keyClick(m_canvas.get(), Qt::Key_Escape);
    QCOMPARE(m_canvas->drawing().find("hot")->rect.topLeft(), corner);
    QTest::mouseRelease(m_canvas->viewport(), Qt::LeftButton);
    QCOMPARE(m_document->project(), before);
    QCOMPARE(m_document->undo_stack().count(), 0);
}

void TestCanvas::a_drop_into_a_rack_moves_in() {
    const std::string id =
        place(*m_document, m_canvas->drawing(), ElementKind::server, "dgx-h100",
              {m_canvas->drawing().bounds().left() + 100, m_canvas->drawing().bounds().bottom() + 200});
    QVERIFY(!id.empty());
    QVERIFY(m_document->cluster().find(id)->parent.empty());
    const Project before = m_document->project();
    m_canvas->camera().set_zoom(0.5, {});
    m_canvas->centerOn(m_canvas->drawing().bounds().center());
    drag(m_canvas->drawing().find(id)->rect.center(), middle("hot"));
    QCOMPARE(m_document->cluster().find(id)->parent, std::string("hot"));
    QCOMPARE(m_canvas->drawing().find("hot")->slots.size(), size_t(5));
    m_document->undo_stack().undo();
    QCOMPARE(m_document->project(), before);
}

void TestCanvas::a_part_from_the_shelf_drops_into_its_rack() {
    DraggedPart dgx;
    dgx.part.id = "dgx-h100";
    const auto carried = part_mime(dgx, Catalog::built_in());
    const QPointF at = view_point(*m_canvas, middle("hot"));
    QDragEnterEvent enter(at.toPoint(), Qt::CopyAction, carried.get(), Qt::LeftButton, {});
    QCoreApplication::sendEvent(m_canvas->viewport(), &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent drop(at, Qt::CopyAction, carried.get(), Qt::LeftButton, {});
    QCoreApplication::sendEvent(m_canvas->viewport(), &drop);
    const Element* placed = m_document->cluster().find(m_document->selection().primary());
    QVERIFY(placed);
    QCOMPARE(placed->parent, std::string("hot"));
    QCOMPARE(placed->count, 1);
    QCOMPARE(m_document->undo_stack().count(), 1);
    QMimeData text;
    text.setText(QStringLiteral("dgx-h100"));
    QVERIFY(!dragged_part(text, Catalog::built_in()));
}

void TestCanvas::click_and_shift_select() {
    QWidget* port = m_canvas->viewport();
    QTest::mouseClick(port, Qt::LeftButton, {}, view_point(*m_canvas, middle("pod-a")));
    QCOMPARE(m_document->selection().ids(), std::vector<std::string>{"pod-a"});
    QTest::mouseClick(port, Qt::LeftButton, Qt::ShiftModifier, view_point(*m_canvas, middle("hot")));
    QCOMPARE(m_document->selection().ids(), (std::vector<std::string>{"pod-a", "hot"}));
    QTest::mouseClick(port, Qt::LeftButton, Qt::ShiftModifier, view_point(*m_canvas, middle("pod-a")));
    QCOMPARE(m_document->selection().ids(), std::vector<std::string>{"hot"});
    const QPointF on_link = m_canvas->drawing().find_link("leaf-spine")->path.pointAtPercent(0.3);
    QTest::mouseClick(port, Qt::LeftButton, {}, view_point(*m_canvas, on_link));
    QCOMPARE(m_document->selection().ids(), std::vector<std::string>{"leaf-spine"});
    QVERIFY(m_canvas->accessibleDescription().contains(QStringLiteral("leaf")));
    const RackSlot& slot = m_canvas->drawing().find("pod-a")->slots[0];
    QTest::mouseDClick(
        port, Qt::LeftButton, {},
        view_point(*m_canvas,
                   slot.rect.translated(m_canvas->drawing().find("pod-a")->rect.topLeft()).center()));
    QCOMPARE(m_document->selection().ids(), std::vector<std::string>{"dgx-a"});
    QCOMPARE(m_document->undo_stack().count(), 0);
}

void TestCanvas::a_rubber_band_selects_what_it_touches() {
    const QRectF a = m_canvas->drawing().find("pod-a")->rect, b = m_canvas->drawing().find("pod-b")->rect;
    const QPointF start((a.right() + b.left()) / 2, a.top() + 20); // ground between the racks
    QVERIFY(m_canvas->item_at(start).empty());
    drag(start, {b.left() + 20, b.bottom() - 20});
    QCOMPARE(m_document->selection().ids(), std::vector<std::string>{"pod-b"});
    drag(start, {a.right() - 20, a.bottom() - 20}, Qt::ShiftModifier);
    const auto& ids = m_document->selection().ids();
    QCOMPARE(std::set<std::string>(ids.begin(), ids.end()), (std::set<std::string>{"pod-a", "pod-b"}));
    QTest::mouseClick(m_canvas->viewport(), Qt::LeftButton, {}, view_point(*m_canvas, start));
    QVERIFY(m_document->selection().is_empty());
}

void TestCanvas::wheel_keeps_the_point_under_the_cursor() {
    QWidget* port = m_canvas->viewport();
    const QPointF cursor(317, 223);
    for (const int turn : {120, 120, 120, -120, -240, 120, 480, -120}) {
        const QPointF before = m_canvas->viewportTransform().inverted().map(cursor);
        const double zoom = m_canvas->zoom();
        QWheelEvent wheel(cursor, port->mapToGlobal(cursor), {}, {0, turn}, Qt::NoButton, {},
                          Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(port, &wheel);
        QCOMPARE(m_canvas->zoom() > zoom, turn > 0);
        const QPointF now = m_canvas->viewportTransform().map(before);
        QVERIFY2((now - cursor).manhattanLength() <= 2,
                 "the point under the cursor moved"); // pixels are whole
    }
}

void TestCanvas::touchpad_pans_and_control_zooms() {
    QWidget* port = m_canvas->viewport();
    const QPointF cursor(300, 300);
    const double zoom = m_canvas->zoom();
    const QPointF before = m_canvas->viewportTransform().inverted().map(cursor);
    QWheelEvent slide(cursor, port->mapToGlobal(cursor), {30, -12}, {37, -15}, Qt::NoButton, {},
                      Qt::ScrollUpdate, false);
    QCoreApplication::sendEvent(port, &slide);
    QCOMPARE(m_canvas->zoom(), zoom);
    QCOMPARE(m_canvas->viewportTransform().map(before), cursor + QPointF(30, -12));
    QWheelEvent pinch(cursor, port->mapToGlobal(cursor), {0, 30}, {0, 37}, Qt::NoButton, Qt::ControlModifier,
                      Qt::ScrollUpdate, false);
    QCoreApplication::sendEvent(port, &pinch);
    QVERIFY(m_canvas->zoom() > zoom);
}

void TestCanvas::middle_and_space_drag_pan() {
    QWidget* port = m_canvas->viewport();
    for (const bool space : {false, true}) {
        const QPointF before = m_canvas->viewportTransform().map(QPointF(0, 0));
        const Qt::MouseButton button = space ? Qt::LeftButton : Qt::MiddleButton;
        if (space) QTest::keyPress(m_canvas.get(), Qt::Key_Space);
        QTest::mousePress(port, button, {}, {400, 300});
        QMouseEvent move(QEvent::MouseMove, QPointF(430, 280), port->mapToGlobal(QPointF(430, 280)),
                         Qt::NoButton, button, {});
        QCoreApplication::sendEvent(port, &move);
        QTest::mouseRelease(port, button, {}, {430, 280});
        if (space) QTest::keyRelease(m_canvas.get(), Qt::Key_Space);
        QCOMPARE(m_canvas->viewportTransform().map(QPointF(0, 0)) - before, QPointF(30, -20));
    }
    QVERIFY(m_document->selection().is_empty());
}

void TestCanvas::arrows_nudge_and_delete_removes() {
    const Project before = m_document->project();
    m_document->selection().set_one("hot");
    const QPointF corner = m_canvas->drawing().find("hot")->rect.topLeft();
    QTest::keyClick(m_canvas.get(), Qt::Key_Right);
    QTest::keyClick(m_canvas.get(), Qt::Key_Right);
    QTest::keyClick(m_canvas.get(), Qt::Key_Down, Qt::ShiftModifier);
    QCOMPARE(m_canvas->drawing().find("hot")->rect.topLeft(), corner + QPointF(16, 1));
    QCOMPARE(m_document->undo_stack().count(), 1); // one walk, one step
    QTest::keyClick(m_canvas.get(), Qt::Key_Delete);
    QVERIFY(!m_document->cluster().find("dgx-hot"));
    m_document->undo_stack().undo();
    m_document->undo_stack().undo();
    QCOMPARE(m_document->project(), before);
    QTest::keyClick(m_canvas.get(), Qt::Key_A, Qt::ControlModifier);
    QCOMPARE(m_document->selection().ids().size(),
             m_canvas->drawing().elements().size() + m_canvas->drawing().links().size());
}

void TestCanvas::tab_walks_the_items() {
    m_canvas->setFocus();
    QTRY_VERIFY(m_canvas->hasFocus());
    std::set<std::string> seen;
    for (size_t i = 0; i < m_canvas->drawing().elements().size(); ++i) {
        QTest::keyClick(m_canvas.get(), Qt::Key_Tab);
        seen.insert(m_document->selection().primary());
    }
    QCOMPARE(seen.size(), m_canvas->drawing().elements().size());
}

void TestCanvas::the_link_tool_connects() {
    m_canvas->use_link_tool();
    QSignalSpy messages(m_canvas.get(), &Canvas::message);
    drag(middle("crah"), middle("hot"));
    const Link* made = m_document->cluster().find_link(m_document->selection().primary());
    QVERIFY(made);
    QCOMPARE(made->from, std::string("crah"));
    QCOMPARE(made->to, std::string("hot"));
    drag(middle("spine"), middle("pod-a"));          // drawn downwards, linked upwards
    QTest::keyClick(m_canvas.get(), Qt::Key_Return); // the natural one of its menu
    made = m_document->cluster().find_link(m_document->selection().primary());
    QVERIFY(made);
    QCOMPARE(made->from, std::string("dgx-a"));
    QCOMPARE(made->to, std::string("spine"));
    QCOMPARE(messages.count(), 0);
    const size_t links = m_document->cluster().links.size();
    drag(middle("feed"), middle("leaf"));
    QCOMPARE(messages.count(), 1);
    QCOMPARE(m_document->cluster().links.size(), links);
}

void TestCanvas::copy_and_paste_make_a_second_one() {
    m_document->selection().set_one("pod-a");
    auto data =
        copy_selection(*m_document, m_canvas->drawing(), m_canvas->shown().overlay_style(), Theme::light());
    PastePlace beside;
    QVERIFY(data);
    QVERIFY(data->html().contains(QStringLiteral("<td>H100 pod A</td><td>Rack</td><td>8</td>")));
    QVERIFY(paste(*m_document, m_canvas->drawing(), *data, beside));
    QCOMPARE(m_document->selection().ids().size(), size_t(1));
    const Element* copy = m_document->cluster().find(m_document->selection().primary());
    QCOMPARE(copy->name, std::string("H100 pod A 2"));
    QVERIFY(copy->id != "pod-a");
    QCOMPARE(copy->parent, std::string("room"));
    QCOMPARE(m_canvas->drawing().find(copy->id)->slots.size(), size_t(4));
    QMimeData other;
    other.setText(QStringLiteral("hello"));
    QVERIFY(!paste(*m_document, m_canvas->drawing(), other, beside));
}

void TestCanvas::align_and_distribute() {
    m_document->selection().set({"pod-a", "pod-b", "leaf"});
    align(*m_document, m_canvas->drawing(), Alignment::top);
    QCOMPARE(m_canvas->drawing().find("pod-a")->rect.top(), m_canvas->drawing().find("leaf")->rect.top());
    QCOMPARE(m_document->undo_stack().count(), 1);
    distribute(*m_document, m_canvas->drawing(), Direction::horizontal);
    std::vector<QRectF> rects;
    for (const char* id : {"pod-a", "pod-b", "leaf"}) rects.push_back(m_canvas->drawing().find(id)->rect);
    std::sort(rects.begin(), rects.end(),
              [](const QRectF& a, const QRectF& b) { return a.left() < b.left(); });
    QVERIFY(std::abs((rects[1].left() - rects[0].right()) - (rects[2].left() - rects[1].right())) <= 1);
}

void TestCanvas::pictures_are_written() {
    QTemporaryDir folder;
    for (const char* name : {"drawing.png", "drawing.svg", "drawing.pdf"}) {
        const QString path = folder.filePath(QLatin1String(name));
        const auto done = save_picture(path.toStdString(), m_canvas->drawing(),
                                       m_canvas->shown().overlay_style(), Theme::light());
        QVERIFY2(done, done ? "" : done.error().text().c_str());
        QVERIFY(QFileInfo(path).size() > 1000);
    }
    QVERIFY(!save_picture(folder.filePath(QStringLiteral("drawing.gif")).toStdString(), m_canvas->drawing(),
                          m_canvas->shown().overlay_style(), Theme::light()));
    DrawingOptions fine;
    fine.dpi = 192;
    const QImage once = picture_image(m_canvas->drawing(), m_canvas->shown().overlay_style(), Theme::light());
    const QImage twice =
        picture_image(m_canvas->drawing(), m_canvas->shown().overlay_style(), Theme::light(), fine);
    QCOMPARE(twice.size(), once.size() * 2);
    show(once, QStringLiteral("small-light"));
    show(picture_image(m_canvas->drawing(), m_canvas->shown().overlay_style(), Theme::dark(), fine),
         QStringLiteral("small-dark-2x"));
    m_document->selection().set({"pod-a", "leaf-spine"});
    show(m_canvas->grab().toImage(), QStringLiteral("screen-light"));
    m_canvas->shown().set_theme(Theme::dark());
    m_canvas->camera().fit();
    show(m_canvas->grab().toImage(), QStringLiteral("screen-dark"));
    for (const double zoom : {0.4, 0.15}) {
        m_canvas->camera().set_zoom(zoom, {});
        m_canvas->centerOn(m_canvas->drawing().bounds().center());
        show(m_canvas->grab().toImage(), QStringLiteral("screen-zoom-%1").arg(zoom));
    }
}

void TestCanvas::overlays_recolour() {
    auto evaluation = std::make_shared<Evaluation>();
    RackState rack;
    rack.id = "hot";
    rack.power = Watts(26000);
    rack.limit = Watts(32700); // three 415 V, 60 A feeds, one lost (NVIDIA's rack guide)
    rack.inlet = Celsius(41);
    rack.chip = Celsius(87);
    rack.chip_limit = Celsius(87);
    rack.speed = 0.83;
    rack.throttle_cause = ThrottleCause::thermal;
    evaluation->power.racks.push_back(rack);
    Finding finding;
    finding.id = "binds-fabric";
    finding.binds = Resource{ResourceKind::fabric, 0};
    finding.severity = Severity::warning;
    finding.where = {"leaf-spine"};
    evaluation->findings.push_back(finding);
    FabricLevel level;
    level.oversubscription = 4;
    level.binding = "leaf-spine";
    evaluation->levels.push_back(level);
    evaluation->parts[static_cast<size_t>(StepPart::data_comm)] = 1;
    m_canvas->shown().set_evaluation(evaluation);
    const Theme theme = Theme::light();
    m_canvas->shown().set_overlay(Overlay::bottleneck);
    QCOMPARE(m_canvas->shown().overlay_style().link("leaf-spine").colour, theme.part(StepPart::data_comm));
    QCOMPARE(m_canvas->shown().overlay_style().link("leaf-spine").label, QStringLiteral("4:1"));
    QCOMPARE(m_canvas->shown().overlay_style().element("hot").frame, theme.critical);
    show(m_canvas->grab().toImage(), QStringLiteral("overlay-bottleneck"));
    m_canvas->shown().set_overlay(Overlay::chip);
    QCOMPARE(m_canvas->shown().overlay_style().element("hot").fill,
             m_canvas->shown().overlay_style().legend().ramp.back());                  // at its limit
    QCOMPARE(m_canvas->shown().overlay_style().element("pod-a").fill, theme.disabled); // nothing known
    show(m_canvas->grab().toImage(), QStringLiteral("overlay-temperature"));
    m_canvas->shown().set_overlay(Overlay::rack_power);
    const QColor four_fifths = m_canvas->shown().overlay_style().element("hot").fill; // 26.0 of 32.7 kW
    QVERIFY(four_fifths != m_canvas->shown().overlay_style().legend().ramp.back());
    QVERIFY(four_fifths != m_canvas->shown().overlay_style().legend().ramp.front());
    QCOMPARE(m_canvas->shown().overlay_style().element("hot").figures, QStringLiteral("80 % · 26 kW"));
    m_canvas->shown().set_overlay(Overlay::clock);
    QCOMPARE(m_canvas->shown().overlay_style().element("hot").figures,
             QStringLiteral("83 % of boost · chip temperature"));
    show(m_canvas->grab().toImage(), QStringLiteral("overlay-clock"));
}

void TestCanvas::samples_are_drawn_data() {
    QTest::addColumn<QByteArray>("path");
    for (const EmbeddedFile& file : embedded_files())
        if (file.path.starts_with("samples/"))
            QTest::newRow(std::string(file.path).c_str())
                << QByteArray(file.path.data(), static_cast<qsizetype>(file.path.size()));
    QTest::newRow("none") << QByteArray();
}

void TestCanvas::samples_are_drawn() {
    QFETCH(QByteArray, path);
    if (path.isEmpty()) return;
    std::string_view text;
    for (const EmbeddedFile& file : embedded_files())
        if (file.path == std::string_view(path.data(), static_cast<size_t>(path.size())))
            text = file.contents;
    const auto read = parse_project(text, Catalog::built_in());
    QVERIFY2(read, read ? "" : read.error().text().c_str());
    const Scenario& scenario = read->project.scenarios[0];
    const Evaluation evaluation = evaluate_or_explain(scenario, Catalog::built_in());
    const Diagram drawing = Diagram::make(scenario.cluster, Catalog::built_in());
    QVERIFY(!drawing.bounds().isEmpty());
    const QString name =
        QString::fromUtf8(path).section(QLatin1Char('/'), -1).section(QLatin1Char('.'), 0, 0);
    for (const Theme& theme : {Theme::light(), Theme::dark()}) {
        const OverlayStyle overlay_style = OverlayStyle::make(scenario.cluster, Catalog::built_in(),
                                                              &evaluation, Overlay::bottleneck, theme);
        DrawingOptions options;
        options.dpi = theme.is_dark ? 192 : 96;
        const QImage image = picture_image(drawing, overlay_style, theme, options);
        QVERIFY(!image.isNull());
        show(image, name + (theme.is_dark ? QStringLiteral("-dark") : QStringLiteral("-light")));
    }
}

QTEST_MAIN(TestCanvas)
#include "test_canvas.moc"
