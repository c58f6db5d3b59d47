// SPDX-License-Identifier: GPL-3.0-or-later
// What files of other programs are, by what they hold, and what they change in a project.
#include "core/answers/handover/workbook.h"
#include "core/answers/imports/foreign_import.h"
#include "core/base/catalog/catalog.h"
#include "core/base/spreadsheet/workbook_writer.h"
#include "core/drawing/templates/templates.h"
#include "core/measured/p2p/p2p_file.h"

#include <QTemporaryDir>
#include <QTest>
#include <fstream>

using namespace roofrack;

namespace {

std::string data_file(const std::string& name) { return ROOFRACK_SOURCE_DIR "/tests/data/" + name; }

std::string kind_text(std::optional<ForeignKind> kind) { return kind ? std::string(name_of(*kind)) : "none"; }

Project small_hall() { return *make_template("workstation", {}, Catalog::built_in()); }

} // namespace

class TestForeignKind : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;

    std::filesystem::path write(const std::string& name, const std::string& text) const {
        const std::filesystem::path path = m_folder.filePath(QString::fromStdString(name)).toStdString();
        std::ofstream(path, std::ios::binary) << text;
        return path;
    }

private Q_SLOTS:
    void a_text_tells_what_it_is_data();
    void a_text_tells_what_it_is();
    void files_of_the_tests_are_what_they_are_used_as();
    void a_workbook_is_ours_or_a_list_of_cables();
    void large_files_are_told_by_their_beginning();
    void what_is_no_file_has_no_kind();
    void every_kind_has_a_name_of_its_own();
    void a_model_changes_the_scenario();
    void one_model_at_a_time();
    void a_broken_drawing_is_told_with_its_place();
    void a_workbook_makes_no_project();
};

void TestForeignKind::a_text_tells_what_it_is_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("kind");
    const auto row = [](const char* name, const char* kind, const QByteArray& text) {
        QTest::newRow(name) << text << QByteArray(kind);
    };
    row("drawio", "drawio", "<?xml version=\"1.0\"?>\n<mxfile host=\"x\"><diagram/></mxfile>");
    row("drawio, one model", "drawio", "<mxGraphModel><root/></mxGraphModel>");
    row("drawio, in an SVG", "drawio", "<svg xmlns=\"x\" content=\"&lt;mxfile&gt;\"/>");
    row("another SVG", "none", "<svg xmlns=\"http://www.w3.org/2000/svg\"/>");
    row("lstopo", "topology",
        "<?xml version=\"1.0\"?>\n<!DOCTYPE topology SYSTEM \"hwloc2.dtd\">\n<topology/>");
    row("matrix", "topology", "\tGPU0\tGPU1\tCPU Affinity\nGPU0\t X \tNV18\t0-7\nGPU1\tNV18\t X \t0-7\n");
    row("matrix, behind other lines", "topology",
        "$ nvidia-smi topo -m\n\tGPU0\tGPU1\n\nGPU0\t X \tNV18\nGPU1\tNV18\t X \n");
    row("a table of GPUs", "none", "GPU0 temperature 70\nGPU0 power 300\n");
    row("NetBox, devices", "netbox", "name,role,manufacturer,device_type,site\na,server,x,y,z\n");
    row("NetBox, interfaces", "netbox", "device,name,type\na,p1,400gbase-x-osfp\n");
    row("NetBox, cables", "netbox", "side_a_device,side_a_name,side_b_device,side_b_name\n");
    row("NetBox, makers", "netbox", "name,slug\r\nNVIDIA,nvidia\r\n");
    row("NetBox, device types", "netbox", "manufacturer,model,slug,part_number,u_height\r\n");
    row("NetBox, racks", "netbox", "site,name,status,width,u_height\r\n");
    row("NetBox, power ports", "netbox", "device,name,maximum_draw,allocated_draw\r\n");
    row("NetBox, a device type", "netbox", "---\nmanufacturer: NVIDIA\nmodel: QM9700\nslug: qm9700\n");
    row("P2P", "p2p", "A-Node Name,A-Port,Z-Node Name,Z-Port\na,1,b,2\n");
    row("P2P, below a title", "p2p", "Hall 3,,,\nA-Node,A-Port,Z-Node,Z-Port\na,1,b,2\n");
    row("Megatron", "recipe",
        "torchrun pretrain_gpt.py --num-layers 12 --hidden-size 768 --num-attention-heads 12\n");
    row("a log of it", "none",
        "--num-layers 12\n iteration 1/ 100 | elapsed time per iteration (ms): 512.0 | loss: 1\n");
    row("a log that prints the matrix", "none",
        "\tGPU0\tGPU1\nGPU0\t X \tNV18\nGPU1\tNV18\t X \n elapsed time per iteration (ms): 512.0\n");
    row("NeMo", "recipe", "trainer:\n  num_nodes: 2\nmodel:\n  micro_batch_size: 1\n");
    row("torchtitan", "recipe", "[training]\nseq_len = 8192\n[parallelism]\n");
    row("DeepSpeed", "recipe", "{\"train_batch_size\": 64, \"zero_optimization\": {\"stage\": 3}}");
    row("Calculon, application", "calculon", "{\"attn_heads\": 96, \"num_blocks\": 96}");
    row("Calculon, execution", "calculon", "{\"num_procs\": 8, \"tensor_par\": 8}");
    row("Calculon, system", "calculon", "{\"matrix\": {}, \"networks\": []}");
    row("a model", "huggingface", "{\"model_type\": \"gpt2\", \"n_embd\": 768}");
    row("the index of its weights", "huggingface", "{\"metadata\": {}, \"weight_map\": {\"a\": \"b\"}}");
    row("a list of prices", "none", "item,likely\ndgx-h100,1\n");
    row("a trace", "none", "{\"traceEvents\": [{\"ph\": \"X\"}]}");
    row("a JSON list", "none", "[{\"num_procs\": 8, \"tensor_par\": 8}]");
    row("broken JSON", "none", "{\"num_procs\": 8, \"tensor_par\": ");
    row("prose", "none", "Dear reader,\nthis is a letter.\n");
    row("nothing", "none", "");
    row("blanks", "none", " \n\t\n");
    row("an archive that is cut", "none", "PK\x03\x04");
}

