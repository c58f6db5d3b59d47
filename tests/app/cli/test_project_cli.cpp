// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/catalog/catalog.h"
#include "core/drawing/project/project_file.h"
#include "core/drawing/templates/templates.h"
#include "core/study/money/hour_rows.h"
#include "tests/support/cli.h"
#include "tests/support/project_sample.h"

#include <QFloat16>
#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <tuple>

using namespace roofrack;
using Json = nlohmann::json;

/// `check` and `new` as their users call them.
class TestProjectCli : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void check_says_whether_it_can_be_evaluated();
    void check_names_the_scenario();
    void check_lists_what_is_waived_apart();
    void check_lists_its_rules();
    void very_many_places_are_counted_not_listed();
    void warnings_do_not_mix_with_the_answer();
    void very_many_unknown_keys_are_counted_not_listed();
    void every_template_makes_a_project_without_faults();
    void settings_reach_the_template();
    void servers_become_scenarios();
    void new_says_what_is_wrong();
    void calls_that_make_no_sense_are_usage_errors();
    void check_names_what_only_the_plan_makes_unusable();
    void diff_prints_what_differs();
    void a_line_feed_in_a_name_begins_no_row();
    void buffers_that_no_rank_holds_are_refused();
    void figures_are_written_out();
    void evaluate_knows_of_other_jobs();
    void utilisation_of_fp8_says_its_peak();
    void assumptions_of_a_cost_read_as_in_the_chart();
    void columns_are_as_wide_as_their_names();
    void columns_are_as_wide_as_names_of_others();
    void a_million_tokens_are_many();
    void power_shows_the_way_of_the_heat();

private:
    int stands_below(const QString& head, const QString& column) const;
    int run(const QStringList& arguments);
    QString write(const std::string& text);

    QTemporaryDir m_folder;
    roofrack::test::ProgramRun m_said;
};

/// Lines of a table, as far as their cells end where the heading of the column does. `head`: how the line of
/// headings begins.
int TestProjectCli::stands_below(const QString& head, const QString& column) const {
    const QStringList lines = QString::fromUtf8(m_said.out).split(u'\n');
    const auto is_head = [&](const QString& line) { return line.startsWith(head) && line.contains(column); };
    const auto found = std::ranges::find_if(lines, is_head);
    if (found == lines.end()) return 0;
    const qsizetype end = found->indexOf(column) + column.size();
    const auto ends = [&](const QString& line) {
        return line.size() >= end && line.at(end - 1) != u' ' && line.mid(end, 1).trimmed().isEmpty();
    };
    return int(std::find_if_not(found + 1, lines.end(), ends) - found) - 1;
}

int TestProjectCli::run(const QStringList& arguments) {
    m_said = roofrack::test::run_cli(arguments);
    return m_said.exit_code;
}

QString TestProjectCli::write(const std::string& text) {
    QFile file(m_folder.filePath("p.roofrack.json"));
    if (!file.open(QIODevice::WriteOnly) || file.write(text.c_str()) < 0) qFatal("no room for test files");
    return file.fileName();
}

void TestProjectCli::buffers_that_no_rank_holds_are_refused() {
    const QString sample(ROOFRACK_SOURCE_DIR "/samples/dgx-h100-su.roofrack.json");
    for (const char* bytes : {"1e30", "0", "-5", "nan", "inf", "0.5", "2PB"}) {
        QCOMPARE(run({"exchange", sample, QStringLiteral("--bytes=") + bytes}), 2);
        QVERIFY2(m_said.err.startsWith(QByteArray("error: --bytes: '") + bytes) && m_said.out.isEmpty(),
                 m_said.err);
    }
    QCOMPARE(run({"exchange", sample, "--bytes=1PB"}), 0);
}

