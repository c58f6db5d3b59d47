// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

namespace roofrack {

/// Widths of columns side by side: each as wide as its contents want, and where `room` is too little the
/// widest give way to each other until all have the same.
std::vector<double> fitted_widths(std::vector<double> wanted, double room);

} // namespace roofrack
