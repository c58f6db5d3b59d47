// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/catalog/catalog.h"
#include "core/base/catalog/part_name.h"
#include "core/base/constants/embedded.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>
#include <cmath>
#include <fstream>
#include <set>
#include <sstream>

using namespace roofrack;

namespace {

constexpr std::string_view sources_file = R"({"sources": {"S": "a source"}})";

/// A catalogue of one accelerator with these figures.
std::string accelerator(const std::string& figures, const std::string& id = "x1",
                        const std::string& more = {}) {
    return R"({"parts": [{"id": ")" + id +
           R"(", "kind": "accelerator", "name": "X1", "text": {"architecture": "hopper"}, )" + more +
           R"("figures": {)" + figures + "}}]}";
}

/// A source is something that a reader elsewhere can look up, never a path of one machine.
bool names_a_local_file(const std::string& text) {
    static const QRegularExpression path("(^|[\\s(:])(/[a-z]|\\.\\./|~/)");
    return path.match(QString::fromStdString(text)).hasMatch();
}

Result<Catalog> parse(const std::vector<std::string>& files) {
    static std::vector<std::string> paths;
    std::vector<EmbeddedFile> embedded{{"resources/catalog/sources.json", sources_file}};
    paths.clear();
    for (size_t i = 0; i < files.size(); ++i)
        paths.push_back("resources/catalog/" + std::to_string(i) + ".json");
    for (size_t i = 0; i < files.size(); ++i) embedded.push_back({paths[i], files[i]});
    return Catalog::parse(embedded);
}

} // namespace

class TestCatalog : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void built_in_parses();
    void the_known_figures();
    void every_figure_says_how_sure_it_is();
    void servers_name_their_accelerators();
    void published_names_resolve();
    void published_csv_names_resolve();
    void hardware_table_resolves();
    void refuses_data();
    void refuses();
    void finds_the_nearest();
    void short_names_leave_out_the_module();
    void kinds_of_gpu_have_names_of_their_own();
    void models_have_their_published_size_data();
    void models_have_their_published_size();
    void unknown_stays_unknown();
    void defaults_are_in_si();
    void defaults_are_complete();
};

void TestCatalog::built_in_parses() {
    const auto parsed = Catalog::parse(embedded_files());
    QVERIFY2(parsed, parsed ? "" : parsed.error().text().c_str());
    std::set<std::string> ids;
    for (const Part& part : parsed->parts()) QVERIFY2(ids.insert(part.id).second, part.id.c_str());
    for (const ModelSpec& model : parsed->models()) QVERIFY2(ids.insert(model.id).second, model.id.c_str());
    for (const PartKind kind :
         {PartKind::accelerator, PartKind::server, PartKind::switch_, PartKind::nic, PartKind::cable,
          PartKind::storage, PartKind::rack, PartKind::cooling, PartKind::feed})
        QVERIFY(std::ranges::any_of(parsed->parts(), [&](const Part& part) { return part.kind == kind; }));
}

