// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/engine/measured_network.h"

#include "core/base/units/median.h"
#include "core/step/engine/prepared_impl.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace roofrack {

namespace {

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
    for (const CollectiveSweep& sweep : calibration.sweeps()) {
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
        constexpr size_t least_for_range = 8;
        if (const size_t count = sweep.points.size(); count >= least_for_range) {
            const auto quarter = static_cast<std::ptrdiff_t>(count / 4);
            CollectiveSweep middle = sweep;
            middle.points.assign(sweep.points.begin() + quarter, sweep.points.end() - quarter);
            const MeasuredCollectives inner({middle}, impl.fabric, nvls, calibration.network_variant);
            std::vector<double> outer;
            for (const CollectivePoint& point : sweep.points) {
                const double bytes = point.bytes.si();
                if (bytes >= middle.points.front().bytes.si() && bytes <= middle.points.back().bytes.si())
                    continue;
                if (const double then = inner.time(sweep.collective, bytes, path); then > 0)
                    outer.push_back(off(then, point.seconds.si()));
            }
            if (!outer.empty()) r.range_out_pct = median(std::move(outer));
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

namespace {

/// "operators × 1.12, exposed collectives × 0.9"; "matrix products × 1.1, attention × 0.9" where they have
/// factors of their own.
std::string factors_text(const Calibration& calibration) {
    std::string out;
    const auto add = [&](bool is_there, std::string text) {
        if (is_there) out += (out.empty() ? "" : ", ") + std::move(text);
    };
    const auto add_factor = [&](const char* what, const std::optional<double>& factor) {
        add(factor.has_value(), fmt::format("{} × {:.3g}", what, factor.value_or(1)));
    };
    const bool all_have_own =
        calibration.gemm_factor && calibration.attention_factor && calibration.elementwise_factor;
    add(calibration.compute_factor != 1 && !all_have_own,
        fmt::format("{} × {:.3g}", calibration.gemm_factor ? "operators without an own factor" : "operators",
                    calibration.compute_factor));
    add_factor("matrix products", calibration.gemm_factor);
    add_factor("attention", calibration.attention_factor);
    add_factor("other operators", calibration.elementwise_factor);
    add_factor("optimizer", calibration.optimizer_factor);
    add(calibration.network_factor != 1,
        fmt::format("exposed collectives × {:.3g}", calibration.network_factor));
    add(calibration.power_factor != 1,
        fmt::format("power of a GPU above idle × {:.3g}", calibration.power_factor));
    add(calibration.straggler_cv_persistent.has_value(),
        fmt::format("GPUs differ by {:.2g} %", 100 * calibration.straggler_cv_persistent.value_or(0)));
    add(calibration.straggler_cv_iid.has_value(),
        fmt::format("steps of a GPU differ by {:.2g} %", 100 * calibration.straggler_cv_iid.value_or(0)));
    add(!calibration.collectives.empty(),
        fmt::format("{} measured sweep{} of collectives", calibration.collectives.size(),
                    calibration.collectives.size() == 1 ? "" : "s"));
    return out.empty() ? "no factor differs from the model's" : out;
}

Finding calibration_finding(const Calibration& calibration) {
    if (calibration.off)
        return {Severity::info,
                "calibration-off",
                "What was measured is not in force: " + measured_by(calibration),
                "the prediction is the model's own; in force it would be: " + factors_text(calibration),
                "set /calibration/off to false, or leave --uncalibrated out",
                {}};
    return {Severity::info,
            "calibrated",
            "Calibrated by " + measured_by(calibration),
            factors_text(calibration),
            "",
            {}};
}

} // namespace

std::string measured_by(const Calibration& calibration) {
    std::vector<std::string> names;
    const auto add = [&](const std::string& name) {
        if (!name.empty() && std::ranges::find(names, name) == names.end()) names.push_back(name);
    };
    for (const CalibrationSource& source : calibration.sources)
        add(source.date.empty() ? source.file : fmt::format("{} ({})", source.file, source.date));
    if (calibration.sources.empty())
        for (const CollectiveSweep& sweep : calibration.collectives) add(sweep.file);
    if (names.empty()) add(calibration.note);
    constexpr size_t most_named = 3;
    std::string out;
    for (size_t i = 0; i < std::min(names.size(), most_named); ++i) out += (i ? ", " : "") + names[i];
    if (names.size() > most_named) out += fmt::format(" and {} more", names.size() - most_named);
    return out.empty() ? "factors of the project" : out;
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
    // A sweep by itself has a finding of its own.
    if (calibration.off ? calibration.is_given() : calibration.is_given_beside_sweeps())
        out.push_back(calibration_finding(calibration));
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
