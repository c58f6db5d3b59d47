// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QApplication>

#include <benchmark/benchmark.h>
#include <cstdlib>

namespace roofrack::test {

/// Runs the benchmarks of a program with windows, without a display where there is none; `prepare` is called
/// before them.
template<class Prepare>
int run_benchmarks(int argc, char** argv, Prepare prepare) {
    if (!getenv("DISPLAY") && !getenv("WAYLAND_DISPLAY")) setenv("QT_QPA_PLATFORM", "offscreen", 1);
    QApplication application(argc, argv);
    prepare();
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    return EXIT_SUCCESS;
}

} // namespace roofrack::test