void TestCatalog::the_known_figures() {
    const Catalog& catalog = Catalog::built_in();
    const Part* h100 = catalog.part("h100-sxm5");
    QVERIFY(h100);
    // NVIDIA H100 data sheet: 989 dense, 1,979 with sparsity (BF16); 3.35 TB/s; 700 W; NVLink 900 GB/s both
    // ways.
    QCOMPARE(h100->value("dense_bf16"), std::optional(989e12));
    QCOMPARE(h100->value("dense_fp8"), std::optional(1979e12));
    QCOMPARE(h100->value("hbm_rate"), std::optional(3.35e12));
    QCOMPARE(h100->value("tdp"), std::optional(700.0));
    QCOMPARE(h100->value("scale_up_rate"), std::optional(450e9));
    QCOMPARE(h100->value("hbm_capacity"), std::optional(85.5e9));
    // A100 80 GB: 80 GiB.
    QCOMPARE(catalog.part("a100-sxm4-80gb")->value("hbm_capacity"), std::optional(80 * 1073741824.0));
    // NVIDIA DGX H100 user guide: 10.2 kW, 8 × 400 Gb/s, 1,105 CFM.
    const Part* dgx = catalog.part("dgx-h100");
    QVERIFY(dgx);
    QCOMPARE(dgx->value("max_power"), std::optional(10200.0));
    QCOMPARE(dgx->value("nics"), std::optional(8.0));
    QCOMPARE(dgx->value("nic_rate"), std::optional(50e9));
    QVERIFY(std::abs(*dgx->value("air_flow") - 1105 * 0.000471947) < 1e-6); // 1 CFM = 0.000471947 m³/s
    const Part* rack = catalog.part("gb200-nvl72");
    QVERIFY(rack);
    QCOMPARE(rack->value("gpus"), std::optional(72.0));
    QCOMPARE(rack->value("scale_up_domain"), std::optional(72.0));
    // √3 × 415 V × 60 A × 0.8 = 34.5 kVA.
    QVERIFY(
        std::abs(*catalog.part("feed-415v-60a")->value("apparent_power") / (std::sqrt(3.0) * 415 * 60 * 0.8) -
                 1) < 1e-3);
}

void TestCatalog::every_figure_says_how_sure_it_is() {
    for (const Part& part : Catalog::built_in().parts())
        for (const auto& [key, figure] : part.figures) {
            const std::string name = part.id + "/" + key;
            if (figure.status == Status::confirmed || figure.status == Status::derived)
                QVERIFY2(!figure.source.empty(), name.c_str());
            QVERIFY2(figure.value || figure.status == Status::unknown || figure.status == Status::confirmed,
                     name.c_str());
            QVERIFY2(!names_a_local_file(figure.source) && !names_a_local_file(figure.note), name.c_str());
            QVERIFY2(!figure.value || std::isfinite(*figure.value), name.c_str());
        }
}

void TestCatalog::servers_name_their_accelerators() {
    const Catalog& catalog = Catalog::built_in();
    for (const Part& part : catalog.parts()) {
        if (part.kind != PartKind::server || part.value_or("gpus", 0) == 0) continue;
        QVERIFY2(catalog.part(PartKind::accelerator, part.text_or("accelerator", "")), part.id.c_str());
        for (const char* key : {"scale_up_domain", "nics", "nic_rate", "max_power", "host_link_rate"})
            QVERIFY2(part.value(key), (part.id + " " + key).c_str());
        const std::set<std::string_view> networks{"infiniband", "roce",     "efa",
                                                  "slingshot",  "ethernet", "omni-path"};
        QVERIFY2(networks.contains(part.text_or("network", "")), part.id.c_str());
    }
}

void TestCatalog::published_names_resolve() {
    const Catalog& catalog = Catalog::built_in();
    // Names of the accelerators in tables of published runs.
    const std::pair<const char*, const char*> names[] = {
        {"H100-SXM5-80GB", "h100-sxm5"},
        {"A100-SXM4-80GB", "a100-sxm4-80gb"},
        {"A100-SXM4-40GB", "a100-sxm4-40gb"},
        {"GB200", "gb200"},
        {"H100-SXM 96GB HBM2e 500W (Grand Teton)", "h100-sxm-96gb-hbm2e"},
        {"H200-SXM5-141GB", "h200-sxm"},
        {"V100-SXM2-16GB", "v100-sxm2-16gb"},
        {"V100-SXM3-32GB", "v100-sxm2-32gb"},
        {"A100", "a100-sxm4-80gb"},
        {"H100 SXM", "h100-sxm5"},
        {"b200-sxm-180gb", "b200-sxm"},
        {"H800-SXM5-80GB", "h800-sxm5"},
    };
    for (const auto& [name, id] : names) {
        const Part* part = catalog.part(PartKind::accelerator, name);
        QVERIFY2(part, name);
        QCOMPARE(part->id, std::string(id));
    }
    QVERIFY(!catalog.part(PartKind::server, "H100-SXM5-80GB"));
    QVERIFY(!catalog.part("no-such-part"));
}

