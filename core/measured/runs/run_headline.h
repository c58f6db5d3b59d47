// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/trace/trace.h"

#include <string>
#include <vector>

namespace roofrack {

/// What a run tells at first sight, in words.
struct RunHeadline {
    std::string why;   ///< the verdict on its events; empty: none, or not found yet
    std::string where; ///< where the time went: "of a step of 15.6 ms the GPUs idle 52 %, compute 7 % …"
    std::string who;   ///< who was late; empty: nobody, or it is not known
    std::string what;  ///< what was read: run_summary()
};

/// A trace is told by its mean step, a log by how long its steps are and how even. `who` says why it is not
/// known where a single rank or a log cannot tell.
RunHeadline run_headline(const TraceResult& trace);

} // namespace roofrack
