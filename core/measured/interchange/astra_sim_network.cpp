// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/interchange/astra_sim_network.h"

#include "core/base/units/saturated.h"
#include "core/drawing/project/project_writer.h"
#include "core/step/collectives/collectives.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace roofrack {

namespace {

using Json = nlohmann::ordered_json;

double rounded(double value, double digits) { return std::round(value * digits) / digits; }

} // namespace

std::vector<AstraSimDimension> astra_sim_dimensions(const Fabric& fabric, int gpus,
                                                    std::vector<Diagnostic>& warnings) {
    std::vector<AstraSimDimension> out;
    int inside = 1; // GPUs of the dimensions so far
    for (size_t i = 0; i < fabric.levels.size() && inside < gpus; ++i) {
        const FabricLevel& level = fabric.levels[i];
        int block = saturated<int>(std::min<double>(level.block_gpus, gpus));
        if (i + 1 == fabric.levels.size()) block = gpus;
        if (block <= inside) continue;
        if (block % inside != 0 || gpus % block != 0) {
            warnings.push_back(
                {"/cluster", fmt::format("blocks of {} GPUs ({}) do not nest in {}", block, level.name, gpus),
                 "joined to the next outer dimension"});
            continue;
        }
        AstraSimDimension dimension;
        dimension.npus = block / inside;
        if (inside == 1) {
            dimension.bandwidth = level.inside.si();
            dimension.latency = send_time(1, group_path(fabric, 2, 1));
        } else {
            const FabricLevel& inner = fabric.levels[i - 1];
            dimension.bandwidth = inner.egress.si() * (1 - inner.background_load) * inner.left(gpus);
            dimension.latency = inner.latency.si();
        }
        if (fabric.torus_axes > 0 && static_cast<double>(i) < fabric.torus_axes) dimension.topology = "Ring";
        inside = block;
        out.push_back(dimension);
    }
    if (inside < gpus) { // what did not nest
        const FabricLevel& last = fabric.levels.back();
        out.push_back({"Switch", gpus / inside, last.egress.si(), last.latency.si()});
    }
    return out;
}

std::string astra_sim_network(const std::vector<AstraSimDimension>& dimensions) {
    constexpr double gibi = 1024.0 * 1024 * 1024;
    Json out;
    for (const AstraSimDimension& each : dimensions) {
        out["topology"].push_back(each.topology);
        out["npus_count"].push_back(each.npus);
        out["bandwidth"].push_back(rounded(each.bandwidth / gibi, 1e4));
        out["latency"].push_back(rounded(each.latency * 1e9, 1e2));
    }
    return pretty_text(out);
}

std::string astra_sim_system(const std::vector<AstraSimDimension>& dimensions, double hbm_rate, double peak) {
    Json ring = Json::array();
    for (size_t i = 0; i < dimensions.size(); ++i) ring.push_back("ring");
    return pretty_text({{"scheduling-policy", "LIFO"},
                        {"endpoint-delay", 10},
                        {"active-chunks-per-dimension", 1},
                        {"preferred-dataset-splits", 4},
                        {"all-reduce-implementation", ring},
                        {"all-gather-implementation", ring},
                        {"reduce-scatter-implementation", ring},
                        {"all-to-all-implementation", ring},
                        {"collective-optimization", "localBWAware"},
                        {"local-mem-bw", rounded(hbm_rate / 1e9, 1e3)},
                        {"boost-mode", 0},
                        {"roofline-enabled", 0},
                        {"peak-perf", rounded(peak / 1e12, 1e3)}});
}

} // namespace roofrack
