// SPDX-License-Identifier: GPL-3.0-or-later
// Windows that are killed at work: how much is lost, and whether the rest is offered.
#include "app/gui/flows/recovery_flow.h"
#include "tests/support/killed_window.h"
#include "tests/support/rounds.h"

#include <QSignalSpy>
#include <QTest>

#include <algorithm>

using namespace roofrack;
using namespace roofrack::test;
namespace fs = std::filesystem;

namespace {

/// What a write takes on a machine with much else to do, and what timers are late by, s.
constexpr double slack = 1;

struct Kills {
    int count = 0, at_once = 1;
    int after_ms = 0, most_ms = 0; ///< settings; 0: those of the program
    double within = 0;             ///< s after the first edit
    Work work;
    double bound = 0; ///< s that may be lost, without slack
};

struct Tally {
    std::vector<double> lost; ///< s, a kill each
    int unsaved = 0;          ///< kills that found work which was on no disk but for recovery
    int offered = 0;
};

} // namespace

class TestKills : public QObject {
    Q_OBJECT

    /// A folder with a project, and a window that works on it.
    struct Bench {
        QTemporaryDir folder;
        fs::path path = fs::path(folder.path().toStdString()) / "p.roofrack.json";
        QString settings = folder.filePath(QStringLiteral("settings.ini"));
        std::unique_ptr<KilledWindow> window;
        double moment = 0; ///< time of the kill, s after the first edit
    };
    std::mt19937 m_random{11};

    static void look(FileWindow& window, const std::function<void()>& begin) {
        QSignalSpy looked(window.flow<RecoveryFlow>(), &RecoveryFlow::looked);
        begin();
        QVERIFY(!looked.isEmpty() || looked.wait(30000));
    }
    static void open_and_look(FileWindow& window, const fs::path& path) {
        look(window, [&] { window.files().join_others(); });
        window.messages().dismiss();
        look(window, [&] { QVERIFY(window.files().open(path)); });
    }
    static bool is_offered(FileWindow& window) {
        return window.messages().text().contains(QStringLiteral("unsaved work on"));
    }

    std::unique_ptr<Bench> begin(const Kills& kills) {
        auto bench = std::make_unique<Bench>();
        if (!write_project(numbered(0), bench->path, Catalog::built_in())) return nullptr;
        if (kills.most_ms > 0) quick_settings(bench->settings, kills.after_ms, kills.most_ms);
        constexpr double steps = 100'000;
        bench->moment = kills.within * static_cast<double>(m_random() % unsigned(steps)) / steps;
        bench->window = std::make_unique<KilledWindow>(bench->path, bench->settings, kills.work, m_random());
        return bench;
    }

    static void kill_in_time(const std::vector<std::unique_ptr<Bench>>& benches) {
        size_t left = benches.size();
        std::vector<bool> done(benches.size());
        while (left > 0) {
            for (size_t i = 0; i < benches.size(); ++i) {
                KilledWindow& window = *benches[i]->window;
                if (done[i]) continue;
                QVERIFY2(window.runs(), window.errors().constData());
                if (!window.begun() || shared_clock() < *window.begun() + benches[i]->moment) continue;
                window.kill();
                done[i] = true;
                --left;
            }
            QTest::qWait(5);
        }
    }

    /// No broken file, what was kept is offered, and no more is lost than may be.
    static void check(Bench& bench, const Kills& kills, Tally& tally) {
        const KilledWindow& killed = *bench.window;
        const auto on_disk = read_project(bench.path, Catalog::built_in());
        QVERIFY2(on_disk, on_disk ? "" : on_disk.error().text().c_str());
        const int disk = number_of(on_disk->project.name), kept = killed.last('k');
        QVERIFY(disk >= killed.last('s'));
        FileWindow window(bench.settings);
        open_and_look(window, bench.path);
        QVERIFY2(!window.messages().text().contains(QStringLiteral("cannot be restored")),
                 qPrintable(window.messages().text()));
        const bool offered = is_offered(window);
        QVERIFY2(offered || kept <= disk, "unsaved work was kept and is not offered");
        if (offered) {
            QVERIFY(window.answer(QStringLiteral("Restore")));
            QVERIFY(number_of(window.project_name()) >= kept);
            QVERIFY(window.document().file_path() == bench.path);
        }
        const double lost = killed.lost_after(std::max(number_of(window.project_name()), disk));
        QVERIFY2(lost <= kills.bound + slack, qPrintable(QStringLiteral("%1 s of work are lost").arg(lost)));
        tally.lost.push_back(lost);
        tally.unsaved += killed.last('e') > disk;
        tally.offered += offered;
    }

