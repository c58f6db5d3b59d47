// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/project.h"
#include "core/measured/trace/trace.h"

#include <string>

namespace roofrack {

class Catalog;

/// Why what was measured is of another model than the scenario's: "it trained 64 layers of width 8192, 32
/// heads, 52 billion parameters, drawn is GPT-3 175B"; empty where it may be the same, or no file tells.
/// Reads the files' facts again, as draft_project() does. The GPU and the number of GPUs are
/// job_mismatch_text()'s (core/measured/trace/trace_findings.h).
std::string model_mismatch_text(const TraceResult& trace, const Scenario& scenario, const Catalog& catalog);

} // namespace roofrack
