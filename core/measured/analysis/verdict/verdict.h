// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/figures/describe.h"
#include "core/measured/analysis/idle_summary.h"
#include "core/measured/analysis/trace_analysis.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace roofrack {

/// Why a run was slower than it could be.
enum class VerdictCause {
    none,            ///< nothing is worth a name
    no_single_cause, ///< several, none of which explains four fifths
    late_rank,       ///< one rank comes late to collectives: its host is late, or it has more to do
    slow_gpu,        ///< the same kernels take longer on one rank
    throttling,      ///< kernels become slower while it runs, or a sensor shows a lower clock
    slow_link,       ///< collectives of one group, or at times, take longer than their like
    starved_input,   ///< the GPUs wait for the next batch
    allocation,      ///< the GPUs wait while their memory is allocated or freed
    small_kernels,   ///< the host launches kernels more slowly than the GPUs run them
    copies           ///< what follows on the critical path waits for copies
};
std::string_view name_of(VerdictCause cause);
/// For people: "late rank".
std::string_view label_of(VerdictCause cause);
/// What an idle time was for, in the verdict's words where it has some: "the host launched late: small
/// kernels".
std::string label_of(const IdleCauseSum& sum);

/// An event that shows a cause.
struct VerdictEvidence {
    std::string file;
    std::optional<int> rank;
    std::string name;     ///< name of the event
    int64_t start_ns = 0; ///< by the clock of its file
    int64_t duration_ns = 0;
    std::string why; ///< "idle before it: the host waited for input"
    std::optional<int> device{};
};
/// "rank 3"; "device 1" where the trace tells no rank; empty where it tells neither.
std::string whose(const VerdictEvidence& event);
/// "152 ms from 3040117 ns", by the clock of its file.
std::string when_text(const VerdictEvidence& event);
void describe(figures::Builder<VerdictEvidence>& figures);

/// One cause that was found, and how much of the time it costs.
struct FoundCause {
    VerdictCause cause = VerdictCause::none;
    std::optional<int> rank; ///< where it is one rank's
    /// 0–1 of the critical path across ranks: what would be gained without it at most, for then another path
    /// holds.
    double cost = 0;
    double explained = 0; ///< 0–1 of what it is said to explain
    std::string of; ///< what that is: "idle time on the critical path", "lateness of ranks", "slow transfers"
    std::string sentence; ///< "rank 3 late: 92 % of all lateness; its GEMMs run 8 % slower"
    std::vector<std::string> to_try;
    std::vector<VerdictEvidence> evidence; ///< the longest events, at most five
};
void describe(figures::Builder<FoundCause>& figures);

/// The answer in one line.
struct TraceVerdict {
    VerdictCause cause = VerdictCause::none;
    std::string sentence;
    std::vector<FoundCause> causes; ///< the one that is named, or those of which none explains enough
};
void describe(figures::Builder<TraceVerdict>& figures);

/// A cause is named where it explains four fifths of what it is said to explain (idle time on the critical
/// path, lateness of ranks, slow transfers, the time that kernels take beyond their quickest, copies), and
/// where it makes up four fifths of what all found causes cost together. Where one link alone is slow it
/// explains all slow transfers, and only the second share says something. Costs are read off the critical
/// path across ranks (run_path.h), so that waits that are passed on from rank to rank count once, where they
/// come from. Ranks of different runs (ranks_by_run()) get none: what is common to them says nothing of
/// either.
TraceVerdict verdict_on(const TraceResult& trace, const TraceAnalysis& analysis);

} // namespace roofrack
