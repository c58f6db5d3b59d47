// SPDX-License-Identifier: GPL-3.0-or-later
// What stands around a plot gives way to it; the legend then stands beside the title, whole or not at all.
#include "tests/support/text_recorder.h"
#include "widgets/charts/plot/chart_frame.h"
#include "widgets/charts/plot/shared_room.h"

#include <QFontMetricsF>
#include <QTest>

using namespace roofrack;

namespace {

ChartSpec spec_with_legend(const QString& title = QStringLiteral("Where the time of each rank went")) {
    ChartSpec spec;
    spec.title = title;
    spec.subtitle = QStringLiteral("8 ranks");
    spec.source = QStringLiteral("two_ranks");
    for (const char* name : {"compute", "exposed communication", "exposed copies", "idle"})
        spec.legend.push_back({{}, QLatin1String(name), Qt::blue});
    spec.panels.emplace_back();
    return spec;
}

} // namespace

class TestChartFrame : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// Columns are as wide as their texts; where that is too much, the widest are cut, all to the same width.
    void columns_fit_their_texts() {
        using Widths = std::vector<double>;
        QCOMPARE(fitted_widths({20, 10, 30}, 60), (Widths{20, 10, 30}));
        QCOMPARE(fitted_widths({90, 10, 50}, 100), (Widths{45, 10, 45}));
        QCOMPARE(fitted_widths({90, 10, 30}, 100), (Widths{60, 10, 30}));
        QCOMPARE(fitted_widths({20, 10}, -5), (Widths{0, 0}));
        QVERIFY(fitted_widths({}, 100).empty());
    }

    void a_legend_has_lines_of_its_own_where_there_is_room() {
        const FrameLayout layout = frame_layout(spec_with_legend(), Theme::light(), {900, 420});
        QCOMPARE(layout.legend.size(), size_t(4));
        QVERIFY(layout.legend.front().top() >
                12 + QFontMetricsF(Theme::light().font(Theme::Role::strong)).height());
        QVERIFY(!layout.subtitle.isEmpty());
    }

    void in_low_pictures_it_stands_beside_the_title_data() {
        QTest::addColumn<double>("scale");
        for (const double scale : {1.0, 1.5}) QTest::addRow("%g", scale) << scale;
    }
    void in_low_pictures_it_stands_beside_the_title() {
        QFETCH(double, scale);
        const Theme theme = Theme::light().scaled(scale);
        const QSize size(static_cast<int>(900 * scale), static_cast<int>(280 * scale));
        ChartSpec spec = spec_with_legend();
        const FrameLayout layout = frame_layout(spec, theme, size);
        const QFontMetricsF strong(theme.font(Theme::Role::strong));
        QCOMPARE(layout.legend.size(), spec.legend.size());
        double from = theme.spacing(16) + strong.horizontalAdvance(spec.title);
        for (const QRectF& entry : layout.legend) {
            QVERIFY(entry.left() > from);
            QVERIFY(entry.top() >= theme.spacing(12) && entry.bottom() <= layout.panels.top());
            from = entry.right();
        }
        QVERIFY(from <= size.width() - theme.spacing(16) + 0.5);
        // It takes nothing from the plot.
        spec.legend.clear();
        QVERIFY(layout.panels.height() >= frame_layout(spec, theme, size).panels.height());
    }

    void it_is_left_out_whole_where_the_title_leaves_no_room() {
        const QSize narrow(480, 300);
        QVERIFY(frame_layout(spec_with_legend(), Theme::light(), narrow).legend.empty());
        const QString name(80, u'W');
        QVERIFY(frame_layout(spec_with_legend(name), Theme::light(), {900, 300}).legend.empty());
    }

    /// Where nobody can point at the picture, the plot yields instead of what is said around it.
    void texts_that_are_kept_stay_whole() {
        const QSize low(800, 314);
        ChartSpec spec = spec_with_legend();
        spec.subtitle =
            QStringLiteral("one\ntwo\n") + QStringLiteral("words and words ").repeated(25).trimmed();
        const FrameLayout yields = frame_layout(spec, Theme::light(), low);
        QVERIFY(yields.subtitle.size() < 3);
        spec.keeps_texts = true;
        const FrameLayout keeps = frame_layout(spec, Theme::light(), low);
        QCOMPARE(keeps.subtitle.join(u' '), QString(spec.subtitle).replace(u'\n', u' '));
        QCOMPARE(keeps.legend.size(), spec.legend.size());
        QVERIFY(keeps.panels.height() > 100 && keeps.panels.height() < yields.panels.height());
        spec.title = QString(80, u'W'); // no room beside it
        QCOMPARE(frame_layout(spec, Theme::light(), low).legend.size(), spec.legend.size());
    }

    /// A subtitle of cautions stays whole while the plot has some room, and goes where it has none.
    void a_subtitle_that_is_kept_goes_last() {
        ChartSpec spec = spec_with_legend();
        spec.subtitle =
            QStringLiteral("one\ntwo\n") + QStringLiteral("words and words ").repeated(25).trimmed();
        const auto is_whole = [&](int height) {
            const FrameLayout layout = frame_layout(spec, Theme::light(), {800, height});
            return layout.subtitle.join(u' ') == QString(spec.subtitle).replace(u'\n', u' ');
        };
        QVERIFY(!is_whole(314));
        spec.subtitle_yields = ChartSpec::SubtitleYields::after_others;
        QVERIFY(!is_whole(314)); // a plot has its height first
        QVERIFY(is_whole(600));
        spec.subtitle_yields = ChartSpec::SubtitleYields::last;
        QVERIFY(is_whole(314));
        QVERIFY(frame_layout(spec, Theme::light(), {800, 314}).panels.height() >= 140);
        QVERIFY(!is_whole(180));
        QVERIFY(is_whole(600));
    }

    /// An alert has two lines at most; what is cut off is read where it is pointed at.
    void an_alert_that_is_cut_is_told() {
        const QSize size(900, 600);
        for (const int names : {1, 40}) {
            ChartSpec spec = spec_with_legend();
            QStringList stops;
            for (int i = 1; i <= names; ++i) stops << QStringLiteral("“Hall %1” stops at 573 kW").arg(i);
            spec.alert = stops.join(QStringLiteral("; "));
            test::TextRecorder recorder(size);
            QPainter painter(&recorder);
            ChartInk ink;
            paint_frame(painter, spec, Theme::light(), size, ink);
            painter.end();
            const bool is_cut = names > 1;
            QCOMPARE(frame_layout(spec, Theme::light(), size).alert.back().endsWith(u'…'), is_cut);
            QCOMPARE(ink.hits.size(), size_t(is_cut));
            if (is_cut) QVERIFY2(ink.hits[0].readout.contains(spec.alert), qPrintable(ink.hits[0].readout));
        }
    }

    void what_is_painted_does_not_overlap() {
        const QSize size(900, 300);
        test::TextRecorder recorder(size);
        QPainter painter(&recorder);
        ChartInk ink;
        paint_frame(painter, spec_with_legend(), Theme::light(), size, ink);
        painter.end();
        QStringList seen;
        for (size_t i = 0; i < recorder.texts.size(); ++i) {
            seen << recorder.texts[i].text;
            for (size_t k = 0; k < i; ++k)
                QVERIFY2(!recorder.texts[i].rect.intersects(recorder.texts[k].rect),
                         qPrintable(recorder.texts[i].text));
        }
        for (const char* name : {"compute", "exposed communication", "exposed copies", "idle"})
            QVERIFY2(seen.contains(QLatin1String(name)), qPrintable(seen.join(u'|')));
    }
};

QTEST_MAIN(TestChartFrame)
#include "test_chart_frame.moc"
