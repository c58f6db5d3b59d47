// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/figures/describe.h"
#include "core/step/search/search.h"

namespace roofrack {

void describe(figures::Builder<RankedPlan>& figures);
void describe(figures::Builder<SearchCell>& figures);
/// All but what was left out.
void describe(figures::Builder<SearchResult>& figures);

} // namespace roofrack
