// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/runs/run_files.h"

#include <nlohmann/json_fwd.hpp>

namespace roofrack {

/// What `runs --json` prints of each run of a project: its files as they were and where they are, and what
/// became of them. `checks`: one a run; `folder`: the project's.
nlohmann::ordered_json runs_json(const std::vector<KeptRun>& runs, const std::vector<RunCheck>& checks,
                                 const std::filesystem::path& folder);
nlohmann::ordered_json runs_schema();

} // namespace roofrack
