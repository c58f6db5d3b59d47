// SPDX-License-Identifier: GPL-3.0-or-later
// Accelerators, NICs and cables of one's own: defined, derived, named by servers and links, priced, doubted.
#include "core/base/catalog/catalog.h"
#include "core/base/catalog/unlikely_figures.h"
#include "core/drawing/check/check.h"
#include "core/drawing/drawn_parts.h"
#include "core/drawing/own_accelerator.h"
#include "core/drawing/project/address/set_value.h"
#include "core/drawing/project/new_part.h"
#include "core/drawing/project/own_parts.h"
#include "core/drawing/project/project_file.h"
#include "core/facility/economics/capital.h"
#include "core/step/engine/evaluate.h"

#include <QTest>

using namespace roofrack;

namespace {

const Catalog& catalog() { return Catalog::built_in(); }

Result<Project> read_own(const std::string& parts, const std::string& elements,
                         const std::string& more = {}) {
    auto loaded = parse_project(R"({"schema": 1, "scenarios": [{"name": "Base", "parts": [)" + parts +
                                    R"(], "cluster": {"elements": [)" + elements + "]" + more + "}}]}",
                                catalog(), "test");
    if (!loaded) return tl::unexpected(loaded.error());
    return std::move(loaded->project);
}

const std::string my_gpu =
    R"({"kind": "accelerator", "id": "my-gpu", "name": "My GPU", "architecture": "hopper",
    "dense_bf16": "1.2 PFLOP/s", "hbm_capacity": "200 GB", "hbm_rate": "6 TB/s", "scale_up_rate": "450 GB/s",
    "scale_up": "nvswitch", "tdp": "900 W"})";
const std::string my_server =
    R"({"kind": "server", "base": "hgx-h100", "id": "my-server", "name": "My server", "accelerator": "my-gpu"})";
const std::string two = R"({"id": "a", "kind": "server", "part": "my-server", "count": 2})";

const Part& part_of(const Project& project, size_t i) { return *project.scenarios[0].parts[i].inline_part; }

std::optional<SourcedValue> figure(const Part& part, const char* key) {
    const auto found = part.figures.find(key);
    return found == part.figures.end() ? std::nullopt : std::optional(found->second);
}

} // namespace

class TestOwnKinds : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void a_server_names_its_own_accelerator();
    void order_in_the_file_does_not_matter();
    void what_it_names_is_written_once_and_travels();
    void an_edit_of_an_accelerator_reaches_the_servers();
    void a_derived_part_keeps_only_what_it_changes();
    void a_step_is_evaluated_with_it();
    void the_price_is_unknown_until_it_is_given();
    void one_gpu_of_eight_has_no_price_of_eight();
    void a_nic_gives_rate_and_power();
    void a_cable_of_ones_own_carries_and_costs();
    void what_rests_on_a_part_holds_it();
    void a_form_makes_part_and_server();
    void names_as_people_write_them_data();
    void names_as_people_write_them();
    void contradictions_are_said_data();
    void contradictions_are_said();
    void the_catalogue_doubts_nothing_of_its_own();
    void a_drawn_doubt_is_a_finding();
};

void TestOwnKinds::a_server_names_its_own_accelerator() {
    const auto project = read_own(my_gpu + "," + my_server, two);
    QVERIFY2(project, project ? "" : project.error().text().c_str());
    const Part& server = *project->scenarios[0].cluster.elements[0].part.inline_part;
    const auto gpu = accelerator_of(server, catalog());
    QVERIFY(gpu);
    QCOMPARE(gpu->name, std::string("My GPU"));
    QCOMPARE(*gpu->value("hbm_capacity"), 200e9);
    // Another accelerator: power and price of the base hold no longer.
    QVERIFY(!server.value("max_power") && !server.value("price"));
    QCOMPARE(figure(server, "price")->status, Status::unknown);
    QVERIFY(!figure(server, "price")->source.empty());
}

void TestOwnKinds::order_in_the_file_does_not_matter() {
    const auto project = read_own(my_server + "," + my_gpu, two);
    QVERIFY2(project, project ? "" : project.error().text().c_str());
    QCOMPARE(project->scenarios[0].parts[0].id, std::string("my-server"));
    QCOMPARE(part_of(*project, 0).own_accelerator->name, std::string("My GPU"));
}

