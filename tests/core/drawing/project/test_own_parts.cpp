// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/catalog/catalog.h"
#include "core/base/catalog/inherited_values.h"
#include "core/base/catalog/key_values.h"
#include "core/base/constants/embedded.h"
#include "core/drawing/project/address/set_value.h"
#include "core/drawing/project/own_parts.h"
#include "core/drawing/project/project_file.h"
#include "core/drawing/project/project_schema.h"
#include "core/step/engine/evaluate.h"
#include "tests/support/cli.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

using namespace roofrack;

namespace {

const Catalog& catalog() { return Catalog::built_in(); }

std::string project_with(const std::string& parts, const std::string& elements) {
    return R"({"schema": 1, "scenarios": [{"name": "Base", "parts": [)" + parts +
           R"(], "cluster": {"elements": [)" + elements + R"(]}}]})";
}

Result<Project> read(const std::string& text) {
    auto loaded = parse_project(text, catalog(), "test");
    if (!loaded) return tl::unexpected(loaded.error());
    return std::move(loaded->project);
}

const std::string warm_dgx =
    R"({"kind": "server", "base": "dgx-h100", "id": "warm-dgx", "name": "Warm DGX", "max_power": "11 kW"})";
const std::string two_of_it = R"({"id": "a", "kind": "server", "part": "warm-dgx", "count": 4},
                                 {"id": "b", "kind": "server", "part": "warm-dgx"})";

} // namespace

class TestOwnParts : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void key_figures_tell_parts_apart();
    void a_part_is_defined_once_and_named_by_its_id();
    void a_part_without_use_is_not_lost();
    void bad_parts_are_refused_where_they_stand_data();
    void bad_parts_are_refused_where_they_stand();
    void a_copy_has_an_id_and_a_name_of_its_own();
    void an_edit_reaches_all_that_use_it();
    void a_taken_name_or_id_is_refused();
    void a_used_part_is_not_removed_without_another();
    void definitions_of_one_element_are_parts_too();
    void figures_that_differ_are_known();
    void changes_make_figures_of_the_base_untrue_data();
    void changes_make_figures_of_the_base_untrue();
    void power_of_fewer_gpus_has_a_band();
    void every_rule_names_figures_that_there_are();
    void what_no_longer_holds_is_in_no_file();
    void a_part_travels_as_text();
    void another_catalogue_is_the_one_that_is_written_by();
    void one_figure_is_set_from_the_command_line();
    void the_command_line_prints_them();
};

void TestOwnParts::key_figures_tell_parts_apart() {
    const auto text = [](const char* id) {
        return QString::fromStdString(key_values(*catalog().part(id), catalog()));
    };
    QCOMPARE(text("dgx-h100"), QStringLiteral("8 × H100 · 10.2 kW at most")); // resources/catalog
    QCOMPARE(text("qm9700"), QStringLiteral("64 × 400G · 1.72 kW at most"));
    QCOMPARE(text("parallel-fs-1pb"), QStringLiteral("1 PB · 100 GB/s"));
    QCOMPARE(text("feed-415v-60a"), QStringLiteral("34.5 kVA"));
    QCOMPARE(text("crah-120kw"), QStringLiteral("120 kW"));
    QCOMPARE(text("rack-48u-air"), QStringLiteral("48 U · 22 kW"));
    QCOMPARE(text("sn5600"), QStringLiteral("64 × 800G")); // its power is unknown
}

void TestOwnParts::a_part_is_defined_once_and_named_by_its_id() {
    const auto project = read(project_with(warm_dgx, two_of_it));
    QVERIFY2(project, project ? "" : project.error().text().c_str());
    const Scenario& base = project->scenarios[0];
    QCOMPARE(base.parts.size(), size_t(1));
    QCOMPARE(base.parts[0].id, std::string("warm-dgx"));
    for (const Element& element : base.cluster.elements) {
        QCOMPARE(element.part, base.parts[0]);
        QCOMPARE(*element.part.inline_part->value("max_power"), 11e3);
        QCOMPARE(*element.part.inline_part->value("gpus"), 8.0); // the base's
    }
    const std::string text = project_text(*project, Catalog::built_in());
    QCOMPARE(QString::fromStdString(text).count(QStringLiteral("11 kW")), 1);
    QVERIFY(QString::fromStdString(text).contains(QStringLiteral("\"part\": \"warm-dgx\"")));
    const auto again = read(text);
    QVERIFY(again);
    QVERIFY(*again == *project);
    QCOMPARE(project_text(*again, Catalog::built_in()), text);
}

