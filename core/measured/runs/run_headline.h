// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/analysis/replay/straggler_study.h"
#include "core/measured/analysis/trace_analysis.h"
#include "core/measured/trace/trace.h"

#include <string>
#include <vector>

namespace roofrack {

/// What a run tells at first sight, in words.
struct RunHeadline {
    std::string why; ///< the verdict on its events; empty: none, or not found yet
    /// Where the time went: "in a step of 15.6 ms (mean of 8) the GPUs idle 52 %, compute 7 % …"
    std::string where;
    /// How much exposed communication waits for a later rank, waiting_text(); empty: the events are not
    /// known.
    std::string communication;
    std::string more; ///< what else a log tells: the whole run, how even its steps are; may be empty
    std::string who;  ///< who was late; empty: nobody, or it is not known
    std::string what; ///< what was read: run_summary()

    /// `where`, `communication` and `more` as one line.
    std::string told() const;
};

/// A trace is told by its mean step (of traces of different runs each by its own), a log by how Slurm ended
/// it, its timers, how long its steps are and how even; `where` is the first of these. `who` says why it is
/// not known where a single rank or a log cannot tell.
RunHeadline run_headline(const TraceResult& trace);
/// The same with what replays of its timelines tell.
RunHeadline run_headline(const TraceResult& trace, const std::vector<StragglerStudy>& replays);

/// Adds what replays of its timelines tell: whom the steps waited for. A timeline tells no devices: where no
/// other file does (`tells_devices`) it is all there is.
void add_replays(RunHeadline& headline, const std::vector<StragglerStudy>& replays, bool tells_devices);

/// Adds what of the communication was waiting for a later rank, as the list of collectives has it
/// (waiting_text()). Runs that are told apart have no common communication.
void add_communication(RunHeadline& headline, const TraceResult& trace, const TraceAnalysis& analysis);

} // namespace roofrack
