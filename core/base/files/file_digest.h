// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units/diagnostic.h"

#include <filesystem>
#include <string>

namespace roofrack {

/// content_hash() of the file's bytes as 16 hexadecimal digits; of a folder that of its files, one after the
/// other in order of their names. Reads a megabyte at a time. Fails where one cannot be read.
Result<std::string> file_digest(const std::filesystem::path& path);

} // namespace roofrack
