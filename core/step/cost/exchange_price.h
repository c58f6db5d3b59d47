// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/constants/defaults.h"
#include "core/base/model/plan.h"

#include <string>
#include <vector>

namespace roofrack {

/// What a loss takes more of in tokens when replicas exchange gradients less often (local SGD) or in fewer
/// bits, against synchronous training with whole gradients.
struct ExchangePrice {
    double tokens = 1;                ///< times the tokens to the same loss
    double low = 1, high = 1;         ///< band of it
    bool is_known = true;             ///< false: nobody published what it costs; none is counted
    bool is_extrapolated = false;     ///< beyond what was trained: the band is wider
    std::vector<std::string> reasons; ///< what is exchanged how, and who published its price

    bool is_free() const { return reasons.empty(); }
};

/// How a plan exchanges.
struct ExchangeManner {
    double every = 1;      ///< steps between two exchanges of replicas that go on apart
    double replicas = 1;   ///< that do
    int bits = 0;          ///< bits of a gradient; 0: whole
    double parameters = 0; ///< parameters of the model; 0: it is no language model
};

/// DiLoCo's law of the loss (Charles 2025, arXiv 2503.09799) against that of synchronous training, and what
/// fewer exchanges cost (Douillard 2023, arXiv 2311.08105); a loss that is e higher, as a share, is made up
/// for by (1 + e)^(2/α) of the compute, α being the law's exponent of parameters with 20 tokens each. Never
/// below 1: what its outer optimizer gains one replica has as well. docs/model.md section 11.
ExchangePrice exchange_price(const ExchangeManner& manner,
                             const Defaults::Convergence& constants = Defaults::built_in().convergence);

} // namespace roofrack
