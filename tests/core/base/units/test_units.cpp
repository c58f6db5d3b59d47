// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/constants/embedded.h"
#include "core/base/units/bit_rate_text.h"
#include "core/base/units/calendar_date.h"
#include "core/base/units/json_fields.h"
#include "core/base/units/plain_number.h"
#include "core/base/units/quantity.h"
#include "core/base/units/quantity_text.h"

#include <QTest>
#include <clocale>
#include <cmath>
#include <limits>
#include <locale>
#include <nlohmann/json.hpp>
#include <random>

using namespace roofrack;

namespace {

bool near(double a, double b, double relative = 1e-12) { return std::abs(a - b) <= relative * std::abs(b); }

struct CommaPoint : std::numpunct<char> {
    char do_decimal_point() const override { return ','; }
    char do_thousands_sep() const override { return '.'; }
    std::string do_grouping() const override { return "\3"; }
};

constexpr Dimension dimensions[] = {
    Dimension::number,       Dimension::time,
    Dimension::bytes,        Dimension::byte_rate,
    Dimension::flops,        Dimension::flop_rate,
    Dimension::power,        Dimension::energy,
    Dimension::temperature,  Dimension::temperature_difference,
    Dimension::money,        Dimension::money_rate,
    Dimension::energy_price, Dimension::frequency,
    Dimension::length,       Dimension::volume_rate,
};

} // namespace

class TestUnits : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void json_is_read_as_its_own_parser_reads_it();
    void broken_json_is_told_by_its_line();
    void days_are_read_as_dates_or_waits() {
        const auto from = *parse_date("2026-11-23");
        for (const auto& [typed, day] : {std::pair("2027-06-30", "2027-06-30"),
                                         {"2026-11-23", "2026-11-23"},
                                         {"2028-02-29", "2028-02-29"},
                                         {"40 wk", "2027-08-30"},
                                         {"2 weeks", "2026-12-07"},
                                         {"0 d", "2026-11-23"},
                                         {"1 yr", "2027-11-23"},
                                         {"36 h", "2026-11-25"}}) {
            const auto read = parse_day(typed, from);
            QVERIFY2(read, typed);
            QCOMPARE(date_text(*read), std::string(day));
        }
        for (const char* wrong : {"", "2027-02-29", "2027-13-01", "2027-00-10", "2027-6-30", "2027-06-30 ",
                                  "2027-06-3", "30.06.2027", "soon", "NaN", "inf", "-1 wk", "1e20 wk",
                                  "2026-11-22", "2199-01-01", "40 GB", "40", "12027-06-30"})
            QVERIFY2(!parse_day(wrong, from, "--by"), wrong);
        QCOMPARE(parse_day("2026-02-30", from, "--by").error().where, std::string("--by"));
        QVERIFY(!parse_date("40 wk"));
        QCOMPARE(date_text(weeks_after(from, 0.5)), std::string("2026-11-27")); // the nearest day
        QVERIFY(date_text(weeks_after(from, 52.1775 * 7000)).starts_with("90"));
        for (const double weeks : {1.09e6, 1e12, std::numeric_limits<double>::infinity()})
            QCOMPARE(date_text(weeks_after(from, weeks)), std::string("after the year 9999"));
    }
    void bandwidths_are_written_as_ports_are_named() {
        for (const auto& [typed, shown] : {std::pair("400G", "400 Gb/s"),
                                           {"1.6T", "1600 Gb/s"},
                                           {"50 GB/s", "400 Gb/s"},
                                           {"16T", "16 Tb/s"},
                                           {"10 Mb/s", "10 Mb/s"},
                                           {"1 B/s", "8 b/s"}}) {
            const auto rate = parse_quantity(typed, Dimension::byte_rate);
            QVERIFY(rate);
            QCOMPARE(format_bit_rate(ByteRate(*rate)), std::string(shown));
            QCOMPARE(*parse_quantity(shown, Dimension::byte_rate), *rate);
        }
    }
    void reads_data();
    void reads();
    void refuses_data();
    void refuses();
    void formats_data();
    void formats();
    void round_trip();
    void counts();
    void locale_does_not_matter();
    void junk_never_crashes();
    void quantities_multiply();
};

