// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/collectives/expected_collective.h"

#include "core/drawing/network/block_kinds.h"
#include "core/step/collectives/collective_bands.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace roofrack {

namespace {

constexpr double nudge = 1.01;

/// What a collective's time follows, each as −d ln(time)/d ln(resource); bytes as +d ln(time)/d ln(bytes).
struct Elasticities {
    double bytes = 0, inside = 0, across = 0;
};

CollectiveLimit held_by(const Elasticities& of, CollectiveAlgorithm algorithm) {
    const bool in_switch = algorithm == CollectiveAlgorithm::nvls;
    const std::pair<double, CollectiveLimit> shares[] = {
        {1 - of.bytes, CollectiveLimit::latency},
        {of.inside, in_switch ? CollectiveLimit::switches : CollectiveLimit::scale_up},
        {of.across, CollectiveLimit::border},
        {of.bytes - of.inside - of.across, CollectiveLimit::library},
    };
    return std::ranges::max_element(shares, {}, [](const auto& each) { return each.first; })->second;
}

TestedLibrary with_rates(TestedLibrary library, double scale_up, double scale_out) {
    library.scale_up *= scale_up;
    library.scale_out *= scale_out;
    return library;
}

/// The least of the links' line rates that a ring through the group uses.
double line_rate_of(const Fabric& fabric, const GroupPath& path, double stride) {
    if (path.members <= 1 || fabric.levels.empty()) return 0;
    const FabricLevel& inner = fabric.levels.front();
    double out =
        path.domain > 1 || path.nodes <= 1 ? inner.inside.si() : std::numeric_limits<double>::infinity();
    const double job = path.members * stride;
    for (int i = 0; i <= path.outermost_level && path.nodes > 1; ++i) {
        const FabricLevel& level = fabric.levels[static_cast<size_t>(i)];
        const double held = block_spread(fabric, level, path.members, stride, job).members;
        if (held < path.members) out = std::min(out, level.egress.si() * held);
    }
    return std::isfinite(out) ? out : 0;
}

} // namespace

GroupPath tested_path(const Fabric& fabric, double ranks, double stride, const TestedLibrary& library,
                      const CollectiveConstants& constants) {
    NetworkKnobs knobs;
    knobs.variant = library.variant;
    knobs.scale_up = library.scale_up;
    knobs.scale_out = library.scale_out;
    return group_path(fabric, ranks, stride, knobs, 1, library.nvls, constants);
}

TestedGroup::TestedGroup(const Fabric& fabric, double ranks, double stride, const TestedLibrary& library)
    : m_library(library)
    , m_path(tested_path(fabric, ranks, stride, library))
    , m_faster_inside(tested_path(fabric, ranks, stride, with_rates(library, nudge, 1)))
    , m_faster_across(tested_path(fabric, ranks, stride, with_rates(library, 1, nudge)))
    , m_line_rate(line_rate_of(fabric, m_path, stride)) {}

ExpectedCollective TestedGroup::expect(Collective collective, double bytes,
                                       CollectiveAlgorithm algorithm) const {
    ExpectedCollective out;
    out.collective = collective;
    out.bytes = Bytes(bytes);
    const bool is_free = algorithm == CollectiveAlgorithm::none;
    out.algorithm = is_free ? collective_algorithm(collective, bytes, m_path) : algorithm;
    const double time = is_free ? formula_time(collective, bytes, m_path)
                                : formula_time_by(algorithm, collective, bytes, m_path);
    out.time = out.low = out.high = Seconds(time);
    if (!(time > 0) || !std::isfinite(time)) return out;

    const auto elasticity = [&](double other) { return std::log(time / other) / std::log(nudge); };
    const auto by = [&](double size, const GroupPath& path) {
        return formula_time_by(out.algorithm, collective, size, path);
    };
    const Elasticities follows{-elasticity(by(bytes * nudge, m_path)), elasticity(by(bytes, m_faster_inside)),
                               elasticity(by(bytes, m_faster_across))};
    out.limit = held_by(follows, out.algorithm);

    const CollectiveBands& bands = CollectiveBands::built_in();
    const SizeBand size = size_band(bytes);
    out.is_far = bands.is_far(m_path.nodes > 1 ? name_of(m_path.border_class) : m_library.architecture, size);
    // Announced rates widen it as independent errors do; the band's half-width is 1.2816 σ.
    constexpr double nominal_sigmas = 1.2816;
    const double width = std::hypot(std::log(bands.factor(size, out.is_far)),
                                    nominal_sigmas * follows.inside * m_library.sigma_scale_up,
                                    nominal_sigmas * follows.across * m_library.sigma_scale_out);
    const double factor = std::exp(width), bus = bus_factor(collective, m_path.members) * bytes;
    out.low = Seconds(time / factor);
    out.high = Seconds(time * factor);
    out.algorithm_bandwidth = ByteRate(bytes / time);
    out.bus_bandwidth = ByteRate(bus / time);
    out.bus_low = ByteRate(bus / out.high.si());
    out.bus_high = ByteRate(bus / out.low.si());
    return out;
}

ByteRate TestedGroup::ceiling(Collective collective, CollectiveAlgorithm algorithm) const {
    constexpr double endless = 1e18;
    const double time = algorithm == CollectiveAlgorithm::none
                            ? formula_time(collective, endless, m_path)
                            : formula_time_by(algorithm, collective, endless, m_path);
    return ByteRate(std::isfinite(time) && time > 0 ? bus_factor(collective, m_path.members) * endless / time
                                                    : 0);
}

} // namespace roofrack