void TestProjectCli::figures_are_written_out() {
    const QString folder(ROOFRACK_SOURCE_DIR "/samples/");
    const QRegularExpression exponent(QStringLiteral("[0-9]e[+-][0-9]"));
    const auto prints = [&](const QStringList& call) {
        if (run(call) != 0) return QByteArray("fails");
        const auto found = exponent.match(QString::fromUtf8(m_said.out));
        return found.hasMatch() ? m_said.out.mid(found.capturedStart() - 60, 80) : QByteArray();
    };
    const QString llama = folder + "llama3-405b-16k.roofrack.json";
    QCOMPARE(prints({"failures", llama}), QByteArray());
    QVERIFY2(m_said.out.contains("server Grand Teton (1 of 2) "), m_said.out);
    QCOMPARE(prints({"batch", llama}), QByteArray());
    QVERIFY2(m_said.out.contains(" 1,982 d ") && m_said.out.contains(" 1,225 d "), m_said.out);
    QVERIFY2(m_said.out.contains("largest that fits, HBM holds it back: the next does not fit: "),
             m_said.out);
    QCOMPARE(prints({"stragglers", llama, "--element", "Pod of 3,072"}), QByteArray());
    QVERIFY2(m_said.out.contains("Pod of 3,072, one of 5 like it, 3,072 GPUs\n"), m_said.out);
}

void TestProjectCli::evaluate_knows_of_other_jobs() {
    const QString sample(ROOFRACK_SOURCE_DIR "/samples/mechanisms/expert-exchange.roofrack.json");
    const QStringList call{"evaluate", sample, "--scenario", "Beside a second job"};
    QCOMPARE(run(call), 0);
    QVERIFY(!m_said.out.contains("Other jobs take"));
    QCOMPARE(run(call + QStringList{"--set", "/site/job_placement=scattered"}), 0);
    const qsizetype at = m_said.out.indexOf("  warning   Other jobs take ");
    QVERIFY2(at > 0, m_said.out);
    const QByteArray line = m_said.out.mid(at + 12, m_said.out.indexOf('\n', at) - at - 12);
    QStringList jobs = call + QStringList{"--set", "/site/job_placement=scattered"};
    jobs[0] = "jobs";
    QCOMPARE(run(jobs), 0);
    QVERIFY2(m_said.out.contains("warning: " + line), line);
}

/// What computes in FP8 may be above 100 % of the BF16 peak.
void TestProjectCli::utilisation_of_fp8_says_its_peak() {
    const QString path = QStringLiteral(ROOFRACK_SOURCE_DIR "/samples/gb200-nvl72-x8.roofrack.json");
    const QStringList wide{"--set", "/plan/precision=bf16"};
    for (const bool is_fp8 : {true, false}) {
        const QStringList set = is_fp8 ? QStringList() : wide;
        QCOMPARE(run(QStringList{"evaluate", path} + set), 0);
        QCOMPARE(m_said.out.count(" % of the productive step against the BF16 peak"), is_fp8 ? 2 : 0);
        QCOMPARE(m_said.out.count(" % of the productive step"), 2);
        QCOMPARE(run(QStringList{"ask", path, "step.mfu"} + set), 0);
        QCOMPARE(m_said.out.trimmed().endsWith(" % against the BF16 peak"), is_fp8);
    }
    QCOMPARE(run({"ask", path, "step.mfu", "--json", "--set", "/plan/tp=5"}), 1); // it does not run
    QVERIFY2(m_said.out.contains("\"text\": \"\""), m_said.out);
    QCOMPARE(run({"cost", path, "--side-by-side"}), 0);
    QVERIFY2(m_said.out.contains("”: MFU is against the BF16 peak"), m_said.out);
    QCOMPARE(run({"search", path, "--top", "2", "--tp", "8", "--pp", "9"}), 0);
    QVERIFY2(m_said.out.contains("\nMFU is against the BF16 peak.\n"), m_said.out);
}

/// The ends of an assumption read as at the bars of the chart of money.
void TestProjectCli::assumptions_of_a_cost_read_as_in_the_chart() {
    const QString path = QStringLiteral(ROOFRACK_SOURCE_DIR "/samples/dgx-h100-su.roofrack.json");
    QCOMPARE(run({"cost", path}), 0);
    const QByteArrayList lines = m_said.out.split('\n');
    const auto row =
        std::ranges::find_if(lines, [](const QByteArray& line) { return line.startsWith("  interest "); });
    QVERIFY2(row != lines.end(), m_said.out);
    TornadoBar bar;
    bar.what = CostAssumption::interest;
    for (const double end : {0.04, 0.128}) // half of 8 %, and 1.6 times as much
        QVERIFY2(row->contains((' ' + assumption_text(bar, end) + ' ').c_str()), *row);
}

