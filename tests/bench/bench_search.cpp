// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/project/project_file.h"
#include "core/step/engine/prepared.h"
#include "core/step/search/coster.h"
#include "core/step/search/search.h"

#include <benchmark/benchmark.h>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>

using namespace roofrack;

namespace {

constexpr double batch = 4096; ///< sequences a step

/// GPT-3 175B on a drawing of `gpus` A100 in units of 128 as on Selene (samples/megatron-1t-3072).
Prepared prepared(double gpus, const char* model = "gpt3-175b") {
    const Catalog& catalog = Catalog::built_in();
    const auto loaded = read_project(ROOFRACK_SOURCE_DIR "/samples/megatron-1t-3072.roofrack.json", catalog);
    if (!loaded) {
        std::fprintf(stderr, "%s\n", loaded.error().text().c_str());
        std::exit(1);
    }
    Scenario scenario = loaded->project.scenarios.front();
    for (Element& element : scenario.cluster.elements)
        if (element.id == "unit") element.count = static_cast<int>(std::max(1.0, gpus / 128));
    scenario.workload.model = model;
    scenario.workload.sequence = 2048;
    scenario.workload.global_batch = batch;
    scenario.plan = {};
    scenario.plan.tp = 8;
    scenario.plan.pp = 8;
    scenario.plan.software = "megatron-core";
    auto result = Prepared::make(scenario, catalog);
    if (!result) {
        std::fprintf(stderr, "%s\n", result.error().text().c_str());
        std::exit(1);
    }
    return *result;
}

/// Peak resident memory of this process in bytes.
double peak_memory() {
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);)
        if (line.starts_with("VmHWM:")) return 1024 * std::strtod(line.c_str() + 6, nullptr);
    return std::nan("");
}

void report(benchmark::State& state, const SearchResult& result) {
    state.counters["space"] = result.space;
    state.counters["evaluated"] = result.evaluated;
    state.counters["feasible"] = result.feasible;
    state.counters["pruned"] = result.pruned;
    state.counters["front"] = static_cast<double>(result.pareto.size());
    state.counters["peak_MB"] = peak_memory() / 1e6;
}

/// Largest relative difference between the search's own costing and evaluate(), over plans of all nodes.
double apart_from_evaluate(const Prepared& drawn) {
    const Prepared::Impl& impl = drawn.impl();
    const Plan& base = drawn.scenario().plan;
    const double gpus = drawn.fabric().gpus;
    StepConditions conditions;
    step_conditions(impl, base, gpus, batch, {}, conditions);
    const SearchAxes axes(impl, gpus, batch, base, {});
    KernelCosts kernels;
    PlanCoster coster(impl, conditions, base, kernels);
    EvaluateOptions options;
    options.findings = false;
    double worst = 0;
    size_t turn = 0;
    for (const SearchNode& node : axes.nodes()) {
        const auto sharding = axes.sharding(node);
        const auto pipelines = axes.pipelines(node.pp);
        coster.set_node(node, sharding);
        for (const RecomputeChoice& recompute : axes.recomputations(node.pp)) {
            const auto sizes = axes.micro_batches(node.dp);
            ++turn;
            coster.set_micro_batch(sizes[turn % sizes.size()], turn % 2 == 0);
            coster.set_recompute(recompute);
            coster.set_pipeline(pipelines[turn % pipelines.size()]);
            coster.set_sharding(turn % sharding.size());
            options.plan = coster.plan();
            const double step = evaluate(drawn, options).step_time.si();
            if (step > 0) worst = std::max(worst, std::abs(coster.outcome(Throttle::solved).step / step - 1));
        }
    }
    return worst;
}

/// Every feasible plan is costed to the end on one thread: nothing is pruned. `apart`: from evaluate().
void plans_a_second_and_core(benchmark::State& state) {
    const Prepared drawn = prepared(4096);
    SearchOptions options;
    options.threads = 1;
    options.rank_all = true;
    double feasible = 0;
    SearchResult result;
    for (auto _ : state) {
        result = *search(drawn, options);
        feasible += result.feasible;
    }
    report(state, result);
    state.counters["apart"] = apart_from_evaluate(drawn);
    state.counters["feasible/s"] = benchmark::Counter(feasible, benchmark::Counter::kIsRate);
}
BENCHMARK(plans_a_second_and_core)->Unit(benchmark::kMillisecond)->MeasureProcessCPUTime();

/// The whole space of GPT-3 175B on 4,096 A100 on two threads.
void exhaustive_search(benchmark::State& state) {
    const Prepared drawn = prepared(4096);
    SearchOptions options;
    options.threads = 2;
    SearchResult result;
    for (auto _ : state) result = *search(drawn, options);
    report(state, result);
}
BENCHMARK(exhaustive_search)->Unit(benchmark::kMillisecond)->UseRealTime();

/// One plan of Llama 2 13B with tp 8 on so many GPUs, all axes but the degrees varied; memory, step, outcome.
void cost_a_plan(benchmark::State& state) {
    const auto gpus = static_cast<double>(state.range(0));
    const Prepared drawn = prepared(gpus, "llama2-13b");
    const Prepared::Impl& impl = drawn.impl();
    const Plan& base = drawn.scenario().plan;
    StepConditions conditions;
    step_conditions(impl, base, gpus, gpus, {}, conditions);
    const SearchAxes axes(impl, gpus, gpus, base, {});
    KernelCosts kernels;
    PlanCoster coster(impl, conditions, base, kernels);
    const SearchNode node{8, 1, 1, 1, static_cast<int>(gpus / 8), 0};
    const std::vector<ShardChoice> sharding{{0, 0}, {1, 0}, {2, 0}, {3, 0}};
    const auto recomputations = axes.recomputations(1);
    double plans = 0, sum = 0;
    for (auto _ : state) {
        coster.set_node(node, sharding);
        for (const int micro_batch : {1, 2, 4, 8}) {
            coster.set_micro_batch(micro_batch, true);
            for (const RecomputeChoice& recompute : recomputations) {
                coster.set_recompute(recompute);
                for (size_t i = 0; i < sharding.size(); ++i) {
                    coster.set_sharding(i);
                    sum += coster.memory() + coster.outcome(Throttle::solved).step;
                    ++plans;
                }
            }
        }
    }
    benchmark::DoNotOptimize(sum);
    state.counters["s/plan"] =
        benchmark::Counter(plans, benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}
BENCHMARK(cost_a_plan)->RangeMultiplier(8)->Range(8, 131072)->Unit(benchmark::kMicrosecond);

} // namespace

BENCHMARK_MAIN();
