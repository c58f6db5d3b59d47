// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/cost/convergence.h"

#include <QTest>
#include <cmath>
#include <numeric>

using namespace roofrack;

namespace {

bool near(double a, double b, double tolerance) {
    return std::abs(a - b) <= tolerance * std::max(std::abs(a), std::abs(b));
}

double sum_of_tokens(const std::vector<BatchStage>& stages) {
    return std::accumulate(stages.begin(), stages.end(), 0.0,
                           [](double sum, const BatchStage& stage) { return sum + stage.tokens; });
}

/// The share of the run that so many tokens reach, played through in small steps.
double played_tokens(const std::vector<BatchStage>& plan, double least, double critical, double growth) {
    constexpr int steps = 2'000'000;
    double tokens = 0, in_stage = 0;
    size_t stage = 0;
    for (int i = 0; i < steps; ++i) {
        const double share = (i + 0.5) / steps;
        const double local = critical * std::pow(share, growth) / (1 - growth);
        const double more = least / steps * (1 + plan[stage].batch / local);
        tokens += more;
        in_stage += more;
        if (stage + 1 < plan.size() && in_stage >= plan[stage].tokens) {
            ++stage;
            in_stage = 0;
        }
    }
    return tokens;
}

} // namespace

class TestConvergence : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void the_laws_agree_where_their_authors_measured() {
        // 300G tokens: GPT-3's 3.2M batch was chosen near the critical one of its time by Kaplan's law at its
        // loss; three laws of the whole run within a fifth of each other.
        const double zhang = critical_batch_zhang(300e9), kaplan = critical_batch_kaplan(300e9),
                     bergsma = critical_batch_bergsma(300e9);
        QVERIFY(near(zhang, 22.1e6, 0.02));
        QVERIFY(near(kaplan, 19.1e6, 0.02));
        QVERIFY(near(bergsma, 19.4e6, 0.02));
        // Kaplan's B_* is the critical batch at a loss of 1: at D_c tokens.
        QVERIFY(near(critical_batch_kaplan(5.4e13), 2e8, 1e-12));
        QCOMPARE(critical_batch_kaplan(0), 0.0);
        QCOMPARE(critical_batch_bergsma(0), 0.0);
    }

    void the_band_is_the_laws_spread() {
        const CriticalBatch by_law = critical_batch(0, 1e12, true);
        QCOMPARE(by_law.laws.size(), size_t{3});
        QVERIFY(!by_law.is_given);
        QCOMPARE(by_law.tokens, critical_batch_zhang(1e12));
        QCOMPARE(by_law.low, critical_batch_kaplan(1e12));
        QCOMPARE(by_law.high, critical_batch_zhang(1e12));
        const CriticalBatch given = critical_batch(4e6, 1e12, true);
        QVERIFY(given.is_given);
        QCOMPARE(given.tokens, 4e6);
        QCOMPARE(given.low, 4e6);
        QCOMPARE(given.high, 4e6);
        QCOMPARE(given.laws.size(), size_t{3}); // to be compared with
        QCOMPARE(critical_batch(0, 0, true).tokens, 0.0);
        // The laws are of language models: of anything else only what is given is known.
        QCOMPARE(critical_batch(0, 1e12, false).tokens, 0.0);
        QCOMPARE(critical_batch(7e3, 1e12, false).tokens, 7e3);
        QVERIFY(critical_batch(7e3, 1e12, false).laws.empty());
    }

    void at_the_critical_batch_tokens_and_steps_are_twice_the_least() {
        const double critical = 4e6, least = 1e12;
        QCOMPARE(least * token_overhead(critical, critical), 2 * least);
        // Steps: tokens ÷ batch, the least of them that of an infinite batch, least/critical.
        QCOMPARE(least * token_overhead(critical, critical) / critical, 2 * least / critical);
        const double huge = 1e9 * critical;
        QVERIFY(near(least * token_overhead(huge, critical) / huge, least / critical, 1e-8));
        QCOMPARE(token_overhead(critical, 0), 1.0);
    }

    void without_a_ramp_a_run_costs_as_its_batch() {
        const auto run = ramp_stages(0, 8e6, 0, 1e12, 4e6);
        QCOMPARE(run.size(), size_t{1});
        QCOMPARE(run.front().batch, 8e6);
        QVERIFY(near(run.front().tokens, 1e12 * token_overhead(8e6, 4e6), 1e-12));
        // Nor with one that begins at the full batch.
        QCOMPARE(ramp_stages(8e6, 8e6, 1e11, 1e12, 4e6).size(), size_t{1});
    }

    void a_ramp_doubles_with_equal_steps() {
        const auto run = ramp_stages(1e6, 8e6, 7e10, 1e12, 1e8);
        QCOMPARE(run.size(), size_t{4});
        for (size_t i = 0; i < 4; ++i) QCOMPARE(run[i].batch, std::exp2(i) * 1e6);
        for (size_t i = 0; i < 3; ++i) QVERIFY(near(run[i].tokens / run[i].batch, 1e4, 1e-12));
        QVERIFY(near(run[0].tokens + run[1].tokens + run[2].tokens, 7e10, 1e-12));
    }

    void a_ramp_saves_what_its_integral_says() {
        const double growth = Defaults::built_in().convergence.zhang_exponent;
        const auto run = ramp_stages(1e6, 16e6, 2e11, 1e12, 3e7);
        const double full = 1e12 * token_overhead(16e6, 3e7);
        QVERIFY(sum_of_tokens(run) < full);
        QVERIFY(near(sum_of_tokens(run), played_tokens(run, 1e12, 3e7, growth), 1e-4));
        QVERIFY(near(full, played_tokens({{16e6, 0}}, 1e12, 3e7, growth), 1e-3));
        // It saves no more than all that is extra, and nothing where no token is.
        QVERIFY(sum_of_tokens(run) > 1e12 * token_overhead(1e6, 3e7));
        QVERIFY(near(sum_of_tokens(ramp_stages(1e6, 16e6, 2e11, 1e12, 0)), 1e12, 1e-12));
    }

    void a_ramp_longer_than_the_run_ends_with_it() {
        const auto run = ramp_stages(1e6, 16e6, 1e15, 1e12, 3e7);
        QVERIFY(run.back().batch < 16e6);
        QVERIFY(sum_of_tokens(run) >= 1e12);
        QVERIFY(sum_of_tokens(run) < 1e12 * token_overhead(16e6, 3e7));
    }
};

QTEST_APPLESS_MAIN(TestConvergence)
#include "test_convergence.moc"
