// SPDX-License-Identifier: GPL-3.0-or-later
// What is seen of a drawing while it is panned, zoomed and dragged, and its overview map.
#include "core/base/catalog/catalog.h"
#include "core/step/engine/evaluation.h"
#include "tests/support/large_drawing.h"
#include "widgets/canvas/edits/part_mime.h"
#include "widgets/canvas/paint/paint_legend.h"
#include "widgets/canvas/view/canvas.h"
#include "widgets/canvas/view/edge_scroll.h"
#include "widgets/canvas/view/mini_map.h"
#include "widgets/canvas/view/zoom_bar.h"
#include "widgets/editor/commands/move_elements.h"
#include "widgets/editor/document.h"

#include <QAbstractButton>
#include <QApplication>
#include <QDragEnterEvent>
#include <QMimeData>
#include <QTest>

#include <algorithm>

using namespace roofrack;

namespace {

/// Two pods of six racks: the large drawing in small.
Project two_pods(int pods_a_line = 8) {
    test::LargeDrawing small;
    small.pods = 2;
    small.racks = 6;
    small.pods_a_line = pods_a_line;
    return test::large_project(test::separate_racks(small));
}

/// Dots that differ by more than the rounding of a colour. Letters cut by the left edge are left out: the
/// raster places one that begins left of its picture up to a quarter of a dot beside.
int differing(const QImage& a, const QImage& b) {
    if (a.size() != b.size()) return -1;
    int count = 0;
    constexpr int letter = 8;
    for (int y = 0; y < a.height(); ++y)
        for (int x = letter; x < a.width(); ++x) {
            const QColor one = a.pixelColor(x, y), other = b.pixelColor(x, y);
            const int apart =
                std::max({std::abs(one.red() - other.red()), std::abs(one.green() - other.green()),
                          std::abs(one.blue() - other.blue())});
            count += apart > 8;
        }
    return count;
}

/// Things, links, words and borders of containers at a place of the viewport.
bool is_drawn_at(Canvas& canvas, const QRectF& place) {
    const QRectF area = canvas.viewportTransform().inverted().mapRect(place);
    const Diagram& drawing = canvas.drawing();
    const auto crosses = [&](int index) {
        return index >= drawing.containers() ||
               !drawing.elements()[static_cast<size_t>(index)].rect.contains(area);
    };
    return std::ranges::any_of(drawing.elements_in(area), crosses) || !drawing.links_in(area).empty() ||
           std::ranges::any_of(canvas.picture().text(canvas.zoom()).texts(),
                               [&](const DrawnText& text) { return text.area.intersects(area); });
}

} // namespace

class TestCanvasView : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { QVERIFY(load_fonts()); }
    void init();
    void a_panned_view_is_as_painted_afresh_data();
    void a_panned_view_is_as_painted_afresh();
    void a_step_of_a_drag_is_as_a_new_diagram();
    void a_dragged_view_is_as_painted_afresh();
    void what_is_held_at_the_edge_scrolls_data();
    void what_is_held_at_the_edge_scrolls();
    void a_part_held_at_the_edge_scrolls();
    void the_hand_over_the_middle_does_not_scroll();
    void the_overview_appears_and_goes_there();
    void the_buttons_zoom();
    void the_buttons_hide_nothing_at_any_shape();
    void the_overview_gives_way_to_what_is_selected();
    void what_is_fitted_stays_clear_of_legend_and_buttons();
    void the_view_follows_the_drawing_until_it_is_moved();

private:
    bool is_all_seen() const { return m_canvas->visible_area().contains(m_canvas->drawing().bounds()); }
    QImage seen() { return m_canvas->viewport()->grab().toImage(); }
    QImage afresh() {
        m_canvas->shown().set_theme(Theme::light()); // forgets what was painted
        return seen();
    }

    std::unique_ptr<Document> m_document;
    std::unique_ptr<Canvas> m_canvas;
};