void TestForeignKind::a_text_tells_what_it_is() {
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, kind);
    QCOMPARE(kind_text(foreign_kind({"file", text.toStdString()})), kind.toStdString());
}

void TestForeignKind::files_of_the_tests_are_what_they_are_used_as() {
    for (const auto& [name, kind] :
         {std::pair("huggingface/gpt2.json", "huggingface"), std::pair("inside/topo.txt", "topology"),
          std::pair("inside/lstopo.xml", "topology"), std::pair("netbox/devices.csv", "netbox"),
          std::pair("netbox/interfaces.csv", "netbox"), std::pair("netbox/cables.csv", "netbox"),
          std::pair("netbox/switch.yaml", "netbox"), std::pair("nccl/all_reduce_2x8.txt", "none"),
          std::pair("scaling/rates.csv", "none"), std::pair("small_fat_tree.roofrack.json", "none"),
          std::pair("traces/good.json", "none")})
        QCOMPARE(name + (": " + kind_text(foreign_kind_of_file(data_file(name)))),
                 std::string(name) + ": " + kind);
}

void TestForeignKind::a_workbook_is_ours_or_a_list_of_cables() {
    const Project hall = small_hall();
    const Answers answers(Snapshot{.scenario = std::make_shared<const Scenario>(hall.scenarios.front())},
                          Catalog::built_in());
    std::vector<Diagnostic> warnings;
    const auto book = project_workbook(WorkbookInput::of(answers, hall), warnings);
    QVERIFY2(book.has_value(), book ? "" : book.error().text().c_str());
    QCOMPARE(kind_text(foreign_kind({"w.xlsx", *book})), std::string("xlsx"));
    QCOMPARE(kind_text(foreign_kind_of_file(write("any.name", *book))), std::string("xlsx"));
    const Project site = *make_template("fat-tree", {}, Catalog::built_in());
    const auto cables = CableList::make(site.scenarios.front().cluster, Catalog::built_in());
    QVERIFY(cables.has_value());
    const auto list = p2p_workbook(*cables);
    QVERIFY(list.has_value());
    QCOMPARE(kind_text(foreign_kind({"p.xlsx", *list})), std::string("p2p"));
    QCOMPARE(kind_text(foreign_kind({"p.xlsx", list->substr(0, list->size() / 2)})), std::string("none"));
}

