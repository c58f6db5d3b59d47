// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/explain/groups/torus_nodes.h"

#include <fmt/format.h>
#include <string_view>
#include <vector>

namespace roofrack {

namespace {

/// The links of one axis as drawn: what leaves the block inside less what leaves the block around it.
Term nominal_term(const Inputs& in, const TorusAxis& axis) {
    const std::vector<FabricLevel>& levels = in.impl().fabric.levels;
    const FabricLevel& level = levels[static_cast<size_t>(axis.level)];
    const Term inside = in.drawn(level.name, "inside", "bandwidth a chip inside", level.inside.si(), "B/s");
    if (axis.level == 0 || axis.level == in.impl().fabric.torus_level) return inside;
    return inside - in.drawn(level.name, "egress", "egress", level.egress.si(), "B/s", level.binding_label);
}

Term twist_term(const Inputs& in) {
    const Defaults::Topology& constants = in.impl().fabric.defaults->topology;
    return in.impl().fabric.torus_twist == constants.twist_one_long
               ? in.constant("topology.twist_gain.one_long_axis", "gain of the twist")
               : in.constant("topology.twist_gain.two_long_axes", "gain of the twist");
}

} // namespace

TorusNodes torus_nodes(const Inputs& in, const TorusAxes& axes, const Term& stride, const Term& share,
                       const GroupPath& path, const std::function<Term(const FabricLevel&)>& held,
                       const std::function<ExplanationPtr(const FabricLevel&, bool)>& left) {
    TorusNodes out;
    if (axes.count == 0) return out;
    const std::vector<FabricLevel>& levels = in.impl().fabric.levels;
    std::vector<Term> rates, hops, crossings, cables;
    for (const TorusAxis& axis : axes) {
        const FabricLevel& level = levels[static_cast<size_t>(axis.level)];
        const FabricLevel* const inner =
            axis.level > 0 ? &levels[static_cast<size_t>(axis.level - 1)] : nullptr;
        Term length = inner ? held(level) / held(*inner) : held(level);
        if (axis.tori > 1) length = std::move(length) * axis.tori; // the ring of one larger torus
        Term rate = nominal_term(in, axis) * share;
        if (axis.usable != 1) rate = std::move(rate) * axis.usable;
        if (const ExplanationPtr rest = left(inner ? *inner : level, !inner)) rate = std::move(rate) * rest;
        if (inner && inner->background_load > 0)
            rate =
                std::move(rate) *
                (1.0 - Term(in.drawn(inner->name, "background_load", "background", inner->background_load)));
        Term chips = length;
        if (axis.interleaved > 1) {
            Term block = 1.0;
            if (inner)
                block = in.drawn(inner->name, "block_gpus", "GPUs of " + inner->name, inner->block_gpus);
            const double largest = level.block_gpus / (inner ? inner->block_gpus : 1);
            Term between = clamped(stride / block, 1.0, largest);
            if (axis.between > 1) between = std::move(between) * axis.between;
            const ExplanationPtr beside = calculated("groups beside each other", "", between);
            rate = std::move(rate) / beside;
            chips = std::move(chips) * beside;
        }
        const ExplanationPtr reached = calculated(fmt::format("links along the {}", level.name), "B/s", rate);
        rates.emplace_back(reached);
        hops.push_back(std::move(chips) - 1.0);
        crossings.push_back(axes.twist != 1 ? length / 4.0 / reached / twist_term(in)
                                            : length / 4.0 / reached);
        cables.push_back(Term(reached) / (axis.usable < 1 || axis.length <= 2 ? 1.0 : 2.0));
    }
    out.rate = recorded("bandwidth over all axes", path.intra_bus, "B/s", sum_of(rates), torus_source);
    out.hops = recorded("links from end to end", path.torus_hops, "", sum_of(hops));
    out.cross =
        recorded("crossing of the longest axis", path.torus_cross, "s/B", largest(std::move(crossings)));
    out.cable = recorded("bandwidth to a neighbour", path.torus_cable, "B/s", smallest(std::move(cables)));
    return out;
}

} // namespace roofrack