void TestCatalog::published_csv_names_resolve() {
    const QByteArray data = qgetenv("ROOFRACK_DATA");
    if (data.isEmpty()) QSKIP("ROOFRACK_DATA is not set: the table of published runs is not at hand");
    std::ifstream file(data.toStdString() + "/validation/training_runs.csv");
    QVERIFY(file.good());
    std::string line;
    std::getline(file, line);
    std::stringstream header(line);
    int column = 0, gpu = -1;
    for (std::string cell; std::getline(header, cell, ','); ++column)
        if (cell == "gpu") gpu = column;
    QVERIFY(gpu >= 0);
    std::set<std::string> names;
    while (std::getline(file, line)) {
        bool quoted = false;
        int index = 0;
        std::string cell;
        for (const char c : line) {
            if (c == '"') quoted = !quoted;
            if (c == ',' && !quoted) {
                if (index == gpu) break;
                ++index;
                cell.clear();
            } else if (c != '"') {
                cell += c;
            }
        }
        if (index == gpu && !cell.empty()) names.insert(cell);
    }
    QVERIFY(names.size() >= 5);
    for (const std::string& name : names)
        QVERIFY2(Catalog::built_in().part(PartKind::accelerator, name), name.c_str());
}

void TestCatalog::hardware_table_resolves() {
    const QString data = qEnvironmentVariable("ROOFRACK_DATA");
    if (data.isEmpty()) QSKIP("ROOFRACK_DATA is not set: the hardware table is not at hand");
    QFile file(data + "/catalogue.json");
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QJsonObject table = QJsonDocument::fromJson(file.readAll()).object();
    const Catalog& catalog = Catalog::built_in();
    const QJsonObject chips = table["gpus"].toObject(), aliases = table["_aliases"].toObject();
    QVERIFY(chips.size() > 20);
    for (const QString& name : chips.keys()) {
        const Part* part = catalog.part(PartKind::accelerator, name.toStdString());
        QVERIFY2(part, qPrintable(name));
        // A published figure is the catalogue's, an unknown one stays unknown.
        const std::pair<const char*, std::pair<const char*, double>> keys[] = {
            {"dense_bf16_tflops", {"dense_bf16", 1e12}},
            {"dense_fp8_tflops", {"dense_fp8", 1e12}},
            {"hbm_tb_per_s", {"hbm_rate", 1e12}},
            {"scaleup_uni_gb_per_s", {"scale_up_rate", 1e9}},
            {"tdp_w", {"tdp", 1}},
            {"idle_w", {"idle", 1}}};
        for (const auto& [key, to] : keys) {
            const QJsonValue value = chips[name][QLatin1String(key)]["value"];
            const auto known = part->value(to.first);
            QVERIFY2(value.isNull()
                         ? !known
                         : known && std::abs(*known / to.second - value.toDouble()) < 1e-9 * *known,
                     qPrintable(name + " " + to.first));
        }
    }
    QVERIFY(!aliases.isEmpty());
    for (const QString& name : aliases.keys()) {
        const QJsonArray others = aliases[name].toArray();
        for (const auto& alias : others)
            QVERIFY2(catalog.part(PartKind::accelerator, alias.toString().toStdString()),
                     qPrintable(alias.toString()));
    }
}

