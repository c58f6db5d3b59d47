// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/calibration/measured_run.h"

#include <string_view>

namespace roofrack {

/// A figure as people say it: "1.25 s" (a step), "200 tokens/s/GPU", "1.6M tokens/s", "120 samples/s", "38 %
/// MFU" or "MFU 0.38". Fails on anything else, and says what is understood.
Result<MeasuredRun> parse_measured_figure(std::string_view text);

} // namespace roofrack
