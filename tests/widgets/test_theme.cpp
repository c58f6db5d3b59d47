// SPDX-License-Identifier: GPL-3.0-or-later
#include "theme/theme.h"

#include <QApplication>
#include <QFontInfo>
#include <QFontMetricsF>
#include <QRegularExpression>
#include <QtTest>

#include <array>
#include <cmath>

using namespace roofrack;

namespace {

double linear(double c) { return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); }

double luminance(const QColor& c) {
    return 0.2126 * linear(c.redF()) + 0.7152 * linear(c.greenF()) + 0.0722 * linear(c.blueF());
}

/// WCAG 2.1 contrast ratio.
double contrast(const QColor& a, const QColor& b) {
    const double one = luminance(a), other = luminance(b);
    return (std::max(one, other) + 0.05) / (std::min(one, other) + 0.05);
}

using Rgb = std::array<double, 3>;

/// How a colour is seen: 0 by everyone, 1 with protanopia, 2 with deuteranopia. Matrices of Machado, Oliveira
/// and Fernandes 2009, severity 1.0, on linear RGB.
Rgb seen(const QColor& colour, int vision) {
    static constexpr double matrix[3][3][3] = {
        {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
        {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}},
        {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}},
    };
    const Rgb in = {linear(colour.redF()), linear(colour.greenF()), linear(colour.blueF())};
    Rgb out{};
    for (size_t row = 0; row < 3; ++row)
        for (size_t column = 0; column < 3; ++column) out[row] += matrix[vision][row][column] * in[column];
    return out;
}

/// CIE L*a*b* (D65) of linear RGB.
Rgb lab(const Rgb& rgb) {
    const double x = (0.4124 * rgb[0] + 0.3576 * rgb[1] + 0.1805 * rgb[2]) / 0.9505;
    const double y = 0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2];
    const double z = (0.0193 * rgb[0] + 0.1192 * rgb[1] + 0.9505 * rgb[2]) / 1.089;
    const auto f = [](double t) { return t > 0.008856 ? std::cbrt(t) : 7.787 * t + 16.0 / 116; };
    return {116 * f(y) - 16, 500 * (f(x) - f(y)), 200 * (f(y) - f(z))};
}

double difference(const QColor& a, const QColor& b, int vision) {
    const Rgb p = lab(seen(a, vision)), q = lab(seen(b, vision));
    return std::hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
}

} // namespace

class TestTheme : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void bundled_type_is_loaded_and_its_figures_are_tabular() {
        QVERIFY(load_fonts());
        const QFont font = Theme::light().font(Theme::Role::body);
        QCOMPARE(QFontInfo(font).family(), QStringLiteral("Roboto"));
        QCOMPARE(font.pixelSize(), 13);
        const QFontMetricsF metrics(font);
        for (QChar digit = u'1'; digit <= u'9'; digit = QChar(digit.unicode() + 1))
            QCOMPARE(metrics.horizontalAdvance(digit), metrics.horizontalAdvance(u'0'));
    }

    void presentation_scales_type_and_spacing() {
        const Theme theme = Theme::dark().scaled(1.6);
        QCOMPARE(theme.font(Theme::Role::verdict).pixelSize(), 32);
        QCOMPARE(theme.spacing(8), 13);
    }

    void text_is_readable() {
        for (const Theme& theme : {Theme::light(), Theme::dark()}) {
            for (const QColor& ground : {theme.window, theme.panel, theme.raised}) {
                QVERIFY(contrast(theme.text, ground) >= 7);        // WCAG 2.1 AAA
                QVERIFY(contrast(theme.secondary, ground) >= 4.5); // AA
            }
            for (size_t i = 0; i < step_part_count; ++i) {
                const QColor part = theme.part(static_cast<StepPart>(i));
                QVERIFY2(contrast(theme.text_on(part), part) >= 4, qPrintable(part.name()));
            }
        }
    }

    // A just noticeable difference is about 2.3 (CIE 1976; Mahy and others 1994); 8 is seen at a glance.
    void parts_differ_for_every_reader() {
        const Theme theme = Theme::light();
        for (size_t i = 0; i < step_part_count; ++i)
            for (size_t k = i + 1; k < step_part_count; ++k)
                for (int vision = 0; vision < 3; ++vision) {
                    const auto a = static_cast<StepPart>(i), b = static_cast<StepPart>(k);
                    const double apart = difference(theme.part(a), theme.part(b), vision);
                    QVERIFY2(apart >= 7.9, qPrintable(QStringLiteral("parts %1 and %2, vision %3: %4")
                                                          .arg(i)
                                                          .arg(k)
                                                          .arg(vision)
                                                          .arg(apart)));
                }
    }

    void ramps_get_steadily_lighter() {
        double load = -1, heat = -1;
        for (int i = 0; i <= 20; ++i) {
            const double load_now = luminance(load_ramp(i / 20.0)), heat_now = luminance(heat_ramp(i / 20.0));
            QVERIFY(load_now > load && heat_now > heat);
            load = load_now;
            heat = heat_now;
        }
        QCOMPARE(load_ramp(7), load_ramp(1));
        QCOMPARE(heat_ramp(std::nan("")), heat_ramp(0));
    }

    void style_sheet_has_no_unknown_word() {
        for (const Theme& theme : {Theme::light(), Theme::dark().scaled(1.6)}) {
            const QString sheet = theme.style_sheet();
            QVERIFY(!sheet.contains(u'$'));
            static const QRegularExpression empty_value(QStringLiteral(":\\s*;"));
            QVERIFY(!sheet.contains(empty_value));
        }
    }

    void applies_to_the_program() {
        const Theme theme = Theme::dark();
        Theme::apply(*qApp, theme);
        QCOMPARE(QGuiApplication::palette().color(QPalette::Window), theme.window);
        QVERIFY(Theme::desktop().is_dark);
    }
};

QTEST_MAIN(TestTheme)
#include "test_theme.moc"
