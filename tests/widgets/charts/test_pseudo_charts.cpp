// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/chart_samples.h"
#include "tests/support/language_faults.h"
#include "tests/support/pseudo_language.h"
#include "widgets/charts/catalog/chart_catalog.h"
#include "widgets/charts/chart.h"
#include "widgets/charts/plot/plot_view.h"

#include <QTest>

#include <memory>

using namespace roofrack;

/// The charts in a language of longer words: titles, axes, legends, labels and what the pointer reads out.
class TestPseudoCharts : public QObject {
    Q_OBJECT

private:
    test::PseudoLanguage m_language;
    test::LanguageFaults m_faults;

private Q_SLOTS:
    void initTestCase() {
        QVERIFY(load_fonts());
        QCoreApplication::installTranslator(&m_language);
    }
    void cleanupTestCase() { QCoreApplication::removeTranslator(&m_language); }

    void the_charts_are_translated_data() {
        QTest::addColumn<QString>("data");
        for (const char* data : {"large", "small", "traced", "infeasible", "empty"})
            QTest::newRow(data) << QString::fromLatin1(data);
    }
    void the_charts_are_translated() {
        QFETCH(QString, data);
        ChartData shown;
        if (data == u"large" || data == u"traced") shown = test_samples::large();
        if (data == u"small" || data == u"infeasible") shown = test_samples::small();
        if (data == u"traced") shown.trace = test_samples::trace();
        if (data == u"infeasible")
            test_samples::make_infeasible(
                shown,
                {{Severity::critical, "memory-exceeded", "the model needs 31 GB", "", "micro-batch 1", {}}});
        m_faults.known.add(shown.scenario);
        m_faults.known.add(shown.subject);
        const Roofs& roofs = shown.have_or_empty<Roofs>();
        m_faults.known.add(roofs.accelerator);
        for (const Roofs::Peak& peak : roofs.peaks) m_faults.known.add(peak.precision);
        if (const auto evaluation = shown.evaluation()) m_faults.known.add_core(*evaluation);
        if (const auto swing = shown.have<SwingStudy>()) m_faults.known.add_core(*swing);
        for (const MeasuredStudy& measured : shown.have_or_empty<MeasuredStudies>().curves)
            m_faults.known.add_core(measured.fit);
        if (shown.search) m_faults.known.add_core(shown.search->result);
        for (const ChartEntry& entry : chart_catalog()) {
            const std::unique_ptr<Chart> chart(entry.create(nullptr));
            chart->show(shown);
            for (const QSize size : {QSize(480, 320), QSize(640, 212), QSize(900, 420), QSize(1600, 900)}) {
                const QString where =
                    QStringLiteral("%1, %2 px").arg(QLatin1String(entry.id)).arg(size.width());
                test::TextRecorder recorder(size);
                chart->paint(recorder, {.size = size, .theme = Theme::light()}, true);
                m_faults.painted(recorder.texts, size, where);
            }
            chart->resize(900, 480);
            static_cast<QWidget&>(*chart).show();
            chart->grab();
            for (const ChartHit& hit : chart->findChild<PlotView*>()->ink().hits)
                m_faults.text(QStringLiteral("%1, read out").arg(QLatin1String(entry.id)), hit.readout);
            m_faults.texts(*chart);
        }
        QCOMPARE(m_faults.report(), 0);
    }
};

QTEST_MAIN(TestPseudoCharts)
#include "test_pseudo_charts.moc"
