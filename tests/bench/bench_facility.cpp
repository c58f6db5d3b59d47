// SPDX-License-Identifier: GPL-3.0-or-later
// What the step-time loop pays for power and heat: the aim is 3 us for ten racks.
#include "core/catalog/catalog.h"
#include "core/facility/facility.h"

#include <benchmark/benchmark.h>

using namespace roofrack;

namespace {

/// `racks` rack elements of four DGX H100 each; `limit` W a rack.
Facility facility(int racks, double limit) {
    Cluster cluster;
    Fabric fabric;
    for (int i = 0; i < racks; ++i) {
        Element rack;
        rack.id = "rack" + std::to_string(i);
        rack.kind = ElementKind::rack;
        rack.power_limit = Watts(limit);
        Element server;
        server.id = "server" + std::to_string(i);
        server.parent = rack.id;
        server.part.id = "dgx-h100";
        server.count = 4;
        GpuGroup group;
        group.element = server.id;
        group.accelerator = "h100-sxm5";
        group.gpus = 32;
        group.servers = 4;
        group.gpus_per_server = 8;
        cluster.elements.insert(cluster.elements.end(), {rack, server});
        fabric.groups.push_back(group);
        fabric.gpus += group.gpus;
    }
    return *Facility::prepare(cluster, {}, fabric, Catalog::built_in());
}

void speeds(benchmark::State& state) {
    const Facility built = facility(static_cast<int>(state.range(0)), static_cast<double>(state.range(1)));
    std::vector<double> out;
    for (auto unused : state) {
        built.speeds({0.8, 0.1}, out);
        benchmark::DoNotOptimize(out.data());
    }
}

} // namespace

BENCHMARK(speeds)->ArgNames({"racks", "limit_w"})->Args({10, 60000})->Args({10, 25000});
BENCHMARK_MAIN();
