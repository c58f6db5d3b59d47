// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "units/quantity.h"

#include <fmt/format.h>
#include <string>

namespace roofrack {

/// A bandwidth as ports are named, with four significant digits: "400 Gb/s".
inline std::string format_bit_rate(ByteRate rate) { return fmt::format("{:.4g} Gb/s", rate.si() * 8e-9); }

} // namespace roofrack