void TestUnits::reads_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("dimension");
    QTest::addColumn<double>("si");
    const auto row = [](const char* text, Dimension dimension, double si) {
        QTest::newRow(qPrintable(QString("%1 [%2]").arg(text).arg(int(dimension))))
            << QString::fromUtf8(text) << int(dimension) << si;
    };
    using enum Dimension;
    row("400 Gb/s", byte_rate, 50e9);
    row("400Gbps", byte_rate, 50e9);
    row("400G", byte_rate, 50e9);
    row("12 * 400G", byte_rate, 600e9);
    row("3.35 TB/s", byte_rate, 3.35e12);
    row("900 GB/s / 2", byte_rate, 450e9);
    row("1 GiB/s", byte_rate, 1073741824.0);
    row("50000000000", byte_rate, 50e9);
    row("10.2 kW", power, 10200);
    row("34.5 kVA", power, 34500);
    row("4 × 10.2 kW", power, 40800);
    row("1 kW + 500 W", power, 1500);
    row("2*(1 kW - 250 W)", power, 1500);
    row("3.2k/2", number, 1600);
    row("40 %", number, 0.4);
    row("1e3", number, 1000);
    row("-2.5", number, -2.5);
    row("−2.5", number, -2.5);
    row("80 GB", bytes, 80e9);
    row("80 GiB", bytes, 80 * 1073741824.0);
    row("8 Gb", bytes, 1e9);
    row("250 us", time, 250e-6);
    row("250 µs", time, 250e-6);
    row("250 μs", time, 250e-6);
    row("3 min", time, 180);
    row("2 h", time, 7200);
    row("27 °C", temperature, 27);
    row("27 C", temperature, 27);
    row("27", temperature, 27);
    row("-5 °C", temperature, -5);
    row("50 °F", temperature, 10);
    row("300 K", temperature, 26.85);
    row("10 K", temperature_difference, 10);
    row("$45k", money, 45000);
    row("45 k$", money, 45000);
    row("$515410", money, 515410);
    row("6.88 $/h", money_rate, 6.88 / 3600);
    row("$6.88/h", money_rate, 6.88 / 3600);
    row("6.88 $/GPU-h", money_rate, 6.88 / 3600);
    row("0.08 $/kWh", energy_price, 0.08 / 3.6e6);
    row("8 c/kWh", energy_price, 0.08 / 3.6e6);
    row("80 $/MWh", energy_price, 0.08 / 3.6e6);
    row("120 kWh", energy, 120 * 3.6e6);
    row("65 J", energy, 65);
    row("1530 MHz", frequency, 1.53e9);
    row("1105 CFM", volume_rate, 1105 * 0.028316846592 / 60); // 1 ft = 0.3048 m exactly
    row("60 L/min", volume_rate, 1e-3);
    row("989 TFLOP/s", flop_rate, 989e12);
    row("989 TFLOPS", flop_rate, 989e12);
    row("35 PF", flop_rate, 35e15);
    row("3.8e25 FLOP", flops, 3.8e25);
    row("5 m", length, 5);
    row("30 mm", length, 0.03);
    row("  700 W  ", power, 700);
}

void TestUnits::reads() {
    QFETCH(QString, text);
    QFETCH(int, dimension);
    QFETCH(double, si);
    const auto value = parse_quantity(text.toStdString(), Dimension(dimension));
    QVERIFY2(value, value ? "" : value.error().text().c_str());
    QVERIFY2(near(*value, si), qPrintable(QString::number(*value, 'g', 17)));
}

void TestUnits::refuses_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("dimension");
    QTest::addColumn<QString>("word"); // that the message must carry
    const auto row = [](const char* text, Dimension dimension, const char* word) {
        QTest::newRow(qPrintable(QString("'%1' [%2]").arg(text).arg(int(dimension))))
            << QString::fromUtf8(text) << int(dimension) << QString::fromUtf8(word);
    };
    using enum Dimension;
    row("", power, "missing");
    row("3,35 TB/s", byte_rate, "comma");
    row("1,234", number, "comma");
    row(",5", number, "comma");
    row("nan", number, "number is expected");
    row("inf", number, "number is expected");
    row("-inf", power, "number is expected");
    row("1e400", number, "too large");
    row("-1e400", number, "too large");
    row("1e300 * 1e300", number, "too large");
    row("1e308 kW", power, "too large");
    row("1/0", number, "zero");
    row("10 kW", byte_rate, "unit of a power");
    row("400 GB/s", bytes, "unit of a data rate");
    row("5 kW", number, "unit of a power");
    row("1 W * 1 W", power, "one factor");
    row("5 + 1 W", power, "both terms");
    row("10 KHZ", frequency, "kHz");
    row("5 mB", bytes, "MB");
    row("10 furlongs", length, "furlongs");
    row("1.2.3", number, "cannot read");
    row("1 234", number, "cannot read");
    row("5 m", time, "");
    row("((1)", number, "bracket");
    row("2 *", number, "missing");
    row("$5", power, "$");
    row("$5", money_rate, "$");
    row("0x10", number, "x10");
}