void TestOwnKinds::what_it_names_is_written_once_and_travels() {
    const auto project = read_own(my_gpu + "," + my_server, two);
    const std::string text = project_text(*project, catalog());
    QCOMPARE(QString::fromStdString(text).count("\"hbm_capacity\""), 1);
    const auto again = parse_project(text, catalog(), "test");
    QVERIFY2(again, again ? "" : again.error().text().c_str());
    QVERIFY(again->project == *project);
    // To another drawing it takes its accelerator along.
    const PartRef& server = project->scenarios[0].parts[1];
    const auto alone = parse_own_part(own_part_text(server, catalog()), catalog());
    QVERIFY2(alone, alone ? "" : alone.error().text().c_str());
    QCOMPARE(*accelerator_of(*alone->inline_part, catalog())->value("hbm_rate"), 6e12);
}

void TestOwnKinds::an_edit_of_an_accelerator_reaches_the_servers() {
    const auto project = read_own(my_gpu + "," + my_server, two);
    const Scenario& before = project->scenarios[0];
    PartRef after = before.parts[0];
    after.inline_part->figures["hbm_rate"].value = 8e12;
    const auto changed = with_own_part(before, catalog(), before.parts[0], after);
    QVERIFY2(changed, changed ? "" : changed.error().text().c_str());
    QCOMPARE(*accelerator_of(*changed->cluster.elements[0].part.inline_part, catalog())->value("hbm_rate"),
             8e12);
    QCOMPARE(changed->cluster.elements[0].part, changed->parts[1]);
    QCOMPARE(users_of(*changed, changed->parts[0]), std::vector<std::string>{"a"});
    // The value is set by its address as well.
    const auto set = set_value(before, "/parts/my-gpu/hbm_rate", "7 TB/s", catalog());
    QVERIFY2(set, set ? "" : set.error().text().c_str());
    QCOMPARE(*accelerator_of(*set->cluster.elements[0].part.inline_part, catalog())->value("hbm_rate"), 7e12);
}

void TestOwnKinds::a_derived_part_keeps_only_what_it_changes() {
    const auto project =
        read_own(my_gpu + R"(, {"kind": "accelerator", "base": "my-gpu", "id": "my-gpu-2", "name": "My GPU 2",
                              "tdp": "1 kW"})",
                 "");
    QVERIFY2(project, project ? "" : project.error().text().c_str());
    QCOMPARE(*part_of(*project, 1).value("hbm_rate"), 6e12);
    QCOMPARE(changed_figures(project->scenarios[0].parts[1], catalog()), std::vector<std::string>{"tdp"});
    const Scenario& before = project->scenarios[0];
    PartRef after = before.parts[0];
    after.inline_part->figures["hbm_rate"].value = 8e12;
    after.inline_part->figures["tdp"].value = 800;
    const auto changed = with_own_part(before, catalog(), before.parts[0], after);
    QVERIFY(changed);
    QCOMPARE(*changed->parts[1].inline_part->value("hbm_rate"), 8e12); // from its base
    QCOMPARE(*changed->parts[1].inline_part->value("tdp"), 1000.0);    // its own
    QCOMPARE(changed->parts[1].inline_part->name, std::string("My GPU 2"));
    const auto again = parse_project(project_text(*project, catalog()), catalog(), "test");
    QVERIFY(again && again->project == *project);
}

