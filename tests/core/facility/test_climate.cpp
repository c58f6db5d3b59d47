// SPDX-License-Identifier: GPL-3.0-or-later
// Weather: what the air holds, the climates of the program, and tables of hours from others.
#include "core/facility/outside_air/psychrometrics.h"
#include "core/facility/weather/climate.h"
#include "core/facility/weather/months.h"

#include <QTemporaryDir>
#include <QTest>
#include <cmath>
#include <fstream>

using namespace roofrack;

namespace {

/// A table of so many hours; `line` says one.
std::string table_of(size_t hours, const std::function<std::string(size_t)>& line,
                     const std::string& header = "dry_bulb_c,wet_bulb_c") {
    std::string out = header + "\n";
    for (size_t hour = 0; hour < hours; ++hour) out += line(hour) + "\n";
    return out;
}

std::string mild(size_t) { return "20.5,15.25"; }

/// A year of mild hours with another line at hour 99, line 101 of the file.
std::string with_line(const std::string& other, const std::string& header = "dry_bulb_c,wet_bulb_c",
                      const std::string& rest = "20.5,15.25") {
    return table_of(
        8760, [&](size_t hour) { return hour == 99 ? other : rest; }, header);
}

} // namespace

class TestClimate : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void wet_bulbs_are_those_of_others_data();
    void wet_bulbs_are_those_of_others();
    void wet_bulb_stays_under_the_dry();
    void built_in_years_have_the_published_means();
    void tables_are_read();
    void faults_say_their_line_data();
    void faults_say_their_line();
    void names_find_climates();
};

void TestClimate::wet_bulbs_are_those_of_others_data() {
    QTest::addColumn<double>("dry");
    QTest::addColumn<double>("humidity");
    QTest::addColumn<double>("wet");
    // Stull 2011 (J. Appl. Meteorol. Climatol. 50), exact within 0.65 K: 20 °C at 50 % is his
    // example, the others his equation.
    QTest::newRow("20 °C, 50 %") << 20.0 << 0.5 << 13.7;
    QTest::newRow("30 °C, 50 %") << 30.0 << 0.5 << 22.3;
    QTest::newRow("40 °C, 20 %") << 40.0 << 0.2 << 22.7;
    QTest::newRow("5 °C, 80 %") << 5.0 << 0.8 << 3.5;
    QTest::newRow("30 °C, 90 %") << 30.0 << 0.9 << 28.6;
}

void TestClimate::wet_bulbs_are_those_of_others() {
    QFETCH(double, dry);
    QFETCH(double, humidity);
    QFETCH(double, wet);
    const double got = wet_bulb_at(Celsius(dry), humidity).degrees();
    QVERIFY2(std::abs(got - wet) < 0.65, qPrintable(QString::number(got)));
}

void TestClimate::wet_bulb_stays_under_the_dry() {
    for (double dry = -40; dry <= 50; dry += 5)
        for (double humidity = 0; humidity <= 1.2; humidity += 0.1) {
            const double wet = wet_bulb_at(Celsius(dry), humidity).degrees();
            QVERIFY(wet <= dry && wet > dry - 40);
            if (humidity >= 1) QVERIFY(std::abs(wet - dry) < 1e-3);
        }
    // Thinner air evaporates more.
    QVERIFY(wet_bulb_at(Celsius(30), 0.3, 2000) < wet_bulb_at(Celsius(30), 0.3));
    QVERIFY(std::abs(air_pressure(1500) - 84556) < 50); // ICAO: 845.56 hPa
}

void TestClimate::built_in_years_have_the_published_means() {
    struct Published {
        const char* name;
        double january, july; ///< mean of daily minimum and maximum, °C
    };
    for (const Published& each : {Published{"cold-temperate", 2.25, 20.55}, Published{"hot-dry", 13.9, 35.55},
                                  Published{"hot-humid", 27.85, 28.8}}) {
        const Climate* climate = built_in_climate(each.name);
        QVERIFY(climate);
        QCOMPARE(climate->hours.size(), size_t(8760));
        QVERIFY(!climate->source.empty());
        double january = 0, july = 0;
        for (size_t hour = 0; hour < climate->hours.size(); ++hour) {
            const WeatherHour& air = climate->hours[hour];
            QVERIFY(air.wet_bulb <= air.dry_bulb && !air.carbon);
            if (climate->month_of(hour) == 0) january += air.dry_bulb.degrees() / 744;
            if (climate->month_of(hour) == 6) july += air.dry_bulb.degrees() / 744;
        }
        // The warmer and cooler weeks do not quite cancel out within one month.
        QVERIFY2(std::abs(january - each.january) < 0.7, qPrintable(QString::number(january)));
        QVERIFY2(std::abs(july - each.july) < 0.7, qPrintable(QString::number(july)));
    }
    // Days are warmer than nights, and the year is the same each time it is made.
    const Climate& dry = *built_in_climate("hot-dry");
    QVERIFY(dry.hours[24 * 200 + 14].dry_bulb > dry.hours[24 * 200 + 3].dry_bulb + Kelvins(8));
    QCOMPARE(built_in_climates().size(), size_t(3));
}

