// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/answers.h"

#include <string_view>

namespace roofrack {

/// "against the BF16 peak" (mfu_basis()): what MFU and HFU of a scenario are shares of where that is not the
/// peak of its plan's precision. Empty: it is, or the figure is another one.
std::string_view figure_basis(std::string_view figure, const Answers& answers);

} // namespace roofrack
