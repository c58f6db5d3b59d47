// SPDX-License-Identifier: GPL-3.0-or-later
// Links and colours of a drawing: what is alike looks alike, and what is coloured is explained.
#include "tests/support/drawn_sample.h"
#include "widgets/canvas/paint/paint_drawing.h"

#include <QImage>
#include <QPainter>
#include <QTest>

#include <algorithm>
#include <map>
#include <set>

using namespace roofrack;
using roofrack::test::Drawn;
using roofrack::test::drawn;
using roofrack::test::scenario_of;

namespace {

/// The drawing as the window paints it, its bounds' corner at the picture's.
QImage painted(const Drawn& one, const OverlayStyle& overlay_style, double zoom, bool words = true) {
    const PainterStyle style(Theme::light());
    const QRectF bounds = one.drawing.bounds();
    QImage image((bounds.size() * zoom).toSize() + QSize(24, 24), QImage::Format_RGB32);
    image.fill(style.theme.window);
    QPainter painter(&image);
    painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    painter.scale(zoom, zoom);
    painter.translate(-QPointF(bounds.topLeft().toPoint()));
    const DrawingText text =
        words ? DrawingText::make(one.drawing, overlay_style, style, zoom) : DrawingText();
    paint_drawing(painter, one.drawing, overlay_style, text, style, {zoom, zoom}, bounds);
    return image;
}

QPoint pixel(const Drawn& one, const QPointF& at, double zoom) {
    return ((at - QPointF(one.drawing.bounds().topLeft().toPoint())) * zoom).toPoint();
}

QStringList words(const Drawn& one, const OverlayStyle& overlay_style, double zoom) {
    const DrawingText written =
        DrawingText::make(one.drawing, overlay_style, PainterStyle(Theme::light()), zoom);
    QStringList all;
    for (const DrawnText& text : written.texts()) all << text.text;
    return all;
}

} // namespace

class TestDrawnLinks : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { QVERIFY(load_fonts()); }
    void every_colour_is_explained_data();
    void every_colour_is_explained();
    void links_that_bind_alike_are_marked_alike_data();
    void links_that_bind_alike_are_marked_alike();
    void a_link_to_other_groups_leaves_its_own();
    void a_mesh_is_said_in_words();
    void links_to_themselves_are_labelled_data();
    void links_to_themselves_are_labelled();
    void boxes_above_each_other_are_joined_upright_data();
    void boxes_above_each_other_are_joined_upright();
    void shared_runs_stay_dashed();
    void curves_are_round_at_half_size();
    void small_drawings_say_the_load_alone();
    void trunks_leave_a_crowded_switch();
};

void TestDrawnLinks::every_colour_is_explained_data() {
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<int>("overlay");
    for (const char* name : {"shared-a100-hot-rack", "dgx-h100-su", "gb200-nvl72-x8", "megatron-1t-3072"})
        for (const Overlay overlay : all_overlays)
            if (overlay != Overlay::none)
                QTest::newRow(qPrintable(name + QStringLiteral(", ") + id_of(overlay)))
                    << QByteArray(name) << static_cast<int>(overlay);
}

void TestDrawnLinks::every_colour_is_explained() {
    QFETCH(QByteArray, name);
    QFETCH(int, overlay);
    const Drawn& one = drawn(name.toStdString());
    for (const Theme& theme : {Theme::light(), Theme::dark()}) {
        const OverlayStyle overlay_style = one.overlay_style(static_cast<Overlay>(overlay), theme);
        const OverlayLegend& legend = overlay_style.legend();
        const auto entry = [&](const QColor& colour) {
            return std::ranges::find(legend.entries, colour, &LegendSwatch::colour) != legend.entries.end();
        };
        for (const RackState& rack : one.evaluation.power.racks) {
            const ElementStyle& look = overlay_style.element(rack.id);
            if (look.frame.isValid())
                QVERIFY2(entry(look.frame), qPrintable(QString::fromStdString(rack.id) + look.frame.name()));
            if (legend.ramp.empty())
                QVERIFY2(entry(look.fill), qPrintable(QString::fromStdString(rack.id) + look.fill.name()));
            else if (static_cast<Overlay>(overlay) == Overlay::link_load)
                QCOMPARE(look.fill, theme.line);
            if (!look.alarm && static_cast<Overlay>(overlay) == Overlay::link_load)
                QVERIFY2(look.figures.endsWith(QLatin1Char('W')), qPrintable(look.figures));
        }
    }
}

void TestDrawnLinks::links_that_bind_alike_are_marked_alike_data() {
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<int>("marked");
    QTest::newRow("three leaves, 4:1") << QByteArray("shared-a100-hot-rack") << 3;
    QTest::newRow("two rows of racks") << QByteArray("dgx-h100-su") << 2; // with slow ones
}

