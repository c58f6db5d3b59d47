// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/project/project_file.h"
#include "core/step/cost/convergence.h"
#include "core/step/cost/stragglers.h"
#include "core/step/engine/evaluate.h"
#include "core/step/engine/straggler_costs.h"
#include "core/study/losses/slow_groups.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <functional>
#include <random>
#include <vector>

using namespace roofrack;

namespace {

bool near(double a, double b, double tolerance) { return std::abs(a - b) <= tolerance * std::abs(b); }

constexpr double persistent = 0.01, varying = 0.02;
constexpr size_t ranks = 64;

/// Mean of what 100,000 barriers cost over the mean rank, on 1,000 clusters of ranks drawn anew. `speeds`
/// says which lasting speeds a cluster has, `barrier` what its ranks' times come to.
double played(const std::function<std::vector<double>(std::mt19937_64&)>& speeds,
              const std::function<double(const std::vector<double>&, std::mt19937_64&)>& barrier,
              int every = 1) {
    std::mt19937_64 random(11);
    double sum = 0;
    for (int cluster = 0; cluster < 1000; ++cluster) {
        const std::vector<double> lasting = speeds(random);
        for (int barriers = 0; barriers < 100 / every; ++barriers) sum += barrier(lasting, random);
    }
    return sum / 1000 / (100 / every);
}

std::vector<double> normal_speeds(std::mt19937_64& random, size_t n) {
    std::normal_distribution<double> normal(0, persistent);
    std::vector<double> out(n);
    for (double& speed : out) speed = normal(random);
    return out;
}

double longest(const std::vector<double>& lasting, std::mt19937_64& random) {
    std::normal_distribution<double> normal(0, varying);
    double most = -1;
    for (const double speed : lasting) most = std::max(most, speed + normal(random));
    return most;
}

} // namespace

class TestStragglers : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void orders_are_those_of_the_tables();
    void nothing_drained_is_the_expected_maximum();
    void the_barrier_is_as_played();
    void backup_workers_are_as_played();
    void local_sgd_is_as_played();
    void drained_ranks_are_as_played();
    void one_of_many_pods_is_taken_out();
    void causes_and_mitigations_of_a_sample();
    void slow_replicas_get_fewer_micro_batches();
    void asynchronous_steps_pay_with_staleness();
    void a_slow_rack_costs_what_it_is_waited_for();
    void a_chosen_rack_is_found_or_refused();
};

// Harter 1961, order statistics of n normal draws.
void TestStragglers::orders_are_those_of_the_tables() {
    QVERIFY(near(expected_order(2, 2), -1 / std::sqrt(M_PI), 1e-9));
    QVERIFY(std::abs(expected_order(3, 2)) < 1e-9);
    QVERIFY(near(expected_order(10, 2), 1.00136, 1e-5));
    QVERIFY(near(expected_order(10, 3), 0.65606, 1e-5));
    QVERIFY(near(expected_order(20, 2), 1.40760, 1e-5));
    for (const double n : {1.0, 2.0, 64.0, 16384.0})
        QVERIFY(std::abs(expected_order(n, 1) - expected_maximum(n)) < 1e-9);
}

void TestStragglers::nothing_drained_is_the_expected_maximum() {
    for (const double n : {2.0, 64.0, 16384.0, 131072.0}) {
        const double largest = expected_maximum(n);
        for (const double drained : {0.0, 1e-12}) {
            QVERIFY(near(expected_slowest(n, 0.01, 0.02, drained), std::hypot(0.01, 0.02) * largest, 1e-6));
            QVERIFY(near(expected_slowest(n, 0.01, 0, drained), 0.01 * largest, 1e-6));
        }
        QVERIFY(near(expected_slowest(n, 0, 0.01, 0.1), 0.01 * largest, 1e-9)); // nothing lasts
    }
    QCOMPARE(expected_slowest(64, 0, 0, 0.01), 0.0);
}

void TestStragglers::the_barrier_is_as_played() {
    const double mean = played([](auto& random) { return normal_speeds(random, ranks); }, longest);
    QVERIFY2(near(mean, std::hypot(persistent, varying) * expected_maximum(ranks), 0.02),
             qPrintable(QString::number(mean)));
}

