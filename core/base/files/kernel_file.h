// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

namespace roofrack {

/// Whether the kernel makes the file or folder up (/proc, /sys): reading such may block, never end, or change
/// something.
bool is_kernel_file(int descriptor);
bool is_kernel_file(const std::filesystem::path& path);

} // namespace roofrack
