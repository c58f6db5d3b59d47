// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/constants/defaults.h"

#include <string_view>

namespace roofrack {

/// What more GPUs do to the useful rate: help, help less, hurt.
enum class Regime { linear, diminishing, degrading };
std::string_view name_of(Regime regime);
/// linear from Defaults::Regimes::linear on, diminishing from 0 on, degrading below.
Regime regime_of(double elasticity, const Defaults::Regimes& constants);

} // namespace roofrack
