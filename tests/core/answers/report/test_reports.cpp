// SPDX-License-Identifier: GPL-3.0-or-later
// What the commands print with --json, on every sample, against the schemas that they publish.
#include "core/base/catalog/catalog.h"
#include "core/drawing/project/project_file.h"
#include "core/drawing/project/project_schema.h"
#include "core/drawing/templates/templates.h"
#include "tests/support/cli.h"
#include "tests/support/json_schema.h"
#include "tests/support/printed_schema.h"
#include "tests/support/project_sample.h"
#include "tests/support/rounds.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>
#include <nlohmann/json.hpp>
#include <set>

using namespace roofrack;
using Json = nlohmann::json;

namespace {

/// A command as it was called: "links llama3-405b-16k".
struct Call {
    QString label;
    QStringList arguments;
    int worst_exit = 1; ///< 1: the answer may be "no"
};

/// Two sweeps, and rows that cannot be predicted.
constexpr char sweeps[] =
    "id,use,series,source,gpu,gpus,gpus_per_node,intra_link,inter_net,nic_gbps_per_gpu,collective,size_bytes,"
    "time_us,busbw_GBps,variant\n"
    "a,core,s,one,H100-SXM5-80GB,8,8,NVLink,single node,,all_reduce,1073741824,4000,469.8,\n"
    "b,core,s,one,H100-SXM5-80GB,16,8,NVLink,EFA v2,400,all_gather,1073741824,,300,\n"
    "c,core,s,one,H100-SXM5-80GB,8,8,NVLink,single node,,gather,1024,12,1,\n";

const QString root = QStringLiteral(ROOFRACK_SOURCE_DIR);

bool trains_a_transformer(const Scenario& scenario) {
    const Workload& work = scenario.workload;
    const ModelSpec* model = work.inline_model ? &*work.inline_model : Catalog::built_in().model(work.model);
    return model && model->transformer;
}

} // namespace

class TestReports : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void every_command_with_json_has_a_schema();
    void commands_print_what_their_schema_says_data();
    void commands_print_what_their_schema_says();
    void schemas_refuse_other_keys();
    void schema_prints_them();
    void enumerations_are_complete();

private:
    QString write(const QString& name, const QByteArray& text);
    QString fresh_path() { return m_folder.filePath(QStringLiteral("%1.roofrack.json").arg(++m_written)); }
    void add(const QString& what, const QStringList& arguments, int worst_exit = 1);
    void add_sample(const QString& path);
    void add_what_does_not_run();
    void add_measurements();
    void add_parts_and_templates();
    void run_all();

    QTemporaryDir m_folder;
    int m_written = 0;
    std::vector<Call> m_calls;
    std::map<QString, QByteArray> m_shortest;  ///< output of each command
    std::map<QString, QStringList> m_failures; ///< failures of each command
};

QString TestReports::write(const QString& name, const QByteArray& text) {
    QFile file(m_folder.filePath(name));
    if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size()) qFatal("no room for test files");
    return file.fileName();
}

void TestReports::add(const QString& what, const QStringList& arguments, int worst_exit) {
    m_calls.push_back(
        {(arguments.first() + ' ' + what).trimmed(), arguments + QStringList("--json"), worst_exit});
}

