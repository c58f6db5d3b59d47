// SPDX-License-Identifier: GPL-3.0-or-later
// Whole profiles of jobs with planted causes, made by a simulator that knows nothing of the verdict.
#include "core/base/catalog/catalog.h"
#include "core/measured/analysis/verdict/verdict.h"
#include "tests/support/planted/planted_run.h"
#include "tests/support/rounds.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <array>

using namespace roofrack;
using test::Planted;

namespace {

VerdictCause said_of(Planted cause) {
    switch (cause) {
    case Planted::late_rank: return VerdictCause::late_rank;
    case Planted::slow_link: return VerdictCause::slow_link;
    case Planted::slow_gpu: return VerdictCause::slow_gpu;
    case Planted::starved_input: return VerdictCause::starved_input;
    case Planted::small_kernels: return VerdictCause::small_kernels;
    case Planted::fragmentation: return VerdictCause::allocation;
    case Planted::throttling: return VerdictCause::throttling;
    }
    return VerdictCause::none;
}

TraceVerdict verdict_of(const test::PlantedJob& job) {
    QTemporaryDir folder;
    const auto files = test::KinetoWriter(test::SimulatedJob(job)).write(folder.path());
    TraceOptions options;
    options.keep_lanes = true;
    const auto result = read_traces_with(options, {files.begin(), files.end()});
    if (!result || files.empty()) qFatal("a made trace could not be read");
    return verdict_on(*result, analyse(*result, &Catalog::built_in()));
}

/// How many of how many were told rightly; the others are printed.
struct Score {
    int right = 0, all = 0;
    void add(bool is_right, const test::PlantedJob& job, const TraceVerdict& verdict) {
        ++all;
        right += is_right ? 1 : 0;
        if (!is_right) qWarning("%s\n  said: %s", job.text().c_str(), verdict.sentence.c_str());
    }
    double share() const { return static_cast<double>(right) / std::max(1, all); }
};

bool names_it(const TraceVerdict& verdict, const test::PlantedJob& job, Planted cause) {
    if (verdict.cause != said_of(cause) || verdict.causes.empty()) return false;
    const bool is_of_a_rank =
        cause == Planted::late_rank || cause == Planted::slow_gpu || cause == Planted::throttling;
    return !is_of_a_rank || verdict.causes.front().rank == job.plant(cause)->rank;
}

/// Odd ones, which were held out: the verdict was made on even ones.
uint64_t seed_of(int group, int run) {
    return 700'001 + static_cast<uint64_t>(group) * 1'000 + 2 * static_cast<uint64_t>(run);
}

} // namespace

class TestPlantedCauses : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void a_job_is_the_same_again();
    void a_planted_cause_makes_the_step_longer();
    void single_causes_data();
    void single_causes();
    void clean_runs();
    void two_causes();
};

void TestPlantedCauses::a_job_is_the_same_again() {
    const test::PlantedJob a = test::planted_job(11, {Planted::slow_gpu}),
                           b = test::planted_job(11, {Planted::slow_gpu});
    QCOMPARE(a.text(), b.text());
    const test::SimulatedJob first(a), second(b);
    QVERIFY(first.all_solved());
    QCOMPARE(first.step_us(), second.step_us());
}

void TestPlantedCauses::a_planted_cause_makes_the_step_longer() {
    for (int kind = 0; kind < test::planted_kinds; ++kind) {
        if (static_cast<Planted>(kind) == Planted::small_kernels) continue; // its step is another one
        const test::PlantedJob job = test::planted_job(7, {static_cast<Planted>(kind)});
        test::PlantedJob healthy = job;
        healthy.plants.clear();
        const double longer = test::SimulatedJob(job).step_us() / test::SimulatedJob(healthy).step_us();
        QVERIFY2(longer > 1.15 && longer < 1.7, job.text().c_str());
    }
}

void TestPlantedCauses::single_causes_data() {
    QTest::addColumn<int>("kind");
    for (int kind = 0; kind < test::planted_kinds; ++kind)
        QTest::newRow(test::name_of(static_cast<Planted>(kind))) << kind;
}

void TestPlantedCauses::single_causes() {
    QFETCH(int, kind);
    const auto cause = static_cast<Planted>(kind);
    Score score;
    for (int run = 0; run < test::rounds(45, 2); ++run) {
        const test::PlantedJob job = test::planted_job(seed_of(kind, run), {cause});
        const TraceVerdict verdict = verdict_of(job);
        score.add(names_it(verdict, job, cause), job, verdict);
    }
    qInfo("%s: %d of %d named", test::name_of(cause), score.right, score.all);
    QVERIFY(score.share() >= 0.95);
}

void TestPlantedCauses::clean_runs() {
    Score score;
    for (int run = 0; run < test::rounds(100, 6); ++run) {
        const test::PlantedJob job = test::healthy_job(seed_of(7, run));
        const TraceVerdict verdict = verdict_of(job);
        score.add(verdict.cause == VerdictCause::none, job, verdict);
    }
    qInfo("clean: %d of %d without a cause", score.right, score.all);
    QVERIFY(score.share() >= 0.98);
}

void TestPlantedCauses::two_causes() {
    // Those that add up. A loader that gives a batch every so often hides all that is quicker, and of two
    // ranks that are late to the same collective one hides the other; small kernels are not throttled.
    using enum Planted;
    constexpr std::array<std::array<Planted, 2>, 10> pairs{{{late_rank, slow_link},
                                                            {late_rank, small_kernels},
                                                            {late_rank, fragmentation},
                                                            {slow_gpu, slow_link},
                                                            {slow_gpu, fragmentation},
                                                            {throttling, slow_link},
                                                            {throttling, fragmentation},
                                                            {slow_link, small_kernels},
                                                            {slow_link, fragmentation},
                                                            {small_kernels, fragmentation}}};
    Score score;
    for (int run = 0; run < test::rounds(85, 4); ++run) {
        const auto& [first, second] = pairs[static_cast<size_t>(run) * 3 % pairs.size()];
        const test::PlantedJob job = test::planted_job(seed_of(8, run), {first, second});
        const TraceVerdict verdict = verdict_of(job);
        score.add(verdict.cause == VerdictCause::no_single_cause, job, verdict);
    }
    qInfo("two causes: %d of %d named both or no single one", score.right, score.all);
    QVERIFY(score.share() >= 0.9);
}

QTEST_APPLESS_MAIN(TestPlantedCauses)
#include "test_planted_causes.moc"