void TestOwnKinds::a_step_is_evaluated_with_it() {
    const std::string rest = R"(, "links": []}, "workload": {"model": "llama2-7b", "global_batch": 64},
        "plan": {"tp": 8}, "x": {)";
    const std::string one = R"({"id": "a", "kind": "server", "part": "my-server"})";
    const auto project = read_own(my_gpu + "," + my_server, one, rest);
    QVERIFY2(project, project ? "" : project.error().text().c_str());
    const auto prepared = Prepared::make(project->scenarios[0], catalog());
    QVERIFY2(prepared, prepared ? "" : prepared.error().text().c_str());
    const Evaluation own = evaluate(*prepared);
    QVERIFY(own.feasible);
    QCOMPARE(own.memory.capacity.si() > 150e9, true); // it has 200 GB
    // A server's own figures of its GPUs stand before the accelerator's: 8 × 400 W less.
    const auto cooler = set_value(project->scenarios[0], "/parts/my-server/gpu_tdp", "500 W", catalog());
    QVERIFY2(cooler, cooler ? "" : cooler.error().text().c_str());
    const Evaluation saved = evaluate(*Prepared::make(*cooler, catalog()));
    QVERIFY2(saved.power.it.si() < own.power.it.si() - 500,
             qPrintable(QStringLiteral("%1 %2").arg(saved.power.it.si()).arg(own.power.it.si())));
    // Half the arithmetic: a slower step.
    const auto half = set_value(project->scenarios[0], "/parts/my-gpu/dense_bf16", "600 TFLOP/s", catalog());
    QVERIFY2(half, half ? "" : half.error().text().c_str());
    const Evaluation slower = evaluate(*Prepared::make(*half, catalog()));
    QVERIFY(slower.step_time.si() > 1.3 * own.step_time.si());
}

void TestOwnKinds::the_price_is_unknown_until_it_is_given() {
    // An architecture that no class of prices knows.
    const std::string odd =
        R"({"kind": "accelerator", "id": "odd", "name": "Odd", "dense_bf16": "300 TFLOP/s",
        "hbm_capacity": "96 GB", "hbm_rate": "2 TB/s", "tdp": "400 W"})";
    const std::string box =
        R"({"kind": "server", "base": "hgx-h100", "id": "box", "name": "Odd box", "accelerator": "odd"})";
    const std::string drawn = R"({"id": "a", "kind": "server", "part": "box", "count": 3})";
    auto project = read_own(odd + "," + box, drawn);
    QVERIFY2(project, project ? "" : project.error().text().c_str());
    const Scenario& scenario = project->scenarios[0];
    const auto unknown = capital_of(scenario.cluster, scenario.site, catalog());
    QCOMPARE(unknown->rows[0].basis, PriceBasis::none);
    QCOMPARE(unknown->without_price, std::vector<std::string>{"Odd box"});
    QVERIFY2(unknown->rows[0].source.find("has other accelerator") != std::string::npos,
             unknown->rows[0].source.c_str());
    const auto bill = bill_of_materials(scenario.cluster, catalog());
    QVERIFY2(bill->rows[0].note.find("base's price does not hold") != std::string::npos,
             bill->rows[0].note.c_str());
    // The GPU's own: eight of them, and a server around them by class (8, 15, 30 k$), three times.
    auto priced = set_value(scenario, "/parts/odd/price", "5000", catalog());
    QVERIFY2(priced, priced ? "" : priced.error().text().c_str());
    const auto of_gpus = capital_of(priced->cluster, priced->site, catalog());
    QCOMPARE(of_gpus->rows[0].basis, PriceBasis::project);
    QCOMPARE(of_gpus->rows[0].price.likely, 3 * (8 * 5000.0 + 15000));
    QCOMPARE(of_gpus->rows[0].price.low, 3 * (8 * 5000.0 + 8000));
    // The server's own stands before it.
    priced = set_value(*priced, "/parts/box/price", "90 k$", catalog());
    QVERIFY2(priced, priced ? "" : priced.error().text().c_str());
    QCOMPARE(capital_of(priced->cluster, priced->site, catalog())->rows[0].price.likely, 270e3);
}

void TestOwnKinds::one_gpu_of_eight_has_no_price_of_eight() {
    const auto project =
        read_own(R"({"kind": "server", "base": "dgx-h100", "id": "one", "name": "One GPU", "gpus": 1})",
                 R"({"id": "a", "kind": "server", "part": "one", "count": 42})");
    const Scenario& scenario = project->scenarios[0];
    const auto capital = capital_of(scenario.cluster, scenario.site, catalog());
    QCOMPARE(capital->rows[0].basis, PriceBasis::estimate);
    QCOMPARE(capital->rows[0].price_class, std::string("server.hopper"));
    QCOMPARE(capital->rows[0].price.likely, 42 * 36000.0); // resources/catalog/prices.json: 36 k$ a GPU
    QVERIFY(capital->rows[0].price.low < capital->rows[0].price.high);
    QVERIFY2(capital->rows[0].source.find("DGX H100 has other GPUs") != std::string::npos,
             capital->rows[0].source.c_str());
    const Part& part = *scenario.parts[0].inline_part;
    QCOMPARE(figure(part, "max_power")->status, Status::judgement);
    QCOMPARE(*part.value("scale_up_domain"), 1.0);
    QCOMPARE(*part.value("nics"), 1.0);
}

