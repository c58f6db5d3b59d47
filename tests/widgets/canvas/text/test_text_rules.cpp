// SPDX-License-Identifier: GPL-3.0-or-later
// Where the words of a drawing stand at the zooms that people work at: boxes stay boxes, equals are written
// alike, a link is broken once.
#include "core/base/catalog/catalog.h"
#include "core/step/engine/evaluate.h"
#include "tests/support/every_drawing.h"
#include "tests/support/large_drawing.h"
#include "widgets/canvas/text/drawing_text.h"
#include "widgets/canvas/text/segment_clip.h"
#include "widgets/canvas/text/text_families.h"

#include <QTest>

#include <algorithm>
#include <set>

using namespace roofrack;

namespace {

const Catalog& catalog() { return Catalog::built_in(); }

constexpr double zooms[] = {0.2, 0.3, 0.39, 0.44, 0.5, 0.56, 0.65, 0.8, 1, 2.2};

struct Sheet {
    Diagram drawing;
    OverlayStyle overlay_style;
    PainterStyle style{Theme::light()};

    explicit Sheet(const Scenario& scenario)
        : drawing(Diagram::make(scenario.cluster, catalog())) {
        const Evaluation evaluation = evaluate_or_explain(scenario, catalog());
        overlay_style =
            OverlayStyle::make(scenario.cluster, catalog(), &evaluation, Overlay::bottleneck, style.theme);
    }
    DrawingText text(double zoom) const { return DrawingText::make(drawing, overlay_style, style, zoom); }
};

QRectF patch_of(const DrawnText& text) {
    const double beside = DrawingText::ground_beside * text.scale;
    return text.area.adjusted(-beside, 0, beside, 0);
}

const DrawnText* find(const DrawingText& text, const QString& words) {
    for (const DrawnText& one : text.texts())
        if (one.text == words) return &one;
    return nullptr;
}

Cluster small(std::vector<Element> elements) {
    Cluster cluster;
    cluster.elements = std::move(elements);
    return cluster;
}

} // namespace

class TestTextRules : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { QVERIFY(load_fonts()); }
    void boxes_stay_boxes_data();
    void boxes_stay_boxes();
    void words_keep_off_borders_data() { boxes_stay_boxes_data(); }
    void words_keep_off_borders();
    void a_link_is_broken_once_data() { boxes_stay_boxes_data(); }
    void a_link_is_broken_once();
    void a_label_leaves_its_link_to_be_seen_data() { boxes_stay_boxes_data(); }
    void a_label_leaves_its_link_to_be_seen();
    void a_family_is_written_alike_data() { boxes_stay_boxes_data(); }
    void a_family_is_written_alike();
    void numbers_that_tell_racks_apart_stay();
    void pods_are_named_in_one_way();
    void a_name_takes_the_place_of_a_picture();
    void a_name_stands_beside_its_box_before_it_is_cut();
    void small_notes_are_cut_not_empty();
    void a_count_before_a_number_is_set_off();
};

void TestTextRules::boxes_stay_boxes_data() { test::add_every_drawing(); }

void TestTextRules::boxes_stay_boxes() {
    QFETCH(QByteArray, name);
    const Sheet sheet(*test::scenario_of(name));
    const auto& elements = sheet.drawing.elements();
    for (const double zoom : zooms) {
        const DrawingText all = sheet.text(zoom);
        for (const DrawnText& text : all.texts())
            for (size_t i = static_cast<size_t>(sheet.drawing.containers()); i < elements.size(); ++i) {
                if (text.halo.isValid()) continue; // a group's name, from afar over its tiles
                const QRectF& box = elements[i].rect;
                const QString where =
                    QStringLiteral("%1 at %2 and %3").arg(text.text).arg(zoom).arg(elements[i].title);
                if (text.ground.isValid()) QVERIFY2(!patch_of(text).intersects(box), qPrintable(where));
                if (!text.area.intersects(box)) continue;
                const double margin = elements[i].kind == ElementKind::note ? 2 / zoom : 3.99 / zoom;
                QVERIFY2(box.adjusted(margin, 0, -margin, 0).contains(text.area), qPrintable(where));
            }
    }
}

void TestTextRules::words_keep_off_borders() {
    QFETCH(QByteArray, name);
    const Sheet sheet(*test::scenario_of(name));
    for (const double zoom : zooms) {
        const DrawingText all = sheet.text(zoom);
        for (const DrawnText& text : all.texts())
            for (int i = 0; i < sheet.drawing.containers(); ++i) {
                const QRectF& frame = sheet.drawing.elements()[static_cast<size_t>(i)].rect;
                QVERIFY2(frame.contains(text.area) || !frame.intersects(text.area),
                         qPrintable(QStringLiteral("%1 at %2").arg(text.text).arg(zoom)));
            }
    }
}

