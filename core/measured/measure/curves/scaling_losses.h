// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace roofrack {

/// What lengthens the step of a GPU's share of the work as GPUs are added. Amdahl's law is `serial` alone,
/// the universal scalability law is it and `pairs`; with a server as its unit `server_pairs`.
enum class ScalingLoss {
    ring_inside,  ///< rings inside a server: bandwidth, saturating
    ring_between, ///< rings between servers
    trees,        ///< trees and latency: a logarithm
    serial,       ///< what does not divide or goes around all: linear
    pairs,        ///< what grows with the pairs of GPUs
    border,       ///< all at once, where the second server begins
    server_pairs, ///< what grows with the pairs of servers
};
inline constexpr size_t scaling_losses = 7;

/// One number for each ScalingLoss.
using LossAmounts = std::array<double, scaling_losses>;

/// "rings inside a server", "serial work" …
std::string_view name_of(ScalingLoss loss);
/// Whether the loss is communication: all are but serial work.
bool is_communication(ScalingLoss loss);
/// Whether the loss exists only beyond one server.
bool is_between_servers(ScalingLoss loss);

/// How a step grows with GPU counts: with amounts βₖ ≥ 0 its time over that at the smallest measured count n₀
/// is t(N) = 1 + Σ βₖ·(φₖ(N) − φₖ(n₀)), of servers of g GPUs, S = max(1, N/g):
///   φ = 1 − 1/min(N, g), 1 − 1/S, log₂N, N/(n_max − n₀), N(N − 1) and S(S − 1), as shares of what each grows
///   by up to n_max, and 1 beyond one server.
class LossBasis {
public:
    /// The smallest and largest measured counts, GPUs of a server.
    LossBasis(double first, double last, double node_gpus);

    /// φ(gpus) − φ(n₀).
    LossAmounts grown(double gpus) const;
    /// t of amounts and what the shapes have grown.
    static double time(const LossAmounts& amounts, const LossAmounts& grown) {
        double out = 1;
        for (size_t k = 0; k < scaling_losses; ++k) out += amounts[k] * grown[k];
        return out;
    }
    double first() const { return m_first; }
    double last() const { return m_last; }
    double node_gpus() const { return m_node; }

private:
    LossAmounts shapes(double gpus) const;

    double m_first, m_last, m_node;
    LossAmounts m_at_first{};
};

} // namespace roofrack
