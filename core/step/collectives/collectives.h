// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/collective_sweep.h"
#include "core/step/collectives/group_path.h"

namespace roofrack {

struct Part;

/// NVLink switches that reduce (NVLS): NVIDIA's from Hopper on.
bool reduces_in_switch(const Part& accelerator);

/// Seconds. `bytes` is the full buffer: what every rank holds before an all-reduce, after an all-gather,
/// before a reduce-scatter, before an all-to-all. 0 for one member; infinite when a border that must be
/// crossed has no link. T = min over (algorithm, protocol) of L + S/A: the structure and constants of NCCL's
/// own tuner (src/graph/tuning.cc, 2.30.7; bus ↔ algorithm bandwidth: nccl-tests doc/PERFORMANCE.md), to
/// which the filling of the pipeline is added as in its later model (src/tuning/pipeline_model). A sweep that
/// the path carries replaces the formula (MeasuredCollectives).
double all_reduce_time(double bytes, const GroupPath& path);
double all_gather_time(double bytes, const GroupPath& path); ///< reduce-scatter alike
double all_to_all_time(double bytes, const GroupPath& path);
double send_time(double bytes, const GroupPath& path);

/// The formula alone, whatever was measured.
double formula_time(Collective collective, double bytes, const GroupPath& path);
/// Bus bandwidth ÷ (bytes ÷ seconds): 2(n−1)/n, (n−1)/n or 1 (nccl-tests doc/PERFORMANCE.md).
double bus_factor(Collective collective, double members);

/// 2(n−1)/n · S/T.
double all_reduce_bus_bandwidth(double bytes, double seconds, double members);

} // namespace roofrack