void TestReports::add_sample(const QString& path) {
    const auto loaded = read_project(path.toStdString(), Catalog::built_in());
    if (!loaded) qFatal("%s", loaded.error().text().c_str());
    const QString name = QFileInfo(path).baseName();
    for (const Scenario& scenario : loaded->project.scenarios)
        for (const char* command : {"evaluate", "scale", "failures", "stragglers", "bottlenecks", "balance",
                                    "cost", "exchange", "sensitivity", "reliefs", "loads", "reduction",
                                    "limits", "wall", "input", "jobs", "collectives", "tornado"})
            add(name + ", " + QString::fromStdString(scenario.name),
                {command, path, "--scenario", QString::fromStdString(scenario.name)});
    add(name + " with a ramp", {"batch", path, "--set", "/workload/token_budget=1T", "--set",
                                "/workload/batch_ramp_start=64", "--set", "/workload/batch_ramp_tokens=1G"});
    add(name + " beside its last scenario",
        {"scale", path, "--overlay", QString::fromStdString(loaded->project.scenarios.back().name)});
    for (const char* command : {"bom", "links", "check"}) add(name, {command, path});
    // A cable of a large cluster looks like any other: all of them are 30 MB.
    add(name, {"cables", path, "--limit", QString::number(test::rounds(100'000, 5000))});
    add(name + ", batches and a figure of a study",
        {"try", path, "/workload/global_batch", "256..1024 in 4", "--figures", "step.mfu,power.pue"});
    add(name + ", choices", {"try", path, "/plan/precision"});
    add(name, {"power", path, "--fail", "each"});
    add(name, {"year", path, "--climate", "hot-dry"});
    add(name + " and others by a date", {"cost", path, "--by", "60 wk", "--order", "2026-11-23", "--set",
                                         "/site/money/region=CN", "--set", "/workload/token_budget=1T"});
    add(name + " side by side", {"cost", path, "--side-by-side"});
    const QString other = QStringLiteral(ROOFRACK_SOURCE_DIR "/samples/decisions/owned-h100.roofrack.json");
    add(name + " and another compared",
        {"compare", path, other, "--scenario", QString::fromStdString(loaded->project.scenarios.front().name),
         "--scenario", "64 × DGX H100, ours", "--scenario", "Replace by 8 × GB200 NVL72", "--inputs", "--way",
         "step.gpus", "--averaged", "--at-equal", "gpus"});
    add(name + " and another by parts of the step",
        {"compare", path, other, "--scenario", QString::fromStdString(loaded->project.scenarios.front().name),
         "--scenario", "64 × DGX H100, ours", "--way", "step.step_time_s", "--parts"});
    add(name + " and other designs",
        {"design", path, "--goal", "step.step_time_s", "--limit", "step.power.facility_w<=1 MW", "--vary",
         "plan=given", "--vary", "/site/electricity_price=0.05,0.1", "--part", "1/2"});
    add(name + " as slides", {"present", path});
    add(name + " as it is", {"moved", path, "--keep", "-o", fresh_path()});
    add(name + " as a map",
        {"compare", path, other, "--scenario", QString::fromStdString(loaded->project.scenarios.front().name),
         "--scenario", "64 × DGX H100, ours", "--figure", "step.gpus", "--map",
         "/site/electricity_price=0.03..0.3:3", "--map", "/plan/tp=1,2,3"});
    add(name + " and another at equal GPUs, how sure",
        {"odds", path, other, "--scenario", QString::fromStdString(loaded->project.scenarios.front().name),
         "--scenario", "64 × DGX H100, ours", "--figure", "step.step_time_s", "--draws", "16", "--order",
         "2026-11-23", "--at-equal", "gpus"});
    add(name, {"odds", path, "--draws", "16", "--by", "60 wk", "--order", "2026-11-23", "--uncertain",
               "/site/wet_bulb=10..20..30"});
    add(name, {"totals", path, "--gpu-hours", "1e6"});
    add(name + " at an assumed load", {"power", path, "--load", "0.6", "--fail", "each"});
    add(name + " at an assumed load", {"totals", path, "--load", "idle", "--hours", "720"});
    add(name + " at an assumed load", {"room", path, "--load", "nameplate"});
    add(name + " in a climate", {"totals", path, "--gpu-hours", "1e6", "--climate", "cold-temperate"});
    add(name, {"search", path, "--tp", "1,8", "--zero", "1", "--recompute", "none,full", "--top", "2"});
    add(name, {"explain", path, "step_time"});
    add(name, {"ask", path, "money", "totals.energy_j", "cooling.hottest_rack", "/plan/tp"}, 1);
    add(name, {"merge", path, "-o", fresh_path()});
    add(name,
        {"calibrate", path, "--nccl", root + "/tests/data/nccl/all_reduce_2x8.txt", "-o", fresh_path()});
    add(name, {"runs", path, "--add", root + "/tests/data/traces/two_ranks", "-o", fresh_path()});
    // A third slower than predicted, where it runs.
    const QJsonObject drawn =
        QJsonDocument::fromJson(test::run_cli({"evaluate", path, "--json"}).out).object();
    if (const double step = drawn["step_time_s"].toDouble(); step > 0)
        for (const char* const command : {"calibrate", "diagnose"})
            add(name, {command, path, "--measured", QString::number(1.33 * step) + " s"});
    add(name, {"catalog", "list", "--project", path});
    const Cluster& cluster = loaded->project.scenarios.front().cluster;
    for (const Link& link : {cluster.links.front(), cluster.links.back()})
        add(name + " " + QString::fromStdString(link.id),
            {"path", path, QString::fromStdString(link.from), QString::fromStdString(link.to)});
    for (const Element& element : cluster.elements) {
        const QString id = QString::fromStdString(element.id);
        if (element.kind == ElementKind::rack) add(name + ' ' + id, {"rack", path, id});
        if (element.kind == ElementKind::feed && element.count > 1)
            add(name + ' ' + id, {"split", path, id, "-o", fresh_path()});
    }
    if (trains_a_transformer(loaded->project.scenarios.front())) {
        const QString out = fresh_path();
        add(name, {"export", path, "--format", "calculon", "-o", out});
        add(name, {"report", path, "--section", "verdict", "-o", out + ".md"});
        add(name, {"export", path, "--format", "xlsx", "-o", out + ".xlsx"});
        add(name, {"import", out + ".xlsx", "--format", "xlsx", "--into", path, "-o", fresh_path()});
        add(name, {"export", path, "--format", "drawio", "-o", out + ".drawio"});
        add(name, {"import", out + ".drawio", "--format", "drawio", "--into", path, "-o", fresh_path()});
        add(name, {"import", out + "/application.json", out + "/execution.json", out + "/system.json",
                   "--format", "calculon", "-o", fresh_path()});
    }
}

/// Every command on a project, of plans that do not divide or do not fit into memory, and of a site that does
/// not bear them.
void TestReports::add_what_does_not_run() {
    const QString path = root + "/samples/dgx-h100-su.roofrack.json";
    const std::pair<const char*, QStringList> stops[] = {
        {"a plan that does not divide", {"--set", "/plan/tp=7"}},
        {"a plan that does not fit", {"--set", "/workload/model=llama3-405b", "--set", "/plan/pp=1"}},
        {"a site that does not bear it", {"--set", "/site/power_limit=20 kW"}}};
    const QList<QStringList> calls{{"evaluate"},
                                   {"scale"},
                                   {"batch", "--set", "/workload/token_budget=1T"},
                                   {"failures"},
                                   {"input"},
                                   {"jobs"},
                                   {"stragglers"},
                                   {"balance"},
                                   {"cost"},
                                   {"bottlenecks"},
                                   {"exchange"},
                                   {"sensitivity"},
                                   {"tornado"},
                                   {"try", "/plan/tp", "1,7,8"},
                                   {"reliefs"},
                                   {"reduction"},
                                   {"collectives"},
                                   {"limits"},
                                   {"wall"},
                                   {"power"},
                                   {"power", "--fail", "each"},
                                   {"room"},
                                   {"year", "--climate", "hot-dry"},
                                   {"totals", "--gpu-hours", "1e6"},
                                   {"search", "--tp", "7", "--top", "2"},
                                   {"loads"},
                                   {"links"},
                                   {"bom"},
                                   {"cables", "--limit", "3"},
                                   {"rack", "row-a"},
                                   {"explain", "cost_of_run"}};
    for (const auto& [what, settings] : stops)
        for (const QStringList& call : calls) {
            QStringList arguments{call.first(), path};
            arguments += call.mid(1) + settings;
            add(QStringLiteral("%1 %2").arg(QLatin1String(what), call.mid(1).join(' ')), arguments);
        }
}

void TestReports::add_measurements() {
    const QString traces = root + "/tests/data/traces", runs = root + "/tests/data/published_runs.csv";
    add("two ranks", {"draft", traces + "/two_ranks"});
    add("all", {"trace", traces});
    add("as HTA counts", {"trace", traces, "--hta"});
    add("against", {"trace", traces + "/two_ranks", "--against", traces + "/good.json"});
    add("critical path", {"trace", root + "/tests/data/pipelines", "--critical-path"});
    add("of no file", {"trace", traces + "/none.json"}, 3); // its warnings are JSON
    add("runs", {"validate", runs});
    add("runs, each series left out", {"validate", runs, "--leave-one-series-out"});
    add("runs, each generation left out", {"validate", runs, "--leave-out", "generation"});
    add("collectives", {"validate", write("sweeps.csv", sweeps)});
    // The runs with a published figure of memory.
    QFile file(runs);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QByteArray with_memory;
    for (const QByteArray& line : file.readAll().trimmed().split('\n'))
        with_memory += line.trimmed() + (with_memory.isEmpty() ? ",mem_gb\n" : ",60\n");
    add("runs with memory", {"validate", write("memory.csv", with_memory)});
    const QString rates = root + "/tests/data/scaling/rates.csv";
    add("rates", {"fit", rates});
    add("rates with a metric", {"fit", root + "/tests/data/scaling/ceiling.csv", "--dense"});
    add("rates beside a project",
        {"fit", rates, "--project", root + "/samples/dgx-h100-su.roofrack.json", "--gpus", "8:128"});
    add("curves held out", {"validate", write("curves.csv", "curve_id,gpus,throughput\na,8,8\na,16,15.9\n"
                                                            "a,32,31\na,64,60\nb,1,1\n")});
    add("", {"parameters"});
    add("", {"figures"});
    add("rules", {"check", "--rules"});
    const QString small = root + "/tests/data/small_fat_tree.roofrack.json";
    add("equal", {"diff", small, small});
    add("unlike", {"diff", small, write("other.roofrack.json", small_project)});
    add("a site", {"import", root + "/tests/data/netbox/devices.csv", root + "/tests/data/netbox/cables.csv",
                   "--format", "netbox", "-o", fresh_path()});
    add("a server", {"import", root + "/tests/data/inside/topo.txt", root + "/tests/data/inside/lstopo.xml",
                     "--format", "topology", "-o", fresh_path()});
    add("GPT-2", {"import", root + "/tests/data/huggingface/gpt2.json", "--format", "huggingface", "-o",
                  fresh_path()});
}

void TestReports::add_parts_and_templates() {
    const QString own = write("sample.roofrack.json", sample_project);
    add("", {"catalog", "list"});
    add("", {"catalog", "prices"});
    add("own", {"catalog", "prices", "--project", own});
    add("", {"catalog", "compare", "v100-sxm2-32gb", "b200-sxm"});
    add("", {"catalog", "compare", "dgx-a100", "dgx-h100"});
    add("own part", {"catalog", "show", "dgx-slow", "--project", own});
    std::set<PartKind> kinds;
    for (const Part& part : Catalog::built_in().parts())
        if (kinds.insert(part.kind).second)
            add(QString::fromStdString(part.id), {"catalog", "show", QString::fromStdString(part.id)});
    for (const ModelSpec& model : Catalog::built_in().models())
        add(QString::fromStdString(model.id), {"catalog", "show", QString::fromStdString(model.id)});
    add("list", {"new", "list"});
    for (const TemplateInfo& info : list_templates())
        add(QString::fromStdString(info.name),
            {"new", QString::fromStdString(info.name), "-o", fresh_path()});
    // A plan that cannot run, with findings.
    for (const QStringList& call : {QStringList{"check"},
                                    {"evaluate"},
                                    {"links"},
                                    {"explain", "step_time"},
                                    {"scale", "--gpus", "8:64"}})
        add("infeasible", QStringList{call.first(), own} + call.mid(1));
}

void TestReports::initTestCase() {
    const QDir samples(root + "/samples");
    for (const QString& name : samples.entryList({"*.roofrack.json"})) {
        add_sample(samples.filePath(name));
        add(QFileInfo(name).baseName(),
            {"room", samples.filePath(name), "--set", "/site/room/rack_positions=9", "--set",
             "/site/room/floor_load=900"});
    }
    QVERIFY(m_calls.size() > 100);
    add_sample(root + "/tests/data/small_fat_tree.roofrack.json");
    add_sample(write("small.roofrack.json", small_project));
    add_sample(root + "/samples/decisions/owned-h100.roofrack.json");
    add_what_does_not_run();
    add_measurements();
    add_parts_and_templates();
    run_all();
}

/// Runs every call, and holds all that they print against the schemas.
void TestReports::run_all() {
    test::SchemaCheck check;
    std::set<std::string> with_schema;
    for (const std::string& name : test::schema_names()) {
        with_schema.insert(name);
        check.add_schema(name, test::printed_schema(name), test::SchemaCheck::Keys::closed);
    }
    std::map<QString, QString> command_of;
    for (const Call& call : m_calls) {
        const QString command = call.arguments.first();
        const test::ProgramRun run = test::run_cli(call.arguments);
        if (run.exit_code < 0 || run.exit_code > call.worst_exit) {
            m_failures[command] += QStringLiteral("%1 (%2): exit %3: %4")
                                       .arg(call.label, call.arguments.join(' '))
                                       .arg(run.exit_code)
                                       .arg(QString::fromUtf8(run.err));
            continue;
        }
        if (!with_schema.contains(command.toStdString())) continue;
        check.add_document(call.label, command.toStdString(), run.out);
        command_of[call.label] = command;
        QByteArray& shortest = m_shortest[command];
        if (shortest.isEmpty() || run.out.size() < shortest.size()) shortest = run.out;
    }
    for (const auto& [label, faults] : check.faults()) {
        const auto found = command_of.find(label);
        m_failures[found == command_of.end() ? label : found->second] +=
            QStringLiteral("%1:\n    %2").arg(label, faults.first(qMin(faults.size(), 8)).join("\n    "));
    }
    QVERIFY2(!m_failures.contains(""), qPrintable(m_failures[""].join('\n')));
}

void TestReports::every_command_with_json_has_a_schema() {
    const test::ProgramRun help = test::run_cli({"--help"});
    QCOMPARE(help.exit_code, 0);
    const QByteArray list = help.out.mid(help.out.indexOf("Subcommands:"));
    QStringList with_json, with_schema;
    static const QRegularExpression name(QStringLiteral("^  ([a-z]+)"), QRegularExpression::MultilineOption);
    for (const QRegularExpressionMatch& match : name.globalMatch(QString::fromUtf8(list)))
        if (test::run_cli({match.captured(1), "--help"}).out.contains("--json"))
            with_json += match.captured(1);
    for (const std::string& known : test::schema_names()) with_schema += QString::fromStdString(known);
    with_json.sort();
    with_schema.sort();
    QVERIFY(with_json.size() > 20);
    QCOMPARE(with_schema.join(' '), with_json.join(' '));
}

void TestReports::commands_print_what_their_schema_says_data() {
    QTest::addColumn<QString>("command");
    for (const std::string& name : test::schema_names())
        QTest::newRow(name.c_str()) << QString::fromStdString(name);
}

void TestReports::commands_print_what_their_schema_says() {
    QFETCH(QString, command);
    QVERIFY2(m_shortest.contains(command), "nothing printed by it was looked at");
    QVERIFY2(m_failures[command].isEmpty(), qPrintable(m_failures[command].join('\n')));
}

/// A key more, and any key less, is seen at the top of what each command prints.
void TestReports::schemas_refuse_other_keys() {
    test::SchemaCheck check;
    QStringList spoilt;
    for (const auto& [command, text] : m_shortest) {
        const std::string schema = command.toStdString();
        check.add_schema(schema, test::printed_schema(schema), test::SchemaCheck::Keys::closed);
        const Json whole = Json::parse(text.toStdString());
        const auto add_spoilt = [&](const QString& how, const auto& spoil) {
            Json json = whole;
            spoil(json.is_array() ? json.at(0) : json);
            spoilt += command + ": " + how;
            check.add_document(spoilt.last(), schema, QByteArray::fromStdString(json.dump()));
        };
        add_spoilt("a key more", [](Json& json) { json["unlisted"] = 1; });
        for (const auto& [key, unused] : (whole.is_array() ? whole.at(0) : whole).items())
            add_spoilt("without " + QString::fromStdString(key),
                       [&key = key](Json& json) { json.erase(key); });
    }
    QVERIFY(spoilt.size() > 100);
    const auto faults = check.faults();
    for (const QString& label : spoilt) QVERIFY2(faults.contains(label), qPrintable(label));
}

void TestReports::schema_prints_them() {
    for (const std::string& name : test::schema_names())
        QCOMPARE(Json::parse(test::printed_schema(name))["title"].get<std::string>(),
                 "roofrack-cli " + name + " --json");
    QCOMPARE(test::printed_schema("project"), project_schema(Catalog::built_in()));
    QCOMPARE(test::run_cli({"schema", "nothing"}).exit_code, 2);
}

void TestReports::enumerations_are_complete() {
    const Json definitions = Json::parse(test::printed_schema("evaluate"))["$defs"];
    // The names that other programs know, in stack order.
    QCOMPARE(
        definitions["part"]["enum"].dump(),
        std::string(
            R"(["compute","memory","launch","tensor_comm","context_comm","expert_comm",)"
            R"("pipeline_bubble","pipeline_comm","data_comm","optimizer","inference","straggler","throttle",)"
            R"("input","checkpoint","failure"])"));
    QCOMPARE(definitions["regime"]["enum"].dump(), std::string(R"(["linear","diminishing","degrading"])"));
    QCOMPARE(definitions["severity"]["enum"].dump(), std::string(R"(["critical","warning","info"])"));
}

QTEST_GUILESS_MAIN(TestReports)
#include "test_reports.moc"
