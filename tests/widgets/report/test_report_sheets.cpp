// SPDX-License-Identifier: GPL-3.0-or-later
// A report as sheets of paper: how strips are divided among them, and the PDF.
#include "core/answers/handover/report.h"
#include "core/base/catalog/catalog.h"
#include "tests/support/sample.h"
#include "tests/support/style_sample.h"
#include "tests/support/text_recorder.h"
#include "widgets/report/pdf_outline.h"
#include "widgets/report/report_files.h"
#include "widgets/report/sheet_strip.h"
#include "widgets/report/sheet_table.h"

#include <QApplication>
#include <QImage>
#include <QPainter>
#include <QTest>

#include <algorithm>
#include <random>

using namespace roofrack;

namespace {

SheetStrip line(double height, bool keeps_next = false, double above = 0) {
    SheetStrip out;
    out.height = height;
    out.keeps_next = keeps_next;
    out.above = above;
    return out;
}

/// What is wrong with the division of strips among sheets; empty: nothing.
QString faults_of(const std::vector<SheetStrip>& strips, const std::vector<Sheet>& sheets, double height) {
    size_t next = 0;
    for (const Sheet& sheet : sheets) {
        double y = 0;
        for (size_t i = 0; i < sheet.size(); ++i) {
            const PlacedStrip& placed = sheet[i];
            if (placed.y < y - 0.01) return QStringLiteral("strips overlap");
            y = placed.y + placed.height;
            const bool is_head = i == 0 && next < strips.size() && placed.strip == strips[next].head.get();
            if (is_head) continue;
            if (next >= strips.size() || placed.strip != &strips[next])
                return QStringLiteral("strip %1 is missing or twice").arg(next);
            const SheetStrip& strip = strips[next++];
            if (placed.height < (strip.least > 0 ? strip.least : strip.height) - 0.01)
                return QStringLiteral("strip %1 is too low").arg(next - 1);
            if (y > height + 0.02 && strip.height <= height &&
                i > (sheet[0].strip == strip.head.get() ? size_t{1} : size_t{0}))
                return QStringLiteral("strip %1 stands below its sheet").arg(next - 1);
        }
    }
    return next == strips.size() ? QString() : QStringLiteral("strips are missing at the end");
}

std::shared_ptr<const Answers> answers_of(const char* name) {
    return std::make_shared<const Answers>(Snapshot{std::make_shared<const Scenario>(test::sample(name))},
                                           Catalog::built_in());
}

/// Sections of a report on a scenario that has none beside it.
int sections_of_one() {
    return static_cast<int>(
        std::ranges::count_if(report_sections(), [](const ReportSection& each) { return !each.compare; }));
}

QByteArray pdf_of(const char* name, ReportPaper paper = ReportPaper::a4, const HouseStyle& style = {},
                  const ReportBeside& beside = {}) {
    const auto answers = beside.scenarios.empty() ? answers_of(name) : beside.scenarios.front();
    const auto found = find_report(answers, "A project", {}, ReportFormat::pdf, beside);
    if (!found) return {};
    return report_pdf(
        found->document, found->answers,
        {QStringLiteral("A project"), QStringLiteral("A scenario"), QStringLiteral("2026-11-27")}, paper,
        style);
}

} // namespace

