// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/part.h"

namespace roofrack::cli {

/// `catalog compare`: figures beside each other, and of accelerators what changes the results of a run.
void print_comparison(const Part& from, const Part& to, bool json);

} // namespace roofrack::cli