/// A long name of a way, as "hyperscale build *", shifts no column: all dates stand below their heading.
void TestProjectCli::columns_are_as_wide_as_their_names() {
    const QString path = QStringLiteral(ROOFRACK_SOURCE_DIR "/samples/dgx-h100-su.roofrack.json");
    QCOMPARE(run({"cost", path, "--by", "2030-06-30", "--order", "2026-11-23", "--paths"}), 0);
    qsizetype at = -1, long_names = 0;
    for (const QString& line : QString::fromUtf8(m_said.out).split(u'\n')) {
        if (line.startsWith(QStringLiteral("  accelerator ")))
            at = line.indexOf(QStringLiteral("runs from"));
        else if (line.isEmpty())
            at = -1;
        else if (at > 0) {
            QVERIFY2(line.mid(at - 1, 3) == QStringLiteral(" 20"), qPrintable(line));
            if (line.contains(QStringLiteral("  hyperscale build * "))) ++long_names;
        }
    }
    QVERIFY2(long_names > 0, m_said.out);
}

/// Nor do names and ids of a project, or of the catalogue.
void TestProjectCli::columns_are_as_wide_as_names_of_others() {
    QFile sample(QStringLiteral(ROOFRACK_SOURCE_DIR "/samples/dgx-h100-su.roofrack.json"));
    QVERIFY(sample.open(QIODevice::ReadOnly));
    QByteArray text = sample.readAll();
    text.replace("\"row-a\"", "\"row-a-of-the-first-hall-in-the-north\"");
    for (const char* const name : {"Rail leaf", "Row CRAHs", "DGX H100"}) {
        const QByteArray named = QByteArray("\"name\": \"") + name;
        text.replace(named + '"', named + " of the hall with a name that nobody shortens\"");
    }
    const QString path = write(text.toStdString());
    QCOMPARE(run({"power", path}), 0);
    QCOMPARE(stands_below("rack ", "count"), 2);
    QCOMPARE(stands_below("level ", "kind"), 10);
    QCOMPARE(stands_below("flows ", "supplied"), 3);
    QCOMPARE(run({"room", path}), 0);
    QCOMPARE(stands_below("the room ", "need"), 7);
    QCOMPARE(run({"failures", path}), 0);
    QCOMPARE(stands_below(" ", "out of job"), 5);
    QCOMPARE(run({"loads", path}), 0);
    QCOMPARE(stands_below("level ", "GPUs"), 4);
    QCOMPARE(run({"rack", path, "row-a-of-the-first-hall-in-the-north"}), 0);
    QCOMPARE(stands_below(" ", "height"), 4);
    QCOMPARE(run({"path", path, "row-a-server#1", "row-a-server#2"}), 0);
    std::set<qsizetype> rates;
    for (const QString& line : QString::fromUtf8(m_said.out).split(u'\n'))
        if (line.startsWith(QStringLiteral("  → "))) rates.insert(line.indexOf(QStringLiteral(" GB/s")));
    QVERIFY2(rates.size() == 1 && *rates.begin() > 0, m_said.out);
    const QString longest = QStringLiteral("money.increment.replacement_usd_per_hour.operation");
    QCOMPARE(run({"ask", path, "step.mfu", longest}), 0);
    for (const QString& line : QString::fromUtf8(m_said.out).trimmed().split(u'\n'))
        QVERIFY2(line.at(longest.size()) == u' ' && line.at(longest.size() + 1) != u' ', m_said.out);
    QCOMPARE(run({"wall"}), 0);
    QVERIFY2(stands_below("year ", "16 bit") > 40, m_said.out);
}

void TestProjectCli::a_million_tokens_are_many() {
    QCOMPARE(run({"scale", QStringLiteral(ROOFRACK_SOURCE_DIR "/samples/dgx-h100-su.roofrack.json"), "--gpus",
                  "256"}),
             0);
    QVERIFY2(m_said.out.contains("; a million tokens cost $") && m_said.out.contains(" and take "),
             m_said.out);
}

