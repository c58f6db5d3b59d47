// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/catalog/catalog.h"
#include "core/base/units/printable.h"
#include "core/drawing/project/project_file.h"
#include "tests/support/cli.h"

#include <QTest>
#include <fmt/format.h>
#include <sys/stat.h>

using namespace roofrack;

namespace {

/// A project around one cluster.
QByteArray with_cluster(const QByteArray& cluster) {
    return R"({"scenarios":[{"cluster":{)" + cluster + "}}]}";
}
QByteArray with_element(const QByteArray& keys) {
    return with_cluster(R"("elements":[{"id":"a",)" + keys + "}]");
}
QByteArray with_link(const QByteArray& keys) {
    return with_cluster(
        R"("elements":[{"id":"leaf","kind":"switch"},{"id":"spine","kind":"switch"}],"links":[{)" + keys +
        "}]");
}

std::string message_of(const std::filesystem::path& path) {
    const auto loaded = read_project(path, Catalog::built_in());
    return loaded ? std::string() : loaded.error().text();
}

} // namespace

class TestProjectBadInput : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void says_what_is_wrong_data();
    void says_what_is_wrong();
    void huge_files_are_refused_unread();
    void deep_nesting_is_refused();
    void folders_missing_and_special_files();
    void a_drawing_without_gpus_is_no_file_error();
    void whole_batches_are_read_however_they_are_written();

private:
    /// The command line prints the same and exits with 3.
    void check_by_command_line(const QString& path, const std::string& message);
    QTemporaryDir m_folder;
};

