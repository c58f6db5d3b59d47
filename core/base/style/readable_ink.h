// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/style/style_inks.h"

namespace roofrack {

/// The ground with so much of a colour upon it.
Ink tinted_ink(Ink ground, Ink ink, double share);

/// The colour as it is written on that ground: moved towards `text` until it has least_text_contrast; `text`
/// where nothing before it has.
Ink readable_ink(Ink ink, Ink ground, Ink text);

} // namespace roofrack
