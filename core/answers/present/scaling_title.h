// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/scaling.h"

#include <string>

namespace roofrack {

/// The message of the slide of scaling: what more GPUs than drawn do, and from how many on, or that fewer do
/// more. Empty: nothing is known of it.
std::string scaling_title(const ScaleResult& scale);

} // namespace roofrack
