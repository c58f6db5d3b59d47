// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/catalog/catalog.h"
#include "core/drawing/project/project_file.h"
#include "core/measured/inside/inside_import.h"

#include <QTest>

using namespace roofrack;

namespace {

const Catalog& all_parts() { return Catalog::built_in(); }

/// What `nvidia-smi topo -m` prints of two sockets: GPUs with as many bonded links to each other (0: none), a
/// NIC beside each, and one more that is near none.
std::string matrix(int gpus, int bonded, bool underlined = false) {
    std::vector<std::string> names;
    for (int i = 0; i < gpus; ++i) names.push_back("GPU" + std::to_string(i));
    for (int i = 0; i <= gpus; ++i) names.push_back("NIC" + std::to_string(i));
    const auto socket = [&](size_t i) {
        const size_t at = i % static_cast<size_t>(gpus);
        return i == names.size() - 1 ? 0 : at / static_cast<size_t>(std::max(1, gpus / 2));
    };
    std::string out = underlined ? "\t\x1b[4m" : "\t";
    for (const std::string& name : names) out += name + "\t";
    out += std::string("CPU Affinity\tNUMA Affinity\tGPU NUMA ID") + (underlined ? "\x1b[0m\n" : "\n");
    const auto count = static_cast<size_t>(gpus);
    for (size_t i = 0; i < names.size(); ++i) {
        out += names[i];
        for (size_t k = 0; k < names.size(); ++k) {
            const bool both_are_gpus = i < count && k < count;
            const bool are_neighbours = i + count == k || k + count == i;
            out += i == k                        ? "\t X "
                   : both_are_gpus && bonded > 0 ? "\tNV" + std::to_string(bonded)
                   : are_neighbours              ? "\tPIX"
                   : socket(i) == socket(k)      ? "\tNODE"
                                                 : "\tSYS";
        }
        if (i < count) out += "\t0-47,96-143\t" + std::to_string(socket(i)) + "\t\tN/A";
        out += "\n";
    }
    out += "\nLegend:\n\n  X    = Self\n  SYS  = Connection traversing PCIe\n\nNIC Legend:\n\n";
    for (int i = 0; i <= gpus; ++i) out += "  NIC" + std::to_string(i) + ": mlx5_" + std::to_string(i) + "\n";
    return out;
}

std::string models(int gpus, const char* name) {
    std::string out;
    for (int i = 0; i < gpus; ++i)
        out += "GPU " + std::to_string(i) + ": " + name + " (UUID: GPU-" + std::to_string(i) + ")\n";
    return out;
}

/// What `lstopo --of xml` writes of two sockets, each with a PCIe switch of two GPUs and a NIC.
std::string tree(const char* version, const char* speed = "63.015385",
                 const char* model = "NVIDIA H100 80GB HBM3", bool with_nvlink = true) {
    const bool is_newest = std::string(version) == "3.0";
    std::string out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE topology SYSTEM "
                      "\"hwloc2.dtd\">\n<topology version=\"" +
                      std::string(version) + "\">\n<object type=\"Machine\" os_index=\"0\">\n";
    for (int socket = 0; socket < 2; ++socket) {
        out +=
            "<object type=\"Package\"><object type=\"NUMANode\"/><object type=\"Core\"/><object "
            "type=\"Core\"/>"
            "<object type=\"Bridge\" bridge_type=\"0-1\"><object type=\"PCIDev\" pci_type=\"0300 [1002:515e] "
            "[003c:003f] 01\" pci_link_speed=\"0.2\"/>"
            "<object type=\"Bridge\" bridge_type=\"1-1\" pci_type=\"0604 [1000:c030] [1000:a064] b0\">";
        for (int i = 0; i < 2; ++i)
            out += std::string("<object type=\"Bridge\" bridge_type=\"1-1\" pci_type=\"0604 [1000:c030] "
                               "[1000:a064] b0\">"
                               "<object type=\"PCIDev\" pci_type=\"0302 [10de:2330] [10de:16c1] a1\" "
                               "pci_link_speed=\"") +
                   speed + "\"><object type=\"OSDev\" name=\"nvml" + std::to_string(2 * socket + i) +
                   "\" osdev_type=\"" + (is_newest ? "4" : "1") + "\"><info name=\"GPUModel\" value=\"" +
                   model + "\"/></object></object></object>";
        out += "<object type=\"Bridge\" bridge_type=\"1-1\" pci_type=\"0604 [1000:c030] [1000:a064] b0\">"
               "<object type=\"PCIDev\" pci_type=\"0207 [15b3:1021] [15b3:0023] 00\" "
               "pci_link_speed=\"63.015385\">"
               "<object type=\"OSDev\" name=\"ib" +
               std::to_string(socket) + "\" osdev_type=\"" + (is_newest ? "16" : "2") +
               "\"/><object type=\"OSDev\" name=\"mlx5_" + std::to_string(socket) + "\" osdev_type=\"" +
               (is_newest ? "32" : "3") + "\"/></object></object></object></object></object>";
    }
    out += "</object>\n";
    if (with_nvlink)
        out += "<distances2hetero nbobjs=\"4\" kind=\"10\" name=\"NVLinkBandwidth\"><indexes "
               "length=\"8\">PCI:1 PCI:2 "
               "PCI:3 PCI:4</indexes><u64values length=\"9\">1000000 450000 450000 450000 "
               "</u64values><u64values "
               "length=\"9\">450000 1000000 450000 450000 450000 450000 1000000 450000 450000 450000 450000 "
               "1000000</u64values></distances2hetero>\n";
    return out + "</topology>\n";
}

Result<Imported> imported(std::vector<NamedText> files, const TemplateSettings& settings = {}) {
    return import_inside(files, all_parts(), settings);
}

const Part& part_of(const Imported& imported) {
    return *imported.project.scenarios.front().parts.front().inline_part;
}

QByteArray guesses(const Imported& imported) {
    QByteArray out;
    for (const Diagnostic& each : imported.warnings) out += QByteArray::fromStdString(each.text()) + "\n";
    return out;
}

} // namespace

