// SPDX-License-Identifier: GPL-3.0-or-later
// What a user waits for where nothing should have to be waited for: the programs are started as a user starts
// them, on the inputs that once took them longest. `ratio` is the CPU time of the program divided by that of
// a fixed piece of work on the same machine a moment before; a program beyond its `allowed` ratio is an error
// of the run. `bench_commands --write FOLDER` leaves the inputs there.
#include "core/base/catalog/catalog.h"
#include "core/drawing/project/project_file.h"
#include "core/measured/trace/digest/rank_digest.h"
#include "tests/support/many_racks.h"

#include <algorithm>
#include <benchmark/benchmark.h>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <random>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace roofrack;
using namespace roofrack::test;

extern char** environ;

namespace {

namespace fs = std::filesystem;

/// The inputs, made once and removed at the end unless they were asked for.
fs::path folder;

fs::path drawing(const char* name, ManyRacks racks) {
    const fs::path file = folder / fmt::format("{}.roofrack.json", name);
    if (fs::exists(file)) return file;
    Project project = project_of(racks);
    Plan& plan = project.scenarios.front().plan; // one that runs: what does not is answered sooner
    plan.pp = 16;
    plan.recompute = Recompute::full;
    if (!write_project(project, file, Catalog::built_in())) std::abort();
    return file;
}

fs::path racks_with_one_link() { return drawing("one-link", {.racks = 30000, .racks_a_leaf = 32}); }
fs::path racks_with_three_links() {
    return drawing("three-links", {.racks = 30000, .racks_a_leaf = 32, .furnished = true});
}
fs::path powered_racks() {
    return drawing("powered", {.racks = 10000, .racks_a_leaf = 32, .furnished = true});
}

/// A transformer of as many layers as a project may have.
fs::path deep_model() {
    const fs::path file = folder / "deep.roofrack.json";
    if (fs::exists(file)) return file;
    auto sample = read_project(ROOFRACK_SOURCE_DIR "/samples/dgx-h100-su.roofrack.json", Catalog::built_in());
    if (!sample) std::abort();
    Workload& workload = sample->project.scenarios.front().workload;
    workload.inline_model = *Catalog::built_in().model("llama3-8b");
    workload.inline_model->id = "deep";
    workload.inline_model->transformer->layers = 100'000;
    workload.model.clear();
    if (!write_project(sample->project, file, Catalog::built_in())) std::abort();
    return file;
}

fs::path many_steps() {
    fs::path file = folder / "steps.json";
    std::ofstream out(file);
    out << R"({"traceEvents":[)";
    for (int step = 0; step < 200'000; ++step)
        out << R"({"ph":"X","cat":"user_annotation","name":"ProfilerStep#)" << step
            << R"(","pid":1,"tid":1,"ts":)" << step << R"(,"dur":10},)";
    out << R"({"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":1,"dur":1}]})";
    return file;
}

/// What 1,024 ranks were digested to, each with 64 collectives.
fs::path many_digests() {
    fs::path digests = folder / "digests";
    fs::create_directories(digests);
    for (int rank = 0; rank < 1024; ++rank) {
        TraceResult trace;
        TraceRank& of = trace.ranks.emplace_back();
        of.file = fmt::format("rank{}.json", rank);
        of.rank = rank;
        of.world_size = 1024;
        of.times.emplace().window_ns = 1'000'000;
        for (int n = 0; n < 64; ++n)
            of.collectives.push_back({.id = fmt::format("0:{}", n),
                                      .kind = "all_reduce",
                                      .bytes = 1 << 24,
                                      .group_size = 1024,
                                      .start_ns = n * 1000,
                                      .duration_ns = 500 + (rank * 37 + n) % 90,
                                      .dtype = "bf16"});
        trace.files.emplace_back().file = of.file;
        std::ofstream(digests / fmt::format("{:04}.digest.json", rank)) << digest_text(trace);
    }
    return digests;
}

double cpu_seconds(int of) {
    rusage used{};
    getrusage(of, &used);
    const auto seconds = [](const timeval& time) {
        return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
    };
    return seconds(used.ru_utime) + seconds(used.ru_stime);
}

/// A million numbers sorted: arithmetic, branches and memory, as the programs have them.
double fixed_piece_of_work() {
    std::mt19937 random(1);
    std::vector<double> numbers(1'000'000);
    for (double& number : numbers) number = static_cast<double>(random());
    const double start = cpu_seconds(RUSAGE_SELF);
    std::ranges::sort(numbers);
    benchmark::DoNotOptimize(numbers.data());
    return cpu_seconds(RUSAGE_SELF) - start;
}

struct Case {
    const char* name;
    bool in_window;
    std::vector<std::string> (*arguments)();
    double allowed; ///< ratio: half as much again as was measured
    int status = 0; ///< with which it ends
};

