// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/handover/drawio_export.h"
#include "core/drawing/bill/procurement.h"
#include "core/drawing/project/project_difference.h"
#include "core/drawing/project/project_file.h"
#include "core/measured/diagrams/drawio_import.h"
#include "core/measured/diagrams/plain_label.h"
#include "tests/support/every_drawing.h"

#include <QUrl>
#include <QXmlStreamReader>
#include <zlib.h>

using namespace roofrack;
using namespace roofrack::test;

namespace {

const Catalog& parts() { return Catalog::built_in(); }

Result<Scenario> drawn(const std::string& text, std::vector<Diagnostic>* said = nullptr,
                       const std::string& page = {}) {
    std::vector<Diagnostic> warnings;
    const auto pages = read_drawio({"d.drawio", text});
    if (!pages) return tl::unexpected(pages.error());
    auto out = draw_drawio(*pages, parts(), page, "d.drawio", warnings);
    if (said) *said = warnings;
    return out;
}

QByteArray said_of(const std::vector<Diagnostic>& said) {
    QByteArray out;
    for (const Diagnostic& each : said) out += QByteArray::fromStdString(each.text()) + "\n";
    return out;
}

/// The drawing alone, as a project.
Project project_of(const Scenario& scenario) {
    Project out;
    Scenario& only = out.scenarios.emplace_back();
    only.name = scenario.name;
    only.cluster = scenario.cluster;
    only.parts = scenario.parts;
    return out;
}

QByteArray differences(const Project& mine, const Project& theirs) {
    QByteArray out;
    for (const Difference& each : difference(mine, theirs, parts()).values)
        out += QByteArray::fromStdString(each.place + ": " + each.mine + " → " + each.theirs + "\n");
    return out;
}

/// XML as draw.io saves it: attributes in another order, the id last, zeros left out, shapes of a layer from
/// the last to the first.
QByteArray saved_model(QXmlStreamReader& xml) {
    QList<QByteArray> cells;
    QByteArray current;
    int depth = 0;
    QByteArray out = "<mxGraphModel dx=\"1\" dy=\"2\" grid=\"1\" math=\"0\"><root>";
    const auto tag = [&]() {
        QByteArray text = "<" + xml.name().toUtf8();
        QXmlStreamAttributes attributes = xml.attributes();
        std::sort(attributes.begin(), attributes.end(), [](const auto& a, const auto& b) {
            return std::pair(a.name() == u"id", b.name().toString()) <
                   std::pair(b.name() == u"id", a.name().toString());
        });
        for (const auto& each : attributes) {
            if (xml.name() == u"mxGeometry" && each.value() == u"0") continue;
            QByteArray value = each.value().toString().toHtmlEscaped().toUtf8();
            value.replace("\n", "&#xa;").replace("\t", "&#x9;");
            text += " " + each.name().toUtf8() + "=\"" + value + "\"";
        }
        return text + ">";
    };
    while (!xml.atEnd()) {
        xml.readNext();
        if (xml.isStartElement()) {
            if (xml.name() == u"root") continue;
            ++depth;
            current += tag();
        } else if (xml.isEndElement()) {
            if (xml.name() == u"root") continue;
            if (xml.name() == u"mxGraphModel") break;
            current += "</" + xml.name().toUtf8() + ">";
            if (--depth == 0) cells.append(current), current.clear();
        }
    }
    for (qsizetype i = 0; i < cells.size(); ++i) out += i < 2 ? cells[i] : cells[cells.size() + 1 - i];
    return out + "</root></mxGraphModel>";
}

QByteArray packed(const QByteArray& text) {
    const QByteArray encoded = QUrl::toPercentEncoding(QString::fromUtf8(text));
    QByteArray out(static_cast<qsizetype>(compressBound(static_cast<uLong>(encoded.size()))) + 64, '\0');
    z_stream stream{};
    deflateInit2(&stream, 9, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(encoded.data()));
    stream.avail_in = static_cast<uInt>(encoded.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    deflate(&stream, Z_FINISH);
    out.truncate(static_cast<qsizetype>(stream.total_out));
    deflateEnd(&stream);
    return out.toBase64();
}

/// The file as draw.io saves it, each page packed or not.
std::string saved(const std::string& text, bool is_packed) {
    QXmlStreamReader xml(QByteArray::fromStdString(text));
    QByteArray out = "<mxfile host=\"Electron\" agent=\"Mozilla/5.0\" version=\"24.7.5\">\n";
    while (!xml.atEnd()) {
        xml.readNext();
        if (!xml.isStartElement() || xml.name() != u"diagram") continue;
        out += "  <diagram name=\"" + xml.attributes().value("name").toUtf8() + "\" id=\"aBc\">\n    ";
        xml.readNextStartElement();
        const QByteArray model = saved_model(xml);
        out += (is_packed ? packed(model) : model) + "\n  </diagram>\n";
    }
    return (out + "</mxfile>\n").toStdString();
}

/// Our file of the sample, with one text in the place of another.
std::string edited(const std::string& text, const std::string& before, const std::string& after) {
    const size_t at = text.find(before);
    if (at == std::string::npos) qFatal("the file has no '%s'", before.c_str());
    return text.substr(0, at) + after + text.substr(at + before.size());
}

std::string page_of(const std::string& cells) {
    return "<mxfile><diagram name=\"P\"><mxGraphModel><root><mxCell id=\"0\"/><mxCell id=\"1\" "
           "parent=\"0\"/>" +
           cells + "</root></mxGraphModel></diagram></mxfile>";
}

std::string box(const std::string& id, const std::string& label, const std::string& parent = "1",
                const std::string& style = "html=1;") {
    return "<mxCell id=\"" + id + "\" value=\"" + label + "\" style=\"" + style +
           "\" vertex=\"1\" parent=\"" + parent +
           "\"><mxGeometry x=\"40\" y=\"60\" width=\"120\" height=\"60\" as=\"geometry\"/></mxCell>";
}
std::string line(const std::string& id, const std::string& from, const std::string& to,
                 const std::string& label = {}) {
    return "<mxCell id=\"" + id + "\" value=\"" + label + "\" edge=\"1\" parent=\"1\" source=\"" + from +
           "\" target=\"" + to + "\"><mxGeometry relative=\"1\" as=\"geometry\"/></mxCell>";
}

Scenario sample() { return *scenario_of("samples/dgx-h100-su.roofrack.json"); }
std::string sample_pages() { return drawio_pages(sample(), parts()); }

} // namespace

class TestDrawio : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void written_and_read_it_is_the_same_drawing_data() { add_every_drawing(); }
    void written_and_read_it_is_the_same_drawing() {
        QFETCH(QByteArray, name);
        const Scenario scenario = *scenario_of(name);
        Scenario shown = scenario;
        set_sold_aside(shown.cluster);
        shown.cluster.sold.clear();
        shown.cluster.sold_links.clear();
        const std::string text = drawio_pages(scenario, parts());
        for (const std::string& file : {text, saved(text, false), saved(text, true)}) {
            std::vector<Diagnostic> said;
            const auto back = drawn(file, &said);
            QVERIFY2(back.has_value(), back ? "" : back.error().text().c_str());
            QCOMPARE(said_of(said), QByteArray());
            QCOMPARE(differences(project_of(shown), project_of(*back)), QByteArray());
            QVERIFY(back->cluster == shown.cluster);
            QVERIFY(back->parts == shown.parts);
            // In the project that it was written of nothing changes, what is sold included.
            const auto again = drawio_into({"d.drawio", file}, scenario, parts(), {}, said);
            QVERIFY2(again.has_value(), again ? "" : again.error().text().c_str());
            QCOMPARE(differences(project_of(scenario), project_of(*again)), QByteArray());
        }
    }

