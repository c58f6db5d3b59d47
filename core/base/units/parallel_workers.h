// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <system_error>
#include <thread>
#include <vector>

namespace roofrack {

/// Does `work` on `threads` threads at once, this one among them, and returns when all are done: fewer do it
/// where the system gives no more. What is to be done they take from each other; none may throw.
template<typename Work>
void run_parallel_workers(size_t threads, const Work& work) {
    std::vector<std::jthread> others;
    try {
        while (others.size() + 1 < threads) others.emplace_back(work);
    } catch (const std::system_error&) { // those that began are the crew
    }
    work();
}

} // namespace roofrack