void TestStragglers::backup_workers_are_as_played() {
    constexpr int spare = 4;
    std::normal_distribution<double> normal(0, varying);
    const double mean = played([](auto& random) { return normal_speeds(random, ranks + spare); },
                               [&](const std::vector<double>& lasting, std::mt19937_64& random) {
                                   std::vector<double> times = lasting;
                                   for (double& time : times) time += normal(random);
                                   std::ranges::nth_element(times, times.begin() + ranks - 1);
                                   return times[ranks - 1];
                               });
    QVERIFY2(near(mean, std::hypot(persistent, varying) * expected_order(ranks + spare, spare + 1), 0.02),
             qPrintable(QString::number(mean)));
}

void TestStragglers::local_sgd_is_as_played() {
    constexpr int every = 8;
    std::normal_distribution<double> normal(0, varying);
    const double mean = played([](auto& random) { return normal_speeds(random, ranks); },
                               [&](const std::vector<double>& lasting, std::mt19937_64& random) {
                                   double most = -1;
                                   for (const double speed : lasting) {
                                       double sum = 0;
                                       for (int step = 0; step < every; ++step) sum += speed + normal(random);
                                       most = std::max(most, sum / every);
                                   }
                                   return most;
                               },
                               every);
    QVERIFY2(near(mean, std::hypot(persistent, varying / std::sqrt(every)) * expected_maximum(ranks), 0.02),
             qPrintable(QString::number(mean)));
}

void TestStragglers::drained_ranks_are_as_played() {
    // The slowest twentieth of a large fleet is not used.
    const double cut = 1.6448536269514722 * persistent;
    std::normal_distribution<double> normal(0, persistent);
    const double mean = played(
        [&](std::mt19937_64& random) {
            std::vector<double> out;
            while (out.size() < ranks)
                if (const double speed = normal(random); speed <= cut) out.push_back(speed);
            return out;
        },
        longest);
    QVERIFY2(near(mean, expected_slowest(ranks, persistent, varying, 0.05), 0.02),
             qPrintable(QString::number(mean)));
    QVERIFY(expected_slowest(ranks, persistent, varying, 0.05) <
            expected_slowest(ranks, persistent, varying, 0));
    // Among very many the slowest stands below the cut by its exponential spacing: cut − P / (n · φ(cut)).
    QVERIFY(near(expected_slowest(1e6, 0.01, 0, 0.01), 0.01 * (2.3263479 - 0.99 / (1e6 * 0.0266521)), 1e-6));
}

namespace {

Scenario one_slow_gpu() {
    auto loaded = read_project(ROOFRACK_SOURCE_DIR "/samples/mechanisms/one-slow-gpu.roofrack.json",
                               Catalog::built_in());
    if (!loaded) qFatal("%s", loaded.error().text().c_str());
    return loaded->project.scenarios.front();
}

Prepared prepared_for(const Scenario& scenario) {
    auto prepared = Prepared::make(scenario, Catalog::built_in());
    if (!prepared) qFatal("%s", prepared.error().text().c_str());
    return *prepared;
}

const StragglerCosts::Mitigation* mitigation_of(const StragglerCosts& costs, std::string_view word) {
    for (const StragglerCosts::Mitigation& mitigation : costs.mitigations)
        if (mitigation.action.find(word) != std::string::npos) return &mitigation;
    return nullptr;
}

} // namespace

// 64 replicas of eight micro-batches each, one GPU at 3/4 of the speed: by all whole divisions the best.
void TestStragglers::slow_replicas_get_fewer_micro_batches() {
    Scenario scenario = one_slow_gpu();
    for (const double each : {1.0, 2.0, 8.0, 16.0}) {
        scenario.workload.global_batch = 64 * each;
        scenario.site.failures_per_1000_node_days = 0;
        scenario.site.planned_stops_per_1000_node_days = 0;
        const Prepared prepared = prepared_for(scenario);
        const Evaluation evaluation = evaluate(prepared);
        const StragglerCosts costs = straggler_costs(prepared, evaluation);
        double best = each / 0.75;
        for (double few = 1; few <= each; ++few)
            best = std::min(best, std::max(few / 0.75, std::ceil((64 * each - few) / 63)));
        const double gain = each / 0.75 / best - 1;
        const StragglerCosts::Mitigation* mitigation = mitigation_of(costs, "micro-batches where");
        QCOMPARE(mitigation != nullptr, gain > 1e-4);
        // Beside the computation a step has a little that does not change.
        if (mitigation)
            QVERIFY2(near(mitigation->gain, gain, 0.03),
                     fmt::format("{} {}", mitigation->gain, gain).c_str());
    }
}

