// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/spreadsheet/workbook_reader.h"
#include "core/base/spreadsheet/workbook_writer.h"
#include "core/base/spreadsheet/xml_scanner.h"
#include "tests/support/cli.h"
#include "tests/support/stored_zip.h"

#include <QTest>
#include <nlohmann/json.hpp>

using Json = nlohmann::json;

/// `import` and `export` as their users call them.
class TestInterchangeCli : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void a_sample_goes_out_and_comes_back();
    void a_model_becomes_a_project();
    void the_weights_beside_a_config_are_compared();
    void a_recipe_becomes_a_project();
    void a_site_in_netbox_becomes_a_project();
    void the_inside_of_a_server_becomes_a_part();
    void a_step_is_written_for_astra_sim();
    void cables_go_out_and_come_back();
    void a_workbook_and_a_report_are_written();
    void a_changed_workbook_is_read_back();
    void a_drawing_goes_out_and_comes_back();
    void files_tell_what_they_are();
    void a_model_goes_into_a_project();
    void a_site_stands_beside_the_scenarios_of_a_project();
    void nothing_is_overwritten();
    void usage_errors();
    void bad_input();

private:
    int run(const QStringList& arguments);
    QString path(const QString& name) const { return m_folder.filePath(name); }
    QString write(const QString& name, const QByteArray& text) const;

    QString m_sample = QStringLiteral(ROOFRACK_SOURCE_DIR "/samples/dgx-h100-su.roofrack.json");
    QTemporaryDir m_folder;
    roofrack::test::ProgramRun m_said;
};

int TestInterchangeCli::run(const QStringList& arguments) {
    m_said = roofrack::test::run_cli(arguments);
    return m_said.exit_code;
}

QString TestInterchangeCli::write(const QString& name, const QByteArray& text) const {
    QFile file(path(name));
    if (!file.open(QIODevice::WriteOnly) || file.write(text) < 0) qFatal("no room for test files");
    return file.fileName();
}

void TestInterchangeCli::a_sample_goes_out_and_comes_back() {
    QCOMPARE(run({"export", "--format", "calculon", m_sample, "-o", path("c"), "--json"}), 0);
    const Json summary = Json::parse(m_said.out.toStdString());
    QCOMPARE(summary["file_count"].get<int>(), 3);
    QVERIFY(!summary["warnings"].empty()); // a gated feed-forward, grouped keys
    QVERIFY(m_said.err.contains("warning: "));
    QStringList arguments{"import", "--format", "calculon", "--json", "-o", path("back.roofrack.json")};
    for (const char* name : {"c/system.json", "c/application.json", "c/execution.json"})
        arguments << path(name);
    QCOMPARE(run(arguments), 0);
    QCOMPARE(Json::parse(m_said.out.toStdString())["file"].get<std::string>(),
             path("back.roofrack.json").toStdString());
    const auto step = [this](const QString& project) {
        if (run({"evaluate", project, "--json"}) != 0) return 0.0;
        const Json breakdown = Json::parse(m_said.out.toStdString())["breakdown"];
        for (const Json& part : breakdown)
            if (part["part"] == "compute") return part["seconds"].get<double>();
        return 0.0;
    };
    const double before = step(m_sample), after = step(path("back.roofrack.json"));
    QVERIFY(before > 0 && std::abs(after / before - 1) < 1e-9);
}

void TestInterchangeCli::a_model_becomes_a_project() {
    const QString config = write("config.json", R"({"model_type":"gpt2","n_embd":768,"n_head":12,"n_layer":12,
        "n_positions":1024,"vocab_size":50257,"_name_or_path":"gpt2"})");
    QCOMPARE(run({"import", "--format", "huggingface", config, "-o", path("gpt2.roofrack.json"), "--json",
                  "--set", "servers=2"}),
             0);
    const Json model = Json::parse(m_said.out.toStdString())["model"];
    QCOMPARE(model["id"].get<std::string>(), std::string("gpt2"));
    QVERIFY(std::abs(model["parameters"].get<double>() / 124e6 - 1) < 0.01); // as OpenAI prints it
    QCOMPARE(run({"evaluate", path("gpt2.roofrack.json"), "--json"}), 0);
    QCOMPARE(Json::parse(m_said.out.toStdString())["gpus"].get<int>(), 16);
}