void TestCatalog::refuses_data() {
    QTest::addColumn<QStringList>("files");
    QTest::addColumn<QString>("where");
    QTest::addColumn<QString>("word");
    const auto row = [](const char* name, const std::string& file, const char* where, const char* word,
                        const std::string& second = {}) {
        QStringList files{QString::fromStdString(file)};
        if (!second.empty()) files << QString::fromStdString(second);
        QTest::newRow(name) << files << QString(where) << QString(word);
    };
    const std::string good = R"("tdp": {"value": "700 W", "status": "confirmed", "source": "S"})";
    row("sparse bf16",
        accelerator(R"("dense_bf16": {"value": "1979 TFLOP/s", "status": "confirmed", "source": "S"})"),
        "dense_bf16", "sparsity");
    row("sparse fp8",
        accelerator(R"("dense_fp8": {"value": "3958 TFLOP/s", "status": "confirmed", "source": "S"})"),
        "dense_fp8", "sparsity");
    row("sparse flag",
        accelerator(
            R"("dense_bf16": {"value": "900 TFLOP/s", "status": "confirmed", "source": "S", "sparse": true})"),
        "dense_bf16", "sparsity");
    row("sparse word",
        accelerator(R"("dense_bf16": {"value": "900 TFLOP/s sparse", "status": "confirmed", "source": "S"})"),
        "dense_bf16", "sparsity");
    row("fp8 beyond twice bf16",
        accelerator(R"("dense_bf16": {"value": "500 TFLOP/s", "status": "from_memory"},)"
                    R"("dense_fp8": {"value": "1900 TFLOP/s", "status": "from_memory"})"),
        "dense_fp8", "twice");
    row("unknown figure", accelerator(R"("speed": {"value": 1, "status": "judgement"})"),
        "#/parts/0/figures/speed", "no figure");
    row("wrong unit", accelerator(R"("tdp": {"value": "700 GB", "status": "judgement"})"),
        "figures/tdp/value", "amount of data");
    row("negative", accelerator(R"("tdp": {"value": "-700 W", "status": "judgement"})"), "figures/tdp/value",
        "negative");
    row("no status", accelerator(R"("tdp": {"value": "700 W"})"), "figures/tdp/status", "missing");
    row("bad status", accelerator(R"("tdp": {"value": "700 W", "status": "sure"})"), "figures/tdp/status",
        "sure");
    row("no source", accelerator(R"("tdp": {"value": "700 W", "status": "confirmed"})"), "figures/tdp/source",
        "no source");
    row("unknown source", accelerator(R"("tdp": {"value": "700 W", "status": "confirmed", "source": "Q"})"),
        "figures/tdp/source", "unknown source");
    row("unknown with value", accelerator(R"("tdp": {"value": "700 W", "status": "unknown"})"),
        "figures/tdp/status", "not unknown");
    row("value missing", accelerator(R"("tdp": {"value": null, "status": "judgement"})"), "figures/tdp/value",
        "missing");
    row("unknown key", accelerator(good, "x1", R"("colour": "red", )"), "#/parts/0/colour", "unknown key");
    row("duplicate id", accelerator(good), "1.json#/parts/0", "already taken", accelerator(good, "X1"));
    row("duplicate alias", accelerator(good, "x1", R"("aliases": ["Y"], )"), "1.json#/parts/0",
        "already taken", accelerator(good, "y"));
    row("broken", "{\n\"parts\": [\n{]}", "0.json:3", "broken");
    row("not an object", "[1]", "0.json", "object");
    row("parts no list", R"({"parts": 3})", "0.json#/parts", "list");
    row("bad kind", R"({"parts": [{"id": "a", "kind": "toaster", "name": "A", "figures": {}}]})", "kind",
        "toaster");
    row("dangling accelerator",
        R"({"parts": [{"id": "a", "kind": "server", "name": "A", "text": {"accelerator": "x9"}, "figures": {}}]})",
        "a", "x9");
    row("two kinds of model",
        R"({"models": [{"id": "m", "name": "M", "source": "s", "generic": {"parameters": 1}, "transformer": {}}]})",
        "#/models/0/transformer", "exactly one");
    row("KV heads that do not divide",
        R"({"models": [{"id": "m", "name": "M", "source": "s", "transformer":)"
        R"({"layers": 1, "hidden": 8, "heads": 4, "kv_heads": 3, "ffn": 8, "vocab": 8}}]})",
        "transformer/kv_heads", "evenly");
}

