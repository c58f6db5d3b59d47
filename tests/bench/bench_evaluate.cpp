// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/project/project_file.h"
#include "core/step/engine/evaluate.h"
#include "core/study/collectives/bus_bandwidths.h"
#include "core/study/collectives/message_sizes.h"
#include "core/study/scaling.h"
#include "core/study/sizes.h"

#include <algorithm>
#include <benchmark/benchmark.h>
#include <chrono>
#include <cstdio>
#include <cstdlib>

using namespace roofrack;

namespace {

Scenario sixteen_thousand() {
    const auto loaded =
        read_project(ROOFRACK_SOURCE_DIR "/samples/llama3-405b-16k.roofrack.json", Catalog::built_in());
    if (!loaded) {
        std::fprintf(stderr, "%s\n", loaded.error().text().c_str());
        std::exit(1);
    }
    return loaded->project.scenarios.front();
}

/// One full evaluation, from the drawing to the findings; an input changes in every iteration.
void full_evaluation(benchmark::State& state) {
    Scenario scenario = sixteen_thousand();
    double cv = 0.005;
    for (auto _ : state) {
        scenario.site.straggler_cv_iid = cv += 1e-9;
        const auto prepared = Prepared::make(scenario, Catalog::built_in());
        benchmark::DoNotOptimize(evaluate(*prepared).step_time);
    }
}
BENCHMARK(full_evaluation)->Unit(benchmark::kMicrosecond);

void scaling_sweep(benchmark::State& state) {
    Scenario scenario = sixteen_thousand();
    const std::vector<double> counts = gpu_counts(8, 131072);
    double cv = 0.005;
    for (auto _ : state) {
        scenario.site.straggler_cv_iid = cv += 1e-9;
        const auto prepared = Prepared::make(scenario, Catalog::built_in());
        benchmark::DoNotOptimize(scale(*prepared, counts).peak_gpus);
    }
}
BENCHMARK(scaling_sweep)->Unit(benchmark::kMicrosecond);

/// All sizes that the window shows, with the plan as given or the best of the whole space at each.
void dense_study(benchmark::State& state, bool replan) {
    Scenario scenario = sixteen_thousand();
    double cv = 0.005, sizes = 0;
    for (auto _ : state) {
        scenario.site.straggler_cv_iid = cv += 1e-9;
        const auto prepared = Prepared::make(scenario, Catalog::built_in());
        const Fabric& fabric = prepared->fabric();
        const std::vector<double> counts = dense_counts(fabric.gpus, fabric.scale_up_domain, {8, 131072});
        sizes = static_cast<double>(counts.size());
        benchmark::DoNotOptimize(scale(*prepared, counts, {.replan = replan}).peak_gpus);
    }
    state.counters["sizes"] = sizes;
}
BENCHMARK_CAPTURE(dense_study, as_given, false)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK_CAPTURE(dense_study, best_plans, true)->Unit(benchmark::kMillisecond)->UseRealTime();

void step_only(benchmark::State& state) {
    const auto prepared = Prepared::make(sixteen_thousand(), Catalog::built_in());
    EvaluateOptions options;
    options.findings = false;
    Plan plan = prepared->scenario().plan;
    for (auto _ : state) {
        plan.micro_batch = plan.micro_batch == 1 ? 2 : 1;
        options.plan = plan;
        benchmark::DoNotOptimize(evaluate(*prepared, options).step_time);
    }
}
BENCHMARK(step_only)->Unit(benchmark::kMicrosecond);

/// What nccl-tests would print of 5 collectives at 30 sizes on 4 groups, the network read anew; `evaluations`
/// is its time in full evaluations of the same drawing.
void bus_bandwidth_table(benchmark::State& state) {
    const Scenario scenario = sixteen_thousand();
    const Catalog& catalog = Catalog::built_in();
    BusBandwidthRequest request;
    request.bytes = usual_message_sizes();
    request.bytes.resize(30);
    double rows = 0;
    const auto seconds = [](auto&& work) {
        const auto before = std::chrono::steady_clock::now();
        work();
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - before).count();
    };
    double table = 1, evaluation = 1;
    for (auto _ : state) {
        table = std::min(table, seconds([&] {
                             const auto on = tested_fabric(scenario, catalog);
                             request.groups = usual_groups(*on);
                             request.groups.resize(4);
                             rows = static_cast<double>(bus_bandwidths(*on, request).rows.size());
                         }));
        evaluation = std::min(evaluation, seconds([&] {
                                  const auto prepared = Prepared::make(scenario, catalog);
                                  benchmark::DoNotOptimize(evaluate(*prepared).step_time);
                              }));
    }
    state.counters["rows"] = rows;
    state.counters["table_ms"] = 1e3 * table;
    state.counters["evaluations"] = table / evaluation;
}
BENCHMARK(bus_bandwidth_table)->Unit(benchmark::kMillisecond);

} // namespace

BENCHMARK_MAIN();
