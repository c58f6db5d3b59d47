// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/files/atomic_file.h"
#include "core/base/files/companion_name.h"
#include "core/base/files/lock_note.h"
#include "core/base/files/may_write.h"
#include "core/base/files/process_mark.h"
#include "core/base/files/recovery_file.h"
#include "tests/support/dead_process.h"
#include "tests/support/without_rights.h"

#include <QTest>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

using namespace roofrack;
using test::dead_process;
namespace fs = std::filesystem;

namespace {

std::string contents(const fs::path& path) {
    std::ifstream stream(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

int mode_of(const fs::path& path) {
    struct stat look {};
    return lstat(path.c_str(), &look) == 0 ? static_cast<int>(look.st_mode & 07777) : -1;
}

void put(const fs::path& path, std::string_view text) { std::ofstream(path, std::ios::binary) << text; }

void make_old(const fs::path& path, int days) {
    const timespec then{time(nullptr) - time_t{86400} * days, 0};
    const timespec times[2] = {then, then};
    utimensat(AT_FDCWD, path.c_str(), times, 0);
}

} // namespace

class TestAtomicFile : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void leftovers_of_killed_saves_go();
    void leftovers_of_others_stay();
    void long_names();
    void a_folder_that_takes_no_new_file();
    void a_full_disk_in_such_a_folder();
    void a_kept_copy_is_not_replaced();
    void names_that_lead_nowhere();
    void what_became_of_a_file();
    void a_file_keeps_its_permissions_data();
    void a_file_keeps_its_permissions();
    void a_new_file_has_what_the_mask_leaves();
    void what_stands_beside_a_file_is_read_by_no_more();
    void what_stands_apart_is_read_by_nobody_else();
    void a_group_that_is_lost_takes_no_others_in();
    void an_access_list_goes_with_the_file();
    void another_users_link_in_an_open_folder_is_not_followed();
    void a_link_of_ones_own_is_followed();
    void pipes_and_devices_are_no_files();
    void marks();

private:
    fs::path leftover(const ProcessMark& mark, const char* number = "0") const {
        return m_folder / (companion_prefix(m_path) + mark.text() + "." + number + ".tmp");
    }
    fs::path make_closed_folder(std::string_view text);
    fs::path make_open_folder() const;
    fs::path recovery() const { return recovery_beside(m_path, 1); }
    Result<void> keep() const {
        RecoveryNote note;
        note.original = m_path;
        note.owner = this_process();
        return write_recovery(recovery(), note, "the work");
    }

    std::unique_ptr<QTemporaryDir> m_temporary;
    fs::path m_folder, m_path;
};

void TestAtomicFile::init() {
    m_temporary = std::make_unique<QTemporaryDir>();
    m_folder = m_temporary->path().toStdString();
    fs::permissions(m_folder, fs::perms(0777));
    m_path = m_folder / "p.roofrack.json";
    fs::create_directory(m_folder / "state");
    fs::permissions(m_folder / "state", fs::perms(0777));
    qputenv("XDG_DATA_HOME", (m_folder / "state").c_str());
}

void TestAtomicFile::leftovers_of_killed_saves_go() {
    const ProcessMark dead = dead_process();
    QVERIFY(dead.pid > 0);
    ProcessMark reused = this_process(); // its number is now another's
    reused.life ^= 1;
    put(leftover(dead), "part");
    put(leftover(dead, "7"), "part");
    put(leftover(reused), "part");
    const fs::path of_recovery =
        m_folder / ("." + companion_prefix(m_path) + dead.text() + ".1.recovery." + dead.text() + ".0.tmp");
    put(of_recovery, "part");
    QVERIFY(write_file_atomically(m_path, "whole"));
    QVERIFY(!fs::exists(of_recovery));
    QVERIFY(!fs::exists(leftover(dead)) && !fs::exists(leftover(dead, "7")) && !fs::exists(leftover(reused)));
    QCOMPARE(contents(m_path), std::string("whole"));
}

void TestAtomicFile::leftovers_of_others_stay() {
    const ProcessMark dead = dead_process();
    ProcessMark elsewhere = dead;
    elsewhere.host ^= 1;
    put(leftover(this_process(), "5"), "being written");
    put(leftover(elsewhere), "being written");
    put(leftover(elsewhere, "1"), "forgotten");
    make_old(leftover(elsewhere, "1"), 2);
    const fs::path another = m_folder / (".p.roofrack.json.x." + dead.text() + ".0.tmp"),
                   own = m_folder / ".p.roofrack.json.notes.tmp";
    put(another, "of p.roofrack.json.x");
    put(own, "the user's");
    QVERIFY(write_file_atomically(m_path, "whole"));
    QVERIFY(fs::exists(leftover(this_process(), "5")));
    QVERIFY(fs::exists(leftover(elsewhere)));
    QVERIFY(!fs::exists(leftover(elsewhere, "1")));
    QVERIFY(fs::exists(another) && fs::exists(own));
}

void TestAtomicFile::long_names() {
    for (const size_t length : {200u, 245u, 255u}) {
        const fs::path path = m_folder / (std::string(length - 5, 'n') + ".json");
        const auto first = write_file_atomically(path, "one"), second = write_file_atomically(path, "two");
        QVERIFY2(first && second, first ? second.error().text().c_str() : first.error().text().c_str());
        QCOMPARE(contents(path), std::string("two"));
    }
    std::string umlauts;
    while (umlauts.size() < 250) umlauts += "ä";
    QVERIFY(write_file_atomically(m_folder / (umlauts + ".json"), "one"));
    const auto too_long = write_file_atomically(m_folder / std::string(256, 'n'), "one");
    QVERIFY(!too_long);
    QCOMPARE(too_long.error().fix, std::string("choose a shorter name"));
}

fs::path TestAtomicFile::make_closed_folder(std::string_view text) {
    const fs::path folder = m_folder / "closed";
    fs::create_directory(folder);
    put(folder / "p.json", text);
    fs::permissions(folder / "p.json", fs::perms(0666));
    fs::permissions(folder, fs::perms(0555));
    return folder / "p.json";
}

void TestAtomicFile::a_folder_that_takes_no_new_file() {
    const fs::path path = make_closed_folder("a long old text");
    const test::WithoutRights rights;
    QVERIFY(rights.is_ordinary_user());
    QVERIFY(!std::ofstream(path.parent_path() / "new").is_open());
    const auto written = replace_file(path, "new");
    QVERIFY2(written, written ? "" : written.error().text().c_str());
    QCOMPARE(contents(path), std::string("new"));
    FileState known = *written;
    QCOMPARE(file_change(path, known, true), FileChange::none);
    QVERIFY(!fs::exists(kept_copy_of(path)));
    QVERIFY(!write_file_atomically(path.parent_path() / "none.json", "new")); // nothing to write over

    // Without a place for the old contents nothing is begun.
    qputenv("XDG_DATA_HOME", path.parent_path().c_str());
    const auto refused = write_file_atomically(path, "newer");
    QVERIFY(!refused);
    QVERIFY2(refused.error().what.find("could not be kept") != std::string::npos,
             refused.error().what.c_str());
    QCOMPARE(contents(path), std::string("new"));
}

void TestAtomicFile::a_full_disk_in_such_a_folder() {
    const std::string old(50'000, 'o');
    const fs::path path = make_closed_folder(old);
    const test::WithoutRights rights;
    const auto old_handler = signal(SIGXFSZ, SIG_IGN);
    rlimit before{};
    QCOMPARE(getrlimit(RLIMIT_FSIZE, &before), 0);
    rlimit small = before;
    small.rlim_cur = 60'000;
    QCOMPARE(setrlimit(RLIMIT_FSIZE, &small), 0);
    const auto written = write_file_atomically(path, std::string(100'000, 'n'));
    setrlimit(RLIMIT_FSIZE, &before);
    signal(SIGXFSZ, old_handler);
    QVERIFY(!written);
    QVERIFY(contents(path) == old);
}

void TestAtomicFile::a_kept_copy_is_not_replaced() {
    const fs::path path = make_closed_folder("a part");
    const fs::path kept = kept_copy_of(path);
    fs::create_directories(kept.parent_path());
    fs::permissions(kept.parent_path(), fs::perms(0777));
    fs::permissions(kept.parent_path().parent_path(), fs::perms(0777));
    put(kept, "the whole of a save that was killed");
    const test::WithoutRights rights;
    QVERIFY(write_file_atomically(path, "new"));
    QCOMPARE(contents(kept), std::string("the whole of a save that was killed"));
}

void TestAtomicFile::names_that_lead_nowhere() {
    fs::create_symlink("loop.json", m_folder / "loop.json");
    put(m_folder / "file", "");
    fs::create_directory(m_folder / "shut");
    fs::permissions(m_folder / "shut", fs::perms(0));
    const test::WithoutRights rights;
    const std::pair<fs::path, const char*> cases[] = {
        {m_folder / "loop.json", "fix the link"},
        {m_folder / "file/p.json", "make the folder, or save it elsewhere"},
        {m_folder / "none/p.json", "make the folder, or save it elsewhere"},
        {m_folder / "shut/p.json", "get the right to write there, or save it elsewhere"},
        {m_folder / std::string(300, 'x') / "p.json", "choose a shorter name"},
        {"", "give one"},
    };
    for (const auto& [path, fix] : cases) {
        const auto written = write_file_atomically(path, "x");
        QVERIFY2(!written, path.c_str());
        QVERIFY2(written.error().fix == fix, written.error().text().c_str());
        QVERIFY2(written.error().text().find("could not be saved") == std::string::npos, path.c_str());
    }
}

void TestAtomicFile::what_became_of_a_file() {
    FileState known = *replace_file(m_path, "mine");
    QCOMPARE(file_change(m_path, known, false), FileChange::none);
    QCOMPARE(file_change(m_path, known, true), FileChange::none);
    make_old(m_path, 3); // only touched
    QCOMPARE(file_change(m_path, known, false), FileChange::none);
    struct stat look {};
    QCOMPARE(stat(m_path.c_str(), &look), 0);
    put(m_path, "hers"); // as long, and at the same moment for all that is seen
    const timespec times[2] = {look.st_mtim, look.st_mtim};
    QCOMPARE(utimensat(AT_FDCWD, m_path.c_str(), times, 0), 0);
    QCOMPARE(file_change(m_path, known, true), FileChange::changed);
    put(m_path, "longer");
    QCOMPARE(file_change(m_path, known, false), FileChange::changed);
    fs::remove(m_path);
    QCOMPARE(file_change(m_path, known, false), FileChange::removed);
    QCOMPARE(file_change(m_folder / "none/p.json", known, false), FileChange::folder_gone);
}

void TestAtomicFile::a_file_keeps_its_permissions_data() {
    QTest::addColumn<int>("mode");
    for (const int mode : {0600, 0640, 0644, 0660, 0604, 0755}) QTest::addRow("%o", mode) << mode;
}

void TestAtomicFile::a_file_keeps_its_permissions() {
    QFETCH(int, mode);
    put(m_path, "old");
    chmod(m_path.c_str(), static_cast<mode_t>(mode));
    const mode_t mask = umask(077);
    const auto written = write_file_atomically(m_path, "new");
    umask(mask);
    QVERIFY(written);
    QCOMPARE(mode_of(m_path), mode);
}

void TestAtomicFile::a_new_file_has_what_the_mask_leaves() {
    const mode_t mask = umask(027);
    const auto written = write_file_atomically(m_path, "new");
    umask(mask);
    QVERIFY(written);
    QCOMPARE(mode_of(m_path), 0640);
}

void TestAtomicFile::what_stands_beside_a_file_is_read_by_no_more() {
    for (const int mode : {0600, 0640, 0444, 0644}) {
        put(m_path, "old");
        chmod(m_path.c_str(), static_cast<mode_t>(mode));
        put(recovery(), "of an earlier version, for all to read");
        chmod(recovery().c_str(), 0644);
        QVERIFY(keep());
        QCOMPARE(mode_of(recovery()), mode | 0600);
        LockNote lock;
        QVERIFY(!lock.take(m_path));
        QCOMPARE(mode_of(m_folder / ".p.roofrack.json.lock"), mode | 0600);
        chmod(m_path.c_str(), 0600);
        fs::remove(m_path);
    }
    QVERIFY(keep()); // whose file is gone
    QCOMPARE(mode_of(recovery()), 0600);
}

void TestAtomicFile::what_stands_apart_is_read_by_nobody_else() {
    RecoveryNote untitled;
    untitled.owner = this_process();
    const fs::path apart = recovery_apart(m_folder / "state" / "roofrack", untitled, 1);
    QVERIFY(write_recovery(apart, untitled, "the work"));
    QCOMPARE(mode_of(apart), 0600);
    QCOMPARE(mode_of(apart.parent_path()), 0700);

    const fs::path path = make_closed_folder("old");
    const test::WithoutRights rights;
    qputenv("XDG_DATA_HOME", (m_folder / "state" / "mine").c_str());
    QVERIFY(write_file_atomically(path, "new"));
    QCOMPARE(mode_of(kept_copy_of(path).parent_path()), 0700);
    QCOMPARE(mode_of(path), 0666);
}

void TestAtomicFile::a_group_that_is_lost_takes_no_others_in() {
    if (geteuid() != 0) QSKIP("only root has files of others");
    constexpr uid_t her = 12345, hers = 23456;
    put(m_path, "old");
    QCOMPARE(chown(m_path.c_str(), her, hers), 0);
    QCOMPARE(chmod(m_path.c_str(), 0662), 0);
    {
        const test::WithoutRights rights;
        QVERIFY(write_file_atomically(m_path, "new"));
    }
    struct stat look {};
    QCOMPARE(stat(m_path.c_str(), &look), 0);
    QVERIFY(look.st_gid != hers);
    QCOMPARE(mode_of(m_path), 0622); // another group may do what it could among all others
    QCOMPARE(chown(m_path.c_str(), her, hers), 0);
    QCOMPARE(chmod(m_path.c_str(), 0640), 0);
    QVERIFY(write_file_atomically(m_path, "newer")); // root leaves it hers
    QCOMPARE(stat(m_path.c_str(), &look), 0);
    QVERIFY(look.st_uid == her && look.st_gid == hers);
    QCOMPARE(mode_of(m_path), 0640);
}

void TestAtomicFile::an_access_list_goes_with_the_file() {
    // Its owner, user 12345 and nobody else: version 2, then tag, rights and id of each entry.
    const auto entry = [](uint16_t tag, uint16_t rights, uint32_t id) {
        std::string out(8, '\0');
        std::memcpy(out.data(), &tag, 2);
        std::memcpy(out.data() + 2, &rights, 2);
        std::memcpy(out.data() + 4, &id, 4);
        return out;
    };
    constexpr uint32_t none = 0xffffffff;
    const std::string list = std::string("\2\0\0\0", 4) + entry(1, 6, none) + entry(2, 6, 12345) +
                             entry(4, 0, none) + entry(0x10, 6, none) + entry(0x20, 0, none);
    constexpr const char* name = "system.posix_acl_access";
    put(m_path, "old");
    if (setxattr(m_path.c_str(), name, list.data(), list.size(), 0) != 0)
        QSKIP("the file system keeps no access lists");
    QCOMPARE(mode_of(m_path), 0660); // the group's bits are what the list may give
    QVERIFY(write_file_atomically(m_path, "new") && keep());
    for (const fs::path& path : {m_path, recovery()}) {
        std::string now(1024, '\0');
        const ssize_t size = getxattr(path.c_str(), name, now.data(), now.size());
        QVERIFY2(size == static_cast<ssize_t>(list.size()), path.c_str());
        QVERIFY(now.starts_with(list));
    }
    // A list that the folder gives to new files lets nobody at a file that had none.
    put(m_folder / "plain.json", "old");
    QCOMPARE(chmod((m_folder / "plain.json").c_str(), 0640), 0);
    QCOMPARE(setxattr(m_folder.c_str(), "system.posix_acl_default", list.data(), list.size(), 0), 0);
    QVERIFY(write_file_atomically(m_folder / "plain.json", "new"));
    QCOMPARE(getxattr((m_folder / "plain.json").c_str(), name, nullptr, 0), ssize_t{-1});
    QCOMPARE(mode_of(m_folder / "plain.json"), 0640);
}

fs::path TestAtomicFile::make_open_folder() const {
    const fs::path folder = m_folder / "open";
    fs::create_directory(folder);
    chmod(folder.c_str(), 01777);
    return folder;
}

void TestAtomicFile::another_users_link_in_an_open_folder_is_not_followed() {
    if (geteuid() != 0) QSKIP("only root makes links of others");
    const fs::path folder = make_open_folder();
    put(m_path, "precious");
    for (const char* target : {m_path.c_str(), "nothing-yet.json"}) {
        const fs::path link = folder / "link.json";
        fs::create_symlink(target, link);
        QCOMPARE(lchown(link.c_str(), 12345, 12345), 0);
        for (const bool force : {false, true}) {
            const auto may = may_write(link.string(), force);
            QVERIFY(!may);
            QVERIFY2(may.error().what.find("link that may not be followed") != std::string::npos,
                     may.error().text().c_str());
        }
        QVERIFY(!write_file_atomically(link, "new"));
        QCOMPARE(contents(m_path), std::string("precious"));
        QVERIFY(!fs::exists(folder / "nothing-yet.json"));
        fs::remove(link);
    }
}

void TestAtomicFile::a_link_of_ones_own_is_followed() {
    const fs::path folder = make_open_folder();
    put(m_path, "old");
    fs::create_symlink(m_path, folder / "link.json");
    QVERIFY(!may_write((folder / "link.json").string(), false));
    QVERIFY(may_write((folder / "link.json").string(), true));
    QVERIFY(write_file_atomically(folder / "link.json", "new"));
    QCOMPARE(contents(m_path), std::string("new"));
    QVERIFY(fs::is_symlink(folder / "link.json"));
    fs::create_symlink("later.json", folder / "dangling.json");
    QVERIFY(may_write((folder / "dangling.json").string(), false));
    QVERIFY(write_file_atomically(folder / "dangling.json", "new"));
    QCOMPARE(contents(folder / "later.json"), std::string("new"));
}

void TestAtomicFile::pipes_and_devices_are_no_files() {
    const fs::path pipe = m_folder / "pipe";
    QCOMPARE(mkfifo(pipe.c_str(), 0666), 0);
    fs::create_symlink(pipe, m_folder / "to pipe");
    for (const fs::path& path : {pipe, m_folder / "to pipe", fs::path("/dev/null"), m_folder}) {
        for (const bool force : {false, true}) {
            const auto may = may_write(path.string(), force);
            QVERIFY2(!may, path.c_str());
            QVERIFY2(may.error().what == "is not an ordinary file" || may.error().what == "is a folder",
                     may.error().text().c_str());
        }
        QVERIFY2(!write_file_atomically(path, "new"), path.c_str());
    }
    QVERIFY(fs::is_fifo(pipe) && fs::is_character_file("/dev/null"));
}

void TestAtomicFile::marks() {
    const ProcessMark own = this_process();
    QCOMPARE(ProcessMark::parse(own.text()), std::optional(own));
    QCOMPARE(state_of(own), ProcessState::alive);
    QCOMPARE(state_of(dead_process()), ProcessState::dead);
    for (const char* text : {"", "1-2", "1-0-3", "1-2-3x", "x-1-2", "1--2-3", "123456789-1-2"})
        QVERIFY2(!ProcessMark::parse(text), text);
}

QTEST_APPLESS_MAIN(TestAtomicFile)
#include "test_atomic_file.moc"
