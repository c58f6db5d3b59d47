// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/catalog.h"
#include "core/project/project_file.h"
#include "core/report/output_schema.h"
#include "tests/support/project_sample.h"

#include <QtTest>
#include <nlohmann/json.hpp>

using namespace roofrack;
using Json = nlohmann::json;

namespace {

// Validates the files after the first against the schema in the first; one line a fault.
constexpr char validator[] = R"(
import json, sys
import jsonschema
schema = json.load(open(sys.argv[1], encoding="utf-8"))
jsonschema.Draft202012Validator.check_schema(schema)
faults = 0
for name in sys.argv[2:]:
    for error in jsonschema.Draft202012Validator(schema).iter_errors(json.load(open(name, encoding="utf-8"))):
        print(name, error.json_path, error.message[:300])
        faults += 1
sys.exit(1 if faults else 0)
)";

} // namespace

class TestProjectSchema : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void projects_are_valid();
    void broken_projects_are_not_data();
    void broken_projects_are_not();
    void names_every_enumeration();
    void command_prints_them();
    void outputs_are_valid_data();
    void outputs_are_valid();

private:
    QString write(const QString& name, const std::string& text);
    /// Faults that the validator prints; empty when there is none.
    QByteArray faults(const QString& schema, const QStringList& files);
    bool run(const QStringList& arguments, QByteArray& out, int& exit_code);

    QTemporaryDir m_folder;
    QString m_cli = qEnvironmentVariable("ROOFRACK_CLI");
    bool m_validates = false;
};

void TestProjectSchema::initTestCase() {
    QProcess python;
    python.start("python3", {"-c", "import jsonschema; jsonschema.Draft202012Validator"});
    m_validates =
        python.waitForFinished() && python.exitStatus() == QProcess::NormalExit && python.exitCode() == 0;
}

QString TestProjectSchema::write(const QString& name, const std::string& text) {
    QFile file(m_folder.filePath(name));
    if (!file.open(QIODevice::WriteOnly) ||
        file.write(text.data(), qint64(text.size())) != qint64(text.size()))
        qFatal("no room for test files");
    return file.fileName();
}

QByteArray TestProjectSchema::faults(const QString& schema, const QStringList& files) {
    QProcess python;
    python.setProcessChannelMode(QProcess::MergedChannels);
    python.start("python3", QStringList{"-c", validator, schema} + files);
    if (!python.waitForFinished()) return "the validator did not finish";
    const QByteArray out = python.readAll();
    return python.exitCode() == 0 ? QByteArray() : out.isEmpty() ? QByteArray("the validator failed") : out;
}

bool TestProjectSchema::run(const QStringList& arguments, QByteArray& out, int& exit_code) {
    QProcess process;
    process.start(m_cli, arguments);
    if (!process.waitForFinished(60000) || process.exitStatus() != QProcess::NormalExit) return false;
    out = process.readAllStandardOutput();
    exit_code = process.exitCode();
    return true;
}

void TestProjectSchema::projects_are_valid() {
    if (!m_validates) QSKIP("python3 with jsonschema is not installed");
    QStringList files{write("sample.json", sample_project), write("small.json", small_project)};
    const auto loaded = parse_project(sample_project, Catalog::built_in());
    QVERIFY(loaded);
    files += write("saved.json", project_text(loaded->project));
    const QDir samples(QString(ROOFRACK_SOURCE_DIR) + "/samples");
    for (const QString& name : samples.entryList({"*.roofrack.json"})) files += samples.filePath(name);
    QCOMPARE(faults(write("schema.json", project_schema()), files), QByteArray());
}

void TestProjectSchema::broken_projects_are_not_data() {
    QTest::addColumn<QByteArray>("pointer");
    QTest::addColumn<QByteArray>("value");
    QTest::addColumn<QByteArray>("fault");
    QTest::newRow("kind") << QByteArray("/scenarios/0/cluster/elements/0/kind") << QByteArray("\"hall\"")
                          << QByteArray("is not one of");
    QTest::newRow("type") << QByteArray("/scenarios/0/plan/tp") << QByteArray("\"eight\"")
                          << QByteArray("is not of type 'integer'");
    QTest::newRow("range") << QByteArray("/scenarios/0/plan/zero") << QByteArray("4")
                           << QByteArray("greater than the maximum");
    QTest::newRow("typo") << QByteArray("/scenarios/0/cluster/elements/3/part/nic_rat") << QByteArray("1")
                          << QByteArray("not valid under any");
    QTest::newRow("scenarios") << QByteArray("/scenarios") << QByteArray("[]") << QByteArray("[]");
}

