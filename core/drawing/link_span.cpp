// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/link_span.h"

#include <algorithm>
#include <cmath>

namespace roofrack {

namespace {

/// Quotients of whole numbers land a hair off a whole number: 24 / 3 · 2 must not round up to 17.
double floor_whole(double value) { return std::floor(value + 1e-9); }
double ceil_whole(double value) { return std::ceil(value - 1e-9); }

} // namespace

double LinkSpan::groups() const { return std::max(1.0, std::floor(b / count)); }

double LinkSpan::reach_to(double froms) const {
    if (froms <= 0) return 0;
    const double container = floor_whole((froms - 1) / a);
    const double last = froms - 1 - container * a;
    switch (pattern) {
    case LinkPattern::each: return container * b + floor_whole(last * b / a) + 1;
    case LinkPattern::rail: {
        const double rail = floor_whole(last * groups() / a);
        return container * b + std::min(b, (rail + 1) * std::max(count, std::floor(b / groups())));
    }
    case LinkPattern::mesh:
    case LinkPattern::torus: break;
    }
    return (container + 1) * b;
}

double LinkSpan::reach_from(double tos) const {
    if (tos <= 0) return 0;
    const double container = floor_whole((tos - 1) / b);
    const double last = tos - 1 - container * b;
    switch (pattern) {
    case LinkPattern::each: return container * a + std::min(a, ceil_whole((last + 1) * a / b));
    case LinkPattern::rail: {
        const double rail = std::min(groups() - 1, floor_whole(last / count));
        return container * a + std::min(a, ceil_whole((rail + 1) * a / groups()));
    }
    case LinkPattern::mesh:
    case LinkPattern::torus: break;
    }
    return (container + 1) * a;
}

LinkSpan::Cables LinkSpan::cables(double froms, double tos) const {
    Cables out;
    if (self) {
        // Whole containers have no cable to the outside; a part of one has r·(a − r) in a mesh, a face each
        // way in a torus.
        const double rest = froms - floor_whole(froms / a) * a;
        // The aggregate is one node, so cables inside need no edge.
        if (group > 0) {
            // Whole groups have cables to all others; a part of one has none to its mates.
            const double whole = floor_whole(rest / group) * group, part = rest - whole;
            const double others = part > 0 ? a - whole - group : 0;
            out.from_out = (whole * (a - rest) + part * others) * count;
            return out;
        }
        out.from_out = pattern == LinkPattern::torus ? rest * 2 * axes * count : rest * (a - rest) * count;
        return out;
    }
    switch (pattern) {
    case LinkPattern::each:
    case LinkPattern::rail: {
        const double held = std::min(froms, reach_from(tos));
        out.inside = held * count;
        out.from_out = (froms - held) * count;
        out.to_out = (reach_from(tos) - held) * count;
        break;
    }
    case LinkPattern::mesh:
    case LinkPattern::torus: {
        const double full_a = floor_whole(froms / a), rest_a = froms - full_a * a;
        const double full_b = floor_whole(tos / b), rest_b = tos - full_b * b;
        const double full = std::min(full_a, full_b);
        double pairs = full * a * b;
        if (full_a > full_b)
            pairs += a * rest_b;
        else if (full_a < full_b)
            pairs += rest_a * b;
        else
            pairs += rest_a * rest_b;
        out.inside = pairs * count;
        out.from_out = (froms * b - pairs) * count;
        out.to_out = (tos * a - pairs) * count;
        break;
    }
    }
    return out;
}

double LinkSpan::per_from() const {
    if (self && group > 0) return (a - group) * count;
    if (self) return pattern == LinkPattern::torus ? 2.0 * axes * count : (a - 1) * count;
    return pattern == LinkPattern::mesh ? b * count : count;
}

double LinkSpan::per_to() const {
    if (self) return per_from();
    return pattern == LinkPattern::mesh ? a * count : per_from() * a / b;
}

} // namespace roofrack
