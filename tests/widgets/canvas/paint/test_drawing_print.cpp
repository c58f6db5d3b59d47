// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/flows/print_flow.h"
#include "app/gui/pages/export_drawing_dialog.h"
#include "core/base/catalog/catalog.h"
#include "core/drawing/project/project_file.h"
#include "core/step/engine/evaluate.h"
#include "core/step/engine/loads/drawing_loads.h"
#include "tests/support/cli.h"
#include "tests/support/text_recorder.h"
#include "widgets/canvas/paint/drawing_pages.h"
#include "widgets/canvas/paint/picture.h"
#include "widgets/canvas/view/canvas.h"
#include "widgets/canvas/view/canvas_clipboard.h"
#include "widgets/editor/document.h"

#include <QClipboard>
#include <QLabel>
#include <QMimeData>
#include <QPdfWriter>
#include <QSpinBox>
#include <QSvgRenderer>
#include <QTemporaryDir>
#include <QTest>

using namespace roofrack;

namespace {

QString sample_path(const char* name) {
    return QStringLiteral(ROOFRACK_SOURCE_DIR "/samples/%1.roofrack.json").arg(QLatin1String(name));
}

/// A canvas on a sample with its evaluation, under an overlay.
struct Shown {
    Document document{Catalog::built_in()};
    std::unique_ptr<Canvas> canvas;

    explicit Shown(const char* name, Overlay overlay = Overlay::link_load) {
        auto loaded = read_project(sample_path(name).toStdString(), Catalog::built_in());
        if (!loaded) qFatal("%s", loaded.error().text().c_str());
        document.set_project(std::move(loaded->project));
        canvas = std::make_unique<Canvas>(document);
        canvas->resize(1000, 700);
        const auto prepared = Prepared::make(document.project().scenarios.front(), Catalog::built_in());
        if (!prepared) qFatal("%s", prepared.error().text().c_str());
        auto evaluation = std::make_shared<Evaluation>(evaluate(*prepared));
        auto loads = std::make_shared<DrawingLoads>(drawing_loads(*prepared, *evaluation));
        canvas->shown().set_evaluation(evaluation, loads);
        canvas->shown().set_overlay(overlay);
    }
};

const PageTitle sheet_title{QStringLiteral("Hall 1"), QStringLiteral("As built"),
                            QStringLiteral("2026-05-01")};
constexpr QSizeF a4(1047, 718); // A4 landscape within margins of 10 mm, in px of 1/96 inch

test::ProgramRun run(const QStringList& arguments) { return test::run_program(test::gui_path(), arguments); }

} // namespace

