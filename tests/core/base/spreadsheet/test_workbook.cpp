// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/spreadsheet/workbook_reader.h"
#include "core/base/spreadsheet/workbook_writer.h"
#include "core/base/spreadsheet/xml_scanner.h"
#include "core/base/spreadsheet/zip_members.h"

#include "tests/support/stored_zip.h"

#include <QTest>

#include <chrono>
#include <random>

using namespace roofrack;
using namespace roofrack::test;

namespace {

Result<std::string> small_book() {
    WorkbookWriter book;
    book.begin_sheet("Prices", "What it costs", {{"Part", 20}, {"Price, $", 10}, {"Sum, $", 10}});
    book.text(3, 0, "=cmd|' /C calc'!A0");
    book.number(3, 1, 2.5, CellStyle::money_exact);
    book.formula(3, 2, "=B4*2", 5, CellStyle::money_exact);
    book.text(4, 0, "<\"Größe\"> & 'α'\nline two");
    book.number(4, 1, std::nullopt, CellStyle::money_exact);
    book.text(5, 0, std::string(40'000, 'x'));
    book.define("all_of_it", "=Prices!$C$4");
    book.begin_table("Links", {{"A-Node", 10}, {"Z-Node", 10}});
    book.text(1, 0, "-1+1");
    book.text(1, 1, "@SUM(A1)");
    return book.finish();
}

} // namespace

class TestWorkbook : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void what_is_written_is_read() {
        const auto bytes = small_book();
        QVERIFY2(bytes.has_value(), bytes ? "" : bytes.error().what.c_str());
        const auto book = read_workbook(*bytes, "b.xlsx");
        QVERIFY2(book.has_value(), book ? "" : book.error().what.c_str());
        QCOMPARE(book->sheets.size(), size_t{2});
        const ReadSheet& prices = *book->sheet("prices");
        QCOMPARE(prices.at(0, 0), std::string("What it costs"));
        QCOMPARE(prices.at(2, 1), std::string("Price, $"));
        QCOMPARE(prices.at(3, 0), std::string("=cmd|' /C calc'!A0"));
        QCOMPARE(prices.at(3, 1), std::string("2.5"));
        QCOMPARE(prices.at(3, 2), std::string("5"));
        QCOMPARE(prices.at(4, 0), std::string("<\"Größe\"> & 'α'\\u000aline two"));
        QCOMPARE(prices.at(4, 1), std::string());
        // 32,767 characters are the most that a cell takes.
        QCOMPARE(prices.at(5, 0).size(), size_t{32'766} + std::string("…").size());
        // Text is never a formula.
        QCOMPARE(prices.formulas.size(), size_t{1});
        QCOMPARE(prices.formulas.at({3, 2}), std::string("B4*2"));
        QCOMPARE(book->sheet("Links")->formulas.size(), size_t{0});
        QCOMPARE(book->sheet("Links")->at(1, 0), std::string("-1+1"));
        QCOMPARE(book->defined.at("all_of_it"), std::string("Prices!$C$4"));
    }

    void the_same_contents_are_the_same_bytes() {
        const auto first = small_book();
        QTest::qWait(2100); // zip archives count in two seconds
        QVERIFY(first && *first == *small_book());
    }

    void cells_have_names() {
        QCOMPARE(WorkbookWriter::cell(0, 0), std::string("A1"));
        QCOMPARE(WorkbookWriter::cell(9, 25), std::string("Z10"));
        QCOMPARE(WorkbookWriter::cell(0, 26), std::string("AA1"));
        QCOMPARE(WorkbookWriter::cell(2, 703, true), std::string("$AAB$3"));
    }

    void what_is_no_workbook_is_said() {
        QVERIFY(!read_workbook("", "b"));
        QVERIFY(!read_workbook("A-Node,Z-Node\n", "b"));
        const auto encrypted = read_workbook("\xd0\xcf\x11\xe0 and so on", "b");
        QVERIFY(!encrypted);
        QVERIFY(encrypted.error().what.find("encrypted") != std::string::npos);
        QVERIFY(!read_workbook("PK\x03\x04 and no more", "b"));
    }

    void what_unpacks_too_far_is_refused() {
        const auto bytes = small_book();
        const auto all = [](std::string_view) { return true; };
        QVERIFY(read_zip(*bytes, "b", all, 1 << 20));
        const auto small = read_zip(*bytes, "b", all, 1000);
        QVERIFY(!small);
        QVERIFY(small.error().what.find("unpacks") != std::string::npos);
    }

    void what_would_fill_the_memory_is_refused_data() {
        QTest::addColumn<QByteArray>("bytes");
        const auto row = [](const char* name, const std::string& bytes) {
            QTest::newRow(name) << QByteArray(bytes.data(), static_cast<qsizetype>(bytes.size()));
        };
        const std::string last = "<row r=\"1048576\"><c r=\"A1048576\"><v>1</v></c></row>";
        row("rows", made_workbook(std::vector<std::string>(100, last)));
        std::string wide;
        for (int i = 1; i <= 1100; ++i) {
            const std::string number = std::to_string(i);
            wide += "<row r=\"" + number + "\"><c r=\"XFD" + number + "\"><v>1</v></c></row>";
        }
        row("columns", made_workbook({wide}));
        std::string same;
        for (int i = 0; i < 20'000; ++i) same += "<row><c t=\"s\"><v>0</v></c></row>";
        row("one text many times", made_workbook({same}, "<si><t>" + std::string(32'000, 'x') + "</t></si>"));
        std::string texts;
        for (int i = 0; i < 3'000'000; ++i) texts += "<si/><si/><si/><si/><si/><si/>";
        row("texts without characters", made_workbook({last}, texts));
    }
    void what_would_fill_the_memory_is_refused() {
        QFETCH(QByteArray, bytes);
        const auto book = read_workbook({bytes.data(), static_cast<size_t>(bytes.size())}, "b.xlsx");
        QVERIFY(!book);
        QVERIFY2(book.error().what.find("512 MB") != std::string::npos, book.error().what.c_str());
    }

    void sheets_beyond_what_is_real_are_refused() {
        QVERIFY(read_workbook(made_workbook(std::vector<std::string>(1000, "<row/>")), "b"));
        const auto many = read_workbook(made_workbook(std::vector<std::string>(1001, "<row/>")), "b");
        QVERIFY(!many);
        QVERIFY(many.error().what.find("1,000 sheets") != std::string::npos);
        const auto same = read_workbook(
            stored_zip(
                {{"xl/workbook.xml", "<workbook><sheet name='a' id='r'/><sheet name='b' id='r'/></workbook>"},
                 {"xl/_rels/workbook.xml.rels", "<r><Relationship Id='r' Target='worksheets/s.xml'/></r>"},
                 {"xl/worksheets/s.xml", "<worksheet/>"}}),
            "b");
        QVERIFY(!same);
        QVERIFY(same.error().what.find("same file") != std::string::npos);
    }

    void characters_that_no_xml_holds_are_replaced() {
        QCOMPARE(xml_text("a\xef\xbf\xbe"
                          "b\xef\xbf\xbf"
                          "c\xef\xbf\xbd"),
                 std::string("a\xef\xbf\xbd"
                             "b\xef\xbf\xbd"
                             "c\xef\xbf\xbd"));
        WorkbookWriter writer;
        writer.begin_sheet("S", "a\xef\xbf\xbf", {{"b\xef\xbf\xbe", 10}});
        writer.text(3, 0, "c\xef\xbf\xbf");
        const auto bytes = writer.finish();
        QVERIFY(bytes);
        const auto parts = read_zip(
            *bytes, "b", [](std::string_view) { return true; }, 1 << 20);
        for (const auto& [name, text] : *parts)
            for (const char* code : {"\xef\xbf\xbe", "\xef\xbf\xbf"})
                QVERIFY2(text.find(code) == std::string::npos, name.c_str());
    }

    void no_format_leaves_a_point_behind() {
        WorkbookWriter writer;
        writer.begin_sheet("S", "all styles", {{"A", 10}});
        uint32_t row = WorkbookWriter::first_row;
        for (const CellStyle style : {CellStyle::whole, CellStyle::decimal, CellStyle::money,
                                      CellStyle::money_exact, CellStyle::percent, CellStyle::input})
            for (const double value : {12.0, -1.0, 12'345.0}) writer.number(row++, 0, value, style);
        const auto bytes = writer.finish();
        QVERIFY(bytes);
        const auto parts = read_zip(
            *bytes, "b", [](std::string_view) { return true; }, 1 << 20);
        QVERIFY(parts);
        const std::string& styles = parts->at("xl/styles.xml");
        QVERIFY(styles.find("numFmt ") != std::string::npos);
        QVERIFY2(styles.find(".#") == std::string::npos, styles.c_str());
        // Formats with conditions lose the sign of small numbers in LibreOffice.
        QVERIFY2(styles.find("formatCode=\"[") == std::string::npos, styles.c_str());
    }

    void damaged_bytes_do_no_harm() {
        const auto bytes = small_book();
        std::mt19937 random(7);
        int read = 0;
        for (int i = 0; i < 400; ++i) {
            std::string broken = *bytes;
            for (int k = 0; k < 1 + i % 5; ++k)
                broken[random() % broken.size()] = static_cast<char>(random());
            if (i % 7 == 0) broken.resize(random() % broken.size());
            read += read_workbook(broken, "b").has_value();
        }
        QVERIFY(read < 400);
    }

    void xml_is_read_as_it_stands() {
        XmlScanner xml(
            "<?xml version='1.0'?><!-- x --><a:b c='1 &gt; 0' d:e=\"&#65;\"><f/>t&amp;u<![CDATA[<&]]></a:b>");
        using Item = XmlScanner::Item;
        QCOMPARE(xml.next(), Item::start);
        QCOMPARE(xml.name(), std::string_view("b"));
        QCOMPARE(xml.attribute("c"), std::string("1 > 0"));
        QCOMPARE(xml.attribute("e"), std::string("A"));
        QCOMPARE(xml.next(), Item::start);
        QCOMPARE(xml.next(), Item::end);
        QCOMPARE(xml.next(), Item::text);
        QCOMPARE(xml.text(), std::string("t&u"));
        QCOMPARE(xml.next(), Item::text);
        QCOMPARE(xml.text(), std::string("<&"));
        QCOMPARE(xml.next(), Item::end);
        QCOMPARE(xml.next(), Item::finish);
    }

    void references_without_end_take_no_time() {
        const std::string text = "<a>" + std::string(1'000'000, '&') + "</a>";
        const auto begin = std::chrono::steady_clock::now();
        XmlScanner xml(text);
        xml.next();
        QCOMPARE(xml.next(), XmlScanner::Item::text);
        QCOMPARE(xml.text().size(), size_t{1'000'000});
        const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
        QVERIFY2(taken.count() < 3, qPrintable(QString::number(taken.count())));
        XmlScanner longest("<a b='&#x0010FFFF;&#9999999999;&lt;&amp'/>");
        longest.next();
        QCOMPARE(longest.attribute("b"), std::string("\xf4\x8f\xbf\xbf&#9999999999;<&amp"));
    }

    void no_entity_grows() {
        XmlScanner xml("<!DOCTYPE x [<!ENTITY a \"aaaaaaaaaa\">]><x>&a;</x>");
        QCOMPARE(xml.next(), XmlScanner::Item::fault);
        QCOMPARE(xml.next(), XmlScanner::Item::fault);
        for (const char* text : {"<a", "<a b>", "<a b=1>", "<>", "<!-- ", "<a b='"}) {
            XmlScanner broken(text);
            XmlScanner::Item item = broken.next();
            while (item != XmlScanner::Item::fault && item != XmlScanner::Item::finish) item = broken.next();
            QCOMPARE(item, XmlScanner::Item::fault);
        }
        QCOMPARE(xml_text("a<b>&\"'\x01"), std::string("a&lt;b&gt;&amp;&quot;&apos;\xef\xbf\xbd"));
    }
};

QTEST_GUILESS_MAIN(TestWorkbook)
#include "test_workbook.moc"
