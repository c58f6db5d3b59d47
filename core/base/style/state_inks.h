// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/regime.h"
#include "core/base/style/style_inks.h"

namespace roofrack {

/// The colours that say how good something is.
struct StateInks {
    Ink good, warning, critical;

    constexpr Ink of(Regime regime) const {
        switch (regime) {
        case Regime::linear: return good;
        case Regime::diminishing: return warning;
        case Regime::degrading: break;
        }
        return critical;
    }
};
/// On a light ground, in pictures and in files that other programs paint; on a dark ground.
inline constexpr StateInks light_state_inks{.good = 0x1E8E5A, .warning = 0xB7791F, .critical = 0xC8372D};
inline constexpr StateInks dark_state_inks{.good = 0x41C186, .warning = 0xE0A63C, .critical = 0xFF6B5E};
/// What areas of the regimes are tinted with, on any ground.
inline constexpr StateInks tint_state_inks{
    .good = light_state_inks.good, .warning = dark_state_inks.warning, .critical = light_state_inks.critical};

} // namespace roofrack
