// SPDX-License-Identifier: GPL-3.0-or-later
// What stands on and beside a drawing: rings, ports, glyphs, legends and tooltips.
#include "tests/support/drawn_sample.h"
#include "tests/support/text_recorder.h"
#include "widgets/canvas/paint/paint_glyph.h"
#include "widgets/canvas/paint/paint_legend.h"
#include "widgets/canvas/paint/paint_marks.h"
#include "widgets/canvas/paint/port_dots.h"
#include "widgets/canvas/paint/rounded_box.h"
#include "widgets/canvas/text/hover_text.h"

#include <QImage>
#include <QLabel>
#include <QPainter>
#include <QTest>

#include <algorithm>
#include <malloc.h>
#include <set>

using namespace roofrack;
using roofrack::test::Drawn;
using roofrack::test::drawn;

class TestDrawnMarks : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { QVERIFY(load_fonts()); }
    void a_limit_stands_alone_on_its_ramp();
    void a_ring_holds_the_stack();
    void words_of_ports_stand_apart();
    void coolers_are_told_apart();
    void corners_of_boxes_take_little_room();
    void tooltips_speak_english();
};

void TestDrawnMarks::a_limit_stands_alone_on_its_ramp() {
    const OverlayLegend legend = drawn("shared-a100-hot-rack").overlay_style(Overlay::inlet).legend();
    const Theme theme = Theme::light();
    test::TextRecorder recorder(legend_size(legend, theme).toSize() + QSize(20, 20));
    QPainter painter(&recorder);
    paint_legend(painter, legend, theme, {0, 0});
    painter.end();
    // 20 … 39 °C with limits at 30 and 35 °C: 29, the middle, would stand under the mark of 30.
    const auto has = [&](const QString& text) {
        return std::ranges::find(recorder.texts, text, &test::PaintedText::text) != recorder.texts.end();
    };
    QVERIFY(has(QStringLiteral("limits 30, 35 °C")));
    QVERIFY(!has(QStringLiteral("29")) && !has(QStringLiteral("30")));
}

