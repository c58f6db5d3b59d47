// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/measure/published/built_in_runs.h"
#include "core/measured/measure/published/run_groups.h"
#include "core/measured/measure/runs.h"

#include <QTest>

#include <set>

using namespace roofrack;

namespace {

ValidatedRow row(const char* series, double gpus, double error, const char* software = "NeMo 24.11.1") {
    ValidatedRow out;
    out.id = std::string(series) + "-1";
    out.series = series;
    out.model = "Llama 3 405B";
    out.gpu = "H100-SXM5-80GB";
    out.generation = "hopper";
    out.software = software;
    out.family = "Megatron-Core and NeMo";
    out.precision = "fp8";
    out.source = "A benchmark";
    out.gpus = gpus;
    out.error_pct = error;
    out.published = out.predicted = 1;
    return out;
}

} // namespace

class TestRunGroups : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void a_run_has_a_class_of_each_kind() {
        const ValidatedRow run = row("a", 65, 0);
        QCOMPARE(class_of(run, RunClass::generation), std::string("hopper"));
        QCOMPARE(class_of(run, RunClass::release), std::string("2024, second half"));
        QCOMPARE(class_of(row("a", 8, 0, "NeMo 24.06"), RunClass::release), std::string("2024, first half"));
        QCOMPARE(class_of(row("a", 8, 0, "own"), RunClass::release), std::string("not dated"));
        QCOMPARE(class_of(run, RunClass::scale), std::string("65 to 1,024 GPUs"));
        QCOMPARE(class_of(row("a", 64, 0), RunClass::scale), std::string("9 to 64 GPUs"));
        QCOMPARE(class_of(row("a", 8, 0), RunClass::scale), std::string("up to 8 GPUs"));
        QCOMPARE(class_of(row("a", 1025, 0), RunClass::scale), std::string("more than 1,024 GPUs"));
        for (const RunClass by : run_classes) QVERIFY(run_class(name_of(by)) == by);
        QVERIFY(!run_class("colour"));
    }

    void groups_ascend_with_the_scale() {
        const std::vector<ValidatedRow> rows{row("a", 2048, 4), row("b", 8, -2), row("b", 8, 2),
                                             row("c", 100, 1)};
        const auto groups = grouped_by(rows, RunClass::scale);
        QCOMPARE(groups.size(), size_t(3));
        QCOMPARE(groups[0].key, std::string("up to 8 GPUs"));
        QCOMPARE(groups[0].figures.rows, size_t(2));
        QCOMPARE(groups[0].figures.bias_pct, 0.0);
        QCOMPARE(groups[2].key, std::string("more than 1,024 GPUs"));
        QCOMPARE(groups[2].figures.median_abs_error_pct, 4.0);
    }

    void every_word_and_every_class_must_hold() {
        const ValidatedRow run = row("a", 64, 0);
        RunFilter filter;
        QVERIFY(passes(run, filter));
        filter.words = "405b H100";
        QVERIFY(passes(run, filter));
        filter.words = "405b gb200";
        QVERIFY(!passes(run, filter));
        filter.words = " benchmark ";
        filter.classes[static_cast<size_t>(RunClass::precision)] = "fp8";
        QVERIFY(passes(run, filter));
        filter.classes[static_cast<size_t>(RunClass::precision)] = "bf16";
        QVERIFY(!passes(run, filter));
    }

    /// Each has a source, and no two the same id.
    void the_program_carries_runs_with_their_sources() {
        const Table& runs = built_in_runs();
        QVERIFY(runs.rows.size() > 1400);
        std::set<std::string_view> ids;
        for (size_t i = 0; i < runs.rows.size(); ++i) {
            const RunRow run(runs, i);
            QVERIFY2(!run.text("source").empty(), qPrintable(QString::number(i)));
            QVERIFY2(ids.insert(run.text("id")).second, std::string(run.text("id")).c_str());
        }
    }
};

QTEST_APPLESS_MAIN(TestRunGroups)
#include "test_run_groups.moc"
