// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/files/file_state.h"
#include "core/base/units/diagnostic.h"

#include <filesystem>
#include <string_view>

namespace roofrack {

/// Writes over an existing file whose folder takes no new ones, with the guarantees of `replace_file`.
/// `copy`: where the old file is kept meanwhile; a number is added when the name is taken.
Result<FileState> write_in_place(const std::filesystem::path& path, std::string_view contents,
                                 const std::filesystem::path& copy);

} // namespace roofrack