void TestTextRules::a_link_is_broken_once() {
    QFETCH(QByteArray, name);
    const Sheet sheet(*test::scenario_of(name));
    std::set<QString> names;
    for (int i = 0; i < sheet.drawing.containers(); ++i)
        names.insert(sheet.drawing.elements()[static_cast<size_t>(i)].title);
    for (const DrawnLink& link : sheet.drawing.links()) names.insert(link.label);
    for (const double zoom : zooms) {
        if (zoom < 0.45) continue;
        const DrawingText all = sheet.text(zoom);
        for (size_t i = 0; i < sheet.drawing.links().size(); ++i) {
            const DrawnLink& link = sheet.drawing.links()[i];
            if (link.stroke != static_cast<int>(i)) continue;
            QStringList over;
            for (const DrawnText& text : all.texts()) {
                if (!names.count(text.text)) continue;
                for (qsizetype k = 1; k < link.line.size(); ++k)
                    if (clipped(QLineF(link.line[k - 1], link.line[k]), text.area)) {
                        over << text.text;
                        break;
                    }
            }
            QVERIFY2(over.size() <= 1, qPrintable(QStringLiteral("%1 at %2").arg(over.join(", ")).arg(zoom)));
        }
    }
}

void TestTextRules::a_label_leaves_its_link_to_be_seen() {
    QFETCH(QByteArray, name);
    const Sheet sheet(*test::scenario_of(name));
    for (const double zoom : zooms) {
        const DrawingText all = sheet.text(zoom);
        for (const DrawnLink& link : sheet.drawing.links())
            for (const DrawnText& text : all.texts()) {
                if (text.text != link.label) continue;
                double turned = 0; // degrees; a jog has two corners of 90
                for (qsizetype i = 1; i + 1 < link.line.size(); ++i) {
                    if (!text.area.contains(link.line[i])) continue;
                    const double angle = QLineF(link.line[i - 1], link.line[i])
                                             .angleTo(QLineF(link.line[i], link.line[i + 1]));
                    turned += std::min(angle, 360 - angle);
                }
                QVERIFY2(turned <= 150, qPrintable(QStringLiteral("%1 at %2").arg(text.text).arg(zoom)));
            }
    }
}

void TestTextRules::a_family_is_written_alike() {
    QFETCH(QByteArray, name);
    const Sheet sheet(*test::scenario_of(name));
    const auto& elements = sheet.drawing.elements();
    for (const double zoom : zooms) {
        const DrawingText all = sheet.text(zoom);
        for (const TextFamily& family : text_families(sheet.drawing)) {
            std::set<double> scales;
            size_t named = 0;
            for (const int member : family.members)
                if (const DrawnText* text = find(all, elements[static_cast<size_t>(member)].title)) {
                    scales.insert(text->scale);
                    ++named;
                }
            QVERIFY2(scales.size() <= 1, qPrintable(QString::number(zoom)));
            if (zoom >= 1) QCOMPARE(named, family.members.size());
        }
    }
}

void TestTextRules::numbers_that_tell_racks_apart_stay() {
    const Sheet sheet(test::large_scenario(test::separate_racks()));
    for (const double zoom : {0.25, 0.29, 0.35, 0.43, 0.5}) {
        const DrawingText all = sheet.text(zoom);
        std::set<double> scales;
        int racks = 0;
        for (const DrawnText& text : all.texts()) {
            if (!text.text.startsWith(QStringLiteral("Fan")))
                QVERIFY2(!text.text.contains(QChar(0x2026)), qPrintable(text.text));
            if (text.text != QStringLiteral("19.15") && text.text != QStringLiteral("Rack 19.15")) continue;
            ++racks;
        }
        for (const char* rack : {"1.1", "19.14", "19.15", "56.24"}) {
            const DrawnText* text = find(all, QString::fromLatin1(rack));
            if (!text) text = find(all, QStringLiteral("Rack ") + QString::fromLatin1(rack));
            if (text) scales.insert(text->scale);
            if (zoom > 0.28) QVERIFY2(text, rack);
        }
        QVERIFY(scales.size() <= 1);
        if (zoom > 0.28) QCOMPARE(racks, 1);
    }
}

void TestTextRules::pods_are_named_in_one_way() {
    const Sheet sheet(test::large_scenario(test::separate_racks()));
    for (const double zoom : {0.037, 0.06, 0.085, 0.12, 0.2, 0.3, 0.5}) {
        const DrawingText all = sheet.text(zoom);
        std::set<std::pair<bool, long>> ways; // over the racks or not, and how far from the frame's top
        for (int i = 0; i < sheet.drawing.containers(); ++i) {
            const DrawnElement& pod = sheet.drawing.elements()[static_cast<size_t>(i)];
            const DrawnText* text = find(all, pod.title);
            QVERIFY2(text, qPrintable(pod.title));
            ways.insert({text->halo.isValid(), std::lround(text->area.center().y() - pod.rect.top())});
        }
        QVERIFY2(ways.size() == 1, qPrintable(QString::number(zoom)));
    }
}