/// Text and JSON tell the same of flows, temperatures and stops.
void TestProjectCli::power_shows_the_way_of_the_heat() {
    const QString path = QStringLiteral(ROOFRACK_SOURCE_DIR "/samples/gb200-nvl72-x8.roofrack.json");
    QCOMPARE(run({"power", path, "--cascade", "row-a"}), 0);
    const QByteArray text = m_said.out;
    QCOMPARE(run({"power", path, "--json"}), 0);
    const Json cooling = Json::parse(m_said.out.toStdString())["cooling"];
    for (const Json& way : cooling["cascades"]) {
        if (way["rack"] != "row-a") continue;
        for (const Json& station : way["stations"]) {
            const QByteArray value = QByteArray::number(station["value_c"].get<double>(), 'f', 1);
            QVERIFY2(text.contains(' ' + value + ' '), value + "\n" + text);
        }
    }
    const double flow = cooling["flows"]["racks"][0]["coolant"]["demanded_m3_per_s"];
    QVERIFY(text.contains(QByteArray::number(flow * 60000, 'f', 1) + " L/min"));
    for (const char* stopped : {"cooling plant", "coolant pumps", "room fans"})
        QVERIFY2(text.contains(stopped), stopped);
    QCOMPARE(run({"power", path, "--cascade", "row-z"}), 2);
    QVERIFY2(m_said.err.contains("no rack has the id or name 'row-z'") && m_said.out.isEmpty(),
             m_said.err.constData());
    QCOMPARE(run({"power", path, "--cascade", "hottest"}), 0);
    QVERIFY(m_said.out.contains("coolant flow"));
}

void TestProjectCli::check_says_whether_it_can_be_evaluated() {
    QCOMPARE(run({"check", write(small_project)}), 0);
    QVERIFY2(m_said.out.contains("rule: rails-not-joined"), m_said.out); // a note
    const QString sound = m_folder.filePath("sound.roofrack.json");
    QCOMPARE(run({"new", "--list"}), 0);
    QCOMPARE(run({"new", "list"}), 0);
    QCOMPARE(run({"new"}), 2);
    QCOMPARE(run({"new", "fat-tree", "--list"}), 2);
    QCOMPARE(run({"new", "fat-tree", "--set", "model=llama3-8b", "-o", sound}), 0);
    QCOMPARE(run({"check", sound}), 0);
    QCOMPARE(m_said.out, QByteArray("Nothing to fix.\n"));
    // By the fastest plan the template's own model is predicted to fit, with less room than the prediction's
    // band: a warning, and the answer is yes.
    QCOMPARE(run({"new", "fat-tree"}), 0);
    Json full = Json::parse(m_said.out.toStdString());
    full["scenarios"][0]["plan"].erase("cp");
    QCOMPARE(run({"check", write(full.dump()), "--json"}), 0);
    const Json tight = Json::parse(m_said.out.toStdString())["findings"];
    QCOMPARE(tight.size(), size_t(1));
    QCOMPARE(tight[0]["id"].get<std::string>(), std::string("memory-tight"));
    QCOMPARE(tight[0]["severity"].get<std::string>(), std::string("warning"));
    QCOMPARE(run({"check", write(R"({"scenarios":[{}]})"), "--json"}), 1); // no GPU is drawn
    const Json findings = Json::parse(m_said.out.toStdString())["findings"];
    QCOMPARE(findings.size(), size_t(1));
    QCOMPARE(findings[0]["severity"].get<std::string>(), std::string("critical"));
    QCOMPARE(m_said.err, QByteArray());
    QCOMPARE(run({"check"}), 2);
}

void TestProjectCli::very_many_places_are_counted_not_listed() {
    Json project = Json::parse(small_project);
    Json& elements = project["scenarios"][0]["cluster"]["elements"];
    for (int i = 0; i < 3000; ++i) elements.push_back({{"id", "r" + std::to_string(i)}, {"kind", "storage"}});
    const QString path = write(project.dump());
    QCOMPARE(run({"check", path}), 0);
    QVERIFY2(m_said.out.contains("r0 has no part, and 2,999 more like it [r0, r1, "), m_said.out);
    QVERIFY2(m_said.out.contains(", r49 and 2,950 more]"), m_said.out);
    QVERIFY(!m_said.out.contains("r50,"));
    run({"check", path, "--json"});
    const Json checked = Json::parse(m_said.out.toStdString());
    for (const Json& finding : checked["findings"])
        if (finding["id"] == "no-part") QCOMPARE(finding["where"].size(), size_t(3000));
}

void TestProjectCli::check_names_the_scenario() {
    const QString path = write(R"({"scenarios":[{"name":"first"},{"name":"second"}]})");
    QCOMPARE(run({"check", path}), 1);
    QVERIFY(m_said.out.contains("first: ") && m_said.out.contains("second: "));
    QCOMPARE(run({"check", path, "--scenario", "second"}), 1);
    QVERIFY(!m_said.out.contains("first"));
    QCOMPARE(run({"check", path, "--scenario", "third"}), 2);
    QVERIFY2(m_said.err.contains("there is no scenario 'third'"), m_said.err.constData());
}