void TestOwnKinds::a_nic_gives_rate_and_power() {
    const std::string nic =
        R"({"kind": "nic", "id": "my-nic", "name": "My NIC", "rate": "800 Gb/s", "power": "40 W"})";
    const std::string box = R"({"kind": "server", "base": "dgx-h100", "id": "box", "nic": "my-nic"})";
    const auto project = read_own(box + "," + nic, "");
    QVERIFY2(project, project ? "" : project.error().text().c_str());
    QCOMPARE(*part_of(*project, 0).value("nic_rate"), 100e9);
    QCOMPARE(*part_of(*project, 0).value("nic_power"), 40.0);
    QVERIFY(!part_of(*project, 0).value("price"));
    const std::string text = project_text(*project, catalog());
    QVERIFY2(text.find("nic_rate") == std::string::npos, text.c_str());
    const auto again = parse_project(text, catalog(), "test");
    QVERIFY(again && again->project == *project);
    const auto faster = set_value(project->scenarios[0], "/parts/my-nic/rate", "400 Gb/s", catalog());
    QVERIFY2(faster, faster ? "" : faster.error().text().c_str());
    QCOMPARE(*faster->parts[0].inline_part->value("nic_rate"), 50e9);
}

void TestOwnKinds::a_cable_of_ones_own_carries_and_costs() {
    const std::string cable = R"({"kind": "cable", "id": "my-aec", "name": "My AEC", "medium": "copper",
        "rate": "400 Gb/s", "length_max": 7, "power_per_end": "6 W", "price": {"value": 200, "low": 150, "high": 260}})";
    const auto project =
        read_own(cable, R"({"id": "a", "kind": "server", "part": "dgx-h100"},
        {"id": "s", "kind": "switch", "part": "qm9700"})",
                 R"(, "links": [{"id": "l", "from": "a", "to": "s", "count": 8, "cable": "my-aec"}])");
    QVERIFY2(project, project ? "" : project.error().text().c_str());
    const Scenario& scenario = project->scenarios[0];
    QCOMPARE(cable_of(scenario.cluster.links[0], catalog())->name, std::string("My AEC"));
    const auto capital = capital_of(scenario.cluster, scenario.site, catalog());
    const auto row = std::ranges::find(capital->rows, std::string("my-aec"), &CapitalRow::part);
    QVERIFY(row != capital->rows.end());
    QCOMPARE(row->basis, PriceBasis::project);
    QCOMPARE(row->price, (PriceBand{8 * 150.0, 8 * 200.0, 8 * 260.0}));
    const auto again = parse_project(project_text(*project, catalog()), catalog(), "test");
    QVERIFY(again && again->project == *project);
    // Its rate holds the ports back; an edit reaches the link.
    PartRef after = scenario.parts[0];
    after.inline_part->figures["rate"].value = 25e9;
    const auto slower = with_own_part(scenario, catalog(), scenario.parts[0], after);
    QVERIFY(slower);
    const auto findings = check_cluster(slower->cluster, catalog());
    QVERIFY(std::ranges::any_of(findings, [](const Finding& each) { return each.id == "cable-too-slow"; }));
    QVERIFY(!without_own_part(scenario, catalog(), scenario.parts[0]));
    const auto replaced = without_own_part(scenario, catalog(), scenario.parts[0], "dac-400g");
    QVERIFY(!replaced || !replaced->cluster.links[0].own_cable);
}

void TestOwnKinds::what_rests_on_a_part_holds_it() {
    const auto project = read_own(my_gpu + "," + my_server, "");
    const Scenario& scenario = project->scenarios[0];
    const auto refused = without_own_part(scenario, catalog(), scenario.parts[0]);
    QVERIFY(!refused);
    QCOMPARE(refused.error().text(), std::string("My GPU: 'My server' rests on it: change that part first"));
    QVERIFY(without_own_part(scenario, catalog(), scenario.parts[1]));
}

