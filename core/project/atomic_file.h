// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/units/diagnostic.h"

#include <filesystem>
#include <string_view>

namespace roofrack {

/// Replaces the file's contents so that a crash or a full disk leaves the old file or the new one, never a
/// part: a temporary file in the same folder, fsync, rename, fsync of the folder. Keeps the permissions;
/// writes through symbolic links.
Result<void> write_file_atomically(const std::filesystem::path& path, std::string_view contents);

} // namespace roofrack
