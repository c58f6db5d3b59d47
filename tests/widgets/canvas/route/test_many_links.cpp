// SPDX-License-Identifier: GPL-3.0-or-later
// A link costs about the same in a drawing of many racks as in one of few.
#include "core/base/catalog/catalog.h"
#include "tests/support/many_racks.h"
#include "widgets/canvas/diagram/diagram.h"
#include "widgets/canvas/diagram/diagram_links.h"
#include "widgets/canvas/route/free_space.h"
#include "widgets/canvas/route/link_router.h"
#include "widgets/canvas/route/wall_index.h"

#include <QRandomGenerator>
#include <QTest>

using namespace roofrack;
using namespace roofrack::test;

namespace {

/// Boxes that are looked at for a link, on average.
double looks_a_link(const ManyRacks& drawing) {
    Diagram made = Diagram::make(cluster_of(drawing), Catalog::built_in());
    const LinkRouter router(made.elements());
    std::vector<DrawnLink> links = made.links();
    for (DrawnLink& link : links) lay_link(link, router);
    return static_cast<double>(router.looked_at()) / static_cast<double>(links.size());
}

std::vector<QRectF> random_boxes(QRandomGenerator& random, int count) {
    std::vector<QRectF> boxes;
    for (int i = 0; i < count; ++i)
        boxes.emplace_back(random.bounded(600), 8 * random.bounded(60), 4 + random.bounded(60),
                           8 * random.bounded(12));
    return boxes;
}

} // namespace

class TestManyLinks : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void a_link_costs_the_same_among_many_racks_data();
    void a_link_costs_the_same_among_many_racks();
    void walls_stand_where_boxes_do();
    void lines_at_one_height_meet_what_stands_there();
};

void TestManyLinks::a_link_costs_the_same_among_many_racks_data() {
    QTest::addColumn<int>("racks_a_leaf");
    QTest::addColumn<bool>("dense");
    QTest::addColumn<bool>("placed");
    QTest::newRow("one switch") << 0 << false << true;
    QTest::newRow("no room between the racks") << 0 << true << true;
    QTest::newRow("leaves") << 32 << false << true;
    QTest::newRow("leaves, no room between the racks") << 32 << true << true;
    QTest::newRow("laid out by the program") << 0 << false << false;
}

void TestManyLinks::a_link_costs_the_same_among_many_racks() {
    QFETCH(int, racks_a_leaf);
    QFETCH(bool, dense);
    QFETCH(bool, placed);
    ManyRacks drawing{.racks = 500, .racks_a_leaf = racks_a_leaf, .dense = dense, .placed = placed};
    const double few = looks_a_link(drawing);
    drawing.racks *= 8;
    const double many = looks_a_link(drawing);
    QVERIFY2(many < 1.5 * few + 20, qPrintable(QStringLiteral("%1, then %2").arg(few).arg(many)));
    QVERIFY2(many < 400, qPrintable(QString::number(many)));
}

/// Held against all boxes one by one.
void TestManyLinks::walls_stand_where_boxes_do() {
    QRandomGenerator random(5);
    constexpr double clearance = 3, gap = 9;
    for (int turn = 0; turn < 60; ++turn) {
        const auto boxes = random_boxes(random, 1 + random.bounded(40));
        const WallTree tree(boxes);
        const WallIndex index(tree, clearance, clearance), passed(tree, clearance, gap);
        for (int ask = 0; ask < 200; ++ask) {
            const double x = random.bounded(700) - 20, top = 4 * random.bounded(140) - 20,
                         bottom = top + 4 * random.bounded(40);
            bool meets = false;
            for (const QRectF& box : boxes)
                meets |=
                    SpatialGrid::touches(box, {QPointF(x - clearance, top), QPointF(x + clearance, bottom)});
            bool stands = false;
            for (const auto& list : index.between(top, bottom)) stands |= index.at(list, x).has_value();
            QCOMPARE(stands, meets);
            for (const auto& list : passed.between(top, bottom))
                if (const auto wall = passed.at(list, x)) {
                    QVERIFY(!passed.at(list, wall->right + gap));
                    QVERIFY(!passed.at(list, wall->left - gap));
                }
        }
    }
}

/// What was found of a line is right of the next one at its height.
void TestManyLinks::lines_at_one_height_meet_what_stands_there() {
    QRandomGenerator random(9);
    int free = 0, asked = 0;
    for (int turn = 0; turn < 40; ++turn) {
        std::vector<DrawnElement> elements;
        for (const QRectF& box : random_boxes(random, 2 + random.bounded(12))) {
            DrawnElement& element = elements.emplace_back();
            element.kind = ElementKind::switch_;
            element.rect = box;
        }
        const FreeSpace space(elements);
        for (int ask = 0; ask < 200; ++ask, ++asked) {
            const double height = 40 * random.bounded(12);
            const QPointF from(random.bounded(700) - 20, height), to(random.bounded(700) - 20, height);
            const int last = static_cast<int>(elements.size());
            const RouteEnds ends{random.bounded(last), random.bounded(last)};
            const bool is_free = space.is_free(from, to, ends, false);
            QCOMPARE(is_free, FreeSpace(elements).is_free(from, to, ends, false));
            free += is_free;
        }
    }
    QVERIFY2(free > asked / 10 && free < asked - asked / 10, qPrintable(QString::number(free)));
}

QTEST_MAIN(TestManyLinks)
#include "test_many_links.moc"