void TestProjectBadInput::says_what_is_wrong_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("expected"); // the whole message after the file's name
    const auto row = [](const char* name, const QByteArray& text, const char* expected) {
        QTest::newRow(name) << text << QByteArray(expected);
    };
    row("empty file", "", ": the file is empty");
    row("white space", "  \n\t ", ": the file is empty");
    row("broken JSON", "{\n  \"name\": \"a\",\n  \"scenarios\": [}\n",
        ":3:17: syntax error while parsing value");
    row("truncated", R"({"scenarios":[{"plan":{"tp":8)", ":1:30: syntax error");
    row("column counts characters", "{\"name\": \"äöü\" x", ":1:16: syntax error");
    row("trailing comma", "{\"scenarios\":[{}],}", ":1:19: syntax error");
    row("text after the end", R"({"scenarios":[{}]} {})", ":1:20: syntax error");
    row("not an object", "[1]", ": expected an object, found a list");
    row("not UTF-8", "{\"name\": \"\xff\xfe\"}", ": the text is not UTF-8");
    row("UTF-16", QByteArray("\xff\xfe{\0}\0", 6), ": the text is not UTF-8");
    row("binary",
        QByteArray("\x7f"
                   "ELF\x02\x01\x01\0\0\0",
                   10),
        ":1:1: syntax error");
    row("NaN", R"({"scenarios":[{"site":{"pue":NaN}}]})", ":1:30: syntax error");
    row("Infinity", R"({"scenarios":[{"site":{"pue":-Infinity}}]})", ":1:31: syntax error");
    row("NaN as text", R"({"scenarios":[{"site":{"pue":"nan"}}]})", ": /scenarios/0/site/pue: ");
    row("Infinity as text", R"({"scenarios":[{"site":{"power_limit":"inf W"}}]})",
        ": /scenarios/0/site/power_limit: ");
    row("too large for a double", R"({"scenarios":[{"site":{"pue":1e999}}]})",
        ":1:34: number overflow parsing '1e999'");
    row("no scenario", "{}", ": the key 'scenarios' is missing");
    row("empty scenarios", R"({"scenarios":[]})", ": /scenarios: there is no scenario");
    row("scenario of a wrong type", R"({"scenarios":[7]})", ": /scenarios/0: expected an object, found 7");
    row("two scenarios of one name", R"({"scenarios":[{"name":"a"},{"name":"a"}]})",
        ": /scenarios/1/name: a second scenario is named 'a'");
    const auto curve = [](const char* points) {
        return QByteArray(R"({"scenarios":[{"measured_curves":[{"name":"a","points":[)") + points + "]}]}]}";
    };
    row("a curve of one count", curve(R"({"gpus":8,"rate":1})"),
        ": /scenarios/0/measured_curves/0/points: the curve has 1 GPU counts: give two at least, 1000 at "
        "most");
    row("counts that do not ascend", curve(R"({"gpus":8,"rate":1},{"gpus":8,"rate":2})"),
        ": /scenarios/0/measured_curves/0/points/1/gpus: the GPU counts do not ascend");
    row("a rate of nothing", curve(R"({"gpus":8,"rate":0},{"gpus":16,"rate":2})"),
        ": /scenarios/0/measured_curves/0/points/0/rate: 0 is out of range");
    row("two curves of one name",
        R"({"scenarios":[{"measured_curves":[{"name":"a","points":[{"gpus":1,"rate":1},{"gpus":2,"rate":2}]},
        {"name":"a","points":[{"gpus":1,"rate":1},{"gpus":2,"rate":2}]}]}]})",
        ": /scenarios/0/measured_curves/1/name: a second curve is named 'a'");
    row("key twice", R"({"scenarios":[{"plan":{"tp":1,"pp":2,"tp":4}}]})",
        ": /scenarios/0/plan/tp: the key is given twice");
    row("old schema", R"({"schema":0,"scenarios":[{}]})", ": /schema: 0 is out of range");
    row("schema of a wrong type", R"({"schema":"one","scenarios":[{}]})", ": /schema: ");
    row("wrong unit", with_link(R"("from":"leaf","to":"spine","bandwidth":"400 kg")"),
        ": /scenarios/0/cluster/links/0/bandwidth: ");
    row("unit of another dimension", with_element(R"("kind":"rack","power_limit":"40 Gb/s")"),
        ": /scenarios/0/cluster/elements/0/power_limit: ");
    row("decimal comma", with_element(R"("kind":"rack","power_limit":"40,8 kW")"),
        ": /scenarios/0/cluster/elements/0/power_limit: ");
    row("unknown part", with_element(R"("kind":"server","part":"dgx-h10")"),
        ": /scenarios/0/cluster/elements/0/part: unknown server 'dgx-h10': did you mean 'dgx-h100'?");
    row("part of another kind", with_element(R"("kind":"switch","part":"dgx-h100")"),
        ": /scenarios/0/cluster/elements/0/part: 'dgx-h100' is a server, not a switch");
    row("part of a room", with_element(R"("kind":"room","part":"dgx-h100")"),
        ": /scenarios/0/cluster/elements/0/part: a room is no part that can be bought");
    row("unknown base", with_element(R"("kind":"server","part":{"base":"dgx-h10","nic_rate":1e9})"),
        ": /scenarios/0/cluster/elements/0/part/base: there is no server 'dgx-h10' to derive it from, "
        "neither in the catalogue nor among the project's parts: did you mean 'dgx-h100'?");
    row("unknown figure", with_element(R"("kind":"server","part":{"base":"dgx-h100","nic_rat":1e9})"),
        ": /scenarios/0/cluster/elements/0/part/nic_rat: a server has no figure 'nic_rat': did you mean "
        "'nic_rate'?");
    row("unknown status",
        with_element(
            R"("kind":"server","part":{"base":"dgx-h100","nic_rate":{"value":1e9,"status":"sure"}})"),
        ": /scenarios/0/cluster/elements/0/part/nic_rate/status: unknown status 'sure': it knows "
        "confirmed, ");
    row("own part without a name", with_element(R"("kind":"server","part":{"nic_rate":1e9})"),
        ": /scenarios/0/cluster/elements/0/part: the part has neither a base nor an id");
    row("unknown model", R"({"scenarios":[{"workload":{"model":"llama3-405"}}]})",
        ": /scenarios/0/workload/model: unknown model 'llama3-405': did you mean 'llama3-405b'?");
    row("model of neither kind", R"({"scenarios":[{"workload":{"model":{"id":"x"}}}]})",
        ": /scenarios/0/workload/model: the model is neither a transformer nor a generic profile");
    row("model without layers", R"({"scenarios":[{"workload":{"model":{"transformer":{"hidden":64}}}}]})",
        ": /scenarios/0/workload/model/transformer: the key 'layers' is missing");
    row("typo in a model",
        R"({"scenarios":[{"workload":{"model":{"transformer":{"layers":2,"hidden":64,"heads":2,)"
        R"("ffn":64,"vocab":100,"gated_fn":true}}}}]})",
        ": /scenarios/0/workload/model/transformer/gated_fn: unknown key 'gated_fn': did you mean "
        "'gated_ffn'?");
    row("in itself", with_element(R"("kind":"rack","in":"a")"),
        ": /scenarios/0/cluster/elements/0/in: 'a' contains itself");
    row("cyclic containment",
        with_cluster(R"("elements":[{"id":"a","kind":"room","in":"c"},{"id":"b","kind":"row","in":"a"},)"
                     R"({"id":"c","kind":"pod","in":"b"}])"),
        ": /scenarios/0/cluster/elements/0/in: 'a' contains itself");
    row("in nothing",
        with_cluster(R"("elements":[{"id":"rack","kind":"rack"},{"id":"b","kind":"server","in":"rak"}])"),
        ": /scenarios/0/cluster/elements/1/in: there is no element 'rak' to be in: did you mean 'rack'?");
    row("link to nothing", with_link(R"("from":"leaf","to":"spin")"),
        ": /scenarios/0/cluster/links/0/to: there is no element 'spin': did you mean 'spine'?");
    row("link without an end", with_link(R"("from":"leaf")"),
        ": /scenarios/0/cluster/links/0: the key 'to' is missing");
    row("duplicate element id",
        with_cluster(R"("elements":[{"id":"a","kind":"room"},{"id":"a","kind":"rack"}])"),
        ": /scenarios/0/cluster/elements/1/id: 'a' is the id of element 0 too");
    row("duplicate link id",
        with_cluster(R"("elements":[{"id":"a","kind":"switch"}],"links":[{"id":"l","from":"a","to":"a"},)"
                     R"({"id":"l","from":"a","to":"a"}])"),
        ": /scenarios/0/cluster/links/1/id: 'l' is the id of link 0 too");
    row("no id", with_cluster(R"("elements":[{"kind":"rack"}])"),
        ": /scenarios/0/cluster/elements/0: the key 'id' is missing");
    row("empty id", with_cluster(R"("elements":[{"id":"","kind":"rack"}])"),
        ": /scenarios/0/cluster/elements/0/id: the text is empty");
    row("no kind", with_element(R"("name":"x")"),
        ": /scenarios/0/cluster/elements/0: the key 'kind' is missing");
    row("unknown kind", with_element(R"("kind":"servers")"),
        ": /scenarios/0/cluster/elements/0/kind: unknown kind 'servers': did you mean 'server'?");
    row("unknown schedule", R"({"scenarios":[{"plan":{"schedule":"gpipe"}}]})",
        ": /scenarios/0/plan/schedule: unknown schedule 'gpipe': it knows 1f1b, interleaved, zb-1p, zb-2p");
    row("zero count", with_element(R"("kind":"rack","count":0)"),
        ": /scenarios/0/cluster/elements/0/count: 0 is out of range");
    row("negative count", with_element(R"("kind":"rack","count":-4)"),
        ": /scenarios/0/cluster/elements/0/count: -4 is out of range");
    row("huge count", with_element(R"("kind":"rack","count":99999999999999999999)"),
        ": /scenarios/0/cluster/elements/0/count: 1e+20 is out of range");
    row("half a rack", with_element(R"("kind":"rack","count":1.5)"),
        ": /scenarios/0/cluster/elements/0/count: 1.5 is not a whole number");
    row("half a sequence", R"({"scenarios":[{"workload":{"global_batch":16.5}}]})",
        ": /scenarios/0/workload/global_batch: 16.5 is not a whole number: write one without a fraction");
    row("half a sequence at first", R"({"scenarios":[{"workload":{"batch_ramp_start":0.5}}]})",
        ": /scenarios/0/workload/batch_ramp_start: 0.5 is not a whole number: write one without a fraction");
    row("part of a batch in words", R"({"scenarios":[{"workload":{"global_batch":"0.0125k"}}]})",
        ": /scenarios/0/workload/global_batch: 12.5 is not a whole number");
    row("too many instances",
        with_cluster(
            R"("elements":[{"id":"a","kind":"room","count":1000000},{"id":"b","kind":"rack","in":"a","count":1000000}])"),
        ": /scenarios/0/cluster/elements/1/count: 'b' stands for 1e+12 instances");
    row("negative degree", R"({"scenarios":[{"plan":{"tp":-8}}]})",
        ": /scenarios/0/plan/tp: -8 is out of range: give 1 to ");
    row("ZeRO 4", R"({"scenarios":[{"plan":{"zero":4}}]})",
        ": /scenarios/0/plan/zero: 4 is out of range: give 0 to 3");
    row("share over 1", with_link(R"("from":"leaf","to":"spine","health":1.5)"),
        ": /scenarios/0/cluster/links/0/health: 1.5 is out of range: give 0 to 1");
    row("boiling wet bulb", R"({"scenarios":[{"site":{"wet_bulb":"400 C"}}]})",
        ": /scenarios/0/site/wet_bulb: 400 is out of range");
    row("number for text", with_element(R"("kind":"rack","name":5)"),
        ": /scenarios/0/cluster/elements/0/name: expected text, found 5");
    row("text for a switch", R"({"scenarios":[{"plan":{"tp_overlap":"yes"}}]})",
        ": /scenarios/0/plan/tp_overlap: expected true or false, found \"yes\"");
    row("list for a number", R"({"scenarios":[{"plan":{"tp":[8]}}]})",
        ": /scenarios/0/plan/tp: expected a number, found a list");
    row("null for a number", R"({"scenarios":[{"plan":{"tp":null}}]})",
        ": /scenarios/0/plan/tp: expected a number, found null");
    row("object for a list", R"({"scenarios":{}})", ": /scenarios: expected a list, found an object");
    row("position of three", with_element(R"("kind":"rack","position":[1,2,3])"),
        ": /scenarios/0/cluster/elements/0/position: expected two numbers");
    row("unknown plant", R"({"scenarios":[{"site":{"plant":"waterside-economizer"}}]})",
        ": /scenarios/0/site/plant: unknown plant 'waterside-economizer': did you mean "
        "'waterside-economiser'?");
    row("rank order", R"({"scenarios":[{"plan":{"placement":"tp-tp"}}]})",
        ": /scenarios/0/plan/placement: unknown rank order 'tp-tp'");
}

