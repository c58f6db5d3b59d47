// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/measure/curves/scaling_losses.h"

#include <algorithm>
#include <cmath>

namespace roofrack {

namespace {

double pairs_of(double things) { return things * (things - 1); }

} // namespace

std::string_view name_of(ScalingLoss loss) {
    switch (loss) {
    case ScalingLoss::ring_inside: return "rings inside a server";
    case ScalingLoss::ring_between: return "rings between servers";
    case ScalingLoss::trees: return "trees and latency";
    case ScalingLoss::serial: return "serial work";
    case ScalingLoss::pairs: return "pairs of GPUs";
    case ScalingLoss::border: return "the border of a server";
    case ScalingLoss::server_pairs: return "pairs of servers";
    }
    return "";
}

bool is_communication(ScalingLoss loss) { return loss != ScalingLoss::serial; }

bool is_between_servers(ScalingLoss loss) {
    return loss == ScalingLoss::ring_between || loss == ScalingLoss::border ||
           loss == ScalingLoss::server_pairs;
}

LossBasis::LossBasis(double first, double last, double node_gpus)
    : m_first(first)
    , m_last(last)
    , m_node(node_gpus)
    , m_at_first(shapes(first)) {}

LossAmounts LossBasis::shapes(double gpus) const {
    const auto servers = [&](double n) { return std::max(1.0, n / m_node); };
    // Where nothing of the kind was measured the first two things that there can be are the unit.
    const auto share = [](double here, double first, double last) {
        return here / std::max(1.0, last - first);
    };
    const double here = servers(gpus), first = servers(m_first), last = servers(m_last);
    return {1 - 1 / std::min(gpus, m_node),
            1 - 1 / here,
            std::log2(gpus),
            share(gpus, m_first, m_last),
            share(pairs_of(gpus), pairs_of(m_first), pairs_of(m_last)),
            here > 1 ? 1.0 : 0.0,
            share(pairs_of(here), pairs_of(first), pairs_of(last))};
}

LossAmounts LossBasis::grown(double gpus) const {
    LossAmounts out = shapes(gpus);
    for (size_t k = 0; k < scaling_losses; ++k) out[k] -= m_at_first[k];
    return out;
}

} // namespace roofrack
