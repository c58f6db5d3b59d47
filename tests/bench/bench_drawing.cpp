// SPDX-License-Identifier: GPL-3.0-or-later
// What a drawing of 1,400 separate racks costs: to open, to evaluate, and from an edit to new numbers; beside
// it the same cluster drawn with counts. `bench_drawing --write FILE [multiplied]` writes the drawing as a
// project.
#include "core/drawing/check/check.h"
#include "core/drawing/project/project_file.h"
#include "core/facility/weather/climate.h"
#include "core/step/engine/evaluate.h"
#include "core/study/facility/facility_study.h"
#include "core/study/scaling.h"
#include "core/study/sizes.h"
#include "core/study/year/year.h"
#include "tests/support/large_drawing.h"

#include <benchmark/benchmark.h>
#include <cstdio>
#include <cstdlib>
#include <string_view>

using namespace roofrack;
using namespace roofrack::test;

namespace {

Cluster cluster_of(bool separate) { return separate ? separate_racks() : multiplied_racks(); }

void read_drawing(benchmark::State& state, bool separate) {
    const std::string text = project_text(large_project(cluster_of(separate)), Catalog::built_in());
    for (auto _ : state) {
        const auto loaded = parse_project(text, Catalog::built_in());
        if (!loaded) state.SkipWithError(loaded.error().text().c_str());
        benchmark::DoNotOptimize(loaded);
    }
    state.counters["MB"] = static_cast<double>(text.size()) / 1e6;
}
BENCHMARK_CAPTURE(read_drawing, separate_racks, true)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(read_drawing, multiplied, false)->Unit(benchmark::kMillisecond);

void check_drawing(benchmark::State& state, bool separate) {
    const Cluster cluster = cluster_of(separate);
    for (auto _ : state) benchmark::DoNotOptimize(check_cluster(cluster, Catalog::built_in()));
}
BENCHMARK_CAPTURE(check_drawing, separate_racks, true)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(check_drawing, multiplied, false)->Unit(benchmark::kMillisecond);

void prepare_drawing(benchmark::State& state, bool separate) {
    const Scenario scenario = large_scenario(cluster_of(separate));
    for (auto _ : state) benchmark::DoNotOptimize(Prepared::make(scenario, Catalog::built_in()));
}
BENCHMARK_CAPTURE(prepare_drawing, separate_racks, true)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(prepare_drawing, multiplied, false)->Unit(benchmark::kMillisecond);

/// Another plan of the same drawing.
void prepare_plan(benchmark::State& state, bool separate) {
    const Scenario scenario = large_scenario(cluster_of(separate));
    const auto drawn = Prepared::make(scenario, Catalog::built_in());
    if (!drawn) return state.SkipWithError(drawn.error().text().c_str());
    auto changed = std::make_shared<Scenario>(scenario);
    changed->plan.micro_batch = 2;
    for (auto _ : state) benchmark::DoNotOptimize(drawn->with(changed, Catalog::built_in()));
}
BENCHMARK_CAPTURE(prepare_plan, separate_racks, true)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(prepare_plan, multiplied, false)->Unit(benchmark::kMillisecond);

/// `limit`: W of every rack; below the 41 kW of nine servers the clocks follow it. 0: the feeds'.
void evaluate_drawing(benchmark::State& state, bool separate, double limit) {
    Scenario scenario = large_scenario(cluster_of(separate));
    if (limit > 0)
        for (Element& element : scenario.cluster.elements)
            if (element.kind == ElementKind::rack) element.power_limit = Watts(limit);
    const auto prepared = Prepared::make(scenario, Catalog::built_in());
    if (!prepared) return state.SkipWithError(prepared.error().text().c_str());
    Evaluation evaluation;
    for (auto _ : state) evaluation = evaluate(*prepared);
    state.counters["step_s"] = evaluation.step_time.si();
    state.counters["gpus"] = evaluation.gpus;
    state.counters["findings"] = static_cast<double>(evaluation.findings.size());
}
BENCHMARK_CAPTURE(evaluate_drawing, separate_racks, true, 0)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(evaluate_drawing, separate_racks_throttled, true, 30e3)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(evaluate_drawing, multiplied, false, 0)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(evaluate_drawing, multiplied_throttled, false, 30e3)->Unit(benchmark::kMillisecond);

/// Levels, flows and every single failure with the step that it leaves.
void facility_of_drawing(benchmark::State& state, bool separate, FacilityDepth depth) {
    const auto prepared = Prepared::make(large_scenario(cluster_of(separate)), Catalog::built_in());
    if (!prepared) return state.SkipWithError(prepared.error().text().c_str());
    const Evaluation evaluation = evaluate(*prepared);
    size_t failures = 0;
    for (auto _ : state) failures = facility_study(*prepared, evaluation, depth).failures.size();
    state.counters["failures"] = static_cast<double>(failures);
}
BENCHMARK_CAPTURE(facility_of_drawing, separate_racks_loads, true, FacilityDepth::loads)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(facility_of_drawing, separate_racks, true, FacilityDepth::levels)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(facility_of_drawing, separate_racks_failing, true, FacilityDepth::failures)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(facility_of_drawing, multiplied_failing, false, FacilityDepth::failures)
    ->Unit(benchmark::kMillisecond);

/// `plant`: one that asks one temperature, or two.
void year_of_drawing(benchmark::State& state, bool separate, const char* plant) {
    Scenario scenario = large_scenario(cluster_of(separate));
    scenario.site.plant = plant;
    const auto prepared = Prepared::make(scenario, Catalog::built_in());
    const Climate* const climate = built_in_climate("hot-dry");
    if (!prepared || !climate) return state.SkipWithError("no year");
    for (auto _ : state) benchmark::DoNotOptimize(year_of(*prepared, Catalog::built_in(), *climate));
}
BENCHMARK_CAPTURE(year_of_drawing, separate_racks, true, "waterside-economiser")
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(year_of_drawing, separate_racks_outside_air, true, "airside-economiser")
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(year_of_drawing, separate_racks_no_chiller, true, "dry-cooler-only")
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(year_of_drawing, multiplied, false, "waterside-economiser")->Unit(benchmark::kMillisecond);

void sweep_drawing(benchmark::State& state, bool separate) {
    const Scenario scenario = large_scenario(cluster_of(separate));
    const auto prepared = Prepared::make(scenario, Catalog::built_in());
    if (!prepared) return state.SkipWithError(prepared.error().text().c_str());
    const Fabric& fabric = prepared->fabric();
    const std::vector<double> counts = sweep_counts(fabric.gpus, fabric.scale_up_domain);
    for (auto _ : state) benchmark::DoNotOptimize(scale(*prepared, counts));
}
BENCHMARK_CAPTURE(sweep_drawing, separate_racks, true)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(sweep_drawing, multiplied, false)->Unit(benchmark::kMillisecond);

} // namespace

int main(int argc, char** argv) {
    if (argc > 2 && std::string_view(argv[1]) == "--write") {
        const bool separate = argc < 4;
        const auto written = write_project(large_project(cluster_of(separate)), argv[2], Catalog::built_in());
        if (!written) std::fprintf(stderr, "%s\n", written.error().text().c_str());
        return written ? EXIT_SUCCESS : EXIT_FAILURE;
    }
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    return EXIT_SUCCESS;
}