void TestProjectSchema::broken_projects_are_not() {
    if (!m_validates) QSKIP("python3 with jsonschema is not installed");
    QFETCH(QByteArray, pointer);
    QFETCH(QByteArray, value);
    QFETCH(QByteArray, fault);
    Json json = Json::parse(sample_project);
    json[Json::json_pointer(pointer.toStdString())] = Json::parse(value.toStdString());
    const QByteArray found =
        faults(write("schema.json", project_schema()), {write("broken.json", json.dump())});
    QVERIFY2(found.contains(fault), found.constData());
}

void TestProjectSchema::names_every_enumeration() {
    const Json schema = Json::parse(project_schema());
    const Json& scenario = schema["properties"]["scenarios"]["items"]["properties"];
    const Json& element = scenario["cluster"]["properties"]["elements"]["items"]["properties"];
    QCOMPARE(element["kind"]["enum"].size(), size_t(11));
    QCOMPARE(scenario["cluster"]["properties"]["links"]["items"]["properties"]["pattern"]["enum"].dump(),
             std::string(R"(["each","rail","mesh","torus"])"));
    QCOMPARE(scenario["plan"]["properties"]["schedule"]["enum"].dump(),
             std::string(R"(["1f1b","interleaved","zb-1p","zb-2p"])"));
    const Json evaluate = Json::parse(output_schema("evaluate").value());
    // The names of formats.md, in stack order.
    QCOMPARE(
        evaluate["$defs"]["part"]["enum"].dump(),
        std::string(R"(["compute","memory","launch","tensor_comm","context_comm","expert_comm",)"
                    R"("pipeline_bubble","pipeline_comm","data_comm","optimizer","straggler","throttle",)"
                    R"("input","checkpoint","failure"])"));
    QCOMPARE(evaluate["$defs"]["regime"]["enum"].dump(),
             std::string(R"(["linear","diminishing","degrading"])"));
    QCOMPARE(evaluate["$defs"]["severity"]["enum"].dump(), std::string(R"(["critical","warning","info"])"));
    QCOMPARE(evaluate["$defs"]["chart"]["enum"].dump(),
             std::string(R"(["step-breakdown","scaling","power-heat","memory","roofline","drawing"])"));
    QVERIFY(!output_schema("nothing"));
}

void TestProjectSchema::command_prints_them() {
    if (m_cli.isEmpty()) QSKIP("ROOFRACK_CLI names no command-line program");
    QByteArray out;
    int exit_code = -1;
    QVERIFY(run({"schema", "project"}, out, exit_code));
    QCOMPARE(exit_code, 0);
    QCOMPARE(out.toStdString(), project_schema());
    for (const std::string& name : output_schema_names()) {
        QVERIFY(run({"schema", QString::fromStdString(name)}, out, exit_code));
        QCOMPARE(out.toStdString(), output_schema(name).value());
        if (m_validates) QCOMPARE(faults(write("schema.json", out.toStdString()), {}), QByteArray());
    }
    QVERIFY(run({"schema", "nothing"}, out, exit_code));
    QCOMPARE(exit_code, 2);
}