void TestOwnKinds::a_form_makes_part_and_server() {
    NewPart asked;
    asked.name = "Invented";
    asked.figures = {{"dense_bf16", 2e15}, {"hbm_capacity", 300e9}, {"hbm_rate", 10e12}, {"tdp", 1200}};
    asked.server_like = "hgx-h100";
    asked.server_gpus = 4;
    const auto made = make_part({}, catalog(), asked);
    QVERIFY2(made, made ? "" : made.error().text().c_str());
    QCOMPARE(made->scenario.parts.size(), size_t(2));
    QCOMPARE(made->part.id, std::string("own-invented"));
    const Part& server = *made->server->inline_part;
    QCOMPARE(*server.value("gpus"), 4.0);
    QCOMPARE(*accelerator_of(server, catalog())->value("hbm_capacity"), 300e9);
    QVERIFY(!server.value("price") && !server.value("max_power"));
    // Derived: only what differs is its own.
    NewPart derived;
    derived.name = "H100 with more memory";
    derived.base = "NVIDIA H100 SXM";
    derived.figures = {{"hbm_capacity", 120e9}};
    const auto more = make_part(made->scenario, catalog(), derived);
    QVERIFY2(more, more ? "" : more.error().text().c_str());
    QCOMPARE(more->part.base, std::string("h100-sxm5"));
    QCOMPARE(changed_figures(more->part, catalog()), std::vector<std::string>{"hbm_capacity"});
    QVERIFY(!more->part.inline_part->value("rent")); // a rent is asked for an H100 as it is sold
    for (const auto& [name, base, where] : {std::tuple{"", "", "name"},
                                            {"Invented", "", "name"},
                                            {"x", "no such", "base"},
                                            {"x", "GH200", "base"}}) {
        NewPart bad;
        bad.name = name;
        bad.base = base;
        const auto refused = make_part(made->scenario, catalog(), bad);
        QVERIFY(!refused);
        QCOMPARE(refused.error().where, std::string(where));
        QVERIFY(!refused.error().fix.empty());
    }
}

void TestOwnKinds::names_as_people_write_them_data() {
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("written");
    QTest::addColumn<QString>("id"); // empty: none, or several
    const auto row = [](const char* kind, const char* written, const char* id) {
        QTest::addRow("%s %s", kind, written) << QString(kind) << QString(written) << QString(id);
    };
    for (const char* h800 : {"H800", "h800", "NVIDIA H800", "H800 SXM5"})
        row("accelerator", h800, "h800-sxm5");
    for (const char* mi300 : {"MI300X OAM", "AMD Instinct MI300X", "mi300x-oam", "MI300X"})
        row("accelerator", mi300, "mi300x");
    for (const char* rtx : {"RTX 4090", "rtx4090", "RTX-4090", "NVIDIA GeForce RTX 4090", "GeForce RTX4090"})
        row("accelerator", rtx, "rtx-4090");
    for (const char* b200 : {"B200", "NVIDIA B200", "b200 sxm"}) row("accelerator", b200, "b200-sxm");
    row("server", "GH200", "gh200-1");
    row("server", "NVIDIA DGX H100", "dgx-h100");
    row("accelerator", "GH200", ""); // 96 GB or 144 GB
    row("accelerator", "GH200 144GB", "gh200-144gb");
    row("accelerator", "MI300", ""); // MI300A is another
    row("accelerator", "A1", "");
    row("accelerator", "", "");
    row("accelerator", "NVIDIA", "");
}

void TestOwnKinds::names_as_people_write_them() {
    QFETCH(QString, kind);
    QFETCH(QString, written);
    QFETCH(QString, id);
    const Part* part = catalog().part(*part_kind(kind.toStdString()), written.toStdString());
    QCOMPARE(part ? QString::fromStdString(part->id) : QString(), id);
}

