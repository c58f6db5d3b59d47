// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/workload/micro_batches.h"

#include <algorithm>
#include <cmath>

namespace roofrack {

double micro_batches(const Plan& plan, double batch) {
    const double share = batch / (static_cast<double>(plan.dp) * plan.micro_batch);
    return std::max(1.0, std::ceil(share - 1e-9));
}

} // namespace roofrack
