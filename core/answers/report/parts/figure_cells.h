// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/figures/shape.h"

#include <string>
#include <string_view>

namespace roofrack {

/// "less", "more", "neither": which way a figure is good, as JSON and CSV say it.
std::string_view name_of_better(figures::Better better);

/// A text as a cell of a Markdown table.
std::string markdown_cell(std::string text);

} // namespace roofrack
