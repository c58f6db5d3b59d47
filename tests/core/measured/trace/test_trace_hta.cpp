// SPDX-License-Identifier: GPL-3.0-or-later
// Holistic Trace Analysis repeated: by hand on a small trace, and against what its version 0.6 answered for
// recorded traces (under ROOFRACK_DATA, not part of the sources).
#include "core/measured/trace/hta.h"
#include "tests/support/cli.h"

#include <QFile>
#include <QTest>

#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

using namespace roofrack;

namespace {

std::string own(const char* name) { return std::string(ROOFRACK_SOURCE_DIR) + "/tests/data/traces/" + name; }

std::map<std::string, double> by_type(const HtaBreakdown& hta) {
    std::map<std::string, double> out;
    for (const HtaTypeTime& time : hta.by_type) out[time.types] = time.us;
    return out;
}

/// A metric by its name in the reference; none when it is not one that is repeated.
std::optional<double> metric(const HtaBreakdown& hta, const QString& name) {
    static const std::map<QString, double HtaBreakdown::*> members{
        {"idle_time(us)", &HtaBreakdown::idle_us},
        {"compute_time(us)", &HtaBreakdown::compute_us},
        {"non_compute_time(us)", &HtaBreakdown::non_compute_us},
        {"kernel_time(us)", &HtaBreakdown::kernel_us},
        {"idle_time_pctg", &HtaBreakdown::idle_pct},
        {"compute_time_pctg", &HtaBreakdown::compute_pct},
        {"non_compute_time_pctg", &HtaBreakdown::non_compute_pct},
    };
    if (const auto found = members.find(name); found != members.end()) return hta.*found->second;
    if (name == "comp_comm_overlap_pctg") return hta.overlap_pct.value_or(std::nan(""));
    if (name.startsWith("kernel_type_sum_us[")) {
        const auto times = by_type(hta);
        const auto found = times.find(name.mid(19).chopped(1).toStdString());
        return found == times.end() ? std::nan("") : found->second;
    }
    return std::nullopt;
}

} // namespace

class TestTraceHta : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void by_hand();
    void without_kernels();
    void no_trace();
    void agrees_with_hta();
    void the_command_prints_it();
};

void TestTraceHta::by_hand() {
    const auto read = read_hta(own("hta.json"));
    QVERIFY(read && *read);
    const HtaBreakdown& hta = **read;
    // Starts up, ends down: compute 1011–1040, communication 1030–1060, copy 1051–1080, wait 1085–1090;
    // the kernel at 1160 was launched in the last step.
    QCOMPARE(hta.kernel_us, 79.0);        // 1011–1090
    QCOMPARE(hta.idle_us, 5.0);           // 1080–1085
    QCOMPARE(hta.compute_us, 29.0);       // 1011–1040
    QCOMPARE(hta.non_compute_us, 45.0);   // 79 − 29 − 5
    QCOMPARE(hta.idle_pct, 6.33);         // 5 ÷ 79
    QCOMPARE(hta.compute_pct, 36.71);     // 29 ÷ 79
    QCOMPARE(hta.non_compute_pct, 56.96); // 45 ÷ 79
    QVERIFY(hta.overlap_pct);
    QCOMPARE(*hta.overlap_pct, 33.33); // 1030–1040 of 1030–1060
    const std::map<std::string, double> expected{
        {"COMPUTATION", 19},                           // 1011–1030
        {"COMPUTATION overlapping COMMUNICATION", 10}, // 1030–1040
        {"COMMUNICATION", 11},                         // 1040–1051
        {"COMMUNICATION overlapping MEMORY", 9},       // 1051–1060
        {"MEMORY", 20},                                // 1060–1080
    };
    QVERIFY(by_type(hta) == expected);
}

void TestTraceHta::without_kernels() {
    const auto read = read_hta(own("metadata_only.json"));
    QVERIFY(read);
    QVERIFY(!*read);
}

void TestTraceHta::no_trace() {
    QVERIFY(!read_hta(own("execution_trace.json")));
    QVERIFY(!read_hta(own("there_is_no_such_file.json")));
}

void TestTraceHta::agrees_with_hta() {
    if (qEnvironmentVariableIsEmpty("ROOFRACK_DATA")) QSKIP("ROOFRACK_DATA is not set: no recorded traces");
    const QString traces = qEnvironmentVariable("ROOFRACK_DATA") + "/traces/";
    QFile file(traces + "hta_reference.csv");
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(QString::fromUtf8(file.readLine()).trimmed(), QString("trace_file,rank,metric,value"));
    const QString prefix = "default:";
    std::map<QString, std::optional<HtaBreakdown>> known;
    int compared = 0;
    std::map<QString, int> left_out;
    QStringList differing;
    while (!file.atEnd()) {
        const QStringList cells = QString::fromUtf8(file.readLine()).trimmed().split(',');
        QVERIFY(cells.size() >= 4);
        if (!cells[2].startsWith(prefix)) continue;
        const QString name = cells[2].mid(prefix.size()), where = cells[0] + " " + name;
        if (!known.contains(cells[0])) {
            auto read = read_hta((traces + "pytorch/" + cells[0]).toStdString());
            QVERIFY2(read, qPrintable(where));
            known.emplace(cells[0], *read);
        }
        const auto& hta = known.at(cells[0]);
        if (!hta) { // where HTA itself fails, or answers nan
            if (name == "comp_comm_overlap_pctg") QCOMPARE(cells[3], QString("nan"));
            QVERIFY2(name != "kernel_time(us)", qPrintable(where));
            ++left_out["no kernels"];
            continue;
        }
        const auto got = metric(*hta, name);
        if (!got) {
            ++left_out[name];
            continue;
        }
        ++compared;
        const bool same = cells[3] == "nan" ? std::isnan(*got) : *got == cells[3].toDouble();
        if (!same) differing += QString("%1: %2 instead of %3").arg(where).arg(*got, 0, 'f', 2).arg(cells[3]);
    }
    for (const auto& [name, count] : left_out) qInfo() << "not compared:" << name << count;
    qInfo() << compared - differing.size() << "of" << compared << "values agree";
    QVERIFY2(differing.isEmpty(), qPrintable(differing.join('\n')));
    QVERIFY(compared >= 301); // 8 values of each of 26 traces, and 93 sums by type
}

void TestTraceHta::the_command_prints_it() {
    const auto run = [](const QStringList& options) {
        return test::run_cli(QStringList{"trace", QString::fromStdString(own("hta.json"))} + options).out;
    };
    using Json = nlohmann::json;
    const Json with = Json::parse(run({"--hta", "--json"}).toStdString(), nullptr, false);
    QVERIFY(!with.is_discarded());
    const Json& hta = with["ranks"][0]["hta"];
    QCOMPARE(hta["kernel_time_us"].get<double>(), 79.0);
    QCOMPARE(hta["comp_comm_overlap_pctg"].get<double>(), 33.33);
    QCOMPARE(hta["kernel_type_us"]["MEMORY"].get<double>(), 20.0);
    const Json without = Json::parse(run({"--json"}).toStdString(), nullptr, false);
    QVERIFY(!without["ranks"][0].contains("hta"));
    QVERIFY(run({"--hta"}).contains("Holistic Trace Analysis"));
    QVERIFY(!run({}).contains("Holistic Trace Analysis"));
}

QTEST_GUILESS_MAIN(TestTraceHta)
#include "test_trace_hta.moc"
