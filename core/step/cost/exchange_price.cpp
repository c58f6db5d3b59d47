// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/cost/exchange_price.h"

#include "core/base/units/quantity_text.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace roofrack {

namespace {

/// ln of the loss with local steps over that without.
double local_excess(const ExchangeManner& m, const Defaults::Convergence& c) {
    const double n = std::log(std::min(m.parameters, c.local_most_parameters));
    return std::log(c.local_loss / c.synchronous_loss) - (c.local_exponent - c.synchronous_exponent) * n +
           c.local_replicas_exponent * std::log(m.replicas) +
           c.local_per_cadence * std::log(m.every / c.local_cadence);
}

/// How often `value` is doubled beyond `most`.
double doublings_beyond(double value, double most) { return std::log2(std::max(1.0, value / most)); }

void add_local_steps(const ExchangeManner& m, const Defaults::Convergence& c, ExchangePrice& out) {
    if (m.every <= 1 || m.replicas <= 1) return;
    const std::string what = fmt::format("{} replicas that exchange every {} steps", format_count(m.replicas),
                                         format_count(m.every));
    if (m.parameters <= 0) {
        out.is_known = false;
        out.reasons.push_back(what + ": not known; published of language models alone");
        return;
    }
    const double beyond = doublings_beyond(m.parameters, c.local_most_parameters) +
                          doublings_beyond(m.replicas, c.local_most_replicas) +
                          doublings_beyond(m.every, c.local_most_steps);
    const double excess = local_excess(m, c), off = c.local_residual * (1 + beyond);
    const double by_compute = 2 / c.synchronous_exponent, by_data = 1 / c.kaplan_data_exponent;
    const auto price = [](double share, double exponent) {
        return std::exp(std::max(0.0, share) * exponent);
    };
    out.tokens = price(excess, by_compute);
    out.low = price(excess - off, by_data);
    out.high = price(excess + off, by_compute);
    out.is_extrapolated = beyond > 0;
    out.reasons.push_back(what + (beyond > 0 ? ": by DiLoCo's law (arXiv 2503.09799), beyond what was trained"
                                             : ": by DiLoCo's law (arXiv 2503.09799)"));
}

void add_bits(const ExchangeManner& m, ExchangePrice& out) {
    constexpr int whole = 16, narrow = 8, least_outer = 4;
    if (m.bits <= 0 || m.bits >= whole) return;
    const bool apart = m.every > 1 && m.replicas > 1;
    std::string published =
        "no more tokens, the first fifth of the steps in whole gradients (1-bit Adam, arXiv "
        "2102.02888)";
    if (m.bits >= narrow)
        published = "no more tokens (FP8-LM, arXiv 2310.18313)";
    else if (apart && m.bits >= least_outer)
        published = "no more tokens (Streaming DiLoCo, arXiv 2501.18512)";
    else if (apart)
        published = "not known; published down to 4 bits";
    if (apart && m.bits < least_outer) out.is_known = false;
    out.reasons.push_back(fmt::format("gradients of {} bits: {}", m.bits, published));
}

} // namespace

ExchangePrice exchange_price(const ExchangeManner& manner, const Defaults::Convergence& constants) {
    ExchangePrice out;
    add_local_steps(manner, constants, out);
    add_bits(manner, out);
    return out;
}

} // namespace roofrack