void TestCanvasView::init() {
    m_canvas.reset();
    m_document = std::make_unique<Document>(Catalog::built_in());
    m_document->set_project(two_pods());
    m_canvas = std::make_unique<Canvas>(*m_document);
    m_canvas->resize(900, 600);
    m_canvas->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_canvas.get()));
}

void TestCanvasView::a_panned_view_is_as_painted_afresh_data() {
    QTest::addColumn<double>("zoom");
    for (const double zoom : {0.1, 0.33, 0.7, 1.0, 1.37}) QTest::addRow("%g", zoom) << zoom;
}

void TestCanvasView::a_panned_view_is_as_painted_afresh() {
    QFETCH(double, zoom);
    m_canvas->camera().set_zoom(zoom, {});
    m_canvas->centerOn(m_canvas->drawing().find("rack-1-3")->rect.center());
    seen();
    for (const QPointF step :
         {QPointF(37, 0), QPointF(-160, 23), QPointF(11, -210), QPointF(401, 307), QPointF(-90, -90)}) {
        m_canvas->pan_by(step);
        const QImage panned = seen();
        const int wrong = differing(panned, afresh());
        constexpr int rounding = 8; // dots of 540,000: a line's end on the border of two patches
        QVERIFY2(wrong <= rounding, qPrintable(QString::number(wrong)));
    }
}

void TestCanvasView::a_step_of_a_drag_is_as_a_new_diagram() {
    const Cluster& cluster = m_document->cluster();
    Diagram moved = Diagram::make(cluster, Catalog::built_in());
    const QRectF bounds = moved.bounds();
    const QPointF corner = moved.find("rack-1-6")->rect.topLeft() + QPointF(400, 333);
    const Diagram::Positions positions{{"rack-1-6", {corner.x(), corner.y()}}};
    const QRectF changed = moved.move(positions);
    const Diagram made = Diagram::make(cluster, Catalog::built_in(), positions);
    QVERIFY(changed.contains(QRectF(corner, QSizeF(112, 200))));
    for (size_t i = 0; i < made.elements().size(); ++i)
        QCOMPARE(moved.elements()[i].rect, made.elements()[i].rect); // also its pod, which grows
    QVERIFY(moved.find("pod-1")->rect.bottom() > bounds.top());
    for (const DrawnLink& link : moved.links()) {
        const DrawnElement* rack = moved.find("rack-1-6");
        const bool ends = &moved.elements()[static_cast<size_t>(link.from)] == rack ||
                          &moved.elements()[static_cast<size_t>(link.to)] == rack;
        if (ends)
            QVERIFY(rack->rect.adjusted(-1, -1, 1, 1).contains(link.line.front()) ||
                    rack->rect.adjusted(-1, -1, 1, 1).contains(link.line.back()));
    }
    QCOMPARE(moved.element_at(corner + QPointF(50, 50)), moved.find("rack-1-6"));
}

void TestCanvasView::a_dragged_view_is_as_painted_afresh() {
    m_canvas->camera().set_zoom(0.7, {});
    m_canvas->centerOn(m_canvas->drawing().find("rack-1-3")->rect.center());
    seen();
    const QPointF corner = m_canvas->drawing().find("rack-1-3")->rect.topLeft();
    for (const QPointF way : {QPointF(8, 8), QPointF(40, 200), QPointF(-120, 60)}) {
        m_canvas->preview({{"rack-1-3", {corner.x() + way.x(), corner.y() + way.y()}}});
        const QImage dragged = seen();
        const int wrong = differing(dragged, afresh());
        QVERIFY2(wrong == 0, qPrintable(QString::number(wrong)));
    }
    m_canvas->preview({});
    QCOMPARE(m_canvas->drawing().find("rack-1-3")->rect.topLeft(), corner);
}

void TestCanvasView::what_is_held_at_the_edge_scrolls_data() {
    QTest::addColumn<QPoint>("to"); // a point of the viewport, in hundredths
    QTest::addColumn<QPointF>("way");
    QTest::newRow("right") << QPoint(99, 50) << QPointF(1, 0);
    QTest::newRow("left") << QPoint(1, 50) << QPointF(-1, 0);
    QTest::newRow("below") << QPoint(50, 99) << QPointF(0, 1);
    QTest::newRow("beyond the upper left corner") << QPoint(-5, -5) << QPointF(-1, -1);
}

