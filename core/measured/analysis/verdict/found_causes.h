// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/analysis/verdict/path_sums.h"
#include "core/measured/analysis/verdict/verdict.h"

#include <vector>

namespace roofrack {

/// What holds all ranks alike: input, allocation, small kernels, as far as they are the usual rank's.
std::vector<FoundCause> causes_of_idle(const TraceResult& trace, const std::vector<RankSums>& ranks,
                                       const PathCosts& path);

/// Whom the others wait for, and why that one is late. None of a rank without a collective of which all ranks
/// are known: whoever is not may have been the late one.
std::vector<FoundCause> causes_of_waiting(const TraceResult& trace, const TraceAnalysis& analysis,
                                          const std::vector<RankSums>& ranks, const PathCosts& path);

/// Links that are slow beside their like, at times, or beside the drawn fabric.
std::vector<FoundCause> causes_of_transfers(const TraceResult& trace, const TraceAnalysis& analysis,
                                            const PathCosts& path);

/// Kernels of all ranks that become slower in the course of time.
std::vector<FoundCause> causes_of_slow_kernels(const std::vector<RankSums>& ranks);

/// Copies on the critical path: what follows waits for them. Evidence and what to try are of the kind that
/// takes longest.
std::vector<FoundCause> causes_of_copies(const TraceResult& trace, const TraceAnalysis& analysis,
                                         const PathCosts& path);

/// What to try against a cause of which no more is known.
std::vector<std::string> remedies_of(VerdictCause cause);

/// A piece of idle time, as evidence.
VerdictEvidence idle_evidence(const TraceRank& rank, const IdlePiece& piece);

} // namespace roofrack