    void names_that_xml_takes_for_more_come_back() {
        Scenario scenario = sample();
        scenario.name = "<b>\"&amp;' ]]>";
        scenario.cluster.elements[0].name = "Spine × 3 <br> &lt; \"a\"";
        scenario.cluster.elements[1].id = "le\"af<&>";
        for (Link& link : scenario.cluster.links)
            for (std::string* end : {&link.from, &link.to})
                if (*end == "leaf") *end = "le\"af<&>";
        Element note;
        note.id = "note";
        note.kind = ElementKind::note;
        note.text = "two\nlines\tand a tab";
        note.unknown["x-mine"] = "{\"a\":[1,2]}";
        scenario.cluster.elements.push_back(note);
        const auto back = drawn(saved(drawio_pages(scenario, parts()), true));
        QVERIFY2(back.has_value(), back ? "" : back.error().text().c_str());
        QCOMPARE(differences(project_of(scenario), project_of(*back)), QByteArray());
    }

    void what_was_edited_becomes_changes_data() {
        QTest::addColumn<std::string>("before");
        QTest::addColumn<std::string>("after");
        QTest::addColumn<QByteArray>("change");
        const auto row = [](const char* name, const char* before, const char* after, const char* change) {
            QTest::newRow(name) << std::string(before) << std::string(after) << QByteArray(change);
        };
        row("moved", "<mxGeometry x=\"192\" y=\"0\"", "<mxGeometry x=\"202\" y=\"-30\"",
            "scenario 'Base' › cluster › switch spine › position: [192,0] → [202,-30]\n");
        row("moved by less than a pixel", "<mxGeometry x=\"192\" y=\"0\"", "<mxGeometry x=\"192.2\"", "");
        row("renamed", "label=\"Spine × 4\"", "label=\"Core × 4\"",
            "scenario 'Base' › cluster › switch spine › name: Spine → Core\n");
        row("renamed with brackets", "label=\"Spine × 4\"", "label=\"Spine (2) × 4\"",
            "scenario 'Base' › cluster › switch spine › name: Spine → Spine (2)\n");
        row("counted in the label", "label=\"Spine × 4\"", "label=\"Spine × 6\"",
            "scenario 'Base' › cluster › switch spine › count: 4 → 6\n");
        row("counted in the data", "count=\"4\" name=\"Spine\"", "count=\"2\" name=\"Spine\"",
            "scenario 'Base' › cluster › switch spine › count: 4 → 2\n");
        row("another part", "kind=\"cooling\" part=\"crah-120kw\"", "kind=\"cooling\" part=\"room-ac-20kw\"",
            "scenario 'Base' › cluster › cooling crah › part: crah-120kw → room-ac-20kw\n");
        row("another setting", "supply=\"22 °C\"", "supply=\"24 °C\"",
            "scenario 'Base' › cluster › cooling crah › supply: 22 °C → 24 °C\n");
        row("a setting more", "supply=\"22 °C\"", "supply=\"22 °C\" redundancy=\"n+1\"",
            "scenario 'Base' › cluster › cooling crah › redundancy:  → n+1\n");
        row("other cables", "pattern=\"mesh\" count=\"8\"", "pattern=\"mesh\" count=\"4\"",
            "scenario 'Base' › cluster › link leaf--spine › count: 8 → 4\n");
    }
    void what_was_edited_becomes_changes() {
        QFETCH(std::string, before);
        QFETCH(std::string, after);
        QFETCH(QByteArray, change);
        Scenario scenario = sample();
        scenario.name = "Base";
        const std::string text = drawio_pages(scenario, parts());
        std::vector<Diagnostic> said;
        const auto back = drawio_into({"d.drawio", edited(text, before, after)}, scenario, parts(), {}, said);
        QVERIFY2(back.has_value(), back ? "" : back.error().text().c_str());
        QCOMPARE(said_of(said), QByteArray());
        QCOMPARE(differences(project_of(scenario), project_of(*back)), change);
    }

