// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/catalog/catalog.h"
#include "core/base/files/run_digest.h"
#include "core/drawing/project/project_file.h"
#include "core/measured/runs/run_files.h"
#include "core/measured/runs/run_summary.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace roofrack;

namespace {

constexpr uint64_t offset = 0xcbf29ce484222325u, prime = 0x100000001b3u;

std::string digest_of_text(std::string_view text) {
    RunDigest digest;
    digest.add(text);
    return digest.text();
}

std::string hexadecimal(uint64_t value) {
    return QString::number(value, 16).rightJustified(16, u'0').toStdString();
}

} // namespace

class TestRunFiles : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;

    std::filesystem::path write(const QString& name, const QByteArray& contents) {
        QFile file(m_folder.filePath(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(contents) != contents.size()) return {};
        return file.fileName().toStdString();
    }
    std::filesystem::path root() const { return m_folder.path().toStdString(); }

private Q_SLOTS:
    /// By hand: "12345678" is the word 0x3837363534333231, "9" the word 0x39; then 9 bytes.
    void a_digest_is_of_words_and_the_length() {
        uint64_t hash = (offset ^ 0x3837363534333231u) * prime;
        hash = (hash ^ 0x39u) * prime;
        hash = (hash ^ 9u) * prime;
        QCOMPARE(digest_of_text("123456789"), hexadecimal(hash));
        QCOMPARE(digest_of_text(""), hexadecimal(offset * prime));
        // A zero at the end is another file, though the filled-up word is the same.
        QVERIFY(digest_of_text(std::string_view("1\0", 2)) != digest_of_text("1"));
    }

    void pieces_do_not_matter() {
        std::string text;
        for (int i = 0; i < 1000; ++i) text += static_cast<char>(i * 37 % 256);
        for (size_t piece = 1; piece < 30; ++piece) {
            RunDigest digest;
            for (size_t at = 0; at < text.size(); at += piece)
                digest.add(std::string_view(text).substr(at, piece));
            QCOMPARE(digest.text(), digest_of_text(text));
        }
    }

    void every_changed_byte_is_seen() {
        const std::string text(64, 'x');
        for (size_t i = 0; i < text.size(); ++i) {
            std::string other = text;
            other[i] = 'y';
            QVERIFY(digest_of_text(other) != digest_of_text(text));
        }
    }

    void a_run_is_its_files_as_they_were() {
        const auto a = write("a.json", "[1]"), b = write("b.json", "[1,2]");
        const auto run = make_run({a, b});
        QVERIFY(run);
        QCOMPARE(run->name, std::string("a.json and 1 more"));
        QCOMPARE(run->files.size(), size_t(2));
        QCOMPARE(run->files[1].bytes, 5.0);
        QCOMPARE(run->files[0].digest, digest_of_text("[1]"));
        QVERIFY(check_run(*run, {}, RunCheckDepth::digests).is_whole());
        QCOMPARE(fault_text(*run, check_run(*run, {}, RunCheckDepth::digests)), std::string());

        write("a.json", "[3]"); // its size is the same: only its digest tells
        QVERIFY(check_run(*run, {}, RunCheckDepth::sizes).is_whole());
        const RunCheck read = check_run(*run, {}, RunCheckDepth::digests);
        QCOMPARE(read.files[0], RunFileState::changed);
        QCOMPARE(read.files[1], RunFileState::there);
        QCOMPARE(fault_text(*run, read), std::string("1 of 2 files has changed (a.json)"));

        write("a.json", "[1]");
        QVERIFY(QFile::remove(m_folder.filePath("b.json")));
        const RunCheck gone = check_run(*run, {}, RunCheckDepth::sizes);
        QCOMPARE(gone.files[1], RunFileState::missing);
        QCOMPARE(fault_text(*run, gone), std::string("1 of 2 files is missing (b.json)"));
        KeptRun alone = *run;
        alone.files.erase(alone.files.begin());
        QCOMPARE(fault_text(alone, check_run(alone, {}, RunCheckDepth::sizes)),
                 std::string("b.json is missing"));
    }

    void a_folder_is_all_of_its_files() {
        const auto run = make_run({ROOFRACK_SOURCE_DIR "/tests/data/traces/two_ranks/"});
        QVERIFY(run);
        QCOMPARE(run->name, std::string("two_ranks"));
        QCOMPARE(run->files.size(), size_t(2));
        const auto trace = read_traces(places_of(*run, {}));
        QVERIFY(trace);
        QCOMPARE(trace->ranks.size(), size_t(2));
        const std::string said = run_summary(*trace);
        QVERIFY2(said.starts_with("PyTorch profile of 2 ranks"), said.c_str());
    }

    void what_cannot_be_read_is_said() {
        const auto none = make_run({root() / "none.json"});
        QVERIFY(!none);
        QVERIFY2(none.error().text().find("none.json") != std::string::npos, none.error().text().c_str());
        QVERIFY(!make_run({}));
        QDir(m_folder.path()).mkdir("empty");
        QVERIFY(!make_run({root() / "empty"}));
    }

    void a_stopped_run_is_none() {
        write("large", QByteArray(4 << 20, 'x'));
        std::stop_source stop;
        int reports = 0;
        const auto run = make_run(
            {root() / "large"},
            [&](int64_t done, int64_t total) {
                QCOMPARE(total, int64_t(4 << 20));
                QVERIFY(done <= total);
                ++reports;
                stop.request_stop();
            },
            stop.get_token());
        QVERIFY(!run);
        QCOMPARE(run.error().what, std::string("cancelled"));
        QCOMPARE(reports, 1); // there are four pieces
    }

    void files_are_found_beside_the_project() {
        const auto moved = write("moved.json", "[1,2,3]");
        RunFile file;
        file.path = "/no/such/folder/moved.json";
        file.bytes = 7;
        QCOMPARE(place_of(file, root()), moved);
        file.bytes = 8; // another file of that name
        QCOMPARE(place_of(file, root()).string(), file.path);
        file.path = "sub/moved.json";
        QCOMPARE(place_of(file, root()), root() / "sub/moved.json");
    }

    void what_lies_below_the_project_is_named_from_there() {
        std::vector<KeptRun> runs(1);
        runs[0].files.resize(3);
        runs[0].files[0].path = "/a/b/c/x.json";
        runs[0].files[1].path = "/a/other/y.json";
        runs[0].files[2].path = "z.json";
        move_runs(runs, "/a/b", "/a/b");
        QCOMPARE(runs[0].files[0].path, std::string("c/x.json"));
        QCOMPARE(runs[0].files[1].path, std::string("/a/other/y.json"));
        QCOMPARE(runs[0].files[2].path, std::string("z.json"));
        move_runs(runs, "/a/b", "/a/other");
        QCOMPARE(runs[0].files[0].path, std::string("/a/b/c/x.json"));
        QCOMPARE(runs[0].files[1].path, std::string("y.json"));
        QCOMPARE(runs[0].files[2].path, std::string("/a/b/z.json"));
    }

    void a_run_is_added_once() {
        std::vector<KeptRun> runs;
        KeptRun run;
        run.name = "profile";
        run.files.emplace_back();
        run.files[0].path = "/a/x";
        run.files[0].bytes = 3;
        run.files[0].digest = digest_of_text("[1]");
        QCOMPARE(*add_run(runs, run), std::string("profile"));
        run.files[0].path = "/b/x";
        run.name = "copy";
        QCOMPARE(*add_run(runs, run), std::string("profile")); // the same contents at another place
        QCOMPARE(runs.size(), size_t(1));
        QCOMPARE(runs[0].files[0].path, std::string("/b/x"));
        run.name = "profile";
        run.files[0].digest = digest_of_text("[2]");
        QCOMPARE(*add_run(runs, run), std::string("profile (2)"));
        for (size_t i = 2; i < most_kept_runs; ++i) {
            run.files[0].digest = hexadecimal(i);
            QVERIFY(add_run(runs, run));
        }
        run.files[0].digest = hexadecimal(offset);
        QVERIFY(!add_run(runs, run));
        QCOMPARE(runs.size(), most_kept_runs);
    }

    void a_project_keeps_its_runs() {
        const Catalog& catalog = Catalog::built_in();
        auto loaded = parse_project(R"({"scenarios":[{}],"runs":[{"name":"r","summary":"s","later":1,
            "files":[{"path":"a.json","size":"3 kB","digest":"0123456789abcdef"},{"path":"b"}]}]})",
                                    catalog, "p.json");
        QVERIFY2(loaded, loaded ? "" : loaded.error().text().c_str());
        const KeptRun& run = loaded->project.runs.front();
        QCOMPARE(run.files[0].bytes, 3000.0);
        QCOMPARE(run.files[1].digest, std::string());
        QCOMPARE(loaded->warnings.size(), size_t(1)); // "later": kept
        const std::string text = project_text(loaded->project, catalog);
        const auto again = parse_project(text, catalog);
        QVERIFY(again);
        QVERIFY(again->project.runs == loaded->project.runs);
        QCOMPARE(project_text(again->project, catalog), text);
        QVERIFY(text.find("\"later\"") != std::string::npos);
    }

    void bad_runs_are_said_data() {
        QTest::addColumn<QByteArray>("runs");
        QTest::addColumn<QByteArray>("said");
        QTest::newRow("no name") << QByteArray(R"([{"files":[{"path":"a"}]}])")
                                 << QByteArray("/runs/0: the key 'name' is missing");
        QTest::newRow("no file") << QByteArray(R"([{"name":"r","files":[]}])")
                                 << QByteArray("/runs/0/files: the run has 0 files: give one at least");
        QTest::newRow("no path") << QByteArray(R"([{"name":"r","files":[{"path":""}]}])")
                                 << QByteArray("/runs/0/files/0/path: the text is empty");
        QTest::newRow("a digest that is none")
            << QByteArray(R"([{"name":"r","files":[{"path":"a","digest":"0123456789ABCDEF"}]}])")
            << QByteArray("/runs/0/files/0/digest: '0123456789ABCDEF' is no digest");
        QTest::newRow("a negative size") << QByteArray(R"([{"name":"r","files":[{"path":"a","size":-1}]}])")
                                         << QByteArray("/runs/0/files/0/size: ");
        QTest::newRow("two of one name")
            << QByteArray(R"([{"name":"r","files":[{"path":"a"}]},{"name":"r","files":[{"path":"b"}]}])")
            << QByteArray("/runs/1/name: a second run is named 'r'");
    }
    void bad_runs_are_said() {
        QFETCH(QByteArray, runs);
        QFETCH(QByteArray, said);
        const auto loaded =
            parse_project((R"({"scenarios":[{}],"runs":)" + runs + "}").toStdString(), Catalog::built_in());
        QVERIFY(!loaded);
        QVERIFY2(QByteArray::fromStdString(loaded.error().text()).contains(said),
                 loaded.error().text().c_str());
    }
};

QTEST_APPLESS_MAIN(TestRunFiles)
#include "test_run_files.moc"
