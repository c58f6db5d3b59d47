// SPDX-License-Identifier: GPL-3.0-or-later
// Thousands of changes of the layout, one before the other is done, at three scales and beside a loaded
// machine.
#include "app/gui/headless/platform.h"
#include "app/gui/window/workspace_switch.h"
#include "core/base/catalog/catalog.h"
#include "tests/support/random_layout.h"
#include "tests/support/rounds.h"

#include <QProcess>
#include <QTemporaryDir>

#include <atomic>
#include <thread>

using namespace roofrack;
using namespace roofrack::test;

namespace {

/// Work for every core, so that what is asked for piles up.
class Load {
public:
    explicit Load(bool is_on) {
        for (unsigned i = 0; is_on && i < std::max(2u, std::thread::hardware_concurrency()); ++i)
            m_threads.emplace_back([this] {
                volatile double sum = 0;
                while (m_goes_on) sum = sum + 1;
            });
    }
    ~Load() {
        m_goes_on = false;
        for (std::thread& each : m_threads) each.join();
    }

private:
    std::atomic<bool> m_goes_on = true;
    std::vector<std::thread> m_threads;
};

/// The first of the program's arguments: what one scale's process does.
constexpr const char* alone = "--alone";

int work_window(unsigned seed, int actions, bool is_loaded) {
    QTemporaryDir folder;
    Session session(folder.filePath(QStringLiteral("settings.ini")));
    MainWindow window(Catalog::built_in(), session);
    window.resize(1440, 900);
    window.show();
    if (!window.files().open_sample(QStringLiteral("shared-a100-hot-rack"))) return 2;
    QTest::qWait(200);
    const Load load(is_loaded);
    RandomLayout user(window, seed);
    std::mt19937 pauses(seed + 1);
    for (int i = 0; i < actions; ++i) {
        const char* name = user.act();
        if (qEnvironmentVariableIsSet("ROOFRACK_SAY")) std::fprintf(stderr, "%d %s\n", i, name);
        switch (pauses() % 8) {
        case 0: QTest::qWait(static_cast<int>(pauses() % 40)); break;
        case 1:
        case 2:
        case 3: QCoreApplication::processEvents(); break;
        default: break; // the next comes at once
        }
        if (i % 500 == 499) QTest::qWait(600); // all that was to come later came
        if (!window.isVisible()) return 3;
    }
    QTest::qWait(600);
    // And it can still be put right, where the width folds no panel.
    window.showNormal();
    window.resize(1800, 1000);
    QTest::qWait(200);
    for (const Workspace& each : workspaces()) {
        window.page()->workspaces().enter(QLatin1String(each.id));
        window.page()->workspaces().reset();
        QTest::qWait(20);
        for (const char* name : each.panels)
            if (!window.page()->findChild<QDockWidget*>(QLatin1String(name))->isVisible()) return 4;
    }
    return 0;
}

} // namespace

class TestRandomLayout : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void nothing_breaks_data() {
        QTest::addColumn<QByteArray>("scale");
        QTest::addColumn<bool>("is_loaded");
        for (const char* scale : {"1", "1.5", "2"})
            for (const bool is_loaded : {false, true})
                QTest::addRow("at %s, %s", scale, is_loaded ? "beside a load" : "alone")
                    << QByteArray(scale) << is_loaded;
    }
    void nothing_breaks() {
        QFETCH(QByteArray, scale);
        QFETCH(bool, is_loaded);
        constexpr int all = 20'000, runs = 6;
        const int sample = is_loaded ? 20 : 40; // the load takes the cores from other tests
        QProcess child;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("QT_SCALE_FACTOR"), QString::fromLatin1(scale));
        child.setProcessEnvironment(environment);
        child.setProcessChannelMode(QProcess::ForwardedChannels);
        const unsigned seed = qEnvironmentVariableIsSet("ROOFRACK_SEED")
                                  ? qEnvironmentVariable("ROOFRACK_SEED").toUInt()
                                  : is_loaded + static_cast<unsigned>(10 * scale.toDouble());
        child.start(QCoreApplication::applicationFilePath(),
                    {QLatin1String(alone), QString::number(seed),
                     QString::number(rounds(all / runs + 1, sample)), QString::number(is_loaded)});
        constexpr int hours = 3 * 3600 * 1000; // ms
        QVERIFY(child.waitForFinished(hours));
        QCOMPARE(child.exitStatus(), QProcess::NormalExit);
        QCOMPARE(child.exitCode(), 0);
    }
};

int main(int argc, char** argv) {
    if (argc == 5 && std::string_view(argv[1]) == alone) {
        pass_over_sizes();
        QApplication application(argc, argv);
        QTemporaryDir home; // no settings of the user
        return work_window(static_cast<unsigned>(std::atoi(argv[2])), std::atoi(argv[3]), argv[4][0] == '1');
    }
    qputenv("QTEST_FUNCTION_TIMEOUT", "14400000"); // ms: a long run's, beside a load
    QCoreApplication application(argc, argv);
    TestRandomLayout test;
    return QTest::qExec(&test, argc, argv);
}
#include "test_random_layout.moc"
