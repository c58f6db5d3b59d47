// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/decide/input_map.h"
#include "core/answers/decide/input_tornado.h"
#include "core/answers/decide/odds.h"
#include "core/base/catalog/catalog.h"
#include "core/drawing/project/project_file.h"

#include <benchmark/benchmark.h>

#include <cmath>
#include <cstdlib>

using namespace roofrack;

namespace {

std::unique_ptr<const Answers> answers_of_sample(const char* name) {
    auto loaded = read_project(std::string(ROOFRACK_SOURCE_DIR "/samples/") + name + ".roofrack.json",
                               Catalog::built_in());
    if (!loaded) std::abort();
    Snapshot out;
    Scenario scenario = loaded->project.scenarios.front();
    scenario.workload.token_budget = 1e12;
    out.scenario = std::make_shared<const Scenario>(std::move(scenario));
    return std::make_unique<const Answers>(std::move(out), Catalog::built_in());
}

TriedValues axis(const char* text, const Answers& answers) {
    return parse_tried(text, answers.scenario(), answers.catalog()).value();
}

/// 60 × 40 cells for two scenarios.
void map_cells(benchmark::State& state, const char* x, const char* y) {
    const auto one = answers_of_sample("dgx-h100-su"), two = answers_of_sample("llama3-405b-16k");
    const auto a = FigureProbe::make(*one, {"money.run.usd_per_million"}).value(),
               b = FigureProbe::make(*two, {"money.run.usd_per_million"}).value();
    for (auto _ : state) benchmark::DoNotOptimize(input_map({&a, &b}, axis(x, *one), axis(y, *one)));
}

void tornado_of_60(benchmark::State& state) {
    const auto answers = answers_of_sample("llama3-405b-16k");
    const auto probe = FigureProbe::make(*answers, {"step.step_time_s", "money.run.usd_per_million"}).value();
    TornadoOptions options;
    for (std::string& address : single_inputs(answers->scenario()))
        if (options.inputs.size() < 60) options.inputs.push_back(std::move(address));
    for (auto _ : state) benchmark::DoNotOptimize(input_tornado(probe, options));
}

/// 2,000 draws of four figures.
void draws(benchmark::State& state) {
    const auto answers = answers_of_sample("llama3-405b-16k");
    DrawOptions options;
    options.figures = {"dates.done_weeks", "money.run.usd", "power.metered_w", "money.run.energy_j"};
    const auto drawn = Draws::make({answers.get()}, options).value();
    std::vector<double> middle(drawn.unknowns().size(), 0.5);
    for (auto _ : state)
        for (size_t i = 0; i < 2000; ++i) {
            for (size_t u = 0; u < middle.size(); ++u)
                middle[u] =
                    std::fmod(0.5 + static_cast<double>(i + 1) * 0.618 * static_cast<double>(u + 1), 1.0);
            benchmark::DoNotOptimize(drawn.at(0, middle));
        }
}

} // namespace

BENCHMARK_CAPTURE(map_cells, batch_and_budget, "/workload/global_batch=512..2048:60",
                  "/workload/token_budget=1e12..1e13:40")
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(map_cells, energy_and_interest, "/site/electricity_price=0.03..0.3:60",
                  "/site/money/interest=0.02..0.2:40")
    ->Unit(benchmark::kMillisecond);
BENCHMARK(tornado_of_60)->Unit(benchmark::kMillisecond);
BENCHMARK(draws)->Unit(benchmark::kMillisecond);
BENCHMARK_MAIN();
