// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/cost/failures.h"

#include <QTest>
#include <cmath>
#include <fmt/format.h>
#include <numeric>
#include <random>

using namespace roofrack;

namespace {

FailureInputs inputs(double gpus) {
    FailureInputs out(Defaults::built_in().failures);
    out.gpus = gpus;
    out.servers = gpus / 8;
    return out;
}

double lost(const FailureCost& cost, RunLoss loss) { return cost.lost[static_cast<size_t>(loss)]; }

/// A published run of Llama 3 405B: 16,384 H100, Tectonic's sustained 2 TB/s.
FailureInputs llama_3() {
    FailureInputs out = inputs(16384);
    out.write = out.load = checkpoint_bytes(405e9, out.constants->checkpoint_bytes_per_parameter) / 2e12;
    return out;
}

/// RSC-1's jobs of 1,024 A100: a job of 8 stops every 47.7 days, of which 6.5 in 1,000 days are its node's.
FailureInputs rsc_1(double gpus) {
    FailureInputs out = inputs(gpus);
    out.rate = 6.5;
    out.job_rate = 1000 / 47.7 - 6.5;
    return out;
}

/// Checkpoints of one kind in a run that is played through.
struct Played {
    double stall, interval, mttf, restart;
};

/// Wall time a second of training: stretches of training between checkpoints of each level, failures of each
/// that throw the run back to that level's last one (a level's checkpoint counts for those before it).
double played_waste(const std::vector<Played>& levels, double training, unsigned seed) {
    std::mt19937_64 random(seed);
    std::vector<std::exponential_distribution<double>> failure;
    for (const Played& level : levels) failure.emplace_back(1 / level.mttf);
    std::vector<double> next(levels.size()), saved(levels.size()), due(levels.size());
    double wall = 0, done = 0;
    for (size_t i = 0; i < levels.size(); ++i) {
        next[i] = failure[i](random);
        due[i] = levels[i].interval;
    }
    // Passes `seconds` of wall time unless a failure comes first; which one.
    const auto pass = [&](double seconds) {
        const auto first = static_cast<size_t>(std::ranges::min_element(next) - next.begin());
        if (wall + seconds <= next[first]) {
            wall += seconds;
            return levels.size();
        }
        wall = next[first];
        next[first] += failure[first](random);
        return first;
    };
    while (done < training) {
        const auto level = static_cast<size_t>(std::ranges::min_element(due) - due.begin());
        size_t failed = pass(due[level] - done);
        if (failed == levels.size()) {
            done = due[level];
            failed = pass(levels[level].stall);
            if (failed == levels.size()) {
                for (size_t i = 0; i <= level; ++i) saved[i] = done;
                due[level] += levels[level].interval;
                continue;
            }
        }
        // Back to what the failure left, and again when the restart fails as well.
        size_t worst = failed;
        while (true) {
            const size_t again = pass(levels[worst].restart);
            if (again == levels.size()) break;
            worst = std::max(worst, again);
        }
        done = saved[worst];
        for (size_t i = 0; i < worst; ++i) saved[i] = done;
        for (size_t i = 0; i < levels.size(); ++i) due[i] = saved[i] + levels[i].interval;
    }
    return wall / done;
}

} // namespace

class TestFailures : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void llama_3_gets_on_nine_tenths_of_the_time();
    void jobs_of_rsc_1_stop_more_often_than_its_nodes();
    void no_interval_loses_less();
    void two_constants_foretell_the_writes_of_jean_zay();
    void waste_is_that_of_a_run_played_through();
    void checkpoints_in_memory_are_those_of_a_run_played_through();
    void spares_follow_erlang();
    void the_tail_is_that_of_the_chain();
    void a_leaf_takes_its_servers_as_played();
    void spares_are_whole_units();
    void generations_fail_as_published();
    void state_goes_over_the_host_link();
    void losses_sum_to_what_is_lost();
    void restarts_grow_with_the_gpus();
    void a_write_in_the_background_bounds_its_interval();
    void nothing_fails();
    void a_run_that_never_gets_on_is_a_number();
};

