// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/theme/theme.h"

namespace roofrack {

/// Width of a line of text at scale 1, in canvas units; remembered, since a drawing says the same few things
/// thousands of times.
/// `family`: the type it is written in, as Theme::family has it.
double text_width(const QString& text, Theme::Role role, const QString& family = {});
/// Height of a line at scale 1 in that type.
double text_height(Theme::Role role, const QString& family = {});

} // namespace roofrack
