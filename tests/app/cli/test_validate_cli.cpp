// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/cli.h"

#include <QTest>

#include <QFile>
#include <QTemporaryDir>
#include <nlohmann/json.hpp>

namespace {

const QString own_runs = ROOFRACK_SOURCE_DIR "/tests/data/published_runs.csv";

/// Lines of a Markdown text that head a table: those before a line of dashes.
QStringList table_heads(const QString& text) {
    QStringList heads;
    const QStringList lines = text.split('\n');
    for (qsizetype i = 1; i < lines.size(); ++i)
        if (lines[i].startsWith("|---")) heads += lines[i - 1];
    heads.removeDuplicates();
    return heads;
}

} // namespace

class TestValidateCli : public QObject {
    Q_OBJECT
private:
    static QString run(const QStringList& arguments, int expected = 0) {
        const roofrack::test::ProgramRun said = roofrack::test::run_cli(arguments);
        return said.exit_code == expected ? QString::fromUtf8(said.out) : QString();
    }

private Q_SLOTS:
    void document_has_the_commands_columns() {
        QFile document(ROOFRACK_SOURCE_DIR "/docs/validation.md");
        QVERIFY(document.open(QIODevice::ReadOnly));
        const QString text = QString::fromUtf8(document.readAll());
        const qsizetype begin = text.indexOf("<!-- validation:begin -->"),
                        end = text.indexOf("<!-- validation:end -->");
        QVERIFY(begin > 0 && end > begin);
        // A table of several uses, so that both kinds of table are printed.
        QFile csv(own_runs);
        QVERIFY(csv.open(QIODevice::ReadOnly));
        QByteArray runs = csv.readAll();
        const qsizetype core = runs.lastIndexOf(",core,");
        QVERIFY(core > 0);
        runs.replace(core, 6, ",extended,");
        QTemporaryDir folder;
        QFile mixed(folder.filePath("runs.csv"));
        QVERIFY(mixed.open(QIODevice::WriteOnly) && mixed.write(runs) == runs.size());
        mixed.close();
        const QString printed = run({"validate", mixed.fileName(), "--leave-one-series-out", "--markdown"});
        QVERIFY(!printed.isEmpty());
        const QStringList heads = table_heads(printed);
        QVERIFY(heads.size() >= 2);
        // The document's table is of more runs, some of which print their memory too.
        const QStringList there = table_heads(text.mid(begin, end - begin));
        for (const QString& head : heads) QVERIFY2(there.contains(head), qPrintable(head));
        for (const QString& head : heads.first(2))
            QVERIFY(head.contains("80 % band") && head.contains("in band"));
    }

    void json_and_text_say_the_same() {
        const QString text = run({"validate", own_runs, "--leave-one-series-out"});
        const QString json_text = run({"validate", own_runs, "--leave-one-series-out", "--json"});
        const auto json = nlohmann::json::parse(json_text.toStdString(), nullptr, false);
        QVERIFY(json.is_object());
        QVERIFY(json["held_out"].get<bool>());
        QVERIFY(json["by_series"].size() > 2 && json["by_stack"].size() > 2 && json["by_use"].size() == 1);
        const double median = json["median_abs_error_pct"];
        QVERIFY(text.contains(QString("median %1 %").arg(median, 0, 'f', 1)));
        const double coverage = json["bands"]["coverage"];
        QVERIFY(text.contains(QString("hold %1 % of the runs").arg(100 * coverage, 0, 'f', 0)));
        // Two NeMo rows of one model at 64 and 128 GPUs with the batch growing: a weak-scaling curve.
        const auto& curves = json["scaling"]["curves"];
        QVERIFY(std::any_of(curves.begin(), curves.end(), [](const auto& curve) {
            return curve["kind"] == "weak" && curve["smallest_gpus"] == 64 && curve["largest_gpus"] == 128;
        }));
        for (const auto& curve : curves) {
            const double error =
                100 * (curve["predicted_ratio"].get<double>() / curve["published_ratio"].get<double>() - 1);
            QVERIFY(std::abs(error - curve["error_pct"].get<double>()) < 1e-9);
        }
    }

