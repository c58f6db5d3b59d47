// SPDX-License-Identifier: GPL-3.0-or-later
// What is written in a drawing can be read: no two words overlap, none is cut off or crossed by a link, at
// every zoom.
#include "core/base/catalog/catalog.h"
#include "core/step/engine/evaluate.h"
#include "tests/support/every_drawing.h"
#include "tests/support/large_drawing.h"
#include "tests/support/text_recorder.h"
#include "widgets/canvas/paint/paint_drawing.h"

#include <QFontDatabase>
#include <QFontMetricsF>
#include <QImage>
#include <QPainter>
#include <QTest>

#include <algorithm>
#include <optional>

using namespace roofrack;

namespace {

const Catalog& catalog() { return Catalog::built_in(); }

/// Two pods of 25 racks in two lines with their feeds: the large drawing in small.
Scenario two_pods(bool by_hand) {
    test::LargeDrawing small;
    small.pods = 2;
    small.spine_groups = 2;
    Scenario scenario = test::large_scenario(test::separate_racks(small));
    if (!by_hand)
        for (Element& element : scenario.cluster.elements) element.position = {};
    return scenario;
}

/// The drawing of a sample, a template or a drawing of this test by its name.
std::optional<Scenario> scenario_of(const QByteArray& name) {
    if (name.startsWith("two-pods")) return two_pods(name == "two-pods");
    return test::scenario_of(name);
}

std::vector<test::PaintedText> written(const Diagram& drawing, const OverlayStyle& overlay_style,
                                       const Theme& theme, double zoom) {
    const PainterStyle style(theme);
    const QRectF bounds = drawing.bounds();
    test::TextRecorder recorder((bounds.size() * zoom).toSize() + QSize(64, 64));
    QPainter painter(&recorder);
    painter.translate(32, 32);
    painter.scale(zoom, zoom);
    painter.translate(-bounds.topLeft());
    paint_drawing(painter, drawing, overlay_style, DrawingText::make(drawing, overlay_style, style, zoom),
                  style, {zoom, 0}, bounds);
    painter.end();
    return recorder.texts;
}

/// The first two words that overlap by more than a px.
QString overlap(std::vector<test::PaintedText> texts) {
    std::sort(texts.begin(), texts.end(), [](const test::PaintedText& a, const test::PaintedText& b) {
        return a.rect.left() < b.rect.left();
    });
    for (size_t i = 0; i < texts.size(); ++i)
        for (size_t k = i + 1; k < texts.size() && texts[k].rect.left() < texts[i].rect.right(); ++k) {
            const QPointF apart = texts[i].rect.center() - texts[k].rect.center();
            const bool halo =
                texts[i].text == texts[k].text && !apart.isNull() && apart.manhattanLength() < 7;
            if (halo) continue; // copies around a word that stands over boxes
            const QRectF common = texts[i].rect & texts[k].rect;
            if (common.width() > 1 && common.height() > 1)
                return QStringLiteral("“%1” over “%2”").arg(texts[i].text, texts[k].text);
        }
    return {};
}

/// The family of this machine whose letters are the widest: a house style may name any. Empty: there is none
/// that is clearly wider than the bundled one.
QString widest_family() {
    const QString sample = QStringLiteral("Leaf switch 400 Gb/s, Rack 12");
    const auto width_of = [&](const QString& family) {
        Theme theme = Theme::light();
        theme.family = family;
        return QFontMetricsF(theme.font(Theme::Role::strong)).horizontalAdvance(sample);
    };
    constexpr double clearly = 1.1;
    QString out;
    double widest = clearly * width_of({});
    for (const QString& family : QFontDatabase::families(QFontDatabase::Latin))
        if (const double width = width_of(family); width > widest) {
            widest = width;
            out = family;
        }
    return out;
}

/// Where an element's box is painted by written().
QRectF painted_box(const Diagram& drawing, const DrawnElement& element, double zoom) {
    return {(element.rect.topLeft() - drawing.bounds().topLeft()) * zoom + QPointF(32, 32),
            element.rect.size() * zoom};
}

/// The first word that stands in a box and comes to its frame.
QString over_a_frame(const Diagram& drawing, const std::vector<test::PaintedText>& texts, double zoom) {
    const auto& elements = drawing.elements();
    for (size_t i = static_cast<size_t>(drawing.containers()); i < elements.size(); ++i) {
        if (elements[i].kind == ElementKind::rack || elements[i].kind == ElementKind::server) continue;
        const QRectF box = painted_box(drawing, elements[i], zoom);
        for (const test::PaintedText& text : texts)
            if (box.contains(text.rect.center()) &&
                (text.rect.left() < box.left() + 2 || text.rect.right() > box.right() - 2))
                return QStringLiteral("“%1” in a box of %2 px").arg(text.text).arg(box.width());
    }
    return {};
}

/// Pictures for the eye go where ROOFRACK_PICTURES names a folder.
void show(const Diagram& drawing, const OverlayStyle& overlay_style, const Theme& theme, double zoom,
          double ratio, const QString& name) {
    const QString folder = qEnvironmentVariable("ROOFRACK_PICTURES");
    if (folder.isEmpty()) return;
    const PainterStyle style(theme);
    const QRectF bounds = drawing.bounds();
    const QSize size = ((bounds.size() * zoom).toSize() + QSize(64, 64)).boundedTo(QSize(1600, 1000)) * ratio;
    QImage image(size, QImage::Format_RGB32);
    image.setDevicePixelRatio(ratio);
    image.fill(theme.window);
    QPainter painter(&image);
    painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    painter.translate(32, 32);
    painter.scale(zoom, zoom);
    painter.translate(-QPointF(bounds.topLeft().toPoint()));
    paint_drawing(painter, drawing, overlay_style, DrawingText::make(drawing, overlay_style, style, zoom),
                  style, {zoom, zoom * ratio}, bounds);
    painter.end();
    image.save(folder + QLatin1Char('/') + name + QStringLiteral(".png"));
}

} // namespace