void TestUnits::refuses() {
    QFETCH(QString, text);
    QFETCH(int, dimension);
    QFETCH(QString, word);
    const auto value = parse_quantity(text.toStdString(), Dimension(dimension), "FILE:7");
    QVERIFY2(!value, qPrintable(value ? QString::number(*value) : QString()));
    QCOMPARE(QString::fromStdString(value.error().where), QString("FILE:7"));
    const QString message = QString::fromStdString(value.error().text());
    QVERIFY2(message.contains(word), qPrintable(message));
    QVERIFY(!value.error().fix.empty());
}

void TestUnits::formats_data() {
    QTest::addColumn<double>("si");
    QTest::addColumn<int>("dimension");
    QTest::addColumn<int>("digits");
    QTest::addColumn<QString>("text");
    const auto row = [](double si, Dimension dimension, const char* text, int digits = 4) {
        QTest::newRow(qPrintable(QString("%1 [%2]").arg(text).arg(int(dimension))))
            << si << int(dimension) << digits << QString::fromUtf8(text);
    };
    using enum Dimension;
    row(3.35e12, byte_rate, "3.35 TB/s");
    row(40800, power, "40.8 kW");
    row(989e12, flop_rate, "989 TFLOP/s");
    row(85.9e9, bytes, "85.9 GB");
    row(999.96, power, "1 kW");
    row(999.6, power, "1 kW", 3);
    row(0, power, "0 W");
    row(-0.0, power, "0 W");
    row(0.25, number, "0.25");
    row(16384, number, "16.38k");
    row(4096, number, "4096");
    row(250e-6, time, "250 µs");
    row(90, time, "90 s");
    row(7200, time, "2 h");
    row(27, temperature, "27 °C");
    row(45000, money, "$45k");
    row(-6.5, money, "-$6.5");
    row(1074, money, "$1074", 3); // less $291 are $783
    row(-9996.4, money, "-$9996", 3);
    row(9999.7, money, "$10k", 3);
    row(999.6, money, "$1000", 3);
    row(1074, money, "$1100", 2);
    row(10740, money, "$10.7k", 3);
    row(6.88 / 3600, money_rate, "$6.88/h");
    row(0.0804 / 3.6e6, energy_price, "$0.0804/kWh");
    row(3.6e8, energy, "100 kWh");
    row(0.00198, volume_rate, "118.8 L/min");
    row(3.8e25, flops, "38 YFLOP");
    row(std::numeric_limits<double>::quiet_NaN(), power, "not known");
    row(123456, power, "120 kW", 2);
    row(6e35, time, "over 1,000,000 yr");
    row(-1e300, time, "under -1,000,000 yr");
    row(1e160, money, "over $1,000,000T");
    row(4e166, energy, "over 1,000 QWh");
    row(1e300, number, "over 1,000Q");
    row(1e-155, number, "0");
}

void TestUnits::formats() {
    QFETCH(double, si);
    QFETCH(int, dimension);
    QFETCH(int, digits);
    QFETCH(QString, text);
    QCOMPARE(QString::fromStdString(format_quantity(si, Dimension(dimension), digits)), text);
}

void TestUnits::round_trip() {
    std::mt19937_64 random(20260901);
    std::uniform_real_distribution<double> exponent(-9, 26), mantissa(1, 10);
    for (const Dimension dimension : dimensions)
        for (int i = 0; i < 2000; ++i) {
            const bool narrow = dimension == Dimension::temperature;
            // Longer times and larger sums are told as "over" the longest and largest.
            const double most = dimension == Dimension::time    ? 1e13
                                : dimension == Dimension::money ? 1e17
                                : dimension == Dimension::money_rate || dimension == Dimension::energy_price
                                    ? 1e10
                                    : 1e30;
            const double sign = i % 2 == 0 ? 1 : -1;
            const double value =
                sign * (narrow
                            ? mantissa(random) * 10
                            : std::min(most, mantissa(random) * std::pow(10, std::floor(exponent(random)))));
            const int digits = 2 + i % 6;
            const std::string text = format_quantity(value, dimension, digits);
            const auto back = parse_quantity(text, dimension);
            QVERIFY2(back, back ? "" : back.error().text().c_str());
            // Half a unit of the last digit, relative to a mantissa of at least 1.
            const double tolerance = 0.5 * std::pow(10, 1 - digits) * (1 + 1e-9);
            QVERIFY2(
                near(*back, value, tolerance),
                qPrintable(QString("%1 -> %2").arg(value, 0, 'g', 17).arg(QString::fromStdString(text))));
        }
}

