// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/convergence.h"

#include <cmath>

namespace roofrack {

double token_overhead(double batch, double critical_batch) {
    return critical_batch > 0 ? 1 + batch / critical_batch : 1;
}

double critical_batch_zhang(double tokens) {
    return tokens > 0 ? 5 * 512 * 22.91 * std::pow(tokens / 1e6, 0.47) : 0;
}

} // namespace roofrack
