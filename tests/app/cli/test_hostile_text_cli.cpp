// SPDX-License-Identifier: GPL-3.0-or-later
// Whatever stands in a file or an argument: the terminal is sent text, and nothing that it would obey.
#include "tests/support/cli.h"
#include "tests/support/hostile_project.h"

#include <QStringDecoder>
#include <QTest>

#include <filesystem>

using namespace roofrack;
using Json = nlohmann::json;

namespace {

/// Escape, title, bell, backspace, return, delete, the escape of eight bits, turns and marks of direction, a
/// line that begins without a line feed, and signs that are not seen: a filler and a tag.
const std::string marker =
    "\x1b]0;pwn\x07\x1b[2J\b\r\x7f\xc2\x9b"
    "31m\xe2\x80\xae\xe2\x81\xa6\xe2\x80\x8f\xd8\x9c\xe2\x80\xa8\xe3\x85\xa4\xf3\xa0\x81\x81";

/// What Unicode calls format characters, separators of lines, and letters that are not seen.
bool is_unseen(char32_t code) {
    const QChar::Category category = QChar::category(code);
    return category == QChar::Other_Format || category == QChar::Separator_Line ||
           category == QChar::Separator_Paragraph || code == 0x3164 || code == 0x115f || code == 0xfe0f ||
           (code >= 0xe0000 && code <= 0xe0fff);
}

/// The first thing in it that a terminal would obey; empty when there is none.
QByteArray obeyed(const QByteArray& said) {
    QStringDecoder decoder(QStringDecoder::Utf8);
    const QString text = decoder(said);
    if (decoder.hasError()) return "bytes that are no UTF-8";
    for (const uint code : text.toUcs4())
        if ((QChar::category(code) == QChar::Other_Control && code != '\n' && code != '\t') ||
            is_unseen(code))
            return "U+" + QByteArray::number(code, 16) + " in " + said.left(300).toPercentEncoding(" /:,.'");
    return {};
}

} // namespace