void TestForeignKind::large_files_are_told_by_their_beginning() {
    std::string table = "device,name,type\n";
    while (table.size() < (size_t{3} << 20)) table += "leaf-01,port,400gbase-x-osfp\n";
    QCOMPARE(kind_text(foreign_kind_of_file(write("large.csv", table))), std::string("netbox"));
    // A model of many layers has an index of megabytes; a trace of that size is none of these.
    std::string index = "{\"metadata\": {\"total_size\": 1}, \"weight_map\": {\"a\": \"b\"";
    while (index.size() < (size_t{3} << 20)) index += ", \"layers.0.weight\": \"model-1.safetensors\"";
    QCOMPARE(kind_text(foreign_kind_of_file(write("index.json", index + "}}"))), std::string("huggingface"));
    std::string trace = "{\"traceEvents\": [{\"ph\": \"X\"}";
    while (trace.size() < (size_t{3} << 20)) trace += ", {\"ph\": \"X\", \"name\": \"kernel\"}";
    QCOMPARE(kind_text(foreign_kind_of_file(write("trace.json", trace + "]}"))), std::string("none"));
    // A log of that size is what was measured, whatever its first lines say.
    std::string log = "torchrun pretrain_gpt.py --num-layers 12 --hidden-size 768\n";
    while (log.size() < (size_t{3} << 20)) log += "iteration 1 | elapsed time 100 ms\n";
    QCOMPARE(kind_text(foreign_kind_of_file(write("large.log", log))), std::string("none"));
}

void TestForeignKind::what_is_no_file_has_no_kind() {
    QCOMPARE(kind_text(foreign_kind_of_file(m_folder.path().toStdString())), std::string("none"));
    QCOMPARE(kind_text(foreign_kind_of_file("/no/such/file")), std::string("none"));
    QCOMPARE(kind_text(foreign_kind_of_file(write("empty", ""))), std::string("none"));
    QCOMPARE(kind_text(foreign_kind_of_file(write("binary", std::string("<mxfile>\0x", 10)))),
             std::string("none"));
}

void TestForeignKind::every_kind_has_a_name_of_its_own() {
    std::set<std::string_view> names, labels;
    for (const ForeignKind kind : foreign_kinds) {
        names.insert(name_of(kind));
        labels.insert(label_of(kind));
    }
    QCOMPARE(names.size(), std::size(foreign_kinds));
    QCOMPARE(labels.size(), std::size(foreign_kinds));
}

void TestForeignKind::a_model_changes_the_scenario() {
    const Project hall = small_hall();
    const Scenario& before = hall.scenarios.front();
    const auto file = read_text_file(data_file("huggingface/gpt2.json"));
    QVERIFY(file.has_value());
    const auto changes = model_changes(std::span(&*file, 1), hall, before, Catalog::built_in());
    QVERIFY2(changes.has_value(), changes ? "" : changes.error().text().c_str());
    QVERIFY(!changes->list.empty());
    QCOMPARE(changes->taken(), changes->all());
    QVERIFY(changes->scenario.workload.inline_model);
    QCOMPARE(changes->scenario.workload.inline_model->transformer->hidden, 768.0);
    QVERIFY(changes->scenario.cluster == before.cluster);
    Project twice = hall;
    twice.scenarios.front() = changes->scenario;
    const auto none =
        model_changes(std::span(&*file, 1), twice, twice.scenarios.front(), Catalog::built_in());
    QVERIFY(none && none->all() == 0);
    const NamedText broken{"config.json", "{\"hidden_size\": "};
    QVERIFY(!model_changes(std::span(&broken, 1), hall, before, Catalog::built_in()));
}

/// None of several is left out without a word.
void TestForeignKind::one_model_at_a_time() {
    const auto file = read_text_file(data_file("huggingface/gpt2.json"));
    QVERIFY(file.has_value());
    const std::vector<NamedText> three(3, *file), two(2, *file);
    const Project hall = small_hall();
    for (const auto& files : {three, two}) {
        QVERIFY(!model_changes(files, hall, hall.scenarios.front(), Catalog::built_in()));
        QVERIFY(!import_foreign(ForeignKind::huggingface, files, Catalog::built_in(), "fat-tree", {}));
    }
}

void TestForeignKind::a_broken_drawing_is_told_with_its_place() {
    const Project hall = small_hall();
    const NamedText broken{"hall.drawio", "<mxfile>"};
    const auto none = drawing_changes(broken, hall, hall.scenarios.front(), Catalog::built_in(), "");
    QVERIFY(!none);
    QVERIFY(none.error().where.find("hall.drawio") != std::string::npos);
}

void TestForeignKind::a_workbook_makes_no_project() {
    const NamedText book{"w.xlsx", "PK"};
    const auto none =
        import_foreign(ForeignKind::workbook, std::span(&book, 1), Catalog::built_in(), "fat-tree", {});
    QVERIFY(!none);
    QVERIFY(none.error().fix.find("open that project") != std::string::npos);
}

QTEST_GUILESS_MAIN(TestForeignKind)
#include "test_foreign_kind.moc"
