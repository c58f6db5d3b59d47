// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/collectives/exchange_pattern.h"

#include "core/step/collectives/collective_algorithm.h"

#include <array>

namespace roofrack {

namespace {

struct PatternSpec {
    std::string_view name, label;
};
constexpr std::array<PatternSpec, exchange_pattern_count> pattern_specs{{
    {"library", "The library's choice"},
    {"ring", "Ring"},
    {"tree", "Tree"},
    {"sharded", "Every rank serves a share"},
    {"server", "One parameter server"},
    {"everyone", "Everyone to everyone"},
}};

} // namespace

std::string_view name_of(ExchangePattern pattern) { return pattern_specs[static_cast<size_t>(pattern)].name; }
std::string_view label_of(ExchangePattern pattern) {
    return pattern_specs[static_cast<size_t>(pattern)].label;
}

ExchangeCost exchange_cost(ExchangePattern pattern, double bytes, const GroupPath& path) {
    const double n = path.members;
    if (n <= 1 || bytes <= 0) return {};
    const double ring_bytes = 2 * (n - 1) / n * bytes, ring_messages = 2 * n * (n - 1);
    switch (pattern) {
    case ExchangePattern::library:
        return {formula_time(Collective::all_reduce, bytes, path), ring_bytes, ring_messages};
    case ExchangePattern::ring:
        return {all_reduce_time_by(CollectiveAlgorithm::ring, bytes, path), ring_bytes, ring_messages};
    case ExchangePattern::tree: // half of the buffer in each of two trees, up and down
        return {all_reduce_time_by(CollectiveAlgorithm::tree, bytes, path), 2 * bytes, 4 * (n - 1)};
    case ExchangePattern::sharded:
        return {2 * formula_time(Collective::all_to_all, bytes, path), ring_bytes, ring_messages};
    case ExchangePattern::server: { // n buffers in, then n out, over all links of its host
        const double rate = path.nodes > 1 ? path.inter_bus : path.intra_bus;
        return {2 * (formula_time(Collective::send_recv, 1, path) + n * bytes / rate), n * bytes, 2 * n};
    }
    case ExchangePattern::everyone: break;
    }
    return {formula_time(Collective::all_to_all, n * bytes, path), (n - 1) * bytes, n * (n - 1)};
}

} // namespace roofrack