    void brackets_of_a_name_count_nothing() {
        Scenario scenario = sample();
        scenario.name = "Base";
        Element pod;
        pod.id = "east";
        pod.kind = ElementKind::pod;
        pod.name = "Pod";
        scenario.cluster.elements.push_back(pod);
        const std::string text = drawio_pages(scenario, parts());
        std::vector<Diagnostic> said;
        const auto back = drawio_into({"d.drawio", edited(text, "label=\"Pod\"", "label=\"Pod (2)\"")},
                                      scenario, parts(), {}, said);
        QVERIFY2(back.has_value(), back ? "" : back.error().text().c_str());
        const Element* const renamed = back->cluster.find("east");
        QVERIFY(renamed);
        QCOMPARE(renamed->name, std::string("Pod (2)"));
        QCOMPARE(renamed->count, 1);
    }

    void what_is_removed_goes_with_its_lines() {
        std::string text = sample_pages();
        const size_t first = text.find("<object id=\"e-spine\""), end = text.find("</object>\n", first) + 10;
        text.erase(first, end - first);
        std::vector<Diagnostic> said;
        const auto back = drawn(text, &said);
        QVERIFY(back);
        QVERIFY(!back->cluster.find("spine"));
        QVERIFY(!back->cluster.find_link("leaf--spine"));
        QCOMPARE(said.size(), size_t{1});
        QVERIFY2(said_of(said).contains("does not end at a shape"), said_of(said).constData());
    }