void TestClimate::tables_are_read() {
    const auto common = parse_climate(table_of(8760, mild), "w.csv");
    QVERIFY2(common, common ? "" : common.error().text().c_str());
    QCOMPARE(common->hours.size(), size_t(8760));
    QVERIFY(!common->is_leap() && !common->has_carbon());
    QCOMPARE(common->hours[8759].wet_bulb.degrees(), 15.25);
    QCOMPARE(common->month_of(8759), 11);
    QCOMPARE(common->month_of(31 * 24 - 1), 0);
    QCOMPARE(common->month_of(31 * 24), 1);

    const auto leap =
        parse_climate(table_of(
                          8784, [](size_t hour) { return std::to_string(hour) + ";20;60;0.3;x"; },
                          "hour;dry_bulb_c;humidity_percent;carbon_kg_per_kwh;station"),
                      "w.csv");
    QVERIFY2(leap, leap ? "" : leap.error().text().c_str());
    QVERIFY(leap->is_leap() && leap->has_carbon());
    QCOMPARE(leap->month_of(59 * 24), 1); // 29 February
    QCOMPARE(leap->month_of(60 * 24), 2);
    QCOMPARE(*leap->hours[5].carbon, 0.3);
    QVERIFY(leap->hours[5].wet_bulb == wet_bulb_at(Celsius(20), 0.6));
}

void TestClimate::faults_say_their_line_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("where");
    QTest::addColumn<QByteArray>("says");
    const auto row = [](const char* name, const std::string& text, const char* where, const char* says) {
        QTest::newRow(name) << QByteArray::fromStdString(text) << QByteArray(where) << QByteArray(says);
    };
    row("empty", "", "w.csv", "empty");
    row("no dry bulb", "wet_bulb_c\n1\n", "w.csv:1", "dry_bulb_c");
    row("no wet bulb", "dry_bulb_c\n1\n", "w.csv:1", "wet_bulb_c");
    row("header alone", "dry_bulb_c,wet_bulb_c\n", "w.csv:1", "0 hours");
    row("a gap", with_line(",15"), "w.csv:101", "is empty");
    row("a word", with_line("warm,15"), "w.csv:101", "'warm', not a number");
    row("NaN", with_line("NaN,15"), "w.csv:101", "not a number");
    row("infinite", with_line("inf,15"), "w.csv:101", "not a number");
    row("a number and more", with_line("21x,15"), "w.csv:101", "not a number");
    row("kelvin", with_line("293.15,288"), "w.csv:101", "kelvin");
    row("Fahrenheit", with_line("68,59"), "w.csv:101", "°F");
    row("exchanged", with_line("15,21"), "w.csv:101", "above the dry bulb");
    row("humidity", with_line("20,140", "dry_bulb_c,humidity_percent"), "w.csv:101", "140 %");
    row("grams", with_line("20,15,340", "dry_bulb_c,wet_bulb_c,carbon_kg_per_kwh", "20,15,0.34"), "w.csv:101",
        "in g");
    row("one hour more", table_of(8761, mild), "w.csv:8762", "8,761 hours");
    row("one day more than a leap year", table_of(8784 + 24, mild), "w.csv:8786", "8,808 rows");
    row("half a year", table_of(4380, mild), "w.csv:4381", "4,380 hours");
    row("an hour left out",
        table_of(
            8760, [](size_t hour) { return std::to_string(hour + (hour > 98 ? 1 : 0)) + ",20,15"; },
            "hour,dry_bulb_c,wet_bulb_c"),
        "w.csv:101", "hour 100 follows hour 98");
    row("an hour twice",
        table_of(
            8760, [](size_t hour) { return std::to_string(hour - (hour > 98 ? 1 : 0)) + ",20,15"; },
            "hour,dry_bulb_c,wet_bulb_c"),
        "w.csv:101", "in order");
    row("no text", std::string("dry_bulb_c,wet_bulb_c\n\0\n", 24), "w.csv", "not a text file");
    row("not UTF-8", "dry_bulb_c,wet_bulb_c\n\xff,1\n", "w.csv", "UTF-8");
    row("too many cells", with_line("20,15,3"), "w.csv:101", "3 cells");
}

void TestClimate::faults_say_their_line() {
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, where);
    QFETCH(QByteArray, says);
    const auto read = parse_climate(text.toStdString(), "w.csv");
    QVERIFY(!read);
    QCOMPARE(QByteArray::fromStdString(read.error().where), where);
    QVERIFY2(read.error().text().find(says.toStdString()) != std::string::npos, read.error().text().c_str());
    QVERIFY(!read.error().fix.empty());
}

void TestClimate::names_find_climates() {
    const auto built_in = find_climate("hot-dry", {});
    QVERIFY(built_in && built_in->name == "hot-dry");
    const QTemporaryDir folder;
    const std::string path = folder.filePath("w.csv").toStdString();
    std::ofstream(path) << table_of(8760, mild);
    QVERIFY(find_climate(path, "/"));
    const auto beside = find_climate("w.csv", folder.path().toStdString());
    QVERIFY(beside && beside->label == "w.csv");
    for (const char* name : {"", "none", "hot dry", "/dev/zero", "."}) {
        const auto missing = find_climate(name, {});
        QVERIFY2(!missing, name);
        QVERIFY(!missing.error().fix.empty());
    }
    QVERIFY(find_climate("no-such", {}).error().text().find("hot-humid") != std::string::npos);
}

QTEST_APPLESS_MAIN(TestClimate)
#include "test_climate.moc"