class TestInside : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void a_matrix_becomes_a_server_data() {
        QTest::addColumn<std::string>("text");
        QTest::newRow("as a file") << models(8, "NVIDIA H100 80GB HBM3") + matrix(8, 18);
        QTest::newRow("as a terminal shows it") << matrix(8, 18, true) + models(8, "NVIDIA H100 80GB HBM3");
        std::string blanks = matrix(8, 18);
        std::ranges::replace(blanks, '\t', ' ');
        QTest::newRow("pasted with blanks")
            << "$ nvidia-smi topo -m\n" + blanks + models(8, "NVIDIA H100 80GB HBM3");
    }
    void a_matrix_becomes_a_server() {
        QFETCH(std::string, text);
        const auto read = imported({{"node7.txt", text}});
        QVERIFY2(read.has_value(), read ? "" : read.error().text().c_str());
        const Part& server = part_of(*read);
        QCOMPARE(server.value("gpus"), std::optional(8.0));
        QCOMPARE(server.value("scale_up_domain"), std::optional(8.0));
        QCOMPARE(server.value("nics"), std::optional(8.0));
        QCOMPARE(server.text_or("accelerator", ""), std::string_view("h100-sxm5"));
        QVERIFY(server.value("max_power").has_value());
        QVERIFY2(server.note.find("NV18 between 28 pairs") != std::string::npos, server.note.c_str());
        QVERIFY2(server.note.find("NUMA node 1: GPU4 GPU5 GPU6 GPU7") != std::string::npos,
                 server.note.c_str());
        QVERIFY2(server.note.find("mlx5_3 PIX") != std::string::npos, server.note.c_str());
        QVERIFY2(guesses(*read).contains("guess: 1 of 9 NICs, for storage or management"),
                 guesses(*read).constData());
        QVERIFY2(guesses(*read).contains("power, air, height and price are those of"),
                 guesses(*read).constData());
        // It is drawn, and the project can be saved.
        const Scenario& scenario = read->project.scenarios.front();
        const auto drawn = std::ranges::find(scenario.cluster.elements, ElementKind::server, &Element::kind);
        QVERIFY(drawn != scenario.cluster.elements.end());
        QVERIFY(drawn->part == scenario.parts.front());
        const auto again = parse_project(project_text(read->project, all_parts()), all_parts());
        QVERIFY2(again.has_value(), again ? "" : again.error().text().c_str());
        QVERIFY(again->project.scenarios.front().parts == scenario.parts);
    }

    void a_server_of_half_as_many_gpus_is_like_the_usual_one() {
        const auto read = imported({{"n.txt", matrix(4, 18)}}, {{"gpu", "h100-sxm5"}});
        QVERIFY2(read.has_value(), read ? "" : read.error().text().c_str());
        QCOMPARE(part_of(*read).value("scale_up_domain"), std::optional(4.0));
        const PartRef& part = read->project.scenarios.front().parts.front();
        const Part* const like = all_parts().part(PartKind::server, part.base);
        QVERIFY(like);
        QCOMPARE(like->value_or("nics", 0), like->value_or("gpus", 0)); // a NIC a GPU, as it has
    }

    void without_nvlink_each_gpu_stands_alone() {
        const auto read = imported({{"n.txt", matrix(4, 0)}}, {{"gpu", "l40s"}});
        QVERIFY2(read.has_value(), read ? "" : read.error().text().c_str());
        QCOMPARE(part_of(*read).value("gpus"), std::optional(4.0));
        QCOMPARE(part_of(*read).value("scale_up_domain"), std::optional(1.0));
    }

    void a_tray_of_a_rack_keeps_the_domain_of_the_rack() {
        const auto read = imported({{"n.txt", matrix(4, 18)}}, {{"gpu", "gb200"}});
        QVERIFY2(read.has_value(), read ? "" : read.error().text().c_str());
        QCOMPARE(part_of(*read).value("gpus"), std::optional(4.0));
        QCOMPARE(part_of(*read).value("scale_up_domain"), std::optional(72.0));
        QVERIFY2(guesses(*read).contains("guess: one server is seen alone"), guesses(*read).constData());
    }

    void a_tree_becomes_a_server_data() {
        QTest::addColumn<std::string>("version");
        QTest::newRow("hwloc 2") << std::string("2.0");
        QTest::newRow("hwloc 3") << std::string("3.0");
    }
    void a_tree_becomes_a_server() {
        QFETCH(std::string, version);
        const auto inside = read_lstopo({"n.xml", tree(version.c_str())});
        QVERIFY2(inside.has_value(), inside ? "" : inside.error().text().c_str());
        QCOMPARE(inside->gpus.size(), size_t{4});
        QCOMPARE(inside->nics.size(), size_t{2});
        QCOMPARE(inside->nics[1].name, std::string("mlx5_1"));
        QVERIFY(inside->nics[1].to_gpus[0].nearness == Nearness::other_socket);
        QVERIFY(inside->nics[1].to_gpus[2].nearness == Nearness::bridge);
        QVERIFY(inside->gpus[0].to_gpus[3].nearness == Nearness::nvlink);
        QCOMPARE(inside->sockets, 2);
        QCOMPARE(inside->cores, 4);
        const auto read = imported({{"n.xml", tree(version.c_str())}});
        QVERIFY2(read.has_value(), read ? "" : read.error().text().c_str());
        QCOMPARE(part_of(*read).value("gpus"), std::optional(4.0));
        QCOMPARE(part_of(*read).value("nics"), std::optional(2.0));
        QCOMPARE(part_of(*read).value("host_link_rate"), std::optional(63.015385e9));
    }

    void a_slow_link_of_an_idle_gpu_is_no_figure() {
        const auto read = imported({{"n.xml", tree("2.0", "3.938462")}});
        QVERIFY2(read.has_value(), read ? "" : read.error().text().c_str());
        QVERIFY(part_of(*read).value_or("host_link_rate", 0) > 60e9);
        QVERIFY2(guesses(*read).contains("ran at 3.94 GB/s"), guesses(*read).constData());
    }

    void matrix_and_tree_say_together_what_one_does_not() {
        const auto read = imported(
            {{"n.xml", tree("2.0", "63.015385", "NVIDIA H100 80GB HBM3", false)}, {"n.txt", matrix(4, 18)}});
        QVERIFY2(read.has_value(), read ? "" : read.error().text().c_str());
        QCOMPARE(part_of(*read).value("scale_up_domain"), std::optional(4.0));
        QCOMPARE(part_of(*read).value("nics"), std::optional(4.0));
        const auto alone = imported({{"n.xml", tree("2.0", "63.015385", "NVIDIA H100 80GB HBM3", false)}});
        QVERIFY(alone);
        QVERIFY2(guesses(*alone).contains("do not tell NVLink"), guesses(*alone).constData());
    }

    void nics_that_the_matrix_lacks_are_those_of_the_tree() {
        std::string alone = "\tGPU0\tGPU1\tGPU2\tGPU3\tCPU Affinity\tNUMA Affinity\tGPU NUMA ID\n";
        for (int i = 0; i < 4; ++i) {
            alone += "GPU" + std::to_string(i);
            for (int k = 0; k < 4; ++k) alone += i == k ? "\t X " : "\tNV18";
            alone += "\t0-47\t0\t\tN/A\n";
        }
        const auto read = imported({{"n.xml", tree("2.0")}, {"n.txt", alone}});
        QVERIFY2(read.has_value(), read ? "" : read.error().text().c_str());
        QCOMPARE(part_of(*read).value("nics"), std::optional(2.0));
        QVERIFY2(!guesses(*read).contains("no NIC is seen"), guesses(*read).constData());
    }

    void functions_of_one_card_are_said() {
        std::string text = tree("2.0");
        const std::string nic = "pci_type=\"0207";
        const size_t first = text.find(nic), second = text.find(nic, first + 1);
        text.insert(second, "pci_busid=\"0000:28:00.1\" ");
        text.insert(first, "pci_busid=\"0000:28:00.0\" ");
        const auto read = imported({{"n.xml", text}});
        QVERIFY2(read.has_value(), read ? "" : read.error().text().c_str());
        QCOMPARE(part_of(*read).value("nics"), std::optional(2.0));
        QVERIFY2(guesses(*read).contains("1 of 2 compute NICs are further PCI functions"),
                 guesses(*read).constData());
    }

    void what_cannot_be_read_is_said_data() {
        QTest::addColumn<std::string>("text");
        QTest::addColumn<QByteArray>("why");
        const auto row = [](const char* name, const std::string& text, const char* why) {
            QTest::newRow(name) << text << QByteArray(why);
        };
        row("nothing", "", "no matrix");
        row("another text", "GPU 0: NVIDIA H100\nhello\n", "no matrix");
        const std::string whole = matrix(8, 18);
        row("cut", whole.substr(0, whole.find("GPU5\t", whole.find("GPU4\tNV"))), "it is cut");
        std::string halves = whole;
        halves.replace(halves.find("NV18"), 4, "NV12");
        row("its halves differ", halves, "contradicts itself at GPU0 and GPU1");
        std::string strange = whole;
        strange.replace(strange.find("\tPIX"), 4, "\tPIY");
        row("no relation", strange, "'PIY' is no relation");
        row("no model", whole, "which GPUs these are");
        row("an unknown model", models(8, "NVIDIA Z9000") + whole, "Z9000");
        std::string many = "\t";
        for (int i = 0; i < 2'000; ++i) many += "GPU" + std::to_string(i) + "\t";
        row("too many devices", many + "\n", "more than 1024 devices");
        row("entities", "<!DOCTYPE topology [<!ENTITY a \"b\">]><topology version=\"2.0\"/>",
            "declares entities");
        row("no objects", "<topology version=\"2.0\"/>", "no objects");
        row("a newer tree", tree("4.0"), "version 4.0");
        row("a cut tree", tree("2.0").substr(0, 900), "does not end");
        std::string deep = "<topology version=\"2.0\">";
        for (int i = 0; i < 100'000; ++i) deep += "<object type=\"Group\">";
        row("a deep tree", deep, "nested deeper");
        row("no GPU", "<topology version=\"2.0\"><object type=\"Machine\"/></topology>", "no GPU");
    }
    void what_cannot_be_read_is_said() {
        QFETCH(std::string, text);
        QFETCH(QByteArray, why);
        const auto read = imported({{"n", text}});
        QVERIFY(!read);
        QVERIFY2(QByteArray::fromStdString(read.error().text()).contains(why), read.error().text().c_str());
        QVERIFY(!read.error().fix.empty());
    }

    void files_of_two_servers_are_refused() {
        const auto two =
            imported({{"a.txt", matrix(8, 18)}, {"b.txt", matrix(8, 18)}}, {{"gpu", "h100-sxm5"}});
        QVERIFY(!two);
        const auto differ = imported({{"a.txt", matrix(8, 18)}, {"b.xml", tree("2.0")}});
        QVERIFY(!differ);
        QVERIFY2(differ.error().text().find("4 GPUs") != std::string::npos, differ.error().text().c_str());
        QVERIFY(!imported({{"a.txt", matrix(8, 18)}}, {{"gpu", "nothing"}}));
        QVERIFY(!imported({{"a.txt", matrix(8, 18)}}, {{"gpu", "h100-sxm5"}, {"server", "nothing"}}));
    }
};

QTEST_GUILESS_MAIN(TestInside)
#include "test_inside.moc"