    void copies_are_drawn_with_what_stands_in_them() {
        // A rack with its servers and the line to them, as draw.io copies them: other ids, the same data.
        const std::string text = sample_pages();
        std::string copies;
        for (const char* id : {"e-row-a", "e-row-a-server", "l-row-a-server--leaf"}) {
            const size_t first = text.find("<object id=\"" + std::string(id) + "\"");
            std::string copy = text.substr(first, text.find("</object>\n", first) + 10 - first);
            copy = edited(copy, "id=\"" + std::string(id) + "\"", "id=\"X" + std::string(id) + "\"");
            if (std::string(id) == "e-row-a-server")
                copy = edited(copy, "parent=\"e-row-a\"", "parent=\"Xe-row-a\"");
            if (id[0] == 'l') copy = edited(copy, "source=\"e-row-a-server\"", "source=\"Xe-row-a-server\"");
            copies += copy;
        }
        const auto back = drawn(edited(text, "</root>", copies + "</root>"));
        QVERIFY2(back.has_value(), back ? "" : back.error().text().c_str());
        const Element* const server = back->cluster.find("row-a-server-2");
        QVERIFY(server);
        QCOMPARE(server->parent, std::string("row-a-2"));
        QCOMPARE(back->cluster.find("row-a-2")->count, 4);
        const Link* const link = back->cluster.find_link("row-a-server--leaf-2");
        QVERIFY(link);
        QCOMPARE(link->from, std::string("row-a-server-2"));
        QCOMPARE(link->count, 8);
        QCOMPARE(back->cluster.elements.size(), sample().cluster.elements.size() + 2);
    }

    void what_is_put_into_another_container_stands_there() {
        const auto back = drawn(edited(sample_pages(), "parent=\"e-row-a\"", "parent=\"e-row-b\""));
        QVERIFY(back);
        QCOMPARE(back->cluster.find("row-a-server")->parent, std::string("row-b"));
    }

    void a_line_that_is_drawn_between_our_shapes_is_a_link() {
        std::vector<Diagnostic> said;
        const auto back = drawn(
            edited(sample_pages(), "</root>",
                   line("new", "e-storage", "e-leaf", "2 ×") + line("odd", "e-feed", "e-spine") + "</root>"),
            &said);
        QVERIFY(back);
        QCOMPARE(back->cluster.links.size(), sample().cluster.links.size() + 1);
        QCOMPARE(back->cluster.links.back().from, std::string("storage"));
        QCOMPARE(back->cluster.links.back().to, std::string("leaf"));
        QCOMPARE(said.size(), size_t{1});
    }

