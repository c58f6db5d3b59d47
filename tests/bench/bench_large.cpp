// SPDX-License-Identifier: GPL-3.0-or-later
// How the cost of a drawing grows with its size: 1,000 to 30,000 racks, each an element with a link, from the
// file to the first picture. `growth` is the exponent from the size before: 1 is proportional, 2 quadratic.
// `bench_large --write FILE RACKS [SHAPE]` writes the drawing as a project.
#include "app/gui/flows/file_flow.h"
#include "app/gui/flows/session.h"
#include "app/gui/window/main_window.h"
#include "core/drawing/bill/bill_of_materials.h"
#include "core/drawing/check/check.h"
#include "core/drawing/project/project_file.h"
#include "core/step/engine/evaluate.h"
#include "tests/bench/bench_in_window.h"
#include "tests/support/many_racks.h"
#include "widgets/canvas/view/canvas.h"
#include "widgets/editor/document.h"

#include <QApplication>
#include <QEventLoop>
#include <QTemporaryDir>

#include <benchmark/benchmark.h>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <map>
#include <string_view>

using namespace roofrack;
using namespace roofrack::test;

namespace {

const Catalog& catalog() { return Catalog::built_in(); }

/// "one_switch" has all links; "leaves": 32 racks a leaf under one tier of spines; "furnished": these with
/// feeds and coolers; "dense": one switch, and no room between the racks; "bare": these without parts.
constexpr const char* shapes[] = {"one_switch", "leaves", "furnished", "dense", "bare", "unplaced"};
ManyRacks drawing_of(std::string_view shape, int racks) {
    ManyRacks drawing;
    drawing.racks = racks;
    drawing.racks_a_leaf = shape == "leaves" || shape == "furnished" ? 32 : 0;
    drawing.furnished = shape == "furnished";
    drawing.dense = shape == "dense" || shape == "bare";
    drawing.named = shape != "bare";
    drawing.placed = shape != "unplaced";
    return drawing;
}

/// Does a stage once and gives its seconds.
using Stage = double (*)(benchmark::State&, const Project&);

/// Seconds of all threads together.
double process_seconds() {
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

template<class Act>
double seconds_of(benchmark::State& state, Act&& act) {
    const double start = process_seconds();
    for (auto _ : state) act();
    return process_seconds() - start;
}

/// Runs a stage at the size of the benchmark and says how it grew since the size before.
void curve(benchmark::State& state, const char* name, const char* shape, Stage stage) {
    static std::map<std::string, std::pair<double, double>> before; // racks and seconds
    const auto racks = static_cast<int>(state.range(0));
    const Project project = project_of(drawing_of(shape, racks));
    const double seconds = stage(state, project);
    auto& [last_racks, last_seconds] = before[std::string(name) + shape];
    if (last_racks > 0)
        state.counters["growth"] = std::log(seconds / last_seconds) / std::log(racks / last_racks);
    state.counters["links"] = static_cast<double>(project.scenarios.front().cluster.links.size());
    last_racks = racks;
    last_seconds = seconds;
}

const Scenario& scenario_of(const Project& project) { return project.scenarios.front(); }

/// A file, so that writing it is not counted among the reading.
struct File {
    explicit File(const Project& project)
        : path(folder.filePath(QStringLiteral("large.roofrack.json")).toStdString()) {
        if (!write_project(project, path, Catalog::built_in())) std::abort();
    }
    QTemporaryDir folder;
    std::filesystem::path path;
};

double read(benchmark::State& state, const Project& project) {
    const File file(project);
    return seconds_of(state, [&] { benchmark::DoNotOptimize(read_project(file.path, catalog())); });
}

double check(benchmark::State& state, const Project& project) {
    return seconds_of(
        state, [&] { benchmark::DoNotOptimize(check_cluster(scenario_of(project).cluster, catalog())); });
}

double bill(benchmark::State& state, const Project& project) {
    return seconds_of(
        state, [&] { benchmark::DoNotOptimize(bill_of_materials(scenario_of(project).cluster, catalog())); });
}

double evaluation(benchmark::State& state, const Project& project) {
    return seconds_of(
        state, [&] { benchmark::DoNotOptimize(evaluate_or_explain(scenario_of(project), catalog())); });
}

double diagram(benchmark::State& state, const Project& project) {
    return seconds_of(state, [&] {
        benchmark::DoNotOptimize(Diagram::make(scenario_of(project).cluster, catalog()).bounds());
    });
}

double first_paint(benchmark::State& state, const Project& project) {
    Document document(catalog());
    document.set_project(project);
    Canvas canvas(document);
    canvas.resize(1600, 1000);
    return seconds_of(state, [&] {
        canvas.show();
        QCoreApplication::processEvents();
    });
}

/// The file is read, drawn, evaluated and painted in a window of 1600 × 1000 px.
double open_window(benchmark::State& state, const Project& project) {
    const File file(project);
    Session session(file.folder.filePath(QStringLiteral("settings.ini")));
    MainWindow window(catalog(), session);
    bool settled = false;
    QObject::connect(&window, &MainWindow::settled, &window, [&] { settled = true; });
    window.resize(1600, 1000);
    window.show();
    QCoreApplication::processEvents();
    return seconds_of(state, [&] {
        settled = false;
        if (!window.files().open(file.path)) std::abort();
        while (!settled) QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    });
}

void register_curves() {
    const std::pair<const char*, Stage> stages[] = {{"read", read},
                                                    {"check", check},
                                                    {"bill", bill},
                                                    {"evaluate", evaluation},
                                                    {"diagram", diagram},
                                                    {"first_paint", first_paint},
                                                    {"open_window", open_window}};
    for (const char* shape : shapes)
        for (const auto& [name, stage] : stages)
            benchmark::RegisterBenchmark(fmt::format("{}/{}", shape, name).c_str(), curve, name, shape, stage)
                ->Arg(1000)
                ->Arg(3000)
                ->Arg(10000)
                ->Arg(30000)
                ->Iterations(1)
                ->Unit(benchmark::kMillisecond)
                ->MeasureProcessCPUTime();
}

int write(char** arguments, int count) {
    const std::string_view shape = count > 4 ? arguments[4] : "";
    const auto written = write_project(project_of(drawing_of(shape, std::atoi(arguments[3]))), arguments[2],
                                       Catalog::built_in());
    if (!written) std::fprintf(stderr, "%s\n", written.error().text().c_str());
    return written ? EXIT_SUCCESS : EXIT_FAILURE;
}

} // namespace

int main(int argc, char** argv) {
    if (argc > 3 && std::string_view(argv[1]) == "--write") return write(argv, argc);
    return roofrack::test::run_benchmarks(argc, argv, register_curves);
}
