// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units/diagnostic.h"

#include <filesystem>
#include <string>

namespace roofrack {

/// RunDigest of the file's bytes; a folder's is that of its files, one after the other in order of their
/// names. Reads a megabyte at a time. Fails where one cannot be read, and on a folder with more files.
Result<std::string> file_digest(const std::filesystem::path& path, size_t most_files = 100'000);

} // namespace roofrack