void TestTextRules::a_name_takes_the_place_of_a_picture() {
    const auto feed = [](const char* name) {
        Element element;
        element.id = "feed";
        element.kind = ElementKind::feed;
        element.name = name;
        element.position = {40, 40};
        return element;
    };
    const PainterStyle style(Theme::light());
    constexpr double picture_right = 24; // right edge in its box, canvas units
    bool beside = false, instead = false;
    const std::string longest = "Feed of the first rows";
    for (size_t letters = 1; letters <= longest.size(); ++letters)
        for (const double zoom : {0.42, 0.5, 1.0}) {
            const Diagram drawing =
                Diagram::make(small({feed(longest.substr(0, letters).c_str())}), catalog());
            const DrawingText all = DrawingText::make(drawing, {}, style, zoom);
            if (all.texts().empty()) continue;
            const double left = all.texts().front().area.left() - drawing.elements().front().rect.left();
            QCOMPARE(left < picture_right, all.replaces_picture(0));
            (all.replaces_picture(0) ? instead : beside) = true;
        }
    QVERIFY(beside && instead);
}

/// Large type, as on a slide: the name of a cooler leaves its box where there is free ground beside it.
void TestTextRules::a_name_stands_beside_its_box_before_it_is_cut() {
    const auto cooler = [](double left) {
        Element element;
        element.id = left < 100 ? "left" : "right";
        element.kind = ElementKind::cooling;
        element.name = left < 100 ? "Air of the old hall" : "Air of the new hall";
        element.position = {left, 40};
        return element;
    };
    PainterStyle style(Theme::light());
    style.least_type = 24;
    constexpr double zoom = 0.9;
    const Diagram alone = Diagram::make(small({cooler(40)}), catalog());
    const DrawingText free = DrawingText::make(alone, {}, style, zoom);
    const DrawnText* name = find(free, QStringLiteral("Air of the old hall"));
    QVERIFY(name);
    QVERIFY(name->area.left() > alone.elements().front().rect.right());
    QVERIFY(!free.replaces_picture(0));
    // Between two others there is none.
    std::vector<Element> close{cooler(40)};
    const double width = alone.elements().front().rect.width();
    for (const double place : {40 - width - 20, 40 + width + 20}) {
        close.push_back(cooler(40));
        close.back().id += std::to_string(close.size());
        close.back().position.x = place;
    }
    const DrawingText narrow = DrawingText::make(Diagram::make(small(close), catalog()), {}, style, zoom);
    QVERIFY(std::ranges::any_of(narrow.texts(),
                                [](const DrawnText& one) { return one.text.endsWith(QChar(0x2026)); }));
}

void TestTextRules::small_notes_are_cut_not_empty() {
    Element note;
    note.id = "note";
    note.kind = ElementKind::note;
    note.text =
        "Ask the facility team whether the second feed may carry both rows while the first is in repair.";
    const Diagram drawing = Diagram::make(small({note}), catalog());
    const PainterStyle style(Theme::light());
    for (const double zoom : {0.4, 0.5, 0.58}) {
        const DrawingText all = DrawingText::make(drawing, {}, style, zoom);
        QVERIFY(!all.texts().empty());
        QVERIFY(all.texts().front().text.startsWith(QStringLiteral("Ask the")));
        if (zoom < 0.45) QVERIFY(all.texts().back().text.endsWith(QChar(0x2026)));
        QVERIFY(all.replaces_picture(0));
        for (const DrawnText& text : all.texts())
            QVERIFY(drawing.elements().front().rect.contains(text.area));
    }
    QVERIFY(DrawingText::make(drawing, {}, style, 0.1).texts().empty());
    QVERIFY(!DrawingText::make(drawing, {}, style, 0.1).replaces_picture(0));
}

void TestTextRules::a_count_before_a_number_is_set_off() {
    const Cluster cluster = test::separate_racks();
    const Diagram drawing = Diagram::make(cluster, catalog());
    const DrawnElement* rack = nullptr;
    for (const DrawnElement& element : drawing.elements())
        if (element.title == QStringLiteral("Rack 1.1")) rack = &element;
    QVERIFY(rack);
    QCOMPARE(rack->subtitle, QStringLiteral("9 × (8 × H100 PCIe server)"));
}

QTEST_MAIN(TestTextRules)
#include "test_text_rules.moc"
