// SPDX-License-Identifier: GPL-3.0-or-later
#include "cluster/templates.h"
#include "search/search.h"

#include <benchmark/benchmark.h>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>

using namespace roofrack;

namespace {

/// GPT-3 175B on a drawing of `gpus` A100: eight a server with an HDR adapter each, on one fat switch tier.
Scenario gpt3(double gpus) {
    Scenario out;
    const auto add = [&](const char* id, ElementKind kind, const char* parent, int count, const char* part) {
        Element e;
        e.id = id;
        e.kind = kind;
        e.parent = parent;
        e.count = count;
        e.part.id = part;
        out.cluster.elements.push_back(e);
    };
    const int servers = static_cast<int>(gpus / 8);
    add("room", ElementKind::room, "", 1, "");
    add("rack", ElementKind::rack, "room", std::max(1, servers / 4), "rack-48u");
    add("server", ElementKind::server, "rack", std::min(4, servers), "dgx-a100");
    add("leaf", ElementKind::switch_, "room", std::max(8, servers * 8 / 20), "qm8700");
    Link uplink;
    uplink.id = "uplink";
    uplink.from = "server";
    uplink.to = "leaf";
    uplink.pattern = LinkPattern::rail;
    uplink.count = 8;
    out.cluster.links.push_back(uplink);
    out.workload.model = "gpt3-175b";
    out.workload.sequence = 2048;
    out.workload.global_batch = 4096;
    out.plan.tp = 8;
    out.plan.pp = 8;
    out.plan.dp = 0;
    return out;
}

Prepared prepared(double gpus) {
    auto result = Prepared::make(gpt3(gpus), Catalog::built_in());
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
    options.global_batch = 4096;
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
