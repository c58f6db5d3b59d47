// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/part.h"

namespace roofrack {

/// Key of the figure that the bill has as what a piece draws; empty: such parts draw nothing of their own.
const char* power_figure(const Part& part);

} // namespace roofrack
