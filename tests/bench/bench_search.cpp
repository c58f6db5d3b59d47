// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/prepared.h"
#include "project/project_file.h"
#include "search/coster.h"
#include "search/search.h"

#include <benchmark/benchmark.h>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>

using namespace roofrack;

namespace {

constexpr double batch = 4096; ///< sequences a step

/// GPT-3 175B on a drawing of `gpus` A100 in units of 128 as on Selene (samples/megatron-1t-3072).
Prepared prepared(double gpus) {
    const Catalog& catalog = Catalog::built_in();
    const auto loaded = read_project(ROOFRACK_SOURCE_DIR "/samples/megatron-1t-3072.roofrack.json", catalog);
    if (!loaded) {
        std::fprintf(stderr, "%s\n", loaded.error().text().c_str());
        std::exit(1);
    }
    Scenario scenario = loaded->project.scenarios.front();
    for (Element& element : scenario.cluster.elements)
        if (element.id == "unit") element.count = static_cast<int>(std::max(1.0, gpus / 128));
    scenario.workload.model = "gpt3-175b";
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

/// Every feasible plan is costed to the end on one thread: nothing is pruned.
void plans_a_second_and_core(benchmark::State& state) {
    const Prepared drawn = prepared(static_cast<double>(state.range(0)));
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
    state.counters["feasible/s"] = benchmark::Counter(feasible, benchmark::Counter::kIsRate);
}
BENCHMARK(plans_a_second_and_core)->Arg(4096)->Unit(benchmark::kMillisecond)->MeasureProcessCPUTime();

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

} // namespace

BENCHMARK_MAIN();