void TestUnits::counts() {
    QCOMPARE(format_count(1234567), std::string("1,234,567"));
    QCOMPARE(format_count(-1000), std::string("-1,000"));
    QCOMPARE(format_count(999), std::string("999"));
    QCOMPARE(format_count(-0.2), std::string("0"));
    QCOMPARE(format_count(1e300), std::string("over 999,999,999,999,999"));
    QCOMPARE(format_count(std::nan("")), std::string("not known"));
    QCOMPARE(plain_number(1490.4), std::string("1,490"));
    QCOMPARE(plain_number(1.6e6), std::string("1,600,000"));
    QCOMPARE(plain_number(12.34), std::string("12.3"));
    QCOMPARE(plain_number(9.996), std::string("10"));
    QCOMPARE(plain_number(99.96), std::string("100"));
    QCOMPARE(plain_number(-0.5), std::string("-0.5"));
    QCOMPARE(plain_number(0.0000123456), std::string("0.0000123"));
    QCOMPARE(plain_number(0), std::string("0"));
    QCOMPARE(plain_number(INFINITY), std::string("infinite"));
}

void TestUnits::locale_does_not_matter() {
    const std::string c_locale = std::setlocale(LC_ALL, nullptr);
    const char* german = std::setlocale(LC_ALL, "de_DE.UTF-8");
    const std::locale before = std::locale::global(std::locale(std::locale::classic(), new CommaPoint));
    const auto value = parse_quantity("3.35 TB/s", Dimension::byte_rate);
    const std::string text = format_quantity(3.35e12, Dimension::byte_rate);
    const bool comma = parse_quantity("3,35 TB/s", Dimension::byte_rate).has_value();
    std::locale::global(before);
    std::setlocale(LC_ALL, c_locale.c_str());
    QVERIFY(value && near(*value, 3.35e12));
    QCOMPARE(text, std::string("3.35 TB/s"));
    QVERIFY(!comma);
    if (!german) qInfo("de_DE.UTF-8 is not installed: only the C++ locale was changed");
}

void TestUnits::junk_never_crashes() {
    std::mt19937_64 random(7);
    const std::string alphabet = "0123456789.eE+-*/()kMGTmunµ°$%CFWBbs hd,\xc2\xff";
    for (int i = 0; i < 50000; ++i) {
        std::string text(random() % 14, ' ');
        for (char& c : text) c = alphabet[random() % alphabet.size()];
        const auto value = parse_quantity(text, dimensions[random() % std::size(dimensions)]);
        QVERIFY(!value || std::isfinite(*value));
        QVERIFY(value || !value.error().what.empty());
    }
    QVERIFY(!parse_quantity(std::string(100000, '('), Dimension::number));
    QVERIFY(!parse_quantity(std::string(200, '('), Dimension::number));
}

void TestUnits::quantities_multiply() {
    const Seconds time = Bytes(100e9) / ByteRate(50e9);
    QCOMPARE(time.si(), 2.0);
    const double ratio = Watts(3) / Watts(2);
    QCOMPARE(ratio, 1.5);
    QCOMPARE((Celsius(30) - Celsius(18)).si(), 12.0);
}

void TestUnits::json_is_read_as_its_own_parser_reads_it() {
    const auto same = [](std::string_view text) {
        const auto read = parse_json_file(text, "file.json");
        const auto own = nlohmann::json::parse(text);
        return read && *read == own && read->dump() == own.dump() && json_or_discarded(text) == own;
    };
    size_t files = 0;
    for (const EmbeddedFile& file : embedded_files())
        if (file.path.ends_with(".json")) {
            QVERIFY2(same(file.contents), std::string(file.path).c_str());
            ++files;
        }
    QVERIFY(files > 40);
    for (const char* text : {"{}", "[]", "null", " true ", "\"\\u00e9\\n\"",
                             "[0, -0, -1, 1.5e3, 1e-320, -0.0]", "18446744073709551615",
                             "-9223372036854775808", "18446744073709551616", "123456789012345678901234567890",
                             "{\"a\": 1, \"a\": 2}", "{\"b\": {\"\": [[], {}]}, \"a\": \"\\u0000\"}"})
        QVERIFY2(same(text), text);
}

void TestUnits::broken_json_is_told_by_its_line() {
    const auto broken = parse_json_file("{\"a\": 1,\n \"b\": 2,\n}", "file.json");
    QVERIFY(!broken);
    QCOMPARE(broken.error().where, std::string("file.json:3"));
    for (const char* text : {"", "{", "[1,]", "01", "{\"a\" 1}", "\"\xff\"", "[1] 2", "nul"}) {
        QVERIFY2(!parse_json_file(text, "file.json"), text);
        QVERIFY2(json_or_discarded(text).is_discarded(), text);
    }
    const std::string deep(100'000, '[');
    QVERIFY(!parse_json_file(deep, "file.json"));
    QVERIFY(!parse_json_file("1e999", "file.json"));
}

QTEST_APPLESS_MAIN(TestUnits)
#include "test_units.moc"
