// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units/diagnostic.h"

#include <string>
#include <string_view>
#include <vector>

namespace roofrack {

/// Message sizes as nccl-tests takes them, in bytes: "8:8G" doubles from 8 B to 8 GiB, "1M,256M" is a list;
/// K, M, G and T are powers of 1,024, with or without "B" or "iB" behind. Each is a whole number of bytes of
/// at most 1 PiB. Fails, at `where`, with what is no size.
Result<std::vector<double>> message_sizes(std::string_view text, std::string_view where);

/// "8:8G", what is tested where nothing else is said.
std::vector<double> usual_message_sizes();

/// "8 B", "256 MiB": as nccl-tests counts them.
std::string message_size_text(double bytes);

} // namespace roofrack
