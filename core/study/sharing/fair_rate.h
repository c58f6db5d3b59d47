// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

namespace roofrack {

/// Max-min: what a GPU of a job gets that would take `most`, when `gpus` of its GPUs share `capacity` with
/// others of which each GPU would take `demand`. B/s.
struct Contender {
    double gpus = 0, demand = 0;
};
double fair_rate(double capacity, double gpus, double most, const std::vector<Contender>& others);

} // namespace roofrack
