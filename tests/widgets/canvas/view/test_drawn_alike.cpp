// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/catalog/catalog.h"
#include "tests/support/large_drawing.h"
#include "widgets/canvas/diagram/drawn_alike.h"
#include "widgets/canvas/view/canvas.h"
#include "widgets/editor/commands/set_elements.h"
#include "widgets/editor/document.h"

#include <QTest>

#include <functional>

using namespace roofrack;
using namespace roofrack::test;

namespace {

Cluster small() {
    LargeDrawing drawing;
    drawing.pods = 2;
    drawing.racks = 3;
    return separate_racks(drawing);
}

bool same(const Diagram& a, const Diagram& b) {
    const auto same_element = [](const DrawnElement& one, const DrawnElement& other) {
        return one.id == other.id && one.kind == other.kind && one.rect == other.rect &&
               one.title == other.title && one.subtitle == other.subtitle && one.count == other.count &&
               one.parent == other.parent && one.slots.size() == other.slots.size();
    };
    const auto same_link = [](const DrawnLink& one, const DrawnLink& other) {
        return one.id == other.id && one.path == other.path && one.width == other.width &&
               one.label == other.label && one.stroke == other.stroke;
    };
    return std::equal(a.elements().begin(), a.elements().end(), b.elements().begin(), b.elements().end(),
                      same_element) &&
           std::equal(a.links().begin(), a.links().end(), b.links().begin(), b.links().end(), same_link) &&
           a.bounds() == b.bounds();
}

Diagram diagram(const Cluster& cluster) { return Diagram::make(cluster, Catalog::built_in()); }

} // namespace

class TestDrawnAlike : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void what_is_not_shown_needs_no_new_diagram_data() {
        QTest::addColumn<std::function<void(Cluster&)>>("change");
        const auto row = [](const char* name, const std::function<void(Cluster&)>& change) {
            QTest::newRow(name) << change;
        };
        row("power limit", [](Cluster& c) { c.find("rack-1-1")->power_limit = Watts(1e4); });
        row("cooling limit", [](Cluster& c) { c.find("rack-1-1")->cooling_limit = Watts(1e4); });
        row("cap", [](Cluster& c) { c.find("server-1-1")->gpu_power_cap = Watts(300); });
        row("supply", [](Cluster& c) { c.find("rack-1-1")->supply = Celsius(31); });
        row("air", [](Cluster& c) { c.find("rack-1-1")->air_supply_ratio = 0.5; });
        row("speed", [](Cluster& c) { c.find("server-1-1")->speed = 0.9; });
        row("switch health", [](Cluster& c) { c.find("leaf-1a")->health = 0.9; });
        row("bandwidth", [](Cluster& c) { c.find("storage")->bandwidth = ByteRate(1e9); });
        row("write", [](Cluster& c) { c.find("storage")->write_bandwidth = ByteRate(1e9); });
        row("cable health", [](Cluster& c) { c.links[3].health = 0.5; });
        row("background", [](Cluster& c) { c.links[3].background_load = 0.5; });
    }
    void what_is_not_shown_needs_no_new_diagram() {
        QFETCH(std::function<void(Cluster&)>, change);
        const Cluster before = small();
        Cluster after = before;
        change(after);
        QVERIFY(!(before == after));
        QVERIFY(is_drawn_alike(before, after));
        QVERIFY(same(diagram(before), diagram(after)));
    }

    void what_is_shown_does_data() {
        QTest::addColumn<std::function<void(Cluster&)>>("change");
        const auto row = [](const char* name, const std::function<void(Cluster&)>& change) {
            QTest::newRow(name) << change;
        };
        row("name", [](Cluster& c) { c.find("rack-1-1")->name = "Hot"; });
        row("count", [](Cluster& c) { c.find("server-1-1")->count = 4; });
        row("position", [](Cluster& c) { c.find("rack-1-1")->position.x += 8; });
        row("part", [](Cluster& c) { c.find("server-1-1")->part.id = "dgx-h100"; });
        row("removed", [](Cluster& c) { c.links.pop_back(); });
        row("cables", [](Cluster& c) { c.links.back().count = 2; });
    }
    void what_is_shown_does() {
        QFETCH(std::function<void(Cluster&)>, change);
        Cluster after = small();
        change(after);
        QVERIFY(!is_drawn_alike(small(), after));
    }

    /// The canvas shows what is drawn after edits of either sort, done and undone.
    void the_canvas_follows() {
        Document document(Catalog::built_in());
        document.set_project(large_project(small()));
        Canvas canvas(document);
        canvas.resize(600, 400);
        const auto edit = [&](auto&& change) {
            Element rack = *document.cluster().find("rack-1-1");
            change(rack);
            document.end_gesture();
            document.perform<SetElements>(rack, QStringLiteral("rack"));
            return same(canvas.drawing(), diagram(document.cluster()));
        };
        QVERIFY(edit([](Element& rack) { rack.power_limit = Watts(1e4); }));
        QVERIFY(edit([](Element& rack) { rack.position.x += 40; }));
        QVERIFY(edit([](Element& rack) { rack.supply = Celsius(30); }));
        canvas.preview({{"rack-1-2", {0, 0}}});
        QVERIFY(!same(canvas.drawing(), diagram(document.cluster())));
        QVERIFY(edit([](Element& rack) { rack.supply = Celsius(31); }));
        while (document.undo_stack().canUndo()) {
            document.undo();
            QVERIFY(same(canvas.drawing(), diagram(document.cluster())));
        }
    }
};

QTEST_MAIN(TestDrawnAlike)
#include "test_drawn_alike.moc"
