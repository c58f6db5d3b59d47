// SPDX-License-Identifier: GPL-3.0-or-later
// What files of other programs can be told beside what they say.
#include "core/answers/imports/foreign_import.h"
#include "core/answers/imports/import_options.h"
#include "core/base/catalog/catalog.h"

#include <QTest>

#include <algorithm>

using namespace roofrack;

namespace {

const Catalog& catalog() { return Catalog::built_in(); }

/// A page of draw.io with one shape, or with none.
std::string page(const std::string& name, const std::string& shape) {
    std::string cell;
    if (!shape.empty())
        cell = "<mxCell id=\"2\" value=\"" + shape +
               "\" vertex=\"1\" parent=\"1\"><mxGeometry x=\"40\" y=\"40\" width=\"120\" height=\"40\" "
               "as=\"geometry\"/></mxCell>";
    return "<diagram name=\"" + name +
           "\"><mxGraphModel><root><mxCell id=\"0\"/><mxCell id=\"1\" parent=\"0\"/>" + cell +
           "</root></mxGraphModel></diagram>";
}

NamedText drawing(const std::string& pages) {
    return {"hall.drawio", "<mxfile host=\"x\">" + pages + "</mxfile>"};
}

} // namespace

class TestImportOptions : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void every_key_has_its_option();
    void the_drawn_pages_of_a_file_are_offered();
    void a_chosen_page_is_the_drawing();
    void a_template_for_files_counts_their_servers();
};

void TestImportOptions::every_key_has_its_option() {
    for (const ForeignKind kind : foreign_kinds) {
        if (kind == ForeignKind::drawio) continue; // its pages are those of a file
        const auto options = import_options(kind, {}, catalog());
        QVERIFY(options.has_value());
        const auto keys = import_keys(kind);
        QVERIFY2(std::ranges::equal(*options, keys, {}, &ImportOption::key), name_of(kind).data());
        for (const ImportOption& each : *options) {
            QVERIFY(!each.label.empty() && !each.help.empty());
            QVERIFY(each.choices.size() > 2);
            QCOMPARE(each.choices.front().value, each.value); // nothing is said
            QVERIFY(each.value.empty() && !each.choices.front().label.empty());
            const PartKind part = each.key == "gpu"       ? PartKind::accelerator
                                  : each.key == "switch"  ? PartKind::switch_
                                  : each.key == "storage" ? PartKind::storage
                                                          : PartKind::server;
            for (size_t i = 1; i < each.choices.size(); ++i)
                QVERIFY2(catalog().part(part, each.choices[i].value), each.choices[i].value.c_str());
        }
        QVERIFY(keys.empty() || !is_drawn_by_template(kind));
    }
}

void TestImportOptions::the_drawn_pages_of_a_file_are_offered() {
    const auto options_of = [](const std::string& pages) {
        return import_options(ForeignKind::drawio, std::vector{drawing(pages)}, catalog());
    };
    const auto two =
        options_of(page("Empty", "") + page("Switches", "8 x QM9700") + page("Spare", "2 x QM9700"));
    QVERIFY(two && two->size() == 1);
    const ImportOption& option = two->front();
    QCOMPARE(option.key, std::string_view("page"));
    QCOMPARE(option.value, std::string("Switches"));
    QCOMPARE(option.choices.size(), size_t{2});
    QCOMPARE(option.choices[1].value, std::string("Spare"));
    // The page that is taken where nothing is said is a choice, also without a name.
    const auto unnamed = options_of(page("Empty", "") + page("", "8 x QM9700") + page("Spare", "2 x QM9700"));
    QVERIFY(unnamed && unnamed->size() == 1);
    QCOMPARE(unnamed->front().value, std::string());
    QCOMPARE(unnamed->front().choices.size(), size_t{2});
    QCOMPARE(unnamed->front().choices[0].value, std::string());
    QCOMPARE(unnamed->front().choices[0].label, std::string("Page 2, without a name"));
    QCOMPARE(unnamed->front().choices[1].value, std::string("Spare"));
    const auto one = options_of(page("Switches", "8 x QM9700") + page("Empty", ""));
    QVERIFY(one && one->empty());
    QVERIFY(!options_of(page("Empty", "")));
    QVERIFY(!import_options(ForeignKind::drawio, std::vector{NamedText{"x", "<mxfile>"}}, catalog()));
}

void TestImportOptions::a_chosen_page_is_the_drawing() {
    const NamedText file = drawing(page("Switches", "8 x QM9700") + page("Spare", "2 x QM9700"));
    const auto count_on = [&](const TemplateSettings& settings) {
        const auto made = import_foreign(ForeignKind::drawio, std::vector{file}, catalog(), {}, settings);
        return made ? made->project.scenarios.front().cluster.elements.front().count : 0;
    };
    QCOMPARE(count_on({}), 8);
    QCOMPARE(count_on({{"page", "Spare"}}), 2);
    QCOMPARE(count_on({{"page", "None of them"}}), 0);
}

void TestImportOptions::a_template_for_files_counts_their_servers() {
    for (const TemplateInfo& info : list_templates()) {
        const TemplateInfo out = template_for_files(info);
        QVERIFY(std::ranges::find(out.keys, "model", &TemplateKey::key) == out.keys.end());
        const auto servers = std::ranges::find(out.keys, "servers", &TemplateKey::key);
        if (servers != out.keys.end()) QCOMPARE(servers->default_value, std::string("auto"));
        QVERIFY(out.keys.size() + 1 >= info.keys.size());
    }
}

QTEST_APPLESS_MAIN(TestImportOptions)
#include "test_import_options.moc"