class TestDrawingText : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { QVERIFY(load_fonts()); }
    void words_can_be_read_data();
    void words_can_be_read();
    void labels_fit_in_every_type_data() { test::add_every_drawing(); }
    void labels_fit_in_every_type();
    void notes_fit_in_every_type();
    void no_word_is_smaller_than_asked_data() { test::add_every_drawing(); }
    void no_word_is_smaller_than_asked();
    void links_run_around_boxes_data();
    void links_run_around_boxes();
    void parallel_links_are_one_stroke();
    void a_large_drawing_names_its_groups_from_afar();
};

void TestDrawingText::words_can_be_read_data() { test::add_every_drawing(); }

void TestDrawingText::words_can_be_read() {
    QFETCH(QByteArray, name);
    const auto scenario = scenario_of(name);
    QVERIFY(scenario);
    const Diagram drawing = Diagram::make(scenario->cluster, catalog());
    const Evaluation evaluation = evaluate_or_explain(*scenario, catalog());
    for (const Theme& theme : {Theme::light(), Theme::dark()})
        for (const Overlay overlay : {Overlay::bottleneck, Overlay::rack_power, Overlay::inlet}) {
            const OverlayStyle overlay_style =
                OverlayStyle::make(scenario->cluster, catalog(), &evaluation, overlay, theme);
            for (const double zoom : {0.12, 0.33, 0.6, 1.0, 2.0}) {
                const auto texts = written(drawing, overlay_style, theme, zoom);
                const QString both = overlap(texts);
                QVERIFY2(both.isEmpty(), qPrintable(QStringLiteral("%1 at zoom %2").arg(both).arg(zoom)));
                for (const auto& text : texts) {
                    constexpr double least = 9; // px of a line's height: 9.5 px type has more
                    QVERIFY2(text.rect.height() >= least, qPrintable(text.text));
                    if (zoom >= 1) QVERIFY2(!text.text.contains(QChar(0x2026)), qPrintable(text.text));
                }
                if (zoom < 1) continue;
                const auto words = DrawingText::make(drawing, overlay_style, PainterStyle(theme), zoom);
                QVERIFY2(words.dropped().empty(),
                         words.dropped().empty() ? "" : qPrintable(words.dropped().front()));
            }
            const QString stem =
                QString::fromUtf8(name).section(QLatin1Char('/'), -1).section(QLatin1Char('.'), 0, 0);
            const QString style = theme.is_dark ? QStringLiteral("dark") : QStringLiteral("light");
            if (overlay == Overlay::bottleneck)
                show(drawing, overlay_style, theme, 1, theme.is_dark ? 2 : 1,
                     stem + QLatin1Char('-') + style);
        }
}