void TestOwnKinds::contradictions_are_said_data() {
    QTest::addColumn<std::string>("part");
    QTest::addColumn<std::string>("key");
    QTest::addColumn<std::string>("what");
    const auto row = [](const char* name, const std::string& part, const std::string& key,
                        const std::string& what) { QTest::newRow(name) << part << key << what; };
    const std::string gpu = R"({"kind": "accelerator", "base": "h100-sxm5", "id": "x", )";
    row("memory in MB", gpu + R"("hbm_capacity": "80 MB"})", "hbm_capacity", "80 GB would be usual");
    row("memory in TB", gpu + R"("hbm_capacity": "80 TB"})", "hbm_capacity", "a unit off by 1,000");
    row("memory bandwidth in GB/s", gpu + R"("hbm_rate": "3.35 GB/s"})", "hbm_rate", "far below");
    row("FLOP/s in TFLOP/s", gpu + R"("dense_bf16": "989 PFLOP/s", "dense_fp8": null})", "dense_bf16",
        "FLOP/s");
    row("sparse", gpu + R"("dense_bf16": "1979 TFLOP/s"})", "dense_bf16", "structured sparsity");
    row("8 bits slower than 16", gpu + R"("dense_fp8": "500 TFLOP/s"})", "dense_bf16", "more than FP8");
    row("idle above TDP", gpu + R"("tdp": "50 W"})", "idle", "more than Thermal design power");
    const std::string box = R"({"kind": "server", "base": "dgx-h100", "id": "x", )";
    row("NIC above its link", box + R"("nic_rate": "3200 Gb/s"})", "nic_rate", "more than the PCIe link");
    row("power below its GPUs", box + R"("max_power": "4 kW"})", "max_power", "less than its 8 GPUs");
    row("power above its supplies", box + R"("max_power": "40 kW"})", "max_power", "supplies of");
    row("typical above maximum", box + R"("typical_power": "11 kW"})", "typical_power",
        "more than Maximum power");
    row("feed above its breaker",
        R"({"kind": "feed", "base": "feed-415v-60a", "id": "x", "apparent_power": "60 kW"})",
        "apparent_power", "415 V and 60 A carry");
    row("a share above one", R"({"kind": "feed", "base": "feed-415v-60a", "id": "x", "power_factor": 95})",
        "power_factor", "is a share");
}

void TestOwnKinds::contradictions_are_said() {
    QFETCH(std::string, part);
    QFETCH(std::string, key);
    QFETCH(std::string, what);
    const auto read = parse_own_part(part, catalog());
    QVERIFY2(read, read ? "" : read.error().text().c_str());
    const Part& own = *read->inline_part;
    const auto doubts = unlikely_figures(
        own, own.kind == PartKind::server ? named_accelerator(own, catalog()) : nullptr, catalog());
    const auto found = std::ranges::find(doubts, key, &UnlikelyFigure::key);
    std::string all;
    for (const UnlikelyFigure& each : doubts) all += each.key + ": " + each.what + " | " + each.usual + "\n";
    QVERIFY2(found != doubts.end(), all.c_str());
    QVERIFY2(found->what.find(what) != std::string::npos, all.c_str());
    QVERIFY2(!found->usual.empty() || key == "power_factor", all.c_str());
}

void TestOwnKinds::the_catalogue_doubts_nothing_of_its_own() {
    std::string all;
    for (const Part& part : catalog().parts())
        for (const UnlikelyFigure& each : unlikely_figures(
                 part, part.kind == PartKind::server ? named_accelerator(part, catalog()) : nullptr,
                 catalog()))
            all += part.id + " " + each.key + ": " + each.what + "\n";
    QVERIFY2(all.empty(), all.c_str());
}

void TestOwnKinds::a_drawn_doubt_is_a_finding() {
    const auto project =
        read_own(R"({"kind": "server", "base": "dgx-h100", "id": "x", "name": "X", "max_power": "4 kW"})",
                 R"({"id": "a", "kind": "server", "part": "x"}, {"id": "b", "kind": "server", "part": "x"})");
    const auto findings = check_cluster(project->scenarios[0].cluster, catalog());
    const auto said = std::ranges::count(findings, std::string("unlikely-figure"), &Finding::id);
    QCOMPARE(said, 1);
    const auto found = std::ranges::find(findings, std::string("unlikely-figure"), &Finding::id);
    QVERIFY2(found->message.find(": X: ") != std::string::npos, found->message.c_str());
    QVERIFY2(found->message.find("max_power") == std::string::npos, found->message.c_str()); // it has a name
}

QTEST_GUILESS_MAIN(TestOwnKinds)
#include "test_own_kinds.moc"