void TestProjectSchema::outputs_are_valid_data() {
    // SMALL and SAMPLE stand for project files, DATA for the folder of measured runs and traces.
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("check") << QStringList{"check", "SMALL", "--json"};
    QTest::newRow("check with findings") << QStringList{"check", "SAMPLE", "--json"};
    QTest::newRow("new") << QStringList{"new", "list", "--json"};
    QTest::newRow("new file") << QStringList{"new", "fat-tree", "-o", "OUT", "--json"};
    QTest::newRow("evaluate") << QStringList{"evaluate", "SMALL", "--json"};
    QTest::newRow("evaluate infeasible") << QStringList{"evaluate", "SAMPLE", "--json"};
    QTest::newRow("scale") << QStringList{"scale", "SMALL", "--gpus", "8:128", "--json"};
    QTest::newRow("scale infeasible") << QStringList{"scale", "SAMPLE", "--gpus", "8:64", "--json"};
    QTest::newRow("search") << QStringList{"search", "SMALL", "--top", "3", "--json"};
    QTest::newRow("search ranked") << QStringList{"search", "SMALL", "--tp", "1,2", "--rank-all", "--json"};
    QTest::newRow("power") << QStringList{"power", "SMALL", "--fail", "each", "--json"};
    QTest::newRow("bom") << QStringList{"bom", "SMALL", "--json"};
    QTest::newRow("loads") << QStringList{"loads", "SMALL", "--json"};
    QTest::newRow("links") << QStringList{"links", "SAMPLE", "--json"};
    QTest::newRow("path") << QStringList{"path", "SMALL", "node", "node", "--json"};
    QTest::newRow("explain") << QStringList{"explain", "SMALL", "step_time", "--json"};
    QTest::newRow("split") << QStringList{"split", "SMALL", "rack", "-o", "OUT", "--json"};
    QTest::newRow("merge") << QStringList{"merge", "SMALL", "-o", "OUT", "--json"};
    QTest::newRow("rack") << QStringList{"rack", "SMALL", "rack", "--json"};
    QTest::newRow("catalog list") << QStringList{"catalog", "list", "--json"};
    QTest::newRow("catalog show") << QStringList{"catalog", "show", "dgx-h100", "--json"};
    QTest::newRow("trace") << QStringList{"trace", "DATA/traces/robustness/00_good.json", "--json"};
    QTest::newRow("trace as HTA counts")
        << QStringList{"trace", "DATA/traces/robustness/00_good.json", "--hta", "--json"};
    QTest::newRow("trace without devices")
        << QStringList{"trace", "DATA/traces/robustness/13_metadata_only.json", "--json"};
    QTest::newRow("export") << QStringList{"export", "SMALL",        "--format", "calculon",
                                           "-o",     "OUT-calculon", "--json"};
    QTest::newRow("import") << QStringList{
        "import",   ROOFRACK_SOURCE_DIR "/tests/data/huggingface/gpt2.json",
        "--format", "huggingface",
        "-o",       "OUT-gpt2",
        "--json"};
    QTest::newRow("parameters") << QStringList{"parameters", "--json"};
    QTest::newRow("validate") << QStringList{"validate", "DATA/validation/training_runs.csv", "--json"};
    QTest::newRow("validate collectives")
        << QStringList{"validate", "DATA/validation/collectives.csv", "--json"};
    QTest::newRow("calibrate") << QStringList{
        "calibrate", "SMALL", "--force", "--nccl", ROOFRACK_SOURCE_DIR "/tests/data/nccl/all_reduce_2x8.txt",
        "-o",        "OUT",   "--json"};
}

void TestProjectSchema::outputs_are_valid() {
    if (m_cli.isEmpty()) QSKIP("ROOFRACK_CLI names no command-line program");
    if (!m_validates) QSKIP("python3 with jsonschema is not installed");
    QFETCH(QStringList, arguments);
    const std::string command = arguments.first().toStdString();
    const QString data = qEnvironmentVariable("ROOFRACK_DATA");
    if (data.isEmpty() && arguments.join(' ').contains("DATA/")) QSKIP("ROOFRACK_DATA names no folder");
    arguments.replaceInStrings("DATA/", data + "/");
    arguments.replaceInStrings("SAMPLE", write("sample.json", sample_project));
    arguments.replaceInStrings("OUT", m_folder.filePath("new.roofrack.json"));
    arguments.replaceInStrings("SMALL", write("small.json", small_project));
    QByteArray out;
    int exit_code = -1;
    QVERIFY(run({"--help"}, out, exit_code));
    if (!out.contains(("\n  " + command + " ").c_str())) QSKIP("this program has no such command");
    QVERIFY(run(arguments, out, exit_code));
    QVERIFY2(exit_code <= 1, out.constData()); // 1: the answer is "no", with its JSON
    const QString schema = write("schema.json", output_schema(command).value());
    QCOMPARE(faults(schema, {write("out.json", out.toStdString())}), QByteArray());
    // The schema says something: an empty object is none of these outputs.
    QVERIFY(!faults(schema, {write("empty.json", "{}")}).isEmpty());
}

QTEST_GUILESS_MAIN(TestProjectSchema)
#include "test_project_schema.moc"
