// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/figures/describe.h"
#include "core/study/sharing/shared_jobs.h"

namespace roofrack {

void describe(figures::Builder<JobLevel>& figures);
void describe(figures::Builder<JobShare>& figures);
/// All but its findings.
void describe(figures::Builder<SharedJobs>& figures);

} // namespace roofrack