void TestDrawnMarks::a_ring_holds_the_stack() {
    const Drawn& one = drawn("shared-a100-hot-rack");
    const DrawnElement* rack = one.drawing.find("rack-a");
    QVERIFY(rack && rack->count > 2);
    const PainterStyle style(Theme::light());
    const QRectF area = painted_area(*rack).adjusted(-20, -20, 20, 20);
    QImage image(area.size().toSize(), QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    painter.translate(-area.topLeft());
    paint_marks(painter, one.drawing, {"rack-a"}, {}, {}, style, 1, area);
    painter.end();
    const auto marked = [&](const QPointF& at) {
        return image.pixelColor((at - area.topLeft()).toPoint()).blue() -
                   image.pixelColor((at - area.topLeft()).toPoint()).red() >
               60;
    };
    const double y = rack->rect.center().y(), stack = 8; // two outlines of 4
    QVERIFY(marked({rack->rect.right() + stack + 3, y}));
    QVERIFY(!marked({rack->rect.right() + 3, y}));
    QVERIFY(marked({rack->rect.center().x(), rack->rect.top() - stack - 3}));
    QVERIFY(marked({rack->rect.left() - 3, y}));
}

void TestDrawnMarks::words_of_ports_stand_apart() {
    const Drawn& one = drawn("shared-a100-hot-rack");
    const auto book = PortTable::make(one.scenario.cluster, Catalog::built_in());
    QVERIFY(book.has_value());
    const PainterStyle style(Theme::light());
    for (const double zoom : {0.5, 1.0})
        for (const char* id : {"rack-door", "rack-a", "leaf-a"}) {
            const DrawnElement* element = one.drawing.find(id);
            QVERIFY(element);
            const auto dots = port_dots(*element, one.scenario.cluster, *book);
            QVERIFY(!dots.empty());
            const DrawingText text = DrawingText::make(one.drawing, {}, style, zoom);
            for (size_t hot = 0; hot <= dots.size(); ++hot) {
                const PortDot* under = hot < dots.size() ? &dots[hot] : nullptr;
                const auto tags = port_tags(dots, under, one.drawing, text, style, zoom);
                QCOMPARE(tags.size(), dots.size());
                if (under) QVERIFY(!tags[hot].isNull());
                for (size_t i = 0; i < tags.size(); ++i) {
                    for (size_t k = 0; k < i; ++k) QVERIFY(!tags[i].intersects(tags[k]));
                    if (tags[i].isNull() || i == hot) continue;
                    for (const DrawnElement& other : one.drawing.elements())
                        QVERIFY(!other.rect.intersects(tags[i]));
                }
            }
        }
    const auto dots = port_dots(*one.drawing.find("rack-door"), one.scenario.cluster, *book);
    QCOMPARE(dots.front().label, QStringLiteral("8 of 8 NICs"));
    QVERIFY(std::ranges::any_of(dots, [](const PortDot& dot) { return dot.label.endsWith("feeds"); }));
    QVERIFY(std::ranges::any_of(dots, [](const PortDot& dot) { return dot.label == "1 cooler"; }));
}

void TestDrawnMarks::coolers_are_told_apart() {
    std::vector<QImage> glyphs;
    for (const CoolingKind kind : {CoolingKind::room_air, CoolingKind::rear_door, CoolingKind::liquid,
                                   CoolingKind::liquid_to_air, CoolingKind::plant}) {
        QImage image(16, 16, QImage::Format_RGB32);
        image.fill(Qt::white);
        QPainter painter(&image);
        painter.setRenderHint(QPainter::Antialiasing);
        paint_glyph(painter, ElementKind::cooling, kind, QRectF(0, 0, 16, 16), Qt::black);
        painter.end();
        for (const QImage& other : glyphs) {
            int different = 0;
            for (int y = 0; y < 16; ++y)
                for (int x = 0; x < 16; ++x)
                    different += std::abs(qGray(image.pixel(x, y)) - qGray(other.pixel(x, y))) > 128;
            QVERIFY2(different > 12, qPrintable(QString::number(different)));
        }
        glyphs.push_back(image);
    }
    std::set<CoolingKind> kinds;
    for (const DrawnElement& element : drawn("gb200-nvl72-x8").drawing.elements())
        if (element.kind == ElementKind::cooling) kinds.insert(element.cooling);
    QCOMPARE(kinds, (std::set{CoolingKind::room_air, CoolingKind::liquid})); // CRAHs and CDUs
}

void TestDrawnMarks::corners_of_boxes_take_little_room() {
    const auto held = [] { // bytes of the heap; 0 under a sanitizer
        const auto heap = mallinfo2();
        return static_cast<double>(heap.uordblks + heap.hblkhd);
    };
    QImage image(40, 40, QImage::Format_ARGB32_Premultiplied);
    QPainter painter(&image);
    const double before = held();
    for (QRgb look = 0; look < 10'000; ++look) // as heat and the zoom make them
        QVERIFY((RoundedBox{Qt::black, QColor::fromRgb(look), 4, 1}.paint(painter, image.rect())));
    const double mebi = (held() - before) / (1024 * 1024);
    QVERIFY2(mebi < 3, qPrintable(QString::number(mebi)));
}

void TestDrawnMarks::tooltips_speak_english() {
    const Drawn& one = drawn("shared-a100-hot-rack");
    const QString text =
        hover_text("rack-a-server", one.scenario.cluster, Catalog::built_in(), &one.evaluation);
    QVERIFY(text.contains(QStringLiteral("from memory")));
    // Pictures for the eye go where ROOFRACK_PICTURES names a folder.
    if (const QString folder = qEnvironmentVariable("ROOFRACK_PICTURES"); !folder.isEmpty()) {
        QLabel label(text);
        label.setWordWrap(true);
        label.grab().save(folder + QStringLiteral("/tooltip.png"));
    }
    for (const Element& element : one.scenario.cluster.elements) {
        const QString all =
            hover_text(element.id, one.scenario.cluster, Catalog::built_in(), &one.evaluation);
        QVERIFY2(!all.contains(QStringLiteral("from_memory")), qPrintable(all));
        QVERIFY(all.startsWith(QStringLiteral("<table"))); // its lines begin at one place
    }
}

QTEST_MAIN(TestDrawnMarks)
#include "test_drawn_marks.moc"
