// SPDX-License-Identifier: GPL-3.0-or-later
// Two windows, another program and a disk that fails: nobody's work vanishes.
#include "core/base/files/atomic_file.h"
#include "core/base/files/companion_name.h"
#include "core/base/files/recovery_file.h"
#include "core/drawing/project/project_file.h"
#include "tests/support/cli.h"
#include "tests/support/file_window.h"
#include "tests/support/project_sample.h"
#include "tests/support/rounds.h"
#include "tests/support/without_rights.h"
#include "widgets/editor/autosave.h"
#include "widgets/fields/text.h"

#include <QSignalSpy>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <csignal>
#include <fstream>
#include <random>
#include <sys/resource.h>

using namespace roofrack;
using namespace roofrack::test;
namespace fs = std::filesystem;

class TestFileSafety : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        m_temporary = std::make_unique<QTemporaryDir>();
        fs::permissions(m_temporary->path().toStdString(), fs::perms(0777));
        m_folder = m_temporary->path().toStdString() + "/work";
        fs::create_directory(m_folder);
        m_path = m_folder / "p.roofrack.json";
        Project project = parse_project(small_project, Catalog::built_in())->project;
        project.name = "first";
        QVERIFY(write_project(project, m_path, Catalog::built_in()));
        m_settings = quick_settings(m_temporary->filePath("settings.ini"), 20, 60);
    }

    void two_windows_on_one_file() {
        FileWindow anna(m_settings), ben(m_settings);
        QVERIFY(anna.files().open(m_path) && ben.files().open(m_path));
        anna.name_project("anna's");
        ben.name_project("ben's");
        QVERIFY(anna.files().save());
        {
            DialogAnswers stays({reject()});
            QVERIFY(!ben.files().save());
            QVERIFY(stays.all_done());
        }
        QCOMPARE(name_on_disk(), std::string("anna's"));
        QCOMPARE(ben.project_name(), std::string("ben's"));
        QVERIFY(!ben.document().is_clean());

        int differences = 0;
        DialogAnswers overlay_style({click("conflict-compare"),
                                     [&](QWidget& dialog) {
                                         differences =
                                             dialog.findChild<QTableWidget*>("differences")->rowCount();
                                         QMetaObject::invokeMethod(&dialog, "reject");
                                     },
                                     click("conflict-overwrite")});
        QVERIFY(ben.files().save());
        QVERIFY(overlay_style.all_done());
        QCOMPARE(differences, 1);
        QCOMPARE(name_on_disk(), std::string("ben's"));

        QTRY_VERIFY2(anna.messages().text().contains("was changed by another program"),
                     qPrintable(anna.messages().text()));
        QCOMPARE(anna.project_name(), std::string("anna's"));
        QVERIFY(anna.answer("Reload"));
        QCOMPARE(anna.project_name(), std::string("ben's"));
        QVERIFY(anna.document().is_clean());
    }

    void a_save_leaves_the_other_windows_unsaved_work() {
        FileWindow anna(m_settings), ben(m_settings);
        QVERIFY(anna.files().open(m_path) && ben.files().open(m_path));
        const auto kept = [&] {
            std::vector<std::string> names;
            for (const auto& entry : fs::directory_iterator(m_folder)) {
                if (entry.path().extension() != ".recovery") continue;
                if (const auto read = read_recovery(entry.path()))
                    names.push_back(parse_project(read->text, Catalog::built_in())->project.name);
            }
            std::ranges::sort(names);
            return names;
        };
        anna.name_project("anna's");
        ben.name_project("ben's");
        QTRY_VERIFY((kept() == std::vector<std::string>{"anna's", "ben's"}));
        QVERIFY(anna.files().save());
        QTRY_VERIFY(kept() == std::vector<std::string>{"ben's"});
        ben.name_project("ben's, later"); // goes on after it was told
        QTRY_VERIFY(kept() == std::vector<std::string>{"ben's, later"});
        QCOMPARE(name_on_disk(), std::string("anna's"));
        anna.name_project("anna's, later");
        QTRY_VERIFY((kept() == std::vector<std::string>{"anna's, later", "ben's, later"}));
        DialogAnswers overwrites({click("conflict-overwrite")});
        QVERIFY(ben.files().save());
        QTRY_VERIFY(kept() == std::vector<std::string>{"anna's, later"});
        QCOMPARE(anna.project_name(), std::string("anna's, later"));
    }

    void theirs_or_under_another_name() {
        FileWindow window(m_settings);
        QVERIFY(window.files().open(m_path));
        window.name_project("mine");
        write_as_another("theirs");
        const QString elsewhere = to_qt((m_folder / "mine").string());
        {
            DialogAnswers saves({click("conflict-save-as"), choose_file(elsewhere)});
            QVERIFY(window.files().save());
            QVERIFY(saves.all_done());
        }
        QCOMPARE(name_on_disk(), std::string("theirs"));
        QCOMPARE(name_on_disk(m_folder / "mine.roofrack.json"), std::string("mine"));
        QVERIFY(window.files().open(m_path));
        window.name_project("mine again");
        write_as_another("theirs again");
        DialogAnswers reloads({click("conflict-reload")});
        QVERIFY(!window.files().save());
        QCOMPARE(window.project_name(), std::string("theirs again"));
    }

    void another_program_changes_the_open_file() {
        FileWindow window(m_settings);
        QVERIFY(window.files().open(m_path));
        window.name_project("mine");
        const QString path = to_qt(m_path.string());
        QCOMPARE(run_cli({"split", path, "rack", "-o", path, "--force"}).exit_code, 0);
        const std::string theirs = contents(m_path);
        QTRY_VERIFY2(window.messages().text().contains("and here too"), qPrintable(window.messages().text()));
        QCOMPARE(window.project_name(), std::string("mine"));
        QVERIFY(window.answer("Load theirs"));
        QVERIFY(project_text(window.document().project(), Catalog::built_in()) == theirs);
        QCOMPARE(contents(m_path), theirs);
    }

    void a_file_that_is_only_touched_is_not_mentioned() {
        FileWindow window(m_settings);
        QVERIFY(window.files().open(m_path));
        const std::string same = contents(m_path);
        fs::remove(m_path);
        std::ofstream(m_path, std::ios::binary) << same;
        window.flow<DiskWatch>()->check();
        QVERIFY2(window.messages().text().isEmpty(), qPrintable(window.messages().text()));
        window.name_project("mine");
        QVERIFY(window.files().save()); // and asks nothing
    }

    void keeping_mine_keeps_it_unsaved() {
        FileWindow window(m_settings);
        QVERIFY(window.files().open(m_path));
        write_as_another("theirs");
        window.flow<DiskWatch>()->check();
        QVERIFY(window.answer("Keep mine"));
        QVERIFY(!window.document().is_clean()); // closing will ask
        window.flow<DiskWatch>()->check();
        QVERIFY(window.messages().text().isEmpty()); // said once
        QCOMPARE(name_on_disk(), std::string("theirs"));
    }

    void a_removed_file_and_a_vanished_folder() {
        FileWindow window(m_settings);
        QVERIFY(window.files().open(m_path));
        fs::remove(m_path);
        QTRY_VERIFY2(window.messages().text().contains("was removed"), qPrintable(window.messages().text()));
        QVERIFY(!window.document().is_clean());
        QVERIFY(window.answer("Save it again"));
        QCOMPARE(name_on_disk(), std::string("first"));
        QVERIFY(window.document().is_clean());

        QSignalSpy kept(window.flow<Autosave>(), &Autosave::kept);
        fs::rename(m_folder, m_folder.string() + "-gone");
        window.flow<DiskWatch>()->check();
        QVERIFY2(window.messages().text().contains("has vanished"), qPrintable(window.messages().text()));
        QVERIFY(!window.files().save());
        QVERIFY2(window.messages().text().contains("could not be saved: No such file or directory") &&
                     window.messages().text().contains("make the folder"),
                 qPrintable(window.messages().text()));
        QVERIFY(!window.document().is_clean());
        QTRY_VERIFY(!kept.isEmpty());
        QVERIFY(kept.back().front().toString().startsWith(m_temporary->filePath("state")));
    }

    void a_name_without_an_ending_gets_one() {
        FileWindow window(m_settings);
        QVERIFY(window.files().open(m_path));
        const std::pair<const char*, const char*> names[] = {{"hall", "hall.roofrack.json"},
                                                             {"hall.v2", "hall.v2.roofrack.json"},
                                                             {"x.json", "x.json"},
                                                             {"y.roofrack", "y.roofrack.json"}};
        for (const auto& [given, saved] : names) {
            DialogAnswers chooses({choose_file(to_qt((m_folder / given).string()))});
            QVERIFY(window.files().save_as());
            QVERIFY2(fs::exists(m_folder / saved), saved);
            QVERIFY(window.document().file_path() == m_folder / saved);
        }
        QVERIFY(!fs::exists(m_folder / "hall"));
        // The dialog could not ask about the file that the ending leads to.
        write_as_another("precious", m_folder / "z.roofrack.json");
        DialogAnswers refuses({choose_file(to_qt((m_folder / "z").string())), reject()});
        QVERIFY(!window.files().save_as());
        QCOMPARE(name_on_disk(m_folder / "z.roofrack.json"), std::string("precious"));
    }

    void an_interrupted_save_in_place_is_told() {
        qputenv("XDG_DATA_HOME", qPrintable(m_temporary->path()));
        const fs::path kept = kept_copy_of(m_path);
        fs::create_directories(kept.parent_path());
        fs::copy_file(m_path, kept);
        std::ofstream(m_path, std::ios::trunc) << "{\"schema\": 1, \"scen";
        FileWindow window(m_settings);
        QVERIFY(!window.files().open(m_path));
        QVERIFY2(window.messages().text().contains(to_qt(kept.string())),
                 qPrintable(window.messages().text()));
        fs::remove(kept);
        QVERIFY(!window.files().open(m_path));
        QVERIFY2(window.messages().text().contains("could not be opened"),
                 qPrintable(window.messages().text()));
    }

    void a_lock_tells_the_second_window() {
        FileWindow first(m_settings), second(m_settings);
        first.files().join_others();
        second.files().join_others();
        QVERIFY(first.files().open(m_path));
        QVERIFY(first.messages().text().isEmpty());
        QVERIFY(second.files().open(m_path));
        QVERIFY2(second.messages().text().contains("is open in another window already"),
                 qPrintable(second.messages().text()));
        QVERIFY(first.files().close());
        QVERIFY(second.files().open(m_path));
        QVERIFY2(second.messages().text().isEmpty(), qPrintable(second.messages().text()));
        second.files().left();
        QVERIFY(!fs::exists(m_folder / ".p.roofrack.json.lock"));
    }

    /// Full disks, lost rights, lost folders, others' changes: old or new, and the user told.
    void saves_that_fail() {
        std::mt19937 random(7);
        signal(SIGXFSZ, SIG_IGN);
        FileWindow window(m_settings);
        QVERIFY(window.files().open(m_path));
        std::string on_disk = "first";
        const int saves = rounds(200, 16);
        for (int round = 0; round < saves; ++round) {
            const std::string name = "name " + std::to_string(round);
            window.name_project(name);
            window.messages().dismiss();
            const int trouble = static_cast<int>(random() % 5);
            const bool saved = save_with(trouble, window);
            QVERIFY2(saved == (trouble == 0), qPrintable(QString::number(trouble)));
            if (saved) on_disk = name;
            if (trouble == 4) on_disk = "theirs of " + name; // and the user was asked
            QCOMPARE(name_on_disk(), on_disk);
            QCOMPARE(window.document().is_clean(), saved);
            QCOMPARE(window.project_name(), name);
            if (trouble > 0 && trouble < 4) QVERIFY(window.messages().text().contains("could not be saved"));
            if (trouble == 4) { // on with theirs
                QVERIFY(window.document().load(m_path));
            }
        }
    }

