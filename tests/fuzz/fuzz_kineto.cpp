// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/trace/hta.h"
#include "core/measured/trace/trace.h"
#include "tests/fuzz/fuzz.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <unistd.h>

using namespace roofrack;

namespace {

/// The readers take a path: a file of this process, in memory where there is such a folder.
std::filesystem::path trace_file() {
    const std::filesystem::path folder = std::filesystem::is_directory("/dev/shm") ? "/dev/shm" : "/tmp";
    return folder / ("roofrack-fuzz-" + std::to_string(getpid()));
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    static const std::filesystem::path path = trace_file();
    std::ofstream(path, std::ios::binary) << fuzz::text_of(data, size);
    TraceOptions options;
    options.window_bytes = 4096;
    (void)read_traces_with(options, {path});
    (void)read_hta(path);
    std::filesystem::remove(path);
    return 0;
}
