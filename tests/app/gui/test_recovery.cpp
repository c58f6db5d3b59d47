// SPDX-License-Identifier: GPL-3.0-or-later
// Unsaved work outlives the window: it is kept, found again and offered.
#include "app/gui/flows/recovery_flow.h"
#include "core/base/files/companion_name.h"
#include "core/base/files/recovery_file.h"
#include "core/drawing/project/project_file.h"
#include "tests/support/dead_process.h"
#include "tests/support/file_window.h"
#include "tests/support/project_sample.h"
#include "tests/support/set_details.h"
#include "tests/support/without_rights.h"
#include "widgets/editor/autosave.h"
#include "widgets/fields/text.h"

#include <QSemaphore>
#include <QSignalSpy>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QTest>
#include <atomic>
#include <fmt/format.h>
#include <fstream>
#include <unistd.h>

using namespace roofrack;
using namespace roofrack::test;
namespace fs = std::filesystem;

namespace {

Project small_named(const std::string& name) {
    Project project = parse_project(small_project, Catalog::built_in())->project;
    project.name = name;
    return project;
}

double resident_bytes() {
    std::ifstream file("/proc/self/statm");
    double size = 0, resident = 0;
    file >> size >> resident;
    return resident * static_cast<double>(sysconf(_SC_PAGESIZE));
}

std::string name_in(const fs::path& recovery) {
    const auto read = read_recovery(recovery);
    if (!read) return read.error().text();
    const auto loaded = parse_project(read->text, Catalog::built_in());
    return loaded ? loaded->project.name : loaded.error().text();
}

/// One whose thread waits after it has kept something, as on a slow disk.
struct SlowAutosave {
    SlowAutosave(Document& document, const fs::path& state, Autosave::Intervals intervals)
        : autosave(document, state, intervals) {
        QObject::connect(
            &autosave, &Autosave::kept, &autosave,
            [this] {
                ++kept;
                begun.release();
                go_on.acquire();
            },
            Qt::DirectConnection);
    }
    ~SlowAutosave() { go_on.release(100); }

    QSemaphore begun, go_on;
    std::atomic<int> kept = 0;
    Autosave autosave;
};

} // namespace