class TestHostileTextCli : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    test::ProgramRun m_said;

    int run(const QStringList& arguments) {
        m_said = test::run_cli(arguments);
        return m_said.exit_code;
    }
    /// Arguments as bytes, which QProcess would not pass on: through a shell that reads them from octal
    /// escapes.
    int run_bytes(const QByteArray& command) {
        QProcess shell;
        shell.setProcessChannelMode(QProcess::SeparateChannels);
        shell.start(QStringLiteral("bash"),
                    {QStringLiteral("-c"), QStringLiteral("\"$0\" ") + QString::fromLatin1(command),
                     test::cli_path()});
        if (!shell.waitForFinished(60000) || shell.exitStatus() != QProcess::NormalExit) return -1;
        m_said = {shell.exitCode(), shell.readAllStandardOutput(), shell.readAllStandardError()};
        return m_said.exit_code;
    }
    QString path(const char* name) const { return m_folder.filePath(QLatin1String(name)); }
    QString write(const char* name, const std::string& text) {
        QFile file(path(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(text.c_str()) < 0)
            qFatal("no room for test files");
        return file.fileName();
    }
    static std::string sample(const char* name) {
        QFile file(QStringLiteral(ROOFRACK_SOURCE_DIR "/samples/%1.roofrack.json").arg(QLatin1String(name)));
        if (!file.open(QIODevice::ReadOnly)) qFatal("no such sample");
        return file.readAll().toStdString();
    }

private Q_SLOTS:
    /// Qt does not find files whose names are no text.
    void cleanupTestCase() { std::filesystem::remove_all(m_folder.path().toStdString()); }

    void every_command_sends_text_only_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<bool>("has_json");
        const QString p =
            write("p.roofrack.json", test::HostileProject(sample("dgx-h100-su"), marker).text());
        test::HostileProject ids(sample("dgx-h100-su"), marker);
        ids.mark_ids();
        const QString with_ids = write("ids.roofrack.json", ids.text());
        test::HostileProject own_model(sample("dgx-h100-su"), marker);
        own_model.use_own_model();
        const QString model = write("model.roofrack.json", own_model.text());
        const auto row = [](const char* name, const QStringList& arguments, bool has_json = true) {
            QTest::newRow(name) << arguments << has_json;
        };
        for (const auto& [name, file] : {std::pair{"names", p}, {"ids", with_ids}, {"own model", model}}) {
            const auto add = [&](const char* command, const QStringList& more = {}) {
                row((QByteArray(command) + ", " + name).constData(),
                    QStringList{QLatin1String(command), file} + more);
            };
            for (const char* command :
                 {"check", "evaluate", "power", "loads", "links", "bom", "cables", "path"})
                add(command);
            add("explain", {QStringLiteral("power")});
            add("scale", {QStringLiteral("--gpus"), QStringLiteral("128,256")});
            add("search", {QStringLiteral("--tp"), QStringLiteral("8"), QStringLiteral("--pp"),
                           QStringLiteral("4"), QStringLiteral("--top"), QStringLiteral("2")});
            add("merge", {QStringLiteral("-o"), path("merged.json")});
            add("export", {QStringLiteral("--format"), QStringLiteral("calculon"), QStringLiteral("-o"),
                           path("calculon"), QStringLiteral("--force")});
            add("calibrate", {QStringLiteral("--nccl"),
                              QStringLiteral(ROOFRACK_SOURCE_DIR "/tests/data/nccl/all_reduce_2x8.txt"),
                              QStringLiteral("-o"), path("measured.json"), QStringLiteral("--force")});
        }
        const QString hostile = QString::fromStdString(marker);
        row("rack", {"rack", p, "row-a"});
        row("no such rack", {"rack", p, hostile});
        row("split", {"split", p, "spine", "-o", path("split.json")});
        row("catalog", {"catalog", "list", "--project", p});
        row("own part", {"catalog", "show", "own", "--project", p});
        row("no such part", {"catalog", "show", hostile});
        row("no such kind", {"catalog", "list", "--kind", hostile});
        row("no such scenario", {"evaluate", p, "--scenario", hostile});
        row("no such setting", {"evaluate", p, "--set", "/" + hostile + "=1"});
        row("a setting that is none", {"evaluate", p, "--set", hostile});
        row("a name that is set", {"evaluate", p, "--set", "/name=" + hostile});
        row("no such part of the step", {"explain", p, hostile});
        row("no such end", {"path", p, hostile, "leaf"});
        row("no count", {"scale", p, "--gpus", hostile});
        row("no such project", {"evaluate", path("no\x1b[31m.json")});
        row("no such command", {hostile}, false);
        row("no such option", {"evaluate", p, "--" + hostile}, false);
        row("no such schema", {"schema", hostile}, false);
        row("no such template", {"new", hostile});
        row("no such setting of a template", {"new", "fat-tree", "--set", hostile + "=1"});
        row("a new file", {"new", "fat-tree", "-o", path("new\x1b[31m.json")});
        row("not JSON", {"check", write("broken.json", "{\"" + marker + "\": " + marker)});
        row("a value out of range",
            {"check", write("range.json", "{\"scenarios\": [{\"name\": \"\\u001b[31m\", \"plan\": {\"tp\": "
                                          "\"\\u009b31m\"}}]}")});
        row("a trace", {"trace", write("t\x1b[31m.json", "[" + marker)});
        row("runs", {"validate",
                     write("runs.csv", "id,gpu,gpus,model," + marker + "\n" + marker + ",H100,8," + marker)});
        row("outputs of nccl-tests",
            {"calibrate", p, "--nccl", write("nccl\x1b.txt", marker + "# nThread 1\n"), "-o",
             path("no.json")});
        const QString drawing = write(
            "d.drawio", "<mxGraphModel><root><mxCell id=\"0\"/><mxCell id=\"1\" parent=\"0\"/>"
                        "<mxCell id=\"a\" value=\"" +
                            marker + "&#27;[31m\" vertex=\"1\" parent=\"1\"/><mxCell id=\"b\" value=\"" +
                            marker + "&#10;DGX H100\" vertex=\"1\" parent=\"1\"/></root></mxGraphModel>");
        row("a drawing", {"import", "--format", "drawio", drawing, "-o", path("drawn.json")});
        row("a drawing into a project",
            {"import", "--format", "drawio", drawing, "--into", p, "-o", path("drawn.json")});
        row("a server's inside",
            {"import", "--format", "topology",
             write("topo.txt", "\tGPU0\tNIC0\nGPU0\t X \tPIX\nNIC0\tPIX\t X \n\nNIC Legend:\n\n  NIC0: " +
                                   marker + "\nGPU 0: " + marker + "\n"),
             "--set", "gpu=h100-sxm5", "-o", path("inside.json")});
        row("tables of NetBox", {"import", "--format", "netbox",
                                 write("devices.csv", "name,role,device_type\ns-1,server," + marker + "\n" +
                                                          marker + ",PDU " + marker + ",x\n"),
                                 "-o", path("site.json")});
        row("a device type",
            {"import", "--format", "netbox",
             write("type.yaml", "manufacturer: \"\\e[31m\"\nmodel: \"\\u202e\"\n\"\\e[2J\": 1\n"), "-o",
             path("type.json")});
        row("an import",
            {"import", "--format", "huggingface", write("model.json", "{\"model_type\": \"\\u001b[31m\"}"),
             "-o", path("imported.json")});
    }
    void every_command_sends_text_only() {
        QFETCH(QStringList, arguments);
        QFETCH(bool, has_json);
        if (arguments.contains(QStringLiteral("-o")))
            arguments << QStringLiteral("--force"); // others wrote there
        const int exit_code = run(arguments);
        QVERIFY2(exit_code >= 0, m_said.err.constData());
        QCOMPARE(obeyed(m_said.out), QByteArray());
        QCOMPARE(obeyed(m_said.err), QByteArray());
        QVERIFY(!m_said.out.isEmpty() || !m_said.err.isEmpty());
        if (!has_json) return;
        QCOMPARE(run(arguments + QStringList{QStringLiteral("--json")}), exit_code);
        QCOMPARE(obeyed(m_said.out), QByteArray());
        QCOMPARE(obeyed(m_said.err), QByteArray());
        if (exit_code <= 1) QVERIFY(Json::accept(m_said.out.toStdString()));
    }

    void names_are_shown_escaped_and_whole_in_json() {
        const QString p =
            write("q.roofrack.json", test::HostileProject(sample("dgx-h100-su"), marker).text());
        QCOMPARE(run({"catalog", "show", "own", "--project", p}), 0);
        QVERIFY2(m_said.out.contains("\\u001b]0;pwn\\u0007\\u001b["
                                     "2J\\u0008\\u000d\\u007f\\u009b31m\\u202e\\u2066\\u200f\\u061c\\u2028"
                                     "\\u3164\\udb40\\udc41own"),
                 m_said.out.constData());
        QCOMPARE(run({"catalog", "show", "own", "--project", p, "--json"}), 0);
        QCOMPARE(Json::parse(m_said.out.toStdString())["name"].get<std::string>(), marker + "own");
    }

    void a_name_begins_no_line_among_the_messages() {
        const QString p = write("lines.json", "{\"scenarios\": [{}], \"a\\nerror: all is lost\": 1}");
        run({"check", p});
        QCOMPARE(m_said.err.count('\n'), 1);
        QVERIFY2(m_said.err.contains("a\\u000aerror: all is lost"), m_said.err.constData());
    }

    void a_hostile_file_is_text() {
        const QString p = qEnvironmentVariable("ROOFRACK_DATA") + QStringLiteral("/hostile/esc.json");
        if (!QFile::exists(p)) QSKIP("ROOFRACK_DATA names no folder with hostile/esc.json");
        for (const char* command :
             {"check", "evaluate", "power", "loads", "links", "bom", "cables", "path"}) {
            QVERIFY(run({QLatin1String(command), p}) >= 0);
            QVERIFY(!m_said.out.isEmpty() || !m_said.err.isEmpty());
            QCOMPARE(obeyed(m_said.out), QByteArray());
            QCOMPARE(obeyed(m_said.err), QByteArray());
        }
        QCOMPARE(run({"evaluate", p}), 1); // its model does not fit
        QVERIFY(m_said.out.contains("A\\u001b[2J\\u001b[31mEVIL\\u0007"));
        QVERIFY(m_said.err.contains("\\u001b[2J"));
    }

    void marks_of_direction_are_shown() {
        const QString p = qEnvironmentVariable("ROOFRACK_DATA") +
                          QStringLiteral("/hostile/new/direction-marks.roofrack.json");
        if (!QFile::exists(p)) QSKIP("ROOFRACK_DATA names no folder with direction-marks.roofrack.json");
        QByteArray said;
        for (const char* command : {"check", "evaluate", "power", "loads", "links", "bom", "cables"}) {
            QVERIFY(run({QLatin1String(command), p}) >= 0);
            said += m_said.out + m_said.err;
        }
        QCOMPARE(obeyed(said), QByteArray());
        QVERIFY(said.contains("\\u200f") && said.contains("\\u061c"));
    }

    void bytes_that_are_no_text_data() {
        QTest::addColumn<QByteArray>("command");
        QTest::newRow("a command") << QByteArray("$'\\377\\233'");
        QTest::newRow("a project") << QByteArray("evaluate $'/none\\377\\233.json'");
        QTest::newRow("a scenario") << QByteArray("evaluate P --scenario $'\\377\\233'");
        QTest::newRow("a setting") << QByteArray("evaluate P --json --set $'/name=\\377\\233'");
        QTest::newRow("a unit") << QByteArray("evaluate P --set $'/plan/tp=\\377'");
        QTest::newRow("a new file") << QByteArray("new fat-tree --json --force -o $'D/new\\377\\233.json'");
        QTest::newRow("an id") << QByteArray("catalog show $'\\377\\233'");
        QTest::newRow("a trace") << QByteArray("trace --json $'D/\\377\\233.json'");
    }
    void bytes_that_are_no_text() {
        QFETCH(QByteArray, command);
        const QString p = write("b.roofrack.json", sample("dgx-h100-su"));
        command.replace(" P ", ' ' + p.toLatin1() + ' ').replace("D/", m_folder.path().toLatin1() + '/');
        const int exit_code = run_bytes(command);
        QVERIFY2(exit_code >= 0 && exit_code <= 3, m_said.err.constData());
        QVERIFY(!m_said.out.isEmpty() || !m_said.err.isEmpty());
        QCOMPARE(obeyed(m_said.out), QByteArray());
        QCOMPARE(obeyed(m_said.err), QByteArray());
        if (exit_code == 0 && command.contains("--json")) QVERIFY(Json::accept(m_said.out.toStdString()));
    }

    void a_character_is_whole_however_it_is_written() {
        std::string name = "a";
        for (int i = 0; i < 6000; ++i) name += "\xf0\x9f\x94\xa5";
        Json project = Json::parse(sample("dgx-h100-su"));
        project["scenarios"][0]["name"] = name;
        QCOMPARE(run({"evaluate", write("fire.json", project.dump())}), 0);
        QVERIFY(m_said.out.startsWith(QByteArray::fromStdString(name)));
    }
};

QTEST_GUILESS_MAIN(TestHostileTextCli)
#include "test_hostile_text_cli.moc"
