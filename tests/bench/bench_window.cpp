// SPDX-License-Identifier: GPL-3.0-or-later
// What a hand at the inspector feels: from an edit to the repainted chart, and the start of the program.
#include "core/base/catalog/catalog.h"
#include "core/drawing/project/project_file.h"
#include "tests/bench/bench_in_window.h"
#include "widgets/charts/catalog/chart_catalog.h"
#include "widgets/charts/chart.h"
#include "widgets/charts/chart_data.h"
#include "widgets/editor/answers_lane.h"

#include <QApplication>
#include <QEventLoop>

#include <benchmark/benchmark.h>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>

using namespace roofrack;

extern char** environ;

namespace {

constexpr const char* sample = ROOFRACK_SOURCE_DIR "/samples/llama3-405b-16k.roofrack.json";

Scenario sixteen_thousand() {
    const auto loaded = read_project(sample, Catalog::built_in());
    if (!loaded) {
        std::fprintf(stderr, "%s\n", loaded.error().text().c_str());
        std::exit(1);
    }
    return loaded->project.scenarios.front();
}

/// Snapshot, evaluation and sweep on the worker, delivery, and the paint of one chart of 1200 × 700.
void edit_to_repaint(benchmark::State& state, const char* id) {
    const Catalog& catalog = Catalog::built_in();
    AnswersLane lane(catalog);
    std::unique_ptr<Chart> chart(find_chart(id)->create(nullptr));
    chart->resize(1200, 700);
    static_cast<QWidget*>(chart.get())->show();
    Scenario scenario = sixteen_thousand();
    QEventLoop loop;
    QObject::connect(&lane, &AnswersLane::evaluated, chart.get(), [&](const Answered& answered) {
        chart->show(ChartData(answered.answers));
        chart->grab();
        loop.quit();
    });
    const ChartAsks& asks = find_chart(id)->asks;
    // What it shows first; the rest follows when nothing is changed any more.
    const std::vector<Ask> views{asks.at_once ? asks.at_once : asks.soon};
    double cv = 0.005;
    for (auto _ : state) {
        scenario.site.straggler_cv_iid = cv += 1e-6;
        lane.request({.scenario = std::make_shared<const Scenario>(scenario)}, views);
        loop.exec();
    }
}
BENCHMARK_CAPTURE(edit_to_repaint, step_breakdown, "step-breakdown")
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK_CAPTURE(edit_to_repaint, scaling, "scaling")->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK_CAPTURE(edit_to_repaint, levels, "levels")->Unit(benchmark::kMillisecond)->UseRealTime();

/// A warm start of the program on the sample until its first evaluation is painted, with its peak memory.
void start_with_sample(benchmark::State& state) {
    long peak = 0;
    for (auto _ : state) {
        const char* const arguments[] = {ROOFRACK_PROGRAM, "--exit-after-startup", sample, nullptr};
        pid_t child = 0;
        rusage used{};
        int status = 0;
        if (posix_spawn(&child, ROOFRACK_PROGRAM, nullptr, nullptr, const_cast<char**>(arguments), environ) !=
                0 ||
            wait4(child, &status, 0, &used) != child || status != 0) {
            state.SkipWithError("the program did not start");
            break;
        }
        peak = std::max(peak, used.ru_maxrss);
    }
    state.counters["peak_MB"] = static_cast<double>(peak) / 1000;
}
BENCHMARK(start_with_sample)->Unit(benchmark::kMillisecond)->UseRealTime();

} // namespace

int main(int argc, char** argv) {
    return roofrack::test::run_benchmarks(argc, argv, [] {});
}
