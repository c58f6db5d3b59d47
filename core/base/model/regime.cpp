// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/model/regime.h"

namespace roofrack {

std::string_view name_of(Regime regime) {
    switch (regime) {
    case Regime::linear: return "linear";
    case Regime::diminishing: return "diminishing";
    case Regime::degrading: break;
    }
    return "degrading";
}

Regime regime_of(double elasticity, const Defaults::Regimes& constants) {
    if (elasticity >= constants.linear) return Regime::linear;
    return elasticity >= 0 ? Regime::diminishing : Regime::degrading;
}

} // namespace roofrack