void TestOwnParts::a_part_without_use_is_not_lost() {
    const auto project = read(project_with(warm_dgx, ""));
    QVERIFY(project);
    const auto again = read(project_text(*project, Catalog::built_in()));
    QVERIFY(again);
    QCOMPARE(again->scenarios[0].parts, project->scenarios[0].parts);
    const auto own = own_parts(again->scenarios[0]);
    QCOMPARE(own.size(), size_t(1));
    QVERIFY(own[0].kept && own[0].uses == 0);
}

void TestOwnParts::bad_parts_are_refused_where_they_stand_data() {
    QTest::addColumn<QString>("parts");
    QTest::addColumn<QString>("elements");
    QTest::addColumn<QString>("where");
    QTest::addColumn<QString>("what");
    const auto row = [](const char* name, const std::string& parts, const std::string& elements,
                        const char* where, const char* what) {
        QTest::newRow(name) << QString::fromStdString(parts) << QString::fromStdString(elements)
                            << QString(where) << QString(what);
    };
    row("twice", warm_dgx + "," + warm_dgx, "", "/scenarios/0/parts/1/id",
        "a second part has the id 'warm-dgx'");
    row("the catalogue's", R"({"base": "dgx-h100", "id": "dgx-a100"})", "", "/scenarios/0/parts/0/id",
        "'dgx-a100' is a part of the catalogue");
    row("no id", R"({"base": "dgx-h100"})", "", "/scenarios/0/parts/0", "the key 'id' is missing");
    row("no kind", R"({"id": "x"})", "", "/scenarios/0/parts/0", "the part has no kind");
    row("no such kind", R"({"kind": "abacus", "id": "x"})", "", "/scenarios/0/parts/0/kind",
        "unknown kind 'abacus'");
    row("no such base", R"({"kind": "server", "base": "dgx-h101", "id": "x"})", "",
        "/scenarios/0/parts/0/base", "there is no server 'dgx-h101' to derive it from");
    row("several bases", R"({"kind": "accelerator", "base": "GH200", "id": "x"})", "",
        "/scenarios/0/parts/0/base", "'GH200' may be 2 things");
    row("a circle of bases",
        R"({"kind": "server", "base": "b", "id": "a"}, {"kind": "server", "base": "c", "id": "b"},
           {"kind": "server", "base": "a", "id": "c"})",
        "", "/scenarios/0/parts/2/base", "in a circle: 'a' → 'b' → 'c' → 'a'");
    row("its own base", R"({"kind": "server", "base": "a", "id": "a"})", "", "/scenarios/0/parts/0/base",
        "in a circle: 'a' → 'a'");
    row("no such NIC", R"({"base": "dgx-h100", "id": "x", "nic": "cx-99"})", "", "/scenarios/0/parts/0/nic",
        "unknown nic 'cx-99'");
    row("low above value", R"({"base": "dgx-h100", "id": "x", "price": {"value": 2, "low": 3}})", "",
        "/scenarios/0/parts/0/price", "not between its low and high");
    row("two kinds", R"({"kind": "rack", "base": "dgx-h100", "id": "x"})", "", "/scenarios/0/parts/0/base",
        "'dgx-h100' is a server, not a rack");
    row("junk figure", R"({"base": "dgx-h100", "id": "x", "max_power": "lots"})", "",
        "/scenarios/0/parts/0/max_power", "");
    row("negative", R"({"base": "dgx-h100", "id": "x", "max_power": "-3 kW"})", "",
        "/scenarios/0/parts/0/max_power", "");
    row("no object", "7", "", "/scenarios/0/parts/0", "");
    row("wrong kind of element", warm_dgx, R"({"id": "r", "kind": "rack", "part": "warm-dgx"})",
        "/scenarios/0/cluster/elements/0/part", "'warm-dgx' is a server, not a rack");
}