void TestDrawingText::labels_fit_in_every_type() {
    QFETCH(QByteArray, name);
    const QString wide = widest_family();
    if (wide.isEmpty()) QSKIP("no type of this machine is wider than the bundled one");
    const auto scenario = scenario_of(name);
    QVERIFY(scenario);
    const Diagram drawing = Diagram::make(scenario->cluster, catalog());
    const Evaluation evaluation = evaluate_or_explain(*scenario, catalog());
    for (const QString& family : {QString(), wide}) {
        Theme theme = Theme::light();
        theme.family = family;
        const PainterStyle style(theme);
        const OverlayStyle overlay_style =
            OverlayStyle::make(scenario->cluster, catalog(), &evaluation, Overlay::bottleneck, theme);
        for (const double zoom : {0.5, 0.8, 1.0, 1.6}) {
            const DrawingText words = DrawingText::make(drawing, overlay_style, style, zoom);
            for (const DrawnText& text : words.texts()) {
                const QFontMetricsF metrics(style.theme.font(text.role));
                const QSizeF painted =
                    QSizeF(metrics.horizontalAdvance(text.text), metrics.height()) * text.scale;
                QVERIFY2(painted.width() <= text.area.width() + 0.01, qPrintable(text.text));
                QVERIFY2(painted.height() <= text.area.height() + 0.01, qPrintable(text.text));
            }
            const auto texts = written(drawing, overlay_style, theme, zoom);
            for (const QString& fault : {over_a_frame(drawing, texts, zoom), overlap(texts)})
                QVERIFY2(fault.isEmpty(),
                         qPrintable(QStringLiteral("%1 in “%2” at zoom %3").arg(fault, family).arg(zoom)));
        }
    }
}

void TestDrawingText::notes_fit_in_every_type() {
    const QString wide = widest_family();
    if (wide.isEmpty()) QSKIP("no type of this machine is wider than the bundled one");
    Element note;
    note.id = "note";
    note.kind = ElementKind::note;
    note.text = "Ask the facility team whether the second feed may carry both rows while the first is in "
                "repair, and who repairs it.";
    Cluster cluster;
    cluster.elements = {note};
    const Diagram drawing = Diagram::make(cluster, catalog());
    Theme theme = Theme::light();
    for (const QString& family : {QString(), wide})
        for (const double zoom : {0.7, 1.0, 2.0}) {
            theme.family = family;
            const auto texts = written(drawing, {}, theme, zoom);
            QVERIFY(!texts.empty());
            const QRectF box = painted_box(drawing, drawing.elements().front(), zoom);
            for (const test::PaintedText& text : texts)
                QVERIFY2(box.contains(text.rect), qPrintable(text.text + QStringLiteral(" in ") + family));
        }
}

void TestDrawingText::no_word_is_smaller_than_asked() {
    QFETCH(QByteArray, name);
    const auto scenario = scenario_of(name);
    QVERIFY(scenario);
    const Diagram drawing = Diagram::make(scenario->cluster, catalog());
    const Evaluation evaluation = evaluate_or_explain(*scenario, catalog());
    const OverlayStyle overlay_style =
        OverlayStyle::make(scenario->cluster, catalog(), &evaluation, Overlay::bottleneck, Theme::light());
    for (const double least : {11.0, 16.0})
        for (const double zoom : {0.12, 0.25, 0.45, 0.6, 0.8}) {
            const PainterStyle style(Theme::light(), least);
            const DrawingText words = DrawingText::make(drawing, overlay_style, style, zoom);
            for (const DrawnText& text : words.texts()) {
                const double size = style.theme.font(text.role).pixelSize() * text.scale * zoom;
                QVERIFY2(
                    size > least - 0.01,
                    qPrintable(QStringLiteral("%1: %2 px at zoom %3").arg(text.text).arg(size).arg(zoom)));
            }
            const double px = 1 / zoom;
            for (size_t i = 0; i < words.texts().size(); ++i)
                for (size_t k = 0; k < i; ++k)
                    QVERIFY2(
                        !words.texts()[i].area.intersects(words.texts()[k].area.adjusted(px, px, -px, -px)),
                        qPrintable(words.texts()[i].text + u'/' + words.texts()[k].text));
        }
}