/// A rack follows the hand past what was seen; Esc brings it back, and nothing scrolls on.
void TestCanvasView::what_is_held_at_the_edge_scrolls() {
    QFETCH(QPoint, to);
    QFETCH(QPointF, way);
    m_canvas->go_to("rack-1-1");
    const QRectF before = m_canvas->visible_area();
    const QRectF place = m_canvas->drawing().find("rack-1-1")->rect;
    QWidget* view = m_canvas->viewport();
    const QPoint at =
        m_canvas->viewportTransform().map(QPointF(place.center().x(), place.top() + 4)).toPoint();
    const QPoint edge(to.x() * view->width() / 100, to.y() * view->height() / 100);
    QTest::mousePress(view, Qt::LeftButton, {}, at);
    QTest::mouseMove(view, (at + edge) / 2);
    QTest::mouseMove(view, edge);
    constexpr double far = 300; // canvas units
    QTRY_VERIFY((way.x() == 0 || way.x() * (m_canvas->visible_area().x() - before.x()) > far) &&
                (way.y() == 0 || way.y() * (m_canvas->visible_area().y() - before.y()) > far));
    const auto held = [&] { return m_canvas->drawing().find("rack-1-1")->rect.center(); };
    if (way.x() != 0) QVERIFY(way.x() * (held().x() - place.center().x()) > far);
    if (way.y() != 0) QVERIFY(way.y() * (held().y() - place.center().y()) > far);
    QTest::keyClick(m_canvas.get(), Qt::Key_Escape);
    QCOMPARE(m_canvas->drawing().find("rack-1-1")->rect, place);
    const QRectF then = m_canvas->visible_area();
    QTest::qWait(60);
    QCOMPARE(m_canvas->visible_area(), then);
    QTest::mouseRelease(view, Qt::LeftButton, {}, edge);
}

void TestCanvasView::a_part_held_at_the_edge_scrolls() {
    const auto data = part_mime({.kind = ElementKind::rack, .part = {}}, Catalog::built_in());
    const QRectF before = m_canvas->visible_area();
    const QPoint edge(m_canvas->viewport()->width() - 4, m_canvas->viewport()->height() / 2);
    QDragEnterEvent enter(edge, Qt::CopyAction, data.get(), Qt::LeftButton, {});
    QApplication::sendEvent(m_canvas->viewport(), &enter);
    QTRY_VERIFY(m_canvas->visible_area().x() > before.x() + 100);
    QDragLeaveEvent leave;
    QApplication::sendEvent(m_canvas->viewport(), &leave);
    const QRectF then = m_canvas->visible_area();
    QTest::qWait(400);
    QCOMPARE(m_canvas->visible_area(), then);
}

void TestCanvasView::the_hand_over_the_middle_does_not_scroll() {
    const QSize view(800, 600);
    QVERIFY(EdgeScroll::step_at({400, 300}, view).isNull());
    QVERIFY(EdgeScroll::step_at({30, 30}, view).isNull());
    // The further out, the faster, up to a limit; panning is against the view's way.
    QVERIFY(EdgeScroll::step_at({10, 300}, view).x() > EdgeScroll::step_at({20, 300}, view).x());
    QVERIFY(EdgeScroll::step_at({-400, 300}, view) == EdgeScroll::step_at({-4000, 300}, view));
    QVERIFY(EdgeScroll::step_at({790, 300}, view).x() < 0 && EdgeScroll::step_at({790, 300}, view).y() == 0);
    QVERIFY(EdgeScroll::step_at({20, 10}, {40, 20}).isNull()); // no room for a middle
}

