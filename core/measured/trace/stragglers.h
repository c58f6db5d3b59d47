// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/trace/trace.h"

#include <vector>

namespace roofrack {

/// Who the ranks waited for. Collectives are matched by id within one world size; the shortest duration is
/// the collective's own latency, the rest of every other rank is wait, caused by the rank with the shortest
/// duration (on a tie the one that started last, then the lowest rank). Collectives whose kinds differ
/// between the ranks are not the same collective and are left out (a group of two sends and receives), and so
/// are files of unknown or repeated ranks. Sorted by the wait caused, longest first; empty with fewer than
/// two ranks. The wait for a rank is not what it alone costs: without its lateness the others wait for the
/// second to last, so each collective gives back the second shortest duration less the shortest.
std::vector<TraceStraggler> find_stragglers(const std::vector<TraceRank>& ranks);

} // namespace roofrack