// Koloskova 2022 with McCandlish 2018: the delay costs nothing where the noise binds.
void TestStragglers::asynchronous_steps_pay_with_staleness() {
    QCOMPARE(staleness_factor(1e6, 0, 1), 2.0);
    QVERIFY(near(staleness_factor(1e6, 1e6, 1), 1.5, 1e-12));
    QVERIFY(near(staleness_factor(1e6, 99e6, 1), 1.01, 1e-12));
    QCOMPARE(staleness_factor(1e6, 1e6, 0), 1.0);
    Scenario scenario = one_slow_gpu();
    const auto mitigation = [&](double critical) {
        scenario.workload.critical_batch = critical;
        const Prepared prepared = prepared_for(scenario);
        const StragglerCosts costs = straggler_costs(prepared, evaluate(prepared));
        const auto* found = mitigation_of(costs, "asynchronous");
        return found ? found->gain : 0;
    };
    QCOMPARE(mitigation(0), 0.0);  // nobody knows what it costs
    QCOMPARE(mitigation(64), 0.0); // half more steps, a third faster ones
    const double much = mitigation(64e4);
    QVERIFY2(near(much, (63 + 0.75) / 64 / 0.75 - 1, 0.02), fmt::format("{}", much).c_str());
    QVERIFY(mitigation(64e1) < much);
}

// The articles' example: 105 GPU-hours in 100,000 steps.
void TestStragglers::a_slow_rack_costs_what_it_is_waited_for() {
    const Scenario scenario = one_slow_gpu();
    const Prepared prepared = prepared_for(scenario);
    const Evaluation now = evaluate(prepared);
    const auto slow = slow_groups(prepared, now, Catalog::built_in());
    QVERIFY(slow && slow->groups.size() == 1 && !slow->whole_run && slow->left_out == 0);
    const SlowGroup& group = slow->groups.front();
    QCOMPARE(group.name, std::string("Last rack"));
    QVERIFY2(near(group.gpu_hours, 105, 0.01), fmt::format("{}", group.gpu_hours).c_str());
    QVERIFY(near(group.dollars, group.gpu_hours / 64 * now.cost_per_hour.si(), 1e-9));
    // It is the second scenario of the sample.
    const auto loaded = read_project(ROOFRACK_SOURCE_DIR "/samples/mechanisms/one-slow-gpu.roofrack.json",
                                     Catalog::built_in());
    const Evaluation mended = evaluate(prepared_for(loaded->project.scenarios[1]));
    QVERIFY(near(group.replaced.gain, now.step_time / mended.step_time - 1, 1e-6));
    QVERIFY(near(group.days, (now.step_time - mended.step_time).si() * 1e5 / 86400, 1e-6));
    // 63 GPUs do the work of 64: some replicas run two micro-batches, and all wait for them.
    QCOMPARE(group.without.gpus, 63.0);
    QVERIFY(group.without.gain < 0);
    Scenario large = scenario;
    large.workload.global_batch = 64 * 63;
    const Prepared many = prepared_for(large);
    const auto fewer = slow_groups(many, evaluate(many), Catalog::built_in());
    QVERIFY(fewer);
    QVERIFY2(near(fewer->groups.front().without.gain, 63 / 0.75 / 64 - 1, 0.02),
             fmt::format("{}", fewer->groups.front().without.gain).c_str());
    // None of the mended cluster is slow.
    const Prepared whole = prepared_for(loaded->project.scenarios[1]);
    const auto none = slow_groups(whole, evaluate(whole), Catalog::built_in());
    QVERIFY(none && none->groups.empty());
}

