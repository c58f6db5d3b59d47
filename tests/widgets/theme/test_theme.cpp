// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/style/state_inks.h"
#include "tests/support/colour_vision.h"
#include "widgets/theme/style_sheet.h"
#include "widgets/theme/theme.h"

#include <QApplication>
#include <QFontInfo>
#include <QFontMetricsF>
#include <QRegularExpression>
#include <QTest>

using namespace roofrack;
using namespace roofrack::test;

namespace {

double luminance(const QColor& c) {
    return 0.2126 * linear(c.redF()) + 0.7152 * linear(c.greenF()) + 0.0722 * linear(c.blueF());
}

/// WCAG 2.1 contrast ratio.
double contrast(const QColor& a, const QColor& b) {
    const double one = luminance(a), other = luminance(b);
    return (std::max(one, other) + 0.05) / (std::min(one, other) + 0.05);
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

    /// What a field holds while it is empty is read, and is not taken for what was entered.
    void placeholders_are_readable() {
        for (const Theme& theme : {Theme::light(), Theme::dark()}) {
            const QPalette palette = theme.palette();
            const QColor ink = palette.color(QPalette::PlaceholderText);
            for (const QColor& ground : {theme.window, theme.panel, theme.raised})
                QVERIFY2(contrast(ink, ground) >= 4.5, qPrintable(ink.name()));
            QVERIFY2(contrast(ink, theme.text) >= 1.8, qPrintable(ink.name()));
            QCOMPARE(palette.color(QPalette::Disabled, QPalette::PlaceholderText), theme.disabled);
        }
    }

    /// Names of regimes in their bands, and the ratio of a switch on its patch.
    void coloured_text_is_readable() {
        const auto upon = [](const QColor& ground, const QColor& over, double share) {
            const auto mixed = [share](int a, int b) { return qRound(a + share * (b - a)); };
            return QColor(mixed(ground.red(), over.red()), mixed(ground.green(), over.green()),
                          mixed(ground.blue(), over.blue()));
        };
        for (const Theme& theme : {Theme::light(), Theme::dark()}) {
            for (const Regime regime : {Regime::linear, Regime::diminishing, Regime::degrading}) {
                const QColor band = theme.regime_band(regime),
                             ground = upon(theme.panel, band, band.alphaF());
                QVERIFY2(contrast(theme.regime_text(regime), ground) >= 4.49,
                         qPrintable(theme.regime_text(regime).name()));
            }
            for (const QColor& ground : {theme.window, theme.panel, theme.raised}) {
                const QColor patch = upon(ground, theme.warning, 0.16);
                QVERIFY(contrast(theme.readable(theme.warning, patch), patch) >= 4.49);
            }
            // What can be read keeps its colour.
            QCOMPARE(theme.readable(theme.text, theme.panel), theme.text);
        }
    }

    /// PowerPoint paints by the same table.
    void regimes_have_the_colours_of_the_table() {
        for (const auto& [theme, inks] :
             {std::pair{Theme::light(), light_state_inks}, {Theme::dark(), dark_state_inks}})
            for (const Regime regime : {Regime::linear, Regime::diminishing, Regime::degrading}) {
                QCOMPARE(theme.regime(regime), QColor(inks.of(regime)));
                QCOMPARE(QColor(theme.regime_band(regime).rgb()), QColor(tint_state_inks.of(regime)));
            }
        QCOMPARE(Theme::light().severity(Severity::critical), QColor(light_state_inks.critical));
    }

    // A just noticeable difference is about 2.3 (CIE 1976; Mahy and others 1994); 8 is seen at a glance.
    void parts_differ_for_every_reader() {
        for (const Theme& theme : {Theme::light(), Theme::dark()}) differ(theme);
    }

    /// Time in which nothing is done is the quietest on either ground, and is seen.
    void idle_time_stands_back() {
        for (const Theme& theme : {Theme::light(), Theme::dark()}) {
            const double idle = contrast(theme.part(StepPart::pipeline_bubble), theme.panel);
            QVERIFY2(idle > 1.5 && idle < 2.5, qPrintable(QString::number(idle)));
            for (const StepPart busy : {StepPart::compute, StepPart::memory, StepPart::data_comm})
                QVERIFY(contrast(theme.part(busy), theme.panel) > idle);
        }
    }

private:
    static void differ(const Theme& theme) {
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

private Q_SLOTS:

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
            const QString sheet = style_sheet(theme);
            QVERIFY(!sheet.contains(u'$'));
            static const QRegularExpression empty_value(QStringLiteral(":\\s*;"));
            QVERIFY(!sheet.contains(empty_value));
        }
    }

    void applies_to_the_program() {
        // One bad rule and the whole sheet is dropped, with no more than a warning.
        QTest::failOnWarning(QRegularExpression(QStringLiteral("stylesheet")));
        QWidget shown;
        const Theme theme = Theme::dark();
        Theme::apply(*qApp, theme);
        shown.ensurePolished();
        QCOMPARE(QGuiApplication::palette().color(QPalette::Window), theme.window);
        QVERIFY(Theme::desktop().is_dark);
    }
};

QTEST_MAIN(TestTheme)
#include "test_theme.moc"