/// A critical finding that is accepted does not make the answer no.
void TestProjectCli::check_lists_what_is_waived_apart() {
    const char* const text = R"({"scenarios":[{"cluster":{"waivers":[
        {"rule":"no-gpu","reason":"drawn later"},{"rule":"not-evaluable","reason":"drawn later"}]}}]})";
    const QString path = write(text);
    QCOMPARE(run({"check", path, "--json"}), 0);
    const Json answer = Json::parse(m_said.out.toStdString());
    QCOMPARE(answer["waived"].size(), size_t(2));
    QVERIFY(answer["findings"].empty());
    QCOMPARE(answer["waived"][0]["reason"].get<std::string>(), std::string("drawn later"));
    QCOMPARE(run({"check", path}), 0);
    QVERIFY2(m_said.out.contains("Waived\n") && m_said.out.contains("reason: drawn later"), m_said.out);
    QCOMPARE(run({"evaluate", path, "--json"}), 1); // it cannot be evaluated all the same
    QCOMPARE(Json::parse(m_said.out.toStdString())["waived"].size(), size_t(2));
    QCOMPARE(run({"evaluate", path}), 1);
    QVERIFY2(m_said.out.contains("Waived\n") && m_said.out.contains("reason: drawn later"), m_said.out);
    // Without a reason the file is refused.
    QCOMPARE(run({"check", write(R"({"scenarios":[{"cluster":{"waivers":[{"rule":"no-gpu"}]}}]})")}), 3);
    QVERIFY2(m_said.err.contains("'reason' is missing"), m_said.err);
}

void TestProjectCli::check_lists_its_rules() {
    QCOMPARE(run({"check", "--rules", "--json"}), 0);
    const Json rules = Json::parse(m_said.out.toStdString())["rules"];
    QVERIFY(rules.size() > 60);
    QCOMPARE(run({"check", "--rules"}), 0);
    for (const Json& rule : rules)
        for (const char* key : {"id", "severity", "meaning", "remedy"})
            QVERIFY(m_said.out.contains(rule[key].get<std::string>().c_str()));
}

void TestProjectCli::very_many_unknown_keys_are_counted_not_listed() {
    Json project = Json::parse(small_project);
    for (int i = 0; i < 25; ++i) project["scenarios"][0]["key" + std::to_string(i)] = i;
    run({"check", write(project.dump())});
    QCOMPARE(m_said.err.count("unknown key '"), 20);
    QVERIFY2(m_said.err.endsWith(": 5 more unknown keys: kept, not used\n"), m_said.err);
}

void TestProjectCli::warnings_do_not_mix_with_the_answer() {
    QCOMPARE(run({"check", write(R"({"schema":7,"scenarios":[{"planet":1}]})"), "--json"}), 1);
    QVERIFY(Json::accept(m_said.out.toStdString()));
    QVERIFY2(m_said.err.contains("warning: ") && m_said.err.contains("schema 7"), m_said.err.constData());
    QVERIFY2(m_said.err.contains("unknown key 'planet': kept, not used: did you mean 'plan'?"),
             m_said.err.constData());
}

void TestProjectCli::every_template_makes_a_project_without_faults() {
    QCOMPARE(run({"new", "list", "--json"}), 0);
    const Json templates = Json::parse(m_said.out.toStdString())["templates"];
    QCOMPARE(templates.size(), list_templates().size());
    for (const Json& each : templates) {
        const QString name = QString::fromStdString(each["name"]);
        const QString path = m_folder.filePath(name + ".roofrack.json");
        QCOMPARE(run({"new", name, "-o", path}), 0);
        const auto loaded = read_project(path.toStdString(), Catalog::built_in());
        QVERIFY2(loaded, loaded ? "" : loaded.error().text().c_str());
        QVERIFY2(loaded->warnings.empty(), qPrintable(name));
        QCOMPARE(run({"check", path}), 0);
        QVERIFY2(!m_said.out.contains("memory-tight"), m_said.out); // it surely fits
        QCOMPARE(run({"new", name}), 0);                            // without a file it prints the same
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(m_said.out, file.readAll());
    }
}

