// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/convergence.h"

#include <cmath>

namespace roofrack {

double token_overhead(double batch, double critical_batch) {
    return critical_batch > 0 ? 1 + batch / critical_batch : 1;
}

double critical_batch_zhang(double tokens, const Defaults::Convergence& c) {
    if (tokens <= 0) return 0;
    // The batch of so much more steps is that share of the critical one.
    return 1 / c.zhang_overhead * c.zhang_sequence * c.zhang_data * std::pow(tokens / 1e6, c.zhang_exponent);
}

} // namespace roofrack
