// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/analysis/replay/straggler_study.h"

namespace roofrack::cli {

/// What stragglers cost, who is waited for, and a step's critical path, as tables.
void print_study(const StragglerStudy& study);

} // namespace roofrack::cli
