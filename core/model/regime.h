// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace roofrack {

/// What more GPUs do to the useful rate: help, help less, hurt.
enum class Regime { linear, diminishing, degrading };
std::string_view name_of(Regime regime);
/// linear e ≥ 0.9, diminishing 0 ≤ e < 0.9, degrading e < 0 (defaults.json regimes; judgement).
Regime regime_of(double elasticity);

} // namespace roofrack
