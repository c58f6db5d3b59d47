// SPDX-License-Identifier: GPL-3.0-or-later
// Slides as PowerPoint: every part is there, is XML, and says what the slide says.
#include "core/answers/present/pptx/border_labels.h"
#include "core/answers/present/pptx/label_places.h"
#include "core/answers/present/pptx/pptx_writer.h"
#include "core/answers/present/pptx/type_ruler.h"
#include "core/answers/present/present.h"
#include "core/answers/present/slide_layout.h"
#include "core/base/catalog/catalog.h"
#include "core/base/spreadsheet/workbook_reader.h"
#include "core/base/spreadsheet/xml_scanner.h"
#include "core/base/spreadsheet/zip_members.h"
#include "core/base/spreadsheet/zip_writer.h"
#include "core/base/style/readable_ink.h"
#include "core/base/style/state_inks.h"
#include "tests/support/sample.h"
#include "tests/support/style_sample.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fmt/format.h>
#include <map>
#include <set>

using namespace roofrack;

namespace {

constexpr size_t most = size_t{64} << 20;

ZipMembers parts_of(const std::vector<PptxSlide>& slides, const PptxLook& look = {}) {
    const auto bytes = pptx_of(slides, "A <deck> & more", look);
    if (!bytes) qFatal("%s", bytes.error().text().c_str());
    auto parts = read_zip(
        *bytes, "deck.pptx", [](std::string_view) { return true; }, most);
    if (!parts) qFatal("%s", parts.error().text().c_str());
    return std::move(*parts);
}

std::string fault_of_xml(const std::string& text) {
    XmlScanner scanner(text);
    for (;;) {
        const auto item = scanner.next();
        if (item == XmlScanner::Item::finish) return {};
        if (item == XmlScanner::Item::fault) return scanner.why();
    }
}

/// The text of a part, without its tags, as it was written.
std::string text_of(const std::string& xml) {
    XmlScanner scanner(xml);
    std::string out;
    for (auto item = scanner.next(); item != XmlScanner::Item::finish; item = scanner.next()) {
        if (item == XmlScanner::Item::fault) return "fault";
        if (item == XmlScanner::Item::text) out += scanner.text() + "\n";
    }
    return out;
}

/// The same with plain spaces between numbers and their units.
std::string words_of(const std::string& xml) {
    constexpr std::string_view joined = "\u00A0";
    std::string out = text_of(xml);
    for (size_t at = 0; (at = out.find(joined, at)) != std::string::npos;)
        out.replace(at, joined.size(), " ");
    return out;
}

/// The children of the first tag of a name, in their order.
std::vector<std::string> children_of(const std::string& xml, std::string_view tag) {
    XmlScanner scanner(xml);
    std::vector<std::string> out;
    int depth = -1;
    for (auto item = scanner.next(); item != XmlScanner::Item::finish && item != XmlScanner::Item::fault;
         item = scanner.next()) {
        if (item == XmlScanner::Item::start) {
            if (depth < 0 && scanner.name() == tag)
                depth = 0;
            else if (depth >= 0 && ++depth == 1)
                out.emplace_back(scanner.name());
        } else if (item == XmlScanner::Item::end && depth >= 0 && --depth < 0) {
            return out;
        }
    }
    return out;
}

/// The same of every tag of the name.
std::vector<std::vector<std::string>> all_children_of(const std::string& xml, const std::string& tag) {
    std::vector<std::vector<std::string>> out;
    const std::string begin = "<c:" + tag + ">", end = "</c:" + tag + ">";
    for (size_t at = 0; (at = xml.find(begin, at)) != std::string::npos; ++at)
        out.push_back(children_of(xml.substr(at, xml.find(end, at) + end.size() - at), tag));
    return out;
}

/// What the parts of charts hold that are written here, in the order of the schema.
const std::map<std::string, std::vector<std::string>>& chart_orders() {
    static const std::map<std::string, std::vector<std::string>> out{
        {"plotArea", {"layout", "barChart", "lineChart", "scatterChart", "catAx", "valAx"}},
        {"barChart", {"barDir", "grouping", "varyColors", "ser", "gapWidth", "overlap", "axId"}},
        {"lineChart", {"grouping", "varyColors", "ser", "marker", "axId"}},
        {"scatterChart", {"scatterStyle", "varyColors", "ser", "axId"}},
        {"ser",
         {"idx", "order", "tx", "spPr", "invertIfNegative", "marker", "dPt", "dLbls", "errBars", "cat",
          "xVal", "val", "yVal", "smooth"}},
        {"dPt", {"idx", "invertIfNegative", "marker", "bubble3D", "spPr"}},
        {"dLbl",
         {"idx", "tx", "dLblPos", "showLegendKey", "showVal", "showCatName", "showSerName", "showPercent",
          "showBubbleSize"}},
        {"errBars", {"errDir", "errBarType", "errValType", "noEndCap", "plus", "minus", "spPr"}},
        {"catAx",
         {"axId", "scaling", "delete", "axPos", "title", "numFmt", "majorTickMark", "minorTickMark",
          "tickLblPos", "spPr", "txPr", "crossAx", "crossesAt", "auto", "lblAlgn", "lblOffset",
          "noMultiLvlLbl"}},
        {"valAx",
         {"axId", "scaling", "delete", "axPos", "majorGridlines", "title", "numFmt", "majorTickMark",
          "minorTickMark", "tickLblPos", "txPr", "crossAx", "crosses", "crossBetween", "majorUnit"}},
        {"scaling", {"logBase", "orientation", "max", "min"}},
        {"legend", {"legendPos", "legendEntry", "overlay", "txPr"}}};
    return out;
}

bool stands_in_order(const std::vector<std::string>& names, const std::vector<std::string>& order) {
    auto at = order.begin();
    return std::ranges::all_of(names, [&](const std::string& name) {
        at = std::find(at, order.end(), name);
        return at != order.end();
    });
}

/// How often a text stands in another.
size_t count_of(const std::string& text, std::string_view what) {
    size_t out = 0;
    for (size_t at = 0; (at = text.find(what, at)) != std::string::npos; ++at) ++out;
    return out;
}

/// The numbers that stand behind a text, in the order of the XML.
std::vector<double> numbers_behind(const std::string& xml, std::string_view what) {
    std::vector<double> out;
    for (size_t at = 0; (at = xml.find(what, at)) != std::string::npos;)
        out.push_back(std::stod(xml.substr(at += what.size(), 12)));
    return out;
}

/// The rows of the verdict on a large cluster: long names, and one figure that takes two lines.
SlideContent long_rows() {
    SlideContent out;
    out.view = "verdict";
    out.title = "A message";
    out.rows = {{"GPUs", "16,384"},
                {"Plan", "tensor parallel 8 · pipeline parallel 16 · interleaved chunks 8 · data parallel "
                         "128 · micro-batch 1 · ZeRO-2 · recompute none"},
                {"A step, with its share of checkpoints and failures", "7.09 s"},
                {"80 % of measured steps should lie in", "6.24 s to 8.05 s"},
                {"Share of the GPUs' peak arithmetic used (MFU)", "41.7 %"},
                {"Share of the time that makes progress (goodput)", "91.9 %"},
                {"Tokens a second", "2.37M"},
                {"Until all tokens are trained", "76.3 d"},
                {"Power at the meter", "19 MW"},
                {"Cost of an hour", "$35k"},
                {"With more GPUs scaling is", "diminishing"},
                {"Holds it back", "GPU arithmetic in 16-bit numbers (bf16)"},
                {"Holds it back next, if that is doubled", "links between neighbouring GPUs"}};
    out.text = {"may not fit in memory: the fullest GPU needs 81.7 GB and has 85.5 GB"};
    return out;
}

/// The chart of a slide of that view, and the second one; empty: it has none.
struct DrawnCharts {
    SlideContent content;
    std::string slide, first, second;
};
DrawnCharts charts_of(const char* sample, const char* view) {
    Project project;
    project.scenarios = {test::sample(sample)};
    const DeckAnswers deck(std::move(project), {}, false, Catalog::built_in());
    Slide slide;
    slide.view = view;
    DrawnCharts out{slide_content(deck, slide), {}, {}, {}};
    const ZipMembers parts = parts_of({{.content = out.content}});
    for (const auto& [name, text] : parts)
        if (name.ends_with(".xml") && !fault_of_xml(text).empty()) qFatal("%s", name.c_str());
    out.slide = parts.at("ppt/slides/slide1.xml");
    if (parts.contains("ppt/charts/chart1.xml")) out.first = parts.at("ppt/charts/chart1.xml");
    if (parts.contains("ppt/charts/chart1b.xml")) out.second = parts.at("ppt/charts/chart1b.xml");
    return out;
}

/// A slide of money with texts of all lengths at the ends of its swings; `is_low`: what stands below them
/// takes as much of the slide as it can.
PptxSlide slide_of_swings(bool is_low) {
    PptxSlide out;
    out.content.view = "money";
    out.content.title = "A message";
    out.content.chart =
        SlideChart{.heading = "Where a dollar goes", .bars = {{.label = "energy", .value = 1}}};
    SlideChart swings{.y_title = "$ per million tokens",
                      .heading = "What the assumptions do to it",
                      .remarks = {"$ per million tokens by assumption, $0.175 as it is; 2 more move it less"},
                      .is_money = true,
                      .now = 0.1753};
    swings.swings = {{"operation", 0.1341, 0.2247, "2.5 %", "8.0 %"},
                     {"price of space", 0.1618, 0.1956, "147 $/kW a month", "239 $/kW a month"},
                     {"rent", 0.1753, 0.2053, "1.9 $/h", "2.3 $/h"}, // it is at its low end
                     {"book life", 0.1903, 0.1604, "3 years", "5 years"},
                     {"electricity price", 0.1655, 0.19, "0.0517 $/kWh", "0.138 $/kWh"},
                     {"installation, spares, contingency", 0.1714, 0.1833, "5.1 %", "21 %"},
                     {"price of the network", 0.1733, 0.178, "$1.51M", "$3.01M"},
                     {"PUE", 0.174, 0.178, "1.06", "1.24"}};
    out.content.second = std::move(swings);
    if (!is_low) return out;
    out.content.text = {"one", "two", "three"};
    SlideSlider slider;
    slider.name = "price of power";
    slider.values = {1, 2};
    slider.texts = {"1 $", "2 $"};
    out.content.sliders = {slider};
    return out;
}

/// The names of the rows of a chart, with the breaks of their lines.
std::vector<std::string> names_of_rows(const std::string& xml) {
    const size_t begin = xml.find("<c:cat>");
    if (begin == std::string::npos) return {};
    const std::string names = xml.substr(begin, xml.find("</c:cat>") - begin);
    constexpr std::string_view tag = "<c:v>";
    std::vector<std::string> out;
    for (size_t at = 0; (at = names.find(tag, at)) != std::string::npos;) {
        at += tag.size();
        out.push_back(names.substr(at, names.find('<', at) - at));
    }
    return out;
}

std::vector<PptxSlide> found_sample_deck() {
    Project project;
    project.name = "=HYPERLINK(\"x\")";
    project.scenarios = {test::sample("dgx-h100-su"), test::sample("dgx-h100-su")};
    project.scenarios.front().name = "=1+1";
    project.scenarios.back().name = "B <&> \"C\"";
    const DeckAnswers deck(std::move(project), {}, false, Catalog::built_in());
    std::vector<PptxSlide> out;
    for (Slide slide : first_deck(deck).slides) {
        slide.note = "Say =this <slowly>.\nThen that.";
        out.push_back({.content = slide_content(deck, slide)});
    }
    out.front().png = "png bytes";
    out.front().svg = "<svg/>";
    out.front().aspect = 2;
    return out;
}

/// Found once: its odds take seconds.
std::vector<PptxSlide> sample_deck() {
    static const std::vector<PptxSlide> found = found_sample_deck();
    return found;
}

} // namespace