void TestOwnParts::bad_parts_are_refused_where_they_stand() {
    QFETCH(QString, parts);
    QFETCH(QString, elements);
    QFETCH(QString, where);
    QFETCH(QString, what);
    const auto project = read(project_with(parts.toStdString(), elements.toStdString()));
    QVERIFY(!project);
    const Diagnostic& error = project.error();
    QVERIFY2(QString::fromStdString(error.where).endsWith(where), error.text().c_str());
    QVERIFY2(QString::fromStdString(error.what).contains(what), error.text().c_str());
    QVERIFY(!error.fix.empty());
}

void TestOwnParts::a_copy_has_an_id_and_a_name_of_its_own() {
    Scenario scenario;
    PartRef dgx;
    dgx.id = "dgx-h100";
    for (const char* id : {"own-dgx-h100", "own-dgx-h100-2", "own-dgx-h100-3"}) {
        const PartRef copy = own_copy(scenario, catalog(), dgx, PartKind::server);
        QCOMPARE(copy.id, std::string(id));
        const auto changed = with_own_part(scenario, catalog(), {}, copy);
        QVERIFY2(changed, changed ? "" : changed.error().text().c_str());
        scenario = *changed;
    }
    QCOMPARE(scenario.parts[1].inline_part->name, std::string("DGX H100 (own) 2"));
    const PartRef of_own = own_copy(scenario, catalog(), scenario.parts[0], PartKind::server);
    QCOMPARE(of_own.base, std::string("dgx-h100"));
    QVERIFY(own_copy(scenario, catalog(), {.id = "no-such", .inline_part = {}, .base = {}}, PartKind::server)
                .id.empty());
}

void TestOwnParts::an_edit_reaches_all_that_use_it() {
    const auto project = read(project_with(warm_dgx, two_of_it));
    const Scenario& before = project->scenarios[0];
    PartRef after = before.parts[0];
    after.inline_part->figures["max_power"].value = 12e3;
    const auto changed = with_own_part(before, catalog(), before.parts[0], after);
    QVERIFY(changed);
    QCOMPARE(changed->parts.size(), size_t(1));
    for (const Element& element : changed->cluster.elements)
        QCOMPARE(*element.part.inline_part->value("max_power"), 12e3);
    QCOMPARE(users_of(*changed, after), (std::vector<std::string>{"a", "b"}));
}

void TestOwnParts::a_taken_name_or_id_is_refused() {
    const auto project = read(
        project_with(warm_dgx + R"(, {"base": "dgx-a100", "id": "old-dgx", "name": "Old DGX"})", two_of_it));
    const Scenario& before = project->scenarios[0];
    PartRef after = before.parts[0];
    after.inline_part->name = "Old DGX";
    const auto named = with_own_part(before, catalog(), before.parts[0], after);
    QVERIFY(!named);
    QCOMPARE(named.error().what, std::string("another part is called 'Old DGX'"));
    for (const char* id : {"old-dgx", "dgx-h100", ""}) {
        PartRef other = before.parts[0];
        other.id = id;
        QVERIFY(!with_own_part(before, catalog(), before.parts[0], other));
    }
    QVERIFY(!with_own_part(before, catalog(), {}, PartRef{}));
}

void TestOwnParts::a_used_part_is_not_removed_without_another() {
    const auto project = read(project_with(warm_dgx, two_of_it));
    const Scenario& before = project->scenarios[0];
    const auto refused = without_own_part(before, catalog(), before.parts[0]);
    QVERIFY(!refused);
    QCOMPARE(refused.error().text(),
             std::string("Warm DGX: 2 elements are made of it: replace it there first"));
    QVERIFY(!without_own_part(before, catalog(), before.parts[0], "rack-48u")); // another kind
    const auto replaced = without_own_part(before, catalog(), before.parts[0], "dgx-h100");
    QVERIFY(replaced);
    QVERIFY(replaced->parts.empty());
    for (const Element& element : replaced->cluster.elements) {
        QCOMPARE(element.part.id, std::string("dgx-h100"));
        QVERIFY(!element.part.inline_part);
    }
}

