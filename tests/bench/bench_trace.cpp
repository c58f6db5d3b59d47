// SPDX-License-Identifier: GPL-3.0-or-later
// How fast a trace of the PyTorch profiler is read: on one core and in processor time, beside what Python's
// json.load takes for the same file in the same run (`times_python`), and how much sooner with a second
// thread that reads ahead
// (`one_to_two`, of the wall clock, which says something where two cores are idle), plain and packed by gzip.
// The trace is made here, or is the file that ROOFRACK_TRACE names (not packed).
#include "core/measured/trace/trace.h"

#include <benchmark/benchmark.h>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>

using namespace roofrack;

namespace {

/// As many events of each category as a profile with Python's stack has.
std::filesystem::path made_trace() {
    const auto path = std::filesystem::temp_directory_path() / "roofrack_bench_trace.json";
    std::ofstream out(path);
    out << R"({"schemaVersion": 1, "deviceProperties": [{"id": 0, "name": "Made GPU"}], "traceEvents": [)";
    constexpr int launches = 60'000;
    for (int i = 0; i < launches; ++i) {
        const long ts = 1718000000000000 + 50L * i;
        out << (i ? ",\n" : "\n");
        if (i % 6000 == 0)
            out << fmt::format(
                R"(  {{"ph": "X", "cat": "user_annotation", "name": "ProfilerStep#{}", "pid": 9, )"
                R"("tid": 9, "ts": {}.000, "dur": 300000.000}},)",
                i / 6000, ts);
        for (int depth = 0; depth < 3; ++depth)
            out << fmt::format(
                R"(  {{"ph": "X", "cat": "python_function", "name": "torch/nn/modules/module.py({}): )"
                R"(_wrapped_call_impl", "pid": 9, "tid": 9, "ts": {}.{:03}, "dur": 40.250, "args": )"
                R"({{"Python parent id": {}, "Python id": {}, "Ev Idx": {}}}}},)"
                "\n",
                1500 + depth, ts + depth, i % 1000, 3 * i, 3 * i + depth, 5 * i);
        out << fmt::format(
            R"(  {{"ph": "X", "cat": "cpu_op", "name": "aten::addmm", "pid": 9, "tid": 9, "ts": )"
            R"({0}.125, "dur": 20.500, "args": {{"External id": {1}, "Record function id": 0, )"
            R"("Sequence number": {1}, "Fwd thread id": 0, "Concrete Inputs": ["", "", "1"], )"
            R"("Input type": ["float", "float", "Scalar"], "Input Dims": [[4096], [8192, 4096], []], )"
            R"("Ev Idx": {1}}}}},)"
            "\n",
            ts + 4, i);
        out << fmt::format(
            R"(  {{"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": 9, "tid": 9, )"
            R"("ts": {}.500, "dur": 5.125, "args": {{"External id": {}, "cbid": 211, )"
            R"("correlation": {}}}}},)"
            "\n",
            ts + 10, i, i);
        out << fmt::format(
            R"(  {{"ph": "X", "cat": "kernel", "name": "void at::native::vectorized_elementwise_kernel<4, )"
            R"(at::native::FillFunctor<float>, at::detail::Array<char*, 1> >(int, FillFunctor<float> )const", )"
            R"("pid": 0, "tid": 7, "ts": {}.250, "dur": 30.750, "args": {{"External id": {}, "queued": 0, )"
            R"("device": 0, "context": 1, "stream": 7, "correlation": {}, "registers per thread": 16, )"
            R"("shared memory": 0, "blocks per SM": 0.3, "warps per SM": 1.2, "grid": [24, 1, 1], )"
            R"("block": [128, 1, 1], "est. achieved occupancy %": 2}}}})",
            ts + 200, i, i);
    }
    out << "\n]}\n";
    return path;
}

const std::filesystem::path& trace_file() {
    static const char* const named = std::getenv("ROOFRACK_TRACE");
    static const std::filesystem::path path = named ? std::filesystem::path(named) : made_trace();
    return path;
}

double seconds_of(clockid_t clock) {
    timespec time{};
    clock_gettime(clock, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

/// What a reading took; of the processor time, the part of the thread that collects the events.
struct Taken {
    double wall = 0, processor = 0, collecting = 0;
};

Taken read_once(const std::filesystem::path& path, bool ahead, benchmark::State& state) {
    const auto now = [] {
        return Taken{seconds_of(CLOCK_MONOTONIC), seconds_of(CLOCK_PROCESS_CPUTIME_ID),
                     seconds_of(CLOCK_THREAD_CPUTIME_ID)};
    };
    TraceOptions options;
    options.read_ahead = ahead;
    const Taken before = now();
    const auto result = read_traces_with(options, {path});
    const Taken after = now();
    if (!result || !result->ranks.front().times) state.SkipWithError("the trace was not read");
    return {after.wall - before.wall, after.processor - before.processor,
            after.collecting - before.collecting};
}

/// Processor seconds of json.load; 0 without Python.
double python_seconds(const std::filesystem::path& path) {
    const std::string command =
        "python3 -c 'import json,sys,time\nf=open(sys.argv[1])\nt=time.process_time()\n"
        "json.load(f)\nprint(time.process_time()-t)' '" +
        path.string() + "'";
    double seconds = 0;
    if (std::FILE* pipe = popen(command.c_str(), "r")) {
        if (std::fscanf(pipe, "%lf", &seconds) != 1) seconds = 0;
        pclose(pipe);
    }
    return seconds;
}

void read_a_profile(benchmark::State& state) {
    const auto path = trace_file();
    const auto size = static_cast<double>(std::filesystem::file_size(path));
    double processor = 0;
    for (auto _ : state) processor += read_once(path, false, state).processor;
    const double seconds = processor / static_cast<double>(state.iterations());
    state.counters["s_per_GB"] = seconds / size * 1e9;
    state.counters["times_python"] = python_seconds(path) / seconds;
}
BENCHMARK(read_a_profile)->Unit(benchmark::kMillisecond)->Iterations(5);

/// One thread and two in turn, so that what else the machine does meets both.
void read_on_two_cores(benchmark::State& state, const std::filesystem::path& path) {
    const auto size = static_cast<double>(std::filesystem::file_size(trace_file())); // unpacked
    Taken one, two;
    for (auto _ : state) {
        const Taken alone = read_once(path, false, state), both = read_once(path, true, state);
        one.wall += alone.wall;
        one.processor += alone.processor;
        two.wall += both.wall;
        two.processor += both.processor;
        two.collecting += both.collecting;
    }
    const double per_gb = 1e9 / size / static_cast<double>(state.iterations());
    state.counters["one_to_two"] = one.wall / two.wall;
    state.counters["one_s_per_GB"] = one.processor * per_gb;
    state.counters["ahead_s_per_GB"] = (two.processor - two.collecting) * per_gb;
    state.counters["collecting_s_per_GB"] = two.collecting * per_gb;
}

void read_plain(benchmark::State& state) { read_on_two_cores(state, trace_file()); }
BENCHMARK(read_plain)->Unit(benchmark::kMillisecond)->Iterations(5);

void read_packed(benchmark::State& state) {
    const auto packed = std::filesystem::temp_directory_path() / "roofrack_bench_trace.json.gz";
    if (std::system(("gzip -c '" + trace_file().string() + "' > '" + packed.string() + "'").c_str()) != 0)
        return state.SkipWithError("the trace was not packed");
    read_on_two_cores(state, packed);
}
BENCHMARK(read_packed)->Unit(benchmark::kMillisecond)->Iterations(5);

} // namespace

BENCHMARK_MAIN();