void TestCanvasView::the_overview_appears_and_goes_there() {
    MiniMap& map = m_canvas->mini_map();
    m_canvas->camera().fit();
    QVERIFY(!map.isVisible()); // everything is seen
    m_canvas->camera().set_zoom(1.5, {});
    QVERIFY(map.isVisible());
    QVERIFY(m_canvas->rect().contains(map.geometry()));
    const QRectF bounds = m_canvas->drawing().bounds();
    const auto middle = [&] {
        return m_canvas->viewportTransform().inverted().map(QRectF(m_canvas->viewport()->rect()).center());
    };
    const QPoint centre = map.map_area().center().toPoint();
    QTest::mousePress(&map, Qt::LeftButton, {}, centre);
    const double dot = bounds.width() / map.map_area().width(); // canvas units under one of its px
    QVERIFY((middle() - bounds.center()).manhattanLength() < 3 * dot);
    const QPoint corner = map.map_area().topLeft().toPoint() + QPoint(8, 8);
    QMouseEvent move(QEvent::MouseMove, QPointF(corner), map.mapToGlobal(QPointF(corner)), Qt::NoButton,
                     Qt::LeftButton, {});
    QCoreApplication::sendEvent(&map, &move);
    QTest::mouseRelease(&map, Qt::LeftButton, {}, corner);
    QVERIFY((middle() - bounds.topLeft()).manhattanLength() < 24 * dot);
    map.set_wanted(false);
    QVERIFY(!map.isVisible());
    map.set_wanted(true);
    QVERIFY(map.isVisible());
}

void TestCanvasView::the_buttons_zoom() {
    const auto* bar = m_canvas->findChild<ZoomBar*>();
    QVERIFY(bar && bar->isVisible());
    const auto buttons = bar->findChildren<QAbstractButton*>();
    const auto press = [&](const QString& text) {
        for (QAbstractButton* button : buttons)
            if (button->text() == text) return QTest::mouseClick(button, Qt::LeftButton), true;
        return false;
    };
    m_canvas->camera().set_zoom(2, {});
    QVERIFY(press(QStringLiteral("200 %"))); // the readout goes to one to one
    QCOMPARE(m_canvas->zoom(), 1.0);
    QVERIFY(press(QStringLiteral("+")));
    QCOMPARE(m_canvas->zoom(), 1.25);
    QVERIFY(press(QStringLiteral("−")));
    QCOMPARE(m_canvas->zoom(), 1.0);
    QVERIFY(press(QStringLiteral("Fit")));
    const QRectF all = m_canvas->viewportTransform().mapRect(m_canvas->drawing().bounds());
    QVERIFY(QRectF(m_canvas->viewport()->rect()).contains(all));
    // Nothing of the drawing lies under the buttons.
    const QRectF under = m_canvas->viewportTransform().inverted().mapRect(QRectF(bar->geometry()));
    for (const int index : m_canvas->drawing().elements_in(under)) {
        QVERIFY(index < m_canvas->drawing().containers());
        QVERIFY(m_canvas->drawing().elements()[static_cast<size_t>(index)].rect.contains(under));
    }
    QVERIFY(m_canvas->drawing().links_in(under).empty());
    for (const DrawnText& text : static_cast<CanvasScene*>(m_canvas->scene())->text(m_canvas->zoom()).texts())
        QVERIFY2(!text.area.intersects(under), qPrintable(text.text));
}

void TestCanvasView::the_buttons_hide_nothing_at_any_shape() {
    const auto* bar = m_canvas->findChild<ZoomBar*>();
    for (const QSize size : {QSize(900, 320), QSize(620, 500), QSize(700, 280), QSize(1200, 420)}) {
        m_canvas->resize(size);
        QCoreApplication::processEvents();
        m_canvas->camera().fit();
        const QRectF under = m_canvas->viewportTransform().inverted().mapRect(QRectF(bar->geometry()));
        for (const int index : m_canvas->drawing().elements_in(under))
            QVERIFY(index < m_canvas->drawing().containers());
        for (const DrawnText& text :
             static_cast<CanvasScene*>(m_canvas->scene())->text(m_canvas->zoom()).texts())
            QVERIFY2(!text.area.intersects(under), qPrintable(text.text));
    }
}

