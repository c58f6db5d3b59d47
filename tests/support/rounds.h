// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdlib>

namespace roofrack::test {

/// True under `tools/test --long`.
inline bool is_long_run() {
    const char* const value = std::getenv("ROOFRACK_LONG");
    return value && *value && *value != '0';
}

/// How often a test with random cases draws: `full` in a long run, else a sample of the same seed.
inline int rounds(int full, int sample) { return is_long_run() ? full : sample; }

} // namespace roofrack::test
