// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace roofrack {

/// A load ÷ its limit, as limit_share_text() has it: "132 %", "34-fold".
QString load_share_text(double share);
/// What is left of a limit, as limit_margin_text() has it.
QString load_margin_text(double margin);

} // namespace roofrack
