// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/part.h"

namespace roofrack {

class Catalog;

/// What tells a part from the others of its kind at a glance: "8 × H100 · 10.2 kW", "64 × 400G · 1.72 kW",
/// "1 PB · 100 GB/s", "34.5 kVA", "120 kW", "48 U · 22 kW". Figures that are unknown are left out; empty when
/// none is known.
std::string key_values(const Part& part, const Catalog& catalog);

/// "400G": a rate of a link the way network people write it, in Gb/s.
std::string gigabit_text(double bytes_per_second);

} // namespace roofrack