void TestInterchangeCli::the_weights_beside_a_config_are_compared() {
    const QByteArray text =
        R"({"model_type":"llama","hidden_size":1024,"intermediate_size":4096,"vocab_size":32000,
        "num_hidden_layers":8,"num_attention_heads":8,"torch_dtype":"bfloat16","tie_word_embeddings":false})";
    QDir(m_folder.path()).mkdir("beside");
    const QString config = write("beside/config.json", text), alone = write("alone.json", text);
    // 2 · 32,000 · 1,024 + 8 · (4 · 1,024² + 3 · 1,024 · 4,096 + 2 · 1,024) + 1,024 = 199,772,160.
    const QString index = write("beside/model.safetensors.index.json",
                                R"({"metadata":{"total_size":399544320},"weight_map":{"a":"b"}})");
    const QStringList call{"import",    "--format", "huggingface", "--set",
                           "servers=1", "--force",  "-o",          path("w.roofrack.json")};
    QCOMPARE(run(call + QStringList{config}), 0);
    QVERIFY2(m_said.out.contains("the index of its weights says 0.1998 billion"), m_said.out.constData());
    QCOMPARE(run(call + QStringList{index, alone, "--json"}), 0); // in any order
    const Json model = Json::parse(m_said.out.toStdString())["model"];
    QCOMPARE(model["indexed_parameters"].get<double>(), 199772160.0);
    QCOMPARE(run(call + QStringList{alone, "--json"}), 0);
    QVERIFY(Json::parse(m_said.out.toStdString())["model"]["indexed_parameters"].is_null());
    write("beside/model.safetensors.index.json",
          R"({"metadata":{"total_size":420000000},"weight_map":{"a":"b"}})");
    QCOMPARE(run(call + QStringList{config}), 0);
    QVERIFY2(m_said.err.contains("0.21 billion parameters") && m_said.err.contains("4.9 % fewer"),
             m_said.err.constData());
    write("beside/model.safetensors.index.json", "{");
    QCOMPARE(run(call + QStringList{config}), 3);
}

void TestInterchangeCli::cables_go_out_and_come_back() {
    QCOMPARE(run({"cables", m_sample, "--json"}), 0);
    const Json cables = Json::parse(m_said.out.toStdString());
    QCOMPARE(run({"bom", m_sample, "--json"}), 0);
    const Json bill = Json::parse(m_said.out.toStdString());
    QCOMPARE(cables["count"].get<double>(), bill["totals"]["cables"].get<double>());
    QCOMPARE(cables["cables"].size(), cables["count"].get<size_t>());
    for (const char* name : {"p.xlsx", "p.csv"}) {
        QCOMPARE(run({"export", "--format", "p2p", m_sample, "-o", path(name)}), 0);
        const QString back = path(QString(name) + ".roofrack.json");
        QCOMPARE(run({"import", "--format", "p2p", path(name), "-o", back}), 0);
        QCOMPARE(run({"cables", back, "--json", "--limit", "0"}), 0);
        QCOMPARE(Json::parse(m_said.out.toStdString())["count"].get<double>(), cables["count"].get<double>());
        QCOMPARE(run({"evaluate", back, "--json"}), 0);
        QCOMPARE(Json::parse(m_said.out.toStdString())["gpus"].get<double>(), 256.0);
    }
    // What a floor plan of another program may bring.
    QCOMPARE(run({"import", "--format", "p2p",
                  write("loop.csv", "A-Node Name,A-Port,Z-Node Name,Z-Port\n"
                                    "s1,swp1,s1,swp2\n"),
                  "-o", path("x")}),
             3);
    QVERIFY2(m_said.err.contains("loop.csv: cables, row 2: the cable leads from"), m_said.err.constData());
    QCOMPARE(run({"import", "--format", "p2p", write("none.xlsx", "PK\x03\x04"), "-o", path("x")}), 3);
    QCOMPARE(run({"import", "--format", "p2p", path("p.csv"), "--set", "nics=4", "-o", path("x")}), 2);
    QCOMPARE(run({"import", "--format", "p2p", path("p.csv"), path("p.csv"), "-o", path("x")}), 2);
    QVERIFY(!QFileInfo::exists(path("x")));
}

