// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/measure/nccl_tests.h"
#include "tests/fuzz/fuzz.h"

#include <cstdlib>

using namespace roofrack;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    const auto output = parse_nccl_tests(fuzz::text_of(data, size), "all_reduce.txt");
    if (!output) return 0;
    for (const CollectiveSweep& sweep : output->sweeps)
        if (sweep.points.empty() || sweep.ranks < 2) std::abort();
    return 0;
}
