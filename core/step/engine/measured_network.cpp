// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/engine/measured_network.h"

#include "core/step/engine/prepared_impl.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace roofrack {

namespace {

double median(std::vector<double> values) {
    if (values.empty()) return 0;
    std::ranges::sort(values);
    return values[values.size() / 2];
}

double off(double predicted, double measured) { return 100 * std::abs(predicted / measured - 1); }

} // namespace

std::string label_of(const CollectiveSweep& sweep) {
    return fmt::format("{} on {} ranks{}", name_of(sweep.collective), sweep.ranks,
                       sweep.nodes > 1    ? fmt::format(" of {} nodes", sweep.nodes)
                       : sweep.nodes == 1 ? " of one node"
                                          : "");
}

std::vector<ReplacedCollective> replaced_collectives(const Prepared& prepared) {
    const Prepared::Impl& impl = prepared.impl();
    const Calibration& calibration = impl.scenario.calibration;
    const bool nvls = reduces_in_switch(impl.accelerators.front());
    std::vector<ReplacedCollective> out;
    for (const CollectiveSweep& sweep : calibration.collectives) {
        ReplacedCollective& r = out.emplace_back();
        r.sweep = sweep;
        r.inside = measured_inside(sweep, impl.fabric);
        const GroupPath path = measured_path(sweep, impl.fabric, nvls, calibration.network_variant);
        std::vector<double> before, after, held;
        for (size_t i = 0; i < sweep.points.size(); ++i) {
            const double bytes = sweep.points[i].bytes.si(), measured = sweep.points[i].seconds.si();
            r.formula.push_back(formula_time(sweep.collective, bytes, path));
            const double now = impl.measured.time(sweep.collective, bytes, path);
            r.used = r.used || (now > 0 && off(now, measured) < 1e-6);
            if (std::isfinite(r.formula.back())) before.push_back(off(r.formula.back(), measured));
            if (now > 0) after.push_back(off(now, measured));
            if (i == 0 || i + 1 == sweep.points.size()) continue;
            CollectiveSweep without = sweep;
            without.points.erase(without.points.begin() + static_cast<std::ptrdiff_t>(i));
            const MeasuredCollectives rest({without}, impl.fabric, nvls, calibration.network_variant);
            if (const double between = rest.time(sweep.collective, bytes, path); between > 0)
                held.push_back(off(between, measured));
        }
        r.before_pct = median(std::move(before));
        r.after_pct = median(std::move(after));
        r.held_out_pct = median(std::move(held));
    }
    return out;
}

void attach_sweeps(Calibration& calibration, const std::vector<CollectiveSweep>& sweeps) {
    for (const CollectiveSweep& sweep : sweeps) {
        const auto same = std::ranges::find_if(calibration.collectives, [&](const CollectiveSweep& held) {
            return held.collective == sweep.collective && held.ranks == sweep.ranks &&
                   held.nodes == sweep.nodes;
        });
        if (same == calibration.collectives.end())
            calibration.collectives.push_back(sweep);
        else
            *same = sweep;
    }
}

std::vector<Finding> measured_findings(const Prepared& prepared, double gpus) {
    std::vector<Finding> out;
    const Calibration& calibration = prepared.impl().scenario.calibration;
    if (calibration.network_variant != NetworkVariant::tuned)
        out.push_back(
            {Severity::info,
             "network-variant",
             fmt::format("Collectives: library variant “{}”", name_of(calibration.network_variant)),
             "the calibration says so; the vendor's transport with its recommended settings is “tuned”",
             "",
             {}});
    for (const ReplacedCollective& r : replaced_collectives(prepared)) {
        const auto size = [](Bytes bytes) { return format_quantity(bytes.si(), Dimension::bytes); };
        if (!r.used) {
            out.push_back(
                {Severity::warning,
                 "collectives-unused",
                 fmt::format("Collectives: {} is not used", r.sweep.file),
                 fmt::format("{}: the drawing has no such group, or a sweep of more ranks stands for it",
                             label_of(r.sweep)),
                 "draw the network that was measured, or take the sweep away",
                 {}});
            continue;
        }
        std::string why = fmt::format("{}, {} to {}, replaces the formula, which was {:.0f} % off (median)",
                                      label_of(r.sweep), size(r.sweep.points.front().bytes),
                                      size(r.sweep.points.back().bytes), r.before_pct);
        if (!r.inside && gpus > r.sweep.ranks)
            why += fmt::format("; groups of more than {} ranks are scaled by the formula's ratio",
                               r.sweep.ranks);
        out.push_back({Severity::info,
                       "collectives-measured",
                       fmt::format("Collectives: measured, {}", r.sweep.file),
                       std::move(why),
                       "",
                       {}});
    }
    return out;
}

} // namespace roofrack
