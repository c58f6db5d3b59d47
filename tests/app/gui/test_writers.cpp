// SPDX-License-Identifier: GPL-3.0-or-later
// Every writer of a file is killed at each of its calls, and finds the disk full at each: the old file is
// there or the new one, never a part, and nobody reads more than before.
#include "app/gui/flows/print_flow.h"
#include "core/base/catalog/catalog.h"
#include "core/base/files/atomic_file.h"
#include "core/base/files/recovery_file.h"
#include "core/drawing/project/project_file.h"
#include "tests/support/cli.h"
#include "tests/support/project_sample.h"
#include "tests/support/rounds.h"
#include "tests/support/set_details.h"
#include "tests/support/without_rights.h"
#include "widgets/canvas/view/canvas.h"
#include "widgets/editor/autosave.h"
#include "widgets/editor/document.h"
#include "widgets/elevation/elevation_export.h"
#include "widgets/elevation/rack_elevation.h"
#include "widgets/fields/text.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QImage>
#include <QPrinter>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <numeric>
#include <random>
#include <sys/stat.h>

using namespace roofrack;
using namespace roofrack::test;
namespace fs = std::filesystem;

namespace {

constexpr bool is_sanitized =
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    true;
#else
    false;
#endif

std::string contents(const fs::path& path) {
    std::ifstream stream(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

std::string sample() { return ROOFRACK_SOURCE_DIR "/samples/dgx-h100-su.roofrack.json"; }

/// The work of the window's writers in a process of its own: `--write WHAT FILE`.
int write_as_window(const std::string& what, const fs::path& file) {
    Document document(Catalog::built_in());
    const auto said = [](const Result<void>& written) {
        if (written) return 0;
        std::fprintf(stderr, "error: %s\n", written.error().text().c_str());
        return 3;
    };
    if (what == "project" || what == "in place") {
        const WithoutRights rights;
        if (const auto loaded = document.load(file); !loaded) return said(loaded);
        document.perform<SetDetails>("changed", "");
        return said(document.save());
    }
    if (what == "recovery" || what == "untitled recovery") {
        if (const auto loaded = document.load(what == "recovery" ? file : fs::path(sample())); !loaded)
            return said(loaded);
        if (what != "recovery") document.set_project(Project(document.project()));
        const Autosave::Intervals never{.after_ms = 1'000'000, .most_ms = 1'000'000};
        Autosave autosave(document, file.parent_path() / "state", never);
        QString why;
        QObject::connect(&autosave, &Autosave::failed, &document, [&](const QString& text) { why = text; });
        QSignalSpy kept(&autosave, &Autosave::kept), failed(&autosave, &Autosave::failed);
        document.perform<SetDetails>("kept", "");
        autosave.keep();
        QElapsedTimer since;
        since.start();
        while (kept.isEmpty() && failed.isEmpty() && since.elapsed() < 60000)
            QCoreApplication::processEvents(QEventLoop::AllEvents, 20);
        if (!kept.isEmpty()) return 0;
        QCoreApplication::processEvents(); // why, from the other thread
        std::fprintf(stderr, "error: %s\n", qPrintable(why));
        return 3;
    }
    auto loaded = read_project(sample(), Catalog::built_in());
    if (!loaded) return 4;
    document.set_project(std::move(loaded->project));
    if (what == "print") {
        const Canvas canvas(document);
        QPrinter paper(QPrinter::HighResolution);
        paper.setOutputFileName(as_written(file.string()));
        return said(print_drawing_whole(paper, canvas, page_title(document), {1, 1}));
    }
    RackElevation elevation(document);
    elevation.resize(700, 900);
    for (const Element& element : document.cluster().elements)
        if (element.kind == ElementKind::rack) document.selection().set_one(element.id);
    elevation.show();
    QTest::qWait(50);
    return said(save_elevation(file, elevation.picture(), Theme::light()));
}

/// Who writes, and what.
struct Writer {
    const char* name;
    const char* file;  ///< its ending says what is whole
    QStringList call;  ///< F: the file, D: its folder; a first word "cli", "gui" or "window" for the program
    const char* calls; ///< some of those that change files, as the log has them: open, write, sync, rename
    bool at_once = true; ///< the folder takes new files
    bool folder = false; ///< it writes a folder of tables, of which `file` is one
};

const QString drawn = QString::fromStdString(sample());

const std::vector<Writer>& writers() {
    const auto rendered = [](const char* name, const char* file, const char* chart) {
        return Writer{
            name, file, {"gui", "render", drawn, "--chart", chart, "--out", "F", "--force"}, "owsr"};
    };
    const auto exported = [](const char* name, const char* file, const char* format) {
        return Writer{name, file, {"cli", "export", "--format", format, drawn, "-o", "F", "--force"}, "owsr"};
    };
    static const std::vector<Writer> all = {
        {"project by split",
         "f.roofrack.json",
         {"cli", "split", drawn, "row-a", "-o", "F", "--force"},
         "owsr"},
        {"project by new", "f.roofrack.json", {"cli", "new", "workstation", "-o", "F", "--force"}, "owsr"},
        {"bill as CSV", "f.csv", {"cli", "bom", drawn, "--csv", "F", "--force"}, "owsr"},
        exported("P2P as workbook", "f.xlsx", "p2p"),
        exported("P2P as CSV", "f.csv", "p2p"),
        exported("workbook", "f.xlsx", "xlsx"),
        exported("pages of draw.io", "f.drawio", "drawio"),
        exported("graph as GraphML", "f.graphml", "graphml"),
        exported("power tree for DPS", "f.json", "dps"),
        {"tables of NetBox",
         "06-devices.csv",
         {"cli", "export", "--format", "netbox", drawn, "-o", "D", "--force"},
         "owsr",
         true,
         true},
        {"report as HTML", "f.html", {"cli", "report", drawn, "-o", "F", "--force"}, "owsr"},
        {"report as PDF", "f.pdf", {"gui", "report", drawn, "--out", "F", "--force"}, "owsr"},
        {"report as Markdown", "f.md", {"cli", "report", drawn, "-o", "F", "--force"}, "owsr"},
        {"hours as CSV",
         "f.csv",
         {"cli", "year", drawn, "--climate", "hot-dry", "-o", "F", "--force"},
         "owsr"},
        rendered("chart as PNG", "f.png", "memory"),
        rendered("chart as SVG", "f.svg", "memory"),
        rendered("chart as PDF", "f.pdf", "memory"),
        rendered("chart as CSV", "f.csv", "memory"),
        rendered("drawing as PNG", "f.png", "drawing"),
        rendered("drawing as SVG", "f.svg", "drawing"),
        rendered("drawing as PDF", "f.pdf", "drawing"),
        {"screenshot", "f.png", {"gui", "screenshot", drawn, "--out", "F", "--force"}, "owsr"},
        {"project of the window", "f.roofrack.json", {"window", "project", "F"}, "owsr"},
        {"project in a folder that takes no files",
         "f.roofrack.json",
         {"window", "in place", "F"},
         "owt",
         false},
        {"recovery", "f.roofrack.json", {"window", "recovery", "F"}, "owsr"},
        {"recovery of untitled work", "f.roofrack.json", {"window", "untitled recovery", "F"}, "owsr"},
        {"racks as PNG", "f.png", {"window", "racks", "F"}, "owsr"},
        {"racks as SVG", "f.svg", {"window", "racks", "F"}, "owsr"},
        {"racks as PDF", "f.pdf", {"window", "racks", "F"}, "owsr"},
        {"print", "f.pdf", {"window", "print", "F"}, "owsr"},
    };
    return all;
}

/// A folder with the old file, and a program that writes over it.
class Bench {
public:
    Bench(const Writer& writer, int mode)
        : m_writer(writer)
        , m_folder(m_temporary.path().toStdString() + "/watched")
        , m_file(m_folder / writer.file) {
        fs::permissions(m_temporary.path().toStdString(), fs::perms(0777));
        fs::create_directory(m_folder);
        fs::create_directory(m_folder / "state");
        fs::permissions(m_folder / "state", fs::perms(0777));
        const bool is_project = m_file.string().ends_with(".roofrack.json");
        m_old = is_project ? std::string(small_project) : std::string("the old file");
        std::ofstream(m_file, std::ios::binary) << m_old;
        m_mode = mode;
        chmod(m_file.c_str(), static_cast<mode_t>(mode));
        const uid_t owner = !writer.at_once || writer.call[1] == "project" ? nobody : geteuid();
        if (geteuid() == 0 && chown(m_file.c_str(), owner, owner) != 0) qFatal("no owner");
        fs::permissions(m_folder, fs::perms(writer.at_once ? 0777 : 0555));
    }
    ~Bench() { fs::permissions(m_folder, fs::perms(0777)); }

    /// `at`: the call, 0 for none.
    ProgramRun run(const char* kind, int at) {
        fs::remove(log());
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("LD_PRELOAD", QCoreApplication::applicationDirPath() + "/libfault_at_write.so");
        environment.insert("ROOFRACK_FAULT_FOLDER", as_written(m_folder.string()));
        environment.insert("ROOFRACK_FAULT_LOG", as_written(log().string()));
        environment.insert("ROOFRACK_FAULT_KIND", QLatin1String(kind));
        environment.insert("ROOFRACK_FAULT_AT", QString::number(at));
        environment.insert("XDG_DATA_HOME", as_written((m_folder / "state").string()));
        QStringList call = m_writer.call;
        for (QString& word : call)
            if (word == u"F" || word == u"D") word = as_written((word == u"F" ? m_file : m_folder).string());
        const QString who = call.takeFirst();
        if (who == u"window") call.prepend("--write");
        return run_program(who == u"cli"   ? cli_path()
                           : who == u"gui" ? gui_path()
                                           : QCoreApplication::applicationFilePath(),
                           call, environment);
    }
    std::string calls() const { return contents(log()); }

    bool is_old() const { return contents(m_file) == m_old; }
    /// Whether what was written is whole: the file itself, or the work that was kept.
    bool is_new() const {
        if (m_writer.call.contains("recovery") || m_writer.call.contains("untitled recovery"))
            return std::ranges::any_of(files(), [](const fs::path& path) {
                if (path.extension() != ".recovery") return false;
                const auto read = read_recovery(path);
                return read && parse_project(read->text, Catalog::built_in());
            });
        const std::string text = contents(m_file);
        const QByteArray bytes = QByteArray::fromStdString(text);
        if (text.empty() || text == m_old) return false;
        if (m_file.extension() == ".png")
            return bytes.contains("IEND") && !QImage::fromData(bytes, "PNG").isNull();
        if (m_file.extension() == ".pdf")
            return bytes.startsWith("%PDF") && bytes.trimmed().endsWith("%%EOF");
        if (m_file.string().ends_with(".roofrack.json"))
            return parse_project(text, Catalog::built_in()).has_value();
        if (m_file.extension() != ".svg") return text == m_whole; // the same is written each time
        QXmlStreamReader reader(bytes);
        while (!reader.atEnd()) reader.readNext();
        return !reader.hasError();
    }
    bool is_broken() const {
        return std::ranges::any_of(files(), [](const fs::path& path) {
            return path.extension() == ".recovery" && !read_recovery(path);
        });
    }
    /// Where a file is written in place it may be a part, and the whole old one is kept.
    bool is_old_kept() const {
        return !m_writer.at_once && std::ranges::any_of(files(), [this](const fs::path& path) {
            return path.parent_path().filename() == "kept" && contents(path) == m_old;
        });
    }
    /// The name of a file that more may read than the old one; empty: none.
    std::string wider() const {
        for (const fs::path& path : files()) {
            if (is_of_another_table(path)) continue;
            struct stat look {};
            if (lstat(path.c_str(), &look) != 0) return path.string();
            if ((look.st_mode & 077 & ~static_cast<mode_t>(m_mode)) != 0) return path.string();
        }
        return {};
    }
    /// Temporary files, and copies that are not needed any more.
    std::vector<std::string> rest() const {
        std::vector<std::string> out;
        for (const fs::path& path : files())
            if (path != m_file && path.extension() != ".recovery" &&
                (path.filename().string().starts_with('.') || !is_of_another_table(path)))
                out.push_back(path.string());
        return out;
    }
    int mode() const {
        struct stat look {};
        return stat(m_file.c_str(), &look) == 0 ? static_cast<int>(look.st_mode & 07777) : -1;
    }
    void remember_whole(const std::string& text) { m_whole = text; }
    std::string text() const { return contents(m_file); }

private:
    static constexpr uid_t nobody = 65534;

    fs::path log() const { return fs::path(m_temporary.path().toStdString()) / "log"; }
    /// The file is another table than the one that is looked at, or becomes one: "01-sites.csv",
    /// ".README.txt.1.tmp".
    bool is_of_another_table(const fs::path& path) const {
        std::string name = path.filename().string();
        if (!m_writer.folder || name.find(m_writer.file) != std::string::npos) return false;
        if (name.starts_with('.')) name.erase(0, 1);
        return name.starts_with("README.txt") || (name.size() > 2 && name[2] == '-');
    }
    std::vector<fs::path> files() const {
        std::vector<fs::path> out;
        for (const auto& entry : fs::recursive_directory_iterator(m_folder))
            if (!entry.is_directory()) out.push_back(entry.path());
        return out;
    }

    const Writer& m_writer;
    QTemporaryDir m_temporary;
    fs::path m_folder, m_file;
    std::string m_old, m_whole;
    int m_mode = 0;
};

} // namespace

class TestWriters : public QObject {
    Q_OBJECT

    int m_kills = 0;

    /// Some of the calls, or all of them.
    static std::vector<int> chosen(size_t calls, unsigned seed) {
        std::vector<int> out(calls);
        std::iota(out.begin(), out.end(), 1);
        if (is_long_run()) return out;
        std::mt19937 random(seed);
        std::ranges::shuffle(out, random);
        out.resize(std::min<size_t>(out.size(), 2));
        return out;
    }

private Q_SLOTS:
    void old_or_new_data() {
        QTest::addColumn<int>("at");
        QTest::addColumn<int>("mode");
        for (size_t i = 0; i < writers().size(); ++i)
            for (const int mode : is_long_run() ? std::vector{0600, 0640, 0644} : std::vector{0600})
                QTest::addRow("%s, %o", writers()[i].name, mode) << static_cast<int>(i) << mode;
    }
    void old_or_new() {
        if (is_sanitized) QSKIP("a sanitizer stands between the program and the calls");
        QFETCH(int, at);
        QFETCH(int, mode);
        const Writer& writer = writers()[static_cast<size_t>(at)];
        Bench whole(writer, mode);
        const ProgramRun done = whole.run("kill", 0);
        QVERIFY2(done.exit_code == 0, done.err.constData());
        const std::string calls = whole.calls();
        for (const char* call = writer.calls; *call; ++call)
            QVERIFY2(calls.find(*call) != std::string::npos, calls.c_str());
        whole.remember_whole(whole.text());
        QVERIFY(whole.is_new());
        QCOMPARE(whole.wider(), std::string());
        QCOMPARE(whole.rest(), std::vector<std::string>());
        if (writer.call[1] != "recovery" && writer.call[1] != "untitled recovery")
            QCOMPARE(whole.mode(), mode);

        for (const char* kind : {"kill", "full"})
            for (const int number : chosen(calls.size(), static_cast<unsigned>(at))) {
                Bench bench(writer, mode);
                bench.remember_whole(whole.text());
                const ProgramRun said = bench.run(kind, number);
                const std::string what =
                    fmt::format("{} at {} of {}: {}", kind, number, calls, said.err.toStdString());
                QVERIFY2(bench.is_old() || bench.is_new() || bench.is_old_kept(), what.c_str());
                QVERIFY2(!bench.is_broken(), what.c_str());
                QVERIFY2(bench.wider().empty(), (what + bench.wider()).c_str());
                if (kind == std::string("kill")) {
                    ++m_kills;
                    QVERIFY2(said.exit_code == -1, what.c_str());
                    // The next one does its work, and clears away; a part of a project it cannot read.
                    const bool is_part = !bench.is_old() && !bench.is_new();
                    const ProgramRun next = bench.run("kill", 0);
                    if (is_part) {
                        QVERIFY2(next.exit_code == 3 && bench.is_old_kept(), what.c_str());
                        QVERIFY2(next.err.contains("what the file held before is whole in"),
                                 next.err.constData());
                        continue;
                    }
                    QVERIFY2(next.exit_code == 0 && bench.is_new(), (what + next.err.toStdString()).c_str());
                    if (writer.at_once) QVERIFY2(bench.rest().empty(), what.c_str());
                } else {
                    QVERIFY2(said.exit_code == 0 || said.exit_code == 3, what.c_str());
                    QVERIFY2(said.exit_code == 0
                                 ? bench.is_new()
                                 : bench.is_old() || bench.is_old_kept() || (writer.folder && bench.is_new()),
                             what.c_str());
                    if (said.exit_code == 3)
                        QVERIFY2(said.err.contains("No space left on device"), what.c_str());
                    if (writer.at_once) QVERIFY2(bench.rest().empty(), what.c_str());
                }
            }
    }

    void there_were_as_many_kills_as_promised() {
        if (is_sanitized) QSKIP("a sanitizer stands between the program and the calls");
        qInfo("%d kills", m_kills);
        QVERIFY(m_kills >= rounds(300, 30));
    }
};

int main(int argc, char** argv) {
    QApplication application(argc, argv);
    if (argc == 4 && std::string_view(argv[1]) == "--write") return write_as_window(argv[2], argv[3]);
    TestWriters test;
    return QTest::qExec(&test, argc, argv);
}
#include "test_writers.moc"
