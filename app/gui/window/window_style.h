// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/theme/theme.h"

namespace roofrack {

/// Rules for what only the main window has: roles of labels, message bar, cards, sections.
QString window_style(const Theme& theme);

} // namespace roofrack