void TestInterchangeCli::a_workbook_and_a_report_are_written() {
    for (const auto& [format, name] : {std::pair("xlsx", "w.xlsx"),
                                       {"dot", "n.dot"},
                                       {"graphml", "n.graphml"},
                                       {"drawio", "d.drawio"},
                                       {"dps", "p.json"}}) {
        QCOMPARE(run({"export", "--format", format, m_sample, "-o", path(name), "--json"}), 0);
        const Json said = Json::parse(m_said.out.toStdString());
        QCOMPARE(said["bytes"].get<qint64>(), QFileInfo(path(name)).size());
        QCOMPARE(run({"export", "--format", format, m_sample, "-o", m_sample, "--force"}), 3);
        for (const char* wrong : {"x.pdf", "x"}) {
            QCOMPARE(run({"export", "--format", format, m_sample, "-o", path(wrong)}), 2);
            QVERIFY2(m_said.err.contains("end its name with"), m_said.err.constData());
            QVERIFY(!QFileInfo::exists(path(wrong)));
        }
    }
    QCOMPARE(run({"export", "--format", "p2p", m_sample, "-o", path("p.CSV")}), 0);
    QFile csv(path("p.CSV"));
    QVERIFY(csv.open(QIODevice::ReadOnly));
    QVERIFY(csv.readLine().startsWith("A-Rack,"));
    for (const char* format : {"netbox", "racks"})
        QCOMPARE(run({"export", "--format", format, m_sample, "-o", path(format)}), 0);
    for (const char* name : {"r.html", "r.md"}) QCOMPARE(run({"report", m_sample, "-o", path(name)}), 0);
    QCOMPARE(run({"report", m_sample, "-o", path("p.md"), "--pictures", path("p of it"), "--json"}), 0);
    const Json report = Json::parse(m_said.out.toStdString());
    const int pictures = report["file_count"].get<int>() - 1;
    QVERIFY(pictures > 2);
    QCOMPARE(QDir(path("p of it")).entryList({"picture-*.svg"}).size(), pictures);
    QFile markdown(path("p.md"));
    QVERIFY(markdown.open(QIODevice::ReadOnly));
    const QByteArray shown = markdown.readAll();
    QCOMPARE(shown.count("](p%20of%20it/picture-"), pictures);
    QVERIFY(shown.contains("![The drawing](p%20of%20it/picture-"));
    // What stands there stays, and HTML has its pictures in it.
    QCOMPARE(run({"report", m_sample, "-o", path("q.md"), "--pictures", path("p of it")}), 3);
    QVERIFY(!QFileInfo::exists(path("q.md")));
    QCOMPARE(run({"report", m_sample, "-o", path("q.html"), "--pictures", path("q")}), 2);
    QCOMPARE(run({"report", m_sample, "-o", path("r.pdf")}), 2);
    QCOMPARE(run({"report", m_sample, "-o", path("s.md"), "--section", "nothing"}), 2);
    QVERIFY2(m_said.err.contains("one of verdict"), m_said.err.constData());
    QVERIFY(!QFileInfo::exists(path("s.md")));
    QCOMPARE(run({"export", "--format", "xlsx", m_sample, "-o", path("missing/w.xlsx")}), 3);
}