void TestProjectCli::settings_reach_the_template() {
    const auto servers = [this] {
        const auto loaded = parse_project(m_said.out.toStdString(), Catalog::built_in());
        double sum = 0;
        if (loaded)
            for (const Element& element : loaded->project.scenarios[0].cluster.elements)
                if (element.kind == ElementKind::server)
                    sum += loaded->project.scenarios[0].cluster.instances(element);
        return sum;
    };
    QCOMPARE(run({"new", "fat-tree", "--set", "servers=32"}), 0);
    QCOMPARE(servers(), 32.0);
    QCOMPARE(run({"new", "fat-tree", "--set", "servers=128", "--set", "oversubscription=2"}), 0);
    QCOMPARE(servers(), 128.0);
    // What stands for "auto" is said, what was given is not.
    const QString path = m_folder.filePath("chosen.roofrack.json");
    QCOMPARE(run({"new", "rail-optimised", "--set", "nics=4", "-o", path, "--json"}), 0);
    const Json chosen = Json::parse(m_said.out.toStdString())["chosen"];
    QCOMPARE(chosen["servers_per_rack"], "4"); // NVIDIA's SuperPOD: 4 DGX H100 of 10.2 kW a rack
    QVERIFY(!chosen.contains("nics"));
    QVERIFY(std::string(chosen["switch"]).starts_with("QM9700"));
}

void TestProjectCli::servers_become_scenarios() {
    const QString path = m_folder.filePath("servers.roofrack.json");
    QCOMPARE(run({"new", "--servers", "dgx-h100,mi355x-8", "--power", "1 MW", "--model", "llama3-8b",
                  "--tokens", "1T", "-o", path, "--json"}),
             0);
    const Json said = Json::parse(m_said.out.toStdString());
    QCOMPARE(said["scenarios"].size(), size_t(2));
    QCOMPARE(said["scenarios"][0]["name"].get<std::string>(), std::string("DGX H100"));
    QVERIFY(said["scenarios"][1]["figures"]["gpus"].get<double>() > 8);
    const auto loaded = read_project(path.toStdString(), Catalog::built_in());
    QVERIFY2(loaded, loaded ? "" : loaded.error().text().c_str());
    QCOMPARE(loaded->project.comparison.at, std::string("1 MW"));
    QCOMPARE(loaded->project.scenarios[1].workload.token_budget, 1e12);
    QCOMPARE(run({"compare", path}), 0); // at equal power, as the project keeps it
    // The map is of the figure that the project keeps, unless another one is named.
    auto by_date = loaded->project;
    by_date.comparison.map_by = "step.mfu";
    const QString mapped = m_folder.filePath("mapped.roofrack.json");
    QVERIFY(write_project(by_date, mapped.toStdString(), Catalog::built_in()));
    const auto figure_of_map = [&](const QStringList& options) {
        run(QStringList{"compare", mapped, "--map", "/site/electricity_price=0.05,0.1", "--json"} + options);
        return Json::parse(m_said.out.toStdString())["map"]["figure"].get<std::string>();
    };
    QCOMPARE(figure_of_map({}), std::string("step.mfu"));
    QCOMPARE(figure_of_map({"--by", "step.hfu"}), std::string("step.hfu"));
    // Behind the scenarios of another project, under a name of their own.
    const QString beside = m_folder.filePath("beside.roofrack.json");
    QCOMPARE(run({"new", "--servers", "dgx-h100", "--beside", path, "-o", beside}), 0);
    const auto both = read_project(beside.toStdString(), Catalog::built_in());
    QVERIFY(both);
    QCOMPARE(both->project.scenarios.size(), size_t(3));
    QCOMPARE(both->project.scenarios[2].name, std::string("DGX H100 2"));
    QCOMPARE(both->project.comparison.reference, std::string("DGX H100"));
    QVERIFY2(m_said.out.contains("compared at equal power"), m_said.out.constData());
    const QString as_before = m_folder.filePath("as-before.roofrack.json");
    QCOMPARE(run({"new", "--servers", "dgx-h200", "--beside", mapped, "--power", "800 kW",
                  "--keep-comparison", "-o", as_before}),
             0);
    QVERIFY2(!m_said.out.contains("equal power"), m_said.out.constData());
    const auto kept = read_project(as_before.toStdString(), Catalog::built_in());
    QVERIFY(kept && kept->project.comparison == by_date.comparison);
    QCOMPARE(run({"new", "--servers", "dgx-h200", "--power", "1 MW", "--keep-comparison"}), 2);
    // What becomes of servers that are there already is said by the name.
    const QString ours = QStringLiteral(ROOFRACK_SOURCE_DIR "/samples/decisions/owned-h100.roofrack.json");
    ComparisonChoice at_equal_power;
    for (const auto& [server, owned, name] :
         {std::tuple("gb200-nvl72", "sold", "GB200 NVL72, 64 × DGX H100 sold"),
          std::tuple("dgx-b200", "kept", "DGX B200, 64 × DGX H100 kept")}) {
        const QString beside_ours = m_folder.filePath(QStringLiteral("%1.roofrack.json").arg(owned));
        QCOMPARE(run({"new", "--servers", server, "--beside", ours, "--owned", owned, "-o", beside_ours}), 0);
        const auto made = read_project(beside_ours.toStdString(), Catalog::built_in());
        QVERIFY2(made, made ? "" : made.error().text().c_str());
        QCOMPARE(made->project.scenarios.back().name, std::string(name));
        at_equal_power = made->project.comparison;
    }
    QCOMPARE(at_equal_power.at, std::string("1.6 MW")); // what the site delivers
    QCOMPARE(run({"new", "--servers", "dgx-h200", "--beside", path, "--owned", "rented"}), 2);
    QCOMPARE(run({"new", "--servers", "dgx-h200", "--power", "1 MW", "--owned", "sold"}), 2);
    // What does not go together.
    QCOMPARE(run({"new", "fat-tree", "--servers", "dgx-h100", "--power", "1 MW"}), 2);
    QCOMPARE(run({"new", "--list", "--servers", "dgx-h100"}), 2);
    QCOMPARE(run({"new", "fat-tree", "--power", "1 MW"}), 2);
    QVERIFY2(m_said.err.contains("--servers"), m_said.err.constData());
    QCOMPARE(run({"new", "--servers", "dgx-h100"}), 3);
    QVERIFY2(m_said.err.contains("20 MW"), m_said.err.constData());
    QCOMPARE(run({"new", "--servers", "dgx-h1000", "--power", "1 MW"}), 3);
    QCOMPARE(run({"new", "--servers", "dgx-h200", "--beside", path, "--model", "llama3-8b"}), 3);
}