void TestStragglers::a_chosen_rack_is_found_or_refused() {
    const Scenario scenario = one_slow_gpu();
    const Prepared prepared = prepared_for(scenario);
    const Evaluation now = evaluate(prepared);
    const auto of = [&](const char* element) {
        return slow_groups(prepared, now, Catalog::built_in(), element);
    };
    QVERIFY(of("Last rack") && of("last") && of("last-node"));
    QCOMPARE(of("last")->groups.front().gpu_hours, of("Last rack")->groups.front().gpu_hours);
    const auto rest = of("rack"); // one of the seven that are not slow
    QVERIFY(rest && rest->groups.front().gpu_hours == 0 && rest->groups.front().why.empty());
    const SlowGroup& one = rest->groups.front();
    QCOMPARE(one.element, std::string("rack"));
    QVERIFY(one.drawn == 7 && one.counted == 1 && one.together.empty());
    QVERIFY2(one.gpus < 10 && one.without.gpus == now.gpus - one.gpus,
             fmt::format("{} {}", one.gpus, one.without.gpus).c_str());
    QVERIFY(!of("nothing") && of("nothing").error().what == "'nothing' is not drawn");
    QVERIFY(!of("leaf") && !of("feed"));
    // None is the first of several.
    Scenario alike = scenario;
    alike.cluster.find("rack")->name = "Last rack";
    const Prepared twice = prepared_for(alike);
    const auto which = slow_groups(twice, evaluate(twice), Catalog::built_in(), "Last rack");
    QVERIFY(!which && which.error().what == "2 drawn things are called 'Last rack'");
    QVERIFY2(which.error().fix.find("rack, last") != std::string::npos ||
                 which.error().fix.find("last, rack") != std::string::npos,
             which.error().fix.c_str());
}

void TestStragglers::one_of_many_pods_is_taken_out() {
    const auto loaded =
        read_project(ROOFRACK_SOURCE_DIR "/samples/llama3-405b-16k.roofrack.json", Catalog::built_in());
    Scenario scenario = loaded->project.scenarios.front();
    const Prepared prepared = prepared_for(scenario);
    const Evaluation now = evaluate(prepared);
    const auto pod = slow_groups(prepared, now, Catalog::built_in(), "Pod of 3,072");
    QVERIFY(pod);
    const SlowGroup& group = pod->groups.front();
    QVERIFY(group.drawn == 5 && group.counted == 1 && group.gpus == 3072);
    // The plan is given: more micro-batches a replica may not fit, which is no refusal.
    QVERIFY2(group.without.reason.empty(), group.without.reason.c_str());
    QVERIFY(group.without.days > group.replaced.days);
    // Too little memory is said as such, with the figures: longer sequences run on all GPUs, just.
    scenario.workload.sequence = 10240;
    const Prepared longer = prepared_for(scenario);
    const Evaluation tight = evaluate(longer);
    QVERIFY(tight.memory.verdict == MemoryVerdict::may_not_fit);
    const auto too_large = slow_groups(longer, tight, Catalog::built_in(), "Pod of 3,072");
    QVERIFY(too_large);
    const std::string& reason = too_large->groups.front().without.reason;
    QVERIFY2(reason.starts_with("does not fit: "), reason.c_str());
    const auto rest = slow_groups(prepared, now, Catalog::built_in(), "part-pod");
    QVERIFY(rest && rest->groups.front().drawn == 1 && rest->groups.front().gpus == 1024);
}

void TestStragglers::causes_and_mitigations_of_a_sample() {
    const auto loaded =
        read_project(ROOFRACK_SOURCE_DIR "/samples/shared-a100-hot-rack.roofrack.json", Catalog::built_in());
    QVERIFY(loaded);
    Scenario scenario = loaded->project.scenarios.front();
    scenario.workload.packed_sequences = false;
    const auto prepared = Prepared::make(scenario, Catalog::built_in());
    const Evaluation now = evaluate(*prepared);
    const StragglerCosts costs = straggler_costs(*prepared, now);
    QCOMPARE(costs.wait, now.parts[static_cast<size_t>(StepPart::straggler)]);
    QCOMPARE(costs.causes.size(), size_t(4));
    for (const StragglerCosts::Cause& cause : costs.causes) {
        QVERIFY(cause.gain >= 0);
        QVERIFY(cause.wait <= costs.wait * (1 + 1e-9));
    }
    for (const StragglerCosts::Mitigation& mitigation : costs.mitigations) QVERIFY(mitigation.gain > 0);
    // Packing them is what the scenario with packed sequences has.
    scenario.workload.packed_sequences = true;
    const auto packed = Prepared::make(scenario, Catalog::built_in());
    const double gain = now.step_time.si() / evaluate(*packed).step_time.si() - 1;
    QVERIFY2(near(costs.mitigations.front().gain, gain, 1e-9), costs.mitigations.front().action.c_str());
    // The finding says the best of them.
    const auto finding = std::ranges::find(now.findings, finding_id::straggler, &Finding::id);
    QVERIFY(finding != now.findings.end());
    QVERIFY(finding->mitigation.starts_with(costs.mitigations.front().action));
}

QTEST_GUILESS_MAIN(TestStragglers)
#include "test_stragglers.moc"
