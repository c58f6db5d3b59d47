// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace roofrack {

/// The page docs/figures.md: every figure that has a name, a table a study.
std::string figures_markdown();

} // namespace roofrack