void TestCanvasView::the_overview_gives_way_to_what_is_selected() {
    MiniMap& map = m_canvas->mini_map();
    m_canvas->camera().set_zoom(1.5, {});
    QVERIFY(map.isVisible());
    QVERIFY(map.height() <= m_canvas->height() / 4);
    const QPoint usual = map.pos();
    // The rack nearest to the map is brought behind it.
    const DrawnElement* rack = nullptr;
    for (const DrawnElement& each : m_canvas->drawing().elements())
        if (each.kind == ElementKind::rack) rack = &each;
    QVERIFY(rack);
    const QPointF now = m_canvas->viewportTransform().map(rack->rect.center());
    m_canvas->document().selection().set_one(rack->id);
    m_canvas->pan_by(QRectF(map.geometry()).center() - now);
    const QRectF area = m_canvas->viewportTransform().mapRect(rack->rect);
    QVERIFY(!area.intersects(QRectF(map.geometry())));
    QVERIFY(map.pos() != usual);
    m_canvas->document().selection().clear();
    QCOMPARE(map.pos(), usual);
}

void TestCanvasView::what_is_fitted_stays_clear_of_legend_and_buttons() {
    const auto* bar = m_canvas->findChild<ZoomBar*>();
    m_document->set_project(two_pods(1)); // high enough for a legend beside it
    const QPointF last = m_canvas->drawing().bounds().bottomRight() - QPointF(100, 100);
    m_document->perform<MoveElements>(
        std::map<std::string, Position>{{"spine-1", {-480, -480}}, {"storage", {last.x(), last.y()}}});
    auto evaluation = std::make_shared<Evaluation>();
    RackState rack;
    rack.id = "rack-1-1";
    rack.power = Watts(26000);
    rack.limit = Watts(32700);
    evaluation->power.racks.push_back(rack);
    m_canvas->shown().set_evaluation(evaluation);
    const QSizeF whole = m_canvas->drawing().bounds().size();
    const auto legend = [&] {
        return QRectF(QPointF(12, 12),
                      legend_size(m_canvas->shown().overlay_style().legend(), m_canvas->shown().theme()));
    };
    for (const double shape : {0.8, 0.9, 1.0, 1.1, 1.3}) { // shape of the view against the drawing's
        m_canvas->shown().set_overlay(Overlay::none);
        m_canvas->resize(1000, static_cast<int>(1000 * whole.height() / whole.width() / shape));
        QCoreApplication::processEvents();
        QVERIFY(is_all_seen());
        QVERIFY(!is_drawn_at(*m_canvas, QRectF(bar->geometry())));
        m_canvas->shown().set_overlay(Overlay::rack_power); // its legend comes over the view
        QVERIFY(!legend().isEmpty());
        QVERIFY(!is_drawn_at(*m_canvas, legend()));
        QVERIFY(is_all_seen());
    }
    // Not of a view that the user has chosen.
    m_canvas->shown().set_overlay(Overlay::none);
    m_canvas->camera().zoom_in();
    const QTransform chosen = m_canvas->viewportTransform();
    m_canvas->shown().set_overlay(Overlay::rack_power);
    QCOMPARE(m_canvas->viewportTransform(), chosen);
}

void TestCanvasView::the_view_follows_the_drawing_until_it_is_moved() {
    QVERIFY(is_all_seen());
    const auto move_far = [this](double x) {
        m_document->perform<MoveElements>(std::map<std::string, Position>{{"spine-1", {x, 5000}}});
    };
    move_far(9000);
    QVERIFY(is_all_seen());
    m_canvas->pan_by({1, 0});
    const double zoom = m_canvas->zoom();
    move_far(20000);
    m_canvas->resize(700, 500);
    QCoreApplication::processEvents();
    QCOMPARE(m_canvas->zoom(), zoom);
    QVERIFY(!is_all_seen());
    m_document->set_project(two_pods()); // another drawing is shown whole
    QVERIFY(is_all_seen());
    QVERIFY(m_canvas->zoom() != zoom);
}

QTEST_MAIN(TestCanvasView)
#include "test_canvas_view.moc"
