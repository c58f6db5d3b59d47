// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/theme/theme.h"

namespace roofrack {

/// Width of a line of text at scale 1, in canvas units; remembered, since a drawing says the same few things
/// thousands of times.
double text_width(const QString& text, Theme::Role role);

} // namespace roofrack
