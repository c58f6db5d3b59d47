// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/cli_options.h"
#include "tests/support/project_sample.h"
#include "tests/support/rounds.h"

#include <QTest>
#include <algorithm>
#include <filesystem>
#include <map>
#include <random>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

using roofrack::test::CliOption;

namespace {

/// A call that is wrong in one place.
struct BadCall {
    QString label;
    QList<QByteArray> arguments; ///< bytes: they need not be text
    QSet<int> codes;             ///< what docs/formats.md allows
};

const QSet<int> any_code{0, 1, 2, 3}, usage{2}, usage_or_input{2, 3};

QList<QByteArray> words_of(const QString& command) { return command.toUtf8().split(' '); }

/// Options whose value is a file to read.
bool reads_file(const QString& name) {
    static const QSet<QString> names{"PROJECT", "FILE",      "PATH",          "CSV",    "MINE",   "THEIRS",
                                     "--nccl",  "--project", "--collectives", "--runs", "--style"};
    return names.contains(name);
}

} // namespace

/// No argument, however wrong, ends a command otherwise than with an answer or an error that says what to do.
/// The calls are made of the options that the commands themselves list, so that a new option is among them.
class TestBadArguments : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void every_command_has_a_good_call();
    void bad_calls_are_answered();

private:
    QByteArray path(const char* name) const { return m_folder.filePath(name).toUtf8(); }
    void write(const char* name, const QByteArray& text);
    void make_files();
    void make_good_calls();
    QList<std::pair<QByteArray, QByteArray>> bad_values(const CliOption& option) const;
    QSet<int> codes_of(const CliOption& option, const QByteArray& kind) const;
    void add_calls(const QString& command, const QList<CliOption>& options);
    QList<QByteArray> with_value(const QString& command, const CliOption& option,
                                 const QByteArray& value) const;

    QTemporaryDir m_folder;
    /// By command: its words, then positional values, then options with a value each.
    std::map<QString, QList<QByteArray>> m_good;
    std::map<QString, QHash<QString, int>> m_place; ///< place of an option's value in the good call
    QList<BadCall> m_calls;
};

void TestBadArguments::write(const char* name, const QByteArray& text) {
    QFile file(m_folder.filePath(name));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) == text.size());
}

