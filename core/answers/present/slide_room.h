// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/present/slide_content.h"

namespace roofrack {

/// Whether all that is said below the rows of a slide has room there in the least type, by a guess at how its
/// lines break.
bool has_room_below(const SlideContent& content);

} // namespace roofrack
