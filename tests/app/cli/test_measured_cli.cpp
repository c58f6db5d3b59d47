// SPDX-License-Identifier: GPL-3.0-or-later
// calibrate and diagnose as they are called.
#include "tests/support/cli.h"
#include "tests/support/project_sample.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

using roofrack::test::ProgramRun;
using roofrack::test::run_cli;

namespace {

QJsonObject json(const ProgramRun& run) { return QJsonDocument::fromJson(run.out).object(); }

/// A training log of Megatron-LM with steps of so many ms.
QByteArray megatron_log(int gpus, std::initializer_list<double> steps) {
    QByteArray out = "using world size: " + QByteArray::number(gpus) + ", data-parallel-size: 8\n";
    int iteration = 0;
    for (const double ms : steps)
        out += " iteration " + QByteArray::number(++iteration) +
               "/ 100 | consumed samples: 512 | elapsed time per iteration (ms): " + QByteArray::number(ms) +
               " | learning rate: 1.0E-04 | lm loss: 8.0 |\n";
    return out;
}

} // namespace

class TestMeasuredCli : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;

    QString path(const char* name) const { return m_folder.filePath(QString::fromLatin1(name)); }
    QString write(const char* name, const QByteArray& text) const {
        QFile file(path(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size()) qFatal("no room");
        return file.fileName();
    }

private Q_SLOTS:
    void a_log_calibrates_a_project() {
        const QString project = write("p.roofrack.json", small_project);
        const QJsonObject drawn = json(run_cli({"evaluate", project, "--json"}));
        const double predicted = drawn["step_time_s"].toDouble();
        QVERIFY(predicted > 0);
        const double ms = 1200 * predicted;
        const QString log = write("train.log", megatron_log(drawn["gpus"].toInt(), {9 * ms, ms, ms, ms, ms}));
        const ProgramRun run =
            run_cli({"calibrate", project, "--measured", log, "-o", path("out.roofrack.json"), "--json"});
        QVERIFY2(run.exit_code == 0, run.err.constData());
        const QJsonObject said = json(run);
        QCOMPARE(said["parameters"].toArray()[0].toObject()["name"].toString(), "compute_factor");
        QVERIFY(said["error_before_pct"].toDouble() > 10);
        QVERIFY(said["error_after_pct"].toDouble() < 0.01);
        QVERIFY(said["error_heldout_pct"].toDouble() < 0.01);
        const QJsonObject source = said["sources"].toArray()[0].toObject();
        QCOMPARE(source["file"].toString(), "train.log");
        QCOMPARE(source["digest"].toString().size(), 16);
        QCOMPARE(source["date"].toString().size(), 10);

        const ProgramRun with = run_cli({"evaluate", path("out.roofrack.json"), "--json"});
        const QJsonObject state = json(with)["calibration"].toObject();
        QVERIFY(state["in_force"].toBool());
        QVERIFY(state["by"].toString().startsWith("train.log ("));
        QVERIFY(json(with)["step_time_s"].toDouble() > 1.1 * predicted);
        const ProgramRun without =
            run_cli({"evaluate", path("out.roofrack.json"), "--uncalibrated", "--json"});
        QCOMPARE(json(without)["step_time_s"].toDouble(), predicted);
        QVERIFY(!json(without)["calibration"].toObject()["in_force"].toBool());
        QVERIFY(
            run_cli({"evaluate", path("out.roofrack.json")}).out.contains("calibrated        by train.log"));
    }

    void nothing_is_written_without_a_file() {
        const QString project = write("p.roofrack.json", small_project);
        const ProgramRun run = run_cli({"calibrate", project, "--measured", "3.5 s"});
        QVERIFY2(run.exit_code == 0, run.err.constData());
        QVERIFY(run.out.contains("compute_factor"));
        QVERIFY(run.out.contains("not determined by the run"));
        QCOMPARE(QFile(project).size(), qint64(std::strlen(small_project)));
    }

    void a_slow_run_is_diagnosed() {
        const QString project = write("p.roofrack.json", small_project);
        const double predicted = json(run_cli({"evaluate", project, "--json"}))["step_time_s"].toDouble();
        const QJsonObject inside =
            json(run_cli({"diagnose", project, "--measured", QString::number(predicted) + " s", "--json"}));
        QVERIFY(inside["inside_band"].toBool());
        QVERIFY(inside["causes"].toArray().isEmpty());
        const ProgramRun run =
            run_cli({"diagnose", project, "--measured", QString::number(1.5 * predicted) + " s", "--json"});
        const QJsonObject slow = json(run);
        QVERIFY(!slow["inside_band"].toBool());
        const QJsonArray causes = slow["causes"].toArray();
        QVERIFY(causes.size() >= 2);
        for (int i = 1; i < causes.size(); ++i) {
            const QJsonObject before = causes[i - 1].toObject(), then = causes[i].toObject();
            QVERIFY(before["fits"].toBool() || !then["fits"].toBool());
            if (before["fits"] == then["fits"])
                QVERIFY(then["likelihood"].toDouble() <= before["likelihood"].toDouble());
        }
        // The shares of those that are shown, of the ones left out, and of another job are all together one.
        double shown = slow["other_likelihood"].toDouble();
        QVERIFY(shown > 0);
        for (const auto& cause : causes) shown += cause.toObject()["likelihood"].toDouble();
        QVERIFY2(shown > 0.9 && shown < 1 + 1e-9, qPrintable(QString::number(shown)));
        const QByteArray text =
            run_cli({"diagnose", project, "--measured", QString::number(1.5 * predicted) + " s"}).out;
        QVERIFY(text.contains("test: "));
        QVERIFY(text.contains("another job ran than is drawn, or several things are wrong at once\n"));
    }

    void what_is_wrong_is_said() {
        const QString project = write("p.roofrack.json", small_project);
        const struct {
            QStringList call;
            int code;
            const char* word;
        } calls[] = {
            {{"diagnose", project, "--measured", "training.log"}, 3, "neither a file nor a figure"},
            {{"diagnose", project}, 2, "nothing that was measured"},
            {{"calibrate", project}, 2, "nothing that was measured"},
            {{"calibrate", project, "--measured", "3.5 s", "--runs-to", "8"}, 2, "--runs-to"},
            {{"calibrate", project, "--measured", "1 s", "2 s"}, 2, "not the only thing given"},
            {{"calibrate", project, "--measured", "3 h"}, 3, "no factor from 1/4 to 4"},
            {{"calibrate", project, "--measured", write("a.log", "nothing of use\n")}, 3, "a.log"},
        };
        for (const auto& each : calls) {
            const ProgramRun run = run_cli(each.call);
            QVERIFY2(run.exit_code == each.code, run.err.constData());
            QVERIFY2(run.err.contains(each.word), run.err.constData());
            QVERIFY2(run.err.startsWith("error: "), run.err.constData());
        }
    }
};

QTEST_GUILESS_MAIN(TestMeasuredCli)
#include "test_measured_cli.moc"
