// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/commands/copy_command.h"
#include "app/gui/pages/chart_area.h"
#include "app/gui/window/project_page.h"
#include "core/drawing/project/project_file.h"
#include "tests/support/cli.h"
#include "tests/support/sample_window.h"
#include "widgets/charts/catalog/chart_catalog.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace roofrack;

class TestCopyCommand : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// Every chart's command is understood by a shell and by roofrack-cli, and prints something.
    void what_is_copied_runs() {
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("it's here $HOME.roofrack.json"));
        QVERIFY(QFile::copy(QStringLiteral(ROOFRACK_SOURCE_DIR "/samples/ws-8gpu.roofrack.json"), path));
        Session session(folder.filePath(QStringLiteral("settings.ini")));
        MainWindow window(Catalog::built_in(), session);
        window.show();
        QSignalSpy settled(&window, &MainWindow::settled);
        QVERIFY(window.files().open(path.toStdString()));
        QVERIFY(settled.count() > 0 || settled.wait(60000));
        int commands = 0, turns = 0;
        for (const ChartEntry& entry : chart_catalog())
            for (const bool best : {false, true}) {
                const QString command = command_of_chart(QLatin1String(entry.id), window.document(), best,
                                                         ScaleMetric::fixed_batch,
                                                         {"/site/electricity_price=0.2", "/plan/zero=1"});
                QVERIFY2(!command.isEmpty(), entry.id);
                if (best && !entry.command.replans) continue;
                QCOMPARE(command.contains(QStringLiteral("--replan")), best);
                QCOMPARE(command.contains(QStringLiteral("--metric")), entry.command.counts);
                turns += command.contains(QStringLiteral("--set '/plan/zero=1'")) ? 1 : 0;
                QString call = command;
                call.replace(QStringLiteral("roofrack-cli"), test::cli_path());
                call.replace(QStringLiteral("roofrack render"),
                             qEnvironmentVariable("ROOFRACK_GUI") + QStringLiteral(" render"));
                call.prepend(
                    QStringLiteral("cd '%1' && ").arg(folder.path())); // a table is written beside it
                if (!entry.command.name) call += QStringLiteral(" --force");
                const auto run = test::run_program(QStringLiteral("/bin/sh"), {QStringLiteral("-c"), call});
                // A question of this scenario may have the answer no.
                QVERIFY2(run.exit_code == 0 || run.exit_code == 1, qPrintable(command + run.err));
                if (entry.command.name)
                    QVERIFY2(!run.out.isEmpty() || !run.err.isEmpty(), qPrintable(command));
                else
                    QVERIFY2(QFile::exists(folder.filePath(QLatin1String(entry.id) + QStringLiteral(".csv"))),
                             qPrintable(command + run.err));
                ++commands;
            }
        QVERIFY(commands > 30 && turns > 20);
        const QString tried = command_of_chart(QStringLiteral("tried"), window.document(), false, {}, {},
                                               {"/plan/tp", "1, 2", {"step.mfu"}});
        QVERIFY(tried.contains(QStringLiteral(" '/plan/tp' '1, 2' --figure step.mfu ")));
        window.page()->charts().show_chart(window.page()->charts().offered().front());
        window.actions().get("file.copy-command")->trigger();
        QCOMPARE(QGuiApplication::clipboard()->text(),
                 command_of_chart(window.page()->charts().current_id(), window.document(), false));
    }

    /// A sample has no file that a command could read.
    void a_project_without_a_file_has_none() {
        QTemporaryDir folder;
        Session session(folder.filePath(QStringLiteral("settings.ini")));
        MainWindow window(Catalog::built_in(), session);
        window.show();
        QVERIFY(test::open_sample(window, QStringLiteral("ws-8gpu")));
        QVERIFY(command_of_chart(QStringLiteral("scaling"), window.document(), false).isEmpty());
    }
};

QTEST_MAIN(TestCopyCommand)
#include "test_copy_command.moc"