    void kill(const Kills& kills) {
        Tally tally;
        for (int done = 0; done < kills.count; done += kills.at_once) {
            std::vector<std::unique_ptr<Bench>> benches;
            for (int i = 0; i < std::min(kills.at_once, kills.count - done); ++i) {
                benches.push_back(begin(kills));
                QVERIFY(benches.back());
            }
            kill_in_time(benches);
            for (const auto& bench : benches) {
                if (!QTest::currentTestFailed()) check(*bench, kills, tally);
                if (QTest::currentTestFailed()) return;
            }
        }
        std::ranges::sort(tally.lost);
        qInfo("%d kills: %d with unsaved work, %d offered, lost %.2f s at most, %.2f s in the middle",
              kills.count, tally.unsaved, tally.offered, tally.lost.back(),
              tally.lost[tally.lost.size() / 2]);
        QVERIFY(tally.offered > 0);
    }

private Q_SLOTS:
    void a_killed_window_loses_little() {
        kill({.count = rounds(1000, 4),
              .at_once = rounds(4, 2),
              .after_ms = 20,
              .most_ms = 60,
              .within = 3,
              .work = {},
              .bound = 0.06});
    }

    /// With the settings that users have and pauses as theirs: 5 s of quiet, half a minute at most.
    void half_a_minute_at_most() {
        if (!is_long_run()) QSKIP("takes ten minutes: tools/test --long");
        kill({.count = 200,
              .at_once = 20,
              .after_ms = 0,
              .most_ms = 0,
              .within = 60,
              .work = {.least_pause = 50, .most_pause = 8000, .save_in = 20, .first = 0},
              .bound = 30});
    }

    void two_windows_on_one_file_are_killed() {
        const QTemporaryDir folder;
        const fs::path path = fs::path(folder.path().toStdString()) / "p.roofrack.json";
        const QString settings = quick_settings(folder.filePath(QStringLiteral("settings.ini")), 20, 60);
        QVERIFY(write_project(numbered(0), path, Catalog::built_in()));
        constexpr int never = 1'000'000'000, second = 1'000'000;
        KilledWindow anna(path, settings, {.save_in = never, .first = 0}, 1),
            ben(path, settings, {.save_in = never, .first = second}, 2);
        QTRY_VERIFY_WITH_TIMEOUT(anna.last('k') > 0 && ben.last('k') > second, 60000);
        anna.kill();
        ben.kill();

        FileWindow window(settings);
        open_and_look(window, path);
        std::vector<int> restored;
        for (int i = 0; i < 2; ++i) {
            QVERIFY2(is_offered(window), qPrintable(window.messages().text()));
            QVERIFY(window.answer(QStringLiteral("Restore")));
            restored.push_back(number_of(window.project_name()));
            // Saving it apart leaves the other's to be restored.
            if (i == 0) QVERIFY(window.document().save_as(path.parent_path() / "first.roofrack.json"));
        }
        std::ranges::sort(restored);
        QVERIFY(restored[0] >= anna.last('k') && restored[0] < second);
        QVERIFY(restored[1] >= ben.last('k'));
        QVERIFY(window.files().save()); // and asks nothing: nobody has changed the file
        QCOMPARE(number_of(read_project(path, Catalog::built_in())->project.name), restored[1]);
    }
};

int main(int argc, char** argv) {
    if (argc > 1 && std::string_view(argv[1]) == "--work") return work_until_killed(argc, argv);
    QApplication application(argc, argv);
    TestKills test;
    return QTest::qExec(&test, argc, argv);
}
#include "test_kills.moc"
