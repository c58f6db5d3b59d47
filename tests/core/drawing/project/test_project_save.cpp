// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/catalog/catalog.h"
#include "core/base/files/atomic_file.h"
#include "core/drawing/project/project_file.h"
#include "tests/support/project_sample.h"
#include "tests/support/rounds.h"

#include <QTest>
#include <csignal>
#include <fstream>
#include <random>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace roofrack;
namespace fs = std::filesystem;

namespace {

std::string contents(const fs::path& path) {
    std::ifstream stream(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

/// About a megabyte, so that a save takes long enough to be interrupted.
Project large_project(const std::string& name) {
    Project project;
    project.name = name;
    Scenario& scenario = project.scenarios.emplace_back();
    for (int i = 0; i < 8000; ++i) {
        Element& element = scenario.cluster.elements.emplace_back();
        element.id = name + std::to_string(i);
        element.kind = ElementKind::rack;
        element.position = {double(i), double(-i)};
        element.power_limit = Watts(1000 + i);
    }
    return project;
}

} // namespace

class TestProjectSave : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { m_path = fs::path(m_folder.path().toStdString()) / "p.roofrack.json"; }
    void cleanup();
    void writes_what_reads_back();
    void keeps_permissions();
    void new_files_follow_the_umask();
    void writes_through_links();
    void failures_leave_the_old_file();
    void a_full_disk_leaves_the_old_file();
    void a_killed_program_leaves_a_whole_file();

private:
    QTemporaryDir m_folder;
    fs::path m_path;
};

void TestProjectSave::cleanup() {
    for (const auto& entry : fs::directory_iterator(m_folder.path().toStdString()))
        fs::remove_all(entry.path());
}

void TestProjectSave::writes_what_reads_back() {
    const Project project = parse_project(sample_project, Catalog::built_in())->project;
    QVERIFY(write_project(project, m_path, Catalog::built_in()));
    QVERIFY(read_project(m_path, Catalog::built_in())->project == project);
    const std::string first = contents(m_path);
    QVERIFY(write_project(read_project(m_path, Catalog::built_in())->project, m_path, Catalog::built_in()));
    QCOMPARE(contents(m_path), first);
}

void TestProjectSave::keeps_permissions() {
    QVERIFY(write_project(large_project("a"), m_path, Catalog::built_in()));
    QCOMPARE(chmod(m_path.c_str(), 0640), 0);
    QVERIFY(write_project(large_project("b"), m_path, Catalog::built_in()));
    struct stat status {};
    QCOMPARE(stat(m_path.c_str(), &status), 0);
    QCOMPARE(status.st_mode & 07777u, 0640u);
}

void TestProjectSave::new_files_follow_the_umask() {
    const mode_t before = umask(027);
    const bool written = write_project(large_project("a"), m_path, Catalog::built_in()).has_value();
    umask(before);
    QVERIFY(written);
    struct stat status {};
    QCOMPARE(stat(m_path.c_str(), &status), 0);
    QCOMPARE(status.st_mode & 07777u, 0640u);
}

void TestProjectSave::writes_through_links() {
    const fs::path folder = m_path.parent_path();
    fs::create_directory(folder / "real");
    fs::create_symlink("real/target.json", folder / "middle.json"); // relative, and to nothing yet
    fs::create_symlink(folder / "middle.json", m_path);
    QVERIFY(write_project(large_project("a"), m_path, Catalog::built_in()));
    QVERIFY(fs::is_symlink(m_path));
    QVERIFY(fs::is_regular_file(folder / "real/target.json"));
    QVERIFY(write_project(large_project("b"), m_path, Catalog::built_in()));
    QVERIFY(fs::is_symlink(m_path));
    QCOMPARE(read_project(m_path, Catalog::built_in())->project.name, std::string("b"));
    fs::create_symlink("loop.json", folder / "loop.json");
    QVERIFY(!write_project(large_project("a"), folder / "loop.json", Catalog::built_in()));
}

void TestProjectSave::failures_leave_the_old_file() {
    const Project project = large_project("a");
    const fs::path folder = m_path.parent_path();
    const auto no_folder = write_project(project, folder / "none/p.json", Catalog::built_in());
    QVERIFY(!no_folder);
    QVERIFY2(no_folder.error().text().find("No such file or directory") != std::string::npos,
             no_folder.error().text().c_str());
    fs::create_directory(folder / "taken");
    QVERIFY(write_project(project, folder / "taken", Catalog::built_in())
                .error()
                .text()
                .ends_with("is a folder: save it under another name"));
    QVERIFY(!write_project(project, "/dev/full", Catalog::built_in()));
    QVERIFY(write_project(project, m_path, Catalog::built_in()));
    const std::string old = contents(m_path);
    Project newer = project;
    newer.schema = Project::current_schema + 1;
    QVERIFY(!write_project(newer, m_path, Catalog::built_in()));
    QCOMPARE(contents(m_path), old);
    Project broken = project;
    Link& cable = broken.scenarios[0].cluster.links.emplace_back();
    cable.from = "a0";
    cable.to = "gone";
    QCOMPARE(write_project(broken, m_path, Catalog::built_in()).error().text(),
             m_path.string() +
                 ": is not saved, as it could not be opened again: /scenarios/0/cluster/links/0/to: "
                 "there is no element 'gone': name an element that is drawn");
    QVERIFY(!write_project(Project(), m_path, Catalog::built_in())); // without a scenario
    QCOMPARE(contents(m_path), old);
    if (geteuid() != 0) { // root may write everything
        QCOMPARE(chmod(m_path.c_str(), 0400), 0);
        QVERIFY(!write_project(large_project("b"), m_path, Catalog::built_in()));
        QCOMPARE(contents(m_path), old);
    }
}

void TestProjectSave::a_full_disk_leaves_the_old_file() {
    QVERIFY(write_project(large_project("a"), m_path, Catalog::built_in()));
    const std::string old = contents(m_path);
    // A limit on the size of files fails a write half-way, as a full disk does.
    const auto old_handler = signal(SIGXFSZ, SIG_IGN);
    rlimit before{};
    QCOMPARE(getrlimit(RLIMIT_FSIZE, &before), 0);
    rlimit small = before;
    small.rlim_cur = 100'000;
    QCOMPARE(setrlimit(RLIMIT_FSIZE, &small), 0);
    const auto written = write_project(large_project("b"), m_path, Catalog::built_in());
    setrlimit(RLIMIT_FSIZE, &before);
    signal(SIGXFSZ, old_handler);
    QVERIFY(!written);
    QCOMPARE(contents(m_path), old);
    QCOMPARE(std::distance(fs::directory_iterator(m_path.parent_path()), fs::directory_iterator()), 1);
}

void TestProjectSave::a_killed_program_leaves_a_whole_file() {
    const std::string text_a = project_text(large_project("a"), Catalog::built_in()),
                      text_b = project_text(large_project("b"), Catalog::built_in());
    QVERIFY(write_project(large_project("a"), m_path, Catalog::built_in()));
    std::mt19937 random(1);
    std::uniform_int_distribution<int> moment(0, 30'000); // µs
    bool seen_a = false, seen_b = false;
    const int kills = test::rounds(1000, 60);
    for (int round = 0; round < kills; ++round) {
        const pid_t child = fork();
        QVERIFY(child >= 0);
        if (child == 0) {
            for (bool turn = round % 2;; turn = !turn)
                if (!write_file_atomically(m_path, turn ? text_a : text_b)) _exit(1);
        }
        usleep(static_cast<useconds_t>(moment(random)));
        QCOMPARE(kill(child, SIGKILL), 0);
        int status = 0;
        QCOMPARE(waitpid(child, &status, 0), child);
        QVERIFY2(WIFSIGNALED(status), "the child could not save");
        const std::string text = contents(m_path);
        seen_a = seen_a || text == text_a;
        seen_b = seen_b || text == text_b;
        QVERIFY2(text == text_a || text == text_b, "a part of a file was left");
    }
    QVERIFY2(seen_a && seen_b, "no save was completed");
}

QTEST_APPLESS_MAIN(TestProjectSave)
#include "test_project_save.moc"
