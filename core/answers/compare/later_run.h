// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/answers.h"

#include <string>

namespace roofrack {

/// Why the run of a scenario is done a day or more later than that of the reference, by what trains until
/// when: "28 weeks later: 32 weeks in which nothing trains, then 9.7 days on all GPUs; “Baseline”: 41.3 days
/// on all GPUs". Empty: it is not later, or one of them has no such date.
std::string later_run_text(const Answers& reference, const Answers& other);

} // namespace roofrack