void TestInterchangeCli::a_changed_workbook_is_read_back() {
    using namespace roofrack;
    QCOMPARE(run({"export", "--format", "xlsx", m_sample, "-o", path("w.xlsx"), "--force"}), 0);
    const QStringList call{"import", "--format", "xlsx", path("w.xlsx"), "--into", m_sample, "-o"};
    QCOMPARE(run(call + QStringList{path("same.roofrack.json"), "--json"}), 0);
    QCOMPARE(Json::parse(m_said.out.toStdString())["changes"].size(), size_t{0});

    QFile file(path("w.xlsx"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    auto book = read_workbook(file.readAll().toStdString(), "w.xlsx");
    QVERIFY(book);
    // Written again as another program would.
    const auto written = [&] {
        std::vector<std::string> sheets, names;
        for (const ReadSheet& sheet : book->sheets) {
            std::string xml;
            for (size_t row = 0; row < sheet.rows.size(); ++row) {
                xml += "<row>";
                for (size_t column = 0; column < sheet.rows[row].size(); ++column) {
                    const auto formula = sheet.formulas.find({row, column});
                    xml +=
                        "<c r=\"" +
                        WorkbookWriter::cell(static_cast<uint32_t>(row), static_cast<uint16_t>(column)) +
                        "\" t=\"str\">" +
                        (formula == sheet.formulas.end() ? "" : "<f>" + xml_text(formula->second) + "</f>") +
                        "<v>" + xml_text(sheet.rows[row][column]) + "</v></c>";
                }
                xml += "</row>";
            }
            sheets.push_back(xml);
            names.push_back(sheet.name);
        }
        return QByteArray::fromStdString(test::made_workbook(sheets, {}, names));
    };
    for (ReadSheet& sheet : book->sheets)
        if (sheet.name == "Bill") {
            sheet.rows[3][4] = "33";      // servers, which are drawn as two rows of racks
            sheet.rows[3][10] = "123456"; // their price
        }
    write("changed.xlsx", written());
    QStringList changed = call;
    changed[3] = path("changed.xlsx");
    QCOMPARE(run(changed + QStringList{path("changed.roofrack.json")}), 0);
    QVERIFY2(m_said.out.contains("1 of 2 changes are taken"), m_said.out.constData());
    QVERIFY2(m_said.out.contains("not taken: it is drawn as 2 things"), m_said.out.constData());
    QCOMPARE(run({"bom", path("changed.roofrack.json"), "--json"}), 0);
    QVERIFY(m_said.out.contains("123456") || m_said.out.contains("3950592"));
    QCOMPARE(run({"import", "--format", "xlsx", path("w.xlsx"), "-o", path("x")}), 2);
    QCOMPARE(run({"import", "--format", "p2p", path("w.xlsx"), "--into", m_sample, "-o", path("x")}), 3);
    QCOMPARE(run({"import", "--format", "xlsx", m_sample, "--into", m_sample, "-o", path("x")}), 3);
    QVERIFY(!QFileInfo::exists(path("x")));
}

void TestInterchangeCli::a_drawing_goes_out_and_comes_back() {
    QCOMPARE(run({"export", "--format", "drawio", m_sample, "-o", path("h.drawio")}), 0);
    QCOMPARE(run({"import", "--format", "drawio", path("h.drawio"), "-o", path("h.roofrack.json")}), 0);
    QVERIFY2(m_said.out.contains("10 elements and 10 links"), m_said.out.constData());
    QCOMPARE(run({"evaluate", path("h.roofrack.json"), "--json"}), 0);
    QCOMPARE(Json::parse(m_said.out.toStdString())["gpus"].get<double>(), 256.0);
    const QString same = path("drawn alike.roofrack.json");
    QCOMPARE(run({"import", "--format", "drawio", path("h.drawio"), "--into", m_sample, "-o", same}), 0);
    QVERIFY2(m_said.out.contains("says what is drawn already"), m_said.out.constData());
    QCOMPARE(run({"diff", m_sample, same}), 0);
    QFile file(path("h.drawio"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray text = file.readAll();
    QByteArray changed = text;
    changed.replace("label=\"Spine × 4\"", "label=\"Spine × 6\"");
    const QString edited = write("e.drawio", changed), out = path("e.roofrack.json");
    QCOMPARE(run({"import", "--format", "drawio", edited, "--into", m_sample, "-o", out, "--json"}), 0);
    const Json changes = Json::parse(m_said.out.toStdString())["changes"];
    QCOMPARE(changes.size(), size_t{1});
    QCOMPARE(changes[0]["before"].get<std::string>(), std::string("4"));
    QCOMPARE(changes[0]["after"].get<std::string>(), std::string("6"));
    QCOMPARE(run({"diff", m_sample, out}), 1);
    // What cannot be taken changes nothing.
    const QString x = path("x");
    QCOMPARE(run({"import", "--format", "drawio", write("cut.drawio", text.left(9'000)), "--into", m_sample,
                  "-o", x}),
             3);
    QCOMPARE(run({"import", "--format", "drawio",
                  write("none.drawio", "<!DOCTYPE a [<!ENTITY b 'c'>]><mxfile/>"), "-o", x}),
             3);
    QVERIFY2(m_said.err.contains("none.drawio: this is no XML: it declares a document type"),
             m_said.err.constData());
    QCOMPARE(run({"import", "--format", "drawio", edited, "--set", "page=Nowhere", "-o", x}), 3);
    QVERIFY2(m_said.err.contains("its pages are 'Drawing', 'Network'"), m_said.err.constData());
    for (const char* setting : {"page", "sheet=Drawing"})
        QCOMPARE(run({"import", "--format", "drawio", edited, "--set", setting, "-o", x}), 2);
    QCOMPARE(run({"import", "--format", "drawio", edited, edited, "-o", x}), 2);
    QCOMPARE(run({"import", "--format", "drawio", edited, "--into", path("no project"), "-o", x}), 3);
    QVERIFY(!QFileInfo::exists(x));
}

void TestInterchangeCli::a_recipe_becomes_a_project() {
    const QString script = write("run.sh", "TP=2\npython pretrain_gpt.py --num-layers 12 --hidden-size 768 "
                                           "--num-attention-heads 12 --tensor-model-parallel-size $TP \\\n"
                                           "  --seq-length 1024 --vocab-size 50304 --micro-batch-size 4 "
                                           "--global-batch-size 64 --bf16 --nproc_per_node 8 --nnodes 2\n");
    QCOMPARE(run({"import", "--format", "recipe", script, "-o", path("run.roofrack.json"), "--set",
                  "server=dgx-a100", "--json"}),
             0);
    QCOMPARE(run({"evaluate", path("run.roofrack.json"), "--json"}), 0);
    QCOMPARE(Json::parse(m_said.out.toStdString())["gpus"].get<int>(), 16);
    // In words: whole lines.
    QCOMPARE(run({"import", "--format", "recipe", script, "-o", path("words.roofrack.json"), "--set",
                  "server=dgx-a100"}),
             0);
    QVERIFY2(m_said.out.endsWith("billion parameters.\n"), m_said.out.constData());
    QVERIFY2(!m_said.out.contains("\\u000a"), m_said.out.constData());
    QCOMPARE(run({"import", "--format", "recipe", write("note.txt", "a note"), "-o", path("x")}), 3);
    QVERIFY2(m_said.err.contains("no recipe that is known"), m_said.err.constData());
}

void TestInterchangeCli::the_inside_of_a_server_becomes_a_part() {
    const QString topo = QStringLiteral(ROOFRACK_SOURCE_DIR "/tests/data/inside/topo.txt");
    const QString tree = QStringLiteral(ROOFRACK_SOURCE_DIR "/tests/data/inside/lstopo.xml");
    const QString out = path("server.roofrack.json");
    QCOMPARE(run({"import", "--format", "topology", topo, tree, "-o", out, "--json"}), 0);
    const Json said = Json::parse(m_said.out.toStdString());
    QVERIFY(!said["read"].empty() && !said["warnings"].empty());
    QVERIFY2(m_said.err.contains("warning: ") && m_said.err.contains("guess: "), m_said.err.constData());
    QCOMPARE(run({"evaluate", out, "--json"}), 0);
    QCOMPARE(Json::parse(m_said.out.toStdString())["gpus"].get<double>(), 4.0);
    const QString x = path("x");
    QCOMPARE(run({"import", "--format", "topology", topo, "-o", x}), 3);
    QVERIFY2(m_said.err.contains("--set gpu=ID"), m_said.err.constData());
    QCOMPARE(run({"import", "--format", "topology", topo, "--set", "gpu=none", "-o", x}), 3);
    QCOMPARE(run({"import", "--format", "topology", topo, "--set", "nics=4", "-o", x}), 2);
    QCOMPARE(run({"import", "--format", "topology", topo, tree, topo, "-o", x}), 2);
    QCOMPARE(run({"import", "--format", "topology", topo, topo, "--set", "gpu=h100-sxm5", "-o", x}), 3);
    QCOMPARE(
        run({"import", "--format", "topology", write("cut.txt", "\tGPU0\tGPU1\nGPU0\t X \tNV18\n"), "-o", x}),
        3);
    QVERIFY(!QFileInfo::exists(x));
}

void TestInterchangeCli::a_site_in_netbox_becomes_a_project() {
    const auto data = [](const char* name) {
        return QStringLiteral(ROOFRACK_SOURCE_DIR "/tests/data/netbox/") + QLatin1String(name);
    };
    const QString out = path("site.roofrack.json");
    QCOMPARE(run({"import", "--format", "netbox", data("devices.csv"), data("interfaces.csv"),
                  data("cables.csv"), data("switch.yaml"), "-o", out, "--json"}),
             0);
    const Json said = Json::parse(m_said.out.toStdString());
    QCOMPARE(said["read"].size(), size_t{1});
    QVERIFY2(m_said.err.contains("the role 'PDU'") && m_said.err.contains("guess: "), m_said.err.constData());
    QCOMPARE(run({"evaluate", out, "--json"}), 0);
    QCOMPARE(Json::parse(m_said.out.toStdString())["gpus"].get<double>(), 32.0);
    QCOMPARE(run({"cables", out, "--json", "--limit", "0"}), 0);
    QCOMPARE(Json::parse(m_said.out.toStdString())["count"].get<double>(), 32.0);
    // What the program writes it reads again.
    QCOMPARE(run({"export", "--format", "netbox", m_sample, "-o", path("nb")}), 0);
    QCOMPARE(run({"import", "--format", "netbox", path("nb/06-devices.csv"), path("nb/07-interfaces.csv"),
                  path("nb/08-cables.csv"), "-o", path("nb.roofrack.json")}),
             0);
    QCOMPARE(run({"evaluate", path("nb.roofrack.json"), "--json"}), 0);
    QCOMPARE(Json::parse(m_said.out.toStdString())["gpus"].get<double>(), 256.0);
    const QString x = path("x");
    QCOMPARE(run({"import", "--format", "netbox", write("other.csv", "a,b\n1,2\n"), "-o", x}), 3);
    QCOMPARE(run({"import", "--format", "netbox", data("switch.yaml"), data("switch.yaml"), "-o", x}), 3);
    QCOMPARE(run({"import", "--format", "netbox", data("devices.csv"), "--set", "switch=none", "-o", x}), 3);
    QCOMPARE(run({"import", "--format", "netbox", data("devices.csv"), "--set", "gpu=h100-sxm5", "-o", x}),
             2);
    QVERIFY(!QFileInfo::exists(x));
}

void TestInterchangeCli::a_step_is_written_for_astra_sim() {
    QCOMPARE(run({"export", "--format", "astra-sim", m_sample, "--gpus", "32", "--detail", "layers", "-o",
                  path("a"), "--json"}),
             0);
    const Json summary = Json::parse(m_said.out.toStdString());
    QCOMPARE(summary["file_count"].get<int>(), 32 + 5);
    QVERIFY(QFileInfo(path("a/workload/step.31.et")).size() > 1000);
    QVERIFY(!QFileInfo::exists(path("a/workload/step.32.et")));
    QCOMPARE(run({"export", "--format", "astra-sim", m_sample, "--max-size", "1 MB", "-o", path("b")}), 3);
    QVERIFY2(m_said.err.contains("--detail layers"), m_said.err.constData());
    QVERIFY(!QFileInfo::exists(path("b")));
}

void TestInterchangeCli::files_tell_what_they_are() {
    const auto data = [](const char* name) {
        return QStringLiteral(ROOFRACK_SOURCE_DIR "/tests/data/") + QLatin1String(name);
    };
    const QString told = path("told.roofrack.json"), said = path("said.roofrack.json"), x = path("x");
    const QStringList site{data("netbox/devices.csv"), data("netbox/interfaces.csv"),
                           data("netbox/cables.csv"), data("netbox/switch.yaml")};
    QCOMPARE(run(QStringList{"import"} + site + QStringList{"-o", told}), 0);
    QCOMPARE(run(QStringList{"import", "--format", "netbox"} + site + QStringList{"-o", said}), 0);
    QCOMPARE(run({"diff", told, said}), 0);
    QCOMPARE(run({"import", data("inside/topo.txt"), data("inside/lstopo.xml"), "-o", told, "--force"}), 0);
    QCOMPARE(run({"export", "--format", "xlsx", m_sample, "-o", path("told.xlsx")}), 0);
    QCOMPARE(run({"import", path("told.xlsx"), "--into", m_sample, "-o", path("told-back.roofrack.json")}),
             0);
    QVERIFY2(m_said.out.contains("says what holds already"), m_said.out.constData());
    QCOMPARE(run({"import", data("inside/topo.txt"), data("netbox/devices.csv"), "-o", x}), 2);
    QVERIFY2(m_said.err.contains("it is a site in NetBox, and ") &&
                 m_said.err.contains("topo.txt is the inside of a server"),
             m_said.err.constData());
    QCOMPARE(run({"import", write("letter.txt", "Dear reader,\n"), "-o", x}), 3);
    QVERIFY2(m_said.err.contains("it does not tell what it is") && m_said.err.contains("--format"),
             m_said.err.constData());
    QCOMPARE(run({"import", path("nowhere.csv"), "-o", x}), 3);
    QVERIFY2(m_said.err.contains("there is no such file"), m_said.err.constData());
    QVERIFY(!QFileInfo::exists(x));
}

void TestInterchangeCli::a_model_goes_into_a_project() {
    const QString config = QStringLiteral(ROOFRACK_SOURCE_DIR "/tests/data/huggingface/gpt2.json");
    const QString out = path("gpt2-in-hall.roofrack.json"), x = path("x");
    QCOMPARE(run({"import", config, "--into", m_sample, "-o", out, "--json"}), 0);
    const Json said = Json::parse(m_said.out.toStdString());
    QVERIFY(!said["changes"].empty());
    for (const Json& each : said["changes"]) QVERIFY(each["taken"].get<bool>());
    QCOMPARE(run({"diff", m_sample, out}), 1);
    QCOMPARE(run({"import", config, "--into", out, "-o", path("again.roofrack.json")}), 0);
    QVERIFY2(m_said.out.contains("says what holds already"), m_said.out.constData());
    QCOMPARE(run({"import", config, "--into", m_sample, "--scenario", "nope", "-o", x}), 2);
    QCOMPARE(run({"import", config, "--scenario", "nope", "-o", x}), 2);
    QCOMPARE(run({"import", config, "--into", m_sample, "--set", "servers=2", "-o", x}), 2);
    QVERIFY(!QFileInfo::exists(x));
}

void TestInterchangeCli::a_site_stands_beside_the_scenarios_of_a_project() {
    const QString devices = QStringLiteral(ROOFRACK_SOURCE_DIR "/tests/data/netbox/devices.csv");
    const QString once = path("once.roofrack.json"), twice = path("twice.roofrack.json"), x = path("x");
    QCOMPARE(run({"import", devices, "--into", m_sample, "-o", once}), 0);
    QVERIFY2(m_said.out.contains("'devices' is a scenario of it"), m_said.out.constData());
    QCOMPARE(run({"import", devices, "--into", once, "-o", twice, "--json"}), 0);
    QCOMPARE(Json::parse(m_said.out.toStdString())["file"].get<std::string>(), twice.toStdString());
    for (const char* name : {"devices", "devices 2"})
        QCOMPARE(run({"bom", twice, "--scenario", name, "--json"}), 0);
    QCOMPARE(run({"import", devices, "--into", m_sample, "--scenario", "Base", "-o", x}), 2);
    QCOMPARE(run({"import", devices, "--into", path("nowhere"), "-o", x}), 3);
    QCOMPARE(run({"import", devices, "--into", m_sample, "-o", devices, "--force"}), 3);
    QVERIFY(!QFileInfo::exists(x));
}

void TestInterchangeCli::nothing_is_overwritten() {
    const QString config = write(
        "config.json", R"({"model_type":"gpt2","n_embd":768,"n_head":12,"n_layer":12,"vocab_size":50257})");
    const QString out = write("mine.roofrack.json", "mine");
    QCOMPARE(run({"import", "--format", "huggingface", config, "-o", out}), 3);
    QVERIFY2(m_said.err.contains("exists already") && m_said.err.contains("--force"), m_said.err.constData());
    QFile file(out);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), QByteArray("mine"));
    QCOMPARE(run({"import", "--format", "huggingface", config, "-o", out, "--force"}), 0);
    QCOMPARE(run({"export", "--format", "calculon", m_sample, "-o", path("twice")}), 0);
    QCOMPARE(run({"export", "--format", "calculon", m_sample, "-o", path("twice")}), 3);
    QVERIFY2(m_said.err.contains("application.json: exists already"), m_said.err.constData());
    QCOMPARE(run({"export", "--format", "calculon", m_sample, "-o", path("twice"), "--force"}), 0);
}

void TestInterchangeCli::usage_errors() {
    QCOMPARE(run({"import", "--help"}), 0);
    QVERIFY(m_said.out.contains("roofrack-cli import --format huggingface config.json"));
    QCOMPARE(run({"export", "--help"}), 0);
    QVERIFY(m_said.out.contains("roofrack-cli export --format astra-sim"));
    QCOMPARE(run({"import", "--format", "huggingface", "a.json"}), 2); // no -o
    QCOMPARE(run({"import", "--format", "yaml", "a.json", "-o", path("x")}), 2);
    QCOMPARE(run({"import", "--format", "calculon", "a.json", "-o", path("x")}), 2);
    QCOMPARE(run({"import", "--format", "huggingface", "a.json", "b.json", "c.json", "-o", path("x")}), 2);
    QCOMPARE(run({"import", "--format", "huggingface", "a.json", "-o", path("x"), "--set", "servers"}), 2);
    QCOMPARE(run({"import", "--format", "huggingface", "a.json", "-o", path("x"), "--template", "bush"}), 2);
    QCOMPARE(run({"export", "--format", "astra-sim", m_sample, "-o", path("x"), "--detail", "atoms"}), 2);
    QCOMPARE(run({"export", "--format", "astra-sim", m_sample, "-o", path("x"), "--max-size", "big"}), 2);
    QCOMPARE(run({"export", "--format", "calculon", m_sample, "-o", path("x"), "--scenario", "nope"}), 2);
}

void TestInterchangeCli::bad_input() {
    QCOMPARE(run({"import", "--format", "huggingface", path("none.json"), "-o", path("x")}), 3);
    QVERIFY2(m_said.err.contains("none.json: there is no such file"), m_said.err.constData());
    QCOMPARE(run({"import", "--format", "huggingface", write("half.json", "{\"a\": "), "-o", path("x")}), 3);
    QVERIFY2(m_said.err.contains("half.json:1"), m_said.err.constData());
    QCOMPARE(run({"import", "--format", "huggingface", m_folder.path(), "-o", path("x")}), 3);
    QCOMPARE(run({"export", "--format", "calculon", m_sample, "-o", path("x"), "--set", "/plan/tp=7"}), 3);
    QVERIFY2(m_said.err.contains("/plan"), m_said.err.constData());
    QVERIFY(!QFileInfo::exists(path("x")));
}

QTEST_GUILESS_MAIN(TestInterchangeCli)
#include "test_interchange_cli.moc"