class TestDrawingPrint : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QVERIFY(load_fonts()); }

    void sheet_says_what_it_shows() {
        const Shown shown("shared-a100-hot-rack");
        const OverlayStyle overlay_style = shown.canvas->shown().overlay_style_in(Theme::light());
        const DrawingPages pages(shown.canvas->drawing(), overlay_style, sheet_title, {}, a4);
        QCOMPARE(pages.count(), 1);
        test::TextRecorder recorder(a4.toSize());
        QPainter painter(&recorder);
        pages.paint(painter, 0);
        painter.end();
        QString all;
        for (const test::PaintedText& text : recorder.texts) {
            all += text.text + u' ';
            QVERIFY2(QRectF(QPointF(-1, -1), a4 + QSizeF(2, 2)).contains(text.rect), qPrintable(text.text));
        }
        for (const QString& word :
             {sheet_title.project, sheet_title.scenario, sheet_title.date, QStringLiteral("Link load"),
              QStringLiteral("scale %1 %").arg(std::lround(100 * pages.zoom())), QStringLiteral("Old rack")})
            QVERIFY2(all.contains(word), qPrintable(word));
    }

    void sheets_meet_and_cover_the_drawing() {
        const Shown shown("dgx-h100-su");
        const OverlayStyle overlay_style = shown.canvas->shown().overlay_style_in(Theme::light());
        const DrawingPages one(shown.canvas->drawing(), overlay_style, sheet_title, {1, 1}, a4);
        const DrawingPages four(shown.canvas->drawing(), overlay_style, sheet_title, {2, 2}, a4);
        QCOMPARE(four.count(), 4);
        QVERIFY(four.zoom() > one.zoom());
        QRectF all;
        for (int i = 0; i < 4; ++i) all |= four.part(i);
        QVERIFY(all.contains(shown.canvas->drawing().bounds()));
        QVERIFY(one.part(0).adjusted(-1, -1, 1, 1).contains(shown.canvas->drawing().bounds()));
        QVERIFY(qFuzzyCompare(four.part(0).right(), four.part(1).left()));
        QVERIFY(qFuzzyCompare(four.part(0).bottom(), four.part(2).top()));
        QVERIFY(four.place().bottom() < a4.height()); // room for the legend
    }

    void paper_gets_every_sheet_and_vectors() {
        const Shown shown("dgx-h100-su");
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("drawing.pdf"));
        {
            QPdfWriter paper(path);
            paper.setPageOrientation(QPageLayout::Landscape);
            print_drawing(paper, *shown.canvas, sheet_title, {2, 2});
        }
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray pdf = file.readAll();
        QCOMPARE(pdf.count("/Type /Page\n"), 4);
        QVERIFY(pdf.contains("/FontFile"));        // the type is in the file
        QVERIFY(!pdf.contains("/Subtype /Image")); // and no raster
    }

    void paper_is_light() {
        Shown shown("ws-8gpu");
        shown.canvas->shown().set_theme(Theme::dark());
        const OverlayStyle overlay_style = shown.canvas->shown().overlay_style_in(Theme::light());
        QVERIFY(overlay_style.element("").fill != shown.canvas->shown().overlay_style().element("").fill);
        QImage paper(a4.toSize(), QImage::Format_RGB32);
        paper.fill(Qt::white);
        QPainter painter(&paper);
        DrawingPages(shown.canvas->drawing(), overlay_style, sheet_title, {}, a4).paint(painter, 0);
        painter.end();
        QCOMPARE(paper.pixelColor(paper.width() - 2, paper.height() - 2), QColor(Qt::white));
    }

    void svg_holds_its_words_as_outlines() {
        const Shown shown("shared-a100-hot-rack");
        DrawingOptions options;
        options.title = QStringLiteral("Hall 1");
        const QByteArray svg = picture_svg(shown.canvas->drawing(), shown.canvas->shown().overlay_style(),
                                           Theme::light(), options);
        QVERIFY(svg.contains("<title>Hall 1</title>"));
        QVERIFY(!svg.contains("<text"));
        QVERIFY(!svg.contains("<image"));
        // Drawn by another renderer it is the picture of the screen.
        QSvgRenderer renderer(svg);
        QVERIFY(renderer.isValid());
        const QImage image =
            picture_image(shown.canvas->drawing(), shown.canvas->shown().overlay_style(), Theme::light());
        QCOMPARE(renderer.viewBoxF().size().toSize(), image.size());
        QImage other(image.size(), QImage::Format_ARGB32_Premultiplied);
        other.fill(Qt::transparent);
        QPainter painter(&other);
        renderer.render(&painter);
        painter.end();
        qint64 apart = 0;
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x) {
                const QRgb a = image.pixel(x, y), b = other.pixel(x, y);
                if (std::abs(qGreen(a) - qGreen(b)) > 48) ++apart;
            }
        QVERIFY2(apart < image.width() * image.height() / 50, qPrintable(QString::number(apart)));
    }

    void png_has_the_resolution_and_ground_asked_for() {
        const Shown shown("ws-8gpu");
        QTemporaryDir folder;
        const auto saved = [&](const char* name, const DrawingOptions& options) {
            const QString path = folder.filePath(QLatin1String(name));
            if (!save_picture(path.toStdString(), shown.canvas->drawing(),
                              shown.canvas->shown().overlay_style(), Theme::light(), options))
                return QImage();
            return QImage(path);
        };
        DrawingOptions options;
        options.dpi = 300;
        options.size = QSize(640, 400);
        const QImage fine = saved("fine.png", options);
        QCOMPARE(fine.size(), QSize(2000, 1250)); // 640 × 300 / 96
        QCOMPARE(std::lround(fine.dotsPerMeterX() * 0.0254), 300L);
        QCOMPARE(fine.pixelColor(2, 2), Theme::light().window);
        options.background = false;
        QCOMPARE(saved("clear.png", options).pixelColor(2, 2).alpha(), 0);
        QVERIFY(!save_picture(folder.filePath("no/such/folder.svg").toStdString(), shown.canvas->drawing(),
                              shown.canvas->shown().overlay_style(), Theme::light()));
    }

    void clipboard_gets_picture_and_vectors() {
        const Shown shown("ws-8gpu");
        shown.canvas->clipboard().copy_picture();
        const QMimeData* copied = QGuiApplication::clipboard()->mimeData();
        QVERIFY(copied->hasImage());
        QVERIFY(copied->data(QStringLiteral("image/svg+xml")).contains("<svg"));
    }

    void export_dialog_says_the_size() {
        ExportDrawingDialog dialog(QSize(1000, 500), Theme::dark(), nullptr);
        DrawingOptions options = dialog.options();
        QCOMPARE(options.size, QSize(1000, 500));
        QCOMPARE(options.dpi, 192.0);
        QVERIFY(options.background && options.legend);
        QVERIFY(dialog.theme().is_dark); // as seen
        auto* width = dialog.findChild<QSpinBox*>();
        width->setValue(2000);
        QCOMPARE(dialog.options().size, QSize(2000, 1000));
        for (auto* label : dialog.findChildren<QLabel*>())
            if (label->text().contains(QStringLiteral("dots")))
                QCOMPARE(label->text(), QStringLiteral("4000 × 2000 dots"));
    }

    void drawing_is_rendered_without_a_window_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("code");
        QTest::newRow("svg") << QStringList{"--overlay", "link-load", "--out", "F.svg"} << 0;
        QTest::newRow("pdf") << QStringList{"--overlay", "fabric-level", "--theme", "dark", "--out", "F.pdf"}
                             << 0;
        QTest::newRow("png") << QStringList{"--out",   "F.png",         "--size",
                                            "800x500", "--transparent", "--no-legend"}
                             << 0;
        QTest::newRow("unknown overlay") << QStringList{"--overlay", "heat", "--out", "F.svg"} << 2;
        QTest::newRow("table") << QStringList{"--out", "F.csv"} << 2;
    }
    void drawing_is_rendered_without_a_window() {
        QFETCH(QStringList, arguments);
        QFETCH(int, code);
        QTemporaryDir folder;
        const qsizetype out = arguments.indexOf("--out") + 1;
        arguments[out] = folder.filePath(arguments[out]);
        const test::ProgramRun made =
            run(QStringList{"render", sample_path("ws-8gpu"), "--chart", "drawing"} + arguments);
        QCOMPARE(made.exit_code, code);
        QCOMPARE(QFile::exists(arguments[out]), code == 0);
        if (code != 0) QVERIFY(made.err.contains("error: "));
    }

    void screenshot_refuses_what_it_does_not_know_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::newRow("chart") << QStringList{"--chart", "foo"};
        QTest::newRow("scale") << QStringList{"--scale", "-3"};
        QTest::newRow("scale with =") << QStringList{"--scale=nan"};
        QTest::newRow("overlay") << QStringList{"--overlay", "heat"};
    }
    void screenshot_refuses_what_it_does_not_know() {
        QFETCH(QStringList, arguments);
        QTemporaryDir folder;
        const QString out = folder.filePath(QStringLiteral("window.png"));
        const test::ProgramRun made =
            run(QStringList{"screenshot", sample_path("ws-8gpu"), "--out", out} + arguments);
        QCOMPARE(made.exit_code, 2);
        QCOMPARE(made.err.count("error: "), 1);
        QVERIFY(!QFile::exists(out));
    }
};

QTEST_MAIN(TestDrawingPrint)
#include "test_drawing_print.moc"
