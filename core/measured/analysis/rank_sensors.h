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
    /// they are of the whole log.
    bool by_time = false;
};

/// By place of the rank: readings of the sensor that is called by the rank's device. Log and trace are joined
/// by their time since 1970 where both have it; the log's may be of any time zone. Empty where no log has
/// such a sensor, or several have.
std::vector<RankSensors> sensors_by_rank(const TraceResult& trace);

} // namespace roofrack