void TestDrawingText::links_run_around_boxes_data() {
    words_can_be_read_data();
    for (const char* name : {"two-pods", "two-pods-laid-out"}) QTest::newRow(name) << QByteArray(name);
}

void TestDrawingText::links_run_around_boxes() {
    QFETCH(QByteArray, name);
    const auto scenario = scenario_of(name);
    QVERIFY(scenario);
    const Diagram drawing = Diagram::make(scenario->cluster, catalog());
    const auto& elements = drawing.elements();
    for (const DrawnLink& link : drawing.links())
        for (size_t i = 0; i < elements.size(); ++i) {
            if (static_cast<int>(i) == link.from || static_cast<int>(i) == link.to) continue;
            const bool container = static_cast<int>(i) < drawing.containers();
            QRectF closed = container ? label_area(elements[i]) : elements[i].rect;
            if (container) closed.setWidth(elements[i].title_width);
            for (qsizetype k = 1; k < link.line.size(); ++k) {
                const QLineF piece(link.line[k - 1], link.line[k]);
                const int steps = 1 + static_cast<int>(piece.length() / 3);
                for (int step = 0; step <= steps; ++step)
                    QVERIFY2(!closed.contains(piece.pointAt(1.0 * step / steps)),
                             qPrintable(QString::fromStdString(link.id) + QStringLiteral(" through ") +
                                        elements[i].title));
            }
        }
}

void TestDrawingText::parallel_links_are_one_stroke() {
    Cluster cluster = scenario_of("fat-tree")->cluster;
    const auto rail = std::find_if(cluster.links.begin(), cluster.links.end(), [&](const Link& link) {
        const Element* from = cluster.find(link.from);
        return from && from->kind == ElementKind::server;
    });
    QVERIFY(rail != cluster.links.end());
    const std::string first = rail->id;
    Link second = *rail;
    second.id = "second";
    cluster.links.push_back(second);
    const Diagram drawing = Diagram::make(cluster, catalog());
    const DrawnLink* other = drawing.find_link("second");
    QVERIFY(other);
    const DrawnLink& stroke = drawing.links()[static_cast<size_t>(other->stroke)];
    QCOMPARE(stroke.id, first);
    QCOMPARE(stroke.label, QStringLiteral("2 links"));
    QCOMPARE(other->line, stroke.line);
    const Diagram single = Diagram::make(scenario_of("fat-tree")->cluster, catalog());
    QVERIFY(stroke.width > single.find_link(stroke.id)->width); // twice the bandwidth
}

void TestDrawingText::a_large_drawing_names_its_groups_from_afar() {
    const Cluster cluster = test::separate_racks();
    const Diagram drawing = Diagram::make(cluster, catalog());
    const auto has = [](const std::vector<test::PaintedText>& texts, const QString& text) {
        return std::any_of(texts.begin(), texts.end(),
                           [&](const test::PaintedText& one) { return one.text == text; });
    };
    for (const Theme& theme : {Theme::light(), Theme::dark()}) {
        const OverlayStyle overlay_style =
            OverlayStyle::make(cluster, catalog(), nullptr, Overlay::none, theme);
        const QString style = theme.is_dark ? QStringLiteral("dark") : QStringLiteral("light");
        for (const double zoom : {0.085, 0.29, 0.43, 0.6, 1.0}) {
            const auto texts = written(drawing, overlay_style, theme, zoom);
            QCOMPARE(overlap(texts), QString());
            for (int pod = 1; pod <= test::LargeDrawing().pods; ++pod)
                QVERIFY2(has(texts, QStringLiteral("Pod %1").arg(pod)), qPrintable(QString::number(zoom)));
            const bool named = has(texts, QStringLiteral("Rack 28.5")) || has(texts, QStringLiteral("28.5"));
            QCOMPARE(named, zoom > 0.2);
            show(drawing, overlay_style, theme, zoom, theme.is_dark ? 2 : 1,
                 QStringLiteral("large-%1-%2").arg(zoom).arg(style));
        }
    }
}

QTEST_MAIN(TestDrawingText)
#include "test_drawing_text.moc"
