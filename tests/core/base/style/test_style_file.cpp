// SPDX-License-Identifier: GPL-3.0-or-later
// Style files: what is read of them, and what is wrong with one.
#include "core/base/catalog/catalog.h"
#include "core/base/style/style_file.h"
#include "core/base/style/style_footer.h"
#include "core/base/style/style_inks.h"
#include "core/base/style/style_logo.h"
#include "core/drawing/project/project_file.h"
#include "tests/support/sample.h"
#include "tests/support/style_sample.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>

using namespace roofrack;

class TestStyleFile : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    std::filesystem::path write(const char* name, const std::string& bytes) const {
        const std::filesystem::path path = std::filesystem::path(m_folder.path().toStdString()) / name;
        std::ofstream(path, std::ios::binary) << bytes;
        return path;
    }
    /// A style file with these members beside its format.
    Result<HouseStyle> read(const std::string& members) const {
        return read_style(write("s.json", test::style_text(members)));
    }

private Q_SLOTS:
    void a_whole_style_is_read() {
        write("logo.svg", test::red_svg());
        const auto style = read(", \"name\": \"ACME\", \"colours\": {\"ground\": \"#102030\", \"text\": "
                                "\"#F0F0E0\", \"accent\": \"#FFB000\"}, "
                                "\"font\": \"Open Sans\", \"logo\": \"logo.svg\", "
                                "\"footer\": \"ACME & Co, {project}, {date}, {page} of {pages}\"");
        QVERIFY2(style, style ? "" : style.error().text().c_str());
        QVERIFY(*style == test::house_style());
        const auto logo = logo_of(*style);
        QVERIFY(logo && logo->kind == LogoKind::svg && logo->bytes == test::red_svg());
    }

    void a_style_may_say_little() {
        const auto style = read("");
        QVERIFY(style && !style->is_given());
        const auto font = read(", \"font\": \"Lato\"");
        QVERIFY(font && font->is_given());
        QCOMPARE(ink_text(inks_of(font->colours).ground), std::string("FFFFFF"));
    }

    void a_logo_may_stand_in_the_file() {
        const std::string png = to_base64(test::small_png());
        const auto style = read(", \"logo\": \"data:image/png;base64," + png + "\"");
        QVERIFY2(style, style ? "" : style.error().text().c_str());
        QCOMPARE(style->logo, png);
        QCOMPARE(logo_address(*logo_of(*style)), "data:image/png;base64," + png);
    }

    void each_fault_is_said_data() {
        QTest::addColumn<QString>("members");
        QTest::addColumn<QString>("where");
        QTest::addColumn<QString>("what");
        const auto row = [](const char* name, const char* members, const char* where, const char* what) {
            QTest::newRow(name) << QString::fromUtf8(members) << QString::fromUtf8(where)
                                << QString::fromUtf8(what);
        };
        row("unknown key", ", \"colors\": {}", "#/colors", "unknown key 'colors'");
        row("unknown colour", ", \"colours\": {\"back\": \"#FFFFFF\"}", "#/colours/back",
            "unknown key 'back'");
        row("no colour", ", \"colours\": {\"accent\": \"red\"}", "#/colours/accent", "'red' is no colour");
        row("short colour", ", \"colours\": {\"accent\": \"#FFF\"}", "#/colours/accent",
            "'#FFF' is no colour");
        row("no text", ", \"colours\": {\"accent\": 7}", "#/colours/accent", "a text is expected");
        row("no object", ", \"colours\": \"#FFFFFF\"", "#/colours", "an object is expected");
        row("faint text", ", \"colours\": {\"ground\": \"#FFFFFF\", \"text\": \"#999999\"}", "#/colours/text",
            "a contrast of 2.8 : 1");
        row("faint beside", ", \"colours\": {\"muted\": \"#CCCCCC\"}", "#/colours/muted",
            "a contrast of 1.6 : 1");
        row("font list", ", \"font\": \"Lato; color: red\"", "#/font", "is no family of type");
        row("long font", nullptr, "#/font", "has 300 bytes");
        row("unknown in footer", ", \"footer\": \"{day}\"", "#/footer", "there is no '{day}'");
        row("open brace", ", \"footer\": \"a {date\"", "#/footer", "there is no '{date'");
        row("lines of footer", ", \"footer\": \"a\\nb\"", "#/footer", "not seen");
        row("missing logo", ", \"logo\": \"none.png\"", "#/logo", "there is no such file");
        row("logo is text", ", \"logo\": \"text.txt\"", "#/logo", "no picture that can be read");
        row("logo is a page", ", \"logo\": \"page.html\"", "#/logo", "no picture that can be read");
        row("logo is empty", ", \"logo\": \"empty.png\"", "#/logo", "the logo is empty");
        row("logo is cut", ", \"logo\": \"cut.png\"", "#/logo", "cut off");
        row("logo is wide", ", \"logo\": \"wide.png\"", "#/logo", "the logo has 70000 × 1 px");
        row("logo is large", ", \"logo\": \"large.svg\"", "#/logo", "the logo has 601 KiB");
        row("logo runs", ", \"logo\": \"script.svg\"", "#/logo", "an SVG with <script>");
        row("logo repeats", ", \"logo\": \"uses.svg\"", "#/logo", "more than 16 <use>");
        row("logo refers", ", \"logo\": \"image.svg\"", "#/logo", "an SVG with <image>");
        row("logo hides what it refers to", ", \"logo\": \"hidden.svg\"", "#/logo", "an SVG with <image>");
        row("logo hides it in its type", ", \"logo\": \"typed.svg\"", "#/logo", "an SVG with <image>");
        row("logo is open", ", \"logo\": \"open.svg\"", "#/logo", "cut off");
        row("logo has entities", ", \"logo\": \"entity.svg\"", "#/logo", "no picture that can be read");
        row("logo in it is empty", ", \"logo\": \"data:image/png;base64,\"", "#/logo", "the logo is empty");
        row("no Base64", ", \"logo\": \"data:image/png,abc\"", "#/logo", "is not in Base64");
        row("bad Base64", ", \"logo\": \"data:image/png;base64,*\"", "#/logo", "is not in Base64");
    }
    void each_fault_is_said() {
        QFETCH(QString, members);
        QFETCH(QString, where);
        QFETCH(QString, what);
        if (members.isEmpty()) members = QStringLiteral(", \"font\": \"%1\"").arg(QString(300, u'F'));
        write("text.txt", "ACME");
        write("page.html", "<html><body/></html>");
        write("empty.png", "");
        write("cut.png", test::small_png().substr(0, 50));
        std::string wide = test::small_png();
        wide[17] = '\x01', wide[18] = '\x11', wide[19] = '\x70';
        write("wide.png", wide);
        const std::string head = "<svg xmlns=\"http://www.w3.org/2000/svg\">";
        write("large.svg", head + std::string(600 * 1024, ' ') + "</svg>");
        write("script.svg", head + "<script/></svg>");
        write("image.svg", head + "<g><image href=\"file:///etc/passwd\"/></g></svg>");
        // A reader of XML takes both comments for what they are.
        write("hidden.svg", head + "<!-- <!DOCTYPE --><image href=\"file:///etc/passwd\"/><!-- > --></svg>");
        write("typed.svg", "<!DOCTYPE svg SYSTEM \"a><svg><!--\">" + head + "<image/><!-- --></svg>");
        write("open.svg", head + "<g>");
        write("entity.svg", "<!DOCTYPE svg [<!ENTITY a \"b\">]>" + head + "</svg>");
        std::string uses = head;
        for (int i = 0; i < 17; ++i) uses += "<use href=\"#a\"/>";
        write("uses.svg", uses + "</svg>");
        const auto style = read(members.toStdString());
        QVERIFY(!style);
        const std::string text = style.error().text();
        QVERIFY2(text.find("s.json" + where.toStdString() + ": ") != std::string::npos, text.c_str());
        QVERIFY2(text.find(what.toStdString()) != std::string::npos, text.c_str());
        QVERIFY2(!style.error().fix.empty(), text.c_str());
    }

    void what_is_no_style_is_said() {
        const auto said = [this](const char* json) {
            const auto style = read_style(write("s.json", json));
            return style ? std::string() : style.error().text();
        };
        QVERIFY(said("{}").find("it is no style file") != std::string::npos);
        QVERIFY(said("[]").find("an object is expected") != std::string::npos);
        QVERIFY(said("{\n,").find("s.json:2") != std::string::npos);
        QVERIFY(said("{\"format\": \"roofrack-style\", \"version\": 2}").find("version 2 is not known") !=
                std::string::npos);
        QVERIFY(said("{\"format\": \"roofrack-style\"}").find("version 0 is not known") != std::string::npos);
        QVERIFY(!read_style(m_folder.filePath(QStringLiteral("gone.json")).toStdString()));
        QVERIFY(!read_style(m_folder.path().toStdString()));
    }

    /// As Inkscape and Illustrator begin one.
    void a_logo_may_name_its_type() {
        const std::string svg = "\xef\xbb\xbf<?xml version=\"1.0\"?>\n<!DOCTYPE svg PUBLIC \"-//W3C//DTD SVG "
                                "1.1//EN\" \"http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd\">\n" +
                                test::red_svg();
        const auto kind = logo_kind(svg);
        QVERIFY2(kind && *kind == LogoKind::svg, kind ? "" : kind.error().text().c_str());
    }

    void colours_that_are_left_out_follow() {
        StyleColours dark;
        dark.ground = "#000000";
        const StyleInks inks = inks_of(dark);
        QVERIFY(inks.is_dark);
        QVERIFY(contrast(inks.text, inks.ground) > 10);
        QVERIFY(contrast(inks.muted, inks.ground) > 4.5);
        QVERIFY(contrast(inks.text, inks.ground) > contrast(inks.muted, inks.ground));
        QVERIFY(contrast(inks.line, inks.ground) > contrast(inks.grid, inks.ground));
        QCOMPARE(contrast(0x000000, 0xFFFFFF), 21.0);
        QCOMPARE(contrast(0x777777, 0xFFFFFF), contrast(0xFFFFFF, 0x777777));
        QVERIFY(!inks_of({}).is_dark);
        StyleColours faint; // between both nothing more can be read
        faint.text = "#767676";
        QCOMPARE(ink_text(inks_of(faint).muted), std::string("767676"));
    }

    void a_footer_is_filled_in() {
        const FooterFacts facts{"2026-11-27", "Hall {page}", 3, 8};
        QCOMPARE(footer_text("{project} · {date} · {page}/{pages}", facts),
                 std::string("Hall {page} · 2026-11-27 · 3/8"));
        QCOMPARE(footer_text("", facts), std::string());
        QVERIFY(numbers_pages("{page}") && !numbers_pages("{pages}"));
        QCOMPARE(unknown_in_footer("a } b").value_or(""), std::string("} b"));
        QVERIFY(!unknown_in_footer("{date}{page}"));
    }

    void a_project_keeps_it() {
        Project project;
        project.scenarios = {test::sample("dgx-h100-su")};
        const Catalog& catalog = Catalog::built_in();
        const std::string without = project_text(project, catalog);
        QVERIFY(without.find("\"style\"") == std::string::npos);
        project.style = test::house_style();
        const std::string text = project_text(project, catalog);
        const auto read = parse_project(text, catalog);
        QVERIFY2(read, read ? "" : read.error().text().c_str());
        QVERIFY(read->warnings.empty());
        QVERIFY(read->project.style == project.style);
        project.style = {};
        QCOMPARE(project_text(project, catalog), without);
    }

    void a_project_with_a_bad_one_is_refused() {
        Project project;
        project.scenarios = {test::sample("dgx-h100-su")};
        project.style = test::house_style();
        project.style.logo = to_base64("<svg><script/></svg>");
        const auto read = parse_project(project_text(project, Catalog::built_in()), Catalog::built_in());
        QVERIFY(!read);
        QVERIFY2(read.error().text().find("/style/logo") != std::string::npos, read.error().text().c_str());
    }

    void base64_is_what_it_was() {
        for (const std::string& bytes : {std::string(), std::string("a"), std::string("ab"),
                                         std::string("abc"), std::string("\0\xff\x80", 3)}) {
            const auto back = from_base64(to_base64(bytes));
            QVERIFY(back && *back == bytes);
        }
        QCOMPARE(to_base64("ab"), std::string("YWI="));
    }
};

QTEST_GUILESS_MAIN(TestStyleFile)
#include "test_style_file.moc"