    void spreads_are_written() {
        QTemporaryDir folder;
        const QString file = folder.filePath("spreads.json");
        QVERIFY(!run({"validate", own_runs, "--write-spreads", file}).isEmpty());
        QFile written(file);
        QVERIFY(written.open(QIODevice::ReadOnly));
        const auto json = nlohmann::json::parse(written.readAll().toStdString(), nullptr, false);
        QVERIFY(json.is_object() && json["families"].size() > 1 && json["quantile"] > 0);
        // The spreads that are compiled in name the same fitted constants.
        QFile shipped(ROOFRACK_SOURCE_DIR "/resources/cost/uncertainty.json");
        QVERIFY(shipped.open(QIODevice::ReadOnly));
        const auto other = nlohmann::json::parse(shipped.readAll().toStdString(), nullptr, false);
        QCOMPARE(json["constants"].size(), other["constants"].size());
        run({"validate", own_runs, "--write-spreads", folder.filePath("no/such/folder.json")}, 3);
    }

    void classes_are_left_out() {
        const QString text = run({"validate", own_runs, "--leave-out", "generation"});
        const auto json = nlohmann::json::parse(
            run({"validate", own_runs, own_runs, "--leave-out", "generation", "--json"}).toStdString(),
            nullptr, false);
        QVERIFY(json.is_object() && json["left_out"] == "generation" && json["classes"].size() >= 2);
        for (const auto& each : json["classes"])
            QVERIFY(text.contains(QString::fromStdString(each["name"].get<std::string>())));
        QVERIFY(json["rows"].size() >= 16); // two files are read as one
        QVERIFY(text.count('\n') >= 5);
        QVERIFY(run({"validate", own_runs, "--leave-out", "vendor", "--markdown"})
                    .startsWith("| left out: vendor |"));
        QVERIFY(!run({"validate", own_runs, "--leave-out", "colour"}, 2).contains("left out"));
        run({"validate", own_runs, "--leave-out", "scale", "--leave-one-series-out"}, 2);
    }

    void parameters_are_fitted_anew() {
        QTemporaryDir folder;
        const QString file = folder.filePath("parameters.json");
        QVERIFY(run({"validate", own_runs, "--write-parameters", file}).contains("factors fitted on 8 runs"));
        QFile written(file);
        QVERIFY(written.open(QIODevice::ReadOnly));
        const auto json = nlohmann::json::parse(written.readAll().toStdString(), nullptr, false);
        QVERIFY(json.is_object() && json["generations"].size() > 3 && json["software"].size() > 5);
        run({"validate", own_runs, "--write-parameters", file}, 3); // it exists
    }

    void contradictions_are_listed() {
        QFile csv(own_runs);
        QVERIFY(csv.open(QIODevice::ReadOnly));
        QByteArray runs = csv.readAll();
        const QByteArray degrees = ",512,16,1,1,1,32,";
        QVERIFY(runs.contains(degrees));
        runs.replace(runs.indexOf(degrees), degrees.size(), ",512,16,1,1,1,16,");
        QTemporaryDir folder;
        QFile mixed(folder.filePath("runs.csv"));
        QVERIFY(mixed.open(QIODevice::WriteOnly) && mixed.write(runs) == runs.size());
        mixed.close();
        QVERIFY(run({"validate", mixed.fileName()})
                    .contains("contradicts itself nar21-t1-1.7B: dp · tp · pp · cp = 16 of 32 GPUs"));
        const auto json = nlohmann::json::parse(run({"validate", mixed.fileName(), "--json"}).toStdString(),
                                                nullptr, false);
        QCOMPARE(json["contradictions"].size(), size_t(1));
    }

    void parameters_are_printed() {
        const QString text = run({"parameters"});
        const auto json = nlohmann::json::parse(run({"parameters", "--json"}).toStdString(), nullptr, false);
        QVERIFY(json.is_object() && json["parameters"].size() > 20);
        QVERIFY(text.contains(QString("%1 fitted constants").arg(json["parameters"].size())));
        for (const auto& parameter : json["parameters"])
            QVERIFY(text.contains(QString::fromStdString(parameter["key"].get<std::string>())));
    }
};

QTEST_GUILESS_MAIN(TestValidateCli)
#include "test_validate_cli.moc"
