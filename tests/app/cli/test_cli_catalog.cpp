// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/cli.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <algorithm>

using namespace roofrack::test;

namespace {

ProgramRun run(const QStringList& arguments) { return run_cli(QStringList("catalog") + arguments); }

} // namespace

class TestCliCatalog : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void lists();
    void shows_a_part();
    void unknown_is_null();
    void shows_a_model();
    void says_what_was_meant();
    void compares_two_parts();
    void long_ids_keep_the_columns();
    void wrong_use_is_two();
};

void TestCliCatalog::lists() {
    const ProgramRun result = run({"list", "--json"});
    QCOMPARE(result.exit_code, 0);
    const QJsonArray all = QJsonDocument::fromJson(result.out).array();
    QVERIFY(all.size() > 100);
    bool found = false;
    for (const auto& value : all) {
        for (const char* key : {"id", "kind", "name"})
            QVERIFY(!value[QLatin1String(key)].toString().isEmpty());
        found =
            found || (value[QLatin1String("id")] == "llama3-405b" && value[QLatin1String("kind")] == "model");
    }
    QVERIFY(found);
    const QJsonArray servers =
        QJsonDocument::fromJson(run({"list", "--kind", "server", "--json"}).out).array();
    QVERIFY(servers.size() > 20 && servers.size() < all.size());
    for (const auto& value : servers) QCOMPARE(value[QLatin1String("kind")].toString(), QString("server"));
    QVERIFY(run({"list"}).out.contains("dgx-h100"));
}

void TestCliCatalog::shows_a_part() {
    const ProgramRun result = run({"show", "H100-SXM5-80GB", "--json"});
    QCOMPARE(result.exit_code, 0);
    const QJsonObject part = QJsonDocument::fromJson(result.out).object();
    QCOMPARE(part["id"].toString(), QString("h100-sxm5"));
    const QJsonObject bf16 = part["figures"].toObject()["dense_bf16"].toObject();
    QCOMPARE(bf16["value"].toDouble(), 989e12); // NVIDIA's data sheet, dense
    QCOMPARE(bf16["unit"].toString(), QString("FLOP/s"));
    QCOMPARE(bf16["status"].toString(), QString("confirmed"));
    QVERIFY(!bf16["source"].toString().isEmpty());
    QVERIFY(run({"show", "dgx-h100"}).out.contains("10.2 kW"));
}

void TestCliCatalog::unknown_is_null() {
    const QJsonObject part = QJsonDocument::fromJson(run({"show", "q3400-ra", "--json"}).out).object();
    const QJsonObject power = part["figures"].toObject()["max_power"].toObject();
    QVERIFY(power.contains("value") && power["value"].isNull());
    QCOMPARE(power["status"].toString(), QString("unknown"));
}

void TestCliCatalog::shows_a_model() {
    const QJsonObject model = QJsonDocument::fromJson(run({"show", "llama3-405b", "--json"}).out).object();
    QCOMPARE(model["kind"].toString(), QString("model"));
    QCOMPARE(model["transformer"].toObject()["layers"].toInt(), 126); // Llama 3 paper, table 3
    QVERIFY(qAbs(model["parameters"].toDouble() / 405.9e9 - 1) < 0.01);
    QVERIFY(run({"show", "resnet-50"}).out.contains("ResNet-50"));
}

void TestCliCatalog::says_what_was_meant() {
    const ProgramRun result = run({"show", "dgx-h10", "--json"});
    QCOMPARE(result.exit_code, 3);
    QVERIFY(result.out.isEmpty());
    QVERIFY(result.err.startsWith("error: ") && result.err.contains("did you mean 'dgx-h100'?"));
}

/// "server.blackwell-ultra.rack" and "h100-sxm-96gb-hbm2e" are longer than their columns once were.
void TestCliCatalog::long_ids_keep_the_columns() {
    const QByteArrayList prices = run({"prices", "--kind", "class"}).out.trimmed().split('\n');
    QVERIFY(prices.size() > 10);
    for (const QByteArray& line : prices)
        QVERIFY2(line.indexOf(" class ") == prices.front().indexOf(" class "), line);
    const QStringList figures =
        QString::fromUtf8(run({"compare", "h100-sxm-96gb-hbm2e", "b200-sxm"}).out).trimmed().split(u'\n');
    const auto head = std::ranges::find_if(figures, [](const QString& line) {
        return line.contains(QStringLiteral("h100-sxm-96gb-hbm2e ")) &&
               line.endsWith(QStringLiteral("times"));
    });
    QVERIFY(figures.end() - head > 5);
    for (auto line = head; line != figures.end(); ++line)
        QVERIFY2(line->size() == head->size(), qPrintable(*line));
}

void TestCliCatalog::compares_two_parts() {
    const auto topics = [](const QString& from, const QString& to) {
        const ProgramRun result = run({"compare", from, to, "--json"});
        QStringList out;
        const QJsonObject found = QJsonDocument::fromJson(result.out).object();
        for (const auto& value : found["numerics"].toArray())
            if (value[QLatin1String("changes")].toBool()) out << value[QLatin1String("topic")].toString();
        return out;
    };
    QCOMPARE(topics("v100-sxm2-32gb", "a100-sxm4-80gb"),
             QStringList({"formats", "fp32_products", "sixteen_bit"}));
    QCOMPARE(topics("a100-sxm4-80gb", "h100-sxm5"),
             QStringList({"formats", "eight_bit", "eight_bit_sum", "reduction_order"}));
    QCOMPARE(topics("h100-sxm5", "b200-sxm"), QStringList({"formats", "eight_bit"})); // the sum is not known
    QVERIFY(topics("h100-sxm5", "h200-sxm").isEmpty());
    const QJsonObject servers =
        QJsonDocument::fromJson(run({"compare", "dgx-a100", "dgx-h100", "--json"}).out).object();
    QVERIFY(servers["numerics"].toArray().isEmpty());
    bool found = false;
    for (const auto& value : servers["figures"].toArray())
        if (value[QLatin1String("key")] == "nic_rate") {
            found = true;
            QCOMPARE(value[QLatin1String("ratio")].toDouble(),
                     value[QLatin1String("to")].toDouble() / value[QLatin1String("from")].toDouble());
        }
    QVERIFY(found);
    QVERIFY(run({"compare", "a100-sxm4-80gb", "h100-sxm5"}).out.contains("FP32 inside the switches"));
    const ProgramRun unlike = run({"compare", "dgx-h100", "h100-sxm5"});
    QCOMPARE(unlike.exit_code, 3);
    QVERIFY(unlike.err.contains("compare two parts of one kind"));
    QCOMPARE(run({"compare", "dgx-h100", "dgx-h20"}).exit_code, 3);
}

void TestCliCatalog::wrong_use_is_two() {
    QCOMPARE(run({}).exit_code, 2);
    QCOMPARE(run({"show"}).exit_code, 2);
    QCOMPARE(run({"list", "--kind", "toaster"}).exit_code, 2);
    QVERIFY(run({"show", "--help"}).out.contains("Example"));
}

QTEST_GUILESS_MAIN(TestCliCatalog)
#include "test_cli_catalog.moc"
