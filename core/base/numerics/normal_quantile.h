// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace roofrack {

/// The share of a standard normal distribution below x.
double normal_share_below(double x);

/// The value below which a share of it lies, 0 < share < 1: its inverse to about 1e-15 (Wichura 1988,
/// algorithm AS 241).
double normal_quantile(double share);

} // namespace roofrack