void TestDrawnLinks::links_that_bind_alike_are_marked_alike() {
    QFETCH(QByteArray, name);
    QFETCH(int, marked);
    Scenario scenario = *scenario_of(name.toStdString());
    for (Link& link : scenario.cluster.links)
        if (link.to == "leaf") link.bandwidth = ByteRate(12.5e9);
    const Drawn one = drawn(std::move(scenario));
    const OverlayStyle overlay_style = one.overlay_style(Overlay::bottleneck);
    std::map<QRgb, int> found;
    for (const DrawnLink& link : one.drawing.links())
        if (overlay_style.link(link.id).colour.isValid()) ++found[overlay_style.link(link.id).colour.rgba()];
    QCOMPARE(found.size(), size_t(1));
    QCOMPARE(found.begin()->second, marked);
}

void TestDrawnLinks::a_link_to_other_groups_leaves_its_own() {
    const Drawn& one = drawn("dragonfly");
    const auto& elements = one.drawing.elements();
    const auto is_group = [&](int index) { return index < one.drawing.containers(); };
    const auto link = std::ranges::find_if(one.drawing.links(), [&](const DrawnLink& each) {
        return !each.facility && is_group(each.from) != is_group(each.to);
    });
    QVERIFY(link != one.drawing.links().end());
    const QRectF group = elements[static_cast<size_t>(is_group(link->from) ? link->from : link->to)].rect;
    const QRectF router = elements[static_cast<size_t>(is_group(link->from) ? link->to : link->from)].rect;
    QPolygonF way = link->line;
    if (is_group(link->from)) std::reverse(way.begin(), way.end());
    QVERIFY(router.adjusted(-1, -1, 1, 1).contains(way.front()));
    double outside = 0; // part of its length, away from the stack's outlines
    const QRectF stack = group.adjusted(-1, -9, 9, 1);
    for (qsizetype i = 1; i < way.size(); ++i)
        for (double t = 0; t < 1; t += 0.01)
            if (!stack.contains(QLineF(way[i - 1], way[i]).pointAt(t)))
                outside += 0.01 * QLineF(way[i - 1], way[i]).length();
    QVERIFY2(outside > 60, qPrintable(QString::number(outside)));
    QVERIFY(stack.adjusted(-1, -1, 1, 1).contains(way.back())); // and back to it
    QVERIFY(words(one, {}, 1).contains(link->label));
}

/// Whoever reads a drawing on a slide need not know what a mesh is.
void TestDrawnLinks::a_mesh_is_said_in_words() {
    const Drawn& one = drawn("llama3-405b-16k");
    int meshes = 0;
    QStringList labels;
    for (const DrawnLink& link : one.drawing.links()) {
        QVERIFY2(!link.label.contains(QLatin1String("mesh")), qPrintable(link.label));
        meshes += link.label.contains(QStringLiteral(" to each · ")) ? 1 : 0;
        labels << link.label;
    }
    QVERIFY2(meshes > 0, qPrintable(labels.join(u'|')));
}

void TestDrawnLinks::links_to_themselves_are_labelled_data() {
    QTest::addColumn<QByteArray>("name");
    for (const char* name : {"dragonfly", "torus"}) QTest::newRow(name) << QByteArray(name);
}

void TestDrawnLinks::links_to_themselves_are_labelled() {
    QFETCH(QByteArray, name);
    const Drawn& one = drawn(name.toStdString());
    const OverlayStyle loads = one.overlay_style(Overlay::link_load);
    int loops = 0;
    for (const DrawnLink& link : one.drawing.links()) {
        if (link.from != link.to) continue;
        ++loops;
        QVERIFY2(words(one, {}, 1).contains(link.label), qPrintable(link.label));
        const QString load = loads.link(link.id).label;
        QVERIFY(load.endsWith(QLatin1Char('%')));
        QVERIFY(words(one, loads, 0.5).contains(load));
        QVERIFY(!words(one, loads, 1).filter(load).isEmpty());
    }
    QVERIFY(loops > 0);
}

void TestDrawnLinks::boxes_above_each_other_are_joined_upright_data() {
    QTest::addColumn<QByteArray>("name");
    for (const char* name :
         {"llama3-405b-16k", "dragonfly", "shared-a100-hot-rack", "gb200-nvl72-x8", "nvl72-pods", "fat-tree"})
        QTest::newRow(name) << QByteArray(name);
}

void TestDrawnLinks::boxes_above_each_other_are_joined_upright() {
    QFETCH(QByteArray, name);
    const Drawn& one = drawn(name.toStdString());
    int joined = 0;
    for (const DrawnLink& link : one.drawing.links()) {
        if (link.facility || link.from == link.to) continue;
        const QRectF a = one.drawing.elements()[static_cast<size_t>(link.from)].rect,
                     b = one.drawing.elements()[static_cast<size_t>(link.to)].rect;
        if (a.bottom() >= b.top() && b.bottom() >= a.top()) continue;
        constexpr double nearly = 10; // canvas units between the middles
        if (std::abs(a.center().x() - b.center().x()) > nearly) continue;
        ++joined;
        const double shift = link.line.front().x() - link.line.back().x();
        QVERIFY2(std::abs(shift) < 0.5 || std::abs(shift) > nearly,
                 qPrintable(QString::fromStdString(link.id) + QStringLiteral(": %1").arg(shift)));
    }
    QVERIFY(joined > 0);
}

