// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace roofrack::test {

/// What can be wrong with a generated run.
enum class Planted {
    late_rank,
    slow_link,
    slow_gpu,
    starved_input,
    small_kernels,
    fragmentation,
    throttling
};
inline constexpr int planted_kinds = 7;

inline const char* name_of(Planted cause) {
    switch (cause) {
    case Planted::late_rank: return "late rank";
    case Planted::slow_link: return "slow link";
    case Planted::slow_gpu: return "slow GPU";
    case Planted::starved_input: return "starved input";
    case Planted::small_kernels: return "small kernels";
    case Planted::fragmentation: return "fragmentation";
    case Planted::throttling: return "throttling";
    }
    return "";
}

/// How the ranks share the model: copies of it, its weights, its layers' matrices, its layers.
enum class Sharing { data, sharded, tensor, pipeline };

inline const char* name_of(Sharing sharing) {
    switch (sharing) {
    case Sharing::data: return "data parallel";
    case Sharing::sharded: return "sharded data parallel";
    case Sharing::tensor: return "tensor parallel";
    case Sharing::pipeline: return "pipeline parallel";
    }
    return "";
}

/// One planted cause and how strong it is; what strength means depends on the cause.
struct Plant {
    Planted cause = Planted::late_rank;
    int rank = 0;        ///< late rank, slow GPU, throttling
    int group = 0;       ///< slow link: which of the groups of the inner (tensor, pipeline) or outer kind
    bool inner = false;  ///< slow link: among the inner groups
    double strength = 0; ///< grows until the step is as much longer as is wanted
};

/// Everything about a run but chance.
struct PlantedJob {
    uint64_t seed = 0;
    Sharing sharing = Sharing::data;
    int ranks = 8, inner = 1; ///< inner: ranks of a tensor or pipeline group
    int layers = 6, steps = 5, microbatches = 1;
    double layer_us = 800;     ///< forward computation of a layer on a healthy GPU
    double grad_share = 0.5;   ///< all-reduce of a layer's gradients ÷ its backward computation
    double tensor_share = 0.1; ///< all-reduce of a layer ÷ its forward computation
    double loader_us = 250;    ///< what a loader takes that has a batch ready
    double op_us = 7;          ///< the framework's work on the host before a launch
    double host_factor = 1;    ///< factor of all that the host does before a launch
    bool reads_loss = true;    ///< the host waits for the device at the end of each step
    bool has_telemetry = false;
    std::vector<Plant> plants;

    const Plant* plant(Planted cause) const {
        const auto found = std::find_if(plants.begin(), plants.end(),
                                        [&](const Plant& each) { return each.cause == cause; });
        return found == plants.end() ? nullptr : &*found;
    }
    int outer() const { return ranks / inner; }
    std::string text() const {
        std::string out = std::string(name_of(sharing)) + ", " + std::to_string(ranks) + " ranks (" +
                          std::to_string(inner) + " inner), " + std::to_string(layers) + " layers of " +
                          std::to_string(static_cast<int>(layer_us)) + " us, seed " + std::to_string(seed) +
                          ":";
        for (const Plant& each : plants) {
            out += std::string(" ") + name_of(each.cause);
            if (each.cause == Planted::slow_link)
                out += std::string(each.inner ? " inner " : " outer ") + std::to_string(each.group);
            else if (each.cause == Planted::late_rank || each.cause == Planted::slow_gpu ||
                     each.cause == Planted::throttling)
                out += " " + std::to_string(each.rank);
            out += " x " + std::to_string(each.strength) + ";";
        }
        return plants.empty() ? out + " clean" : out;
    }
};

/// Draws that do not depend on how many others were drawn elsewhere.
class Chance {
public:
    Chance(uint64_t seed, uint64_t stream)
        : m_engine(seed * 0x9E3779B97F4A7C15ULL + stream * 0xBF58476D1CE4E5B9ULL + 1) {}
    double uniform(double low, double high) {
        return low + (high - low) * std::generate_canonical<double, 53>(m_engine);
    }
    int whole(int low, int high) {
        return low + static_cast<int>(m_engine() % static_cast<uint64_t>(high - low + 1));
    }
    bool happens(double probability) { return uniform(0, 1) < probability; }
    /// About 1, spread by so much.
    double noise(double spread) { return std::exp(spread * normal()); }
    double normal() {
        const double a = uniform(1e-12, 1), b = uniform(0, 1);
        return std::sqrt(-2 * std::log(a)) * std::cos(6.283185307179586 * b);
    }

private:
    std::mt19937_64 m_engine;
};

} // namespace roofrack::test