// Llama 3 (arXiv 2407.21783): 419 unplanned and 47 planned stops in 54 days, more than 90 % effective.
void TestFailures::llama_3_gets_on_nine_tenths_of_the_time() {
    const FailureCost cost = failure_cost(llama_3());
    QVERIFY(std::abs(cost.mttf / 3600 - 3.09) < 0.01);
    QVERIFY2(cost.goodput > 0.90 && cost.goodput < 0.95, fmt::format("{}", cost.goodput).c_str());
    const double gpus = cost.rates[static_cast<size_t>(FailureCause::gpu)] * 54 * 86400;
    QVERIFY(std::abs(gpus - 148) < 1);
    FailureInputs slow = llama_3();
    slow.write = 60;
    const FailureCost seldom = failure_cost(slow);
    QCOMPARE(seldom.interval, best_interval(60, seldom.mttf));
    QCOMPARE(checkpoint_bytes(175e9, 8), 1.4e12);
}

void TestFailures::no_interval_loses_less() {
    const double mttf = 3600;
    const auto waste = [&](double stall, double interval) {
        return std::expm1((interval + stall) / mttf) / interval;
    };
    for (const double stall : {1e-3, 1.0, 60.0, 1200.0, 7200.0}) {
        const double best = best_interval(stall, mttf);
        QVERIFY(best < mttf && best < std::sqrt(2 * stall * mttf)); // Young's, of the first order
        QVERIFY(std::abs(std::exp(-(best + stall) / mttf) - (1 - best / mttf)) < 1e-12);
        for (const double other : {0.98, 1.02}) QVERIFY(waste(stall, other * best) > waste(stall, best));
    }
    QVERIFY(std::abs(best_interval(1e-6, mttf) / std::sqrt(2e-6 * mttf) - 1) < 1e-4);
    QCOMPARE(best_interval(0, mttf), 0.0);
}

// RSC (arXiv 2410.21680): at 1,024 GPUs a job stops every 7.9 h and is effective about 0.9 of the time; nodes
// alone at 16,384 GPUs every 1.8 h, at 131,072 every 14 minutes.
void TestFailures::jobs_of_rsc_1_stop_more_often_than_its_nodes() {
    FailureInputs in = rsc_1(1024);
    in.write = in.load = 60;
    const FailureCost jobs = failure_cost(in);
    QVERIFY2(std::abs(jobs.mttf / 3600 / 7.9 - 1) < 0.15, fmt::format("{}", jobs.mttf / 3600).c_str());
    QVERIFY2(std::abs(jobs.goodput - 0.9) < 0.03, fmt::format("{}", jobs.goodput).c_str());
    in.job_rate = 0;
    QVERIFY(failure_cost(in).mttf / 3600 > 28);
    in = rsc_1(16384);
    in.job_rate = 0;
    QVERIFY(std::abs(failure_cost(in).mttf / 3600 / 1.8 - 1) < 0.02);
    in = rsc_1(131072);
    in.job_rate = 0;
    QVERIFY(std::abs(failure_cost(in).mttf / 60 / 14 - 1) < 0.05);
}

// BigScience gpt2.md: checkpoints of 14 bytes a parameter on Jean Zay. What a node writes comes from 8 nodes,
// what the storage takes from 16.
void TestFailures::two_constants_foretell_the_writes_of_jean_zay() {
    const double small = 25e9 * 14, large = 52e9 * 14;
    const double node = small / 17.96 / 8, storage = large / 19.3;
    const auto write = [&](double nodes) { return large / std::min(storage, nodes * node); };
    QVERIFY(16 * node > storage); // it is the storage at 16
    QVERIFY(std::abs(write(32) / 19.23 - 1) < 0.02);
    QVERIFY(std::abs(write(64) / 19.65 - 1) < 0.02);
}