private:
    /// 0: none, 1: full disk, 2: lost rights, 3: lost folder, 4: changed by another.
    bool save_with(int trouble, FileWindow& window) {
        if (trouble == 1) {
            rlimit before{};
            getrlimit(RLIMIT_FSIZE, &before);
            rlimit small = before;
            small.rlim_cur = 100;
            setrlimit(RLIMIT_FSIZE, &small);
            const bool saved = window.files().save();
            setrlimit(RLIMIT_FSIZE, &before);
            return saved;
        }
        if (trouble == 2) {
            fs::permissions(m_path, fs::perms(0444));
            fs::permissions(m_folder, fs::perms(0555));
            bool saved = false;
            {
                const WithoutRights rights;
                saved = window.files().save();
            }
            fs::permissions(m_folder, fs::perms(0777));
            fs::permissions(m_path, fs::perms(0644));
            return saved;
        }
        if (trouble == 3) {
            const fs::path away = m_folder.string() + "-away";
            fs::rename(m_folder, away);
            const bool saved = window.files().save();
            fs::rename(away, m_folder);
            return saved;
        }
        if (trouble == 4) {
            write_as_another("theirs of " + window.project_name());
            DialogAnswers stays({reject()});
            return window.files().save() || !stays.all_done();
        }
        return window.files().save();
    }
    static std::string contents(const fs::path& path) {
        std::ifstream stream(path, std::ios::binary);
        return {std::istreambuf_iterator<char>(stream), {}};
    }
    std::string name_on_disk(const fs::path& path = {}) const {
        const auto loaded = read_project(path.empty() ? m_path : path, Catalog::built_in());
        return loaded ? loaded->project.name : loaded.error().text();
    }
    void write_as_another(const std::string& name, const fs::path& path = {}) const {
        Project project = parse_project(small_project, Catalog::built_in())->project;
        project.name = name;
        (void)write_project(project, path.empty() ? m_path : path, Catalog::built_in());
    }

    std::unique_ptr<QTemporaryDir> m_temporary;
    fs::path m_folder, m_path;
    QString m_settings;
};

QTEST_MAIN(TestFileSafety)
#include "test_file_safety.moc"