void TestProjectCli::new_says_what_is_wrong() {
    const QString path = m_folder.filePath("none.roofrack.json");
    QCOMPARE(run({"new", "fat-tree", "--set", "servers", "-o", path}), 2);
    QVERIFY2(m_said.err.startsWith("error: --set servers: there is no '='"), m_said.err.constData());
    QCOMPARE(run({"new", "fat-tree", "--set", "serves=3", "-o", path}), 3);
    QVERIFY2(m_said.err.contains("serves"), m_said.err.constData());
    QCOMPARE(run({"new", "fat-bush", "-o", path}), 2);
    QVERIFY2(m_said.err.contains("there is no template 'fat-bush': it knows fat-tree"),
             m_said.err.constData());
    QVERIFY(!QFile::exists(path));
    QCOMPARE(run({"new", "fat-tree", "-o", m_folder.filePath("no/folder.json")}), 3);
    QVERIFY2(m_said.err.contains("No such file or directory"), m_said.err.constData());
    QCOMPARE(run({"new"}), 2);
}

void TestProjectCli::calls_that_make_no_sense_are_usage_errors() {
    const QString path = write(small_project);
    QCOMPARE(run({"evaluate", path, "--set", "foo"}), 2);
    QVERIFY2(m_said.err.startsWith("error: --set foo: there is no '='"), m_said.err.constData());
    QCOMPARE(run({"evaluate", path, "--scenario", "nope"}), 2);
    QVERIFY2(m_said.err.contains("there is no scenario 'nope'"), m_said.err.constData());
    QCOMPARE(run({"evalute", path}), 2);
    QVERIFY2(m_said.err.contains("there is no command 'evalute': did you mean 'evaluate'?"),
             m_said.err.constData());
    QCOMPARE(run({"new", "nope"}), 2);
    QVERIFY2(m_said.err.contains("there is no template 'nope'"), m_said.err.constData());
    QCOMPARE(run({"evaluate", path, "--set", "/plan/tp=many"}), 3); // understood, but not a degree
    QCOMPARE(run({}), 2);
}

