// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace roofrack {

/// z_n = ∫₀^∞(1 − Φⁿ) − ∫₋∞^0 Φⁿ: expected maximum of n standard normal draws, to 1e-9; 0 for n ≤ 1.
double expected_maximum(double n);

} // namespace roofrack