void TestProjectBadInput::says_what_is_wrong() {
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, expected);
    const QString path = m_folder.filePath("bad.roofrack.json");
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) == text.size());
    file.close();
    const std::string message = message_of(path.toStdString());
    const std::string start = path.toStdString() + expected.toStdString();
    QVERIFY2(message.starts_with(start), ("got      " + message + "\nexpected " + start).c_str());
    QVERIFY2(message.size() < path.toStdString().size() + 400, message.c_str());
    check_by_command_line(path, message);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), text);
    QCOMPARE(QDir(m_folder.path()).entryList(QDir::Files | QDir::Hidden).size(), 1);
}

void TestProjectBadInput::whole_batches_are_read_however_they_are_written() {
    for (const auto& [text, batch] : {std::pair("16.0", 16.0), std::pair("1.6e7", 1.6e7),
                                      std::pair("\"1.5k\"", 1500.0), std::pair("3e9", 3e9)}) {
        const auto loaded =
            parse_project(fmt::format(R"({{"scenarios":[{{"workload":{{"global_batch":{}}}}}]}})", text),
                          Catalog::built_in());
        QVERIFY2(loaded, loaded ? "" : loaded.error().text().c_str());
        QCOMPARE(loaded->project.scenarios.front().workload.global_batch, batch);
        const auto again =
            parse_project(project_text(loaded->project, Catalog::built_in()), Catalog::built_in());
        QVERIFY(again && again->project == loaded->project);
    }
}

