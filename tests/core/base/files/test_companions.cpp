// SPDX-License-Identifier: GPL-3.0-or-later
// What stands beside an open file: who has it open, and unsaved work.
#include "core/base/files/companion_name.h"
#include "core/base/files/lock_note.h"
#include "core/base/files/recovery_file.h"
#include "tests/support/dead_process.h"
#include "tests/support/without_rights.h"

#include <QTest>
#include <csignal>
#include <fcntl.h>
#include <fstream>
#include <sys/stat.h>

using namespace roofrack;
using test::dead_process;
namespace fs = std::filesystem;

namespace {

void put(const fs::path& path, const std::string& text) { std::ofstream(path, std::ios::binary) << text; }

std::string lock_text(const ProcessMark& process) {
    return R"({"process": ")" + process.text() +
           R"(", "window": 3, "host": "node7", "user": "ada", "since": 99999999999})";
}

} // namespace

class TestCompanions : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() {
        m_temporary = std::make_unique<QTemporaryDir>();
        m_folder = m_temporary->path().toStdString();
        fs::permissions(m_folder, fs::perms(0777));
        m_path = m_folder / "p.roofrack.json";
        put(m_path, "{}");
        m_note = m_folder / ".p.roofrack.json.lock";
    }

    void a_lock_tells_who_has_it() {
        LockNote first, second;
        QVERIFY(!first.take(m_path));
        const auto holder = second.take(m_path);
        QVERIFY(holder);
        QCOMPARE(holder->process, this_process());
        QVERIFY(!holder->host.empty() && !holder->user.empty() && holder->since > 1'600'000'000);
        second.release(); // was never its own
        QVERIFY(fs::exists(m_note));
        first.release();
        QVERIFY(!fs::exists(m_note));
        QVERIFY(!second.take(m_path));
    }

    void a_living_process_holds_it() {
        const pid_t child = fork();
        if (child == 0) {
            LockNote lock;
            lock.take(m_path);
            pause();
            _exit(0);
        }
        QTRY_VERIFY(fs::exists(m_note) && fs::file_size(m_note) > 0);
        LockNote lock;
        auto holder = lock.take(m_path);
        QVERIFY(holder && holder->process.pid == child);
        kill(child, SIGKILL);
        waitpid(child, nullptr, 0);
        QVERIFY(!lock.take(m_path)); // and nobody says a word of the dead one
        LockNote other;
        QCOMPARE(other.take(m_path)->process.pid, getpid());
    }

    void stale_and_strange_notes() {
        ProcessMark reused = this_process(), elsewhere = dead_process();
        reused.life ^= 1; // an older boot, or a number used again
        elsewhere.host ^= 1;
        for (const std::string& text :
             {lock_text(dead_process()), lock_text(reused), std::string(), std::string("{"),
              std::string(100'000, '['), std::string(R"({"process": 7})")}) {
            put(m_note, text);
            LockNote lock;
            QVERIFY2(!lock.take(m_path), text.substr(0, 100).c_str());
            LockNote other;
            QVERIFY(other.take(m_path));
        }
        fs::remove(m_note);
        QCOMPARE(mkfifo(m_note.c_str(), 0600), 0); // would block who waits for its writer
        QVERIFY(!LockNote().take(m_path));
        put(m_note, lock_text(elsewhere)); // with a clock that is ahead
        LockNote lock;
        const auto holder = lock.take(m_path);
        QVERIFY(holder);
        QCOMPARE(holder->host, std::string("node7"));
        QCOMPARE(holder->user, std::string("ada"));
        lock.release();
        QVERIFY(fs::exists(m_note));
    }

    void a_closed_folder_makes_no_noise() {
        fs::permissions(m_folder, fs::perms(0555));
        const test::WithoutRights rights;
        LockNote lock;
        QVERIFY(!lock.take(m_path));
        QVERIFY(!lock.take("/proc/none/p.json"));
        QVERIFY(!fs::exists(m_note));
    }

    void long_names_have_companions() {
        const fs::path path = m_folder / std::string(255, 'n');
        put(path, "{}");
        LockNote first, second;
        QVERIFY(!first.take(path));
        QVERIFY(second.take(path));
        QVERIFY(write_recovery(recovery_beside(path, 1), {path, "n", 1, this_process(), 2}, "{}"));
    }

    void recoveries_read_back() {
        const fs::path odd = m_folder / "Größe 100 %\n\xff.json";
        const RecoveryNote note{odd, "Größe", 1'700'000'000, dead_process(), 0xfedcba9876543210u};
        const fs::path file = m_folder / "r.recovery";
        QVERIFY(write_recovery(file, note, "{\n}\n"));
        const auto read = read_recovery(file);
        QVERIFY2(read, read ? "" : read.error().text().c_str());
        QVERIFY(read->note.original == odd);
        QCOMPARE(read->note.title, note.title);
        QCOMPARE(read->note.saved_at, note.saved_at);
        QCOMPARE(read->note.owner, note.owner);
        QCOMPARE(read->note.base, note.base);
        QCOMPARE(read->text, std::string("{\n}\n"));
    }

    void what_lies_beside_a_file_is_of_that_file() {
        const fs::path file = m_folder / "r.recovery", link = m_folder / "link.json";
        fs::create_symlink(m_path, link);
        for (const auto& [said, taken] :
             {std::pair{m_path, m_path}, {link, link}, {"/etc/passwd", m_path}, {"", m_path}}) {
            QVERIFY(write_recovery(file, {said, "p", 1, dead_process(), 2}, "{}"));
            QVERIFY(read_recovery_of(file, m_path)->note.original == taken);
        }
    }

    void broken_recoveries_are_said() {
        const fs::path file = m_folder / "r.recovery";
        for (const char* text :
             {"", "{", "[]\n{}", "{\"roofrack_recovery\": \"x\"}\n{}", "{\"roofrack_recovery\": 1}\n{}"}) {
            put(file, text);
            QVERIFY2(!read_recovery(file), text);
        }
        put(file, "{\"roofrack_recovery\": 2}\n{}");
        QVERIFY(read_recovery(file).error().what.find("newer version") != std::string::npos);
        fs::remove(file);
        QCOMPARE(mkfifo(file.c_str(), 0600), 0);
        QVERIFY(!read_recovery(file));
        QVERIFY(!read_recovery(m_folder));
        QVERIFY(!read_recovery(m_folder / "none"));
    }

    void only_what_nobody_keeps_is_found() {
        const ProcessMark dead = dead_process();
        ProcessMark elsewhere = dead, silent = dead;
        elsewhere.host ^= 1;
        silent.host ^= 2;
        const auto beside = [&](const ProcessMark& owner) {
            const fs::path file = m_folder / (companion_prefix(m_path) + owner.text() + ".1.recovery");
            (void)write_recovery(file, {m_path, "p", 1, owner, 0}, "{}");
            return file;
        };
        const fs::path of_dead = beside(dead), of_silent = beside(silent);
        beside(this_process());
        beside(elsewhere);
        const timespec old[2] = {{1'700'000'000, 0}, {1'700'000'000, 0}};
        QCOMPARE(utimensat(AT_FDCWD, of_silent.c_str(), old, 0), 0);
        std::vector<fs::path> expected{of_dead, of_silent};
        std::ranges::sort(expected);
        QCOMPARE(recoveries_of(m_path), expected);
        QVERIFY(recoveries_of(m_folder / "other.json").empty());
        const fs::path apart = recovery_apart(m_folder, {{}, "Untitled", 1, dead, 0}, 1);
        QVERIFY(write_recovery(apart, {{}, "Untitled", 1, dead, 0}, "{}"));
        QCOMPARE(recoveries_apart(m_folder), std::vector{apart});
        QVERIFY(recoveries_apart(m_folder / "none").empty());
    }

private:
    std::unique_ptr<QTemporaryDir> m_temporary;
    fs::path m_folder, m_path, m_note;
};

QTEST_APPLESS_MAIN(TestCompanions)
#include "test_companions.moc"