    void shapes_named_by_parts_are_elements() {
        std::vector<Diagnostic> said;
        const auto back = drawn(page_of(box("r", "&lt;b&gt;Rack 12&lt;/b&gt;", "1", "swimlane;html=1;") +
                                        box("a", "node&lt;br&gt;DGX H100 &amp;times; 4", "r") +
                                        box("b", "8 x QM9700") + box("c", "H100 SXM5") + box("d", "A cloud") +
                                        line("l", "a", "b") + line("m", "a", "d") + line("n", "a", "")),
                                &said);
        QVERIFY2(back.has_value(), back ? "" : back.error().text().c_str());
        QCOMPARE(back->cluster.elements.size(), size_t{3});
        const Element* const rack = back->cluster.find("rack");
        QVERIFY(rack);
        QCOMPARE(rack->name, std::string("Rack 12"));
        const Element* const server = back->cluster.find("dgx-h100");
        QVERIFY(server);
        QCOMPARE(server->parent, std::string("rack"));
        QCOMPARE(server->count, 4);
        QCOMPARE(server->name, std::string("node"));
        QCOMPARE(server->position.x, 80.0);
        QCOMPARE(back->cluster.find("qm9700")->count, 8);
        QCOMPARE(back->cluster.links.size(), size_t{1});
        QCOMPARE(name_of(back->cluster.links[0].pattern), std::string_view("rail"));
        const QByteArray text = said_of(said);
        for (const char* part : {"is a part of another, and no element", "names no part of the catalogue",
                                 "that is no element", "does not end at a shape"})
            QVERIFY2(text.contains(part), text.constData());
    }

    void a_label_says_how_many_data() {
        QTest::addColumn<QByteArray>("label");
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<int>("count");
        QTest::newRow("times behind") << QByteArray("DGX H100 × 32") << QByteArray("DGX H100") << 32;
        QTest::newRow("x behind") << QByteArray("DGX H100 x32") << QByteArray("DGX H100") << 32;
        QTest::newRow("before") << QByteArray("32x DGX H100") << QByteArray("DGX H100") << 32;
        QTest::newRow("in brackets") << QByteArray("DGX H100 (32)") << QByteArray("DGX H100") << 32;
        QTest::newRow("a name with an x") << QByteArray("Mixer box") << QByteArray("Mixer box") << 1;
        QTest::newRow("none") << QByteArray("HGX x0") << QByteArray("HGX x0") << 1;
        QTest::newRow("too many") << QByteArray("A × 99999999999") << QByteArray("A × 99999999999") << 1;
        QTest::newRow("empty") << QByteArray() << QByteArray() << 1;
        QTest::newRow("a sign alone") << QByteArray("×") << QByteArray("×") << 1;
    }
    void a_label_says_how_many() {
        QFETCH(QByteArray, label);
        QFETCH(QByteArray, name);
        QFETCH(int, count);
        const CountedLabel read = counted_label(label.toStdString());
        QCOMPARE(QByteArray::fromStdString(read.name), name);
        QCOMPARE(read.count, count);
    }

    void pages_that_only_show_the_drawing_say_when_they_were_changed() {
        std::string text = sample_pages();
        const size_t network = text.find("name=\"Network\"");
        text.insert(text.find("</root>", network), box("x", "DGX H100"));
        std::vector<Diagnostic> said;
        const auto back = drawn(text, &said);
        QVERIFY(back);
        QVERIFY(back->cluster == sample().cluster);
        QCOMPARE(said.size(), size_t{1});
        QVERIFY2(said_of(said).contains("page 'Network'"), said_of(said).constData());
        QVERIFY(!drawn(text, nullptr, "no such page"));
    }

    void a_picture_that_can_be_edited_is_read() {
        const QByteArray inside = QByteArray::fromStdString(sample_pages());
        const QByteArray svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" content=\"" +
                               QString::fromUtf8(inside).toHtmlEscaped().toUtf8() + "\"><g/></svg>";
        const auto back = drawn(svg.toStdString());
        QVERIFY2(back.has_value(), back ? "" : back.error().text().c_str());
        QVERIFY(back->cluster == sample().cluster);
    }