void TestCatalog::refuses() {
    QFETCH(QStringList, files);
    QFETCH(QString, where);
    QFETCH(QString, word);
    std::vector<std::string> texts;
    for (const QString& file : files) texts.push_back(file.toStdString());
    const auto parsed = parse(texts);
    QVERIFY(!parsed);
    const QString at = QString::fromStdString(parsed.error().where),
                  text = QString::fromStdString(parsed.error().text());
    QVERIFY2(at.contains(where), qPrintable(text));
    QVERIFY2(text.contains(word), qPrintable(text));
    QVERIFY(!parsed.error().fix.empty());
}

void TestCatalog::short_names_leave_out_the_module() {
    QCOMPARE(short_name("Rubin (one GPU of a VR200)"), std::string("Rubin"));
    QCOMPARE(short_name("H100 SXM5 (80 GB)"), std::string("H100 SXM5 (80 GB)"));
    QCOMPARE(short_name(""), std::string());
    int shortened = 0;
    for (const Part& part : Catalog::built_in().parts()) {
        QVERIFY2(!short_name(part.name).empty(), part.name.c_str());
        shortened += short_name(part.name) != part.name ? 1 : 0;
    }
    QVERIFY(shortened > 0);
}

void TestCatalog::kinds_of_gpu_have_names_of_their_own() {
    using Names = std::vector<std::string>;
    QCOMPARE(kind_names({"H100 SXM5 80 GB", "GB200 (one GPU)"}), (Names{"H100", "GB200"}));
    // Two would be called alike.
    QCOMPARE(kind_names({"A100 SXM4 40 GB", "H100 SXM5 80 GB", "A100 SXM4 80 GB"}),
             (Names{"A100 SXM4 40 GB", "H100", "A100 SXM4 80 GB"}));
    QCOMPARE(kind_names({"H100 SXM5 80 GB", "H100 PCIe"}), (Names{"H100 SXM5 80 GB", "H100 PCIe"}));
    // As a server's line in the catalogue calls them.
    QCOMPARE(kind_names({"A100 PCIe 80GB", "L40S"}), (Names{"A100", "L40S"}));
    for (const Part& part : Catalog::built_in().parts())
        if (part.kind == PartKind::accelerator)
            QCOMPARE(kind_names({part.name}), Names{family_name(part.name)});
}

void TestCatalog::finds_the_nearest() {
    const Catalog& catalog = Catalog::built_in();
    QCOMPARE(catalog.nearest_part("dgx-h10"), std::string("dgx-h100"));
    QCOMPARE(catalog.nearest_part("QM970"), std::string("qm9700"));
    QCOMPARE(catalog.nearest_model("llama3-405"), std::string("llama3-405b"));
    QCOMPARE(catalog.nearest_part("something quite different"), std::string());
}

void TestCatalog::models_have_their_published_size_data() {
    QTest::addColumn<int>("index");
    for (size_t i = 0; i < Catalog::built_in().models().size(); ++i)
        QTest::newRow(Catalog::built_in().models()[i].id.c_str()) << int(i);
}

void TestCatalog::models_have_their_published_size() {
    QFETCH(int, index);
    const ModelSpec& model = Catalog::built_in().models()[size_t(index)];
    QVERIFY(!model.source.empty());
    QVERIFY(model.published_parameters > 0);
    const double error = parameter_count(model) / model.published_parameters - 1;
    // Tables print to 0.1 B, which is 3 % of the smallest; positions and biases are half a percent.
    const double rounding = model.transformer ? 0.05e9 / model.published_parameters : 0;
    QVERIFY2(std::abs(error) < std::max(0.025, rounding + 0.005),
             qPrintable(QString::number(100 * error) + " %"));
    if (model.published_active_parameters > 0) {
        // Some authors count the input embedding as active, some do not; they print two digits.
        const double active = active_parameter_count(model);
        const double embedding = model.transformer->vocab * model.transformer->hidden;
        const double published = model.published_active_parameters;
        const double off =
            std::min(std::abs(active / published - 1), std::abs((active - embedding) / published - 1));
        QVERIFY2(off < 0.07, qPrintable(QString::number(100 * off) + " %"));
    } else {
        QVERIFY(active_parameter_count(model) <= parameter_count(model));
    }
}

