// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace roofrack {

/// Months since the year 0 in which the release that a `software` text names came out, by
/// resources/cost/releases.json ("MLPerf v4.1") and names that are dates ("NeMo 24.11.1", "Megatron-LM 2021":
/// its July); 0 where the text tells none.
int release_month(std::string_view software);

} // namespace roofrack
