// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string_view>

namespace roofrack {

/// What a file holds that was given without a word about it.
enum class FileKind {
    project,    ///< project of Roofrack, whatever its name
    nccl_tests, ///< the printed table of a benchmark
    other       ///< perhaps a trace: its readers tell; also what cannot be opened
};

/// Told by the beginning of the file. A broken file named .roofrack.json is a project, so that its fault is
/// said.
FileKind file_kind(const std::filesystem::path& path);
FileKind file_kind_of_text(std::string_view head);

} // namespace roofrack