class TestPptx : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// The base is drawn, and what may be turned stands below it in words.
    void what_may_be_turned_stands_in_words() {
        PptxSlide slide;
        slide.content.view = "verdict";
        slide.content.title = "A message";
        for (int i = 0; i < 40; ++i) slide.content.rows.push_back({"figure " + std::to_string(i), "1"});
        const auto row_count = [&] {
            const std::string xml = parts_of({slide}).at("ppt/slides/slide1.xml");
            if (const std::string fault = fault_of_xml(xml); !fault.empty()) qFatal("%s", fault.c_str());
            size_t rows = 0;
            for (size_t at = 0; (at = xml.find("<a:tr ", at)) != std::string::npos; ++at) ++rows;
            return std::pair(rows, words_of(xml));
        };
        const auto [rows, words] = row_count();
        QVERIFY(words.find("What if") == std::string::npos);
        SlideSlider slider;
        slider.name = "price <of> power";
        slider.values = {1, 2, 3};
        slider.texts = {"1 $", "2 $", "3 $"};
        slider.base = 1;
        slide.content.sliders = {slider};
        const auto [fewer, with] = row_count();
        QVERIFY2(with.find("What if: price <of> power 2 $, turned from 1 $ to 3 $") != std::string::npos,
                 with.c_str());
        QVERIFY2(fewer < rows, "the table makes room");
    }

    /// A table that would fill the slide leaves room for what is said below it.
    void remarks_stand_below_a_full_table() {
        PptxSlide slide;
        slide.content.view = "compare";
        slide.content.title = "A message";
        slide.content.head = {"", "A", "B"};
        for (int i = 0; i < 12; ++i) slide.content.rows.push_back({fmt::format("figure {}", i), "1", "2"});
        slide.content.text = {"“B”: 12 % slower, of which pipeline comm 92 %"};
        const auto words = [&] { return words_of(parts_of({slide}).at("ppt/slides/slide1.xml")); };
        const std::string with = words();
        QVERIFY2(with.find("12 % slower") != std::string::npos, with.c_str());
        for (const auto& row : slide.content.rows) QVERIFY(with.find(row.front()) != std::string::npos);
        QVERIFY(with.find(" more") == std::string::npos);
        // Below few rows more than a third of the slide is left for them.
        PptxSlide few = slide;
        few.content.rows.resize(2);
        for (int i = 0; i < 9; ++i) few.content.text.push_back(fmt::format("remark {}", i));
        const std::string roomy = words_of(parts_of({few}).at("ppt/slides/slide1.xml"));
        QVERIFY2(roomy.find("remark 8") != std::string::npos, roomy.c_str());
        for (int i = 0; i < 30; ++i) slide.content.text.push_back(fmt::format("remark {}", i));
        const std::string many = words();
        QVERIFY(many.find("12 % slower") != std::string::npos && many.find("remark 29") == std::string::npos);
        QVERIFY2(many.find(" more") != std::string::npos, many.c_str());
        // All rows stay that leave a fifth of the slide.
        for (int i = 12; i < 15; ++i) slide.content.rows.push_back({fmt::format("figure {}", i), "1", "2"});
        const std::string tall = words();
        for (const auto& row : slide.content.rows)
            QVERIFY2(tall.find(row.front()) != std::string::npos, tall.c_str());
    }

    /// Remarks stand closer together before one is left out, and take what a table leaves that got smaller
    /// for them; they end on the slide, and no word is under 18 pt.
    void remarks_use_the_room_below_a_table_data() {
        QTest::addColumn<QList<int>>("lines"); // that each remark takes
        QTest::newRow("closer together") << QList<int>{2, 1, 2, 1, 1};
        QTest::newRow("the table gets smaller") << QList<int>{6, 1, 1};
    }
    void remarks_use_the_room_below_a_table() {
        QFETCH(QList<int>, lines);
        PptxSlide slide;
        slide.content.view = "compare";
        slide.content.title = "A message";
        slide.content.head = {"", "A", "B"};
        for (int i = 0; i < 12; ++i) slide.content.rows.push_back({fmt::format("figure {}", i), "1", "2"});
        for (const int each : lines) {
            const std::string word(50, 'm'); // longer than half of a line
            slide.content.text.push_back(word);
            for (int i = 1; i < each; ++i) slide.content.text.back() += " " + word;
        }
        const std::string xml = parts_of({slide}).at("ppt/slides/slide1.xml");
        const std::string words = words_of(xml);
        QVERIFY2(words.find(" more") == std::string::npos, words.c_str());
        const std::string below = xml.substr(xml.find("</p:graphicFrame>"));
        const std::string box = below.substr(0, below.find("</p:sp>"));
        // All lines, and what is between the remarks, as PowerPoint has them: 1.2 × the height of the type.
        const auto types = numbers_behind(box, " sz=\"");
        double height = 0;
        for (size_t i = 0; i < types.size(); ++i)
            height += 1.2 * types[i] / 75 * (i % 2 == 0 ? lines[static_cast<qsizetype>(i / 2)] : 1);
        QCOMPARE(types.size(), 2 * slide.content.text.size() - 1);
        QVERIFY2(height <= numbers_behind(box, "cy=\"").front() / 9525, fmt::format("{} px", height).c_str());
        const double bottom = numbers_behind(box, "y=\"").front() / 9525 + height;
        QVERIFY2(bottom <= slide_body_box.y + slide_body_box.height, fmt::format("{} px", bottom).c_str());
        for (size_t i = 0; i < types.size(); i += 2) QVERIFY(types[i] >= 1800);
    }

    /// As wide as Arial: ten "m" of 833 thousandths, ten "i" of 222.
    void type_is_measured() {
        const TypeRuler arial("Arial");
        QCOMPARE(arial.width("mmmmmmmmmm", 100), 833.0);
        QCOMPARE(arial.width("iiiiiiiiii", 100), 222.0);
        QVERIFY(arial.width("peak", 30, true) > arial.width("peak", 30));
        QCOMPARE(arial.width("“”", 100), 66.6); // names stand in them
        QCOMPARE(arial.width("“”", 100, true), 100.0);
        QVERIFY(TypeRuler("Verdana").width("peak", 30) > arial.width("peak", 30));
        QCOMPARE(arial.lines("mm mm mm", 100, 500), (std::vector<std::string>{"mm mm", "mm"}));
        QCOMPARE(arial.lines("", 100, 500), std::vector<std::string>{""});
        const auto broken = arial.lines("a ééééééééé", 100, 200); // within a word, but within no letter
        QVERIFY(broken.size() > 3 && broken.front() == "a" && broken[1].size() % 2 == 0);
    }

    /// What is said below a table stands below its last line, however many lines its cells take, and the
    /// table is as large as its room lets it.
    void nothing_lies_over_a_table_data() {
        QTest::addColumn<QString>("font");
        QTest::newRow("own type") << QStringLiteral("Arial");
        QTest::newRow("wide type") << QStringLiteral("Verdana");
    }
    void nothing_lies_over_a_table() {
        QFETCH(QString, font);
        PptxLook look;
        look.font = font.toStdString();
        const PptxSlide slide{.content = long_rows()};
        const std::string xml = parts_of({slide}, look).at("ppt/slides/slide1.xml");
        const size_t table = xml.find("<p:graphicFrame>"), end = xml.find("</p:graphicFrame>");
        QVERIFY(table != std::string::npos && end != std::string::npos);
        const std::string of_table = xml.substr(table, end - table), behind = xml.substr(end);
        constexpr double units = 9525; // EMU a px has
        const auto rows = numbers_behind(of_table, "<a:tr h=\""),
                   columns = numbers_behind(of_table, "<a:gridCol w=\""),
                   types = numbers_behind(of_table, " sz=\"");
        QCOMPARE(rows.size(), slide.content.rows.size());
        const double type = types.front() / 75;
        const TypeRuler ruler(look.font);
        double bottom = numbers_behind(of_table, "y=\"").front();
        for (size_t i = 0; i < rows.size(); ++i) {
            size_t lines = 1;
            for (size_t k = 0; k < columns.size(); ++k)
                lines = std::max(lines,
                                 ruler.lines(slide.content.rows[i][k], type, columns[k] / units - 10).size());
            QVERIFY2(rows[i] / units >= 1.2 * type * static_cast<double>(lines),
                     slide.content.rows[i].front().c_str());
            QVERIFY(i == 1 || lines == 1); // the plan alone takes more than one
            bottom += rows[i];
        }
        const double top_of_words = numbers_behind(behind, "y=\"").front();
        QVERIFY2(bottom <= top_of_words, fmt::format("{} {}", bottom, top_of_words).c_str());
        if (font == u"Arial") QVERIFY2(type >= 30, fmt::format("{} px", type).c_str());
    }

    /// A cell that is a page long is cut, and rows that have no room are counted.
    void a_table_stays_on_its_slide() {
        PptxSlide slide{.content = long_rows()};
        slide.content.rows[1][1] = std::string(5000, 'm');
        for (int i = 0; i < 200; ++i) slide.content.rows.push_back({fmt::format("figure {}", i), "1"});
        const std::string xml = parts_of({slide}).at("ppt/slides/slide1.xml");
        const size_t table = xml.find("<p:graphicFrame>");
        double bottom = numbers_behind(xml.substr(table), "y=\"").front() / 9525;
        for (const double row : numbers_behind(xml, "<a:tr h=\"")) bottom += row / 9525;
        QVERIFY2(bottom < slide_body_box.y + slide_body_box.height, fmt::format("{} px", bottom).c_str());
        const std::string words = words_of(xml);
        QVERIFY(words.find("mmm…") != std::string::npos && words.find(" more\n") != std::string::npos);
    }

    /// The largest type in which two lines hold a message, step by step as it gets longer; beside a logo and
    /// in a wide type there is less room.
    void titles_are_as_large_as_two_lines_hold() {
        const auto type_of = [](const std::string& title, const PptxLook& look = {}) {
            PptxSlide slide;
            slide.content.title = title;
            const std::string xml = parts_of({slide}, look).at("ppt/slides/slide1.xml");
            return static_cast<int>(
                       numbers_behind(xml.substr(xml.find("type=\"title\"")), " sz=\"").front()) /
                   75;
        };
        constexpr int least = slide_text_type + 8;
        const auto lines = [](const std::string& title, double type, const SlideBox& box) {
            return TypeRuler("Arial").lines(title, type, box.width, true).size();
        };
        std::set<int> types;
        std::string title;
        for (int before = slide_title_type; title.size() < 240; title += "message ") {
            const int type = type_of(title);
            QVERIFY2(type <= before && type >= least && type % 2 == 0, title.c_str());
            QVERIFY(2 * 1.2 * type <= slide_title_box.height);
            QVERIFY2(type == least || lines(title, type, slide_title_box) <= 2, title.c_str());
            // The next larger one would not do.
            QVERIFY2(type == slide_title_type || lines(title, type + 2, slide_title_box) > 2, title.c_str());
            types.insert(before = type);
        }
        QVERIFY2(types.size() > 3, "more than two sizes");
        // Narrow letters take less room than their number says.
        QCOMPARE(type_of(std::string(100, 'i')), slide_title_type);
        PptxLook logo;
        logo.logo_png = test::small_png();
        logo.logo_aspect = 2;
        PptxLook wide;
        wide.font = "Verdana";
        std::string full;
        while (type_of(full + "message ") == slide_title_type) full += "message ";
        QVERIFY(type_of(full, logo) < slide_title_type);
        QVERIFY(lines(full, type_of(full, logo), slide_title_beside_logo) <= 2);
        QVERIFY(type_of(full, wide) < slide_title_type);
    }

    /// No line of a message ends between a number and its unit; words that follow a number may begin one.
    void numbers_keep_their_units() {
        PptxSlide slide;
        slide.content.title = "the fullest, at 76 % after one failure, 19 MW; from 8 on";
        slide.content.text = {"It takes 6.24 s, 3 of 4"};
        const std::string text = text_of(parts_of({slide}).at("ppt/slides/slide1.xml"));
        QVERIFY2(text.find("at 76\u00A0% after one failure, 19\u00A0MW; from 8 on") != std::string::npos,
                 text.c_str());
        QVERIFY2(text.find("It takes 6.24\u00A0s, 3 of 4") != std::string::npos, text.c_str());
    }

    /// Nor does a line of a legend, or of a label in a chart; the workbook has the same name.
    void numbers_of_charts_keep_their_units() {
        PptxSlide slide;
        slide.content.chart = SlideChart{.is_stack = true};
        slide.content.chart->bars = {{.label = "waiting", .value = 0.1, .text = "100 ms · 1.9 %"}};
        slide.content.chart->whole = {.label = "predicted", .value = 5.3, .text = "5.3 s"};
        const ZipMembers parts = parts_of({slide});
        const std::string text = text_of(parts.at("ppt/charts/chart1.xml"));
        const std::string name = "waiting · 100\u00A0ms · 1.9\u00A0%";
        QVERIFY2(text.find(name + "\n") != std::string::npos, text.c_str());
        QVERIFY2(text.find("5.3\u00A0s\n") != std::string::npos, text.c_str());
        const auto book = read_workbook(parts.at("ppt/embeddings/values1.xlsx"), "values");
        QVERIFY(book && book->sheet("Data") && book->sheet("Data")->at(0, 1) == name);
    }

    /// Words have the room that they take with joined units, which may be a line more than without.
    void joined_units_have_their_room() {
        const PptxLook look;
        const TypeRuler ruler(look.font);
        const double room = slide_body_box.width;
        // As long as they fit: the first line ends with the number, the second begins with its unit.
        std::string first = "i", second = "i";
        while (ruler.width(first + "i 76", least_slide_type) <= room) first += 'i';
        while (ruler.width("% " + second + "i", least_slide_type) <= room) second += 'i';
        const std::string plain = first + " 76 % " + second, joined = first + " 76\u00A0% " + second;
        QCOMPARE(ruler.lines(plain, least_slide_type, room).size(), size_t(2));
        QCOMPARE(ruler.lines(joined, least_slide_type, room).size(), size_t(3));
        const auto above_chart = [&](const std::string& text) {
            PptxSlide slide;
            slide.content.chart = SlideChart{.remarks = {text}};
            slide.content.chart->bars = {{.label = "waiting", .value = 1}};
            return parts_of({slide}, look).at("ppt/slides/slide1.xml");
        };
        const auto below_table = [&](const std::string& text) {
            PptxSlide slide;
            slide.content.rows = {{"a", "b"}};
            slide.content.text.assign(10, text); // those that have room are shown
            return parts_of({slide}, look).at("ppt/slides/slide1.xml");
        };
        QVERIFY(text_of(above_chart(plain)).find(joined + "\n") != std::string::npos);
        QCOMPARE(above_chart(plain), above_chart(joined));
        QVERIFY(text_of(below_table(plain)).find(joined + "\n") != std::string::npos);
        QCOMPARE(below_table(plain), below_table(joined));
    }

    /// What one part names is there, and each part has a type.
    void it_is_whole() {
        const ZipMembers parts = parts_of(sample_deck());
        const std::string& types = parts.at("[Content_Types].xml");
        for (const auto& [name, text] : parts) {
            if (name.ends_with(".xml") || name.ends_with(".rels"))
                QVERIFY2(fault_of_xml(text).empty(), (name + ": " + fault_of_xml(text)).c_str());
            const bool by_name = types.find("PartName=\"/" + name + "\"") != std::string::npos;
            const std::string ending = name.substr(name.rfind('.') + 1);
            QVERIFY2(by_name || ending != "xml" || name == "[Content_Types].xml", name.c_str());
            QVERIFY2(types.find("Extension=\"" + ending + "\"") != std::string::npos, name.c_str());
            if (!name.ends_with(".rels")) continue;
            const std::filesystem::path folder = std::filesystem::path(name).parent_path().parent_path();
            XmlScanner scanner(text);
            for (auto item = scanner.next(); item != XmlScanner::Item::finish; item = scanner.next())
                if (item == XmlScanner::Item::start && scanner.name() == "Relationship") {
                    const auto target = (folder / scanner.attribute("Target")).lexically_normal().string();
                    QVERIFY2(parts.contains(target), (name + " names " + target).c_str());
                }
        }
    }

    /// The order in which ECMA-376 has them: PowerPoint repairs what stands otherwise.
    void elements_stand_in_the_order_of_the_schema() {
        const ZipMembers parts = parts_of(sample_deck());
        using Names = std::vector<std::string>;
        QCOMPARE(children_of(parts.at("ppt/presentation.xml"), "presentation"),
                 (Names{"sldMasterIdLst", "notesMasterIdLst", "sldIdLst", "sldSz", "notesSz"}));
        QCOMPARE(children_of(parts.at("ppt/slideMasters/slideMaster1.xml"), "sldMaster"),
                 (Names{"cSld", "clrMap", "sldLayoutIdLst", "txStyles"}));
        bool has_bars = false, has_curves = false;
        for (const auto& [name, text] : parts) {
            if (!name.starts_with("ppt/charts/chart")) continue;
            QCOMPARE(children_of(text, "chartSpace"),
                     (Names{"roundedCorners", "chart", "spPr", "externalData"}));
            has_bars = has_bars || text.find("<c:barChart>") != std::string::npos;
            has_curves = has_curves || text.find("<c:scatterChart>") != std::string::npos;
            for (const auto& [tag, order] : chart_orders())
                for (const Names& children : all_children_of(text, tag))
                    QVERIFY2(stands_in_order(children, order), (name + ": " + tag).c_str());
        }
        QVERIFY(has_bars && has_curves);
        const std::string& drawing = parts.at("ppt/slides/slide1.xml");
        QCOMPARE(children_of(drawing, "pic"), (Names{"nvPicPr", "blipFill", "spPr"}));
    }

    void titles_notes_and_rows_are_text() {
        const auto deck = sample_deck();
        const ZipMembers parts = parts_of(deck);
        for (size_t i = 0; i < deck.size(); ++i) {
            const std::string number = std::to_string(i + 1);
            const std::string words = words_of(parts.at("ppt/slides/slide" + number + ".xml"));
            QVERIFY2(words.find(deck[i].content.title) != std::string::npos, words.c_str());
            const std::string notes = words_of(parts.at("ppt/notesSlides/notesSlide" + number + ".xml"));
            QVERIFY(notes.find("Say =this <slowly>.\nThen that.") != std::string::npos);
            if (deck[i].content.view != "verdict") continue;
            for (const auto& row : deck[i].content.rows)
                for (const std::string& cell : row) QVERIFY(words.find(cell) != std::string::npos);
        }
        QCOMPARE(parts.at("ppt/media/picture1.svg"), std::string("<svg/>"));
    }

    /// The values of a chart are those of the workbook in it, and names are no formulas there.
    void charts_carry_their_values() {
        PptxSlide slide;
        slide.content.title = "t";
        slide.content.chart = SlideChart{};
        slide.content.chart->y_title = "Share";
        slide.content.chart->bars = {{"=2+2", 0.25}, {"b & c", 0.75}};
        const ZipMembers parts = parts_of({slide});
        const auto book = read_workbook(parts.at("ppt/embeddings/values1.xlsx"), "values");
        QVERIFY2(book, book ? "" : book.error().text().c_str());
        const ReadSheet* sheet = book->sheet("Data");
        QVERIFY(sheet && sheet->formulas.empty());
        QCOMPARE(sheet->at(1, 0), std::string("=2+2"));
        QCOMPARE(sheet->at(2, 1), std::string("0.75"));
        const std::string& chart = parts.at("ppt/charts/chart1.xml");
        for (const char* range : {"Data!$A$2:$A$3", "Data!$B$2:$B$3", "Data!$B$1"})
            QVERIFY(chart.find(range) != std::string::npos);
        QVERIFY(words_of(chart).find("0.25") != std::string::npos);
    }

    /// As the picture of the PDF: the parts upon each other, the published step beside, the band as a
    /// whisker.
    void the_step_is_a_stack_beside_what_was_published() {
        const DrawnCharts drawn = charts_of("llama3-405b-16k", "step-breakdown");
        QVERIFY(drawn.content.chart && drawn.content.chart->is_stack && drawn.content.chart->beside);
        const SlideChart& chart = *drawn.content.chart;
        QVERIFY(drawn.first.find("<c:grouping val=\"stacked\"/>") != std::string::npos);
        const std::string words = words_of(drawn.first);
        for (const std::string& said : {chart.whole.text, chart.beside->text, chart.beside->label})
            QVERIFY2(words.find(said + "\n") != std::string::npos, said.c_str());
        for (const SlideChart::Bar& bar : chart.bars)
            QVERIFY2(words.find(bar.label + " · " + bar.text) != std::string::npos, bar.label.c_str());
        QCOMPARE(count_of(drawn.first, "<c:errBars>"), size_t(1));
        QVERIFY(chart.whole.low < chart.whole.value && chart.whole.value < chart.whole.high);
        const std::string up = fmt::format("<c:v>{:.9g}</c:v>", chart.whole.high - chart.whole.value);
        QVERIFY2(drawn.first.find(up) != std::string::npos, up.c_str());
        const std::string slide = words_of(drawn.slide);
        QVERIFY2(slide.find("whisker: 80 % band") != std::string::npos, slide.c_str());
    }

    /// The picture's second panel: the parts as shares at the drawn size, its halves and its doubles, of
    /// which each column is full.
    void the_step_has_its_shares_over_gpus() {
        const DrawnCharts drawn = charts_of("llama3-405b-16k", "step-breakdown");
        QVERIFY(drawn.content.second && !drawn.second.empty());
        const SlideChart& chart = *drawn.content.second;
        QVERIFY(chart.columns.size() > 2 && chart.columns.size() <= 7 && chart.column_parts.size() > 3);
        const auto here = std::ranges::find(chart.columns, "16,384", &SlideChart::Column::label);
        QVERIFY(here != chart.columns.end());
        for (size_t i = 0; i < chart.columns.size(); ++i) {
            double sum = 0;
            for (const SlideChart::ColumnPart& part : chart.column_parts) sum += part.shares.at(i);
            QVERIFY2(std::abs(sum - 1) < 1e-6, chart.columns[i].label.c_str());
        }
        const std::string words = words_of(drawn.second);
        for (const SlideChart::Column& column : chart.columns)
            for (const std::string& said : {column.label, column.text})
                QVERIFY2(words.find(said + "\n") != std::string::npos, said.c_str());
        // The drawn size is marked, and it alone; the axis says what its numbers are of.
        for (const SlideChart::Column& column : chart.columns) QCOMPARE(column.is_drawn, &column == &*here);
        QVERIFY2(words.find("drawn:\n" + here->text + "\n") != std::string::npos, words.c_str());
        QCOMPARE(count_of(words, "drawn:\n"), size_t(1));
        const std::string in_accent = PptxLook().accent + "\"/></a:solidFill></a:rPr><a:t>";
        QVERIFY(drawn.second.find(in_accent + "drawn:</a:t>") != std::string::npos);
        QCOMPARE(count_of(drawn.second, in_accent), size_t(2)); // the word, and the time below it
        QCOMPARE(count_of(drawn.second, "<c:title>"), size_t(1));
        const std::string axis = drawn.second.substr(drawn.second.find("<c:catAx>"));
        QVERIFY(axis.find("<a:t>GPUs</a:t>") < axis.find("</c:catAx>"));
        // Each name stands once: in the legend of the first chart, or else in its own.
        QCOMPARE(count_of(drawn.second, "<c:legend>"),
                 std::ranges::all_of(chart.column_parts, &SlideChart::ColumnPart::is_named_beside)
                     ? size_t(0)
                     : size_t(1));
        for (const SlideChart::ColumnPart& part : chart.column_parts) {
            const auto beside =
                std::ranges::find(drawn.content.chart->bars, part.name, &SlideChart::Bar::label);
            QCOMPARE(part.is_named_beside, beside != drawn.content.chart->bars.end());
            if (part.is_named_beside) QCOMPARE(part.colour, beside->colour);
        }
        QVERIFY(words_of(drawn.slide).find("Share of the step over GPUs") != std::string::npos);
    }

    /// The drawn size, the borders and their regimes, ticks at doublings.
    void the_curve_has_its_marks_and_regimes() {
        const DrawnCharts drawn = charts_of("llama3-405b-16k", "scaling");
        QVERIFY(drawn.content.chart);
        const SlideChart& chart = *drawn.content.chart;
        QVERIFY(!chart.marks.empty() && chart.marks.front().is_drawn && chart.marks.front().x == 16384);
        QVERIFY(chart.stretches.size() > 1 && chart.edges.size() == 2);
        std::string words = words_of(drawn.first);
        QVERIFY2(words.find("drawn: 16,384 GPUs,\n") != std::string::npos, words.c_str());
        QVERIFY2(words.find("of ideal") != std::string::npos, words.c_str());
        size_t borders = 0;
        for (const SlideChart::Stretch& stretch : chart.stretches) {
            for (const Regime regime : {Regime::linear, Regime::diminishing, Regime::degrading})
                if (stretch.name == name_of(regime))
                    QCOMPARE(stretch.colour, ink_text(light_state_inks.of(regime)));
            QVERIFY2(words_of(drawn.slide).find(stretch.name + "\n") != std::string::npos,
                     stretch.name.c_str());
            // Its name is written so that it can be read in its area, which is filled with a tenth of it.
            const std::string_view slide = drawn.slide;
            const size_t name = slide.find("<a:t>" + stretch.name + "</a:t>");
            const size_t ink =
                slide.rfind("srgbClr val=\"", name) + std::string_view("srgbClr val=\"").size();
            QVERIFY(name != std::string_view::npos && ink < name);
            const auto colour = [](const std::string& text) { return *parse_ink("#" + text); };
            QVERIFY2(contrast(colour(std::string(slide.substr(ink, 6))),
                              tinted_ink(0xFFFFFF, colour(stretch.colour), 0.1)) >= least_text_contrast,
                     stretch.name.c_str());
            if (stretch.text.empty()) continue;
            ++borders;
            QVERIFY2(words.find(stretch.text.substr(0, stretch.text.find('\n'))) != std::string::npos,
                     stretch.text.c_str());
            const std::string at = fmt::format("<c:v>{:.9g}</c:v>", stretch.from);
            QVERIFY2(drawn.first.find(at) != std::string::npos, at.c_str());
        }
        QVERIFY(borders > 0);
        // Sizes that do not run leave no gap in the line: each of its places but those of marks and borders
        // has a value. What is assumed beyond the drawing goes on from its last one.
        const auto series = [&drawn](const char* values, size_t number) {
            const std::string& xml = drawn.first;
            size_t from = 0;
            for (size_t i = 0; i <= number; ++i) from = xml.find("<c:ser>", from) + 1;
            from = xml.find(values, from);
            return xml.substr(from, xml.find("</c:numCache>", from) - from);
        };
        const size_t placed = count_of(drawn.first, "<c:dPt>");
        size_t apart = chart.marks.size() + placed + 3 * borders;
        QCOMPARE(count_of(series("<c:yVal>", 0), "<c:pt ") + count_of(series("<c:yVal>", 1), "<c:pt ") - 1 +
                     apart,
                 count_of(series("<c:xVal>", 0), "<c:pt "));
        // The line, what it is assumed to go on as, both edges of the band, the ideal, a point a mark and a
        // line a border.
        QCOMPARE(count_of(drawn.first, "<c:ser>"), 5 + chart.marks.size() + borders);
        QVERIFY(drawn.first.find("<c:logBase val=\"2\"/>") != std::string::npos);
        QVERIFY(drawn.first.find("<c:majorUnit val=\"2\"/>") != std::string::npos);
        QCOMPARE(count_of(drawn.first, "<c:symbol val=\"circle\"/>"), chart.marks.size());
        // Labels of marks stand beside the line at points of their own, not on the marks.
        QCOMPARE(placed, chart.marks.size());
        QCOMPARE(count_of(drawn.first, "<c:dLblPos val=\"ctr\"/>"), placed);
        QCOMPARE(count_of(drawn.first, "<c:dLblPos val=\"t\"/>") +
                     count_of(drawn.first, "<c:dLblPos val=\"b\"/>"),
                 size_t(0));
    }

    /// Beyond the drawing the line is dashed and has a name of its own; both parts share a point, and the
    /// workbook has all values.
    void what_is_assumed_beyond_the_drawing_is_dashed() {
        PptxSlide slide;
        slide.content.title = "t";
        SlideChart chart{.x_title = "GPUs", .y_title = "Speedup", .curve_name = "as given"};
        chart.curves = {{"linear", {{8, 1}, {16, 2}, {32, 3}}},
                        {"degrading", {{32, 3}, {64, 3.5}}},
                        {"ideal", {{8, 1}, {16, 2}, {32, 4}, {48, 6}, {64, 8}}, true}};
        chart.edges = {{"low", {{8, 0.9}, {64, 3}}}};
        const auto drawn = [&](std::optional<double> from) {
            if (from) chart.assumed = SlideChart::Assumed{"beyond", *from};
            slide.content.chart = chart;
            return parts_of({slide});
        };
        struct Series {
            std::string name;
            bool is_dashed;
            std::vector<double> values;
            bool operator==(const Series&) const = default;
        };
        const auto series_of = [](const std::string& xml) {
            std::vector<Series> out;
            for (size_t at = 0; (at = xml.find("<c:ser>", at)) != std::string::npos; ++at) {
                const std::string one = xml.substr(at, xml.find("</c:ser>", at) - at);
                const size_t name = one.find("<c:v>") + 5, values = one.find("<c:yVal>");
                out.push_back({one.substr(name, one.find('<', name) - name),
                               one.find("<a:prstDash val=\"dash\"/>") != std::string::npos,
                               numbers_behind(one.substr(values), "<c:v>")});
            }
            return out;
        };
        const Series low{"low", false, {0.9, 3}}, ideal{"ideal", true, {1, 2, 4, 8}};
        const char* const part = "ppt/charts/chart1.xml";
        QVERIFY(series_of(drawn({}).at(part)) ==
                (std::vector<Series>{{"as given", false, {1, 2, 3, 3.5}}, low, ideal}));
        const ZipMembers parts = drawn(16.0);
        QVERIFY(
            series_of(parts.at(part)) ==
            (std::vector<Series>{{"as given", false, {1, 2}}, {"beyond", true, {2, 3, 3.5}}, low, ideal}));
        // Both have the accent and stand in the legend; so do all values in the workbook.
        QCOMPARE(count_of(parts.at(part), PptxLook().accent), size_t(3));
        QCOMPARE(count_of(parts.at(part), "<c:legendEntry>"), size_t(0));
        const auto book = read_workbook(parts.at("ppt/embeddings/values1.xlsx"), "values");
        QVERIFY2(book, book ? "" : book.error().text().c_str());
        const ReadSheet* sheet = book->sheet("Data");
        QVERIFY(sheet);
        QCOMPARE(sheet->at(0, 2), std::string("beyond"));
        QCOMPARE(sheet->at(2, 1) + " " + sheet->at(2, 2) + " " + sheet->at(4, 2), std::string("2 2 3.5"));
        // One point is no line: all of it is assumed. What ends at the border goes on as nothing.
        QVERIFY(series_of(drawn(8.0).at(part)).front() == (Series{"beyond", true, {1, 2, 3, 3.5}}));
        QVERIFY(series_of(drawn(64.0).at(part)).front() == (Series{"as given", false, {1, 2, 3, 3.5}}));
        // A study says where that is.
        const DrawnCharts study = charts_of("llama3-405b-16k", "scaling");
        QVERIFY(study.content.chart && study.content.chart->assumed);
        QCOMPARE(study.content.chart->assumed->from, 16384.0);
        QVERIFY(study.first.find("assumed beyond the drawing") != std::string::npos);
    }

    /// No label lies over a line, a word, a mark or another label; where there is no room there is none.
    void labels_keep_clear_of_lines_data() {
        QTest::addColumn<double>("end");
        QTest::newRow("a line that goes on") << 0.9;
        QTest::newRow("one that bends down") << 0.3;
        QTest::newRow("level") << 0.5;
    }
    void labels_keep_clear_of_lines() {
        QFETCH(double, end);
        LabelGround ground{.lines = {{{0, 0.1}, {0.6, 0.5}, {1, end}}, {{0, 0.1}, {1, 0.95}}},
                           .borders = {0.45, 0.7},
                           .taken = {{0.45, 0.6, 0.9, 1}},
                           .aspect = 4.5};
        const std::vector<MarkLabel> labels{{{0.6, 0.5}, 0.16, 0.16}, {{0.6, 0.5}, 0.27, 0.16}};
        const auto places = label_places(labels, ground);
        QCOMPARE(places.size(), labels.size());
        std::vector<PlotArea> areas = ground.taken;
        for (size_t i = 0; i < labels.size(); ++i) {
            QVERIFY(places[i]);
            const PlotArea area = PlotArea::around(*places[i], labels[i].width, labels[i].height);
            QVERIFY(area.left >= 0 && area.right <= 1 && area.bottom >= 0 && area.top <= 1);
            for (const PlotArea& other : areas) QVERIFY(!area.meets(other));
            areas.push_back(area);
            for (const auto& line : ground.lines)
                for (size_t k = 1; k < line.size(); ++k)
                    for (double share = 0; share <= 1; share += 1e-3) {
                        const double x = line[k - 1].x + share * (line[k].x - line[k - 1].x),
                                     y = line[k - 1].y + share * (line[k].y - line[k - 1].y);
                        QVERIFY2(x < area.left || x > area.right || y < area.bottom || y > area.top,
                                 fmt::format("label {} at {:.3f} {:.3f}", i, x, y).c_str());
                    }
        }
        ground.taken = {{0, 1, 0, 1}};
        for (const auto& place : label_places(labels, ground)) QVERIFY(!place);
    }

    /// What is said at a border stays in the plot: LibreOffice shrinks a chart to a label that runs past it,
    /// and then its lines no longer stand at the edges of the areas behind it.
    void what_is_said_at_a_border_stays_in_the_plot() {
        const TypeRuler ruler("Arial");
        constexpr double width = 1619, height = 360, type = 24;
        const std::string long_one = "2,048 GPUs:\nsite supply holds the clocks";
        for (const std::vector<BorderText>& borders : std::initializer_list<std::vector<BorderText>>{
                 {{0.7, "960 GPUs:\ndata comm grows"}, {0.857, long_one}},
                 {{0.97, long_one}},
                 {{0.04, long_one}, {0.5, long_one}},
                 {{0.02, long_one}, {0.3, long_one}, {0.99, long_one}}}) {
            const std::vector<BorderLabel> labels = border_labels(borders, width, height, type, ruler);
            QCOMPARE(labels.size(), borders.size());
            for (size_t i = 0; i < labels.size(); ++i) {
                const PlotArea& area = labels[i].area;
                QVERIFY2(area.left >= 0 && area.right <= 1 && area.bottom >= 0 && area.top <= 1,
                         labels[i].text.c_str());
                std::string words = labels[i].text, given = borders[i].text;
                for (std::string* each : {&words, &given}) std::ranges::replace(*each, '\n', ' ');
                QCOMPARE(words, given);
                for (size_t k = 0; k < borders.size(); ++k) {
                    if (k != i) QVERIFY(!labels[k].area.meets(area));
                    QVERIFY(borders[k].x <= area.left + 1e-9 || borders[k].x >= area.right - 1e-9);
                }
            }
        }
        PptxSlide slide;
        slide.content.title = "t";
        SlideChart chart{.x_title = "GPUs", .y_title = "Speedup"};
        chart.curves = {{"linear", {{32, 1}, {3584, 60}}}};
        chart.stretches = {{"linear", 32, 2048, "", "2F6DB5"}, {"degrading", 2048, 3584, long_one, "C0392B"}};
        slide.content.chart = chart;
        const std::string drawn = parts_of({slide}).at("ppt/charts/chart1.xml");
        // There is room for it at the left.
        QCOMPARE(count_of(drawn, "<c:dLblPos val=\"l\"/>"), size_t(1));
        QCOMPARE(count_of(drawn, "<c:dLblPos val=\"r\"/>"), size_t(0));
    }

    /// A label that is wider than its regime stands in the next one: across a border only where nothing
    /// else is near.
    void labels_keep_clear_of_borders() {
        LabelGround ground{.lines = {{{0, 0.27}, {0.665, 0.59}, {1, 0.5}}, {{0, 0.27}, {1, 0.85}}},
                           .borders = {0.478, 0.665},
                           .aspect = 4.5};
        const std::vector<MarkLabel> labels{{{0.625, 0.58}, 0.155, 0.167}, {{0.626, 0.58}, 0.245, 0.167}};
        const auto meets_border = [&](const PlotPoint& place, const MarkLabel& label) {
            return std::ranges::any_of(ground.borders, [&](double x) {
                return std::abs(x - place.x) < label.width / 2 + 0.004; // 6 px of a plot
            });
        };
        const auto places = label_places(labels, ground);
        for (size_t i = 0; i < labels.size(); ++i)
            QVERIFY2(places[i] && !meets_border(*places[i], labels[i]), fmt::format("label {}", i).c_str());
        ground.borders = {0.4, 0.5, 0.6, 0.7, 0.8, 0.9};
        const auto crowded = label_places(labels, ground);
        for (size_t i = 0; i < labels.size(); ++i)
            QVERIFY2(crowded[i] && meets_border(*crowded[i], labels[i]), fmt::format("label {}", i).c_str());
    }

    /// The rows of the picture in its order, each in its band, and the tornado about the figure as it is.
    void money_has_its_whiskers_and_its_tornado() {
        const DrawnCharts drawn = charts_of("llama3-405b-16k", "money");
        QVERIFY(drawn.content.chart && drawn.content.second);
        const SlideChart &hour = *drawn.content.chart, &swings = *drawn.content.second;
        QCOMPARE(hour.bars.front().label, std::string("servers"));
        const std::string words = words_of(drawn.first);
        std::string in_order;
        for (const SlideChart::Bar& bar : hour.bars) in_order += bar.label + "\n";
        QVERIFY2(words.find(in_order) != std::string::npos, words.c_str());
        for (const SlideChart::Bar& bar : hour.bars)
            QVERIFY2(words.find(bar.text + "\n") != std::string::npos, bar.text.c_str());
        QCOMPARE(count_of(drawn.first, "<c:errBars>"), size_t(1));
        QVERIFY(!swings.swings.empty());
        std::string ends = words_of(drawn.second);
        std::ranges::replace(ends, '\n', ' '); // a long name takes two lines
        for (const SlideChart::Swing& swing : swings.swings)
            for (const std::string& said : {swing.label, swing.low, swing.high})
                QVERIFY2(ends.find(said + " ") != std::string::npos, said.c_str());
        const std::string crossing = fmt::format("<c:crossesAt val=\"{:.9g}\"/>", swings.now);
        QVERIFY2(drawn.second.find(crossing) != std::string::npos, crossing.c_str());
        QVERIFY(drawn.slide.find("r:id=\"rId3\"") != std::string::npos);
    }

    /// The names of the rows, the texts at both ends of the bars and the numbers of the axis have their room,
    /// whatever the type and the height of the chart are.
    void texts_of_swings_keep_clear_data() {
        QTest::addColumn<QString>("font");
        QTest::addColumn<bool>("is_low");
        QTest::newRow("own type") << QStringLiteral("Arial") << false;
        QTest::newRow("own type, much below") << QStringLiteral("Arial") << true;
        QTest::newRow("wide type") << QStringLiteral("Verdana") << false;
        QTest::newRow("wide type, much below") << QStringLiteral("Verdana") << true;
    }
    void texts_of_swings_keep_clear() {
        QFETCH(QString, font);
        QFETCH(bool, is_low);
        PptxLook look;
        look.font = font.toStdString();
        const PptxSlide slide = slide_of_swings(is_low);
        const SlideChart& chart = *slide.content.second;
        const ZipMembers parts = parts_of({slide}, look);
        const std::string &xml = parts.at("ppt/charts/chart1b.xml"), &all = parts.at("ppt/slides/slide1.xml");
        QVERIFY2(fault_of_xml(xml).empty(), fault_of_xml(xml).c_str());
        const std::string of_frame = all.substr(all.rfind("<p:graphicFrame>"));
        constexpr double units = 9525; // EMU a px has
        const double frame_width = numbers_behind(of_frame, "cx=\"").front() / units,
                     frame_height = numbers_behind(of_frame, "cy=\"").front() / units;
        QVERIFY2(xml.find("<c:layoutTarget val=\"inner\"/>") != std::string::npos, "the plot has its place");
        const double left = numbers_behind(xml, "<c:x val=\"").front() * frame_width,
                     width = numbers_behind(xml, "<c:w val=\"").front() * frame_width,
                     height = numbers_behind(xml, "<c:h val=\"").front() * frame_height;
        const double low = numbers_behind(xml, "<c:min val=\"").front(),
                     high = numbers_behind(xml, "<c:max val=\"").front(),
                     step = numbers_behind(xml, "<c:majorUnit val=\"").front();
        const auto at = [&](double value) { return left + (value - low) / (high - low) * width; };
        const TypeRuler ruler(look.font);
        const auto room = [&](const std::string& text) { return ruler.width(text, least_slide_type); };
        const std::vector<std::string> names = names_of_rows(xml);
        QCOMPARE(names.size(), chart.swings.size());
        const double row = height / static_cast<double>(names.size());
        for (size_t i = 0; i < names.size(); ++i) {
            const SlideChart::Swing& swing = chart.swings[i];
            std::string name = names[i];
            for (size_t from = 0, end = 0; from < name.size(); from = end + 1) {
                end = std::min(name.find('\n', from), name.size());
                QVERIFY2(room(name.substr(from, end - from)) < left - 8, name.c_str());
            }
            const auto lines = [&](size_t k) { return static_cast<double>(1 + count_of(names[k], "\n")); };
            if (i > 0) QVERIFY2((lines(i - 1) + lines(i)) / 2 * least_slide_type <= row, name.c_str());
            std::ranges::replace(name, '\n', ' ');
            QCOMPARE(name, swing.label);
            const bool low_is_left = swing.at_low <= swing.at_high;
            const std::string &before = low_is_left ? swing.low : swing.high,
                              &behind = low_is_left ? swing.high : swing.low;
            const double from = at(std::min(swing.at_low, swing.at_high)) - room(before),
                         to = at(std::max(swing.at_low, swing.at_high)) + room(behind);
            QVERIFY2(from > left, fmt::format("{}: {} {}", name, from, left).c_str());
            QVERIFY2(to < left + width, fmt::format("{}: {} {}", name, to, left + width).c_str());
        }
        QVERIFY(at(low + step) - at(low) > room("$0.25"));
        QVERIFY(left + width + room("$0.25") / 2 < frame_width);
        if (font == u"Arial") // the bars have what the texts leave
            QVERIFY2(at(0.2247) - at(0.1341) > frame_width / 3, fmt::format("{} {}", low, high).c_str());
        // A bar without length says its end at the side where the other one is not.
        const size_t values = xml.find("<c:val>");
        const auto lows = numbers_behind(xml.substr(values, xml.find("</c:val>") - values), "<c:v>");
        QVERIFY(lows[2] < chart.now && chart.now - lows[2] < 1e-4);
        // The workbook names the rows as the chart does.
        const auto book = read_workbook(parts.at("ppt/embeddings/values1b.xlsx"), "values");
        QVERIFY(book && book->sheet("Data"));
        QCOMPARE(book->sheet("Data")->at(1, 0), names.front());
    }

    /// Small amounts have as many decimals as tell the numbers of the axis apart.
    void numbers_of_swings_are_told_apart() {
        PptxSlide slide = slide_of_swings(false);
        SlideChart& chart = *slide.content.second;
        chart.now /= 50;
        for (SlideChart::Swing& each : chart.swings) {
            each.at_low /= 50;
            each.at_high /= 50;
        }
        const std::string xml = parts_of({slide}).at("ppt/charts/chart1b.xml");
        const double step = numbers_behind(xml, "<c:majorUnit val=\"").front();
        QVERIFY(step > 0 && step < 0.01);
        const std::string begin = "<c:numFmt formatCode=\"$#,##0.";
        const size_t format = xml.find(begin);
        QVERIFY(format != std::string::npos);
        const size_t decimals = xml.find_first_not_of('0', format + begin.size()) - format - begin.size();
        const double last = step * std::pow(10, static_cast<double>(decimals));
        QVERIFY2(std::abs(last - std::round(last)) < 1e-6 * last,
                 fmt::format("{} {}", step, decimals).c_str());
    }

    /// Values of another picture would tell another story: those slides keep their own.
    void other_views_of_power_and_money_stay_pictures() {
        for (const char* view : {"energy-flow", "temperatures", "deployment"}) {
            const DrawnCharts drawn = charts_of("llama3-405b-16k", view);
            QVERIFY2(!drawn.content.chart && !drawn.content.second && drawn.first.empty(), view);
            QVERIFY2(!drawn.content.title.empty(), view);
        }
        const DrawnCharts levels = charts_of("llama3-405b-16k", "levels");
        QVERIFY(levels.content.chart);
        const std::string words = words_of(levels.first);
        for (const SlideChart::Bar& bar : levels.content.chart->bars)
            QVERIFY2(words.find(bar.text + "\n") != std::string::npos, bar.text.c_str());
        QVERIFY2(words.find("after one failure") != std::string::npos, words.c_str());
    }

    /// What a temperature has left is no share: it is said in red where it is over its limit, and its cell is
    /// empty. A bar beyond its limit is red.
    void what_is_over_its_limit_is_red() {
        const std::string red = ink_text(light_state_inks.critical);
        const DrawnCharts drawn = charts_of("shared-a100-hot-rack", "levels");
        QVERIFY(drawn.content.chart);
        const auto& bars = drawn.content.chart->bars;
        const auto said = std::ranges::find_if(bars, [](const auto& bar) {
            return bar.is_said && bar.text.find("above the limit") != std::string::npos;
        });
        QVERIFY(said != bars.end());
        QCOMPARE(said->colour, red);
        QVERIFY(words_of(drawn.first).find(said->text + "\n") != std::string::npos);
        QVERIFY(drawn.first.find("val=\"" + red + "\"") != std::string::npos);
        // Only bars have a value.
        const size_t values = drawn.first.find("<c:val>"), end = drawn.first.find("</c:val>");
        QVERIFY(values != std::string::npos && end != std::string::npos);
        const auto shares = std::ranges::count_if(bars, [](const auto& bar) { return !bar.is_said; });
        QCOMPARE(count_of(drawn.first.substr(values, end - values), "<c:pt "), static_cast<size_t>(shares));
        PptxSlide over;
        over.content.chart = SlideChart{.bars = {{"full", 0.5}, {"over", 1.2}}, .is_share = true};
        const std::string chart = parts_of({over}).at("ppt/charts/chart1.xml");
        const size_t point = chart.find("<c:idx val=\"1\"/>", chart.find("<c:dPt>"));
        QVERIFY(point != std::string::npos && chart.find(red, point) != std::string::npos);
    }

    void a_house_style_is_the_theme_and_the_master() {
        PptxLook look = pptx_look(test::house_style(), "Hall B", "2026-11-27");
        look.logo_png = test::small_png();
        look.logo_svg = test::red_svg();
        look.logo_aspect = 2;
        auto deck = sample_deck();
        const ZipMembers parts = parts_of(deck, look);
        for (const auto& [name, text] : parts)
            if (name.ends_with(".xml") || name.ends_with(".rels"))
                QVERIFY2(fault_of_xml(text).empty(), (name + ": " + fault_of_xml(text)).c_str());
        const auto has = [&](const char* part, const char* what) {
            return parts.at(part).find(what) != std::string::npos;
        };
        const char* const theme = "ppt/theme/theme1.xml";
        QVERIFY(has(theme, "<a:lt1><a:srgbClr val=\"102030\"/></a:lt1>"));
        QVERIFY(has(theme, "<a:dk1><a:srgbClr val=\"F0F0E0\"/></a:dk1>"));
        QVERIFY(has(theme, "<a:accent1><a:srgbClr val=\"FFB000\"/></a:accent1>"));
        QVERIFY(has(theme, "<a:latin typeface=\"Open Sans\"/>"));
        QVERIFY(!has("ppt/theme/theme2.xml", "Open Sans")); // notes are for paper
        const char* const master = "ppt/slideMasters/slideMaster1.xml";
        using Names = std::vector<std::string>;
        QCOMPARE(children_of(parts.at(master), "cSld"), (Names{"bg", "spTree"}));
        QVERIFY(has(master, "name=\"Logo\""));
        QVERIFY(has("ppt/slideMasters/_rels/slideMaster1.xml.rels", "Id=\"rId3\""));
        QVERIFY(has("ppt/slideMasters/_rels/slideMaster1.xml.rels", "Target=\"../media/logo.svg\""));
        QCOMPARE(parts.at("ppt/media/logo.png"), test::small_png());
        QCOMPARE(parts.at("ppt/media/logo.svg"), test::red_svg());
        const std::string foot = words_of(parts.at("ppt/slides/slide2.xml"));
        const std::string said = "ACME & Co, Hall B, 2026-11-27, 2 of " + std::to_string(deck.size());
        QVERIFY2(foot.find(said) != std::string::npos, foot.c_str());
        for (const auto& [name, text] : parts)
            if (name.starts_with("ppt/slides/slide") || name.starts_with("ppt/charts/chart"))
                QVERIFY2(text.find("1B1F24") == std::string::npos, name.c_str());
    }

    /// Whatever an SVG says of its sides.
    void every_logo_has_a_place() {
        for (const double aspect : {0.0, 1e-300, 0.1, 2.0, 40.0, 1e300, HUGE_VAL}) {
            const SlideBox place = logo_place(aspect);
            QVERIFY(place.width > 0 && place.height > 0);
            constexpr double rounded = 1e-9;
            QVERIFY(place.width < slide_logo_box.width + rounded);
            QVERIFY(place.height < slide_logo_box.height + rounded);
            QVERIFY(place.x > slide_logo_box.x - rounded && place.y > slide_logo_box.y - rounded);
        }
        QVERIFY(logo_place(2).width == 2 * logo_place(2).height);
    }

    /// A line that is longer than its room would stand below the slide.
    void a_long_footer_is_shortened() {
        HouseStyle style;
        style.footer = "{project}, {page} of {pages}";
        std::string project = "Hall of the";
        for (int i = 0; i < 100; ++i) project += " höchsten";
        const auto deck = sample_deck();
        const ZipMembers parts = parts_of(deck, pptx_look(style, project, "2026-11-27"));
        const std::string words = words_of(parts.at("ppt/slides/slide1.xml"));
        QVERIFY2(words.find(fmt::format(" höchsten, 1 of {}", deck.size())) != std::string::npos,
                 words.c_str());
        QVERIFY(words.find("Hall of the") == std::string::npos && words.find("…") != std::string::npos);
        QVERIFY(words.size() < 1000 && fault_of_xml(parts.at("ppt/slides/slide1.xml")).empty());
        // So would be the line that says of what the slide is: its end is cut.
        auto of_hall = deck;
        of_hall.front().content.source = "Scenario “Hall B” · " + project;
        const std::string foot = words_of(parts_of(of_hall, {}).at("ppt/slides/slide1.xml"));
        const size_t from = foot.find("Scenario “Hall B” · Hall of the höchsten"), to = foot.find('\n', from);
        QVERIFY2(from != std::string::npos && foot.substr(from, to - from).ends_with("…"), foot.c_str());
        QVERIFY(TypeRuler("").width(foot.substr(from, to - from), least_slide_type) <= slide_foot_box.width);
        QVERIFY(fault_of_xml(parts_of(of_hall, {}).at("ppt/slides/slide1.xml")).empty());
        const ZipMembers shorter = parts_of(deck, pptx_look(style, "Hall B", "2026-11-27"));
        QVERIFY(words_of(shorter.at("ppt/slides/slide1.xml")).find("Hall B, 1 of ") != std::string::npos);
    }

    void without_a_house_style_nothing_of_it_is_there() {
        const ZipMembers parts = parts_of(sample_deck(), pptx_look({}, "Hall B", "2026-11-27"));
        QVERIFY(parts == parts_of(sample_deck()));
        QVERIFY(parts.at("ppt/slideMasters/slideMaster1.xml").find("<p:bg>") == std::string::npos);
        QVERIFY(!parts.contains("ppt/media/logo.png"));
        QVERIFY(words_of(parts.at("ppt/slides/slide1.xml")).find("1 / ") != std::string::npos);
    }

    void the_same_slides_are_the_same_bytes() {
        const auto first = pptx_of(sample_deck(), "t"), second = pptx_of(sample_deck(), "t");
        QVERIFY(first && second && *first == *second);
        ZipWriter empty;
        const auto bytes = empty.finish();
        QVERIFY(bytes && !bytes->empty());
    }
};

QTEST_GUILESS_MAIN(TestPptx)
#include "test_pptx.moc"
