// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/project.h"

#include <string>

namespace roofrack {

/// `stem` where no scenario of the project is called so, else "stem 2", "stem 3" …
std::string free_scenario_name(const Project& project, const std::string& stem);

} // namespace roofrack
