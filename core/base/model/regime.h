// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/constants/defaults.h"

#include <string_view>

namespace roofrack {

/// The effect of more GPUs on the useful rate: they help, help less, or hurt.
enum class Regime { linear, diminishing, degrading };
std::string_view name_of(Regime regime);
/// linear from Defaults::Regimes::linear on, diminishing from 0 on, degrading below.
Regime regime_of(double elasticity, const Defaults::Regimes& constants);

} // namespace roofrack
