// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of nvidia-smi and text of dcgm-exporter that are not as simple as they could be.
#include "tests/support/made_logs.h"

#include <QTest>

using namespace roofrack;

class TestSensorLogs : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void columns_are_what_they_are_called();
    void a_column_without_numbers_is_not_read_from();
    void a_second_header_is_no_gpu();
    void rows_of_other_cells_are_counted();
    void decimal_commas_are_named();
    void a_scrape_is_one_sample();
};

namespace {

const std::string smi_header = "timestamp, index, name, power.draw [W], temperature.gpu\n";

std::string smi_row(int second, const char* rest) {
    return fmt::format("2026/01/02 10:00:{:02}.000, {}\n", second, rest);
}

} // namespace

void TestSensorLogs::columns_are_what_they_are_called() {
    // A limit, a mean and an instant beside the power, and how far the temperature is from its limit.
    const auto result = test::read_written(
        "limits.csv",
        "timestamp, index, power.draw.instant [W], power.draw [W], power.draw.average [W], power.limit [W], "
        "clocks.sm [MHz], clocks.max.sm [MHz], temperature.gpu.tlimit, temperature.gpu, "
        "temperature.gpu.tlimit\n" +
            smi_row(0, "0, 90.00 W, 600.00 W, 100.00 W, 700.00 W, 1500 MHz, 1980 MHz, 27, 60, 27") +
            smi_row(1, "0, 90.00 W, 620.00 W, 100.00 W, 700.00 W, 1500 MHz, 1980 MHz, 27, 62, 27"));
    QVERIFY2(result, result ? "" : result.error().what.c_str());
    const LoggedSensors& gpu = result->files.at(0).sensors.at(0);
    QCOMPARE(*gpu.mean_power_w, 610.0);
    QCOMPARE(*gpu.most_temperature_c, 62.0);
    QCOMPARE(*gpu.mean_clock_mhz, 1500.0);
    QVERIFY(result->warnings.empty());
}

void TestSensorLogs::a_column_without_numbers_is_not_read_from() {
    const auto result = test::read_written(
        "instant.csv", "timestamp, index, power.draw [W], power.draw.average [W], power.draw.instant [W], "
                       "temperature.gpu, temperature.gpu.tlimit\n" +
                           smi_row(0, "0, [N/A], 600.00 W, 100.00 W, 60, [N/A]"));
    QVERIFY2(result, result ? "" : result.error().what.c_str());
    const LoggedSensors& gpu = result->files.at(0).sensors.at(0);
    QCOMPARE(*gpu.mean_power_w, 600.0);
    QCOMPARE(*gpu.most_temperature_c, 60.0);
}

void TestSensorLogs::a_second_header_is_no_gpu() {
    const auto result =
        test::read_written("two.csv", smi_header + smi_row(0, "0, NVIDIA H100, 600.00 W, 60") +
                                          smi_row(1, "0, NVIDIA H100, 500.00 W, 60") + smi_header +
                                          smi_row(0, "0, NVIDIA A100, 300.00 W, 50") + smi_header +
                                          smi_row(2, "0, NVIDIA H100, 400.00 W, 60"));
    QVERIFY2(result, result ? "" : result.error().what.c_str());
    const MeasuredFile& file = result->files.at(0);
    QCOMPARE(file.sensors.size(), size_t(2));
    QCOMPARE(file.sensors[0].name, std::string("0"));
    QCOMPARE(file.sensors[0].samples, int64_t(3));
    QCOMPARE(*file.sensors[0].mean_power_w, 500.0);
    QCOMPARE(file.sensors[1].name, std::string("0 (NVIDIA A100)"));
    QCOMPARE(*file.sensors[1].mean_power_w, 300.0);
    QCOMPARE(file.gpu, std::string("NVIDIA H100"));
    QCOMPARE(result->warnings.size(), size_t(1));
    QVERIFY(result->warnings[0].message.starts_with("3 recordings stand in one table"));
}

void TestSensorLogs::rows_of_other_cells_are_counted() {
    const auto result = test::read_written(
        "cut.csv", smi_header + smi_row(0, "0, NVIDIA H100, 600.00 W, 60") +
                       smi_row(1, "0, NVIDIA H100, 612,45 W, 60") +
                       smi_row(2, "0, NVIDIA H100, 612,45 W, 60") + "\n" + "2026/01/02 10:0");
    QVERIFY2(result, result ? "" : result.error().what.c_str());
    QCOMPARE(result->files.at(0).sensors.at(0).samples, int64_t(1));
    QCOMPARE(result->warnings.size(), size_t(1));
    QCOMPARE(
        result->warnings[0].message,
        std::string("3 rows have more or fewer cells than the header, line 3 first (decimal commas split "
                    "their cells: write decimal points): left out"));
}

void TestSensorLogs::decimal_commas_are_named() {
    const auto result =
        test::read_written("comma.csv", smi_header + smi_row(0, "0, NVIDIA H100, 612,45 W, 60"));
    QVERIFY(!result);
    QVERIFY2(result.error().what.find("decimal commas") != std::string::npos, result.error().what.c_str());
    const auto nothing = test::read_written("empty.csv", smi_header);
    QVERIFY(!nothing);
    QVERIFY2(nothing.error().what.find("no line of readings") != std::string::npos,
             nothing.error().what.c_str());
}

void TestSensorLogs::a_scrape_is_one_sample() {
    std::string text;
    for (int scrape = 0; scrape < 3; ++scrape)
        text += "DCGM_FI_DEV_FB_USED{gpu=\"0\"} 1000\nDCGM_FI_DEV_SM_CLOCK{gpu=\"0\"} 1980\n"
                "DCGM_FI_DEV_POWER_USAGE{gpu=\"0\"} 500\nDCGM_FI_DEV_FB_FREE{gpu=\"0\"} 1000\n"
                "DCGM_FI_DEV_FB_FREE{gpu=\"1\"} 1000\n";
    const auto result = test::read_written("metrics.txt", text);
    QVERIFY2(result, result ? "" : result.error().what.c_str());
    const MeasuredFile& file = result->files.at(0);
    QCOMPARE(file.sensors.at(0).samples, int64_t(3));
    QCOMPARE(file.sensors.at(1).samples, int64_t(3));
    QCOMPARE(file.records, int64_t(6));
    QCOMPARE(*file.sensors[0].mean_power_w, 500.0);
}

QTEST_APPLESS_MAIN(TestSensorLogs)
#include "test_sensor_logs.moc"
