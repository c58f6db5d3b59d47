// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/draft/draft.h"
#include "core/measured/draft/told_run.h"

namespace roofrack {

/// What the user says, the files of a trace say, and what was measured in them, together. Fails on an answer
/// whose key is none of draft_keys() or whose value cannot be one of it (`where`: the key).
Result<ToldRun> collect_run(const TraceResult& trace, const DraftAnswers& answers, const Catalog& catalog);

/// Seconds of a step: the median of a log's steps, or of the steps of all ranks; none where no step is timed.
/// `source`: what it is, for people.
std::optional<double> measured_step(const TraceResult& trace, std::string& source);

} // namespace roofrack
