// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/project.h"

namespace roofrack {

/// Copies what every step and every hour reads anew: neither the supply nor the bill knows of it.
void take_terms_of(Site& to, const Site& from);

/// Copies what only the bill is priced by: Facility::prepare() does not read it, and no step takes longer or
/// shorter for it.
void take_prices_of(Site& to, const Site& from);

} // namespace roofrack