void TestOwnParts::definitions_of_one_element_are_parts_too() {
    // As files had them before a scenario could keep parts: each element with its own definition.
    const auto project = read(project_with("", R"(
        {"id": "a", "kind": "server", "part": {"base": "dgx-h100", "max_power": "9 kW"}},
        {"id": "b", "kind": "server", "part": {"base": "dgx-h100", "max_power": "9 kW"}},
        {"id": "c", "kind": "server", "part": {"base": "dgx-h100", "max_power": "8 kW"}})"));
    QVERIFY(project);
    const auto own = own_parts(project->scenarios[0]);
    QCOMPARE(own.size(), size_t(2));
    QCOMPARE(own[0].uses, 2);
    QVERIFY(!own[0].kept);
    // Edited, it gets an id of its own and is kept; the other stays as it is.
    PartRef after = own_copy(project->scenarios[0], catalog(), own[0].part, PartKind::server);
    const auto changed = with_own_part(project->scenarios[0], catalog(), own[0].part, after);
    QVERIFY(changed);
    QCOMPARE(changed->parts.size(), size_t(1));
    QCOMPARE(changed->cluster.elements[1].part, after);
    QCOMPARE(changed->cluster.elements[2].part, own[1].part);
}

void TestOwnParts::figures_that_differ_are_known() {
    const auto project = read(project_with(warm_dgx, ""));
    QCOMPARE(changed_figures(project->scenarios[0].parts[0], catalog()),
             (std::vector<std::string>{"max_power"}));
}

void TestOwnParts::changes_make_figures_of_the_base_untrue_data() {
    QTest::addColumn<std::string>("part");
    QTest::addColumn<std::string>("figure");
    QTest::addColumn<double>("value"); // NaN: not known
    const double unknown = std::nan("");
    const auto row = [](const char* name, const std::string& part, const std::string& figure, double value) {
        QTest::newRow(name) << part << figure << value;
    };
    const std::string half = R"({"kind": "server", "base": "hgx-a100", "id": "ours", "gpus": 4)";
    row("power, half the GPUs", half + "}", "max_power", 3250); // 6.5 kW, eight GPUs
    row("typical power", half + "}", "typical_power", 2250);
    row("power that is given", half + R"(, "max_power": "4 kW"})", "max_power", 4000);
    row("typical power, another maximum", half + R"(, "max_power": "4 kW"})", "typical_power", unknown);
    row("price", half + "}", "price", unknown);
    row("price that is given", half + R"(, "price": "$70k"})", "price", 70e3);
    row("height, whole units", half + "}", "height_u", 3);
    row("supplies", half + "}", "psu_count", unknown);
    row("NICs, whole ones", half + "}", "nics", 4); // eight for eight GPUs
    row("the scale-up fabric of all its GPUs", half + "}", "scale_up_domain", 4);
    row("one that spans servers", R"({"kind": "server", "base": "gb200-tray", "id": "ours", "gpus": 2})",
        "scale_up_domain", 72);
    row("one GPU, price", R"({"kind": "server", "base": "dgx-h100", "id": "ours", "gpus": 1})", "price",
        unknown);
    row("one GPU, power", R"({"kind": "server", "base": "dgx-h100", "id": "ours", "gpus": 1})", "max_power",
        10200.0 / 8);
    row("GPUs of another TDP", R"({"kind": "server", "base": "dgx-h100", "id": "ours", "gpu_tdp": "500 W"})",
        "max_power", unknown);
    row("more memory a GPU",
        R"({"kind": "accelerator", "base": "h100-sxm5", "id": "ours", "hbm_capacity": "120 GB"})", "price",
        unknown);
    row("what a GPU has", half + "}", "host_link_rate", 31.5e9);
    const std::string other = R"({"kind": "server", "base": "hgx-a100", "id": "ours")";
    row("another accelerator", other + R"(, "accelerator": "h100-sxm5"})", "max_power", unknown);
    // A chip with another memory draws, cools and stands as the one that it is made of; its price is another.
    const std::string twin = R"({"kind": "server", "base": "dgx-h100", "id": "ours", "accelerator":
        {"kind": "accelerator", "base": "h100-sxm5", "id": "h100-120", "hbm_capacity": "120 GB")";
    row("an accelerator of more memory, power", twin + "}}", "max_power", 10200);
    row("an accelerator of more memory, height", twin + "}}", "height_u", 8);
    row("an accelerator of more memory, price", twin + "}}", "price", unknown);
    row("an accelerator of another TDP", twin + R"(, "tdp": "900 W"}})", "max_power", unknown);
    row("an accelerator in another form", twin + R"(, "form": "pcie"}})", "height_u", unknown);
    row("another inlet", other + R"(, "inlet_max": "40 °C"})", "price", 180e3);
    row("faster NICs", other + R"(, "nic_rate": "400 Gb/s"})", "price", unknown);
    row("faster NICs draw", other + R"(, "nic_rate": "400 Gb/s"})", "nic_power", unknown);
    // √3 · 415 V · 30 A · 0.8 = 17.25 kVA.
    row("half the breaker", R"({"kind": "feed", "base": "feed-415v-60a", "id": "ours", "current": 30})",
        "apparent_power", 17250);
    row("half the ports", R"({"kind": "switch", "base": "qm9700", "id": "ours", "ports": 32})", "height_u",
        1);
    row("half the ports, price", R"({"kind": "switch", "base": "qm9700", "id": "ours", "ports": 32})",
        "price", unknown);
    row("half the cooler", R"({"kind": "cooling", "base": "crah-120kw", "id": "ours", "capacity": "60 kW"})",
        "price", unknown);
}

void TestOwnParts::changes_make_figures_of_the_base_untrue() {
    QFETCH(std::string, part);
    QFETCH(std::string, figure);
    QFETCH(double, value);
    const auto read = parse_own_part(part, catalog());
    QVERIFY2(read, read ? "" : read.error().text().c_str());
    const auto found = read->inline_part->value(figure);
    QCOMPARE(found.has_value(), !std::isnan(value));
    if (found) QVERIFY2(std::abs(*found / value - 1) < 1e-9, qPrintable(QString::number(*found)));
    // An edit in the window does the same.
    Scenario scenario;
    PartRef edited = *read;
    const Part& base = *catalog().part(read->base);
    for (auto& [key, own] : edited.inline_part->figures)
        if (is_settled(own)) own = base.figures.find(key)->second;
    const auto kept = with_own_part(scenario, catalog(), {}, edited);
    QVERIFY2(kept, kept ? "" : kept.error().text().c_str());
    QCOMPARE(kept->parts.front(), *read);
}

/// One GPU of eight: an eighth of 10.2 kW, or all that is beside the GPUs as it was: CPUs 700 W, memory 250,
/// eight NICs of 25, switches 400, board 300, fans 1,400 = 3,250 W, and an eighth of the other 6,950.
void TestOwnParts::power_of_fewer_gpus_has_a_band() {
    const auto read =
        parse_own_part(R"({"kind": "server", "base": "dgx-h100", "id": "ours", "gpus": 1})", catalog());
    QVERIFY(read);
    const SourcedValue& most = read->inline_part->figures.at("max_power");
    QCOMPARE(most.status, Status::judgement);
    QVERIFY(most.low && most.high);
    QVERIFY(std::abs(*most.low / 1275 - 1) < 1e-9);
    QVERIFY2(std::abs(*most.high / (3250 + 6950. / 8) - 1) < 1e-9, qPrintable(QString::number(*most.high)));
    // Twice the GPUs: the lower end is what only the GPUs add.
    const auto twice =
        parse_own_part(R"({"kind": "server", "base": "dgx-h100", "id": "ours", "gpus": 16})", catalog());
    QVERIFY(std::abs(*twice->inline_part->figures.at("max_power").low / (3250 + 2 * 6950) - 1) < 1e-9);
    QVERIFY(std::abs(*twice->inline_part->figures.at("max_power").high / 20400 - 1) < 1e-9);
    // What the project says itself has none.
    const auto given = parse_own_part(
        R"({"kind": "server", "base": "dgx-h100", "id": "ours", "gpus": 1, "max_power": "2 kW"})", catalog());
    QVERIFY(!given->inline_part->figures.at("max_power").low);
}

void TestOwnParts::every_rule_names_figures_that_there_are() {
    for (const InheritanceRule& rule : inheritance_rules()) {
        QVERIFY2(value_spec(rule.kind, rule.figure), std::string(rule.figure).c_str());
        for (const std::string_view keys : {rule.scales, rule.voids})
            for (const QString& key :
                 QString::fromUtf8(keys.data(), qsizetype(keys.size())).split(u' ', Qt::SkipEmptyParts)) {
                const std::string name = key.toStdString();
                const bool is_text = std::ranges::any_of(catalog().parts(), [&](const Part& part) {
                    return part.kind == rule.kind && part.text.contains(name);
                });
                QVERIFY2(name == "gpu_*" || name == "nic" || value_spec(rule.kind, name) || is_text,
                         qPrintable(key));
            }
    }
    // No power and no price of a server is in none.
    for (const ValueSpec& spec : value_specs(PartKind::server)) {
        const bool ruled = std::ranges::any_of(inheritance_rules(), [&](const InheritanceRule& rule) {
            return rule.kind == PartKind::server && rule.figure == spec.key;
        });
        if (spec.key.starts_with("gpu_")) continue; // no server of the catalogue has such a one
        if (spec.dimension == Dimension::power || spec.dimension == Dimension::money)
            QVERIFY2(ruled, std::string(spec.key).c_str());
    }
}

void TestOwnParts::what_no_longer_holds_is_in_no_file() {
    const std::string text =
        R"({"kind": "server", "base": "hgx-a100", "id": "ours", "name": "Ours", "gpus": 1})";
    const auto part = parse_own_part(text, catalog());
    QVERIFY(part);
    const QString written = QString::fromStdString(own_part_text(*part, Catalog::built_in()));
    QVERIFY2(!written.contains("price") && !written.contains("power"), qPrintable(written));
    QCOMPARE(*parse_own_part(own_part_text(*part, Catalog::built_in()), catalog()), *part);
    QCOMPARE(changed_figures(*part, catalog()), std::vector<std::string>{"gpus"});
    // Back to eight, all holds again.
    PartRef back = *part;
    back.inline_part->figures["gpus"] = catalog().part("hgx-a100")->figures.find("gpus")->second;
    settle_inherited(*back.inline_part, *catalog().part("hgx-a100"));
    QCOMPARE(back.inline_part->figures, catalog().part("hgx-a100")->figures);
}

void TestOwnParts::a_part_travels_as_text() {
    const auto project = read(project_with(warm_dgx, two_of_it));
    const PartRef& part = project->scenarios[0].parts[0];
    const auto back = parse_own_part(own_part_text(part, Catalog::built_in()), catalog());
    QVERIFY2(back, back ? "" : back.error().text().c_str());
    QCOMPARE(*back, part);
    for (const char* junk :
         {"", "{", "[]", "7", "{\"id\": \"x\"}", "{\"base\": \"dgx-h100\", \"max_power\": []}"})
        QVERIFY(!parse_own_part(junk, catalog()));
}

/// A part of a house's own catalogue, and one that is based on it without its latency.
void TestOwnParts::another_catalogue_is_the_one_that_is_written_by() {
    std::vector<EmbeddedFile> files(embedded_files().begin(), embedded_files().end());
    files.push_back({"resources/catalog/house.json", R"({"parts": [
        {"id": "house-switch", "kind": "switch", "name": "House switch", "vendor": "House",
         "figures": {"ports": {"value": 64, "status": "from_memory"},
                     "port_rate": {"value": "400 Gb/s", "status": "from_memory"},
                     "latency": {"value": "700 ns", "status": "from_memory"}}}]})"});
    const auto house = Catalog::parse(files);
    QVERIFY2(house, house ? "" : house.error().text().c_str());
    const std::string text = project_with(
        R"({"kind": "switch", "base": "house-switch", "id": "ours", "name": "Ours", "ports": 32, "latency": null})",
        R"({"id": "leaf", "kind": "switch", "part": "ours"})");
    const auto loaded = parse_project(text, *house);
    QVERIFY2(loaded, loaded ? "" : loaded.error().text().c_str());
    const std::string written = project_text(loaded->project, *house);
    QVERIFY2(written.find("port_rate") == std::string::npos, written.c_str()); // the base says it
    const auto again = parse_project(written, *house);
    QVERIFY2(again, again ? "" : again.error().text().c_str());
    QVERIFY(again->project == loaded->project);
    const PartRef& part = loaded->project.scenarios[0].parts[0];
    QCOMPARE(*parse_own_part(own_part_text(part, *house), *house), part);
    const QTemporaryDir folder;
    const auto path = std::filesystem::path(folder.path().toStdString()) / "house.roofrack.json";
    const auto saved = write_project(loaded->project, path, *house);
    QVERIFY2(saved, saved ? "" : saved.error().text().c_str());
    QVERIFY(project_schema(*house).find("house-switch") != std::string::npos);
    const auto changed = set_value(loaded->project.scenarios[0], "/parts/ours/ports", "48", *house);
    QVERIFY2(changed, changed ? "" : changed.error().text().c_str());
    QVERIFY(!changed->parts[0].inline_part->figures.contains("latency"));
}

