// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <stop_token>
#include <vector>

namespace roofrack {

/// A model of several outputs: fills `out` for inputs that are each spread evenly between 0 and 1. NaN: it
/// has no such output there.
using ModelOfUnit = std::function<void(std::span<const double> inputs, std::span<double> out)>;

/// Sobol's total-order index of each input for each output: the share of the output's variance that is left
/// while that input alone is not known. By Jansen's estimator (1999) on quasi-random points, draws × (inputs
/// + 1) runs of the model; pairs of runs of which one is NaN are left out, and an output that does not vary
/// has indices of 0. Indices of [output][input]. Stopped: of the draws that were done.
std::vector<std::vector<double>> total_order_indices(size_t inputs, size_t outputs, size_t draws,
                                                     const ModelOfUnit& model,
                                                     const std::stop_token& stop = {});

} // namespace roofrack