void TestProjectCli::check_names_what_only_the_plan_makes_unusable() {
    const std::string text = R"({"scenarios":[{"cluster":{"elements":[
        {"id":"server","kind":"server","count":2,"part":"dgx-h100"}]},
        "workload":{"model":"llama3-8b","global_batch":64},"plan":{"zero":3}}]})";
    QCOMPARE(run({"check", write(text), "--json"}), 1);
    const auto has = [this](const char* id) {
        const Json findings = Json::parse(m_said.out.toStdString())["findings"];
        for (const Json& finding : findings)
            if (finding["id"] == id && finding["severity"] == "critical") return true;
        return false;
    };
    QVERIFY2(has("no-network"), m_said.out.constData()); // the servers are not joined
    QString heads = QString::fromStdString(text);
    QCOMPARE(run({"check", write(heads.replace("\"zero\":3", "\"tp\":5").toStdString()), "--json"}), 1);
    QVERIFY2(has("plan-gpus"), m_said.out.constData());
}

void TestProjectCli::diff_prints_what_differs() {
    const QString mine = write(small_project), theirs = m_folder.filePath("theirs.roofrack.json");
    Json changed = Json::parse(small_project);
    Json& scenario = changed["scenarios"][0];
    scenario["cluster"]["elements"][1]["count"] = 9;
    scenario["cluster"]["elements"][1]["name"] = "Rack\nof nodes";
    scenario["plan"]["tp"] = 8;
    QFile file(theirs);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(changed.dump().c_str()) > 0);
    file.close();
    QCOMPARE(run({"diff", mine, theirs}), 1);
    QCOMPARE(QString::fromUtf8(m_said.out), QStringLiteral("scenario 'small' › cluster › rack rack › count\n"
                                                           "  - 4\n"
                                                           "  + 9\n"
                                                           "scenario 'small' › cluster › rack rack › name\n"
                                                           "  + Rack\\u000aof nodes\n"
                                                           "scenario 'small' › plan › tp\n"
                                                           "  - 4\n"
                                                           "  + 8\n"
                                                           "\n3 values differ.\n"));
    QCOMPARE(run({"diff", mine, theirs, "--json"}), 1);
    const Json answer = Json::parse(m_said.out.toStdString());
    QCOMPARE(answer["count"].get<int>(), 3);
    const Json name = answer["differences"][1];
    QVERIFY(name["mine"].is_null());
    QCOMPARE(name["theirs"].get<std::string>(), std::string("Rack\nof nodes"));
    QCOMPARE(name["pointer"].get<std::string>(), std::string("/scenarios/0/cluster/elements/1/name"));
    QCOMPARE(run({"diff", mine, mine}), 0);
    QCOMPARE(m_said.out, QByteArray("They do not differ.\n"));
    QCOMPARE(run({"diff", mine, mine, "--json"}), 0);
    QCOMPARE(run({"diff", mine}), 2);
    QCOMPARE(run({"diff", mine, m_folder.filePath("none.json")}), 3);
    QVERIFY2(m_said.err.startsWith("error: " + m_folder.filePath("none.json").toUtf8()), m_said.err);
}

void TestProjectCli::a_line_feed_in_a_name_begins_no_row() {
    Json project = Json::parse(small_project);
    Json& scenario = project["scenarios"][0];
    scenario["name"] = "small\nx";
    for (Json& element : scenario["cluster"]["elements"]) element["name"] = "name\nx";
    for (Json& element : scenario["cluster"]["elements"])
        for (const char* key : {"id", "in"})
            if (element.contains(key)) element[key] = element[key].get<std::string>() + "\nx";
    for (Json& link : scenario["cluster"]["links"])
        for (const char* key : {"from", "to"}) link[key] = link[key].get<std::string>() + "\nx";
    const QString path = write(project.dump());
    for (const QStringList& call : {QStringList{"bom", path},
                                    {"check", path},
                                    {"evaluate", path},
                                    {"links", path},
                                    {"loads", path},
                                    {"path", path, "node\nx#1", "node\nx#2"},
                                    {"power", path},
                                    {"rack", path, "rack\nx"}}) {
        QCOMPARE(run(call), 0);
        QVERIFY2(m_said.out.contains("\\u000ax") && !m_said.out.contains("\nx"), m_said.out.constData());
    }
}

QTEST_GUILESS_MAIN(TestProjectCli)
#include "test_project_cli.moc"