/// Feeds of two rows of racks lie on each other on their way: no run there is longer than a dash.
void TestDrawnLinks::shared_runs_stay_dashed() {
    const Drawn& one = drawn("shared-a100-hot-rack");
    std::vector<QLineF> level; // the bus of each link: its longest level piece
    for (const DrawnLink& link : one.drawing.links()) {
        if (!link.facility) continue;
        QLineF longest;
        for (qsizetype i = 1; i < link.line.size(); ++i) {
            const QLineF piece(link.line[i - 1], link.line[i]);
            if (std::abs(piece.dy()) < 0.01 && piece.length() > longest.length()) longest = piece;
        }
        if (link.line.size() > 4) level.push_back(longest);
    }
    const QImage image = painted(one, {}, 1, false);
    int shared = 0;
    for (size_t i = 0; i < level.size(); ++i)
        for (size_t k = 0; k < i; ++k) {
            if (std::abs(level[i].y1() - level[k].y1()) > 0.01) continue;
            const double left =
                std::max(std::min(level[i].x1(), level[i].x2()), std::min(level[k].x1(), level[k].x2()));
            const double right =
                std::min(std::max(level[i].x1(), level[i].x2()), std::max(level[k].x1(), level[k].x2()));
            if (right - left < 60) continue;
            ++shared;
            int run = 0, longest = 0, dots = 0;
            for (int x = pixel(one, {left + 12, 0}, 1).x(); x < pixel(one, {right - 12, 0}, 1).x(); ++x) {
                const int y = pixel(one, level[i].p1(), 1).y();
                bool line = false;
                for (const int beside : {-1, 0, 1})
                    line |= image.pixelColor(x, y + beside) == Theme::light().line;
                run = line ? run + 1 : 0;
                dots += line;
                longest = std::max(longest, run);
            }
            QVERIFY(dots > 20);
            QVERIFY2(longest <= 6, qPrintable(QString::number(longest)));
        }
    QVERIFY(shared > 0);
}

void TestDrawnLinks::curves_are_round_at_half_size() {
    const Drawn& one = drawn("dgx-h100-su");
    constexpr double zoom = 0.5;
    const QImage image = painted(one, {}, zoom, false);
    const QColor ground = PainterStyle(Theme::light()).ground(0);
    int curves = 0;
    for (const DrawnLink& link : one.drawing.links()) {
        if (link.facility || link.line.size() < 12) continue;
        ++curves;
        for (double t = 0.1; t < 0.95; t += 0.05) {
            const QPoint at = pixel(one, link.path.pointAtPercent(t), zoom);
            bool line = false;
            for (const int x : {-1, 0, 1})
                for (const int y : {-1, 0, 1}) line |= image.pixelColor(at + QPoint(x, y)) != ground;
            QVERIFY2(line, qPrintable(QString::fromStdString(link.id) + QStringLiteral(" at %1").arg(t)));
        }
    }
    QVERIFY(curves > 1);
}

void TestDrawnLinks::small_drawings_say_the_load_alone() {
    const Drawn& one = drawn("dgx-h100-su");
    const OverlayStyle overlay_style = one.overlay_style(Overlay::link_load);
    const auto said = [&](double zoom, const QString& text) {
        return !words(one, overlay_style, zoom).filter(text).isEmpty();
    };
    QVERIFY(said(1, QStringLiteral(" % · rail")));
    QVERIFY(!said(0.5, QStringLiteral(" % · ")));
    QVERIFY(words(one, overlay_style, 0.5).contains(overlay_style.link("leaf--spine").label) ||
            overlay_style.link("leaf--spine").label.isEmpty());
}

/// Twelve racks in a second line are reached around the first: on either hand one trunk leaves the switch.
void TestDrawnLinks::trunks_leave_a_crowded_switch() {
    Cluster cluster;
    const auto add = [&](const std::string& id, ElementKind kind, const char* part, Position position) {
        Element element;
        element.id = id;
        element.kind = kind;
        element.part.id = part;
        element.position = position;
        cluster.elements.push_back(element);
    };
    add("leaf", ElementKind::switch_, "arista-7800r3", {800, 0});
    for (int i = 0; i < 24; ++i) {
        const std::string rack = "rack-" + std::to_string(i);
        add(rack, ElementKind::rack, "rack-48u", {200.0 * (i % 12), i < 12 ? 120.0 : 480.0});
        Link link;
        link.id = "link-" + std::to_string(i);
        link.from = rack;
        link.to = "leaf";
        cluster.links.push_back(link);
    }
    const Diagram drawing = Diagram::make(cluster, Catalog::built_in());
    std::set<double> places;
    for (int i = 12; i < 24; ++i) {
        const DrawnLink* link = drawing.find_link("link-" + std::to_string(i));
        QVERIFY(link);
        QVERIFY(link->line.size() > 3 && link->line.size() < 7); // along channels
        places.insert(link->line.back().x());
    }
    QVERIFY2(places.size() <= 2, qPrintable(QString::number(places.size())));
}

QTEST_MAIN(TestDrawnLinks)
#include "test_drawn_links.moc"