void TestCatalog::unknown_stays_unknown() {
    const Catalog& catalog = Catalog::built_in();
    const Part* q3400 = catalog.part("q3400-ra");
    QVERIFY(q3400);
    QVERIFY(!q3400->value("max_power"));
    QCOMPARE(q3400->figures.at("max_power").status, Status::unknown);
    // 100M parameters in FP32: 400 MB of gradients a step.
    const ModelSpec* generic = catalog.model("generic-100m");
    QVERIFY(generic && generic->generic);
    QCOMPARE(generic->generic->parameters * generic->generic->gradient_bits / 8, 400e6);
    QCOMPARE(generic->generic->compute_per_step.si(), 0.2);
    // 540 B weights in BF16 are about 1.08 TB.
    QVERIFY(std::abs(2 * parameter_count(*catalog.model("palm-540b")) / 1.08e12 - 1) < 0.01);
}

void TestCatalog::defaults_are_in_si() {
    const Defaults& defaults = Catalog::built_in().defaults();
    const auto& c = defaults.collectives;
    const auto near = [](double a, double b) { return std::abs(a - b) <= 1e-12 * std::abs(b); };
    // NCCL 2.30.7, src/graph/tuning.cc: base latencies {6.8, 14.0, 8.4} µs (tree), {6.6, 14.0, 8.4} µs
    // (ring).
    QVERIFY(near(c.base_tree[0], 6.8e-6) && near(c.base_ring[0], 6.6e-6) && near(c.base_ring[2], 8.4e-6));
    QVERIFY(near(c.net.ring[2], 14e-6) && near(c.nvlink.ring[1], 1.9e-6) && near(c.pci.tree[2], 4e-6));
    QVERIFY(near(c.nvlink_nvls, 25e-6) && near(c.net_nvls_tree, 20.9e-6));
    // topo.h: 20.6 GB/s a link on Hopper; 18 links.
    QVERIFY(near(c.nvlink_rate_per_link[1], 20.6e9));
    QCOMPARE(c.nvlink_links[1], 18.0);
    QVERIFY(std::abs(c.tree_factor[0] - 1 / 3.8) < 1e-9);
    QCOMPARE(c.ring_factor, (Defaults::Protocols{0.25, 0.92, 1}));
    QCOMPARE(c.ring_plateau, 1.4);
    // Llama 3: 419 failures in 54 days on 2,048 nodes
    QVERIFY(std::abs(defaults.failures.rate_per_1000_node_days / (419.0 / 54 / 2.048) - 1) < 0.01);
    QCOMPARE(defaults.failures.restart.si(), 600.0);
    QCOMPARE(defaults.plant.tower.si(), 4.0);
}

void TestCatalog::defaults_are_complete() {
    const Defaults& defaults = Catalog::built_in().defaults();
    QVERIFY(defaults.figures.size() > 200);
    for (const auto& [path, figure] : defaults.figures) {
        QVERIFY2(!figure.source.empty() && figure.status != Status::unknown, path.c_str());
        QVERIFY2(!names_a_local_file(figure.source) && !names_a_local_file(figure.note), path.c_str());
    }
    const Constant* stall = defaults.figure("failures.checkpoint_quiesce");
    QVERIFY(stall);
    QCOMPARE(stall->value, 5.0);
    QCOMPARE(stall->unit, std::string("s"));
    QCOMPARE(defaults.figure("collectives.nvlink_rate_per_link.hopper")->unit, std::string("B/s"));
    QVERIFY(!defaults.figure("collectives.nothing"));
    const EmbeddedFile incomplete{
        "resources/catalog/defaults.json",
        R"({"defaults": {"power": {"knee": {"value": 1, "status": "judgement", "source": "s"}}}})"};
    const auto parsed = Catalog::parse(std::span(&incomplete, 1));
    QVERIFY(!parsed);
    QVERIFY2(parsed.error().what.find("missing") != std::string::npos, parsed.error().text().c_str());
}

QTEST_APPLESS_MAIN(TestCatalog)
#include "test_catalog.moc"
