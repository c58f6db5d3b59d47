// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace roofrack {

struct Theme;

/// The look of buttons, fields, tables and panels in the colours and measures of a theme.
QString style_sheet(const Theme& theme);

} // namespace roofrack
