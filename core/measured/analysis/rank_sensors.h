// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/trace/trace.h"

#include <optional>
#include <vector>

namespace roofrack {

/// What the sensors of a rank's GPU read while the trace was recorded.
struct RankSensors {
    std::optional<double> clock_mhz, least_clock_mhz,
        most_clock_mhz;                  ///< clock of the SMs: mean, and extremes
    std::optional<double> power_w;       ///< mean
    std::optional<double> temperature_c; ///< highest
    /// The readings are those of the trace's time; else the clocks of log and trace cannot be compared, and
    /// these are the whole log's.
    bool by_time = false;
};

/// By place of the rank: readings of the sensor that is called by the rank's device. Log and trace are joined
/// by their time since 1970 where both have it and the log fits by the clock of exactly one time zone, which
/// a log does not tell: one of more than a quarter of an hour fits by several. Empty where no log has such a
/// sensor, where several have, or where several ranks have that device number, each on a node of its own.
std::vector<RankSensors> sensors_by_rank(const TraceResult& trace);

} // namespace roofrack