class TestReportSheets : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QVERIFY(load_fonts()); }

    void a_house_style_has_its_logo_on_the_first_sheet() {
        HouseStyle style = test::house_style();
        style.logo = to_base64(test::small_png());
        style.font.clear(); // the pages are divided alike
        const QByteArray plain = pdf_of("ws-8gpu"), styled = pdf_of("ws-8gpu", ReportPaper::a4, style);
        QVERIFY(styled.startsWith("%PDF-1.6"));
        QCOMPARE(styled.count("/Type /Page\n"), plain.count("/Type /Page\n"));
        QVERIFY(styled.count("/Subtype /Image") > plain.count("/Subtype /Image"));
    }

    void a_heading_stands_above_what_follows() {
        const std::vector<SheetStrip> strips{line(70), line(20, true), line(20)};
        const std::vector<Sheet> sheets = sheets_of(strips, 100);
        QCOMPARE(sheets.size(), size_t{2});
        QCOMPARE(sheets[0].size(), size_t{1});
        QCOMPARE(sheets[1].front().strip, &strips[1]);
    }

    void headings_of_a_table_are_repeated() {
        const auto head = std::make_shared<SheetStrip>(line(10, true));
        std::vector<SheetStrip> strips{*head};
        for (int i = 0; i < 25; ++i) {
            strips.push_back(line(10));
            strips.back().head = head;
        }
        const std::vector<Sheet> sheets = sheets_of(strips, 100);
        QCOMPARE(sheets.size(), size_t{3});
        for (size_t i = 1; i < sheets.size(); ++i) QCOMPARE(sheets[i].front().strip, head.get());
        QCOMPARE(faults_of(strips, sheets, 100), QString());
    }

    /// A picture is made smaller rather than left to the next sheet.
    void a_picture_gives_way() {
        std::vector<SheetStrip> strips{line(40), line(80)};
        strips[1].least = 55;
        QCOMPARE(sheets_of(strips, 100).size(), size_t{1});
        QCOMPARE(sheets_of(strips, 100)[0][1].height, 60.0);
        strips[1].least = 65;
        QCOMPARE(sheets_of(strips, 100).size(), size_t{2});
        QCOMPARE(sheets_of(strips, 100)[1][0].height, 80.0);
    }

    void nothing_is_lost_or_overlaps() {
        std::mt19937 random(7);
        const auto below = [&random](unsigned most) { return static_cast<double>(random() % most); };
        for (int round = 0; round < 400; ++round) {
            std::vector<SheetStrip> strips;
            std::shared_ptr<const SheetStrip> head;
            for (int i = 0; i < 60; ++i) {
                SheetStrip strip = line(1 + below(60), below(3) == 0, below(20));
                if (below(8) == 0) strip.least = strip.height * 0.7;
                if (below(40) == 0) strip.height = 140; // higher than a sheet
                if (below(6) == 0) head = below(2) == 0 ? nullptr : std::make_shared<SheetStrip>(line(12));
                strip.head = head;
                strips.push_back(strip);
            }
            const QString faults = faults_of(strips, sheets_of(strips, 100), 100);
            QVERIFY2(faults.isEmpty(), qPrintable(faults));
        }
    }

    /// Nothing of a table reaches beyond its width, whatever it holds.
    void a_table_stays_in_its_width_data() {
        QTest::addColumn<QString>("cell");
        QTest::addColumn<int>("columns");
        QTest::newRow("figures") << QStringLiteral("12.5 MW") << 6;
        QTest::newRow("texts") << QStringLiteral("what it is and what it does ").repeated(20) << 4;
        QTest::newRow("one long word") << QString(300, u'W') << 3;
        QTest::newRow("many columns") << QStringLiteral("12.5 MW") << 14;
        QTest::newRow("hundreds of lines") << QStringLiteral("and on ").repeated(3000) << 2;
    }
    void a_table_stays_in_its_width() {
        QFETCH(QString, cell);
        QFETCH(int, columns);
        const auto count = static_cast<size_t>(columns);
        ReportDocument::Table table{std::vector<std::string>(count, "Heading"), {}, 1};
        for (int i = 0; i < 5; ++i) table.rows.push_back(std::vector<std::string>(count, cell.toStdString()));
        table.rows.front().front() = "short";
        std::vector<SheetStrip> strips;
        constexpr double width = 640, height = 950;
        add_table_strips(strips, table, width, Theme::light());
        QVERIFY(strips.size() > table.rows.size());
        for (const Sheet& sheet : sheets_of(strips, height)) {
            QImage image(900, 1200, QImage::Format_RGB32);
            image.fill(Qt::white);
            QPainter painter(&image);
            for (const PlacedStrip& placed : sheet)
                placed.strip->paint(painter, QRectF(100, 100 + placed.y, width, placed.height));
            painter.end();
            for (int y = 0; y < image.height(); ++y)
                for (int x = 0; x < image.width(); ++x)
                    if (image.pixel(x, y) != qRgb(255, 255, 255))
                        QVERIFY2(x >= 97 && x < 100 + width + 4 && y >= 97 && y < 100 + height + 4,
                                 qPrintable(QStringLiteral("%1, %2").arg(x).arg(y)));
        }
    }

    /// However narrow its column is: a minus alone at the end of a line would be read as a dash.
    void an_amount_keeps_its_sign_and_its_unit() {
        const std::string cell = "$311k ($290k to $332k); −$309k, −49.8 %";
        ReportDocument::Table table{std::vector<std::string>(6, "Heading"), {}, 1};
        for (int i = 0; i < 3; ++i) table.rows.emplace_back(6, cell);
        int broken = 0;
        for (int width = 420; width < 900; width += 8) {
            std::vector<SheetStrip> strips;
            add_table_strips(strips, table, width, Theme::light());
            for (const SheetStrip& strip : strips) {
                test::TextRecorder recorder(QSize(1000, 1000));
                QPainter painter(&recorder);
                strip.paint(painter, QRectF(0, 0, width, strip.height));
                painter.end();
                for (const test::PaintedText& each : recorder.texts) {
                    const QString line = each.text.trimmed();
                    QVERIFY2(!line.endsWith(u'−') && !line.startsWith(u'%'), qPrintable(line));
                    broken += line.endsWith(QStringLiteral("%")) && !line.startsWith(u'$') ? 1 : 0;
                }
            }
        }
        QVERIFY(broken > 0); // or all had room in one line
    }

    void a_pdf_is_whole() {
        const QByteArray pdf = pdf_of("dgx-h100-su");
        QVERIFY(pdf.startsWith("%PDF-1.6"));
        QVERIFY(pdf.trimmed().endsWith("%%EOF"));
        QVERIFY(pdf.count("/FontFile") > 0);
        QCOMPARE(pdf.count("/Type /FontDescriptor"), pdf.count("/FontFile2") + pdf.count("/FontFile3"));
        QVERIFY2(pdf.contains("/MediaBox [0 0 595"), "A4");
        QVERIFY2(!pdf.contains("/Subtype /Image"), "its pictures are lines and letters");
        const int sections = sections_of_one();
        QCOMPARE(pdf.count("/Parent"), pdf.count("/Type /Page\n") + sections);
        QCOMPARE(pdf.count(" /XYZ null "), sections);
        QCOMPARE(pdf.count("/Subtype /Link"), sections);
        QVERIFY(pdf_of("dgx-h100-su", ReportPaper::letter).contains("/MediaBox [0 0 612"));
    }

    /// The outline and the contents lead to what compares several scenarios, as many as stand side by side.
    void scenarios_beside_each_other_have_sections() {
        Project project;
        for (size_t i = 0; i < 2; ++i) project.scenarios.push_back(test::sample("ws-8gpu", i));
        for (const char* name : {"c", "d", "e", "f"}) {
            project.scenarios.push_back(project.scenarios.front());
            project.scenarios.back().name = name;
        }
        auto beside = ReportBeside::of(answers_of("ws-8gpu"), project,
                                       std::chrono::sys_days(std::chrono::year(2031) / 3 / 3));
        beside.draws = 16;
        QCOMPARE(beside.scenarios.size(), size_t{6});
        const QByteArray pdf = pdf_of("ws-8gpu", ReportPaper::a4, {}, beside);
        const auto sections = static_cast<int>(report_sections().size());
        QVERIFY(sections > sections_of_one());
        QCOMPARE(pdf.count(" /XYZ null "), sections);
        QCOMPARE(pdf.count("/Subtype /Link"), sections);
    }

    /// What introduces a picture is on its sheet, so no such heading stands far below.
    void a_picture_follows_what_introduces_it() {
        const double least = (82 + 0.7 * 321) * 72 / 96; // pt: the rim and the picture made small
        for (int filled = 0; filled < 50; ++filled) {
            ReportDocument document("A report");
            document.section("Before");
            for (int i = 0; i < filled; ++i) document.paragraph("A line.");
            document.section("After");
            document.paragraph("What the picture shows.");
            document.picture(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 600 300\" width=\"600\" "
                "height=\"300\"><rect width=\"600\" height=\"300\"/></svg>",
                "A box");
            const QByteArray pdf = report_pdf(document, answers_of("ws-8gpu"), {}, ReportPaper::a4, {});
            const qsizetype at = pdf.lastIndexOf(" /XYZ null ") + 11;
            const double y = pdf.mid(at, pdf.indexOf(' ', at) - at).toDouble();
            QVERIFY2(y > least, qPrintable(QStringLiteral("%1 lines: %2 pt").arg(filled).arg(y)));
        }
    }

    /// Every object stands where the tables say.
    void an_outline_is_an_update() {
        const QByteArray pdf = pdf_of("dgx-h100-su");
        const qsizetype start = pdf.lastIndexOf("startxref\n") + 10;
        qsizetype at = pdf.mid(start, pdf.indexOf('\n', start) - start).toLongLong();
        QCOMPARE(pdf.mid(at, 5), QByteArray("xref\n"));
        at += 5;
        int objects = 0;
        for (; !pdf.mid(at, 7).startsWith("trailer"); ++objects) {
            const QByteArray number = pdf.mid(at, pdf.indexOf(' ', at) - at);
            at = pdf.indexOf('\n', at) + 1;
            const qsizetype place = pdf.mid(at, 10).toLongLong();
            QVERIFY2(pdf.mid(place, 20).startsWith(number + " 0 obj\n"), number.constData());
            QCOMPARE(pdf.mid(at + 19, 1), QByteArray("\n"));
            at += 20;
        }
        QCOMPARE(objects, sections_of_one() + 2);
        const QByteArray other("%PDF-1.6\nno such file\n%%EOF\n");
        QCOMPARE(with_outline(other, {{QStringLiteral("A"), 1, 0}}), other);
    }
};

QTEST_MAIN(TestReportSheets)
#include "test_report_sheets.moc"
