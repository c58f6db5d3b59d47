// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/step/engine/evaluation.h"

#include <string>
#include <utility>

namespace roofrack {

/// What a change of the run brings, evaluated again.
struct WhatIf {
    std::string reason; ///< why it does not run or cannot be done; empty: it can
    Seconds step{};     ///< wall-clock step with the same batch; 0: it does not run
    double gain = 0;    ///< t/t' − 1 of the step; below 0: slower

    bool is_possible() const { return reason.empty(); }
};

inline WhatIf not_possible(std::string reason) { return {std::move(reason), {}, 0}; }

/// A change after which a step takes `then` instead of `now`.
inline WhatIf what_if(Seconds now, Seconds then) { return {{}, then, now / then - 1}; }

} // namespace roofrack