void TestBadArguments::make_files() {
    QFile::setPermissions(m_folder.filePath("closed"),
                          QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    // Not QDir's: names that are not UTF-8 go, too.
    std::filesystem::remove_all(m_folder.path().toStdString());
    const QDir folder(m_folder.path());
    QVERIFY(folder.mkpath("folder") && folder.mkpath("closed") && folder.mkpath("work"));
    write("p.roofrack.json", small_project);
    write("sweep.txt", "# all_reduce_perf\n#  Rank 0 on a\n#  Rank 1 on b\n"
                       "1048576 262144 float sum -1 100.0 10.49 10.49 0 100.0 10.49 10.49 0\n");
    write("config.json", R"({"model_type":"llama","hidden_size":256,"intermediate_size":1024,)"
                         R"("num_hidden_layers":4,"num_attention_heads":4,"vocab_size":32000})");
    write("trace.json", R"({"traceEvents":[{"ph":"X","cat":"kernel","name":"gemm","ts":1,"dur":2,)"
                        R"("args":{"device":0,"stream":7}}]})");
    write("rates.csv", "gpus,rate\n8,812\n16,1601\n32,3060\n");
    write("parts.csv", "id,kind,base,tdp\nmy-gpu,accelerator,h100-sxm5,600 W\n");
    write("prices.csv", "item,likely,currency\ndgx-h100,300000,EUR\n");
    write("runs.csv", "id,gpu,gpus,model,layers,hidden,heads,kv_heads,seq,global_batch,micro_batch,tp,pp,vpp,"
                      "cp,ep,metric,value\n"
                      "x,A100-SXM4-80GB,64,none such,24,2304,24,24,2048,512,4,1,1,1,1,1,iteration_s,2\n");
    write("text", "neither a project nor anything else\n");
    write("locked", "x");
    QFile::setPermissions(m_folder.filePath("locked"), {});
    write("closed/file", "x");
    QFile::setPermissions(m_folder.filePath("closed"), {});
    QCOMPARE(mkfifo(path("pipe").constData(), 0600), 0);
    QVERIFY(QFile::link("loop", m_folder.filePath("loop")));
    const int socket = ::socket(AF_UNIX, SOCK_STREAM, 0);
    sockaddr_un address{AF_UNIX, {}};
    qstrncpy(address.sun_path, path("socket").constData(), sizeof address.sun_path);
    QCOMPARE(bind(socket, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
    ::close(socket);
}

/// Each command once as its user would call it.
void TestBadArguments::make_good_calls() {
    const QByteArray project = path("p.roofrack.json"), out = path("out");
    m_good = {
        {"ask", {project, "/plan/tp", "power.it_w", "--load", "0.6"}},
        {"batch",
         {project, "--gpus", "64,128", "--batches", "256,512", "--set", "/workload/token_budget=1T"}},
        {"bom", {project}},
        {"cables", {project, "--limit", "5"}},
        {"report",
         {project, "--out", path("out.html"), "--section", "verdict", "--style", "none", "--order",
          "2026-11-23", "--force"}},
        {"calibrate", {project, "--nccl", path("sweep.txt"), "--out", out, "--force"}},
        {"catalog", {"list"}},
        {"catalog compare", {"dgx-a100", "dgx-h100"}},
        {"catalog list", {"--json"}},
        {"catalog prices", {"--csv"}},
        {"catalog show", {"dgx-h100"}},
        {"catalog take-parts", {path("parts.csv"), "--project", project, "--out", out, "--force"}},
        {"catalog take-prices",
         {path("prices.csv"), "--project", project, "--rate", "EUR=1.1", "--out", out, "--force"}},
        {"check", {project}},
        {"collectives", {project, "--op", "all_reduce", "--sizes", "1M:4M", "--measured", path("sweep.txt")}},
        {"compare",
         {project, project, "--figure", "step.gpus", "--way", "step.step_time_s", "--first", "plan",
          "--parts", "--only", "equal", "--at-equal", "gpus"}},
        {"design",
         {project, "--goal", "step.tokens_per_s", "--limit", "step.gpus<=1000", "--vary", "plan=given",
          "--write", "1", "--out", out, "--force"}},
        {"odds",
         {project, project, "--figure", "step.step_time_s", "--draws", "8", "--by", "2027-06-30", "--order",
          "2026-11-23", "--at-equal", "gpus"}},
        {"tornado", {project, "--input", "/site/electricity_price", "--top", "3"}},
        {"try", {project, "/plan/tp", "1,2,4", "--figures", "step.step_time_s,step.mfu"}},
        {"diff", {project, project}},
        {"moved", {project, "--keep", "--out", out, "--force"}},
        {"present", {project, "--draft", "--style", "none", "--out", out, "--force"}},
        {"digest", {path("trace.json"), "--out", path("d.json"), "--force"}},
        {"draft", {path("trace.json"), "--out", out, "--force"}},
        {"evaluate", {project}},
        {"explain", {project, "mfu"}},
        {"export", {project, "--format", "calculon", "--out", path("folder"), "--force"}},
        {"failures", {project, "--gpus", "64,128"}},
        {"diagnose", {project, "--measured", "3 s"}},
        {"figures", {"--inputs"}},
        {"fit", {path("rates.csv")}},
        {"import", {path("config.json"), "--format", "huggingface", "--out", out, "--force"}},
        {"input", {project}},
        {"jobs", {project}},
        {"links", {project}},
        {"loads", {project}},
        {"new", {"workstation"}},
        {"parameters", {}},
        {"path", {project, "node#1", "node#2"}},
        {"power", {project}},
        {"rack", {project, "rack"}},
        {"reduction", {project}},
        {"room", {project, "--set", "/site/room/rack_positions=40"}},
        {"runs", {project}},
        {"scale",
         {project, "--gpus", "64,128", "--show", "days", "--amdahl", "--set", "/workload/token_budget=1T"}},
        {"schema", {"evaluate"}},
        {"search", {project, "--tp", "8", "--pp", "1", "--threads", "1"}},
        {"stragglers", {project}},
        {"balance", {project}},
        {"cost", {project, "--paths", "--by", "2027-06-30", "--order", "2026-11-23"}},
        {"exchange", {project, "--bytes", "400MB"}},
        {"bottlenecks", {project, "--gpus", "8,64"}},
        {"sensitivity", {project}},
        {"reliefs", {project}},
        {"limits", {project, "--budget", "2e7", "--weeks", "60"}},
        {"totals", {project, "--gpu-hours", "1e6", "--climate", "hot-dry"}},
        {"trace", {path("trace.json")}},
        {"validate", {path("runs.csv")}},
        {"wall", {project, "--years", "3"}},
        {"year", {project, "--climate", "hot-dry", "--out", out, "--force"}},
        {"merge", {project, "--out", out}},
        {"split", {project, "rack", "--out", out}},
    };
}

QList<std::pair<QByteArray, QByteArray>> TestBadArguments::bad_values(const CliOption& option) const {
    QList<std::pair<QByteArray, QByteArray>> out{{"empty", ""},
                                                 {"NaN", "NaN"},
                                                 {"inf", "inf"},
                                                 {"minus inf", "-inf"},
                                                 {"1e20", "1e20"},
                                                 {"1e308", "1e308"},
                                                 {"-1", "-1"},
                                                 {"0", "0"},
                                                 {"huge", QByteArray(100'000, 'x')},
                                                 {"huge number", QByteArray(5'000, '9')},
                                                 {"not UTF-8", "\xff\xfe\x80"},
                                                 {"control", "\x1b]0;a\x07\x01\r\n"},
                                                 {"word", "quite-another-word"}};
    if (option.type != QStringLiteral("TEXT")) return out;
    out.emplaceBack("assignment of NaN", "/plan/tp=NaN");
    out.emplaceBack("assignment of 1e308", "/site/wet_bulb=1e308");
    for (const char* name : {"folder", "pipe", "socket", "none", "loop", "locked", "closed/file", "text"})
        out.emplaceBack(name, path(name));
    for (const int length : {255, 256})
        out.emplaceBack("name of " + QByteArray::number(length), path(QByteArray(length, 'n').constData()));
    if (!reads_file(option.name)) return out;
    out.emplaceBack("device", "/dev/zero");
    out.emplaceBack("kernel", "/proc/self/mem");
    return out;
}

QSet<int> TestBadArguments::codes_of(const CliOption& option, const QByteArray& kind) const {
    if (kind == "empty") return usage;
    if (option.type != QStringLiteral("TEXT"))
        return kind == "0" ? any_code : kind == "-1" || kind == "huge number" ? usage_or_input : usage;
    return reads_file(option.name) ? usage_or_input : any_code;
}

/// The good call with the value in the option's place.
QList<QByteArray> TestBadArguments::with_value(const QString& command, const CliOption& option,
                                               const QByteArray& value) const {
    QList<QByteArray> call = m_good.at(command);
    const int place = m_place.at(command).value(option.name, -1);
    if (place >= 0)
        call[place] = value;
    else if (option.positional)
        call << value;
    else
        call << option.name.toUtf8() + "=" + value;
    return words_of(command) + call;
}

void TestBadArguments::add_calls(const QString& command, const QList<CliOption>& options) {
    const auto label = [&](const CliOption& option, const QByteArray& kind) {
        return command + u' ' + option.name + u' ' + QString::fromUtf8(kind);
    };
    const QList<QByteArray> plain = words_of(command) + m_good.at(command);
    for (const CliOption& option : options) {
        if (!option.type.isEmpty()) {
            for (const auto& [kind, value] : bad_values(option))
                m_calls.push_back(
                    {label(option, kind), with_value(command, option, value), codes_of(option, kind)});
        }
        if (option.positional) continue;
        const QByteArray name = option.name.toUtf8();
        m_calls.push_back({label(option, "near"), plain + QList<QByteArray>{name + "s"}, usage});
        if (option.type.isEmpty()) {
            m_calls.push_back(
                {label(option, "of a flag"), plain + QList<QByteArray>{name + "=maybe"}, usage});
            continue;
        }
        m_calls.push_back({label(option, "missing"), plain + QList<QByteArray>{name}, usage});
        if (!option.repeatable && m_place.at(command).contains(option.name))
            m_calls.push_back({label(option, "twice"), plain + QList<QByteArray>{name, "1"}, usage});
    }
    // A trace that is missing beside one that is there is a warning of those that read traces.
    m_calls.push_back(
        {command + " too many", plain + QList<QByteArray>{"a", "b", "c", "d"},
         QStringList{"trace", "draft", "digest"}.contains(command) ? any_code : usage_or_input});
}

void TestBadArguments::initTestCase() {
    make_files();
    make_good_calls();
    for (auto& [command, call] : m_good) {
        const QStringList words = command.split(u' ');
        const QList<CliOption> options = roofrack::test::cli_options(
            QString::fromUtf8(roofrack::test::run_cli(words + QStringList{"--help"}).out));
        int at = 0;
        for (const CliOption& option : options)
            if (option.positional && at < call.size() && !call[at].startsWith("--"))
                m_place[command].insert(option.name, at++);
        for (int i = 0; i + 1 < call.size(); ++i)
            if (call[i].startsWith("--") && !call[i + 1].startsWith("--"))
                m_place[command].insert(QString::fromUtf8(call[i]), i + 1);
        m_place[command];
        add_calls(command, options);
    }
    // Few, and a program that lists none would pass all.
    QVERIFY2(m_calls.size() >= 1164, qPrintable(QString::number(m_calls.size())));
}

void TestBadArguments::every_command_has_a_good_call() {
    for (const QString& command : roofrack::test::cli_commands()) {
        const QStringList inner = roofrack::test::cli_commands({command});
        for (const QString& name : inner.isEmpty() ? QStringList{command} : inner)
            QVERIFY2(m_good.contains(inner.isEmpty() ? name : command + u' ' + name),
                     qPrintable(command + ": add a call of it to make_good_calls()"));
    }
    for (const auto& [command, call] : m_good) {
        QStringList arguments = command.split(u' ');
        for (const QByteArray& argument : call) arguments << QString::fromUtf8(argument);
        QFile::remove(m_folder.filePath("out"));
        const auto run = roofrack::test::run_cli(arguments);
        QVERIFY2(run.exit_code == 0, (command.toUtf8() + ": " + run.err).constData());
    }
}

void TestBadArguments::bad_calls_are_answered() {
    std::mt19937 random(7);
    std::shuffle(m_calls.begin(), m_calls.end(), random);
    const int rounds = roofrack::test::rounds(static_cast<int>(m_calls.size()), 150);
    // A name may hold line ends.
    static const QRegularExpression form("(?:^|\\n)error: .+: .+",
                                         QRegularExpression::DotMatchesEverythingOption);
    int wrong = 0;
    for (const BadCall& call : m_calls.mid(0, rounds)) {
        make_files(); // a call before may have written over them
        const auto run = roofrack::test::run_cli_bytes(call.arguments, m_folder.filePath("work"));
        QString fault;
        if (run.exit_code < 0)
            fault = "ended by a signal or not at all";
        else if (!call.codes.contains(run.exit_code))
            fault = QStringLiteral("exit code %1").arg(run.exit_code);
        else if (run.exit_code >= 2 && !form.match(QString::fromUtf8(run.err)).hasMatch())
            fault = "no error of the form WHERE: WHAT: FIX";
        if (fault.isEmpty()) continue;
        ++wrong;
        qWarning("%s: %s: %s", qPrintable(call.label), qPrintable(fault), run.err.left(400).constData());
    }
    qInfo("%d of %d calls", rounds, static_cast<int>(m_calls.size()));
    QCOMPARE(wrong, 0);
}

QTEST_GUILESS_MAIN(TestBadArguments)
#include "test_bad_arguments.moc"
