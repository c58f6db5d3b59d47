// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/sharing/input_supply.h"
#include "core/study/sharing/shared_jobs.h"

#include <nlohmann/json_fwd.hpp>

namespace roofrack {

/// What `jobs --json` prints: each job on the fabric, its step alone and beside the others, and what each
/// level that it shares gives it. Seconds, B/s of a GPU, shares; a step that nothing tells is null.
nlohmann::ordered_json jobs_json(const SharedJobs& jobs);
nlohmann::ordered_json jobs_schema();

/// What `input --json` prints: what a step reads and prepares, what there is for it, and how long it waits.
nlohmann::ordered_json input_json(const InputSupply& supply);
nlohmann::ordered_json input_schema();

} // namespace roofrack
