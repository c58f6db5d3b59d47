// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/step/collectives/collectives.h"

namespace roofrack {

/// Ways for n ranks to add up a buffer of S bytes so that each has the sum.
enum class ExchangePattern {
    library,  ///< what the collective library picks of its algorithms
    ring,     ///< 2(n−1) steps of S/n
    tree,     ///< double binary trees, 2·log₂ n steps
    sharded,  ///< every rank is the parameter server of its n-th: to all and back
    server,   ///< one parameter server, with all links of one host
    everyone, ///< each rank sends the whole buffer to each other: n(n−1) messages
};
constexpr size_t exchange_pattern_count = 6;
std::string_view name_of(ExchangePattern pattern);  ///< "library", "ring" …
std::string_view label_of(ExchangePattern pattern); ///< "Ring", "One parameter server" …

struct ExchangeCost {
    double seconds = 0;  ///< infinite where there is no way between the ranks
    double busiest = 0;  ///< B that leave, and as many that enter, the busiest rank
    double messages = 0; ///< messages of all ranks together
};
/// Rings, trees, all-to-alls and sends by their formulas of collectives.h, whatever was measured; all zero
/// for one member. The library's traffic is that of a ring. Published: rings Patarasuk & Yuan 2009, double
/// trees Sanders, Speck & Träff 2009, parameter servers Li et al. 2014.
ExchangeCost exchange_cost(ExchangePattern pattern, double bytes, const GroupPath& path);

} // namespace roofrack