class TestRecovery : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        m_temporary = std::make_unique<QTemporaryDir>();
        fs::permissions(m_temporary->path().toStdString(), fs::perms(0777));
        m_folder = m_temporary->path().toStdString() + "/work";
        m_state = m_temporary->path().toStdString() + "/state";
        fs::create_directory(m_folder);
        m_path = m_folder / "p.roofrack.json";
        QVERIFY(write_project(small_named("saved"), m_path, Catalog::built_in()));
        m_settings = quick_settings(m_temporary->filePath("settings.ini"), 20, 60);
    }

    void unsaved_work_is_kept_beside_its_file() {
        FileWindow window(m_settings);
        QVERIFY(window.files().open(m_path));
        QVERIFY(recoveries(m_folder).empty());
        window.name_project("edited");
        QTRY_COMPARE(names(m_folder), QStringList{"edited"});
        window.document().undo();
        QTRY_VERIFY(recoveries(m_folder).empty()); // as it was saved
        window.name_project("edited again");
        QTRY_COMPARE(names(m_folder), QStringList{"edited again"});
        QVERIFY(window.files().save());
        QTRY_VERIFY(recoveries(m_folder).empty());
        window.name_project("to be lost");
        QTRY_COMPARE(recoveries(m_folder).size(), size_t(1));
        window.files().left();
        QTRY_VERIFY(recoveries(m_folder).empty());
    }

    void work_without_a_folder_of_its_own() {
        FileWindow untitled(m_settings), closed(m_settings);
        untitled.files().start(small_named("untitled"));
        QTRY_COMPARE(names(m_state / "recovery"), QStringList{"untitled"});
        untitled.files().left();
        QTRY_VERIFY(recoveries(m_state / "recovery").empty());

        QVERIFY(closed.files().open(m_path));
        fs::permissions(m_folder, fs::perms(0555));
        for (const fs::path& own : {m_state, m_state / "recovery"}) fs::permissions(own, fs::perms(0777));
        QSignalSpy kept(closed.flow<Autosave>(), &Autosave::kept);
        {
            const WithoutRights rights; // the rights of this thread and, as glibc has it, of all others
            closed.name_project("in a closed folder");
            QTRY_VERIFY(!kept.isEmpty());
        }
        fs::permissions(m_folder, fs::perms(0777));
        QCOMPARE(names(m_state / "recovery"), QStringList{"in a closed folder"});
    }

    void who_never_pauses_is_kept_too() {
        quick_settings(m_settings, 1'000'000, 50);
        FileWindow window(m_settings);
        QVERIFY(window.files().open(m_path));
        QSignalSpy kept(window.flow<Autosave>(), &Autosave::kept);
        int number = 0;
        QTimer edits;
        QObject::connect(&edits, &QTimer::timeout, &edits, [&] {
            window.name_project(std::to_string(++number));
            window.document().end_gesture();
        });
        edits.start(5);
        QTRY_VERIFY(kept.size() >= 3);
    }

    void what_is_kept_says_what_it_is_of() {
        FileWindow window(m_settings);
        QVERIFY(window.files().open(m_path));
        window.name_project("edited");
        QTRY_COMPARE(recoveries(m_folder).size(), size_t(1));
        const auto read = read_recovery(recoveries(m_folder).front());
        QVERIFY(read->note.original == m_path);
        QCOMPARE(read->note.owner, this_process());
        QCOMPARE(read->note.base, window.document().file_hash());
        // A living window's is not offered to another.
        FileWindow other(m_settings);
        look(other);
        QVERIFY(other.files().open(m_path));
        QVERIFY(!other.messages().text().contains("unsaved work"));
        QVERIFY(recoveries_of(m_path).empty());
    }

    /// While the disk is slow: a sign of life does not take the place of work that waits to be kept.
    void work_that_waits_survives_a_sign_of_life() {
        Document document(Catalog::built_in());
        QVERIFY(document.load(m_path));
        SlowAutosave slow(document, m_state, {1'000'000, 1'000'000, 5});
        document.perform<SetDetails>("first", "");
        slow.autosave.keep();
        slow.begun.acquire();
        document.perform<SetDetails>("second", "");
        slow.autosave.keep();
        QTest::qWait(100); // twenty signs of life
        slow.go_on.release(100);
        QTRY_COMPARE(names(m_folder), QStringList{"second"});
    }

    /// What was to be forgotten goes, though newer work comes before it did.
    void what_waits_to_be_forgotten_goes_though_new_work_comes() {
        Document document(Catalog::built_in());
        QVERIFY(document.load(m_path));
        SlowAutosave slow(document, m_state, {1'000'000, 1'000'000, 1'000'000});
        document.perform<SetDetails>("first", "");
        slow.autosave.keep();
        slow.begun.acquire();
        const fs::path adopted = m_folder / "adopted";
        std::ofstream(adopted) << "of another window";
        slow.autosave.adopt(adopted);
        slow.autosave.forget();
        document.perform<SetDetails>("second", "");
        slow.autosave.keep();
        slow.go_on.release(100);
        QTRY_COMPARE(names(m_folder), QStringList{"second"});
        QTRY_VERIFY(!fs::exists(adopted));
    }

    /// The other way round: work that waits to be kept and is then forgotten is not kept.
    void what_is_forgotten_while_it_waits_is_not_kept() {
        Document document(Catalog::built_in());
        QVERIFY(document.load(m_path));
        SlowAutosave slow(document, m_state, {1'000'000, 1'000'000, 5});
        document.perform<SetDetails>("first", "");
        slow.autosave.keep();
        slow.begun.acquire();
        document.perform<SetDetails>("second", "");
        slow.autosave.keep();
        slow.autosave.forget();
        slow.go_on.release(100);
        QTRY_VERIFY(recoveries(m_folder).empty());
        QCOMPARE(slow.kept.load(), 1);
    }

    void left_work_is_restored() {
        const fs::path left = leave("lost", m_path);
        FileWindow window(m_settings);
        open_and_look(window);
        QVERIFY2(window.messages().text().contains("unsaved work on “p.roofrack.json”, last kept on ") &&
                     window.messages().text().contains("One value differs"),
                 qPrintable(window.messages().text()));
        int rows = 0;
        {
            DialogAnswers compares({[&](QWidget& dialog) {
                rows = dialog.findChild<QTableWidget*>("differences")->rowCount();
                QMetaObject::invokeMethod(&dialog, "reject");
            }});
            QVERIFY(window.answer("Compare…"));
        }
        QCOMPARE(rows, 1);
        QVERIFY(window.answer("Restore"));
        QCOMPARE(window.project_name(), std::string("lost"));
        QVERIFY(window.document().file_path() == m_path);
        QVERIFY(!window.document().is_clean());
        QTRY_VERIFY(!fs::exists(left)); // this window keeps it now
        QCOMPARE(names(m_folder), QStringList{"lost"});
        QVERIFY(window.files().save()); // and asks nothing: nobody has changed the file
        QTRY_VERIFY(recoveries(m_folder).empty());
        QCOMPARE(read_project(m_path, Catalog::built_in())->project.name, std::string("lost"));
    }

    void restored_work_does_not_replace_what_was_saved_since() {
        leave("lost", m_path);
        QVERIFY(write_project(small_named("newer"), m_path, Catalog::built_in()));
        FileWindow window(m_settings);
        open_and_look(window);
        QVERIFY(window.answer("Restore"));
        DialogAnswers stays({reject()});
        QVERIFY(!window.files().save());
        QVERIFY(stays.all_done());
        QCOMPARE(read_project(m_path, Catalog::built_in())->project.name, std::string("newer"));
    }

    void later_and_discard() {
        const fs::path left = leave("lost", m_path);
        FileWindow window(m_settings);
        open_and_look(window);
        QVERIFY(window.answer("Later"));
        QVERIFY(fs::exists(left));
        open_and_look(window);
        QVERIFY(window.answer("Discard"));
        QVERIFY(!fs::exists(left));
        QCOMPARE(window.project_name(), std::string("saved"));
    }

    void work_without_a_file_is_offered_at_the_start() {
        leave("untitled work", {});
        leave("of a file that is gone", m_folder / "gone.roofrack.json");
        FileWindow window(m_settings);
        look(window);
        QStringList said;
        for (int i = 0; i < 2; ++i) {
            said << window.messages().text();
            QVERIFY(window.answer("Restore"));
            QVERIFY(!window.document().is_clean());
            if (i == 0) window.document().set_project(small_named("put aside"));
        }
        said.sort();
        QVERIFY2(said.filter("never saved as a file").size() == 1 && said.filter("is gone").size() == 1,
                 qPrintable(said.join('\n')));
    }

    void what_cannot_be_restored_is_said_and_stays() {
        const auto spoilt = [&](const char* window, const std::string& text) {
            const fs::path file =
                m_state / "recovery" / (".x." + dead_process().text() + "." + window + ".recovery");
            fs::create_directories(file.parent_path());
            std::ofstream(file, std::ios::binary) << text;
            return file;
        };
        const RecoveryNote note{{}, "x", 1, dead_process(), 0};
        const fs::path newer = spoilt("1", "{\"roofrack_recovery\": 99}\n{}"), broken = spoilt("2", "{"),
                       part = spoilt("3", "");
        QVERIFY(
            write_recovery(part, note, project_text(small_named("x"), Catalog::built_in()).substr(0, 300)));
        FileWindow window(m_settings);
        look(window);
        for (int i = 0; i < 3; ++i) {
            QVERIFY2(window.messages().text().contains("Unsaved work cannot be restored"),
                     qPrintable(window.messages().text()));
            QVERIFY(window.answer("Later"));
        }
        QVERIFY(fs::exists(newer) && fs::exists(broken) && fs::exists(part));
    }

    void what_lies_beside_a_file_is_of_that_file() {
        const fs::path other = m_folder.parent_path() / "precious";
        QVERIFY(write_project(small_named("precious"), other, Catalog::built_in()));
        RecoveryNote note{other, "p", 1'700'000'000, dead_process(),
                          read_project(other, Catalog::built_in())->file.hash};
        const fs::path file = m_folder / (companion_prefix(m_path) + note.owner.text() + ".1.recovery");
        QVERIFY(write_recovery(file, note, project_text(small_named("lost"), Catalog::built_in())));
        FileWindow window(m_settings);
        open_and_look(window);
        QVERIFY(window.answer("Restore"));
        QVERIFY(window.document().file_path() == m_path);
    }

    /// Anybody may put many large ones beside a project: what is in them is read when it is asked for.
    void many_large_ones_are_not_held() {
        constexpr int files = 24, bytes = 4'000'000;
        Project large = small_named("lost");
        large.description = std::string(bytes, 'x');
        const std::string text = project_text(large, Catalog::built_in());
        FileWindow window(m_settings);
        open_and_look(window); // what a window takes is not counted
        RecoveryNote note{m_path, "p", 1'700'000'000, dead_process(), 0};
        for (int i = 0; i < files; ++i)
            QVERIFY(write_recovery(m_folder / fmt::format("{}{}.{}.recovery", companion_prefix(m_path),
                                                          note.owner.text(), i + 1),
                                   note, text));
        const double before = resident_bytes();
        open_and_look(window);
        const double held = resident_bytes() - before;
        QVERIFY2(held < 0.4 * files * bytes, qPrintable(QString::number(held / 1e6)));
        QVERIFY(window.answer("Restore"));
        QCOMPARE(window.project_name(), std::string("lost"));
    }

    void a_work_that_is_gone_is_said() {
        const fs::path left = leave("lost", m_path);
        FileWindow window(m_settings);
        open_and_look(window);
        fs::remove(left); // by another window, or a person
        QVERIFY(window.answer("Restore"));
        QVERIFY2(window.messages().text().contains("cannot be restored"),
                 qPrintable(window.messages().text()));
        QCOMPARE(window.project_name(), std::string("saved"));
    }

    void what_was_saved_after_all_is_not_offered() {
        const fs::path left = leave("saved", m_path);
        FileWindow window(m_settings);
        open_and_look(window);
        QVERIFY2(window.messages().text().isEmpty(), qPrintable(window.messages().text()));
        QVERIFY(!fs::exists(left));
    }

private:
    static std::vector<fs::path> recoveries(const fs::path& folder) {
        std::vector<fs::path> out;
        std::error_code error;
        for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error))
            if (it->path().extension() == ".recovery") out.push_back(it->path());
        return out;
    }
    static QStringList names(const fs::path& folder) {
        QStringList out;
        for (const fs::path& file : recoveries(folder)) out << QString::fromStdString(name_in(file));
        return out;
    }
    /// What a window that died has left of work on `original`.
    fs::path leave(const std::string& name, const fs::path& original) const {
        RecoveryNote note{original, name, 1'700'000'000, dead_process(), 0};
        if (const auto loaded = read_project(original, Catalog::built_in())) note.base = loaded->file.hash;
        const fs::path file =
            !fs::exists(original)
                ? recovery_apart(m_state, note, 1)
                : original.parent_path() / (companion_prefix(original) + note.owner.text() + ".1.recovery");
        (void)write_recovery(file, note, project_text(small_named(name), Catalog::built_in()));
        return file;
    }
    static void look(FileWindow& window) {
        QSignalSpy looked(window.flow<RecoveryFlow>(), &RecoveryFlow::looked);
        window.files().join_others();
        QVERIFY(!looked.isEmpty() || looked.wait(30000));
    }
    void open_and_look(FileWindow& window) const {
        look(window);
        window.messages().dismiss();
        QSignalSpy looked(window.flow<RecoveryFlow>(), &RecoveryFlow::looked);
        QVERIFY(window.files().open(m_path));
        QVERIFY(!looked.isEmpty() || looked.wait(30000));
    }
    std::unique_ptr<QTemporaryDir> m_temporary;
    fs::path m_folder, m_state, m_path;
    QString m_settings;
};

QTEST_MAIN(TestRecovery)
#include "test_recovery.moc"