    void what_cannot_be_read_is_said_data() {
        QTest::addColumn<std::string>("text");
        QTest::addColumn<QByteArray>("why");
        const auto row = [](const char* name, const std::string& text, const char* why) {
            QTest::newRow(name) << text << QByteArray(why);
        };
        row("nothing", "", "no page of draw.io");
        row("no XML", "DGX H100", "no page of draw.io");
        row("cut", sample_pages().substr(0, 3'000), "does not end");
        row("other XML", "<html><body/></html>", "no page of draw.io");
        row("entities",
            "<?xml version=\"1.0\"?><!DOCTYPE x [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\">]>" +
                page_of(box("a", "&b;")),
            "a document type");
        std::string deep;
        for (int i = 0; i < 200'000; ++i) deep += "<a>";
        row("deep", "<mxfile>" + deep, "nested deeper");
        std::string wide;
        for (int i = 0; i <= 10'000; ++i) wide += " a" + std::to_string(i) + "=\"\"";
        row("wide", "<mxfile" + wide + "></mxfile>", "more than 10,000 attributes");
        row("a tag of another", "<mxfile><diagram></mxfile>", "where it has not begun");
        row("a shape in a shape", page_of("<mxCell id=\"2\" vertex=\"1\"><mxCell id=\"3\"/></mxCell>"),
            "inside another");
        row("a page in a page", "<mxfile><diagram><diagram></diagram></diagram></mxfile>", "inside another");
        row("no shapes", page_of(""), "nothing is drawn");
        row("no parts", page_of(box("a", "A cloud")), "names a part of the catalogue");
        row("a circle", page_of(box("a", "DGX H100", "b") + box("b", "DGX H100", "a")), "in a circle");
        row("a circle of one", page_of(box("a", "DGX H100", "a")), "in a circle");
        row("damaged pack", "<mxfile><diagram name=\"P\">7VvbcuI4EP0aqnYf</diagram></mxfile>", "damaged");
        row("no pack", "<mxfile><diagram name=\"P\">%%%</diagram></mxfile>", "neither XML nor packed");
        const QByteArray bomb = packed(QByteArray(200'000'000, ' '));
        row("a bomb", "<mxfile><diagram>" + bomb.toStdString() + "</diagram></mxfile>", "more than 64 MiB");
        row("a newer version", edited(sample_pages(), "{&quot;version&quot;:1", "{&quot;version&quot;:2"),
            "newer Roofrack");
        row("changed by hand", edited(sample_pages(), "{&quot;version&quot;:1", "&quot;version&quot;:2"),
            "says nothing");
        row("a wrong count",
            edited(sample_pages(), "count=\"4\" name=\"Spine\"", "count=\"lots\" name=\"Spine\""),
            "shape 'Spine × 4'");
    }
    void what_cannot_be_read_is_said() {
        QFETCH(std::string, text);
        QFETCH(QByteArray, why);
        const auto back = drawn(text);
        QVERIFY(!back);
        QVERIFY2(QByteArray::fromStdString(back.error().text()).contains(why), back.error().text().c_str());
        QVERIFY(!back.error().fix.empty());
    }

    void many_parts_that_are_none_are_counted() {
        std::string shapes;
        for (int i = 0; i < 30; ++i) {
            const std::string id = "s" + std::to_string(i);
            shapes += "<object id=\"" + id + "\" label=\"\" roofrack_id=\"" + id +
                      "\" kind=\"server\" part=\"nothing\">" + "<mxCell vertex=\"1\" parent=\"1\"/></object>";
        }
        std::vector<Diagnostic> said;
        const auto back = drawn(page_of(shapes), &said);
        QVERIFY2(back.has_value(), back ? "" : back.error().text().c_str());
        QCOMPARE(said.size(), size_t{21});
        QVERIFY2(said_of(said).contains("10 more shapes name parts"), said_of(said).constData());
    }

    void bytes_that_are_no_utf8_do_not_reach_the_project() {
        const auto imported =
            import_drawio({"d.drawio", page_of(box("a", "DGX H100&lt;br&gt;\xff\xfe\x80"))}, parts(), {});
        QVERIFY(imported);
        QVERIFY(parse_project(project_text(imported->project, parts()), parts()));
    }
};

QTEST_GUILESS_MAIN(TestDrawio)
#include "test_drawio.moc"
