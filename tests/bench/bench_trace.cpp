// SPDX-License-Identifier: GPL-3.0-or-later
// How fast a trace of the PyTorch profiler is read, on one core and in processor time, beside what Python's
// json.load takes for the same file in the same run (`times_python`). The trace is made here, or is the file
// that ROOFRACK_TRACE names (not packed).
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

double process_seconds() {
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
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
    const double start = process_seconds();
    for (auto _ : state) {
        const auto result = read_traces({path});
        if (!result || !result->ranks.front().times) state.SkipWithError("the trace was not read");
    }
    const double seconds = (process_seconds() - start) / static_cast<double>(state.iterations());
    state.counters["s_per_GB"] = seconds / size * 1e9;
    state.counters["times_python"] = python_seconds(path) / seconds;
}
BENCHMARK(read_a_profile)->Unit(benchmark::kMillisecond)->Iterations(5);

} // namespace

BENCHMARK_MAIN();
