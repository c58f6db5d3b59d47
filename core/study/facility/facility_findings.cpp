// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/facility/facility_findings.h"

#include <fmt/format.h>

namespace roofrack {

namespace {

std::string watts(Watts value) { return format_quantity(value.si(), Dimension::power); }
std::string title(const Level& level) { return level.name.empty() ? level.id : level.name; }

/// Racks and coolers throttle by themselves, and say so; what stands above the feeds does not.
void add_overloads(const FacilityStudy& study, std::vector<Finding>& out) {
    for (const Level& level : study.levels) {
        if (level.kind != Level::Kind::supply || !level.limit || level.load <= *level.limit * (1 + 1e-9))
            continue;
        if (level.supply == SupplyKind::feed) continue;
        out.push_back(
            {Severity::critical,
             "supply-over-rating",
             fmt::format("“{}” carries {} and is made for {}", title(level), watts(level.load),
                         watts(*level.limit)),
             fmt::format("Highest mean over {}; {} in the compute phase. It trips, and takes down what "
                         "hangs on it.",
                         format_quantity(level.window.si(), Dimension::time), watts(level.peak)),
             "Draw more of them, choose a larger part, or cap the GPUs' power.",
             {level.id}});
    }
}

void add_swings(const FacilityStudy& study, std::vector<Finding>& out) {
    const Watts range = study.wave.highest - study.wave.lowest;
    if (study.swing_limit && range > *study.swing_limit)
        out.push_back(
            {Severity::warning,
             "swing-over-limit",
             fmt::format("The site's power ranges over {} in every step, the grid allows {}", watts(range),
                         watts(*study.swing_limit)),
             fmt::format("All GPUs compute together and wait together, every {}.",
                         format_quantity(study.step.si(), Dimension::time)),
             fmt::format("Storage of {} flattens it; filler work in the waits, or a power cap, lowers it.",
                         format_quantity(study.swing.storage().si(), Dimension::energy)),
             {}});
    if (study.ramp_limit && study.start > *study.ramp_limit)
        out.push_back({Severity::warning,
                       "ramp-over-limit",
                       fmt::format("A start or stop of the job moves {} at once, the grid allows {} a minute",
                                   watts(study.start), watts(*study.ramp_limit)),
                       "From idle to the compute phase of all GPUs.",
                       "Start the servers in turn, and ramp the power caps.",
                       {}});
    if (study.site_limit && study.wave.highest > *study.site_limit * (1 + 1e-9))
        out.push_back(
            {Severity::info,
             "site-limit-in-phases",
             fmt::format("Compute phases draw {}, more than the site's {}", watts(study.wave.highest),
                         watts(*study.site_limit)),
             fmt::format("The limit holds for the mean over {}: {}. A breaker set to it would trip.",
                         format_quantity(study.meter_window.si(), Dimension::time),
                         watts(study.state.metered)),
             "Make sure that the utility's limit is a metered mean, or set grid.meter_window to what it is.",
             {}});
}

} // namespace

std::vector<Finding> facility_findings(const FacilityStudy& study) {
    std::vector<Finding> out;
    add_overloads(study, out);
    add_swings(study, out);
    return out;
}

} // namespace roofrack
