// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/part.h"

namespace roofrack {

/// Whether a figure of the part is announced: said by its maker, measured by nobody.
bool has_announced_figures(const Part& part);

} // namespace roofrack
