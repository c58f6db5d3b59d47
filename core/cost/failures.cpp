// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/failures.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace roofrack {

FailureCost failure_cost(const FailureInputs& in) {
    FailureCost out;
    const double nodes = in.gpus / 8;
    const double rate = in.rate_per_1000_node_days / 1000 / 86400 * nodes; // 1/s
    const double delta = std::max(0.0, in.checkpoint_write);
    if (rate <= 0) {
        out.mttf = std::numeric_limits<double>::infinity();
        out.interval = in.interval > 0 ? in.interval : std::numeric_limits<double>::infinity();
        out.checkpoint = in.interval > 0 ? delta / in.interval : 0;
        out.goodput = 1 / (1 + out.checkpoint);
        return out;
    }
    const double m = out.mttf = 1 / rate;
    const double restart =
        in.restart *
        (1 + in.constants->restart_growth * std::max(0.0, std::log2(in.gpus / in.constants->restart_gpus)));
    const double tau = out.interval =
        in.interval > 0 ? in.interval
                        : std::max(in.constants->checkpoint_least_interval.si(), std::sqrt(2 * delta * m));
    const double exponent = std::min(700.0, (tau + delta) / m);
    out.goodput = tau / (m * std::exp(std::min(700.0, restart / m)) * std::expm1(exponent));
    out.checkpoint = delta / tau;
    out.failure = std::max(0.0, 1 / out.goodput - 1 - out.checkpoint);
    return out;
}

double checkpoint_bytes(double parameters, double bytes_per_parameter) {
    return parameters * bytes_per_parameter;
}

} // namespace roofrack
