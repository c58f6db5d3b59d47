// SPDX-License-Identifier: GPL-3.0-or-later
// The kept predictions of the published runs, which the window lists, against those of `validate`.
#include "core/base/constants/embedded.h"
#include "core/measured/measure/published/built_in_runs.h"
#include "core/measured/measure/published/predictions.h"
#include "validation/validate.h"

#include <QTest>
#include <cmath>
#include <fmt/format.h>

using namespace roofrack;

namespace {

const char* const how_to_renew =
    "run tools/validation --predictions, which makes resources/runs/predictions.csv again";

/// Twelve digits are kept, and compilers differ in the last ones of a sum.
bool same(double kept, double predicted) { return std::abs(kept - predicted) <= 1e-9 * std::abs(predicted); }

std::string kept_text() {
    for (const EmbeddedFile& file : embedded_files())
        if (file.path == "resources/runs/predictions.csv") return std::string(file.contents);
    return {};
}

Result<ListedRuns> parsed(std::string_view csv) {
    return parse_predictions(csv, "kept.csv", built_in_runs());
}

} // namespace

class TestPredictions : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// Whatever changes a prediction or its band changes the file.
    void the_kept_predictions_are_those_of_validate() {
        const auto found = validate_table(built_in_runs(), "resources/runs", Catalog::built_in(),
                                          CostParameters::built_in());
        QVERIFY(found);
        const ListedRuns& kept = listed_runs();
        QVERIFY2(kept.rows.size() == found->rows.size(), how_to_renew);
        QVERIFY(kept.rows.size() > 1000);
        QCOMPARE(kept.skipped, found->skipped.size());
        QCOMPARE(kept.nominal, found->nominal_coverage);
        for (size_t i = 0; i < kept.rows.size(); ++i) {
            const ValidatedRow &a = kept.rows[i], &b = found->rows[i];
            for (const auto member : {&ValidatedRow::id, &ValidatedRow::series, &ValidatedRow::metric,
                                      &ValidatedRow::gpu, &ValidatedRow::software, &ValidatedRow::model,
                                      &ValidatedRow::source, &ValidatedRow::generation, &ValidatedRow::use,
                                      &ValidatedRow::family, &ValidatedRow::precision})
                QVERIFY2(a.*member == b.*member, (b.id + ": " + a.*member + ": " + how_to_renew).c_str());
            for (const auto member :
                 {&ValidatedRow::gpus, &ValidatedRow::published, &ValidatedRow::predicted,
                  &ValidatedRow::published_step, &ValidatedRow::predicted_step, &ValidatedRow::sequence,
                  &ValidatedRow::global_batch, &ValidatedRow::band_low, &ValidatedRow::band_high})
                QVERIFY2(same(a.*member, b.*member), fmt::format("{}: {} is kept, {} is predicted: {}", b.id,
                                                                 a.*member, b.*member, how_to_renew)
                                                         .c_str());
            QVERIFY2(a.assumed == b.assumed, (b.id + ": assumed: " + how_to_renew).c_str());
            // An error is a difference of two steps that are nearly the same.
            QVERIFY(std::abs(a.error_pct - b.error_pct) < 1e-6);
            QVERIFY(std::abs(a.fitted_error_pct - b.fitted_error_pct) < 1e-6);
        }
    }

    void what_is_written_is_read_again() {
        const auto read = parsed(predictions_file(listed_runs().rows));
        QVERIFY(read);
        QCOMPARE(read->rows.size(), listed_runs().rows.size());
        QCOMPARE(predictions_file(read->rows), kept_text());
    }

    void a_file_that_is_not_right_is_refused_data() {
        QTest::addColumn<QString>("csv");
        QTest::addColumn<QString>("what");
        const QString head = QStringLiteral("id,generation,family,precision,sequence,global_batch,predicted_"
                                            "step_s,predicted,band_low,band_high,"
                                            "assumed\n");
        const QString id = QString::fromStdString(listed_runs().rows.front().id);
        QTest::newRow("no column") << QStringLiteral("id,generation,family\na,b,c\n")
                                   << QStringLiteral("no column 'precision'");
        QTest::newRow("no such run") << head + QStringLiteral("no-run,ampere,x,fp16,2048,8,1,1,0.9,1.1,\n")
                                     << QStringLiteral("no run has the id 'no-run'");
        QTest::newRow("no number")
            << head + id + QStringLiteral(",ampere,x,fp16,2048,8,1,none,0.9,1.1,\n")
            << QStringLiteral("'predicted' of run '%1' is not a positive number").arg(id);
        QTest::newRow("twice")
            << head + (id + QStringLiteral(",ampere,x,fp16,2048,8,1,1,0.9,1.1,\n")).repeated(2)
            << QStringLiteral("run '%1' stands twice").arg(id);
    }

    void a_file_that_is_not_right_is_refused() {
        QFETCH(QString, csv);
        QFETCH(QString, what);
        const auto read = parsed(csv.toStdString());
        QVERIFY(!read);
        QCOMPARE(QString::fromStdString(read.error().what), what);
        QCOMPARE(read.error().where, std::string("kept.csv"));
        QVERIFY(!read.error().fix.empty());
    }
};

QTEST_GUILESS_MAIN(TestPredictions)
#include "test_predictions.moc"
