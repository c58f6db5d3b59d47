// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/answers.h"

#include <string>
#include <vector>

namespace roofrack {

/// In what the work of a scenario differs from that of another, work_differences(); none where one of them
/// cannot be understood.
std::vector<std::string> work_beside(const Answers& reference, const Answers& other);
/// In what their sites do, term_differences(); likewise.
std::vector<std::string> terms_beside(const Answers& reference, const Answers& other);

} // namespace roofrack