const Case cases[] = {
    {"version", false, [] { return std::vector<std::string>{"--version"}; }, 0.1},
    {"evaluate", false,
     [] {
         return std::vector<std::string>{"evaluate",
                                         ROOFRACK_SOURCE_DIR "/samples/dgx-h100-su.roofrack.json"};
     },
     0.35},
    {"collectives", false,
     [] {
         return std::vector<std::string>{"collectives", "--json",
                                         ROOFRACK_SOURCE_DIR "/samples/dgx-h100-su.roofrack.json"};
     },
     0.42},
    {"trace_of_200000_steps", false,
     [] {
         return std::vector<std::string>{"trace", "--step", "3", many_steps().string()};
     },
     3},
    {"trace_of_1024_digests", false,
     [] {
         return std::vector<std::string>{"trace", many_digests().string()};
     },
     5}, // half a second where the fixed piece takes a tenth
    {"power_of_10000_racks", false,
     [] {
         return std::vector<std::string>{"power", powered_racks().string()};
     },
     29},
    {"cost_by", false,
     [] {
         return std::vector<std::string>{"cost", "--by", "2027-06-01",
                                         ROOFRACK_SOURCE_DIR "/samples/gb200-nvl72-x8.roofrack.json"};
     },
     9},
    {"search_of_100000_layers", false,
     [] {
         return std::vector<std::string>{"search", deep_model().string()};
     },
     20, 1}, // no plan fits
#ifdef ROOFRACK_WINDOW
    {"start", true, [] { return std::vector<std::string>{"--exit-after-startup"}; }, 1.6},
    {"start_with_sample", true,
     [] {
         return std::vector<std::string>{"--exit-after-startup",
                                         ROOFRACK_SOURCE_DIR "/samples/llama3-405b-16k.roofrack.json"};
     },
     3.4},
    {"open_30000_racks_of_one_link", true,
     [] {
         return std::vector<std::string>{"--exit-after-startup", racks_with_one_link().string()};
     },
     56},
    {"open_30000_racks_of_three_links", true,
     [] {
         return std::vector<std::string>{"--exit-after-startup", racks_with_three_links().string()};
     },
     285},
#endif
};

const char* program_of(const Case& one) {
#ifdef ROOFRACK_WINDOW
    if (one.in_window) return ROOFRACK_WINDOW;
#endif
    (void)one;
    return ROOFRACK_CLI;
}

bool run(const char* program, std::vector<std::string> arguments, int expected) {
    std::vector<char*> words{const_cast<char*>(program)};
    for (std::string& each : arguments) words.push_back(each.data());
    words.push_back(nullptr);
    posix_spawn_file_actions_t quiet;
    posix_spawn_file_actions_init(&quiet);
    posix_spawn_file_actions_addopen(&quiet, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    pid_t child = 0;
    int status = 0;
    const bool ran = posix_spawn(&child, program, &quiet, nullptr, words.data(), environ) == 0 &&
                     waitpid(child, &status, 0) == child && WIFEXITED(status) &&
                     WEXITSTATUS(status) == expected;
    posix_spawn_file_actions_destroy(&quiet);
    return ran;
}

void command(benchmark::State& state, const Case& one) {
    const std::vector<std::string> arguments = one.arguments();
    double program = 1e9, fixed = 1e9;
    for (auto _ : state) {
        fixed = std::min(fixed, fixed_piece_of_work());
        const double before = cpu_seconds(RUSAGE_CHILDREN);
        if (!run(program_of(one), arguments, one.status)) {
            state.SkipWithError("the program failed");
            return;
        }
        program = std::min(program, cpu_seconds(RUSAGE_CHILDREN) - before);
    }
    state.counters["cpu_s"] = program;
    state.counters["ratio"] = program / fixed;
    state.counters["allowed"] = one.allowed;
    if (program / fixed > one.allowed)
        state.SkipWithError(fmt::format("{:.1f} times the fixed piece of work, {:g} are allowed",
                                        program / fixed, one.allowed)
                                .c_str());
}

} // namespace

int main(int argc, char** argv) {
    if (!getenv("DISPLAY") && !getenv("WAYLAND_DISPLAY")) setenv("QT_QPA_PLATFORM", "offscreen", 1);
    const bool keep = argc > 2 && std::string_view(argv[1]) == "--write";
    folder =
        keep ? fs::path(argv[2]) : fs::temp_directory_path() / fmt::format("bench-commands-{}", getpid());
    fs::create_directories(folder);
    if (keep) {
        for (const Case& one : cases) one.arguments();
        return EXIT_SUCCESS;
    }
    for (const Case& one : cases)
        benchmark::RegisterBenchmark(one.name, command, one)
            ->Iterations(3)
            ->Unit(benchmark::kMillisecond)
            ->UseRealTime();
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    std::error_code error;
    fs::remove_all(folder, error);
    return EXIT_SUCCESS;
}