void TestOwnParts::one_figure_is_set_from_the_command_line() {
    const auto project = read(project_with(warm_dgx, two_of_it));
    // In the part: all that use it. In an element: a definition of its own.
    const auto all = set_value(project->scenarios[0], "/parts/warm-dgx/max_power", "9 kW", catalog());
    QVERIFY2(all, all ? "" : all.error().text().c_str());
    for (const Element& element : all->cluster.elements)
        QCOMPARE(*element.part.inline_part->value("max_power"), 9e3);
    const auto one =
        set_value(project->scenarios[0], "/cluster/elements/a/part/max_power", "9 kW", catalog());
    QVERIFY2(one, one ? "" : one.error().text().c_str());
    QCOMPARE(*one->cluster.elements[0].part.inline_part->value("max_power"), 9e3);
    QCOMPARE(*one->cluster.elements[1].part.inline_part->value("max_power"), 11e3);
    QCOMPARE(*one->cluster.elements[0].part.inline_part->value("gpus"), 8.0);
}

void TestOwnParts::the_command_line_prints_them() {
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("own.roofrack.json"));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QByteArray::fromStdString(project_with(warm_dgx, two_of_it)));
    file.close();
    const auto run = [](const QStringList& arguments) {
        const test::ProgramRun said = test::run_cli(QStringList{"catalog"} + arguments);
        return said.exit_code == 0 ? said.out : QByteArray();
    };
    const QJsonArray servers =
        QJsonDocument::fromJson(run({"list", "--kind", "server", "--project", path, "--json"})).array();
    QCOMPARE(servers[0]["id"].toString(), QStringLiteral("warm-dgx"));
    QCOMPARE(servers[0]["base"].toString(), QStringLiteral("dgx-h100"));
    QVERIFY(servers[0]["own"].toBool() && !servers[1]["own"].toBool());
    QVERIFY(servers[0]["key_figures"].toString().contains(QStringLiteral("11 kW")));
    QVERIFY(run({"list", "--project", path}).contains("the project's own, from dgx-h100"));
    QVERIFY(run({"show", "warm-dgx", "--project", path}).contains("dgx-h100's is 10.2 kW"));
    const QJsonObject part =
        QJsonDocument::fromJson(run({"show", "warm-dgx", "--project", path, "--json"})).object();
    const QJsonObject power = part["figures"].toObject()["max_power"].toObject();
    QCOMPARE(power["value"].toDouble(), 11e3);
    QCOMPARE(power["catalogue"].toObject()["value"].toDouble(), 10.2e3);
    QVERIFY(run({"show", "warm-dgx"}).isEmpty());
    QVERIFY(run({"list", "--project", folder.filePath(QStringLiteral("none.json"))}).isEmpty());
}

QTEST_GUILESS_MAIN(TestOwnParts)
#include "test_own_parts.moc"