void TestFailures::waste_is_that_of_a_run_played_through() {
    FailureInputs in = llama_3();
    in.planned = 0;
    for (const double rate : {3.79, 40.0}) {
        in.rate = rate;
        const FailureCost cost = failure_cost(in);
        const double restart = cost.detect + cost.schedule + cost.start_up + in.load;
        const double played =
            played_waste({{cost.stall, cost.interval, cost.mttf, restart}}, 20'000 * cost.mttf, 3);
        QVERIFY2(std::abs(played / cost.waste - 1) < 0.01, fmt::format("{} {}", played, cost.waste).c_str());
        // No other interval is better by more than what is second order.
        for (const double other : {0.5, 2.0}) {
            FailureInputs forced = in;
            forced.interval = other * cost.interval;
            QVERIFY(failure_cost(forced).waste > cost.waste);
        }
    }
}

void TestFailures::checkpoints_in_memory_are_those_of_a_run_played_through() {
    FailureInputs in = llama_3();
    in.planned = 0;
    in.write = in.load = 120; // a slow storage, which memory saves from
    const FailureCost alone = failure_cost(in);
    in.in_memory = true;
    for (const double rate : {3.79, 15.0}) {
        in.rate = rate;
        const FailureCost cost = failure_cost(in);
        const double phases = cost.detect + cost.schedule + cost.start_up;
        const double memory = in.constants->memory_recovers, copy = in.constants->checkpoint_quiesce.si();
        const double played =
            played_waste({{copy, cost.memory_interval, cost.mttf / memory, phases + copy},
                          {cost.stall, cost.interval, cost.mttf / (1 - memory), phases + in.load}},
                         20'000 * cost.mttf, 5);
        QVERIFY2(std::abs(played / cost.waste - 1) < 0.02, fmt::format("{} {}", played, cost.waste).c_str());
        if (rate == 3.79) QVERIFY(cost.goodput > alone.goodput);
    }
}

// By its definition, and the job's own chain: what leaves a state comes back to it.
void TestFailures::spares_follow_erlang() {
    for (const double load : {0.1, 1.0, 7.0})
        for (int n = 1; n <= 12; ++n) {
            double term = 1, sum = 1;
            for (int k = 1; k <= n; ++k) sum += term *= load / k;
            QVERIFY(std::abs(erlang_above(n - 1, n, load) - term / sum) < 1e-12);
        }
    FailureInputs in = llama_3();
    const double always = failure_cost(in).goodput;
    double before = 0;
    for (const double spares : {0.0, 2.0, 4.0, 8.0, 16.0, 32.0}) {
        in.spares = spares;
        const FailureCost cost = failure_cost(in);
        QVERIFY(cost.goodput > before);
        QVERIFY(std::abs(lost(cost, RunLoss::repair) - cost.waste * (1 / cost.availability - 1)) < 1e-12);
        before = cost.goodput;
    }
    QVERIFY(std::abs(before - always) < 1e-6); // 6.8 servers are away on average
    in.spares = 0;
    in.repair = 3600;
    QVERIFY(failure_cost(in).goodput < always);
}

void TestFailures::the_tail_is_that_of_the_chain() {
    for (const double load : {0.1, 1.0, 7.0})
        for (int n = 1; n <= 12; ++n) {
            std::vector<double> terms{1};
            for (int k = 1; k <= n; ++k) terms.push_back(terms.back() * load / k);
            const double sum = std::accumulate(terms.begin(), terms.end(), 0.0);
            for (int m = 0; m < n; ++m) {
                const double above = std::accumulate(terms.begin() + m + 1, terms.end(), 0.0) / sum;
                QVERIFY(std::abs(erlang_above(m, n, load) - above) < 1e-12);
            }
            QCOMPARE(erlang_above(-1, n, load), 1.0);
        }
    QCOMPARE(erlang_above(3, 4, 0), 0.0);
}

// 64 leaves of 4 servers each, played through: servers and leaves fail, the job waits while more than the
// spares are away.
void TestFailures::a_leaf_takes_its_servers_as_played() {
    FailureInputs in = inputs(2048);
    const double day = 86400;
    SharedPart leaf{FailureCause::network, 64, 0.0008 / day, 4, 0.2 * day};
    in.shared = {&leaf, 1};
    in.rate = 10;
    for (const double spares : {3.0, 6.0}) {
        in.spares = spares;
        const FailureCost cost = failure_cost(in);
        QVERIFY(std::abs(shared_rate(in.shared, 0, cost) - 64 * leaf.each) < 1e-18);
        const double single = cost.units_away / in.repair;
        std::mt19937_64 random(7);
        std::exponential_distribution<double> next(1);
        double now = 0, waits = 0;
        int away = 0, leaves = 0;
        while (now < 3e5 * day) {
            const bool stands = away + 4 * leaves > spares;
            const double fail = stands ? 0 : single, leaf_fail = stands ? 0 : 64 * leaf.each;
            const double back = away / in.repair, leaf_back = leaves / leaf.repair;
            const double all = fail + leaf_fail + back + leaf_back, passed = next(random) / all;
            now += passed;
            if (stands) waits += passed;
            double which = std::uniform_real_distribution<double>(0, all)(random);
            if ((which -= fail) < 0)
                ++away;
            else if ((which -= leaf_fail) < 0)
                ++leaves;
            else if ((which -= back) < 0)
                --away;
            else
                --leaves;
        }
        const double played = waits / now, predicted = 1 - cost.availability;
        QVERIFY2(std::abs(played / predicted - 1) < 0.08, fmt::format("{} {}", played, predicted).c_str());
        const RepairWait wait = repair_wait(in, cost);
        QVERIFY(wait.shared.front() > 0);
        QVERIFY(std::abs(wait.single + wait.shared.front() - predicted) < 1e-12);
        in.shared = {};
        QVERIFY(failure_cost(in).availability > cost.availability);
        in.shared = {&leaf, 1};
    }
    // Never more leaves fail than the network does.
    leaf.each *= 1000;
    const FailureCost often = failure_cost(in);
    QCOMPARE(shared_rate(in.shared, 0, often), often.rates[static_cast<size_t>(FailureCause::network)]);
}

// 17 spare trays of an NVL72 replace no domain of 18.
void TestFailures::spares_are_whole_units() {
    FailureInputs in = inputs(9216);
    in.servers = 9216 / 4;
    in.unit_servers = 18;
    in.spares = 17;
    const FailureCost few = failure_cost(in);
    in.spares = 0;
    QCOMPARE(few.availability, failure_cost(in).availability);
    in.spares = 18;
    QVERIFY(failure_cost(in).availability > few.availability);
}

void TestFailures::generations_fail_as_published() {
    const Defaults::Failures& constants = Defaults::built_in().failures;
    QVERIFY(std::abs(failure_rate("hopper", constants).value / 3.79 - 1) < 1e-9); // Llama 3
    QVERIFY(!failure_rate("hopper", constants).inherited);
    QVERIFY(std::abs(failure_rate("ampere", constants).value / 6.5 - 1) < 1e-9); // RSC-1
    for (const char* unpublished : {"blackwell", "volta", "tpu-v5p", ""}) {
        const FailureRate rate = failure_rate(unpublished, constants);
        QVERIFY(rate.inherited && rate.value == constants.rate_per_1000_node_days);
    }
    for (const char* known : {"ampere", "hopper"}) {
        const FailureRate rate = failure_rate(known, constants);
        const Constant* figure = Defaults::built_in().figure(rate.constant);
        QVERIFY(figure && figure->value == rate.value && !figure->source.empty());
    }
}

// A GPU's share of Llama 3 405B is 346 MB of 16,384 GPUs, 7 ms over PCIe 5; 44 GB of 128 GPUs, nearly a
// second.
void TestFailures::state_goes_over_the_host_link() {
    FailureInputs in = llama_3();
    in.write = 900;
    in.in_background = true;
    const double quiesce = in.constants->checkpoint_quiesce.si(), bytes = checkpoint_bytes(405e9, 14);
    in.copy = bytes / 16384 / 50.4e9;
    QVERIFY(std::abs(failure_cost(in).stall - quiesce - 0.00687) < 1e-4);
    in.copy = bytes / 128 / 50.4e9;
    QVERIFY(std::abs(failure_cost(in).stall - quiesce - 0.879) < 1e-3);
    in.in_memory = true;
    QCOMPARE(failure_cost(in).memory_stall, failure_cost(in).stall);
    in.write = 1; // a fast storage is waited for, no longer
    QCOMPARE(failure_cost(in).stall, 1.0);
}

void TestFailures::losses_sum_to_what_is_lost() {
    for (const bool background : {false, true})
        for (const bool memory : {false, true})
            for (const double gpus : {8.0, 4096.0, 131072.0}) {
                FailureInputs in = inputs(gpus);
                in.write = in.load = 30;
                in.in_background = background;
                in.in_memory = memory;
                in.spares = 3;
                const FailureCost cost = failure_cost(in);
                const double sum = std::accumulate(cost.lost.begin(), cost.lost.end(), 0.0);
                QVERIFY(std::abs(sum - cost.checkpoint - cost.failure) < 1e-12);
                QVERIFY(std::abs(1 / cost.goodput - 1 - sum) < 1e-12 * (1 + sum));
                QVERIFY(std::ranges::all_of(cost.lost, [](double part) { return part >= 0; }));
            }
    FailureInputs one = inputs(8); // no network inside one server
    one.servers = 1;
    QCOMPARE(failure_cost(one).rates[static_cast<size_t>(FailureCause::network)], 0.0);
}

void TestFailures::restarts_grow_with_the_gpus() {
    FailureInputs in = inputs(16384);
    const double small = failure_cost(inputs(8)).start_up, large = failure_cost(in).start_up;
    QVERIFY(std::abs(large - small - 3 * 16.376) < 1e-9);
    in.start_up_per_1000_gpus = 500; // PyTorch's first store
    QVERIFY(failure_cost(in).goodput < 0.6);
}

void TestFailures::a_write_in_the_background_bounds_its_interval() {
    FailureInputs in = llama_3();
    in.write = 900;
    const FailureCost waits = failure_cost(in);
    in.in_background = true;
    const FailureCost goes_on = failure_cost(in);
    QCOMPARE(goes_on.stall, 5.0);
    QCOMPARE(goes_on.interval, 900.0); // the next one begins when the last is written
    QVERIFY(goes_on.goodput > waits.goodput);
    QVERIFY(lost(goes_on, RunLoss::lost_work) >
            900 / goes_on.mttf); // it is lost with what it would have kept
    in.interval = 60;
    QCOMPARE(failure_cost(in).interval, 900.0); // also when it was asked for more often
}

void TestFailures::nothing_fails() {
    FailureInputs in = llama_3();
    in.rate = in.planned = 0;
    QCOMPARE(failure_cost(in).goodput, 1.0);
    QVERIFY(std::isinf(failure_cost(in).interval));
    in.interval = 1800;
    QVERIFY(std::abs(failure_cost(in).goodput - 1800 / (1800 + in.write)) < 1e-12);
    in.in_memory = true;
    QVERIFY(std::abs(failure_cost(in).goodput - 1800 / (1800 + in.write)) < 1e-12);
}

void TestFailures::a_run_that_never_gets_on_is_a_number() {
    FailureInputs in = inputs(1e6);
    in.rate = 1e6;
    in.in_memory = true;
    in.spares = 0;
    const FailureCost cost = failure_cost(in);
    QVERIFY(std::isfinite(cost.failure));
    QVERIFY(cost.goodput >= 0 && cost.goodput < 1e-9);
}

QTEST_GUILESS_MAIN(TestFailures)
#include "test_failures.moc"
