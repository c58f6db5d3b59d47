// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/facility/budget/supply_load.h"

#include <map>

namespace roofrack {

namespace {

/// W that are fed by the site's side of the chain beside IT and the chain's own losses.
double beside_it(const FacilityInputs& in, const PowerState& state, double above) {
    double air = in.unracked_power, liquid = 0;
    for (const RackState& rack : state.racks) {
        air += rack.count * rack.heat_to_air.si();
        liquid += rack.count * rack.heat_to_liquid.si();
    }
    const Overhead all = in.overhead_of(air, liquid, above);
    // Drawn units lose in the chain itself; typical transformers stand beside the drawn ones.
    Watts beside = all.total() - all.drawn_ups - all.drawn_transformer;
    if (in.chain.has_losses(SupplyChain::Side::site)) beside -= all.transformer - all.drawn_transformer;
    return beside.si() + (1 - in.unracked_fed) * in.unracked_power;
}

} // namespace

SupplyLoad::SupplyLoad(const FacilityInputs& inputs, const PowerState& state)
    : m_in(inputs)
    , m_state(state)
    , m_feeds(inputs.rack_feeds, state, Carries::power) {
    std::map<double, std::vector<SupplyFlow>> by_share;
    for (size_t u = 0; u < inputs.chain.units.size(); ++u) {
        const double share = supply_window(inputs.chain.units[u].kind, inputs, state.windows).share;
        const auto [found, added] = by_share.try_emplace(share);
        if (added) found->second = flows(share);
        m_windowed.push_back(found->second[u]);
    }
}

std::vector<SupplyFlow> SupplyLoad::flows(double window_share) const {
    std::vector<double> direct(m_in.chain.units.size(), 0.0);
    for (size_t u = 0; u < direct.size(); ++u) {
        if (const int feed = m_in.chain.units[u].rack_feed; feed >= 0)
            direct[u] = m_feeds.load_of(static_cast<size_t>(feed), [&](int rack) {
                return m_state.racks[static_cast<size_t>(rack)].power_over(window_share).si();
            });
        direct[u] += m_in.chain.units[u].unracked_share * m_state.unracked_power.si();
    }
    return m_in.chain.flows(direct, beside(window_share));
}

double SupplyLoad::beside(double window_share) const {
    return beside_it(m_in, m_state, window_share * m_state.above_mean.si());
}

SupplyWindow supply_window(SupplyKind kind, const FacilityInputs& inputs, const WindowShares& shares) {
    const Defaults::Power::Windows& windows = inputs.defaults->power.windows;
    switch (kind) {
    case SupplyKind::ups:
    case SupplyKind::generator: return {windows.ups, shares.ups};
    case SupplyKind::transformer: return {windows.transformer, shares.transformer};
    case SupplyKind::utility: return {inputs.meter_window, shares.meter};
    default: return {windows.breaker, shares.breaker};
    }
}

} // namespace roofrack
