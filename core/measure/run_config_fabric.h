// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/run_config.h"

namespace roofrack {

/// The network of a published run: a scale-up domain (a server, an NVL72 rack, a pod's torus) and one
/// non-blocking network beyond it. What no cell prints is that which the generation ships with, and named in
/// `assumed`.
void read_fabric(const RunRow& row, const Part& accelerator, RunConfig& run);

} // namespace roofrack
