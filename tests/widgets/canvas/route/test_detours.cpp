// SPDX-License-Identifier: GPL-3.0-or-later
// Links run through no box, also where things were split off or stand anyhow.
#include "tests/support/every_drawing.h"
#include "widgets/canvas/diagram/diagram.h"
#include "widgets/canvas/edits/multiplicity_edits.h"
#include "widgets/canvas/route/detour.h"
#include "widgets/editor/document.h"

#include <QRandomGenerator>
#include <QTest>

using namespace roofrack;
using roofrack::test::scenario_of;

namespace {

/// "LINK through BOX" for each; stacks and names aside.
QStringList crossed(const Diagram& drawing) {
    QStringList found;
    const auto& elements = drawing.elements();
    const auto holds = [&](int outer, int element) {
        for (int one = element; one >= 0; one = elements[static_cast<size_t>(one)].parent)
            if (one == outer) return true;
        return false;
    };
    for (const DrawnLink& link : drawing.links())
        for (size_t i = static_cast<size_t>(drawing.containers()); i < elements.size(); ++i) {
            const auto item = static_cast<int>(i);
            if (holds(item, link.from) || holds(item, link.to) || holds(link.from, item) ||
                holds(link.to, item))
                continue;
            const QRectF box = elements[i].rect.adjusted(0.5, 0.5, -0.5, -0.5);
            bool inside = false;
            for (qsizetype k = 1; k < link.line.size() && !inside; ++k) {
                const QLineF piece(link.line[k - 1], link.line[k]);
                const int steps = 1 + static_cast<int>(piece.length() / 2);
                for (int step = 0; step <= steps && !inside; ++step)
                    inside = box.contains(piece.pointAt(1.0 * step / steps));
            }
            if (inside)
                found << QString::fromStdString(link.id) + QStringLiteral(" through ") + elements[i].title;
        }
    return found;
}

Project project_of(const Scenario& scenario) {
    Project project;
    project.scenarios = {scenario};
    return project;
}

} // namespace

class TestDetours : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void what_was_split_is_reached_around_boxes_data() { test::add_every_drawing(); }
    void what_was_split_is_reached_around_boxes();
    void boxes_that_stand_anyhow_are_joined_around_others_data();
    void boxes_that_stand_anyhow_are_joined_around_others();
    void a_detour_is_short_and_keeps_off();
    void what_is_walled_in_has_no_detour();
};

void TestDetours::what_was_split_is_reached_around_boxes() {
    QFETCH(QByteArray, name);
    const auto scenario = scenario_of(name);
    QVERIFY(scenario);
    Document document(Catalog::built_in());
    document.set_project(project_of(*scenario));
    const Cluster before = document.cluster();
    for (const Element& element : before.elements) {
        if (!may_split(document, element.id)) continue;
        constexpr int most = 16; // single ones drawn
        for (const bool all : {false, true}) {
            if (all && before.instances(element) > most) continue;
            const Diagram drawing = Diagram::make(document.cluster(), document.catalog());
            const auto done =
                all ? expand_all(document, drawing, element.id) : split_off(document, drawing, element.id, 1);
            if (!done) continue;
            const QStringList now = crossed(Diagram::make(document.cluster(), document.catalog()));
            QVERIFY2(now.isEmpty(), qPrintable(QString::fromStdString(element.id) + QStringLiteral(": ") +
                                               now.join(QStringLiteral(", "))));
            document.undo();
        }
    }
}

void TestDetours::boxes_that_stand_anyhow_are_joined_around_others_data() {
    QTest::addColumn<quint32>("seed");
    for (quint32 seed = 1; seed <= 40; ++seed) QTest::addRow("seed %u", seed) << seed;
}

void TestDetours::boxes_that_stand_anyhow_are_joined_around_others() {
    QFETCH(quint32, seed);
    QRandomGenerator random(seed);
    Cluster cluster;
    constexpr std::pair<ElementKind, const char*> kinds[] = {{ElementKind::rack, "rack-48u"},
                                                             {ElementKind::switch_, "qm9700"},
                                                             {ElementKind::storage, "ddn-ai400x2"}};
    // Somewhere in its own field of a board: nothing stands on another.
    constexpr int columns = 5, rows = 4;
    for (int field = 0; field < columns * rows; ++field) {
        if (random.bounded(4) == 0) continue;
        const auto& [kind, part] = kinds[random.bounded(3)];
        Element element;
        element.id = "box-" + std::to_string(field);
        element.kind = kind;
        element.part.id = part;
        element.count = 1 + random.bounded(3);
        const int line = field / columns, column = field % columns;
        element.position = {240.0 * column + random.bounded(72), 320.0 * line + random.bounded(64)};
        cluster.elements.push_back(element);
    }
    const auto count = static_cast<int>(cluster.elements.size());
    for (int i = 0; i < 12; ++i) {
        Link link;
        link.id = "link-" + std::to_string(i);
        link.from = cluster.elements[static_cast<size_t>(random.bounded(count))].id;
        link.to = cluster.elements[static_cast<size_t>(random.bounded(count))].id;
        cluster.links.push_back(link);
    }
    const QStringList found = crossed(Diagram::make(cluster, Catalog::built_in()));
    QVERIFY2(found.isEmpty(), qPrintable(found.join(QStringLiteral(", "))));
}

void TestDetours::a_detour_is_short_and_keeps_off() {
    // A wall of 100 between two points 40 apart; on its left hand there are 20 to go past, on its right 80.
    const std::vector<Obstacle> wall{{QRectF(-20, 10, 100, 20)}};
    const QPolygonF way = detour({{0, -6}, {0, 0}}, {{0, 46}, {0, 40}}, wall, 5);
    QCOMPARE(way.size(), 6);
    QCOMPARE(way.front(), QPointF(0, -6));
    QCOMPARE(way.back(), QPointF(0, 46));
    QCOMPARE(way.boundingRect(), QRectF(-25, -6, 25, 52));
    // Names are crossed only where going around is far longer.
    const std::vector<Obstacle> name{{QRectF(-20, 10, 40, 20), false}};
    QCOMPARE(detour({{0, -6}, {0, 0}}, {{0, 46}, {0, 40}}, name, 5).boundingRect().width(), 25.0);
    const std::vector<Obstacle> wide{{QRectF(-2000, 10, 4000, 20), false}};
    QCOMPARE(detour({{0, -6}, {0, 0}}, {{0, 46}, {0, 40}}, wide, 5),
             QPolygonF(QList<QPointF>{{0, -6}, {0, 46}}));
}

void TestDetours::what_is_walled_in_has_no_detour() {
    const std::vector<Obstacle> ring{{QRectF(-40, -40, 80, 10)},
                                     {QRectF(-40, 30, 80, 10)},
                                     {QRectF(-40, -40, 10, 80)},
                                     {QRectF(30, -40, 10, 80)}};
    QVERIFY(detour({{0, 0}, {0, 6}}, {{0, 200}, {0, 194}}, ring, 5).isEmpty());
}

QTEST_MAIN(TestDetours)
#include "test_detours.moc"
