// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/project/project_file.h"
#include "core/step/engine/evaluate.h"
#include "core/study/scaling.h"
#include "core/study/sizes.h"

#include <benchmark/benchmark.h>
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

} // namespace

BENCHMARK_MAIN();
