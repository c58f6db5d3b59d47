// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/trace/logs/measured_file.h"

namespace roofrack::cli {

/// What a log tells, as text: phases of the run, timers of a step, iterations, transfers, sensors.
void print_log(const MeasuredFile& file);

} // namespace roofrack::cli