void TestProjectBadInput::check_by_command_line(const QString& path, const std::string& message) {
    const test::ProgramRun said = test::run_cli({"check", path});
    QCOMPARE(said.exit_code, 3);
    QCOMPARE(said.err.toStdString(), "error: " + printable_line(message) + "\n");
    QCOMPARE(said.out, QByteArray());
}

void TestProjectBadInput::huge_files_are_refused_unread() {
    const QString path = m_folder.filePath("huge.json");
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.resize(qint64(1) << 40));
    file.close();
    const std::string message = message_of(path.toStdString());
    QCOMPARE(message,
             path.toStdString() +
                 ": has 1048576 MiB, more than the 64 MiB of a project: is it another kind of file?");
    check_by_command_line(path, message);
    QVERIFY(file.remove());
}

void TestProjectBadInput::deep_nesting_is_refused() {
    for (const char bracket : {'[', '{'}) {
        QByteArray text;
        for (int i = 0; i < 100'000; ++i) text += bracket == '[' ? "[" : "{\"a\":";
        const auto loaded = parse_project(text.toStdString(), Catalog::built_in(), "deep.json");
        QVERIFY(!loaded);
        // The 65th bracket; "{"a":" has five characters.
        QCOMPARE(loaded.error().text(), std::string(bracket == '[' ? "deep.json:1:65" : "deep.json:1:321") +
                                            ": nested more than 64 levels deep: is it a project file?");
    }
    // Containers around each other, named in any order.
    const auto rooms = [](int deep) {
        QByteArray elements;
        for (int i = deep; i >= 0; --i)
            elements += QStringLiteral("{\"id\":\"r%1\",\"kind\":\"room\"%2},")
                            .arg(i)
                            .arg(i > 0 ? QStringLiteral(",\"in\":\"r%1\"").arg(i - 1) : QString())
                            .toUtf8();
        elements.chop(1);
        return parse_project(with_cluster("\"elements\":[" + elements + "]").toStdString(),
                             Catalog::built_in());
    };
    QVERIFY(rooms(64));
    for (const int deep : {65, 20'000}) {
        const auto refused = rooms(deep);
        QVERIFY(!refused);
        QVERIFY(refused.error().text().find("stands in more than 64 containers") != std::string::npos);
    }
    // Deep, but in a key that is only kept.
    const std::string kept = R"({"scenarios":[{}],"x":)" + std::string(60, '[') + std::string(60, ']') + "}";
    const auto loaded = parse_project(kept, Catalog::built_in());
    QVERIFY(loaded);
    QVERIFY(parse_project(project_text(loaded->project, Catalog::built_in()), Catalog::built_in())->project ==
            loaded->project);
    // As many values as fit into the largest file are refused, not held.
    const std::string many = R"({"x":[)" + QByteArray("0,").repeated(5'000'000).toStdString() + "0]}";
    QVERIFY(parse_project(many, Catalog::built_in(), "m")
                .error()
                .text()
                .starts_with("m: more than 4000000 values"));
    std::string keys = R"({"scenarios":[{"x":{"k":0)";
    for (int i = 0; i < 9'999; ++i) keys += fmt::format(",\"k{}\":0", i);
    QVERIFY(parse_project(keys + "}}]}", Catalog::built_in()));
    keys += R"(,"one more":0)";
    QCOMPARE(
        parse_project(keys, Catalog::built_in(), "m").error().text(),
        std::string(
            "m: /scenarios/0/x: an object of more than 10000 keys: no project has so many: is it another "
            "kind of file?"));
    // Found among few keys and among many.
    for (const int count : {3, 100}) {
        std::string twice = "{";
        for (int i = 0; i < count; ++i) twice += fmt::format("\"k{}\":0,", i);
        QCOMPARE(parse_project(twice + "\"k1\":1}", Catalog::built_in(), "m").error().text(),
                 std::string("m: /k1: the key is given twice: delete one of the two"));
    }
}

void TestProjectBadInput::folders_missing_and_special_files() {
    const std::string folder = m_folder.path().toStdString();
    QCOMPARE(message_of(folder), folder + ": is a folder: name a file in it");
    check_by_command_line(m_folder.path(), message_of(folder));
    QCOMPARE(message_of(folder + "/none.json"), folder + "/none.json: there is no such file: check the name");
    check_by_command_line(m_folder.filePath("none.json"), message_of(folder + "/none.json"));
    const std::string pipe = folder + "/pipe";
    QCOMPARE(mkfifo(pipe.c_str(), 0600), 0);
    QCOMPARE(message_of(pipe), pipe + ": is not an ordinary file: name an ordinary file");
    QVERIFY(QFile::remove(QString::fromStdString(pipe)));
}

void TestProjectBadInput::a_drawing_without_gpus_is_no_file_error() {
    QVERIFY(parse_project(with_element(R"("kind":"rack")").toStdString(), Catalog::built_in()));
}

QTEST_GUILESS_MAIN(TestProjectBadInput)
#include "test_project_bad_input.moc"
