// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/numerics/gradient_values.h"

#include <cmath>
#include <numbers>

namespace roofrack {

namespace {

constexpr size_t quantile_count = 65536;

/// Φ⁻¹((i + ½) ÷ 65,536), by Newton's method from the one before, outwards from the middle.
std::vector<float> normal_quantiles() {
    std::vector<float> out(quantile_count);
    double at = 0;
    for (size_t i = quantile_count / 2; i < quantile_count; ++i) {
        const double above = 1 - (static_cast<double>(i) + 0.5) / quantile_count;
        for (int step = 0; step < 8; ++step) {
            const double density = std::exp(-at * at / 2) / std::sqrt(2 * std::numbers::pi);
            const double by = (0.5 * std::erfc(at / std::numbers::sqrt2) - above) / density;
            at += by;
            if (std::abs(by) < 1e-12) break;
        }
        out[i] = static_cast<float>(at);
        out[quantile_count - 1 - i] = -out[i];
    }
    return out;
}

/// Steele, Lea and Flood 2014 (SplitMix64).
uint64_t mixed(uint64_t z) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31);
}

} // namespace

void GradientValues::of_rank(uint64_t rank, SumLane& out) const {
    static const std::vector<float> quantiles = normal_quantiles();
    constexpr size_t of_a_draw = 4;
    static_assert(reduction_elements % of_a_draw == 0);
    uint64_t counter = mixed(m_seed) + rank * (reduction_elements / of_a_draw);
    for (size_t i = 0; i < out.size(); i += of_a_draw) {
        const uint64_t draw = mixed(++counter * 0x9e3779b97f4a7c15U);
        for (size_t k = 0; k < of_a_draw; ++k) out[i + k] = quantiles[(draw >> (16 * k)) & 0xffffU];
    }
}

} // namespace roofrack
